"""Decide K when a list is made, from games, age, rating and highest rating ever; and lower it to the period's ceiling.

K stands on the list with the clause that gave it. A period reads it and only lowers it, when there were many games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U8, U16, KReason
from arpad.law import Rulebook
from arpad.law.rules.coefficient import Clause
from arpad.law.rules.rating import COEFFICIENT, COEFFICIENT_CEILING

MONTHS = 100  # a list is yyyymm, a day yyyymmdd
UNKNOWN = 0


def decide(book: Rulebook, list_: int, games: U16, born: I32, highest: I16, rating: I16) -> tuple[U8, U8]:
    """K and its reason on a list, one row per player. Without a birth date there is no K for the young."""
    k, reason = np.zeros(len(games), np.uint8), np.zeros(len(games), np.uint8)
    open_ = np.ones(len(games), bool)
    for clause in book.rule(COEFFICIENT).in_order():
        bounds = clause.box
        under = open_ & _within(games, bounds["games"]) & _within(rating, bounds["rating"])
        under &= _within(np.maximum(highest, rating), bounds["highest"])
        if clause.age_counted:
            age = ages(clause, list_, born)
            under &= (age >= 0) & _within(age, bounds["age"])
        k[under], reason[under] = clause.k, KReason[clause.name.upper().replace("-", "_")]
        open_ &= ~under
    return k, reason


def _within(values: npt.NDArray[np.integer[Any]], bounds: tuple[int, int]) -> npt.NDArray[np.bool_]:
    inside: npt.NDArray[np.bool_] = (values >= bounds[0]) & (values < bounds[1])
    return inside


def ages(clause: Clause, list_: int, born: I32) -> npt.NDArray[np.int64]:
    """Age on a list as the clause counts it: by the year, or full years on the list day; -1 where unknown.

    Of a birth date known in part the earliest possible day is taken for a birthday, so that a K for the young is given
    only where it is certain.
    """
    year, month, day = born // (MONTHS * MONTHS), born // MONTHS % MONTHS, born % MONTHS
    if clause.age_counted == "year":
        age = list_ // MONTHS - year
    else:
        earliest = born + np.where(month == 0, MONTHS, 0) + np.where(day == 0, 1, 0)
        age = (list_ * MONTHS + 1 - earliest) // (MONTHS * MONTHS)
    return np.where(year > UNKNOWN, age, -1).astype(np.int64)


def ceiling(book: Rulebook, games: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """The largest K that so many games of a period allow; None where the edition sets no ceiling."""
    rule = book.find(COEFFICIENT_CEILING)
    return None if rule is None else rule.product // np.maximum(games, 1)
