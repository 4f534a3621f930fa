"""Bring a database to the schema of this version, or refuse it: nobody works on a schema he does not know."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from arpad.finding import Misuse
from arpad.office.store.engine import APPLICATION, Store

SCRIPTS = Path(__file__).with_name("migrations")


def _config(store: Store | None = None) -> Config:
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
        raise Misuse(f"{store.address} is no office yet; make one there with `arpad init --db ADDRESS`")
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found not in known:
        raise Misuse(
            f"{store.address} was written by a newer Arpad (schema {found}); install that version or a newer one"
        )
    raise Misuse(f"{store.address} has the schema {found}; back it up, then bring it up to date with `arpad upgrade`")


def upgrade(store: Store) -> None:
    """Bring a database, empty or of an older version, to this version's schema, in one transaction."""
    found = revision(store)
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found and found not in known:
        at_head(store)
    if not found and _occupied(store):
        raise Misuse(f"{store.address} holds tables that are not an office's; choose an empty database")
    command.upgrade(_config(store), "head")


def _occupied(store: Store) -> bool:
    from sqlalchemy import inspect

    with store.reading() as connection:
        return bool(inspect(connection).get_table_names())


def stamp_application(store: Store) -> None:
    """Write at the head of a SQLite file whose it is."""
    if store.is_sqlite:
        with store.writing() as connection:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
