"""Bring a database to the schema of this version, and say what tables earlier schemas had."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, MetaData, Table, func, inspect, select, text

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.store.engine import APPLICATION, Store
from arpad.office.store.links import begin_chain
from arpad.office.store.schema import link, metadata
from arpad.office.store.version import SCRIPTS, VERSION, at_head, head, revision, revisions

if TYPE_CHECKING:  # imported where it is used: whoever only looks at a schema does not wait for it
    from alembic.config import Config
    from alembic.script import Script

WHOLE = ""  # in the place of a column: the table itself is new


@dataclass(frozen=True)
class _Within:
    """A transaction that is open already, in the place of a store."""

    connection: Connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        yield self.connection


def _config(store: Store | _Within | None = None) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["store"] = store
    return config


@cache
def tables_at(schema: str) -> tuple[Table, ...]:
    """The tables of an earlier schema, in an order in which each comes after those it refers to."""
    new: dict[str, set[str]] = {}
    for script in _scripts():
        if script.revision == schema:
            break
        for name, columns in script.module.ADDS.items():
            new.setdefault(name, set()).update(columns or (WHOLE,))
    return tuple(
        _without(table, new.get(table.name, set()))
        for table in metadata.sorted_tables
        if WHOLE not in new.get(table.name, ())
    )


def _scripts() -> tuple[Script, ...]:
    """The migrations, the newest first."""
    from alembic.script import ScriptDirectory

    return tuple(ScriptDirectory.from_config(_config()).walk_revisions())


def _without(table: Table, columns: Collection[str]) -> Table:
    if not columns:
        return table
    return Table(table.name, MetaData(), *(column._copy() for column in table.columns if column.name not in columns))


def upgrade(store: Store) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction."""
    from alembic import command

    schema = revision(store)
    if schema and schema not in revisions():
        at_head(store)
    if not schema and _occupied(store):
        raise Misuse("strange-tables", Remedy.to("choose-empty"), address=store.address)
    command.upgrade(_config(store), "head")


def begin_at_head(connection: Connection) -> None:
    """Where an office from before the chain has come to this version's schema: its past is the first link."""
    newest = connection.execute(select(VERSION.c.version_num)).scalar()
    if newest == head() and connection.execute(select(func.count()).select_from(link)).scalar_one() == 0:
        begin_chain(connection)


def build(connection: Connection, schema: str = "head") -> None:
    """Bring a database up to a schema, this version's or one before it, as part of a transaction that goes on."""
    from alembic import command

    command.upgrade(_config(_Within(connection)), schema)


def _occupied(store: Store) -> bool:
    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application(connection: Connection) -> None:
    """Write at the head of a SQLite file whose it is."""
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
