"""A history with a planted fault is found out, by that fault and no other; one without is left in peace."""

from __future__ import annotations

import pytest
from scale_made import Fault, history, told

from arpad.finding import Note, UserError
from arpad.monitor.scale import Scale, measure_scale
from arpad.monitor.tables import TABLE_NAMES, scale_tables


def kinds(scale: Scale) -> set[str]:
    return {note.message.removeprefix("scale-warning/") for note in scale.warnings}


def fields(notes: tuple[Note, ...], message: str) -> dict[str, object]:
    return next(dict(note.fields) for note in notes if note.message == f"scale-warning/{message}")


@pytest.mark.parametrize("seed", range(6))
def test_a_true_scale_is_left_in_peace(seed: int) -> None:
    assert kinds(measure_scale(told(history(seed, lists=13, players=300)))) == set()


@pytest.mark.parametrize(("drift", "side"), [(1.0, "above"), (-1.0, "below")])
def test_a_planted_drift_is_found_and_its_size(drift: float, side: str) -> None:
    scale = measure_scale(history(1, Fault(drift=drift)))
    assert kinds(scale) == {f"drift-{side}"}
    since_first = next(
        each for each in scale.cohorts if each.kind == "grown-ups" and each.list_ == scale.lists[0].list_
    )
    change = since_first.points[-1].change
    assert change.low is not None
    assert change.high is not None
    assert change.low <= 14 * drift <= change.high


def test_a_drift_against_known_strengths_is_found() -> None:
    scale = measure_scale(told(history(1, Fault(drift=1.0))))
    assert kinds(scale) == {"drift-above", "truth"}
    last = scale.lists[-1].truth
    assert last is not None
    assert last.above.value == pytest.approx(14, abs=0.5)


@pytest.mark.parametrize(("stretch", "side"), [(0.8, "below"), (1.25, "above")])
def test_a_planted_stretch_of_the_scale_is_found(stretch: float, side: str) -> None:
    scale = measure_scale(history(2, Fault(stretch=stretch)))
    assert f"slope-{side}" in kinds(scale)
    assert kinds(scale) <= {f"slope-{side}", f"band-{side}"}
    told_by_band = {band.from_: band.verdict for band in scale.calibration.bands if band.games}
    assert told_by_band[0] == ""  # where both are equal nothing can be seen
    assert told_by_band[200] == side


def test_a_planted_island_is_found() -> None:
    scale = measure_scale(history(3, Fault(island=60)))
    assert kinds(scale) == {"island"}
    assert fields(scale.warnings, "island") == {
        "players": 60,
        "games": 12 * 6 * 45,
        "home": scale.islands.islands[1].home,
    }


def test_an_island_that_few_games_join_is_found_with_the_games() -> None:
    scale = measure_scale(history(3, Fault(island=60, bridges=2)))
    assert kinds(scale) == {"weakly-joined"}
    assert fields(scale.warnings, "weakly-joined") == {
        "players": 60, "inside": 12 * 6 * 45, "joining": 24, "home": scale.islands.islands[0].home
    }  # fmt: skip


def test_juniors_who_are_rated_too_low_are_found_with_the_points() -> None:
    scale = measure_scale(history(4, Fault(lag=80)))
    assert "juniors-above" in kinds(scale)
    lag = scale.juniors[0].points
    assert lag.low is not None
    assert lag.high is not None
    assert lag.low < 80 < lag.high + 5


def test_a_federation_that_is_rated_too_low_is_found() -> None:
    scale = measure_scale(history(5, Fault(low=60)))
    assert {"group-above"} <= kinds(scale) <= {"group-above", "group-below"}
    assert fields(scale.warnings, "group-above")["name"] == "BBB"


def test_true_strengths_foretell_best_where_ratings_lie() -> None:
    scale = measure_scale(told(history(6, Fault(stretch=0.7))))
    by = {each.by: each for each in scale.predictions}
    assert by["strengths"].verdict == "below"
    assert by["even"].verdict == "above"
    assert (by["strengths"].brier or 1) < (by["table"].brier or 0)


def test_the_window_is_a_year_and_the_lists_are_all() -> None:
    made = history(7, lists=16, players=60)
    scale = measure_scale(made)
    assert [int(each) for each in scale.window] == list(made.lists[-12:])
    assert len(scale.lists) == 16
    earlier = measure_scale(made, made.lists[5])
    assert earlier.lists == scale.lists[:6]
    assert earlier.list_ == made.lists[5]


def test_a_list_that_is_not_there_is_refused() -> None:
    with pytest.raises(UserError) as refused:
        measure_scale(history(7, lists=3, players=60), 203001)
    assert refused.value.message == "no-such-list"


def test_every_table_has_its_columns_filled() -> None:
    made = scale_tables(measure_scale(told(history(8, lists=14, players=120))))
    assert {each.name for each in made} == set(TABLE_NAMES) - {"regions"}
    for each in made:
        assert all(len(row) == len(each.columns) for row in each.rows), each.name
