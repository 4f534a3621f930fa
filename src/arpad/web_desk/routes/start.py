"""The first page of the desk."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.web_desk.access import DeskRoutes, Needs, see_other
from arpad.web_desk.pages import desk_page

routes = DeskRoutes()


@routes.page("/", needs=Needs.NOBODY)
def root(request: Request) -> Response:
    return see_other("/desk")


@routes.page("/desk", needs=Needs.SIGNED_IN)
def start_page(request: Request) -> Response:
    """What somebody may do here."""
    return desk_page(request, "start.html")
