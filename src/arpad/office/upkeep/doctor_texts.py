"""Whether every text can be read. SQLite keeps any bytes as a text, and where they are none no row of it can be read.

PostgreSQL refuses such bytes, where the database is one of UTF-8.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, Text, event

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.store.engine import Store, sqlite_library
from arpad.office.store.schema import metadata

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

ENCODING = {"server_encoding": ("UTF8",)}


@dataclass(frozen=True)
class BadText:
    """Bytes in the place of a text: where they stand."""

    table: Table
    column: str
    key: tuple[Any, ...]  # the row, by its primary key as it is stored
    kept: bytes

    @property
    def row(self) -> str:
        return ", ".join(_shown(value) for value in self.key)

    @property
    def shown(self) -> str:
        """The text that can be read, with each byte that cannot as its number."""
        return _shown(self.kept)


def _shown(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


@contextmanager
def readable(store: Store) -> Iterator[None]:
    """A SQLite file that can be read also where a text is none: each byte that cannot be read is its number."""

    def lenient(connection: Any, _: Any) -> None:
        connection.text_factory = _shown

    if store.is_sqlite:
        event.listen(store.engine, "connect", lenient)
    try:
        yield
    finally:
        if store.is_sqlite:
            event.remove(store.engine, "connect", lenient)


def texts(visit: CheckInput) -> Iterator[Problem]:
    if not visit.store.is_sqlite:
        from arpad.office.upkeep.doctor_store import server_settings

        yield from server_settings(visit, ENCODING)
        return
    for bad in bad_texts(visit.connection):
        yield Problem("text-unreadable", table=bad.table.name, row=bad.row, column=bad.column, text=bad.shown)


def bad_texts(connection: Connection) -> Iterator[BadText]:
    """Every text of a SQLite file that is no UTF-8."""
    driver: Any = connection.connection.driver_connection
    quote = connection.dialect.identifier_preparer.quote_identifier
    for table in metadata.sorted_tables:
        columns = [column.name for column in table.columns if isinstance(column.type, Text)]
        names = ", ".join(map(quote, columns))
        before, driver.text_factory = driver.text_factory, str
        try:
            deque(driver.execute(f"SELECT {names} FROM {quote(table.name)}") if columns else (), maxlen=0)
        except sqlite_library().OperationalError as error:
            if "decode" not in str(error).lower():
                raise
            driver.text_factory = bytes
            yield from _of_table(driver, table, columns, quote)
        finally:
            driver.text_factory = before


def _of_table(driver: Any, table: Table, columns: list[str], quote: Any) -> Iterator[BadText]:
    keys = [column.name for column in table.primary_key.columns]
    names = ", ".join(map(quote, (*keys, *columns)))
    for row in driver.execute(f"SELECT {names} FROM {quote(table.name)}").fetchall():
        for column, value in zip(columns, row[len(keys) :], strict=True):
            if isinstance(value, bytes) and not _readable(value):
                yield BadText(table, column, tuple(row[: len(keys)]), value)


def _readable(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True
