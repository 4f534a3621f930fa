"""The mean of the same people over time: whoever stood on an earlier list, and stands on a later one, in both.

Grown-ups who play hardly change on average; so where the mean of theirs moves, the scale may have moved. Everybody is
shown beside them: the young learn, and that is no drift.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I32, Roll
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.monitor.distribution import active
from arpad.monitor.estimate import Estimate, Verdict, mean
from arpad.monitor.source import People, ages

GROWN_UP = (25, 55)  # years of age: from, below; on the earlier list
EVERYBODY, GROWN_UPS = "everybody", "grown-ups"


@dataclass(frozen=True)
class CohortPoint:
    """What became of a cohort by a list."""

    list_: Month
    there: int  # of the cohort, still active
    mean: float | None  # of their ratings on this list
    change: Estimate  # since the list of the cohort, of those who have played since


@dataclass(frozen=True)
class Cohort:
    """People of one list, followed."""

    kind: str
    list_: Month
    players: int
    points: tuple[CohortPoint, ...]
    drift: Verdict  # of grown-ups, by the last list


class CohortRun:
    """A cohort while the lists go by."""

    def __init__(self, kind: str, list_: int, roll: Roll, people: People) -> None:
        keys = np.flatnonzero(active(roll)).astype(np.int32)
        if kind == GROWN_UPS:
            age = ages(people, list_, keys)
            keys = keys[(age >= GROWN_UP[0]) & (age < GROWN_UP[1])]
        self.kind, self.list_, self.keys = kind, list_, keys
        self.rating, self.games = roll.rating[keys].astype(np.int32), roll.games[keys].astype(np.int32)
        self.points: list[CohortPoint] = []

    def look(self, list_: int, roll: Roll) -> None:
        """Add what a later list says of them."""
        self.points.append(self.point(list_, roll))

    def point(self, list_: int, roll: Roll) -> CohortPoint:
        keys: I32 = self.keys
        is_active = active(roll)[keys]
        now = roll.rating[keys].astype(np.int32)
        moved = is_active & ((roll.games[keys] != self.games) | (now != self.rating))
        middle = float(np.mean(now[is_active])) if is_active.any() else None
        return CohortPoint(
            Month(list_),
            int(is_active.sum()),
            None if middle is None else round(middle, 2),
            mean(now[moved] - self.rating[moved]),
        )

    def cohort(self) -> Cohort:
        """The whole of it."""
        last = self.points[-1].change if self.points else Estimate(0)
        drift = last.against(0) if self.kind == GROWN_UPS else ""
        return Cohort(self.kind, Month(self.list_), len(self.keys), tuple(self.points), drift)
