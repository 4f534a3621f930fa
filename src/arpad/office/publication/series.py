"""Open a series: with a list made elsewhere, on which this office computes from here on.

In: the rows of a list file, read, and what an officer entered beside it. Players are found in the registry by their
number; whoever is not there, and whatever the file leaves open, is asked about, and nothing is written before it is
answered. Every conclusion that was drawn is kept with the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date

import numpy as np
from sqlalchemy import Connection

from arpad.columns import I32, U8, Table
from arpad.days import Month
from arpad.finding import Finding, Misuse, Place, Remedy, Tier, fields_of
from arpad.frozen import dataclass
from arpad.law.calendar import book_of_day, list_on
from arpad.law.carried import todays_law
from arpad.lists.opening import UNKNOWN, Stated, open_list, stated_by_columns
from arpad.lists.opening_csv import ENTERED
from arpad.lists.sealed import digest, parts_of
from arpad.office.desk import Desk
from arpad.office.publication.due import first_day
from arpad.office.publication.listlaw import carry
from arpad.office.publication.storing import OPENING, ListHead, begin_series, enter_head, point_to, store_tables
from arpad.office.registry.players import resolve
from arpad.office.registry.roster import roster
from arpad.office.rolls import COMPUTED, empty, kind_of, newest, store_parts
from arpad.packed import pack_by_chunk


@dataclass(frozen=True, eq=False)
class ConclusionRows(Table):
    """Where the facts of an opening row come from: the numbers are those of `Conclusion`."""

    player: I32
    games: U8
    highest: U8
    last: U8


@dataclass(frozen=True)
class OpeningList:
    """A list to open a series with, as a file says it: numbers and rows belong together."""

    series: str
    list_: Month
    numbers: Sequence[int]
    stated: Stated
    entered: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # by an officer, by the player's number
    file: str = ""

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.stated):
            raise Misuse("open/rows", numbers=len(self.numbers), rows=len(self.stated))
        absent = [number for number in self.entered if number not in set(self.numbers)]
        if absent:
            raise Misuse("open/entered", number=absent[0], file=self.file)


@dataclass(frozen=True)
class Opened:
    """What became of an opening list."""

    series: str
    list_: Month
    rows: int
    sha256: str
    questions: tuple[Finding, ...] = ()  # while there are any, nothing was written


def open_series(desk: Desk, opening: OpeningList, why: str = "") -> Opened:
    """Open a computed series, where nothing is left to ask."""
    series, list_ = opening.series, opening.list_
    day = _list_day(series, list_, desk.today())
    book = book_of_day(series, day)
    with desk.reading() as connection:
        _unopened(connection, series)
        known = roster(connection)
        keys = resolve(connection, list(opening.numbers))
    _once(opening.numbers, keys)
    _played(opening)
    here = np.flatnonzero(keys >= 0)
    numbers = [opening.numbers[row] for row in here.tolist()]
    entered = _entered(numbers, opening.entered)
    concluded = open_list(book, day, known.born[keys[here]], opening.stated.take(here), entered)
    questions = (*_strangers(opening, keys), *concluded.questions(numbers, opening.file))
    if questions:
        return Opened(series, list_, len(keys), "", questions)
    roll = empty(len(known))
    for name, column in concluded.roll.columns():
        getattr(roll, name)[keys] = column
    conclusions = ConclusionRows(keys, **dict(concluded.conclusions.columns()))
    parts = parts_of(empty(0), roll)
    tables = [(OPENING, chunk, packed) for chunk, packed in pack_by_chunk(conclusions)]
    sha256 = digest("", parts, tables)
    head = ListHead(series, list_, OPENING, sha256, len(roll), book.id, todays_law().sha256(book.id))
    detail = {"file": opening.file, "rows": len(keys), "sha256": sha256}
    with desk.writing("open", f"{series} {list_:d}", why, detail) as writing:
        _unopened(writing.connection, series)
        begin_series(writing, series, COMPUTED)
        enter_head(writing, desk, head)
        carry(writing, head, [book.id])
        store_parts(writing.connection, series, list_, parts)
        store_tables(writing.connection, head, tables)
        point_to(writing.connection, head)
    return Opened(series, list_, len(keys), sha256)


def _list_day(series: str, list_: Month, today: date) -> date:
    """The day of the list; a month that has none, and a day that has not come, are refused."""
    day = first_day(list_)
    in_force_then = list_on(series, day)
    if in_force_then != day:
        raise Misuse("open/no-list-day", series=series, list=list_, day=in_force_then)
    if day > today:
        raise Misuse("open/future", series=series, list=list_, today=today)
    return day


def _unopened(connection: Connection, series: str) -> None:
    if kind_of(connection, series):
        raise Misuse("open/again", series=series, newest=Month(newest(connection, series)))


def _once(numbers: Sequence[int], keys: I32) -> None:
    """A player stands on a list once, also where a file gives his FIDE number and the office's."""
    first: dict[int, int] = {}
    for number, key in zip(numbers, keys.tolist(), strict=True):
        if key >= 0 and key in first:
            raise Misuse("open/one-player", Remedy.to("leave-one-row-out"), first=first[key], second=number)
        first[key] = number


def _played(opening: OpeningList) -> None:
    """The last rated game is on this list or an earlier one; a number that is no month is refused."""
    entered = {given["last"] for given in opening.entered.values() if "last" in given}
    for last in sorted({*np.unique(opening.stated.last).tolist(), *entered}):
        if last > 0 and first_day(Month(last)) > first_day(opening.list_):
            raise Misuse("open/last", last=Month(last), list=opening.list_)


def _strangers(opening: OpeningList, keys: I32) -> Iterator[Finding]:
    """Those of the list who are not in the registry."""
    for row in np.flatnonzero(keys < 0).tolist():
        fields = fields_of({"number": opening.numbers[row]})
        helps = Remedy.to("register-listed", number=opening.numbers[row])
        yield Finding("unknown-player", Tier.ASK, Place(opening.file), "unknown-player/listed", fields, helps)


def _entered(numbers: Sequence[int], entered: Mapping[int, Mapping[str, int]]) -> Stated | None:
    if not entered:
        return None
    columns = {name: np.array([entered.get(number, {}).get(name, UNKNOWN) for number in numbers]) for name in ENTERED}
    return stated_by_columns({"rating": np.zeros(len(numbers), np.int16), **columns})
