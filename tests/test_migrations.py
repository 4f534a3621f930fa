"""Migrations: an office of the first released schema comes to this version's with every row, and works on."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from by_hand import behind_the_back, preview_list, publish_list
from databases import KINDS
from frozen import office_of, rows_of
from offices_made import behind
from publication_made import DUE_THEN, NEXT, SERIES, THEN
from sqlalchemy import select, update
from typed import typed

from arpad.lists.sealed import RollRows
from arpad.office import proofs
from arpad.office.clock import Clock
from arpad.office.desk import open_desk
from arpad.office.office_settings import found_office
from arpad.office.publishing import list_storage
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import (
    newest_schema,
    require_newest_schema,
    upgrade_schema,
)
from arpad.packed import pack, unpack

FIRST = "0005"
WITH_JOURNAL = "0006"
OLDER = (FIRST, WITH_JOURNAL)


@pytest.mark.parametrize("older", OLDER)
@pytest.mark.parametrize("kind", KINDS)
def test_an_office_of_an_older_schema_comes_up_to_date_with_every_row_and_works_on(
    kind: str, older: str, tmp_path: Path
) -> None:
    address = office_of(kind, tmp_path, older)
    before = rows_of(address)
    assert len(before["player"]) == 40
    for _ in range(2):  # a second time changes nothing
        upgrade_schema(connect_store(address))
        after = rows_of(address)
        stored = before.keys() - {"alembic_version", "bound"}
        for name in (
            "log",
            "link",
            *(("journal",) if older == WITH_JOURNAL else ()),
        ):  # the conversion is the last entry
            assert len(after[name]) == len(before[name]) + 1
            after[name].pop()
        assert {name: after[name] for name in stored} == {name: before[name] for name in stored}
        assert after["alembic_version"] == [(newest_schema(),)]
    store = connect_store(address)
    require_newest_schema(store)
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        of = schema.rating_list
        row = connection.execute(select(of).where(of.c.list == NEXT)).one()
        assert list_storage.seal_of_stored_parts(connection, SERIES, NEXT, row.inputs_sha256) == row.sha256
    desk = open_desk(store, "officer", DUE_THEN)
    preview_list(desk, SERIES, THEN)
    assert not publish_list(desk, SERIES, THEN).already


def test_both_databases_have_the_same_rows_after_the_same_migration(tmp_path: Path) -> None:
    both = [office_of(kind, tmp_path, FIRST) for kind in KINDS]
    for address in both:
        upgrade_schema(connect_store(address))
    there = [rows_of(address) for address in both]
    for rows in there:
        assert rows.pop("link").pop()  # which has a salt of its own
        assert rows["log"].pop()  # which has an instant of its own
    assert there[0] == there[1]


@pytest.mark.parametrize("older", OLDER)
def test_a_converted_office_has_the_tables_and_triggers_of_a_new_one(older: str, tmp_path: Path) -> None:
    made = str(tmp_path / "made.db")
    found_office(connect_store(made, create=True), "officer", Clock(set_to=date(2025, 11, 1)), rehearsal=True)
    frozen = office_of("sqlite", tmp_path, older)
    upgrade_schema(connect_store(frozen))

    def shape(file: str) -> set[tuple[str, str]]:  # references may stand in any order
        query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'alembic_version'"
        with sqlite3.connect(file) as database:
            return {
                (name, " ".join(sorted((sql or "").replace(",", " ").split()))) for name, sql in database.execute(query)
            }

    assert shape(made) == shape(frozen)


@pytest.mark.parametrize("older", OLDER)
@pytest.mark.parametrize("kind", KINDS)
def test_triggers_hold_in_an_office_that_came_from_an_older_schema(kind: str, older: str, tmp_path: Path) -> None:
    store = connect_store(office_of(kind, tmp_path, older))
    upgrade_schema(store)
    for table in schema.append_only_tables():
        with store.reading() as connection:
            there = connection.execute(select(table).limit(1)).first()
        if there is None:
            continue
        with pytest.raises(Exception, match="never"), behind_the_back(store) as connection:
            connection.execute(table.delete())


def test_upgrade_by_the_command_line(tmp_path: Path) -> None:
    address = office_of("sqlite", tmp_path, FIRST)
    for _ in range(2):
        done = typed("upgrade", "--db", address)
        assert (done.code, done.err) == (0, "")
        assert f"schema {newest_schema()}" in done.out


@pytest.mark.parametrize("kind", KINDS)
def test_an_office_that_is_not_what_its_log_says_is_not_converted_unless_that_is_accepted(
    kind: str, tmp_path: Path
) -> None:
    address = office_of(kind, tmp_path, FIRST)
    with behind(connect_store(address)) as connection:
        connection.execute(update(schema.player).where(schema.player.c.key == 3).values(name="Somebody Else"))
    before = rows_of(address)
    refused = typed("upgrade", "--db", address)
    assert (refused.code, "table player, row 3" in refused.err) == (2, True)
    assert "--accept-findings" in refused.err
    assert rows_of(address) == before
    assert typed("upgrade", "--accept-findings", "--db", address).code == 0
    desk = open_desk(connect_store(address), "officer", DUE_THEN)
    with desk.reading() as connection:
        request = connection.execute(select(schema.journal.c.request).order_by(schema.journal.c.log).limit(1)).scalar()
    assert "table player, row 3" in str(request)
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()
    desk.store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_rating_that_was_changed_before_the_conversion_is_named(kind: str, tmp_path: Path) -> None:
    """Every list is computed again from its reports and rulebooks first."""
    address = office_of(kind, tmp_path, FIRST)
    of = schema.roll_part
    with behind(connect_store(address)) as connection:
        row = connection.execute(select(of).where(of.c.list == NEXT)).first()
        assert row is not None
        roll = unpack(RollRows, bytes(row.packed))
        forged = pack(replace(roll, rating=roll.rating + 57))
        mine = (of.c.series == row.series, of.c.list == row.list, of.c.chunk == row.chunk)
        connection.execute(update(of).where(*mine).values(packed=forged))
    refused = typed("upgrade", "--db", address)
    assert refused.code == 2
    assert "differences" in refused.err
    assert "rating in roll" in refused.err


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("older", OLDER)
def test_a_converted_office_goes_on_and_is_verified(older: str, kind: str, tmp_path: Path) -> None:
    store = connect_store(office_of(kind, tmp_path, older))
    upgrade_schema(store)
    desk = open_desk(store, "officer", DUE_THEN)
    preview_list(desk, SERIES, THEN)
    publish_list(desk, SERIES, THEN)
    done = proofs.verify_office(desk, proofs.VerifyRequest())
    assert done.found == ()
    assert done.acts >= 2
    store.close()


def test_a_row_that_was_changed_before_tables_were_added_is_found_after_it(tmp_path: Path) -> None:
    address = office_of("sqlite", tmp_path, WITH_JOURNAL)
    with behind(connect_store(address)) as connection:
        connection.execute(update(schema.player).where(schema.player.c.key == 3).values(name="Somebody Else"))
    upgrade_schema(connect_store(address))
    desk = open_desk(connect_store(address), "officer", DUE_THEN)
    assert any("Somebody Else" in str(each) for each in proofs.verify_office(desk, proofs.VerifyRequest()).found)
    desk.store.close()
