"""Bytes into lines: encodings with a visible note, every line end, and nothing that controls a device."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from tournament import make

from arpad.intake import Limits, read
from arpad.intake.code_pages import guess_code_page
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import decode


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("cp1252", "Müller José Çelik Søren Ångström Bénédicte Muñoz Françoise Größe ESP FRA"),
        ("cp1250", "Łukasz Żółć Śliwiński Dvořák Kovács Győző Ľubomír Šimůnek Wójcik POL CZE"),
        ("cp1257", "Bērziņš Ģirts Šķēle Žukauskas Kęstutis Jānis Ķirsis Ozoliņš LAT LTU"),
        ("cp1251", "Вигаданий Шевченко Їжак Єгор Іваненко Ґудзь Петров Ёлкин UKR"),
    ],
)
def test_a_code_page_is_known_by_its_letters(page: str, names: str) -> None:
    assert guess_code_page(names.encode(page)) == page


def test_what_was_guessed_is_said_with_the_first_letter_it_touches() -> None:
    data = make(1, players=4, rounds=3).text().encode("ascii", "replace") + "### Śliwka\r\n".encode("cp1250")
    notes = Notes("x")
    text = decode(data, notes)
    assert text is not None
    assert text.lines[-1] == "### Śliwka"
    (finding,) = [finding for finding in notes.findings() if finding.code == "encoding"]
    assert "cp1250" in finding.sentence
    assert "“Ś”" in finding.sentence
    assert finding.place.line == len(text.lines)
    assert finding.place.column == 5


@pytest.mark.parametrize("newline", ["\r\n", "\n", "\r"])
def test_every_line_end_gives_the_same_report(newline: str) -> None:
    tournament = make(3)
    wanted, _ = read(tournament.data())
    tournament.newline = newline
    report, findings = read(tournament.data())
    assert report == wanted
    assert report.newline == newline
    assert findings == ()


def test_a_file_without_a_last_line_end_loses_nothing() -> None:
    data = make(3).data()
    assert read(data.rstrip(b"\r\n"))[0] == read(data)[0]


@pytest.mark.parametrize("character", ["\x01", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\u2028"])
def test_a_character_that_is_refused_is_shown_escaped_never_raw(character: str) -> None:
    tournament = make(1)
    tournament.put(0, 20, character)
    _, findings = read(tournament.data())
    (finding,) = [finding for finding in findings if finding.code == "control-character"]
    assert (finding.place.line, finding.place.column) == (len(tournament.head) + 1, 20)
    assert character not in str(finding)
    assert f"{ord(character):02x}" in finding.sentence


def test_text_of_a_file_is_shown_short_and_without_tricks() -> None:
    assert shown("plain name") == "plain name"
    assert shown("Größe") == "Größe"
    assert shown("a\u202eb\x07") == "a\\u202eb\\x07"
    assert shown("\U000e0001") == "\\U000e0001"
    assert len(shown("x" * 1000)) == 60


def test_names_in_greek_cyrillic_and_both_normal_forms_come_through() -> None:
    for name in ("Δοκιμή, Γιώργος", "Вигаданий, Їжак", unicodedata.normalize("NFD", "Żółć, Ewa")):
        tournament = make(1, players=4)
        tournament.put(0, 15, f"{name:<33}"[:33])
        report, findings = read(tournament.data())
        assert report.players[0].name == name
        assert findings == ()


def test_limits_can_be_set_and_are_kept() -> None:
    data = make(1, players=8, rounds=5).data()
    for limits, code in (
        (Limits(bytes=100), "too-large"),
        (Limits(players=7), "too-many-players"),
        (Limits(rounds=4), "too-many-rounds"),
        (Limits(lines=10), "too-many-lines"),
        (Limits(line=100), "line-too-long"),
    ):
        assert code in {finding.code for finding in read(data, limits=limits)[1]}
    assert read(data, limits=Limits(players=8, rounds=5))[1] == ()


WORST = """
from pathlib import Path
from arpad.intake import read
cells = "".join(f"{turn * 83 % 4999 + 1:>4} w 1  " for turn in range(60))
line = "001 {0:>4} m    Invented                          2000 UKR {0:>11} 1990/01/02  1.0 {0:>4}  {1}\\n"
report, findings = read("".join(line.format(number + 1, cells) for number in range(5000)).encode())
assert len(report.players) == 5000 and report.cells.rounds == 60 and findings
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(int(status["VmHWM"].split()[0]) // 1024)  # getrusage would count what the parent had before it became this
"""


def test_the_largest_report_that_is_allowed_stays_within_the_memory_that_is_promised() -> None:
    """Five thousand players, sixty rounds, and every cell contradicted: docs/intake.md promises 200 MiB."""
    done = subprocess.run([sys.executable, "-c", WORST], capture_output=True, check=True)
    assert int(done.stdout) < 200


def test_a_control_character_is_found_in_an_encoding_whose_line_ends_are_written_in_letters() -> None:
    """UTF-7 writes a line feed as +AAo-: the bytes have one control character, and it is not a line's end."""
    data = b"012 X+AAo-001    1      Invented, Ann+AAo-022 a\x01b"
    assert [(finding.code, finding.place.line) for finding in read(data, encoding="utf-7")[1]][-1] == (
        "control-character", 3,
    )  # fmt: skip
