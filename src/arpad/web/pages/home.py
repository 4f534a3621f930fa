"""The first page: the newest lists, where to search, and what can be done here."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.office import reading
from arpad.web.asked import Office
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
TOP = 10


@router.get("/")
def home(request: Request, office: Office) -> Response:
    newest = [reading.list_page(office, reading.Page(head.series, limit=TOP)) for head in office.stamp.newest]
    return page(request, "home.html", lists=newest)


@router.get("/lists")
def lists(request: Request, office: Office) -> Response:
    archive = [(head, reading.heads(office, head.series)) for head in office.stamp.newest]
    return page(request, "archive.html", archive=archive)
