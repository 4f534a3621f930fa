"""Players: who may be meant by a name or a number, and everything about one of them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.office import reading
from arpad.web.asked import Office, number_of
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
MOST = 100


@router.get("/players")
def players(request: Request, office: Office, q: str = "") -> Response:
    found = reading.find(office, reading.Search(q, MOST)) if q.strip() else None
    if found is not None and found.total == 1 and q.strip().isdigit():
        return RedirectResponse(f"/players/{found.players[0].id}", 303)
    return page(request, "players.html", q=q.strip(), found=found)


@router.get("/players/{number}")
def player(request: Request, office: Office, number: str) -> Response:
    asked = number_of(number)
    found = reading.player(office, asked)
    if found.counts_as or found.person.id != asked:
        return RedirectResponse(f"/players/{found.counts_as or found.person.id}", 308)
    return page(request, "player.html", player=found, person=found.person)
