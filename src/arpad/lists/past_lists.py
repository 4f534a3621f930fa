"""Say what other lists show of the players of an opening list: games on them, and the highest rating on any.

In: the players' numbers, and lists of the same series of earlier months. Out: a row per player. Every number is a least
one: a list that is not given may show more. Numbers are looked up a whole list at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from arpad.columns import I16, I32, I64, Table
from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.lists.rollcall import STANDINGS


@dataclass(frozen=True, eq=False)
class ShownElsewhere(Table):
    """What lists beside an opening list show of its players, a row each; 0 where none has him."""

    games: I32  # on all of them together
    highest: I16

    @classmethod
    def nothing(cls, rows: int) -> Self:
        """So many players on no other list."""
        return cls(np.zeros(rows, np.int32), np.zeros(rows, np.int16))


def shown_by(lists: Sequence[RatingList], series: str, numbers: I64, before: Month) -> ShownElsewhere:
    """What lists of a series show; each must be of an earlier month than the opening list, and none twice."""
    name = STANDINGS.get(series, series)
    months = [past_list.month for past_list in lists]
    for month in months:
        if not month or month >= before:
            raise Misuse("past/not-earlier", month=month, list=before)
        if months.count(month) > 1:
            raise Misuse("past/twice", month=month)
    games, highest = (column for _, column in ShownElsewhere.nothing(len(numbers)).columns())
    for past_list in lists:
        if name not in past_list.standings:
            raise Misuse("past/no-series", series=series, month=past_list.month, there=tuple(past_list.standings))
        standing, order = past_list.standings[name], np.argsort(past_list.id, kind="stable")
        if not len(order):
            continue
        at = order[np.minimum(np.searchsorted(past_list.id, numbers, sorter=order), len(order) - 1)]
        rated = (past_list.id[at] == numbers) & (standing.rating[at] > 0)
        games = games + np.where(rated, np.maximum(standing.games[at], 0), 0)
        highest = np.maximum(highest, np.where(rated, standing.rating[at], 0)).astype(np.int16)
    return ShownElsewhere(games.astype(np.int32), highest)
