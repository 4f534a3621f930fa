"""Look up what the tables give: expected scores by rating difference, rating differences by percentage score.

A print with a hole is refused at the first look into it; a sound table is only read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, U8
from arpad.exact import HALF_POINTS, PERCENT, ROUNDINGS
from arpad.law import Rulebook
from arpad.law.rules.newcomers import PERCENTAGE
from arpad.law.tables import EMPTY_DP, HOLE


def expect(book: Rulebook, counted: I16) -> U8:
    """Hundredths expected at each difference, as it counts."""
    expected = book.expectation.look_at_each(counted)
    if book.edition.flaws and bool(np.any(expected == HOLE)):
        book.expected(int(counted[expected == HOLE][0]), limited=False)  # refuses, and says where the hole is
    return expected.view(np.uint8)


def percentage(book: Rulebook, half_points: npt.NDArray[Any], games: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The whole percentage that a score is; nought of nought is nought."""
    played = np.maximum(games, 1).astype(np.int64)
    rounding = ROUNDINGS[book.rule(PERCENTAGE).halves]
    whole: npt.NDArray[np.int64] = rounding(half_points.astype(np.int64) * PERCENT, played * HALF_POINTS)
    return whole


def performance(book: Rulebook, percent: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The rating difference that the table gives for each whole percentage."""
    found = book.performance.array.take(percent)
    if book.edition.flaws and bool(np.any(found == EMPTY_DP)):
        book.dp(int(percent[found == EMPTY_DP][0]))  # refuses, and says which place is empty
    return found.astype(np.int64)
