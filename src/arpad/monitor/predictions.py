"""How well results are foretold: by the table as it counted and without a limit, by the logistic curve, by strengths.

Brier's score is the mean square of what was scored less what was expected; the logarithmic score is the mean surprise.
Less is better. Whether one foretells better than the table is told by the differences game by game.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, Floats, Verdict, estimate, shown, spread
from arpad.monitor.games import CountedGames, logistic

SUREST = 0.005  # nearer to certainty than half a hundredth nothing is taken: the table has two digits
TABLE, UNLIMITED, CURVE, EVEN, TRUTH = "table", "unlimited", "logistic", "even", "strengths"
COMPARED = 4  # ways beside the table


@dataclass(frozen=True)
class Prediction:
    """How well a way of foretelling did."""

    by: str
    games: int
    brier: float | None
    log: float | None
    against_table: Estimate  # its Brier score less the table's, game by game
    verdict: Verdict  # below: it foretells better than the table


def predictions(games: CountedGames, size: int, truth: Floats | None = None) -> tuple[Prediction, ...]:
    """All ways; `truth` is what true strengths expect of each game, not a number where one is unknown."""
    ways = {TABLE: games.counted, UNLIMITED: games.expected, CURVE: logistic(games.difference)}
    ways[EVEN] = np.full(len(games), 0.5)
    found = [_prediction(games, size, by, expected) for by, expected in ways.items()]
    if truth is not None:
        known = np.isfinite(truth)
        found.append(_prediction(games.take(known), size, TRUTH, truth[known]))
    return tuple(found)


def brier(score: Floats, expected: Floats) -> Floats:
    """The square of the difference, game by game."""
    return (score - expected) ** 2


def surprise(score: Floats, expected: Floats) -> Floats:
    """The logarithmic score, game by game; a draw is half of each."""
    p = np.clip(expected, SUREST, 1 - SUREST)
    lost: Floats = -(score * np.log(p) + (1 - score) * np.log(1 - p))
    return lost


def _prediction(games: CountedGames, size: int, by: str, expected: Floats) -> Prediction:
    n = len(games)
    if not n:
        return Prediction(by, 0, None, None, Estimate(0), "")
    squares = brier(games.score, expected)
    against = Estimate(n)
    if by != TABLE:
        apart = squares - brier(games.score, games.counted)
        middle = float(apart.mean())
        against = estimate(n, middle, sqrt(spread(apart - middle, games.strong, games.weak, size)) / n, COMPARED)
    lost = surprise(games.score, expected)
    return Prediction(by, n, shown(squares.mean()), shown(lost.mean()), against, against.against(0))
