"""Run every long test campaign within a budget of time, one after the other, and print one line per campaign.

    python tests/campaigns.py [NAME ...] [--minutes N] [--seed N] [--list]

A campaign is many short runs of one program, each with the next seed. It starts no new run when its share of the budget
is over, so the whole ends about in time on a slow machine, too. A run that fails is printed with its command, which
repeats it. The seed of the first run is the number of the day unless `--seed` says otherwise: each day tries something
new. The exit code is the worst of all runs.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parent
MINUTES = 40.0  # of one core
DAY = 86_400  # seconds
APART = 1_000  # seeds between two runs: a run uses some of those that follow its own
FILES_PER_RUN = 30
NOTHING_COLLECTED = 5  # pytest's word
PROPERTIES = (
    "test_frl.py", "test_oracle.py", "test_period_against_oracle.py", "test_rating_properties.py", "test_trf_write.py",
    "test_web_schema.py", "test_mutations.py", "test_rulebook_mutations.py", "test_published_before.py",
    "test_revision_oracle.py",
)  # fmt: skip

KINDS = ("sqlite", "postgresql")
Command = list[str]
Runs = Callable[[int], Iterable[Command]]
Execute = Callable[[Command], tuple[int, str]]


@dataclass(frozen=True)
class Campaign:
    """A campaign: what it tries, its part of the budget, and its runs from a seed on."""

    tries: str
    part: int
    runs: Runs


def program(name: str, *options: str, first: Sequence[str] = ()) -> Runs:
    """Return the endless runs of a program of tests/; `first` are the options of a run before all others."""

    def runs(seed: int) -> Iterator[Command]:
        command = [sys.executable, str(TESTS / f"{name}.py")]
        if first:
            yield [*command, *first]
        for number in count():
            yield [*command, *options, "--seed", str(seed + number * APART)]

    return runs


def pytest_runs(files: Sequence[Path], *options: str, size: int = FILES_PER_RUN) -> Runs:
    """Return the runs of pytest over some files in an order by chance, so many files at a time."""

    def runs(seed: int) -> Iterator[Command]:
        names = sorted(map(str, files))
        Random(seed).shuffle(names)
        for at in range(0, len(names), size):
            yield [sys.executable, "-m", "pytest", "-q", "-c", str(TESTS.parent / "pyproject.toml"), *options,
                   *names[at : at + size]]  # fmt: skip

    return runs


def planted(seed: int) -> Iterator[Command]:
    """Yield runs of some planted faults, and before each the same tests without a fault."""
    for number in count():
        words = ["--sample", "4", "--seed", str(seed + number), "--processes", "1"]
        yield [sys.executable, str(TESTS / "mutate.py"), "--unplanted", *words]
        yield [sys.executable, str(TESTS / "mutate.py"), *words]


CAMPAIGNS = {
    "publish": Campaign("kills of a publication at random moments", 2, program("kill", "--loaded", "--kills", "8")),
    "door": Campaign("kills while reports come in and are admitted", 2, program("kill_door", "--kills", "8")),
    "steps": Campaign(
        "an error at every step of verbs that write", 4, program("strike_steps", "--sample", "1", "--points", "12")
    ),
    "verbs": Campaign(
        "kills, full and broken disks at the system calls of verbs", 4,
        program("kill_verbs", "--sample", "1", "--points", "1"),
    ),
    "power": Campaign("lost power while a verb writes", 2, program("power", "--sample", "1", "--images", "20")),
    "story": Campaign("random stories of an office against a model", 5, program("simulated_office")),
    "tamper": Campaign(
        "edits behind the back of an office", 5, program("tamper", "--edits", "25", "--bits", "50",
        first=("--edits", "0", "--bits", "0")),
    ),
    "storm": Campaign(
        "32 pairing programs at a desk that is killed 20 times, its disk full once", 4,
        lambda seed: (command for kind in KINDS for command in islice(program("storm_desk", "--on", kind)(seed), 1)),
    ),
    "guesses": Campaign(
        "100,000 guesses of passwords, codes and tokens", 3, lambda seed: islice(program("guess_desk")(seed), 1)
    ),
    "hostile": Campaign("bad input through every verb", 4, program("hostile", "--count", "300", "--jobs", "1")),
    "fuzz": Campaign("broken files for the readers", 3, program("fuzz", "--inputs", "5000", "--jobs", "1")),
    "properties": Campaign(
        "property tests with ten times the examples, frozen offices in every way", 3,
        pytest_runs([TESTS / name for name in PROPERTIES], "--thorough", size=1),
    ),
    "postgresql": Campaign(
        "tests of an office that each run has on SQLite only", 6,
        pytest_runs(list(TESTS.glob("test_*.py")), "--every-database", "-k", "postgresql"),
    ),
    "mutate": Campaign("planted faults, which the tests must catch", 5, planted),
}  # fmt: skip


def execute(command: Command) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    return 0 if done.returncode == NOTHING_COLLECTED and "pytest" in command else done.returncode, done.stdout


def run(
    name: str, seconds: float, seed: int, execute: Execute = execute, clock: Callable[[], float] = time.monotonic
) -> int:
    """Run a campaign for so many seconds, at least once; print its line, and return the worst exit code of its runs."""
    began, done, worst = clock(), 0, 0
    for command in CAMPAIGNS[name].runs(seed):
        code, printed = execute(command)
        done, worst = done + 1, max(worst, abs(code))
        if code:
            print(f"{printed.rstrip()}\n  failed with {code}: {shlex.join(command)}", flush=True)
        if clock() - began >= seconds or code:
            break
    verdict = f"FAILED with {worst}" if worst else "passed"
    print(f"{name:<11}{done:4} runs from seed {seed}, {(clock() - began) / 60:5.1f} minutes: {verdict}", flush=True)
    return worst


def guided(python: str) -> Runs:
    """Return the one run of the fuzzer that coverage guides, in an environment that has atheris."""
    return lambda seed: chain([[python, str(TESTS / "fuzz_coverage.py"), "--minutes", "2"]])


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="./dev campaigns", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="these only")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for all of them together, about")
    parser.add_argument("--seed", type=int, default=int(time.time()) // DAY, help="of the first runs")
    parser.add_argument("--list", action="store_true", help="say which there are, and run none")
    parser.add_argument("--atheris", default="", metavar="PYTHON", help="an interpreter for fuzzing by coverage")
    asked = parser.parse_args(argv)
    if asked.atheris:
        CAMPAIGNS["coverage"] = Campaign("broken files for the readers, guided by coverage", 1, guided(asked.atheris))
    unknown = sorted({*asked.names} - {*CAMPAIGNS})
    if unknown:
        parser.error(f"no such campaign: {', '.join(unknown)}; there are {', '.join(CAMPAIGNS)}")
    names = asked.names or list(CAMPAIGNS)
    parts = sum(CAMPAIGNS[name].part for name in names)
    shares = {name: asked.minutes * CAMPAIGNS[name].part / parts for name in names}
    if asked.list:
        for name in names:
            print(f"{name:<11}{shares[name]:5.1f} minutes  {CAMPAIGNS[name].tries}")
        return 0
    os.environ.pop("PYTHONPATH", None)
    return max(run(name, shares[name] * 60, asked.seed) for name in names)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
