"""A rated player's new rating: what it is added to, what is rounded and how, and where it leads below the floor."""

from __future__ import annotations

import pytest
from scenes import EDITIONS, Row, Scene

from arpad.columns import Role, Source, State, Status, WorkOutcome

UP = (
    *(f"fide-standard-{year}" for year in (2006, 2009, 2011, 2012, 2013, 2014, 2017, 2021)),
    *(f"fide-rapid-blitz-{since}" for since in ("2012", "2012-07", "2014", "2018")),
)
AWAY = tuple(e for e in EDITIONS if e not in UP)


def half(edition: str, sign: int, k: int = 10) -> Row:
    """One draw against somebody 190 points away: expected .75 or .25, so a quarter of a point times K."""
    scene = Scene(edition)
    scene.person("Ada", 2000, k=k)
    scene.play(scene.event(), "Ada", (2000 + sign * 190, 0.5))
    return scene.rate().worksheet("Ada")


@pytest.mark.parametrize("edition", AWAY)
def test_a_half_goes_away_from_zero(edition: str) -> None:
    """2024 8.3.4, rapid and blitz 2024 7.3.4, Ukraine 6.5.6 (E10): -2.50 moves down 3."""
    assert (half(edition, -1)["change"], half(edition, -1)["rounded"]) == (-250, -3)
    assert (half(edition, 1)["change"], half(edition, 1)["rounded"]) == (250, 3)


@pytest.mark.parametrize("edition", UP)
def test_a_half_goes_up_whether_it_was_won_or_lost(edition: str) -> None:
    """2009 8.57 rounds the new rating, rapid and blitz 2018 8.57 the change: both .5 up, so -2.50 moves down 2."""
    assert (half(edition, -1)["change"], half(edition, -1)["rounded"]) == (-250, -2)
    assert (half(edition, 1)["change"], half(edition, 1)["rounded"]) == (250, 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_no_half_goes_to_the_nearest_in_every_edition(edition: str) -> None:
    assert half(edition, -1, k=9)["rounded"] == -2  # -2.25
    assert half(edition, -1, k=11)["rounded"] == -3  # -2.75
    assert half(edition, 1, k=9)["rounded"] == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_change_of_a_period_is_rounded_once_not_per_event(edition: str) -> None:
    """Two events of 1.40 are 2.80 and move 3; rounded one by one they would move 2."""
    scene = Scene(edition)
    scene.person("Ada", 2000, k=20)
    for _ in range(2):
        scene.play(scene.event(), "Ada", (2050, 0.5))  # .43 expected: 0.07 x 20
    told = scene.rate()
    assert [line["change"] for line in told.lines("Ada")] == [140, 140]
    assert told.worksheet("Ada")["rounded"] == 3


def test_fide_standard_2009_8_57_a_new_rating_at_the_half_goes_up() -> None:
    scene = Scene("fide-standard-2009")
    scene.person("Ada", 2000, k=15)
    scene.play(scene.event(), "Ada", (2000, 0))
    assert (scene.rate().worksheet("Ada")["change"], scene.rate().worksheet("Ada")["new"]) == (-750, 1993)


# --- what the change is added to ------------------------------------------------------------------------------------


def test_the_base_is_the_list_being_replaced_not_the_list_at_the_start() -> None:
    """2024 7.1: each list adds the period's play to the previous list; differences come from the start (S1)."""
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2100, k=20)
    event = scene.event(start=20250220)
    scene.seat(event, "Ada", own=2000, shown=2000)
    scene.play(event, "Ada", (2000, 1))
    sheet = scene.rate().worksheet("Ada")
    assert (sheet["base"], sheet["base_source"], sheet["new"]) == (2100, Source.LIST, 2110)


def test_somebody_rated_only_since_has_his_change_added_to_his_rating_and_the_sheet_says_so() -> None:
    """2009 8.4, 2024 8.2.4, Ukraine 6.4."""
    for edition in ("fide-standard-2009", "fide-standard-2024", "ukraine-2018"):
        scene = Scene(edition)
        scene.person("Lea", 2000, k=20)
        event = scene.event()
        scene.seat(event, "Lea", shown=0, source=Source.LATE)
        scene.play(event, "Lea", (2000, 1))
        told = scene.rate()
        assert (told.worksheet("Lea")["new"], told.worksheet("Lea")["base_source"]) == (2010, Source.LATE)
        assert not told.has_worksheet("somebody 1"), "for his opponent he counts as unrated"


STANDS_IN = ("fide-rapid-blitz-2018", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12")


@pytest.mark.parametrize("edition", STANDS_IN)
def test_rapid_blitz_2018_8_22_and_2024_7_2_5_the_base_is_the_standard_rating_he_sat_down_with(edition: str) -> None:
    """S26: 2100 on the day he sat down; that the standard list being replaced has 2150 plays no part. A win against an
    equal is half a point more than expected: 20 x 0.5 = 10, and 2100 + 10 = 2110."""
    scene = Scene(edition)
    scene.person("Ada", standard=2150)
    event = scene.event()
    scene.seat(event, "Ada", role=Role.RATED, own=2100, shown=2100, source=Source.STANDARD, k=20)
    scene.play(event, "Ada", (2100, 1))
    sheet = scene.rate().worksheet("Ada")
    assert (sheet["base"], sheet["base_source"], sheet["new"]) == (2100, Source.STANDARD, 2110)


@pytest.mark.parametrize("edition", STANDS_IN)
def test_rapid_blitz_2018_8_22_of_two_such_events_the_first_gives_the_base_and_both_the_change(edition: str) -> None:
    """S26 and S3: the first by start, end and key, in whatever order they are given. 2100 on the first day, 2140 on the
    second; a win against an equal in each: 2100 + 20 x (0.5 + 0.5) = 2120."""
    scene = Scene(edition)
    scene.person("Ada", standard=2140)
    days = (100 * scene.list_ - 80, 100 * scene.list_ - 90)  # of the month before; the later one is given first
    for day, rating in zip(days, (2140, 2100), strict=True):
        event = scene.event(start=day, end=day)
        scene.seat(event, "Ada", role=Role.RATED, own=rating, shown=rating, source=Source.STANDARD, k=20)
        scene.play(event, "Ada", (rating, 1))
    sheet = scene.rate().worksheet("Ada")
    assert (sheet["base"], sheet["base_source"], sheet["new"]) == (2100, Source.STANDARD, 2120)


def test_rapid_blitz_2018_8_22_an_event_without_a_game_that_counts_gives_no_base() -> None:
    """S26, 5.1: he sat down at no board in the first one, whose only game was not played."""
    scene = Scene("fide-rapid-blitz-2018")
    scene.person("Ada", standard=2140)
    for day, rating, status in ((20200910, 2100, Status.UNPLAYED_GAME), (20200920, 2140, Status.COUNTED)):
        event = scene.event(start=day, end=day)
        scene.seat(event, "Ada", role=Role.RATED, own=rating, shown=rating, source=Source.STANDARD, k=20)
        scene.play(event, "Ada", (rating, 1, status))
    sheet = scene.rate().worksheet("Ada")
    assert (sheet["base"], sheet["new"]) == (2140, 2150)


def test_fide_rapid_blitz_2018_8_22_a_rapid_rating_of_his_own_goes_first() -> None:
    scene = Scene("fide-rapid-blitz-2018")
    scene.person("Ada", 1900, standard=2150)
    scene.play(scene.event(), "Ada", (1900, 1))
    assert scene.rate().worksheet("Ada")["base"] == 1900


# --- below the floor ------------------------------------------------------------------------------------------------

FLOORS = {
    "fide-standard-2009": 1200,
    "fide-standard-2024": 1400,
    "fide-standard-2025": 1400,
    "fide-rapid-blitz-2018": 1000,
    "fide-rapid-blitz-2024": 1400,
    "fide-rapid-blitz-2024-12": 1400,
    "ukraine-2018": 1600,
}


@pytest.mark.parametrize(("edition", "floor"), FLOORS.items())
def test_who_falls_below_the_floor_is_no_longer_listed_and_who_lands_on_it_is(edition: str, floor: int) -> None:
    """7.21, 7.2.1, 6.2.1, Ukraine 5: below, not at (E14)."""
    for rating, outcome in ((floor + 9, WorkOutcome.DELISTED), (floor + 10, WorkOutcome.CHANGED)):
        scene = Scene(edition)
        scene.person("Ada", rating, k=20)
        scene.play(scene.event(), "Ada", (rating, 0))
        sheet = scene.rate().worksheet("Ada")
        assert (sheet["new"], sheet["outcome"]) == (rating - 10, outcome)


@pytest.mark.parametrize(("edition", "floor"), FLOORS.items())
def test_one_delisted_since_the_start_returns_when_the_change_lifts_him_to_the_floor(edition: str, floor: int) -> None:
    """S22: an event begun while he was listed is a normal change, added to the value below the floor."""
    for rating, outcome in ((floor - 10, WorkOutcome.RETURNED), (floor - 11, WorkOutcome.DELISTED)):
        scene = Scene(edition)
        scene.person("Ada", rating, k=20, state=State.DELISTED)
        event = scene.event()
        scene.seat(event, "Ada", role=Role.RATED, own=floor + 5, shown=floor + 5, source=Source.LIST, k=20)
        scene.play(event, "Ada", (floor + 5, 1))
        sheet = scene.rate().worksheet("Ada")
        assert (sheet["base"], sheet["new"], sheet["outcome"]) == (rating, rating + 10, outcome)


def test_somebody_without_games_that_count_has_no_worksheet() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000)
    scene.person("Nora")
    event = scene.event()
    scene.play(event, "Ada", ("Nora", 1), (2000, 1, 9))
    told = scene.rate()
    assert not told.has_worksheet("Ada")
    assert (told.line("Ada")["k"], told.line("Ada")["status"]) == (0, 0)
