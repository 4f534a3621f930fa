"""Decide how a rating difference counts: the limit, whom it does not bind, and in which games of an event it holds.

In: the differences of the rows that count, the player's own rating, and whose row of which event each one is, in the
order of play. Out: the differences as they count. Whether a game counts at all is decided elsewhere.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U16, Bools
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.rating import DIFFERENCE_LIMIT, BelowRating, EveryGame, FirstGamesOfEvent, GreatestOfEvent


@dataclass(frozen=True)
class Played:
    """Of each row: one player in one event, and when it was played; `order` may be by game where each has two rows."""

    entry: npt.NDArray[np.integer[Any]]
    order: U16
    earlier: Bools | None = None  # rated with an earlier part of the event; None: no row is


def cap(book: Rulebook, difference: I16, own: I16, played: Played) -> I16:
    """The differences after the edition's limit."""
    rule = book.rule(DIFFERENCE_LIMIT)
    limit = np.int16(rule.limit)
    counted = np.clip(difference, -limit, limit)
    match rule:
        case EveryGame():
            return counted
        case BelowRating():
            free = np.flatnonzero(own >= rule.exempt_from)
        case FirstGamesOfEvent():
            free = _but_first(np.flatnonzero(counted != difference), played, rule.games)
        case GreatestOfEvent():
            free = _but_greatest(np.flatnonzero(_bound(rule, difference)), difference, played)
        case _:
            assert_never(rule)
    counted[free] = difference[free]
    return counted


def _bound(rule: GreatestOfEvent, difference: I16) -> Bools:
    """The rows of whose limits an event has one."""
    match rule.binds:
        case "stronger":
            return difference > rule.limit
        case "both":
            return np.abs(difference) > rule.limit
        case _:
            assert_never(rule.binds)


def _order_of(rows: npt.NDArray[np.intp], played: Played) -> U16:
    """When each row was played."""
    sides = len(played.entry) // max(len(played.order), 1)
    return played.order[rows // max(sides, 1)]


def _but_first(wide: npt.NDArray[np.intp], played: Played, games: int) -> npt.NDArray[np.intp]:
    """All of these rows but the first games of each player in an event."""
    wide = wide[np.lexsort((_order_of(wide, played), played.entry[wide]))]
    return wide[rank_within(played.entry[wide]) >= games]


def _but_greatest(wide: npt.NDArray[np.intp], difference: I16, played: Played) -> npt.NDArray[np.intp]:
    """All of these rows but the one with the greatest difference of each player in an event, the first played of
    several; what an earlier part was limited by is spent."""
    size = -np.abs(difference[wide].astype(np.int32))
    keys = (_order_of(wide, played), size, played.entry[wide])
    if played.earlier is not None:
        keys = (*keys[:2], ~played.earlier[wide], keys[2])  # type: ignore[assignment]
    wide = wide[np.lexsort(keys)]
    return wide[rank_within(played.entry[wide]) >= 1]


def rank_within(groups: npt.NDArray[np.integer[Any]]) -> I32:
    """The place of each row in its group, from 0; equal groups stand together."""
    rows = np.arange(len(groups), dtype=np.int32)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    return rows - np.repeat(rows[starts], np.diff(np.append(starts, len(groups)))).astype(np.int32)
