"""Copy an office from its journal into a new place, as it is or as it was after an entry, to try something there.

The copy is a fold of the journal: its rows are made from the effects. It has the same log and journal, and one more
entry that makes it a rehearsal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, insert, inspect, select

from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.desk import desk_of_office
from arpad.office.office_settings import RehearsalStart, start_rehearsal
from arpad.office.proving.fold import chain_problems, first_journaled, fold_journal, stored_bytes_problems
from arpad.office.proving.lockstep import SHA256, Bytes
from arpad.office.store.effects import JOURNAL, FoldedTable, journaled_tables, unrecorded
from arpad.office.store.engine import Store, connect_store, new_database_file
from arpad.office.store.migrate import build_schema, require_newest_schema, stamp_application_id
from arpad.office.store.numbering import forget_numbers
from arpad.office.store.schema import log, metadata

ROWS_AT_ONCE = 1000


@dataclass(frozen=True)
class RehearsalCopy:
    """What was copied: the address of the copy, its rows, and the last entry of the log that it has of the original."""

    office: str
    rows: int
    last: int


def copy_for_rehearsal(source: Store, address: str, who: str, until: int = 0) -> RehearsalCopy:
    """Copy an office into an empty place, as it was after the entry `until`, or as it is now; make it a rehearsal.

    Refused: an office whose journal was altered, an entry before the journal, and a place that is not empty."""
    require_newest_schema(source)
    with source.reading() as connection:
        newest = connection.execute(select(log.c.seq).order_by(log.c.seq.desc()).limit(1)).scalar() or 0
        first, last = first_journaled(connection), until or newest
        if not first <= last <= newest or not first:
            raise UserError("rehearse/no-entry", entry=last, first=first, newest=newest)
        problems = [*chain_problems(connection), *stored_bytes_problems(connection)]
        if problems:
            raise UserError("rehearse/altered", Remedy.to("ask-verify"), findings=tuple(problems[:1]))
        store = connect_store(address, create=True)
        try:
            with new_database_file(store), store.writing() as copy, unrecorded(copy):
                if inspect(copy).get_table_names():
                    raise UserError("place-not-empty", address=store.address)
                build_schema(copy)
                rows = _copy_rows(connection, copy, last)
                stamp_application_id(copy)
                forget_numbers(copy)
                start_rehearsal(desk_of_office(store, copy, who), RehearsalStart(last), copy)
        finally:
            store.close()
    return RehearsalCopy(store.address, rows, last)


def _copy_rows(source: Connection, copy: Connection, until: int) -> int:
    """Write the rows of the journal and those that it leads to. Return the number of the latter."""
    folded, bodies, count = fold_journal(source, until), Bytes(source), 0
    for table in metadata.sorted_tables:
        if table in JOURNAL:
            number = table.c.seq if table is log else table.c.log
            rows: Any = (row._asdict() for row in source.execute(select(table).where(number <= until)))
        elif table in journaled_tables():
            rows = _folded_rows(folded.tables[table.name], bodies)
            count += len(folded.tables[table.name].rows)
        else:
            continue
        waiting = iter(rows)
        while block := list(islice(waiting, ROWS_AT_ONCE)):
            copy.execute(insert(table), block)
    return count


def _folded_rows(folded: FoldedTable, bodies: Bytes) -> Iterator[dict[str, Any]]:
    """Yield the rows of a folded table with their bytes, in the order in which they were written."""
    names = folded.table.columns.keys()
    for row in folded.rows.values():
        values = dict(zip(names, json.loads(row.line)[1:], strict=True))
        for name, value in values.items():
            if isinstance(value, dict):
                body = bodies.read(value[SHA256])
                if body is None:
                    problem = Problem("bytes-gone", table=folded.table.name, entry=row.entry)
                    raise UserError("rehearse/altered", Remedy.to("ask-verify"), findings=(problem,))
                values[name] = body
        yield values
