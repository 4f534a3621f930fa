"""The published list as values: who stands on it, and what the list of one series says on its day.

`People` is what the public may know of a player. It has a year of birth and no day: whatever is made of these values
cannot give away more. Names are sorted by `name_sort`, as bytes, and by number; never by a locale.

Nothing here chooses rows (`selection`) or writes files (`export`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from dataclasses import field, fields
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, I64, U8, U16, Bools, Roll
from arpad.days import Month
from arpad.days import years_of as years
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.law import Rulebook, rulebook
from arpad.lists.listing import hidden, shown_state
from arpad.lists.marks import Mark
from arpad.rating.change import listed
from arpad.textcells import blocks

Texts = npt.NDArray[Any]  # of variable width, sorted as UTF-8 bytes
Rows = npt.NDArray[np.intp]
TEXT = np.dtypes.StringDType()
WOMAN = "F"
WORD = np.dtype(np.uint64).itemsize  # bytes that are compared at once


def texts(values: Iterable[str] | Texts) -> Texts:
    """A column of texts."""
    return np.array(values if isinstance(values, np.ndarray) else list(values), TEXT)


def years_of(born: I32) -> I16:
    """What a list may say of births: the year alone."""
    return years(born).astype(np.int16)


@dataclass(frozen=True, eq=False)
class Words:
    """A column of texts of which few are different, such as federations: each once, and which a row has."""

    different: tuple[str, ...]
    place: I32

    def __len__(self) -> int:
        return len(self.place)

    def __getitem__(self, row: int) -> str:
        return self.different[int(self.place[row])]

    def take(self, rows: Rows) -> Words:
        return Words(self.different, self.place[rows])

    def are(self, text: str) -> Bools:
        """In which rows a text stands."""
        matches: Bools = np.array([word == text for word in self.different], bool)[self.place]
        return matches

    def with_rows(self, texts_by_row: Mapping[int, str]) -> Words:
        """The column with other texts in some rows."""
        different, place = dict.fromkeys((*self.different, *texts_by_row.values())), self.place.copy()
        code = {text: at for at, text in enumerate(different)}
        place[list(texts_by_row)] = [code[text] for text in texts_by_row.values()]
        return Words(tuple(different), place)

    def tolist(self) -> list[str]:
        return [self.different[at] for at in self.place.tolist()]

    @classmethod
    def of(cls, values: Iterable[str] | Texts) -> Words:
        """The column of some texts."""
        column, code = texts(values), dict[str, int]()
        place = np.zeros(len(column), np.int32)
        for block in blocks(len(column)):
            cells = column[block].tolist()
            for text in dict.fromkeys(cells):
                code.setdefault(text, len(code))
            place[block] = np.fromiter(map(code.__getitem__, cells), np.int32, len(cells))
        return cls(tuple(code), place)


@dataclass(frozen=True, eq=False)
class People:
    """A row per player: what a list may say of him."""

    id: I64  # the office's own number
    fide_id: I64  # 0 none
    name: Texts
    name_sort: Texts
    federation: Words
    region: Words
    sex: Words
    title: Words
    national_title: Words
    birth_year: I16  # 0 unknown
    latin_name: Texts  # in the letters of FIDE's lists; empty where nobody made one

    def __post_init__(self) -> None:
        for f in fields(self):
            column, kind = getattr(self, f.name), _KINDS[f.name]
            if kind is Words:
                right = isinstance(column, Words)
            else:
                right = isinstance(column, np.ndarray) and column.dtype == kind and column.ndim == 1
            if not right:
                raise TypeError(f"People.{f.name} must be a column of {'words' if kind is Words else kind}")
            if len(column) != len(self.id):
                raise ValueError(f"People.{f.name} has {len(column)} rows, People.id {len(self.id)}")

    def __len__(self) -> int:
        return len(self.id)

    @property
    def listed_as(self) -> I64:
        """The number under which a list has each: FIDE's, or the office's own where there is none."""
        return np.where(self.fide_id > 0, self.fide_id, self.id)

    @cached_property
    def alphabetical(self) -> Rows:
        """Everybody by name and number."""
        return name_order(self, np.arange(len(self)))

    @classmethod
    def of(cls, **given_columns: Any) -> People:
        """People from sequences; a column that is not given is empty, `name_sort` is then the name."""
        size, columns = len(given_columns["id"]), dict[str, Any]()
        given_columns.setdefault("name_sort", given_columns.get("name", [""] * size))
        for name, kind in _KINDS.items():
            values = given_columns.pop(name, None)
            if kind is Words:
                given = Words.of([""] * size if values is None else values) if not isinstance(values, Words) else values
                columns[name] = given
            elif kind is TEXT:
                columns[name] = texts([""] * size if values is None else values)
            else:
                columns[name] = np.zeros(size, kind) if values is None else np.asarray(values, kind)
        return cls(**columns, **given_columns)


_KINDS: dict[str, Any] = {
    "id": np.dtype(np.int64),
    "fide_id": np.dtype(np.int64),
    "name": TEXT,
    "name_sort": TEXT,
    "federation": Words,
    "region": Words,
    "sex": Words,
    "title": Words,
    "national_title": Words,
    "birth_year": np.dtype(np.int16),
    "latin_name": TEXT,
}


@dataclass(frozen=True, eq=False)
class OtherTitles:
    """The women's, other and arena titles of people, a row for each; empty where there is none."""

    women: npt.NDArray[np.bytes_]
    other: npt.NDArray[np.bytes_]
    arena: npt.NDArray[np.bytes_]


@dataclass(frozen=True, eq=False)
class Published:
    """One list of one series. Rows of people, roll and games belong together."""

    series: str
    list_day: date
    edition: str
    rehearsal: bool
    people: People
    roll: Roll
    games: U16  # rated in the period
    fell: Bools = field(default_factory=lambda: np.zeros(0, bool))  # below the floor with this list; none: nobody
    law: Rulebook | None = None  # the edition as the list carries it; none: this version's
    other: Roll | None = None  # the list of the same day that the edition shows beside its own ratings
    unlisted: U8 = field(default_factory=lambda: np.zeros(0, np.uint8))  # why somebody is left out; none: nobody is
    original: Roll | None = None  # as it was published, where this is the list as it should have been
    provisional: I16 = field(default_factory=lambda: np.zeros(0, np.int16))  # of those who wait; none: nobody is shown
    imported: RatingList | None = None  # the list as its authority has it, a row for each of these
    titles: OtherTitles | None = None  # beside the title of the registry, as official lists have them
    marks: U8 = field(default_factory=lambda: np.zeros(0, np.uint8))  # see `marks`; none: every value is a fact

    def __post_init__(self) -> None:
        size = len(self.people)
        if not len(self.fell):
            object.__setattr__(self, "fell", np.zeros(size, bool))
        if not len(self.unlisted):
            object.__setattr__(self, "unlisted", np.zeros(size, np.uint8))
        if not len(self.provisional):
            object.__setattr__(self, "provisional", np.zeros(size, np.int16))
        if not len(self.marks):
            object.__setattr__(self, "marks", np.zeros(size, np.uint8))
        parts: list[Sized] = [
            self.roll,
            self.games,
            self.fell,
            self.unlisted,
            self.provisional,
            self.marks,
            *(roll for roll in (self.other, self.original) if roll is not None),
        ]
        if any(len(part) != size for part in parts):
            raise ValueError(f"a list has as many rows as people, {size}, not {[len(part) for part in parts]}")

    @property
    def book(self) -> Rulebook:
        return self.law or rulebook(self.edition, self.series)

    @property
    def list_(self) -> Month:
        return Month.of(self.list_day)

    @cached_property
    def state(self) -> U8:
        """How each stands on the printed list: as on the roll, but whoever has died is not active."""
        return shown_state(self.roll.state, self.unlisted)

    @property
    def activity(self) -> bool:
        """Whether the list says who is inactive: a combined list says it of standard only."""
        return not np.any(self.marks & Mark.ACTIVITY)

    @property
    def hidden(self) -> Bools:
        """Who is on no printed list, whatever his rating."""
        return hidden(self.unlisted)

    @property
    def listed(self) -> Bools:
        """Who stands on the printed list with a rating."""
        return listed(self.roll.state) & ~self.hidden

    def by_name(self, rows: Rows) -> Rows:
        """Rows in alphabetical order."""
        return rows[name_order(self.people, rows)]

    def by_rating(self, rows: Rows) -> Rows:
        """Rows by rating, the highest first; equal ones by name and number."""
        rows = self.by_name(rows)
        return rows[np.argsort(-self.roll.rating[rows].astype(np.int32), kind="stable")]


def name_order(people: People, rows: Rows) -> Rows:
    """The order of rows by name and number. Code points sort as UTF-8 bytes do, and eight bytes sort as one number."""
    names = people.name_sort[rows]
    parts = [np.array([name.encode() for name in names[block].tolist()]) for block in blocks(len(names))]
    count = -(-max((part.itemsize for part in parts), default=0) // WORD)
    words = np.zeros((count, len(names)), np.uint64)
    for part, block in zip(parts, blocks(len(names)), strict=True):
        words[:, block] = part.astype(f"S{count * WORD}").view(">u8").reshape(len(part), count).T
    return np.lexsort((people.id[rows], *words[::-1]))
