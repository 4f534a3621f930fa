"""The API about itself: the state it answers from, its description, and a page to read and try it."""

from __future__ import annotations

from datetime import date, datetime
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arpad import __version__
from arpad.frozen import dataclass
from arpad.office.reading import ListHead
from arpad.web.openapi import response_schemas
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader
from arpad.web.responses import json_response
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


@api_routes.get("/state", name="state", responses=response_schemas("StateItem", StateItem), response_class=Response)
def state_json(office: OfficeReader) -> Response:
    """The stamp, and the newest list of every series with its seal."""
    stamp = office.stamp
    return json_response(StateItem(stamp.name, __version__, office.rehearsal, stamp.day, stamp.at, stamp.newest))


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
