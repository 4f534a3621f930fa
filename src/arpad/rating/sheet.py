"""Lay out what a period did to one player, line by line, as an arbiter would write it on paper.

Every line is a row of the ledger, of the lines, or of a worksheet, with the concepts of the law behind it; the law
turns concepts into articles. Nothing is computed here that the period did not compute.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arpad.columns import FirstOutcome, Status, WorkOutcome, label
from arpad.exact import HUNDREDTHS, decimal, half_up, points
from arpad.law import Rulebook
from arpad.law.rules.newcomers import (
    FIRST_RATING_MAXIMUM,
    FLOOR,
    MINIMUM_GAMES,
    OPPONENTS_AVERAGE,
    OVER_HALF,
    Bonus,
)
from arpad.law.rules.rating import COEFFICIENT_CEILING
from arpad.rating.initial import average_met

if TYPE_CHECKING:
    from arpad.rating.period import Period

_COUNTED = ("rating-difference", "difference-limit", "rating-change")
MONTHS = 100  # a list is yyyymm


@dataclass(frozen=True)
class GameLine:
    """One game; what does not apply to a game that did not count is None."""

    opponent: int  # entry
    half_points: int
    met: int | None
    difference: int | None
    counted: int | None
    expected: int | None
    delta: int
    status: Status
    concepts: tuple[str, ...]


@dataclass(frozen=True)
class EventLine:
    """One event, with the columns that FIDE prints: Rc Ro w n chg K K*chg."""

    event: int
    book: Rulebook
    rc: int | None
    ro: int | None
    w: int  # half points
    n: int
    chg: int  # hundredths
    k: int | None
    k_chg: int  # hundredths
    status: Status
    ru_first: int | None
    ru: int | None
    games: tuple[GameLine, ...]


@dataclass(frozen=True)
class Step:
    """One line of the sum at the end."""

    what: str
    value: str
    concepts: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """Everything a period did to a player."""

    player: int
    events: tuple[EventLine, ...]
    steps: tuple[Step, ...]


def sheet(period: Period, player: int) -> Sheet:
    """The sheet of one player."""
    entries = np.flatnonzero(period.entries.player == player).tolist()
    steps = (*_worksheet(period, player), *_first(period, player))
    return Sheet(player, tuple(_event(period, entry) for entry in entries), steps)


def _event(period: Period, entry: int) -> EventLine:
    lines, event = period.lines, int(period.entries.event[entry])
    n, k = int(lines.games[entry]), int(lines.k[entry])
    rows = np.flatnonzero(period.ledger.entry == entry)
    order = period.games.order[period.ledger.game[rows]]
    return EventLine(
        event,
        period.books[int(period.events.edition[event])],
        half_up(int(lines.met[entry]), n) if n else None,
        int(period.entries.own[entry]) or None,
        int(lines.half_points[entry]),
        n,
        int(lines.sum[entry]),
        k or None,
        int(lines.change[entry]),
        Status(int(lines.status[entry])),
        int(lines.ru_first[entry]) or None,
        int(lines.ru[entry]) or None,
        tuple(_game(period, row) for row in rows[np.argsort(order, kind="stable")].tolist()),
    )


def _game(period: Period, row: int) -> GameLine:
    ledger = period.ledger
    status = Status(int(ledger.status[row]))
    counts = status == Status.COUNTED
    return GameLine(
        int(ledger.opponent[row]),
        int(ledger.half_points[row]),
        int(ledger.met[row]) if status <= Status.POOLED else int(ledger.met[row]) or None,
        int(ledger.difference[row]) if counts else None,
        int(ledger.counted[row]) if counts else None,
        int(ledger.expected[row]) if counts else None,
        int(ledger.delta[row]),
        status,
        concepts(status),
    )


def concepts(status: Status) -> tuple[str, ...]:
    """The concepts behind what became of a game or a result."""
    if status == Status.COUNTED:
        return _COUNTED
    return ("pooled-result",) if status == Status.POOLED else (label(status),)


def _worksheet(period: Period, player: int) -> Iterator[Step]:
    sheets, book = period.worksheets, period.books[-1]
    for row in np.flatnonzero(sheets.player == player).tolist():
        yield Step("rating on the list being replaced", str(sheets.base[row]), ("list-calendar",))
        yield Step(
            f"sum of the games that count, {sheets.games[row]}", decimal(int(sheets.sum[row])), ("rating-change",)
        )
        if book.has(COEFFICIENT_CEILING):
            name = COEFFICIENT_CEILING.name
            yield Step("largest K that so many games allow", str(sheets.ceiling[row]), (name,))
        yield Step("change of the period", decimal(int(sheets.change[row])), ("rating-change", "coefficient"))
        yield Step("rounded", f"{sheets.rounded[row]:+d}", ("change-rounding",))
        outcome = WorkOutcome(int(sheets.outcome[row]))
        below = f", below {book.rule(FLOOR).rating}: no longer listed" if outcome == WorkOutcome.DELISTED else ""
        back = ", listed again" if outcome == WorkOutcome.RETURNED else ""
        more = ("delisting",) if below else ()
        yield Step("new rating", f"{sheets.new[row]}{below}{back}", ("change-rounding", *more))


def _first(period: Period, player: int) -> Iterator[Step]:
    sheets, book = period.firsts, period.books[-1]
    for row in np.flatnonzero(sheets.player == player).tolist():
        games = int(sheets.games[row])
        score = f"{points(int(sheets.half_points[row]))} of {games}"
        yield Step("results that count", score, ("pooled-result", "pooling-window"))
        if games:
            yield from _formula(book, {name: int(column[row]) for name, column in sheets.columns()})
        if sheets.rating[row] != sheets.ru[row]:
            yield Step("at most", str(sheets.rating[row]), (FIRST_RATING_MAXIMUM.name,))
        outcome = FirstOutcome(int(sheets.outcome[row]))
        yield outcome_step(book, outcome, games, int(sheets.missing[row]), int(sheets.until[row]))


def _formula(book: Rulebook, first: dict[str, int]) -> Iterator[Step]:
    """The average, what the score adds or takes away, and what they come to."""
    whole = average_met(book, np.array([first["ra_sum"]]), np.array([first["ra_games"]]))[0]
    exact = decimal(half_up(first["ra_sum"] * HUNDREDTHS, first["ra_games"]))
    more = first["ra_games"] - first["games"]
    what = f"average over {first['ra_games']} games" + (f", {more} of them hypothetical" if more else "")
    yield Step(what, f"{exact}, whole {whole}", (OPPONENTS_AVERAGE.name, "intermediate-rounding"))
    yield Step("percentage", f"{first['p']} %", ("percentage",))
    over = first["half_points"] - first["games"]  # half points over one half
    side = "under-half" if over < 0 else "over-half" if over > 0 else "even-score"
    if over > 0 and isinstance(book.rule(OVER_HALF), Bonus):
        added = f"{first['ru'] - whole:+d}"
        yield Step(f"added for {over} half points over one half", added, (side, "first-rating-rounding"))
    else:
        scaled = first["ru"] != whole + first["dp"]
        form = ("under-half-round-robin",) if scaled else ()
        yield Step("difference by the table", f"{first['dp']:+d}", ("dp-table", side, *form))
    yield Step("rating of all results", str(first["ru"]), ("first-rating-rounding",))


def outcome_step(book: Rulebook, outcome: FirstOutcome, games: int, missing: int, until: int) -> Step:
    """What becomes of a newcomer's results, and exactly what is missing to a published rating."""
    floor = book.rule(FLOOR).rating
    if outcome == FirstOutcome.PENDING:
        kept = f"; they count until {until // MONTHS}-{until % MONTHS:02d}" if until and games else ""
        lacking = f"{games} of {games + missing} games{kept}"
        return Step("not published", lacking, (MINIMUM_GAMES.name, "pooling-window"))
    if outcome == FirstOutcome.BELOW_FLOOR:
        return Step("not published", f"below {floor}", (FLOOR.name,))
    if outcome == FirstOutcome.RESTARTED:
        lacking = f"no run of the latest events reaches {floor}: the count starts again"
        return Step("not published", lacking, ("below-floor",))
    return Step("published", "yes", (MINIMUM_GAMES.name, FLOOR.name))
