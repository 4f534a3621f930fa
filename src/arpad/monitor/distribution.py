"""How the ratings of a list lie: their number, mean, spread, quantiles, and how many stand in each class."""

from __future__ import annotations

import numpy as np

from arpad.columns import I16, Roll, State
from arpad.exact import PERCENT
from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, mean, shown

CLASS = 100  # points of a class
QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)  # per cent


@dataclass(frozen=True)
class RatingClass:
    """How many players are rated from here to below the next class."""

    from_: int
    players: int


@dataclass(frozen=True)
class Quantile:
    """The lowest rating that so many per cent of the players do not exceed."""

    percent: int
    rating: int


@dataclass(frozen=True)
class Distribution:
    """The ratings of the active players of a list."""

    players: int
    mean: Estimate
    deviation: float | None
    quantiles: tuple[Quantile, ...]
    classes: tuple[RatingClass, ...]


def ratings_of(roll: Roll) -> I16:
    """The ratings of the active players."""
    return roll.rating[active(roll)]


def active(roll: Roll) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Who is active on a list, with a rating."""
    rated: np.ndarray[tuple[int], np.dtype[np.bool_]] = (roll.state == State.ACTIVE.value) & (roll.rating > 0)
    return rated


def distribution(roll: Roll) -> Distribution:
    """How the ratings of a list lie."""
    ratings = ratings_of(roll)
    n = len(ratings)
    if n == 0:
        return Distribution(0, Estimate(0), None, (), ())
    counted = np.bincount(ratings)
    upto = np.cumsum(counted)
    places = [int(np.searchsorted(upto, max(-(-n * percent // PERCENT), 1))) for percent in QUANTILES]
    edges = np.arange(ratings.min() // CLASS, ratings.max() // CLASS + 1)
    in_class = np.bincount(ratings // CLASS, minlength=int(edges[-1]) + 1)[edges]
    return Distribution(
        n,
        mean(ratings),
        shown(float(ratings.astype(np.float64).std(ddof=1))) if n > 1 else None,
        tuple(Quantile(percent, place) for percent, place in zip(QUANTILES, places, strict=True)),
        tuple(RatingClass(int(edge) * CLASS, int(players)) for edge, players in zip(edges, in_class, strict=True)),
    )
