"""Read and write the rolls of the office's lists: what each list says of each player, by his key.

A list is stored as the rows that changed, in parts of a range of players; the roll of a list is each player's last row
up to it. So one player's history reads a few small parts; a whole roll, or the rows of some players, are read from the
last base on (`bases`), without an object per row. What an imported list says is kept by `imported`, and read here like
any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby

import numpy as np
from sqlalchemy import Connection, bindparam, func, select

from arpad.columns import I32, I64, Roll
from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.lists.sealed import RollRows
from arpad.office.bases import parts_from_bases
from arpad.office.imported import Part, imported_parts
from arpad.office.store import schema
from arpad.office.store.bulk import one_of, store_rows
from arpad.office.store.memory import Subject, recall
from arpad.packed import CHUNK, row_of, unpack

COMPUTED, IMPORTED = "computed", "imported"
ROLL = tuple(f.name for f in fields(Roll))


_list, _part = schema.rating_list, schema.roll_part
_LISTS = (
    select(_list.c.list)
    .where(_list.c.series == bindparam("series"), _list.c.list <= bindparam("last"))
    .order_by(_list.c.list)
)
_HISTORY = (
    select(_part.c.list, _part.c.packed)
    .where(_part.c.series == bindparam("series"), _part.c.chunk == bindparam("chunk"))
    .order_by(_part.c.list)
)
_BACKWARDS = (
    select(_part.c.list, _part.c.packed)
    .where(
        _part.c.series == bindparam("series"), _part.c.chunk == bindparam("chunk"), _part.c.list <= bindparam("last")
    )
    .order_by(_part.c.list.desc())
)


# --- reading ------------------------------------------------------------------------------------------------------


def kind_of(connection: Connection, series: str) -> str:
    """Whether a series is computed here or imported; empty where the office does not keep it."""
    kinds = recall(
        connection, Subject.LISTS, "kinds",
        lambda: dict(connection.execute(select(schema.series.c.name, schema.series.c.kind)).all()),
    )  # fmt: skip
    return str(kinds.get(series, ""))


def only_series(connection: Connection, kind: str = "") -> str:
    """The series where there is only one to choose."""
    rows = select(schema.series.c.name).order_by(schema.series.c.name)
    names = tuple(connection.execute(rows.filter_by(kind=kind) if kind else rows).scalars())
    if not names:
        raise Misuse("no-series", Remedy.to("open-first-series"))
    if len(names) > 1:
        raise Misuse("which-series", names=names)
    return str(names[0])


def newest(connection: Connection, series: str) -> int:
    """The newest published list of a series, 0 where there is none."""
    pointer = schema.pointer
    lists = recall(
        connection, Subject.LISTS, "newest",
        lambda: dict(connection.execute(select(pointer.c.series, pointer.c.list)).all()),
    )  # fmt: skip
    return int(lists.get(series, 0))


def lists_of(connection: Connection, series: str) -> tuple[int, ...]:
    """The lists of a series, oldest first."""
    return recall(connection, Subject.LISTS, ("lists", series), lambda: _lists_of(connection, series))


def _lists_of(connection: Connection, series: str) -> tuple[int, ...]:
    last = newest(connection, series)
    return tuple(connection.execute(_LISTS, {"series": series, "last": last}).scalars())


def published_with(connection: Connection, series: str, list_: int) -> int:
    """The entry of the log with which the newest list was published; 0 of a list that was replaced since."""
    of = schema.rating_list
    if list_ != newest(connection, series):
        return 0
    return connection.execute(select(of.c.log).where(of.c.series == series, of.c.list == list_)).scalar() or 0


def roll_of(connection: Connection, series: str, list_: int, fide_id: I64) -> Roll:
    """What a list says of every player of the registry, a row per key; `fide_id` are the numbers on lists."""
    return rolls_of(connection, series, (list_,), fide_id)[list_]


def rolls_of(connection: Connection, series: str, lists: Collection[int], fide_id: I64) -> dict[int, Roll]:
    """The rolls of several lists, in one pass over the parts. A list that was never published is refused."""
    wanted = _published(connection, series, lists)
    if not wanted:
        return {}
    if kind_of(connection, series) == IMPORTED:
        parts = imported_parts(connection, series, wanted, fide_id)
    else:
        parts = _parts(connection, series, wanted, range(-(-len(fide_id) // CHUNK)))
    return _replayed(parts, wanted, len(fide_id))


def rows_at(connection: Connection, series: str, list_: int, keys: I32) -> Roll:
    """What a list says of some players, a row for each key; nothing of those whom nobody knows (-1)."""
    wanted = _published(connection, series, (list_,))
    known = np.unique(keys[keys >= 0])
    if kind_of(connection, series) == IMPORTED:
        parts = imported_parts(connection, series, wanted, _listed_as(connection, known))
        rows = _replayed(parts, wanted, len(known))[list_]
        return rows_of(rows, np.where(keys >= 0, np.searchsorted(known, keys), -1).astype(np.int32))
    chunks = np.unique(known // CHUNK)
    rows = _replayed(_parts(connection, series, wanted, chunks.tolist()), wanted, len(chunks) * CHUNK)[list_]
    return rows_of(
        rows, np.where(keys >= 0, np.searchsorted(chunks, keys // CHUNK) * CHUNK + keys % CHUNK, -1).astype(np.int32)
    )


def _published(connection: Connection, series: str, lists: Collection[int]) -> list[int]:
    """These lists, oldest first; refused where one was never published."""
    known, wanted = lists_of(connection, series), sorted(set(lists))
    for list_ in wanted:
        if list_ not in known:
            raise missing(series, list_, known)
    return wanted


def _listed_as(connection: Connection, keys: I32) -> I64:
    """The numbers under which lists have these players: FIDE's, or the office's own where there is none."""
    of, found = schema.player, np.zeros(len(keys), np.int64)
    numbers = select(of.c.key, func.coalesce(of.c.fide_id, of.c.id))
    for key, number in connection.execute(numbers.where(one_of(connection, of.c.key, keys.tolist()))):
        found[np.searchsorted(keys, key)] = number
    return found


def _replayed(parts: Iterable[Part], wanted: Sequence[int], rows: int) -> dict[int, Roll]:
    """The rolls of the wanted lists, oldest first, out of parts in the order of lists."""
    roll, rolls, waiting = empty(rows), {}, list(wanted)
    for list_, at, columns in parts:
        while waiting[0] < list_:
            rolls[waiting.pop(0)] = _copy(roll)
        for name, column in columns.items():
            getattr(roll, name)[at] = column
    last = waiting.pop()
    return rolls | {list_: _copy(roll) for list_ in waiting} | {last: roll}


class Shelf:
    """The rolls that one call has looked at, by series and list: published lists do not change."""

    def __init__(self, fide_id: I64) -> None:
        self.fide_id = fide_id
        self._rolls: dict[tuple[str, int], Roll] = {}

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        if (series, list_) not in self._rolls:
            self._rolls[series, list_] = roll_of(connection, series, list_, self.fide_id)
        return self._rolls[series, list_]


def _parts(connection: Connection, series: str, wanted: Sequence[int], chunks: Sequence[int]) -> Iterator[Part]:
    """The parts of some ranges of players, from their bases on; the ranges stand one after the other."""
    begins = np.zeros(max(chunks, default=0) + 1, np.int32)
    begins[list(chunks)] = np.arange(0, len(chunks) * CHUNK, CHUNK)
    parts = parts_from_bases(connection, series, wanted[0], wanted[-1], chunks)
    for (list_, is_base), several in groupby(parts, lambda part: (part.list, part.is_base)):
        if is_base:
            for part in several:
                base, first = unpack(Roll, part.packed), int(begins[part.chunk])
                yield list_, slice(first, first + len(base)), dict(base.columns())
        else:
            changed = RollRows.join([unpack(RollRows, part.packed) for part in several])
            at = begins[changed.player // CHUNK] + changed.player % CHUNK
            yield list_, at, {name: getattr(changed, name) for name in ROLL}


def _copy(roll: Roll) -> Roll:
    return replace(roll, **{name: column.copy() for name, column in roll.columns()})


def missing(series: str, list_: int = 0, known: Collection[int] = ()) -> Misuse:
    """What is said of a list that is not there."""
    if not known:
        return Misuse("no-lists", Remedy.to("begin-series"), series=series)
    first, last = Month(min(known)), Month(max(known))
    return Misuse("no-such-list", series=series, list=Month(list_), first=first, last=last)


def empty(players: int) -> Roll:
    return Roll.of(rating=np.zeros(players, np.int16))


def rows_of(roll: Roll, keys: I32) -> Roll:
    """The rows of some players; nothing of those whom nobody knows."""
    if not len(roll):
        return Roll.of(rating=np.zeros(len(keys), np.int16))
    taken = roll.take(np.maximum(keys, 0))
    return Roll(**{name: np.where(keys >= 0, column, 0).astype(column.dtype) for name, column in taken.columns()})


def history(connection: Connection, series: str, key: int) -> Iterator[tuple[int, dict[str, int]]]:
    """The rows of one player, list by list, where anything changed."""
    for list_, packed in connection.execute(_HISTORY, {"series": series, "chunk": key // CHUNK}).all():
        row = row_of(RollRows, packed, key)
        if row is not None:
            del row["player"]
            yield list_, row


def last_rows(connection: Connection, series: str, key: int, list_: int) -> dict[int, dict[str, int]]:
    """The rows of one player on a list and on the last one before it, where either changed anything."""
    rows: dict[int, dict[str, int]] = {}
    with connection.execute(_BACKWARDS, {"series": series, "chunk": key // CHUNK, "last": list_}) as found:
        for at, packed in found:
            row = row_of(RollRows, packed, key)
            if row is not None:
                del row["player"]
                rows[at] = row
                if at < list_:
                    break
    return rows


# --- writing ------------------------------------------------------------------------------------------------------


def store_parts(connection: Connection, series: str, list_: int, parts: list[tuple[int, bytes]]) -> None:
    store_rows(connection, schema.roll_part, ((series, chunk, list_, packed) for chunk, packed in parts))
