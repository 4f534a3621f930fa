"""Players: who may be meant by a name or a number, and everything about one of them."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.columns import label
from arpad.exact import decimal, points
from arpad.office import reading, record
from arpad.web.answers import data_answer
from arpad.web.asked import Office, number_of, parted
from arpad.web.calculating import has_targets
from arpad.web.form import Form
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
MOST = 50  # who may be meant; whoever types on gets fewer
ENDINGS = ("json", "csv")
GAMES = (
    "series", "list", "event", "end", "round", "colour", "rating", "opponent_rating", "score", "delta", "status",
)  # fmt: skip


@router.get("/players")
def players(request: Request, office: Office) -> Response:
    typed = Form(request.query_params).text("q")
    found = reading.find(office, reading.Search(typed, MOST)) if typed else None
    if found is not None and found.total == 1 and typed.isdigit():
        return RedirectResponse(f"/players/{found.players[0].id}", 303)
    return page(request, "players.html", q=typed, found=found)


@router.get("/players/{number}")
def player(request: Request, office: Office, number: str) -> Response:
    asked = number_of(number)
    found = reading.player(office, asked)
    if found.counts_as or found.person.id != asked:
        return RedirectResponse(f"/players/{found.counts_as or found.person.id}", 308)
    why = record.unpublished(office, asked)
    opened = {head.series for head in office.stamp.newest if head.kind == "computed"}
    targets = {career.series for career in found.careers if has_targets(career.series, office.today())}
    return page(
        request, "player.html", player=found, person=found.person, why=why, opened=opened, targets=targets
    )  # fmt: skip


@router.get("/players/{number}/vs/{other}")
def versus(request: Request, office: Office, number: str, other: str) -> Response:
    other, ending = parted(other, ENDINGS)
    found = record.met(office, number_of(number), number_of(other))
    if ending:
        return data_answer(ending, found, f"{found.first.id}_{found.second.id}", GAMES, lambda: _games(found))
    return page(request, "versus.html", met=found)


def _games(found: record.Met) -> list[tuple[object, ...]]:
    return [
        (
            game.series, game.list_, game.event, game.end, game.round, game.colour and game.colour.value, game.rating,
            game.opponent_rating, points(game.score), decimal(game.delta), label(game.status),
        )
        for game in found.games
    ]  # fmt: skip


@router.get("/versus")
def versus_form(office: Office, a: str = "", b: str = "") -> Response:
    """Where a form without script leads: whoever is meant by a name or a number."""
    found = reading.find(office, reading.Search(b, 1)).players
    if not found:
        return RedirectResponse(f"/players?{urlencode({'q': b})}", 303)
    return RedirectResponse(f"/players/{number_of(a)}/vs/{found[0].id}", 303)
