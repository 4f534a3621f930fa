"""Responses for programs: typed results as JSON, tables as CSV, problems as JSON or a line of text."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any

from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Scope

from arpad.asjson import to_json
from arpad.finding import Note
from arpad.textcells import harmless

PROBLEM_TYPE = "application/problem+json"
PROBLEMS_PATH = "/problems"  # a page for every code
RETRY_AFTER = {408: "1", 429: "1", 503: "5"}


def problem_response(scope: Scope, status: int, message: str, **fields: Any) -> Response:
    """A problem with its HTTP status: JSON under /api/, a line of text elsewhere."""
    note = Note.of(message, **fields)
    headers = {"cache-control": "no-store"}
    if status in RETRY_AFTER:
        headers["retry-after"] = RETRY_AFTER[status]
    if scope["path"].startswith("/api/"):
        return problem_json(status, message, note.sentence, headers=headers)
    return PlainTextResponse(note.sentence, status, headers)


def problem_json(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """A problem as programs read it (RFC 9457)."""
    body = {"type": f"{PROBLEMS_PATH}/{code}", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    text = json.dumps({**body, "detail": detail, **more}, ensure_ascii=False)
    return Response(text, status, headers, PROBLEM_TYPE)


JSON_TYPE, CSV_TYPE, LINES_TYPE = "application/json", "text/csv; charset=utf-8", "application/x-ndjson"
LINES_AT_ONCE = 1000
PLAIN_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def json_response(result: Any, declared: Any = None) -> Response:
    """A typed result as JSON."""
    body = to_json(result, declared if declared is not None else type(result))
    return Response(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(), 200, None, JSON_TYPE)


def lines_response(items: Iterable[Any]) -> Response:
    """Typed results as JSON, one to a line, written while they are read."""
    lines = (json.dumps(to_json(item, type(item)), ensure_ascii=False, separators=(",", ":")) for item in items)
    return StreamingResponse(("".join(f"{line}\n" for line in some) for some in batched(lines)), 200, None, LINES_TYPE)


def batched(lines: Iterable[str]) -> Iterator[list[str]]:
    """Lines by the thousand."""
    rest = iter(lines)
    while some := list(islice(rest, LINES_AT_ONCE)):
        yield some


def data_answer(
    ending: str, result: Any, name: str, headings: Sequence[str], rows: Callable[[], Iterable[Sequence[Any]]]
) -> Response:
    """What a page shows, for programs: behind `.json` what the API answers, behind `.csv` its table."""
    return json_response(result) if ending == "json" else csv_response(name, headings, rows())


def csv_response(name: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """A table as CSV, under a name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_safe_cell(cell) for cell in row] for row in rows)
    return Response(
        out.getvalue().encode(),
        200,
        {"content-disposition": f'attachment; filename="{_safe_file_name(name)}.csv"'},
        CSV_TYPE,
    )


def _safe_file_name(name: str) -> str:
    """A name that any file system takes, and no header is broken by."""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name)


def _safe_cell(value: Any) -> Any:
    """A cell as a spreadsheet may read it: a text that it would run, and is no number, stands behind an apostrophe."""
    if isinstance(value, str) and not PLAIN_NUMBER.fullmatch(value):
        return harmless(value)
    return "" if value is None else value
