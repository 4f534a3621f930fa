"""Name what was sent: the report of an event, its players, its cells, its teams, and the facts of the event.

A report is what stands on the page, no more: it knows no registry, no list and no law. Every value knows its line and
column, so that whoever refuses it can point at it. Days are civil dates; births are numbers like 19780000, because a
report often knows only the year. Nothing here reads or judges a file; that is the room `intake`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from arpad.exact import HALF_POINTS

NO_COLUMNS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Arbiter:
    """An arbiter as the event names him."""

    name: str = ""
    id: int | None = None
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    """Something that somebody in authority let pass, and who: nothing where it is not said."""

    what: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A game or a player that somebody asks to leave out, and why."""

    player: int
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What is known of an event. None or empty means unknown, and what is unknown is asked for, never assumed."""

    name: str = ""
    code: str = ""
    series: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    system: str = ""
    games_scheduled: int | None = None
    rounds_per_day: int | None = None  # on the busiest day, where the report does not date its rounds
    time_control: str = ""
    registered: date | None = None
    reported: date | None = None
    agreed: bool | None = None
    official: bool | None = None
    national_championship: bool | None = None
    women_only: bool | None = None
    team_championship: bool | None = None
    league: bool | None = None
    hybrid: bool | None = None
    norms: bool | None = None
    notation: bool | None = None
    laws: bool | None = None  # the Laws of Chess were applied
    ratings_at: str = ""
    approvals: tuple[Approval, ...] = ()
    arbiters: tuple[Arbiter, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()


class Printed(NamedTuple):
    """One value of the event as it was printed, and where."""

    name: str
    text: str
    line: int = 0
    column: int = 0


class Record(NamedTuple):
    """One line of what was sent: the name of its record, its text, its number."""

    din: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Lines:
    """What was sent, line by line: the text of each line, and which record it is, empty where it is none."""

    texts: tuple[str, ...] = ()
    dins: tuple[str, ...] = ()

    def of(self, dins: Container[str]) -> list[Record]:
        """The lines that are records of these names."""
        return [Record(din, self.texts[row], row + 1) for row, din in enumerate(self.dins) if din in dins]


class Player(NamedTuple):
    """A player as the report prints him. Zero and empty mean that nothing was printed.

    A report has thousands of them, so they are made as tuples, the cheapest of frozen values. Two are equal when the
    same is said of them, wherever it stands.
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
        return int(self.opponent.shape[1])

    @classmethod
    def empty(cls, players: int, rounds: int) -> Cells:
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


@dataclass(frozen=True, slots=True)
class Report:
    """One event as it was sent. Two reports are equal when they say the same, wherever on the page they say it."""

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
    sent: Lines = field(default=Lines(), compare=False, repr=False)  # for the way back; nothing where no lines came

    def player(self, number: int) -> Player | None:
        """The player with this start number."""
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

    def rows(self) -> npt.NDArray[np.int32]:
        """For each start number the row of its player, -1 where there is none."""
        numbers = [player.number if player.number > 0 else 0 for player in self.players]
        rows = np.full(max(numbers, default=0) + 1, -1, np.int32)
        rows[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)  # the first of two with one number wins
        rows[0] = -1
        return rows

    def partner_rows(self) -> npt.NDArray[np.int32]:
        """For each cell the row of the opponent, -1 where the cell names nobody who exists."""
        rows, opponent = self.rows(), self.cells.opponent
        known = (opponent > 0) & (opponent < len(rows))
        return np.where(known, rows[np.where(known, opponent, 0)], -1).astype(np.int32)

    def games(self) -> ReportedGames:
        """The games whose two cells name each other and do not contradict; by round, then by row of the first player.

        Where the colours are not known the player who stands first in the report is put as white and `coloured` is
        false. A cell that its opponent does not confirm is no game: it is a finding of the reader.
        """
        cells, partner = self.cells, self.partner_rows()
        numbers = np.array([player.number for player in self.players], np.int32)
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
        one, two = cells.result[first, turn], cells.result[second, turn]
        half, unplayed = _half_points_table(), _kind_table()
        kind = np.maximum(unplayed[one], unplayed[two])
        nobody = np.isin(numbers, np.array(sorted(self.phantoms), np.int32))
        kind[nobody[first] | nobody[second]] = Kind.PHANTOM
        sound = (half[one] >= 0) & (half[two] >= 0) & (half[one] + half[two] <= HALF_POINTS)
        sound &= unplayed[one] == unplayed[two]  # not a win over somebody who did not come
        sound |= (one == NO_RESULT) & (two == NO_RESULT)
        keep = np.nonzero(sound)[0]
        return ReportedGames(
            numbers[first][keep],
            numbers[second][keep],
            np.maximum(half[one], 0)[keep],
            np.maximum(half[two], 0)[keep],
            (turn + 1).astype(np.uint16)[keep],
            self.order_of_rounds()[turn][keep],
            coloured[keep],
            kind[keep],
        )

    def order_of_rounds(self) -> npt.NDArray[np.uint16]:
        """For each round its place in the order of play: by date where every round has one, else by its number."""
        days: list[Any] = list(self.round_dates[: self.cells.rounds])
        order = np.arange(1, self.cells.rounds + 1, dtype=np.uint16)
        if len(days) < self.cells.rounds or None in days:
            return order
        ranked = sorted(range(len(days)), key=lambda turn: (days[turn], turn))
        order[ranked] = np.arange(1, len(ranked) + 1, dtype=np.uint16)
        return order


def _half_points_table() -> npt.NDArray[np.int8]:
    table = np.full(256, -1, np.int8)
    for code, half_points in HALF_POINTS_OF.items():
        table[ord(code)] = -1 if code in BYES else half_points
    return table


def _kind_table() -> npt.NDArray[np.uint8]:
    table = np.full(256, Kind.PLAYED, np.uint8)
    table[[ord(code) for code in "+-"]] = Kind.FORFEIT
    table[[ord(code) for code in "WDL"]] = Kind.SHORT
    table[NO_RESULT] = Kind.UNFINISHED
    return table


class Verdict(StrEnum):
    """What becomes of a report."""

    RATABLE = "ratable"
    WITH_EXCLUSIONS = "ratable-with-exclusions"
    NOT_RATABLE = "not-ratable"
    UNDECIDED = "undecided"  # facts are missing; the findings ask for them
