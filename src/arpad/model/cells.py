"""The cells of a report, one for each player and round, and the games that follow from them.

A game is in two cells. A cell that the opponent's cell does not confirm is no game; the reader of the file reports why.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from arpad.exact import HALF_POINTS
from arpad.frozen import dataclass

Number = TypeVar("Number", bound=np.generic)


class Kind(IntEnum):
    """Whether a game was played, or what its code says instead."""

    PLAYED = 0
    FORFEIT = 1  # nobody sat down, or only one of them
    SHORT = 2  # fewer moves than make a game: the codes W, D and L
    UNFINISHED = 3  # paired, and no result yet
    PHANTOM = 4  # one of the two is no person


NO_RESULT = ord(" ")
UNREADABLE = ord("?")
WHITE, BLACK, NO_COLOUR = ord("w"), ord("b"), ord("-")
HALF_POINTS_OF = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "D": 1, "L": 0, "F": 2, "H": 1, "U": 2, "Z": 0}
BYES = "FHUZ"


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """One cell per player (row, as in `Report.players`) and round (column). Colours and results are character codes.

    opponent   start number; 0 nobody, -1 unreadable
    colour     w, b, - for none, ? for unreadable
    result     1 = 0 + - W D L H F U Z, a blank for nothing printed, ? for unreadable
    line, column   where the cell starts

    The arrays may be views of what was read and are not to be written to.
    """

    opponent: npt.NDArray[np.int32]
    colour: npt.NDArray[np.uint8]
    result: npt.NDArray[np.uint8]
    line: npt.NDArray[np.int32]
    column: npt.NDArray[np.int32]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cells):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in ("opponent", "colour", "result")
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return int(self.opponent.shape[1])

    @classmethod
    def empty(cls, players: int, rounds: int) -> Cells:
        """Cells without pairings."""
        shape = (players, rounds)
        return cls(
            np.zeros(shape, np.int32),
            np.full(shape, NO_COLOUR, np.uint8),
            np.full(shape, NO_RESULT, np.uint8),
            np.zeros(shape, np.int32),
            np.zeros(shape, np.int32),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ReportedGames:
    """The games of a report, a row each: start numbers, half points of both, round, order of play, colours, kind."""

    white: npt.NDArray[np.int32]
    black: npt.NDArray[np.int32]
    white_half_points: npt.NDArray[np.int8]
    black_half_points: npt.NDArray[np.int8]
    round: npt.NDArray[np.uint16]
    order: npt.NDArray[np.uint16]
    coloured: npt.NDArray[np.bool_]
    kind: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.white)


_HALF_POINTS = np.full(256, -1, np.int8)  # of each result that a game may have
_KINDS = np.full(256, Kind.PLAYED, np.uint8)
for _code, _half_points in HALF_POINTS_OF.items():
    _HALF_POINTS[ord(_code)] = -1 if _code in BYES else _half_points
    _KINDS[ord(_code)] = Kind.FORFEIT if _code in "+-" else Kind.SHORT if _code in "WDL" else Kind.PLAYED
_KINDS[NO_RESULT] = Kind.UNFINISHED


def fixed(array: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """An array that is made read-only."""
    array.setflags(write=False)
    return array


def reported_games(
    cells: Cells, numbers: npt.NDArray[np.int32], partner: npt.NDArray[np.int32], order: npt.NDArray[np.uint16],
    phantoms: frozenset[int],
) -> ReportedGames:  # fmt: skip
    """The games of cells: `numbers` are the start numbers of the rows, `partner` is the opponent's row of each cell.

    Two cells are a game when they name each other and do not contradict. Where the colours are not known the player who
    stands first is put as white and `coloured` is false.
    """
    row, turn = np.nonzero(partner >= 0)
    other = partner[row, turn]
    mirrored = (row < other) & (cells.opponent[other, turn] == numbers[row])
    row, turn, other = row[mirrored], turn[mirrored], other[mirrored]
    by_round = np.lexsort((row, turn))
    row, turn, other = row[by_round], turn[by_round], other[by_round]

    known = np.where(cells.colour == UNREADABLE, NO_COLOUR, cells.colour)
    mine, theirs = known[row, turn], known[other, turn]
    swap = (mine == BLACK) | ((mine == NO_COLOUR) & (theirs == WHITE))
    coloured = (mine != theirs) & ((mine != NO_COLOUR) | (theirs != NO_COLOUR))
    first, second = np.where(swap, other, row), np.where(swap, row, other)
    white, black = cells.result[first, turn], cells.result[second, turn]
    half, unplayed = _HALF_POINTS, _KINDS
    kind = np.maximum(unplayed[white], unplayed[black])
    nobody = np.isin(numbers, np.array(sorted(phantoms), np.int32))
    kind[nobody[first] | nobody[second]] = Kind.PHANTOM
    sound = (half[white] >= 0) & (half[black] >= 0) & (half[white] + half[black] <= HALF_POINTS)
    sound &= unplayed[white] == unplayed[black]  # not a win over somebody who did not come
    sound |= (white == NO_RESULT) & (black == NO_RESULT)
    keep = np.nonzero(sound)[0]
    return ReportedGames(
        fixed(numbers[first][keep]),
        fixed(numbers[second][keep]),
        fixed(np.maximum(half[white], 0)[keep]),
        fixed(np.maximum(half[black], 0)[keep]),
        fixed((turn + 1).astype(np.uint16)[keep]),
        fixed(order[turn][keep]),
        fixed(coloured[keep]),
        fixed(kind[keep]),
    )
