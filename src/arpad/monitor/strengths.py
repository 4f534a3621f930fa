"""True strengths as a simulation writes them: a number, a strength on its first day, and points a year."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from arpad.columns import I16, I64
from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass

COLUMNS = ("fide_id", "strength", "per_year")
DAYS_OF_YEAR = 365
MOST = 10_000  # a strength, in points


@dataclass(frozen=True, eq=False)
class Strengths:
    """What nobody but the simulation knows, a row per player."""

    number: I64
    strength: I64  # on the first day
    per_year: I64

    def on(self, list_: int, first: int, numbers: I64) -> I16:
        """The strengths of those with these numbers on the day of a list, from the day of the first; 0 unknown."""
        days = (Month(list_).first - Month(first).first).days
        there = np.clip(self.strength + self.per_year * days // DAYS_OF_YEAR, -MOST, MOST)
        order = np.argsort(self.number, kind="stable")
        at = np.minimum(np.searchsorted(self.number[order], numbers), max(len(order) - 1, 0))
        if not len(order):
            return np.zeros(len(numbers), np.int16)
        rows = order[at]
        return np.where((self.number[rows] == numbers) & (numbers > 0), there[rows], 0).astype(np.int16)


def read_strengths(path: str) -> Strengths:
    """The file of a simulation; what is none is refused."""
    try:
        with open(Path(path), encoding="utf-8", newline="") as file:
            table = csv.DictReader(file)
            rows = [tuple(int(row[name]) for name in COLUMNS) for row in table]
    except OSError as error:
        raise Misuse("scale/no-strengths", file=path, reason=error.strerror or str(error)) from None
    except (KeyError, ValueError, TypeError, csv.Error):
        raise Misuse("scale/no-strengths/form", file=path, columns=COLUMNS) from None
    if any(abs(cell) > MOST for _, *cells in rows for cell in cells):
        raise Misuse("scale/no-strengths/form", file=path, columns=COLUMNS)
    wide = np.array(rows, np.int64).reshape(-1, len(COLUMNS))
    return Strengths(wide[:, 0], wide[:, 1], wide[:, 2])
