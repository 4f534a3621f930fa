"""How well results are foretold: by the table as it counted and without a limit, by the logistic curve, by strengths.

Brier's score is the mean square of what was scored less what was expected; the logarithmic score is the mean surprise.
Less is better. Whether one foretells better than the table is told by the differences game by game.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from arpad.exact import HUNDREDTHS
from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, Floats, Verdict, estimate, shown, spread
from arpad.monitor.games import CountedGames, logistic

SUREST = 0.005  # nearer to certainty than half a hundredth nothing is taken: the table has two digits
TABLE, UNLIMITED, CURVE, EVEN, TRUTH = "table", "unlimited", "logistic", "even", "strengths"
HUNDREDTHS_OF = np.arange(HUNDREDTHS + 1) / HUNDREDTHS
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
    measured = [_prediction(games, size, by, expected) for by, expected in ways.items()]
    if truth is not None:
        known_truth = np.isfinite(truth)
        measured.append(_prediction(games.take(known_truth), size, TRUTH, truth[known_truth]))
    return tuple(measured)


def table_scores(games: CountedGames) -> tuple[float | None, float | None]:
    """Brier's score and the logarithmic one of the table as it counted, whose expectations are hundredths."""
    return _scores_of_classes(games.score, np.rint(games.counted * HUNDREDTHS).astype(np.intp), HUNDREDTHS_OF)


def curve_scores(games: CountedGames) -> tuple[float | None, float | None]:
    """The same of the logistic curve, whose expectations are those of whole differences."""
    curve = logistic(np.arange(int(games.difference.max(initial=0)) + 1, dtype=np.float64))
    return _scores_of_classes(games.score, games.difference.astype(np.intp), curve)


def _scores_of_classes(
    score: Floats, classes: np.ndarray[tuple[int], np.dtype[np.intp]], expected: Floats
) -> tuple[float | None, float | None]:
    """Both scores where games of one class are expected alike: sums by class are enough."""
    n = len(score)
    if not n:
        return None, None
    size = len(expected)
    games, points = np.bincount(classes, minlength=size), np.bincount(classes, score, size)
    squares = float((score * score).sum()) + float((games * expected**2 - 2 * points * expected).sum())
    p = np.clip(expected, SUREST, 1 - SUREST)
    lost = -float((points * np.log(p) + (games - points) * np.log(1 - p)).sum())
    return shown(squares / n), shown(lost / n)


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
    against = Estimate(n)
    if by != TABLE:
        apart = brier(games.score, expected) - brier(games.score, games.counted)
        middle = float(apart.mean())
        against = estimate(n, middle, sqrt(spread(apart - middle, games.strong, games.weak, size)) / n, COMPARED)
    squares, lost = brier(games.score, expected), surprise(games.score, expected)
    return Prediction(by, n, shown(squares.mean()), shown(lost.mean()), against, against.against(0))
