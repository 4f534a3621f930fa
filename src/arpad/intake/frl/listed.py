"""What a rating list holds: a frozen table of arrays, the names as one block of bytes, and one player out of it.

How it is read out of a file stands in `reader`, how it is written in `write`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.intake.frl.layout import NO_MONTH, TEXT_FIELDS

NUMBERS = {"rating": np.int16, "games": np.int16, "k": np.uint8}


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One series of a list: a row per player, as in the list. Zero means unrated, no games, no K."""

    rating: npt.NDArray[np.int16]
    games: npt.NDArray[np.int16]
    k: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ListedRating:
    """What a list says of a player in one series; zero means unrated, no games, no K."""

    rating: int
    games: int
    k: int


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """What a list says of one player."""

    id: int
    name: str
    federation: str
    sex: str
    title: str
    w_title: str
    o_title: str
    foa: str
    born: Day
    flag: str
    standings: Mapping[str, ListedRating]  # by series


@dataclass(frozen=True, slots=True, eq=False)
class RatingList:
    """A list as columns. Name i is `names[offsets[i]:offsets[i + 1]]` in UTF-8; births are 19780000 for a year."""

    id: npt.NDArray[np.int64]
    names: bytes
    offsets: npt.NDArray[np.int64]
    federation: npt.NDArray[np.bytes_]
    sex: npt.NDArray[np.bytes_]
    title: npt.NDArray[np.bytes_]
    w_title: npt.NDArray[np.bytes_]
    o_title: npt.NDArray[np.bytes_]
    foa: npt.NDArray[np.bytes_]
    born: npt.NDArray[np.int32]
    flag: npt.NDArray[np.bytes_]
    standings: Mapping[str, Standing]
    layout: str
    month: Month = NO_MONTH  # of which the list is; 0 where it does not say

    def __len__(self) -> int:
        return len(self.id)

    def name(self, row: int) -> str:
        return self.names[self.offsets[row] : self.offsets[row + 1]].decode("utf-8", "replace")

    def player(self, row: int) -> ListedPlayer:
        """The player of a row."""
        texts = {name: getattr(self, name)[row].decode("utf-8", "replace") for name in TEXT_FIELDS}
        standings = {
            series: ListedRating(*(int(getattr(standing, name)[row]) for name in NUMBERS))
            for series, standing in self.standings.items()
        }
        return ListedPlayer(
            id=int(self.id[row]), name=self.name(row), born=Day(self.born[row]), standings=standings, **texts
        )  # fmt: skip

    def take(self, rows: npt.NDArray[np.intp]) -> RatingList:
        """Some rows, in another order if need be."""
        names = [self.names[self.offsets[row] : self.offsets[row + 1]] for row in rows.tolist()]
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(name) for name in names], out=offsets[1:])
        columns = {name: getattr(self, name)[rows] for name in ("id", "born", *TEXT_FIELDS)}
        standings = {
            series: Standing(standing.rating[rows], standing.games[rows], standing.k[rows])
            for series, standing in self.standings.items()
        }
        return replace(self, names=b"".join(names), offsets=offsets, standings=standings, **columns)

    def find(self, identity: int) -> int:
        """The row of a FIDE number, -1 where it is not on the list."""
        at = np.nonzero(self.id == identity)[0]
        return int(at[0]) if len(at) else -1
