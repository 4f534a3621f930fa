"""Write typed results for programs: JSON by their declared types, tables as CSV that a spreadsheet cannot run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from starlette.responses import Response

from arpad.asjson import to_json
from arpad.textcells import harmless

JSON, CSV = "application/json", "text/csv; charset=utf-8"
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def answer(result: Any, declared: Any = None) -> Response:
    """A typed result as JSON."""
    body = to_json(result, declared if declared is not None else type(result))
    return Response(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(), 200, None, JSON)


def data_answer(
    ending: str, result: Any, name: str, headings: Sequence[str], rows: Callable[[], Iterable[Sequence[Any]]]
) -> Response:
    """What a page shows, for programs: behind `.json` what the API answers, behind `.csv` its table."""
    return answer(result) if ending == "json" else csv_answer(name, headings, rows())


def csv_answer(name: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """A table as CSV, under a name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return Response(
        out.getvalue().encode(), 200, {"content-disposition": f'attachment; filename="{_plain(name)}.csv"'}, CSV
    )


def _plain(name: str) -> str:
    """A name that any file system takes, and no header is broken by."""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "_" for letter in name)


def _cell(value: Any) -> Any:
    """A cell as a spreadsheet may read it: a text that it would run, and is no number, stands behind an apostrophe."""
    if isinstance(value, str) and not NUMBER.fullmatch(value):
        return harmless(value)
    return "" if value is None else value
