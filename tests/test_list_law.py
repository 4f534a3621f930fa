"""A list is opened and explained with the law it carries, whatever a later release says; the next is made by today's.

The later release is real: a copy of the package with another edition file and other readings, run as a program of its
own on the same office.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from by_hand import preview_list, publish_list
from databases import KINDS, new_database
from frozen import office_of
from office_made import NUMBERS
from offices_made import behind
from publication_made import DUE, DUE_THEN, NEXT, OPENING, SERIES, address_of, before_list, copied
from published_before import OFFICES
from sqlalchemy import delete, func, select, update
from typed import typed

import arpad
from arpad.explain.calculation import LawUsed
from arpad.law import LawError
from arpad.law.law_set import LawSet, current_law
from arpad.law.lawfiles import SHIPPED
from arpad.office import care, lists
from arpad.office.desk import Desk, open_desk
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import upgrade_schema
from arpad.office.upkeep.backup import take_backup
from arpad.office.upkeep.doctor import State
from arpad.office.upkeep.restore import restore_backup

EDITION = "fide-standard-2025"
PLAYER = NUMBERS[3]
CHANGES = {
    f"{EDITION}.toml": (
        ('name = "below-2400", k = 20', 'name = "below-2500", k = 21'),
        ('"new-player", "below-2400"]', '"new-player", "below-2500"]'),
        ('says = "The change of the period is rounded', 'says = "Somehow the change of the period is rounded'),
        ("K never changes while an event or a period is running", "K never changes"),
    ),
    "readings.toml": (("one K serves the whole period", "one single K serves the whole period"),),
}


def published(kind: str, directory: Path) -> Desk:
    """An office with the list of December."""
    desk = copied(before_list(kind), directory, DUE)
    preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    return desk


def later(directory: Path) -> Path:
    """A later release: K 21 in the place of 20, under another name, and other words."""
    package = Path(arpad.__file__).parent
    shutil.copytree(package, directory / "later" / "arpad", ignore=shutil.ignore_patterns("__pycache__"))
    for file, pairs in CHANGES.items():
        path = directory / "later" / "arpad" / "law" / file
        text = path.read_text("utf-8")
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
        with (path.parent / SHIPPED).open("a", encoding="utf-8") as shipped:  # as the release would have it
            shipped.write(f"{hashlib.sha256(text.encode()).hexdigest()} {file}\n")
    return directory / "later"


def run(release: Path, address: str, *words: str, may: int = 0) -> Any:
    """What the program of a release prints: JSON where it is asked for."""
    known = {"PYTHONPATH": str(release), "ARPAD_DB": address, "ARPAD_WHO": "A. Officer", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "arpad", *words]
    done = subprocess.run(command, env={**os.environ, **known}, capture_output=True, text=True, check=False)
    assert done.returncode <= may, done.stderr
    return json.loads(done.stdout) if "--json" in words else done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_list_keeps_its_law_and_the_next_one_is_made_by_todays(kind: str, tmp_path: Path) -> None:
    """8.3.3 of 2025 gives K 20 below 2400. A release that had 21 there would change the next list, not this one."""
    desk = published(kind, tmp_path)
    address, release = address_of(desk), later(tmp_path)
    before = json.loads(typed("explain", PLAYER, "--json", "--db", address).out)
    sheet = json.loads(typed("explain", "--event", "open-1", "--json", "--db", address).out)
    assert (before["law"], before["after"]["k"], before["after"]["k_reason"]) == ("same", 20, "below-2400")
    assert "K never changes while an event or a period is running" in str(before["rulings"])

    after = run(release, address, "explain", str(PLAYER), "--list", "2025-12", "--json")
    assert after == {**before, "law": "carried"}
    assert run(release, address, "explain", "--event", "open-1", "--json") == {**sheet, "law": "carried"}
    words = run(release, address, "explain", str(PLAYER), "--list", "2025-12")
    assert "Explained with fide-standard-2025 as the list carries it" in words

    day = DUE_THEN.isoformat()
    run(release, address, "period", "preview", "--now", day)
    run(release, address, "period", "publish", "--yes", "--now", day)
    following = run(release, address, "explain", str(PLAYER), "--list", "2026-01", "--json")
    assert (following["law"], following["after"]["k"]) == ("same", 21)
    assert (following["before"]["k"], following["before"]["k_reason"]) == (20, "below-2400")  # by the list of December
    assert following["after"]["k_reason"] == "below-2500"
    assert run(release, address, "explain", str(PLAYER), "--list", "2025-12", "--json") == after
    seen = json.loads(typed("explain", PLAYER, "--list", "2026-01", "--json", "--db", address).out)
    assert seen == {**following, "law": "carried"}  # and the release before explains the later list with its law
    with desk.reading() as connection:
        kept = {
            row.list: row.sha256
            for row in connection.execute(select(schema.list_law).filter_by(file=f"{EDITION}.toml"))
        }
    assert kept[OPENING] == kept[NEXT] != kept[202601]


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_of_the_law_is_stored_once_and_goes_with_a_backup(kind: str, tmp_path: Path) -> None:
    desk = published(kind, tmp_path)
    with desk.reading() as connection:
        carried = law_stored_with_list(connection, SERIES, NEXT)
        assert carried == law_stored_with_list(connection, SERIES, OPENING) == current_law([EDITION])
        assert connection.execute(select(func.count()).select_from(schema.law_text)).scalar() == 3
    assert sorted(carried.files) == ["adjustments.toml", f"{EDITION}.toml", "readings.toml"]
    take_backup(desk, tmp_path / "office.zip")
    for other in KINDS:
        address = new_database(other, tmp_path)
        restore_backup(tmp_path / "office.zip", address)
        with open_desk(connect_store(address), "reader").reading() as connection:
            assert law_stored_with_list(connection, SERIES, NEXT) == carried


@pytest.mark.parametrize("kind", KINDS)
def test_the_doctor_finds_a_changed_byte_of_a_stored_law(kind: str, tmp_path: Path) -> None:
    desk = published(kind, tmp_path)

    def wrong() -> list[str]:
        found = care.examine_office(care.DoctorRequest(address_of(desk))).checks
        return [each.check for each in found if each.state is State.WRONG and each.check != "durable-server"]

    assert wrong() == []
    text = schema.law_text
    with behind(desk.store) as connection:
        law = current_law([EDITION]).files[f"{EDITION}.toml"].replace(b"k = 20", b"k = 21")
        rows = connection.execute(select(text.c.sha256, text.c.body)).all()
        changed = next(row.sha256 for row in rows if bytes(row.body).replace(b"k = 20", b"k = 21") == law)
        connection.execute(update(text).where(text.c.sha256 == changed).values(body=law))
    assert wrong() == ["law"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_of_before_is_explained_with_todays_law_and_says_so(kind: str, tmp_path: Path) -> None:
    address = office_of(kind, tmp_path, "0005", OFFICES["0005"])
    upgrade_schema(connect_store(address))
    of, store = schema.rating_list, connect_store(address)
    with behind(store) as connection:
        connection.execute(delete(schema.list_law))
    for made_by, law, words in ((b"another release", "todays", True), (b"", "same", False)):
        sha256 = hashlib.sha256(made_by).hexdigest() if made_by else current_law().sha256(EDITION)
        with behind(store) as connection:
            connection.execute(update(of).values(edition_sha256=sha256))
        assert json.loads(typed("explain", PLAYER, "--json", "--db", address).out)["law"] == law
        assert json.loads(typed("explain", "--event", "open-7", "--json", "--db", address).out)["law"] == law
        done = typed("explain", PLAYER, "--db", address)
        assert ("today's fide-standard-2025: the list does not carry its own" in done.out) == words


def test_a_law_that_this_version_does_not_understand_is_not_used_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = published("sqlite", tmp_path)
    strange = {name: body.replace(b"precedence = ", b"order = ") for name, body in current_law([EDITION]).files.items()}
    monkeypatch.setattr("arpad.office.publishing.list_law._law_with_hashes", lambda *_: LawSet(strange))
    answer = lists.explain_rating(desk, lists.CalculationQuestion(PLAYER))
    assert (answer.law, answer.edition) == (LawUsed.UNREADABLE, EDITION)
    assert lists.show_list(desk, lists.ListQuery()).edition == EDITION


def test_carried_law_knows_no_other_file() -> None:
    law = current_law(["fide-rapid-blitz-2018"])
    assert law.ids == ("fide-rapid-blitz-2018",)
    book = law.rulebook("fide-rapid-blitz-2018", "fide-blitz")
    assert (book.id, book.series) == ("fide-rapid-blitz-2018", "fide-blitz")
    assert law.in_force("fide-blitz", arpad.rulebook("fide-rapid-blitz-2018").head.in_force) == book
    with pytest.raises(LawError, match="none covers"):
        law.in_force("fide-blitz", DUE)
    with pytest.raises(LawError, match=r"there is no ukraine-2018\.toml"):
        law.rulebook("ukraine-2018", "ukraine")
    with pytest.raises(LawError, match="does not serve"):
        law.rulebook("fide-rapid-blitz-2018", "ukraine")
    with pytest.raises(LawError):
        LawSet({**law.files, "fide-rapid-blitz-2018.toml": b"\xff"}).rulebook("fide-rapid-blitz-2018", "fide-blitz")
