"""Which results of a newcomer count: the rules on first events of each edition, over a whole period and the pool."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lawtexts import text_of
from scenes import Scene, Told

from arpad.columns import FirstOutcome, Status, System
from arpad.law import Rulebook, readings
from arpad.law.edition import read_edition

Game = tuple[int, float]

POOLED, UNRATED = Status.POOLED, Status.UNRATED_OPPONENT
FEW_GAMES, FEW_POINTS, LOW = Status.MINIMUM_EVENT_GAMES, Status.FIRST_EVENT, Status.FIRST_RESULT
FIDE_2024 = ("fide-standard-2024", "fide-standard-2025", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12")


def play(edition: str, *events: Sequence[Game], waiting: tuple[int, float, int] | None = None) -> Told:
    """Nora's events of one period, one after the other, and perhaps what waits for her."""
    scene = Scene(edition)
    scene.person("Nora")
    if waiting:
        scene.wait("Nora", *waiting)
    for at, games in enumerate(events):
        scene.play(scene.event(start=scene.day + at), "Nora", *games)
    return scene.rate()


def verdicts(told: Told) -> list[Status]:
    return [Status(line["status"]) for line in told.lines("Nora")]


# --- 2009: 6.1, 6.41, 8.21, 8.31 --------------------------------------------------------------------------------------


def test_fide_standard_2009_6_41_three_games_one_point_and_the_floor_make_a_first_result() -> None:
    """One point of three is 33 per cent, -125: against 1325 exactly the floor of 1200."""
    told = play("fide-standard-2009", [(1325, 1), (1325, 0), (1325, 0)])
    assert (verdicts(told), told.first("Nora")["ru"]) == ([POOLED], 1200)


def test_fide_standard_2009_6_41_two_games_are_too_few_in_every_event() -> None:
    assert verdicts(play("fide-standard-2009", [(1500, 1), (1500, 1)])) == [FEW_GAMES]
    again = play("fide-standard-2009", [(1500, 1), (1500, 1)], waiting=(4, 2, 1500))
    assert verdicts(again) == [FEW_GAMES]


def test_fide_standard_2009_6_41_a_game_against_an_unrated_opponent_is_none_of_the_three() -> None:
    told = play("fide-standard-2009", [(1500, 1), (1500, 1), (0, 1)])
    assert (verdicts(told), told.statuses("Nora")) == ([FEW_GAMES], [FEW_GAMES, FEW_GAMES, UNRATED])


def test_fide_standard_2009_8_21_half_a_point_is_not_enough_and_one_is() -> None:
    """E3: less than one point, whatever the two translations of 6.1 say."""
    assert verdicts(play("fide-standard-2009", [(1900, 0.5), (1900, 0), (1900, 0)])) == [FEW_POINTS]
    assert verdicts(play("fide-standard-2009", [(1900, 0.5), (1900, 0.5), (1900, 0)])) == [POOLED]


def test_fide_standard_2009_8_21_a_point_against_an_unrated_opponent_is_no_point() -> None:
    """S5, news 4059: at least one point against the rated opponents."""
    told = play("fide-standard-2009", [(1900, 0.5), (1900, 0), (1900, 0), (0, 1)])
    assert verdicts(told) == [FEW_POINTS]


def test_fide_standard_2009_8_31_a_first_result_of_1199_is_disregarded() -> None:
    told = play("fide-standard-2009", [(1324, 1), (1324, 0), (1324, 0)])
    assert verdicts(told) == [LOW]
    assert (told.first("Nora")["games"], told.pool("Nora")) == (0, [])


def test_fide_standard_2009_6_1_once_a_result_has_counted_a_zero_and_a_low_result_count_too() -> None:
    """E35: the point and the floor only until one result has counted."""
    zero, low = [(1500, 0)] * 3, [(1210, 0)] * 4
    assert verdicts(play("fide-standard-2009", zero, low, waiting=(3, 2, 1500))) == [POOLED, POOLED]
    assert verdicts(play("fide-standard-2009", [(1500, 1)] * 3, zero, low)) == [POOLED] * 3


def test_fide_standard_2009_8_31_two_first_events_in_one_period_the_test_repeats_until_one_counts() -> None:
    """E36: zero, too low, good, zero."""
    zero, low, good = [(1500, 0)] * 3, [(1250, 0.5), (1250, 0.5), (1250, 0)], [(1500, 0.5)] * 3
    told = play("fide-standard-2009", zero, low, good, zero)
    assert verdicts(told) == [FEW_POINTS, LOW, POOLED, POOLED]
    assert told.first("Nora")["games"] == 6


def test_the_order_of_first_events_is_by_start_end_and_key_not_by_arrival() -> None:
    """S3. The good event began a day before the zero, so the zero is not his first."""
    for days, expected in (((11, 10), [POOLED, POOLED]), ((10, 11), [FEW_POINTS, POOLED])):
        scene = Scene("fide-rapid-blitz-2018")
        scene.person("Nora")
        zero = scene.event(start=20200900 + days[0])
        good = scene.event(start=20200900 + days[1])
        scene.play(zero, "Nora", (1500, 0))
        scene.play(good, "Nora", (1500, 1))
        told = scene.rate()
        assert verdicts(told) == (expected if days[0] < days[1] else expected[::-1])
    for key, zero_counts in ((5, False), (9, True)):
        scene = Scene("fide-rapid-blitz-2018")
        scene.person("Nora")
        scene.play(scene.event(key=key), "Nora", (1500, 0))
        scene.play(scene.event(key=7), "Nora", (1500, 1))
        assert scene.rate().first("Nora")["games"] == (2 if zero_counts else 1)


# --- rapid and blitz 2018: 6.1, 6.31 ----------------------------------------------------------------------------------


def test_fide_rapid_blitz_2018_6_31_one_won_game_is_a_first_event_and_a_draw_is_not() -> None:
    """E12. No three games and no result are asked."""
    assert verdicts(play("fide-rapid-blitz-2018", [(1100, 1)])) == [POOLED]
    assert verdicts(play("fide-rapid-blitz-2018", [(1100, 0.5)])) == [FEW_POINTS]
    assert verdicts(play("fide-rapid-blitz-2018", [(1001, 1), *[(1001, 0.0)] * 8])) == [POOLED]


def test_fide_rapid_blitz_2018_6_1_the_test_repeats_until_one_event_has_counted() -> None:
    half, one = [(1500, 0.5)], [(1500, 1)]
    assert verdicts(play("fide-rapid-blitz-2018", half, half, one, half)) == [FEW_POINTS] * 2 + [POOLED] * 2


# --- 2024, 2025 and the rapid and blitz rules after them: 8.2.1, 7.2.2 ------------------------------------------------


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_1_a_zero_in_the_very_first_event_is_disregarded_and_remembered(edition: str) -> None:
    told = play(edition, [(1500, 0), (1500, 0)])
    assert verdicts(told) == [FEW_POINTS]
    (marker,) = told.pool("Nora")
    assert (marker["games"], marker["half_points"], marker["met"]) == (0, 0, 0)
    assert told.first("Nora")["outcome"] == FirstOutcome.PENDING


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_1_half_a_point_is_more_than_zero(edition: str) -> None:
    assert verdicts(play(edition, [(1500, 0.5)])) == [POOLED]


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_1_the_second_zero_counts_in_the_same_period_and_with_the_marker_of_an_earlier_one(
    edition: str,
) -> None:
    """S4: only the very first event; otherwise all their results."""
    assert verdicts(play(edition, [(1500, 0)], [(1500, 0)])) == [FEW_POINTS, POOLED]
    assert verdicts(play(edition, [(1500, 0)], waiting=(0, 0, 0))) == [POOLED]


@pytest.mark.parametrize("edition", FIDE_2024)
@pytest.mark.parametrize("waited", [(0, 0, 0), (3, 1.5, 1900)])
def test_fide_8_2_1_a_first_event_is_one_in_a_life_however_long_ago(
    edition: str, waited: tuple[int, float, int]
) -> None:
    """R7: a result leaves the window after 26 months, that there was a first event does not; disregarded or counted."""
    for months in (26, 27, 120):
        scene = Scene(edition)
        scene.person("Nora")
        m = scene.list_ // 100 * 12 + scene.list_ % 100 - 1 - months
        scene.wait("Nora", *waited, end=(m // 12 * 100 + m % 12 + 1) * 100 + 28)
        scene.play(scene.event(), "Nora", (1500, 0))
        told = scene.rate()
        assert verdicts(told) == [POOLED]
        assert told.first("Nora")["games"] == 1 + (waited[0] if months == 26 else 0)
        assert told.first("Nora")["until"] > 0


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_1_an_event_against_unrated_opponents_alone_is_no_first_event(edition: str) -> None:
    """S4: the first event in which a game can count."""
    told = play(edition, [(0, 0), (0, 0)], [(1500, 0)], [(1500, 0)])
    assert verdicts(told) == [UNRATED, FEW_POINTS, POOLED]


# --- Ukraine: 4, 6.2.1 ------------------------------------------------------------------------------------------------


def test_ukraine_4_three_games_with_a_performance_of_1600_start_the_count() -> None:
    assert verdicts(play("ukraine-2018", [(1725, 1), (1725, 0), (1725, 0)])) == [POOLED]
    assert verdicts(play("ukraine-2018", [(1724, 1), (1724, 0), (1724, 0)])) == [LOW]


def test_ukraine_4_two_games_do_not_start_it_however_good() -> None:
    assert verdicts(play("ukraine-2018", [(2000, 1), (2000, 1)])) == [FEW_GAMES]


def test_ukraine_6_2_1_nor_does_a_zero() -> None:
    assert verdicts(play("ukraine-2018", [(2500, 0)] * 3)) == [FEW_POINTS]


def test_ukraine_4_once_it_runs_one_lost_game_counts() -> None:
    """E31: later events enter with any number of games and any score; the games are asked of the first alone."""
    good, lost = [(1800, 0.5)] * 3, [(1650, 0)]
    assert verdicts(play("ukraine-2018", good, lost)) == [POOLED, POOLED]
    assert verdicts(play("ukraine-2018", lost, waiting=(3, 2, 1800))) == [POOLED]
    assert verdicts(play("ukraine-2018", lost, good, lost)) == [FEW_GAMES, POOLED, POOLED]


# --- several reasons, two editions, and who is no newcomer ------------------------------------------------------------


def test_when_several_conditions_fail_the_games_are_named_first_then_the_points_then_the_result() -> None:
    assert verdicts(play("fide-standard-2009", [(1210, 0)])) == [FEW_GAMES]
    assert verdicts(play("fide-standard-2009", [(1210, 0)] * 3)) == [FEW_POINTS]


def test_each_event_is_judged_by_the_edition_of_its_own_start() -> None:
    """S17: November under the rules of March, December under those of December; both know one very first event."""
    scene = Scene(("fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12"), 202501)
    scene.person("Nora")
    scene.play(scene.event(start=20241130, end=20241201, edition=0), "Nora", (1500, 0))
    scene.play(scene.event(start=20241201), "Nora", (1500, 0))
    assert verdicts(scene.rate()) == [FEW_POINTS, POOLED]


def test_a_newcomer_whose_result_may_not_count_at_all_keeps_his_rows_and_that_reason() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    event = scene.event()
    scene.seat(event, "Nora", status=Status.MEMBER_FEDERATION)
    scene.play(event, "Nora", (1500, 1), (1500, 1))
    told = scene.rate()
    assert told.statuses("Nora") == [Status.MEMBER_FEDERATION] * 2
    assert told.first("Nora")["games"] == 0


def test_forfeits_are_neither_games_nor_points() -> None:
    scene = Scene("fide-rapid-blitz-2018")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (1500, 1, Status.UNPLAYED_GAME), (1500, 0.5))
    assert verdicts(scene.rate()) == [FEW_POINTS]


def test_a_match_with_an_unrated_player_counts_for_nobody() -> None:
    """6.6, 6.1: admission has put the reason on the games."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    event = scene.event(System.MATCH)
    scene.play(event, "Nora", (1500, 1, Status.MATCH_WITH_UNRATED), (1500, 1, Status.MATCH_WITH_UNRATED))
    assert verdicts(scene.rate()) == [UNRATED]


# --- S5: against whom the points are made -----------------------------------------------------------------------------


def counting_all_points(edition: str) -> Rulebook:
    """The edition with the alternative of S5: the points against unrated opponents are points, too."""
    text, line = text_of(edition), 'counted = "rated-opponents"'
    assert text.count(line) == 1
    changed = text.replace(line, 'counted = "all-opponents"')
    read = read_edition(changed, "altered.toml", readings(), None)
    return Rulebook(read, read.head.series[0], None)


EVERY = ("fide-standard-2009", "fide-rapid-blitz-2018", "ukraine-2018", *FIDE_2024)


@pytest.mark.parametrize("edition", EVERY)
@pytest.mark.parametrize(
    ("unrated", "by_reading", "by_alternative"), [(0, FEW_POINTS, FEW_POINTS), (1, FEW_POINTS, POOLED)]
)
def test_first_event_s5_a_point_against_an_unrated_opponent_counts_by_the_alternative_alone(
    edition: str, unrated: int, by_reading: Status, by_alternative: Status
) -> None:
    """2009 8.21, rapid and blitz 2018 8.21, 2024 8.2.1 and 7.2.2, Ukraine 6.2.1: three losses against 2500s, one game
    against an unrated player. As read he has nothing; by the alternative the point of that game is a point. What his
    rating is made of stays the same: three games, no point."""
    scene = Scene(edition)
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (2500, 0), (2500, 0), (2500, 0), (0, unrated))
    assert verdicts(scene.rate()) == [by_reading]
    told = scene.rate((counting_all_points(edition),))
    assert verdicts(told) == [by_alternative]
    if by_alternative == POOLED:
        (row,) = told.pool("Nora")
        assert (row["games"], row["half_points"], row["met"]) == (3, 0, 7500)


def test_first_event_s5_unplayed_games_bring_no_point_by_either_reading() -> None:
    """2024 5.1: a win by default against an unrated opponent."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (2500, 0), (0, 1, Status.UNPLAYED_GAME))
    assert verdicts(scene.rate()) == [FEW_POINTS]
    assert verdicts(scene.rate((counting_all_points("fide-standard-2024"),))) == [FEW_POINTS]
