"""Sidecars are read with limits: one that is poisoned is a problem of its own file, and stops nobody else."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from office_made import write
from publication_made import address_of, an_open, before_list, copied
from typed import typed

from arpad.finding import UserError
from arpad.intake.sidecar import LARGEST, facts_of, kept_facts, read_sidecar
from arpad.model import Arbiter

DAY = ("--now", "2025-12-05")
POISON = {
    "digits": "part = " + "9" * 5000,
    "brackets": "schedule = " + "[" * 1000 + "]" * 1000,
    "open brackets": "schedule = " + "[" * 1000,
    "tables": "a = " + "{b = " * 1000 + "1" + "}" * 1000,
    "dotted": "a" + ".a" * 5000 + " = 1",
    "bytes": "name = '\udcff'",
    "hidden": 'name = "\\u202eOpen"',
    "long": f'name = "{"x" * 10_000}"',
    "large": "# " + "x" * LARGEST,
    "far": "end = 9999-12-31",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Two sound reports with their sidecars, and one that is poisoned."""
    (tmp_path / "in").mkdir()
    for name in ("first", "poisoned", "third"):
        write(tmp_path / "in", name, an_open(name))
    return tmp_path / "in"


def poison(place: Path, text: str) -> None:
    (place / "poisoned.event.toml").write_bytes(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("text", POISON.values(), ids=POISON)
def test_a_poisoned_sidecar_is_one_problem_of_its_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.event.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UserError) as caught:
        read_sidecar(path)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert "\n" not in line
    assert len(line) < 700


@pytest.mark.parametrize("text", POISON.values(), ids=POISON)
def test_it_stops_nobody_else_in_a_directory(place: Path, tmp_path: Path, text: str) -> None:
    poison(place, text)
    desk = copied(before_list("sqlite"), tmp_path)
    desk.store.close()
    office = ("--db", address_of(desk), *DAY, "--json")

    done = typed("check", "--json", place)
    checked = {Path(row["file"]).stem: row for row in map(json.loads, done.out.splitlines())}
    assert len(checked) == 3
    codes = [finding["code"] for finding in checked["poisoned"]["findings"]]
    assert "edition-choice" in codes
    assert checked["first"]["edition"] == checked["third"]["edition"] == "fide-standard-2025"

    done = typed("event", "register", place, *office)
    rows = json.loads(done.out)
    assert (done.code, len(rows)) == (1, 3)
    assert {Path(row["file"]).name.partition(".")[0] for row in rows if row["status"] == "refused"} == {"poisoned"}

    done = typed("report", "submit", place, *office)
    receipts = json.loads(done.out)["files"] if isinstance(json.loads(done.out), dict) else json.loads(done.out)
    refused = {Path(each["file"]).stem for each in receipts if each["problem"]}
    assert refused == {"poisoned"}


BOUNDS: tuple[tuple[str, Any, str], ...] = (
    ("end", "9999-12-31", "lies outside the years"),
    ("start", "1066-10-14", "lies outside the years"),
    ("federation", "X" * 100_000, "characters, all of them to be seen"),
    ("federation", "Ukraine", "three letters or digits"),
    ("part", 10**9, "expected a number from 1 to"),
    ("games_scheduled", 10**30, "expected a number from 1 to"),
    ("arbiters", [{"name": "A", "licence": "XX"}], "expected one of IA, FA"),
    ("arbiters", [{"name": 5}], "to be seen"),
    ("arbiters", [{"name": "A", "id": 10**12}], "expected a number"),
    ("exclusions", [{"player": "1", "reason": "fair-play"}], "expected a number"),
    ("exclusions", [{"player": 1, "round": -1, "reason": "fair-play"}], "expected a number"),
    ("schedule", ["2025-01-01"] * 500, "expected at most 400"),
    ("schedule", ["9999-01-01"], "lies outside the years"),
    ("resolution", {"by": "president", "day": "9999-01-01", "reason": "x"}, "lies outside the years"),
)


@pytest.mark.parametrize(("key", "value", "said"), BOUNDS, ids=[f"{row[0]} {row[2]}" for row in BOUNDS])
def test_what_nobody_can_mean_is_refused_wherever_it_comes_in(key: str, value: Any, said: str) -> None:
    with pytest.raises(UserError, match=said):
        facts_of({key: value}, "test")


def test_what_was_taken_before_there_were_bounds_is_read_as_it_is() -> None:
    kept = kept_facts({"end": "9999-12-31", "arbiters": [{"name": "A", "licence": "XX"}]}, "kept")
    assert kept == {"end": date(9999, 12, 31), "arbiters": (Arbiter("A", None, "XX"),)}


def test_ordinary_facts_pass() -> None:
    given = {"federation": "UKR", "end": "2025-12-01", "arbiters": [{"name": "A", "licence": "A1", "id": 14100098}]}
    assert facts_of(given, "test")["arbiters"] == (Arbiter("A", 14100098, "A1"),)
