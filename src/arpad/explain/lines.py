"""Lay out a player's events and games as a period rated them: FIDE's columns, both passes of a round robin, articles.

Each line is a row of the ledger or of the lines. Nothing is computed here that the period did not compute; where a sum
over games is shown as their mean, the form is all that is new.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import Status, concept_of
from arpad.exact import HalfPoints, Hundredths, half_up
from arpad.explain.numbers import articles
from arpad.explain.roundrobin import Passes, passes_of
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.rating import Period

_COUNTED = ("rating-difference", "difference-limit", "rating-change")


@dataclass(frozen=True)
class GameLine:
    """One game; what does not apply to a game that did not count is null."""

    opponent_rating: int | None
    score: HalfPoints
    difference: int | None
    counted_difference: int | None  # after the limit
    limited: bool
    expected: Hundredths | None
    delta: Hundredths
    status: Status
    articles: tuple[str, ...]


@dataclass(frozen=True)
class EventLine:
    """One event, with the columns that FIDE prints (Rc Ro w n chg K K*chg); a newcomer's has neither K nor change."""

    rulebook: str
    rc: int | None
    ro: int | None
    score: HalfPoints
    counted: int
    sum: Hundredths
    k: int | None
    change: Hundredths
    status: Status
    articles: tuple[str, ...]
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
    return EventLine(
        book.id,
        rc,
        int(period.entries.own[entry]) or None,
        int(lines.half_points[entry]),
        counted,
        int(lines.sum[entry]),
        int(lines.k[entry]) or None,
        int(lines.change[entry]),
        status,
        articles(book, concepts(status)),
        passes_of(period, entry),
        tuple(_game(period, book, row) for row in ledger_rows(period, entry)),
    )


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
        int(ledger.delta[row]),
        status,
        articles(book, concepts(status)),
    )


def concepts(status: Status) -> tuple[str, ...]:
    """The concepts behind what became of a game or a result."""
    if status == Status.COUNTED:
        return _COUNTED
    return ("pooled-result",) if status == Status.POOLED else (concept_of(status),)
