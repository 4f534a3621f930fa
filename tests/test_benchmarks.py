"""Every suite of benchmarks/ runs, small and in one round. What it compares is equal; what its goals ask is measured.

No clock is looked at. Contestants that only the environment of the benchmarks has are left out by name.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from databases import LENT, server

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
GOALS: dict[str, dict[str, Any]] = tomllib.loads((BENCHMARKS / "goals.toml").read_text("utf-8"))
RULE = "if (inside || b->very_first) states"  # of month.c: a first event is remembered for life
STALE = "if (inside) states"


@dataclass(frozen=True)
class Expected:
    """What a short run of a suite gives."""

    contestants: set[str]
    compared: set[str] = frozenset()  # type: ignore[assignment]
    left_out: tuple[str, ...] = ()
    not_measured: tuple[str, ...] = ()  # goals that need somebody who is left out, or more games
    database: bool = False


EDITIONS = {
    *("fide-standard-2009", "fide-standard-2024", "fide-standard-2025"),
    *("fide-rapid-blitz-2018", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12", "ukraine-2018"),
}
BOTH = "SQLite and PostgreSQL"
SUITES = {
    "door": Expected({"Arpad"}, {f"{BOTH}: the list"}, database=True),
    "editions": Expected(EDITIONS),
    "files": Expected({"Arpad"}, {f"{BOTH}: the exports"}, database=True),
    "flood": Expected({"Arpad"}),
    "intake": Expected(
        {"Arpad", "the bytes alone"},
        {
            "the year: no file refused",
            "programs: every game",
            "TXT: every row, no finding",
            "XML: every row, no finding",
        },
        ("trf", "py4swiss"),
        tuple(goal for goal in GOALS["intake"] if goal.startswith("trf-")),
    ),
    "lab": Expected({"the lab", "lists in memory", "bare replay"}, {"two workers"}),
    "monitor": Expected({"arpad scale --json"}),
    "month": Expected(
        {
            *("Arpad", "C", "C, columns reused", "the bytes alone", "the players alone"),
            *("Polars, gather", "Polars, joins", "DuckDB", "pure Python"),
        },
        {
            *("C, fide-standard-2025", "C, fide-standard-2009"),
            *("Polars, gather", "Polars, joins", "DuckDB", "pure Python"),
        },
        ("Numba",),
    ),
    "office": Expected({"Arpad", "12 lists", "24 lists"}, {f"{BOTH}: the list", "rolls as stored"}, database=True),
    "peers": Expected(
        {"Arpad", "naive Python"},
        {"naive Python"},
        ("evalica", "riix", "elochess", "elo", "elote", "glicko2", "openskill", "trueskill"),
        ("evalica-against-arpad", "elochess-against-arpad"),
    ),
    "replay": Expected({"Arpad", "C in place"}, {"C in place"}),
    "revision": Expected({"one list", "the case"}),
    "scaling": Expected(
        {"1 core", "2 cores", "Arpad", "two threads", "one process", "two processes"},
        {"two threads", "two processes"},
        not_measured=("cost-at-100-million-against-1-million",),
    ),
    "start-up": Expected(
        {
            *("python", "import numpy", "import typer", "import sqlalchemy, numpy, typer", "arpad --version"),
            *("arpad check", "arpad explain", "arpad report show", "arpad event list"),
        }
    ),
    "web": Expected(
        {"Arpad"},
        left_out=("wrk",),
        not_measured=(
            *("cached-page-against-bare-route", "cached-page-p99-ms"),
            "postgresql-p99-publishing-against-quiet",
        ),
    ),
}


def short_run(suite: str, expected: Expected, folder: Path = BENCHMARKS) -> subprocess.CompletedProcess[str]:
    """A suite as `./dev bench SUITE --short` runs it, in the environment of the tests."""
    without = [word for name in expected.left_out for word in ("--without", name)]
    command = [sys.executable, str(folder / f"{suite}.py"), "--short", "--json", *without]
    environment = {**os.environ, **({LENT: server()} if expected.database else {})}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_every_suite_is_here() -> None:
    assert set(SUITES) == {path.stem for path in BENCHMARKS.glob("[a-z]*.py")}


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_runs_and_compares_and_measures(suite: str) -> None:
    expected = SUITES[suite]
    saved = BENCHMARKS / "results" / f"{suite}.md"
    before = saved.read_bytes()
    done = short_run(suite, expected)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert {row["contestant"] for row in report["rows"] if row["ratio"] is not None} == expected.contestants
    assert set(report["compared"]) == expected.compared
    goals = set(GOALS.get(suite, {}))
    assert goals - set(report["measures"]) == set(expected.not_measured)
    left_out = [note for note in report["notes"] if note.endswith(" was left out.")]
    assert left_out == [f"{name} was left out." for name in expected.left_out]
    assert saved.read_bytes() == before, "a short run saves nothing"


@pytest.mark.parametrize(("suite", "where"), [("month", "ledger"), ("replay", "rating")])
def test_a_c_kernel_without_a_rule_is_told(suite: str, where: str, tmp_path: Path) -> None:
    """Negative control: month.c as it was before a first event was remembered for life."""
    folder = shutil.copytree(
        BENCHMARKS, tmp_path / "benchmarks", ignore=shutil.ignore_patterns("results", "__pycache__")
    )
    source = (folder / "month.c").read_text("utf-8")
    assert source.count(RULE) == 1
    (folder / "month.c").write_text(source.replace(RULE, STALE), "utf-8")
    done = short_run(suite, SUITES[suite], folder)
    assert done.returncode == 1
    assert "differ" in done.stderr
    assert where in done.stderr
