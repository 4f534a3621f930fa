"""What is measured: lists, games, people and, in a simulation, true strengths, as columns by key."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import numpy as np

from arpad.columns import I16, I32, I64, U8, U16, Entries, Ledger, Roll, Table
from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook

SEX_UNKNOWN, SEX_MAN, SEX_WOMAN = 0, 1, 2
SEXES = ("", "m", "w")


@dataclass(frozen=True, eq=False)
class PeopleColumns:
    """Who the players are, a row per key, as far as it is known."""

    born: U16  # the year; 0 unknown
    sex: U8
    federation: U16  # the place among the codes
    region: U16
    codes: tuple[str, ...] = ("",)  # of federations; the empty one is unknown
    regions: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.born)

    def home(self, keys: I32) -> str:
        """The federation and the region of most of some players, as far as they are known."""
        words = []
        for place, names in ((self.federation, self.codes), (self.region, self.regions)):
            count = np.bincount(place[keys[keys < len(place)]], minlength=len(names))
            count[[at for at, name in enumerate(names) if not name]] = 0
            if count.any():
                words.append(names[int(np.argmax(count))])
        return " ".join(words)

    @classmethod
    def of_years(cls, born: U16) -> PeopleColumns:
        """People of whom only the year of birth is known."""
        none = np.zeros(len(born), np.uint16)
        return cls(born, none.astype(np.uint8), none, none)


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """The games behind a list: who sat where, and what each game was worth to each side."""

    entries: Entries
    ledger: Ledger  # two rows a game; its entries are those here


class ScaleSource(Protocol):
    """Where lists, games and people come from."""

    @property
    def series(self) -> str: ...

    @property
    def lists(self) -> tuple[int, ...]:
        """Oldest first."""

    def roll(self, list_: int) -> Roll:
        """The roll of a list, a row per key."""

    def played(self, list_: int) -> PlayedGames | None:
        """The games behind a list; None where they are not told."""

    def people(self, list_: int) -> PeopleColumns:
        """Everybody whom a list knows, or more."""

    def book(self, list_: int) -> Rulebook | None:
        """The edition by which a list was made; None where it was not made here."""

    def strengths(self, list_: int) -> I16 | None:
        """True strengths, a row per key, 0 where there is none; None where nobody knows them."""


def roll_for_keys(roll: Roll, size: int) -> Roll:
    """A roll for so many keys: whom a list does not know has no rating on it."""
    if len(roll) == size:
        return roll
    longer = Roll.of(rating=np.zeros(max(size, len(roll)), np.int16))
    for name, column in roll.columns():
        getattr(longer, name)[: len(roll)] = column
    return longer if len(longer) == size else longer.cut(slice(0, size))


def ages_in_year(people: PeopleColumns, list_: int, keys: I32) -> I32:
    """How old players are in the year of a list; -1 where that is unknown."""
    born = people.born[keys].astype(np.int32)
    return np.where(born > 0, Month(list_).year - born, -1).astype(np.int32)


STRENGTH_COLUMNS = ("fide_id", "strength", "per_year", "on")
DAYS_OF_YEAR = 365
MAX_STRENGTHS = 10_000  # a strength, in points
MAX_STRENGTH_LINE = 128 << 20  # letters of a file


@dataclass(frozen=True, eq=False)
class TrueStrengths(Table):
    """A row per player, by number."""

    number: I64  # FIDE's, or the key in an export
    strength: I64
    per_year: I64
    day: I64

    def on_list(self, list_: int, numbers: I64) -> I16:
        """The strengths of those with these numbers on the day of a list; 0 where one is unknown."""
        if not len(self.number):
            return np.zeros(len(numbers), np.int16)
        different, which = np.unique(self.day, return_inverse=True)
        days = np.array([(Month(list_).first - Day(day).date).days for day in different.tolist()], np.int64)[which]
        strength = np.clip(self.strength + self.per_year * days // DAYS_OF_YEAR, -MAX_STRENGTHS, MAX_STRENGTHS)
        at = np.minimum(np.searchsorted(self.number, numbers), len(self.number) - 1)
        return np.where(self.number[at] == numbers, strength[at], 0).astype(np.int16)


def strengths_by_number(columns: Iterable[I64]) -> TrueStrengths:
    """Strengths out of columns in any order of rows."""
    strengths = TrueStrengths(*columns)
    return strengths.take(np.argsort(strengths.number, kind="stable"))


def read_strengths(path: str) -> TrueStrengths:
    """Read the true strengths that a simulation wrote. Any other file is refused."""
    try:
        with open(Path(path), encoding="utf-8", newline="") as file:
            text = file.read(MAX_STRENGTH_LINE + 1)
            lines = csv.DictReader(text.splitlines())
            if len(text) > MAX_STRENGTH_LINE or tuple(lines.fieldnames or ()) != STRENGTH_COLUMNS:
                raise ValueError
            rows = [(*(int(row[name]) for name in STRENGTH_COLUMNS[:3]), int(_day_number(row["on"]))) for row in lines]
    except OSError as error:
        raise UserError("history/unread", file=path, reason=error.strerror or str(error)) from None
    except (KeyError, ValueError, TypeError, AttributeError, csv.Error):
        raise UserError(
            "scale/no-strengths", Remedy.to("bring-strengths"), file=path, columns=STRENGTH_COLUMNS
        ) from None
    if any(
        abs(strength) > MAX_STRENGTHS or abs(per_year) > MAX_STRENGTHS or number < 1
        for number, strength, per_year, _ in rows
    ):
        raise UserError("scale/no-strengths", Remedy.to("bring-strengths"), file=path, columns=STRENGTH_COLUMNS)
    columns = np.array(rows, np.int64).reshape(-1, len(STRENGTH_COLUMNS)).T
    return strengths_by_number(columns)


def _day_number(text: str) -> Day:
    day = Day.read(text)
    if not day.whole:
        raise ValueError(text)
    return day
