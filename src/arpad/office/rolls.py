"""Read and store the rolls of lists: what each list says of each player, by registry key.

A list stores the rows that changed, in parts of a range of players (a chunk). The roll of a list has the last row of
each player up to that list. The history of one player reads a few small parts; a roll is read from the last snapshot on
(`bases`). Imported lists are stored by `imported`, and read here like any other.
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
    """`computed` or `imported`; empty where the office does not have the series."""
    kinds = recall(
        connection, Subject.LISTS, "kinds",
        lambda: dict(connection.execute(select(schema.series.c.name, schema.series.c.kind)).all()),
    )  # fmt: skip
    return str(kinds.get(series, ""))


def only_series(connection: Connection, kind: str = "") -> str:
    """The only series of the office, of this kind or of any; refused where there is none or several."""
    rows = select(schema.series.c.name).order_by(schema.series.c.name)
    names = tuple(connection.execute(rows.filter_by(kind=kind) if kind else rows).scalars())
    if not names:
        raise Misuse("no-series", Remedy.to("open-first-series"))
    if len(names) > 1:
        raise Misuse("which-series", names=names)
    return str(names[0])


def newest(connection: Connection, series: str) -> int:
    """The newest published list of a series as yyyymm, 0 where there is none."""
    pointer = schema.pointer
    lists = recall(
        connection, Subject.LISTS, "newest",
        lambda: dict(connection.execute(select(pointer.c.series, pointer.c.list)).all()),
    )  # fmt: skip
    return int(lists.get(series, 0))


def lists_of(connection: Connection, series: str) -> tuple[int, ...]:
    """The published lists of a series as yyyymm, oldest first."""
    return recall(connection, Subject.LISTS, ("lists", series), lambda: _lists_of(connection, series))


def _lists_of(connection: Connection, series: str) -> tuple[int, ...]:
    """Query the published lists of a series."""
    last = newest(connection, series)
    return tuple(connection.execute(_LISTS, {"series": series, "last": last}).scalars())


def published_with(connection: Connection, series: str, list_: int) -> int:
    """The log entry that published a list; 0 where it is not the newest one."""
    head = schema.rating_list
    if list_ != newest(connection, series):
        return 0
    return connection.execute(select(head.c.log).where(head.c.series == series, head.c.list == list_)).scalar() or 0


def roll_of(connection: Connection, series: str, list_: int, fide_id: I64) -> Roll:
    """The roll of a list, a row for each registry key; `fide_id` has the FIDE number of each key."""
    return rolls_of(connection, series, (list_,), fide_id)[list_]


def rolls_of(connection: Connection, series: str, lists: Collection[int], fide_id: I64) -> dict[int, Roll]:
    """The rolls of several lists, in one pass over the parts. A list that was never published is refused."""
    ordered = _published(connection, series, lists)
    if not ordered:
        return {}
    if kind_of(connection, series) == IMPORTED:
        parts = imported_parts(connection, series, ordered, fide_id)
    else:
        parts = _parts(connection, series, ordered, range(-(-len(fide_id) // CHUNK)))
    return _replayed(parts, ordered, len(fide_id))


def rows_at(connection: Connection, series: str, list_: int, keys: I32) -> Roll:
    """The rows of some players on a list, one for each key; an empty row for key -1."""
    lists = _published(connection, series, (list_,))
    players = np.unique(keys[keys >= 0])
    if kind_of(connection, series) == IMPORTED:
        parts = imported_parts(connection, series, lists, _listed_as(connection, players))
        rows = _replayed(parts, lists, len(players))[list_]
        return rows_of(rows, np.where(keys >= 0, np.searchsorted(players, keys), -1).astype(np.int32))
    chunks = np.unique(players // CHUNK)
    rows = _replayed(_parts(connection, series, lists, chunks.tolist()), lists, len(chunks) * CHUNK)[list_]
    return rows_of(
        rows, np.where(keys >= 0, np.searchsorted(chunks, keys // CHUNK) * CHUNK + keys % CHUNK, -1).astype(np.int32)
    )


def _published(connection: Connection, series: str, lists: Collection[int]) -> list[int]:
    """These lists, oldest first; refused where one was never published."""
    published, ordered = lists_of(connection, series), sorted(set(lists))
    for list_ in ordered:
        if list_ not in published:
            raise missing(series, list_, published)
    return ordered


def _listed_as(connection: Connection, keys: I32) -> I64:
    """The numbers under which lists have these players: the FIDE number, or else the office's own."""
    player, numbers = schema.player, np.zeros(len(keys), np.int64)
    rows = select(player.c.key, func.coalesce(player.c.fide_id, player.c.id))
    for key, number in connection.execute(rows.where(one_of(connection, player.c.key, keys.tolist()))):
        numbers[np.searchsorted(keys, key)] = number
    return numbers


def _replayed(parts: Iterable[Part], lists: Sequence[int], rows: int) -> dict[int, Roll]:
    """The rolls of these lists, out of parts in the order of lists."""
    roll, rolls, waiting = empty(rows), {}, list(lists)
    for list_, at, columns in parts:
        while waiting[0] < list_:
            rolls[waiting.pop(0)] = _copy(roll)
        for name, column in columns.items():
            getattr(roll, name)[at] = column
    last = waiting.pop()
    return rolls | {list_: _copy(roll) for list_ in waiting} | {last: roll}


class Shelf:
    """A cache of rolls by series and list, for one call: published lists do not change."""

    def __init__(self, fide_id: I64) -> None:
        self.fide_id = fide_id
        self._rolls: dict[tuple[str, int], Roll] = {}

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        """The roll of a list, read once."""
        if (series, list_) not in self._rolls:
            self._rolls[series, list_] = roll_of(connection, series, list_, self.fide_id)
        return self._rolls[series, list_]


def _parts(connection: Connection, series: str, lists: Sequence[int], chunks: Sequence[int]) -> Iterator[Part]:
    """The parts of some chunks of players from their snapshots on; in the roll the chunks follow each other."""
    begins = np.zeros(max(chunks, default=0) + 1, np.int32)
    begins[list(chunks)] = np.arange(0, len(chunks) * CHUNK, CHUNK)
    parts = parts_from_bases(connection, series, lists[0], lists[-1], chunks)
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


def missing(series: str, list_: int = 0, published: Collection[int] = ()) -> Misuse:
    """The error about a list that was never published; `published` are the lists of the series."""
    if not published:
        return Misuse("no-lists", Remedy.to("begin-series"), series=series)
    first, last = Month(min(published)), Month(max(published))
    return Misuse("no-such-list", series=series, list=Month(list_), first=first, last=last)


def empty(players: int) -> Roll:
    """A roll with an empty row for each player."""
    return Roll.of(rating=np.zeros(players, np.int16))


def rows_of(roll: Roll, keys: I32) -> Roll:
    """The rows of some players out of a roll; an empty row for key -1."""
    if not len(roll):
        return empty(len(keys))
    taken = roll.take(np.maximum(keys, 0))
    return Roll(**{name: np.where(keys >= 0, column, 0).astype(column.dtype) for name, column in taken.columns()})


def history(connection: Connection, series: str, key: int) -> Iterator[tuple[int, dict[str, int]]]:
    """The rows of one player that changed, each with its list, oldest first."""
    for list_, packed in connection.execute(_HISTORY, {"series": series, "chunk": key // CHUNK}).all():
        row = row_of(RollRows, packed, key)
        if row is not None:
            del row["player"]
            yield list_, row


def last_rows(connection: Connection, series: str, key: int, list_: int) -> dict[int, dict[str, int]]:
    """The row of one player on a list, if it changed there, and the newest one before it, by list."""
    rows: dict[int, dict[str, int]] = {}
    with connection.execute(_BACKWARDS, {"series": series, "chunk": key // CHUNK, "last": list_}) as parts:
        for at, packed in parts:
            row = row_of(RollRows, packed, key)
            if row is not None:
                del row["player"]
                rows[at] = row
                if at < list_:
                    break
    return rows


# --- writing ------------------------------------------------------------------------------------------------------


def store_parts(connection: Connection, series: str, list_: int, parts: list[tuple[int, bytes]]) -> None:
    """Store the changed rows of a list, packed by chunk."""
    store_rows(connection, schema.roll_part, ((series, chunk, list_, packed) for chunk, packed in parts))
