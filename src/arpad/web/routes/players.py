"""Players as pages and for programs: search, profile, history, career, and games of two players."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from arpad.columns import State, label
from arpad.days import Month
from arpad.exact import decimal, points
from arpad.frozen import dataclass
from arpad.office import reading, record
from arpad.office.reading import CareerEvent, FoundPlayer, PlayerPage, Rank, Reader, SeriesCareer
from arpad.web.canonical import page_fields
from arpad.web.openapi import CursorParameter, LimitParameter, NumberParameter, answers
from arpad.web.render import render_page
from arpad.web.request_fields import (
    Form,
    OfficeReader,
    decode_cursor,
    encode_cursor,
    parse_month,
    parse_player_number,
    split_ending,
)
from arpad.web.responses import data_answer, json_response
from arpad.web.routes.calculators import can_show_targets
from arpad.web.validity import Dependence, depends_on

api_routes = APIRouter(prefix="/api/v1", tags=["players"])
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


@api_routes.get("/players", name="find_players", **answers(FoundItems))
def find_players_json(
    request: Request,
    office: OfficeReader,
    q: Annotated[str, Query(max_length=200)] = "",
    limit: LimitParameter = 20,
    cursor_: CursorParameter = "",
) -> Response:
    """Players by name, in any letters, or by number."""
    depends_on(request, Dependence.LISTS)
    _, offset = decode_cursor(cursor_)
    matching = reading.search_players(office, reading.PublicSearch(q, limit, offset))
    items = tuple(player_match(player) for player in matching.players)
    more = encode_cursor("", offset + limit) if offset + limit < matching.total else None
    return json_response(FoundItems(matching.total, matching.near, items, more))


def player_match(player: FoundPlayer) -> FoundItem:
    """A player as a search and a look-up answer with."""
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
    games_at_least: bool
    highest_at_least: bool
    games_assumed: bool
    marks: tuple[str, ...]


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


@api_routes.get("/players/{number}", name="player", **answers(PlayerItem))
def player_json(office: OfficeReader, number: NumberParameter) -> Response:
    """A player by FIDE's number or the office's own."""
    return json_response(_player_item(reading.player_page(office, parse_player_number(number))))


def _player_item(shown: PlayerPage) -> PlayerItem:
    person = shown.person
    standings = {career.series: career.standing for career in shown.careers}
    ratings = {series: standing.rating for series, standing in standings.items()}
    series = {
        name: SeriesItem(
            each.list_, each.rating, each.state, each.change, each.k, each.games, each.highest, each.highest_on,
            each.active_until, each.ranks, each.games_at_least, each.highest_at_least,
            each.games_assumed, each.marks,
        )
        for name, each in standings.items()
    }  # fmt: skip
    sleeps = [each.state is State.INACTIVE for each in standings.values() if each.rating]
    gender = {"w": "F", "m": "M"}.get(person.sex or "")
    return PlayerItem(
        person.id, person.fide_id, person.name, person.latin_name, person.former_names, person.title,
        person.federation, person.region, person.birth_year, gender, bool(sleeps) and all(sleeps), person.deceased,
        ratings.get(STANDARD), ratings.get(RAPID), ratings.get(BLITZ), shown.counts_as, series,
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


@dataclass(frozen=True)
class OfficialRow:
    """The rating of somebody on the newest official list of a series."""

    series: str
    list: Month
    rating: int


@dataclass(frozen=True)
class OfficialItem:
    """Somebody on official lists who is not registered here. No birth is told: children, too, stand on these lists."""

    number: int
    name: str
    title: str | None
    federation: str | None
    ratings: tuple[OfficialRow, ...]


@dataclass(frozen=True)
class OfficialItems:
    """The people of official lists who have this number or name and are not registered here."""

    items: tuple[OfficialItem, ...]


@api_routes.get("/official", name="official_people", **answers(OfficialItems))
def official_json(request: Request, office: OfficeReader, q: Annotated[str, Query(max_length=200)] = "") -> Response:
    """People of official lists who are not registered here, by their number or their whole name."""
    depends_on(request, Dependence.PUBLISHED)
    people = reading.find_listed_elsewhere(office, q)
    return json_response(OfficialItems(tuple(map(_official_item, people))))


def _official_item(person: reading.ListedElsewhere) -> OfficialItem:
    rows = tuple(OfficialRow(*each) for each in person.ratings)
    return OfficialItem(person.number, person.name, person.title or None, person.federation or None, rows)


@api_routes.get("/players/{number}/history", name="player_history", **answers(HistoryItems))
def history_json(request: Request, office: OfficeReader, number: NumberParameter, series: str = "") -> Response:
    """A player's ratings list by list."""
    depends_on(request, Dependence.PUBLISHED)
    shown = reading.player_page(office, parse_player_number(number))
    items = tuple(
        HistoryItem(
            career.series, point.list_, point.original_rating, point.revised_rating, point.state, point.games,
            point.change,
        )
        for career in _career_items(shown, series)
        for point in career.lists
    )  # fmt: skip
    return json_response(HistoryItems(shown.person.id, items))


@dataclass(frozen=True)
class CareerItems:
    """Every rated event of a player, newest first in each series."""

    player: int
    items: tuple[CareerEvent, ...]


@api_routes.get("/players/{number}/events", name="player_events", **answers(CareerItems))
def career_json(request: Request, office: OfficeReader, number: NumberParameter, series: str = "") -> Response:
    """A player's rated events."""
    depends_on(request, Dependence.PUBLISHED)
    shown = reading.player_page(office, parse_player_number(number))
    items = tuple(event for career in _career_items(shown, series) for event in career.events)
    return json_response(CareerItems(shown.person.id, items))


def _career_items(shown: PlayerPage, series: str) -> list[SeriesCareer]:
    return [career for career in shown.careers if series in ("", career.series)]


@api_routes.get("/players/{number}/waiting", name="player_waiting", **answers(record.UnpublishedReasons))
def waiting_json(office: OfficeReader, number: NumberParameter) -> Response:
    """What is missing to a first rating, and which lists leave a player out."""
    return json_response(record.why_unpublished(office, parse_player_number(number)))


@api_routes.get("/players/{number}/vs/{other}", name="games_between", **answers(record.Encounter))
def versus_json(request: Request, office: OfficeReader, number: NumberParameter, other: NumberParameter) -> Response:
    """The games of two players against each other."""
    depends_on(request, Dependence.PUBLISHED)
    return json_response(record.games_between_players(office, parse_player_number(number), parse_player_number(other)))


@api_routes.get("/players/{number}/calculations/{series}/{month}", name="calculation", **answers(reading.Calculation))
def calculation_json(
    request: Request, office: OfficeReader, number: NumberParameter, series: str, month: str
) -> Response:
    """Why a list says what it says of a player, game by game and article by article."""
    depends_on(request, Dependence.PUBLISHED)
    return json_response(
        reading.open_calculation(office, parse_player_number(number), series, parse_month(month)).calculation
    )


page_routes = APIRouter(include_in_schema=False)
MAX_MATCHES = 50  # who may be meant; whoever types on gets fewer
DATA_ENDINGS = ("json", "csv")
VERSUS_COLUMNS = (
    "series", "list", "event", "end", "round", "colour", "rating", "opponent_rating", "score", "delta", "status",
)  # fmt: skip


@page_routes.get("/players", openapi_extra=page_fields("q"))
def players_page(request: Request, office: OfficeReader) -> Response:
    depends_on(request, Dependence.PUBLISHED)  # people of imported lists may change while their lists do not
    typed = Form(request.query_params).text("q")
    matching = reading.search_players(office, reading.PublicSearch(typed, MAX_MATCHES)) if typed else None
    if matching is not None and matching.total == 1 and typed.isdigit():
        return RedirectResponse(f"/players/{matching.players[0].id}", 303)
    elsewhere = reading.find_listed_elsewhere(office, typed) if typed else ()
    return render_page(request, "players.html", q=typed, found=matching, elsewhere=elsewhere)


@page_routes.get("/players/{number}")
def player_page(request: Request, office: OfficeReader, number: str) -> Response:
    asked = parse_player_number(number)
    if (person := reading.person_listed_elsewhere(office, asked)) is not None:
        depends_on(request, Dependence.PUBLISHED)
        return render_page(request, "listed.html", person=person)
    shown = reading.player_page(office, asked)
    if shown.counts_as or shown.person.id != asked:
        return RedirectResponse(f"/players/{shown.counts_as or shown.person.id}", 308)
    why = record.why_unpublished(office, asked)
    opened = {head.series for head in office.stamp.newest if head.kind == "computed"}
    targets = {career.series for career in shown.careers if can_show_targets(career.series, office.today())}
    return render_page(
        request, "player.html", player=shown, person=shown.person, why=why, opened=opened, targets=targets
    )  # fmt: skip


@page_routes.get("/players/{number}/results")
def results_page(request: Request, office: OfficeReader, number: str) -> Response:
    """Results by colour and opposition, best wins, opponents and runs."""
    asked = parse_player_number(number)
    results = record.player_results(office, asked)
    if results.person.id != asked:
        return RedirectResponse(f"/players/{results.person.id}/results", 308)
    return render_page(request, "results.html", results=results, person=results.person)


@page_routes.get("/players/{number}/vs/{other}")
def versus_page(request: Request, office: OfficeReader, number: str, other: str) -> Response:
    depends_on(request, Dependence.PUBLISHED)
    other, ending = split_ending(other, DATA_ENDINGS)
    met = record.games_between_players(office, parse_player_number(number), parse_player_number(other))
    if ending:
        return data_answer(ending, met, f"{met.first.id}_{met.second.id}", VERSUS_COLUMNS, lambda: _versus_rows(met))
    return render_page(request, "versus.html", met=met)


def _versus_rows(met: record.Encounter) -> list[tuple[object, ...]]:
    return [
        (
            game.series, game.list_, game.event, game.end, game.round, game.colour and game.colour.value, game.rating,
            game.opponent_rating, points(game.score), decimal(game.delta), label(game.status),
        )
        for game in met.games
    ]  # fmt: skip


MAX_COMPARED = 6
SEPARATOR = ","


@page_routes.get("/versus", openapi_extra=page_fields("a", "b"))
def versus_form(request: Request, office: OfficeReader, a: str = "", b: str = "") -> Response:
    """From the form of a player to the games of two; where several may be meant, the page asks."""
    if not a.strip():
        return RedirectResponse("/compare", 303)
    number = parse_player_number(a)
    matching = _who_is_meant(office, b)
    if isinstance(matching, int):
        return RedirectResponse(f"/players/{number}/vs/{matching}", 303)
    addresses = {each.id: f"/players/{number}/vs/{each.id}" for each in matching.players}
    return render_page(request, "who.html", q=b, found=matching, addresses=addresses, hidden={"a": a}, name="b")


@page_routes.get("/compare", openapi_extra=page_fields("players", "add"))
def compare_page(request: Request, office: OfficeReader) -> Response:
    """Two and more players on one chart."""
    form = Form(request.query_params)
    numbers = [parse_player_number(each) for each in form["players"].split(SEPARATOR) if each.strip()]
    numbers = list(dict.fromkeys(numbers))[:MAX_COMPARED]
    chosen = SEPARATOR.join(map(str, numbers))
    if form["add"]:
        matching = _who_is_meant(office, form["add"])
        if isinstance(matching, int):
            return RedirectResponse(f"/compare?{urlencode({'players': f'{chosen},{matching}'.strip(SEPARATOR)})}", 303)
        addresses = {
            each.id: f"/compare?{urlencode({'players': f'{chosen},{each.id}'.strip(SEPARATOR)})}"
            for each in matching.players
        }
        return render_page(
            request, "who.html", q=form["add"], found=matching, addresses=addresses, hidden={"players": chosen},
            name="add",
        )  # fmt: skip
    shown = [reading.player_page(office, number) for number in numbers]
    return render_page(
        request, "compare.html", players=shown, chosen=chosen, most=MAX_COMPARED, careers=_careers_by_series(shown)
    )


def _who_is_meant(office: Reader, text: str) -> int | reading.SearchResult:
    """The number of the one player whom a text names; where it names several, or nobody, who may be meant."""
    matching = reading.search_players(office, reading.PublicSearch(text, MAX_MATCHES))
    return matching.players[0].id if matching.total == 1 and not matching.near else matching


def _careers_by_series(shown: list[PlayerPage]) -> dict[str, list[tuple[PlayerPage, SeriesCareer]]]:
    """Each series that any of these players has, with their careers in it."""
    series: dict[str, list[tuple[PlayerPage, SeriesCareer]]] = {}
    for player in shown:
        for career in player.careers:
            series.setdefault(career.series, []).append((player, career))
    return series
