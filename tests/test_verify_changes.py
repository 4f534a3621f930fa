"""A row is what its changes lead to, a repair frees none, and a list carries the law as it came: who forges a change, a
repair or a file of the law, and binds it, is found. Each is beside its control."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import tamper
from databases import KINDS, copy_of
from office_made import NUMBERS
from offices_made import behind
from revisions_made import SERIES
from sqlalchemy import Connection, delete, insert, select, update
from test_sent import between, ground
from test_verify_rows import LATER, entry, published

from arpad.days import Day
from arpad.law.lawfiles import EVIDENCE, law_files, shipped
from arpad.office import care, people, proofs
from arpad.office.care import RepairRequest
from arpad.office.desk import Desk, open_desk
from arpad.office.people import PlayerChange, PlayerFacts
from arpad.office.proofs import VerifyRequest
from arpad.office.proving.chained import entries, written_by
from arpad.office.proving.rows import bound_again
from arpad.office.registry.names import name_sort
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import links, schema
from arpad.office.store.engine import Store, connect_store


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Store:
    return connect_store(published(request.param))


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    opened = connect_store(copy_of(ground(request.param), tmp_path))
    yield open_desk(opened, "A. Officer", date(2025, 9, 1))
    opened.close()


# --- what is known of a player ------------------------------------------------------------------------------------


def changed(desk: Desk) -> list[str]:
    """What is told of the rows of players after an officer entered a birth date."""
    facts = PlayerFacts(born=Day(19900203))
    people.change_player(desk, PlayerChange(NUMBERS[4], facts, Day(20250101), "he showed his papers", confirmed=True))
    with desk.reading() as connection:
        return [str(each) for each in bound_again(connection, written_by(connection), entries(connection))]


@pytest.mark.parametrize("value", ["20130101", "OLD.born"])
def test_a_birth_that_is_not_what_its_change_says_is_told(desk: Desk, value: str) -> None:
    """Something between wrote another day, or none."""
    with between(desk.store, "birth", "born", value, "UPDATE"):
        (told,) = changed(desk)
    assert told.startswith(f"player {office_number(3)}: the row 3 of birth")
    assert "which may not change it" in told


def test_a_birth_that_is_what_its_change_says_is_not_told(desk: Desk) -> None:
    assert changed(desk) == []


# --- repairs ------------------------------------------------------------------------------------------------------


def _repaired(connection: Connection, table: str, row: str, column: str, text: str) -> None:
    """A repair that somebody forged: a byte that is no letter, and what takes its place."""
    replaced = [{"table": table, "row": row, "column": column, "bytes": text.encode().hex() + "fe"}]
    of = schema.metadata.tables[table]
    (key,) = of.primary_key.columns
    with entry(connection, "repair", "texts", {"texts": replaced}) as seq:
        connection.execute(update(of).where(key == int(row)).values({column: text + "\\xfe"}))
        links.also(connection, table, (int(row),))
        if table == "player":
            told = {"player": int(row), "field": column, "old": text + "\\xfe", "new": text + "\\xfe", "log": seq}
            connection.execute(insert(schema.player_change).values(**told))


@pytest.mark.parametrize(
    ("table", "column"), [("event_facts", "facts"), ("decision", "detail"), ("revision", "detail")]
)
def test_a_repair_answers_for_no_words_that_decide(store: Store, table: str, column: str) -> None:
    def edit(connection: Connection) -> tamper.Edit:
        _repaired(connection, table, "1", column, '{"exclusions": "')
        return tamper.Edit(table, "1")

    assert any(f"the row 1 of {table}" in each for each in tamper.found_after(store, edit)[1])


def test_a_player_once_repaired_is_not_free(store: Store) -> None:
    def edit(connection: Connection, **beside: Any) -> tamper.Edit:
        of = schema.player
        _repaired(connection, "player", "3", "region", "No")
        with entry(connection, "player-change", str(office_number(3)), {"title": "FM"}) as seq:
            row = {"player": 3, "field": "title", "old": "", "new": "FM", "since": 20260101}
            connection.execute(insert(schema.player_change).values(**row, log=seq))
            connection.execute(update(of).where(of.c.key == 3).values(title="FM", **beside))
        return tamper.Edit("player", "3")

    assert tamper.found_after(store, edit)[1] == []
    told = tamper.found_after(store, partial(edit, federation="POL"))[1]
    assert any(each.startswith(f"player {office_number(3)}: the row 3 of player") for each in told)


def test_a_name_that_was_repaired_is_changed_as_any_other(tmp_path: Path) -> None:
    file = copy_of(published("sqlite"), tmp_path)
    with behind(connect_store(file)) as connection:
        connection.exec_driver_sql("UPDATE player SET name = CAST(x'4dfc6c6c6572' AS TEXT) WHERE key = 3")
    care.repair_office(RepairRequest(file, "mender", "it was broken", "texts", now=LATER))
    repaired = open_desk(connect_store(file), "A. Officer", LATER)
    with repaired.reading() as connection:
        order = connection.execute(select(schema.player.c.name_sort).where(schema.player.c.key == 3)).scalar_one()
    assert order == name_sort("M\\xfcller")
    people.change_player(
        repaired, PlayerChange(office_number(3), PlayerFacts(name="Invented, Anew"), why="his passport", confirmed=True)
    )
    assert proofs.verify_office(repaired, VerifyRequest(whole=True)).found == ()


# --- the law ------------------------------------------------------------------------------------------------------


def test_every_file_of_the_law_is_one_that_came_with_arpad() -> None:
    """Whoever changes one adds its line, so that lists made by it are known."""
    there = {(name, hashlib.sha256(body).hexdigest()) for name, body in law_files().items() if name != EVIDENCE}
    assert there <= shipped()
    assert ("readings.toml", hashlib.sha256(law_files()["readings.toml"] + b" ").hexdigest()) not in shipped()


def test_a_list_that_carries_other_words_under_the_name_of_an_edition_is_named(store: Store) -> None:
    def edit(connection: Connection) -> tamper.Edit:
        text, of = schema.law_text, schema.list_law
        rows = connection.execute(select(of).where(of.c.series == SERIES, of.c.file.startswith("fide-standard")))
        carried = rows.mappings().first()
        assert carried is not None
        body = connection.execute(select(text.c.body).where(text.c.sha256 == carried["sha256"])).scalar_one()
        other = bytes(body).replace(b"k = 20", b"k = 37")
        assert other != body
        with entry(connection, "backup") as seq:
            connection.execute(insert(text).values(sha256=hashlib.sha256(other).hexdigest(), body=other, log=seq))
            here = [of.c[name] == carried[name] for name in ("series", "list", "file")]
            connection.execute(update(of).where(*here).values(sha256=hashlib.sha256(other).hexdigest()))
        return tamper.Edit("list_law", str(carried["file"]))

    told = tamper.found_after(store, edit)[1]
    assert any(each.startswith(f"list {SERIES}") and "neither this version of Arpad" in each for each in told)


def test_a_list_without_its_law_is_named_and_not_taken_as_published(store: Store) -> None:
    def edit(connection: Connection) -> tamper.Edit:
        of = schema.rating_list
        head = connection.execute(select(of).where(of.c.kind == "computed").order_by(of.c.list)).first()
        assert head is not None
        connection.execute(delete(schema.list_law).where(schema.list_law.c.list == head.list))
        return tamper.Edit("list_law", str(head.list))

    told = tamper.found_after(store, edit)[1]
    assert any(each.startswith(f"list {SERIES}") and "does not carry the law" in each for each in told)
