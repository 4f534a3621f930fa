"""The whole month by the command line: simulated federations under each series, on both databases, in any order.

The same reports give the same lists, byte for byte: whatever the database, the order in which they come, the locale,
the time zone and the seed of the hashes, and whatever else lies among them that cannot be read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import asdict
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Any

import month_run
import pytest
from databases import KINDS, new_database
from month_run import Season, here, season

# series, first month, months, seed: chosen so that there are defects of several kinds
SEASONS = {
    "2009": ("fide-standard", "2009-07", 4, 4),
    "2024-into-2025": ("fide-standard", "2025-09", 2, 11),
    "rapid": ("fide-rapid", "2018-07", 2, 5),
    "blitz": ("fide-blitz", "2018-07", 2, 7),
    "ukraine": ("ukraine", "2020-01", 2, 3),
}
# how a report with a defect ends: its receipt, and whether it is rated
ENDS = {
    "refused": (("accepted", "not-ratable"), False),
    "asked": (("accepted", "undecided"), False),
    "excluded": (("accepted", "ratable-with-exclusions"), True),
    "advised": (("accepted", "ratable"), True),
}
IN_AN_OFFICE = {"ratings-used": "unknown-player"}  # a registry knows who is not there; a report alone lacks his rating
POISON = b"\x00\xff\xfe not a report \x1a" * 40
ELSEWHERE = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}


def place() -> Path:
    """A directory that lasts as long as the process: several tests look at what was made in it."""
    return Path(mkdtemp(prefix="arpad-months-"))


@cache
def simulated(name: str) -> Path:
    series, first, months, seed = SEASONS[name]
    directory = place() / name
    given = ("--players", 60, "--months", months, "--seed", seed, "--defects", 60)
    here("")("simulate", "--series", series, "--from", first, *given, "-o", directory)
    return directory


@cache
def office(name: str, kind: str) -> Season:
    directory = simulated(name)
    work = place()
    return season(here(new_database(kind, work)), directory, SEASONS[name][0], work / "lists")


@pytest.mark.parametrize("name", ["2009"])  # two of the others are on PostgreSQL where they are taken in backwards
def test_both_databases_give_the_same_lists(name: str) -> None:
    one, other = (asdict(office(name, kind)) for kind in KINDS)
    assert len(one["lists"]) == 2
    assert len(one["files"]) == 8
    assert one["lists"] == other["lists"]
    assert one["files"] == other["files"]
    assert one["standing"] == other["standing"]
    assert "rated" in one["standing"].values()


@cache
def backwards() -> dict[str, dict[str, Any]]:
    """The same federations in a process of its own, elsewhere: files in the opposite order, and poison among them."""
    words: list[object] = [sys.executable, month_run.__file__]
    for (name, (series, *_)), kind in zip(SEASONS.items(), (*KINDS, *KINDS, "sqlite"), strict=True):
        work = place()
        directory = copytree(simulated(name), work / "federation")
        for month in directory.glob("20??-??"):
            reports = sorted(month.glob("*.trf"))
            (month / f"{reports[len(reports) // 2].stem}-a.trf").write_bytes(POISON)
        words += [new_database(kind, work), directory, series, work / "lists"]
    surroundings = {**os.environ, **ELSEWHERE}
    command = [str(word) for word in words]
    done = subprocess.run(command, capture_output=True, check=False, env=surroundings, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return dict(zip(SEASONS, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("name", SEASONS)
def test_order_place_and_poison_change_nothing(name: str) -> None:
    told, known = backwards()[name], asdict(office(name, "sqlite"))
    assert told["lists"] == known["lists"]
    assert told["files"] == known["files"]
    assert told["standing"] == known["standing"]
    receipts = told["receipts"]
    poisoned = [file for file in receipts if file.endswith("-a.trf")]
    assert len(poisoned) == SEASONS[name][2]
    assert all(receipts.pop(file)["status"] == "refused" for file in poisoned)
    assert {file: each["verdict"] for file, each in receipts.items()} == {
        file: each["verdict"] for file, each in known["receipts"].items()
    }


def test_negative_control_a_report_less_makes_other_lists(tmp_path: Path) -> None:
    known = office("ukraine", "sqlite")
    rated = next(file for file, each in known.receipts.items() if known.standing.get(each["event"]) == "rated")
    directory = copytree(simulated("ukraine"), tmp_path / "federation")
    (directory / rated).unlink()
    told = season(here(new_database("sqlite", tmp_path)), directory, "ukraine", tmp_path / "lists")
    assert told.lists != known.lists
    assert told.files != known.files


@pytest.mark.parametrize("name", SEASONS)
def test_defects_end_as_named(name: str) -> None:
    told = tomllib.loads((simulated(name) / "defects.toml").read_text("utf-8"))
    known = office(name, "sqlite")
    assert told["defect"]
    for defect in told["defect"]:
        receipt = known.receipts[defect["file"]]
        said = (receipt["status"], receipt["verdict"])
        found = {finding["code"] for finding in receipt["findings"]}
        if defect["expected"] == "duplicate":  # an office has the first one, and says so
            assert said[0] == "exists", defect
            continue
        assert IN_AN_OFFICE.get(defect["code"], defect["code"]) in found, defect
        rated = known.standing[receipt["event"]] == "rated"
        if defect["expected"] == "advised":  # games of others may be left out for reasons of their own
            said = (said[0], said[1].removesuffix("-with-exclusions"))
        assert (said, rated) == ENDS[defect["expected"]], defect
