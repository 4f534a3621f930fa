"""What one act asks the database: what a transaction has read is remembered until it ends, and the law by its days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from publication_made import DUE, before_list, copied, on
from sqlalchemy import event

from arpad.law import in_force
from arpad.law.edition import Head
from arpad.office import events, periods
from arpad.office.book.event_lookup import find_event_parts, find_registered_event
from arpad.office.desk import Desk

FACTS = ("FROM pointer", "FROM event_facts", "FROM decision JOIN log", "FROM rated", "JOIN law_text")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return copied(before_list("sqlite"), tmp_path)


@contextmanager
def transactions(desk: Desk) -> Iterator[list[Counter[str]]]:
    """How often each of these tables is asked, with the same values, in each transaction that only reads."""
    asked: list[Counter[str]] = [Counter()]
    reads = True

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        nonlocal reads
        if statement.startswith("BEGIN"):
            asked.append(Counter())
            reads = "IMMEDIATE" not in statement  # what is written is asked again when it is bound to the log
        if reads:
            asked[-1].update(f"{table} {parameters}" for table in FACTS if table in " ".join(statement.split()))

    event.listen(desk.store.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(desk.store.engine, "before_cursor_execute", note)


def again(asked: list[Counter[str]]) -> list[str]:
    return [question for transaction in asked for question, times in transaction.items() if times > 1]


def test_an_event_is_read_once_to_be_shown(desk: Desk) -> None:
    with transactions(desk) as asked:
        events.show_event(desk, "open-1")
    assert sum(map(len, asked)) >= 4
    assert again(asked) == []


def test_pointer_and_law_are_read_once_while_a_list_is_made_and_published(desk: Desk) -> None:
    due = on(desk, DUE)
    for act in (
        lambda: periods.preview_list(due, periods.DUE_LIST),
        lambda: periods.publish_list(due, periods.PublishRequest(why="The month is over.", confirmed=True)),
    ):
        with transactions(due) as asked:
            act()
        assert any("FROM pointer" in question for transaction in asked for question in transaction)
        assert again(asked) == []


def test_without_a_memory_the_same_is_asked_again(desk: Desk) -> None:
    for reading, repeated in ((desk.reading, False), (desk.store.reading, True)):
        with transactions(desk) as asked, reading() as connection:
            find_event_parts(connection, keys=[find_registered_event(connection, "open-1").key])
        assert bool(again(asked)) is repeated


def test_which_edition_covers_a_day_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[date] = []
    covers = Head.covers

    def noted(head: Head, day: date) -> bool:
        looked.append(day)
        return covers(head, day)

    monkeypatch.setattr(Head, "covers", noted)
    day = date(2025, 11, 17)
    first = in_force("fide-rapid", day)
    looked.clear()
    assert in_force("fide-rapid", day) == first
    assert not looked
