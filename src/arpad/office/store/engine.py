"""Open the database of an office: a SQLite file, or PostgreSQL by its address.

Two ways to talk to it, and no third: `reading` sees one consistent state, `writing` is alone (BEGIN IMMEDIATE, or a
lock in PostgreSQL) and either wholly done or not at all. Settings are the durable ones: what is answered is on disk.
A PostgreSQL connection is kept for the next transaction where whoever opened the store will close it; a SQLite file is
opened anew each time, because another file may have taken its place. SQLite before 3.51.3 can lose a database in WAL
mode (the WAL-reset bug), so there the rollback journal is used (`driver.py`).
"""

from __future__ import annotations

import codecs
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from operator import methodcaller
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, OperationalError
from sqlalchemy.pool import NullPool, QueuePool
from sqlalchemy.util import LRUCache

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.store import links
from arpad.office.store.driver import sqlite_library

FILE = "arpad.db"
APPLICATION = 0x41525044  # what `file` and a stranger see at the head of an office's SQLite file
CACHE = 65_536  # KiB of a SQLite file that are kept in memory
PATIENCE = 60  # seconds that a writer waits for another
WRITERS_LOCK = 1_095_913_540  # PostgreSQL's advisory lock of whoever writes; any number, the same for all
MENDED = (3, 51, 3)
BACKPORTS = ((3, 44, 6), (3, 50, 7))
WRITE = "arpad_write"
BUSY = ("database is locked", "database table is locked")
NO_ROOM = ("disk I/O error", "disk is full", "unable to open database file", "readonly database", "No space left")
for _library in ("sqlalchemy", "psycopg"):  # what they log of a line that broke is told as a problem, and not twice
    logging.getLogger(_library).addHandler(logging.NullHandler())


@dataclass(frozen=True)
class Store:
    """An open database."""

    engine: Engine
    address: str  # as it may be shown: without a password
    _met: int = field(default_factory=lambda: len(UNREADABLE), compare=False, repr=False)  # before it was opened

    @property
    def unread(self) -> list[bytes]:
        """The texts that could not be read since this database was opened."""
        return UNREADABLE[self._met :]

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._connected(self.engine) as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        engine = self.engine.execution_options(**{WRITE: True})
        if not self.is_sqlite:  # what is read after the lock was waited for must be what the other wrote
            engine = engine.execution_options(isolation_level="READ COMMITTED")
        with self._connected(engine) as connection, connection.begin() as transaction:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": WRITERS_LOCK})
            yield connection
            if transaction.is_active:
                self._keep(transaction)

    def _keep(self, transaction: RootTransaction) -> None:
        """Commit; where the line to the server breaks in that moment, nobody here knows whether it was done."""
        try:
            transaction.commit()
        except DBAPIError as error:
            if error.connection_invalidated:
                raise Misuse("commit-unanswered", Remedy.to("ask-log"), address=self.address) from error
            raise

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        with self.told(), engine.connect() as connection:
            yield connection

    @contextmanager
    def told(self) -> Iterator[None]:
        """What the database does not take, or does not answer, is told as a problem."""
        try:
            yield
        except DBAPIError as error:
            raise _problem(error, self.address) from error
        except sqlite_library().DatabaseError as error:  # of the driver itself, where it was asked without SQLAlchemy
            remedy = Remedy.to("restore-or-doctor")
            raise Misuse("database-damaged", remedy, address=self.address, answer=str(error)) from error
        except UnicodeDecodeError as error:  # even what the database says is wrong cannot be read
            remedy = Remedy.to("restore-or-doctor")
            raise Misuse("database-damaged", remedy, address=self.address, answer=error.reason) from error
        except (OverflowError, UnicodeEncodeError) as error:  # a number or a text that the driver cannot hand over
            raise Misuse("value-not-kept", reason=_reason(error)) from error

    def close(self) -> None:
        self.engine.dispose()


def connect(address: str, create: bool = False, keep: bool = False) -> Store:
    """The store at a path or an address; `create` allows a SQLite file that is not there yet.

    `keep` keeps connections to PostgreSQL until the store is closed; each is asked whether it still lives before use.
    """
    if "://" not in address:
        address = f"sqlite:///{address}"
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise Misuse("no-address", Remedy.to("write-address"), address=_masked(address)) from None
    if backend == "sqlite":
        return _sqlite(url.database or "", create)
    if backend != "postgresql":
        raise Misuse("unknown-database", Remedy.to("write-address"), kind=backend)
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise Misuse("driver-missing", Remedy.to("install-extra", extra="postgres")) from None
    url = url.set(drivername="postgresql+psycopg")
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_pre_ping": True} if keep else {"poolclass": NullPool}
    engine = create_engine(url, isolation_level="REPEATABLE READ", **pool)
    return Store(_postgres(engine), url.render_as_string(hide_password=True))


def _masked(address: str) -> str:
    """An address that could not be read may hold a password: nothing after the scheme is shown."""
    scheme, there, _ = address.partition("://")
    return f"{scheme}://…" if there else repr(address)


def _sqlite(file: str, create: bool) -> Store:
    if not file or file == ":memory:":
        raise Misuse("office-in-memory")
    path = Path(file)
    if not path.exists() and not create:
        raise Misuse("no-office", Remedy.to("found-office-at", address=file), address=file)
    if not path.parent.is_dir():
        raise Misuse("no-directory/office", Remedy.to("make-directory"), directory=str(path.parent))
    engine = create_engine(
        f"sqlite:///{path}", module=sqlite_library(), poolclass=NullPool, connect_args={"timeout": PATIENCE},
        execution_options={"compiled_cache": SPELT},
    )  # fmt: skip
    journal = journal_of(sqlite_library().sqlite_version_info)
    store = Store(engine, str(path))

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        connection.text_factory = AS_TEXT
        for pragma in (
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",
            f"cache_size = -{CACHE}",
            f"busy_timeout = {PATIENCE * 1000}",
            *journal,
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        alone = connection.get_execution_options().get(WRITE)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")

    links.watch(engine)
    return store


class Spelt(LRUCache[Any, Any]):
    """Statements as SQLite reads them, spelt once for all offices of a process: nothing but their file differs."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, statement: Any) -> None:
        super().__setitem__(key[1:], statement)  # without the dialect, of which every engine has its own


SPELT = Spelt(1000)


def _note_unreadable(error: UnicodeError) -> tuple[str | bytes, int]:
    """Show bytes of a SQLite text that are no UTF-8 as U+FFFD, and note the text: one bad row does not hide the others.

    Only a file that something else wrote to has such a text: what Arpad stores is checked when it is stored.
    """
    assert isinstance(error, UnicodeDecodeError)
    if not (UNREADABLE and UNREADABLE[-1] is error.object):  # several places of one text
        UNREADABLE.append(error.object)
    return codecs.replace_errors(error)


UNREADABLE: list[bytes] = []  # texts of SQLite that are no UTF-8, as they were met
codecs.register_error("arpad-unreadable", _note_unreadable)
AS_TEXT = methodcaller("decode", "utf-8", "arpad-unreadable")  # without a Python call for each text


def journal_of(version: tuple[int, ...]) -> tuple[str, str]:
    """The journal that keeps what is answered, for a version of SQLite."""
    mended = version >= MENDED or any(version[:2] == fix[:2] and version >= fix for fix in BACKPORTS)
    return ("journal_mode = WAL", "synchronous = FULL") if mended else ("journal_mode = DELETE", "synchronous = EXTRA")


def _postgres(engine: Engine) -> Engine:
    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET synchronous_commit = on")
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute("SET client_min_messages = warning")
        connection.autocommit = False

    links.watch(engine)
    return engine


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, UnicodeEncodeError) else str(error)


def _problem(error: DBAPIError, address: str) -> Exception:
    """A failure of the database as a problem; what is a fault of ours stays what it is."""
    answer = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
    if any(busy in answer for busy in BUSY):
        return Misuse("another-writes", Remedy.to("try-again"), address=address, seconds=PATIENCE)
    if "file is not a database" in answer:
        return Misuse("no-database-file", address=address)
    if isinstance(error, DataError):
        return Misuse("value-not-kept", reason=answer)
    if any(full in answer for full in NO_ROOM):
        return Misuse("database-no-room", Remedy.to("make-room"), address=address, answer=answer)
    if type(error.orig) is sqlite_library().DatabaseError or "malformed" in answer:
        return Misuse("database-damaged", Remedy.to("restore-or-doctor"), address=address, answer=answer)
    if isinstance(error, OperationalError):
        remedy = Remedy.to("ask-doctor" if isinstance(error.orig, sqlite_library().Error) else "see-server")
        return Misuse("database-silent", remedy, address=address, answer=answer)
    return error
