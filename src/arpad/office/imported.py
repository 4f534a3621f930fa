"""Keep the lists of a series that another office computes: the rows that changed, and now and then all (`bases`).

They are kept by FIDE number, not by key, because a player may be registered after the list; whoever is not in the
registry is kept all the same and waits there.
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
"""A list, places in a roll, and what it says of them."""


@dataclass(frozen=True, eq=False)
class ImportedRows(Table):
    """Rows of an imported list, by FIDE number. State none: no longer on it."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8


def imported_parts(connection: Connection, series: str, wanted: Sequence[int], fide_id: I64) -> Iterator[Part]:
    """What the wanted lists are made of, oldest first, for players by their numbers."""
    order = np.argsort(fide_id, kind="stable").astype(np.int32)
    numbers = fide_id[order]
    for list_, rows in _from_base(connection, series, wanted[0], wanted[-1]):
        if len(numbers) < len(rows):  # the fewer are looked up among the many
            players, here = _both(numbers, rows.fide_id)
        else:
            here, players = _both(rows.fide_id, numbers)
        yield list_, order[players], {name: getattr(rows, name)[here] for name in ("rating", "state", "k")}


def _both(few: I64, many: I64) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Where the numbers stand that both have; both are sorted, and 0 is nobody's."""
    if not len(many):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    at = np.minimum(np.searchsorted(many, few), len(many) - 1)
    here = np.flatnonzero((many[at] == few) & (few > 0))
    return here, at[here]


def changes(connection: Connection, series: str, list_: int, given: ImportedRows) -> ImportedRows:
    """Of a list to be imported: the rows that differ from the list before, and those that are gone from it."""
    before = held(rows for _, rows in _from_base(connection, series, list_ - 1, list_ - 1))
    gone = before.fide_id[~np.isin(before.fide_id, given.fide_id)]
    same = np.zeros(len(given), bool)
    if len(before):
        at = np.minimum(np.searchsorted(before.fide_id, given.fide_id), len(before) - 1)
        same = before.fide_id[at] == given.fide_id
        for name in ("rating", "state", "k"):
            same &= getattr(before, name)[at] == getattr(given, name)
    rows = ImportedRows.join([given.take(~same), ImportedRows.of(fide_id=gone)])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def held(parts: Iterable[ImportedRows]) -> ImportedRows:
    """The rows that parts come to, in the order of lists: who is on the last of them, by FIDE number."""
    rows = ImportedRows.room(0)
    for part in parts:
        rows = ImportedRows.join([rows.take(~np.isin(rows.fide_id, part.fide_id)), part])
    rows = rows.take(rows.state != State.NONE.value)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def store_imported(connection: Connection, series: str, list_: int, changed: bytes, given: ImportedRows) -> None:
    """The rows of a list that changed, packed, and all that it has where a base is due."""
    part, base, of = schema.imported_part, schema.imported_base, {"series": series, "list": list_}
    connection.execute(insert(part).values(**of, packed=changed))
    first = _base(connection, series, list_)
    counts = select(func.count()).where(part.c.series == series)
    lists, parts = (connection.execute(counts.where(part.c.list > after)).scalar_one() for after in (0, first))
    if is_due(lists, parts):
        connection.execute(insert(base).values(**of, packed=pack(given)))


def _base(connection: Connection, series: str, list_: int) -> int:
    base = schema.imported_base
    rows = select(func.max(base.c.list)).where(base.c.series == series, base.c.list <= list_)
    return connection.execute(rows).scalar() or 0


def _from_base(connection: Connection, series: str, first: int, last: int) -> Iterator[tuple[int, ImportedRows]]:
    """From the last base up to the first list on: all its rows, and what changed up to the last list."""
    part, base = schema.imported_part, schema.imported_base
    begins = _base(connection, series, first)
    whole = select(base.c.list, base.c.packed).where(base.c.series == series, base.c.list == begins)
    rows = select(part.c.list, part.c.packed).where(part.c.series == series)
    rows = rows.where(part.c.list > begins, part.c.list <= last).order_by(part.c.list)
    for chosen in (whole, rows):
        for list_, packed in connection.execute(chosen):
            yield list_, unpack(ImportedRows, packed)
