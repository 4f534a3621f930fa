"""The record desk, for the public: events with cross tables, games of two players, and who is still unpublished.

Like the reading desk it takes a `Reader`, writes nothing, and shows only the year of a birth.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arpad.columns import Status
from arpad.days import Month
from arpad.exact import HalfPoints
from arpad.explain.event_sheet import EventSheet
from arpad.explain.list_preview import SinceKind, SinceMove
from arpad.explain.list_reasons import LeftOff
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.office.book.event_lookup import find_registered_event
from arpad.office.book.event_status import EventStatus
from arpad.office.publishing import explanations, previews
from arpad.office.publishing.players_left_off import newest_lists_without_player
from arpad.office.reading_room import event_pages
from arpad.office.reading_room.careers import (
    MetGame,
    Waits,
    event_keys_of_player,
    games_between,
    games_on_list,
    results_waiting_of_player,
)
from arpad.office.reading_room.compare_lists import (
    MOVE_KINDS,
    ComparedLists,
    ListMove,
    MovedBy,
    PlayerMoved,
    compare_published_lists,
    count_concepts_on_list,
    players_moved_by,
)
from arpad.office.reading_room.event_pages import (
    Clock,
    CrossGame,
    CrossRow,
    CrossTable,
    DocketItem,
    EventHeading,
    EventItem,
    EventQuery,
    EventsFound,
    SenderStep,
    cross_table,
)
from arpad.office.reading_room.event_pages import events_not_rated as whole_docket
from arpad.office.reading_room.name_index import rating_list_for_numbers
from arpad.office.reading_room.no_rating import (
    OffTheActive,
    UncountedResult,
    state_off_the_active,
    uncounted_results,
)
from arpad.office.reading_room.player_results import SeriesResults, series_results
from arpad.office.reading_room.public_findings import FoundInReport
from arpad.office.reading_room.public_records import (
    PublicClaim,
    PublicPerson,
    cases_that_revised_event,
    public_claims_on_event,
    public_person,
)
from arpad.office.reading_room.reader import Reader
from arpad.office.reading_room.stamps import ListHead

__all__ = [
    "MOVE_KINDS",
    "Clock",
    "ComparedLists",
    "CrossGame",
    "CrossRow",
    "CrossTable",
    "DocketItem",
    "Encounter",
    "EventHeading",
    "EventItem",
    "EventPage",
    "EventQuery",
    "EventsFound",
    "FoundInReport",
    "LeftOff",
    "ListMove",
    "MetGame",
    "MovedBy",
    "OffTheActive",
    "PlayedGames",
    "PlayerMoved",
    "PlayerResults",
    "PublicCause",
    "PublicPreview",
    "SenderStep",
    "SeriesResults",
    "UncountedResult",
    "UnpublishedReasons",
    "Waits",
    "changes_since_preview",
    "compare_lists",
    "event_docket",
    "event_page",
    "find_events",
    "games_between_players",
    "games_of_player",
    "moves_by_concept",
    "player_results",
    "players_moved",
    "ratings_of_numbers",
    "why_unpublished",
]  # fmt: skip


@dataclass(frozen=True)
class EventPage:
    """The page of an event or a part of it; with sheet and cross table where it is rated."""

    name: str  # CODE or CODE/PART
    heading: EventHeading
    standing: EventStatus
    head: ListHead | None  # of the list that rated it
    sheet: EventSheet | None
    table: CrossTable | None
    put_right_by: tuple[str, ...] = ()  # approved cases about it
    claims: tuple[PublicClaim, ...] = ()  # about its games


def event_page(reader: Reader, name: str) -> EventPage:
    """Return the page of an event or part by name. Sheet, cross table, cases and claims are there only if it is rated;
    for an event in several parts without a part there is only the heading. Unknown names are refused."""
    code, slash, part = name.rpartition("/")
    numbered = bool(slash) and part.isascii() and part.isdigit()
    with reader.reading() as connection:
        heading = event_pages.event_heading(
            connection, reader.examinations, code if numbered else name, int(part) if numbered else 0, reader.today()
        )
        parts = {part.event: part for part in heading.parts}
        if numbered and name not in parts:
            raise UserError("no-page")
        single = parts.get(name) or (heading.parts[0] if len(heading.parts) == 1 else None)
        if single is None or single.list_ is None:
            return EventPage(name, heading, (single or heading.parts[0]).standing, None, None, None)
        sheet = explanations.explain_rated_event(connection, single.event)
        key = find_registered_event(connection, heading.code).key
        cases = cases_that_revised_event(connection, key, heading.series, single.list_)
        claims = public_claims_on_event(connection, key)
    head = reader.head(heading.series, single.list_)
    return EventPage(single.event, heading, single.standing, head, sheet, cross_table(sheet), cases, claims)


def find_events(reader: Reader, query: EventQuery) -> EventsFound:
    """Return a page of the events that match a query, the latest first."""
    with reader.reading() as connection:
        return event_pages.find_events(connection, query)


@dataclass(frozen=True)
class Encounter:
    """The games of two players, and the score of the played ones."""

    first: PublicPerson
    second: PublicPerson
    games: tuple[MetGame, ...]
    wins: int
    draws: int
    losses: int
    score: HalfPoints


def games_between_players(reader: Reader, first: int, second: int) -> Encounter:
    """Return the games of two players in rated events, with wins, draws, losses and score of the first; games that were
    not played are listed, not scored."""
    key, other_key = reader.key(first), reader.key(second)
    with reader.reading() as connection:
        games = tuple(games_between(connection, reader.stamp.newest, key, other_key))
        player, opponent = public_person(connection, key), public_person(connection, other_key)
    scores = [game.score for game in games if game.status is not Status.UNPLAYED_GAME]
    wins, draws, losses = (scores.count(points) for points in (2, 1, 0))
    return Encounter(player, opponent, games, wins, draws, losses, sum(scores))


@dataclass(frozen=True)
class PublicCause:
    """Something that happened between the preview and the publication: to what, and when."""

    kind: SinceKind
    subject: str  # an event, a player's number, fields of the registry, a case, a series and its list, an edition
    day: date | None


@dataclass(frozen=True)
class PublicPreview:
    """What changed between a preview of a list and its publication, without who acted and in which words."""

    series: str
    list_: Month
    previewed: date
    provisional: bool
    players: int  # of whom the list says something else
    causes: tuple[PublicCause, ...]
    moved: tuple[SinceMove, ...]  # the largest of these changes


def changes_since_preview(reader: Reader, series: str, list_: Month) -> PublicPreview:
    """Return what changed between the last other preview of a list and the published list. A list that does not exist,
    or of which no preview is kept, is refused."""
    reader.head(series, list_)
    with reader.reading() as connection:
        since = previews.changes_since_preview(connection, series, list_)
    causes = (PublicCause(each.kind, each.subject, each.day) for each in since.causes)
    return PublicPreview(
        series, list_, since.previewed, since.provisional, since.players, tuple(dict.fromkeys(causes)), since.moved
    )


@dataclass(frozen=True)
class PlayedGames:
    """The games of a player on some lists, the newest list first, and on how many lists there are any."""

    lists: int
    games: tuple[MetGame, ...]


def games_of_player(reader: Reader, number: int, series: str, offset: int, lists: int) -> PlayedGames:
    """Return a player's games in rated events, on so many lists from an offset on; with a series only those of it."""
    key, heads = reader.key(number), reader.stamp.newest
    with reader.reading() as connection:
        places = sorted(
            (
                (list_, head.series)
                for head in heads
                if series in ("", head.series)
                for list_ in event_keys_of_player(connection, head.series, key)
            ),
            reverse=True,
        )
        games = (games_on_list(connection, name, list_, key) for list_, name in places[offset : offset + lists])
        return PlayedGames(len(places), tuple(game for some in games for game in some))


@dataclass(frozen=True)
class UnpublishedReasons:
    """Why a player has no rating on the newest lists, is not on them, or is not among the active."""

    waits: tuple[Waits, ...]
    left_off: tuple[LeftOff, ...]
    uncounted: tuple[UncountedResult, ...] = ()  # of a player who has played, and for whom nothing waits
    states: tuple[OffTheActive, ...] = ()


def why_unpublished(reader: Reader, number: int) -> UnpublishedReasons:
    """Return what an unrated player still needs or why nothing counts, which newest lists leave the player out, and on
    which they are inactive. Imported lists are not looked at; all are empty if the player is active and shown
    everywhere, or has never played."""
    catalogues = [reader.catalogue(head) for head in reader.stamp.newest if head.kind == "computed"]
    key = reader.key(number)
    of_player = [each for each in catalogues if key < len(each.published.people)]
    rated = {each.head.series for each in of_player if each.lines[-1][key]}
    unrated = [each.head for each in catalogues if each.head.series not in rated]
    unlisted = any(each.published.unlisted[key] for each in of_player)
    states = tuple(state for each in of_player if (state := state_off_the_active(each, key)) is not None)
    if not unrated and not unlisted:
        return UnpublishedReasons((), (), (), states)
    answered = {each.series for each in states}
    with reader.reading() as connection:
        reasons = (results_waiting_of_player(connection, head, key) for head in unrated)
        waiting = tuple(reason for reason in reasons if reason is not None)
        answered |= {each.series for each in waiting}
        uncounted = (uncounted_results(connection, head, key) for head in unrated if head.series not in answered)
        left_off = tuple(newest_lists_without_player(connection, key)) if unlisted else ()
        return UnpublishedReasons(waiting, left_off, tuple(result for each in uncounted for result in each), states)


@dataclass(frozen=True)
class PlayerResults:
    """The results of a player in all series."""

    person: PublicPerson
    series: tuple[SeriesResults, ...]


def player_results(reader: Reader, number: int) -> PlayerResults:
    """Return a player's results by colour and opposition, best wins, opponents and runs, as published. An unknown
    number is refused."""
    key, people = reader.key(number), reader.index.people
    with reader.reading() as connection:
        results = (series_results(connection, head.series, key, people) for head in reader.stamp.newest)
        return PlayerResults(public_person(connection, key), tuple(each for each in results if each is not None))


def moves_by_concept(reader: Reader, head: ListHead) -> tuple[MovedBy, ...]:
    """Return how often each rule of the law had an effect on a list, with example players; empty for a list that was
    not computed here. Cached."""
    return reader.once("moved", head, count_concepts_on_list) if head.kind == "computed" else ()


def players_moved(reader: Reader, head: ListHead, concept: str, what: str) -> tuple[PlayerMoved, ...]:
    """Return all players for whom a rule had an effect on a list, those with most first; empty for a list that was not
    computed here. `what`: games, players or newcomers. Cached."""
    if head.kind != "computed":
        return ()
    people = reader.catalogue(head).published.people
    return reader.once(
        f"moved by {concept} {what}",
        head,
        lambda connection, on: players_moved_by(connection, on, (concept, what), people),
    )


def compare_lists(reader: Reader, series: str, older: Month, newer: Month) -> ComparedLists:
    """Return how and why each player moved between two published lists of a series; cached. A list that does not exist
    is refused."""
    heads = reader.head(series, older), reader.head(series, newer)
    catalogues = reader.catalogue(heads[0]), reader.catalogue(heads[1])
    return reader.once(
        f"since {older}", heads[1], lambda connection, _: compare_published_lists(connection, *catalogues)
    )


def event_docket(reader: Reader) -> tuple[DocketItem, ...]:
    """Return every event that is not rated: waiting, held or refused, with its deadlines."""
    with reader.reading() as connection:
        return whole_docket(connection, reader.examinations, reader.today())


def ratings_of_numbers(reader: Reader, series: str, list_: Month, numbers: Sequence[int]) -> RatingList | None:
    """Return the ratings of the players with these FIDE numbers on a list; None if the office has no such list. Numbers
    that nobody has are left out."""
    try:
        head = reader.head(series, list_)
    except UserError:
        return None
    return rating_list_for_numbers(reader.catalogue(head), reader.index, numbers)
