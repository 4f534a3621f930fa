"""How a rating difference counts: the limit of each edition, whom it does not bind, and games too unequal to count."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scenes import Scene, Told

import arpad
from arpad.columns import Role, Source, Status
from arpad.law.rules.rating import GreatestOfEvent
from arpad.rating.limit import Played, cap, rank_within


def played(edition: str, own: int, *opponents: int | tuple[int, int]) -> Told:
    """Ada wins against everybody, in one event; an opponent may carry the status of the game."""
    scene = Scene(edition)
    scene.person("Ada", own)
    event = scene.event()
    for one in opponents:
        met, status = one if isinstance(one, tuple) else (one, 0)
        scene.play(event, "Ada", (met, 1, status))
    return scene.rate()


EVERY_GAME = [
    ("fide-standard-2006", "8.54", 350),
    ("fide-standard-2009", "8.54", 400),
    ("fide-standard-2011", "8.54", 400),
    ("fide-standard-2012", "8.54", 400),
    ("fide-standard-2013", "8.54", 400),
    ("fide-standard-2014", "8.54", 400),
    ("fide-standard-2017", "8.54", 400),
    ("fide-rapid-blitz-2014", "8.54", 400),
    ("fide-standard-2024", "8.3.1", 400),
    ("fide-rapid-blitz-2018", "8.54", 735),
    ("fide-rapid-blitz-2024", "7.3.1", 400),
]


@pytest.mark.parametrize(("edition", "article", "limit"), EVERY_GAME)
def test_a_greater_difference_counts_as_the_limit_in_every_game(edition: str, article: str, limit: int) -> None:
    """2009 8.54, 2024 8.3.1, rapid and blitz 8.54 and 7.3.1: the fifth such game like the first."""
    told = played(edition, 2500, *[2500 - limit - 1] * 5)
    assert told.each("Ada", "difference") == [limit + 1] * 5
    assert told.each("Ada", "counted") == [limit] * 5
    assert arpad.rulebook(edition).articles("difference-limit")[0] == article


@pytest.mark.parametrize(("edition", "article", "limit"), EVERY_GAME)
def test_the_limit_itself_and_what_lies_below_it_are_not_touched(edition: str, article: str, limit: int) -> None:
    told = played(edition, 2500, 2500 - limit, 2500 - limit + 1, 2500)
    assert told.each("Ada", "counted") == told.each("Ada", "difference") == [limit, limit - 1, 0]


@pytest.mark.parametrize(("edition", "article", "limit"), EVERY_GAME)
def test_the_weaker_side_is_limited_alike(edition: str, article: str, limit: int) -> None:
    told = played(edition, 1500, 1500 + limit + 200, 1500 + limit)
    assert told.each("Ada", "counted") == [-limit, -limit]


# --- 2022 and 2023: one upgrade in an event, the game with the greatest difference ----------------------------------

ONE_UPGRADE = (("fide-standard-2022", "8.3.1"), ("fide-standard-2023-12", "8.3.1"), ("fide-rapid-blitz-2022", "7.3.1"))


@pytest.mark.parametrize(("edition", "article"), ONE_UPGRADE)
def test_one_game_of_an_event_is_limited_that_of_the_greatest_difference(edition: str, article: str) -> None:
    """R93: 2763 beats 1858, 1686, 2219: only 1686 counts as 400 below, the others as they are; 2363 is at the limit."""
    told = played(edition, 2763, 1858, 1686, 2219, 2363, 2400)
    assert told.each("Ada", "counted") == [905, 400, 544, 400, 363]
    assert told.each("Ada", "delta") == [0, 8, 3, 8, 10]
    assert arpad.rulebook(edition).articles("difference-limit")[0] == article


@pytest.mark.parametrize(("edition", "article"), ONE_UPGRADE)
def test_of_two_equal_differences_the_first_played_is_limited(edition: str, article: str) -> None:
    told = played(edition, 2700, 1900, 1900, 2299)
    assert told.each("Ada", "counted") == [400, 800, 401]


@pytest.mark.parametrize(("edition", "article"), ONE_UPGRADE)
def test_the_weaker_player_is_limited_in_every_game(edition: str, article: str) -> None:
    """R93: he has no benefit from it, so that the single one does not bind him: 1800 against 2300 and 2400."""
    assert played(edition, 1800, 2300, 2400).each("Ada", "counted") == [-400, -400]


def test_the_weaker_player_has_one_game_limited_where_both_are_bound() -> None:
    """The alternative of R93."""
    book = arpad.rulebook("fide-standard-2022")
    filled = book.edition.fillings["difference-limit"]
    both = GreatestOfEvent(400, "both")
    fillings = {**book.edition.fillings, "difference-limit": replace(filled, values={"fide-standard": both})}
    other = type(book)(replace(book.edition, fillings=fillings), book.series, None)
    difference = np.array([-500, 450, -600, 700, -450], np.int16)
    sides = Played(np.array([0, 0, 0, 0, 1], np.int32), np.arange(5).astype(np.uint16))
    own = np.full(5, 2000, np.int16)
    assert cap(other, difference, own, sides).tolist() == [-500, 450, -600, 400, -400]
    assert cap(book, difference, own, sides).tolist() == [-400, 450, -400, 400, -400]


def test_each_event_has_its_own_upgrade() -> None:
    scene = Scene("fide-standard-2022")
    scene.person("Ada", 2600)
    for opponents in ((2100, 2150), (1700,)):
        event = scene.event()
        scene.play(event, "Ada", *((met, 1) for met in opponents))
    assert scene.rate().each("Ada", "counted") == [400, 450, 400]


def test_a_part_that_was_rated_has_spent_the_upgrade() -> None:
    """R94: the earlier part had 450 limited; the later one brings 700, and the real difference counts."""
    difference = np.array([450, 420, 700, 500], np.int16)
    sides = Played(np.zeros(4, np.int32), np.arange(4).astype(np.uint16), np.array([True, True, False, False]))
    own = np.full(4, 2600, np.int16)
    book = arpad.rulebook("fide-standard-2022")
    assert cap(book, difference, own, sides).tolist() == [400, 420, 700, 500]
    first = Played(sides.entry, sides.order, np.array([False] * 4))
    assert cap(book, difference, own, first).tolist() == [450, 420, 400, 500]


# --- October 2025: from 2650 on the real difference -----------------------------------------------------------------


def test_fide_standard_2025_8_3_1_a_player_of_2649_is_limited_and_one_of_2650_is_not() -> None:
    assert played("fide-standard-2025", 2649, 2200).each("Ada", "counted") == [400]
    assert played("fide-standard-2025", 2650, 2200).each("Ada", "counted") == [450]


def test_fide_standard_2025_8_3_1_the_exempt_player_s_opponent_is_limited_all_the_same() -> None:
    """2813 beats 2400: 413 is counted for the one, 400 for the other."""
    told = played("fide-standard-2025", 2813, 2400)
    assert told.each("Ada", "counted") == [413]
    assert told.each("somebody 1", "counted") == [-400]


def test_fide_standard_2025_8_3_1_the_rating_at_the_board_decides_not_the_one_of_the_list_being_replaced() -> None:
    scene = Scene("fide-standard-2025")
    scene.person("Ada", 2655)
    event = scene.event(start=20260930)
    scene.seat(event, "Ada", own=2648, shown=2648)
    scene.play(event, "Ada", (2200, 1))
    assert scene.rate().each("Ada", "counted") == [400]


def test_fide_standard_2024_8_3_1_nobody_is_exempt() -> None:
    assert played("fide-standard-2024", 2813, 2400, 2000).each("Ada", "counted") == [400, 400]


def test_fide_rapid_blitz_2024_7_3_1_nobody_is_exempt_there() -> None:
    assert played("fide-rapid-blitz-2024", 2813, 2400).each("Ada", "counted") == [400]


# --- Ukraine: in the first two such games of one event --------------------------------------------------------------


def test_ukraine_6_5_3_from_the_third_wide_game_of_an_event_the_real_difference_counts() -> None:
    told = played("ukraine-2018", 2200, 1700, 1750, 1700, 1400)
    assert told.each("Ada", "counted") == [400, 400, 500, 800]
    assert told.each("Ada", "expected") == [92, 92, 96, 100]


def test_ukraine_6_5_3_games_within_the_limit_are_not_such_games() -> None:
    told = played("ukraine-2018", 2200, 1700, 2200, 1800, 1700, 1799)
    assert told.each("Ada", "counted") == [400, 0, 400, 400, 401]


def test_ukraine_6_5_3_games_that_do_not_count_are_not_such_games() -> None:
    """S33: only rated games with a real difference over 400 are counted towards the two."""
    told = played("ukraine-2018", 2200, (1700, Status.UNPLAYED_GAME), (1700, Status.NOTATION), 1700, 1700, 1700)
    assert told.each("Ada", "counted") == [0, 0, 400, 400, 500]


def test_ukraine_6_5_3_both_directions_count_together_and_each_side_for_itself() -> None:
    """Ada has met two far stronger players before; her third wide game is the first of her opponent."""
    told = played("ukraine-2018", 1900, 2400, 2400, 1650, 2350)
    assert told.each("Ada", "counted") == [-400, -400, 250, -450]
    assert told.each("somebody 4", "counted") == [400]


def test_ukraine_6_5_3_another_event_starts_the_count_anew() -> None:
    scene = Scene("ukraine-2018")
    scene.person("Ada", 2200)
    for key in (1, 2):
        scene.play(scene.event(key=key), "Ada", (1700, 1), (1700, 1), (1700, 1))
    assert scene.rate().each("Ada", "counted") == [400, 400, 500] * 2


def test_ukraine_6_5_3_the_order_of_play_decides_not_the_order_of_rows() -> None:
    scene = Scene("ukraine-2018")
    scene.person("Ada", 2200)
    event = scene.event()
    scene.play(event, "Ada", (1700, 1), (1710, 1), (1720, 1))
    for game, order in zip(scene.games, (2, 0, 1), strict=True):
        game["order"] = order
    assert scene.rate().each("Ada", "counted") == [500, 400, 400]


# --- December 2024: rapid and blitz games too unequal to count ------------------------------------------------------


def test_fide_rapid_blitz_2024_12_7_3_1_a_game_600_points_apart_with_a_player_above_2600_does_not_count() -> None:
    told = played("fide-rapid-blitz-2024-12", 2601, 2001)
    assert told.statuses("Ada") == told.statuses("somebody 1") == [Status.WIDE_DIFFERENCE]
    assert not told.has_worksheet("Ada")


def test_fide_rapid_blitz_2024_12_7_3_1_it_counts_at_599_and_with_a_best_player_of_2600() -> None:
    told = played("fide-rapid-blitz-2024-12", 2601, 2002)
    assert (told.statuses("Ada"), told.each("Ada", "counted")) == ([Status.COUNTED], [400])
    told = played("fide-rapid-blitz-2024-12", 2600, 1900)
    assert (told.statuses("Ada"), told.each("Ada", "counted")) == ([Status.COUNTED], [400])


def test_fide_rapid_blitz_2024_7_3_1_before_december_such_a_game_counted() -> None:
    assert played("fide-rapid-blitz-2024", 2601, 2001).statuses("Ada") == [Status.COUNTED]


def test_fide_rapid_blitz_2024_12_7_3_1_a_newcomer_has_no_rating_to_be_far_from() -> None:
    scene = Scene("fide-rapid-blitz-2024-12")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (2700, 1), (2750, 0))
    told = scene.rate()
    assert told.statuses("Nora") == [Status.POOLED, Status.POOLED]


def test_fide_rapid_blitz_2024_12_7_3_1_one_rated_since_is_judged_by_the_rating_he_has() -> None:
    """7.2.5 seats him with his own rating although his opponents meet him unrated."""
    scene = Scene("fide-rapid-blitz-2024-12")
    scene.person("Lea", 2000)
    event = scene.event(start=20260820)
    scene.seat(event, "Lea", shown=0, source=Source.LATE, role=Role.RATED)
    scene.play(event, "Lea", (2650, 1), (2500, 1))
    told = scene.rate()
    assert told.statuses("Lea") == [Status.WIDE_DIFFERENCE, Status.COUNTED]
    assert told.statuses("somebody 2") == [Status.UNRATED_OPPONENT]


# --- the functions themselves ---------------------------------------------------------------------------------------


def test_ranks_are_places_within_groups() -> None:
    assert rank_within(np.array([3, 3, 3, 5, 7, 7], np.int32)).tolist() == [0, 1, 2, 0, 0, 1]
    assert rank_within(np.zeros(0, np.int32)).tolist() == []


def test_a_cap_does_not_change_what_it_is_given() -> None:
    difference = np.array([500, -500], np.int16)
    none = np.zeros(2, np.int32)
    own, order = np.full(2, 2000, np.int16), np.arange(2).astype(np.uint16)
    counted = cap(arpad.rulebook("fide-standard-2024"), difference, own, Played(none, order))
    assert counted.tolist() == [400, -400]
    assert difference.tolist() == [500, -500]
