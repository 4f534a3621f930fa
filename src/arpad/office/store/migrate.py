"""Schema versions of a database, and the conversion of an office of an older version.

A new office is made with the tables of `schema.py` and the triggers of `triggers.py`. An office of an older schema is
converted in one transaction, with a log entry of its own (`conversion.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from sqlalchemy import Connection, Table, column, insert, inspect, select, table, text, update

from arpad.finding import Remedy, UserError
from arpad.office.store import conversion
from arpad.office.store.definitions import SINCE, metadata
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import APPLICATION_ID, Store
from arpad.office.store.triggers import restore_triggers

VERSION_TABLE = table("alembic_version", column("version_num"))  # its name is that of older versions of Arpad
UTF8 = "UTF8"  # as PostgreSQL calls it


def known_schemas() -> tuple[str, ...]:
    """Return the schemas that this version knows, the oldest first: each that brought a table."""
    return tuple(sorted({table.info[SINCE] for table in metadata.tables.values()}))


def newest_schema() -> str:
    """Return the schema that this version of Arpad writes."""
    return known_schemas()[-1]


def schema_of(store: Store) -> str:
    """Return the schema that a database has; empty if it has none. It may be one that is not known here."""
    with store.reading() as connection:
        return schema_in(connection)


def schema_in(connection: Connection) -> str:
    """Return the schema that a database has, read within an open transaction; empty if it has none."""
    if not inspect(connection).has_table(VERSION_TABLE.name):
        return ""
    return connection.execute(select(VERSION_TABLE.c.version_num)).scalar() or ""


def require_newest_schema(store: Store) -> None:
    """Refuse a database that has no schema, or another one than this version's. The problem says what to do."""
    require_schema(store.address, schema_of(store), (newest_schema(),))


def require_schema(address: str, schema: str, accepted: tuple[str, ...]) -> None:
    """Refuse a schema that is not one of the accepted ones. The problem says what to do."""
    if schema in accepted:
        return
    if not schema:
        raise UserError("no-office-yet", Remedy.to("found-office-there"), address=address)
    if schema > newest_schema():
        raise UserError("newer-schema", Remedy.to("install-newer"), address=address, schema=schema)
    if schema not in known_schemas():
        raise UserError("too-old-schema", address=address, schema=schema, oldest=known_schemas()[0])
    raise UserError("older-schema", Remedy.to("back-up-and-upgrade"), address=address, schema=schema)


@cache
def tables_at(schema: str) -> tuple[Table, ...]:
    """Return the tables of a known schema. A table follows those it refers to."""
    return conversion.tables_of(schema)


def upgrade_schema(store: Store, accepted: Collection[str] = ()) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction.

    Refuses an unknown schema, a database with tables but without a schema, and findings about an older office that are
    not `accepted`. Nothing is done if it is this version's.
    """
    schema = schema_of(store)
    if schema == newest_schema():
        return
    if schema:
        require_schema(store.address, schema, known_schemas())
    elif _has_tables(store):
        raise UserError("strange-tables", Remedy.to("choose-empty"), address=store.address)
    with store.writing() as connection:
        if schema:
            convert_schema(connection, accepted)
        else:
            build_schema(connection)


def convert_schema(connection: Connection, accepted: Collection[str] = ()) -> None:
    """Bring the tables of an older known schema to this version's, within an open transaction."""
    with unrecorded(connection):
        if (schema := schema_in(connection)) != newest_schema():
            if schema == conversion.BEFORE:
                conversion.convert(connection, accepted)
            else:
                conversion.add_tables(connection, schema)
            connection.execute(update(VERSION_TABLE).values(version_num=newest_schema()))


def build_schema(connection: Connection, schema: str = "") -> None:
    """Make the tables of a known schema, by default this version's, in an empty database, within an open transaction;
    for this version's schema also the triggers.

    Refuses a PostgreSQL database whose encoding is not UTF-8: it cannot store the names of all players.
    """
    schema = schema or newest_schema()
    if connection.dialect.name != "sqlite":
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != UTF8:
            raise UserError("database-encoding", Remedy.to("make-utf8-database"), encoding=encoding)
    if schema_in(connection) == schema:
        return
    with unrecorded(connection):
        for new_table in tables_at(schema):
            new_table.create(connection)
        if schema == newest_schema():
            restore_triggers(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(insert(VERSION_TABLE).values(version_num=schema))


def _has_tables(store: Store) -> bool:
    """Return whether a database has any table."""
    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application_id(connection: Connection) -> None:
    """Mark a SQLite file as Arpad's in its header (`application_id`). Does nothing on PostgreSQL."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
