"""What must hold of an office's database: its schema, its file or server, and the triggers that keep history."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import func, inspect, select, text

from arpad.finding import Misuse
from arpad.office.store.engine import APPLICATION, journal_of
from arpad.office.store.migrate import at_head
from arpad.office.store.schema import APPEND_ONLY, metadata
from arpad.office.upkeep.doctor import Check

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import Visit

FROM_BACKUP = "stop working here; restore the last good backup into a new place (`arpad restore`) and work there"
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")  # as SQLite numbers them
MOVES = ("pointer",)  # the one table whose rows may change and go
BEFORE_ROW, DELETE, UPDATE, TRUNCATE, BEFORE = 3, 8, 16, 32, 2  # how PostgreSQL numbers what a trigger does


def schema_at_head(visit: Visit) -> Iterator[str]:
    try:
        at_head(visit.store)
    except Misuse as misuse:
        yield str(misuse)
        return
    there = set(inspect(visit.connection).get_table_names())
    for name in sorted(metadata.tables.keys() - there):
        yield f"the table {name} is not there"


def integrity(visit: Visit) -> Iterator[str]:
    for said in visit.connection.execute(text("PRAGMA integrity_check(100)")).scalars():
        if said != "ok":
            yield str(said)


def references(visit: Visit) -> Iterator[str]:
    if visit.store.is_sqlite:
        for table, row, parent, _ in visit.connection.execute(text("PRAGMA foreign_key_check")):
            yield f"row {row} of {table} points to a row of {parent} that is not there"
        return
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            pointed = key.column.table.alias()
            lost = select(func.count()).select_from(table).where(key.parent.is_not(None))
            lost = lost.where(~select(1).where(pointed.c[key.column.name] == key.parent).correlate(table).exists())
            count = visit.connection.execute(lost).scalar_one()
            if count:
                yield f"{count} rows of {table.name} point to a row of {key.column.table.name} that is not there"


def journal(visit: Visit) -> Iterator[str]:
    for pragma in journal_of(sqlite3.sqlite_version_info):
        name, wanted = pragma.split(" = ")
        found = visit.connection.execute(text(f"PRAGMA {name}")).scalar()
        said = SYNCHRONOUS[found] if isinstance(found, int) else str(found).upper()
        if said != wanted:
            yield f"{name} is {said}; with SQLite {sqlite3.sqlite_version} it must be {wanted}"


def application(visit: Visit) -> Iterator[str]:
    found = visit.connection.execute(text("PRAGMA application_id")).scalar()
    if found != APPLICATION:
        yield f"the head of the file says {found}, and an office's says {APPLICATION}"


# --- PostgreSQL ---------------------------------------------------------------------------------------------------

DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
CHECKED = {"data_checksums": ("on",)}


def settings(found: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for name, allowed in wanted.items():
        if found.get(name) not in allowed:
            yield f"{name} is {found.get(name, 'unknown')}; it must be {allowed[0]}"


def durable(visit: Visit) -> Iterable[str]:
    return settings(_server(visit, DURABLE), DURABLE)


def checksums(visit: Visit) -> Iterable[str]:
    return settings(_server(visit, CHECKED), CHECKED)


def _server(visit: Visit, names: Iterable[str]) -> dict[str, str]:
    return {name: str(visit.connection.execute(text(f"SHOW {name}")).scalar()) for name in names}


# --- what keeps history -------------------------------------------------------------------------------------------


def triggers(visit: Visit) -> Iterator[str]:
    there = _sqlite_triggers(visit) if visit.store.is_sqlite else _postgres_triggers(visit)
    append_only = {table.name for table in APPEND_ONLY}
    for name in sorted(metadata.tables.keys() - set(MOVES)):
        held = there.get(name, set())
        if name in append_only and "UPDATE" not in held:
            yield f"rows of {name} can be changed"
        if "DELETE" not in held:
            yield f"rows of {name} can be deleted"


def _sqlite_triggers(visit: Visit) -> dict[str, set[str]]:
    rows = visit.connection.execute(text("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"))
    found: dict[str, set[str]] = {}
    for table, sql in rows:
        for what, done in (("UPDATE", "changed"), ("DELETE", "deleted")):
            meant = f"BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, 'rows of {table} are never {done}'); END"
            if " ".join(sql.split()).endswith(meant):
                found.setdefault(table, set()).add(what)
    return found


def _postgres_triggers(visit: Visit) -> dict[str, set[str]]:
    rows = visit.connection.execute(
        text(
            "SELECT c.relname, t.tgtype, p.prosrc FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') "
            "AND t.tgqual IS NULL AND t.tgattr = '' AND c.relnamespace = current_schema()::regnamespace"
        )
    )
    does: dict[str, int] = {}
    for table, kind, source in rows:
        if source.split()[:3] == ["BEGIN", "RAISE", "EXCEPTION"] and kind & BEFORE:
            row = kind & BEFORE_ROW == BEFORE_ROW
            does[table] = does.get(table, 0) | (kind & (DELETE | UPDATE) if row else kind & TRUNCATE)
    held: dict[str, set[str]] = {}
    for table, what in does.items():
        if what & UPDATE:
            held.setdefault(table, set()).add("UPDATE")
        if what & DELETE and what & TRUNCATE:
            held.setdefault(table, set()).add("DELETE")
    return held


STORE = (
    Check(
        "schema",
        "the schema is the one this version of Arpad works with",
        "as the sentence says: `arpad upgrade` after a backup, or a newer Arpad",
        schema_at_head,
        first=True,
    ),
    Check("integrity", "the file is in order, page by page", FROM_BACKUP, integrity, only="sqlite"),
    Check("references", "whatever a row points to is there", FROM_BACKUP, references),
    Check(
        "journal",
        "what was answered is on disk, also after a power failure",
        "keep the file on a local disk, and let no other program set its journal",
        journal,
        only="sqlite",
    ),
    Check(
        "application",
        "the file says at its head that it is an office",
        "make sure it is the right file; if it is, restore a backup of it into a new file",
        application,
        only="sqlite",
    ),
    Check(
        "durable-server",
        "what was answered is on disk, also after a power failure",
        "set it in postgresql.conf and restart the server",
        durable,
        only="postgresql",
    ),
    Check(
        "checksums",
        "the server notices pages that went bad on disk",
        "stop the server and run `pg_checksums --enable`",
        checksums,
        only="postgresql",
        advice=True,
    ),
    Check(
        "triggers",
        "history cannot be changed or deleted behind the office",
        "find out who removed the triggers and what was changed; then restore a backup into a new place",
        triggers,
    ),
)
