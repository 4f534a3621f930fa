"""The short fuzz of every run: a thousand inputs, no exception, none over a second, no broken way back.

`./dev fuzz` tries fifty thousand at least.
"""

from __future__ import annotations

import fuzz
import pytest

INPUTS = fuzz.LEAST // 50
PATIENCE = 10.0  # seconds: `./dev fuzz` holds the dearest files to one; here only what does not scale is to be caught


def test_a_thousand_broken_files_give_nothing_but_results_and_findings() -> None:
    done, failures = fuzz.campaign(INPUTS, seconds=3600, seed=20_260_501)
    assert failures == []
    assert done >= INPUTS


def test_a_campaign_whose_time_is_over_has_tried_the_least_that_there_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)  # this process has the other tests before it
    monkeypatch.setattr(fuzz, "try_one", lambda seed, deep: "")
    assert fuzz.run(1, fuzz.LEAST, seconds=0.0, least=7) == (7, [])
    assert fuzz.run(1, 3, seconds=0.0, least=7) == (3, [])
    assert fuzz.run(1, fuzz.LEAST, seconds=0.0) == (0, [])


def test_the_dearest_files_that_the_limits_let_in_are_read() -> None:
    """Each within the documented memory, and none by steps that grow with the square of its size."""
    assert fuzz.heavy(seconds=PATIENCE) == []


def test_a_dear_file_that_takes_too_long_or_too_much_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    one = ["tiny games"]
    (slow,) = fuzz.heavy(seconds=0.0, names=one)
    assert slow.startswith("tiny games: ")
    assert slow.endswith(" MiB")
    monkeypatch.setattr(fuzz, "GROWTH", 0)
    assert len(fuzz.heavy(seconds=PATIENCE, names=one)) == 1


def test_the_fuzzer_sees_an_exception_a_slow_input_and_a_broken_way_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: each kind of failure is reported when it is there."""
    assert fuzz.try_one(1, deep=True) == ""
    monkeypatch.setattr(fuzz, "SLOW", -1.0)
    assert fuzz.try_one(1, deep=False).endswith(" s")
    monkeypatch.undo()

    def broken(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(fuzz, "read", broken)
    assert fuzz.try_one(1, deep=False) == "seed 1: ValueError: broken"
    monkeypatch.undo()
    monkeypatch.setattr(fuzz, "write_trf", lambda report, form: (b"001    1", ()))
    assert "reads back as another report" in fuzz.try_one(1, deep=True)
