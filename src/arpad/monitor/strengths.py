"""True strengths, which a simulation knows: of each player on a day, and by how many points they move in a year."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from arpad.columns import I16, I64, Table
from arpad.days import Day, Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass

COLUMNS = ("fide_id", "strength", "per_year", "on")
DAYS_OF_YEAR = 365
MOST = 10_000  # a strength, in points
LONGEST = 128 << 20  # letters of a file


@dataclass(frozen=True, eq=False)
class Strengths(Table):
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
        there = np.clip(self.strength + self.per_year * days // DAYS_OF_YEAR, -MOST, MOST)
        at = np.minimum(np.searchsorted(self.number, numbers), len(self.number) - 1)
        return np.where(self.number[at] == numbers, there[at], 0).astype(np.int16)


def by_number(columns: Iterable[I64]) -> Strengths:
    """Strengths out of columns in any order of rows."""
    strengths = Strengths(*columns)
    return strengths.take(np.argsort(strengths.number, kind="stable"))


def read_strengths(path: str) -> Strengths:
    """The file of a simulation; what is none is refused."""
    try:
        with open(Path(path), encoding="utf-8", newline="") as file:
            text = file.read(LONGEST + 1)
            lines = csv.DictReader(text.splitlines())
            if len(text) > LONGEST or tuple(lines.fieldnames or ()) != COLUMNS:
                raise ValueError
            rows = [(*(int(row[name]) for name in COLUMNS[:3]), int(_day(row["on"]))) for row in lines]
    except OSError as error:
        raise Misuse("history/unread", file=path, reason=error.strerror or str(error)) from None
    except (KeyError, ValueError, TypeError, AttributeError, csv.Error):
        raise Misuse("scale/no-strengths", Remedy.to("bring-strengths"), file=path, columns=COLUMNS) from None
    if any(abs(strength) > MOST or abs(per_year) > MOST or number < 1 for number, strength, per_year, _ in rows):
        raise Misuse("scale/no-strengths", Remedy.to("bring-strengths"), file=path, columns=COLUMNS)
    columns = np.array(rows, np.int64).reshape(-1, len(COLUMNS)).T
    return by_number(columns)


def _day(text: str) -> Day:
    day = Day.read(text)
    if not day.whole:
        raise ValueError(text)
    return day
