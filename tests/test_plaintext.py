"""What may stand in a name or a text, by one definition, at every door; and how what may not is shown."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from office_made import office
from typed import typed

from arpad.intake.codes import shown
from arpad.office.desk import Desk
from arpad.plaintext import NAME, TEXT, is_name, is_text, visible, visible_lines

SEEN = (
    "Müller, Jörg", "Шевченко, Тарас", "O'Neill-Smith, Mary", "李 伟", "Nguyễn, Văn A",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "\u0915\u094d\u200d\u0937", "Ólafur \u0301", "e\u0301tude", "x" * NAME,
)  # fmt: skip
HIDDEN = {
    "escape": "\x1b", "bell": "\x07", "null": "\x00", "delete": "\x7f", "c1": "\x9b", "line": "\n", "return": "\r",
    "tab": "\t", "override": "\u202e", "isolate": "\u2066", "mark": "\u200e", "arabic mark": "\u061c",
    "zero width": "\u200b", "joiner": "\u200d", "non-joiner": "\u200c", "word joiner": "\u2060", "bom": "\ufeff",
    "soft hyphen": "\xad", "filler": "\u3164", "blank": "\u2800", "tag": "\U000e0041", "variation": "\ufe0f",
    "surrogate": "\udce9", "private": "\ue000", "separator": "\u2028", "noncharacter": "\uffff",
}  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_what_people_are_called_may_stand_and_is_shown_as_it_is(name: str) -> None:
    assert is_name(name)
    assert is_text(name)
    assert visible(name) == visible_lines(name) == name


@pytest.mark.parametrize("letter", HIDDEN.values(), ids=HIDDEN)
def test_what_hides_or_steers_may_not_stand_in_a_name(letter: str) -> None:
    for name in (f"Smith{letter}, Ann", f"{letter}Smith", f"Smith{letter}"):
        assert not is_name(name)
        assert letter not in visible(name)
        assert visible(name).isascii()
        assert letter not in shown(name)


def test_every_format_control_and_surrogate_there_is_may_not_stand() -> None:
    """But for the signs that count in Arabic and Indic numerals, which are seen."""
    seen = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    hieroglyphs = range(0x13430, 0x13440)  # place signs above each other
    passed = [
        number
        for number in range(0x110000)
        if unicodedata.category(chr(number)) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        and is_name(f"a{chr(number)}b")
        and number not in seen
        and number not in hieroglyphs
    ]
    assert passed == []


def test_a_text_may_have_lines_and_neither_is_endless() -> None:
    assert is_text("one\n\ttwo")
    assert not is_text("one\rtwo")
    assert is_text("x" * TEXT)
    assert not is_text("x" * (TEXT + 1))
    assert not is_name("x" * (NAME + 1))
    assert visible_lines("one\n\ttwo\x1b") == "one\n\ttwo\\x1b"


DAY = ("--now", "2025-12-01")
BAD = "Sm\u200bith\u202e, Ann"
OPEN = ("--series", "fide-standard", "--start", "2025-12-10", "--end", "2025-12-12")
DOORS = {
    "player add": ("player", "add", BAD),
    "player change": ("player", "change", "990007", "--name", BAD, "--why", "x", "--yes"),
    "former name": ("player", "change", "990007", "--former-name", BAD, "--why", "x", "--yes"),
    "region": ("player", "change", "990007", "--region", BAD, "--why", "x", "--yes"),
    "arbiter": ("arbiter", "add", "14100098", BAD),
    "federation": ("federation", "add", "UKR", "--name", BAD),
    "rating officer": ("federation", "officer", "UKR", "--name", BAD),
    "event": ("event", "register", "--name", BAD, *OPEN),
    "arbiter of an event": ("event", "register", "--arbiters", f"{BAD}:FA", "--name", "Open", *OPEN),
    "who": ("player", "add", "Smith, Ann", "--who", BAD),
    "why": ("player", "change", "990007", "--region", "North", "--why", BAD, "--yes"),
}  # fmt: skip


@pytest.fixture
def address(tmp_path: Path) -> str:
    desk: Desk = office(str(tmp_path / "office.db"))
    desk.store.close()
    assert typed("federation", "add", "UKR", *DAY, "--db", tmp_path / "office.db").code == 0
    return str(tmp_path / "office.db")


def test_no_door_takes_a_name_with_hidden_letters(address: str, tmp_path: Path) -> None:
    for door, words in DOORS.items():
        done = typed(*words, *DAY, "--db", address)
        assert (done.code, done.out) == (2, ""), door
        assert "to be seen" in done.err, (door, done.err)
        assert done.err.replace("\n", "").isprintable(), door
    players = tmp_path / "players.csv"
    players.write_text("name,federation\nSm\u200bith Ann,UKR\n", "utf-8")
    done = typed("player", "import", players, *DAY, "--db", address)
    assert (done.code, "to be seen" in done.out + done.err) == (1, True), done
