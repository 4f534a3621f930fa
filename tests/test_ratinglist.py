"""The roll of a new list, told by hand: ratings, who is active, inactive, delisted or back, games, highest, last, K.

The numbers: two players of equal rating expect half a point each, so a win is worth half of K.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scenes import Row, Scene, next_roll, rows

import arpad
from arpad.columns import KReason, Roll, State
from arpad.lists.ratinglist import fell
from arpad.lists.sealed import RollRows, parts_of
from arpad.packed import unpack

ON, QUIET, OFF, NONE = State.ACTIVE, State.INACTIVE, State.DELISTED, State.NONE


Played = tuple[tuple[int | str, float], ...]


def rolls(scene: Scene) -> tuple[Roll, Roll]:
    """The list being replaced and the new one."""
    told = scene.rate()
    players, before, *_ = scene.tables()
    book = arpad.rulebook(scene.editions[-1])
    return before.replaced, next_roll(book, scene.list_, players, before.replaced, told.period)


def made(scene: Scene) -> dict[str, Row]:
    return dict(zip(scene.names, rows(rolls(scene)[1]), strict=True))


def one(edition: str, list_: int, played: Played = (), /, **facts: int) -> Row:
    """Ada alone, with these games and what the list before says of her."""
    scene = Scene(edition, list_)
    scene.person("Ada", **facts)
    if played:
        scene.play(scene.event(), "Ada", *played)
    return made(scene)["Ada"]


def standing(row: Row) -> tuple[int, int]:
    return row["rating"], row["state"]


# --- ratings, games, highest, last ------------------------------------------------------------------------------------


def test_a_change_goes_onto_the_list_with_its_games_and_a_new_highest_rating() -> None:
    """Two wins against equals with K 20: +20."""
    row = one("fide-standard-2025", 202606, ((1800, 1), (1800, 1)), rating=1800, games=98, highest=1810, last=202604)
    assert row == {
        "rating": 1820, "state": ON, "k": 20, "k_reason": KReason.BELOW_2400, "games": 100, "highest": 1820,
        "last": 202606,
    }  # fmt: skip


def test_a_loss_leaves_the_highest_rating_as_it_was() -> None:
    row = one("fide-standard-2025", 202606, ((1800, 0),), rating=1800, games=98, highest=1810, last=202604)
    assert (row["rating"], row["highest"], row["games"]) == (1790, 1810, 99)


def test_who_did_not_play_is_carried_over() -> None:
    row = one("fide-standard-2025", 202606, rating=1800, k=20, games=98, highest=1810, last=202601)
    assert (standing(row), row["games"], row["highest"], row["last"]) == ((1800, ON), 98, 1810, 202601)


def test_somebody_nobody_rates_keeps_a_row_of_zeros() -> None:
    assert set(one("fide-standard-2025", 202606).values()) == {0}


def test_7_1_4_a_first_rating_is_published_with_the_games_it_rests_on() -> None:
    """S19: five games against 1800, all drawn: 1800 of the two hypothetical draws as well."""
    row = one("fide-standard-2025", 202606, ((1800, 0.5),) * 5)
    assert row == {
        "rating": 1800, "state": ON, "k": 40, "k_reason": KReason.NEW_PLAYER, "games": 5, "highest": 1800,
        "last": 202606,
    }  # fmt: skip


def test_7_1_4_four_games_are_kept_and_the_row_stays_empty() -> None:
    assert set(one("fide-standard-2025", 202606, ((1800, 0.5),) * 4).values()) == {0}


def test_pooled_games_of_earlier_periods_count_when_the_rating_is_published() -> None:
    scene = Scene("fide-standard-2025", 202606)
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1800)
    scene.play(scene.event(), "Nora", (1800, 0.5))
    assert made(scene)["Nora"]["games"] == 5


# --- K is decided once, for the list ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "k", "why"), [(28, 40, KReason.NEW_PLAYER), (29, 20, KReason.BELOW_2400)])
def test_8_3_3_the_thirtieth_game_ends_the_k_of_a_new_player_on_this_list(before: int, k: int, why: KReason) -> None:
    row = one("fide-standard-2024", 202505, ((1800, 0.5),), rating=1800, k=40, games=before, last=202504)
    assert (row["k"], row["k_reason"]) == (k, why)


@pytest.mark.parametrize(("rating", "k"), [(2389, 20), (2390, 10)])
def test_8_3_3_2400_on_this_list_gives_k_10(rating: int, k: int) -> None:
    """A win against an equal with K 20 is +10: 2399 and 2400."""
    row = one("fide-standard-2024", 202505, ((rating, 1),), rating=rating, games=300, highest=rating, last=202504)
    assert (row["rating"], row["k"]) == (rating + 10, k)


@pytest.mark.parametrize(("list_", "k"), [(202412, 40), (202501, 20)])
def test_8_3_3_a_junior_grows_up_with_the_list_of_january_though_she_does_not_play(list_: int, k: int) -> None:
    """Born in 2006: 18 in 2024, 19 in 2025."""
    assert one("fide-standard-2024", list_, rating=2000, k=40, games=99, last=202410, born=20060101)["k"] == k


def test_fide_rapid_blitz_2018_8_56_everybody_has_20() -> None:
    assert one("fide-rapid-blitz-2018", 202010, ((1500, 0.5),) * 5)["k"] == 20


def test_ukraine_6_5_5_a_birthday_before_the_list_ends_k_40() -> None:
    """Fourteen on 1 October 2020 is no longer under 14 on that list; on 2 October she still is."""
    facts = {"rating": 1900, "k": 40, "games": 99, "last": 202009}
    assert one("ukraine-2018", 202010, born=20061001, **facts)["k"] == 20
    assert one("ukraine-2018", 202010, born=20061002, **facts)["k"] == 40


# --- inactive: on the list where it must be, and not on the one before ------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "last", "active", "inactive"),
    [
        ("fide-standard-2009", 201001, 201011, 201101),  # 7.23(a): six lists a year
        ("fide-standard-2009", 200911, 201009, 201011),
        ("fide-standard-2024", 202405, 202504, 202505),  # 7.2.2: twelve
        ("fide-standard-2024", 202401, 202412, 202501),
        ("fide-standard-2025", 202512, 202611, 202612),
        ("fide-rapid-blitz-2018", 201910, 202009, 202010),  # 7.23(a)
        ("fide-rapid-blitz-2024", 202311, 202410, 202411),
        ("fide-rapid-blitz-2024-12", 202501, 202512, 202601),
        ("ukraine-2018", 201810, 202109, 202110),  # 5: three years
        ("ukraine-2018", 201812, 202111, 202112),
    ],
)
def test_s23_inactive_on_the_first_list_without_a_game_in_the_years_up_to_it(
    edition: str, last: int, active: int, inactive: int
) -> None:
    facts = {"rating": 2000, "k": 20, "games": 99, "last": last}
    assert standing(one(edition, active, **facts)) == (2000, ON)
    assert standing(one(edition, inactive, **facts)) == (2000, QUIET)


def test_an_inactive_player_stays_inactive_with_rating_and_k() -> None:
    row = one("fide-standard-2025", 202606, rating=2000, state=QUIET, k=20, games=99, last=202301)
    assert (standing(row), row["k"]) == ((2000, QUIET), 20)


@pytest.mark.parametrize("edition", ["fide-standard-2009", "fide-standard-2024", "fide-rapid-blitz-2018"])
def test_one_rated_game_makes_an_inactive_player_active_on_the_next_list(edition: str) -> None:
    scene = Scene(edition)
    scene.person("Ada", 2000, state=QUIET, k=20, games=99, last=200701)
    scene.play(scene.event(), "Ada", (2000, 0.5))
    row = made(scene)["Ada"]
    assert (standing(row), row["last"]) == ((2000, ON), scene.list_)


def test_a_game_that_does_not_count_wakes_nobody() -> None:
    """Against an unrated opponent in a Swiss: no rated game."""
    row = one("fide-standard-2025", 202606, ((0, 1),), rating=2000, state=QUIET, k=20, games=99, last=202301)
    assert (standing(row), row["games"], row["last"]) == ((2000, QUIET), 99, 202301)


def test_where_the_last_game_is_unknown_the_mark_of_the_list_before_stays() -> None:
    assert standing(one("fide-standard-2025", 202606, rating=2000, k=20)) == (2000, ON)
    assert standing(one("fide-standard-2025", 202606, rating=2000, k=20, state=QUIET)) == (2000, QUIET)


@pytest.mark.parametrize(("ended", "last"), [(20200930, 202010), (20200731, 202008), (20200701, 202008)])
def test_ukraine_5_the_years_run_from_the_last_day_of_the_event_however_late_it_is_reported(
    ended: int, last: int
) -> None:
    """S23: an event that ended in July and is rated in October keeps her active until July three years on."""
    scene = Scene("ukraine-2018", 202010)
    scene.person("Olha", 2000, games=99, last=202001)
    scene.play(scene.event(start=ended), "Olha", (2000, 0.5))
    assert made(scene)["Olha"]["last"] == last


def test_fide_standard_2025_a_late_report_counts_on_the_list_that_rates_it() -> None:
    scene = Scene("fide-standard-2025", 202606)
    scene.person("Ada", 2000, games=99, last=202601)
    scene.play(scene.event(start=20260331), "Ada", (2000, 0.5))
    assert made(scene)["Ada"]["last"] == 202606


# --- below the floor, and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "list_", "floor"),
    [("fide-standard-2009", 201011, 1200), ("fide-standard-2024", 202505, 1400), ("fide-standard-2025", 202606, 1400),
     ("fide-rapid-blitz-2018", 202010, 1000), ("ukraine-2018", 202010, 1600)],
)  # fmt: skip
def test_below_the_floor_a_player_is_delisted_with_the_number_he_fell_to(edition: str, list_: int, floor: int) -> None:
    """A loss to an equal with K 20 is -10."""
    at = one(edition, list_, ((floor + 10, 0),), rating=floor + 10, highest=floor + 10, games=99, last=list_ - 1)
    below = one(edition, list_, ((floor + 9, 0),), rating=floor + 9, highest=floor + 9, games=99, last=list_ - 1)
    assert standing(at) == (floor, ON)
    assert standing(below) == (floor - 1, OFF)
    assert (below["games"], below["highest"]) == (100, floor + 9)


def test_who_fell_is_told_once() -> None:
    scene = Scene("fide-standard-2025", 202606)
    scene.person("Ada", 1405, games=99, last=202605)
    scene.person("Bo", 1390, state=OFF, k=20, games=99, last=202605)
    scene.play(scene.event(), "Ada", (1405, 0))
    before, after = rolls(scene)
    assert fell(before, after)[:2].tolist() == [True, False]
    assert after.state[:2].tolist() == [OFF, OFF]


def test_7_2_1_a_delisted_player_with_a_new_first_rating_is_back_and_his_games_go_on_counting() -> None:
    """S20, S22: thirty games once reached stay reached."""
    row = one("fide-standard-2025", 202606, ((1800, 0.5),) * 5, rating=1390, state=OFF, games=28, highest=1450)
    assert (standing(row), row["games"], row["k"], row["highest"]) == ((1800, ON), 33, 20, 1800)


def test_s22_an_event_begun_while_listed_brings_a_delisted_player_back_by_its_change() -> None:
    """1395 below the floor and +10 of a win against an equal of that time: 1405."""
    scene = Scene("fide-standard-2025", 202606)
    scene.person("Ada", 1395, state=OFF, k=20, games=99, highest=1500, last=202605)
    event = scene.event(start=20260420)
    scene.seat(event, "Ada", role=0, own=1450, shown=1450, source=0, k=20)
    scene.play(event, "Ada", (1450, 1))
    assert standing(made(scene)["Ada"]) == (1405, ON)


def test_fide_rapid_blitz_2018_8_22_a_standard_rating_that_stood_in_becomes_a_rapid_rating() -> None:
    scene = Scene("fide-rapid-blitz-2018", 202010)
    scene.person("Ada", standard=1500)
    scene.play(scene.event(), "Ada", (1500, 1))
    row = made(scene)["Ada"]
    assert (standing(row), row["games"], row["highest"]) == ((1510, ON), 1, 1510)


def test_fide_rapid_blitz_2018_8_22_and_below_the_floor_none_was_ever_published() -> None:
    """1005 - 10: he was never on the rapid list, so he is not delisted there; the game stays counted."""
    scene = Scene("fide-rapid-blitz-2018", 202010)
    scene.person("Ada", standard=1005)
    scene.play(scene.event(), "Ada", (1005, 0))
    row = made(scene)["Ada"]
    assert (standing(row), row["games"], row["highest"], row["k"]) == ((0, NONE), 1, 0, 0)


def test_a_rating_below_the_floor_of_a_new_edition_is_not_carried_over_as_listed() -> None:
    assert standing(one("fide-standard-2025", 202606, rating=1399, k=20, last=202605)) == (1399, OFF)


# --- what is stored of a list -----------------------------------------------------------------------------------------


def stored_rows(replaced: Roll, roll: Roll) -> list[int]:
    return [player for _, part in parts_of(replaced, roll) for player in unpack(RollRows, part).player.tolist()]


def test_the_rows_that_changed_are_those_of_players_and_of_marks_and_birthdays() -> None:
    scene = Scene("fide-standard-2024", 202501)
    quiet = {"k": 20, "k_reason": KReason.BELOW_2400, "games": 99, "highest": 2000}
    scene.person("plays", 2000, games=99, last=202412)
    scene.person("is carried over", 2000, last=202412, **quiet)
    scene.person("falls asleep", 2000, last=202401, **quiet)
    scene.person("grows up", 2000, last=202412, born=20060101, **{**quiet, "k": 40, "k_reason": KReason.JUNIOR})
    scene.person("is nobody")
    scene.play(scene.event(), "plays", ("is nobody", 1))  # does not count
    before, after = rolls(scene)
    assert stored_rows(before, after) == [0, 2, 3]  # the first row gets the K she had no reason for
    assert stored_rows(after, after) == []
    assert stored_rows(after, replace(after, last=after.last + np.int32(1))) == list(range(len(after)))
