"""Planted faults: the texts they replace are still there, and a handful is caught. `./dev mutate` plants them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from mutate import BROKEN, CAUGHT, ESCAPED, PACKAGE, ROOT, STALE, TESTS, Fault, all_faults, copy_of_project, examine

FAULTS = {fault.name: fault for fault in all_faults()}
QUICK = ("delay-is-forgotten",)
WANTED = 60  # at least
WITHOUT = {"frozen.py", "asjson.py", "columns.py", "finding.py", "pipeline.py", "checking.py", "model", "simulate",
           "spelling", "making.py", "plaintext.py", "__init__.py", "__main__.py"}  # fmt: skip


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    with copy_of_project() as directory:
        yield directory


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_text_of_a_fault_is_there_once_and_its_tests_too(fault: Fault) -> None:
    assert fault.times() == 1
    assert fault.new != fault.old
    assert [test for test in fault.tests if not (TESTS / test.partition("::")[0]).is_file()] == []


def test_there_are_enough_of_them_in_every_room() -> None:
    assert len(FAULTS) == len(all_faults()) >= WANTED
    rooms = {path.name for path in (ROOT / PACKAGE).iterdir() if path.is_dir() or path.suffix == ".py"}
    found = {fault.file.partition("/")[0] for fault in FAULTS.values()}
    assert rooms - WITHOUT - {"__pycache__", "py.typed"} <= found
    assert not [room for room, times in Counter(fault.room for fault in FAULTS.values()).items() if times < 3]


@pytest.mark.parametrize("name", QUICK)
def test_a_fault_is_caught_and_taken_out_again(name: str, copy: Path) -> None:
    fault = FAULTS[name]
    before = (copy / PACKAGE / fault.file).read_bytes()
    assert examine(copy, fault).verdict == CAUGHT
    assert (copy / PACKAGE / fault.file).read_bytes() == before


def test_what_changes_nothing_escapes(copy: Path) -> None:
    """The negative control: a comment is no fault."""
    fault = replace(FAULTS["half-of-a-negative-number"], old="PERCENT = 100  # in one", new="PERCENT = 100  # of one")
    assert examine(copy, fault).verdict == ESCAPED


def test_what_is_no_longer_there_or_cannot_be_read_is_no_caught_fault(copy: Path) -> None:
    fault = FAULTS["half-of-a-negative-number"]
    assert examine(copy, replace(fault, old="PERCENT = 101")).verdict == STALE
    assert examine(copy, replace(fault, old="    ")).verdict == STALE
    assert examine(copy, replace(fault, old="PERCENT = 100", new="PERCENT = = 100")).verdict == BROKEN
