"""Say how much a number rests on: how many cases, an interval, and whether it leaves out what was expected.

The intervals of one measure hold together: where a measure has many rows, each is wider, so that all of them contain
the truth in 999 cases of a thousand. Two games of one player are not two independent cases: sums over games are
spread by player.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass

CONFIDENCE_LEVEL = (
    0.999  # of all intervals of a measure together; of all measures, about one false alarm in a hundred reports
)
DIGITS = 5
FEWEST_CASES = 30  # cases below which an interval says nothing

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[Any]
Verdict = Literal["", "above", "below"]  # where the interval leaves out what was expected: on which side it lies


@dataclass(frozen=True)
class Estimate:
    """A number that was measured."""

    n: int  # cases
    value: float | None = None
    low: float | None = None
    high: float | None = None

    def against(self, expected: float) -> Verdict:
        """On which side of what was expected the interval lies; empty where it contains it, or rests on too little."""
        if self.low is None or self.high is None or self.n < FEWEST_CASES:
            return ""
        return "above" if self.low > expected else "below" if self.high < expected else ""


def interval_deviations(rows: int = 1) -> float:
    """How many standard deviations an interval reaches, where a measure has so many rows."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE_LEVEL) / 2 / max(rows, 1))


def estimate_from_deviation(n: int, value: float, deviation: float, rows: int = 1) -> Estimate:
    """A number with the interval that its standard deviation gives."""
    if n < 1 or not np.isfinite(value):
        return Estimate(int(n))
    wide = interval_deviations(rows) * deviation if np.isfinite(deviation) else None
    if n < 2 or wide is None:
        return Estimate(int(n), significant_text(value))
    return Estimate(int(n), significant_text(value), significant_text(value - wide), significant_text(value + wide))


def widen_estimate(estimated: Estimate, times: float) -> Estimate:
    """The same number with an interval so many times as wide."""
    if estimated.value is None or estimated.low is None or estimated.high is None:
        return estimated
    low, high = (estimated.value + (end - estimated.value) * times for end in (estimated.low, estimated.high))
    return Estimate(estimated.n, estimated.value, significant_text(low), significant_text(high))


def estimate_mean(values: Ints, rows: int = 1) -> Estimate:
    """The mean of independent cases."""
    n = len(values)
    if n == 0:
        return Estimate(0)
    wide = values.astype(np.float64)
    return estimate_from_deviation(n, float(wide.mean()), float(wide.std(ddof=1)) / sqrt(n) if n > 1 else np.inf, rows)


def estimate_share(part: int, n: int, rows: int = 1) -> Estimate:
    """A share of all cases, with Wilson's interval, which stays between none and all."""
    if n == 0:
        return Estimate(0)
    z, p = interval_deviations(rows), part / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    wide = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Estimate(
        n, significant_text(p), significant_text(max(middle - wide, 0.0)), significant_text(min(middle + wide, 1.0))
    )


def variance_over_games(values: Floats, first: Ints, second: Ints, size: int) -> float:
    """The variance of a sum over games: games that share a player go together, on whichever side he sat."""
    of_player = np.bincount(first, values, size) + np.bincount(second, values, size)
    alone = float((values * values).sum())  # np.dot would start threads that wait for each other
    return max(float((of_player * of_player).sum()) - alone, alone)


def variance_by_class(values: Floats, players: tuple[Ints, Ints], size: int, class_of: tuple[Ints, int]) -> Floats:
    """The same for the games of each class; `of` has the class of each game, and how many classes there are."""
    classes, count = class_of
    at = classes.astype(np.int64) * size
    cells = count * size
    of_player = np.bincount(at + players[0], values, cells) + np.bincount(at + players[1], values, cells)
    alone = np.bincount(classes, values * values, count)
    together = (of_player.reshape(count, size) ** 2).sum(axis=1)
    spreads: Floats = np.maximum(together - alone, alone)
    return spreads


def significant_text(value: float) -> float:
    """A number with the digits that mean anything."""
    return round(float(value), DIGITS) + 0.0  # no nought below nought
