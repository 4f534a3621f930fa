"""The calculation: why a list says what it says of a player, game by game and article by article."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.columns import label
from arpad.exact import decimal, points
from arpad.office import reading
from arpad.web.answers import data_answer
from arpad.web.asked import Office, month_of, number_of, parted
from arpad.web.equation import equation
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
ENDINGS = ("json", "csv")
GAMES = (
    "event", "list", "round", "colour", "opponent", "opponent_id", "opponent_rating", "score", "difference",
    "counted_difference", "expected", "delta", "status", "articles",
)  # fmt: skip


@router.get("/players/{number}/{series}/{month}")
def calculation(request: Request, office: Office, number: str, series: str, month: str) -> Response:
    month, ending = parted(month, ENDINGS)
    list_, asked = month_of(month), number_of(number)
    opened = reading.calculation(office, asked, series, list_)
    found = opened.calculation
    if found.player != asked:
        return RedirectResponse(f"/players/{found.player}/{series}/{month}{'.' if ending else ''}{ending}", 308)
    if ending:
        return data_answer(ending, found, f"{found.player}_{series}_{list_}", GAMES, lambda: games_of(found))
    heads = reading.heads(office, series)
    return page(
        request,
        "calculation.html",
        head=opened.head,
        calculation=found,
        claims=opened.claims,
        lines=equation(found),
        earlier=next((each.list_ for each in heads if each.list_ < list_ and each.kind == "computed"), None),
        later=next((each.list_ for each in reversed(heads) if each.list_ > list_), None),
    )


def games_of(found: reading.Calculation) -> list[tuple[object, ...]]:
    """Every game of a calculation as a row."""
    return [
        (
            event.code, event.list, game.round, game.colour and game.colour.value, game.opponent_name, game.opponent_id,
            game.opponent_rating, points(game.score), game.difference, game.counted_difference,
            None if game.expected is None else decimal(game.expected), decimal(game.delta), label(game.status),
            " ".join(game.articles),
        )
        for event in (*found.earlier, *found.events)
        for game in event.games
    ]  # fmt: skip
