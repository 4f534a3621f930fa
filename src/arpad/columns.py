"""The tables a period is made of and the tables it gives: frozen columns of equal length, checked when they are made.

Rows refer to each other by position, inside one run only. Days are yyyymmdd, lists and months yyyymm, 0 is none or
unknown; rating 0 is unrated; expectation, delta, sum and change are hundredths. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import IntEnum
from typing import Annotated, Any, Self, get_args

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass

Bools = Annotated[npt.NDArray[np.bool_], np.bool_]
I8 = Annotated[npt.NDArray[np.int8], np.int8]
U8 = Annotated[npt.NDArray[np.uint8], np.uint8]
I16 = Annotated[npt.NDArray[np.int16], np.int16]
U16 = Annotated[npt.NDArray[np.uint16], np.uint16]
I32 = Annotated[npt.NDArray[np.int32], np.int32]
I64 = Annotated[npt.NDArray[np.int64], np.int64]
F64 = Annotated[npt.NDArray[np.float64], np.float64]  # in measures only: nothing that is rated is a float
_NAMED = {
    "Bools": Bools,
    "I8": I8,
    "U8": U8,
    "I16": I16,
    "U16": U16,
    "I32": I32,
    "I64": I64,
    "F64": F64,
}  # as tables name them


MOST_CYCLES = 250  # of a round robin, as far as the column goes


# Columns are compared with a member's value: with the member itself NumPy would widen the column first.


class System(IntEnum):
    """How an event is rated.

    The number of a round robin counts its cycles: `ROUND_ROBIN` is one, and each further cycle is one more. From three
    cycles on all have the name of the last member, and each keeps its own number. So nothing can be appended here.
    """

    SWISS = 0
    TEAM = 1
    MATCH = 2
    ROUND_ROBIN = 3
    DOUBLE_ROUND_ROBIN = 4
    MULTIPLE_ROUND_ROBIN = 5  # of three cycles; 6 are four, and so on

    @classmethod
    def _missing_(cls, value: object) -> System | None:
        last = cls.MULTIPLE_ROUND_ROBIN
        if not isinstance(value, int) or not last.value < value < cls.ROUND_ROBIN.value + MOST_CYCLES:
            return None
        more = int.__new__(cls, value)
        more._name_, more._value_ = last.name, value
        return more

    @classmethod
    def of_cycles(cls, cycles: int) -> System:
        """The round robin of so many cycles."""
        return cls(cls.ROUND_ROBIN.value + cycles - 1)

    @property
    def cycles(self) -> int:
        """How often everybody meets everybody; 0 of what is no round robin."""
        return max(self.value - System.ROUND_ROBIN.value + 1, 0)


class Role(IntEnum):
    """What a player is in an event."""

    RATED = 0
    NEWCOMER = 1
    GUEST = 2  # met with a rating of another series, no change of his own


class Source(IntEnum):
    """Where the ratings of an entry come from."""

    LIST = 0
    INACTIVE = 1
    STANDARD = 2  # the standard rating stands in
    FIDE = 3  # a foreigner's
    LATE = 4  # rated since the event began
    NONE = 5


class State(IntEnum):
    """How a player stands on a list."""

    NONE = 0
    ACTIVE = 1
    INACTIVE = 2
    DELISTED = 3


class KReason(IntEnum):
    """Why K is what it is: the clauses that keep a number of their own wherever they stand. Closed.

    A clause of any other name is kept by its place in its edition (`law/rules/coefficient.py`).
    """

    GIVEN = 0
    NEW_PLAYER = 1
    JUNIOR = 2
    BELOW_2400 = 3
    REACHED_2400 = 4
    BELOW_2300 = 5
    REACHED_2300 = 6
    UNDER_14 = 7
    EVERYBODY = 8


class Status(IntEnum):
    """What became of a game or a result. 0 is counted; the other names are concepts of the law. Append only.

    The two about parts share one concept, and so do a game that was not played and one that the office left out.
    """

    COUNTED = 0
    POOLED = 1  # counts towards a first rating
    UNRATED_OPPONENT = 2
    FIRST_EVENT = 3
    FIRST_EVENT_OPPONENTS = 4
    MINIMUM_EVENT_GAMES = 5
    FIRST_RESULT = 6
    WIDE_DIFFERENCE = 7
    FOREIGN_PLAYERS = 8  # a guest has no change of his own
    UNPLAYED_GAME = 9
    RATE_OF_PLAY = 10
    EQUAL_TIMES = 11
    MATCH_DECIDED = 12
    MATCH_WITH_UNRATED = 13
    NOTATION = 14
    MEMBER_FEDERATION = 15
    EARLIER_PART = 16  # of an event in parts: rated with an earlier list
    LATER_PART = 17  # and left open until a later part decides it
    LEFT_OUT = 18  # played, and struck by the office; before this had a number of its own: UNPLAYED_GAME


class WorkOutcome(IntEnum):
    """What a period did to a rated player."""

    CHANGED = 0
    RETURNED = 1
    DELISTED = 2


class FirstOutcome(IntEnum):
    """What a period did to a newcomer."""

    PUBLISHED = 0
    PENDING = 1
    BELOW_FLOOR = 2
    RESTARTED = 3


class AdjustmentKind(IntEnum):
    """What moved a rating between worksheet and list, in the order in which they are made. Append only."""

    CORRECTION = 0  # of the rating that the change was added to, by an officer
    ONE_OFF = 1  # decided for this one list
    EQUALISATION = 2  # raised to the rating of another series; the name is a concept of the law
    REVISION = 3  # of the rating that the change was added to: the list before was put right
    HOLDING_FLOOR = 4  # raised to a floor that holds


def label(member: IntEnum) -> str:
    """A member as people and files write it: `UNRATED_OPPONENT` is `unrated-opponent`."""
    return member.name.lower().replace("_", "-")


NO_GAME = (Status.UNPLAYED_GAME, Status.LEFT_OUT)  # neither counts as a game of the event


def concept_of(status: Status) -> str:
    """The concept of the law behind what became of a game or a result."""
    if status in (Status.EARLIER_PART, Status.LATER_PART):
        return "event-in-parts"
    return label(Status.UNPLAYED_GAME if status is Status.LEFT_OUT else status)


def dtypes(table: Any) -> dict[str, np.dtype[Any]]:
    """The declared types of a table's columns, looked up once."""
    known: dict[str, np.dtype[Any]] | None = table.__dict__.get("_declared")
    if known is None:
        known = {f.name: np.dtype(get_args(_NAMED[str(f.type)])[1]) for f in fields(table)}
        table._declared = known
    return known


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length and declared type."""

    def __post_init__(self) -> None:
        lengths = set()
        for name, dtype in dtypes(type(self)).items():
            column = getattr(self, name)
            if not isinstance(column, np.ndarray) or column.dtype != dtype or column.ndim != 1:
                kind = f"{column.dtype}, {column.ndim}-d" if isinstance(column, np.ndarray) else type(column).__name__
                raise TypeError(f"{type(self).__name__}.{name} must be a column of {dtype}, not {kind}")
            lengths.add(len(column))
        if len(lengths) > 1:
            unequal = {name: len(column) for name, column in self.columns()}
            raise ValueError(f"{type(self).__name__} has columns of unequal length: {unequal}")

    def __len__(self) -> int:
        return len(getattr(self, next(iter(dtypes(type(self))))))

    def columns(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        for name in dtypes(type(self)):
            yield name, getattr(self, name)

    def take(self, rows: npt.NDArray[Any]) -> Self:
        """The rows named by position or by a mask."""
        if rows.dtype == bool:
            rows = np.flatnonzero(rows)
        return self._sound({name: column.take(rows) for name, column in self.columns()})

    def cut(self, rows: slice) -> Self:
        """A run of rows, without copying them."""
        return self._sound({name: column[rows] for name, column in self.columns()})

    @classmethod
    def _sound(cls, columns: dict[str, npt.NDArray[Any]]) -> Self:
        """A table of columns that come from checked ones, or were made as they are declared: not checked again."""
        table = object.__new__(cls)
        table.__dict__.update(columns)
        return table

    def equals(self, other: Self) -> bool:
        return all(np.array_equal(column, getattr(other, name)) for name, column in self.columns())

    @classmethod
    def of(cls, **given: Any) -> Self:
        """A table from sequences or single values; a value that does not fit its column is an error."""
        length = max((len(v) for v in given.values() if isinstance(v, Sequence | np.ndarray)), default=0)
        columns = {}
        for name, dtype in dtypes(cls).items():
            wide = np.asarray(given.pop(name, 0))
            column = columns[name] = np.empty(length, dtype)
            np.copyto(column, wide, "unsafe")
            if not (column == wide).all():
                raise ValueError(f"{cls.__name__}.{name} cannot hold {wide[column != wide] if wide.ndim else wide}")
        if given:
            raise TypeError(f"{cls.__name__} has no column {', '.join(given)}")
        return cls._sound(columns)

    @classmethod
    def room(cls, length: int) -> Self:
        """Columns of this length to be filled in, in place, before anybody reads them."""
        return cls._sound({name: np.empty(length, dtype) for name, dtype in dtypes(cls).items()})

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts, one after the other."""
        empty = {name: [np.zeros(0, dtype)] for name, dtype in dtypes(cls).items()}
        return cls(**{n: np.concatenate([getattr(p, n) for p in parts] or empty[n]) for n in empty})


# --- what goes in -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Players(Table):
    """A row per player."""

    born: I32  # zeros where unknown: 20120000
    federation: U16
    member: U8  # bits: of IBCA, ICSC, IPCA


@dataclass(frozen=True, eq=False)
class Roll(Table):
    """One series, one list: a row per player."""

    rating: I16
    state: U8
    k: U8
    k_reason: U8
    games: U16  # rated so far
    highest: I16  # ever published
    last: I32  # list of the last rated game; where years run from its event, the first list after the event's end


@dataclass(frozen=True, eq=False)
class Events(Table):
    """A row per event or reported part of one, by start, end, key."""

    key: I64  # from the content, not from the order of arrival
    start: I32
    end: I32
    edition: U8  # position among the books
    system: U8  # as rated
    championship: Bools  # a team championship in which fewer games suffice


@dataclass(frozen=True, eq=False)
class Entries(Table):
    """A row per event and player, by event."""

    event: I32
    player: I32
    role: U8
    own: I16  # the rating he has for his own change
    shown: I16  # the rating his opponents meet
    source: U8
    k: U8
    k_reason: U8
    status: U8  # why his own result may not count, or 0


@dataclass(frozen=True, eq=False)
class Games(Table):
    """A row per game, by event."""

    white: I32  # entries
    black: I32
    white_half_points: I8
    black_half_points: I8
    coloured: Bools  # the colours are known
    round: U16
    order: U16  # of play, within the event
    status: U8  # why it may not count, or 0


# --- what comes out -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Ledger(Table):
    """Two rows per game, white's and then black's: what the game was worth to each."""

    game: I32
    entry: I32
    opponent: I32  # entries
    half_points: I8
    own: I16
    met: I16  # in a round robin a newcomer's rating of the event
    difference: I16
    counted: I16  # after the limit
    expected: U8
    delta: I8
    status: U8


@dataclass(frozen=True, eq=False)
class Lines(Table):
    """A row per entry: what an event was worth to a player."""

    games: U16
    half_points: U16
    met: I32  # sum of the ratings met, as limited; their mean is Rc
    sum: I32
    k: U8  # as used
    change: I32
    ru_first: I16  # unrated in a round robin
    ru: I16
    status: U8


@dataclass(frozen=True, eq=False)
class Worksheets(Table):
    """A row per rated player with games that count."""

    player: I32
    base: I16
    base_source: U8
    games: U16
    half_points: U16
    sum: I32
    ceiling: U16  # the largest K the games allow, 0 none
    change: I32
    rounded: I16
    new: I16
    outcome: U8


@dataclass(frozen=True, eq=False)
class Firsts(Table):
    """A row per newcomer with games in the period or a pool."""

    player: I32
    games: U16
    half_points: U16
    met: I32
    ra_sum: I32  # with hypothetical opponents
    ra_games: U16
    p: U8
    dp: I16
    ru: I16  # rounded, before the maximum
    rating: I16
    outcome: U8
    missing: U16  # games
    until: I32  # last list on which the oldest games count


@dataclass(frozen=True, eq=False)
class Pool(Table):
    """A row per newcomer and event that counts, waiting for a first rating."""

    player: I32
    key: I64
    start: I32
    end: I32
    list: I32  # the period that rated it
    system: U8
    championship: Bools
    games: U16
    half_points: U16
    met: I32  # in a round robin: games times the average of the event


@dataclass(frozen=True, eq=False)
class KChanges(Table):
    """From which game on which K holds, of players whose K changes inside the period because games are counted one by
    one: a row for the first game of each line, and one for each change inside it, in the order of the period."""

    player: I32
    key: I64  # of the event
    games: U16  # of the line that counted before; 0 begins a line
    k: U8  # as used
    k_reason: U8  # a clause of the period's edition; the list's own reason as long as the list's K holds


@dataclass(frozen=True, eq=False)
class Adjustments(Table):
    """A row per player and adjustment that moved his rating on a list, by player and in the order they were made."""

    player: I32
    kind: U8
    before: I16
    after: I16
