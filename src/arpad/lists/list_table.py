"""Lay a published list out as columns: the fields that the edition's article names, and what makes a row readable.

In: a `Published` and the rows chosen. Out: a `ListTable`, columns with a heading each, that every tabular form writes
as it stands, a block of rows at a time. A number, a name and the state are always there; sex, K, games, region and the
rest where the article names them. The birth is the year, whatever a text says. Who is not listed has no rating here,
only a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import Roll, State
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists.marks import Mark, names_of_marks
from arpad.lists.published import Published, Rows, Words
from arpad.lists.selection import active_until
from arpad.rating.change import listed
from arpad.textcells import NONE, blocks

Cell = int | str | None
Numbers = npt.NDArray[np.int64]
Values = Callable[[Published, Rows], npt.NDArray[Any] | Words]

MARKED = {"k": Mark.K_ASSUMED | Mark.K_GIVEN, "active_until": Mark.UNTIL}
REHEARSAL, PROVISIONAL, NOT_STATED = "REHEARSAL", "provisional", "not stated"
STATES = {State.NONE: "unrated", State.ACTIVE: "active", State.INACTIVE: "inactive", State.DELISTED: "delisted"}


@dataclass(frozen=True)
class Column:
    """One column: its key in files, its heading on paper, and its values for some rows: whole numbers, -1 for none, or
    texts."""

    key: str
    heading: str
    number: bool
    values: Values

    def cells(self, published: Published, rows: Rows) -> list[Cell]:
        """The values as a program reads them."""
        values: list[Cell] = list(self.values(published, rows).tolist())
        return [None if value == NONE else value for value in values] if self.number else values


@dataclass(frozen=True)
class ListTable:
    """A list laid out, and what stands over it."""

    published: Published
    chosen: Rows
    articles: tuple[str, ...]  # that name the fields
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.chosen)

    @property
    def series(self) -> str:
        return self.published.series

    @property
    def list_day(self) -> str:
        return self.published.list_day.isoformat()

    @property
    def edition(self) -> str:
        return self.published.edition

    @property
    def rehearsal(self) -> bool:
        return self.published.rehearsal

    @property
    def title(self) -> str:
        return f"{self.series} {self.list_day}"

    def without_mark(self) -> ListTable:
        """Without the column that marks every row of a rehearsal, where a heading says it."""
        return replace(self, columns=tuple(column for column in self.columns if column.key != REHEARSAL.lower()))

    def blocks(self) -> Iterator[list[npt.NDArray[Any] | Words]]:
        """The values of the columns, a block of rows at a time."""
        for block in blocks(len(self)):
            yield [column.values(self.published, self.chosen[block]) for column in self.columns]

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        """Row by row, for whoever wants values and not bytes."""
        for block in blocks(len(self)):
            cells = (column.cells(self.published, self.chosen[block]) for column in self.columns)
            yield from zip(*cells, strict=True)


def lay_out(published: Published, rows: Rows) -> ListTable:
    """The rows of a list, in this order, with the fields of its edition."""
    cited = published.book.cite(LIST_FIELDS)
    columns = [
        Column(key, heading, number, values)
        for key, heading, number, named_by, values in FIELDS
        if not named_by or any(name in cited.value.fields for name in named_by)
    ]
    if published.original is not None:
        place = next(at for at, column in enumerate(columns) if column.key == "rating") + 1
        columns.insert(place, Column("original_rating", "As published", True, _as_published))
    shown = marks_of_columns(column.key for column in columns)
    if np.any(published.marks[rows] & shown):
        columns.append(Column("marks", "Marks", False, lambda published, rows: _marks(published, rows, shown)))
    if published.rehearsal:
        columns.append(Column("rehearsal", "Rehearsal", False, _mark))
    return ListTable(published, rows, cited.articles, tuple(columns))


def marks_of_columns(keys: Iterable[str]) -> Mark:
    """The marks about the values of some columns."""
    marks = Mark(0)
    for key in keys:
        marks |= MARKED.get(key, Mark(0))
    return marks


def _marks(published: Published, rows: Rows, shown: Mark) -> Words:
    different, place = np.unique(published.marks[rows], return_inverse=True)
    words = tuple("; ".join(names_of_marks(bits, shown)) for bits in different.tolist())
    return Words(words, place.astype(np.int32))


def _person(name: str) -> Values:
    return lambda published, rows: getattr(published.people, name)[rows]


def _words(name: str) -> Values:
    return lambda published, rows: getattr(published.people, name).take(rows)


def _known(name: str) -> Values:
    """A number of a person of whom 0 says nothing."""

    def values(published: Published, rows: Rows) -> Numbers:
        numbers = getattr(published.people, name)[rows].astype(np.int64)
        return np.where(numbers == 0, NONE, numbers)

    return values


def _of_roll(name: str) -> Values:
    return lambda published, rows: _of_listed(published.roll, rows, name)


def _other_rating(published: Published, rows: Rows) -> Numbers:
    return np.full(len(rows), NONE) if published.other is None else _of_listed(published.other, rows, "rating")


def _of_listed(roll: Roll, rows: Rows, column: str) -> Numbers:
    return np.where(listed(roll.state[rows]), getattr(roll, column)[rows].astype(np.int64), NONE)


def _as_published(published: Published, rows: Rows) -> Numbers:
    return np.full(len(rows), NONE) if published.original is None else _of_listed(published.original, rows, "rating")


def _games(published: Published, rows: Rows) -> Numbers:
    return published.games[rows].astype(np.int64)


def _until(published: Published, rows: Rows) -> Words:
    months = np.where(listed(published.roll.state[rows]), active_until(published, rows), NONE)
    different, place = np.unique(months, return_inverse=True)
    return Words(
        tuple("" if month == NONE else str(Month(month)) for month in different.tolist()), place.astype(np.int32)
    )


def _state(published: Published, rows: Rows) -> Words:
    waits = published.provisional[rows] > 0
    place = np.where(waits, len(State), published.state[rows]).astype(np.int32)
    if not published.activity:
        place[place == State.ACTIVE.value] = len(State) + 1
    return Words((*(STATES[state] for state in State), PROVISIONAL, NOT_STATED), place)


def _rating(published: Published, rows: Rows) -> Numbers:
    """The published rating; of those who are shown as provisional what their results come to so far."""
    waits = published.provisional[rows].astype(np.int64)
    return np.where(waits > 0, waits, _of_listed(published.roll, rows, "rating"))


def _mark(_: Published, rows: Rows) -> Words:
    return Words((REHEARSAL,), np.zeros(len(rows), np.int32))


FIELDS: tuple[tuple[str, str, bool, tuple[str, ...], Values], ...] = (
    # key, heading, a number?, the fields of the law that ask for it (none: always there), how it is made
    ("id", "No.", True, (), _person("id")),
    ("fide_id", "FIDE No.", True, ("id", "fide-id"), _known("fide_id")),
    ("name", "Name", False, (), _person("name")),
    ("title", "Title", False, ("title",), _words("title")),
    ("national_title", "National title", False, ("own-id",), _words("national_title")),  # a list with codes of its own
    ("sex", "Sex", False, ("sex",), _words("sex")),
    ("federation", "Federation", False, ("federation",), _words("federation")),
    ("region", "Region", False, ("region",), _words("region")),
    ("rating", "Rating", True, (), _rating),
    ("fide_rating", "FIDE rating", True, ("fide-rating",), _other_rating),
    ("games", "Games", True, ("games",), _games),
    ("k", "K", True, ("k",), _of_roll("k")),
    ("birth_year", "Born", True, ("birth",), _known("birth_year")),
    ("active_until", "Active until", False, ("activity",), _until),
    ("state", "State", False, (), _state),
)
