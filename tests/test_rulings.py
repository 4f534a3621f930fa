"""Every ruling is executable: what an erratum or a reading decides has a case in `cases/rulings.toml` that names it.

A ruling without a case fails here, and so does a case of a ruling or test that is not there. Whether the named tests
pass is their own affair; values and editions are asked here.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from admission_pairs import PAIRS
from scenes import Scene

from arpad.columns import Status
from arpad.law import LawError, editions, in_force, rulebook

HERE = Path(__file__).parent
Cases = Mapping[str, Mapping[str, Any]]
CASES: Cases = tomllib.loads((HERE / "cases" / "rulings.toml").read_text("utf-8"))
KINDS = ("tests", "pairs", "values", "editions", "nothing")


@cache
def decided() -> frozenset[str]:
    """The rulings of all editions."""
    return frozenset(ruling.id for name in editions() for ruling in rulebook(name, series_of(name)).rulings)


def series_of(name: str) -> str:
    return rulebook(name).head.series[0]


def wrong(cases: Cases, rulings: frozenset[str]) -> list[str]:
    """Rulings without a case, and cases without a ruling."""
    named = [ruling for kind in KINDS for ruling in cases.get(kind, {})]
    without = [f"{ruling} has no case" for ruling in sorted(rulings - set(named))]
    return [*without, *(f"{ruling} is no ruling" for ruling in sorted(set(named) - rulings))]


@cache
def functions(file: str) -> frozenset[str]:
    """The functions of a file of tests."""
    path = HERE / file
    if not path.is_file():
        return frozenset()
    return frozenset(node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))


def missing(cases: Cases) -> list[str]:
    """The tests and pairs that are named and not there."""
    tests = [(ruling, *each.split("::")) for ruling, names in cases.get("tests", {}).items() for each in names]
    found = [f"{ruling}: {file}::{name}" for ruling, file, name in tests if name not in functions(file)]
    pairs = {f"{pair.edition} {pair.concept}" for pair in PAIRS}
    return [*found, *(f"{ruling}: {pair}" for ruling, pair in cases.get("pairs", {}).items() if pair not in pairs)]


def test_every_ruling_has_a_case_and_every_case_a_ruling() -> None:
    assert set(CASES) == set(KINDS)
    assert wrong(CASES, decided()) == []


def test_the_tests_and_pairs_that_are_named_are_there() -> None:
    assert missing(CASES) == []
    assert all(reason.endswith(".") for reason in CASES["nothing"].values())


def test_a_ruling_without_a_case_and_a_case_without_its_test_are_found() -> None:
    """Negative control."""
    assert wrong({"tests": {"S1": []}}, frozenset({"S1", "S99"})) == ["S99 has no case"]
    assert wrong({"values": {"S1": []}}, frozenset()) == ["S1 is no ruling"]
    here = {"S1": ["test_rulings.py::test_nothing_of_the_kind", "test_no_file.py::test_x"]}
    gone = ["S1: test_rulings.py::test_nothing_of_the_kind", "S1: test_no_file.py::test_x"]
    assert missing({"tests": here, "pairs": {"S8": "fide-standard-2009 no-concept"}}) == [
        *gone,
        "S8: fide-standard-2009 no-concept",
    ]


@pytest.mark.parametrize("ruling", CASES["values"])
def test_the_value_that_a_ruling_names_is_applied(ruling: str) -> None:
    edition, concept, field, value, *series = CASES["values"][ruling]
    book = rulebook(edition, series[0] if series else series_of(edition))
    assert ruling in {each.id for each in book.rulings}
    filled = book.edition.fillings[concept].values
    applied = getattr(filled[series[0]] if series else next(iter(filled.values())), field)
    if isinstance(applied, Fraction):
        applied = str(applied)
    assert applied == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("ruling", CASES["editions"])
def test_the_edition_that_a_ruling_names_is_in_force(ruling: str) -> None:
    for series, day, edition in CASES["editions"][ruling]:
        assert isinstance(day, date)
        if edition:
            assert in_force(series, day).id == edition
        else:
            with pytest.raises(LawError, match="calculat"):
                in_force(series, day)


# --- rulings that no other test decides by ----------------------------------------------------------------------------


def test_s13_all_events_of_the_list_make_the_first_rating() -> None:
    """S13, E40: four games wait, one completes the five, three more follow in the same period: all eight count."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1700)
    for games in (1, 3):
        scene.play(scene.event(), "Nora", *[(1700, 0.5)] * games)
    assert scene.rate().first("Nora")["games"] == 8


def test_r10_a_standard_rating_that_stands_in_makes_a_game_too_unequal() -> None:
    """2024-12 7.3.1: 2650 by a standard rating against 2050 is 600 apart with a player above 2600."""
    scene = Scene("fide-rapid-blitz-2024-12")
    scene.person("Ada", standard=2650)
    scene.play(scene.event(), "Ada", (2050, 1), (2051, 1))
    assert scene.rate().statuses("Ada") == [Status.WIDE_DIFFERENCE, Status.COUNTED]


def test_s38_each_player_has_the_score_that_was_given() -> None:
    """Both lose: each scores nothing of a game that was played; 2000 and 2000 expect a half."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=20)
    scene.person("Ben", 2000, k=20)
    scene.play(scene.event(), "Ada", ("Ben", 0))
    scene.games[-1]["black_half_points"] = 0
    told = scene.rate()
    assert [told.worksheet(name)["rounded"] for name in ("Ada", "Ben")] == [-10, -10]
