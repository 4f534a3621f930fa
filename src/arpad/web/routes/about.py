"""The site and the API about themselves: who answers for them, the state they answer from, and how the API is used."""

from __future__ import annotations

from base64 import b64decode
from datetime import date, datetime
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from arpad import __version__
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.reading import ListHead, colour_in_the_dark
from arpad.web.canonical import page_fields
from arpad.web.openapi import response_schemas
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader
from arpad.web.responses import json_response
from arpad.web.static_files import CACHE_FOREVER, MEDIA_TYPES
from arpad.web.validity import Dependence, depends_on

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


@api_routes.get("/state", name="state", responses=response_schemas("StateItem", StateItem), response_class=Response)
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


page_routes = APIRouter(include_in_schema=False)
VERSION_FIELD = "v"  # changes with the profile, so that a browser may keep what stands behind it
COLOURS = """:root {{ --accent: {light}; }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ --accent: {dark}; }} }}
"""


@page_routes.get("/about")
def about_page(request: Request) -> Response:
    depends_on(request, Dependence.LISTS)
    return render_page(request, "about.html")


@page_routes.get("/office/colour.css", openapi_extra=page_fields(VERSION_FIELD))
def colour_sheet(request: Request, office: OfficeReader) -> Response:
    """The colour of the office, for light and dark screens."""
    light = office.profile.colour
    if not light:
        raise UserError("no-page")
    return _profile_file(request, COLOURS.format(light=light, dark=colour_in_the_dark(light)), MEDIA_TYPES["css"])


@page_routes.get("/office/logo.png", openapi_extra=page_fields(VERSION_FIELD))
def logo_picture(request: Request, office: OfficeReader) -> Response:
    """The logo of the office."""
    if not office.profile.logo:
        raise UserError("no-page")
    return _profile_file(request, b64decode(office.profile.logo), "image/png")


def _profile_file(request: Request, content: str | bytes, media_type: str) -> Response:
    """A file made of the profile; with its version in the address it does not change."""
    depends_on(request, Dependence.LISTS)
    return Response(
        content, 200, {"cache-control": CACHE_FOREVER} if request.query_params.get(VERSION_FIELD) else None, media_type
    )
