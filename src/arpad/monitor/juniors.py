"""How far behind their strength the young are rated: what they score against grown-ups beyond what was expected."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from arpad.frozen import dataclass
from arpad.monitor.activity import span
from arpad.monitor.estimate import Estimate, Verdict
from arpad.monitor.games import CountedGames
from arpad.monitor.groups import beyond_of
from arpad.monitor.source import People

YOUNG = (0, 10, 12, 14, 16, 18, 20)  # years of age, from; the last is below
OLD = 21  # years of age of a grown-up, from


@dataclass(frozen=True)
class JuniorLag:
    """The games of the young of some ages against grown-ups."""

    ages: str
    games: int
    beyond: Estimate
    points: Estimate  # by which they are rated too low
    verdict: Verdict


def juniors_lag(games: CountedGames, people: People, size: int) -> tuple[JuniorLag, ...]:
    """All ages together, and each."""
    born = people.born.astype(np.int32)
    ages = [np.where(born[side] > 0, games.year - born[side], -1) for side in (games.strong, games.weak)]
    lags = []
    classes = [(YOUNG[0], YOUNG[-1]), *pairwise(YOUNG)]
    for low, high in classes:
        young = [(age >= low) & (age < high) for age in ages]
        theirs = (young[0] & (ages[1] >= OLD)) | (young[1] & (ages[0] >= OLD))
        beyond, points = beyond_of(games.take(theirs), young[0][theirs], size, len(classes))
        lags.append(JuniorLag(span(low, high), int(theirs.sum()), beyond, points, beyond.against(0)))
    return tuple(lags)
