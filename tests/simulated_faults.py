"""Faults that are planted in an office, so that it can be seen that a story finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection

from arpad.columns import Games
from arpad.office.book import admitted_content, submission
from arpad.office.book.duplicate_reports import report_fingerprint
from arpad.office.store.engine import WRITE_WORDS, Store
from arpad.packed import unpack_runs


@contextmanager
def stored_twice() -> Iterator[None]:
    """A report that is sent again is known by its bytes alone: with other ends of its lines it is another one."""
    marks = count()

    def another(*given: Any) -> str:
        return f"{next(marks):08x}{report_fingerprint(*given)[8:]}"

    with patch.object(submission, "report_fingerprint", another):
        yield


@contextmanager
def game_dropped() -> Iterator[None]:
    """A list leaves its last game out."""

    def without_last(table: type[Any], packed: Sequence[memoryview]) -> Any:
        rows, ends = unpack_runs(table, packed)
        if table is not Games or not len(rows):
            return rows, ends
        return rows.cut(slice(0, len(rows) - 1)), ends - (ends == len(rows))

    with patch.object(admitted_content, "unpack_runs", without_last):
        yield


@contextmanager
def row_kept() -> Iterator[None]:
    """What is broken off stays."""

    @contextmanager
    def writing(self: Store) -> Iterator[Connection]:
        with self.engine.execution_options(**{WRITE_WORDS: True}).connect() as connection:
            connection.begin()
            try:
                yield connection
            finally:
                if not connection.invalidated:
                    connection.commit()

    with patch.object(Store, "writing", writing):
        yield


FAULTS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "stored-twice": stored_twice,
    "game-dropped": game_dropped,
    "row-kept": row_kept,
}
