"""The command line: lines, JSON, summaries and exit codes, and one broken file never stops the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tables_made import GAMES, csv_of, list_text, list_xml, person, xlsx_of
from tournament import make
from typed import Runner

from arpad.asjson import schema
from arpad.checking import CheckResult
from arpad.cli import app

ERRORS = Path(__file__).parent / "errors"


def run(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """The command as a user runs it, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "arpad", *map(str, arguments)], input=stdin, capture_output=True, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def inside(*arguments: str | Path) -> tuple[int, str, str]:
    result = Runner().invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_bytes(make(1, players=6, rounds=3, plain=True).data())
    return path


def test_a_clean_file_prints_nothing_but_the_summary(sound: Path) -> None:
    assert run("check", "--structure", sound) == (0, f"{sound}: 6 players, 3 rounds, 9 games; no findings\n", "")


def test_standard_input_is_called_by_a_hyphen(sound: Path) -> None:
    code, out, _ = run("check", "--structure", "-", stdin=sound.read_bytes())
    assert (code, out) == (0, "-: 6 players, 3 rounds, 9 games; no findings\n")
    code, out, _ = run("check", "--structure", "-", stdin=b"nothing")
    assert code == 1
    assert out.startswith("-: no report; 1 refuse\n-:1 not-a-report (refuse): ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "no-such-file.trf"), "there is no file no-such-file.trf"),
        (("check", "*.nothing"), "nothing matches *.nothing"),
        (("check", "{empty}"), "holds no file that ends with"),
        (("check", "--encoding", "klingon", "{sound}"), "no encoding of texts is called 'klingon'"),
        (("check", "--encoding", "rot13", "{sound}"), "no encoding of texts is called 'rot13'"),
        (("check", "--encoding", "idna", "{sound}"), "no encoding of texts is called 'idna'"),
        (("check", "--no-such-option", "{sound}"), "no such option"),
        (("check",), "name a report"),
        (("trf", "show", "no-such-file.trf"), "there is no file"),
        (("trf", "convert", "{sound}", "--to", "trf99"), "trf16 or trf26"),
        (("trf", "fix", "{sound}", "-o", "{sound}"), "is the file that is read; give another name with -o"),
        (("trf", "fix", "{sound}"), "Missing option"),
        (
            ("trf", "fix", "{table}", "-o", "-"),
            "is no TRF file, so there is nothing to mend; `arpad trf convert FILE` makes one",
        ),
        (("frl", "show", "no-such-file.txt"), "there is no file"),
        (("frl", "convert", "{sound}", "--to", "pdf"), "txt or xml"),
    ],
)
def test_a_wrong_call_ends_with_two_and_one_line_that_helps(
    arguments: tuple[str, ...], says: str, sound: Path, tmp_path: Path
) -> None:
    empty, table = tmp_path / "empty", tmp_path / "games.csv"
    empty.mkdir()
    table.write_text("White,Black,Result\nInvented Ann,Invented Bo,1-0\n")
    code, out, err = run(*(word.format(sound=sound, empty=empty, table=table) for word in arguments))
    assert (code, out) == (2, "")
    assert says in " ".join(err.split())
    assert "Traceback" not in err


def test_one_unreadable_file_never_stops_the_others(sound: Path, tmp_path: Path) -> None:
    (tmp_path / "a.trf").write_bytes(b"")
    (tmp_path / "b.trf").write_bytes(b"\x93\xff\x89\x44\x00")
    (tmp_path / "c.txt").write_bytes(b"<playerslist/>")
    (tmp_path / "ignored.exe").write_bytes(b"MZ")
    code, out, _ = inside("check", "--structure", tmp_path)
    assert code == 1
    assert [word for word in ("empty-file", "damaged-file", "rating-list-sent") if word in out] == [
        "empty-file", "damaged-file", "rating-list-sent",
    ]  # fmt: skip
    assert "4 files; 3 refused" in out
    assert "ignored.exe" not in out


def test_a_row_without_a_readable_number_never_stops_the_others(sound: Path) -> None:
    cells = {"  1x": "  11 w 1", "  11": "   0 b 0"}
    rows = [f"001 {number}      {'Invented, Ada':<33} 1800 POL {'':>11} {'':10}  0.0    1  {cell}"
            for number, cell in cells.items()]  # fmt: skip
    sound.with_name("odd.trf").write_text("\r\n".join(["012 Invented Open", *rows]) + "\r\n", "utf-8")
    code, out, err = run("check", sound.parent, "--series", "fide-standard", "--start", "2026-05-01")
    assert (code, err) == (1, "")
    assert "unreadable-start-number" in out
    assert "2 files; 2 refused" in out


def test_what_is_there_and_cannot_be_opened_is_told_and_stops_nobody(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """A link that leads nowhere, a directory that cannot be looked into, a file in one."""
    (tmp_path / "nowhere.trf").symlink_to(tmp_path / "gone.trf")
    closed = tmp_path / "closed"
    closed.mkdir()
    really = os.scandir

    def scandir(path: Any = ".") -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(closed))
        return really(path)

    def stat(path: Any, *rest: Any, **more: Any) -> Any:
        if Path(path).parent == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return known(path, *rest, **more)

    known = os.stat
    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "stat", stat)
    code, out, _ = inside("check", "--structure", tmp_path, closed / "in.trf")
    assert code == 1
    assert "4 files; 3 refused" in out
    for name in ("nowhere.trf", "closed", "closed/in.trf"):
        assert f"{tmp_path / name} unreadable-file (refuse): The file cannot be opened" in out


def test_many_files_are_shared_among_processes_and_come_out_in_order(tmp_path: Path) -> None:
    for number in range(70):
        (tmp_path / f"{number:03d}.trf").write_bytes(make(number, players=4, rounds=2, plain=True).data())
    (tmp_path / "033.trf").write_bytes(b"nothing")
    code, out, _ = run("check", "--structure", "--json", "--jobs", "2", tmp_path)
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [Path(answer["file"]).name for answer in answers] == [f"{number:03d}.trf" for number in range(70)]
    assert [answer["verdict"] for answer in answers].count("not-ratable") == 1


def test_a_progress_bar_is_drawn_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.trf").write_bytes(make(number, players=4, rounds=2, plain=True).data())
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "arpad", "check", str(tmp_path)]
    terminal = {**os.environ, "TERM": "xterm"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=False, env=terminal)
    os.close(theirs)
    assert b"checking" in os.read(ours, 65536)
    os.close(ours)
    assert b"checking" not in done.stdout
    assert run("check", tmp_path)[2] == ""


SCHEMA = schema(CheckResult)
VALID = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("name", sorted(path.name for path in ERRORS.iterdir() if path.suffix != ".toml"))
def test_the_json_of_every_gallery_file_is_valid(name: str) -> None:
    code, out, _ = inside("check", "--structure", "--json", ERRORS / name)
    (line,) = out.splitlines()
    answer = json.loads(line)
    VALID.validate(answer)
    refused = any(finding["tier"] == "refuse" for finding in answer["findings"])
    assert (code, answer["verdict"]) == ((1, "not-ratable") if refused else (0, "undecided"))
    assert (answer["edition"], answer["list"], answer["deadline"]) == (None, None, None)


def test_the_schema_itself_is_valid_and_refuses_what_is_not_an_answer() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    answer = {"file": "x", "edition": None, "verdict": "maybe", "list": None, "excluded": {"games": 0, "players": 0}}
    with pytest.raises(jsonschema.ValidationError):
        VALID.validate(answer | {"deadline": None, "findings": []})


def test_help_teaches_with_examples() -> None:
    for verb in (("check",), ("trf", "show"), ("trf", "convert"), ("trf", "fix"), ("frl", "show"), ("frl", "convert")):
        code, out, _ = inside(*verb, "--help")
        assert code == 0
        assert "Example" in out
        assert f"arpad {' '.join(verb)}" in out


def test_a_name_with_tricks_is_shown_escaped(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\u202e.trf"
    path.write_bytes(b"nothing")
    _, out, _ = inside("check", path)
    assert "\x1b" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (b"open.trf", "open.trf"),
        ("öffen й.trf".encode(), "öffen й.trf"),
        (b'a\x1b[31m\n"b\\c.trf', 'a\x1b[31m\n"b\\c.trf'),
        ("a\u202e\U000e0001\x85.trf".encode(), "a\u202e\U000e0001\x85.trf"),
        (b"caf\xe9 \xc3\xa9.trf", r"caf\xe9 é.trf"),  # no UTF-8: the byte is escaped, the letter is not
        (b"long" * 60 + b".trf", "long" * 60 + ".trf"),
    ],
)
@pytest.mark.parametrize("verb", [("check", "--structure"), ("trf", "show")])
def test_in_json_a_file_is_called_what_it_is_called(name: bytes, told: str, verb: tuple[str, ...], sound: Path) -> None:
    path = os.fsencode(sound.parent) + b"/" + name
    Path(os.fsdecode(path)).write_bytes(sound.read_bytes())
    code, out, _ = inside(*verb, "--json", os.fsdecode(path))
    assert code == 0
    assert json.loads(out)["file"] == f"{sound.parent}/{told}"
    assert out.endswith("\n")
    assert out[:-1].isprintable()  # whatever the name is, it does nothing to a terminal
    out.encode()


# --- trf --------------------------------------------------------------------------------------------------------


def test_convert_to_trf26_and_back_gives_the_same_bytes(sound: Path, tmp_path: Path) -> None:
    there, back = tmp_path / "there.trf", tmp_path / "back.trf"
    assert inside("trf", "convert", sound, "--to", "trf26", "-o", there)[0] == 0
    assert inside("trf", "convert", there, "--to", "trf16", "-o", back)[0] == 0
    assert back.read_bytes() == sound.read_bytes()


def test_fix_of_a_sound_file_changes_no_byte_and_of_another_lists_the_changes(sound: Path, tmp_path: Path) -> None:
    out = tmp_path / "fixed.trf"
    code, _, err = inside("trf", "fix", sound, "-o", out)
    assert (code, err) == (0, "0 changes\n")
    assert out.read_bytes() == sound.read_bytes()
    code, _, err = inside("trf", "fix", ERRORS / "date-style.trf", "-o", out)
    assert code == 0
    assert err.splitlines() == [
        "4:5 date-style: “01.05.2026” -> “2026/05/01”",
        "5:5 date-style: “02.05.2026” -> “2026/05/02”",
        "2 changes",
    ]
    assert inside("check", "--structure", out)[1].endswith("no findings\n")
    mended = out.read_bytes()
    code, _, err = inside("trf", "fix", ERRORS / "date-style.trf", "-o", out, "--max-findings", "1")
    assert err.splitlines() == [
        "4:5 date-style: “01.05.2026” -> “2026/05/01”",
        "date-style: 1 change not listed",
        "2 changes",
    ]
    assert (code, out.read_bytes()) == (0, mended)


def test_fix_says_how_many_refusals_it_does_not_list(tmp_path: Path) -> None:
    report = make(0, players=8, rounds=5, plain=True)
    for row in range(4):
        report.cell(row, 1, "7777 w 1")
    broken = tmp_path / "broken.trf"
    broken.write_bytes(report.data())
    code, _, err = inside("trf", "fix", broken, "-o", tmp_path / "out.trf", "--max-findings", "1")
    assert code == 1
    assert err.count(" unknown-opponent (refuse)") == 1
    assert "unknown-opponent: 3 findings not listed." in err


def test_a_directory_is_searched_without_the_marks_of_open_workbooks(tmp_path: Path) -> None:
    (tmp_path / "~$games.xlsx").write_bytes(b"mark")
    (tmp_path / "games.xlsm").write_bytes(xlsx_of(GAMES))
    (tmp_path / "open.trf").write_bytes(make(0).data())
    out = inside("check", "--structure", tmp_path)[1]
    assert "games.xlsm" in out
    assert "~$" not in out


def test_show_prints_the_crosstable_the_games_and_json(sound: Path) -> None:
    _, out, _ = inside("trf", "show", sound)
    assert "Invented Open" in out
    assert "Invented, Bo1" in out
    _, out, _ = inside("trf", "show", sound, "--games")
    assert out.count("played") == 9
    _, out, _ = inside("trf", "show", sound, "--json")
    answer = json.loads(out)
    assert len(answer["players"]) == 6
    assert len(answer["games"]) == 9
    assert answer["event"]["start"] == "2026-05-01"


def test_a_table_is_converted_to_a_report_on_standard_output() -> None:
    code, out, _ = run("trf", "convert", "-", "--to", "trf16", stdin=csv_of(GAMES))
    assert code == 0
    assert sum(line.startswith("001 ") for line in out.splitlines()) == 4


def test_what_refuses_a_report_is_said_by_every_verb() -> None:
    for verb in (("show",), ("convert", "-o", "-"), ("fix", "-o", os.devnull)):
        code, _, err = inside("trf", verb[0], ERRORS / "same-colour.trf", *verb[1:])
        assert code == 1
        assert "same-colour (refuse)" in err


@pytest.mark.parametrize("games", [(), ("--games",)])
def test_of_a_file_that_is_no_report_the_findings_are_shown_and_no_empty_table(games: tuple[str, ...]) -> None:
    code, out, err = inside("trf", "show", ERRORS / "not-a-report.trf", *games)
    assert (code, out) == (1, "")
    assert "not-a-report (refuse): The file has no player record (001)." in err
    code, out, err = inside("trf", "show", ERRORS / "unknown-column.csv", *games)  # a player and no game
    assert (code, out == "no games\n", err) == (0, bool(games), "")


@pytest.mark.parametrize("verb", [("check",), ("trf", "show"), ("trf", "convert"), ("trf", "fix", "-o", os.devnull)])
def test_an_encoding_that_nobody_knows_is_a_wrong_call(verb: tuple[str, ...]) -> None:
    code, _, err = run(*verb, ERRORS / "tab.trf", "--encoding", "klingon")
    assert (code, "no encoding of texts is called 'klingon'" in err) == (2, True)


# --- frl --------------------------------------------------------------------------------------------------------


@pytest.fixture
def rating_list(tmp_path: Path) -> Path:
    import random

    rng = random.Random(4)
    path = tmp_path / "standard_sep25frl.txt"
    path.write_bytes(list_text([person(rng, number) for number in range(1, 25)], "single"))
    return path


def test_show_counts_the_rows_and_finds_a_player(rating_list: Path) -> None:
    code, out, _ = inside("frl", "show", rating_list, "--first", "2")
    assert code == 0
    assert "24 rows, layout single, 2025-09: standard" in out
    assert "990003" in out
    _, out, _ = inside("frl", "show", rating_list, "--id", "990030", "--json")
    assert json.loads(out)["id"] == 990030
    code, out, err = inside("frl", "show", rating_list, "--id", "5")
    assert (code, err) == (1, "5 is not on the list\n")


def test_convert_writes_xml_and_text_under_fides_names_and_both_say_the_same(rating_list: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    code, out, _ = inside("frl", "convert", rating_list, "--to", "xml", "-o", there)
    assert (code, out) == (0, f"{there / 'standard_sep25frl_xml.xml'}: 24 rows\n")
    code, _, _ = inside("frl", "convert", there / "standard_sep25frl_xml.xml", "--to", "txt", "-o", there)
    assert code == 0
    one, two = (
        inside("frl", "show", path, "--json", "--first", "99")[1]
        for path in (rating_list, there / "standard_sep25frl.txt")
    )
    assert one == two


def test_a_combined_list_gives_one_series_when_asked(tmp_path: Path) -> None:
    import random

    rng = random.Random(4)
    path = tmp_path / "players.xml"
    path.write_bytes(list_xml([person(rng, number) for number in range(1, 9)]))
    code, out, _ = run("frl", "convert", path, "--form", "single", "--series", "rapid", "-o", "-")
    assert code == 0
    assert len(out.splitlines()) == 9
    assert run("frl", "convert", path, "--form", "single", "--series", "bullet", "-o", "-")[0] == 2


def test_the_limits_that_the_command_line_offers_are_those_of_the_reader() -> None:
    from arpad.cli.report_options import LIMIT_OPTIONS as OPTIONS
    from arpad.cli.report_options import LISTED_OPTION, ReportReading
    from arpad.intake import LIMITS

    offered: dict[str, Any] = {
        name: default for name, (_, default) in {**OPTIONS, "max_findings": LISTED_OPTION}.items()
    }
    assert ReportReading.of(**offered) == ReportReading("", LIMITS)


@pytest.mark.parametrize("command", ["show", "convert", "fix"])
def test_a_limit_can_be_raised_where_a_remedy_says_so(command: str, tmp_path: Path) -> None:
    large, out = tmp_path / "large.trf", tmp_path / "out.trf"
    large.write_bytes(make(1, players=6, rounds=3, plain=True).data())
    target = () if command == "show" else ("-o", out)
    code, _, err = inside("trf", command, large, "--max-players", "5", *target)
    assert (code, "too-many-players" in err) == (1, True)
    assert inside("trf", command, large, "--max-players", "6", *target)[0] == 0


def test_converting_says_which_encoding_was_guessed(tmp_path: Path) -> None:
    (tmp_path / "open.trf").write_bytes("001    1      Żółtko, Łucja\n".encode("cp1250"))
    code, _, err = inside("trf", "convert", tmp_path / "open.trf", "-o", tmp_path / "out.trf")
    assert (code, "it was read as cp1250" in err) == (0, True)
