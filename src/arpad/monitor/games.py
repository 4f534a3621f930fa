"""The games that counted, each once, seen from the side of the higher rated player.

A game that counted for one side alone is here, too, with what that side was expected to score.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import F64, I16, I32, Bools, Status, Table
from arpad.days import Month
from arpad.exact import HALF_POINTS, HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.tables import HOLE
from arpad.monitor.estimate import Floats
from arpad.monitor.source import Played

LOGISTIC = 400  # points: the divisor of the logistic curve


@dataclass(frozen=True, eq=False)
class CountedGames(Table):
    """A row per game."""

    strong: I32  # keys of players
    weak: I32
    difference: I16  # as it is, not as it was limited
    limited: Bools
    score: F64  # of the stronger side, 0 to 1
    counted: F64  # what the list expected of it, with its limit
    expected: F64  # what the table expects at the difference as it is
    year: I32  # of the list that counted it

    @property
    def residual(self) -> Floats:
        """What was scored beyond what was expected."""
        return self.score - self.expected


def counted_games(played: Played, list_: int, book: Rulebook | None = None) -> CountedGames:
    """The games of a list that counted for anybody; by the edition's table, where it is known."""
    ledger, player = played.ledger, played.entries.player
    good = (ledger.status == Status.COUNTED.value) & (ledger.own > 0) & (ledger.met > 0)
    white, black = good[0::2], good[1::2]
    ahead = ledger.difference[0::2] >= 0  # white is the higher rated
    either = np.flatnonzero(white | black)
    from_white = np.where(ahead, white, ~black)[either]  # the stronger side's row, where it counted
    row = 2 * either + ~from_white
    difference = ledger.difference[row]
    turned = difference < 0
    score = ledger.half_points[row] / HALF_POINTS
    counted = ledger.expected[row] / HUNDREDTHS
    counted = np.where(turned, 1 - counted, counted)
    limited = ledger.counted[row] != difference
    expected = counted.copy()
    if book is not None:
        expected[limited] = at_difference(book, np.abs(difference[limited]), counted[limited])
    own, other = player[ledger.entry[row]], player[ledger.opponent[row]]
    return CountedGames(
        np.where(turned, other, own).astype(np.int32),
        np.where(turned, own, other).astype(np.int32),
        np.abs(difference).astype(np.int16),
        limited,
        np.where(turned, 1 - score, score),
        counted,
        expected,
        np.full(len(row), Month(list_).year, np.int32),
    )


def at_difference(book: Rulebook, difference: I16, otherwise: Floats) -> Floats:
    """What the table expects without a limit; something else where a print has a hole."""
    hundredths = book.expectation.look_at_each(difference)
    found: Floats = np.where(hundredths == HOLE, otherwise, hundredths.astype(np.float64) / HUNDREDTHS)
    return found


def logistic(difference: I16 | Floats) -> Floats:
    """What the logistic curve expects at a difference."""
    curve: Floats = 1 / (1 + 10 ** (-np.asarray(difference, np.float64) / LOGISTIC))
    return curve


def steepness(difference: I16 | Floats) -> Floats:
    """How much of a point one point of difference is worth there."""
    p = logistic(difference)
    steep: Floats = np.log(10) / LOGISTIC * p * (1 - p)
    return steep
