"""Decide what becomes of a rating below the floor: it leaves the list, or the floor holds and it is the floor."""

from __future__ import annotations

from typing import assert_never

import numpy as np
import numpy.typing as npt

from arpad.law import Rulebook
from arpad.law.rules.newcomers import FLOOR, HoldingFloor, Rating


def holds(book: Rulebook) -> bool:
    """Whether nobody falls below the floor; otherwise whoever does leaves the list."""
    rule = book.rule(FLOOR)
    match rule:
        case Rating():
            return False
        case HoldingFloor():
            return True
        case _:
            assert_never(rule)


def held(book: Rulebook, rating: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The ratings; where the floor holds, none of them lower."""
    return np.maximum(rating, book.rule(FLOOR).rating) if holds(book) else rating
