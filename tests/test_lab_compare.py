"""Two systems on one history: measures by hand, a planted difference is found, and noise is called noise."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from lab_made import FIRST, MONTHS, SERIES, island, island_history
from typed import typed

from arpad.columns import State
from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.history.verify import watch_nothing
from arpad.lab.comparing import _paired_games, compare_outcomes, paired_difference
from arpad.lab.measures import (
    MeasuringGround,
    Predictions,
    StrengthByPlayer,
    measure_system,
    prediction_losses,
    rating_errors,
    tally_predictions,
    true_strengths,
)
from arpad.lab.outcome import Outcome, run_variant
from arpad.lab.variant import Variant
from arpad.lists.sealed import RollRows

LAST = int(Month(FIRST).plus(MONTHS))


def rows(**ratings: int) -> RollRows:
    """Active players p0, p1 ... with these ratings."""
    keys = [int(name[1:]) for name in ratings]
    return RollRows.of(player=keys, rating=list(ratings.values()), state=State.ACTIVE.value)


# --- by hand ------------------------------------------------------------------------------------------------------


def test_brier_and_log_score_by_hand() -> None:
    """.64 and won: (.36)² = .1296; .50 and drawn: 0; .92 and lost: .8464. Of three games .976 / 3."""
    games = Predictions.of(
        game=[0, 1, 2], event=[0, 0, 1], expected=[64, 50, 92], published=[100, 50, 0], half_points=[2, 1, 0]
    )
    squared, logs = prediction_losses(games)
    by_hand = [Fraction(36, 100) ** 2, Fraction(0), Fraction(92, 100) ** 2]
    assert squared.tolist() == pytest.approx([float(each) for each in by_hand])
    assert sum(by_hand) == Fraction(976, 1000)
    assert logs.tolist() == pytest.approx([-math.log(0.64), math.log(2), -math.log(0.08)])
    counted = tally_predictions(games)
    assert (counted[0, 64, 2], counted[0, 50, 1], counted[0, 92, 0], counted[0].sum()) == (1, 1, 1, 3)
    nobody = MeasuringGround(np.zeros(0, np.int32), 202301, 202501, StrengthByPlayer.of())
    found = measure_system(nobody, 2, (rows(), rows()), counted)
    assert found.brier == pytest.approx(0.976 / 3)
    assert found.brier_published == 0.0


def test_what_is_sure_and_wrong_costs_much_and_not_everything() -> None:
    squared, logs = prediction_losses(Predictions.of(game=[0], event=[0], expected=[100], half_points=[0]))
    assert squared.tolist() == [1.0]
    assert logs.tolist() == pytest.approx([-math.log(0.005)])


def test_drift_and_truth_by_hand() -> None:
    """Two years. The cohort gains 30 and 10, their strength 2 x 5 and 0: drift (20 + 10) / 2 / 2 = 7.5 a year."""
    strengths = StrengthByPlayer.of(player=[0, 1, 2], strength=[1500, 1600, 1700], per_year=[5, 0, 0], day=20230101)
    ground = MeasuringGround(np.array([0, 1], np.int32), 202301, 202501, strengths)
    lists = {202301: rows(p0=1500, p1=1600, p3=1900), 202501: rows(p0=1530, p1=1610, p2=1660)}
    found = measure_system(ground, 2, (lists[202301], lists[202501]), tally_predictions(Predictions.of()))
    assert (found.cohort, found.cohort_change) == (2, 20.0)
    years = Fraction(731, 365)  # 2024 is a leap year
    assert found.drift == pytest.approx(float(Fraction(15) / years))
    assert (found.truth, found.brier, found.games) == (3, None, 0)
    missed = [1530 - 1510, 1610 - 1600, 1660 - 1700]
    assert found.error_mean == pytest.approx(sum(missed) / 3)
    assert found.error_rms == pytest.approx(math.sqrt(sum(each**2 for each in missed) / 3))
    assert found.mean == pytest.approx((1530 + 1610 + 1660) / 3)


def test_true_strengths_are_those_of_the_federation() -> None:
    """Of everybody the strength on a list's day, as the simulator counts it; his players play by it."""
    told = true_strengths(island_history())
    lines = (island().parent / "season" / "strengths.csv").read_text().splitlines()[1:]
    assert len(told) == len(lines)
    assert sorted(told.strength.tolist()) == sorted(int(line.split(",")[1]) for line in lines)
    ground = MeasuringGround.of(island_history(), SERIES)
    known, true = ground.true_on(told.player, LAST)
    days = (Month(LAST).first - Day(int(told.day[0])).date).days
    assert known.all()
    assert true.tolist() == [
        strength + per_year * days // 365
        for strength, per_year in zip(told.strength.tolist(), told.per_year.tolist(), strict=True)
    ]


def test_a_difference_drawn_again_by_whole_groups() -> None:
    """In nine of ten groups the second is worse by 1, in one better by 1: the mean is .8, within the interval."""
    values = np.zeros((2, 10))
    values[1] = [1.0] * 9 + [-1.0]
    found = paired_difference(values, np.arange(10))
    assert (found.count, found.drawn, found.difference, found.better) == (10, 10, 0.8, "first")
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low <= 0.8 <= found.high <= 1
    assert paired_difference(values, np.arange(10)) == found  # the same lots
    assert paired_difference(values[::-1], np.arange(10)).better == "second"
    together = paired_difference(values, np.zeros(10, np.int64))  # one group alone says nothing of its spread
    assert (together.drawn, together.low, together.high) == (1, 0.8, 0.8)


def test_events_of_different_lists_are_drawn_apart_though_their_numbers_are_the_same() -> None:
    """Two lists with two events each, numbered 0 and 1 on either: four events, of two games each."""
    games = Predictions.of(game=[0, 1, 2, 3], event=[0, 0, 1, 1], expected=[50] * 4, half_points=[2, 0, 1, 1])
    two = cast(Outcome, SimpleNamespace(predictions={202401: games, 202402: games}))
    for found in _paired_games(two, two):
        assert (found.count, found.drawn) == (8, 4)


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_called_noise_about_as_often_as_it_should(seed: int) -> None:
    lots = np.random.default_rng(seed)
    found = [paired_difference(lots.normal(size=(2, 200)), np.arange(200)).better for _ in range(10)]
    assert found.count("noise") >= 7


# --- on a history -------------------------------------------------------------------------------------------------


def outcome(**values: str) -> Outcome:
    variant = Variant.of("fide-standard-2024", values={key.replace("__", "."): text for key, text in values.items()})
    return run_variant(island_history(), SERIES, variant, watch_nothing)


def test_a_system_is_no_better_than_itself() -> None:
    same = outcome()
    found = compare_outcomes(island_history(), same, same)
    assert (found.moved, found.movers, found.mean_difference) == (0, (), 0.0)
    assert {each.better for each in (found.brier, found.log_score, found.truth)} == {"noise"}
    assert found.brier.first == pytest.approx(found.first_measures.brier)
    assert found.brier.count == found.first_measures.games > 200


def test_a_planted_bad_system_is_found() -> None:
    """Expectations turned about: whoever is stronger is expected to lose."""
    good = outcome()
    turned = {
        list_: replace(each, expected=(100 - each.expected.astype(int)).astype(np.uint8))
        for list_, each in good.predictions.items()
    }
    found = compare_outcomes(island_history(), good, replace(good, predictions=turned))
    assert (found.brier.better, found.log_score.better, found.truth.better) == ("first", "first", "noise")


def test_planted_nearness_to_the_truth_is_found() -> None:
    library, good = island_history(), outcome()
    ground = MeasuringGround.of(library, SERIES)
    last = good.lists[LAST]
    players, missed = rating_errors(ground, last, LAST)
    assert len(players) > 50
    right = last.rating.copy()
    right[np.searchsorted(last.player, players)] -= missed.astype(np.int16)
    true = replace(good, lists={**good.lists, LAST: replace(last, rating=right)})
    found = compare_outcomes(library, good, true)
    assert (found.truth.better, found.truth.second) == ("second", 0.0)
    assert compare_outcomes(None, good, true).truth.better == "unknown"


def test_the_largest_movers_stand_first() -> None:
    found = compare_outcomes(island_history(), outcome(), outcome(**{"coefficient__below-2400__k": "40"}))
    sizes = [abs(each.difference) for each in found.movers]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 5
    assert all(each.second - each.first == each.difference for each in found.movers)
    assert found.moved <= found.both


def test_outcomes_of_different_histories_are_not_compared() -> None:
    good = outcome()
    with pytest.raises(UserError, match="different histories"):
        compare_outcomes(island_history(), good, replace(good, history="0" * 64))


def test_compare_as_it_is_typed(tmp_path: Path) -> None:
    history = ("--history", island())
    printed = typed("lab", "compare", "fide-standard-2014", "fide-standard-2024", *history)
    assert printed.code == 0, printed
    assert "Brier score of" in printed.out
    assert "distance to the true strength" in printed.out
    for name in ("fide-standard-2014", "fide-standard-2024"):
        assert typed("lab", "replay", "--rulebook", name, *history, "--out", tmp_path / name).code == 0
    of_files = typed(
        "lab", "compare", tmp_path / "fide-standard-2014", tmp_path / "fide-standard-2024", *history, "--json"
    )
    of_editions = typed("lab", "compare", "fide-standard-2014", "fide-standard-2024", *history, "--json")
    assert json.loads(of_files.out) == json.loads(of_editions.out)
    refused = typed("lab", "compare", "fide-standard-2014", "nowhere")
    assert (refused.code, refused.out) == (2, "")
