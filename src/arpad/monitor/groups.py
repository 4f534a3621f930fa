"""Whether federations, or regions, stand on one scale: what their players score against others than was expected.

Where the players of a group score more against outsiders than their ratings say, the group is rated too low.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from arpad.columns import U16
from arpad.frozen import dataclass
from arpad.monitor.estimate import FEWEST, Estimate, Verdict, estimate, shown, spread
from arpad.monitor.games import CountedGames, steepness

MOST = 20  # groups that are named, those with most games first


@dataclass(frozen=True)
class Group:
    """The games of a federation's or a region's players."""

    name: str
    inside: int  # games
    joining: int  # games against others
    beyond: Estimate  # what its players scored against others beyond what was expected
    points: Estimate  # the same as points of rating: above nought they are rated too low
    verdict: Verdict


def groups(games: CountedGames, group_of: U16, names: tuple[str, ...], size: int) -> tuple[Group, ...]:
    """The groups with most games, of those that have a name."""
    strong, weak = group_of[games.strong], group_of[games.weak]
    count = len(names)
    inside = np.bincount(strong[strong == weak], minlength=count)
    outward = strong != weak
    joining = np.bincount(strong[outward], minlength=count) + np.bincount(weak[outward], minlength=count)
    games_of = (inside + joining).tolist()
    places = (at for at, name in enumerate(names) if name and games_of[at])
    named = sorted(places, key=lambda at: (-games_of[at], names[at]))
    rows = max(sum(1 for at in named if joining[at] >= FEWEST), 1)
    measured = []
    for at in named[:MOST]:
        theirs = outward & ((strong == at) | (weak == at))
        beyond, points = beyond_of(games.take(theirs), strong[theirs] == at, size, rows)
        measured.append(Group(names[at], int(inside[at]), int(joining[at]), beyond, points, beyond.against(0)))
    return tuple(measured)


def beyond_of(
    games: CountedGames, own_is_strong: np.ndarray[tuple[int], np.dtype[np.bool_]], size: int, rows: int
) -> tuple[Estimate, Estimate]:
    """What one side scored beyond what was expected, as a share of a point and as points of rating.

    A few players who play much are few cases: then there is no interval.
    """
    n = len(games)
    if not n:
        return Estimate(0), Estimate(0)
    rest = np.where(own_is_strong, games.residual, -games.residual)
    middle = float(rest.mean())
    worth = float(steepness(games.difference).mean())
    if len(np.unique(np.where(own_is_strong, games.strong, games.weak))) < FEWEST:
        return Estimate(n, shown(middle)), Estimate(n, round(middle / worth, 2))
    beyond = estimate(n, middle, sqrt(spread(rest - middle, games.strong, games.weak, size)) / n, rows)
    assert beyond.low is not None
    assert beyond.high is not None
    bounds = (round(number / worth, 2) for number in (middle, beyond.low, beyond.high))
    return beyond, Estimate(n, *bounds)
