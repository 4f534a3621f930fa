"""Store and read lists of a series that another office computes: the rows that changed, and snapshots (`bases`).

Rows are stored by FIDE number, not by registry key, because a player may be registered after the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, func, insert, select

from arpad.columns import I16, I32, I64, U8, State, Table
from arpad.frozen import dataclass
from arpad.office.bases import is_due
from arpad.office.store import schema
from arpad.packed import pack, unpack

Part = tuple[int, I32 | slice, dict[str, npt.NDArray[np.integer]]]
"""A list, positions in a roll, and the columns of their rows."""


@dataclass(frozen=True, eq=False)
class ImportedRows(Table):
    """Rows of an imported list, by FIDE number. State none: the player is no longer on it."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8


def imported_parts(connection: Connection, series: str, lists: Sequence[int], fide_id: I64) -> Iterator[Part]:
    """The stored parts that these lists are made of, oldest first, for players by FIDE number."""
    order = np.argsort(fide_id, kind="stable").astype(np.int32)
    numbers = fide_id[order]
    for list_, rows in _from_base(connection, series, lists[0], lists[-1]):
        if len(numbers) < len(rows):  # search the shorter column in the longer one
            players, here = _both(numbers, rows.fide_id)
        else:
            here, players = _both(rows.fide_id, numbers)
        yield list_, order[players], {name: getattr(rows, name)[here] for name in ("rating", "state", "k")}


def _both(few: I64, many: I64) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The positions of the numbers that two sorted columns share, in each of them; 0 is no number."""
    if not len(many):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    at = np.minimum(np.searchsorted(many, few), len(many) - 1)
    here = np.flatnonzero((many[at] == few) & (few > 0))
    return here, at[here]


def changes(connection: Connection, series: str, list_: int, imported: ImportedRows) -> ImportedRows:
    """The rows of a list to be imported that differ from the list before, and those of players who left the list."""
    before = held(rows for _, rows in _from_base(connection, series, list_ - 1, list_ - 1))
    gone = before.fide_id[~np.isin(before.fide_id, imported.fide_id)]
    unchanged = np.zeros(len(imported), bool)
    if len(before):
        at = np.minimum(np.searchsorted(before.fide_id, imported.fide_id), len(before) - 1)
        unchanged = before.fide_id[at] == imported.fide_id
        for name in ("rating", "state", "k"):
            unchanged &= getattr(before, name)[at] == getattr(imported, name)
    rows = ImportedRows.join([imported.take(~unchanged), ImportedRows.of(fide_id=gone)])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def held(parts: Iterable[ImportedRows]) -> ImportedRows:
    """The rows of the last list that these parts lead to, by FIDE number."""
    rows = ImportedRows.room(0)
    for part in parts:
        rows = ImportedRows.join([rows.take(~np.isin(rows.fide_id, part.fide_id)), part])
    rows = rows.take(rows.state != State.NONE.value)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def store_imported(connection: Connection, series: str, list_: int, changed: bytes, imported: ImportedRows) -> None:
    """Store the changed rows of an imported list, and all its rows where a snapshot is due."""
    part, base, head = schema.imported_part, schema.imported_base, {"series": series, "list": list_}
    connection.execute(insert(part).values(**head, packed=changed))
    first = _base(connection, series, list_)
    counts = select(func.count()).where(part.c.series == series)
    lists, parts = (connection.execute(counts.where(part.c.list > after)).scalar_one() for after in (0, first))
    if is_due(lists, parts):
        connection.execute(insert(base).values(**head, packed=pack(imported)))


def _base(connection: Connection, series: str, list_: int) -> int:
    """The list of the last snapshot up to a list, 0 where there is none."""
    base = schema.imported_base
    rows = select(func.max(base.c.list)).where(base.c.series == series, base.c.list <= list_)
    return connection.execute(rows).scalar() or 0


def _from_base(connection: Connection, series: str, first: int, last: int) -> Iterator[tuple[int, ImportedRows]]:
    """All rows of the last snapshot before the first list, then the changed rows of each list up to the last one."""
    part, base = schema.imported_part, schema.imported_base
    begins = _base(connection, series, first)
    whole = select(base.c.list, base.c.packed).where(base.c.series == series, base.c.list == begins)
    rows = select(part.c.list, part.c.packed).where(part.c.series == series)
    rows = rows.where(part.c.list > begins, part.c.list <= last).order_by(part.c.list)
    for chosen in (whole, rows):
        for list_, packed in connection.execute(chosen):
            yield list_, unpack(ImportedRows, packed)
