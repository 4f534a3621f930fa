"""A report: players, teams, lines, the cells of its cross table, and the games that follow from the cells."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import field
from datetime import date
from enum import IntEnum, StrEnum
from functools import wraps
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from arpad.exact import HALF_POINTS
from arpad.frozen import dataclass
from arpad.model.facts import EventFacts

Number = TypeVar("Number", bound=np.generic)


class GameKind(IntEnum):
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
_KINDS = np.full(256, GameKind.PLAYED, np.uint8)
for _code, _half_points in HALF_POINTS_OF.items():
    _HALF_POINTS[ord(_code)] = -1 if _code in BYES else _half_points
    _KINDS[ord(_code)] = GameKind.FORFEIT if _code in "+-" else GameKind.SHORT if _code in "WDL" else GameKind.PLAYED
_KINDS[NO_RESULT] = GameKind.UNFINISHED


def read_only(array: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """An array that is made read-only."""
    array.setflags(write=False)
    return array


def reported_games(
    cells: Cells, numbers: npt.NDArray[np.int32], partner: npt.NDArray[np.int32], order: npt.NDArray[np.uint16],
    phantoms: frozenset[int],
) -> ReportedGames:  # fmt: skip
    """The games of cells: `numbers` are the start numbers of the rows, `partner` is the opponent's row of each cell.

    Two cells are a game when each names the row of the other and they do not contradict. Nobody is named by the number
    0, and of two players with one number only the first. Where the colours are not known the player who
    stands first is put as white and `coloured` is false.
    """
    row, turn = np.nonzero(partner >= 0)
    other = partner[row, turn]
    mirrored = (row < other) & (partner[other, turn] == row)
    row, turn, other = row[mirrored], turn[mirrored], other[mirrored]
    by_round = np.lexsort((row, turn))
    row, turn, other = row[by_round], turn[by_round], other[by_round]

    colours = np.where(cells.colour == UNREADABLE, NO_COLOUR, cells.colour)
    own_colour, other_colour = colours[row, turn], colours[other, turn]
    swap = (own_colour == BLACK) | ((own_colour == NO_COLOUR) & (other_colour == WHITE))
    coloured = (own_colour != other_colour) & ((own_colour != NO_COLOUR) | (other_colour != NO_COLOUR))
    first, second = np.where(swap, other, row), np.where(swap, row, other)
    white, black = cells.result[first, turn], cells.result[second, turn]
    half, unplayed = _HALF_POINTS, _KINDS
    kind = np.maximum(unplayed[white], unplayed[black])
    nobody = np.isin(numbers, np.array(sorted(phantoms), np.int32))
    kind[nobody[first] | nobody[second]] = GameKind.PHANTOM
    sound = (half[white] >= 0) & (half[black] >= 0) & (half[white] + half[black] <= HALF_POINTS)
    sound &= unplayed[white] == unplayed[black]  # not a win over somebody who did not come
    sound |= (white == NO_RESULT) & (black == NO_RESULT)
    keep = np.nonzero(sound)[0]
    return ReportedGames(
        read_only(numbers[first][keep]),
        read_only(numbers[second][keep]),
        read_only(np.maximum(half[white], 0)[keep]),
        read_only(np.maximum(half[black], 0)[keep]),
        read_only((turn + 1).astype(np.uint16)[keep]),
        read_only(order[turn][keep]),
        read_only(coloured[keep]),
        read_only(kind[keep]),
    )


Derived = TypeVar("Derived")
NO_COLUMNS: Mapping[str, int] = MappingProxyType({})


class Printed(NamedTuple):
    """One value of the event as it was printed, and where."""

    name: str
    text: str
    line: int = 0
    column: int = 0


class ReportLine(NamedTuple):
    """One line of a report file: the name of its record, its text, its number."""

    din: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ReportLines:
    """The lines of a report file: the text of each, and the name of its record, empty where it is none."""

    texts: tuple[str, ...] = ()
    dins: tuple[str, ...] = ()

    def of(self, dins: Container[str]) -> list[ReportLine]:
        """The lines that are records of these names."""
        return [ReportLine(din, self.texts[row], row + 1) for row, din in enumerate(self.dins) if din in dins]


class Player(NamedTuple):
    """A player as the report prints them. Zero and empty mean that nothing was printed.

    A report may have thousands, so they are tuples, the cheapest frozen values. Two are equal when all but their place
    in the file is equal.
    """

    number: int
    name: str = ""
    sex: str = ""  # m, w or nothing
    title: str = ""
    rating: int = 0
    federation: str = ""
    id: int = 0
    born: int = 0  # 19780000 where only the year is known
    points: int | None = None  # tenths, as printed
    rank: int | None = None
    verbatim: str = ""  # the whole line, where it says more than the fields above hold
    line: int = 0
    columns: Mapping[str, int] = NO_COLUMNS

    def column(self, name: str) -> int:
        """The column in which a field of this player starts, 0 where the form has none for it."""
        return self.columns.get(name, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and self[:-2] == other[:-2]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-2])


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its members by start number, in board order. Number 0: the form does not number its teams."""

    name: str
    members: tuple[int, ...]
    number: int = 0
    nickname: str = ""
    line: int = field(default=0, compare=False)
    columns: tuple[int, ...] = field(default=(), compare=False)  # of the members


def _derived_once(derive: Callable[[Report], Derived]) -> Callable[[Report], Derived]:
    """A method whose result is computed at its first call and then stored beside the fields."""
    name = f"_{derive.__name__}"

    @wraps(derive)
    def derived(report: Report) -> Derived:
        values = vars(report)
        if name not in values:
            values[name] = derive(report)
        value: Derived = values[name]
        return value

    return derived


@dataclass(frozen=True)
class Report:
    """The report of one event. Two reports are equal when their content is, whatever its place in the file.

    What follows from its cells, above all its games, is computed at the first call and then stored beside the fields. A
    report never changes, and neither do these arrays.
    """

    facts: EventFacts
    players: tuple[Player, ...]
    cells: Cells
    teams: tuple[Team, ...] = ()
    printed: tuple[Printed, ...] = field(default=(), compare=False)
    round_dates: tuple[date | None, ...] = ()
    rounds_announced: int | None = None
    initial_colour: str = ""
    kept: tuple[str, ...] = ()  # the lines that the fields above do not hold in full
    phantoms: frozenset[int] = frozenset()
    form: str = field(default="", compare=False)
    file: str = field(default="", compare=False)
    encoding: str = field(default="utf-8", compare=False)
    newline: str = field(default="\r\n", compare=False)
    sent: ReportLines = field(
        default=ReportLines(), compare=False, repr=False
    )  # for writing it again; empty without lines

    def player(self, number: int) -> Player | None:
        """The player with this start number; None where there is none."""
        return next((player for player in self.players if player.number == number), None)

    def as_printed(self, name: str) -> Printed | None:
        """A value of the event as printed: `name`, `city`, `start` ..."""
        for printed in self.printed:
            if printed.name == name:
                return printed
        return None

    def all_printed(self, name: str) -> tuple[str, ...]:
        """Every text printed under a name, in order; empty ones left out."""
        return tuple(printed.text for printed in self.printed if printed.name == name and printed.text)

    @_derived_once
    def rows(self) -> npt.NDArray[np.int32]:
        """For each start number the row of its player, -1 where there is none."""
        numbers = [player.number if player.number > 0 else 0 for player in self.players]
        rows = np.full(max(numbers, default=0) + 1, -1, np.int32)
        rows[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)  # the first of two with one number wins
        rows[0] = -1
        return read_only(rows)

    @_derived_once
    def partner_rows(self) -> npt.NDArray[np.int32]:
        """For each cell the row of the opponent, -1 where there is none."""
        rows, opponent = self.rows(), self.cells.opponent
        known = (opponent > 0) & (opponent < len(rows))
        return read_only(np.where(known, rows[np.where(known, opponent, 0)], -1).astype(np.int32))

    @_derived_once
    def games(self) -> ReportedGames:
        """The games whose two cells name each other and do not contradict; by round, then by row of the first player.

        Where the colours are not known the player who stands first in the report is put as white and `coloured` is
        false. A cell that its opponent does not confirm is no game: it is a finding of the reader.
        """
        numbers = np.array([player.number for player in self.players], np.int32)
        return reported_games(self.cells, numbers, self.partner_rows(), self.order_of_rounds(), self.phantoms)

    @_derived_once
    def meetings(self) -> Mapping[tuple[int, int], int]:
        """How often each two players met who met at all in a game that was played, by their rows, the lower first."""
        games, rows, size = self.games(), self.rows(), len(self.players)
        played = games.kind == GameKind.PLAYED.value
        white, black = rows[games.white[played]].astype(np.int64), rows[games.black[played]]
        pairs, times = np.unique(np.minimum(white, black) * size + np.maximum(white, black), return_counts=True)
        return MappingProxyType(
            {divmod(pair, size): met for pair, met in zip(pairs.tolist(), times.tolist(), strict=True)}
        )

    @_derived_once
    def days_played(self) -> tuple[date, date] | None:
        """The first and the last day of its games; None where there is none, or one was in a round without a day."""
        played = np.unique(self.games().round).tolist()
        days = [self.round_dates[turn - 1] for turn in played if turn <= len(self.round_dates)]
        known = [day for day in days if day is not None]
        return (min(known), max(known)) if known and len(known) == len(played) else None

    @_derived_once
    def order_of_rounds(self) -> npt.NDArray[np.uint16]:
        """For each round its place in the order of play: by date where every round has one, else by its number."""
        days: list[Any] = list(self.round_dates[: self.cells.rounds])
        order = np.arange(1, self.cells.rounds + 1, dtype=np.uint16)
        if len(days) == self.cells.rounds and None not in days:
            ranked = sorted(range(len(days)), key=lambda turn: (days[turn], turn))
            order[ranked] = np.arange(1, len(ranked) + 1, dtype=np.uint16)
        return read_only(order)


class Verdict(StrEnum):
    """Whether a report can be rated."""

    RATABLE = "ratable"
    WITH_EXCLUSIONS = "ratable-with-exclusions"
    NOT_RATABLE = "not-ratable"
    UNDECIDED = "undecided"  # facts are missing; the findings ask for them
