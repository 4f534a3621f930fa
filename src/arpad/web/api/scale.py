"""The scale for programs: every measure with its interval, the numbers behind the charts."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from arpad.office.scale import Scale, scale_of
from arpad.web.answers import answer
from arpad.web.api.lists import NEWEST
from arpad.web.asked import Office, month_of
from arpad.web.openapi import answers_with

router = APIRouter(prefix="/api/v1", tags=["lists"])


@router.get("/scale/{series}/{month}", name="scale", responses=answers_with("Scale", Scale), response_class=Response)
def scale(office: Office, series: str, month: str) -> Response:
    """Whether the ratings of a series are true, up to a list; `newest` for the newest one."""
    list_ = office.stamp.head(series).list_ if month == NEWEST else month_of(month)
    return answer(scale_of(office, series, list_))
