"""Plant named faults, one at a time, in a copy of the project, and see that the tests catch each of them.

    python tests/mutate.py [NAME ...] [--room ROOM] [--sample N --seed S] [--processes N] [--unplanted]

`tests/faults/ROOM.toml` has the faults of a room: a file of the package, a text that stands there once, what stands
there instead, and the test files (or `FILE::TEST`) that must notice. A fault is caught where a test fails; where all
pass it escaped. A text that is no longer there, tests that cannot be collected or do not end, and tests that fail also
without a fault are failures of their own, so that the faults are kept up. `--unplanted` runs the tests of all chosen
faults on the copy as it is, and nothing else; `--sample` takes so many of them by chance. Exit code 1: something
escaped, or is not in order.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent))

from databases import KINDS

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
FAULTS = TESTS / "faults"
PACKAGE = Path("src") / "arpad"
LEFT_OUT = {".git", ".venv", ".venv-bench", ".venv-fuzz", ".venv-uv", ".demo", "__pycache__", ".mypy_cache",
            ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache"}  # fmt: skip
PATIENCE = 900  # seconds for the tests of a fault
CAUGHT, ESCAPED, STALE, BROKEN, ENDLESS = "caught", "ESCAPED", "STALE", "BROKEN", "ENDLESS"
PASSED, FAILED = 0, 1  # what pytest says; anything else is no verdict


@dataclass(frozen=True)
class Fault:
    """A fault: what stands in a file of the package, what stands there instead, and who must notice."""

    room: str
    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    on_postgresql: bool = False  # it shows there only; else tests on SQLite are enough

    def times(self, root: Path = ROOT) -> int:
        """How often the text stands there."""
        path = root / PACKAGE / self.file
        return path.read_text("utf-8").count(self.old) if path.is_file() else 0


@dataclass(frozen=True)
class Verdict:
    """What became of a fault."""

    fault: Fault
    verdict: str
    seconds: float
    by: str  # the test that noticed, or what is wrong


def all_faults(directory: Path = FAULTS) -> list[Fault]:
    found = []
    for path in sorted(directory.glob("*.toml")):
        for name, given in tomllib.loads(path.read_text("utf-8")).items():
            found.append(Fault(path.stem, name, **{**given, "tests": tuple(given["tests"])}))
    return found


@contextmanager
def copy_of_project() -> Iterator[Path]:
    """A copy in which anything may be changed."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-mutate-"))
    directory.chmod(0o755)  # the PostgreSQL of root's tests runs as nobody
    try:
        shutil.copytree(ROOT, directory / "copy", ignore=lambda _, names: LEFT_OUT.intersection(names))
        yield directory / "copy"
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def run_tests(
    copy: Path, tests: Sequence[str], *options: str, patience: int | None = PATIENCE
) -> tuple[int, str]:  # fmt: skip
    """Run tests of a copy, on its own package; gives pytest's word and what it printed."""
    made = {
        "PYTHONPATH": os.pathsep.join((str(copy / "src"), str(copy / "tests"))),
        "PYTHONPYCACHEPREFIX": str(copy.parent / "compiled"),
        "TMPDIR": str(copy.parent),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # half of the time that pytest takes to begin
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(copy), *options]
    command += ["-c", str(copy / "pyproject.toml"), *(str(copy / "tests" / test) for test in tests)]
    done = subprocess.run(
        command, env={**os.environ, **made}, cwd=copy, capture_output=True, text=True, check=False, timeout=patience
    )
    return done.returncode, done.stdout + done.stderr


def examine(copy: Path, fault: Fault) -> Verdict:
    """Plant a fault in a copy, run its tests, and take it out again."""
    start, path = time.monotonic(), copy / PACKAGE / fault.file
    if fault.times(copy) != 1 or fault.old == fault.new:
        return Verdict(fault, STALE, 0.0, f"the text stands {fault.times(copy)} times in {fault.file}")
    whole = path.read_text("utf-8")
    try:
        _write(path, whole.replace(fault.old, fault.new))
        chosen = ("--every-database",) if fault.on_postgresql else ("-k", f"not {KINDS[1]}")
        code, printed = run_tests(copy, fault.tests, "-x", *chosen)
    except subprocess.TimeoutExpired:
        return Verdict(fault, ENDLESS, time.monotonic() - start, f"no end after {PATIENCE} seconds")
    finally:
        _write(path, whole)
    lines = [line for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))]
    verdict = {PASSED: ESCAPED, FAILED: CAUGHT}.get(code, BROKEN)
    by = lines[0].partition(" - ")[0] if lines else "" if verdict == ESCAPED else printed[-400:]
    return Verdict(fault, verdict, time.monotonic() - start, by)


def _write(path: Path, text: str) -> None:
    """Write a file of the package so that nobody takes what was compiled before for it."""
    last = path.stat().st_mtime
    path.write_text(text, "utf-8")
    os.utime(path, (last + 2, last + 2))


def campaign(faults: Sequence[Fault], processes: int) -> Iterator[Verdict]:
    """The faults one after the other, in so many copies at once."""
    with ExitStack() as stack, ThreadPoolExecutor(processes) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for _ in range(processes):
            copies.put(stack.enter_context(copy_of_project()))

        def work(fault: Fault) -> Verdict:
            copy = copies.get()
            try:
                return examine(copy, fault)
            finally:
                copies.put(copy)

        waiting = [pool.submit(work, fault) for fault in faults]
        yield from (each.result() for each in as_completed(waiting))


def unplanted(faults: Sequence[Fault], processes: int) -> int:
    """All their tests without any fault."""
    tests = sorted({test for fault in faults for test in fault.tests})
    files = {test for test in tests if "::" not in test}
    wanted = [test for test in tests if "::" not in test or test.partition("::")[0] not in files]
    with copy_of_project() as copy:
        code, printed = run_tests(copy, wanted, "-p", "xdist", "-n", str(processes), patience=None)
    print(printed[-2000:])
    return int(code != PASSED)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--room", action="append")
    parser.add_argument("--sample", type=int, default=0, help="so many of them by chance; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="of the chance")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--unplanted", action="store_true")
    chosen = parser.parse_args(argv)
    known = all_faults()
    unknown = sorted({*chosen.names} - {fault.name for fault in known})
    if unknown:
        parser.error(f"no such fault: {', '.join(unknown)}")
    faults = [
        fault
        for fault in known
        if (not chosen.names or fault.name in chosen.names) and (not chosen.room or fault.room in chosen.room)
    ]
    if chosen.sample:
        faults = Random(chosen.seed).sample(faults, min(chosen.sample, len(faults)))
    if chosen.unplanted:
        return unplanted(faults, chosen.processes)
    caught, start = 0, time.monotonic()
    for found in campaign(faults, chosen.processes):
        caught += found.verdict == CAUGHT
        fault = found.fault
        print(f"{found.verdict:<8}{found.seconds:6.0f} s  {fault.room}/{fault.name}  {found.by}", flush=True)
    print(f"{caught} of {len(faults)} faults are caught, {(time.monotonic() - start) / 60:.0f} minutes")
    return int(caught < len(faults))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
