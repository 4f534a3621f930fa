"""Schema versions of a database, and the migrations that bring it to this version."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, MetaData, Table, column, func, inspect, select, table, text

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.store.engine import APPLICATION_ID, Store
from arpad.office.store.links import begin_chain
from arpad.office.store.schema import link, metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import Script


SCRIPTS_DIRECTORY = Path(__file__).with_name("migrations")
VERSION_TABLE = table("alembic_version", column("version_num"))  # where the migrations note what they did


@cache
def known_schemas() -> tuple[str, ...]:
    """Return the schemas that this version knows, the oldest first."""
    return tuple(sorted(path.name.partition("_")[0] for path in (SCRIPTS_DIRECTORY / "versions").glob("[0-9]*_*.py")))


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
    schema = schema_of(store)
    if schema == newest_schema():
        return
    if not schema:
        raise UserError("no-office-yet", Remedy.to("found-office-there"), address=store.address)
    if schema not in known_schemas():
        raise UserError("newer-schema", Remedy.to("install-newer"), address=store.address, schema=schema)
    raise UserError("older-schema", Remedy.to("back-up-and-upgrade"), address=store.address, schema=schema)


UTF8 = "UTF8"  # as PostgreSQL calls it
WHOLE_TABLES = ""  # in the place of a column: the table itself is new


@dataclass(frozen=True)
class _OpenTransaction:
    """An open transaction that the migrations use instead of a store."""

    connection: Connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        yield self.connection


def _alembic_config(store: Store | _OpenTransaction | None = None) -> Config:
    """Return the settings of the migrations; they write to `store`. Without one they can only be listed."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS_DIRECTORY))
    config.attributes["store"] = store
    return config


@cache
def tables_at(schema: str) -> tuple[Table, ...]:
    """Return the tables of a known schema, without what later migrations added. A table follows those it refers to."""
    new: dict[str, set[str]] = {}
    for script in _migrations_newest_first():
        if script.revision == schema:
            break
        for name, columns in script.module.ADDS.items():
            new.setdefault(name, set()).update(columns or (WHOLE_TABLES,))
    return tuple(
        _without_columns(table, new.get(table.name, set()))
        for table in metadata.sorted_tables
        if WHOLE_TABLES not in new.get(table.name, ())
    )


def _migrations_newest_first() -> tuple[Script, ...]:
    """Return the migrations, the newest first."""
    from alembic.script import ScriptDirectory

    return tuple(ScriptDirectory.from_config(_alembic_config()).walk_revisions())


def _without_columns(table: Table, columns: Collection[str]) -> Table:
    """Return a table without these columns, and without its constraints; the table itself if there are none."""
    if not columns:
        return table
    return Table(table.name, MetaData(), *(column._copy() for column in table.columns if column.name not in columns))


def upgrade_schema(store: Store) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction.

    Refuses a newer schema, and a database with tables but without a schema. Nothing is done if it is this version's.
    """
    from alembic import command

    schema = schema_of(store)
    if schema and schema not in known_schemas():
        require_newest_schema(store)
    if not schema and _has_tables(store):
        raise UserError("strange-tables", Remedy.to("choose-empty"), address=store.address)
    command.upgrade(_alembic_config(store), "head")


def begin_chain_at_upgrade(connection: Connection) -> None:
    """Start the hash chain of the log in an office that has none, once its schema is this version's.

    The first link covers everything stored until then. Otherwise nothing is done.
    """
    newest = connection.execute(select(VERSION_TABLE.c.version_num)).scalar()
    if newest == newest_schema() and connection.execute(select(func.count()).select_from(link)).scalar_one() == 0:
        begin_chain(connection)


def build_schema(connection: Connection, schema: str = "head") -> None:
    """Bring a database up to a schema, an older one or this version's (`head`), within an open transaction.

    Refuses a PostgreSQL database whose encoding is not UTF-8: it cannot store the names of all players.
    """
    from alembic import command

    if connection.dialect.name != "sqlite":
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != UTF8:
            raise UserError("database-encoding", Remedy.to("make-utf8-database"), encoding=encoding)
    command.upgrade(_alembic_config(_OpenTransaction(connection)), schema)


def _has_tables(store: Store) -> bool:
    """Return whether a database has any table."""
    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application_id(connection: Connection) -> None:
    """Mark a SQLite file as Arpad's in its header (`application_id`). Does nothing on PostgreSQL."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
