"""The care desk as Python: an office is founded, backed up, restored and looked over, and its log says who did what."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from by_hand import by_hand

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import care
from arpad.office.care import DoctorRequest, FoundingRequest, LogQuery, State
from arpad.office.desk import Desk, open_desk, open_office
from arpad.office.store.engine import connect_store
from arpad.office.upkeep.backup import take_backup

DAY = date(2024, 3, 1)
SERVER = ("durable-server", "checksums")  # the tests' own server is quick and not durable


def test_an_office_is_founded_backed_up_restored_and_in_order(address: str, tmp_path: Path) -> None:
    founded = care.found_office(FoundingRequest(address, "founder", "ukr", rehearsal=True, now=DAY))
    assert (founded.rehearsal, founded.today) == (True, DAY)
    file = tmp_path / "office.zip"
    with open_office(address, " keeper ") as desk:
        assert desk.home == "UKR"
        written = care.back_up_office(desk, file)
        entries = care.read_log(desk, LogQuery())
    assert [(entry.action, entry.who, entry.subject) for entry in entries] == [
        ("found", "founder", ""),
        ("backup", "keeper", "office.zip"),
    ]
    assert entries[1].detail == {"rows": written.rows, "seal": file.read_bytes()[-64:].decode()}
    restored = care.restore_backup(file, str(tmp_path / "new.db"))
    assert (restored.rows, restored.last) == (written.rows, 1)
    examination = care.examine_office(DoctorRequest(restored.office))
    assert examination.healthy
    assert {check.state for check in examination.checks if check.check not in SERVER} == {State.OK}
    assert care.upgrade_office(address).schema


def test_what_an_office_needs_is_asked_for_before_it_is_there(tmp_path: Path) -> None:
    address = str(tmp_path / "office.db")
    for wrong, sentence in (
        (FoundingRequest(address, " "), "nobody is named"),
        (FoundingRequest(address, "x", now=DAY), "only a rehearsal"),
        (FoundingRequest(address, "x", rehearsal=True), "needs its first day"),
        (FoundingRequest(address, "x", zone="Mars/Olympus"), "is no time zone"),
    ):
        with pytest.raises(UserError, match=sentence):
            care.found_office(wrong)
    care.found_office(FoundingRequest(address, "x"))
    with pytest.raises(UserError, match="already"):
        care.found_office(FoundingRequest(address, "x"))
    with pytest.raises(UserError, match="nobody is named"), open_office(address, ""):
        pass
    with pytest.raises(UserError, match="only a rehearsal is told its day"), open_office(address, "x", DAY):
        pass


def test_no_backup_leaves_the_office_without_somebody_who_answers_for_it(
    desk: Desk, office: str, tmp_path: Path
) -> None:
    """Where the log cannot say who took it, there is no file: the clock is behind, or the run is dry."""
    file = tmp_path / "office.zip"
    with by_hand(desk).writing("note") as writing:
        assert writing.seq
    early = open_desk(connect_store(office), "keeper", date(2024, 2, 1))
    dry = open_desk(connect_store(office), "keeper", dry=True)
    for who, sentence in ((early, "the clock says 2024-02-01"), (dry, "dry run")):
        with pytest.raises(UserError, match=sentence):
            care.back_up_office(who, file)
        with pytest.raises(UserError, match=sentence):
            take_backup(who, file)
        assert list(tmp_path.glob("*.zip")) == []


def test_the_log_knows_which_list_an_entry_is_about(desk: Desk) -> None:
    for action, subject in (("publish", "fide-standard 202405"), ("correct", "fide-standard 990007")):
        with by_hand(desk).writing(action, subject) as writing:
            assert writing.seq
    _, published, corrected = care.read_log(desk, LogQuery())
    assert (published.series, published.list_, published.subject) == (
        "fide-standard", Month(202405), "fide-standard 2024-05",
    )  # fmt: skip
    assert (corrected.series, corrected.list_, corrected.subject) == (None, None, "fide-standard 990007")
    with pytest.raises(UserError, match="it has correct, found, publish"):
        care.read_log(desk, LogQuery(action="publsh"))
