"""The command line in a real terminal, in pipes and on full disks: answers arrive whole, and files are left alone."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tables_made import list_text, person
from tournament import make

from arpad.cli.output import print_table

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
ERRORS = Path(__file__).parent / "errors"
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
    assert told.stdout.splitlines()[0].endswith("; not ratable; fide-standard-2025")
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


def on_a_terminal(columns: int, *arguments: str) -> bytes:
    """What a call writes where both of its outputs are one terminal."""
    master, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "arpad", *arguments], stdout=terminal, stderr=terminal, env=environment
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
    return shown


@pytest.mark.parametrize("columns", [40, 80])
def test_a_table_breaks_no_word_in_a_narrow_terminal(columns: int) -> None:
    shown = on_a_terminal(columns, "law", "list")
    for word in (b"fide-rapid-blitz-2024-12", b"2024-12-01", b"fide-standard-2009", b"articles"):
        assert word in shown


def test_a_table_of_many_columns_breaks_no_word_where_some_have_room_to_spare(tmp_path: Path) -> None:
    """Room is shared out by what the columns would like; none gets less than its longest word."""
    crowd = [person(random.Random(number), number) for number in range(1, 4)]
    (tmp_path / "players_list_foa.txt").write_bytes(list_text(crowd, "combined"))
    shown = on_a_terminal(80, "frl", "show", str(tmp_path / "players_list_foa.txt")).decode()
    for each in crowd:
        for word in each["name"].split():
            assert word in shown


def test_findings_stand_above_the_bar_and_not_beside_it(tmp_path: Path) -> None:
    files = [str(ERRORS / name) for name in ("unmarked-line.trf", "points.trf")]
    shown = on_a_terminal(200, "check", "--structure", *files)
    for line in shown.split(b"\n"):
        if b"(advice)" in line:
            assert b"checking" not in line.rsplit(b"\x1b[2K", 1)[-1]  # behind where the line is wiped


def test_whoever_interrupts_is_told_so_once_and_no_process_cries_out(tmp_path: Path) -> None:
    report = tmp_path / "0000.trf"
    report.write_bytes(make(0, players=60, rounds=9).data())
    for number in range(1, 2000):  # more than a pipe holds: it cannot be over before it is interrupted
        os.link(report, tmp_path / f"{number:04d}.trf")
    heard = "signal.signal(signal.SIGINT, signal.default_int_handler)"  # also where the tests are run in the background
    start = f"import signal; {heard}; from arpad.cli import main; main()"
    command = [sys.executable, "-c", start, "check", "--json", "--jobs", "2", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.read(1)  # the first answer is there: the processes are at work
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, b"arpad: interrupted\n")


def test_a_process_that_dies_does_not_take_the_answers_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    from typed import Runner

    from arpad.cli import app

    for number in range(70):
        (tmp_path / f"{number:03d}.trf").write_bytes(make(number, players=4, rounds=2).data())

    def dies(_: object, work: Callable[[Any], Any], tasks: list[Any], **__: object) -> Iterator[Any]:
        yield from map(work, tasks[:3])
        raise BrokenProcessPool

    monkeypatch.setattr(ProcessPoolExecutor, "map", dies)
    told = Runner().invoke(app, ["check", "--structure", "--json", "--jobs", "2", str(tmp_path)])
    names = [Path(json.loads(line)["file"]).name for line in told.stdout.splitlines()]
    assert names == [f"{number:03d}.trf" for number in range(70)]
    assert told.stderr == "arpad: a process ended before its time; the others are checked one by one\n"


def test_a_file_that_cannot_be_written_wholly_is_left_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "list.txt"
    target.write_text("old")
    limited = f"ulimit -f 0; exec {sys.executable} -m arpad frl convert {ERRORS / 'title-overflow.txt'} -o {target}"
    told = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, check=False)
    helps = "see that the disk has room and that the place may be written to"
    line = f"arpad: cannot write {target}: File too large; {helps}"
    assert (told.returncode, told.stderr.splitlines()[-1]) == (2, line)
    assert target.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["list.txt"]


def test_a_link_stays_a_link_rights_stay_and_a_device_is_written_to(tmp_path: Path) -> None:
    target, link = tmp_path / "real.trf", tmp_path / "link.trf"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert arpad("trf", "convert", OPEN, "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o600
    assert target.read_text().startswith("012 ")
    assert arpad("trf", "convert", OPEN, "-o", os.devnull).returncode == 0
    assert not Path(os.devnull).is_file()


def test_a_list_that_nobody_reads_to_its_end_is_no_error(tmp_path: Path) -> None:
    source = str(ERRORS / "title-overflow.txt")
    piped = f"{sys.executable} -m arpad frl convert {source} -o - | true; echo ${{PIPESTATUS[0]}}"
    told = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False)
    assert told.stdout.strip() in ("0", "141")
    assert "cannot write" not in told.stderr


def test_in_a_pipe_a_table_has_one_line_for_each_row_and_a_bracket_is_a_bracket(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wide = "Invented [red] " + "Van " * 100 + "Test"
    print_table(("name [short]", "federation"), [(wide, "UKR"), ("Invented, Bo", "POL")])
    head, _, first, second = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0] == "name [short]"
    assert first == f"{wide}   UKR"
    assert second.split() == ["Invented,", "Bo", "POL"]


@pytest.mark.parametrize("name", ["发明, 人", "Invented, Ann", "Вигадана, Ганна", "Invente\u0301e, Zoe\u0301"])
def test_a_letter_that_is_two_places_wide_or_none_breaks_no_row_of_a_pipe(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    from rich.cells import cell_len

    print_table(("name", "federation"), [(name, "UKR"), ("Bo", "POL")])
    _, _, first, second = capsys.readouterr().out.splitlines()
    assert first == f"{name}   UKR"
    assert second.index("POL") == cell_len(name) + 3


def test_a_row_of_several_lines_stands_at_the_top_its_head_at_the_bottom_and_a_line_is_between_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_table(("", "old\nedition", "new"), [("k", "40", "20\n10"), ("limit", "350", "400")], lines=True)
    assert capsys.readouterr().out.splitlines() == [
        "        old",
        "        edition   new",
        "─────────────────────",
        "k       40        20",
        "                  10",
        "",
        "limit   350       400",
    ]


def test_a_long_table_looks_like_a_short_one_and_is_not_laid_out_cell_by_cell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever rich is asked, it is asked once for a table and not once for each of 150,000 games."""
    from rich.console import Console

    asked, render = [0], Console.render

    def counted(self: Console, *arguments: Any, **named: Any) -> Any:
        asked[0] += 1
        return render(self, *arguments, **named)

    monkeypatch.setattr(Console, "render", counted)
    drawn, times = [], []
    rows = [(turn, f"Invented, Player {turn:04}", "1-0") for turn in range(1, 5001)]
    for size in (4, 5000):
        asked[0] = 0
        print_table(("round", "white", "result"), rows[-size:])
        drawn.append(capsys.readouterr().out.splitlines())
        times.append(asked[0])
    short, long = drawn
    assert times[0] == times[1]
    assert len(long) == 5002
    assert (long[:2], long[-4:]) == (short[:2], short[-4:])


@pytest.mark.parametrize("games", [True, False])
def test_every_game_and_every_player_of_a_large_report_is_shown(tmp_path: Path, games: bool) -> None:
    (tmp_path / "open.trf").write_bytes(make(5, players=300, rounds=20, plain=True).data())
    shown = arpad("trf", "show", str(tmp_path / "open.trf"), *(["--games"] if games else [])).stdout
    told = json.loads(arpad("trf", "show", str(tmp_path / "open.trf"), "--json").stdout)
    rows = [line.split() for line in shown.partition("─\n")[2].splitlines()]
    if games:
        half = {0: "0", 1: "0.5", 2: "1"}
        assert [(row[:3], row[3]) for row in rows] == [
            (
                [str(game["round"]), str(game["white"]), str(game["black"])],
                f"{half[game['white_half_points']]}-{half[game['black_half_points']]}",
            )
            for game in told["games"]
        ]
    else:
        assert [row[0] for row in rows] == [str(player["number"]) for player in told["players"]]
        seen = {(int(row[0]), turn, cell) for row in rows for turn, cell in enumerate(row[-20:], 1)}
        sign = {0: "0", 1: "=", 2: "1"}
        for game in told["games"]:
            if not game["kind"]:
                assert (game["white"], game["round"], f"{game['black']}w{sign[game['white_half_points']]}") in seen
                assert (game["black"], game["round"], f"{game['white']}b{sign[game['black_half_points']]}") in seen
