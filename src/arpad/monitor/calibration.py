"""What was expected against what was scored, by the difference of the ratings; and whether differences mean too much.

The slope is that of the score over the expectation, through even: below 1 the ratings lie wider apart than the results
bear out, above 1 they lie too close. What a limit on differences does is the rule's doing and shown beside it: the
expectation is that of the table at the difference as it is.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, Verdict, estimate, shown, spread, spread_of_each
from arpad.monitor.games import CountedGames, logistic

BANDS = (0, 25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 500, 600)  # points of difference, from
EVEN = 0.5


@dataclass(frozen=True)
class Band:
    """The games of one band of difference, seen from the stronger side."""

    from_: int
    below: int | None
    games: int
    counted: float | None  # what the list expected of them, with its limit
    expected: float | None  # what the table expects at the differences as they are
    logistic: float | None  # what the curve expects of them
    scored: float | None
    beyond: Estimate  # what was scored beyond what was expected
    verdict: Verdict


@dataclass(frozen=True)
class Calibration:
    """Whether the expectation is what happens."""

    bands: tuple[Band, ...]
    slope: Estimate
    verdict: Verdict  # of the slope against 1


def calibration(games: CountedGames, size: int) -> Calibration:
    """The bands and the slope; `size` is how many keys there are."""
    measured = slope(games, size)
    return Calibration(_bands(games, size), measured, measured.against(1))


def slope(games: CountedGames, size: int) -> Estimate:
    """How the score follows the expectation."""
    over, score = games.expected - EVEN, games.score - EVEN
    square = float((over * over).sum())
    if not square:
        return Estimate(len(games))
    steep = float((over * score).sum()) / square
    rest = over * (score - steep * over)
    return estimate(len(games), steep, sqrt(spread(rest, games.strong, games.weak, size)) / square)


def _bands(games: CountedGames, size: int) -> tuple[Band, ...]:
    at = np.searchsorted(BANDS, games.difference, side="right") - 1
    count = len(BANDS)
    played = np.bincount(at, minlength=count)
    filled = int((played > 0).sum())
    columns = (games.counted, games.expected, logistic(games.difference), games.score)
    sums = [np.bincount(at, column, count) for column in columns]
    wide = spread_of_each(games.residual, (games.strong, games.weak), size, (at, count))
    bands = []
    for place, n in enumerate(played.tolist()):
        means = [shown(float(column[place]) / n) if n else None for column in sums]
        beyond = Estimate(0)
        if n:
            rest = float(sums[3][place] - sums[1][place]) / n
            beyond = estimate(n, rest, sqrt(float(wide[place])) / n, filled)
        until = BANDS[place + 1] if place + 1 < count else None
        bands.append(Band(BANDS[place], until, n, means[0], means[1], means[2], means[3], beyond, beyond.against(0)))
    return tuple(bands)
