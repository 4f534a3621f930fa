"""Open the database of an office: a SQLite file or PostgreSQL, for a writer, for many readers, or as a new file."""

from __future__ import annotations

import codecs
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import cache
from operator import methodcaller
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, RootTransaction, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, OperationalError
from sqlalchemy.pool import NullPool, QueuePool
from sqlalchemy.util import LRUCache

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.store import links


@cache
def sqlite_library() -> Any:
    """The module to open SQLite files with."""
    try:
        from pysqlite3 import dbapi2 as newer
    except ImportError:
        return sqlite3
    return newer if newer.sqlite_version_info > sqlite3.sqlite_version_info else sqlite3


SQLITE_FORMAT = "arpad.db"
APPLICATION_ID = 0x41525044  # what `file` and a stranger see at the head of an office's SQLite file
PAGE_CACHE = 65_536  # KiB of a SQLite file that are kept in memory
WRITER_PATIENCE = 60  # seconds that a writer waits for another
WRITERS_LOCK = 1_095_913_540  # PostgreSQL's advisory lock of whoever writes; any number, the same for all
WAL_FIXED_IN = (3, 51, 3)
WAL_FIX_BACKPORTS = ((3, 44, 6), (3, 50, 7))
WRITE_WORDS = "arpad_write"
BUSY_CODES = ("database is locked", "database table is locked")
DISK_FULL_CODES = (
    "disk I/O error",
    "disk is full",
    "unable to open database file",
    "readonly database",
    "No space left",
)
UNANSWERED = "commit-unanswered"  # the problem of a transaction of which nobody here knows whether it was done
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
        engine = self.engine.execution_options(**{WRITE_WORDS: True})
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
                raise UserError(UNANSWERED, Remedy.to("ask-log"), address=self.address) from error
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
            raise _failure_problem(error, self.address) from error
        except sqlite_library().DatabaseError as error:  # of the driver itself, where it was asked without SQLAlchemy
            remedy = Remedy.to("restore-or-doctor")
            raise UserError("database-damaged", remedy, address=self.address, answer=str(error)) from error
        except UnicodeDecodeError as error:  # even what the database says is wrong cannot be read
            remedy = Remedy.to("restore-or-doctor")
            raise UserError("database-damaged", remedy, address=self.address, answer=error.reason) from error
        except (OverflowError, UnicodeEncodeError) as error:  # a number or a text that the driver cannot hand over
            raise UserError("value-not-kept", reason=_failure_reason(error)) from error

    def close(self) -> None:
        self.engine.dispose()


def connect_store(address: str, create: bool = False, keep: bool = False) -> Store:
    """The store at a path or an address; `create` allows a SQLite file that is not there yet.

    `keep` keeps connections to PostgreSQL until the store is closed; each is asked whether it still lives before use.
    """
    scheme, is_url, path = address.partition("://")
    if not is_url:
        return _sqlite_engine(address, create)
    if scheme.partition("+")[0] == "sqlite":
        if path and not path.startswith("/"):
            raise UserError("no-address", Remedy.to("write-address"), address=_masked_address(address))
        return _sqlite_engine(path[1:], create)
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise UserError("no-address", Remedy.to("write-address"), address=_masked_address(address)) from None
    if backend != "postgresql":
        raise UserError("unknown-database", Remedy.to("write-address"), kind=backend)
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise UserError("driver-missing", Remedy.to("install-extra", extra="postgres")) from None
    url = url.set(drivername="postgresql+psycopg")
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_pre_ping": True} if keep else {"poolclass": NullPool}
    in_utf8 = url.update_query_dict({"client_encoding": "utf8"})  # whatever the server keeps: it can be read, and told
    engine = create_engine(in_utf8, isolation_level="REPEATABLE READ", **pool)
    return Store(_postgres_engine(engine), url.render_as_string(hide_password=True))


def _masked_address(address: str) -> str:
    """An address that could not be read may hold a password: nothing after the scheme is shown."""
    scheme, rest, _ = address.partition("://")
    return f"{scheme}://…" if rest else repr(address)


def _sqlite_engine(file: str, create: bool) -> Store:
    if not file or file == ":memory:":
        raise UserError("office-in-memory")
    path = Path(file)
    if not path.exists() and not create:
        raise UserError("no-office", Remedy.to("found-office-at", address=file), address=file)
    if not path.parent.is_dir():
        raise UserError("no-directory/office", Remedy.to("make-directory"), directory=str(path.parent))
    engine = create_engine(
        URL.create("sqlite", database=str(path)), module=sqlite_library(), poolclass=NullPool,
        connect_args={"timeout": WRITER_PATIENCE}, execution_options={"compiled_cache": SPELT_STATEMENTS},
    )  # fmt: skip
    journal = journal_mode_for(sqlite_library().sqlite_version_info)
    store = Store(engine, str(path))

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        connection.text_factory = DECODE_TEXT
        for pragma in (
            "foreign_keys = ON",
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",
            f"cache_size = -{PAGE_CACHE}",
            f"busy_timeout = {WRITER_PATIENCE * 1000}",
            *journal,
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        alone = connection.get_execution_options().get(WRITE_WORDS)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")

    links.watch(engine)
    return store


class SpeltStatements(LRUCache[Any, Any]):
    """Statements as SQLite reads them, spelt once for all offices of a process: nothing but their file differs."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, statement: Any) -> None:
        super().__setitem__(key[1:], statement)  # without the dialect, of which every engine has its own


SPELT_STATEMENTS = SpeltStatements(1000)


def _escape_unreadable(error: UnicodeError) -> tuple[str | bytes, int]:
    """Show bytes of a SQLite text that are no UTF-8 as U+FFFD, and note the text: one bad row does not hide the others.

    Only a file that something else wrote to has such a text: what Arpad stores is checked when it is stored.
    """
    assert isinstance(error, UnicodeDecodeError)
    if not (UNREADABLE and UNREADABLE[-1] is error.object):  # several places of one text
        UNREADABLE.append(error.object)
    return codecs.replace_errors(error)


UNREADABLE: list[bytes] = []  # texts of SQLite that are no UTF-8, as they were met
codecs.register_error("arpad-unreadable", _escape_unreadable)
DECODE_TEXT = methodcaller("decode", "utf-8", "arpad-unreadable")  # without a Python call for each text


def journal_mode_for(version: tuple[int, ...]) -> tuple[str, str]:
    """The journal that keeps what is answered, for a version of SQLite."""
    mended = version >= WAL_FIXED_IN or any(version[:2] == fix[:2] and version >= fix for fix in WAL_FIX_BACKPORTS)
    return ("journal_mode = WAL", "synchronous = FULL") if mended else ("journal_mode = DELETE", "synchronous = EXTRA")


def _postgres_engine(engine: Engine) -> Engine:
    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET synchronous_commit = on")
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute("SET client_min_messages = warning")
        connection.autocommit = False

    links.watch(engine)
    return engine


def _failure_reason(error: Exception) -> str:
    return error.reason if isinstance(error, UnicodeEncodeError) else str(error)


def _failure_problem(error: DBAPIError, address: str) -> Exception:
    """A failure of the database as a problem; what is a fault of ours stays what it is."""
    answer = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else type(error.orig).__name__
    if any(busy in answer for busy in BUSY_CODES):
        return UserError("another-writes", Remedy.to("try-again"), address=address, seconds=WRITER_PATIENCE)
    if "file is not a database" in answer:
        return UserError("no-database-file", address=address)
    if isinstance(error, DataError):
        return UserError("value-not-kept", reason=answer)
    if any(full in answer for full in DISK_FULL_CODES):
        return UserError("database-no-room", Remedy.to("make-room"), address=address, answer=answer)
    if type(error.orig) is sqlite_library().DatabaseError or "malformed" in answer:
        return UserError("database-damaged", Remedy.to("restore-or-doctor"), address=address, answer=answer)
    if isinstance(error, OperationalError):
        remedy = Remedy.to("ask-doctor" if isinstance(error.orig, sqlite_library().Error) else "see-server")
        return UserError("database-silent", remedy, address=address, answer=answer)
    return error


OWNER_ONLY = 0o600  # who owns a file may read and write it, nobody else


@contextmanager
def new_database_file(store: Store) -> Iterator[None]:
    """A place for what is made in one transaction. PostgreSQL has its place already."""
    if not store.is_sqlite:
        yield
        return
    mine = _create_file(store.address)
    file = os.stat(store.address).st_ino
    try:
        yield
    except BaseException:
        if mine:
            _remove_if_failed(store)
        raise
    if not os.path.exists(store.address) or os.stat(store.address).st_ino != file:
        raise UserError("place-gone", Remedy.to("try-again"), address=store.address)


def _create_file(path: str) -> bool:
    """Whether the file was made here; one that is there stays as it is."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return False
    except OSError as error:
        raise UserError("no-file/office", file=path, reason=error.strerror or str(error)) from error
    return True


def _remove_if_failed(store: Store) -> None:
    with suppress(UserError, OSError), store.writing() as connection:
        if not inspect(connection).get_table_names():
            os.unlink(store.address)


MAX_READERS = 8  # connections that are kept
READER_PATIENCE = 5  # seconds that a reader waits for a writer, or a statement may take
STEPS_PER_LOOK = 100_000  # of SQLite's machine between two looks at the clock
STATEMENT_DEADLINE = "arpad-deadline"


def connect_readers(address: str) -> Store:
    """The store at a path or an address, for readers only."""
    single = connect_store(address)  # says what is wrong with an address, and with a file that is not there
    try:
        return _sqlite_reader_engine(single) if single.is_sqlite else _postgres_reader_engine(single)
    finally:
        single.close()


def file_identity(store: Store) -> tuple[int, int]:
    """Which file a SQLite store is: another one, where it has been replaced; a database elsewhere has none."""
    if not store.is_sqlite:
        return (0, 0)
    try:
        status = os.stat(store.address)
    except OSError:
        raise UserError("database-silent", address=store.address, answer="the file is not there") from None
    return status.st_dev, status.st_ino


def without_deadline(connection: Connection) -> None:
    """Let the statements of this transaction take as long as they need: to lay out a whole list is nobody's request."""
    if connection.dialect.name == "sqlite":
        connection.info[STATEMENT_DEADLINE] = 0.0
    else:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _sqlite_reader_engine(single: Store) -> Store:
    path = Path(single.address).resolve()
    file = f"file:{path.as_uri().removeprefix('file://')}"
    url = URL.create("sqlite", database=file, query={"mode": "ro", "uri": "true"})
    arguments = {"timeout": READER_PATIENCE, "check_same_thread": False}
    engine = create_engine(
        url, module=sqlite_library(), poolclass=QueuePool, pool_size=MAX_READERS, max_overflow=0, connect_args=arguments
    )
    store = Store(engine, single.address)

    @event.listens_for(engine, "connect")
    def careful(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        connection.text_factory = methodcaller("decode", "utf-8", "replace")
        for pragma in ("query_only = ON", "trusted_schema = OFF", f"cache_size = -{PAGE_CACHE // MAX_READERS}"):
            connection.execute(f"PRAGMA {pragma}")
        record.info[STATEMENT_DEADLINE] = 0.0
        connection.set_progress_handler(
            lambda: int(0 < record.info[STATEMENT_DEADLINE] < time.monotonic()), STEPS_PER_LOOK
        )

    @event.listens_for(engine, "checkout")
    def begin_to_count(_: Any, record: Any, __: Any) -> None:
        record.info[STATEMENT_DEADLINE] = time.monotonic() + READER_PATIENCE

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return store


def _postgres_reader_engine(single: Store) -> Store:
    url = make_url(single.engine.url)
    engine = create_engine(
        url, poolclass=QueuePool, pool_size=MAX_READERS, max_overflow=0, pool_pre_ping=True,
        isolation_level="REPEATABLE READ",
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET default_transaction_read_only = on")
        connection.execute(f"SET statement_timeout = '{READER_PATIENCE}s'")
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute("SET client_min_messages = warning")
        connection.autocommit = False

    return Store(engine, single.address)
