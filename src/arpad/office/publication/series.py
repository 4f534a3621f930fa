"""Open a series: with a list made elsewhere, on which this office computes from here on.

In: the rows of a list file, read, and what an officer entered beside it. Players are found in the registry by their
number; whoever is not there, and whatever the file leaves open, is asked about, and nothing is written before it is
answered. Every conclusion that was drawn is kept with the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date

import numpy as np
from sqlalchemy import Connection

from arpad.columns import I32, I64
from arpad.days import Month
from arpad.finding import Finding, Misuse, Place, Remedy, Tier, fields_of
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.law.calendar import book_of_day, list_on
from arpad.law.carried import todays_law
from arpad.lists.concluding import Concluding, Stated
from arpad.lists.opening import UNKNOWN, Beside, open_list, stated_by_columns
from arpad.lists.opening_csv import ENTERED
from arpad.lists.past_lists import shown_by
from arpad.lists.sealed import ConclusionRows, digest, parts_of
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.publication.due import first_day
from arpad.office.publication.listlaw import carry
from arpad.office.publication.storing import OPENING, ListHead, begin_series, enter_head, point_to, store_tables
from arpad.office.registry.players import resolve
from arpad.office.registry.roster import roster
from arpad.office.rolls import COMPUTED, empty, kind_of, newest, store_parts
from arpad.packed import pack_by_chunk

STAGES = ("found", "concluded", "packed", "written")  # of an opening, for whoever watches


@dataclass(frozen=True)
class PastList:
    """A list of an earlier month that is given with the opening list."""

    file: str
    ratings: RatingList


@dataclass(frozen=True)
class OpeningList:
    """A list that opens a series, as the file says it."""

    series: str
    list_: Month
    numbers: Sequence[int] | I64
    stated: Stated
    entered: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # by an officer, by the player's number
    file: str = ""
    chosen: frozenset[Concluding] = frozenset()  # what he lets be concluded
    past: tuple[PastList, ...] = ()

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.stated):
            raise Misuse("open/rows", numbers=len(self.numbers), rows=len(self.stated))
        entered = np.fromiter(self.entered, np.int64, len(self.entered))
        absent = entered[~np.isin(entered, np.asarray(self.numbers))]
        if len(absent):
            raise Misuse("open/entered", number=int(absent[0]), file=self.file)


@dataclass(frozen=True)
class Opened:
    """The result of opening a series; with questions, nothing was written."""

    series: str
    list_: Month
    rows: int
    sha256: str
    questions: tuple[Finding, ...] = ()  # while there are any, nothing was written


def open_series(desk: Desk, opening: OpeningList, why: str = "", watch: Watch = quiet) -> Opened:
    """Open a computed series with a list, unless questions are left."""
    with watch("opening", len(STAGES)) as advance:
        return _opened(desk, opening, why, advance)


def _opened(desk: Desk, opening: OpeningList, why: str, advance: Callable[[int], None]) -> Opened:
    """Do it, in stages that a watcher sees."""
    series, list_ = opening.series, opening.list_
    listed_as = np.asarray(opening.numbers, np.int64)
    day = _list_day(series, list_, desk.today())
    book = book_of_day(series, day)
    with desk.reading() as connection:
        _unopened(connection, series)
        players = roster(connection)
        keys = resolve(connection, listed_as.tolist())
    advance(1)
    _once(listed_as, keys)
    _played(opening)
    here = np.flatnonzero(keys >= 0)
    numbers = listed_as[here]
    past = [each.ratings for each in opening.past]
    shown = shown_by(past, series, numbers, list_) if past else None
    beside = Beside(_entered(numbers, opening.entered), shown, opening.chosen)
    concluded = open_list(book, day, players.born[keys[here]], opening.stated.take(here), beside)
    advance(1)
    questions = (*_strangers(opening, keys), *concluded.questions(numbers, opening.file))
    if questions:
        return Opened(series, list_, len(keys), "", questions)
    roll = empty(len(players))
    for name, column in concluded.roll.columns():
        getattr(roll, name)[keys] = column
    conclusions = ConclusionRows(keys, **dict(concluded.conclusions.columns()))
    parts = parts_of(empty(0), roll)
    tables = [(OPENING, chunk, packed) for chunk, packed in pack_by_chunk(conclusions)]
    sha256 = digest("", parts, tables)
    advance(1)
    head = ListHead(series, list_, OPENING, sha256, len(roll), book.id, todays_law().sha256(book.id))
    detail = {"file": opening.file, "rows": len(keys), "sha256": sha256, **_chosen(opening)}
    with desk.writing("open", f"{series} {list_:d}", why, detail) as writing:
        _unopened(writing.connection, series)
        begin_series(writing, series, COMPUTED)
        enter_head(writing, desk, head)
        carry(writing, head, [book.id])
        store_parts(writing.connection, series, list_, parts)
        store_tables(writing.connection, head, tables)
        point_to(writing.connection, head)
    advance(1)
    return Opened(series, list_, len(keys), sha256)


def _chosen(opening: OpeningList) -> dict[str, list[str]]:
    """What the officer lets be concluded, for the log."""
    chosen, past = sorted(each.value for each in opening.chosen), [each.file for each in opening.past]
    return {**({"concluded": chosen} if chosen else {}), **({"past": past} if past else {})}


def _list_day(series: str, list_: Month, today: date) -> date:
    """The day of the opening list; a month without a list and a future day are refused."""
    day = first_day(list_)
    in_force_then = list_on(series, day)
    if in_force_then != day:
        raise Misuse("open/no-list-day", series=series, list=list_, day=in_force_then)
    if day > today:
        raise Misuse("open/future", series=series, list=list_, today=today)
    return day


def _unopened(connection: Connection, series: str) -> None:
    """Refuse a series that exists already."""
    if kind_of(connection, series):
        raise Misuse("open/again", series=series, newest=Month(newest(connection, series)))


def _once(numbers: I64, keys: I32) -> None:
    """Refuse a list on which a player appears twice, for example by FIDE number and by office number."""
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero((np.diff(keys[order]) == 0) & (keys[order[1:]] >= 0))
    if len(again):
        at = min(again.tolist(), key=lambda place: int(order[place + 1]))  # the first row that says somebody again
        first, second = (int(numbers[order[place]]) for place in (at, at + 1))
        raise Misuse("open/one-player", Remedy.to("leave-one-row-out"), first=first, second=second)


def _played(opening: OpeningList) -> None:
    """Refuse a last rated game after the list, and a number that is no month."""
    entered = {columns["last"] for columns in opening.entered.values() if "last" in columns}
    for last in sorted({*np.unique(opening.stated.last).tolist(), *entered}):
        if last > 0 and first_day(Month(last)) > first_day(opening.list_):
            raise Misuse("open/last", last=Month(last), list=opening.list_)


def _strangers(opening: OpeningList, keys: I32) -> Iterator[Finding]:
    """Yield a question for each player who is not registered."""
    for row in np.flatnonzero(keys < 0).tolist():
        number = int(opening.numbers[row])
        fields = fields_of({"number": number})
        helps = Remedy.to("register-listed", number=number)
        yield Finding("unknown-player", Tier.ASK, Place(opening.file), "unknown-player/listed", fields, helps)


def _entered(numbers: I64, entered: Mapping[int, Mapping[str, int]]) -> Stated | None:
    """The columns of what the officer entered, in the order of the list; None if nothing was entered."""
    if not entered:
        return None
    columns = {name: np.full(len(numbers), UNKNOWN) for name in ENTERED}
    for row in np.flatnonzero(np.isin(numbers, np.fromiter(entered, np.int64, len(entered)))).tolist():
        for name, value in entered[int(numbers[row])].items():
            columns[name][row] = value
    return stated_by_columns({"rating": np.zeros(len(numbers), np.int16), **columns})
