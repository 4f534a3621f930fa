"""Known answers that concern the tables, in every edition they hold for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from lawtexts import EDITIONS

import arpad
from arpad.exact import ROUNDINGS
from arpad.law.rules.newcomers import PERCENTAGE

CASES = tomllib.loads((Path(__file__).parent / "cases" / "tables.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["expected"], ids=lambda case: case["why"])
def test_expected_score(case: dict[str, Any]) -> None:
    book = arpad.rulebook(case["rulebook"], witness=case.get("witness"))
    limited = case.get("limited", True)
    for difference, hundredths in case["answers"].items():
        assert book.expected(int(difference), limited) == hundredths, difference
        assert book.expected(-int(difference), limited) == 100 - hundredths, difference


@pytest.mark.parametrize("game", CASES["game"][0]["games"], ids=str)
def test_single_game(game: dict[str, int]) -> None:
    """Score less expectation, times K, in tenths of a rating point."""
    book = arpad.rulebook(CASES["game"][0]["rulebook"])
    delta = 50 * game["half_points"] - book.expected(game["own"] - game["opponent"])
    assert delta * game["k"] == 10 * game["tenths"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("score", CASES["dp"][0]["scores"], ids=str)
def test_dp_of_a_score(edition: str, score: dict[str, int]) -> None:
    book = arpad.rulebook(edition)
    percent = ROUNDINGS[book.rule(PERCENTAGE).halves](50 * score["half_points"], score["games"])
    assert (percent, book.dp(percent)) == (score["percent"], score["dp"])
