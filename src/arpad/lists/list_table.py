"""Lay a published list out as columns: the fields that the edition's article names, and what makes a row readable.

In: a `Published` and the rows chosen. Out: a `ListTable`, plain columns with a heading each, that every tabular form
writes as it stands. A number, a name and the state are always there; sex, K, games, region and the rest where the
article names them. The birth is the year, whatever a text says. Who is not listed has no rating here, only a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from arpad.columns import Roll, State
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists.published import Published, Rows
from arpad.lists.selection import active_until
from arpad.rating.change import listed

Cell = int | str | None

REHEARSAL = "REHEARSAL"
STATES = {State.NONE: "unrated", State.ACTIVE: "active", State.INACTIVE: "inactive", State.DELISTED: "delisted"}


@dataclass(frozen=True)
class Column:
    """One column: its key in files, its heading on paper, its values."""

    key: str
    heading: str
    number: bool
    values: Sequence[Cell]


@dataclass(frozen=True)
class ListTable:
    """A list laid out, and what stands over it."""

    series: str
    list_day: str
    edition: str
    rehearsal: bool
    articles: tuple[str, ...]  # that name the fields
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.columns[0].values)

    @property
    def title(self) -> str:
        return f"{self.series} {self.list_day}"

    def without_mark(self) -> ListTable:
        """Without the column that marks every row of a rehearsal, where a heading says it."""
        return replace(self, columns=tuple(column for column in self.columns if column.key != REHEARSAL.lower()))

    def rows(self) -> zip[tuple[Cell, ...]]:
        return zip(*(column.values for column in self.columns), strict=True)


def lay_out(published: Published, rows: Rows) -> ListTable:
    """The rows of a list, in this order, with the fields of its edition."""
    cited = published.book.cite(LIST_FIELDS)
    columns = [
        Column(key, heading, number, values(published, rows))
        for key, heading, number, named_by, values in FIELDS
        if not named_by or any(name in cited.value.fields for name in named_by)
    ]
    if published.rehearsal:
        columns.append(Column("rehearsal", "Rehearsal", False, [REHEARSAL] * len(rows)))
    return ListTable(
        published.series,
        published.list_day.isoformat(),
        published.edition,
        published.rehearsal,
        cited.articles,
        tuple(columns),
    )


Values = Callable[[Published, Rows], Sequence[Cell]]


def _person(name: str) -> Values:
    return lambda published, rows: getattr(published.people, name)[rows].tolist()


def _year(published: Published, rows: Rows) -> Sequence[Cell]:
    return [year or None for year in published.people.birth_year[rows].tolist()]


def _fide_id(published: Published, rows: Rows) -> Sequence[Cell]:
    return [number or None for number in published.people.fide_id[rows].tolist()]


def _rating(published: Published, rows: Rows) -> Sequence[Cell]:
    return _of_listed(published.roll, rows, "rating")


def _k(published: Published, rows: Rows) -> Sequence[Cell]:
    return _of_listed(published.roll, rows, "k")


def _other_rating(published: Published, rows: Rows) -> Sequence[Cell]:
    return [None] * len(rows) if published.other is None else _of_listed(published.other, rows, "rating")


def _of_listed(roll: Roll, rows: Rows, column: str) -> Sequence[Cell]:
    on = listed(roll.state[rows]).tolist()
    return [value if here else None for value, here in zip(getattr(roll, column)[rows].tolist(), on, strict=True)]


def _games(published: Published, rows: Rows) -> Sequence[Cell]:
    return list(published.games[rows].tolist())


def _until(published: Published, rows: Rows) -> Sequence[Cell]:
    months = active_until(published)[rows].tolist()
    on = listed(published.roll.state[rows]).tolist()
    return [str(Month(month)) if here else "" for month, here in zip(months, on, strict=True)]


def _state(published: Published, rows: Rows) -> Sequence[Cell]:
    return [STATES[State(state)] for state in published.state[rows].tolist()]


FIELDS: tuple[tuple[str, str, bool, tuple[str, ...], Values], ...] = (
    # key, heading, a number?, the fields of the law that ask for it (none: always there), how it is made
    ("id", "No.", True, (), _person("id")),
    ("fide_id", "FIDE No.", True, ("id", "fide-id"), _fide_id),
    ("name", "Name", False, (), _person("name")),
    ("title", "Title", False, ("title",), _person("title")),
    ("national_title", "National title", False, ("own-id",), _person("national_title")),  # a list with codes of its own
    ("sex", "Sex", False, ("sex",), _person("sex")),
    ("federation", "Federation", False, ("federation",), _person("federation")),
    ("region", "Region", False, ("region",), _person("region")),
    ("rating", "Rating", True, (), _rating),
    ("fide_rating", "FIDE rating", True, ("fide-rating",), _other_rating),
    ("games", "Games", True, ("games",), _games),
    ("k", "K", True, ("k",), _k),
    ("birth_year", "Born", True, ("birth",), _year),
    ("active_until", "Active until", False, ("activity",), _until),
    ("state", "State", False, (), _state),
)
