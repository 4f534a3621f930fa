"""Create an office from a backup, in an empty place, in SQLite or PostgreSQL.

The whole file is verified before anything is written. Schema, rows and counters go in as one transaction: then the
place has the whole office, or is as empty as before. A backup of an older schema goes into the tables of that schema,
which are then migrated. Rows are only inserted: the triggers that protect history are there from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, inspect, select
from sqlalchemy.exc import DBAPIError

from arpad.finding import UserError
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.store.engine import Store, connect_store, new_database_file
from arpad.office.store.migrate import build_schema, convert_schema, stamp_application_id
from arpad.office.upkeep.archive import ArchiveManifest
from arpad.office.upkeep.archive_read import ReadableArchive, open_archive
from arpad.office.upkeep.encryption import BackupLock

ROWS_PER_INSERT = 1000  # rows between two movements of the bar


def restore_backup(
    path: Path, address: str, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> ArchiveManifest:
    """Create the office of a backup at an address that has no tables yet. Returns the manifest of the backup.

    The whole file is verified first. Refuses a place with tables and rows that do not go in; then nothing is stored.
    `lock` decrypts the file. An older schema is brought to this version's. The restore makes no log entry.
    """
    if not path.is_file():
        raise UserError("backup-not-there", file=str(path))
    with open_archive(path, watch, lock) as archive:
        archive.verify(watch)
        store = connect_store(address, create=True)
        try:
            with new_database_file(store):
                _fill_tables(store, archive, watch)
        finally:
            store.close()
    return archive.manifest


def _fill_tables(store: Store, archive: ReadableArchive, watch: ProgressReporter) -> None:
    """Make the tables, insert all rows and bring the schema to this version's, in one transaction.

    Refuses a database with tables, a row that it does not take, and another number of rows than the backup says.
    """
    with store.writing() as connection:
        if inspect(connection).get_table_names():
            raise UserError("place-not-empty", address=store.address)
        build_schema(connection, archive.manifest.schema)
        driver: type[Exception] = connection.dialect.loaded_dbapi.Error
        with watch("rows", archive.manifest.rows) as advance:
            for table in archive.tables:
                try:
                    _insert_rows(connection, table, archive.rows(table), advance)
                except (driver, DBAPIError) as error:
                    reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
                    fields: dict[str, Any] = {"address": store.address, "table": table.name, "reason": reason}
                    raise UserError("rows-not-taken", **fields) from error
        for archived, table in zip(archive.manifest.tables, archive.tables, strict=True):
            count = connection.execute(select(func.count()).select_from(table)).scalar_one()
            if count != archived.rows:
                raise UserError("rows-lost", table=table.name, arrived=count, sent=archived.rows)
        convert_schema(connection)
        stamp_application_id(connection)


def _insert_rows(
    connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]], advance: Callable[[int], None]
) -> None:
    """Insert rows as a stream, never all of them in memory. `advance` gets numbers of rows."""
    quote = connection.dialect.identifier_preparer.quote
    columns = ", ".join(quote(column.name) for column in table.columns)
    driver: Any = connection.connection.driver_connection
    counted = _counted_rows(rows, advance)
    if connection.dialect.name != "sqlite":
        with driver.cursor() as cursor, cursor.copy(f"COPY {quote(table.name)} ({columns}) FROM STDIN") as copy:
            for row in counted:
                copy.write_row(row)
        return
    statement = f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({', '.join('?' * len(table.columns))})"
    driver.executemany(statement, counted)  # takes them one by one


def _counted_rows(rows: Iterable[tuple[Any, ...]], advance: Callable[[int], None]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows unchanged and report each `ROWS_PER_INSERT` of them to `advance`."""
    for number, row in enumerate(rows, 1):
        yield row
        if number % ROWS_PER_INSERT == 0:
            advance(ROWS_PER_INSERT)
