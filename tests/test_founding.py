"""An office is founded wholly or not at all, whatever happens meanwhile; what was left half is completed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from by_hand import behind_the_back, by_hand
from databases import new_database
from faults import Interrupted, counted, disk_error, fault, interrupt, killed
from offices_made import everything
from sqlalchemy import inspect, text
from typed import typed

from arpad.finding import UserError
from arpad.office import care
from arpad.office.care import FoundingRequest
from arpad.office.desk import open_office
from arpad.office.store.engine import APPLICATION_ID, connect_store, new_database_file
from arpad.office.store.migrate import upgrade_schema
from arpad.office.upkeep.doctor import State, run_checks

SERVER = ("durable-server", "checksums")  # the tests' own server is quick and not durable


def founded(address: str) -> None:
    care.found_office(FoundingRequest(address, "founder", "UKR", zone="Europe/Kyiv"))


def is_whole(address: str) -> bool:
    """Whether there is a whole office; where there is none there must be nothing at all."""
    if "://" not in address and not Path(address).exists():
        return False
    store = connect_store(address)
    with store.reading() as connection:
        if not inspect(connection).get_table_names():
            return False
        if store.is_sqlite:
            assert connection.execute(text("PRAGMA application_id")).scalar() == APPLICATION_ID
    rows = everything(store)
    assert {row[0]: row[1] for row in rows["setting"]}.keys() == {"home", "rehearsal", "timezone", "founded"}
    assert [(row[3], row[4]) for row in rows["log"]] == [("founder", "found")]
    ill = [each for each in run_checks(store) if each.state is not State.OK and each.check not in SERVER]
    assert ill == []
    return True


@pytest.fixture
def steps(address: str, tmp_path: Path) -> list[str]:
    kind = "postgresql" if "://" in address else "sqlite"
    return counted(lambda: founded(new_database(kind, tmp_path)))


def tried(steps: list[str], apart: int) -> list[int]:
    """Steps that are alike are tried now and then, the last ones, with which the office comes to be there, each."""
    last = len(steps) - 8
    return [*range(1, last, apart), *range(last, len(steps) + 1)]


def test_founding_is_one_transaction(steps: list[str]) -> None:
    assert len(steps) > 100
    assert [step for step in steps if "commit" in step] == ["before the commit", "after the commit"]
    assert steps[-1] == "after the commit"


def test_an_error_at_any_step_leaves_nothing_and_founding_can_be_repeated(address: str, steps: list[str]) -> None:
    for at in tried(steps, 20 if "://" not in address else 80):
        strike = disk_error if steps[at - 1].startswith("open") else interrupt
        with pytest.raises((Interrupted, UserError)), fault(at, strike):
            founded(address)
        there = is_whole(address)
        assert there == (at == len(steps)), steps[at - 1]
        assert there or "://" in address or not Path(address).exists()


def test_death_at_any_step_leaves_nothing_or_a_whole_office(address: str, steps: list[str]) -> None:
    for at in tried(steps, 40 if "://" not in address else 160):
        assert killed(lambda: founded(address), at)
        assert is_whole(address) == (at == len(steps)), steps[at - 1]


# --- what was left half ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stamped", [True, False])
def test_what_an_earlier_arpad_left_half_is_founded_again(address: str, stamped: bool) -> None:
    """The schema is there, committed by itself, and neither settings nor an entry of the log."""
    store = connect_store(address, create=True)
    upgrade_schema(store)
    if store.is_sqlite and stamped:
        with behind_the_back(store) as connection:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
    if store.is_sqlite:
        os.chmod(address, 0o600)
    founded(address)
    assert is_whole(address)
    with pytest.raises(UserError, match="there is an office"):
        founded(address)


def test_nothing_that_holds_a_row_is_founded_over(address: str) -> None:
    store = connect_store(address, create=True)
    upgrade_schema(store)
    with behind_the_back(store) as connection:
        connection.execute(text("INSERT INTO setting VALUES ('home', 'UKR')"))
    with pytest.raises(UserError, match="there is an office"):
        founded(address)
    with behind_the_back(store) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UserError, match="there is an office"):
        founded(address)


def test_tables_of_another_program_are_left_alone(address: str) -> None:
    with behind_the_back(connect_store(address, create=True)) as connection:
        connection.execute(text("CREATE TABLE guests (name TEXT)"))
    with pytest.raises(UserError, match="not an office's"):
        founded(address)


# --- before anything is written -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        FoundingRequest("", "x", home="\udcff"),
        FoundingRequest("", "x", home="UK\udcff"),
        FoundingRequest("", "x", home="Ukraine"),
        FoundingRequest("", "fou\udcffnder"),
        FoundingRequest("", "x", zone="Europe/\udcff"),
        FoundingRequest("", "x", zone="\x00"),
    ],
)
def test_what_cannot_be_kept_is_refused_before_anything_is_written(wrong: FoundingRequest, address: str) -> None:
    request = FoundingRequest(address, wrong.who, wrong.home, wrong.rehearsal, wrong.zone)
    with fault(0, interrupt) as steps, pytest.raises(UserError):
        care.found_office(request)
    assert steps == []
    assert not is_whole(address)
    founded(address)


def test_the_command_line_refuses_a_home_with_a_bad_byte_in_one_line(tmp_path: Path) -> None:
    done = typed("init", "--home", "\udcff", "--db", tmp_path / "office.db")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert list(tmp_path.iterdir()) == []
    assert typed("init", "--home", "UKR", "--db", tmp_path / "office.db").code == 0


# --- whose the file is ----------------------------------------------------------------------------------------------


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_the_file_and_its_journal_are_the_owners_from_the_first_byte(tmp_path: Path) -> None:
    address, before = tmp_path / "office.db", os.umask(0)
    try:
        for at in range(1, len(counted(lambda: founded(str(tmp_path / "other.db")))), 20):
            killed(lambda: founded(str(address)), at)
            assert {mode(file) for file in tmp_path.glob("office.db*")} <= {0o600}
        founded(str(address))
        with open_office(str(address), "officer") as desk, by_hand(desk).writing("note") as writing:
            assert writing.seq
            assert len(list(tmp_path.glob("office.db*"))) > 1, "no journal was looked at"
            assert {mode(file) for file in tmp_path.glob("office.db*")} == {0o600}
    finally:
        os.umask(before)


def test_a_file_is_taken_away_only_by_who_made_it_and_only_empty(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.touch(0o644)
    with pytest.raises(Interrupted), new_database_file(connect_store(str(there))):
        interrupt()
    assert (there.exists(), mode(there)) == (True, 0o644)
    filled = connect_store(str(tmp_path / "filled.db"), create=True)

    def overtaken() -> None:
        """Another founds an office there meanwhile."""
        founded(filled.address)
        interrupt()

    with pytest.raises(Interrupted), new_database_file(filled):
        overtaken()
    assert is_whole(filled.address)
    gone = connect_store(str(tmp_path / "gone.db"), create=True)
    with pytest.raises(UserError, match="taken away"), new_database_file(gone):
        os.unlink(gone.address)
