"""Decide how a rating difference counts: the limit, whom it does not bind, and in which games of an event it holds.

In: the differences of the rows that count, each with its entry, the player's own rating and the order of play.
Out: the differences as they count. Whether a game counts at all is decided elsewhere.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U16
from arpad.law import Rulebook
from arpad.law.rules.rating import DIFFERENCE_LIMIT, BelowRating, EveryGame, FirstGamesOfEvent


def cap(book: Rulebook, difference: I16, own: I16, entry: npt.NDArray[np.integer[Any]], order: U16) -> I16:
    """The differences after the edition's limit. `order` is by row, or by game where each has its two rows."""
    rule = book.rule(DIFFERENCE_LIMIT)
    limit = np.int16(rule.limit)
    counted = np.clip(difference, -limit, limit)
    match rule:
        case EveryGame():
            return counted
        case BelowRating():
            free = np.flatnonzero(own >= rule.exempt_from)
        case FirstGamesOfEvent():
            wide = np.flatnonzero(counted != difference)
            order = np.repeat(order, len(entry) // max(len(order), 1))
            wide = wide[np.lexsort((order[wide], entry[wide]))]
            free = wide[rank_within(entry[wide]) >= rule.games]
        case _:
            assert_never(rule)
    counted[free] = difference[free]
    return counted


def rank_within(groups: npt.NDArray[np.integer[Any]]) -> I32:
    """The place of each row in its group, from 0; equal groups stand together."""
    rows = np.arange(len(groups), dtype=np.int32)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    return rows - np.repeat(rows[starts], np.diff(np.append(starts, len(groups)))).astype(np.int32)
