"""Guesses of passwords, codes and tokens: a short run. The long one is `./dev campaigns guesses`."""

from __future__ import annotations

from pathlib import Path

import pytest
from guess_desk import run

from arpad.office.access import throttle


def test_guesses_are_bounded_and_lock_no_owner_out(tmp_path: Path) -> None:
    found, about = run(200, networks=2, seed=1, place=tmp_path)
    assert found == []
    assert about.endswith("60 looked at")  # thirty of each network


def test_a_desk_that_bounds_nothing_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control."""
    monkeypatch.setattr(throttle, "require_attempts_left", lambda *_: None)
    found, _ = run(120, networks=1, seed=1, place=tmp_path)
    assert any("of 1 networks were looked at" in each for each in found)
