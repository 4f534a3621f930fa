"""Open the database of an office, a SQLite file or PostgreSQL: for a writer, for many readers, or as a new file."""

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
from arpad.office.store import effects
from arpad.office.store.numbering import forget_numbers


@cache
def sqlite_library() -> Any:
    """Return the module that opens SQLite files: `pysqlite3` if it is installed and newer, else `sqlite3`."""
    try:
        from pysqlite3 import dbapi2 as newer
    except ImportError:
        return sqlite3
    return newer if newer.sqlite_version_info > sqlite3.sqlite_version_info else sqlite3


APPLICATION_ID = 0x41525044  # what `file` and a stranger see at the head of an office's SQLite file
PAGE_CACHE = 65_536  # KiB of a SQLite file that are kept in memory
WRITER_PATIENCE = 60  # seconds that a writer waits for another
WRITERS_LOCK = 1_095_913_540  # PostgreSQL's advisory lock of whoever writes; any number, the same for all
WAL_FIXED_IN = (3, 51, 3)
WAL_FIX_BACKPORTS = ((3, 44, 6), (3, 50, 7))
WRITE_WORDS, PATIENCE = "arpad_write", "arpad_patience"
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
    """An open database, SQLite or PostgreSQL. It may be empty or have another schema."""

    engine: Engine
    address: str  # as it may be shown: without a password
    _met: int = field(default_factory=lambda: len(UNREADABLE), compare=False, repr=False)  # before it was opened

    @property
    def unread(self) -> list[bytes]:
        """Return the SQLite texts, as bytes, that were not UTF-8 when they were read since this database was opened."""
        return UNREADABLE[self._met :]

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction for reading: all its statements see the same state of the database."""
        with self._connected(self.engine) as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes. Only one runs at a time in an office: others wait for it.

        It is committed at the end of the block, unless it was rolled back there. An exception rolls it back. Rows are
        written only while the entry of an act is open, or inside `effects.unrecorded`.
        """
        engine = self.engine.execution_options(**{WRITE_WORDS: True})
        if not self.is_sqlite:  # what is read after the lock was waited for must be what the other wrote
            engine = engine.execution_options(isolation_level="READ COMMITTED")
        with self._connected(engine) as connection, connection.begin() as transaction:
            forget_numbers(connection)  # those of an earlier transaction: others may have written since
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": WRITERS_LOCK})
            yield connection
            if transaction.is_active:
                self._keep(transaction)

    @contextmanager
    def noting(self, patience: int = WRITER_PATIENCE) -> Iterator[Connection]:
        """Open a transaction that writes operational tables only. In PostgreSQL it does not wait for the office's one
        writer; in SQLite for as many seconds as `patience` says."""
        engine = self.engine.execution_options(**{WRITE_WORDS: True, PATIENCE: patience})
        if not self.is_sqlite:
            engine = engine.execution_options(isolation_level="READ COMMITTED")
        with self._connected(engine) as connection, connection.begin():
            yield connection

    def discard(self, connection: Connection) -> None:
        """Roll back what was written in the open transaction of `writing`."""
        connection.rollback()

    def _keep(self, transaction: RootTransaction) -> None:
        """Commit. If the connection breaks meanwhile, raise `UNANSWERED`: nobody here knows whether it is stored."""
        try:
            transaction.commit()
        except DBAPIError as error:
            if error.connection_invalidated:
                raise UserError(UNANSWERED, Remedy.to("ask-log"), address=self.address) from error
            raise
        except BaseException:  # an interruption before the commit was sent: this connection has an open transaction
            transaction.connection.invalidate()
            raise

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        """Open a connection, with errors of the database raised as problems."""
        with self.errors_for_users(), engine.connect() as connection:
            yield connection

    @contextmanager
    def errors_for_users(self) -> Iterator[None]:
        """Raise errors of the database inside the block as `UserError`, so that a user reads what to do.

        Errors that are programming mistakes stay `DBAPIError`.
        """
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
        """Close all connections."""
        self.engine.dispose()


def connect_store(address: str, create: bool = False, keep: bool = False) -> Store:
    """Return the store at a file path or a database address. It does not connect yet, and checks no schema.

    Refuses a missing SQLite file (unless `create`), a missing directory, SQLite in memory, and other databases.
    `keep` keeps connections to PostgreSQL until the store is closed; each is tested before it is used again.
    """
    scheme, is_url, path = address.partition("://")
    if not is_url:
        return _sqlite_store(address, create)
    if scheme.partition("+")[0] == "sqlite":
        if path and not path.startswith("/"):
            raise UserError("no-address", Remedy.to("write-address"), address=_masked_address(address))
        return _sqlite_store(path[1:], create)
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
    """Return an address that could not be parsed without all after its scheme: it may contain a password."""
    scheme, rest, _ = address.partition("://")
    return f"{scheme}://…" if rest else repr(address)


def _sqlite_store(file: str, create: bool) -> Store:
    """Return the store of a SQLite file, with the settings of every connection. The file itself is not opened yet.

    Refuses a database in memory, a missing file (unless `create`) and a missing directory.
    """
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
        options = connection.get_execution_options()
        alone = options.get(WRITE_WORDS)
        if PATIENCE in options:
            connection.connection.cursor().execute(f"PRAGMA busy_timeout = {options[PATIENCE] * 1000}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")

    effects.watch(engine)
    return store


class SpeltStatements(LRUCache[Any, Any]):
    """A cache of compiled SQLite statements, shared by all databases of the process.

    Its keys leave out the dialect, of which every engine has its own.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, statement: Any) -> None:
        super().__setitem__(key[1:], statement)  # without the dialect, of which every engine has its own


SPELT_STATEMENTS = SpeltStatements(1000)


def _escape_unreadable(error: UnicodeError) -> tuple[str | bytes, int]:
    """Decoding error handler: show bytes that are not UTF-8 as U+FFFD, and note the text in `UNREADABLE`.

    So one bad row does not hide the others. Only a file that another program wrote to has such a text: Arpad checks
    texts before it stores them.
    """
    assert isinstance(error, UnicodeDecodeError)
    if not (UNREADABLE and UNREADABLE[-1] is error.object):  # several places of one text
        UNREADABLE.append(error.object)
    return codecs.replace_errors(error)


UNREADABLE: list[bytes] = []  # texts of SQLite that are no UTF-8, as they were met
codecs.register_error("arpad-unreadable", _escape_unreadable)
DECODE_TEXT = methodcaller("decode", "utf-8", "arpad-unreadable")  # without a Python call for each text


def journal_mode_for(version: tuple[int, ...]) -> tuple[str, str]:
    """Return two SQLite settings for a version (journal mode, synchronous) that lose no committed transaction.

    WAL needs a version without its known bug; other versions use a rollback journal.
    """
    mended = version >= WAL_FIXED_IN or any(version[:2] == fix[:2] and version >= fix for fix in WAL_FIX_BACKPORTS)
    return ("journal_mode = WAL", "synchronous = FULL") if mended else ("journal_mode = DELETE", "synchronous = EXTRA")


def _postgres_engine(engine: Engine) -> Engine:
    """Set what every new connection needs (UTC, commits that wait for the disk), and return the engine."""

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        connection.autocommit = True
        connection.execute("SET synchronous_commit = on")
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute("SET client_min_messages = warning")
        connection.autocommit = False

    effects.watch(engine)
    return engine


def _failure_reason(error: Exception) -> str:
    """Return why a value could not be handed to the driver."""
    return error.reason if isinstance(error, UnicodeEncodeError) else str(error)


def _failure_problem(error: DBAPIError, address: str) -> Exception:
    """Return a database error as a `UserError`, or the error itself if it is a programming mistake."""
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
    """Create the SQLite file (mode 0600) for what the block writes. PostgreSQL needs nothing.

    A file that is there is used. If the block fails, a file created here is deleted, unless it has tables. Refuses at
    the end if the file was deleted or replaced meanwhile.
    """
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
    """Create an empty file with mode 0600. Returns False, and changes nothing, if there is one."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return False
    except OSError as error:
        raise UserError("no-file/office", file=path, reason=error.strerror or str(error)) from error
    return True


def _remove_if_failed(store: Store) -> None:
    """Delete the SQLite file if it has no tables. Errors are ignored."""
    with suppress(UserError, OSError), store.writing() as connection:
        if not inspect(connection).get_table_names():
            os.unlink(store.address)


MAX_READERS = 8  # connections of readers that are kept
READER_PATIENCE = 5  # seconds that a reader waits for a writer, or a statement may take
STEPS_PER_LOOK = 100_000  # of SQLite's machine between two looks at the clock
STATEMENT_DEADLINE = "arpad-deadline"


def connect_readers(address: str) -> Store:
    """Return a store that only reads, with up to 8 kept connections. A write is refused by the database.

    After 5 seconds a transaction (SQLite) or a statement (PostgreSQL) is ended. Refuses what `connect_store` refuses,
    also a missing file.
    """
    single = connect_store(address)  # says what is wrong with an address, and with a file that is not there
    try:
        return _sqlite_reader_store(single) if single.is_sqlite else _postgres_reader_store(single)
    finally:
        single.close()


def file_identity(store: Store) -> tuple[int, int]:
    """Return (device, inode) of a SQLite file: other numbers mean that the file was replaced. PostgreSQL: (0, 0).

    Refuses a missing file.
    """
    if not store.is_sqlite:
        return (0, 0)
    try:
        status = os.stat(store.address)
    except OSError:
        raise UserError("database-silent", address=store.address, answer="the file is not there") from None
    return status.st_dev, status.st_ino


def without_deadline(connection: Connection) -> None:
    """Remove the time limit of a reader's statements for this transaction, for work such as a whole list."""
    if connection.dialect.name == "sqlite":
        connection.info[STATEMENT_DEADLINE] = 0.0
    else:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _sqlite_reader_store(single: Store) -> Store:
    """Return a read-only store of the same SQLite file. Texts that are not UTF-8 are replaced, and not noted."""
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


def _postgres_reader_store(single: Store) -> Store:
    """Return a read-only store of the same PostgreSQL database."""
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
