"""Revisions by the command line: each verb once, and what cannot be done, which is told and writes nothing.

The office is that of `publication_made`, with its lists of December and January: the players 1 to 4 win in `open-1` and
play again in `open-3`.
"""

from __future__ import annotations

import atexit
import json
import shutil
import sqlite3
import sys
import tempfile
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from by_hand import preview_list, publish_list
from jsonschema import validate
from office_made import NUMBERS, reported
from publication_made import DUE, DUE_THEN, NEXT, SERIES, THEN, address_of, admit_one, an_open, before_list, copied, on
from varying import without_varying

from arpad.asjson import schema
from arpad.cli import main
from arpad.cli.answers import answer_type
from arpad.days import Month

WON = {(n, turn): "1" for n in range(1, 5) for turn in (1, 2, 3)}
RIGHT = {**WON, (1, 1): "0"}  # the first game of player 1, whom 8 in fact beat
LINE = 80


@cache
def two_lists() -> str:
    """The office with two published lists, and an event that was reported and not admitted."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-revised-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    desk = on(copied(before_list("sqlite"), directory), DUE)
    reported(desk, an_open("lost", range(17, 25)))
    preview_list(desk, SERIES, Month(NEXT))
    publish_list(desk, SERIES, Month(NEXT))
    desk = on(admit_one(desk, an_open("open-3", [1, 2, 3, 4, 9, 10, 33, 34], start=date(2025, 12, 8))), DUE_THEN)
    preview_list(desk, SERIES, Month(THEN))
    publish_list(desk, SERIES, Month(THEN))
    desk.store.close()
    return address_of(desk)


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, in the directory where one stands."""
    path = tmp_path / "office.db"
    shutil.copy(two_lists(), path)
    (tmp_path / "right.trf").write_text(an_open("open-1", results=RIGHT).text)
    (tmp_path / "same.trf").write_text(an_open("open-1").text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARPAD_DB", str(path))
    monkeypatch.setenv("ARPAD_WHO", "B. Officer")
    return path


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """A call: its exit code, and what it prints on both streams."""

    def asked(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", *words])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), "".join(capsys.readouterr())

    return asked


@pytest.fixture
def answered(ask: Any) -> Any:
    """A call that goes well: what it prints."""

    def printed(*words: str) -> str:
        code, text = ask(*words)
        assert code == 0, text
        return str(text)

    return printed


def approved(answered: Any, *words: str) -> str:
    """Propose, preview and approve a case by the code that each step names; gives what the preview shows."""
    code = answered("revision", *words).split(" ", 1)[0]
    shown = str(answered("revision", "preview", code))
    assert f"`arpad revision approve {code}`" in shown
    assert f"`arpad revision notice {code}`" in answered("revision", "approve", code, "--yes")
    return shown


def moves(answered: Any, code: str) -> list[tuple[str, int, int, int]]:
    """List, number, rating before and after, in the order of the preview as JSON."""
    shown = json.loads(answered("revision", "preview", code, "--json"))
    rows = [(each["list"], move) for series in shown["series"] for each in series["lists"] for move in each["moves"]]
    return [(list_, move["player"], move["before"], move["after"]) for list_, move in rows]


def entries(office: Path) -> int:
    """Entries of the log, cases, and rows of decisions."""
    with sqlite3.connect(office) as connection:
        tables = ("log", "revision", "revision_step", "revision_file", "decision", "report", "revised_part")
        return sum(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables)


NUMBER_1, NUMBER_8 = 1000000018, 1000000083  # of the office


# --- the way of a case ------------------------------------------------------------------------------------------------


def test_a_corrected_report_from_the_file_to_the_next_list(office: Path, answered: Any) -> None:
    """Player 1 had 1555 with five games at K 20: a point less is 20 less, on his list and on the one after it."""
    printed = answered("revision", "replace", "open-1", "right.trf", "--why", "board 1 was typed the wrong way round")
    assert printed == "REV-1 is proposed: another report of open-1\nwhat it moves: `arpad revision preview REV-1`\n"
    assert moves(answered, "REV-1") == [
        ("2025-12", NUMBER_1, 1555, 1535), ("2025-12", NUMBER_8, 1592, 1612),
        ("2026-01", NUMBER_1, 1571, 1551), ("2026-01", NUMBER_8, 1592, 1612),
    ]  # fmt: skip
    assert "2 players are moved on 2 lists" in answered("revision", "approve", "rev-1", "--yes")
    assert "approved" in answered("revision", "list")
    assert "there is no case" in answered("revision", "list", "--open")
    steps = json.loads(answered("revision", "show", "1", "--json"))["steps"]
    assert [step["state"] for step in steps] == ["previewed", "approved"]
    answered("revision", "show", "REV-1", "--sent", "back.trf")
    assert Path("back.trf").read_bytes() == Path("right.trf").read_bytes()
    answered("period", "preview", "--now", "2026-02-01")
    answered("period", "publish", "--yes", "--empty")
    assert "1551" in answered("explain", str(NUMBERS[1]))


def test_the_notice_is_plain_text_of_eighty_columns(office: Path, answered: Any) -> None:
    long = "the arbiter wrote on 3 January that the result of the first board was typed the wrong way round"
    approved(answered, "replace", "open-1", "right.trf", "--why", long)
    lines = answered("revision", "notice", "REV-1").splitlines()
    assert lines[0] == "Notice of revision REV-1, 2026-01-01"
    assert max(map(len, lines)) < LINE
    assert all(line.isprintable() for line in lines)
    assert lines[-4:] == [
        "  1000000018  Invented1, Ann", "    1571 -> 1551 (the rating before [7.1])",
        "  1000000083  Invented8, Ann", "    1592 -> 1612 (the rating before [7.1])",
    ]  # fmt: skip


def test_a_preview_shows_the_largest_twenty_first(office: Path, answered: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("arpad.cli.revision_propose.MOVES_SHOWN", 3)
    answered("revision", "annul", "open-1", "--why", "nobody played")
    short, whole = (answered("revision", "preview", "1", *words).splitlines() for words in ((), ("--all",)))
    rows = [line.split() for line in whole if line.startswith("202")]
    sizes = [abs(int(row[6])) for row in rows]
    assert len(rows) == 16
    assert sizes == sorted(sizes, reverse=True)
    assert [line.split() for line in short if line.startswith("202")] == rows[:3]
    assert "… and 13 rows more; --all shows them" in short


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("annul", "open-1"), ("2025-12", NUMBER_1, 1555, 1515)),  # as on the opening list
        (("game", "open-1", "1", "1", "--reason", "fair-play"), ("2025-12", NUMBER_1, 1555, 1542)),
        (("opening", "990007", "--rating", "1615"), ("2025-11", NUMBER_1, 1515, 1615)),
        (("fact", "990007", "--born", "2010"), ("2026-01", NUMBER_1, 1571, 1587)),  # K 40 for K 20 gives 32 for 16
        (("merge", "990007", "990105", "--even-if-different"), ("2025-11", 1000000155, 1725, 0)),
    ],
)
def test_what_each_kind_of_case_moves_most(
    office: Path, answered: Any, words: tuple[str, ...], first: tuple[Any, ...]
) -> None:
    answered("revision", *words, "--why", "it was wrong")
    assert moves(answered, "REV-1")[0] == first


def test_an_event_that_came_too_late_enters_its_list(office: Path, answered: Any) -> None:
    answered("revision", "late", "lost", "--why", "the report lay in the wrong folder")
    rows = moves(answered, "REV-1")
    assert len(rows) == 16  # eight players on two lists
    assert {row[0] for row in rows} == {"2025-12", "2026-01"}


def test_examined_again_without_anything_new_nobody_is_moved(office: Path, answered: Any) -> None:
    shown = approved(answered, "again", "open-1", "--why", "the licence was entered")
    assert "Nobody's rating is moved." in shown
    assert "Nobody's rating is moved." in answered("revision", "notice", "REV-1")


def test_a_game_is_taken_in_again_and_a_merge_taken_back(office: Path, answered: Any) -> None:
    """What goes and comes back leaves every list as published."""
    for out, back in (
        (("game", "open-1", "1", "1", "--reason", "fair-play"), ("game", "open-1", "1", "1", "--include")),
        (("merge", "990007", "990105", "--even-if-different"), ("unmerge", "990105")),
    ):
        approved(answered, *out, "--why", "first")
        code = answered("revision", *back, "--why", "second").split(" ", 1)[0]
        assert "a first rating that goes" not in answered("revision", "preview", code)
        away = moves(answered, code)
        answered("revision", "approve", code, "--yes")
        taken = json.loads(answered("revision", "notice", f"REV-{int(code[4:]) - 1}", "--json"))
        assert {(row[0], row[1], row[3], row[2]) for row in away} == {
            (each["list"], move["player"], move["before"], move["after"])
            for each in taken["series"][0]["lists"]
            for move in each["moves"]
        }


def test_a_case_is_dropped_and_the_next_may_come(office: Path, ask: Any, answered: Any) -> None:
    answered("revision", "annul", "open-1", "--why", "nobody played")
    code, told = ask("revision", "replace", "open-1", "right.trf", "--why", "x")
    assert (code, told) == (
        2, "arpad: the open case REV-1 is about the same event or player; approve or drop REV-1 first\n"
    )  # fmt: skip
    assert answered("revision", "drop", "1", "--why", "they did") == "REV-1 is dropped: open-1 is annulled\n"
    answered("revision", "replace", "open-1", "right.trf", "--why", "x")
    code, told = ask("revision", "preview", "REV-1")
    assert (code, told) == (2, "arpad: the case REV-1 is dropped since 2026-01-01\n")


def test_what_the_office_decides_for_a_series(office: Path, ask: Any, answered: Any) -> None:
    assert json.loads(answered("revision", "setting", "--json"))["rules"] == {
        "difference": "carry", "board": "published", "reach": 0
    }  # fmt: skip
    answered("revision", "setting", "difference", "note", "--why", "statutes")
    answered("revision", "setting", "reach", "1", "--series", SERIES, "--why", "statutes")
    assert "Nothing was changed" in answered("revision", "setting", "reach", "1", "--why", "statutes")
    assert "The next list does not build on them" in approved(answered, "annul", "open-3", "--why", "x")
    code, told = ask("revision", "opening", "990007", "--rating", "1615", "--why", "x")
    assert (code, "lies further back than the 1 month that the office decided" in told) == (2, True)


def test_every_verb_answers_as_its_schema_says(office: Path, answered: Any) -> None:
    for words in (
        ("replace", "open-1", "right.trf", "--why", "x"),
        ("game", "open-2", "1", "1", "--reason", "fair-play", "--why", "x"),
        ("fact", "990105", "--sex", "w", "--why", "x"),
        ("list",),
        ("show", "1"),
        ("preview", "1"),
        ("approve", "1", "--yes"),
        ("notice", "1"),
        ("drop", "2", "--why", "x"),
        ("setting",),
    ):
        validate(json.loads(answered("revision", *words, "--json")), schema(answer_type(f"revision {words[0]}")))


def test_a_birth_stands_nowhere(office: Path, answered: Any) -> None:
    shown = [approved(answered, "fact", "990007", "--born", "2010-11-23", "--why", "passport")]
    shown += [answered("revision", verb, "1", "--json") for verb in ("show", "notice")]
    shown += [answered("revision", "list"), answered("revision", "notice", "1"), answered("log", "--json")]
    shown = [without_varying(text) for text in shown]
    assert [text for text in shown if "2010" in text or "1123" in text] == []


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("preview REV-9", "there is no case REV-9; `arpad revision list` has them"),
        ("approve 9 --yes", "there is no case 9"),
        ("notice nothing", "there is no case nothing"),
        ("replace open-2 right.trf --why x", "the report has 0 of the 8 players of open-2: it is of another event"),
        ("replace open-1 same.trf --why x", "same.trf has the same players, days and results"),
        ("replace open-1 gone.trf --why x", "gone.trf cannot be read: No such file or directory"),
        ("replace open-1 office.db --why x", "it cannot be read"),
        ("replace open-1 right.trf", "a case needs its reason; give the reason with --why TEXT"),
        ("replace lost right.trf --why x", "lost is not rated: nothing published is wrong"),
        ("annul lost --why x", "`arpad report show lost`"),
        ("annul nobody --why x", "no event nobody is registered"),
        ("late open-1 --why x", "open-1 is rated in the list 2025-12"),
        ("late lost --list 2025-11 --why x", "the first one after its end is 2025-12"),
        ("late lost --list 2024-11 --why x", "lost cannot be on the list 2024-11"),
        ("late lost --list 2026-02 --why x", "the list 2026-02 is not published"),
        ("late lost --list soon --why x", "expected a list written YYYY-MM"),
        ("game open-1 1 --why x", "say why it is left out with --reason NAME, or take it in again with --include"),
        ("game open-1 1 --include --reason fair-play --why x", "say why it is left out"),
        ("game open-1 1 --reason dislike --why x", "expected one of fair-play"),
        ("game open-1 99 --reason fair-play --why x", "the report has no player 99"),
        ("game open-1 1 1 --include --why x", "no games of the player 1 of open-1 were left out"),
        ("fact 990007 --federation POL --since 2026-01-02 --why x", "2026-01-02 is after today, 2026-01-01"),
        ("fact 990007 --born 2027 --why x", "expected a day not after today"),
        ("fact 990007 --sex m --title GM --why x", "say one fact"),
        ("fact 990007 --born 1980-01-02 --why x", "that is what is known of 1000000018 already"),
        ("fact Ann --born 1980 --why x", "Ann is no number"),
        ("opening 990007 --why x", "that is what the opening list 2025-11 says of 1000000018 already"),
        ("opening 990007 --rating 9999 --why x", "rating cannot be 9999: at most 4000"),
        ("opening 990238 --rating 1600 --why x", "is not on the opening list 2025-11"),
        ("merge 990007 990105 --why x", "do not look like one person"),
        ("merge 990007 990007 --why x", "itself"),
        ("unmerge 990105 --why x", "has not been merged into anybody"),
        ("setting reach", "say what reach is to be"),
        ("setting reach soon --why x", "reach is a number of months from 0 to 1200, not soon"),
        ("setting colour red --why x", "choose one of difference, board, reach"),
        ("setting difference note", "a setting of a series needs its reason"),
    ],
)
def test_what_cannot_be_put_right_is_told_and_writes_nothing(office: Path, ask: Any, call: str, told: str) -> None:
    before = entries(office)
    code, text = ask("revision", *call.split())
    assert (code, text.count("\n")) == (2, 1), text
    assert told in text
    assert entries(office) == before


def test_what_nobody_saw_or_confirmed_is_not_approved(office: Path, ask: Any, answered: Any) -> None:
    answered("revision", "replace", "open-1", "right.trf", "--why", "x")
    before = entries(office)
    for words, told in (
        (("approve", "1", "--yes"), "nobody has seen yet what the case REV-1 moves"),
        (("notice", "1"), "the case REV-1 is not approved"),
        (("drop", "1"), "a case needs its reason"),
    ):
        code, text = ask("revision", *words)
        assert (code, told in text) == (2, True), text
    assert entries(office) == before
    answered("revision", "preview", "1")
    code, text = ask("revision", "approve", "1")
    assert (code, "add --yes" in text) == (2, True)
    before = entries(office)
    answered("revision", "approve", "1", "--dry-run")
    assert entries(office) == before


def test_a_corrected_report_at_the_door_is_shown_the_way(office: Path, ask: Any) -> None:
    code, text = ask("report", "submit", "right.trf", "--event", "open-1")
    assert code == 1
    assert "`arpad revision replace open-1 right.trf --why TEXT`" in text
