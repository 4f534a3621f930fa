"""The record desk, for the public: events with cross tables, games of two players, and who is still unpublished.

Like the reading desk it takes a `Reader`, writes nothing, and shows only the year of a birth.
"""

from __future__ import annotations

from collections.abc import Sequence

from arpad.columns import Status
from arpad.days import Month
from arpad.exact import HalfPoints
from arpad.explain.eventsheet import EventSheet
from arpad.explain.unlisted import LeftOff
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.office.book.life import Standing
from arpad.office.book.lookup import booked
from arpad.office.publication import explaining
from arpad.office.publication.unlisted import left_off
from arpad.office.reading_room import event_pages
from arpad.office.reading_room.compared import KINDS, ComparedLists, Move, compared
from arpad.office.reading_room.cross_tables import CrossGame, CrossRow, CrossTable, cross_table
from arpad.office.reading_room.disputed import PublicClaim, cases_of_event, claims_on_event
from arpad.office.reading_room.docket import Clock, DocketItem
from arpad.office.reading_room.docket import docket as whole_docket
from arpad.office.reading_room.event_pages import EventHeading, EventItem, EventsFound, EventsWanted, FoundInReport
from arpad.office.reading_room.listed_ratings import ratings_of
from arpad.office.reading_room.moved import MovedBy, moved_by
from arpad.office.reading_room.pairs import MetGame, games_between
from arpad.office.reading_room.persons import PublicPerson, public_person
from arpad.office.reading_room.reader import Reader
from arpad.office.reading_room.stamps import ListHead
from arpad.office.reading_room.waits import Waits, waits

__all__ = [
    "KINDS", "Clock", "ComparedLists", "CrossGame", "CrossRow", "CrossTable", "DocketItem", "EventHeading",
    "EventItem", "EventPage", "EventsFound", "EventsWanted", "FoundInReport", "LeftOff", "Met", "MetGame", "Move",
    "MovedBy", "Unpublished", "Waits", "compare", "docket", "event", "events", "met", "moved", "ratings",
    "unpublished",
]  # fmt: skip


@dataclass(frozen=True)
class EventPage:
    """The page of an event or a part of it; with sheet and cross table where it is rated."""

    name: str  # CODE or CODE/PART
    heading: EventHeading
    standing: Standing
    head: ListHead | None  # of the list that rated it
    sheet: EventSheet | None
    table: CrossTable | None
    put_right_by: tuple[str, ...] = ()  # approved cases about it
    claims: tuple[PublicClaim, ...] = ()  # about its games


def event(reader: Reader, name: str) -> EventPage:
    """The page of an event or part by name; of an event in several parts without a part only the heading."""
    code, slash, part = name.rpartition("/")
    numbered = bool(slash) and part.isascii() and part.isdigit()
    with reader.reading() as connection:
        heading = event_pages.heading(connection, code if numbered else name)
        parts = {part.event: part for part in heading.parts}
        if numbered and name not in parts:
            raise Misuse("no-page")
        single = parts.get(name) or (heading.parts[0] if len(heading.parts) == 1 else None)
        if single is None or single.list_ is None:
            return EventPage(name, heading, (single or heading.parts[0]).standing, None, None, None)
        sheet = explaining.explain_event(connection, single.event)
        key = booked(connection, heading.code).key
        cases = cases_of_event(connection, key, heading.series, single.list_)
        claims = claims_on_event(connection, key)
    head = reader.head(heading.series, single.list_)
    return EventPage(single.event, heading, single.standing, head, sheet, cross_table(sheet), cases, claims)


def events(reader: Reader, wanted: EventsWanted) -> EventsFound:
    """The events that fit a search, the latest first."""
    with reader.reading() as connection:
        return event_pages.events(connection, wanted)


@dataclass(frozen=True)
class Met:
    """The games of two players, and the score of the played ones."""

    first: PublicPerson
    second: PublicPerson
    games: tuple[MetGame, ...]
    wins: int
    draws: int
    losses: int
    score: HalfPoints


def met(reader: Reader, first: int, second: int) -> Met:
    """The games of two players in rated events."""
    mine, theirs = reader.key(first), reader.key(second)
    with reader.reading() as connection:
        games = tuple(games_between(connection, reader.stamp.newest, mine, theirs))
        player, opponent = public_person(connection, mine), public_person(connection, theirs)
    scores = [game.score for game in games if game.status is not Status.UNPLAYED_GAME]
    wins, draws, losses = (scores.count(points) for points in (2, 1, 0))
    return Met(player, opponent, games, wins, draws, losses, sum(scores))


@dataclass(frozen=True)
class Unpublished:
    """Why a player has no rating on the newest lists, or is not on them."""

    waits: tuple[Waits, ...]
    left_off: tuple[LeftOff, ...]


def unpublished(reader: Reader, number: int) -> Unpublished:
    """What an unrated player still needs, and which lists leave the player out."""
    catalogues = [reader.catalogue(head) for head in reader.stamp.newest if head.kind == "computed"]
    key = reader.key(number)
    of_player = [each for each in catalogues if key < len(each.published.people)]
    rated = {each.head.series for each in of_player if each.lines[-1][key]}
    unrated = [each.head for each in catalogues if each.head.series not in rated]
    unlisted = any(each.published.unlisted[key] for each in of_player)
    if not unrated and not unlisted:
        return Unpublished((), ())
    with reader.reading() as connection:
        reasons = (waits(connection, head, key) for head in unrated)
        waiting = tuple(reason for reason in reasons if reason is not None)
        return Unpublished(waiting, tuple(left_off(connection, key)) if unlisted else ())


def moved(reader: Reader, head: ListHead) -> tuple[MovedBy, ...]:
    """How much each rule of the law moved ratings on a list, with players who are examples of it."""
    return reader.once("moved", head, moved_by) if head.kind == "computed" else ()


def compare(reader: Reader, series: str, older: Month, newer: Month) -> ComparedLists:
    """Two lists of a series compared: how and why each player moved."""
    heads = reader.head(series, older), reader.head(series, newer)
    catalogues = reader.catalogue(heads[0]), reader.catalogue(heads[1])
    return reader.once(f"since {older}", heads[1], lambda connection, _: compared(connection, *catalogues))


def docket(reader: Reader) -> tuple[DocketItem, ...]:
    """Every event that waits, is held or was refused, with its deadlines."""
    with reader.reading() as connection:
        return whole_docket(connection, reader.today())


def ratings(reader: Reader, series: str, list_: Month, numbers: Sequence[int]) -> RatingList | None:
    """The ratings of the players with these FIDE numbers on a list; None where the office has no such list."""
    try:
        head = reader.head(series, list_)
    except Misuse:
        return None
    return ratings_of(reader.catalogue(head), reader.index, numbers)
