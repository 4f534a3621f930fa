"""The command line in a real terminal, in pipes and on full disks: answers arrive whole, and files are left alone."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tournament import make

from arpad.cli.output import table

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
OPEN = str(EXAMPLES / "open.trf")
FACTS = ("--series", "fide-standard", "--registered", "2025-10-20", "--hybrid", "no", "--laws", "yes")


def arpad(*arguments: str, **how: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arpad", *arguments]
    return subprocess.run(command, text=True, capture_output=not how, check=False, timeout=60, **how)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("files", [1, 2])
def test_an_answer_goes_to_standard_output_also_when_standard_error_is_a_terminal(files: int) -> None:
    master, terminal = pty.openpty()
    try:
        asked = [OPEN, str(EXAMPLES / "cup.trf")][:files]
        told = arpad("check", *asked, "--json", "--as-of", "2025-11-10", stdout=subprocess.PIPE, stderr=terminal)
    finally:
        os.close(terminal)
        os.close(master)
    lines = told.stdout.splitlines()
    assert len(lines) == files
    assert [Path(json.loads(line)["file"]).name for line in lines] == [Path(name).name for name in asked]


@pytest.mark.parametrize("verb", ["fix", "convert"])
@pytest.mark.parametrize("way", ["same", "roundabout", "symbolic", "hard"])
def test_a_report_is_never_written_onto_itself(tmp_path: Path, verb: str, way: str) -> None:
    report = tmp_path / "open.trf"
    report.write_bytes(make(2, players=6, rounds=3).data().replace(b"\r\n", b"\n"))
    before = report.read_bytes()
    (tmp_path / "sub").mkdir()
    names = {"same": report, "roundabout": tmp_path / "sub" / ".." / "open.trf"}
    target = names.get(way, tmp_path / "other.trf")
    if way == "symbolic":
        target.symlink_to(report)
    elif way == "hard":
        target.hardlink_to(report)
    told = arpad("trf", verb, str(report), "-o", str(target))
    assert (told.returncode, told.stderr) == (
        2,
        f"arpad: {target} is the file that is read; give another name with -o\n",
    )
    assert report.read_bytes() == before


def test_a_start_after_the_end_and_an_unknown_reason_are_wrong_calls() -> None:
    told = arpad("check", OPEN, *FACTS, "--start", "2025-12-01")
    assert (told.returncode, told.stderr) == (2, "arpad: start 2025-12-01 lies after the end 2025-11-07\n")
    told = arpad("check", OPEN, *FACTS, "--exclusions", "2:1:fair-pley")
    assert told.returncode == 2
    assert "reason: expected one of fair-play, force-majeure" in told.stderr


def test_an_event_that_is_not_rated_enters_no_list() -> None:
    told = arpad("check", OPEN, *FACTS, "--as-of", "2026-11-15")
    assert told.returncode == 1
    assert told.stdout.splitlines()[-1].endswith("; not ratable; fide-standard-2025")
    assert json.loads(arpad("check", OPEN, *FACTS, "--as-of", "2026-11-15", "--json").stdout)["list"] is None


def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        told = arpad("law", "list", stdout=full, stderr=subprocess.PIPE)
    assert (told.returncode, told.stderr) == (2, "arpad: the answer cannot be written: No space left on device\n")


def test_a_closed_pipe_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        told = arpad("law", "errata", stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert (told.returncode, told.stderr) == (141, "")


def test_one_ruling_is_opened_by_its_name() -> None:
    told = arpad("law", "errata", "e11").stdout
    assert told.startswith("E11  ukraine-2018 6.1b")
    assert "E10" not in told
    assert arpad("law", "errata", "E99").stderr == "arpad: no ruling is called E99\n"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_table_breaks_no_word_in_a_narrow_terminal(columns: int) -> None:
    master, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "arpad", "law", "list"], stdout=terminal, stderr=subprocess.DEVNULL, env=environment
    )
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other end of a terminal is closed
            break
        if not part:
            break
        shown += part
    os.close(master)
    assert process.wait(30) == 0
    for word in (b"fide-rapid-blitz-2024-12", b"2024-12-01", b"fide-standard-2009"):
        assert word in shown


def test_in_a_pipe_a_table_has_one_line_for_each_row_and_a_bracket_is_a_bracket(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wide = "Invented [red] " + "Van " * 100 + "Test"
    table(("name [short]", "federation"), [(wide, "UKR"), ("Invented, Bo", "POL")])
    head, _, first, second = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0] == "name [short]"
    assert first == f"{wide}   UKR"
    assert second.split() == ["Invented,", "Bo", "POL"]
