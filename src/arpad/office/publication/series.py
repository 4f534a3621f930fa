"""Begin a series: with an opening list that is computed on from here, or with lists that another office computes.

In: a list file, read, and what an officer entered beside it. Players are found in the registry by their number; whoever
is not there, and whatever the file leaves open, is asked about, and nothing is written before it is answered. Every
conclusion that was drawn is kept with the row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from sqlalchemy import Connection, insert, update

from arpad.columns import I32, U8, State, Table
from arpad.finding import LITERAL, Finding, Misuse, Place, Remedy, Tier
from arpad.intake import RatingList
from arpad.law import in_force
from arpad.law.calendar import list_number, list_on, next_list
from arpad.lists.opening import UNKNOWN, Stated, open_list, stated_by_columns
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.office.desk import Desk, Writing
from arpad.office.imported import ImportedRows, changes
from arpad.office.publication.inputs import day_of, edition_sha256
from arpad.office.publication.publish import published
from arpad.office.publication.seal import IMPORTED as SEALED
from arpad.office.publication.seal import digest
from arpad.office.registry.players import resolve
from arpad.office.registry.roster import roster
from arpad.office.rolls import COMPUTED, IMPORTED, empty, kind_of, month, newest, parts_of, store_parts
from arpad.office.store import schema
from arpad.office.store.packed import by_chunk, pack


@dataclass(frozen=True, eq=False)
class OpeningRows(Table):
    """Where the facts of an opening row come from: the numbers are those of `Conclusion`."""

    player: I32
    games: U8
    highest: U8
    last: U8


@dataclass(frozen=True)
class Opened:
    """What became of an opening list."""

    series: str
    list_: int
    rows: int
    findings: tuple[Finding, ...] = ()  # questions: while there are any, nothing was written
    sha256: str = ""


def open_series(
    desk: Desk,
    series: str,
    day: date,
    ids: Sequence[int],
    stated: Stated,
    entered: Mapping[int, Mapping[str, int]],
    file: str,
    why: str = "",
) -> Opened:
    """Open a computed series with the list of a day. `entered` has what an officer adds, by the player's number."""
    list_ = list_number(day)
    if list_on(series, day) != day:
        raise Misuse(f"{day} is no list day of {series}; the next is {next_list(series, day)}")
    if day > desk.today():
        raise Misuse(f"the list of {day} lies in the future: today is {desk.today()}")
    book = in_force(series, day)
    with desk.reading() as connection:
        _unopened(connection, series)
        known = roster(connection)
        keys = resolve(connection, list(ids))
    strangers = [_stranger(number, file) for number, key in zip(ids, keys.tolist(), strict=True) if key < 0]
    _once(ids, keys)
    extra = [number for number in entered if number not in set(ids)]
    if extra:
        raise Misuse(f"{extra[0]} was entered but is not on the list {file}")
    here = np.flatnonzero(keys >= 0)
    opening = open_list(
        book,
        day,
        known.born[keys[here]],
        stated.take(here),
        _entered([ids[row] for row in here.tolist()], entered),
    )
    questions = opening.questions([ids[row] for row in here.tolist()], file)
    asked = (*strangers, *questions)
    if asked:
        return Opened(series, list_, len(ids), asked)
    roll = empty(len(known))
    for name, column in opening.roll.columns():
        getattr(roll, name)[keys] = column
    conclusions = OpeningRows(keys, **dict(opening.conclusions.columns()))
    parts = parts_of(empty(0), roll)
    tables = [("opening", chunk, pack(conclusions.take(rows))) for chunk, rows in by_chunk(keys)]
    sha256 = digest("", parts, tables)
    with desk.writing("open", f"{series} {list_}", why, {"file": file, "rows": len(ids), "sha256": sha256}) as writing:
        _unopened(writing.connection, series)
        _begin(writing, series, COMPUTED)
        head = {"edition": book.id, "edition_sha256": edition_sha256(book.id)}
        _list(writing, desk, series, list_, "opening", sha256, len(roll), head)
        store_parts(writing.connection, series, list_, parts)
        rows = [{"series": series, "list": list_, "name": n, "chunk": c, "packed": p} for n, c, p in tables]
        if rows:
            writing.connection.execute(insert(schema.period_part), rows)
        _point(writing.connection, series, list_)
    return Opened(series, list_, len(ids), sha256=sha256)


def import_list(desk: Desk, series: str, ratings: RatingList, list_: int, file: str) -> Opened:
    """Take over a list of a series that another office computes. The same list again changes nothing."""
    name = STANDINGS.get(series, series)
    if name not in ratings.standings:
        raise Misuse(f"{file} has no {series} ratings; it has {', '.join(ratings.standings) or 'none'}")
    if day_of(list_) > desk.today():
        raise Misuse(f"the list {month(list_)} lies in the future: today is {desk.today()}")
    given = _rows(ratings, name)
    with desk.writing("import", f"{series} {list_}", detail={"file": file, "rows": len(given)}) as writing:
        kind, last = kind_of(writing.connection, series), newest(writing.connection, series)
        if kind == COMPUTED:
            raise Misuse(f"{series} is computed here and cannot be imported; `arpad period publish` makes its lists")
        packed = pack(changes(writing.connection, series, list_, given))
        sha256 = digest("", (), [(SEALED, 0, packed)])
        if list_ <= last:
            if published(writing.connection, series, list_) == sha256:
                return Opened(series, list_, len(given), sha256=sha256)
            raise Misuse(f"the list {month(list_)} of {series} is there with other rows, or comes before {month(last)}")
        if not kind:
            _begin(writing, series, IMPORTED)
        _list(writing, desk, series, list_, "imported", sha256, 0, {})
        row = {"series": series, "list": list_, "packed": packed}
        writing.connection.execute(insert(schema.imported_part).values(**row))
        _point(writing.connection, series, list_)
    return Opened(series, list_, len(given), sha256=sha256)


def _rows(ratings: RatingList, name: str) -> ImportedRows:
    standing = ratings.standings[name]
    inactive = np.char.find(ratings.flag, INACTIVE) >= 0
    at = np.flatnonzero(standing.rating > 0)
    state = np.where(inactive, State.INACTIVE.value, State.ACTIVE.value).astype(np.uint8)
    rows = ImportedRows(ratings.id[at], standing.rating[at].astype(np.int16), state[at], standing.k[at])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def _unopened(connection: Connection, series: str) -> None:
    if kind_of(connection, series):
        raise Misuse(f"{series} is there already, from {month(newest(connection, series))} on; it is opened once")


def _once(ids: Sequence[int], keys: I32) -> None:
    """A player stands on a list once, also where a file gives his FIDE number and the office's."""
    first: dict[int, int] = {}
    for number, key in zip(ids, keys.tolist(), strict=True):
        if key >= 0 and key in first:
            raise Misuse(f"{first[key]} and {number} are one player: leave one of the two rows out")
        first[key] = number


def _stranger(number: int, file: str) -> Finding:
    text = (("text", f"The number {number} is not in the registry."),)
    helps = Remedy.to(LITERAL, text="Register the player first: `arpad player import`.")
    return Finding("unknown-player", Tier.ASK, Place(file), LITERAL, text, helps)


def _entered(ids: Sequence[int], entered: Mapping[int, Mapping[str, int]]) -> Stated | None:
    if not entered:
        return None
    names = ("k", "games", "highest", "last")
    columns = {name: np.array([entered.get(number, {}).get(name, UNKNOWN) for number in ids]) for name in names}
    return stated_by_columns({"rating": np.zeros(len(ids), np.int16), **columns})


def _begin(writing: Writing, series: str, kind: str) -> None:
    writing.connection.execute(insert(schema.series).values(name=series, kind=kind, log=writing.seq))
    writing.connection.execute(insert(schema.pointer).values(series=series, list=0))


def _list(
    writing: Writing, desk: Desk, series: str, list_: int, kind: str, sha256: str, players: int, head: Mapping[str, str]
) -> None:
    row = {"series": series, "list": list_, "kind": kind, "sha256": sha256, "players": players, "log": writing.seq}
    writing.connection.execute(insert(schema.rating_list).values(**row, **head, rehearsal=int(desk.rehearsal)))


def _point(connection: Connection, series: str, list_: int) -> None:
    pointer = schema.pointer
    connection.execute(update(pointer).where(pointer.c.series == series).values(list=list_))
