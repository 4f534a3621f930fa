"""Figures of a published list or of a part of it: who moved most, who is new, whose highest rating this is, and groups.

All of it is counted among the active players whom a filter leaves; nothing is read from the database.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arpad.columns import Bools
from arpad.exact import half_up
from arpad.frozen import dataclass
from arpad.intake.trf.layout import TITLES
from arpad.lists.published import Rows
from arpad.office.reading_room.catalogue import JUNIOR, SENIOR, Catalogue, Ints

MOST_ROWS = 5  # of each table
AGE_BANDS = ((0, 12), (13, 16), (17, JUNIOR), (JUNIOR + 1, SENIOR - 1), (SENIOR, 64), (65, 150))


@dataclass(frozen=True)
class FiguredRows:
    """The rows of the tables of a list, each at most a few, the first one the most."""

    gains: Rows
    losses: Rows
    newcomers: Rows  # without a rating on the list before; none on a first list
    highest: Rows  # who never stood higher, and moved up to it
    games: Rows  # most games that entered this list
    juniors: Rows


@dataclass(frozen=True)
class GroupLine:
    """A group of active players: how many there are, and the mean of their ratings."""

    kind: str  # federation, region, title, age
    name: str  # of a title or age; a band of ages as 13-16
    players: int
    mean: int


def figured_rows(catalogue: Catalogue, rows: Rows) -> FiguredRows:
    """Return the rows of each table out of these, which stand in the order of the list."""
    now, before = catalogue.lines[-1][rows].astype(np.int32), catalogue.before[rows].astype(np.int32)
    roll, age = catalogue.published.roll, _ages(catalogue, rows)
    change = np.where((now > 0) & (before > 0), now - before, 0)
    has_earlier = len(catalogue.lists) > 1
    return FiguredRows(
        _most(rows, change, change > 0),
        _most(rows, -change, change < 0),
        _most(rows, now, (now > 0) & (before == 0) & has_earlier),
        _most(rows, now, (change > 0) & (roll.highest[rows] <= now)),
        _most(rows, catalogue.published.games[rows].astype(np.int32), catalogue.published.games[rows] > 0),
        _most(rows, now, (age >= 0) & (age <= JUNIOR)),
    )


def _most(rows: Rows, value: Ints, fits: Bools) -> Rows:
    """The rows that fit, those of the greatest value first."""
    chosen = np.flatnonzero(fits)
    return rows[chosen[np.argsort(-value[chosen], kind="stable")][:MOST_ROWS]]


def _ages(catalogue: Catalogue, rows: Rows) -> Ints:
    """The age of each on the list's day by the year of birth; -1 where it is unknown."""
    born = catalogue.published.people.birth_year[rows].astype(np.int32)
    return np.where(born > 0, catalogue.published.list_day.year - born, -1)


def title_rank(title: str) -> tuple[int, str]:
    """The place of a title among titles, the highest first; any other word behind them."""
    return TITLES.index(title) if title in TITLES else len(TITLES), title


def group_lines(catalogue: Catalogue, rows: Rows) -> Iterator[GroupLine]:
    """Yield the federations, regions, titles and ages of these players: the largest group first, the highest title,
    ages by age."""
    people, rating = catalogue.published.people, catalogue.lines[-1][rows].astype(np.int64)
    for kind, words in (("federation", people.federation), ("region", people.region), ("title", people.title)):
        column = words.take(rows)
        size = len(column.different)
        count = np.bincount(column.place, minlength=size).tolist()
        total = np.bincount(column.place, rating, minlength=size).astype(np.int64).tolist()
        lines = [
            GroupLine(kind, name, players, half_up(points, players))
            for name, players, points in zip(column.different, count, total, strict=True)
            if name and players
        ]
        if kind == "title":
            yield from sorted(lines, key=lambda line: title_rank(line.name))
        else:
            yield from sorted(lines, key=lambda line: (-line.players, line.name))
    age = _ages(catalogue, rows)
    for young, old in AGE_BANDS:
        chosen = rating[(age >= young) & (age <= old)]
        if len(chosen):
            yield GroupLine("age", f"{young}-{old}", len(chosen), half_up(int(chosen.sum()), len(chosen)))
