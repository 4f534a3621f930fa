"""Break a call off at some statement of its writing transaction, and see that everything is as it was before.

What is raised is an error that nobody expects, or an interruption, after which the connection is good for nothing more.
The statements of a transaction are counted with its commit; which of them is the last is drawn anew for each call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Connection, event, select

from arpad.office.desk import Desk
from arpad.office.store import schema
from arpad.office.store.engine import WRITE_WORDS

T = TypeVar("T")
Snapshot = dict[str, frozenset[tuple[Any, ...]]]
MANY = 60  # statements, where a call was never seen


class UnexpectedError(Exception):
    """Something fails that never does."""


class InterruptedHere(BaseException):
    """Somebody ends the process."""


BREAKS = (UnexpectedError, InterruptedHere)


def snapshot(connection: Connection) -> Snapshot:
    """Every row of every table."""
    return {
        table.name: frozenset(tuple(row) for row in connection.execute(select(table)))
        for table in schema.metadata.sorted_tables
    }


@contextmanager
def broken_off(desk: Desk, at: int, how: type[BaseException] = UnexpectedError) -> Iterator[list[int]]:
    """Raise before the statement with this number in what is written; 0: never. Gives how many there were."""
    engine, seen = desk.store.engine, [0]

    def step(connection: Connection) -> None:
        if connection.get_execution_options().get(WRITE_WORDS):
            seen[0] += 1
            if seen[0] == at:
                raise how

    def statement(connection: Connection, *_: Any) -> None:
        step(connection)

    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "commit", step)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", statement)
        event.remove(engine, "commit", step)


class Breaker:
    """Calls, some of which are broken off first and then done."""

    def __init__(self, rng: Random, often: float) -> None:
        self.rng, self.often, self.broken = rng, often, 0
        self._lengths: dict[str, int] = {}

    def call(self, desk: Desk, name: str, act: Callable[[], T], before: Callable[[], Snapshot]) -> T:
        """Do something at a desk, perhaps after a first try that comes to nothing; `before` is asked then."""
        at = 0
        if self.rng.random() < self.often:
            at = self.rng.randrange(1, self._lengths.get(name, MANY) + 1)
        if at:
            stood = before()
            try:
                with broken_off(desk, at, self.rng.choice(BREAKS)) as seen:
                    done = act()
            except BREAKS:
                self.broken += 1
                with desk.reading() as connection:
                    stands = snapshot(connection)
                moved = [table for table in stands if stands[table] != stood[table]]
                assert not moved, f"{name}, broken off at statement {at}, left something in {', '.join(moved)}"
            else:
                self._lengths[name] = max(seen[0], 1)
                return done
        with broken_off(desk, 0) as seen:
            try:
                return act()
            finally:
                self._lengths[name] = max(seen[0], 1)
