"""Whether the tables of a database are those of an office: columns, types, keys, indexes, and nothing beside them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, Connection, Index, inspect, text
from sqlalchemy.exc import SAWarning
from sqlalchemy.util import LRUCache

from arpad.finding import Problem
from arpad.office.store.schema import metadata
from arpad.office.upkeep.doctor_between import between

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

WRITTEN = text("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
FOUND = LRUCache[Any, tuple[Problem, ...]](16)  # what was found in a schema of SQLite, which is all in its words
KINDS = {"table": "table", "index": "index", "constraint": "constraint", "fk": "constraint"}


def structure(visit: CheckInput) -> Iterator[Problem]:
    """What differs from the tables that this version makes, the tables themselves aside."""
    if not visit.store.is_sqlite:
        return iter(_schema_problems(visit))
    written = tuple(visit.connection.execute(WRITTEN))
    if written not in FOUND:
        FOUND[written] = _schema_problems(visit)
    return iter(FOUND[written])


def _schema_problems(visit: CheckInput) -> tuple[Problem, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # of letters: what differs is told here
        return tuple(_structure(visit))


def _structure(visit: CheckInput) -> Iterator[Problem]:
    for difference in _differences(visit.connection):
        if isinstance(difference, list):
            _, _, table, column, *_ = difference[0]
            yield Problem("column-otherwise", table=table, column=column, what=_changed(difference))
            continue
        what, *about = difference
        how, _, kind = what.partition("_")
        message = "gone" if how == "add" else "foreign"
        if kind == "column":
            yield Problem(f"column-{message}", table=about[1], column=about[2].name)
        elif what != "add_table":  # that a table is gone says the check of the schema
            of = about[0].name if kind == "table" else about[0].table.name
            yield Problem(f"part-{message}", kind=KINDS[kind], name=str(about[0].name), table=of)
    yield from _keys(visit.connection)
    yield from _beside(visit)


def _differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def _changed(modified: list[Any]) -> str:
    return ", ".join(sorted(change[0].removeprefix("modify_") for change in modified))


def _keys(connection: Connection) -> Iterator[Problem]:
    """Primary keys, in their order, and what a column holds where nothing is given."""
    found = inspect(connection)
    there = set(found.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in there:
            continue
        if found.get_pk_constraint(table.name)["constrained_columns"] != [c.name for c in table.primary_key.columns]:
            yield Problem("part-otherwise", kind="primary key", name=f"pk_{table.name}", table=table.name)
        for column in found.get_columns(table.name):
            wanted = table.columns.get(column["name"])
            if wanted is not None and wanted.autoincrement is not True and _default(column) != _wanted(wanted):
                yield Problem("column-otherwise", table=table.name, column=wanted.name, what="default")


def _default(column: Any) -> str | None:
    """As the database writes it: '' or 0, in PostgreSQL with its type behind."""
    written: str | None = column["default"]
    return None if written is None else written.partition("::")[0].strip("'")


def _wanted(column: Column[Any]) -> str | None:
    return None if column.server_default is None else str(getattr(column.server_default, "arg", ""))


def _beside(visit: CheckInput) -> Iterator[Problem]:
    """Views and conditions are no part of an office; SQLite's tables are strict, PostgreSQL has more to look for."""
    found = inspect(visit.connection)
    for name in sorted(found.get_view_names() if visit.store.is_sqlite else ()):
        yield Problem("part-foreign", kind="view", name=name, table=name)
    for table in sorted(metadata.tables.keys() & set(found.get_table_names())):
        for check in found.get_check_constraints(table):
            yield Problem("part-foreign", kind="condition", name=str(check["name"] or check["sqltext"]), table=table)
    if visit.store.is_sqlite:
        loose = text("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict")
        for name in sorted(set(visit.connection.execute(loose).scalars()) & metadata.tables.keys()):
            yield Problem("part-otherwise", kind="table", name=name, table=name)
        return
    yield from between(visit)


def missing_indexes(connection: Connection) -> list[Index]:
    """The indexes that are not there."""
    found = inspect(connection)
    there = {each["name"] for table in found.get_table_names() for each in found.get_indexes(table)}
    return [
        index
        for table in metadata.sorted_tables
        for index in sorted(table.indexes, key=lambda index: str(index.name))
        if index.name not in there
    ]
