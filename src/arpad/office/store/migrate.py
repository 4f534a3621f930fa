"""Bring a database to the schema of this version, or refuse it: nobody works on a schema he does not know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from arpad.finding import Misuse, Remedy
from arpad.office.store.engine import APPLICATION, Store

SCRIPTS = Path(__file__).with_name("migrations")


@dataclass(frozen=True)
class _Within:
    """A transaction that is open already, in the place of a store."""

    connection: Connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        yield self.connection


def _config(store: Store | _Within | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["store"] = store
    return config


def head() -> str:
    """The schema this version writes."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def revision(store: Store) -> str:
    """The schema a database has; empty where it has none."""
    with store.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def at_head(store: Store) -> None:
    """Refuse a database whose schema is not this version's, and say what helps."""
    found, wanted = revision(store), head()
    if found == wanted:
        return
    if not found:
        raise Misuse("no-office-yet", Remedy.to("found-office-there"), address=store.address)
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found not in known:
        raise Misuse("newer-schema", Remedy.to("install-newer"), address=store.address, schema=found)
    raise Misuse("older-schema", Remedy.to("back-up-and-upgrade"), address=store.address, schema=found)


def upgrade(store: Store) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction."""
    found = revision(store)
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found and found not in known:
        at_head(store)
    if not found and _occupied(store):
        raise Misuse("strange-tables", Remedy.to("choose-empty"), address=store.address)
    command.upgrade(_config(store), "head")


def build(connection: Connection) -> None:
    """Give an empty database this version's schema, as part of a transaction that goes on."""
    command.upgrade(_config(_Within(connection)), "head")


def _occupied(store: Store) -> bool:
    from sqlalchemy import inspect

    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application(store: Store) -> None:
    """Write at the head of a SQLite file whose it is."""
    if store.is_sqlite:
        with store.writing() as connection:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
