"""What the results waiting for a first rating come to: the window, the minimum of games, the floor, what is missing."""

from __future__ import annotations

import pytest
from scenes import LISTS, Row, Scene, Told

import arpad
from arpad.columns import FirstOutcome, Role, Source, State, System

TWO_YEARS = ("-2006", "-2009", "-2011", "-2012", "-2012-07", "-2013", "ukraine-2018")
MONTHS = {edition: 24 if edition.endswith(TWO_YEARS) else 26 for edition in LISTS}
SINCE_2022 = ("-2022", "-2023", "-2024", "-2025")
REMEMBERED = tuple(edition for edition in LISTS if any(year in edition for year in SINCE_2022))
PUBLISHED, PENDING = FirstOutcome.PUBLISHED, FirstOutcome.PENDING
BELOW, RESTARTED = FirstOutcome.BELOW_FLOOR, FirstOutcome.RESTARTED


def back(list_: int, months: int, day: int = 15) -> int:
    """A day so many months before a list."""
    m = list_ // 100 * 12 + list_ % 100 - 1 - months
    return (m // 12 * 100 + m % 12 + 1) * 100 + day


def wait(edition: str, *pool: tuple[int, float, int], member: int = 0, **facts: int) -> Told:
    """Nora plays nothing in this period; only her pool is looked at."""
    scene = Scene(edition)
    scene.person("Nora", member=member)
    for at, (games, score, average) in enumerate(pool):
        scene.wait("Nora", games, score, average, **{"end": back(scene.list_, 9 - at), **facts})
    return scene.rate()


# --- the window -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "months"), MONTHS.items())
def test_results_count_to_the_month_in_which_their_event_ended(edition: str, months: int) -> None:
    """2009 7.14(c) 24 months (E34), 2024 7.1.4 and rapid 26, Ukraine 4 24: both ends counted (S15)."""
    for back_by, kept in ((months, True), (months + 1, False)):
        for day in (1, 28):
            scene = Scene(edition)
            scene.person("Nora")
            scene.wait("Nora", 3, 1.5, 1900, end=back(scene.list_, back_by, day))
            told = scene.rate()
            assert told.has_first("Nora") == kept
            assert [row["games"] for row in told.pool("Nora") if row["games"]] == [3] * kept
            assert len(told.pool("Nora")) == (kept or edition in REMEMBERED)  # that there was a first event stays (R7)


def test_what_leaves_the_window_is_dropped_and_the_rest_stays() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1900, end=back(scene.list_, 27))
    scene.wait("Nora", 3, 1, 1800, end=back(scene.list_, 26))
    told = scene.rate()
    assert (told.first("Nora")["games"], told.first("Nora")["missing"]) == (3, 2)
    assert [row["games"] for row in told.pool("Nora")] == [3]


def test_it_is_said_until_which_list_the_oldest_results_count() -> None:
    """The greatest list of the calendar inside the window; 2009 has six lists a year."""
    told = wait("fide-standard-2024", (2, 1, 1800), end=20240120)
    assert told.first("Nora")["until"] == 202603
    told = wait("fide-standard-2009", (4, 2, 1800), end=20090220)
    assert told.first("Nora")["until"] == 201101
    told = wait("fide-standard-2009", (4, 2, 1800), end=20090320)
    assert told.first("Nora")["until"] == 201103


def test_who_is_published_waits_for_nothing() -> None:
    assert wait("fide-standard-2024", (5, 2.5, 1800)).first("Nora")["until"] == 0


# --- the minimum ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "minimum"),
    [("fide-standard-2009", 9), ("fide-standard-2024", 5), ("fide-rapid-blitz-2018", 5), ("ukraine-2018", 15)],
)
def test_a_first_rating_needs_its_games(edition: str, minimum: int) -> None:
    """2009 7.14(a), (b); 2024 7.1.4; rapid 7.14; Ukraine 4."""
    few = wait(edition, (minimum - 1, minimum / 2 - 0.5, 1800))
    assert (few.first("Nora")["outcome"], few.first("Nora")["missing"]) == (PENDING, 1)
    assert few.first("Nora")["rating"] == 1800, "what it would be is said all the same"
    assert len(few.pool("Nora")) == 1
    enough = wait(edition, (minimum, minimum / 2, 1800))
    assert (enough.first("Nora")["outcome"], enough.pool("Nora")) == (PUBLISHED, [])


def test_fide_standard_2009_7_14_f_seven_games_in_one_team_championship_suffice() -> None:
    told = wait("fide-standard-2009", (7, 3.5, 1900), championship=1, system=System.TEAM)
    assert told.first("Nora")["outcome"] == PUBLISHED
    six = wait("fide-standard-2009", (6, 3, 1900), championship=1, system=System.TEAM)
    assert (six.first("Nora")["outcome"], six.first("Nora")["missing"]) == (PENDING, 3)


def test_fide_standard_2009_7_14_f_two_championships_do_not_add_up_to_seven() -> None:
    """S14: at least seven of them in one event. Together with anything else nine are needed."""
    told = wait("fide-standard-2009", (4, 2, 1900), (4, 2, 1900), championship=1, system=System.TEAM)
    assert (told.first("Nora")["outcome"], told.first("Nora")["missing"]) == (PENDING, 1)


def test_fide_standard_2009_7_14_f_when_the_door_is_open_the_whole_pool_makes_the_rating() -> None:
    scene = Scene("fide-standard-2009")
    scene.person("Nora")
    scene.wait("Nora", 7, 3.5, 1900, championship=1, system=System.TEAM)
    scene.wait("Nora", 1, 0.5, 1980)
    row = scene.rate().first("Nora")
    assert (row["games"], row["rating"], row["outcome"]) == (8, 1910, PUBLISHED)


def test_fide_standard_2009_7_14_f_seven_games_elsewhere_do_not_suffice() -> None:
    assert wait("fide-standard-2009", (7, 3.5, 1900), system=System.TEAM).first("Nora")["missing"] == 2


def test_fide_standard_2009_7_14_g_members_of_ibca_icsc_and_ipca_need_seven_in_any_events() -> None:
    for member in (1, 2, 4):
        told = wait("fide-standard-2009", (4, 2, 1900), (3, 1.5, 1900), member=member)
        assert told.first("Nora")["outcome"] == PUBLISHED
    six = wait("fide-standard-2009", (6, 3, 1900), member=1)
    assert (six.first("Nora")["outcome"], six.first("Nora")["missing"]) == (PENDING, 1)


@pytest.mark.parametrize("edition", ["fide-rapid-blitz-2018", "fide-standard-2024", "ukraine-2018"])
def test_the_other_editions_know_no_such_relief(edition: str) -> None:
    told = wait(edition, (4, 2, 1900), member=1, championship=1, system=System.TEAM)
    assert told.first("Nora")["outcome"] == PENDING


# --- the floor --------------------------------------------------------------------------------------------------------


def test_fide_standard_2024_7_1_4_enough_games_below_the_floor_stay_and_are_computed_again() -> None:
    """S16: nothing is published, nothing is dropped."""
    told = wait("fide-standard-2024", (6, 0.5, 1500))
    row = told.first("Nora")
    assert (row["outcome"], row["missing"]) == (BELOW, 0)
    assert (len(told.pool("Nora")), row["until"] > 0) == (1, True)
    again = wait("fide-standard-2024", (6, 0.5, 1500), (4, 4, 1700))
    assert again.first("Nora")["outcome"] == PUBLISHED


def ukraine(*pool: tuple[int, float, int]) -> tuple[Row, list[int]]:
    told = wait("ukraine-2018", *pool)
    return told.first("Nora"), [row["games"] for row in told.pool("Nora")]


def test_ukraine_6_2_5_the_earliest_events_fall_and_15_games_that_reach_1600_are_published() -> None:
    """All: 9.5 of 20 against 1613, 48 per cent: 1599. Without the first: 9 of 15 against 1600: 1672."""
    row, left = ukraine((5, 0.5, 1650), (15, 9, 1600))
    assert (row["outcome"], row["rating"], row["games"]) == (PUBLISHED, 1672, 15)
    assert left == []


def test_ukraine_6_2_5_with_fewer_than_15_left_they_are_carried_on() -> None:
    """E44: 14 games stay on the account, no rating yet; the first event is gone for good."""
    row, left = ukraine((5, 0.5, 1650), (14, 8.5, 1600))
    assert (row["outcome"], row["games"], row["missing"], row["rating"]) == (PENDING, 14, 1, 1680)
    assert left == [14]


def test_ukraine_6_2_5_the_longest_run_is_kept_not_the_best() -> None:
    """The last event alone would be higher; with the one before it 1600 is still reached."""
    row, left = ukraine((12, 1, 1650), (3, 1.5, 1610), (3, 3, 1700))
    assert (row["games"], left) == (6, [3, 3])


def test_ukraine_6_2_5_if_no_run_reaches_1600_the_count_starts_again_from_zero() -> None:
    row, left = ukraine((8, 1, 1650), (8, 1, 1650))
    assert (row["outcome"], row["games"], row["rating"] < 1600, row["until"]) == (RESTARTED, 16, True, 0)
    assert left == []


def test_ukraine_6_2_5_at_exactly_1600_nothing_falls() -> None:
    row, _ = ukraine((5, 2.5, 1600), (10, 5, 1600))
    assert (row["outcome"], row["games"], row["rating"]) == (PUBLISHED, 15, 1600)


def test_ukraine_6_2_5_before_15_games_nothing_falls() -> None:
    row, left = ukraine((5, 0.5, 1650), (9, 5, 1600))
    assert (row["outcome"], row["games"], row["missing"]) == (PENDING, 14, 1)
    assert left == [5, 9]


# --- whose pool lapses ------------------------------------------------------------------------------------------------


def test_a_pool_lapses_when_a_standard_rating_stands_in() -> None:
    """Rapid and blitz 2018 8.22, S26."""
    scene = Scene("fide-rapid-blitz-2018")
    scene.person("Nora", standard=2000)
    scene.wait("Nora", 3, 2, 1900)
    scene.play(scene.event(), "Nora", (2000, 1))
    told = scene.rate()
    assert (told.has_first("Nora"), told.pool("Nora")) == (False, [])
    assert told.worksheet("Nora")["base_source"] == Source.STANDARD


def test_somebody_delisted_since_keeps_his_pool_unless_his_change_brings_him_back() -> None:
    """S22: he is unrated, and collects anew, until a late event lifts him to the floor."""
    for rating, returns in ((1395, True), (1380, False)):
        scene = Scene("fide-standard-2024")
        scene.person("Ole", rating, state=State.DELISTED, k=20)
        scene.wait("Ole", 3, 1.5, 1500)
        event = scene.event()
        scene.seat(event, "Ole", role=Role.RATED, own=1410, shown=1410, source=Source.LIST, k=20)
        scene.play(event, "Ole", (1410, 1))
        told = scene.rate()
        assert told.has_first("Ole") != returns
        assert len(told.pool("Ole")) == (0 if returns else 1)


def test_a_pool_lapses_for_somebody_whom_the_list_being_replaced_rates() -> None:
    """S26; the oracle is not asked, because such a pool cannot come out of a period."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1900)
    scene.wait("Ada", 3, 1.5, 1500)
    told = scene.rate(books=(arpad.rulebook("fide-standard-2024"),))
    assert (told.has_first("Ada"), told.pool("Ada")) == (False, [])
