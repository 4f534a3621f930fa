"""Keep the lists of a series that another office computes: the rows that changed from one list to the next.

They are kept by FIDE number, not by key, because a player may be registered after the list; whoever is not in the
registry is kept all the same and waits there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I16, I32, I64, U8, State, Table
from arpad.frozen import dataclass
from arpad.office.store import schema
from arpad.office.store.packed import unpack

Part = tuple[int, I32, dict[str, npt.NDArray[np.integer]]]
"""A list, the keys of players, and what it says of them."""


@dataclass(frozen=True, eq=False)
class ImportedRows(Table):
    """Rows of an imported list, by FIDE number. State none: no longer on it."""

    fide_id: I64
    rating: I16
    state: U8
    k: U8


def imported_parts(connection: Connection, series: str, last: int, fide_id: I64) -> Iterator[Part]:
    """What changed on each list up to the last, for the players of the registry."""
    order = np.argsort(fide_id, kind="stable").astype(np.int32)
    numbers = fide_id[order]
    for list_, changed in _lists(connection, series, last):
        at = np.minimum(np.searchsorted(numbers, changed.fide_id), max(len(numbers) - 1, 0))
        here = np.flatnonzero((numbers[at] == changed.fide_id) & (changed.fide_id > 0)) if len(numbers) else at[:0]
        yield list_, order[at[here]], {name: getattr(changed, name)[here] for name in ("rating", "state", "k")}


def changes(connection: Connection, series: str, list_: int, given: ImportedRows) -> ImportedRows:
    """Of a list to be imported: the rows that differ from the list before, and those that are gone from it."""
    held = ImportedRows.room(0)
    for _, changed in _lists(connection, series, list_ - 1):
        held = ImportedRows.join([held.take(~np.isin(held.fide_id, changed.fide_id)), changed])
    held = held.take(held.state != State.NONE.value)
    held = held.take(np.argsort(held.fide_id, kind="stable"))
    gone = held.fide_id[~np.isin(held.fide_id, given.fide_id)]
    same = np.zeros(len(given), bool)
    if len(held):
        at = np.minimum(np.searchsorted(held.fide_id, given.fide_id), len(held) - 1)
        same = held.fide_id[at] == given.fide_id
        for name in ("rating", "state", "k"):
            same &= getattr(held, name)[at] == getattr(given, name)
    rows = ImportedRows.join([given.take(~same), ImportedRows.of(fide_id=gone)])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def _lists(connection: Connection, series: str, last: int) -> Iterator[tuple[int, ImportedRows]]:
    part = schema.imported_part
    rows = select(part.c.list, part.c.packed).where(part.c.series == series, part.c.list <= last).order_by(part.c.list)
    for list_, packed in connection.execute(rows):
        yield list_, unpack(ImportedRows, packed)
