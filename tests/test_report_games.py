"""What follows from a report's cells is derived once, and stays what it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from events_made import judged, scene
from tournament import Tournament, make

from arpad.admission.plausibility import marks
from arpad.intake import read
from arpad.model import ReportedGames
from arpad.model import report as model_report


@pytest.fixture
def derivations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each derivation found, as they happen."""
    counted: list[int] = []
    derive = model_report.reported_games

    def counting(*given: Any) -> ReportedGames:
        games = derive(*given)
        counted.append(len(games))
        return games

    monkeypatch.setattr("arpad.model.report.reported_games", counting)
    return counted


def test_reading_a_report_and_asking_every_check_derives_its_games_once(derivations: list[int]) -> None:
    assert judged(scene("fide-standard-2024")).edition
    assert derivations == [20]


def test_what_is_derived_is_kept_with_the_report_and_with_no_other(derivations: list[int]) -> None:
    report, _ = read(make(3, 8, 5, plain=True).data())
    assert report.games() is report.games()
    assert report.rows() is report.rows()
    assert report.partner_rows() is report.partner_rows()
    assert report.order_of_rounds() is report.order_of_rounds()
    assert report.meetings() is report.meetings()
    other = replace(report, phantoms=frozenset({1}))
    assert set(other.games().kind.tolist()) == {0, 4}
    assert set(report.games().kind.tolist()) == {0}
    assert derivations == [20, 20]


def test_who_met_whom_is_counted_over_the_games_that_were_played() -> None:
    report, _ = read(make(3, 8, 5, plain=True).data())
    rows, games = report.rows().tolist(), report.games()
    pairs = zip(games.white.tolist(), games.black.tolist(), strict=True)
    assert report.meetings() == Counter((min(rows[w], rows[b]), max(rows[w], rows[b])) for w, b in pairs)
    assert sum(replace(report, phantoms=frozenset({1})).meetings().values()) == len(games) - 5


def test_nobody_can_change_what_was_derived() -> None:
    report, _ = read(make(3, 8, 5, plain=True).data())
    games = report.games()
    arrays = [getattr(games, name) for name in ReportedGames.__slots__]
    for array in (*arrays, report.rows(), report.partner_rows(), report.order_of_rounds()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_report_that_was_asked_for_its_games_is_the_same_report() -> None:
    data = make(3, 8, 5, plain=True).data()
    (asked, _), (other, _) = read(data), read(data)
    asked.games()
    assert (asked, repr(asked)) == (other, repr(other))


@pytest.mark.parametrize(("printed", "told"), [("1.5", True), ("2.5", False), ("3.5", True)])
def test_points_below_and_above_the_sum_of_the_results_are_told(printed: str, told: bool) -> None:
    made = scene("fide-standard-2025")  # five draws each
    text = made.text.replace("2.5    1  ", f"{printed}    1  ", 1)
    codes = [finding.code for finding in read(text.encode(), "open.trf")[1]]
    assert ("points" in codes) is told


def line(number: str, name: str, cell: str) -> str:
    return f"001 {number:>4}      {name:<33} 1800 POL {'':>11} {'':10}  0.0    1  {cell}"


TWICE = [line("5", "Invented, Ada", "  11 w 1"), line("5", "Invented, Cyd", "  11 w 1"), line("11", "Bo", "   5 b 0")]
NO_NUMBER = [line("1x", "Invented, Ada", "  11 w 1"), line("11", "Invented, Bo", "   0 b 0")]


@pytest.mark.parametrize(("players", "pairs"), [(NO_NUMBER, []), (TWICE, [(5, 11)])], ids=["no number", "one twice"])
def test_a_game_has_two_players_whom_their_numbers_name(players: list[str], pairs: list[tuple[int, int]]) -> None:
    """Nobody is named by the number 0, and the second of two players with one number by no number at all."""
    report, _ = read(Tournament(["012 Invented Open"], players, [], 1).data())
    games = report.games()
    assert list(zip(games.white.tolist(), games.black.tolist(), strict=True)) == pairs
    assert len(marks(report)) == 0
    assert sum(report.meetings().values()) == len(pairs)
