"""Ratings against true strengths, where a simulation knows them: how far off, how wide, and how well in order."""

from __future__ import annotations

import numpy as np

from arpad.columns import I16, Roll
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.monitor.distribution import active
from arpad.monitor.estimate import Estimate, Floats, mean, shown
from arpad.monitor.games import CountedGames, at_difference


@dataclass(frozen=True)
class Truth:
    """The ratings of a list beside the strengths of the same players."""

    players: int
    above: Estimate  # the mean of rating less strength
    deviation: float | None  # of rating less strength
    width: float | None  # the spread of the ratings over that of the strengths
    correlation: float | None


def truth(roll: Roll, strengths: I16) -> Truth:
    """How near a list comes to the strengths."""
    size = min(len(roll), len(strengths))
    compared = active(roll)[:size] & (strengths[:size] != 0)
    rating, strength = (column[:size][compared].astype(np.float64) for column in (roll.rating, strengths))
    apart, n = rating - strength, len(rating)
    if n < 2 or not rating.std() or not strength.std():
        return Truth(n, mean(apart), None, None, None)
    return Truth(
        n, mean(apart), shown(apart.std(ddof=1)), shown(rating.std() / strength.std()),
        shown(np.corrcoef(rating, strength)[0, 1]),
    )  # fmt: skip


def expected_by(strengths: I16, games: CountedGames, book: Rulebook) -> Floats:
    """What the table expects at the differences of strength; no number where one is unknown."""
    strong, weak = (np.where(side < len(strengths), side, 0) for side in (games.strong, games.weak))
    both = (games.strong < len(strengths)) & (games.weak < len(strengths))
    both &= (strengths[strong] != 0) & (strengths[weak] != 0)
    apart = (strengths[strong] - strengths[weak]).astype(np.int16)
    unknown = np.full(len(games), np.nan)
    return np.where(both, at_difference(book, apart, unknown), unknown)
