"""The frame of a suite: equal interleaved rounds, a table, a report that names the machine, goals.

A suite is a module with `main(argv)`. What it measures goes into a `Report`; `finish` prints it, saves it as
`results/SUITE.md` and, with `--check`, holds it against `goals.toml`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import arpad

HERE = Path(__file__).resolve().parent
ARPAD = "Arpad"
ABSENT = "absent"
COLUMNS = ("work", "contestant", "version", "what it does", "median ms", "min ms", "ratio", "added MiB")


@dataclass(frozen=True)
class Row:
    """A contestant in one work; without a median it did not run, and `does` says why."""

    work: str
    contestant: str
    version: str
    does: str
    median: float | None = None  # seconds
    least: float | None = None
    ratio: float | None = None  # to Arpad, or to whatever the suite compares with
    added: float | None = None  # bytes

    def cells(self) -> tuple[str, ...]:
        times = ("" if taken is None else f"{taken * 1000:.1f}" for taken in (self.median, self.least))
        ratio = ABSENT if self.ratio is None else f"{self.ratio:.2f}" if self.ratio < 100 else f"{self.ratio:.0f}"
        added = "" if self.added is None else f"{self.added / 2**20:.0f}"
        return (self.work, self.contestant, self.version, self.does, *times, ratio, added)


@dataclass
class Report:
    """What a suite found; `measures` are the numbers goals are set for, `notes` what must be said beside the table."""

    suite: str
    about: str
    rounds: int
    rows: list[Row] = field(default_factory=list)
    measures: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    compared: list[str] = field(default_factory=list)  # which results were looked at, and were equal
    clock: str = "processor time"  # or "time on the wall", where threads, processes or a start are measured

    @property
    def heading(self) -> str:
        return f"{self.about}. Medians of {self.rounds} equal interleaved rounds, {self.clock}."

    def ratio(self, contestant: str, work: str = "") -> float:
        """The ratio of a contestant, in the first work of this name."""
        for row in self.rows:
            if row.contestant == contestant and row.ratio is not None and work in ("", row.work):
                return row.ratio
        raise KeyError(contestant)


def options(suite: str, rounds: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"./dev bench {suite}")
    parser.add_argument("--rounds", type=int, default=rounds, help="equal interleaved rounds")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--check", action="store_true", help="fail where a set goal is missed")
    parser.add_argument("--profile", action="store_true", help="write a flame graph of Arpad's part instead")
    parser.add_argument("--short", action="store_true", help="small and in one round; nothing is saved or checked")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave out a contestant")
    parser.add_argument("--memory", metavar="CONTESTANT", help=argparse.SUPPRESS)
    return parser


def chosen_of(parser: argparse.ArgumentParser, argv: list[str], **short: int) -> argparse.Namespace:
    """The options; with --short these sizes stand for those that are not typed."""
    if "--short" in argv:
        parser.set_defaults(rounds=1, **short)
    return parser.parse_args(argv)


def rows_of(
    work: str,
    taken: Mapping[str, list[float]],
    told: Mapping[str, tuple[str, str]],
    base: str = ARPAD,
    added: Mapping[str, float] | None = None,
) -> list[Row]:
    """A row per contestant; the ratio is that of the medians."""
    medians = {name: statistics.median(runs) for name, runs in taken.items()}
    held = added or {}
    return [
        Row(work, name, *told[name], medians[name], min(taken[name]), medians[name] / medians[base], held.get(name))
        for name in taken
    ]


def installed(package: str) -> str:
    """The version of a package that is here, or nothing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


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
    all_goals: dict[str, Any] = tomllib.loads((HERE / "goals.toml").read_text("utf-8"))
    goals = {} if chosen.short else all_goals.get(report.suite, {})
    report.notes += [f"{name} was left out." for name in chosen.without]
    verdicts, missed = verdicts_on(report.measures, goals)
    if chosen.json:
        print(json.dumps({"machine": where, **asdict(report), "goals": goals, "verdicts": verdicts}, indent=2))
    else:
        table = Table(*COLUMNS, title=f"{report.suite}: {report.heading}")
        for row in report.rows:
            table.add_row(*row.cells())
        Console(width=180).print(table)
        print("\n".join([*report.notes, *verdicts]))
    if not chosen.short:
        _save(report, where, verdicts)
    if chosen.check and missed:
        print(f"bench: {report.suite}: a set goal is missed", file=sys.stderr)
        return 1
    return 0


def verdicts_on(measures: Mapping[str, float], goals: Mapping[str, Any]) -> tuple[list[str], bool]:
    """A sentence for each goal, and whether a set one is missed. A goal that was not measured is not reached."""
    told, missed = [], False
    for name, goal in goals.items():
        least = "at-least" in goal
        bound, word = goal["at-least" if least else "at-most"], "at least" if least else "at most"
        if name not in measures:
            told.append(f"{name}: not measured, goal {word} {bound}: missed")
            missed = True
            continue
        value, reached = measures[name], _reacher(least)
        sentence = f"{name}: {value:.2f}, goal {word} {bound}: "
        if reached(value, bound):
            sentence += "reached"
        else:
            missed = True
            short = 1 - value / bound if least else value / bound - 1
            sentence += f"missed by {short:.1%}"
        if "stretch" in goal:
            sentence += f"; stretch {goal['stretch']}: {'' if reached(value, goal['stretch']) else 'not '}reached"
        further = reached(value, bound) and reached(value, goal.get("stretch", bound))
        told.append(sentence if further or "why" not in goal else f"{sentence}, because {goal['why']}")
    return told, missed


def _reacher(least: bool) -> Callable[[float, float], bool]:
    return (lambda value, bound: value >= bound) if least else (lambda value, bound: value <= bound)


def _save(report: Report, where: Mapping[str, str], verdicts: list[str]) -> None:
    lines = [f"# {report.suite}", "", report.heading, ""]
    lines += [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += [f"| {' | '.join(row.cells())} |" for row in report.rows]
    lines += ["", *(f"{note}\n" for note in report.notes), *(f"- {verdict}" for verdict in verdicts), ""]
    lines += [f"{'; '.join(f'{name}: {value}' for name, value in where.items())}."]
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{report.suite}.md").write_text("\n".join(lines) + "\n", "utf-8")
