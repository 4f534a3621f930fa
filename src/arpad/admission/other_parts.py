"""The other parts or stages of an event that are admitted or rated, beside the one that is looked at.

Who somebody is, is his row in the report that is looked at; people who stand only in other parts are numbered behind
its last row. Which parts there are, and whether a further one may come, is said by whoever keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date

import numpy as np
import numpy.typing as npt

from arpad.admission.match import MatchGames, Whole
from arpad.columns import I16, I32, Bools, Games, Status
from arpad.frozen import dataclass
from arpad.model import Report


@dataclass(frozen=True, eq=False)
class OtherPart:
    """A part, or a stage, of the same event."""

    name: str
    last: date  # the last day of its games
    people: I32  # of each seat: who sat there
    games: Games  # white and black are seats

    @property
    def played(self) -> Bools:
        played: Bools = self.games.status != Status.UNPLAYED_GAME.value
        return played


@dataclass(frozen=True, eq=False)
class OtherParts:
    """The other parts of an event, and what is known of those who stand only in them."""

    parts: tuple[OtherPart, ...]
    names: tuple[str, ...]  # of those people
    shown: I16  # the rating with which each of them sat down, or 0
    published: Bools  # whether it is one of this series
    goes_on: bool  # with this part, too, a further one may come

    @property
    def rated(self) -> Bools:
        rated: Bools = self.shown > 0
        return rated


def met_in_all(report: Report, others: OtherParts | None) -> Mapping[tuple[int, int], int]:
    """How often each two people met in all parts, by who they are."""
    if others is None:
        return report.meetings()
    met = Counter(report.meetings())
    for part in others.parts:
        mine = part.games.take(part.played)
        met.update(_pairs(part.people[mine.white], part.people[mine.black]))
    return met


def _pairs(white: I32, black: I32) -> Iterator[tuple[int, int]]:
    for pair in zip(white.tolist(), black.tolist(), strict=True):
        yield min(pair), max(pair)


def games_in_all(mine: MatchGames, last: date, others: OtherParts | None) -> tuple[MatchGames, npt.NDArray[np.intp]]:
    """The games of all parts in the order of play: part by part, by their last day; and where mine now stand."""
    there = others.parts if others is not None else ()
    before = [_of_part(part) for part in there if part.last < last]
    after = [_of_part(part) for part in there if part.last >= last]
    runs = [*before, mine, *after]
    order: list[Whole] = []
    reached = 0
    for run in runs:
        order.append(run.order.astype(np.int64) + reached)
        reached = int(order[-1].max(initial=reached))
    joined = [np.concatenate([getattr(run, name) for run in runs]) for name in MatchGames._fields[1:]]
    first = sum(len(run.order) for run in before)
    return MatchGames(np.concatenate(order), *joined), np.arange(first, first + len(mine.order))


def _of_part(part: OtherPart) -> MatchGames:
    games = part.games
    people = part.people[games.white], part.people[games.black]
    return MatchGames(games.order, *people, games.white_half_points, games.black_half_points, part.played)
