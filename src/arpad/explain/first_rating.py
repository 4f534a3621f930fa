"""The events behind a newcomer's first rating: those that waited and those the period added.

A period stores only the sums over a newcomer's pool. The rows shown are those of the list before and the events that
counted now; where the earliest results had to go, the latest rows that give the stored sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from arpad.columns import Pool, Status, System
from arpad.days import Day, Month
from arpad.exact import HUNDREDTHS, HalfPoints, Hundredths, half_up
from arpad.explain.lines import entries_of
from arpad.explain.numbers import FirstOf, Step, step
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import FIRST_EVENT
from arpad.rating import Period
from arpad.rating.pool import formulas, in_window, ordered

TESTED = (Status.POOLED, Status.FIRST_EVENT, Status.MINIMUM_EVENT_GAMES, Status.FIRST_RESULT)


@dataclass(frozen=True)
class EventName:
    """How people call an event."""

    code: str
    name: str
    federation: str = ""  # where it was played


@dataclass(frozen=True)
class PooledEvent:
    """A result that counts towards a first rating; `list` is the one that rated it."""

    code: str
    name: str
    start: Day
    end: Day
    list: Month
    system: System
    cycles: int  # how often everybody met everybody, in a round robin; 0 elsewhere
    championship: bool
    games: int
    score: HalfPoints
    average: Hundredths


def pooled_events(period: Period, player: int, waited: Pool, names: Mapping[int, EventName]) -> tuple[PooledEvent, ...]:
    """The events behind a newcomer's first rating, in the order in which they were rated and played. `waited` is what
    the list before left waiting, `names` has the events by their keys."""
    pool = _results(period, player, waited)
    return tuple(_pooled_event(pool, row, names) for row in range(len(pool)))


def formula_of(period: Period, player: int, waited: Pool) -> Rulebook:
    """The edition by which a newcomer's results are computed: that of the newest of them."""
    pool = _results(period, player, waited)
    return period.books[int(formulas(period.books, pool, np.zeros(len(pool), np.intp), 1)[0])]


def first_event(
    period: Period, player: int, waited: Pool, names: Mapping[int, EventName], by_registration: bool
) -> Iterator[Step]:
    """Which of several events of a newcomer is the first, and why: the order decides what is asked of each."""
    if not (period.firsts.player == player).any():
        return
    events, book = period.events, period.books[-1]
    mine = [e for e in entries_of(period, player) if Status(int(period.lines.status[e])) in TESTED]
    now = [int(at) for at in period.entries.event[mine]]
    before = ordered(book, waited.take(waited.player == player))
    keys = [*before.key.tolist(), *events.key[now].tolist()]
    if len(keys) == 1 or not now:
        return
    if len(before):
        which = "list"
    elif events.start[now[0]] != events.start[now[1]]:
        which = "start"
    elif events.end[now[0]] != events.end[now[1]]:
        which = "end"
    else:
        which = "registration" if by_registration else "content"
    first, second = (names.get(key, EventName("", "")).code for key in (keys[0], keys[len(before) or 1]))
    yield step(book, f"first-event-{which}", FirstOf(first, second), FIRST_EVENT.name)


def _results(period: Period, player: int, waited: Pool) -> Pool:
    """What the first-rating sheet of a newcomer is made of, in order; nothing of somebody who has none."""
    rows = np.flatnonzero(period.firsts.player == player)
    if not len(rows):
        return Pool.room(0)
    inside = waited.take((waited.player == player) & in_window(period.books[-1], period.list_, waited))
    pool = ordered(period.books[-1], Pool.join([inside, _rows_added_by_period(period, player)]))
    pool = pool.take(pool.games > 0)  # a very first event that did not count is only remembered
    return pool.cut(_rows_that_count(pool, period, int(rows[0])))


def _rows_added_by_period(period: Period, player: int) -> Pool:
    """The rows that the period adds."""
    at = [e for e in entries_of(period, player) if period.lines.status[e] == Status.POOLED.value]
    events, lines = period.events, period.lines
    event = period.entries.event[at]
    return Pool(
        period.entries.player[at],
        events.key[event],
        events.start[event],
        events.end[event],
        np.full(len(at), period.list_, np.int32),
        events.system[event],
        events.championship[event],
        lines.games[at],
        lines.half_points[at],
        lines.met[at],
    )


def _rows_that_count(pool: Pool, period: Period, row: int) -> slice:
    """The latest rows that come to the sums of the period; all of them where none do."""
    sheet = period.firsts
    sums = int(sheet.games[row]), int(sheet.half_points[row]), int(sheet.met[row])
    columns = (pool.games, pool.half_points, pool.met)
    for first in range(len(pool)):
        if tuple(int(column[first:].sum()) for column in columns) == sums:
            return slice(first, len(pool))
    return slice(0, len(pool))


def _pooled_event(pool: Pool, row: int, names: Mapping[int, EventName]) -> PooledEvent:
    named, games = names.get(int(pool.key[row]), EventName("", "")), int(pool.games[row])
    return PooledEvent(
        named.code,
        named.name,
        Day(int(pool.start[row])),
        Day(int(pool.end[row])),
        Month(int(pool.list[row])),
        System(int(pool.system[row])),
        System(int(pool.system[row])).cycles,
        bool(pool.championship[row]),
        games,
        int(pool.half_points[row]),
        half_up(int(pool.met[row]) * HUNDREDTHS, games),
    )
