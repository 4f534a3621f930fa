"""What cannot be done is one line with what helps, exit code 2, and nothing is written; by the real command line."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand, preview_list, publish_list
from databases import copy_of, new_database
from office_made import write
from publication_made import DUE, NEXT, SERIES, address_of, an_open, before_list, copied, open_with
from sqlalchemy import select, text
from typed import typed

from arpad.office.clock import Clock
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

OPENING = "id,rating,k,games,highest\n990007,1700,20,100,1700\n"
FIDE = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}{'DEC25':<6}"
    f"{'Gms':<4}{'K':<3}{'B-day':<6}Flag\r\n"
    f"{990007:<15}{'Invented1, Ann':<61}{'UKR':<4}{'F':<4}{'':<28}{'':<1}{1700:<6}{0:<4}{20:<3}{1980:<6}\r\n"
)
EARLY = ("--now", "2025-11-20")
DAY = ("--now", "2025-12-01")


@pytest.fixture
def office(tmp_path: Path) -> str:
    """A rehearsal whose list of December is published on a copy of its own, and files to make mistakes with."""
    desk = copied(before_list("sqlite"), tmp_path)
    (tmp_path / "opening.csv").write_text(OPENING)
    (tmp_path / "standard_dec25frl.txt").write_text(FIDE)
    write(tmp_path, "stranger", an_open("stranger"))
    desk.store.close()
    return address_of(desk)


def log_of(address: str) -> list[Any]:
    store = connect_store(address)
    with store.reading() as connection:
        rows = list(connection.execute(select(schema.log)).all())
    store.close()
    return rows


def refused(address: str, *words: object, said: str) -> None:
    before = log_of(address)
    done = typed(*words, "--db", address)
    assert (done.code, done.out) == (2, ""), done
    (line,) = done.err.splitlines()
    assert line.startswith("arpad: ")
    assert said in line
    assert log_of(address) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("period", "preview", *EARLY), "closes on 2025-11-28, today is 2025-11-20; try from 2025-11-29 on"),
        (("period", "publish", "--yes", *EARLY), "closes on 2025-11-28"),
        (("period", "publish", "--yes", *DAY), "look at it with `arpad period preview fide-standard`"),
        (("period", "publish", *DAY), "add --yes"),
        (("period", "publish", "--yes", "--list", "2030-01", *DAY), "is 2025-12, not 2030-01"),
        (("period", "publish", "--yes", "--list", "2025-13", *DAY), "expected a list written YYYY-MM"),
        (("period", "publish", "fide-blitz", "--yes", *DAY), "begin with `arpad list open SERIES FILE`"),
        (("period", "publish", "--yes", "--now", "2025-11-01"), "closes on 2025-11-28"),
        (("list", "open", "fide-rapid", "opening.csv", "--list", "2030-01", *DAY), "lies in the future"),
        (("list", "open", "fide-rapid", "opening.csv", "--list", "2026-01", *DAY), "lies in the future: today is"),
        (("list", "open", "fide-rapid", "opening.csv", *DAY), "give --list YYYY-MM"),
        (("list", "open", "fide-rabid", "opening.csv", "--list", "2025-12", *DAY), "fide-rapid"),
        (("list", "open", SERIES, "opening.csv", "--list", "2025-12", *DAY), "it is opened once"),
        (
            ("list", "open", "fide-rapid", "none.csv", "--list", "2025-12", *DAY),
            "none.csv cannot be read: No such file",
        ),
        (("list", "import", SERIES, "standard_dec25frl.txt", *DAY), "`arpad period publish` makes its lists"),
        (("list", "import", "fide-rapid", "standard_dec25frl.txt", *DAY), "is a standard list by its name"),
        (("player", "add", "Other, Ann", "--fide-id", "990007", *DAY), "`arpad player show 990007` tells who"),
        (("player", "change", "990014", "--fide-id", "990007", "--why", "x", *DAY), "merge them"),
        (("player", "merge", "990014", "990014", *DAY), "name two players"),
        (("player", "merge", "990014", "990021", "--yes", "--why", "x", *DAY), "both have a rating that is published"),
        (("player", "show", "Drizledown"), "`arpad player find Drizledown` finds it"),
        (("player", "merge", "990014", "Drizledown", *DAY), "`arpad player find Drizledown` finds it"),
        (("explain", "Drizledown"), "give the number; `arpad player find Drizledown` finds it"),
        (("list", "correct", "Drizledown", "1700", "--why", "x", *DAY), "`arpad player find Drizledown` finds it"),
        (("list", "correct", "99 0007", "1700", "--why", "x", *DAY), "`arpad player find '99 0007'` finds it"),
        (("report", "admit", "nobody", *DAY), "`arpad event list` shows those that are"),
        (("list", "export", "nowhere/x.csv"), "make it first"),
        (("list", "export", "list.doc"), "is written as txt, xml, csv"),
        (("list", "show", "--list", "2030-01"), "those from 2025-11 to 2025-11"),
        (("list", "diff", "2025-11", "2030-01"), "those from 2025-11 to 2025-11"),
        (("explain", "990008"), "one slip away: 990007"),
        (("explain", "990007", "--list", "2025-12"), "those from 2025-11 to 2025-11"),
        (("list", "correct", "990021", "1700", *DAY), "--why TEXT"),
        (("list", "correct", "990021", *DAY), "or --withdraw"),
        (("init",), "there is an office at"),
    ],
    ids=lambda given: " ".join(given[:3]) if isinstance(given, tuple) else "",
)
def test_refused_in_one_line(
    office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(office, *words, said=said)


def test_a_list_that_lies_ahead_is_not_imported(office: str, tmp_path: Path) -> None:
    file = tmp_path / "standard_jan30frl.txt"
    file.write_text(FIDE.replace("DEC25", "JAN30"))
    refused(office, "list", "import", "fide-standard", file, *DAY, said="lies in the future: today is 2025-12-01")


def test_a_report_for_an_event_nobody_registered_is_refused_at_the_door(office: str, tmp_path: Path) -> None:
    """Many files may come in one call, so that it is told in the table: exit code 1, something refuses."""
    before = log_of(office)
    done = typed("report", "submit", tmp_path / "stranger.trf", "--json", "--db", office, *DAY)
    assert done.code == 1
    assert "no event stranger is registered" in done.out
    assert "`arpad event list` shows those that are" in done.out
    assert log_of(office) == before


def test_a_player_who_is_not_on_the_list_is_not_explained(office: str, tmp_path: Path) -> None:
    desk = copied(office, tmp_path, DUE)
    preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    refused(address_of(desk), "explain", "990280", said="is not on the list 2025-12 of fide-standard")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mysql://somebody:secret@host/x", "give a file name, sqlite:///FILE or postgresql://"),
        ("none.db", "make one with `arpad init --db none.db`"),
        ("postgresql://arpad:secret@127.0.0.1:1/none", "does not answer"),
    ],
)
def test_a_database_nobody_knows(given: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (("period", "publish", "--yes"), ("list", "show"), ("explain", "1"), ("upgrade",)):
        done = typed(*words, "--db", given)
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert said in done.err
        assert "secret" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_newer_schema_is_left_alone(office: str, tmp_path: Path) -> None:
    newer = copy_of(office, tmp_path)
    with behind_the_back(connect_store(newer)) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    whole = Path(newer).read_bytes()
    for words in (("period", "publish", "--yes"), ("list", "show"), ("explain", "990007"), ("upgrade",)):
        done = typed(*words, "--db", newer)
        assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
        assert "written by a newer Arpad (schema 9999); install that version" in done.err
    assert Path(newer).read_bytes() == whole


def test_an_ordinary_office_has_the_machines_day(tmp_path: Path) -> None:
    address = str(tmp_path / "real.db")
    found_office(connect_store(address, create=True), "officer", Clock())
    for words in (("period", "preview"), ("player", "add", "Invented, Ann"), ("event", "list")):
        refused(address, *words, "--now", "2025-12-01", said="--now")


def test_a_period_out_of_turn_is_refused(tmp_path: Path) -> None:
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=date(2011, 7, 1)), rehearsal=True)
    with by_hand(desk).writing("enter") as writing:
        register_players(writing, [Person("Invented1, Ann", 990007, born=19800102, federation="UKR")])
    open_with(at_may(address), SERIES, date(2011, 5, 1), {990007: 1700})
    for verb in (("preview",), ("publish", "--yes")):
        given = ("period", *verb, "--list", "2011-09", "--now", "2012-01-01")
        refused(address, *given, said="the list after 2011-05 of fide-standard is 2011-07")
    assert typed("period", "preview", "--db", address, "--now", "2012-01-01").code == 0
    assert typed("period", "publish", "--yes", "--db", address, "--now", "2012-01-01").code == 0


def at_may(address: str) -> Any:
    from arpad.office.desk import open_desk

    return open_desk(connect_store(address), "officer", date(2011, 7, 1))
