"""What was put right comes out again: who changes an event only while a case is approved is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import NUMBERS
from offices_made import behind
from revisions_made import SERIES, Opened, Season, Tournament, approved, file_of, gone_through, published
from sqlalchemy import Connection, select, update
from test_verify_admissions import as_it_was, found, player, swapped

from arpad.lists.sealed import RollRows
from arpad.office.desk import Desk
from arpad.office.publishing.revised_rows import revision_layers
from arpad.office.revisions import FactCorrection, NewSeriesRule, ReportReplacement, decide_series_rule
from arpad.office.store import schema
from arpad.packed import pack, unpack

OTHER = Tournament("OTHER", date(2025, 9, 3), (1, 2, 3, 4, 5, 6), {(1, 1): "1", (2, 2): "1"})
WRONG = Tournament("WRONG", date(2025, 9, 10), (3, 4, 7, 8, 9, 10), {(1, 2): "1"})
LATER = Tournament("LATER", date(2025, 10, 6), (1, 2, 5, 6, 7, 8), {(1, 1): "1", (3, 2): "0"})
PEOPLE = {n: Opened(1500 + 20 * n) for n in range(1, 11)}
SEASON = Season(date(2025, 9, 1), PEOPLE, (OTHER, WRONG, LATER), 2)
RIGHT = replace(WRONG, results={(1, 2): "0", (2, 3): "1"})


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = gone_through(new_database(request.param, tmp_path), SEASON)
    yield desk
    desk.store.close()


def put_right(desk: Desk) -> None:
    approved(desk, ReportReplacement(WRONG.code, file_of(RIGHT), "other results"))


def swap_persons(connection: Connection, code: str) -> None:
    """In what was admitted of an event, with the hash that belongs to it."""
    of, rated, event = schema.content, schema.rated, schema.event
    chosen = select(of.c.decision, of.c.packed).join(rated, rated.c.decision == of.c.decision)
    row = connection.execute(chosen.join(event, event.c.key == rated.c.event).where(event.c.code == code)).one()
    forged = swapped(row.packed)
    new = {"packed": forged, "sha256": sha256(forged).hexdigest()}
    connection.execute(update(of).where(of.c.decision == row.decision).values(**new))


def _higher(packed: bytes) -> bytes:
    """Rows of a roll with ten points more for everybody."""
    rows = unpack(RollRows, packed)
    return pack(replace(rows, rating=(rows.rating + 10).astype(rows.rating.dtype)))


def test_nothing_is_found_where_cases_follow_each_other(desk: Desk) -> None:
    """The layers of earlier cases are made again with what was known then, and not with what later ones put right."""
    put_right(desk)
    approved(desk, FactCorrection(NUMBERS[5], "born", 20120101, "his passport"))
    approved(desk, ReportReplacement(WRONG.code, file_of(WRONG), "they were right"))
    with desk.reading() as connection:
        assert revision_layers(connection, SERIES)
    assert found(published(desk, 202512)) == []


def test_nothing_is_found_where_what_is_noted_goes_on_beside_the_lists(desk: Desk) -> None:
    decide_series_rule(desk, NewSeriesRule("difference", "note", "as decided", SERIES))
    put_right(desk)
    later = published(desk, 202512)
    with later.reading() as connection:
        assert 202512 in revision_layers(connection, SERIES)
    assert found(later) == []


def test_who_is_moved_by_an_event_that_was_another_for_a_while_is_named(desk: Desk) -> None:
    with as_it_was(desk, schema.content):
        with behind(desk.store) as connection:
            swap_persons(connection, OTHER.code)
        put_right(desk)
    told = found(published(desk, 202512))
    assert [each for each in told if each.startswith("case ") and "is not what comes out again" in each]
    for n in (1, 6):
        assert [each for each in told if each.startswith(f"player {player(desk, n).id}, list {SERIES} 2025-10: ")]


def test_what_is_noted_of_a_list_that_was_read_otherwise_for_a_while_is_named(desk: Desk) -> None:
    decide_series_rule(desk, NewSeriesRule("difference", "note", "as decided", SERIES))
    put_right(desk)
    of = schema.revised_part
    with as_it_was(desk, of):
        with behind(desk.store) as connection:
            rows = connection.execute(select(of).where(of.c.name == "roll", of.c.list == 202511)).all()
            assert rows
            forged = {"packed": _higher(bytes(rows[-1].packed))}
            connection.execute(update(of).where(of.c.name == "roll", of.c.list == 202511).values(**forged))
        later = published(desk, 202512)
    told = found(later)
    assert [each for each in told if f"list {SERIES} 2025-12: what entry" in each]
    assert [each for each in told if each.startswith("player ") and "2025-12: rating in" in each]
