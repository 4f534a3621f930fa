"""Points that come onto a list and leave it: with newcomers, with those who return or go, and by play.

The change of the mean is taken apart exactly: what those who stayed gained, and how far from the mean before those
stood who came and who went.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import Bools, Roll, State
from arpad.frozen import dataclass
from arpad.monitor.distribution import active
from arpad.monitor.estimate import shown
from arpad.monitor.source import keys_in


@dataclass(frozen=True)
class Stream:
    """Some players, and their points together."""

    players: int
    points: int


@dataclass(frozen=True)
class Inflow:
    """What moved the points of the active players since the list before."""

    before: Stream
    new: Stream  # never rated before
    back: Stream  # inactive or off the list before
    gone: Stream  # inactive now, with what they had
    off: Stream  # not on the list now, with what they had
    stayed: Stream  # those who were and are active: what they gained together
    after: Stream
    by_play: float | None  # of the change of the mean
    by_coming: float | None
    by_going: float | None


def inflow(before: Roll, roll: Roll) -> Inflow:
    """From one list to the next."""
    was, now = keys_in(before, len(roll)), roll
    active_before, active_now = active(was), active(now)
    stayed = active_before & active_now
    first = active_now & (was.state == State.NONE.value)
    back = active_now & ~active_before & ~first
    gone = active_before & (now.state == State.INACTIVE.value)
    off = active_before & ~active_now & ~gone
    gained = int(now.rating[stayed].astype(np.int64).sum() - was.rating[stayed].astype(np.int64).sum())
    old, new = _stream(was, active_before), _stream(now, active_now)
    coming, going = _stream(now, first | back), _stream(was, gone | off)
    middle = old.points / old.players if old.players else 0.0
    apart: tuple[float | None, float | None, float | None] = (None, None, None)
    if old.players and new.players:
        apart = (
            shown(gained / new.players),
            shown((coming.points - coming.players * middle) / new.players),
            shown(-(going.points - going.players * middle) / new.players),
        )
    return Inflow(
        old, _stream(now, first), _stream(now, back), _stream(was, gone), _stream(was, off),
        Stream(int(stayed.sum()), gained), new, *apart,
    )  # fmt: skip


def _stream(roll: Roll, who: Bools) -> Stream:
    return Stream(int(who.sum()), int(roll.rating[who].astype(np.int64).sum()))
