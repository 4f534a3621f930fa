"""Whether federations, regions and juniors are rated on one scale with everybody else."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np

from arpad.columns import U16
from arpad.frozen import dataclass
from arpad.monitor.distribution import age_span_text
from arpad.monitor.estimate import (
    FEWEST_CASES,
    Estimate,
    Verdict,
    estimate_from_deviation,
    significant_text,
    variance_over_games,
)
from arpad.monitor.games import CountedGames, logistic_slope
from arpad.monitor.sources import PeopleColumns

MAX_GROUPS = 20  # groups that are named, those with most games first


@dataclass(frozen=True)
class Group:
    """The games of a federation's or a region's players."""

    name: str
    inside: int  # games
    joining: int  # games against others
    beyond: Estimate  # what its players scored against others beyond what was expected
    points: Estimate  # the same as points of rating: above nought they are rated too low
    verdict: Verdict


def measure_groups(games: CountedGames, group_of: U16, names: tuple[str, ...], size: int) -> tuple[Group, ...]:
    """The groups with most games, of those that have a name."""
    strong, weak = group_of[games.strong], group_of[games.weak]
    count = len(names)
    inside = np.bincount(strong[strong == weak], minlength=count)
    outward = strong != weak
    joining = np.bincount(strong[outward], minlength=count) + np.bincount(weak[outward], minlength=count)
    games_of = (inside + joining).tolist()
    places = (at for at, name in enumerate(names) if name and games_of[at])
    named = sorted(places, key=lambda at: (-games_of[at], names[at]))
    rows = max(sum(1 for at in named if joining[at] >= FEWEST_CASES), 1)
    measured = []
    for at in named[:MAX_GROUPS]:
        theirs = outward & ((strong == at) | (weak == at))
        beyond, points = score_beyond_expectation(games.take(theirs), strong[theirs] == at, size, rows)
        measured.append(Group(names[at], int(inside[at]), int(joining[at]), beyond, points, beyond.against(0)))
    return tuple(measured)


def score_beyond_expectation(
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
    worth = float(logistic_slope(games.difference).mean())
    if len(np.unique(np.where(own_is_strong, games.strong, games.weak))) < FEWEST_CASES:
        return Estimate(n, significant_text(middle)), Estimate(n, round(middle / worth, 2))
    beyond = estimate_from_deviation(
        n, middle, sqrt(variance_over_games(rest - middle, games.strong, games.weak, size)) / n, rows
    )
    assert beyond.low is not None
    assert beyond.high is not None
    bounds = (round(number / worth, 2) for number in (middle, beyond.low, beyond.high))
    return beyond, Estimate(n, *bounds)


JUNIOR_AGES = (0, 10, 12, 14, 16, 18, 20)  # years of age, from; the last is below
ADULT_FROM = 21  # years of age of a grown-up, from


@dataclass(frozen=True)
class JuniorLag:
    """The games of the young of some ages against grown-ups."""

    ages: str
    games: int
    beyond: Estimate
    points: Estimate  # by which they are rated too low
    verdict: Verdict


def measure_juniors_lag(games: CountedGames, people: PeopleColumns, size: int) -> tuple[JuniorLag, ...]:
    """All ages together, and each."""
    born = people.born.astype(np.int32)
    ages = [np.where(born[side] > 0, games.year - born[side], -1) for side in (games.strong, games.weak)]
    lags = []
    classes = [(JUNIOR_AGES[0], JUNIOR_AGES[-1]), *pairwise(JUNIOR_AGES)]
    for low, high in classes:
        young = [(age >= low) & (age < high) for age in ages]
        theirs = (young[0] & (ages[1] >= ADULT_FROM)) | (young[1] & (ages[0] >= ADULT_FROM))
        beyond, points = score_beyond_expectation(games.take(theirs), young[0][theirs], size, len(classes))
        lags.append(JuniorLag(age_span_text(low, high), int(theirs.sum()), beyond, points, beyond.against(0)))
    return tuple(lags)
