"""Decide which games of a match come after its decision, from its games in the order of play alone.

A match is decided when somebody has more than half of the points of the games that were scheduled. The games may be
those of one report, or of all parts of a match that is sent in parts. Whether the limit applies at all, and how many
games were scheduled, is said by whoever asks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arpad.columns import Bools

Whole = npt.NDArray[np.integer]


class MatchGames(NamedTuple):
    """The games of a match, in any order: columns of equal length."""

    order: Whole  # of play
    white: Whole  # who it is, by any number of his own
    black: Whole
    white_half_points: Whole
    black_half_points: Whole
    played: Bools


class Decided(NamedTuple):
    """Of each game: whether the match was decided before it, by whom, and his half points until then."""

    after: Bools
    leader: npt.NDArray[np.int64]
    half_points: npt.NDArray[np.int64]


def decided_before(games: MatchGames, scheduled: int) -> Decided:
    """The games that were played though the match was decided."""
    size = len(games.order)
    after, leader, half_points = np.zeros(size, bool), np.full(size, -1, np.int64), np.zeros(size, np.int64)
    score: dict[int, int] = {}
    for at in np.argsort(games.order, kind="stable").tolist():
        ahead = max(score, key=lambda player: score[player], default=-1)
        if score.get(ahead, 0) > scheduled and games.played[at]:  # half points: more than half the games
            after[at], leader[at], half_points[at] = True, ahead, score[ahead]
        for player, half in (
            (int(games.white[at]), int(games.white_half_points[at])),
            (int(games.black[at]), int(games.black_half_points[at])),
        ):
            score[player] = score.get(player, 0) + half
    return Decided(after, leader, half_points)
