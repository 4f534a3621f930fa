"""Games that were limited, and games that did not count: how many of all sides, and why."""

from __future__ import annotations

import numpy as np

from arpad.columns import Ledger, Status, label
from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, share


@dataclass(frozen=True)
class Uncounted:
    """Sides of games that a list did not count, for one reason."""

    reason: str
    sides: int
    share: Estimate  # of all sides


@dataclass(frozen=True)
class Sides:
    """What became of all sides of games: each game has two."""

    all: int
    counted: int
    pooled: int  # count towards a first rating
    limited: int
    uncounted: int
    limited_share: Estimate  # of those that counted
    uncounted_share: Estimate  # of all
    reasons: tuple[Uncounted, ...]  # the most frequent first


def tally(ledger: Ledger) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    """How many sides of games have each status, and how many that counted were limited."""
    by_status = np.bincount(ledger.status, minlength=len(Status)).astype(np.int64)
    limited = (ledger.status == Status.COUNTED.value) & (ledger.counted != ledger.difference)
    return by_status, int(np.count_nonzero(limited))


def sides(by_status: np.ndarray[tuple[int], np.dtype[np.int64]], limited: int) -> Sides:
    """What became of the sides of games, out of their tally."""
    everything = int(by_status.sum())
    counted, pooled = int(by_status[Status.COUNTED]), int(by_status[Status.POOLED])
    left = everything - counted - pooled
    reasons = [
        Uncounted(label(Status(status)), int(by_status[status]), share(int(by_status[status]), everything))
        for status in np.argsort(-by_status, kind="stable").tolist()
        if status > Status.POOLED and by_status[status]
    ]
    return Sides(
        everything, counted, pooled, limited, left, share(limited, counted), share(left, everything), tuple(reasons)
    )
