"""Whether the bases, from which lists are read, say what the parts come to, which are the lists themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from arpad.columns import Roll
from arpad.days import Month
from arpad.finding import Problem
from arpad.lists.sealed import RollRows
from arpad.office.imported_rows import ImportedRows, patches_by_list, rows_on_last_list, unpack_imported
from arpad.office.publishing.list_storage import stream_rows
from arpad.office.rolls import empty_roll
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def bases(visit: CheckInput) -> Iterator[Problem]:
    yield from _of_rolls(visit)
    yield from _of_imported(visit)


def _of_rolls(visit: CheckInput) -> Iterator[Problem]:
    base, part = schema.roll_base, schema.roll_part
    rows = stream_rows(visit.connection, select(base).order_by(base.c.series, base.c.chunk, base.c.list))
    for (series, chunk), several in groupby(rows, lambda row: (row.series, row.chunk)):
        roll, since = empty_roll(CHUNK), 0
        parts = select(part.c.packed).where(part.c.series == series, part.c.chunk == chunk)
        for row in several:
            between = parts.where(part.c.list > since, part.c.list <= row.list).order_by(part.c.list)
            for packed in visit.connection.execute(between).scalars():
                changed = unpack(RollRows, packed)
                for name, column in roll.columns():
                    column[changed.player - chunk * CHUNK] = getattr(changed, name)
            kept, since = unpack(Roll, row.packed), row.list
            rest = roll.cut(slice(len(kept), None))
            if not kept.equals(roll.cut(slice(len(kept)))) or not rest.equals(empty_roll(len(rest))):
                yield _problem(row)


def _of_imported(visit: CheckInput) -> Iterator[Problem]:
    base, part = schema.imported_base, schema.imported_part
    rows = stream_rows(visit.connection, select(base).order_by(base.c.series, base.c.list))
    for series, several in groupby(rows, lambda row: row.series):
        there, since = ImportedRows.room(0), 0
        parts = select(part.c.list, part.c.packed).where(part.c.series == series)
        for row in several:
            between = parts.where(part.c.list > since, part.c.list <= row.list).order_by(part.c.list)
            patches = patches_by_list(visit.connection, series, since, row.list - 1)
            packed = [*patches.get(since, ())]
            for list_, body in visit.connection.execute(between):
                packed += [body, *patches.get(list_, ())]
            there, since = rows_on_last_list((there, *map(unpack_imported, packed))), row.list
            kept = unpack_imported(row.packed)
            if not kept.equals(there):
                yield _problem(row)


def _problem(row: Any) -> Problem:
    return Problem("base-not-of-list", series=row.series, list=Month(row.list))
