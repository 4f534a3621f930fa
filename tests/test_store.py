"""The store: both databases have one schema, keep their history, and are opened only when they are understood."""

from __future__ import annotations

import sqlite3
import sys
import time
from datetime import date
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from by_hand import behind_the_back, by_hand
from databases import KINDS, new_database
from sqlalchemy import Connection, delete, event, func, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError
from typed import typed

from arpad.columns import Roll
from arpad.finding import UserError
from arpad.lists.sealed import RollRows
from arpad.office import care
from arpad.office.care import FoundingRequest
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk, open_office
from arpad.office.office_settings import found_office
from arpad.office.reading import open_reading
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows
from arpad.office.store.engine import connect_store, journal_mode_for, sqlite_library
from arpad.office.store.migrate import newest_schema, require_newest_schema, schema_of, upgrade_schema
from arpad.office.store.schema import append_only_tables, log, metadata
from arpad.packed import (
    CHUNK,
    pack,
    pack_all,
    pack_by_chunk,
    pack_runs,
    row_of,
    split,
    unpack,
    unpack_runs,
)


def test_an_empty_database_becomes_the_schema_the_code_knows(address: str) -> None:
    store = connect_store(address, create=True)
    upgrade_schema(store)
    assert schema_of(store) == newest_schema()
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    upgrade_schema(store)  # a second time changes nothing
    require_newest_schema(store)


def test_every_table_that_must_keep_its_rows_does(address: str) -> None:
    store = connect_store(address, create=True)
    found_office(store, "officer", Clock())
    with store.reading() as connection:
        names = set(inspect(connection).get_table_names())
        kind = "sqlite_master" if store.is_sqlite else "information_schema.triggers"
        column = "tbl_name" if store.is_sqlite else "event_object_table"
        only = " WHERE type = 'trigger'" if store.is_sqlite else ""
        rows = connection.execute(text(f"SELECT {column} FROM {kind}{only}")).scalars().all()
    assert {table.name for table in append_only_tables()} <= names
    for table in append_only_tables():
        assert rows.count(table.name) >= 2, table.name  # against UPDATE and against DELETE


@pytest.mark.parametrize("how", ["update", "delete"])
def test_the_log_cannot_be_changed_behind_the_office(address: str, how: str) -> None:
    store = connect_store(address, create=True)
    found_office(store, "officer", Clock())
    statement = update(log).values(who="somebody else") if how == "update" else delete(log)
    with pytest.raises((DBAPIError, UserError), match="never"), behind_the_back(store) as connection:
        connection.execute(statement)
    with store.reading() as connection:
        assert connection.execute(select(log.c.who)).scalars().all() == ["officer"]


def test_a_transaction_that_fails_leaves_nothing(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "officer", Clock())
    with pytest.raises(ZeroDivisionError), by_hand(desk).writing("try") as writing:
        _ = writing.seq // 0
    with desk.reading() as connection:
        assert connection.execute(select(func.count()).select_from(log)).scalar() == 1


def test_a_call_that_changes_nothing_leaves_no_entry(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "officer", Clock())
    with by_hand(desk).writing("look"):
        pass
    with desk.reading() as connection:
        assert connection.execute(select(log.c.action)).scalars().all() == ["found"]


def test_a_newer_schema_is_refused_and_untouched(address: str) -> None:
    store = connect_store(address, create=True)
    found_office(store, "officer", Clock())
    with behind_the_back(store) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for attempt in (require_newest_schema, upgrade_schema):
        with pytest.raises(UserError, match="newer Arpad"):
            attempt(store)
    assert schema_of(store) == "9999"


def test_a_database_with_other_tables_is_left_alone(address: str) -> None:
    store = connect_store(address, create=True)
    with behind_the_back(store) as connection:
        connection.execute(text("CREATE TABLE guests (name TEXT)"))
    with pytest.raises(UserError, match="not an office's"):
        found_office(store, "officer", Clock())


def test_an_office_is_founded_once(address: str) -> None:
    found_office(connect_store(address, create=True), "officer", Clock())
    with pytest.raises(UserError, match="already"):
        found_office(connect_store(address), "officer", Clock())


def test_only_a_rehearsal_takes_its_day_from_the_officer(address: str) -> None:
    found_office(connect_store(address, create=True), "officer", Clock())
    with pytest.raises(UserError, match="--now"):
        open_desk(connect_store(address), "officer", date(2024, 3, 1))


def test_a_rehearsal_stands_where_it_was_left_and_does_not_go_back(address: str) -> None:
    found_office(connect_store(address, create=True), "officer", Clock(set_to=date(2024, 3, 9)), rehearsal=True)
    assert open_desk(connect_store(address), "officer").today() == date(2024, 3, 9)
    back = open_desk(connect_store(address), "officer", date(2024, 3, 8))
    with pytest.raises(UserError, match="later day"), by_hand(back).writing("try"):
        raise AssertionError("not reached")


def test_a_slip_in_the_day_does_not_carry_a_rehearsal_away_for_good(address: str) -> None:
    found_office(connect_store(address, create=True), "officer", Clock(set_to=date(2024, 3, 9)), rehearsal=True)
    with by_hand(open_desk(connect_store(address), "officer", date(2025, 3, 10))).writing("try"):
        pass
    far = open_desk(connect_store(address), "officer", date(2042, 1, 1))
    with pytest.raises(UserError, match="more than a year"), by_hand(far).writing("try"):
        raise AssertionError("not reached")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://somebody:secret@host/x", "not known"),
        ("postgresql", "no office at"),
        ("://", "no database address"),
        ("postgres!://a:secret@b/c", "no database address"),
        ("sqlite://", "needs a file"),
        ("/no/such/place/office.db", "no office at"),
    ],
)
def test_an_address_nobody_knows_is_one_clear_sentence(given: str, said: str) -> None:
    with pytest.raises(UserError, match=said) as caught:
        connect_store(given)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_one_clear_sentence() -> None:
    store = connect_store("postgresql://arpad:secret@127.0.0.1:1/none")
    with pytest.raises(UserError, match="does not answer") as caught:
        schema_of(store)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_bytes(b"Dear rating officer, " * 100)
    with pytest.raises(UserError, match="not a database"):
        schema_of(connect_store(str(file)))
    assert file.read_bytes().startswith(b"Dear")


@pytest.mark.parametrize(
    ("version", "journal"),
    [
        ((3, 40, 1), "DELETE"),
        ((3, 44, 5), "DELETE"),
        ((3, 44, 6), "WAL"),
        ((3, 45, 0), "DELETE"),
        ((3, 50, 6), "DELETE"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 2), "DELETE"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
    ],
)
def test_the_journal_avoids_the_versions_that_lose_data(version: tuple[int, ...], journal: str) -> None:
    mode, synchronous = journal_mode_for(version)
    assert mode.endswith(journal)
    assert synchronous.endswith("FULL" if journal == "WAL" else "EXTRA")


@pytest.mark.parametrize(("version", "chosen"), [((3, 99, 0), True), ((3, 6, 0), False), (None, False)])
def test_a_newer_sqlite_is_used_where_it_is_installed(
    version: tuple[int, ...] | None, chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = SimpleNamespace(dbapi2=SimpleNamespace(sqlite_version_info=version)) if version else None
    monkeypatch.setitem(sys.modules, "pysqlite3", beside)
    assert (sqlite_library.__wrapped__() is sqlite3) == (not chosen)


def test_sqlite_is_opened_with_the_durable_settings(tmp_path: Path) -> None:
    store = connect_store(str(tmp_path / "office.db"), create=True)
    found_office(store, "officer", Clock())
    mode = journal_mode_for(sqlite_library().sqlite_version_info)[0].rpartition(" ")[2].lower()
    with store.reading() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == mode
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
        assert connection.execute(text("PRAGMA synchronous")).scalar() == (3 if mode == "delete" else 2)


BACKEND, LEVEL = text("SELECT pg_backend_pid()"), text("SHOW transaction_isolation")
OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def test_an_open_office_keeps_its_connection_and_every_transaction_its_level(tmp_path: Path) -> None:
    address = new_database("postgresql", tmp_path)
    beside = found_office(connect_store(address, create=True), "officer", Clock())
    with open_office(address, "officer") as desk:
        backends, levels = [], []
        for _ in range(2):
            with desk.reading() as connection:
                backends.append(connection.execute(BACKEND).scalar_one())
                levels.append(connection.execute(LEVEL).scalar_one())
            with by_hand(desk).writing("look") as writing:
                backends.append(writing.connection.execute(BACKEND).scalar_one())
                levels.append(writing.connection.execute(LEVEL).scalar_one())
        assert len(set(backends)) == 1
        assert levels == ["repeatable read", "read committed"] * 2
        for _ in range(1200):  # a server takes a moment to see that somebody has gone
            with beside.reading() as connection:
                others = connection.execute(text(f"SELECT count(*) {OTHERS}")).scalar_one()
            if others == 1:
                break
            time.sleep(0.05)
        assert others == 1
        with beside.reading() as connection:
            connection.execute(text(f"SELECT pg_terminate_backend(pid) {OTHERS}")).all()
        with desk.reading() as connection:  # what the server has closed is opened anew
            assert connection.execute(BACKEND).scalar_one() not in backends
    for _ in range(1200):  # a server takes a moment to see that somebody has gone
        with beside.reading() as connection:
            left = connection.execute(text(f"SELECT count(*) {OTHERS}")).scalar_one()
        if not left:
            break
        time.sleep(0.05)
    assert left == 0


def test_a_column_takes_no_value_of_another_kind(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "officer", Clock())
    with pytest.raises(Exception, match=r"(?i)integer|type"), behind_the_back(desk.store) as connection:
        connection.execute(text("INSERT INTO log (at, who, action) VALUES ('yesterday', 'x', 'y')"))


# --- packed -------------------------------------------------------------------------------------------------------


def test_packed_columns_come_back_as_they_were() -> None:
    roll = Roll.of(rating=[2400, 0, -1], state=[1, 0, 3], k=[10, 0, 40], games=[65535, 0, 1], last=[202403, 0, 1])
    assert unpack(Roll, pack(roll)).equals(roll)
    assert unpack(Roll, b"").equals(Roll.room(0))
    first, second = split(pack_all([roll, Roll.room(0)]))
    assert unpack(Roll, first).equals(roll)
    assert len(second) == 0


def test_one_row_is_found_without_the_others() -> None:
    rows = RollRows.of(player=[3, 7, 1000], rating=[2400, -1, 1], games=[65535, 2, 3], last=[202403, 0, 1])
    packed = pack(rows)
    for at, key in enumerate((3, 7, 1000)):
        assert row_of(RollRows, packed, key) == {name: int(column[at]) for name, column in rows.columns()}
    assert [row_of(RollRows, packed, key) for key in (0, 4, 1001)] == [None, None, None]
    assert row_of(RollRows, b"", 3) is None


def test_a_key_that_the_bytes_of_two_others_make_together_is_not_found() -> None:
    keys = np.array([0x0100, 0x0200, 0x0001_0002], np.int32)  # 00 01 00 00 | 00 02 00 00 | 02 00 01 00
    packed = pack(RollRows.of(player=keys))
    assert [row_of(RollRows, packed, key) for key in (1, 2)] == [None, None]
    assert all(row_of(RollRows, packed, int(key)) is not None for key in keys)


def test_bytes_that_are_no_whole_rows_are_an_error() -> None:
    packed = pack(Roll.of(rating=[2400, 2300]))
    with pytest.raises(ValueError, match="whole number of rows"):
        unpack(Roll, packed[:-1])
    with pytest.raises(ValueError, match="middle of a part"):
        list(split(pack_all([Roll.of(rating=[1])])[:-1]))


def test_rows_are_parted_by_ranges_of_players() -> None:
    keys = np.array([CHUNK, 5, CHUNK - 1, 3 * CHUNK, 5], np.int32)
    table = RollRows.of(player=keys, rating=[10, 11, 12, 13, 14])
    parts = [(chunk, unpack(RollRows, packed).rating.tolist()) for chunk, packed in pack_by_chunk(table)]
    assert parts == [(0, [11, 14, 12]), (1, [10]), (3, [13])]
    assert pack_by_chunk(RollRows.room(0)) == []


def test_runs_of_rows_are_packed_as_each_would_be_and_come_back_as_one_table() -> None:
    dice = np.random.default_rng(9)
    roll = Roll.of(rating=dice.integers(-9, 9, 40), state=dice.integers(0, 3, 40), last=dice.integers(0, 202_400, 40))
    for edges in ([0, 0, 3, 3, 17, 40], [0, 40], [5, 6], [0]):
        parts = pack_runs(roll, edges)
        assert parts == [pack(roll.cut(slice(*pair))) for pair in pairwise(edges)]
        table, places = unpack_runs(Roll, [memoryview(part) for part in parts])
        assert table.equals(roll.cut(slice(edges[0], edges[-1])))
        assert (places + edges[0]).tolist() == edges
    with pytest.raises(ValueError, match="whole number of rows"):
        unpack_runs(Roll, [parts[0] if parts else b"", b"x"])


def test_rows_of_every_kind_of_column_go_in_and_come_back(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "founder", Clock())
    wide = (10**12, "Arbiter \\ \t É", "UKR", 1)
    part = ("fide-standard", 3, 202405, "lines", bytes(range(256)))
    with behind_the_back(desk.store) as connection:
        store_rows(connection, schema.arbiter, [wide])
        store_rows(connection, schema.period_part, iter([part, (*part[:3], "pool", b"")]))
        store_rows(connection, schema.rated, [])
    with desk.reading() as connection:
        assert connection.execute(select(schema.arbiter)).all() == [wide]
        assert sorted(map(tuple, connection.execute(select(schema.period_part)))) == [part, (*part[:3], "pool", b"")]


def test_many_rows_go_in_at_once(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "officer", Clock())
    with by_hand(desk).writing("many") as writing:
        rows = [{"name": f"setting {n}", "value": "x"} for n in range(1000)]
        writing.connection.execute(insert(metadata.tables["setting"]), rows)
    with desk.reading() as connection:
        assert connection.execute(select(func.count()).select_from(metadata.tables["setting"])).scalar() == 1004


@pytest.mark.parametrize("name", ["new?x.db", "100%25.db", "a b.db", "a#b&c=d.db", "file:x.db", "sqlite.db?mode=ro"])
def test_any_name_of_a_file_is_a_path(name: str, tmp_path: Path) -> None:
    """An office is made, read by many and written at just this path, typed as it is or behind sqlite:///."""
    path = tmp_path / name
    for address in (str(path), f"sqlite:///{path}"):
        care.found_office(FoundingRequest(address, "officer"))
        with open_reading(address) as reader, reader.reading() as connection:
            assert connection.execute(select(func.count()).select_from(schema.log)).scalar_one() == 1
        with by_hand(open_desk(connect_store(address), "officer")).writing("try"):
            pass
        assert [file.name for file in tmp_path.iterdir() if not file.name.endswith(("-wal", "-shm"))] == [name]
        path.unlink()


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_is_not_utf8_is_refused_with_the_reason(encoding: str, tmp_path: Path) -> None:
    address = new_database("postgresql", tmp_path, encoding=encoding)
    done = typed("init", "--db", address)
    assert done.code == 2
    assert f"keeps texts as {encoding}; an office needs UTF8" in done.err
    assert "createdb -E UTF8" in done.err
    store = connect_store(address)
    with store.reading() as connection:
        assert inspect(connection).get_table_names() == []
    backup = tmp_path / "backup.arpad"
    care.back_up_office(care_desk(tmp_path), backup)
    with pytest.raises(UserError, match=f"keeps texts as {encoding}"):
        care.restore_backup(backup, address)


def care_desk(directory: Path) -> Desk:
    """A new office in a file."""
    care.found_office(FoundingRequest(str(directory / "office.db"), "officer"))
    return open_desk(connect_store(str(directory / "office.db")), "officer")


@pytest.mark.parametrize("kind", KINDS)
def test_an_interruption_before_the_commit_keeps_nothing_and_the_store_goes_on(kind: str, tmp_path: Path) -> None:
    store = connect_store(new_database(kind, tmp_path), create=True, keep=True)
    with behind_the_back(store) as connection:
        connection.exec_driver_sql("CREATE TABLE number (value integer)")

    def interrupted(_: Connection) -> None:
        raise KeyboardInterrupt

    event.listen(store.engine, "commit", interrupted)
    with pytest.raises(KeyboardInterrupt), behind_the_back(store) as connection:
        connection.exec_driver_sql("INSERT INTO number VALUES (1)")
    event.remove(store.engine, "commit", interrupted)
    with behind_the_back(store) as connection:
        connection.exec_driver_sql("INSERT INTO number VALUES (2)")
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT value FROM number").scalars().all() == [2]
    store.close()
