"""The people on the lists of an authority, one store for all its series: what a list says of each beside the rating.

A part has the people who changed with a list, in runs by number, so that few of them can be read without the others.
What holds on a day is the last row of a number up to then; before its first list somebody is what that list says. These
rows are dated and not sealed: an authority mends names and titles in lists that it has published. Nothing here knows
ratings or the registry.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, insert, select

from arpad.columns import I16, I64, U16, Table
from arpad.days import years_of
from arpad.frozen import dataclass
from arpad.intake.frl.layout import BY_NAME
from arpad.intake.frl.listed import RatingList
from arpad.office.imported_rows import is_among
from arpad.office.store.schema import official_people
from arpad.packed import pack, unpack
from arpad.textcells import FILLING, runs

RUN = 8192  # people in a run
LARGE = 4 * RUN  # from here on a part is compressed: its file is too large to be performed again byte for byte
WORDS = ("federation", "sex", "title", "w_title", "o_title", "foa", "mark")
Texts = npt.NDArray[np.bytes_]


@dataclass(frozen=True, eq=False)
class _Facts(Table):
    """What is known of people; of a text its place among those of the run."""

    number: I64
    born: I16
    federation: U16
    sex: U16
    title: U16
    w_title: U16
    o_title: U16
    foa: U16
    mark: U16


@dataclass(frozen=True, eq=False)
class ListedPeople:
    """People by number, ascending. `mark` is the flag of a list without the `i` of the inactive."""

    number: I64
    name: Texts  # UTF-8
    born: I16  # the year
    federation: Texts
    sex: Texts
    title: Texts
    w_title: Texts
    o_title: Texts
    foa: Texts
    mark: Texts

    def __len__(self) -> int:
        return len(self.number)

    def take(self, rows: npt.NDArray[Any]) -> ListedPeople:
        """Return some rows."""
        return ListedPeople(*(getattr(self, name)[rows] for name in COLUMNS))

    def differ(self, rows: npt.NDArray[np.intp], other: ListedPeople) -> npt.NDArray[np.bool_]:
        """Return which rows of `other` say anything else than these rows, one for each of them."""
        changed = np.zeros(len(rows), bool)
        for name in COLUMNS:
            changed |= getattr(self, name)[rows] != getattr(other, name)
        return changed

    @classmethod
    def join(cls, parts: Sequence[ListedPeople]) -> ListedPeople:
        """Return these people one part after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS))

    @classmethod
    def nobody(cls) -> ListedPeople:
        """Return a table without rows."""
        empty = np.zeros(0, "S1")
        return cls(np.zeros(0, np.int64), empty, np.zeros(0, np.int16), *([empty] * len(WORDS)))


COLUMNS = ("number", "name", "born", *WORDS)


@dataclass(frozen=True, eq=False)
class StatedPeople:
    """What a list says of its people, and the columns of which it says nothing."""

    people: ListedPeople
    silent: tuple[str, ...] = ()


def people_of_list(ratings: RatingList) -> StatedPeople:
    """Return what a list says of its people, by number. White space in names is a blank."""
    order = np.argsort(ratings.id, kind="stable")
    names = _as_texts(runs(ratings.names, np.diff(ratings.offsets)))
    for row in np.flatnonzero(np.strings.find(names, b"\n") >= 0).tolist():
        names[row] = b" ".join(names[row].split())
    columns = {name: getattr(ratings, name)[order] for name in WORDS if name != "mark"}
    columns["mark"] = np.strings.replace(ratings.flag[order], b"i", b"")
    born = years_of(ratings.born[order]).astype(np.int16)
    return StatedPeople(ListedPeople(ratings.id[order], names[order], born, **columns), _silent_columns(ratings))


def _silent_columns(ratings: RatingList) -> tuple[str, ...]:
    """Return the columns of which a list says nothing: those that its layout has not, and in other forms arena titles
    if nobody has one."""
    layout = BY_NAME.get(ratings.layout)
    if layout is None:
        return () if ratings.foa.any() else ("foa",)
    names = {"mark": "flag"}
    return tuple(name for name in COLUMNS[2:] if names.get(name, name) not in layout.fields)


def _as_texts(cells: npt.NDArray[np.uint8]) -> Texts:
    """Return cells as texts of a fixed width."""
    if not cells.shape[1]:
        return np.zeros(len(cells), "S1")
    return np.where(cells == FILLING, np.uint8(0), cells).view(f"S{cells.shape[1]}").ravel()


# --- reading ------------------------------------------------------------------------------------------------------


def read_people(
    connection: Connection, authority: str, until: int = 0, numbers: Sequence[int] | I64 | None = None
) -> ListedPeople:
    """Return the people of an authority as its lists up to a month say (`until`; 0: all lists). With `numbers` only
    these people. Whoever is on later lists only is as the first of them says."""
    wanted = None if numbers is None else np.unique(np.asarray(numbers, np.int64))
    before: list[ListedPeople] = []
    after: list[ListedPeople] = []
    for since, part in _parts(connection, authority, wanted):
        (after if until and since > until else before).append(part)
    people = _last_rows(before)
    for part in after:
        people = _last_rows([people, part.take(np.flatnonzero(~is_among(part.number, people.number)))])
    return people


def _last_rows(parts: Sequence[ListedPeople]) -> ListedPeople:
    """Return the last row of each number, by number."""
    if len(parts) < 2:
        return parts[0] if parts else ListedPeople.nobody()
    people = ListedPeople.join(parts)
    _, last = np.unique(people.number[::-1], return_index=True)
    return people.take(len(people) - 1 - last)


def _parts(connection: Connection, authority: str, wanted: I64 | None) -> Iterator[tuple[int, ListedPeople]]:
    """Yield (list, people) in the order in which they hold; with `wanted` only these numbers."""
    of = official_people
    columns = (of.c.since, of.c.log, of.c.first, of.c.last)
    rows = select(*columns).where(of.c.authority == authority).order_by(of.c.since, of.c.log, of.c.first)
    for row in connection.execute(rows).all():
        if wanted is not None:
            at = int(np.searchsorted(wanted, row.first))
            if at == len(wanted) or wanted[at] > row.last:
                continue
        chosen = select(of.c.names, of.c.facts).where(
            of.c.authority == authority, of.c.since == row.since, of.c.log == row.log, of.c.first == row.first
        )
        names, facts = connection.execute(chosen).one()
        part = _unpacked(names, facts, wanted)
        if len(part):
            yield row.since, part


def names_of_people(connection: Connection, authority: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield (names, facts) of each run: the names one on a line, the facts packed. See `numbers_in`."""
    of = official_people
    for row in connection.execute(select(of.c.names, of.c.facts).where(of.c.authority == authority)):
        yield _opened(row.names), row.facts


def numbers_in(facts: bytes) -> I64:
    """Return the numbers of the people of a run."""
    return _facts_of(facts)[1].number


def authorities(connection: Connection) -> tuple[str, ...]:
    """Return the authorities whose people are stored."""
    return tuple(connection.execute(select(official_people.c.authority).distinct()).scalars())


# --- storing ------------------------------------------------------------------------------------------------------


def store_people(
    connection: Connection, authority: str, since: int, stated: StatedPeople, entry: Callable[[], int]
) -> int:
    """Store what a list of a month says of people, where it is not known already. Of the columns of which it says
    nothing, what was known stays. Returns how many rows are new or say something else. What later lists say stays as
    it was. `entry` returns the number of the log entry; without news it is not asked."""
    before = read_people(connection, authority, since)
    people = _with_known(before, stated.people, stated.silent)
    changed = people.take(np.flatnonzero(_news(before, people)))
    if not len(changed):
        return 0
    later = select(official_people.c.since).where(
        official_people.c.authority == authority, official_people.c.since > since
    )
    following = connection.execute(later.order_by(official_people.c.since).limit(1)).scalar()
    if following is not None:  # a list is put before others: what they say of these people is said again
        known = read_people(connection, authority, following, changed.number)
        _insert(connection, authority, following, known, entry())
    _insert(connection, authority, since, changed, entry())
    return len(changed)


def _with_known(before: ListedPeople, people: ListedPeople, silent: Sequence[str]) -> ListedPeople:
    """Return people with the values known before in the columns that a list has not."""
    if not (silent and len(before)):
        return people
    at = np.minimum(np.searchsorted(before.number, people.number), len(before) - 1)
    known = before.number[at] == people.number
    values = {name: np.where(known, getattr(before, name)[at], getattr(people, name)) for name in silent}
    return replace(people, **values)


def _news(before: ListedPeople, people: ListedPeople) -> npt.NDArray[np.bool_]:
    """Return which people are new or otherwise than before."""
    new = np.ones(len(people), bool)
    if len(before):
        at = np.minimum(np.searchsorted(before.number, people.number), len(before) - 1)
        known = np.flatnonzero(before.number[at] == people.number)
        new[known] = before.differ(at[known], people.take(known))
    return new


def _insert(connection: Connection, authority: str, since: int, people: ListedPeople, log: int) -> None:
    compressed = len(people) >= LARGE
    rows = []
    for start in range(0, len(people), RUN):
        run = people.take(np.arange(start, min(start + RUN, len(people))))
        names, facts = _packed(run)
        place = {"authority": authority, "since": since, "log": log}
        ends = {"first": int(run.number[0]), "last": int(run.number[-1])}
        rows.append({**place, **ends, "names": _closed(names, compressed), "facts": _closed(facts, compressed)})
    if rows:
        connection.execute(insert(official_people), rows)


PLAIN, COMPRESSED = b"\0", b"\1"


def _closed(body: bytes, compressed: bool) -> bytes:
    return COMPRESSED + zlib.compress(body, 6) if compressed else PLAIN + body


def _opened(body: bytes) -> bytes:
    return zlib.decompress(body[1:]) if body[:1] == COMPRESSED else body[1:]


def _packed(people: ListedPeople) -> tuple[bytes, bytes]:
    """Return the names, one on a line, and the facts: the different texts as JSON on a line, then the columns."""
    words, columns = {}, {}
    for name in WORDS:
        different, columns[name] = np.unique(getattr(people, name), return_inverse=True)
        words[name] = [text.decode("latin-1") for text in different.tolist()]
    facts = _Facts.of(number=people.number, born=people.born, **columns)
    head = json.dumps(words, separators=(",", ":")).encode() + b"\n"
    return b"\n".join(people.name.tolist()), head + pack(facts)


def _facts_of(facts: bytes) -> tuple[dict[str, list[str]], _Facts]:
    head, _, body = _opened(facts).partition(b"\n")
    return json.loads(head), unpack(_Facts, body)


def _unpacked(names: bytes, facts: bytes, wanted: I64 | None) -> ListedPeople:
    words, columns = _facts_of(facts)
    lines: Iterable[bytes] = _opened(names).split(b"\n")
    if wanted is not None:
        rows = np.flatnonzero(is_among(columns.number, wanted))
        every = list(lines)
        columns, lines = columns.take(rows), [every[row] for row in rows.tolist()]
    texts = {
        name: np.array([word.encode("latin-1") for word in words[name]], np.bytes_)[getattr(columns, name)]
        for name in WORDS
    }
    name = np.array(list(lines), np.bytes_) if len(columns) else np.zeros(0, "S1")
    return ListedPeople(columns.number, name, columns.born, **texts)
