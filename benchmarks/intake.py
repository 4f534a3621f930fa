"""Intake beside its peers: reports, files of pairing programs, a year of the world's reports, the largest rating list.

    ./dev bench intake [--rounds N] [--rows N] [--files N] [--only trf,programs,year,txt,xml] [--json] [--check]

Contestants for one report: Arpad with all findings on; `trf` and `py4swiss` of PyPI, which do not say what is wrong
where. py4swiss refuses a report with dates of rounds and asks for their number in a record of its own: it gets the file
that it can read. Everything is generated from a seed into a temporary directory. Lists are read in a process of their
own so that their memory can be measured; their goal is held against the shortest run. Three minutes; `--only trf` takes
seconds.
"""

from __future__ import annotations

import io
import random
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _clock
import _frame
from _reports import sound, with_oddities
from chess_results_made import upload
from swiss_manager_made import swiss

import arpad

SEED = 20260501
SIZES = ((10, 9), (24, 5), (30, 7), (120, 9), (500, 11))
SMALL = 25  # players, below which a report by itself has no goal: its ratio is told
ODD = (150, 9)  # of the report with what people write
LEAST = 0.05  # seconds that a report is read again and again in one round
PROGRAM = (200, 9)  # of the files of pairing programs
MIXED = 300  # different reports in a year of the world
ROWS = 1_900_000  # of the list of all players
LIST_RUNS = 3


def reports(found: _frame.Report, folder: Path, rounds: int) -> None:
    """Arpad beside its peers; all must find the same players."""
    import trf as peer
    from py4swiss.trf import TrfParser

    from arpad.intake import read, write_trf

    told = {
        "Arpad": (arpad.__version__, "all findings, each with line and column"),
        "trf": (_frame.installed("trf"), "reads; checks nothing"),
        "py4swiss": (
            _frame.installed("py4swiss"),
            "reads for pairing, from a file; stops at the first error; not: dates",
        ),
    }
    for players, turns in SIZES:
        text = sound(random.Random(SEED), players, turns)
        data, path = text.encode(), folder / f"{players}.trf"
        path.write_text(for_py4swiss(text, turns), "utf-8")
        ours, findings = read(data)
        theirs = peer.loads(text)
        if findings or not len(ours.players) == len(theirs.players) == len(TrfParser.parse(path).player_sections):
            raise SystemExit("bench: the contestants do not read the same report")
        found.compared.append(f"trf, py4swiss: {players} players")
        runs = {
            "Arpad": partial(read, data),
            "trf": partial(peer.loads, text),
            "py4swiss": partial(TrfParser.parse, path),
        }
        taken = _clock.rounds_of(runs, rounds, least=LEAST)
        found.rows += _frame.rows_of(f"read {players} players, {turns} rounds", taken, told)
        ratio = _clock.against(taken, "trf", "Arpad")
        if players < SMALL:
            found.notes.append(f"trf against Arpad, {players} players and {turns} rounds: {ratio:.2f}; no goal is set.")
        else:
            found.measures[f"trf-against-arpad-{players}x{turns}"] = ratio
        writers = {
            "Arpad": partial(write_trf, ours, "trf16"),
            "trf": lambda theirs=theirs: peer.dump(io.StringIO(), theirs),  # type: ignore[misc]
        }
        taken = _clock.rounds_of(writers, rounds, least=LEAST)
        writes = {name: (told[name][0], "writes TRF16") for name in writers}
        found.rows += _frame.rows_of(f"write {players} players, {turns} rounds", taken, writes)
    text = with_oddities(random.Random(SEED), *ODD)
    data = text.encode()
    taken = _clock.rounds_of({"Arpad": partial(read, data), "trf": partial(peer.loads, text)}, rounds, least=LEAST)
    found.rows += _frame.rows_of(f"read {ODD[0]} players, {ODD[1]} rounds, with oddities", taken, told)
    found.measures["trf-against-arpad-with-oddities"] = _clock.against(taken, "trf", "Arpad")
    rng = random.Random(SEED)
    texts = [sound(rng, players, turns) for players, turns in _shapes(rng, MIXED)]
    files = [text.encode() for text in texts]
    both = {"Arpad": lambda: [read(data) for data in files], "trf": lambda: [peer.loads(text) for text in texts]}
    taken = _clock.rounds_of(both, rounds)
    found.rows += _frame.rows_of(f"read {MIXED} reports of 10 to 300 players, one after the other", taken, told)
    found.measures["trf-against-arpad-mixed"] = _clock.against(taken, "trf", "Arpad")


def programs(found: _frame.Report, rounds: int) -> None:
    """Files as pairing programs save them; both forms must give the same games."""
    from arpad.intake import read

    players, turns = PROGRAM
    event = swiss(random.Random(SEED), players, turns)
    files = {"swiss-manager": event.data(), "chess-results": upload(event, padded=True).data()}
    reports = [read(data)[0] for data in files.values()]
    if len(reports[0].players) != players or reports[0].cells != reports[1].cells:
        raise SystemExit("bench: the files of the programs are not read as they were written")
    found.compared.append("programs: every game")
    for form, data in files.items():
        taken = _clock.rounds_of({"Arpad": partial(read, data)}, rounds, least=LEAST)
        work = f"read {players} players, {turns} rounds, {form}, {len(data) >> 10} KiB"
        found.rows += _frame.rows_of(work, taken, {"Arpad": (arpad.__version__, "all checks and findings")})
        found.measures[f"{form}-milliseconds"] = 1000 * statistics.median(taken["Arpad"])


def for_py4swiss(text: str, turns: int) -> str:
    """The report as py4swiss reads it: without the dates of the rounds, with their number."""
    lines = [line for line in text.splitlines() if not line.startswith("132")]
    return "\n".join([f"XXR {turns}", *lines]) + "\n"


def year(found: _frame.Report, folder: Path, files: int) -> None:
    """A year of the world: most events are small, a few are large."""
    rng = random.Random(SEED)
    shapes = [sound(rng, players, rounds).encode() for players, rounds in _shapes(rng, MIXED)]
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
        raise SystemExit("bench: the year was not read as it was written")
    found.compared.append("the year: no file refused")
    size = sum(map(len, shapes)) * files // len(shapes)
    work, does = (
        f"{files:,} files, {size / 1e6:.0f} MB",
        "`check --structure`, two processes, one run, time on the wall",
    )
    found.rows += _frame.rows_of(work, {"Arpad": [taken]}, {"Arpad": (arpad.__version__, does)})


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


def rating_list(found: _frame.Report, folder: Path, rows: int, xml: bool, runs: int) -> None:
    path = folder / ("players_list_xml_foa.xml" if xml else "players_list_foa.txt")
    with path.open("w", newline="") as out:
        write_list(out, rows, xml)
    taken: dict[str, list[float]] = {"Arpad": [], "the bytes alone": []}
    used = memory = 0.0
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", READ, str(path)], stdout=subprocess.PIPE, check=True)
        count, findings, *numbers = done.stdout.split()
        if (int(count), int(findings)) != (rows, 0):
            raise SystemExit("bench: the list was not read as it was written")
        seconds, used, memory = (float(number) for number in numbers)
        taken["Arpad"].append(seconds)
        start = time.perf_counter()
        path.read_bytes()
        taken["the bytes alone"].append(time.perf_counter() - start)
    found.compared.append(f"{'XML' if xml else 'TXT'}: every row, no finding")
    told = {
        "Arpad": (
            arpad.__version__,
            f"every field checked; time on the wall, of processor {used:.2f} s; memory of the process",
        ),
        "the bytes alone": ("", "the file into memory, nothing more; time on the wall"),
    }
    work = f"list of {rows:,} rows, {'XML' if xml else 'TXT'}, {path.stat().st_size / 1e6:.0f} MB"
    found.rows += _frame.rows_of(work, taken, told, added={"Arpad": memory})
    if not xml:
        found.measures["fide-txt-seconds"] = min(taken["Arpad"]) * ROWS / rows
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
    parser = _frame.options("intake", rounds=15)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--files", type=int, default=30_000)
    parser.add_argument("--only", default="trf,programs,year,txt,xml")
    chosen = _frame.chosen_of(parser, argv, rows=2_000, files=20)
    wanted = chosen.only.split(",")
    if chosen.profile:
        from arpad.intake import read

        data = sound(random.Random(SEED), *SIZES[-1]).encode()
        return _clock.profiled("intake", partial(read, data), times=40)
    found = _frame.Report("intake", f"seed {SEED}; ratio to Arpad", chosen.rounds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "trf" in wanted and not {"trf", "py4swiss"} & set(chosen.without):
            reports(found, folder, chosen.rounds)
        if "programs" in wanted:
            programs(found, chosen.rounds)
        if "year" in wanted:
            (folder / "year").mkdir()
            year(found, folder / "year", chosen.files)
        for kind in ("txt", "xml"):
            if kind in wanted:
                rating_list(found, folder, chosen.rows, kind == "xml", 1 if chosen.short else LIST_RUNS)
    return _frame.finish(found, chosen, {})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
