"""What must hold of an office's database: its schema, its file or server, and the triggers that keep history."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, inspect, select, text

from arpad.finding import Misuse, Problem, Remedy
from arpad.office.store.engine import APPLICATION, journal_of
from arpad.office.store.guards import DONE, GUARDS, in_postgresql, in_sqlite
from arpad.office.store.schema import APPEND_ONLY, metadata
from arpad.office.store.version import at_head
from arpad.office.upkeep.doctor import Check

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import Visit

FROM_BACKUP = Remedy.to("restore-backup")
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")  # as SQLite numbers them
MOVES = ("pointer",)  # the one table whose rows may change and go
BEFORE_ROW, DELETE, UPDATE, TRUNCATE, BEFORE = 3, 8, 16, 32, 2  # how PostgreSQL numbers what a trigger does


def schema_at_head(visit: Visit) -> Iterator[Problem]:
    try:
        at_head(visit.store)
    except Misuse as misuse:
        yield misuse
        return
    there = set(inspect(visit.connection).get_table_names())
    for name in sorted(metadata.tables.keys() - there):
        yield Problem("table-gone", table=name)


def integrity(visit: Visit) -> Iterator[Problem]:
    for answer in visit.connection.execute(text("PRAGMA integrity_check(100)")).scalars():
        if answer != "ok":
            yield Problem("page-damaged", answer=str(answer))


def references(visit: Visit) -> Iterator[Problem]:
    if visit.store.is_sqlite:
        for table, row, parent, _ in visit.connection.execute(text("PRAGMA foreign_key_check")):
            yield Problem("row-points-nowhere", row=row, table=table, parent=parent)
        return
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            pointed = key.column.table.alias()
            lost = select(func.count()).select_from(table).where(key.parent.is_not(None))
            lost = lost.where(~select(1).where(pointed.c[key.column.name] == key.parent).correlate(table).exists())
            count = visit.connection.execute(lost).scalar_one()
            if count:
                yield Problem("rows-point-nowhere", rows=count, table=table.name, parent=key.column.table.name)


def journal(visit: Visit) -> Iterator[Problem]:
    for pragma in journal_of(sqlite3.sqlite_version_info):
        name, wanted = pragma.split(" = ")
        found = visit.connection.execute(text(f"PRAGMA {name}")).scalar()
        value = SYNCHRONOUS[found] if isinstance(found, int) else str(found).upper()
        if value != wanted:
            known: dict[str, Any] = {
                "setting": name,
                "value": value,
                "wanted": wanted,
                "version": sqlite3.sqlite_version,
            }
            yield Problem("journal-setting", **known)


def application(visit: Visit) -> Iterator[Problem]:
    found = visit.connection.execute(text("PRAGMA application_id")).scalar()
    if found != APPLICATION:
        yield Problem("file-head", value=found, wanted=APPLICATION)


# --- PostgreSQL ---------------------------------------------------------------------------------------------------

DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
CHECKED = {"data_checksums": ("on",)}


def settings(found: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> Iterator[Problem]:
    for name, allowed in wanted.items():
        if found.get(name) not in allowed:
            yield Problem("server-setting", setting=name, value=found.get(name, "unknown"), wanted=allowed[0])


def durable(visit: Visit) -> Iterable[Problem]:
    return settings(_server(visit, DURABLE), DURABLE)


def checksums(visit: Visit) -> Iterable[Problem]:
    return settings(_server(visit, CHECKED), CHECKED)


def _server(visit: Visit, names: Iterable[str]) -> dict[str, str]:
    return {name: str(visit.connection.execute(text(f"SHOW {name}")).scalar()) for name in names}


# --- what keeps history -------------------------------------------------------------------------------------------


def triggers(visit: Visit) -> Iterator[Problem]:
    there = _sqlite_triggers(visit) if visit.store.is_sqlite else _postgres_triggers(visit)
    append_only = {table.name for table in APPEND_ONLY}
    for name in sorted(metadata.tables.keys() - set(MOVES)):
        held = there.get(name, set())
        if name in append_only and "UPDATE" not in held:
            yield Problem("rows-changeable", table=name)
        if "DELETE" not in held:
            yield Problem("rows-deletable", table=name)


def _sqlite_triggers(visit: Visit) -> dict[str, set[str]]:
    rows = visit.connection.execute(text("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"))
    found: dict[str, set[str]] = {}
    for table, sql in rows:
        for what in DONE:
            if " ".join(sql.split()).endswith(f" {in_sqlite(table, what)}"):
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
        guarded = table in GUARDS and source.split() == in_postgresql(table).split()
        if (guarded or source.split()[:3] == ["BEGIN", "RAISE", "EXCEPTION"]) and kind & BEFORE:
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
    Check("schema", Remedy.to("as-it-says"), schema_at_head, first=True),
    Check("integrity", FROM_BACKUP, integrity, only="sqlite"),
    Check("references", FROM_BACKUP, references),
    Check("journal", Remedy.to("local-disk"), journal, only="sqlite"),
    Check("application", Remedy.to("right-file"), application, only="sqlite"),
    Check("durable-server", Remedy.to("set-server"), durable, only="postgresql"),
    Check("checksums", Remedy.to("enable-checksums"), checksums, only="postgresql", advice=True),
    Check("triggers", Remedy.to("find-who-removed"), triggers),
)
