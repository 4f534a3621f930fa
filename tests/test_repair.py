"""What can be repaired without losing a row is repaired, in one transaction each, and the log keeps what was there."""

from __future__ import annotations

import json
import re
import sqlite3
from datetime import date
from pathlib import Path

import pytest
from by_hand import behind_the_back, by_hand
from databases import KINDS, copy_of, new_database
from faults import Interrupted, counted, fault, interrupt
from offices_made import behind, everything, full_office
from sqlalchemy import text
from typed import typed

from arpad.finding import UserError
from arpad.office import care
from arpad.office.care import LogQuery, RepairRequest, RepairResult, State
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk, open_office
from arpad.office.office_settings import found_office
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.migrate import upgrade_schema
from arpad.office.upkeep.doctor import run_checks

SERVER = ("durable-server", "checksums")  # the tests' own server is quick and not durable
YEARS = 10 * 366 * 24 * 3600 * 1_000_000


class Ahead(Clock):
    """A machine that stands ten years ahead."""

    def today(self) -> date:
        return super().today().replace(year=super().today().year + 10, day=1)

    def instant(self) -> int:
        return super().instant() + YEARS


@pytest.fixture(scope="module", params=KINDS)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    address = new_database(request.param, tmp_path_factory.mktemp("office"))
    full_office(address).store.close()
    return address


@pytest.fixture
def office(whole: str, tmp_path: Path) -> str:
    """The address of an office with rows in every table; tests break it."""
    return copy_of(whole, tmp_path)


def repaired(address: str, what: str = "", **more: object) -> RepairResult:
    return care.repair_office(RepairRequest(address, "mender", "it was broken", what, **more))  # type: ignore[arg-type]


def ill(address: str) -> list[str]:
    told = run_checks(connect_store(address))
    return [each.check for each in told if each.state is not State.OK and each.check not in SERVER]


def names(done: RepairResult) -> list[str]:
    return [each.what for each in done.repaired]


def last_entry(address: str) -> care.LogEntry:
    with open_office(address, "reader") as desk:
        return care.read_log(desk, LogQuery(last=1))[0]


def written(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything but the log, which has an entry more after a repair."""
    chain = ("log", "link", "journal", "effect", "attachment")
    return {name: rows for name, rows in everything(store).items() if name not in chain}


def test_an_office_in_order_is_left_alone(office: str) -> None:
    before = everything(connect_store(office))
    assert repaired(office).repaired == ()
    assert everything(connect_store(office)) == before


# --- the clock ------------------------------------------------------------------------------------------------------


def test_an_office_that_was_written_to_ten_years_ahead_goes_on(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "founder", Clock())
    with by_hand(Desk(desk.store, "officer", Ahead())).writing("note") as writing:
        assert writing.seq
    with pytest.raises(UserError, match=r"the clock says.*arpad repair clock"), by_hand(desk).writing("note"):
        pass
    assert ill(address) == ["clock"]
    before = written(desk.store)
    dry = repaired(address, dry=True)
    assert names(dry) == ["clock"]
    assert ill(address) == ["clock"]
    assert names(repaired(address)) == ["clock"]
    assert written(desk.store) == before
    entry = last_entry(address)
    assert (entry.who, entry.action, entry.subject, entry.why) == ("mender", "repair", "clock", "it was broken")
    assert entry.detail == {"ahead": 2}
    assert ill(address) == []
    with by_hand(desk).writing("note") as writing:
        assert writing.seq == entry.seq + 1
    assert repaired(address).repaired == ()
    with by_hand(Desk(desk.store, "officer", Ahead())).writing("note") as writing:  # and once more
        assert writing.seq
    assert ill(address) == ["clock"]


def test_a_rehearsal_that_went_too_far_goes_back_on_the_day_that_it_is_given(office: str) -> None:
    far, day = date(2025, 4, 1), date(2024, 5, 2)
    with open_office(office, "officer", far) as desk, by_hand(desk).writing("note") as writing:
        assert writing.seq
    with (
        open_office(office, "officer", day) as desk,
        pytest.raises(UserError, match="later day"),
        by_hand(desk).writing("note"),
    ):
        pass
    assert names(repaired(office, "clock", now=day)) == ["clock"]
    with open_office(office, "officer") as desk, by_hand(desk).writing("note") as writing:
        assert desk.today() == day
        assert writing.seq


def test_other_repairs_do_not_set_the_clock_by_the_way(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "founder", Clock())
    with by_hand(Desk(desk.store, "officer", Ahead())).writing("note") as writing:
        assert writing.seq
    with behind(desk.store) as connection:
        connection.execute(text("DROP INDEX ix_log_action"))
    with pytest.raises(UserError, match="arpad repair clock"):
        repaired(address, "indexes")
    assert names(repaired(address)) == ["clock", "indexes"]
    assert ill(address) == []


# --- founding -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("used", [False, True])
def test_an_office_that_was_left_half_is_completed(address: str, used: bool) -> None:
    store = connect_store(address, create=True)
    upgrade_schema(store)
    if store.is_sqlite:
        Path(address).chmod(0o600)
    if used:  # somebody worked in it
        with by_hand(open_desk(store, "officer")).writing("note") as writing:
            assert writing.seq
    assert ill(address) == (["application", "founding"] if store.is_sqlite else ["founding"])
    assert names(repaired(address)) == ["founding"]
    assert ill(address) == []
    with open_office(address, "officer") as desk:
        assert (desk.home, desk.rehearsal, desk.clock.zone) == ("", False, "UTC")
        assert care.show_settings(desk).founded


# --- the database ---------------------------------------------------------------------------------------------------


def test_a_trigger_that_is_nobodys_goes_and_its_text_stays_in_the_log(office: str) -> None:
    store = connect_store(office)
    call = "BEGIN UPDATE birth SET born = 0; END" if store.is_sqlite else "FOR EACH ROW EXECUTE FUNCTION mine()"
    with behind(store) as connection:
        if not store.is_sqlite:
            body = "BEGIN UPDATE birth SET born = 0; RETURN NULL; END"
            connection.execute(text(f"CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$"))
        connection.execute(text(f'CREATE TRIGGER "what % is" AFTER INSERT ON log {call}'))
    before = written(store)
    assert ill(office) == ["triggers"]
    assert names(repaired(office)) == ["triggers"]
    assert ill(office) == []
    assert written(store) == before, "the foreign trigger did not fire on the entry of the repair"
    assert "AFTER INSERT ON log" in last_entry(office).detail["removed"]["what % is"]


def test_triggers_that_are_gone_or_otherwise_come_back(office: str) -> None:
    store = connect_store(office)
    with store.engine.begin() as connection:
        if store.is_sqlite:
            connection.execute(text("DROP TRIGGER log_no_update"))
            connection.execute(text("DROP TRIGGER report_no_delete"))
            connection.execute(text("CREATE TRIGGER log_no_update BEFORE UPDATE ON log BEGIN SELECT 1; END"))
        else:
            connection.execute(text("DROP TRIGGER report_kept ON report"))
            connection.execute(text("ALTER TABLE log DISABLE TRIGGER log_whole"))
            body = "LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
            connection.execute(text(f"CREATE OR REPLACE FUNCTION arpad_kept() RETURNS trigger {body}"))
    assert ill(office) == ["triggers"]
    done = repaired(office)
    assert len(done.repaired[0].found) == (2 if store.is_sqlite else 3)
    assert ill(office) == []
    for statement in ("UPDATE log SET who = 'x'", "DELETE FROM report"):
        with pytest.raises(Exception, match="never"), behind_the_back(store) as connection:
            connection.execute(text(statement))


def test_an_index_that_is_gone_comes_back(office: str) -> None:
    with behind(connect_store(office)) as connection:
        for name in ("ix_log_action", "ix_event_series_end"):
            connection.execute(text(f"DROP INDEX {name}"))
    assert ill(office) == ["structure"]
    assert names(repaired(office)) == ["indexes"]
    assert ill(office) == []
    assert last_entry(office).detail == {"indexes": ["ix_log_action", "ix_event_series_end"]}


# --- a SQLite file --------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> str:
    address = new_database("sqlite", tmp_path)
    full_office(address).store.close()
    return address


def test_a_file_that_others_may_read_is_its_owners_again(file: str) -> None:
    Path(file).chmod(0o644)
    assert names(repaired(file, dry=True)) == ["modes"]
    assert Path(file).stat().st_mode & 0o777 == 0o644
    assert names(repaired(file)) == ["modes"]
    assert Path(file).stat().st_mode & 0o777 == 0o600
    assert last_entry(file).detail["modes"][Path(file).name] == "644"  # and of a write-ahead log beside it
    assert ill(file) == []


def spoilt(file: str, *statements: str) -> None:
    with behind(connect_store(file)) as connection:
        for statement in statements:
            connection.execute(text(statement))


def test_texts_that_cannot_be_read_are_replaced_and_their_bytes_stay_in_the_log(file: str) -> None:
    spoilt(
        file,
        "UPDATE player SET name = CAST(x'4dfc6c6c6572' AS TEXT) WHERE key = 7",
        "UPDATE arbiter SET name = CAST(x'ff' AS TEXT)",
        "UPDATE log SET why = CAST(x'61fe' AS TEXT) WHERE seq = 2",
        "UPDATE setting SET value = CAST(x'fd' AS TEXT) WHERE name = 'home'",
    )
    assert "texts" in ill(file)
    before = {name: len(rows) for name, rows in _read_loosely(file).items()}
    done = repaired(file, "texts")
    assert len(done.repaired[0].found) == 4
    assert "texts" not in ill(file)
    after = everything(connect_store(file))
    grown = {name for name, rows in after.items() if len(rows) != before[name]}
    assert grown - {"link", "journal", "effect", "attachment"} == {"log", "player_change"}
    assert "M\\xfcller" in {row[3] for row in after["player"]}
    assert [row[6] for row in after["log"] if row[0] == 2] == ["a\\xfe"]
    kept = {(each["table"], each["row"]): each["bytes"] for each in last_entry(file).detail["texts"]}
    assert kept == {
        ("player", "7"): "4dfc6c6c6572", ("arbiter", str(2**40)): "ff", ("log", "2"): "61fe", ("setting", "home"): "fd",
    }  # fmt: skip
    with pytest.raises(Exception, match="never"), behind_the_back(connect_store(file)) as connection:
        connection.execute(text("UPDATE log SET who = 'x'"))


def _read_loosely(file: str) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(file) as connection:
        connection.text_factory = bytes
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        rows = {name.decode(): connection.execute(f"SELECT * FROM {name.decode()}").fetchall() for (name,) in tables}
    connection.close()
    return rows


def test_a_key_that_cannot_be_read_is_named_and_left_alone(file: str) -> None:
    spoilt(file, "INSERT INTO setting VALUES (CAST(x'61ff' AS TEXT), '')")
    assert repaired(file).repaired == ()
    assert ill(file) == ["texts"]


# --- all or nothing -------------------------------------------------------------------------------------------------


def test_a_repair_that_is_interrupted_has_done_nothing(office: str, tmp_path: Path) -> None:
    def broken(address: str) -> str:
        with connect_store(address).engine.begin() as connection:
            connection.execute(
                text("DROP TRIGGER log_no_update" if "://" not in address else "DROP TRIGGER log_kept ON log")
            )
            connection.execute(text("DROP INDEX ix_log_action"))
        return address

    other = broken(copy_of(office, tmp_path))
    steps = counted(lambda: repaired(other, "triggers"))
    last = len(steps) - steps[::-1].index("before the commit")
    broken(office)
    before = everything(connect_store(office))
    for at in range(last - 6, last + 1):
        with pytest.raises(Interrupted), fault(at, interrupt):
            repaired(office, "triggers")
        assert everything(connect_store(office)) == before, steps[at - 1]
        assert ill(office) == ["structure", "triggers"]
    assert names(repaired(office)) == ["triggers", "indexes"]
    assert ill(office) == []


# --- by the command line --------------------------------------------------------------------------------------------


def test_by_the_command_line(office: str) -> None:
    with behind(connect_store(office)) as connection:
        connection.execute(text("DROP INDEX ix_log_action"))
    for words, line in (
        (("repair", "--db", office), "a repair needs a reason"),
        (
            ("repair", "clocks", "--why", "x", "--db", office),
            "'clocks' is nothing that can be repaired; clock, founding",
        ),
    ):
        done = typed(*words)
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert line in done.err
    dry = typed("repair", "--why", "x", "--dry-run", "--db", office)
    assert (dry.code, "dry run: nothing was kept" in dry.err, ill(office)) == (0, True, ["structure"])
    done = typed("repair", "--why", "x", "--who", "mender", "--db", office)
    assert done.code == 0
    assert re.match(
        r"indexes: put right, entry \d of the log\n  - the index ix_log_action of log is not there", done.out
    )
    assert ill(office) == []
    again = typed("repair", "--why", "x", "--db", office, "--json")
    assert json.loads(again.out) == {"office": json.loads(again.out)["office"], "dry": False, "repaired": []}
    assert "nothing that can be repaired" in typed("repair", "--why", "x", "--db", office).out


def test_a_repair_says_who(office: str) -> None:
    with pytest.raises(UserError, match="nobody is named"):
        care.repair_office(RepairRequest(office, " ", "x"))


def test_every_repair_is_named_by_the_doctor() -> None:
    """What helps, where something can be repaired, is the repair."""
    from arpad.messages import advise
    from arpad.office.upkeep.doctor import all_checks
    from arpad.office.upkeep.repair import REPAIRS

    helps = " ".join(advise(check.remedy) for check in all_checks())
    assert all(f"`arpad repair {each.name} --why TEXT`" in helps for each in REPAIRS)
