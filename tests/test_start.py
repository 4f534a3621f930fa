"""A small command starts at once: it does not import what it does not need. How long it takes is for the benchmarks."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tournament import make

HEAVY = ("numpy", "rich", "polars", "pyarrow", "sqlalchemy", "alembic", "xlsxwriter", "rapidfuzz")
MACHINERY = ("concurrent.futures.process", "multiprocessing")
PROBE = """
import json, sys
from arpad.cli import main
try:
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(*arguments: str) -> set[str]:
    """The modules that a command has imported when it is done."""
    told = subprocess.run([sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True)
    return set(json.loads(told.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def after_check(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    report = tmp_path_factory.mktemp("start") / "small.trf"
    report.write_bytes(make().data())
    return modules_after("check", str(report))


def test_version_imports_no_room_and_nothing_heavy() -> None:
    found = modules_after("--version")
    assert not found & {*HEAVY, *MACHINERY, "pydantic"}
    rooms = ("law", "intake", "admission", "rating", "lists", "office", "calculator", "explain", "pipeline")
    assert not found & {f"arpad.{room}" for room in rooms}


def test_check_imports_neither_tables_for_terminals_nor_databases_nor_processes(after_check: set[str]) -> None:
    assert not after_check & {*HEAVY, *MACHINERY} - {"numpy"}
    assert not after_check & {"arpad.office", "arpad.explain", "arpad.calculator"}


def test_the_probe_sees_what_a_command_imports(after_check: set[str]) -> None:
    assert {"numpy", "arpad.pipeline", "arpad.admission", "arpad.intake"} <= after_check
    assert {"arpad.law", "arpad.cli.terminal"} <= modules_after("law", "list")
