"""Draw lots that anybody can draw again: one seed and one purpose give one stream of whole numbers.

Only whole numbers of NumPy's PCG64 are used. No clock, no locale, no order of a set and no floating point decide
anything, so the same seed gives the same federation everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

DrawnItem = TypeVar("DrawnItem")
DICE_THROWS, DICE_FACES = 12, 1000  # the sum of twelve throws is a bell, with a spread of one throw's range


class RandomStream:
    """A stream of lots for one purpose."""

    def __init__(self, seed: int, purpose: int) -> None:
        self._lots = np.random.Generator(np.random.PCG64([seed, purpose]))

    def below(self, bound: int) -> int:
        return int(self._lots.integers(bound))

    def among(self, first: int, last: int) -> int:
        """A number from first to last, both included."""
        return first + self.below(last - first + 1)

    def chance(self, share: int, total: int = 100) -> bool:
        return self.below(total) < share

    def pick(self, things: Sequence[DrawnItem]) -> DrawnItem:
        return things[self.below(len(things))]

    def weighed(self, things: Sequence[tuple[DrawnItem, int]]) -> DrawnItem:
        """One of the things, by weight."""
        at = self.below(sum(weight for _, weight in things))
        for thing, weight in things:
            at -= weight
            if at < 0:
                return thing
        raise AssertionError("the lot lies below the sum of the weights")

    def bell(self, spread: int) -> int:
        """A number around zero, nearly normal, with this standard deviation."""
        total = int(self._lots.integers(DICE_FACES, size=DICE_THROWS).sum())
        return (total - DICE_THROWS * (DICE_FACES - 1) // 2) * spread // DICE_FACES

    def sample(self, weights: npt.NDArray[np.int64], count: int) -> list[int]:
        """So many different positions, by weight; fewer where fewer have one."""
        left = weights.astype(np.int64)
        chosen: list[int] = []
        while len(chosen) < count:
            sums = np.cumsum(left)
            if not len(sums) or sums[-1] == 0:
                break
            chosen.append(int(np.searchsorted(sums, self.below(int(sums[-1])), side="right")))
            left[chosen[-1]] = 0
        return chosen
