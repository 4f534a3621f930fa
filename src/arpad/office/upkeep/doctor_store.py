"""What must hold of an office's database: its schema, its file or server, and the triggers that keep history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, inspect, select, text

from arpad.finding import Problem, Remedy, UserError
from arpad.office.store.engine import APPLICATION_ID, journal_mode_for, sqlite_library
from arpad.office.store.migrate import require_newest_schema
from arpad.office.store.schema import metadata
from arpad.office.store.triggers import trigger_differences
from arpad.office.upkeep.doctor import OfficeCheck
from arpad.office.upkeep.doctor_schema import structure
from arpad.office.upkeep.doctor_texts import texts

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

FROM_BACKUP = Remedy.to("restore-backup")
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")  # as SQLite numbers them


def schema_at_head(visit: CheckInput) -> Iterator[Problem]:
    try:
        require_newest_schema(visit.store)
    except UserError as misuse:
        yield misuse
        return
    there = set(inspect(visit.connection).get_table_names())
    for name in sorted(metadata.tables.keys() - there):
        yield Problem("table-gone", table=name)


def integrity(visit: CheckInput) -> Iterator[Problem]:
    for answer in visit.connection.execute(text("PRAGMA integrity_check(100)")).scalars():
        if answer != "ok":
            yield Problem("page-damaged", answer=str(answer))


def references(visit: CheckInput) -> Iterator[Problem]:
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


def journal(visit: CheckInput) -> Iterator[Problem]:
    for pragma in journal_mode_for(sqlite_library().sqlite_version_info):
        name, wanted = pragma.split(" = ")
        found = visit.connection.execute(text(f"PRAGMA {name}")).scalar()
        value = SYNCHRONOUS[found] if isinstance(found, int) else str(found).upper()
        if value != wanted:
            known: dict[str, Any] = {
                "setting": name,
                "value": value,
                "wanted": wanted,
                "version": sqlite_library().sqlite_version,
            }
            yield Problem("journal-setting", **known)


def application(visit: CheckInput) -> Iterator[Problem]:
    found = visit.connection.execute(text("PRAGMA application_id")).scalar()
    if found != APPLICATION_ID:
        yield Problem("file-head", value=found, wanted=APPLICATION_ID)


# --- PostgreSQL ---------------------------------------------------------------------------------------------------

DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
CHECKED = {"data_checksums": ("on",)}


def settings(found: Mapping[str, str], wanted: Mapping[str, tuple[str, ...]]) -> Iterator[Problem]:
    for name, allowed in wanted.items():
        if found.get(name) not in allowed:
            yield Problem("server-setting", setting=name, value=found.get(name, "unknown"), wanted=allowed[0])


def durable(visit: CheckInput) -> Iterable[Problem]:
    return server_settings(visit, DURABLE)


def checksums(visit: CheckInput) -> Iterable[Problem]:
    return server_settings(visit, CHECKED)


def server_settings(visit: CheckInput, wanted: Mapping[str, tuple[str, ...]]) -> Iterable[Problem]:
    """What of a server is not set as it must be."""
    return settings(_read_settings(visit, wanted), wanted)


def _read_settings(visit: CheckInput, names: Iterable[str]) -> dict[str, str]:
    return {name: str(visit.connection.execute(text(f"SHOW {name}")).scalar()) for name in names}


# --- what keeps history -------------------------------------------------------------------------------------------


def triggers(visit: CheckInput) -> Iterable[Problem]:
    return trigger_differences(visit.connection)


STORE = (
    OfficeCheck("schema", Remedy.to("as-it-says"), schema_at_head, first=True),
    OfficeCheck("integrity", FROM_BACKUP, integrity, only="sqlite"),
    OfficeCheck("references", FROM_BACKUP, references),
    OfficeCheck("journal", Remedy.to("local-disk"), journal, only="sqlite"),
    OfficeCheck("application", Remedy.to("right-file"), application, only="sqlite"),
    OfficeCheck("durable-server", Remedy.to("set-server"), durable, only="postgresql"),
    OfficeCheck("checksums", Remedy.to("enable-checksums"), checksums, only="postgresql", advice=True),
    OfficeCheck("structure", Remedy.to("repair-structure"), structure),
    OfficeCheck("triggers", Remedy.to("repair-triggers"), triggers),
    OfficeCheck("texts", Remedy.to("repair-texts"), texts),
)
