"""The frame of a suite: equal interleaved rounds, a table, a report that names the machine, goals.

A suite is a module with `main(argv)`. What it measures goes into a `Report`; `finish` prints it, saves it as
`results/SUITE.md` and, with `--check`, holds it against `goals.toml`.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import arpad

HERE = Path(__file__).resolve().parent
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # of mallopt
WARMING = 3  # rounds before the first that counts
COLUMNS = ("work", "contestant", "version", "what it does", "median ms", "min ms", "ratio", "added MiB")


@dataclass(frozen=True)
class Row:
    """A contestant in one work."""

    work: str
    contestant: str
    version: str
    does: str
    median: float  # seconds
    least: float
    ratio: float  # to the floor, or to whatever the suite compares with
    added: float | None = None  # bytes

    def cells(self) -> tuple[str, ...]:
        added = "" if self.added is None else f"{self.added / 2**20:.0f}"
        times = (f"{self.median * 1000:.1f}", f"{self.least * 1000:.1f}", f"{self.ratio:.2f}")
        return (self.work, self.contestant, self.version, self.does, *times, added)


@dataclass
class Report:
    """What a suite found; `measures` are the numbers goals are set for."""

    suite: str
    about: str
    rounds: int
    rows: list[Row] = field(default_factory=list)
    measures: dict[str, float] = field(default_factory=dict)


def options(suite: str, rounds: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"./dev bench {suite}")
    parser.add_argument("--rounds", type=int, default=rounds, help="equal interleaved rounds")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--check", action="store_true", help="fail where a set goal is missed")
    parser.add_argument("--memory", metavar="CONTESTANT", help=argparse.SUPPRESS)
    return parser


def rounds_of(
    contestants: Mapping[str, Callable[[], object]], rounds: int, warming: int = WARMING
) -> dict[str, list[float]]:
    """Seconds of each contestant, one run each in every round, after a few that do not count: they settle the heap."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    keep_heap()
    gc.collect()
    gc.disable()
    for turn in range(-warming, rounds):
        for name, run in contestants.items():
            start = time.perf_counter()
            made = run()
            stop = time.perf_counter()
            del made  # giving memory back is not timed
            if turn >= 0:
                taken[name].append(stop - start)
    gc.enable()
    return taken


def keep_heap() -> None:
    """Let the process keep what is freed. Whether the system takes it back after a run and gives it again, cleared, in
    the next depends on the order of unrelated allocations; it would be luck which contestant pays for it."""
    libc = ctypes.CDLL(None)
    for option, value in ((M_TRIM_THRESHOLD, 2**31 - 1), (M_MMAP_THRESHOLD, 2**25)):
        libc.mallopt(option, value)


def rows_of(
    work: str,
    taken: Mapping[str, list[float]],
    told: Mapping[str, tuple[str, str]],
    floor: str,
    added: Mapping[str, float],
) -> list[Row]:
    """A row per contestant; the ratio is that of the medians."""
    medians = {name: statistics.median(runs) for name, runs in taken.items()}
    return [
        Row(work, name, *told[name], medians[name], min(taken[name]), medians[name] / medians[floor], added.get(name))
        for name in taken
    ]


def added_memory(run: Callable[[], object]) -> None:
    """For a process of its own: run once and print by how many bytes the peak rose above what was held before."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what making the inputs left free would hide what the run adds
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    before = _status("VmRSS")
    made = run()
    print(_status("VmHWM") - before)
    del made


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) * 1024


def measured_apart(suite: str, contestant: str, *arguments: str) -> float:
    """The memory a contestant adds, measured in a process of its own."""
    command = [sys.executable, str(HERE / f"{suite}.py"), "--memory", contestant, *arguments]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def machine() -> dict[str, str]:
    """Where and when this was measured, and with what."""
    processor = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            processor = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": f"{processor}, {os.cpu_count()} cores",
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "arpad": arpad.__version__,
        "date": datetime.now(UTC).date().isoformat(),
    }


def finish(report: Report, chosen: argparse.Namespace, versions: Mapping[str, str]) -> int:
    """Print, save and, where asked, check."""
    where = {**machine(), **versions}
    goals: dict[str, Any] = tomllib.loads((HERE / "goals.toml").read_text("utf-8")).get(report.suite, {})
    verdicts, missed = _verdicts(report.measures, goals)
    if chosen.json:
        print(json.dumps({"machine": where, **asdict(report), "goals": goals}, indent=2))
    else:
        table = Table(*COLUMNS, title=f"{report.suite}: {report.about}; medians of {report.rounds} interleaved rounds")
        for row in report.rows:
            table.add_row(*row.cells())
        Console(width=180).print(table)
        print("\n".join(verdicts))
    _save(report, where, verdicts)
    return 1 if chosen.check and missed else 0


def _verdicts(measures: Mapping[str, float], goals: Mapping[str, Any]) -> tuple[list[str], bool]:
    told, missed = [], False
    for name, goal in goals.items():
        value = measures[name]
        stretch = goal.get("stretch")
        word = "reached" if value <= goal["set"] else f"missed by {value / goal['set'] - 1:.0%}"
        missed |= value > goal["set"]
        further = "" if stretch is None else f"; stretch {stretch}: {'reached' if value <= stretch else 'not reached'}"
        told.append(f"{name}: {value:.2f}, goal at most {goal['set']}: {word}{further}")
    return told, missed


def _save(report: Report, where: Mapping[str, str], verdicts: list[str]) -> None:
    lines = [f"# {report.suite}", "", f"{report.about}. Medians of {report.rounds} equal interleaved rounds.", ""]
    lines += [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += [f"| {' | '.join(row.cells())} |" for row in report.rows]
    lines += ["", *(f"- {verdict}" for verdict in verdicts), ""]
    lines += [f"{'; '.join(f'{name}: {value}' for name, value in where.items())}."]
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{report.suite}.md").write_text("\n".join(lines) + "\n", "utf-8")
