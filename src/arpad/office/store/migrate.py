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
    """The schemas this version knows, the oldest first."""
    return tuple(sorted(path.name.partition("_")[0] for path in (SCRIPTS_DIRECTORY / "versions").glob("[0-9]*_*.py")))


def newest_schema() -> str:
    """The schema this version writes."""
    return known_schemas()[-1]


def schema_of(store: Store) -> str:
    """The schema a database has; empty where it has none."""
    with store.reading() as connection:
        return schema_in(connection)


def schema_in(connection: Connection) -> str:
    """The schema a database has, within a transaction; empty where it has none."""
    if not inspect(connection).has_table(VERSION_TABLE.name):
        return ""
    return connection.execute(select(VERSION_TABLE.c.version_num)).scalar() or ""


def require_newest_schema(store: Store) -> None:
    """Refuse a database whose schema is not this version's, and say what helps."""
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
    """A transaction that is open already, in the place of a store."""

    connection: Connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        yield self.connection


def _alembic_config(store: Store | _OpenTransaction | None = None) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS_DIRECTORY))
    config.attributes["store"] = store
    return config


@cache
def tables_at(schema: str) -> tuple[Table, ...]:
    """The tables of an earlier schema, in an order in which each comes after those it refers to."""
    new: dict[str, set[str]] = {}
    for script in _migrations_newest_first():
        if script.revision == schema:
            break
        for name, columns in script.module.ADDS.items():
            new.setdefault(name, set()).update(columns or (WHOLE_TABLES,))
    return tuple(
        _without_table(table, new.get(table.name, set()))
        for table in metadata.sorted_tables
        if WHOLE_TABLES not in new.get(table.name, ())
    )


def _migrations_newest_first() -> tuple[Script, ...]:
    """The migrations, the newest first."""
    from alembic.script import ScriptDirectory

    return tuple(ScriptDirectory.from_config(_alembic_config()).walk_revisions())


def _without_table(table: Table, columns: Collection[str]) -> Table:
    if not columns:
        return table
    return Table(table.name, MetaData(), *(column._copy() for column in table.columns if column.name not in columns))


def upgrade_schema(store: Store) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction."""
    from alembic import command

    schema = schema_of(store)
    if schema and schema not in known_schemas():
        require_newest_schema(store)
    if not schema and _refuse_occupied(store):
        raise UserError("strange-tables", Remedy.to("choose-empty"), address=store.address)
    command.upgrade(_alembic_config(store), "head")


def begin_chain_at_upgrade(connection: Connection) -> None:
    """Where an office from before the chain has come to this version's schema: its past is the first link."""
    newest = connection.execute(select(VERSION_TABLE.c.version_num)).scalar()
    if newest == newest_schema() and connection.execute(select(func.count()).select_from(link)).scalar_one() == 0:
        begin_chain(connection)


def build_schema(connection: Connection, schema: str = "head") -> None:
    """Bring a database up to a schema, this version's or one before it, as part of a transaction that goes on.

    A PostgreSQL database that does not store texts as UTF-8 is refused: it cannot hold the names of all players.
    """
    from alembic import command

    if connection.dialect.name != "sqlite":
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != UTF8:
            raise UserError("database-encoding", Remedy.to("make-utf8-database"), encoding=encoding)
    command.upgrade(_alembic_config(_OpenTransaction(connection)), schema)


def _refuse_occupied(store: Store) -> bool:
    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application_id(connection: Connection) -> None:
    """Write at the head of a SQLite file whose it is."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
