"""One gate before standard output and standard error: nothing that hides or steers a terminal passes it."""

from __future__ import annotations

import ast
import json
import sqlite3
from pathlib import Path

import pytest
from office_made import write
from publication_made import address_of, an_open, before_list, copied
from terminal import shown
from typed import Typed, typed

from arpad.cli.terminal import escaped_output, raw_output
from arpad.plaintext import HIDDEN

CLI = Path(__file__).parents[1] / "src" / "arpad" / "cli"
NASTY = "Inv\x1b[2J\u202eented\u200b1\x9b, Ann"


@pytest.fixture
def poisoned(tmp_path: Path) -> str:
    """An office in which players, events and reasons have been renamed behind the program's back."""
    desk = copied(before_list("sqlite"), tmp_path)
    desk.store.close()
    address = address_of(desk)
    with sqlite3.connect(address) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        connection.execute("UPDATE player SET name = ?, region = ?", (NASTY, NASTY))
        connection.execute("UPDATE event_facts SET facts = json_set(facts, '$.name', ?)", (NASTY,))
        connection.execute("UPDATE log SET who = ?, why = ?", (NASTY, NASTY))
    connection.close()
    return address


def clean(text: str) -> bool:
    return all(found[0] == "\n" for found in HIDDEN.finditer(text))


SHOWING = (
    ("player", "show", "990007"), ("player", "find", "Invented"), ("list", "show"), ("list", "history", "990007"),
    ("event", "list"), ("event", "show", "open-1"), ("report", "show", "open-1"),
    ("report", "show", "open-1", "--letter"),
    ("period", "preview", "--now", "2025-12-01"), ("log",), ("doctor",), ("explain", "990007"),
    ("explain", "990007", "--event", "open-1"),
)  # fmt: skip


def test_every_verb_that_shows_a_poisoned_office_prints_escapes(poisoned: str) -> None:
    showed = 0
    for words in SHOWING:
        done = typed(*words, "--db", poisoned)
        assert clean(done.out), words
        assert clean(done.err), words
        showed += r"\u202e" in done.out
    assert showed > 4


def test_json_keeps_the_value_and_escapes_it_itself(poisoned: str) -> None:
    done = typed("player", "show", "990007", "--json", "--db", poisoned)
    assert clean(done.out)
    assert NASTY in json.dumps(json.loads(done.out), ensure_ascii=False).replace("\\u001b", "\x1b")


def test_names_in_a_report_reach_no_terminal_through_findings_or_letters(tmp_path: Path) -> None:
    write(tmp_path, "open", an_open("open"))
    report = tmp_path / "open.trf"
    report.write_bytes(report.read_bytes().replace(b"Invented1", "In\u200bvent\u2060ed".encode()))
    assert "\u200b" in report.read_text("utf-8")
    for words in (("check", report), ("check", "--letter", report), ("trf", "show", report)):
        done = typed(*words)
        assert clean(done.out + done.err), words
        assert clean(shown(80, *words, errors=True)), words


def test_misuse_of_a_hostile_word_is_shown_with_escapes() -> None:
    done = typed("player", "sh\x1b[2Jow\u202e")
    assert done.code == 2
    assert clean(done.err)
    assert r"\x1b[2J" in done.err
    assert done == Typed(2, "", done.err)


def test_every_print_of_the_command_line_passes_the_gate_or_is_json_or_a_table() -> None:
    """Who writes around the gate is named here: JSON and tables, which escape by themselves, and the bytes of files."""
    around: dict[str, set[str]] = {}
    for path in sorted(CLI.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in ("buffer", "raw_output", "rich_proxied_file", "__stdout__", "__stderr__"):
                around.setdefault(name, set()).add(path.stem)
    assert around == {
        "raw_output": {"law", "output"},
        "rich_proxied_file": {"terminal"},
        "buffer": {"files", "frl"},
    }


def test_outside_a_command_nothing_stands_before_the_streams(capsys: pytest.CaptureFixture[str]) -> None:
    with escaped_output():
        print("\x1b[2J")
        print("\x1b[1m", file=raw_output())
    print("\x1b[2J")
    assert capsys.readouterr().out == "\\x1b[2J\n\x1b[1m\n\x1b[2J\n"
