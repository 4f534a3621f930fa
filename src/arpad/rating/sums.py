"""Put rows into groups and add up columns by group, exactly.

`bincount` adds in doubles. They hold every whole number below 2^53, so sums of half points, ratings and hundredths come
back whole; two columns whose sums are small enough share one double, at the price of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I32

Ints = npt.NDArray[np.int64]
Whole = npt.NDArray[Any]  # integers of any width, or booleans

HIGH = np.int32(1 << 29)  # more than twice what 65,535 games against players of 4,000 add up to


def places(positions: npt.NDArray[np.intp], length: int) -> I32:
    """Where each of the positions stands among them, by position; 0 of the others. Much faster than a search."""
    place = np.zeros(length, np.int32)
    place[positions] = np.arange(len(positions), dtype=np.int32)
    return place


def sums(groups: Whole, values: Whole, length: int) -> Ints:
    """The sum of the values in each group."""
    return np.bincount(groups, values, length).astype(np.int64)


def two_sums(groups: Whole, few: Whole, many: Whole, length: int) -> tuple[Ints, Ints]:
    """The sums of two columns of single games: `few` (at most 2 a row) of games or half points, `many` of anything."""
    both = sums(groups, np.multiply(few, HIGH, dtype=np.int32) + many, length)
    fews = (both + HIGH // 2) // HIGH
    return fews, both - fews * HIGH
