"""Feed the readers broken files made from a grammar, and count what must not happen.

    python tests/fuzz.py [--inputs N | --minutes M] [--seed S] [--jobs J]

Each input is a sound tournament with one to three named mutations and often some noise on its bytes; one in eight is a
rating list, a table, a workbook, a PGN file or a file of a pairing program treated alike, a workbook mostly inside its
zip. Before them come the dearest files that the limits let in (see `heavy`), each in a process of its own. For every
input: reading returns a report and findings and raises nothing; its games can be counted; where it is tried, writing
and reading again gives the same report, and mending does not change what the report says. An exception, an input that
takes more than a second of the processor, or more memory than is documented, or a broken round trip is a failure,
printed with what repeats it.
At least fifty thousand are tried, also where the minutes are over before, unless `--inputs` asks for fewer.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import forkserver
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from chess_results_made import upload
from heavy import HEAVY
from mutations import HEAVY as TOO_LARGE
from mutations import MUTATIONS
from swiss_manager_made import Event, round_robin, swiss
from tables_made import bytes_of_a_list, bytes_of_a_table, packed, parts_of
from tournament import make

from arpad.intake import fix_trf, read, read_list, write_trf

SLOW = 1.0  # seconds
MEMORY = 2 << 30  # bytes that a process may ask for: some times what reading is allowed, with NumPy and the tests
LEAST = 50_000  # inputs of `./dev fuzz`, however short its time; every run of the tests has a fifth of them
GROWTH = 200 << 20  # bytes that one report may take, as docs/intake.md says
LIGHT = [name for name in MUTATIONS if name not in TOO_LARGE]
SHARE_OF_OTHERS = 8
KIB = 1024 if sys.platform != "darwin" else 1  # in which the system counts memory


LISTS = ("list", "xml")
PROGRAMS: dict[str, Callable[[random.Random], bytes]] = {
    "swiss-manager": lambda rng: an_event(rng).data(),
    "chess-results": lambda rng: upload(an_event(rng)).data(),
    "braces": lambda rng: upload(an_event(rng)).data().replace(b"<", b"{").replace(b">", b"}"),
}
"""Files as pairing programs save them."""


def an_event(rng: random.Random) -> Event:
    """A small event, Swiss or round robin."""
    return (
        swiss(rng, rng.randrange(2, 12), rng.randrange(1, 6))
        if rng.random() < 0.7
        else round_robin(rng.randrange(3, 8))
    )


def noise(data: bytes, rng: random.Random) -> bytes:
    """Change some bytes without a thought for their meaning."""
    broken = bytearray(data)
    for _ in range(rng.randrange(1, 8)):
        if not broken:
            break
        at = rng.randrange(len(broken))
        end = min(len(broken), at + rng.randrange(1, 40))
        match rng.randrange(7):
            case 0:
                broken[at] = rng.randrange(256)
            case 1:
                del broken[at:end]
            case 2:
                broken[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 6)))
            case 3:
                broken[at:at] = broken[at:end] * rng.randrange(1, 4)
            case 4:
                broken[at:end] = b" " * (end - at)
            case 5:
                broken[at:end] = rng.choice(
                    [b"\t", b"\r", b"\xff\xfe", b"\xe2\x80\xae", b"9" * 30, b"0000", b"001 ", b'"', b";"]
                )
            case _:
                del broken[at:]
    return bytes(broken)


def inside(book: bytes, rng: random.Random) -> bytes:
    """A workbook whose zip is sound and of whose parts one is broken: by its bytes, or where its XML says something."""
    parts = parts_of(book)
    name = rng.choice([name for name in parts if "docProps" not in name and "theme" not in name])
    words = parts[name].split(b'"')
    if rng.random() < 0.5 and len(words) > 1:
        at = rng.randrange(len(words))
        words[at] = rng.choice(
            [b"", b"XFD1048576", b"A0", b"s", b"e", b"9" * 30, b"-1", b"<", b"&amp;", words[0], b"../x"]
        )
        parts[name] = b'"'.join(words)
    else:
        parts[name] = noise(parts[name], rng)
    return packed(parts)


def one_input(seed: int) -> tuple[bytes, str]:
    """The bytes of an input, and which reader they are for."""
    rng = random.Random(seed)
    if seed % SHARE_OF_OTHERS == 0:
        kind = rng.choice((*LISTS, "games", "players", "crosstable", "pairings", "matrix", "pgn", "xlsx", *PROGRAMS))
        if kind in PROGRAMS:
            event = PROGRAMS[kind](rng)
            return (noise(event, rng) if rng.random() < 0.8 else event), "report"
        data = bytes_of_a_list(rng, kind) if kind in LISTS else bytes_of_a_table(rng, kind)
        if kind == "xlsx" and rng.random() < 0.8:
            return inside(data, rng), "report"
        return (noise(data, rng) if rng.random() < 0.8 else data), "list" if kind in LISTS else "report"
    players, rounds = rng.randrange(4, 10), rng.randrange(3, 6)
    tournament = make(seed, players, rounds, trf26=rng.random() < 0.5, plain=players % 2 == 0)
    data = tournament.data()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = MUTATIONS[rng.choice(LIGHT)][1](tournament, rng)
    return (noise(data, rng) if rng.random() < 0.5 else data), "report"


def try_one(seed: int, deep: bool) -> str:
    """What went wrong with an input; nothing if all is well."""
    data, kind = one_input(seed)
    try:
        start = time.perf_counter()
        if kind == "list":
            read_list(io.BytesIO(data), "fuzz")
            taken = time.perf_counter() - start
        else:
            report, found = read(data, "fuzz")
            taken = time.perf_counter() - start
            report.games()
            clean = all(finding.code != "control-character" for finding in found)
            if deep and report.sent.texts and clean:
                for form in ("trf16", "trf26"):
                    written, _ = write_trf(report, form)
                    if read(written)[0] != report:
                        return f"seed {seed}: {form} reads back as another report"
                mended, changes, _ = fix_trf(data)
                if not changes and mended != data:
                    return f"seed {seed}: mended without a change"
                if changes and read(mended)[0] != report:
                    return f"seed {seed}: mending changed the report ({[str(change) for change in changes][:3]})"
    except Exception as error:
        return f"seed {seed}: {type(error).__name__}: {error}"
    return f"seed {seed}: {taken:.2f} s" if taken > SLOW else ""


def peak() -> int:
    """The most bytes that this process has held; the system's own count includes those of the one that started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KIB
    held = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(held.split()[1]) * 1024


def made_heavy(name: str) -> bytes:
    return HEAVY[name]()


def try_heavy(name: str, data: bytes) -> tuple[str, float, int]:
    """What went wrong with a dear file, the seconds it took and the bytes by which the process grew."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    for small in (b"name;R1\na;2w1\n", b'[White "a"]\n', b"PK\x03\x04xl/"):  # the readers themselves are not counted
        read(small)
    before, start = peak(), time.process_time()
    try:
        read(data, "heavy")
    except Exception as error:
        return f"{name}: {type(error).__name__}: {error}", 0.0, 0
    return "", time.process_time() - start, peak() - before


def _serve_processes() -> None:
    """Start what makes processes, once and with this file imported, so that each of them is not one import of
    everything. It finds this file by the environment alone: older versions of Python tell it no other path."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(["fuzz"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).resolve().parent), before]))
    try:
        forkserver.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def heavy(seconds: float = SLOW, names: Sequence[str] = tuple(HEAVY)) -> list[str]:
    """Read the dearest files, each in a process of its own; those that took longer than so many seconds, or too much
    memory, and those that failed."""
    jobs, apart = min(os.cpu_count() or 1, 8), multiprocessing.get_context("forkserver")
    _serve_processes()
    with ProcessPoolExecutor(jobs, apart) as makers, ProcessPoolExecutor(jobs, apart, max_tasks_per_child=1) as readers:
        results = list(readers.map(try_heavy, names, makers.map(made_heavy, names)))
    return [
        failure or f"{name}: {taken:.2f} s, {grown >> 20} MiB"
        for name, (failure, taken, grown) in zip(names, results, strict=True)
        if failure or taken > seconds or grown > GROWTH
    ]


def run(first: int, inputs: int, seconds: float, least: int = 0) -> tuple[int, list[str]]:
    """Try inputs until there are enough of them, or the time is over and there are the least that there must be. What
    needs too much memory fails like an error."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    failures = []
    end = time.monotonic() + seconds
    done = 0
    while done < inputs and (done < least or time.monotonic() < end):
        failure = try_one(first + done, deep=done % 10 == 0)
        if failure:
            failures.append(failure)
        done += 1
    return done, failures


def campaign(inputs: int, seconds: float, seed: int = 0, jobs: int = 0, least: int = 0) -> tuple[int, list[str]]:
    """Run on several processes; how many inputs were tried, and every failure."""
    jobs = jobs or min(os.cpu_count() or 1, 8)
    each, few = -(-inputs // jobs), -(-least // jobs)
    seeds = [seed + job * 1_000_000_007 for job in range(jobs)]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:  # one that dies ends the campaign
        results = list(pool.map(run, seeds, [each] * jobs, [seconds] * jobs, [few] * jobs))
    return sum(done for done, _ in results), [failure for _, failures in results for failure in failures]


def main() -> int:
    parser = argparse.ArgumentParser(description="structure-aware fuzzing of the readers")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--inputs", type=int, default=1 << 40)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--jobs", type=int, default=0)
    options = parser.parse_args()
    dear = heavy()
    print(f"heavy: {len(HEAVY)} files as large as may be: {len(dear)} failures")
    start = time.monotonic()
    done, failures = campaign(options.inputs, options.minutes * 30, options.seed, options.jobs, LEAST)
    for failure in (*dear, *failures[:50]):
        print(failure)
    taken = time.monotonic() - start
    print(f"grammar: {done:,} inputs in {taken:.0f} s from seed {options.seed}: {len(failures)} failures")
    return 1 if dear or failures else 0


if __name__ == "__main__":
    sys.exit(main())
