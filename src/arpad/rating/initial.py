"""Decide what rating a newcomer's results give: the average, what the score adds or takes away, the bounds.

`event_rating` is the formula for one field (a Swiss, a round robin, a whole pool); `first_rating` puts a pool of events
together. Which events are in the pool is decided by `newcomers`.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.exact import ROUNDINGS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import (
    FIRST_RATING_MAXIMUM,
    FIRST_RATING_ROUNDING,
    INTERMEDIATE_ROUNDING,
    OPPONENTS_AVERAGE,
    OVER_HALF,
    Bonus,
    ByTable,
    Mean,
    WithHypothetical,
)
from arpad.rating.expected import percentage, performance
from arpad.rating.floor import held

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Result:
    """What a score against an average gives."""

    p: Ints
    dp: Ints  # as read from the table; 0 where it was not needed
    rating: Ints


def event_rating(
    book: Rulebook, average: Ints, games: Ints, half_points: Ints, opponents: Ints | None = None, halves: str = ""
) -> Result:
    """The rating of a result. `opponents` (0 none) are those of a round robin, where a poor score is scaled n/(n+1)."""
    rounding = ROUNDINGS[halves or book.rule(INTERMEDIATE_ROUNDING).halves]
    p = percentage(book, half_points, games)
    over = half_points - games  # half points over one half
    dp = np.zeros_like(p)
    rule = book.rule(OVER_HALF)
    match rule:
        case Bonus():
            by_table, bonus = over < 0, rule.per_half_point
            better = rounding(average * bonus.denominator + over * bonus.numerator, bonus.denominator)
        case ByTable():
            by_table, better = over != 0, None
        case _:
            assert_never(rule)
    dp[by_table] = performance(book, p[by_table])
    n = np.zeros_like(p) if opponents is None else opponents
    scaled = (over < 0) & (n > 0)
    rating = np.where(scaled, rounding(average * (n + 1) + dp * n, n + 1), average + dp)
    return Result(p, dp, rating if better is None else np.where(over > 0, better, rating))


@dataclass(frozen=True)
class FirstRating:
    """A first rating and the way to it, one row per pool."""

    ra_sum: Ints
    ra_games: Ints
    result: Result  # its rating: rounded, before the maximum
    rating: Ints


def first_rating(book: Rulebook, met: Ints, games: Ints, half_points: Ints, opponents: Ints) -> FirstRating:
    """The first ratings of pools, given as sums; `opponents` those of the one round robin that is the whole pool."""
    rule = book.rule(OPPONENTS_AVERAGE)
    match rule:
        case Mean():
            ra_sum, ra_games, scored = met, games, half_points
        case WithHypothetical():
            ra_sum, ra_games = met + rule.opponents * rule.rating, games + rule.opponents
            scored = half_points + rule.opponents * rule.half_points
        case _:
            assert_never(rule)
    average = ROUNDINGS[book.rule(INTERMEDIATE_ROUNDING).halves](ra_sum, np.maximum(ra_games, 1))
    found = event_rating(book, average, ra_games, scored, opponents, book.rule(FIRST_RATING_ROUNDING).halves)
    none = games == 0
    result = Result(*(np.where(none, 0, column) for column in (found.p, found.dp, found.rating)))
    highest = book.find(FIRST_RATING_MAXIMUM)
    rating = result.rating if highest is None else np.minimum(result.rating, highest.rating)
    return FirstRating(ra_sum, ra_games, result, np.where(none, rating, held(book, rating)))


def average_met(book: Rulebook, met: npt.NDArray[Any], games: npt.NDArray[Any]) -> Ints:
    """The mean rating met, whole; nought where nobody was met."""
    rounding = ROUNDINGS[book.rule(INTERMEDIATE_ROUNDING).halves]
    whole: Ints = rounding(met.astype(np.int64), np.maximum(games, 1).astype(np.int64))
    return whole
