"""Released schemas, frozen as SQL, and how an office of that time is made out of them.

`schemas/NNNN.sql` is a whole SQLite office of a schema, with players, two events, a correction and two lists;
`schemas/NNNN-postgresql.sql` has the statements that made the same tables in PostgreSQL; `published_before` has another
office of that schema, with what it answered. The files are written once, before the next schema is begun
(`python tests/frozen.py`), and never again: an office that somebody has does not change.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from pathlib import Path

from by_hand import behind_the_back

sys.path.insert(0, str(Path(__file__).resolve().parent))

from databases import new_database
from sqlalchemy import MetaData, Table, create_engine, inspect, select, text
from sqlalchemy import event as listen

from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import newest_schema, upgrade_schema

SCHEMAS = Path(__file__).parent / "schemas"
NEXT_STATEMENT = "\n-- next\n"
VERSION = "alembic_version"


def office_of(kind: str, directory: Path, schema: str, office: str = "") -> str:
    """The address of an office as that schema had it, data and all; `office` names another one than the first."""
    address = new_database("sqlite", directory)
    with sqlite3.connect(address) as database:
        database.executescript((SCHEMAS / f"{office or schema}.sql").read_text("utf-8"))
    database.close()
    Path(address).chmod(0o600)  # as the owner of an office would have it
    return address if kind == "sqlite" else moved(address, directory, schema)


def moved(source: str, directory: Path, schema: str) -> str:
    """The same rows in PostgreSQL, in the tables of that schema."""
    address = new_database("postgresql", directory)
    engine = create_engine(f"sqlite:///{source}")
    with behind_the_back(connect_store(address)) as there, engine.connect() as here:
        for statement in (SCHEMAS / f"{schema}-postgresql.sql").read_text("utf-8").split(NEXT_STATEMENT):
            there.exec_driver_sql(statement)
        there.execute(text("SET LOCAL session_replication_role = replica"))  # rows come in any order
        tables = MetaData()
        tables.reflect(there)
        for table in tables.tables.values():
            names = ", ".join(f'"{column.name}"' for column in table.c)
            rows = [dict(row) for row in here.execute(text(f"SELECT {names} FROM {table.name}")).mappings()]
            if rows and table.name != VERSION:
                there.execute(table.insert(), rows)
            if "seq" in table.c or table.name == "event":
                column = "seq" if "seq" in table.c else "key"
                there.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column}'), "
                    f"(SELECT COALESCE(max({column}), 0) + 1 FROM {table.name}), false)"
                )
    engine.dispose()
    return address


def rows_of(address: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, in the order of the keys."""
    with connect_store(address).reading() as connection:
        found = {}
        for name in inspect(connection).get_table_names():
            table = Table(name, MetaData(), autoload_with=connection)
            rows = connection.execute(select(table)).all()
            found[name] = sorted(tuple(row) for row in rows)
    return found


def statements() -> list[str]:
    """What makes the schema of this version in an empty PostgreSQL database."""
    store = connect_store(new_database("postgresql", Path(tempfile.gettempdir())))
    said: list[str] = []

    def hear(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.split()[0] in ("CREATE", "ALTER", "DROP"):
            said.append(statement.strip())

    listen.listen(store.engine, "before_cursor_execute", hear)
    upgrade_schema(store)
    return [*said, f"INSERT INTO {VERSION} (version_num) VALUES ('{newest_schema()}')"]


def freeze() -> None:
    from by_hand import preview_list, publish_list
    from office_made import NUMBERS
    from publication_made import DUE, NEXT, SERIES, address_of, before_list, copied

    from arpad.days import Month
    from arpad.office.cases.corrections import NewCorrection, enter_correction

    desk = copied(before_list("sqlite"), Path(tempfile.mkdtemp()), DUE)
    enter_correction(desk, NewCorrection(NUMBERS[3], 1600, "misprint", SERIES, Month(NEXT)))
    preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    desk.store.close()
    database = sqlite3.connect(address_of(desk))
    number = database.execute("PRAGMA application_id").fetchone()[0]
    lines = [f"PRAGMA application_id = {number};", *database.iterdump()]
    SCHEMAS.mkdir(exist_ok=True)
    (SCHEMAS / f"{newest_schema()}.sql").write_text("\n".join(lines) + "\n", "utf-8")
    (SCHEMAS / f"{newest_schema()}-postgresql.sql").write_text(NEXT_STATEMENT.join(statements()) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
