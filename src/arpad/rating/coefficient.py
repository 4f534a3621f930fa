"""Decide K when a list is made, from games, age, rating and highest rating ever; and lower it to the period's ceiling.

K stands on the list with the clause that gave it. A period reads it and only lowers it, when there were many games.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U8, U16, Bools
from arpad.days import Day, earliest, full_years, latest, years_of
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.rules.coefficient import Clause
from arpad.law.rules.rating import COEFFICIENT, COEFFICIENT_CEILING

UNKNOWN = 0


def decide(book: Rulebook, list_: int, games: U16, born: I32, highest: I16, rating: I16) -> tuple[U8, U8]:
    """K and its reason on a list, one row per player. Without a birth date there is no K for the young."""
    k, reason = np.zeros(len(games), np.uint8), np.zeros(len(games), np.uint8)
    open_ = np.ones(len(games), bool)
    rule = book.rule(COEFFICIENT)
    for clause in rule.in_order():
        bounds = clause.box
        under = open_ & _within(games, bounds["games"]) & _within(rating, bounds["rating"])
        under &= _within(np.maximum(highest, rating), bounds["highest"])
        if clause.age_counted:
            under &= certainly_of_age(clause, day_of_list_by(book, list_), born)
        k[under], reason[under] = clause.k, rule.reason_of(clause)
        open_ &= ~under
    return k, reason


def _within(values: npt.NDArray[np.integer[Any]], bounds: tuple[int, int]) -> npt.NDArray[np.bool_]:
    inside: npt.NDArray[np.bool_] = (values >= bounds[0]) & (values < bounds[1])
    return inside


def certainly_of_age(clause: Clause, list_day: date, born: I32) -> Bools:
    """Who is of the age of a clause on a list, whatever part of the birth is unknown; nobody without a birth."""
    least, below = clause.box["age"]
    oldest, youngest = ages(clause, list_day, born), ages(clause, list_day, born, latest)
    certain: Bools = (oldest >= 0) & (oldest < below) & (youngest >= least)
    return certain


def ages(
    clause: Clause, list_day: date, born: I32, part: Callable[[I32], npt.NDArray[Any]] = earliest
) -> npt.NDArray[np.int64]:
    """Age on a list as the clause counts it: by the year, or full years on the list day; -1 where unknown.

    Of a birth date known in part `part` gives the day that is taken for a birthday: the earliest possible one, or the
    latest.
    """
    year = years_of(born)
    match clause.age_counted:
        case "year":
            age = list_day.year - year
        case "birthday":
            age = full_years(part(born), Day.of(list_day))
        case "":
            age = np.full(len(born), -1)
        case _:
            assert_never(clause.age_counted)
    return np.where(year > UNKNOWN, age, -1).astype(np.int64)


def ceiling(book: Rulebook, games: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """The largest K that so many games of a period allow; None where the edition sets no ceiling."""
    rule = book.find(COEFFICIENT_CEILING)
    return None if rule is None else rule.product // np.maximum(games, 1)
