"""K: every clause of every edition on both sides of its borders, which goes first, and the ceiling of a period."""

from __future__ import annotations

import numpy as np
import pytest
from scenes import Scene

import arpad
from arpad.columns import KReason
from arpad.rating.coefficient import ceiling, decide

FIDE = ("fide-standard-2024", "fide-standard-2025", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12")


def k(edition: str, list_: int, games: int, rating: int, highest: int = 0, born: int = 0) -> tuple[int, KReason]:
    columns = np.array([games], np.uint16), np.array([born], np.int32), np.array([max(highest, rating)], np.int16)
    found, why = decide(arpad.rulebook(edition), list_, *columns, np.array([rating], np.int16))
    return int(found[0]), KReason(int(why[0]))


# --- 2009, 8.56 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "rating", "highest", "expected", "reason"),
    [
        (0, 1800, 0, 25, KReason.NEW_PLAYER),
        (29, 2399, 0, 25, KReason.NEW_PLAYER),
        (30, 2399, 0, 15, KReason.BELOW_2400),
        (30, 1200, 2399, 15, KReason.BELOW_2400),
        (30, 2400, 0, 10, KReason.REACHED_2400),
        (500, 2200, 2400, 10, KReason.REACHED_2400),  # for ever
        (12, 2400, 0, 10, KReason.REACHED_2400),  # S41: before the 30 games, too
    ],
)
def test_fide_standard_2009_8_56(games: int, rating: int, highest: int, expected: int, reason: KReason) -> None:
    assert k("fide-standard-2009", 201007, games, rating, highest) == (expected, reason)


def test_fide_standard_2009_8_56_knows_no_juniors() -> None:
    assert k("fide-standard-2009", 201007, 40, 2000, born=20000101) == (15, KReason.BELOW_2400)


# --- 2024, 8.3.3, and the rapid and blitz rules that follow it --------------------------------------------------------


@pytest.mark.parametrize("edition", FIDE)
@pytest.mark.parametrize(
    ("games", "rating", "highest", "born", "expected", "reason"),
    [
        (29, 2200, 0, 0, 40, KReason.NEW_PLAYER),
        (30, 2200, 0, 0, 20, KReason.BELOW_2400),
        (30, 2399, 0, 0, 20, KReason.BELOW_2400),
        (30, 2400, 0, 0, 10, KReason.REACHED_2400),
        (99, 2100, 2400, 0, 10, KReason.REACHED_2400),
        (99, 2100, 2399, 0, 20, KReason.BELOW_2400),
        # the junior: to the end of the year of the 18th birthday, never published at 2300 (E49)
        (99, 2100, 0, 20081231, 40, KReason.JUNIOR),
        (99, 2100, 0, 20080101, 40, KReason.JUNIOR),
        (99, 2100, 0, 20080000, 40, KReason.JUNIOR),
        (99, 2100, 0, 20071231, 20, KReason.BELOW_2400),
        (99, 2299, 0, 20100000, 40, KReason.JUNIOR),
        (99, 2300, 0, 20100000, 20, KReason.BELOW_2400),
        (99, 2250, 2300, 20100000, 20, KReason.BELOW_2400),
        # precedence: 2400 ever, then junior, then 30 games
        (10, 2410, 0, 20100000, 10, KReason.REACHED_2400),
        (10, 2299, 0, 20100000, 40, KReason.JUNIOR),
        (10, 2350, 0, 20100000, 40, KReason.NEW_PLAYER),
        # an unknown birth gives nobody the K of the young
        (99, 2100, 0, 0, 20, KReason.BELOW_2400),
    ],
)
def test_fide_8_3_3_and_7_3_3(
    edition: str, games: int, rating: int, highest: int, born: int, expected: int, reason: KReason
) -> None:
    assert k(edition, 202606, games, rating, highest, born) == (expected, reason)


@pytest.mark.parametrize("edition", FIDE)
def test_fide_8_3_3_a_junior_loses_it_in_january(edition: str) -> None:
    assert k(edition, 202512, 40, 2100, born=20070315) == (40, KReason.JUNIOR)
    assert k(edition, 202601, 40, 2100, born=20070315) == (20, KReason.BELOW_2400)


# --- rapid and blitz 2018, 8.56 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "rating", "born"), [(0, 1200, 20150101), (500, 2800, 0), (29, 2400, 0)])
def test_fide_rapid_blitz_2018_8_56_is_the_same_for_everybody(games: int, rating: int, born: int) -> None:
    assert k("fide-rapid-blitz-2018", 202001, games, rating, born=born) == (20, KReason.EVERYBODY)


# --- Ukraine, 6.5.5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "rating", "highest", "born", "expected", "reason"),
    [
        (29, 2200, 0, 0, 40, KReason.NEW_PLAYER),
        (30, 2200, 0, 0, 20, KReason.BELOW_2300),
        (30, 2299, 0, 0, 20, KReason.BELOW_2300),
        (30, 2300, 0, 0, 10, KReason.REACHED_2300),
        (30, 2100, 2300, 0, 10, KReason.REACHED_2300),  # E42: for ever
        (15, 2300, 0, 0, 10, KReason.REACHED_2300),  # at once, before the 30 games
        # under 14 on the day of the list (E43), up to 2000
        (99, 2000, 0, 20060202, 40, KReason.UNDER_14),
        (99, 2000, 0, 20060201, 20, KReason.BELOW_2300),  # 14 on the very day
        (99, 2001, 0, 20100101, 20, KReason.BELOW_2300),
        (99, 2000, 2250, 20100101, 40, KReason.UNDER_14),  # back at 2000: again
        (10, 2001, 0, 20100101, 40, KReason.NEW_PLAYER),
        (99, 1900, 2300, 20100101, 10, KReason.REACHED_2300),
        # a birth known in part: by its earliest day
        (99, 1900, 0, 20060300, 40, KReason.UNDER_14),
        (99, 1900, 0, 20060200, 20, KReason.BELOW_2300),
        (99, 1900, 0, 20070000, 40, KReason.UNDER_14),
        (99, 1900, 0, 20060000, 20, KReason.BELOW_2300),
        (99, 1900, 0, 0, 20, KReason.BELOW_2300),
    ],
)
def test_ukraine_6_5_5(games: int, rating: int, highest: int, born: int, expected: int, reason: KReason) -> None:
    assert k("ukraine-2018", 202002, games, rating, highest, born) == (expected, reason)


def test_k_is_decided_for_many_at_once() -> None:
    found, _ = decide(
        arpad.rulebook("fide-standard-2024"),
        202606,
        np.array([10, 40, 40, 40], np.uint16),
        np.array([0, 0, 20100101, 0], np.int32),
        np.array([0, 0, 0, 2450], np.int16),
        np.array([2000, 2000, 2000, 2000], np.int16),
    )
    assert found.tolist() == [40, 20, 40, 10]


# --- the ceiling ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [*FIDE, "ukraine-2018", "fide-rapid-blitz-2018"])
@pytest.mark.parametrize(
    ("given", "games", "used"),
    [(40, 17, 40), (40, 18, 38), (20, 35, 20), (20, 36, 19), (10, 70, 10), (10, 71, 9), (10, 700, 1), (10, 701, 0)],
)
def test_k_times_the_games_of_a_period_is_at_most_700(edition: str, given: int, games: int, used: int) -> None:
    """8.3.3, 7.3.3, 6.5.5, 8.56: the largest whole K that fits; after 701 games nothing is left of it."""
    scene = Scene(edition)
    scene.person("Ada", 2200, k=given)
    scene.person("Bo", 2200)
    scene.play(scene.event(), "Ada", *[("Bo", 1)] * games)
    told = scene.rate()
    assert told.line("Ada")["k"] == used
    assert told.worksheet("Ada")["ceiling"] == 700 // games
    assert told.worksheet("Ada")["change"] == used * 50 * games


def test_fide_standard_2009_sets_no_ceiling() -> None:
    """12.3 only warns. 100 games with K 15 stay with 15."""
    assert ceiling(arpad.rulebook("fide-standard-2009"), np.array([100])) is None
    scene = Scene("fide-standard-2009")
    scene.person("Ada", 2200, k=15)
    scene.person("Bo", 2200)
    scene.play(scene.event(), "Ada", *[("Bo", 0.5)] * 100)
    assert (scene.rate().line("Ada")["k"], scene.rate().worksheet("Ada")["ceiling"]) == (15, 0)


def test_8_3_3_the_games_of_all_events_together_lower_k_in_each_of_them() -> None:
    """S21: 9 games here and 9 there are 18."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2200, k=40)
    scene.person("Bo", 2200)
    for _ in range(2):
        scene.play(scene.event(), "Ada", *[("Bo", 1)] * 9)
    assert [line["k"] for line in scene.rate().lines("Ada")] == [38, 38]


def test_8_3_3_games_that_do_not_count_do_not_lower_k() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2200, k=40)
    scene.person("Bo", 2200)
    scene.person("Nora")
    event = scene.event()
    scene.play(event, "Ada", *[("Bo", 1)] * 17, ("Bo", 1, 9), ("Nora", 1))
    assert scene.rate().line("Ada")["k"] == 40


def test_fide_standard_2009_8_56_two_events_of_one_period_may_differ_in_k() -> None:
    """News 4059: K of the rating at the start of the event; he reached 2400 on the list in between."""
    scene = Scene("fide-standard-2009")
    scene.person("Ada", 2401, k=10)
    old, new = scene.event(start=20100820), scene.event(start=20100910)
    scene.seat(old, "Ada", own=2390, shown=2390, k=15)
    scene.play(old, "Ada", (2390, 1))
    scene.play(new, "Ada", (2401, 1))
    told = scene.rate()
    assert [line["change"] for line in told.lines("Ada")] == [750, 500]
    assert told.worksheet("Ada")["new"] == 2414  # 2401 + 12.5, half up
