"""Whether anything in PostgreSQL stands between the rows of an office and whoever reads or writes them.

Row security can show each reader other rows, and so can a view in the place of a table; a child table adds rows, a name
that is found in another schema is another table, an operator or a cast of a stranger compares otherwise, and a trigger
that is switched off holds nothing. None of it changes a row that is stored, so it is looked for by itself, in the
server's own catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import text

from arpad.finding import Problem
from arpad.office.store.schema import metadata
from arpad.office.store.triggers import ENABLED_STATE, required_triggers

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

HERE = "n.nspname = pg_catalog.current_schema()"
OF_TABLES = f"JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE {HERE}"
NO_EXTENSION = "NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = {0}.oid AND d.deptype = 'e')"
OURS = "pg_catalog.pg_class c"
FIRST_OF_USERS = 16384  # what the server makes for itself has a smaller number

FOREIGN = {  # a kind of thing that an office has none of: its table, or what stands for one, and its name
    "policy": f"SELECT c.relname, p.polname FROM pg_catalog.pg_policy p JOIN {OURS} ON c.oid = p.polrelid {OF_TABLES}",
    "row security": f"SELECT c.relname, c.relname FROM {OURS} {OF_TABLES} "
    "AND (c.relrowsecurity OR c.relforcerowsecurity)",
    "rule": "SELECT tablename, rulename FROM pg_catalog.pg_rules WHERE schemaname = pg_catalog.current_schema()",
    "child table": "SELECT c.relname, i.inhrelid::pg_catalog.regclass::text FROM pg_catalog.pg_inherits i "
    f"JOIN {OURS} ON c.oid = i.inhparent AND c.relkind IN ('r', 'p') {OF_TABLES}",
    "parent table": "SELECT c.relname, i.inhparent::pg_catalog.regclass::text FROM pg_catalog.pg_inherits i "
    f"JOIN {OURS} ON c.oid = i.inhrelid AND c.relkind IN ('r', 'p', 'f') {OF_TABLES}",
    "generated column": f"SELECT c.relname, a.attname FROM pg_catalog.pg_attribute a JOIN {OURS} ON c.oid = a.attrelid "
    f"{OF_TABLES} AND a.attgenerated <> ''",
    "view": f"SELECT c.relname, c.relname FROM {OURS} {OF_TABLES} AND c.relkind = 'v' AND {NO_EXTENSION.format('c')}",
    "relation": f"SELECT c.relname, c.relname FROM {OURS} {OF_TABLES} AND c.relkind IN ('m', 'f') "
    f"AND {NO_EXTENSION.format('c')}",
    "type": f"SELECT t.typname, t.typname FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n "
    f"ON n.oid = t.typnamespace WHERE {HERE} AND t.typtype IN ('d', 'e', 'r', 'b') AND t.typcategory <> 'A' "
    f"AND {NO_EXTENSION.format('t')}",
    "operator": f"SELECT o.oprname, o.oprname FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n "
    f"ON n.oid = o.oprnamespace WHERE {HERE} AND {NO_EXTENSION.format('o')}",
    "cast": "SELECT pg_catalog.format_type(k.castsource, NULL), pg_catalog.format_type(k.casttarget, NULL) "
    f"FROM pg_catalog.pg_cast k WHERE k.oid >= {FIRST_OF_USERS} AND {NO_EXTENSION.format('k')}",
    "event trigger": "SELECT e.evtevent, e.evtname FROM pg_catalog.pg_event_trigger e "
    f"WHERE {NO_EXTENSION.format('e')}",
    "setting": "SELECT s.setrole::pg_catalog.regrole::text, one FROM pg_catalog.pg_db_role_setting s, "
    "pg_catalog.unnest(s.setconfig) one WHERE one LIKE 'session_replication_role=%' AND s.setdatabase IN "
    "(0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()))",
}
OTHERWISE = {  # a thing that an office has, and in another way
    "table": f"SELECT c.relname, c.relname FROM {OURS} {OF_TABLES} AND c.relkind IN ('r', 'p') "
    "AND (c.relkind = 'p' OR c.relispartition OR c.relpersistence <> 'p')",
    "constraint": "SELECT c.relname, o.conname FROM pg_catalog.pg_trigger t "
    f"JOIN pg_catalog.pg_constraint o ON o.oid = t.tgconstraint JOIN {OURS} ON c.oid = t.tgrelid {OF_TABLES} "
    f"AND t.tgisinternal AND t.tgenabled::text NOT IN {ENABLED_STATE}",
}
FUNCTIONS = (
    "SELECT p.proname, p.oid::pg_catalog.regprocedure::text AS called, p.pronargs FROM pg_catalog.pg_proc p "
    f"JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE {HERE} AND {NO_EXTENSION.format('p')} "
    "AND (p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype OR p.proname LIKE 'arpad%')"  # others: see triggers
)
SEEN = (
    "SELECT c.relname, n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE pg_catalog.pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') "
    "AND n.nspname <> pg_catalog.current_schema()"
)
PATH = "SELECT one FROM pg_catalog.unnest(pg_catalog.current_schemas(true)) one WHERE one NOT LIKE 'pg_temp%' LIMIT 1"


def between(visit: CheckInput) -> Iterator[Problem]:
    """Each thing that makes the rows that are read or written others than those that stand there."""
    for message, kinds in (("part-foreign", FOREIGN), ("part-otherwise", OTHERWISE)):
        for kind, asked in kinds.items():
            for table, name in sorted({tuple(row) for row in visit.connection.execute(text(asked))}):
                yield Problem(message, kind=kind, name=name, table=table)
    ours = required_triggers("postgresql").functions
    for name, called, given in sorted(visit.connection.execute(text(FUNCTIONS)).all()):
        if name not in ours or given:
            yield Problem("part-foreign", kind="function", name=called, table=name)
    for table, schema in sorted(visit.connection.execute(text(SEEN)).all()):
        if table in metadata.tables:
            yield Problem("part-foreign", kind="relation", name=f"{schema}.{table}", table=table)
    first = visit.connection.execute(text(PATH)).scalar()
    if first != "pg_catalog":
        yield Problem("search-path-otherwise", first=first)
    role = visit.connection.execute(text("SHOW session_replication_role")).scalar()
    if role != "origin":
        yield Problem("server-setting", setting="session_replication_role", value=role, wanted="origin")
