"""Published offices of the schemas before come up to date and say of their lists what they said, on both databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import properties
import pytest
from by_hand import preview_list, publish_list
from databases import KINDS, new_database
from frozen import SCHEMAS, office_of
from publication_made import SERIES
from published_before import LAST, OFFICES, answers
from sqlalchemy import inspect, select
from typed import typed

from arpad.finding import UserError
from arpad.office import care
from arpad.office.desk import open_desk
from arpad.office.publishing import list_storage
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import known_schemas, newest_schema, tables_at, upgrade_schema
from arpad.office.upkeep.doctor import State
from arpad.office.upkeep.restore import restore_backup

BEFORE = tuple(OFFICES)
OLDER = [schema_ for schema_ in BEFORE if schema_ != newest_schema()]
FROZEN = {before: json.loads((SCHEMAS / f"{name}.json").read_text("utf-8")) for before, name in OFFICES.items()}


def upgraded(kind: str, directory: Path, before: str) -> str:
    address = office_of(kind, directory, before, OFFICES[before])
    upgrade_schema(connect_store(address))
    return address


def restored(kind: str, directory: Path, before: str) -> str:
    address = new_database(kind, directory)
    restore_backup(SCHEMAS / f"{OFFICES[before]}.zip", address)
    return address


def complaints(address: str) -> list[str]:
    """What the doctor finds wrong, but for the server of the tests, which answers before it is on disk."""
    checks = care.examine_office(care.DoctorRequest(address)).checks
    return [each.check for each in checks if each.state not in (State.OK, State.ADVICE) and each.check != SERVER]


SERVER = "durable-server"
Way = Callable[[str, Path, str], str]
OLDEST, NEWEST = BEFORE[0], BEFORE[-1]
# of every schema an upgrade, of the oldest and the newest a backup; `--thorough`: every way of every schema
WAYS: list[tuple[str, str, Way]] = [
    (before, kind, way)
    for before in BEFORE
    for kind in KINDS
    for way in (upgraded, restored)
    if properties.thorough
    or (kind == "sqlite" and (way is upgraded or before in (OLDEST, NEWEST)))
    or (before, way) in ((OLDEST, upgraded), (NEWEST, restored))
]
NEXT_LISTS = [
    (before, kind)
    for before in BEFORE
    for kind in KINDS
    if properties.thorough or (before, kind) in ((OLDEST, "sqlite"), (NEWEST, "sqlite"))
]


@pytest.mark.parametrize(("before", "kind", "way"), WAYS)
def test_seals_exports_and_explanations_are_what_they_were(before: str, kind: str, way: Way, tmp_path: Path) -> None:
    address = way(kind, tmp_path, before)
    desk = open_desk(connect_store(address), "reader")
    told = answers(desk)
    assert told.keys() == FROZEN[before].keys()
    for about, answer in FROZEN[before].items():
        assert told[about] == answer, about
    with desk.reading() as connection:
        for row in connection.execute(select(schema.rating_list)).all():
            assert list_storage.seal_of_stored_parts(connection, SERIES, row.list, row.inputs_sha256) == row.sha256
    assert complaints(address) == []


@pytest.mark.parametrize(("before", "kind"), NEXT_LISTS)
def test_the_next_list_is_made_on_those_of_before(kind: str, before: str, tmp_path: Path) -> None:
    address = upgraded(kind, tmp_path, before)
    desk = open_desk(connect_store(address), "A. Officer", date(2026, 3, 1))
    preview_list(desk, SERIES, 202603)
    assert not publish_list(desk, SERIES, 202603).already
    assert {key: value for key, value in answers(desk).items() if key != "lists"} == {
        key: value for key, value in FROZEN[before].items() if key != "lists"
    }
    assert complaints(address) == []


@pytest.mark.parametrize("before", OLDER)
def test_an_office_of_before_is_refused_and_the_officer_told_what_helps(before: str, tmp_path: Path) -> None:
    address = office_of("sqlite", tmp_path, before, OFFICES[before])
    with pytest.raises(UserError, match=rf"has the schema {before}.*arpad upgrade"):
        open_desk(connect_store(address), "officer")
    done = typed("list", "show", "--db", address)
    assert (done.code, "arpad upgrade" in done.err) == (2, True)
    assert typed("upgrade", "--db", address).code == 0
    assert str(LAST)[:4] in typed("list", "show", "--db", address).out


@pytest.mark.parametrize("before", BEFORE)
def test_every_schema_that_is_known_is_described_as_it_was(before: str, tmp_path: Path) -> None:
    """What a migration says it adds is what it adds: by that a backup of before is read."""
    assert set(BEFORE) >= {*known_schemas()} - {newest_schema()}
    assert known_schemas()[-1] == newest_schema()
    with connect_store(office_of("sqlite", tmp_path, before, OFFICES[before])).reading() as connection:
        there = inspect(connection)
        names = {name: {each["name"] for each in there.get_columns(name)} for name in there.get_table_names()}
    names.pop("alembic_version")
    assert {table.name: {column.name for column in table.columns} for table in tables_at(before)} == names
    assert tables_at(newest_schema()) == tuple(schema.metadata.sorted_tables)
