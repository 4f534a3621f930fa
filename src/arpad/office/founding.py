"""Found an office: schema, settings and first log entry in one transaction.

A database with the schema and no row counts as empty.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, inspect, select

from arpad.finding import Misuse, Remedy
from arpad.office.clock import Clock, checked_zone
from arpad.office.desk import HOME, REHEARSAL, ZONE, Desk, Writing
from arpad.office.settings import checked_home
from arpad.office.store.engine import Store
from arpad.office.store.migrate import build, stamp_application
from arpad.office.store.newfile import new_file
from arpad.office.store.schema import metadata, setting
from arpad.office.store.version import VERSION, revision_in, revisions
from arpad.plaintext import NAME, is_name

FOUNDED = "founded"  # the entry of the log that founded the office


def found(store: Store, who: str, clock: Clock, home: str = "", rehearsal: bool = False) -> Desk:
    """Found an office in an empty database; refused where there is an office, or anything else."""
    checked_zone(clock.zone)
    if clock.set_to is not None and not rehearsal:
        raise Misuse("day-without-rehearsal", Remedy.to("add-rehearsal"))
    if rehearsal and clock.set_to is None:
        raise Misuse("rehearsal-without-day", Remedy.to("give-first-day"))
    if not is_name(who):
        raise Misuse("log-text/who", most=NAME)
    desk = Desk(store, who, clock, rehearsal, checked_home(home))
    with new_file(store), store.writing() as connection:
        _must_be_empty(connection, store.address)
        build(connection)
        stamp_application(connection)
        with desk.entered(connection, "found", why="the office begins") as writing:
            settle(desk, writing)
    return desk


def settle(desk: Desk, writing: Writing) -> None:
    """Insert the settings of a new office that are not there yet."""
    values = {HOME: desk.home, REHEARSAL: str(int(desk.rehearsal)), ZONE: desk.clock.zone, FOUNDED: str(writing.seq)}
    stored = set(writing.connection.execute(select(setting.c.name)).scalars())
    rows = [{"name": name, "value": value} for name, value in values.items() if name not in stored]
    writing.connection.execute(insert(setting), rows)


def _must_be_empty(connection: Connection, address: str) -> None:
    """Refuse a database that has an office or other tables; a schema without a row is no office yet."""
    tables = set(inspect(connection).get_table_names())
    schema = revision_in(connection)
    if tables and schema not in revisions():
        message = "office-there" if schema else "strange-tables"
        raise Misuse(message, None if schema else Remedy.to("choose-empty"), address=address)
    if not left_empty(connection, tables):
        raise Misuse("office-there", address=address)


def left_empty(connection: Connection, names: set[str]) -> bool:
    """Whether the tables with these names have no row; the number of the schema does not count."""
    tables = (table for table in metadata.sorted_tables if table.name in names - {VERSION.name})
    return all(connection.execute(select(1).select_from(table).limit(1)).first() is None for table in tables)
