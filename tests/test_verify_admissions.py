"""What was admitted follows from the reports: who changes something only while an officer admits is found, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS, new_database
from office_made import NUMBERS, admitted, at, registered, reported, sent
from offices_made import behind
from revisions_made import Opened, Season, Tournament, founded, published
from sqlalchemy import Connection, Table, delete, insert, select, update

from arpad.days import Day
from arpad.office import people, proofs
from arpad.office.book.admitted_content import unpack_content
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.proofs import VerifyRequest
from arpad.office.store import schema
from arpad.office.store.bindings import all_rows
from arpad.office.store.leaves import leaves

OPEN = Tournament("OPEN", date(2025, 9, 3), (1, 2, 3, 4, 5, 6), {(1, 1): "1", (2, 2): "1"})
PEOPLE = {n: Opened(1500 + 20 * n) for n in range(1, 10)} | {10: Opened(), 11: Opened()}
SEASON = Season(date(2025, 9, 1), PEOPLE, (OPEN,), 1)


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """An office with players and an opening list."""
    desk = founded(new_database(request.param, tmp_path), SEASON)
    yield desk
    desk.store.close()


def found(desk: Desk) -> list[str]:
    return [str(problem) for problem in proofs.verify_office(desk, VerifyRequest(whole=True)).found]


def player(desk: Desk, n: int) -> Any:
    with desk.reading() as connection:
        of = schema.player
        return connection.execute(select(of.c.key, of.c.id).where(of.c.fide_id == NUMBERS[n])).one()


@contextmanager
def as_it_was(desk: Desk, *tables: Table) -> Iterator[None]:
    """Whatever is done to rows of these tables meanwhile, at the end they are as they were."""
    with behind(desk.store) as connection:
        before = {table: [row._asdict() for row in connection.execute(select(table))] for table in tables}
    yield
    with behind(desk.store) as connection:
        for table, rows in before.items():
            key = list(table.primary_key.columns)
            for row in rows:
                connection.execute(delete(table).where(*(column == row[column.name] for column in key)))
            connection.execute(insert(table), rows)


def swapped(packed: bytes) -> bytes:
    """What was admitted, with the first and the last player in each other's place."""
    content = unpack_content(packed)
    players = content.sitting.player.copy()
    players[[0, -1]] = players[[-1, 0]]
    return replace(content, sitting=replace(content.sitting, player=players)).packed()


def swap_examined(connection: Connection) -> None:
    of = schema.examination
    row = connection.execute(select(of)).one()
    connection.execute(update(of).where(of.c.report == row.report).values(packed=swapped(row.packed)))


def mend_leaf(connection: Connection) -> None:
    """Let the entry that kept the examination answer for it as it is."""
    of, bound = schema.examination, schema.bound
    new = leaves(of.name, connection.execute(all_rows(of.name)), len(of.primary_key.columns))
    connection.execute(update(bound).where(bound.c.place == of.name).values(keys=new.keys, leaves=new.packed))


def swap_numbers(connection: Connection, one: int, other: int) -> None:
    of = schema.player
    for number, to in ((NUMBERS[one], 1), (NUMBERS[other], NUMBERS[one]), (1, NUMBERS[other])):
        connection.execute(update(of).where(of.c.fide_id == number).values(fide_id=to))


# --- the control --------------------------------------------------------------------------------------------------


def test_nothing_is_found_where_people_changed_after_the_admission(opened: Desk) -> None:
    """A new number, a name, a birth, a merge and its end: the admission is asked what was known then."""
    desk = reported(opened, OPEN.report())
    assert admitted(desk, OPEN.code).status == "admitted"
    number = player(desk, 2).id
    facts = people.PlayerFacts(fide_id=999_001, name="Another, Bea", born=Day(19900101))
    people.change_player(desk, people.PlayerChange(number, facts, why="so it is", confirmed=True))
    despite = frozenset(people.compare_players(desk, NUMBERS[10], NUMBERS[11]).objections)
    people.merge_players(desk, people.MergeRequest(NUMBERS[10], NUMBERS[11], "one person", despite))
    desk = published(desk, OPEN.list_)
    assert found(desk) == []


# --- edits that are taken back --------------------------------------------------------------------------------------


def test_an_examination_that_was_changed_is_not_used(opened: Desk) -> None:
    desk = reported(opened, OPEN.report())
    with as_it_was(desk, schema.examination):
        with behind(desk.store) as connection:
            swap_examined(connection)
        assert admitted(desk, OPEN.code).status == "admitted"
    with desk.reading() as connection:
        seated = unpack_content(
            connection.execute(select(schema.content.c.packed)).scalar_one()
        ).sitting.player.tolist()
    assert seated == [player(desk, n).key for n in OPEN.players]
    assert found(published(desk, OPEN.list_)) == []


def test_persons_in_each_others_place_are_named_though_everything_was_put_back(opened: Desk) -> None:
    desk = reported(opened, OPEN.report())
    with as_it_was(desk, schema.examination, schema.bound):
        with behind(desk.store) as connection:
            swap_examined(connection)
            mend_leaf(connection)
        assert admitted(desk, OPEN.code).status == "admitted"
    told = found(published(desk, OPEN.list_))
    first, last = player(desk, 1).id, player(desk, 6).id
    assert [each for each in told if "start number 1 " in each and f"{last}, and player {first} is right" in each]
    assert [each for each in told if "start number 6 " in each and each.startswith("event OPEN")]


def test_numbers_of_players_that_were_others_for_a_while_are_named(opened: Desk) -> None:
    with as_it_was(opened, schema.player):
        with behind(opened.store) as connection:
            swap_numbers(connection, 3, 9)
        desk = reported(opened, OPEN.report())
        assert admitted(desk, OPEN.code).status == "admitted"
    told = found(published(desk, OPEN.list_))
    assert [each for each in told if f"player {player(desk, 9).id}, and player {player(desk, 3).id} is right" in each]


def test_facts_of_an_event_that_were_others_for_a_while_are_named(opened: Desk) -> None:
    made, of = OPEN.report(), schema.event_facts
    registered(opened, made)
    with as_it_was(opened, of):
        with behind(opened.store) as connection:
            row = connection.execute(select(of)).one()
            facts = {**json.loads(row.facts), "exclusions": [{"player": 2, "reason": "fair-play"}]}
            connection.execute(update(of).where(of.c.seq == row.seq).values(facts=json.dumps(facts)))
        desk = at(opened, made.today)
        sent(desk, made, terms=SubmissionTerms(OPEN.code))
        assert admitted(desk, OPEN.code).status == "admitted"
    told = found(published(desk, OPEN.list_))
    assert told
    assert all(each.startswith("event OPEN: ") and "entry " in each for each in told)
    assert any("round 1, start numbers 2 and 5: " in each for each in told)
