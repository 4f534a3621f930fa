"""Each list took the events that it had to take: who moves one only while a list is published is found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, new_database
from offices_made import behind
from revisions_made import SERIES, Tournament, approved, founded, month_of, played, published
from sqlalchemy import update
from test_verify_admissions import OPEN, SEASON, as_it_was, found

from arpad.office import reports
from arpad.office.desk import Desk
from arpad.office.revisions import Annulment, LateEvent
from arpad.office.store import schema

NEXT = Tournament("NEXT", date(2025, 9, 29), (1, 2, 3, 4, 5, 6), {(1, 1): "1", (2, 2): "1"})
LYING = Tournament("LYING", date(2025, 9, 10), (3, 4, 7, 8), {(1, 2): "1"}, rounds=3, unadmitted=True)
HELD = Tournament("HELD", date(2025, 9, 17), (5, 6, 7, 8), {(1, 2): "1"}, rounds=3)
ORDER = reports.Order((HELD.code,), "a second thought")


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """An office with players and an opening list."""
    desk = founded(new_database(request.param, tmp_path), SEASON)
    yield desk
    desk.store.close()


def enters(desk: Desk, list_: int) -> None:
    with behind(desk.store) as connection:
        connection.execute(update(schema.content).values(enters=list_))


# --- the control --------------------------------------------------------------------------------------------------


def test_nothing_is_found_where_events_wait_come_late_and_are_put_right(opened: Desk) -> None:
    desk = month_of(opened, (OPEN, LYING, NEXT), 202510)
    approved(desk, LateEvent(LYING.code, "it lay in a drawer"))
    desk = published(played(desk, NEXT), 202511)
    approved(desk, Annulment(OPEN.code, "never played"))
    assert found(published(desk, 202512)) == []


def test_nothing_is_found_where_an_event_was_held_and_came_with_the_next_list(opened: Desk) -> None:
    desk = played(opened, HELD)
    reports.hold(desk, ORDER)
    desk = published(desk, 202510)
    reports.release(desk, ORDER)
    assert found(published(desk, 202511)) == []


# --- edits that are taken back ------------------------------------------------------------------------------------


def test_an_event_that_was_left_out_of_its_list_is_named(opened: Desk) -> None:
    desk = played(opened, OPEN)
    with as_it_was(desk, schema.content):
        enters(desk, 202611)
        desk = published(desk, 202510)
    assert f"event OPEN: list {SERIES} 2025-10 should have it and has it not" in found(desk)


def test_an_event_that_was_taken_a_list_too_early_is_named(opened: Desk) -> None:
    desk = played(opened, NEXT)
    with as_it_was(desk, schema.content):
        enters(desk, 202510)
        desk = published(desk, 202510)
    assert f"event NEXT: list {SERIES} 2025-10 has it and should not have it" in found(desk)
