"""The triggers that protect history: which a database must have, which it has, and how they are restored."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sqlalchemy import Connection, text

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.store.guards import (
    DELETE,
    GUARDS,
    UPDATE,
    in_postgresql,
    in_sqlite,
    never_replaced,
    unique_keys,
)
from arpad.office.store.schema import OPERATIONAL, PRIVATE, append_only_tables, metadata

TRIGGER_MOVES = ("pointer",)  # the one table whose rows may be changed and deleted
PROTECTED_TABLES = "arpad_kept"
ENABLED_STATE = ("O", "A")  # how PostgreSQL marks a trigger that fires (`tgenabled`)
TRIGGER_MESSAGES = " BEGIN RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME; END "

SETTING_NAMES = "-- under settings or rights of its own\n"

TextByName = tuple[str, str]  # a table and its trigger; a function has no table


@dataclass(frozen=True)
class Triggers:
    """Triggers and functions that protect rows: (table, trigger) -> its CREATE TRIGGER text, function -> its body."""

    triggers: dict[TextByName, str]
    functions: dict[str, str]


@cache
def required_triggers(kind: str) -> Triggers:
    """Return the triggers and functions that a database must have; `kind` is sqlite or postgresql.

    They forbid deleting rows of every table but `pointer` and those outside the journal, and changing rows of
    append-only tables. `guards` has the few exceptions. In SQLite they also forbid replacing a row
    (`INSERT OR REPLACE`), in PostgreSQL also TRUNCATE.
    """
    append_only = {table.name for table in append_only_tables()}
    free = {name for name, table in metadata.tables.items() if table.info.keys() & {OPERATIONAL, PRIVATE}}
    tables = sorted(metadata.tables.keys() - set(TRIGGER_MOVES) - free)
    if kind == "sqlite":
        held = {
            (table, f"{table}_no_{what.lower()}"): f"CREATE TRIGGER {table}_no_{what.lower()} {in_sqlite(table, what)}"
            for table in tables
            for what in ((UPDATE, DELETE) if table in append_only else (DELETE,))
        }
        for table in (*tables, *TRIGGER_MOVES):
            if unique_keys(metadata.tables[table]):
                name = f"{table}_no_replace"
                held[table, name] = f"CREATE TRIGGER {name} {never_replaced(metadata.tables[table])}"
        return Triggers(held, {})
    held = {}
    for table in tables:
        function = _function_name(table)
        what = "DELETE OR UPDATE" if table in append_only else DELETE
        row = f"BEFORE {what} ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()"
        held[table, f"{table}_kept"] = f"CREATE TRIGGER {table}_kept {row}"
        whole = f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {PROTECTED_TABLES}()"
        held[table, f"{table}_whole"] = f"CREATE TRIGGER {table}_whole {whole}"
    functions = {_function_name(table): in_postgresql(table) for table in GUARDS}
    return Triggers(held, {PROTECTED_TABLES: TRIGGER_MESSAGES, **functions})


def _function_name(table: str) -> str:
    """Return the name of the PostgreSQL function that the triggers of a table call: its own if it has exceptions."""
    return f"arpad_{table}_kept" if table in GUARDS else PROTECTED_TABLES


def present_triggers(connection: Connection) -> Triggers:
    """Return the triggers that the schema has and its PL/pgSQL functions without parameters, also foreign ones.
    SQLite has no functions.

    A trigger that PostgreSQL does not fire, and a function with its own settings or rights, are marked in their
    text."""
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'"))
        return Triggers({(row.tbl_name, row.name): row.sql for row in rows}, {})
    rows = connection.execute(
        text(
            "SELECT c.relname, t.tgname, pg_get_triggerdef(t.oid, true) AS creation, t.tgenabled::text AS enabled "
            "FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid "
            "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
        )
    )
    held = {
        (row.relname, row.tgname): row.creation if row.enabled in ENABLED_STATE else f"{row.creation} -- {row.enabled}"
        for row in rows
    }
    sources = connection.execute(
        text(
            "SELECT p.proname, p.prosrc, p.prosecdef OR p.proconfig IS NOT NULL AS otherwise "
            "FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang "
            "WHERE p.pronamespace = current_schema()::regnamespace AND l.lanname = 'plpgsql' AND p.pronargs = 0"
        )
    )
    return Triggers(held, {row.proname: SETTING_NAMES * row.otherwise + row.prosrc for row in sources})


def without_line_ends(creation: str) -> str:
    """Return a text with every run of white space as one blank, so that two texts can be compared."""
    return " ".join(creation.split())


def trigger_differences(connection: Connection) -> Iterator[Problem]:
    """Yield a problem for each missing, changed or unknown trigger, and each missing or changed function.

    Unknown functions are not reported. Nothing is changed.
    """
    must, has = required_triggers(connection.dialect.name), present_triggers(connection)
    for name, source in sorted(must.functions.items()):
        if without_line_ends(has.functions.get(name, "")) != without_line_ends(source):
            yield Problem("function-otherwise", function=name)
    for (table, name), creation in sorted(must.triggers.items()):
        created = has.triggers.get((table, name))
        if created is None:
            yield Problem("trigger-gone", table=table, trigger=name)
        elif without_line_ends(created) != without_line_ends(creation):
            yield Problem("trigger-otherwise", table=table, trigger=name)
    for table, name in sorted(has.triggers.keys() - must.triggers.keys()):
        yield Problem("trigger-foreign", table=table, trigger=name)


def restore_triggers(connection: Connection) -> dict[str, dict[str, str]]:
    """Create missing triggers, replace changed ones and drop unknown ones; the same for functions, but none is
    dropped.

    Returns {"put back" or "removed": {name: the text before}}; the text is empty where there was nothing. A key
    under which nothing was done is left out: {} if all was in order."""
    must, has = required_triggers(connection.dialect.name), present_triggers(connection)
    before: dict[str, dict[str, str]] = {"put back": {}, "removed": {}}
    for name, source in must.functions.items():
        if without_line_ends(has.functions.get(name, "")) != without_line_ends(source):
            before["put back"][name] = has.functions.get(name, "")
            whole = f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {source} $$"
            connection.exec_driver_sql(whole.replace("%", "%%"))
    for table, name in sorted(has.triggers.keys() | must.triggers.keys()):
        present, creation = has.triggers.get((table, name)), must.triggers.get((table, name))
        if present is not None and creation is not None and without_line_ends(present) == without_line_ends(creation):
            continue
        before["removed" if creation is None else "put back"][name] = present or ""
        if present is not None:
            drop_trigger(connection, table, name)
        if creation is not None:
            connection.exec_driver_sql(creation)
    return {how: names for how, names in before.items() if names}


def drop_trigger(connection: Connection, table: str, name: str) -> None:
    """Drop a trigger. Its name is quoted, so that any name works. SQLite needs no table for it."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    suffix = "" if connection.dialect.name == "sqlite" else f" ON {quote(table)}"
    connection.exec_driver_sql(f"DROP TRIGGER {quote(name)}{suffix}")
