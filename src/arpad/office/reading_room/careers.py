"""A player's career: standing on the newest list, earlier lists, events, games against one opponent, waiting results.

Events come from the lines stored with each list. Details that a line does not have (reason of K, games) come from the
explanation of that list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from sqlalchemy import Connection, bindparam, select

from arpad.columns import FirstOutcome, Firsts, State, Status, label
from arpad.days import Day, Month
from arpad.exact import HalfPoints, Hundredths, half_up
from arpad.explain.calculation import Colour
from arpad.explain.first_rating import PooledEvent
from arpad.explain.numbers import Step
from arpad.frozen import dataclass
from arpad.lists.marks import names_of_marks
from arpad.lists.proved_by_k import Conclusion
from arpad.lists.sealed import PlayerLines
from arpad.office.publishing.explanations import explain_player_on_list, opening_row_of_player
from arpad.office.publishing.revised_rows import revised_rows_of_player, revision_layers
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.reading_room.stamps import ListHead
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import player_history, published_lists
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

_part, _content, _rated, _named = schema.period_part, schema.content, schema.rated, schema.event
_facts = schema.event_facts
_newest = select(_facts.c.facts).where(_facts.c.event == _named.c.key).order_by(_facts.c.seq.desc()).limit(1)
_PLAYER_LINES_QUERY = (
    select(_part.c.list, _part.c.packed)
    .where(_part.c.series == bindparam("series"), _part.c.chunk == bindparam("chunk"), _part.c.name == "lines")
    .order_by(_part.c.list)
)
_EVENT_HEADS_QUERY = (
    select(
        _content.c.event_key, _named.c.code, _content.c.start, _content.c.end, _newest.scalar_subquery().label("facts")
    )
    .join(_rated, _rated.c.decision == _content.c.decision)
    .join(_named, _named.c.key == _rated.c.event)
    .where(
        _rated.c.series.concat("") == bindparam("series"),  # so that the few keys are looked up, not all of a series
        _content.c.event_key.in_(bindparam("keys", expanding=True)),
    )
)

STATE_BY_VALUE = {state.value: state for state in State}
RATED_STATES = (State.ACTIVE, State.INACTIVE)  # with a rating
STATED = (label(Conclusion.STATED), label(Conclusion.ENTERED))  # facts of an opening list that somebody vouched for


@dataclass(frozen=True)
class Rank:
    """A place among the active players of a group."""

    group: str  # all, federation, region, women, juniors, seniors
    name: str  # of the federation or region
    rank: int
    of: int


@dataclass(frozen=True)
class SeriesStanding:
    """How a player stands on the newest list of a series."""

    series: str
    list_: Month
    rating: int | None
    state: State
    change: int | None  # since the list before
    k: int | None
    games: int  # rated so far
    highest: int | None
    highest_on: Month | None
    active_until: Month | None
    ranks: tuple[Rank, ...]
    games_at_least: bool = False  # nobody stated how many there were before the series was opened here
    highest_at_least: bool = False  # the same of the highest rating
    games_assumed: bool = False  # so many as somebody needs who is not new
    marks: tuple[str, ...] = ()  # of the values of this list


@dataclass(frozen=True)
class ListPoint:
    """What a list says of a player, and the revised rating if a later decision changed it."""

    list_: Month
    original_rating: int | None
    revised_rating: int | None
    state: State
    games: int  # that entered this list
    change: int | None

    @property
    def moved(self) -> bool:
        """Whether the player has games or a change on this list; also true if there are no two ratings to compare."""
        return bool(self.games or self.change or self.change is None)


@dataclass(frozen=True)
class CareerEvent:
    """What an event was worth to a player."""

    series: str
    list_: Month
    code: str
    name: str
    start: Day
    end: Day
    score: HalfPoints
    games: int
    average: int | None  # of the ratings met
    k: int | None
    change: Hundredths | None
    status: Status


@dataclass(frozen=True)
class SeriesCareer:
    """All lists and events of a player in a series."""

    series: str
    standing: SeriesStanding
    lists: tuple[ListPoint, ...]  # oldest first, from the first that has the player
    events: tuple[CareerEvent, ...]  # newest first

    @cached_property
    def moves(self) -> tuple[ListPoint, ...]:
        """Those of the lists on which the player has games or a change, or whose change is unknown; oldest first."""
        return tuple(point for point in self.lists if point.moved)


def series_career(connection: Connection, catalogue: Catalogue, key: int) -> SeriesCareer | None:
    """Return a player's career in one series; None if no list has the player and no event was rated. Original ratings
    are as published; a revised one is given beside them where it differs."""
    series = catalogue.head.series
    rows = dict(player_history(connection, series, key))
    lines = dict(_player_lines_by_list(connection, series, key))
    if not rows and not lines:
        return None
    revised = revised_rows_of_player(connection, series, key, revision_layers(connection, series))
    points = tuple(_list_points(published_lists(connection, series), rows, lines, revised))
    opened = opening_row_of_player(connection, series, key)
    facts = {fact.fact: fact.conclusion for fact in opened.facts} if opened is not None else {}
    open_ = {name for name, conclusion in facts.items() if conclusion not in STATED}
    assumed = facts.get("games") == label(Conclusion.NOT_NEW)
    marks = catalogue.published.marks
    standing = replace(
        _standing_on_newest_list(catalogue, key, points),
        games_at_least="games" in open_ and not assumed,
        highest_at_least="highest" in open_,
        games_assumed=assumed,
        marks=names_of_marks(int(marks[key])) if key < len(marks) else (),
    )
    return SeriesCareer(series, standing, points, _career_events(connection, series, lines))


def _list_points(
    lists: Iterable[int],
    rows: dict[int, dict[str, int]],
    lines: dict[int, PlayerLines],
    revised: dict[int, dict[str, int]],
) -> Iterator[ListPoint]:
    """Yield what each list says of the player, from the first one that has them. `rows`: the published rows by list,
    where they changed; `lines`: results by list; `revised`: revised rows by list."""
    row: dict[str, int] = {}
    before: int | None = None
    for list_ in lists:
        row = rows.get(list_, row)
        if not row and list_ not in lines:
            continue
        state = STATE_BY_VALUE[row.get("state", 0)]
        rating = row["rating"] if state in RATED_STATES else None
        games = int(lines[list_].games.sum()) if list_ in lines else 0
        change = rating - before if rating is not None and before is not None else None
        right = revised[list_]["rating"] if list_ in revised else None
        yield ListPoint(Month(list_), rating, right, state, games, change)
        before = rating


def _standing_on_newest_list(catalogue: Catalogue, key: int, points: tuple[ListPoint, ...]) -> SeriesStanding:
    """Return how a player stands on the list of a catalogue; a player registered after that list is unrated there."""
    head, published = catalogue.head, catalogue.published
    best = max(
        (point for point in points if point.original_rating and point.moved), key=_highest_then_oldest, default=None
    )
    change = points[-1].change if points else None
    if key >= len(published.people):
        highest, highest_on = _highest_rating_and_list(best, 0)
        return SeriesStanding(
            head.series, head.list_, None, State.NONE, change, None, 0, highest, highest_on, None, ()
        )  # fmt: skip
    roll, rating, until = published.roll, int(catalogue.lines[-1][key]), int(catalogue.active_until[key])
    highest, highest_on = _highest_rating_and_list(best, int(roll.highest[key]))
    return SeriesStanding(
        head.series,
        head.list_,
        rating or None,
        State(int(published.state[key])),
        change,
        int(roll.k[key]) or None,
        int(roll.games[key]),
        highest,
        highest_on,
        Month(until) if rating and until > 0 else None,
        tuple(_ranks_of_player(catalogue, key)),
    )


def _highest_rating_and_list(best: ListPoint | None, stored: int) -> tuple[int | None, Month | None]:
    """Return the highest rating of a player and the list that shows it. `stored`: the highest rating by the roll; if no
    list shows as much, the list is None."""
    if best is None or best.original_rating is None or best.original_rating < stored:
        return stored or None, None
    return best.original_rating, best.list_


def _highest_then_oldest(point: ListPoint) -> tuple[int, int]:
    """Sort key: the highest rating, on the earliest list."""
    return point.original_rating or 0, -int(point.list_)


def _ranks_of_player(catalogue: Catalogue, key: int) -> Iterator[Rank]:
    """Yield the player's ranks: among all, federation, region, women, juniors, seniors; nothing for a player who is not
    shown as active."""
    rank, people = int(catalogue.rank[key]), catalogue.published.people
    if not rank:
        return
    yield Rank("all", "", rank, catalogue.counts[""])
    federation, region = people.federation[key], people.region[key]
    if federation:
        yield Rank("federation", federation, int(catalogue.rank_in_federation[key]), catalogue.counts[federation])
    if region:
        yield Rank("region", region, int(catalogue.rank_in_region[key]), catalogue.counts_in_regions[region])
    groups = {"women": catalogue.rank_of_women, "juniors": catalogue.juniors, "seniors": catalogue.seniors}
    for group, ranks in groups.items():
        if ranks[key]:
            yield Rank(group, "", int(ranks[key]), catalogue.sizes[group])


def _player_lines_by_list(connection: Connection, series: str, key: int) -> Iterator[tuple[int, PlayerLines]]:
    """Yield (list, the player's results by event) for each list that rated any; lists without results are left out."""
    for list_, packed in connection.execute(_PLAYER_LINES_QUERY, {"series": series, "chunk": key // CHUNK}).all():
        table = unpack(PlayerLines, packed)
        first, last = table.player.searchsorted([key, key + 1]).tolist()
        if first < last:
            yield list_, table.cut(slice(first, last))


def event_keys_of_player(connection: Connection, series: str, key: int) -> dict[int, tuple[int, ...]]:
    """Return the keys of the events in which a player was reported, by the list that rated them."""
    return {list_: tuple(table.key.tolist()) for list_, table in _player_lines_by_list(connection, series, key)}


@dataclass(frozen=True)
class EventHead:
    """Name and days of a rated event."""

    code: str
    name: str
    start: Day
    end: Day


def event_heads(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, EventHead]:
    """Return name and days of these rated events of a series, by key; keys of other events are left out."""
    rows = connection.execute(_EVENT_HEADS_QUERY, {"series": series, "keys": sorted(set(keys))})
    return {
        row.event_key: EventHead(
            row.code, json.loads(row.facts or "{}").get("name", "") or row.code, Day(row.start), Day(row.end)
        )
        for row in rows
    }


def _career_events(connection: Connection, series: str, lines: dict[int, PlayerLines]) -> tuple[CareerEvent, ...]:
    """Return the player's events, newest first; `lines`: the results of the player by list."""
    heads = event_heads(connection, series, (int(key) for table in lines.values() for key in table.key))
    events = []
    for list_, table in lines.items():
        for row in range(len(table)):
            head = heads.get(int(table.key[row]))
            if head is not None:
                events.append(_career_event(series, list_, table, row, head))
    return tuple(sorted(events, key=lambda event: (event.list_, event.end, event.code), reverse=True))


def _career_event(series: str, list_: int, table: PlayerLines, row: int, head: EventHead) -> CareerEvent:
    """Build an event of a career from one row of the results of a player; without K there is no change."""
    games, k = int(table.games[row]), int(table.k[row])
    return CareerEvent(
        series, Month(list_), head.code, head.name, head.start, head.end, int(table.half_points[row]), games,
        half_up(int(table.met[row]), games) if games else None, k or None, int(table.change[row]) if k else None,
        Status(int(table.status[row])),
    )  # fmt: skip


def common_events(connection: Connection, series: str, first: int, second: int) -> dict[int, tuple[int, ...]]:
    """Return the keys of the events in which both players were reported, by list; lists without such events are left
    out."""
    mine, theirs = event_keys_of_player(connection, series, first), event_keys_of_player(connection, series, second)
    both = {list_: np.intersect1d(mine[list_], theirs[list_]).tolist() for list_ in mine.keys() & theirs.keys()}
    return {list_: tuple(keys) for list_, keys in sorted(both.items()) if keys}


@dataclass(frozen=True)
class MetGame:
    """A game in a rated event, from one player's side."""

    series: str
    list_: Month
    event: str
    name: str
    end: Day
    round: int
    colour: Colour | None
    rating: int | None
    opponent_id: int
    opponent_name: str
    opponent_rating: int | None
    score: HalfPoints
    delta: Hundredths
    status: Status


def games_between(connection: Connection, heads: Iterable[ListHead], first: int, second: int) -> Iterator[MetGame]:
    """Yield the games between two players in rated events, oldest first in each series, as published and from the side
    of `first`. `heads` name the series; all their lists are searched."""
    other = office_number(second)
    for head in heads:
        for list_ in sorted(common_events(connection, head.series, first, second)):
            games = games_on_list(connection, head.series, list_, first)
            yield from (game for game in games if game.opponent_id == other)


def games_on_list(connection: Connection, series: str, list_: int, key: int) -> Iterator[MetGame]:
    """Yield the games of a player that a list rated, event by event."""
    for event in explain_player_on_list(connection, series, list_, key).events:
        for game in event.games:
            yield MetGame(
                series, Month(list_), event.code, event.name, event.end, game.round, game.colour, event.ro,
                game.opponent_id, game.opponent_name, game.opponent_rating, game.score, game.delta, game.status,
            )  # fmt: skip


@dataclass(frozen=True)
class Waits:
    """Why a player's first rating is not published yet, and the results that wait."""

    series: str
    list_: Month
    edition: str
    games: int
    missing: int
    until: Month | None  # the last list on which all of them count
    outcome: FirstOutcome
    step: Step  # the decision with its articles
    events: tuple[PooledEvent, ...]


def results_waiting_of_player(connection: Connection, head: ListHead, key: int) -> Waits | None:
    """Return the results that wait for a player after a list, and why; None if the player waits for nothing: no
    results, or the first rating is published."""
    part = schema.period_part
    rows = select(part.c.packed).where(
        part.c.series == head.series, part.c.list == head.list_, part.c.chunk == key // CHUNK, part.c.name == "firsts"
    )
    packed = connection.execute(rows).scalar()
    table = unpack(Firsts, packed or b"")
    places = np.flatnonzero(table.player == key).tolist()
    if not places or int(table.outcome[places[0]]) == FirstOutcome.PUBLISHED.value:
        return None
    row = places[0]
    opened = explain_player_on_list(connection, head.series, head.list_, key)
    until = int(table.until[row])
    return Waits(
        head.series,
        head.list_,
        opened.edition,
        int(table.games[row]),
        int(table.missing[row]),
        Month(until) if until else None,
        FirstOutcome(int(table.outcome[row])),
        opened.steps[-1],
        opened.pooled,
    )
