"""Open the database of an office for many readers at once: pooled connections that cannot write and do not wait long.

SQLite is opened with `mode=ro`, so that not even the file's journal is touched; PostgreSQL with read-only transactions
and a limit on the time of a statement. `file_mark` tells a SQLite file that was put in the place of another: an open
connection would go on reading the old one.
"""

from __future__ import annotations

import os
import time
from operator import methodcaller
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.pool import QueuePool

from arpad.finding import Misuse
from arpad.office.store.driver import sqlite_library
from arpad.office.store.engine import CACHE, Store, connect

READERS = 8  # connections that are kept
PATIENCE = 5  # seconds that a reader waits for a writer, or a statement may take
STEPS = 100_000  # of SQLite's machine between two looks at the clock
DEADLINE = "arpad-deadline"


def connect_readers(address: str) -> Store:
    """The store at a path or an address, for readers only."""
    single = connect(address)  # says what is wrong with an address, and with a file that is not there
    try:
        return _sqlite(single) if single.is_sqlite else _postgres(single)
    finally:
        single.close()


def file_mark(store: Store) -> tuple[int, int]:
    """Which file a SQLite store is: another one, where it has been replaced; a database elsewhere has none."""
    if not store.is_sqlite:
        return (0, 0)
    try:
        found = os.stat(store.address)
    except OSError:
        raise Misuse("database-silent", address=store.address, answer="the file is not there") from None
    return found.st_dev, found.st_ino


def take_time(connection: Connection) -> None:
    """Let the statements of this transaction take as long as they need: to lay out a whole list is nobody's request."""
    if connection.dialect.name == "sqlite":
        connection.info[DEADLINE] = 0.0
    else:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _sqlite(single: Store) -> Store:
    path = Path(single.address).resolve()
    url = f"sqlite:///file:{path.as_uri().removeprefix('file://')}?mode=ro&uri=true"
    given = {"timeout": PATIENCE, "check_same_thread": False}
    engine = create_engine(
        url, module=sqlite_library(), poolclass=QueuePool, pool_size=READERS, max_overflow=0, connect_args=given
    )
    store = Store(engine, single.address)

    @event.listens_for(engine, "connect")
    def careful(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.text_factory = methodcaller("decode", "utf-8", "replace")
        for pragma in ("query_only = ON", "trusted_schema = OFF", f"cache_size = -{CACHE // READERS}"):
            connection.execute(f"PRAGMA {pragma}")
        record.info[DEADLINE] = 0.0
        connection.set_progress_handler(lambda: int(0 < record.info[DEADLINE] < time.monotonic()), STEPS)

    @event.listens_for(engine, "checkout")
    def begin_to_count(_: Any, record: Any, __: Any) -> None:
        record.info[DEADLINE] = time.monotonic() + PATIENCE

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return store


def _postgres(single: Store) -> Store:
    url = make_url(single.engine.url)
    engine = create_engine(
        url, poolclass=QueuePool, pool_size=READERS, max_overflow=0, pool_pre_ping=True,
        isolation_level="REPEATABLE READ",
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET default_transaction_read_only = on")
        connection.execute(f"SET statement_timeout = '{PATIENCE}s'")
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute("SET client_min_messages = warning")
        connection.autocommit = False

    return Store(engine, single.address)
