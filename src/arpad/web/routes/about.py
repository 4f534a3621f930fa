"""The API about itself: the state it answers from, its description, a page to read and try it, the kinds of problems,
and the terms of use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arpad import __version__
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import editions, rulebook
from arpad.messages import sentences
from arpad.office import reading, record
from arpad.office.reading import ListHead, PageRequest, Reader
from arpad.web.openapi import answers
from arpad.web.problems import PROBLEM_KINDS, SENTENCE_OF_CODE, kind_status
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader
from arpad.web.responses import PROBLEMS_PATH, json_response
from arpad.web.routes.beside import editions_of
from arpad.web.static_files import CACHE_FOREVER

api_routes = APIRouter(prefix="/api/v1", tags=["about"])
DOCS_FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}


@dataclass(frozen=True)
class StateItem:
    """The state of the office from which everything is answered."""

    stamp: str
    version: str
    rehearsal: bool
    day: date
    at: datetime
    lists: tuple[ListHead, ...]
    office: str  # what the office is called
    contact: str
    language: str


@api_routes.get("/state", name="state", **answers(StateItem))
def state_json(office: OfficeReader) -> Response:
    """The stamp, and the newest list of every series with its seal."""
    stamp, profile = office.stamp, office.profile
    names = profile.name, profile.contact, profile.language
    return json_response(
        StateItem(stamp.name, __version__, office.rehearsal, stamp.day, stamp.at, stamp.newest, *names)
    )


@api_routes.get("", include_in_schema=False)
def api_front() -> Response:
    return RedirectResponse("/api/v1/docs", 307)


@api_routes.get("/openapi.json", include_in_schema=False)
def openapi_json(request: Request) -> Response:
    return JSONResponse(request.app.openapi())


@api_routes.get("/docs", include_in_schema=False)
def api_docs_page(request: Request) -> Response:
    return render_page(request, "api.html", description=request.app.openapi())


@api_routes.get("/docs/{name}", include_in_schema=False)
def docs_file(name: str) -> Response:
    """The files of the documentation page, out of the package that carries them."""
    if name not in DOCS_FILES:
        return RedirectResponse("/api/v1/docs", 307)
    content = (files("fastapi_offline") / "static" / name).read_bytes()
    return Response(content, 200, {"cache-control": CACHE_FOREVER}, DOCS_FILES[name])


def example_values(reader: Reader) -> dict[str, str]:
    """Values of parameters to which this office has an answer; of an empty office those that need no list."""
    newest = next((head for head in reader.stamp.newest if head.kind == "computed" and head.edition), None)
    names = editions_of(newest.series) if newest is not None else editions()
    edition = newest.edition if newest is not None and newest.edition in names else names[-1]
    found = {"edition": edition, "earlier": names[0], "article": next(iter(rulebook(edition).edition.articles))}
    if newest is None:
        return found
    series, heads, head = newest.series, reading.list_heads(reader, newest.series), newest
    found |= {"series": series, "month": str(head.list_), "older": str(heads[-1].list_)}
    event = next(iter(record.find_events(reader, record.EventQuery(series, head.list_, limit=1)).rows), None)
    if event is None:
        return found
    shown = record.event_page(reader, event.event)
    players = [row.id for row in shown.table.rows][:2] if shown.table else []
    rows = reading.read_list_page(reader, PageRequest(series, head.list_, limit=2)).rows
    players += [row.id for row in rows]
    found |= {"number": str(players[0]), "other": str(players[1]), "numbers": f"{players[0]},{players[1]}"}
    return found | {"code": shown.heading.code, "q": rows[0].name.split(",")[0]}


page_routes = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its code and status, how it is said, and what helps."""

    code: str
    status: int
    sentences: tuple[str, ...]
    help: str  # the name of a message


@page_routes.get(PROBLEMS_PATH)
def problem_kinds_page(request: Request) -> Response:
    return render_page(request, "problem_kinds.html", kinds=[_problem_kind(code) for code in PROBLEM_KINDS], one=False)


@page_routes.get(f"{PROBLEMS_PATH}/{{code}}")
def problem_kind_page(request: Request, code: str) -> Response:
    return render_page(request, "problem_kinds.html", kinds=[_problem_kind(code)], one=True)


def _problem_kind(code: str) -> ProblemKind:
    """A kind of problem that an answer may name; any other code is no page."""
    words = tuple(dict.fromkeys(_sentences_of_code(SENTENCE_OF_CODE.get(code, code))))
    if not words:
        raise UserError("no-page")
    status = kind_status(code)
    own = f"web-problem-kind/{code}"
    return ProblemKind(code, status, words, own if own in sentences() else f"web-problem-kind/{status}")


def _sentences_of_code(code: str) -> Iterator[str]:
    """The sentences of a code, with the names of their fields."""
    for message, text in sentences().items():
        if message == code or message.startswith(f"{code}/"):
            yield re.sub(r"\{(\w+)[^}]*\}", lambda field: f"\u2039{field[1]}\u203a", text)


@page_routes.get("/terms")
def terms_page(request: Request) -> Response:
    return render_page(request, "terms.html", limits=request.app.state.limits)
