"""Let coverage guide the fuzzing of the readers, with atheris.

    python tests/fuzz_coverage.py [--minutes M]

Runs in an environment of its own (`./dev fuzz` makes it), because atheris exists for few versions of Python. The first
byte of an input chooses the reader; the corpus starts from sound files and from one file per named mutation, and grows
from one process to the next.
"""

from __future__ import annotations

import argparse
import base64
import io
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent))

with atheris.instrument_imports(include=["arpad"]):
    from arpad.intake import read, read_list, write_trf

from mutations import HEAVY, MUTATIONS
from tables_made import CROSSTABLE, GAMES, PGN, PLAYERS, WIDTHS, csv_of, list_text, list_xml, person, xlsx_of
from tournament import make

SLOW = 1.0  # seconds
STRETCH = 60  # seconds in one process: atheris keeps some kilobytes of every input it watches; the corpus is handed on


def try_one(data: bytes) -> None:
    """One input; where it fails, it is printed so that the failure can be repeated."""
    try:
        _try_one(data)
    except BaseException:
        print("the input, base 64:", base64.b64encode(data).decode(), flush=True)
        raise


def _try_one(data: bytes) -> None:
    """Whatever the bytes are: a report and findings, in less than a second, and a way back."""
    start = time.perf_counter()
    if data[:1] == b"L":
        read_list(io.BytesIO(data[1:]), "fuzz")
    else:
        report, found = read(data[1:], "fuzz")
        report.games()
        if report.sent.texts and all(finding.code != "control-character" for finding in found):
            written, _ = write_trf(report, "trf26")
            if read(written)[0] != report:
                raise AssertionError("reads back as another report")
    taken = time.perf_counter() - start
    if taken > SLOW:
        raise AssertionError(f"took {taken:.2f} s")


def corpus(folder: Path) -> None:
    rng = random.Random(0)
    seeds = [b"R" + make(seed, trf26=bool(seed % 2)).data() for seed in range(4)]
    for name, (_, mutate) in MUTATIONS.items():
        if name not in HEAVY:
            seeds.append(b"R" + mutate(make(1, players=6, rounds=4, plain=True), rng))
    seeds += [b"R" + csv_of(rows) for rows in (GAMES, PLAYERS, CROSSTABLE)]
    seeds += [b"R" + PGN.encode(), b"R" + xlsx_of(GAMES)]
    people = [person(rng, number) for number in range(1, 6)]
    seeds += [b"L" + list_text(people, layout) for layout in WIDTHS] + [b"L" + list_xml(people)]
    for number, seed in enumerate(seeds):
        (folder / f"{number:03d}").write_bytes(seed)


def main() -> int:
    parser = argparse.ArgumentParser(description="coverage-guided fuzzing of the readers")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--stretch", nargs=2, metavar=("SECONDS", "FOLDER"), help=argparse.SUPPRESS)
    options, _ = parser.parse_known_args()
    if options.stretch:
        seconds, folder = options.stretch
        os.chdir(folder)
        arguments = [f"-max_total_time={seconds}", "-max_len=20000", "-timeout=20", "-print_final_stats=1", folder]
        atheris.Setup([sys.argv[0], *arguments], try_one)
        atheris.Fuzz()
    with tempfile.TemporaryDirectory() as folder:
        corpus(Path(folder))
        left = max(10, int(options.minutes * 30))
        while left > 0:
            command = [sys.executable, __file__, "--stretch", str(min(left, STRETCH)), folder]
            done = subprocess.run(command, check=False)
            if done.returncode:
                return done.returncode
            left -= STRETCH
    return 0


if __name__ == "__main__":
    sys.exit(main())
