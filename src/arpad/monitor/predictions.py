"""How well expected scores predict results: calibration, prediction scores, and true strengths."""

from __future__ import annotations

from math import sqrt

import numpy as np

from arpad.columns import I16, Roll
from arpad.exact import HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.monitor.distribution import active_with_rating
from arpad.monitor.estimate import (
    Estimate,
    Floats,
    Verdict,
    estimate_from_deviation,
    estimate_mean,
    significant_text,
    variance_by_class,
    variance_over_games,
)
from arpad.monitor.games import CountedGames, logistic_expectation, unlimited_expectation


@dataclass(frozen=True)
class Truth:
    """The ratings of a list beside the strengths of the same players."""

    players: int
    above: Estimate  # the mean of rating less strength
    deviation: float | None  # of rating less strength
    width: float | None  # the spread of the ratings over that of the strengths
    correlation: float | None


def measure_truth(roll: Roll, strengths: I16) -> Truth:
    """How near a list comes to the strengths."""
    size = min(len(roll), len(strengths))
    compared = active_with_rating(roll)[:size] & (strengths[:size] != 0)
    rating, strength = (column[:size][compared].astype(np.float64) for column in (roll.rating, strengths))
    apart, n = rating - strength, len(rating)
    if n < 2 or not rating.std() or not strength.std():
        return Truth(n, estimate_mean(apart), None, None, None)
    return Truth(
        n, estimate_mean(apart), significant_text(apart.std(ddof=1)), significant_text(rating.std() / strength.std()),
        significant_text(np.corrcoef(rating, strength)[0, 1]),
    )  # fmt: skip


def expected_by_strength(strengths: I16, games: CountedGames, book: Rulebook) -> Floats:
    """What the table expects at the differences of strength; no number where one is unknown."""
    strong, weak = (np.where(side < len(strengths), side, 0) for side in (games.strong, games.weak))
    both = (games.strong < len(strengths)) & (games.weak < len(strengths))
    both &= (strengths[strong] != 0) & (strengths[weak] != 0)
    apart = (strengths[strong] - strengths[weak]).astype(np.int16)
    unknown = np.full(len(games), np.nan)
    return np.where(both, unlimited_expectation(book, apart, unknown), unknown)


BAND_EDGES = (0, 25, 50, 75, 100, 150, 200, 250, 300, 350, 400, 500, 600)  # points of difference, from
EVEN_SCORE = 0.5


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


def measure_calibration(games: CountedGames, size: int) -> Calibration:
    """The bands and the slope; `size` is how many keys there are."""
    measured = expectation_slope(games, size)
    return Calibration(_calibration_bands(games, size), measured, measured.against(1))


def expectation_slope(games: CountedGames, size: int) -> Estimate:
    """How the score follows the expectation."""
    over, score = games.expected - EVEN_SCORE, games.score - EVEN_SCORE
    square = float((over * over).sum())
    if not square:
        return Estimate(len(games))
    steep = float((over * score).sum()) / square
    rest = over * (score - steep * over)
    return estimate_from_deviation(
        len(games), steep, sqrt(variance_over_games(rest, games.strong, games.weak, size)) / square
    )


def _calibration_bands(games: CountedGames, size: int) -> tuple[Band, ...]:
    at = np.searchsorted(BAND_EDGES, games.difference, side="right") - 1
    count = len(BAND_EDGES)
    played = np.bincount(at, minlength=count)
    filled = int((played > 0).sum())
    columns = (games.counted, games.expected, logistic_expectation(games.difference), games.score)
    sums = [np.bincount(at, column, count) for column in columns]
    wide = variance_by_class(games.residual, (games.strong, games.weak), size, (at, count))
    bands = []
    for place, n in enumerate(played.tolist()):
        means = [significant_text(float(column[place]) / n) if n else None for column in sums]
        beyond = Estimate(0)
        if n:
            rest = float(sums[3][place] - sums[1][place]) / n
            beyond = estimate_from_deviation(n, rest, sqrt(float(wide[place])) / n, filled)
        until = BAND_EDGES[place + 1] if place + 1 < count else None
        bands.append(
            Band(BAND_EDGES[place], until, n, means[0], means[1], means[2], means[3], beyond, beyond.against(0))
        )
    return tuple(bands)


CLOSEST_TO_CERTAIN = 0.005  # nearer to certainty than half a hundredth nothing is taken: the table has two digits
METHOD_TABLE, METHOD_UNLIMITED, METHOD_CURVE, METHOD_EVEN, METHOD_TRUTH = (
    "table",
    "unlimited",
    "logistic",
    "even",
    "strengths",
)
HUNDREDTHS_OF = np.arange(HUNDREDTHS + 1) / HUNDREDTHS
COMPARED_METHODS = 4  # ways beside the table


@dataclass(frozen=True)
class Prediction:
    """How well a way of foretelling did."""

    by: str
    games: int
    brier: float | None
    log: float | None
    against_table: Estimate  # its Brier score less the table's, game by game
    verdict: Verdict  # below: it foretells better than the table


def measure_predictions(games: CountedGames, size: int, truth: Floats | None = None) -> tuple[Prediction, ...]:
    """All ways; `truth` is what true strengths expect of each game, not a number where one is unknown."""
    ways = {
        METHOD_TABLE: games.counted,
        METHOD_UNLIMITED: games.expected,
        METHOD_CURVE: logistic_expectation(games.difference),
    }
    ways[METHOD_EVEN] = np.full(len(games), 0.5)
    measured = [_prediction_of(games, size, by, expected) for by, expected in ways.items()]
    if truth is not None:
        known_truth = np.isfinite(truth)
        measured.append(_prediction_of(games.take(known_truth), size, METHOD_TRUTH, truth[known_truth]))
    return tuple(measured)


def table_scores(games: CountedGames) -> tuple[float | None, float | None]:
    """Brier's score and the logarithmic one of the table as it counted, whose expectations are hundredths."""
    return _scores_of_classes(games.score, np.rint(games.counted * HUNDREDTHS).astype(np.intp), HUNDREDTHS_OF)


def curve_scores(games: CountedGames) -> tuple[float | None, float | None]:
    """The same of the logistic curve, whose expectations are those of whole differences."""
    curve = logistic_expectation(np.arange(int(games.difference.max(initial=0)) + 1, dtype=np.float64))
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
    p = np.clip(expected, CLOSEST_TO_CERTAIN, 1 - CLOSEST_TO_CERTAIN)
    lost = -float((points * np.log(p) + (games - points) * np.log(1 - p)).sum())
    return significant_text(squares / n), significant_text(lost / n)


def brier_scores(score: Floats, expected: Floats) -> Floats:
    """The square of the difference, game by game."""
    return (score - expected) ** 2


def logarithmic_scores(score: Floats, expected: Floats) -> Floats:
    """The logarithmic score, game by game; a draw is half of each."""
    p = np.clip(expected, CLOSEST_TO_CERTAIN, 1 - CLOSEST_TO_CERTAIN)
    lost: Floats = -(score * np.log(p) + (1 - score) * np.log(1 - p))
    return lost


def _prediction_of(games: CountedGames, size: int, by: str, expected: Floats) -> Prediction:
    n = len(games)
    if not n:
        return Prediction(by, 0, None, None, Estimate(0), "")
    against = Estimate(n)
    if by != METHOD_TABLE:
        apart = brier_scores(games.score, expected) - brier_scores(games.score, games.counted)
        middle = float(apart.mean())
        against = estimate_from_deviation(
            n, middle, sqrt(variance_over_games(apart - middle, games.strong, games.weak, size)) / n, COMPARED_METHODS
        )
    squares, lost = brier_scores(games.score, expected), logarithmic_scores(games.score, expected)
    return Prediction(
        by, n, significant_text(squares.mean()), significant_text(lost.mean()), against, against.against(0)
    )
