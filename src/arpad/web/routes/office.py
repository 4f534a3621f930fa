"""The office on its site: who answers for it, its colour and its logo."""

from __future__ import annotations

from base64 import b64decode

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.finding import UserError
from arpad.office.reading import colour_in_the_dark
from arpad.web.canonical import page_fields
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader
from arpad.web.static_files import CACHE_FOREVER, MEDIA_TYPES
from arpad.web.validity import Dependence, depends_on

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
