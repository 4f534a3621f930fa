"""Events for programs: which there are, and one of them with everybody's line, games and the cross table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from arpad.frozen import dataclass
from arpad.office import record
from arpad.office.record import EventItem, EventPage, EventsWanted
from arpad.web.answers import answer
from arpad.web.asked import Office, month_of
from arpad.web.cursors import cursor, place
from arpad.web.openapi import Cursor, Limit, answers_with

router = APIRouter(prefix="/api/v1", tags=["events"])


@dataclass(frozen=True)
class EventItems:
    """Some events, the latest first, and of how many."""

    total: int
    items: tuple[EventItem, ...]
    next: str | None


@router.get("/events", name="events", responses=answers_with("EventItems", EventItems), response_class=Response)
def events(
    office: Office,
    q: Annotated[str, Query(max_length=200)] = "",
    series: str = "",
    list: Annotated[str, Query(pattern="^([0-9]{4}-[0-9]{2})?$")] = "",
    limit: Limit = 100,
    cursor_: Cursor = "",
) -> Response:
    """Events by name or code, by series, by the list that rated them."""
    _, offset = place(cursor_)
    wanted = EventsWanted(series, month_of(list) if list else None, q, offset, limit)
    found = record.events(office, wanted)
    more = cursor("", offset + limit) if offset + limit < found.total else None
    return answer(EventItems(found.total, found.rows, more))


@router.get("/events/{code}", name="event", responses=answers_with("EventPage", EventPage), response_class=Response)
def event(office: Office, code: str, part: Annotated[int, Query(ge=0, le=1000)] = 0) -> Response:
    """An event, or a part of it: where it stands and, once rated, everybody's line, games and the cross table."""
    return answer(record.event(office, f"{code}/{part}" if part else code))
