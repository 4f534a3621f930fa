"""The first page: the newest lists, where to search, and what can be done here."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.law import LawError
from arpad.law.calendar import closing_day, next_list
from arpad.office import reading
from arpad.web.asked import Office
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
TOP = 10


@router.get("/")
def home(request: Request, office: Office) -> Response:
    newest = [reading.list_page(office, reading.Page(head.series, limit=TOP)) for head in office.stamp.newest]
    return page(request, "home.html", lists=newest, due={head.series: _due(head) for head in office.stamp.newest})


def _due(head: reading.ListHead) -> tuple[date, date] | None:
    """The day of the next list and the last day of events that can be on it; none where the law does not say."""
    try:
        day = next_list(head.series, head.list_.first)
        return day, closing_day(head.series, day)
    except LawError:
        return None


@router.get("/lists")
def lists(request: Request, office: Office) -> Response:
    archive = [(head, reading.heads(office, head.series)) for head in office.stamp.newest]
    return page(request, "archive.html", archive=archive)
