"""No folder of the machine and no name of the account is stored by a verb, or stands in the public bundle."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from office_made import NUMBERS
from publication_made import DUE
from typed import typed
from verbs_made import copy_of_due, copy_of_later
from verbs_small import SMALL, Words, files, filled

from arpad.finding import Finding, Place, Tier
from arpad.office.book.office_findings import finding_for_storage, without_folder
from arpad.office.book.stored_examination import findings_to_rows
from arpad.plaintext import file_name

ACCOUNT = "m4chine-acc0unt"
READING = {name: [*verb.before, [*name.split(), *verb.words]] for name, verb in SMALL.items() if "{place}" in str(verb)}
READING["player import"] = [["player", "import", "{place}/people.csv"]]
"""The verbs that read a file, or come behind one that does, as they are typed one after the other."""
PEOPLE = 'name,born,sex,federation\n"Newcomer, Nia",1999-04-12,w,POL\n'


@pytest.fixture(autouse=True)
def account(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody whose account has a name, and who does not say who they are."""
    monkeypatch.delenv("ARPAD_WHO", raising=False)
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, ACCOUNT)


def run(address: str, words: Words, day: object = DUE) -> None:
    done = typed(*filled(words), "--db", address, "--now", day)
    assert done.code == 0, (words, done.out, done.err)


def private(text: str) -> list[str]:
    """What should not stand in a text."""
    return [word for word in (ACCOUNT, str(files()), files().name) if word in text]


def stored(address: str) -> str:
    """Everything that a SQLite office stores, as text."""
    with sqlite3.connect(address) as connection:
        connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for name in tables for row in connection.execute(f'SELECT * FROM "{name}"')]
    return "\n".join(
        cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell) for row in rows for cell in row
    )


@pytest.mark.parametrize("name", READING)
def test_a_verb_stores_no_folder_and_no_account(name: str, tmp_path: Path) -> None:
    address = copy_of_later("sqlite", tmp_path)
    (files() / "people.csv").write_text(PEOPLE)
    for words in READING[name]:
        run(address, words, "2025-12-28")
    assert private(stored(address)) == []


def test_a_folder_that_is_stored_is_seen(tmp_path: Path) -> None:
    """Negative control: a reason may hold anything."""
    address = copy_of_due("sqlite", tmp_path)
    run(address, ["player", "change", str(NUMBERS[1]), "--federation", "POL", "--since", "2025-11-01",
                  "--why", f"{files()} {ACCOUNT}"])  # fmt: skip
    assert private(stored(address)) == [ACCOUNT, str(files()), files().name]


def test_the_public_bundle_holds_neither(tmp_path: Path) -> None:
    address, public = copy_of_due("sqlite", tmp_path), tmp_path / "public"
    run(address, ["list", "open", "fide-rapid", "{place}/opening.csv", "--list", "2025-10"])
    run(address, ["bundle", str(public)])
    shown = "\n".join(file.read_text("utf-8") for file in public.rglob("*") if file.is_file())
    assert '\\"file\\": \\"opening.csv\\"' in shown
    assert private(shown) == []


def test_a_name_is_the_last_part_of_a_path() -> None:
    paths = ("/srv/reports/r.trf", "reports\\november\\r.trf", "./r.trf", "r.trf")
    assert {file_name(path) for path in paths} == {"r.trf"}
    assert [file_name(path) for path in ("-", "", "/")] == ["-", "", "/"]


def test_a_finding_is_stored_with_the_name_alone() -> None:
    finding = Finding("rated-count", Tier.ADVICE, Place("/srv/reports/r.trf", 3), "report-without-players")
    assert finding_for_storage(finding)["file"] == "r.trf"
    assert findings_to_rows((without_folder(finding),))[0][2] == ["r.trf", 3, 0]
