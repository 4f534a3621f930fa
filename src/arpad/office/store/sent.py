"""What an entry sent to the database, to be compared with what stands there when it ends.

Somebody with the keys to a database can put something between it and the office that writes another value than the
one that was sent, and take it away after: what stands there would be bound to the entry as if an officer had wanted it.
So a print of each row that is inserted is kept until the entry ends. A row counts as sent where it is found with every
value but the number that the database itself gave it; one that says it came with the entry and was not sent is
nobody's. Prints live as long as the entry, in this process, and begin with a secret of it: nobody can aim at them.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from sqlalchemy import Column, Connection, Table

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.store.bindings import sent_tables

UNDER_WAY = "arpad_sent"  # where a connection notes it
SECRET = secrets.token_bytes(16)


@dataclass
class Sent:
    """The rows that were sent to a table: a print of each by its key, or by its turn where the database numbers it."""

    table: Table
    prints: dict[Any, int]

    @cached_property
    def columns(self) -> list[Column[Any]]:
        """What whoever sends a row says of it."""
        return [column for column in self.table.columns if column.autoincrement is not True]

    @cached_property
    def _keys(self) -> list[int]:
        return [at for at, column in enumerate(self.columns) if column.primary_key]

    def add(self, values: Sequence[Any]) -> None:
        """One row more; where it was sent before, this one counts."""
        key = tuple(values[at] for at in self._keys) if self._keys else len(self.prints)
        self.prints[key] = _print(values)

    def compared(self, rows: Iterable[Any], names: Sequence[str], seq: int) -> Iterator[Any]:
        """Rows as they stand, with columns of these names; raises where one was not sent, or one is not there."""
        wanted = Counter(self.prints.values())
        places = [names.index(column.name) for column in self.columns]
        log = names.index("log") if "log" in names else None
        for row in rows:
            found = _print([row[at] for at in places])
            if wanted[found] > 0:
                wanted[found] -= 1
            elif log is not None and row[log] == seq:
                raise self._otherwise()
            yield row
        if any(wanted.values()):
            raise self._otherwise()

    def _otherwise(self) -> UserError:
        return UserError("kept-otherwise", Remedy.to("ask-doctor-between"), table=self.table.name)


def begin(connection: Connection) -> None:
    connection.info[UNDER_WAY] = {}


@contextmanager
def taken_back(connection: Connection) -> Iterator[None]:
    """Whatever is written here is taken back in the end, as if it had never been sent."""
    before = {name: Sent(sent.table, dict(sent.prints)) for name, sent in connection.info.get(UNDER_WAY, {}).items()}
    with connection.begin_nested() as savepoint:
        yield
        savepoint.rollback()
    connection.info[UNDER_WAY] = before


def end(connection: Connection) -> dict[str, Sent]:
    """What was sent, by table."""
    found: dict[str, Sent] = connection.info.pop(UNDER_WAY, {})
    return found


def send(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """That rows were sent to a table."""
    sent = _to(connection, table)
    for row in rows if sent is not None else ():
        sent.add([row.get(column.name, _otherwise(column)) for column in sent.columns])


def sending(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    """Rows on their way into some columns of a table, noted as they pass."""
    sent = _to(connection, table)
    if sent is None:
        yield from rows
        return
    left = [column for column in sent.columns if column.name not in columns]
    names = [*columns, *(column.name for column in left)]
    order = [names.index(column.name) for column in sent.columns]
    rest = tuple(map(_otherwise, left))
    for row in rows:
        laid = (*row, *rest)
        sent.add([laid[at] for at in order])
        yield row


def _to(connection: Connection, table: Table) -> Any:
    under_way = connection.info.get(UNDER_WAY)
    if under_way is None or table.name not in sent_tables():
        return None
    return under_way.setdefault(table.name, Sent(table, {}))


def _print(values: Sequence[Any]) -> int:
    return hash((SECRET, *values))


def _otherwise(column: Column[Any]) -> Any:
    """What stands in a column of which nothing is said."""
    return getattr(column.default, "arg", None)
