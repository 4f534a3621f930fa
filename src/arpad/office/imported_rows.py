"""Store and read the rows of imported lists: rating, K, state and games of each number on the list of another office.

A list is stored as what changed since the list before it, now and then as a whole. A later download of a list, and a
list that is put before others, add patches. Names and titles are in `official_people`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, func, insert, select

from arpad.columns import I16, I32, I64, U8, State, Table
from arpad.frozen import dataclass
from arpad.office.list_snapshots import is_snapshot_due
from arpad.office.store import schema
from arpad.packed import pack, unpack

RollPart = tuple[int, I32 | slice, dict[str, npt.NDArray[np.integer]]]
"""A list, positions in a roll, and the columns of their rows."""

WITH_GAMES = b"RATINGS\xff"  # before rows with games: the first number of other rows is not negative
NOT_STATED = -1
COMPARED = ("rating", "state", "k", "games")


@dataclass(frozen=True, eq=False)
class ImportedRows(Table):
    """Rows of an imported list, by FIDE number. State `none`: the player is no longer on the list. Rating 0 with
    another state: the list has a row for somebody whom it does not rate."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8
    games: I16  # of the period; -1: not stated


@dataclass(frozen=True, eq=False)
class _RowsWithoutGames(Table):
    """Rows as they were stored before games of the period were."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8


def pack_imported(rows: ImportedRows) -> bytes:
    """Return the rows of an imported list as bytes; nothing for no rows."""
    return WITH_GAMES + pack(rows) if len(rows) else b""


def unpack_imported(packed: bytes) -> ImportedRows:
    """Return the rows of an imported list out of bytes, also of those that were stored without games."""
    if packed[: len(WITH_GAMES)] == WITH_GAMES:
        return unpack(ImportedRows, memoryview(packed)[len(WITH_GAMES) :])
    rows = unpack(_RowsWithoutGames, packed)
    return ImportedRows(**dict(rows.columns()), games=np.full(len(rows), NOT_STATED, np.int16))


def read_imported_parts(connection: Connection, series: str, lists: Sequence[int], fide_id: I64) -> Iterator[RollPart]:
    """Yield the stored chunks from which these lists of an imported series are built, oldest first, as (list, positions
    in `fide_id`, columns). Only players with these FIDE numbers are included."""
    order = np.argsort(fide_id, kind="stable").astype(np.int32)
    numbers = fide_id[order]
    for list_, rows in _imported_rows_since_snapshot(connection, series, lists[0], lists[-1]):
        if len(numbers) < len(rows):  # search the shorter column in the longer one
            players, here = _positions_in_both(numbers, rows.fide_id)
        else:
            here, players = _positions_in_both(rows.fide_id, numbers)
        columns: dict[str, npt.NDArray[np.integer]] = {name: getattr(rows, name)[here] for name in ("rating", "k")}
        columns["state"] = np.where(columns["rating"] > 0, rows.state[here], np.uint8(State.NONE.value))
        yield list_, order[players], columns


def _positions_in_both(few: I64, many: I64) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the positions of the numbers that two sorted columns share: in `few` and in `many`. Numbers up to 0 do not
    count."""
    if not len(many):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    at = np.minimum(np.searchsorted(many, few), len(many) - 1)
    here = np.flatnonzero((many[at] == few) & (few > 0))
    return here, at[here]


def is_among(values: I64, ascending: I64) -> npt.NDArray[np.bool_]:
    """Return which values stand in an ascending column. `np.isin` takes a hundred times as long for long columns."""
    if not len(ascending):
        return np.zeros(len(values), bool)
    at = np.minimum(np.searchsorted(ascending, values), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[at] == values
    return found


def changed_rows(connection: Connection, series: str, list_: int, imported: ImportedRows) -> ImportedRows:
    """Return the rows of a list to be imported that differ from the list before. Players who left the list are included
    with state `none`. Nothing is stored."""
    before = rows_of_imported_list(connection, series, list_ - 1)
    gone = before.fide_id[~is_among(before.fide_id, imported.fide_id)]
    unchanged = np.zeros(len(imported), bool)
    if len(before):
        at = np.minimum(np.searchsorted(before.fide_id, imported.fide_id), len(before) - 1)
        unchanged = before.fide_id[at] == imported.fide_id
        for name in COMPARED:
            unchanged &= getattr(before, name)[at] == getattr(imported, name)
    rows = ImportedRows.join([imported.take(~unchanged), ImportedRows.of(fide_id=gone)])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def rows_on_last_list(parts: Iterable[ImportedRows]) -> ImportedRows:
    """Return the rows of the last list that these chunks build, sorted by FIDE number: later rows replace earlier ones,
    and players who left the list are dropped."""
    rows = ImportedRows.room(0)
    for part in parts:
        rows = ImportedRows.join([rows.take(~is_among(rows.fide_id, part.fide_id)), part])
    rows = rows.take(rows.state != State.NONE.value)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def store_imported_list(
    connection: Connection, series: str, list_: int, changed: bytes, imported: ImportedRows
) -> None:
    """Store the changed rows of an imported list (`changed`: packed); if a snapshot is due, also all its rows
    (`imported`)."""
    part, base, head = schema.imported_part, schema.imported_base, {"series": series, "list": list_}
    connection.execute(insert(part).values(**head, packed=changed))
    first = _imported_snapshot_before(connection, series, list_)
    counts = select(func.count()).where(part.c.series == series)
    lists, parts = (connection.execute(counts.where(part.c.list > after)).scalar_one() for after in (0, first))
    if is_snapshot_due(lists, parts):
        connection.execute(insert(base).values(**head, packed=pack_imported(imported)))


def _imported_snapshot_before(connection: Connection, series: str, list_: int) -> int:
    """Return the newest list, up to and including this one, that has a snapshot of all rows; 0 if there is none."""
    base = schema.imported_base
    rows = select(func.max(base.c.list)).where(base.c.series == series, base.c.list <= list_)
    return connection.execute(rows).scalar() or 0


def _imported_rows_since_snapshot(
    connection: Connection, series: str, first: int, last: int
) -> Iterator[tuple[int, ImportedRows]]:
    """Yield (list, rows): all rows of the last snapshot up to the list `first`, then the changed rows of each later
    list up to `last`, each followed by its patches."""
    part, base = schema.imported_part, schema.imported_base
    begins = _imported_snapshot_before(connection, series, first)
    patches = patches_by_list(connection, series, begins, last)
    whole = select(base.c.list, base.c.packed).where(base.c.series == series, base.c.list == begins)
    rows = select(part.c.list, part.c.packed).where(part.c.series == series)
    rows = rows.where(part.c.list > begins, part.c.list <= last).order_by(part.c.list)
    for chosen in (whole, rows):
        for list_, packed in connection.execute(chosen):
            for each in (packed, *patches.get(list_, ())):
                yield list_, unpack_imported(each)


def patches_by_list(connection: Connection, series: str, first: int, last: int) -> dict[int, list[bytes]]:
    """Return the patches of the lists between two, in their order, by list. Those of a list that was taken back do not
    count."""
    patch, head, found = schema.imported_patch, schema.rating_list, dict[int, list[bytes]]()
    rows = select(patch.c.list, patch.c.packed).join_from(
        patch, head, (head.c.series == patch.c.series) & (head.c.list == patch.c.list) & (head.c.log <= patch.c.log)
    )
    rows = rows.where(patch.c.series == series, patch.c.list >= first, patch.c.list <= last).order_by(patch.c.log)
    for list_, packed in connection.execute(rows):
        found.setdefault(list_, []).append(packed)
    return found


def rows_of_imported_list(connection: Connection, series: str, list_: int, numbers: I64 | None = None) -> ImportedRows:
    """Return all rows of an imported list by number, or those of some `numbers`, ascending; of a month without a list
    those of the list before it."""
    parts = (rows for _, rows in _imported_rows_since_snapshot(connection, series, list_, list_))
    if numbers is not None:
        parts = (rows.take(_positions_in_both(numbers, rows.fide_id)[1]) for rows in parts)
    return rows_on_last_list(parts)


def store_patch(connection: Connection, series: str, list_: int, rows: ImportedRows, log: int) -> None:
    """Store rows that hold for a list from now on, in the place of those that it has."""
    if len(rows):
        place = {"series": series, "list": list_, "log": log}
        connection.execute(insert(schema.imported_patch).values(**place, packed=pack_imported(rows)))


def rows_to_keep(connection: Connection, series: str, list_: int, changed: ImportedRows) -> ImportedRows:
    """Return the rows with which a list stays as it is when these rows are put into a list before it."""
    there = rows_of_imported_list(connection, series, list_)
    stays = there.take(is_among(there.fide_id, changed.fide_id))
    gone = changed.fide_id[~is_among(changed.fide_id, there.fide_id)]
    rows = ImportedRows.join([stays, ImportedRows.of(fide_id=gone)])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))
