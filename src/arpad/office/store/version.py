"""The schema version of a database; one that is not this version's is refused.

The files of `migrations/versions` number the schemas. This module only reads; `migrate` changes a schema.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from arpad.finding import Misuse, Remedy
from arpad.office.store.engine import Store

SCRIPTS = Path(__file__).with_name("migrations")
VERSION = table("alembic_version", column("version_num"))  # where the migrations note what they did


@cache
def revisions() -> tuple[str, ...]:
    """The schemas this version knows, the oldest first."""
    return tuple(sorted(path.name.partition("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*_*.py")))


def head() -> str:
    """The schema this version writes."""
    return revisions()[-1]


def revision(store: Store) -> str:
    """The schema a database has; empty where it has none."""
    with store.reading() as connection:
        return revision_in(connection)


def revision_in(connection: Connection) -> str:
    """The schema a database has, within a transaction; empty where it has none."""
    if not inspect(connection).has_table(VERSION.name):
        return ""
    return connection.execute(select(VERSION.c.version_num)).scalar() or ""


def at_head(store: Store) -> None:
    """Refuse a database whose schema is not this version's, and say what helps."""
    schema = revision(store)
    if schema == head():
        return
    if not schema:
        raise Misuse("no-office-yet", Remedy.to("found-office-there"), address=store.address)
    if schema not in revisions():
        raise Misuse("newer-schema", Remedy.to("install-newer"), address=store.address, schema=schema)
    raise Misuse("older-schema", Remedy.to("back-up-and-upgrade"), address=store.address, schema=schema)
