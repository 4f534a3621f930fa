"""Decide what the results waiting for a first rating come to: the window, the minimum of games, the floor.

The pool holds a row per newcomer and event that counts. A period drops what has left the window, adds what counted, and
sees of each player whether their first rating can be published; if not, it says what is missing and until when.
How a pool is computed is asked of the edition of its newest event; how long results wait, of the edition of the list.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, Bools, FirstOutcome, Firsts, Players, Pool
from arpad.days import Day, counted, latest_of, months_of, uncounted
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import LIST_CALENDAR
from arpad.law.rules.newcomers import (
    BELOW_FLOOR,
    FIRST_EVENT,
    FLOOR,
    MINIMUM_GAMES,
    MINIMUM_GAMES_CHAMPIONSHIP,
    MINIMUM_GAMES_MEMBER,
    POOLING_WINDOW,
    UNDER_HALF_ROUND_ROBIN,
    Months,
    NoTerm,
)
from arpad.rating.initial import FirstRating, first_rating
from arpad.rating.newcomers import only_very_first
from arpad.rating.roundrobin import opponents_of, round_robins
from arpad.rating.sums import places, sums

Ints = npt.NDArray[np.int64]

BITS = 32  # of a column of players, lists or days


def waiting_pool(book: Rulebook, list_: int, pool: Pool, rated: Bools) -> Pool:
    """What still waits on a list, of those who are not rated. `rated` is by player.

    A result that has left the window is lost. Where a text tests the very first event alone, that there was one is
    remembered, as a row without games.
    """
    pool = pool.take(~rated[pool.player])
    inside = in_window(book, list_, pool)
    if inside.all() or not only_very_first(book.rule(FIRST_EVENT)):
        return pool.take(inside)
    known = np.zeros(len(rated), bool)
    known[pool.player[inside]] = True
    outside = np.flatnonzero(~inside & ~known[pool.player])
    last = outside[np.lexsort((pool.key[outside], pool.end[outside], pool.player[outside]))]
    last = last[np.append(np.diff(pool.player[last]) != 0, True)] if len(last) else last
    nothing = {name: np.zeros(len(last), getattr(pool, name).dtype) for name in ("games", "half_points", "met")}
    return Pool.join([pool.take(inside), replace(pool.take(last), **nothing)])


def in_window(book: Rulebook, list_: int, pool: Pool) -> Bools:
    """Which rows still count on a list: the event ended in one of the periods of the window, where there is one."""
    months = window(book)
    if months is None:
        return np.ones(len(pool), bool)
    ended = counted(months_of(pool.end.astype(np.int64)))
    oldest = counted(np.array(list_)) - months
    inside: Bools = ended >= oldest
    return inside


def window(book: Rulebook) -> int | None:
    """The months for which results wait; None: as long as it takes."""
    rule = book.rule(POOLING_WINDOW)
    match rule:
        case Months():
            return rule.months
        case NoTerm():
            return None
        case _:
            assert_never(rule)


def ordered(pool: Pool) -> Pool:
    """The rows by player, and each player's in the order in which they were rated and played."""
    played, rated = _one(pool.start, pool.end), _one(pool.player, pool.list)
    return pool.take(np.lexsort((pool.key, played, rated)))


def _one(high: I32, low: I32) -> Ints:
    """Two columns as one to sort by."""
    return high.astype(np.int64) << BITS | low


def formulas(books: tuple[Rulebook, ...], pool: Pool, at: npt.NDArray[np.intp], size: int) -> npt.NDArray[np.intp]:
    """Of each of `size` players the place of the edition that computes their results: that of their newest event.

    `at` says whose a row of the pool is. An event follows the newest of the editions that were in force when it began.
    The period's own edition, the last, serves whoever has no result, and results older than all of the editions.
    """
    since = np.array([Day.of(book.head.in_force) for book in books])
    order = np.argsort(since, kind="stable")
    results = pool.games > 0
    rank = np.searchsorted(since[order], pool.start[results], side="right") - 1
    newest = np.full(size, -1)
    np.maximum.at(newest, at[results], rank)
    return np.where(newest < 0, len(books) - 1, order[newest]).astype(np.intp)


def newest_starts(pool: Pool) -> list[int]:
    """The first days of the newest results of all who wait: on these their editions are asked for."""
    results = pool.take(pool.games > 0)
    newest = np.zeros(int(results.player.max(initial=-1)) + 1, np.int64)
    np.maximum.at(newest, results.player, results.start)
    return [day for day in np.unique(newest).tolist() if day]


@dataclass(frozen=True)
class Sums:
    """The pools of some players, added up."""

    games: Ints
    half_points: Ints
    met: Ints
    opponents: Ints  # of the one round robin that is the whole pool; otherwise 0


@dataclass(frozen=True)
class Fate:
    """What becomes of the pools of some players."""

    outcome: Ints
    missing: Ints  # games, of a pool that is too small; otherwise 0
    until: Ints  # the last list on which the oldest results count; 0 where nothing waits


def firsts(
    books: tuple[Rulebook, ...], list_: int, players: Players, pool: Pool, newcomers: npt.NDArray[np.int64]
) -> tuple[Firsts, Pool]:
    """The first-rating sheets of these players (ascending), and what goes on waiting, in order. Every row of the pool
    is of one of them; the last of the books is the period's own."""
    whose = places(newcomers, len(players)).take(pool.player).astype(np.intp)
    formula = formulas(books, pool, whose, len(newcomers))
    made = []
    for place in np.unique(np.append(formula, len(books) - 1)).tolist():
        mine = formula == place
        made.append(_by_one(books[place], books[-1], list_, players, pool.take(mine[whose]), newcomers[mine]))
    sheets, waiting = Firsts.join([part for part, _ in made]), Pool.join([part for _, part in made])
    return sheets.take(np.argsort(sheets.player)), ordered(waiting)


def _by_one(
    book: Rulebook, own: Rulebook, list_: int, players: Players, pool: Pool, newcomers: npt.NDArray[np.int64]
) -> tuple[Firsts, Pool]:
    """The same of players whose results one edition computes; `own` is that of the list, which shows nothing below its
    floor."""
    rule = book.find(BELOW_FLOOR)
    if rule is not None:
        pool = ordered(pool)  # the earliest results may have to go
    place = places(newcomers, len(players))
    at = place.take(pool.player).astype(np.intp)
    kept = np.ones(len(pool), bool)
    pooled = _sums(book, pool, at, kept, len(newcomers))
    found = first_rating(book, pooled.met, pooled.games, pooled.half_points, pooled.opponents)
    needed = _needed(book, players, newcomers)
    enough = (pooled.games >= needed) | _championship(book, pool, at, len(newcomers))
    floor = highest_floor(book, own)
    low = enough & (found.rating < floor)

    restarted = np.zeros(len(newcomers), bool)
    if rule is not None and low.any():
        kept, restarted = _drop_earliest(book, floor, pool, at, low)
        again = _sums(book, pool, at, kept, len(newcomers))
        pooled = Sums(*(np.where(restarted, old, new) for old, new in zip(_all(pooled), _all(again), strict=True)))
        found = first_rating(book, pooled.met, pooled.games, pooled.half_points, pooled.opponents)
        enough = np.where(low, rule.publish_below_minimum | (pooled.games >= needed), enough)
        low &= restarted

    outcome = np.select(
        (restarted, ~enough, low),
        (FirstOutcome.RESTARTED, FirstOutcome.PENDING, FirstOutcome.BELOW_FLOOR),
        FirstOutcome.PUBLISHED,
    )
    stays = (outcome == FirstOutcome.PENDING.value) | (outcome == FirstOutcome.BELOW_FLOOR.value)
    waiting = pool.take(kept & stays[at])
    missing = np.where(outcome == FirstOutcome.PENDING.value, np.maximum(needed - pooled.games, 0), 0)
    until = _until(own, waiting, place.take(waiting.player), len(newcomers))
    return _sheets(newcomers, pooled, found, Fate(outcome, missing, until)), waiting


def highest_floor(*books: Rulebook) -> int:
    """The rating that a first rating must reach under all of these editions."""
    return max(book.rule(FLOOR).rating for book in books)


def _sums(book: Rulebook, pool: Pool, at: npt.NDArray[np.intp], kept: Bools, size: int) -> Sums:
    rows = np.flatnonzero(kept)
    at = at[rows]
    games, half_points = sums(at, pool.games[rows], size), sums(at, pool.half_points[rows], size)
    met = sums(at, pool.met[rows], size)
    robin = round_robins(pool.system[rows])
    robin &= book.has(UNDER_HALF_ROUND_ROBIN)
    alone = robin & (np.bincount(at, minlength=size) == 1)[at]
    n = opponents_of(pool.games[rows].astype(np.int64), pool.system[rows])
    opponents = np.zeros(size, np.int64)
    opponents[at[alone]] = n[alone]
    return Sums(games, half_points, met, opponents)


def _all(sums: Sums) -> tuple[Ints, Ints, Ints, Ints]:
    return sums.games, sums.half_points, sums.met, sums.opponents


def _needed(book: Rulebook, players: Players, newcomers: Ints) -> Ints:
    """The games each player needs."""
    needed = np.full(len(newcomers), book.rule(MINIMUM_GAMES).games, np.int64)
    members = book.find(MINIMUM_GAMES_MEMBER)
    if members is not None:
        needed[players.member[newcomers] > 0] = members.games
    return needed


def _championship(book: Rulebook, pool: Pool, at: npt.NDArray[np.intp], size: int) -> Bools:
    """Who played enough games in one team championship."""
    enough = np.zeros(size, bool)
    rule = book.find(MINIMUM_GAMES_CHAMPIONSHIP)
    if rule is not None:
        enough[at[pool.championship & (pool.games >= rule.games)]] = True
    return enough


def _drop_earliest(book: Rulebook, floor: int, pool: Pool, at: npt.NDArray[np.intp], low: Bools) -> tuple[Bools, Bools]:
    """Keep of each low pool the longest run of its latest events that reaches the floor; none: it starts anew."""
    rows = np.flatnonzero(low[at])
    of = at[rows]
    met, games, half_points = (
        _from_the_right(column[rows].astype(np.int64), of) for column in (pool.met, pool.games, pool.half_points)
    )
    run = first_rating(book, met, games, half_points, np.zeros(len(rows), np.int64))
    reaches = (run.rating >= floor) & (games > 0)
    start = np.full(len(low), len(pool))
    np.minimum.at(start, of[reaches], rows[reaches])
    kept = ~low[at] | (np.arange(len(pool)) >= start[at])
    return kept, low & (start == len(pool))


def _from_the_right(values: Ints, groups: npt.NDArray[np.intp]) -> Ints:
    """Sums from each row to the end of its group."""
    total = np.cumsum(values[::-1])[::-1]
    ends = np.flatnonzero(np.diff(groups, append=-1))
    after = np.append(total, 0)[ends + 1]
    sums: Ints = total - np.repeat(after, np.diff(np.append(-1, ends)))
    return sums


def _until(book: Rulebook, waiting: Pool, at: I32, size: int) -> Ints:
    """The last list on which each player's oldest results count; 0 where nothing waits, and where there is no last.
    `at` says whose they are."""
    months = window(book)
    if months is None:
        return np.zeros(size, np.int64)
    never = np.iinfo(np.int64).max
    oldest = np.full(size, never)
    results = waiting.games > 0
    at, ended = at[results], counted(months_of(waiting.end[results].astype(np.int64)))
    np.minimum.at(oldest, at, ended)
    last = np.where(oldest < never, oldest, 0) + months
    list_ = uncounted(latest_of(last, book.rule(LIST_CALENDAR).months))
    return np.where(oldest < never, list_, 0)


def _sheets(newcomers: Ints, sums: Sums, found: FirstRating, fate: Fate) -> Firsts:
    return Firsts(
        newcomers.astype(np.int32),
        sums.games.astype(np.uint16),
        sums.half_points.astype(np.uint16),
        sums.met.astype(np.int32),
        found.ra_sum.astype(np.int32),
        found.ra_games.astype(np.uint16),
        found.result.p.astype(np.uint8),
        found.result.dp.astype(np.int16),
        found.result.rating.astype(np.int16),
        found.rating.astype(np.int16),
        fate.outcome.astype(np.uint8),
        fate.missing.astype(np.uint16),
        fate.until.astype(np.int32),
    )
