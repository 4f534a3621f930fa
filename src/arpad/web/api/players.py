"""Players for programs, with Lichess's names of fields where they exist, and k, games and activity per series."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from arpad.columns import State
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.office import reading, record
from arpad.office.reading import CareerEvent, FoundPlayer, PlayerPage, Rank, SeriesCareer
from arpad.web.answers import answer
from arpad.web.asked import Office, month_of, number_of
from arpad.web.cursors import cursor, place
from arpad.web.openapi import Cursor, Limit, Number, answers_with

router = APIRouter(prefix="/api/v1", tags=["players"])
STANDARD, RAPID, BLITZ = "fide-standard", "fide-rapid", "fide-blitz"


@dataclass(frozen=True)
class FoundItem:
    """A player who may be meant."""

    id: int
    fide_id: int | None
    name: str
    title: str | None
    federation: str | None
    year: int | None  # of birth
    standard: int | None
    rapid: int | None
    blitz: int | None
    ratings: dict[str, int | None]  # by series


@dataclass(frozen=True)
class FoundItems:
    """Who may be meant, the highest rated first; `near`: nobody has the words as typed."""

    total: int
    near: bool
    items: tuple[FoundItem, ...]
    next: str | None  # the cursor of the next page


@router.get("/players", name="find", responses=answers_with("FoundItems", FoundItems), response_class=Response)
def find(
    office: Office, q: Annotated[str, Query(max_length=200)] = "", limit: Limit = 20, cursor_: Cursor = ""
) -> Response:
    """Players by name, in any letters, or by number."""
    _, offset = place(cursor_)
    found = reading.find(office, reading.Search(q, limit, offset))
    items = tuple(_item(player) for player in found.players)
    more = cursor("", offset + limit) if offset + limit < found.total else None
    return answer(FoundItems(found.total, found.near, items, more))


def _item(player: FoundPlayer) -> FoundItem:
    ratings = dict(player.ratings)
    return FoundItem(
        player.id, player.fide_id, player.name, player.title, player.federation, player.birth_year,
        ratings.get(STANDARD), ratings.get(RAPID), ratings.get(BLITZ), ratings,
    )  # fmt: skip


@dataclass(frozen=True)
class SeriesItem:
    """How a player stands on the newest list of a series."""

    list: Month
    rating: int | None
    state: State
    change: int | None
    k: int | None
    games: int
    highest: int | None
    highest_on: Month | None
    active_until: Month | None
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class PlayerItem:
    """A player."""

    id: int
    fide_id: int | None
    name: str
    latin_name: str | None
    former_names: tuple[str, ...]
    title: str | None
    federation: str | None
    region: str | None
    year: int | None  # of birth
    gender: str | None  # M or F
    inactive: bool  # on every list that knows the player
    deceased: bool
    standard: int | None
    rapid: int | None
    blitz: int | None
    counts_as: int | None  # the number under which the results count, after a merge
    series: dict[str, SeriesItem]


@router.get(
    "/players/{number}", name="player", responses=answers_with("PlayerItem", PlayerItem), response_class=Response
)
def player(office: Office, number: Number) -> Response:
    """A player by FIDE's number or the office's own."""
    return answer(_player(reading.player(office, number_of(number))))


def _player(found: PlayerPage) -> PlayerItem:
    person = found.person
    standings = {career.series: career.standing for career in found.careers}
    ratings = {series: standing.rating for series, standing in standings.items()}
    series = {
        name: SeriesItem(
            each.list_, each.rating, each.state, each.change, each.k, each.games, each.highest, each.highest_on,
            each.active_until, each.ranks,
        )
        for name, each in standings.items()
    }  # fmt: skip
    sleeps = [each.state is State.INACTIVE for each in standings.values() if each.rating]
    gender = {"w": "F", "m": "M"}.get(person.sex or "")
    return PlayerItem(
        person.id, person.fide_id, person.name, person.latin_name, person.former_names, person.title,
        person.federation, person.region, person.birth_year, gender, bool(sleeps) and all(sleeps), person.deceased,
        ratings.get(STANDARD), ratings.get(RAPID), ratings.get(BLITZ), found.counts_as, series,
    )  # fmt: skip


@dataclass(frozen=True)
class HistoryItem:
    """What a list says of a player; `revised_rating`: what stands there now, where a later decision changed it."""

    series: str
    list: Month
    original_rating: int | None
    revised_rating: int | None
    state: State
    games: int
    change: int | None


@dataclass(frozen=True)
class HistoryItems:
    """Every list that knows a player, oldest first in each series."""

    player: int
    items: tuple[HistoryItem, ...]


@router.get(
    "/players/{number}/history",
    name="history",
    responses=answers_with("HistoryItems", HistoryItems),
    response_class=Response,
)
def history(office: Office, number: Number, series: str = "") -> Response:
    """A player's ratings list by list."""
    found = reading.player(office, number_of(number))
    items = tuple(
        HistoryItem(
            career.series, point.list_, point.original_rating, point.revised_rating, point.state, point.games,
            point.change,
        )
        for career in _careers(found, series)
        for point in career.lists
    )  # fmt: skip
    return answer(HistoryItems(found.person.id, items))


@dataclass(frozen=True)
class CareerItems:
    """Every rated event of a player, newest first in each series."""

    player: int
    items: tuple[CareerEvent, ...]


@router.get(
    "/players/{number}/events",
    name="career",
    responses=answers_with("CareerItems", CareerItems),
    response_class=Response,
)
def career(office: Office, number: Number, series: str = "") -> Response:
    """A player's rated events."""
    found = reading.player(office, number_of(number))
    items = tuple(event for career in _careers(found, series) for event in career.events)
    return answer(CareerItems(found.person.id, items))


def _careers(found: PlayerPage, series: str) -> list[SeriesCareer]:
    return [career for career in found.careers if series in ("", career.series)]


@router.get(
    "/players/{number}/waiting",
    name="waiting",
    responses=answers_with("Unpublished", record.Unpublished),
    response_class=Response,
)
def waiting(office: Office, number: Number) -> Response:
    """What is missing to a first rating, and which lists leave a player out."""
    return answer(record.unpublished(office, number_of(number)))


@router.get(
    "/players/{number}/vs/{other}", name="versus", responses=answers_with("Met", record.Met), response_class=Response
)
def versus(office: Office, number: Number, other: Number) -> Response:
    """The games of two players against each other."""
    return answer(record.met(office, number_of(number), number_of(other)))


@router.get(
    "/players/{number}/calculations/{series}/{month}",
    name="calculation",
    responses=answers_with("Calculation", reading.Calculation),
    response_class=Response,
)
def calculation(office: Office, number: Number, series: str, month: str) -> Response:
    """Why a list says what it says of a player, game by game and article by article."""
    return answer(reading.calculation(office, number_of(number), series, month_of(month)).calculation)
