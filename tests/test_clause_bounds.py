"""Clauses of K that begin at a rating, at a number of games or at an age: seniors, experts, the experienced."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from typed import typed

from arpad.law import in_force, rulebook
from arpad.law.drafting import NewNames, draft
from arpad.law.examined import examine_file
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.proved_by_k import Conclusion, PlayerKind, prove
from arpad.rating.coefficient import decide
from arpad.rating.crossing import thresholds

CLAUSES = (
    '{ name = "new", k = 40, games_below = 10 }',
    '{ name = "learning", k = 32, games_from = 10, games_below = 30 }',
    '{ name = "expert", k = 12, rating_from = 2000, rating_below = 2300 }',
    '{ name = "master", k = 8, rating_from = 2300 }',
    '{ name = "senior", k = 16, age_from = 65, age_counted = "birthday" }',
    '{ name = "club", k = 24 }',
)
ORDER = '"new", "learning", "master", "expert", "senior", "club"'


def text(clauses: tuple[str, ...] = CLAUSES, order: str = ORDER) -> str:
    body = draft(rulebook("fide-standard-2025"), NewNames("r-2026", "R", "r", date(2026, 1, 1)))
    head, rest = body.split("clauses = [", 1)
    rest = rest.split("\nread = ", 1)[1]
    return f"{head}clauses = [{', '.join(clauses)}]\nprecedence = [{order}]\nread = {rest}"


@pytest.fixture
def law() -> Iterator[None]:
    with use_law(law_with({"r-2026.toml": text().encode()})):
        yield


@pytest.mark.usefixtures("law")
@pytest.mark.parametrize(
    ("games", "rating", "born", "k", "reason"),
    [
        (9, 2400, 19500101, 40, "new"),
        (10, 2400, 19500101, 32, "learning"),
        (29, 1500, 0, 32, "learning"),
        (30, 2299, 19500101, 12, "expert"),
        (30, 2300, 19500101, 8, "master"),
        (30, 2000, 19500101, 12, "expert"),
        (30, 1999, 19500101, 16, "senior"),
        (30, 1999, 19610601, 16, "senior"),  # 65 on the day of the list
        (30, 1999, 19610602, 24, "club"),
        (30, 1999, 19610000, 24, "club"),  # perhaps 65, perhaps 64: not certain
        (30, 1999, 19600000, 16, "senior"),
        (30, 1999, 0, 24, "club"),
    ],
)
def test_a_clause_begins_at_its_bound(games: int, rating: int, born: int, k: int, reason: str) -> None:
    book = in_force("r", date(2026, 6, 1))
    columns = (np.array([games], "u2"), np.array([born], "i4"), np.array([rating], "i2"), np.array([rating], "i2"))
    found, why = decide(book, 202606, *columns)
    assert (int(found[0]), book.rule(COEFFICIENT).reason(int(why[0]))) == (k, reason)


@pytest.mark.usefixtures("law")
def test_k_on_a_list_proves_games_and_asks_where_an_age_may_come() -> None:
    """K 32 is given from ten games on and below thirty; a K of 24 is given to nobody with fewer than thirty."""
    rule = in_force("r", date(2026, 6, 1)).rule(COEFFICIENT)
    learning = prove(rule, PlayerKind(32, 1500, frozenset(), frozenset()))
    assert (learning.possible, learning.least_games) == (True, 10)
    club = prove(rule, PlayerKind(24, 1500, frozenset(), frozenset()))
    assert (club.games, club.least_games) == (Conclusion.FROM_K, 30)
    assert not prove(rule, PlayerKind(24, 2100, frozenset(), frozenset())).possible
    assert prove(rule, PlayerKind(16, 1500, frozenset({"senior"}), frozenset())).possible
    assert not prove(rule, PlayerKind(16, 1500, frozenset(), frozenset())).possible


def test_the_calculator_asks_for_the_birth_where_a_senior_would_have_another_k(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(text())
    call = (
        *("calc", "period", "--rulebook", tmp_path / "r.toml", "--list", "2026-06", "--rating", 1500, "--games", 50),
        *("--game", "1500:1"),
    )
    asked = typed(*call)
    assert asked.code == 2
    assert "born" in asked.err
    assert "8.00" in typed(*call, "--born", "1950-01-01").out
    assert "12.00" in typed(*call, "--born", "1990-01-01").out


@pytest.mark.usefixtures("law")
def test_a_gain_is_split_where_a_clause_begins() -> None:
    assert thresholds(in_force("r", date(2026, 6, 1))) == (2000, 2300)


def faults(clauses: tuple[str, ...], order: str = ORDER) -> list[str]:
    return [
        str(fault.problem).split("coefficient: ")[1]
        for fault in examine_file(text(clauses, order).encode(), "f").faults
    ]


def test_clauses_that_hold_nobody_or_leave_somebody_out_are_refused() -> None:
    assert faults(CLAUSES) == []
    empty = (*CLAUSES[:2], '{ name = "expert", k = 12, rating_from = 2300, rating_below = 2300 }', *CLAUSES[3:])
    assert faults(empty) == ["clause 'expert' holds nobody: its rating begins at 2300 and ends below 2300"]
    low = (*CLAUSES[:5], '{ name = "club", k = 24, rating_from = 1000 }')
    assert faults(low) == ["no clause covers a player with games 30, age 0, rating 0, highest 0"]
    by_age = ('{ name = "young", k = 40, age_below = 18, age_counted = "year" }',
              '{ name = "adult", k = 20, age_from = 18, age_counted = "year" }')  # fmt: skip
    assert faults(by_age, '"young", "adult"') == [
        "no clause covers a player whose birth is unknown, with games 0, rating 0, highest 0; "
        "give a clause without an age"
    ]
    no_count = (*CLAUSES[:4], '{ name = "senior", k = 16, age_from = 65 }', CLAUSES[5])
    assert faults(no_count) == ["clause 'senior' must give an age and age_counted together"]
    unordered = faults(CLAUSES, '"new", "learning", "expert", "master", "club"')
    assert unordered
    assert all("'senior'" in each for each in unordered)
