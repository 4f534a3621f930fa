"""Convert an office of an older schema to this version's, with one entry in the log.

The log of schema 0005 had hashes of rows only. The old entries keep their links, and the hashes of what they wrote
stand as effects without lines. One new entry has the whole state of the office as its effects: the journal begins with
it. Before that, the old chain and the old hash of every row are checked.

Later schemas had the journal and lacked tables only. They are made empty, and an entry without effects names them.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import Column, Connection, ForeignKey, Integer, LargeBinary, MetaData, Table, Text, func, insert, select

from arpad.finding import Problem, Remedy, UserError
from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store.definitions import FIRST_SCHEMA, tables_since
from arpad.office.store.effects import ENCODE, Recorder, journaled_tables
from arpad.office.store.guards import GUARDS
from arpad.office.store.journal import JournalRequest, close_entry
from arpad.office.store.schema import append_only_tables, effect, journal, link, log, metadata
from arpad.office.store.triggers import restore_triggers

BEFORE = FIRST_SCHEMA
CONVERT_ACT = "convert-office"
UPGRADE_ACTION = "upgrade"
CONVERTER = "arpad"  # in the log: nobody is named when an office is upgraded
FINDINGS_SHOWN = 5  # in a refusal
LEAF = 16  # bytes of the old hash of a row
UNHASHED = frozenset(("roll_part", "period_part", "imported_part", "game_week", "roll_base", "imported_base"))
"""Tables of which the old log had no hash: seals hold their rows, or they follow from others."""

TABLES_BEFORE = MetaData(naming_convention=metadata.naming_convention)
for _table in metadata.tables.values():
    if _table is journal:  # in its place stood another one
        bound = Table(
            "bound",
            TABLES_BEFORE,
            Column("log", Integer, ForeignKey("log.seq"), primary_key=True, autoincrement=False),
            Column("place", Text, primary_key=True),
            Column("keys", Text, nullable=False),
            Column("leaves", LargeBinary, nullable=False),
            sqlite_strict=True,
        )
    if _table not in tables_since(BEFORE):
        _table.to_metadata(TABLES_BEFORE)
"""The old tables. `bound` has for each entry and table the keys of the rows that it wrote, a line each, and their
hashes."""


def tables_of(schema: str) -> tuple[Table, ...]:
    """Return the tables of a known schema. A table follows those it refers to."""
    if schema == BEFORE:
        return tuple(TABLES_BEFORE.sorted_tables)
    later = tables_since(schema)
    return tuple(each for each in metadata.sorted_tables if each not in later)


def convert(connection: Connection, accepted: Collection[str] = ()) -> None:
    """Convert the office. Refuses one with findings of the old proof that are not accepted; the entry has those that
    are."""
    refuse_findings([each for each in old_findings(connection) if str(each) not in accepted])
    metadata.create_all(connection, tables_since(BEFORE))
    rows = [
        {"log": row.log, "place": row.place, "sha256": _old_hash(row), "packed": b""}
        for row in connection.execute(select(bound).order_by(bound.c.log, bound.c.place))
    ]
    if rows:
        connection.execute(insert(effect), rows)
    bound.drop(connection)
    if connection.dialect.name != "sqlite":
        _drop_sequences(connection)
    restore_triggers(connection)
    request = {"schema": BEFORE, "accepted": sorted(accepted)}
    store_whole_state(connection, UPGRADE_ACTION, CONVERT_ACT, request)


def add_tables(connection: Connection, schema: str) -> None:
    """Make the tables that a schema with a journal lacked, empty. What was stored stays as it is, and as its journal
    says."""
    added = tables_since(schema)
    metadata.create_all(connection, added)
    restore_triggers(connection)
    request = {"schema": schema, "tables": sorted(table.name for table in added)}
    _store_entry(connection, UPGRADE_ACTION, JournalRequest(CONVERT_ACT, json.dumps(request)), Recorder())


def refuse_findings(problems: Sequence[Problem]) -> None:
    """Raise an error that names findings, if there are any."""
    if problems:
        shown = tuple(problems[:FINDINGS_SHOWN])
        raise UserError("upgrade-findings", Remedy.to("accept-findings"), count=len(problems), findings=shown)


def store_whole_state(connection: Connection, action: str, act: str, request: dict[str, Any]) -> int:
    """Store a log entry whose effects are all rows of the office. Returns its number, 0 in an office without a log."""
    recorder = Recorder()
    for table in journaled_tables():
        rows = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=1000)
        recorder.insert(table, map(tuple, connection.execute(rows)))
    return _store_entry(connection, action, JournalRequest(act, json.dumps(request)), recorder)


def _store_entry(connection: Connection, action: str, request: JournalRequest, recorder: Recorder) -> int:
    """Store a log entry with these effects. Returns its number, 0 in an office without a log."""
    last = connection.execute(select(log).order_by(log.c.seq.desc()).limit(1)).one_or_none()
    if last is None:
        return 0
    entry = (last.seq + 1, time.time_ns() // 1000, last.day, CONVERTER, action, "", "", "")
    connection.execute(insert(log), dict(zip(log.columns.keys(), entry, strict=True)))
    close_entry(connection, entry, request, recorder, {})
    return int(entry[0])


def _drop_sequences(connection: Connection) -> None:
    """Let PostgreSQL number no column: numbers are given by `next_number`."""
    numbered = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
    for row in connection.exec_driver_sql(f"{numbered} AND column_default LIKE 'nextval(%%'").all():
        sequence = connection.execute(select(func.pg_get_serial_sequence(row.table_name, row.column_name))).scalar()
        connection.exec_driver_sql(f'ALTER TABLE "{row.table_name}" ALTER COLUMN "{row.column_name}" DROP DEFAULT')
        connection.exec_driver_sql(f"DROP SEQUENCE {sequence}")


# --- the old proof ------------------------------------------------------------------------------------------------


def old_findings(connection: Connection) -> list[Problem]:
    """Return what does not agree: links of the chain, and rows with another hash than the log has."""
    return [*_broken_links(connection), *_altered_rows(connection)]


def _old_hash(row: object) -> str:
    """Return the hash of a row of `bound`, as the chain has it."""
    place, keys, leaves = row.place, row.keys, bytes(row.leaves)  # type: ignore[attr-defined]
    return hashlib.sha256(f"{place}\n{keys}\n".encode() + leaves).hexdigest()


def _broken_links(connection: Connection) -> Iterator[Problem]:
    hashes: dict[int, list[tuple[str, str]]] = {}
    for row in connection.execute(select(bound).order_by(bound.c.log, bound.c.place)):
        hashes.setdefault(row.log, []).append((row.place, _old_hash(row)))
    before, first = NOTHING, 0
    entries = {row.seq: tuple(row) for row in connection.execute(select(log))}
    for row in connection.execute(select(link).order_by(link.c.log)):
        first = first or row.log
        whole = entry_hash(row.salt, entries.get(row.log, ()), hashes.get(row.log, []))
        if whole != row.entry or link_hash(before, whole) != row.sha256:
            yield Problem("upgrade-found/link", entry=row.log)
        before = row.sha256
        entries.pop(row.log, None)
    for entry in sorted(seq for seq in entries if seq > first):
        yield Problem("upgrade-found/entry", entry=entry)


def _altered_rows(connection: Connection) -> Iterator[Problem]:
    leaves: dict[str, dict[str, bytes]] = {}
    for row in connection.execute(select(bound).order_by(bound.c.log)):
        packed = bytes(row.leaves)
        names = row.keys.split("\n") if row.keys else ()
        hashes = {key: packed[at * LEAF : (at + 1) * LEAF] for at, key in enumerate(names)}
        leaves.setdefault(row.place, {}).update(hashes)
    for table in tables_of(BEFORE):
        if table.name in UNHASHED or table.name in ("log", "link", "bound", "checkpoint"):
            continue
        known, keys = leaves.get(table.name, {}), len(table.primary_key.columns)
        columns = [*table.primary_key.columns, *(column for column in table.columns if not column.primary_key)]
        for row in connection.execute(select(*columns).execution_options(yield_per=1000)):
            key = _old_key(row, keys)
            if known.pop(key, None) != _old_leaf(row):
                yield Problem("upgrade-found/row", table=table.name, row=key)
        if table in append_only_tables() and table.name not in GUARDS:
            for key in known:
                yield Problem("upgrade-found/row-gone", table=table.name, row=key)


def _old_key(row: tuple[object, ...], columns: int) -> str:
    if columns > 1:
        return ENCODE(list(row[:columns]))
    return str(row[0]) if isinstance(row[0], int) else ENCODE(row[0])


def _old_leaf(row: tuple[object, ...]) -> bytes:
    values = [hashlib.sha256(each).hexdigest() if isinstance(each, bytes | memoryview) else each for each in row]
    return hashlib.sha256(ENCODE(values).encode()).digest()[:LEAF]
