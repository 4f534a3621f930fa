"""What programs that copy much ask for: many players at once, a whole list line by line, what changed since an earlier
list, every game of a player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office import reading, record
from arpad.office.reading import ListedPlayer, PageRequest, Reader
from arpad.office.record import ComparedLists, ListMove, MetGame
from arpad.web.openapi import FILTER_PARAMETERS, CursorParameter, NumberParameter, answers, answers_in_lines
from arpad.web.request_fields import OfficeReader, decode_cursor, encode_cursor, parse_month, parse_player_number
from arpad.web.responses import json_response, lines_response
from arpad.web.routes.lists import named_list, read_row_choice
from arpad.web.routes.players import FoundItem, player_match
from arpad.web.validity import Dependence, depends_on

list_routes = APIRouter(prefix="/api/v1", tags=["lists"])
player_routes = APIRouter(prefix="/api/v1", tags=["players"])
ROWS_AT_ONCE = 1000


@dataclass(frozen=True)
class LookedUp:
    """A number that was asked for, and who has it."""

    number: int
    player: FoundItem | None


@dataclass(frozen=True)
class LookedUpItems:
    """Every number that was asked for, in its order."""

    items: tuple[LookedUp, ...]


@player_routes.get("/players/several", name="look_up_players", **answers(LookedUpItems))
def several_players_json(
    request: Request, office: OfficeReader, numbers: Annotated[str, Query(pattern="^[0-9]{1,18}(,[0-9]{1,18}){0,199}$")]
) -> Response:
    """Many players at once, by FIDE's number or the office's own. A number that nobody has is answered with null."""
    depends_on(request, Dependence.LISTS)
    asked = [parse_player_number(each) for each in numbers.split(",")]
    players = reading.players_with_numbers(office, asked)
    items = (
        LookedUp(number, None if player is None else player_match(player))
        for number, player in zip(asked, players, strict=True)
    )
    return json_response(LookedUpItems(tuple(items)))


@dataclass(frozen=True)
class GameItems:
    """A player's games on some lists, the newest list first; `lists` has on how many lists there are any."""

    player: int
    lists: int
    items: tuple[MetGame, ...]
    next: str | None


@player_routes.get("/players/{number}/games", name="player_games", **answers(GameItems))
def player_games_json(
    request: Request,
    office: OfficeReader,
    number: NumberParameter,
    series: str = "",
    lists: Annotated[int, Query(ge=1, le=24)] = 12,
    cursor_: CursorParameter = "",
) -> Response:
    """Every game of a player in rated events, list by list, the newest first."""
    depends_on(request, Dependence.PUBLISHED)
    _, offset = decode_cursor(cursor_)
    asked = parse_player_number(number)
    played = record.games_of_player(office, asked, series, offset, lists)
    more = encode_cursor("", offset + lists) if offset + lists < played.lists else None
    return json_response(GameItems(asked, played.lists, played.games, more))


@list_routes.get(
    "/lists/{series}/{month}/rows.ndjson",
    name="list_rows_in_lines",
    **answers_in_lines(ListedPlayer),
    openapi_extra={"parameters": FILTER_PARAMETERS},
)
def list_lines(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    """All rows of a list, or those that a filter leaves, one to a line (NDJSON)."""
    depends_on(request, Dependence.LISTS)
    choice, order = read_row_choice(request)
    page = PageRequest(series, named_list(office, series, month), choice, order, 0, ROWS_AT_ONCE)
    first = reading.read_list_page(office, page)

    def rows() -> Iterator[ListedPlayer]:
        yield from first.rows
        for offset in range(ROWS_AT_ONCE, first.total, ROWS_AT_ONCE):
            part = PageRequest(series, first.head.list_, choice, order, offset, ROWS_AT_ONCE)
            yield from reading.read_list_page(office, part).rows

    return lines_response(rows())


def _changes(office: Reader, series: str, month: str, earlier: str) -> ComparedLists:
    newer, older = named_list(office, series, month), parse_month(earlier)
    if older > newer:
        raise UserError("lists-in-order", older=older, newer=newer)
    return record.compare_lists(office, series, older, newer)


@list_routes.get("/lists/{series}/{month}/since/{older}", name="list_changes", **answers(ComparedLists))
def list_changes_json(request: Request, office: OfficeReader, series: str, month: str, older: str) -> Response:
    """Everything that changed from an earlier list to this one: who is new, gone or moved, and why."""
    depends_on(request, Dependence.LISTS)
    return json_response(_changes(office, series, month, older))


@list_routes.get(
    "/lists/{series}/{month}/since/{older}/rows.ndjson", name="list_changes_in_lines", **answers_in_lines(ListMove)
)
def list_change_lines(request: Request, office: OfficeReader, series: str, month: str, older: str) -> Response:
    """The same, one change to a line (NDJSON)."""
    depends_on(request, Dependence.LISTS)
    return lines_response(_changes(office, series, month, older).moves)
