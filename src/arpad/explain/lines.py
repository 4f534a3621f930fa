"""Lay out a player's events and games as a period rated them: FIDE's columns, both passes of a round robin, articles.

Each line is a row of the ledger or of the lines. Nothing is computed here that the period did not compute; where a sum
over games is shown as their mean, the form is all that is new.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from arpad.columns import KChanges, KReason, Source, Status, concept_of, label
from arpad.exact import HalfPoints, Hundredths, half_up
from arpad.explain.numbers import articles
from arpad.explain.round_robin import Passes, passes_of
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.coefficient import OWN_REASONS
from arpad.law.rules.rating import COEFFICIENT, COEFFICIENT_CEILING, EXPECTATION_TABLE, LATE_RATED
from arpad.rating import Period

_COUNTED = ("rating-difference", "difference-limit", "rating-change")


@dataclass(frozen=True)
class TableRow:
    """The row of the table that gave an expectation: these differences, and the share of the higher and the lower."""

    low: int
    high: int | None  # null: and all above
    higher: Hundredths
    lower: Hundredths


@dataclass(frozen=True)
class ColumnArticles:
    """By which articles each column of an event's games came about."""

    difference: tuple[str, ...]
    limit: tuple[str, ...]
    expected: tuple[str, ...]
    delta: tuple[str, ...]
    k: tuple[str, ...]


@dataclass(frozen=True)
class GameLine:
    """One game; what does not apply to a game that did not count is null."""

    opponent_rating: int | None
    score: HalfPoints
    difference: int | None
    counted_difference: int | None  # after the limit
    limited: bool
    expected: Hundredths | None
    table_row: TableRow | None
    delta: Hundredths
    status: Status
    articles: tuple[str, ...]


@dataclass(frozen=True)
class KFrom:
    """From which counted game of an event on another K holds, where K is counted game by game."""

    game: int
    k: int
    k_reason: str | None


@dataclass(frozen=True)
class EventLine:
    """One event, with the columns that FIDE prints (Rc Ro w n chg K K*chg); a newcomer's has neither K nor change."""

    rulebook: str
    rc: int | None
    ro: int | None
    score: HalfPoints
    counted: int
    sum: Hundredths
    k: int | None  # of its first game, where K is counted game by game
    k_reason: str | None  # the clause that gives K
    k_ceiling: bool  # K is lower than that clause says: so many games allow no more
    k_changes: tuple[KFrom, ...]  # inside the event
    change: Hundredths
    status: Status
    articles: tuple[str, ...]
    columns: ColumnArticles
    round_robin: Passes | None
    games: tuple[GameLine, ...]


def event_lines(period: Period, player: int) -> tuple[EventLine, ...]:
    """A player's events, in the order of the period."""
    return tuple(event_line(period, entry) for entry in entries_of(period, player))


def entries_of(period: Period, player: int) -> list[int]:
    """Where a player sits in the events of a period."""
    entries: list[int] = np.flatnonzero(period.entries.player == player).tolist()
    return entries


def event_line(period: Period, entry: int) -> EventLine:
    """What an event was worth to the player of an entry."""
    lines, event = period.lines, int(period.entries.event[entry])
    book = period.books[int(period.events.edition[event])]
    counted, status = int(lines.games[entry]), Status(int(lines.status[entry]))
    rc = half_up(int(lines.met[entry]), counted) if counted else None
    used = _used_k(period, entry, book)
    lowered = 0 < used.k < used.given
    return EventLine(
        book.id,
        rc,
        int(period.entries.own[entry]) or None,
        int(lines.half_points[entry]),
        counted,
        int(lines.sum[entry]),
        used.k or None,
        used.reason,
        lowered,
        used.changes,
        int(lines.change[entry]),
        status,
        articles(book, (*concepts(status), *_rated_since(period, entry))),
        _columns(book, lowered),
        passes_of(period, entry),
        tuple(_game(period, book, row) for row in ledger_rows(period, entry)),
    )


@dataclass(frozen=True)
class _UsedK:
    """K of an entry's first game, what it was lowered from, its clause, and where it changes inside the event."""

    k: int
    given: int
    reason: str | None
    changes: tuple[KFrom, ...] = ()


def _used_k(period: Period, entry: int, book: Rulebook) -> _UsedK:
    """As the list has it, unless games were counted one by one and another clause came to hold in the period."""
    k, given = int(period.lines.k[entry]), int(period.entries.k[entry])
    rows = _of_line(period, entry)
    if not k or not len(rows):
        return _UsedK(k, given, _k_reason(book, int(period.entries.k_reason[entry])) if k else None)
    rule, listed = period.books[-1].rule(COEFFICIENT), int(period.entries.k_reason[entry])
    clauses = {rule.reason_of(clause): clause for clause in rule.clauses}
    named = [rule.reason(number) for number in rows.k_reason.tolist()]
    first = int(rows.k_reason[0])
    if first != listed and first in clauses:
        given = clauses[first].k
    inside = zip(rows.games.tolist()[1:], pairwise(rows.k.tolist()), named[1:], strict=True)
    turns = tuple(KFrom(games + 1, now, clause) for games, (before, now), clause in inside if now != before)
    return _UsedK(k, given, named[0], turns)


def _of_line(period: Period, entry: int) -> KChanges:
    """The rows of K of an entry: of several that a player has in an event, those between two beginnings."""
    rows, entries = period.k_changes, period.entries
    key, player = period.events.key[entries.event[entry]], entries.player[entry]
    mine = rows.take((rows.player == player) & (rows.key == key))
    seats = np.flatnonzero((entries.player == player) & (entries.event == entries.event[entry]))
    seats = seats[period.lines.games[seats] > 0]
    return mine.take(np.cumsum(mine.games == 0) - 1 == np.searchsorted(seats, entry))


def _k_reason(book: Rulebook, number: int) -> str | None:
    """The clause of K; null where a list of another edition numbered it."""
    clauses = book.rule(COEFFICIENT).clauses
    if number >= OWN_REASONS + len(clauses):
        return None
    return clauses[number - OWN_REASONS].name if number >= OWN_REASONS else label(KReason(number))


def _columns(book: Rulebook, ceiling: bool) -> ColumnArticles:
    names = (COEFFICIENT.name, COEFFICIENT_CEILING.name) if ceiling else (COEFFICIENT.name,)
    each = ("rating-difference",), ("difference-limit",), (EXPECTATION_TABLE.name,), ("rating-change",), names
    return ColumnArticles(*(articles(book, concepts_) for concepts_ in each))


def ledger_rows(period: Period, entry: int) -> list[int]:
    """The rows of an entry in the ledger, in the order of play."""
    rows = np.flatnonzero(period.ledger.entry == entry)
    order = period.games.order[period.ledger.game[rows]]
    played: list[int] = rows[np.argsort(order, kind="stable")].tolist()
    return played


def _game(period: Period, book: Rulebook, row: int) -> GameLine:
    ledger = period.ledger
    status = Status(int(ledger.status[row]))
    counts = status == Status.COUNTED
    met, difference, counted = int(ledger.met[row]), int(ledger.difference[row]), int(ledger.counted[row])
    return GameLine(
        met if status <= Status.POOLED else met or None,
        int(ledger.half_points[row]),
        difference if counts else None,
        counted if counts else None,
        counts and counted != difference,
        int(ledger.expected[row]) if counts else None,
        _table_row(book, counted) if counts else None,
        int(ledger.delta[row]),
        status,
        articles(book, _concepts_of_row(period, row, status)),
    )


def _concepts_of_row(period: Period, row: int, status: Status) -> tuple[str, ...]:
    """The concepts behind a game; among them that somebody was rated between the event and its rating."""
    own, opponent = int(period.ledger.entry[row]), int(period.ledger.opponent[row])
    against = _rated_since(period, opponent) if status == Status.UNRATED_OPPONENT else ()
    return (*concepts(status), *dict.fromkeys((*_rated_since(period, own), *against)))


def _rated_since(period: Period, entry: int) -> tuple[str, ...]:
    """The concept of a player who was rated only after the event began; nothing for anybody else."""
    return (LATE_RATED.name,) if period.entries.source[entry] == Source.LATE.value else ()


def _table_row(book: Rulebook, difference: int) -> TableRow | None:
    band = book.expectation.band(difference)
    return None if band is None else TableRow(band.low, band.high, band.higher, band.lower)


def concepts(status: Status) -> tuple[str, ...]:
    """The concepts behind what became of a game or a result."""
    if status == Status.COUNTED:
        return _COUNTED
    return ("pooled-result",) if status == Status.POOLED else (concept_of(status),)
