"""The frame of the benchmarks: what a goal says, what a report names, what a drawing holds. No clock is looked at."""

from __future__ import annotations

import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location, spec_from_loader
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[1]
BENCHMARKS = ROOT / "benchmarks"
SUITES = sorted(path.stem for path in BENCHMARKS.glob("[a-z]*.py"))
GOALS: dict[str, dict[str, dict[str, Any]]] = tomllib.loads((BENCHMARKS / "goals.toml").read_text("utf-8"))
DRAWN = {"svg", "title", "rect", "text", "line", "polyline", "circle", "g"}
DRAWINGS = sorted([*(ROOT / "docs").glob("*.svg"), *(BENCHMARKS / "results").glob("*.svg")])


def module(name: str) -> Any:
    """A module of benchmarks/, which is no package."""
    spec = spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


FRAME, DRAW, CLOCK = module("_frame"), module("_draw"), module("_clock")


def verdict(value: float | None, **goal: Any) -> tuple[str, bool]:
    told, missed = FRAME.verdicts_on({} if value is None else {"it": value}, {"it": goal})
    return told[0], missed


def test_a_goal_that_is_reached() -> None:
    assert verdict(1.9, **{"at-most": 2.0}) == ("it: 1.90, goal at most 2.0: reached", False)
    assert verdict(5.0, **{"at-least": 5}) == ("it: 5.00, goal at least 5: reached", False)


def test_a_set_goal_that_is_missed_says_by_how_much_and_why() -> None:
    assert verdict(3.0, **{"at-most": 2.0, "why": "it rained"}) == (
        "it: 3.00, goal at most 2.0: missed by 50.0%, because it rained",
        True,
    )
    assert verdict(4.0, **{"at-least": 5}) == ("it: 4.00, goal at least 5: missed by 20.0%", True)


def test_a_stretch_is_only_reported() -> None:
    assert verdict(1.5, **{"at-most": 2.0, "stretch": 1.3}) == (
        "it: 1.50, goal at most 2.0: reached; stretch 1.3: not reached",
        False,
    )
    assert verdict(11, **{"at-least": 5, "stretch": 10, "why": "never shown"})[0].endswith("stretch 10: reached")


def test_a_goal_that_was_not_measured_is_not_reached() -> None:
    assert verdict(None, **{"at-least": 5}) == ("it: not measured, goal at least 5: missed", True)


def timed(least: float) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Rounds of two contestants by a clock that only they move on: one takes 2 seconds a run, the other 8."""
    now, runs = 0.0, {"short": 0, "long": 0}

    def run(name: str, seconds: float) -> None:
        nonlocal now
        now += seconds
        runs[name] += 1

    contestants = {"short": lambda: run("short", 2.0), "long": lambda: run("long", 8.0)}
    return CLOCK.rounds_of(contestants, 3, warming=1, clock=lambda: now, least=least), runs


def test_what_is_short_is_run_several_times_in_a_round_and_the_mean_counts() -> None:
    expected = {"short": [2.0] * 3, "long": [8.0] * 3}
    assert timed(0) == (expected, {"short": 1 + 3, "long": 1 + 3})
    assert timed(10) == (expected, {"short": 1 + 3 * 5, "long": 1 + 3})
    assert CLOCK.against(expected, "long", "short") == 4.0


def test_a_slow_round_is_slow_for_both() -> None:
    assert CLOCK.against({"one": [3.0, 30.0, 300.0], "other": [1.0, 10.0, 150.0]}, "one", "other") == 3.0


def test_an_absent_contestant_stays_in_the_table() -> None:
    row = FRAME.Row("work", "elo", "", "Elo; absent: it does not build")
    assert row.cells() == ("work", "elo", "", "Elo; absent: it does not build", "", "", "absent", "")


def test_goals_have_a_suite_and_one_bound() -> None:
    assert set(GOALS) <= set(SUITES)
    for suite, goals in GOALS.items():
        for name, goal in goals.items():
            assert ("at-most" in goal) != ("at-least" in goal), (suite, name)
            assert set(goal) <= {"at-most", "at-least", "stretch", "why"}, (suite, name)


@pytest.mark.parametrize("suite", SUITES)
def test_a_saved_report_names_the_machine_and_holds_every_goal(suite: str) -> None:
    saved = (BENCHMARKS / "results" / f"{suite}.md").read_text("utf-8")
    for named in ("processor: ", "memory: ", "python: ", "numpy: ", "arpad: ", "date: "):
        assert named in saved
    for name in GOALS.get(suite, {}):
        assert f"\n- {name}: " in saved


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_a_drawing_holds_shapes_and_words_only(path: Path) -> None:
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()}
    assert tags <= DRAWN


def test_a_drawing_escapes_what_it_is_told_and_is_always_the_same() -> None:
    values = {"Arpad": 1.0, "a < b & c": 20.0, "gone": None}
    drawn = DRAW.bars("T", "u", values)
    assert drawn == DRAW.bars("T", "u", values)
    said = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert "a < b & c" in said
    assert "absent: does not install" in said


def test_curves_hold_a_point_for_each_measure() -> None:
    drawn = DRAW.curves("T", "x", "y", {"one": [(1e4, 100.0), (1e6, 60.0)], "two": [(1e4, 90.0)]})
    marks = [element for element in ElementTree.fromstring(drawn).iter() if element.tag.endswith("circle")]
    assert len(marks) == 3


# --- the command --------------------------------------------------------------------------------------------------


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`./dev bench`, with what it would have run instead of running it."""
    spec = spec_from_loader("dev", SourceFileLoader("dev", str(ROOT / "dev")))
    assert spec is not None
    dev = module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(dev)
    ran: list[tuple[str, ...]] = []

    def call(*command: str | Path) -> int:
        ran.append((Path(command[1]).stem, *map(str, command[2:])))
        return -9 if "peers" in ran[-1] else 0

    monkeypatch.setattr(dev, "call", call)
    monkeypatch.setattr(dev, "set_up", lambda *_: None)
    monkeypatch.setattr(dev, "load_generator", lambda: None)
    return lambda *words: (dev.bench(list(words)), ran)


def test_without_a_suite_the_suites_are_listed(called: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert called() == (0, [])
    told = capsys.readouterr().err
    assert all(f"  {suite} " in told for suite in SUITES)
    assert called("moonth") == (2, [])


def test_the_suite_may_come_before_or_after_its_options(called: Any) -> None:
    assert called("month", "--profile") == (0, [("month", "--profile")])
    assert called("--profile", "month")[1][-1] == ("month", "--profile")


def test_check_alone_is_every_suite_and_one_that_fails_does_not_stop_the_others(called: Any) -> None:
    code, ran = called("--check")
    assert ran == [(suite, "--check") for suite in SUITES]
    assert code == 1


def test_a_suite_that_is_killed_is_a_failure(called: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("--short")[0] == 1
    assert capsys.readouterr().err.rstrip().endswith("failed: peers")
