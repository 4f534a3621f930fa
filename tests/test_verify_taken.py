"""Each list took the events that it had to take, and every admission is asked: who goes round either is found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import parts_made
import pytest
from databases import KINDS, new_database
from forged import answered_anew, linked_anew
from offices_made import behind
from revisions_made import SERIES, Tournament, approved, founded, month_of, played, published
from sqlalchemy import Connection, delete, func, insert, select, update
from test_verify_admissions import OPEN, SEASON, as_it_was, found, swapped
from test_wholes import league_of_36_days

from arpad.office import proofs, reports
from arpad.office.desk import Desk
from arpad.office.proofs import VerifyRequest
from arpad.office.revisions import EventAnnulment, LateEvent
from arpad.office.store import schema

NEXT = Tournament("NEXT", date(2025, 9, 29), (1, 2, 3, 4, 5, 6), {(1, 1): "1", (2, 2): "1"})
LYING = Tournament("LYING", date(2025, 9, 10), (3, 4, 7, 8), {(1, 2): "1"}, rounds=3, unadmitted=True)
HELD = Tournament("HELD", date(2025, 9, 17), (5, 6, 7, 8), {(1, 2): "1"}, rounds=3)
ORDER = reports.EventOrder((HELD.code,), "a second thought")


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
    approved(desk, EventAnnulment(OPEN.code, "never played"))
    assert found(published(desk, 202512)) == []


def test_nothing_is_found_where_an_event_was_held_and_came_with_the_next_list(opened: Desk) -> None:
    desk = played(opened, HELD)
    reports.hold_events(desk, ORDER)
    desk = published(desk, 202510)
    reports.release_events(desk, ORDER)
    assert found(published(desk, 202511)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_where_an_event_comes_in_parts(kind: str, tmp_path: Path) -> None:
    league = league_of_36_days("00101")
    desk = parts_made.opened(kind, tmp_path, league, date(2024, 4, 1))
    for number, rounds, list_ in ((1, (1, 2), 202405), (2, (3, 5), 202406)):
        desk, _ = parts_made.part(desk, league, number, *rounds)
        desk = parts_made.published(desk, SERIES, list_)
    assert found(desk) == []
    desk.store.close()


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


# --- admissions that nobody would examine again -------------------------------------------------------------------


def entry_of(connection: Connection, decision: int) -> int:
    of = schema.decision
    return int(connection.execute(select(of.c.log).where(of.c.seq == decision)).scalar_one())


def swap_persons(connection: Connection, row: Any) -> int:
    """In what was admitted, forged as far as the link; gives the entry that admitted it."""
    forged, of = swapped(row.packed), schema.content
    new = {"packed": forged, "sha256": sha256(forged).hexdigest()}
    connection.execute(update(of).where(of.c.decision == row.decision).values(**new))
    entry = entry_of(connection, row.decision)
    answered_anew(connection, entry)
    return entry


def test_an_admission_of_an_entry_that_is_not_there_is_named(opened: Desk) -> None:
    desk, of = played(opened, OPEN), schema.decision
    with behind(desk.store) as connection:
        row = connection.execute(select(schema.content)).one()
        entry = swap_persons(connection, row)
    desk = published(desk, 202510)
    with behind(desk.store) as connection:
        connection.execute(update(of).where(of.c.seq == row.decision).values(log=0))
        answered_anew(connection, entry)
    mine = f"event OPEN: the row {row.decision} of decision says that it came with entry 0; it came with entry {entry} "
    assert any(each.startswith(mine) for each in found(desk))
    assert [each for each in found(desk) if "entry 0, which the log has not" in each]


def test_an_admission_that_names_an_earlier_entry_is_named_though_that_one_was_verified(opened: Desk) -> None:
    assert proofs.verify_office(opened, VerifyRequest()).good
    desk, of = published(played(opened, OPEN), 202510), schema.decision
    with behind(desk.store) as connection:
        row = connection.execute(select(schema.content)).one()
        entry = entry_of(connection, row.decision)
        connection.execute(update(of).where(of.c.seq == row.decision).values(log=3))
        answered_anew(connection, entry)
    told = [str(each) for each in proofs.verify_office(desk, VerifyRequest()).found]
    mine = f"event OPEN: the row {row.decision} of decision says that it came with entry 3; it came with entry {entry} "
    assert any(each.startswith(mine) for each in told)


def test_events_that_are_rated_by_each_others_admissions_are_named_and_examined(opened: Desk) -> None:
    desk, of = played(played(opened, OPEN), HELD), schema.rated
    with behind(desk.store) as connection:
        swap_persons(connection, connection.execute(select(schema.content)).first())
    desk = published(desk, 202510)
    with behind(desk.store) as connection:
        one, other = (row._asdict() for row in connection.execute(select(of).order_by(of.c.event)))
        connection.execute(delete(of))
        connection.execute(insert(of), [one | {"decision": other["decision"]}, other | {"decision": one["decision"]}])
        list_ = schema.rating_list
        answered_anew(connection, connection.execute(select(func.max(list_.c.log))).scalar_one())
    told = found(desk)
    assert [each for each in told if each.startswith("HELD ") and "which is no admission of it" in each]
    assert [each for each in told if each.startswith("event OPEN: entry ") and "start number 1 " in each]


# --- what stands in the place of a table --------------------------------------------------------------------------


def test_a_view_in_the_place_of_a_table_is_named(opened: Desk) -> None:
    desk = published(played(opened, OPEN), 202510)
    with behind(desk.store) as connection:
        if desk.store.is_sqlite:
            connection.exec_driver_sql("PRAGMA legacy_alter_table = ON")
        connection.exec_driver_sql("ALTER TABLE roll_part RENAME TO roll_kept")
        connection.exec_driver_sql("CREATE VIEW roll_part AS SELECT * FROM roll_kept")
    told = found(desk)
    assert "the view roll_part of roll_part is not an office's" in told
    assert "the table roll_part is not there" in told


def test_an_office_without_one_of_its_triggers_is_told(opened: Desk) -> None:
    with opened.store.engine.begin() as connection:
        of = "DROP TRIGGER log_no_update" if opened.store.is_sqlite else "DROP TRIGGER log_kept ON log"
        connection.exec_driver_sql(of)
    assert [each for each in found(opened) if "trigger" in each and "log" in each]


# --- entries that cannot be read ----------------------------------------------------------------------------------


@pytest.mark.parametrize("detail", ["5", "[" * 100_000])
def test_a_publication_that_says_nothing_readable_is_a_finding(opened: Desk, detail: str) -> None:
    desk, of = published(played(opened, OPEN), 202510), schema.log
    with behind(desk.store) as connection:
        entry = connection.execute(select(of.c.seq).where(of.c.action == "publish")).scalar_one()
        connection.execute(update(of).where(of.c.seq == entry).values(detail=detail))
        linked_anew(connection, entry)
    assert [each for each in found(desk) if f"list {SERIES} 2025-10: entry {entry} of the log published it" in each]


def test_a_layer_that_only_gives_games_something_is_made_again(opened: Desk) -> None:
    desk, of = published(played(opened, OPEN), 202510), schema.revised_ledger
    with behind(desk.store) as connection:
        part = connection.execute(select(schema.ledger_part)).one()
        entry = connection.execute(select(func.max(schema.link.c.log))).scalar_one() - 1  # the preview
        row = {"series": SERIES, "layer": entry, "list": 202510, "decision": part.decision, "packed": part.packed}
        connection.execute(insert(of).values(**row))
    assert [each for each in found(desk) if f"what entry {entry} put right is not what comes out again" in each]
