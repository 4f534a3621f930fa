"""What first rating results give: the average, what the score adds or takes away, the maximum, and the roundings."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import Row, Scene

import arpad
from arpad.columns import FirstOutcome, System
from arpad.rating.initial import event_rating, first_rating

FIDE_2024 = ("fide-standard-2024", "fide-standard-2025", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12")


def first(edition: str, *games: tuple[int, float]) -> Row:
    """One Swiss of a newcomer."""
    scene = Scene(edition)
    scene.person("Nora")
    scene.play(scene.event(), "Nora", *games)
    return scene.rate().first("Nora")


# --- 2009: 8.21 to 8.34 -----------------------------------------------------------------------------------------------


def eight_thirty_four() -> Scene:
    """8.34: 1 of 3 against 2220, 3 of 5 against 2150, 2.5 of 4 against 2200."""
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 3, 1, 2220)
    scene.wait("Nora", 5, 3, 2150)
    scene.play(scene.event(), "Nora", (2200, 1), (2200, 1), (2200, 0.5), (2200, 0))
    return scene


def test_fide_standard_2009_8_34_three_events_are_computed_as_one() -> None:
    """6.5 of 12 against 2184: one half point over one half, 12.5: 2197."""
    row = eight_thirty_four().rate().first("Nora")
    assert (row["games"], row["half_points"], row["ra_sum"], row["ru"]) == (12, 13, 26210, 2197)
    assert row["outcome"] == FirstOutcome.PUBLISHED


def test_fide_standard_2009_8_34_as_the_polish_body_prints_it() -> None:
    """15 for the half point, which its own example does not use (E1): 2199."""
    printed = arpad.rulebook("fide-standard-2009", witness="000-pl")
    assert eight_thirty_four().rate(books=(printed,)).first("Nora")["ru"] == 2199


def test_fide_standard_2009_8_22_exactly_one_half_gives_the_average_itself() -> None:
    row = first("fide-standard-2009", (1900, 1), (2000, 0), (2101, 0.5))
    assert (row["ru"], row["p"], row["dp"]) == (2000, 50, 0)


def test_fide_standard_2009_8_24_under_one_half_takes_the_table() -> None:
    row = first("fide-standard-2009", (2000, 1), (2000, 0), (2000, 0))
    assert (row["p"], row["dp"], row["ru"]) == (33, -125, 1875)


def test_fide_standard_2009_8_23_the_mean_is_rounded_before_the_half_points_are_added() -> None:
    """E7, S11: 2184.6 becomes 2185, and 2197.5 becomes 2198; the exact mean would give 2197."""
    row = first("fide-standard-2009", (2184, 1), (2185, 1), (2185, 1), (2185, 0), (2184, 0))
    assert (row["ra_sum"], row["ru"]) == (10923, 2198)


def test_over_under_and_exactly_one_half_go_by_the_exact_score_not_by_the_percentage() -> None:
    """S36: 63.5 of 128 is under one half although it is 50 per cent; then the table gives 0."""
    book = arpad.rulebook("fide-standard-2009")
    for half_points, rating in ((127, 1500), (128, 1500), (129, 1513)):
        found = event_rating(book, np.array([1500]), np.array([128]), np.array([half_points]))
        assert (found.p[0], found.rating[0]) == (50, rating)


def test_fide_standard_2009_8_23_there_is_no_maximum() -> None:
    assert first("fide-standard-2009", *[(2500, 1.0)] * 9)["rating"] == 2500 + 112 + 1  # nine half points: 112.5


# --- rapid and blitz 2018: 8.23 to 8.26 -------------------------------------------------------------------------------


def test_fide_rapid_blitz_2018_8_24_ten_points_for_each_half_point_over_one_half() -> None:
    assert first("fide-rapid-blitz-2018", *[(1500, 1.0)] * 4, (1500, 0))["ru"] == 1530


def test_fide_rapid_blitz_2018_8_25_under_one_half_takes_the_table() -> None:
    assert first("fide-rapid-blitz-2018", (1500, 1), *[(1500, 0.0)] * 4)["ru"] == 1500 - 240


# --- 2024: two draws against 1800, at most 2200 -----------------------------------------------------------------------


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_2_two_hypothetical_draws_against_1800_join_the_result(edition: str) -> None:
    """A published first rating: 3 of 5, sum 9507: (9507 + 3600) / 7 = 1872.43, 57 per cent, +50: 1922."""
    row = first(edition, (1901, 1), (1901, 1), (1901, 0.5), (1902, 0.5), (1902, 0))
    assert (row["met"], row["ra_sum"], row["ra_games"], row["p"], row["dp"]) == (9507, 13107, 7, 57, 50)
    assert (row["ru"], row["rating"], row["outcome"]) == (1922, 1922, FirstOutcome.PUBLISHED)


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_8_2_3_a_first_rating_is_at_most_2200(edition: str) -> None:
    """Five wins: 86 per cent, +309. Against 2300 that is 2466; against 1926 it is 2199, and nothing is cut."""
    assert [first(edition, *[(2300, 1.0)] * 5)[column] for column in ("ru", "rating")] == [2466, 2200]
    assert [first(edition, *[(1926, 1.0)] * 5)[column] for column in ("ru", "rating")] == [2199, 2199]


@pytest.mark.parametrize("edition", FIDE_2024)
def test_fide_7_1_4_the_floor_is_compared_with_the_rounded_rating(edition: str) -> None:
    """S37: 1399.5 is 1400 and published; 1399.375 is 1399 and not."""
    at = [(1523, 1), (1523, 0), (1523, 0), (1523, 0), (1524, 0), (1524, 0)]
    row = first(edition, *at)
    assert (row["ra_sum"], row["ra_games"], row["dp"]) == (12740, 8, -193)  # mean 1592.5
    assert (row["rating"], row["outcome"]) == (1400, FirstOutcome.PUBLISHED)
    below = first(edition, *at[:-1], (1523, 0))
    assert (below["rating"], below["outcome"]) == (1399, FirstOutcome.BELOW_FLOOR)


# --- Ukraine: by the table on both sides ------------------------------------------------------------------------------


def test_ukraine_6_2_3_over_one_half_takes_the_table_too() -> None:
    row = first("ukraine-2018", *[(1800, 1.0)] * 9, *[(1800, 0.0)] * 6)
    assert (row["p"], row["dp"], row["ru"]) == (60, 72, 1872)


def test_ukraine_6_2_4_a_first_rating_is_at_most_2300() -> None:
    assert first("ukraine-2018", *[(1900, 1.0)] * 15)["rating"] == 2300
    assert first("ukraine-2018", *[(2228, 1.0)] * 9, *[(2228, 0.0)] * 6)["rating"] == 2300  # exactly
    assert first("ukraine-2018", *[(2227, 1.0)] * 9, *[(2227, 0.0)] * 6)["rating"] == 2299


# --- a pool of one round robin, and any other -------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["fide-standard-2009", "fide-rapid-blitz-2018"])
def test_a_pool_that_is_one_round_robin_keeps_its_form(edition: str) -> None:
    """2009 8.25, rapid and blitz 8.26, S10: 2 of 9 against Rc 2342: -220 x 9/10 = -198."""
    scene = Scene(edition)
    scene.person("Nora")
    scene.wait("Nora", 9, 2, 2342, system=System.ROUND_ROBIN)
    row = scene.rate().first("Nora")
    assert (row["dp"], row["ru"]) == (-220, 2144)


def test_fide_standard_2009_8_25_in_a_double_round_robin_n_is_the_number_of_opponents() -> None:
    """S9: 18 games, nine opponents."""
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 18, 4, 2342, system=System.DOUBLE_ROUND_ROBIN)
    assert scene.rate().first("Nora")["ru"] == 2144


def test_fide_standard_2009_8_24_any_other_pool_takes_the_whole_table_value() -> None:
    """Two round robins, or one and a Swiss: several fields have no common n."""
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 9, 2, 2342, system=System.ROUND_ROBIN)
    scene.wait("Nora", 9, 2, 2342, system=System.ROUND_ROBIN)
    assert scene.rate().first("Nora")["ru"] == 2342 - 220
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 9, 2, 2342)
    assert scene.rate().first("Nora")["ru"] == 2342 - 220


def test_fide_standard_2024_knows_no_form_of_its_own_for_round_robins() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 6, 1, 1700, system=System.ROUND_ROBIN)
    row = scene.rate().first("Nora")
    assert row["ru"] == 1725 - 193  # (6 x 1700 + 3600) / 8, 25 per cent


def test_no_games_give_no_rating() -> None:
    none = np.zeros(1, np.int64)
    for edition in ("fide-standard-2009", "fide-standard-2024", "ukraine-2018"):
        found = first_rating(arpad.rulebook(edition), none, none, none, none)
        assert (found.result.p[0], found.result.dp[0], found.rating[0]) == (0, 0, 0)
