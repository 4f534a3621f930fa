"""Intake beside its peers: reports, a year of the world's reports, and the largest rating list.

    ./dev bench intake [--rounds N] [--rows N] [--files N] [--only trf,year,txt,xml] [--json] [--check]

Contestants for one report: Arpad with all findings on, and the package `trf` of PyPI, which reads and does not check.
They take turns in one process; medians are compared, saved and held against the goals. Everything is generated from a
seed into a temporary directory; the lists are read in a process of their own so that their memory can be measured.
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path

import _frame
import _reports
from rich.console import Console
from rich.table import Table

import arpad

SEED = 20260501
PEER = "trf (PyPI)"
SIZES = ((30, 7), (120, 9), (500, 11))
ODD = (150, 9)


def best(call: Callable[[], object], runs: int) -> float:
    """The shortest of several runs, in seconds."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return min(taken)


def reports(rounds: int) -> _frame.Report:
    """Reading and writing one sound report, small, ordinary and large, and reading one as it comes, beside the peer."""
    import trf as peer

    from arpad.intake import read, write_trf

    shapes = ", ".join(f"{players} x {turns}" for players, turns in SIZES)
    about = f"sound reports of {shapes} players and rounds, and one with oddities; ratio to {PEER}"
    found = _frame.Report("intake", about, rounds)
    told = {"Arpad": arpad.__version__, PEER: version("trf")}
    for players, turns in SIZES:
        text = _reports.sound(random.Random(SEED), players, turns)
        data = text.encode()
        ours, findings = read(data)
        theirs = peer.loads(text)
        if findings or len(theirs.players) != players or write_trf(ours, "trf16")[0] != data:
            raise SystemExit("the contestants do not read the same report")
        for verb, does, contestants in (
            ("read", ("reads, all findings", "reads, no checks"), (partial(read, data), partial(peer.loads, text))),
            ("write", ("writes",) * 2, (partial(write_trf, ours, "trf16"), partial(peer.dumps, theirs))),
        ):
            taken = _frame.rounds_of(dict(zip(told, contestants, strict=True)), rounds)
            about = {name: (told[name], what) for name, what in zip(told, does, strict=True)}
            rows = _frame.rows_of(f"{verb} {players} players, {turns} rounds", taken, about, PEER, {})
            found.rows += rows
            found.measures[f"{verb}-{players}"] = rows[0].ratio
    _odd_report(found, told, rounds)
    return found


def _odd_report(found: _frame.Report, told: Mapping[str, str], rounds: int) -> None:
    """Reading a report with teams, byes, comments and national records, about which there is much to advise."""
    import trf as peer

    from arpad.intake import read, write_trf

    text = _reports.with_oddities(random.Random(SEED), *ODD)
    data = text.encode()
    ours, findings = read(data)
    codes = {finding.code for finding in findings}
    again = read(write_trf(ours, "trf26")[0])[0]
    if codes != _reports.ODDITIES or len(peer.loads(text).players) != ODD[0] or again.players != ours.players:
        raise SystemExit("the contestants do not read the same report")
    taken = _frame.rounds_of(dict(zip(told, (partial(read, data), partial(peer.loads, text)), strict=True)), rounds)
    does = f"reads, {len(findings)} findings", "reads, no checks"
    about = {name: (told[name], what) for name, what in zip(told, does, strict=True)}
    rows = _frame.rows_of(f"read {ODD[0]} players, {ODD[1]} rounds, with oddities", taken, about, PEER, {})
    found.rows += rows
    found.measures["read-with-oddities"] = rows[0].ratio


def year(table: Table, folder: Path, files: int) -> None:
    """A year of the world: most events are small, a few are large."""
    rng = random.Random(SEED)
    shapes = [_reports.sound(rng, players, rounds).encode() for players, rounds in _shapes(rng, 300)]
    for number in range(files):
        (folder / f"{number:05d}.trf").write_bytes(shapes[number % len(shapes)])
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "arpad", "check", "--structure", "--jobs", "2", str(folder)],
        stdout=subprocess.PIPE,
        check=False,
    )
    taken = time.perf_counter() - start
    if f"{files} files; 0 refused".encode() not in done.stdout:
        raise SystemExit("the year was not read as it was written")
    size = sum(map(len, shapes)) * files // len(shapes)
    table.add_row(f"check {files:,} files, {size / 1e6:.0f} MB, two processes", "arpad check", f"{taken:.1f} s", "")


def _shapes(rng: random.Random, count: int) -> list[tuple[int, int]]:
    sizes = [(10, 9), (24, 5), (40, 7), (60, 7), (90, 9), (150, 9), (300, 9)]
    return rng.choices(sizes, weights=[30, 25, 20, 12, 8, 4, 1], k=count)


READ = """
import resource, sys, time
from arpad.intake import read_list
start, used = time.perf_counter(), time.process_time()
ratings, findings = read_list(open(sys.argv[1], "rb"), sys.argv[1])
taken, used = time.perf_counter() - start, time.process_time() - used
print(len(ratings), len(findings), taken, used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def rating_list(table: Table, folder: Path, rows: int, xml: bool) -> None:
    path = folder / ("players_list_xml_foa.xml" if xml else "players_list_foa.txt")
    with path.open("w", newline="") as out:
        write_list(out, rows, xml)
    done = subprocess.run([sys.executable, "-c", READ, str(path)], stdout=subprocess.PIPE, check=True)
    count, findings, taken, used, memory = done.stdout.split()
    if (int(count), int(findings)) != (rows, 0):
        raise SystemExit("the list was not read as it was written")
    floor = best(path.read_bytes, 1)
    what = f"read list, {rows:,} rows, {'XML' if xml else 'TXT'}, {path.stat().st_size / 1e6:.0f} MB"
    table.add_row(
        what,
        "arpad",
        f"{float(taken):.2f} s",
        f"{float(used):.2f} s of processor, {int(memory) / 2**20:.0f} MiB at most",
    )
    table.add_row("", "floor: the bytes alone", f"{floor:.2f} s", "")
    path.unlink()


def write_list(out: io.TextIOBase | object, rows: int, xml: bool) -> None:
    """A combined list as FIDE publishes it, without the help of the writer that is under test."""
    rng = random.Random(SEED)
    write = out.write  # type: ignore[attr-defined]
    head = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}FOA "
    write("<playerslist>\n" if xml else head + "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n")
    for number in range(rows):
        identity, name = 100_000 + number * 7, f"Invented{number % 99991}, {('Ann', 'Bo', 'Cyd Van Test')[number % 3]}"
        sex, title = "MF"[number % 2], "FM" if number % 211 == 0 else ""
        other, flag, year = "FA,NI" if number % 97 == 0 else "", "wi" if number % 5 == 1 else "", 1940 + number % 75
        first, second, third = (0 if rng.random() < 0.6 else rng.randrange(1400, 2800) for _ in range(3))
        if xml:
            write(
                f"<player>\n<fideid>{identity}</fideid>\n<name>{name}</name>\n<country>UKR</country>\n<sex>{sex}</sex>\n"
                f"<title>{title}</title>\n<w_title></w_title>\n<o_title>{other}</o_title>\n<foa_title></foa_title>\n"
                f"<rating>{first}</rating>\n<games>0</games>\n<k>20</k>\n<rapid_rating>{second}</rapid_rating>\n"
                f"<rapid_games>3</rapid_games>\n<rapid_k>20</rapid_k>\n<blitz_rating>{third}</blitz_rating>\n"
                f"<blitz_games>0</blitz_games>\n<blitz_k>20</blitz_k>\n<birthday>{year}</birthday>\n"
                f"<flag>{flag}</flag>\n</player>\n"
            )
        else:
            write(
                f"{identity:<15}{name:<61}{'UKR':<4}{sex:<4}{title:<5}{'':<5}{other:<15}{'':<4}{first:<6}{0:<4}{20:<3}"
                f"{second:<6}{3:<4}{20:<3}{third:<6}{0:<4}{20:<3}{year:<6}{flag:<4}\r\n"
            )
    if xml:
        write("</playerslist>\n")


def main(argv: list[str]) -> int:
    parser = _frame.options("intake", rounds=300)
    parser.add_argument("--rows", type=int, default=1_900_000)
    parser.add_argument("--files", type=int, default=30_000)
    parser.add_argument("--only", default="trf,year,txt,xml")
    options = parser.parse_args(argv)
    wanted = options.only.split(",")
    table = Table(
        "what", "who", "best", "processor and memory", title=f"intake, Python {sys.version.split()[0]}, seed {SEED}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "year" in wanted:
            (folder / "year").mkdir()
            year(table, folder / "year", options.files)
        for kind in ("txt", "xml"):
            if kind in wanted:
                rating_list(table, folder, options.rows, kind == "xml")
    if table.rows:
        Console(width=130).print(table)
    return _frame.finish(reports(options.rounds), options, {}) if "trf" in wanted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
