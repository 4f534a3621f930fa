"""Rate a period: events, entries and games in, ledger, lines, worksheets, first ratings and the next pool out.

Four functions, two of them by batch: `survey` and `score` look at whole events of one edition, `judge` and `settle` at
each player once. They are pure; batches may be worked on in any order and anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from arpad.columns import (
    U8,
    Bools,
    Entries,
    Events,
    Firsts,
    Games,
    KChanges,
    Ledger,
    Lines,
    Players,
    Pool,
    Role,
    Source,
    Status,
    Table,
    WorkOutcome,
    Worksheets,
)
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.rating.batch import GAMES_IN_A_BATCH, Batch, Earlier, Unfinished, batches
from arpad.rating.change import GameByGame, Rolls, change, listed
from arpad.rating.counting import count_by_game
from arpad.rating.crossing import cross
from arpad.rating.fitting import PeriodTables, must_fit
from arpad.rating.newcomers import Survey, Verdicts, Waiting, judge, nobody
from arpad.rating.pool import firsts, ordered, waiting_pool
from arpad.rating.score import score, survey

Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Calls a function with each of several things, anywhere, and gives what comes of them in their order."""


@dataclass(frozen=True)
class Judged:
    """A batch, and what was decided about its entries."""

    part: Batch
    status: U8
    left: Bools


@dataclass(frozen=True)
class Period:
    """What a period gives, and what it was made from."""

    list_: int
    books: tuple[Rulebook, ...]
    events: Events
    entries: Entries
    games: Games
    ledger: Ledger
    lines: Lines
    worksheets: Worksheets
    firsts: Firsts
    pool: Pool
    k_changes: KChanges = field(default_factory=lambda: KChanges.room(0))  # where K is counted game by game


def rate(
    list_: int,
    books: tuple[Rulebook, ...],
    players: Players,
    rolls: Rolls,
    events: Events,
    entries: Entries,
    games: Games,
    pool: Pool,
    batch_size: int = GAMES_IN_A_BATCH,
    checked: bool = False,
    unfinished: Unfinished | None = None,
    spread: Spread | None = None,
) -> Period:
    """Rate the period that a list closes. `books` are the editions of its events and of those that newcomers wait with;
    the last is the period's own.

    Tables that do not fit together are refused, unless the caller has `checked` them. Every table is an argument of its
    own, because this is what a developer calls; inside they go together. `spread` has batches worked on by others.
    """
    tables = PeriodTables(list_, books, players, rolls, events, entries, games, pool)
    if not checked:
        must_fit(tables)
    book = books[-1]
    if unfinished is not None:
        unfinished = _without_spent(unfinished, events, entries, games, pool)
    parts = tuple(batches(books, events, entries, games, batch_size, unfinished))
    surveyed = Survey.join([nobody(), *(spread or map)(survey, parts)])
    if unfinished is not None:
        pool = pool.take(~np.isin(pool.key, events.key))  # an event that goes on is judged anew, with all its parts
    pool = waiting_pool(book, list_, pool, already_rated(rolls, entries))
    verdicts = judge(surveyed, books, Waiting.of(pool, len(players)))
    status, left = _by_entry(entries, surveyed, verdicts)
    ledger, lines = Ledger.room(2 * len(games)), Lines.room(len(entries))
    judged = (Judged(part, status[part.seats], left[part.seats]) for part in parts)
    if spread is None:
        for each in judged:
            score(each.part, each.status, each.left, ledger.cut(each.part.rows), lines.cut(each.part.seats))
    else:
        for part, (of_games, of_seats) in zip(parts, spread(scored, tuple(judged)), strict=True):
            _put(ledger.cut(part.rows), of_games)
            _put(lines.cut(part.seats), of_seats)
    by_game = count_by_game(tables, ledger)
    lines, worksheets, sheets, pool = settle(replace(tables, pool=pool), lines, surveyed, verdicts, by_game)
    changes = KChanges.room(0) if by_game is None else by_game.changes
    return Period(list_, books, events, entries, games, ledger, lines, worksheets, sheets, pool, changes)


def scored(judged: Judged) -> tuple[Ledger, Lines]:
    """What the games of a batch are worth, in tables of their own."""
    ledger, lines = Ledger.room(2 * len(judged.part.games)), Lines.room(len(judged.part.entries))
    score(judged.part, judged.status, judged.left, ledger, lines)
    return ledger, lines


def _put(room: Table, rows: Table) -> None:
    """Fill the place of some rows."""
    for name, column in room.columns():
        column[:] = getattr(rows, name)


def settle(
    tables: PeriodTables, lines: Lines, surveyed: Survey, verdicts: Verdicts, by_game: GameByGame | None = None
) -> tuple[Lines, Worksheets, Firsts, Pool]:
    """Finish each player once: changes of the rated, first ratings of the newcomers, what goes on waiting."""
    list_, book, players, rolls = tables.list_, tables.books[-1], tables.players, tables.rolls
    entries, pool = tables.entries, tables.pool
    lines, worksheets = change(book, rolls, entries, lines, by_game)
    worksheets = cross(tables, lines, worksheets, by_game)
    pool = Pool.join([pool, _counted(tables, lines, surveyed, verdicts)])
    rated = already_rated(rolls, entries)
    rated[worksheets.player[worksheets.outcome != WorkOutcome.DELISTED.value]] = True
    pool = pool.take(~rated[pool.player])
    waits = np.zeros(len(players), bool)
    waits[pool.player[pool.games > 0]] = True
    waits[entries.player[entries.role == Role.NEWCOMER.value]] = True
    has_sheet = waits[pool.player]  # of the others nothing but a first event is remembered
    sheets, waiting = firsts(tables.books, list_, players, pool.take(has_sheet), np.flatnonzero(waits & ~rated))
    return lines, worksheets, sheets, ordered(Pool.join([waiting, pool.take(~has_sheet)]))


def already_rated(rolls: Rolls, entries: Entries) -> Bools:
    """Who waits for no first rating: rated on the list being replaced, or through a standard rating that stood in."""
    rated: Bools = listed(rolls.replaced.state)
    rated[entries.player[(entries.role == Role.RATED.value) & (entries.source == Source.STANDARD.value)]] = True
    return rated


def _without_spent(unfinished: Unfinished, events: Events, entries: Entries, games: Games, pool: Pool) -> Unfinished:
    """Mark what a newcomer has lost of an earlier part: the pool has nothing of the event any more."""
    entry = np.stack((games.white, games.black), axis=1).reshape(-1)
    rows = np.flatnonzero((unfinished.earlier == Earlier.DECIDED.value) & (entries.role[entry] == Role.NEWCOMER.value))
    waiting = set(zip(pool.player.tolist(), pool.key.tolist(), strict=True))
    whose = zip(entries.player[entry[rows]].tolist(), events.key[entries.event[entry[rows]]].tolist(), strict=True)
    lost = np.fromiter((each not in waiting for each in whose), bool, len(rows))
    earlier = unfinished.earlier.copy()
    earlier[rows[lost]] = Earlier.SPENT
    return replace(unfinished, earlier=earlier)


def _by_entry(entries: Entries, surveyed: Survey, verdicts: Verdicts) -> tuple[U8, Bools]:
    """Of each entry: what becomes of a newcomer's games that can count, and whether he left the cross table."""
    status = np.full(len(entries), Status.UNRATED_OPPONENT, np.uint8)
    status[surveyed.entry] = verdicts.status
    left = np.zeros(len(entries), bool)
    left[surveyed.entry] = verdicts.leaves
    return status, left


def _counted(tables: PeriodTables, lines: Lines, surveyed: Survey, verdicts: Verdicts) -> Pool:
    """The pool rows that the period adds: results that count, and very first events to be remembered."""
    events, entries = tables.events, tables.entries
    chosen = (verdicts.status == Status.POOLED.value) | verdicts.marker
    entry = surveyed.entry[chosen]
    event = entries.event[entry]
    return Pool(
        entries.player[entry],
        events.key[event],
        events.start[event],
        events.end[event],
        np.full(len(entry), tables.list_, np.int32),
        events.system[event],
        events.championship[event],
        lines.games[entry],
        lines.half_points[entry],
        lines.met[entry],
    )
