"""Letters to arbiters: those of refusals as they were stored, and what would be written today about what waits."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.office import events
from arpad.office.accounts import Permission
from arpad.office.events import EventQuery, EventStatus
from arpad.web_desk.access import DeskHere, DeskRoutes
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
MENU = (MenuItem("letters", "/desk/letters", Permission.DECIDE),)
FINAL = (EventStatus.REFUSED, EventStatus.APPEALED, EventStatus.REGISTRATION_REFUSED)
DRAFTS = (EventStatus.REPORTED, EventStatus.ADMITTED, EventStatus.HELD)


@routes.page("/desk/letters", needs=Permission.DECIDE)
def letters_page(request: Request, desk: DeskHere) -> Response:
    rows = events.list_events(desk, EventQuery())
    final, drafts = ([row for row in rows if row.standing in some] for some in (FINAL, DRAFTS))
    return desk_page(request, "letters.html", final=final, drafts=drafts)
