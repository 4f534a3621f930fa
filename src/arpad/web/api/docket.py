"""The docket for programs."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from arpad.frozen import dataclass
from arpad.office import record
from arpad.office.record import DocketItem
from arpad.web.answers import answer
from arpad.web.asked import Office
from arpad.web.openapi import answers_with

router = APIRouter(prefix="/api/v1", tags=["events"])


@dataclass(frozen=True)
class Docket:
    """Every event that waits, is held or was refused."""

    items: tuple[DocketItem, ...]


@router.get("/docket", name="docket", responses=answers_with("Docket", Docket), response_class=Response)
def docket(office: Office) -> Response:
    """What waits, is held or was refused, since when, by which articles, and what is due."""
    return answer(Docket(record.docket(office)))
