"""The care of an office from the command line: backup, restore, doctor and log, as a volunteer types them."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import new_database
from offices_made import everything, full_office
from varying import without_varying

from arpad.cli import main
from arpad.office.clock import Clock
from arpad.office.office_settings import found_office
from arpad.office.store.engine import connect_store

Told = tuple[int, str, str]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def asked(*arguments: str) -> Told:
        monkeypatch.setattr(sys, "argv", ["arpad", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    return asked


@pytest.fixture
def office(tmp_path: Path) -> str:
    address = new_database("sqlite", tmp_path)
    full_office(address).store.close()
    return address


def test_backup_and_restore_say_what_they_did(ask: Any, office: str, tmp_path: Path) -> None:
    file, new = str(tmp_path / "office.zip"), str(tmp_path / "new.db")
    before = everything(connect_store(office))
    code, told, _ = ask("backup", file, "--db", office, "--who", "keeper")
    assert code == 0
    assert "read back and in order" in told
    assert "birth dates" in told
    code, told, _ = ask("restore", file, "--db", new)
    assert (code, "arpad doctor" in told) == (0, True)
    assert everything(connect_store(new)) == before
    assert "keeper" in ask("log", "--action", "backup", "--db", office)[1]  # who took the data away is known
    assert ask("doctor", "--db", new)[0] == 0
    code, told, said = ask("restore", file, "--db", new)
    assert (code, told) == (2, "")
    assert said == (
        f"arpad: {new} is not empty; a backup is restored only into a new file or an empty database\n"
    )  # one line, no traceback


def test_a_backup_of_nothing_is_a_clear_refusal(ask: Any, tmp_path: Path) -> None:
    code, _, said = ask("backup", str(tmp_path / "office.zip"), "--db", str(tmp_path / "none.db"))
    assert (code, "there is no office" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_restore_never_falls_back_to_the_office_in_use(
    ask: Any, office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where to restore is always said: neither the usual file nor ARPAD_DB is taken for it."""
    ask("backup", str(tmp_path / "office.zip"), "--db", office)
    monkeypatch.setenv("ARPAD_DB", office)
    monkeypatch.chdir(tmp_path)
    code, _, said = ask("restore", str(tmp_path / "office.zip"))
    assert (code, "--db" in said) == (2, True)
    assert not (tmp_path / "arpad.db").exists()


def test_the_help_says_that_a_backup_holds_birth_dates(ask: Any) -> None:
    assert "birth dates" in ask("backup", "--help")[1]


def test_the_doctor_says_ok_and_ends_with_0(ask: Any, office: str) -> None:
    code, told, _ = ask("doctor", "--db", office)
    assert code == 0
    assert "0 need attention, 0 give advice" in told
    assert "seals" in told
    code, told, _ = ask("doctor", "--db", office, "--json")
    said = json.loads(told)
    assert (code, said["healthy"]) == (0, True)
    assert {each["state"] for each in said["checks"]} == {"ok"}


def test_the_doctor_names_what_is_wrong_and_the_remedy_and_ends_with_1(ask: Any, office: str) -> None:
    with sqlite3.connect(office) as connection:
        connection.execute("DROP TRIGGER log_no_update")
        connection.execute("UPDATE log SET who = 'fou\x1b[31mnder'")
    connection.close()
    code, told, _ = ask("doctor", "--db", office)
    assert code == 1
    assert "the trigger log_no_update is not there, and rows of log can be changed" in told
    assert "what helps: find out who did that" in told
    assert r"GAM1: fou\x1b[31mnder sent the report and admitted it" in told
    assert "\x1b" not in told
    assert "1 needs attention, 1 gives advice" in told
    code, told, _ = ask("doctor", "--db", office, "--json")
    assert (code, json.loads(told)["healthy"]) == (1, False)


def test_the_doctor_on_a_file_that_is_no_database_is_no_traceback(ask: Any, tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_bytes(b"Dear officer, " * 100)
    code, told, _ = ask("doctor", "--db", str(tmp_path / "letter.db"))
    assert (code, "not a database" in told) == (1, True)


# --- log ----------------------------------------------------------------------------------------------------------


def actions(told: str) -> list[str]:
    return [each["action"] for each in json.loads(told)]


def test_the_log_is_a_table_for_people(ask: Any, address: str) -> None:
    full_office(address).store.close()
    code, told, _ = ask("log", "--db", address)
    assert code == 0
    assert told.splitlines()[0].split() == ["entry", "day", "at", "(UTC)", "who", "action", "subject", "why"]
    assert "a story in two lines" in told
    assert "2024-05-01" in told
    assert actions(ask("log", "--db", address, "--json")[1]) == ["found", "enter", "submit", "publish", "checkpoint"]
    assert actions(ask("log", "--db", address, "--json", "--who", "other officer")[1]) == ["publish", "checkpoint"]
    assert actions(ask("log", "--db", address, "--json", "--action", "enter")[1]) == ["enter"]
    assert actions(ask("log", "--db", address, "--json", "--last", "2")[1]) == ["publish", "checkpoint"]
    assert actions(ask("log", "--db", address, "--json", "--since", "2024-05-01")[1])[0] == "found"
    assert actions(ask("log", "--db", address, "--json", "--since", "2024-05-02")[1]) == []
    code, _, said = ask("log", "--db", address, "--action", "publsh")
    assert (code, "it has checkpoint, enter, found, publish, submit" in said) == (2, True)
    assert ask("log", "--db", address, "--since", "yesterday")[0] == 2


def test_the_log_names_a_list_by_its_month_and_leaves_other_numbers_alone(ask: Any, tmp_path: Path) -> None:
    desk = found_office(connect_store(str(tmp_path / "office.db"), create=True), "officer", Clock())
    for action, subject in (("publish", "fide-standard 202405"), ("correct", "fide-standard 990007")):
        with by_hand(desk).writing(action, subject) as writing:
            assert writing.seq
    told = ask("log", "--db", str(tmp_path / "office.db"))[1]
    assert "fide-standard 2024-05" in told
    assert "fide-standard 990007" in told
    assert "202405" not in without_varying(told)


def test_nothing_in_the_log_moves_the_terminal(ask: Any, tmp_path: Path) -> None:
    found_office(connect_store(str(tmp_path / "office.db"), create=True), "officer", Clock())
    with sqlite3.connect(tmp_path / "office.db") as connection:  # no desk would take it
        row = ("offi\x1b[2Jcer\x9b1m", "\u202egnihton", "line\r\nfake entry \x07")
        copied = "INSERT INTO log (at, day, who, action, subject, why, detail)"
        connection.execute(f"{copied} SELECT at, day, ?, 'note', ?, ?, '' FROM log", row)
    connection.close()
    told = ask("log", "--db", str(tmp_path / "office.db"))[1]
    assert not [letter for letter in told if not letter.isprintable() and letter != "\n"]
    assert len(told.splitlines()) == 4
