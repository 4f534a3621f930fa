"""Articles that another edition numbers otherwise: each has its answer here under its own edition, worked out by hand.

The tables: a difference of 0 expects 0.50, of 35 expects 0.55, of 100 expects 0.64; 86 per cent is 309.
"""

from __future__ import annotations

import pytest
from scenes import Scene
from test_ratinglist import made

from arpad.columns import FirstOutcome, State, Status


@pytest.mark.parametrize(
    ("edition", "articles"),
    [
        ("fide-standard-2009", "8.5, 8.51, 8.55"),
        ("fide-standard-2024", "7.1.1, 8.3.2"),
        ("fide-standard-2025", "7.1.1, 8.3.2"),
        ("fide-rapid-blitz-2018", "7.11, 8.51, 8.55"),
        ("fide-rapid-blitz-2024", "6.1.1, 7.3.2"),
        ("fide-rapid-blitz-2024-12", "6.1.1, 7.3.2"),
        ("ukraine-2018", "6.5.1"),
    ],
)
def test_the_change_is_k_times_score_minus_expected_over_the_period(edition: str, articles: str) -> None:
    """1900 wins against 1800 (1 - 0.64) and draws with 2000 (0.50 - 0.36): 0.50 in two events, times K 20 is 10."""
    scene = Scene(edition)
    scene.person("Ada", 1900, k=20)
    scene.play(scene.event(), "Ada", (1800, 1))
    scene.play(scene.event(), "Ada", (2000, 0.5))
    assert scene.rate().worksheet("Ada")["rounded"] == 10, articles


@pytest.mark.parametrize(("opponent", "change"), [(2035, 1), (1965, -1)])
def test_2025_8_3_4_a_half_is_rounded_away_from_zero(opponent: int, change: int) -> None:
    """A draw across 35 points is worth 0.05 of a game either way, times K 10: a half of a point."""
    scene = Scene("fide-standard-2025")
    scene.person("Ada", 2000, k=10)
    scene.play(scene.event(), "Ada", (opponent, 0.5))
    assert scene.rate().worksheet("Ada")["rounded"] == change


@pytest.mark.parametrize(
    ("edition", "articles"),
    [("fide-standard-2025", "8.1.1, 8.2.2, 8.2.3"), ("fide-rapid-blitz-2024-12", "7.1.1, 7.2.3")],
)
@pytest.mark.parametrize(
    ("opponent", "score", "rating"),
    [
        (1700, 0.5, 1729),  # (5 x 1700 + 2 x 1800) / 7 = 1728.57, an even score
        (1700, 1, 2038),  # 6 of 7 is 86 per cent: 1728.57 + 309 = 2037.57
        (2400, 1, 2200),  # 2228.57 + 309, and 2200 at most
    ],
)
def test_two_hypothetical_opponents_of_1800_are_drawn_with(
    edition: str, articles: str, opponent: int, score: float, rating: int
) -> None:
    scene = Scene(edition)
    scene.person("Nora")
    scene.play(scene.event(), "Nora", *[(opponent, score)] * 5)
    assert scene.rate().first("Nora")["rating"] == rating, articles


@pytest.mark.parametrize(("edition", "waiting", "rating"), [
    ("fide-standard-2009", 6, 1533),  # 8.0, 7.14(e): (6 x 1500 + 3 x 1600) / 9
    ("fide-rapid-blitz-2018", 2, 1560),  # 8.0, 7.14(e), 8.21(a): (2 x 1500 + 3 x 1600) / 5
])  # fmt: skip
def test_7_14_e_all_results_are_computed_as_if_from_one_event(edition: str, waiting: int, rating: int) -> None:
    """Even scores, so that the rating is the average of the opponents; and nothing is published a game earlier."""
    for games, outcome in ((2, FirstOutcome.PENDING), (3, FirstOutcome.PUBLISHED)):
        scene = Scene(edition)
        scene.person("Nora")
        scene.wait("Nora", waiting, waiting / 2, 1500)
        scene.play(scene.event(), "Nora", *[(1600, 0.5)] * games)
        first = scene.rate().first("Nora")
        assert FirstOutcome(first["outcome"]) == outcome
    assert first["rating"] == rating


def test_ukraine_4_2_and_6_2_2_fifteen_games_of_several_events_in_two_years_at_an_even_score() -> None:
    """Eight games of the year before and seven now: (8 x 1700 + 7 x 1850) / 15 is 1770, and half the points are Rc."""
    scene = Scene("ukraine-2018")
    scene.person("Nora")
    scene.wait("Nora", 8, 4, 1700, end=20190715)
    scene.play(scene.event(), "Nora", *[(1850, 0.5)] * 7)
    first = scene.rate().first("Nora")
    assert (first["games"], first["rating"]) == (15, 1770)


@pytest.mark.parametrize(
    ("edition", "article"),
    [("fide-standard-2009", "8.53"), ("fide-rapid-blitz-2018", "8.53"), ("ukraine-2018", "6.5.2")],
)
def test_what_an_unrated_opponent_has_reached_without_a_list_is_ignored(edition: str, article: str) -> None:
    """Four games at 1900 wait; a loss against their player changes nothing."""
    scene = Scene(edition)
    scene.person("Ada", 1900, k=20)
    scene.person("Nora")
    scene.wait("Nora", 4, 2, 1900)
    scene.play(scene.event(), "Ada", ("Nora", 0), (1900, 0.5), (1900, 0.5), (1900, 0.5))
    told = scene.rate()
    assert told.statuses("Ada")[0] == Status.UNRATED_OPPONENT, article
    assert told.worksheet("Ada")["rounded"] == 0


@pytest.mark.parametrize(
    ("edition", "article"),
    [("fide-standard-2009", "7.23(c)"), ("fide-rapid-blitz-2024", "6.2.2"), ("fide-rapid-blitz-2024-12", "6.2.2")],
)
def test_one_rated_game_makes_a_player_active_on_the_next_list(edition: str, article: str) -> None:
    scene = Scene(edition)
    scene.person("Ada", 1900, k=20, state=State.INACTIVE)
    scene.person("Ben", 1900, k=20, state=State.INACTIVE)
    scene.play(scene.event(), "Ada", *[(1900, 0.5)] * 4)
    listed = made(scene)
    assert [listed[name]["state"] for name in ("Ada", "Ben")] == [State.ACTIVE, State.INACTIVE], article


def test_ukraine_5_1_who_falls_below_1600_leaves_the_list() -> None:
    """1605 loses to 1605 with K 20: 10 points less is 1595; 1610 stays on with 1600."""
    scene = Scene("ukraine-2018")
    for name, rating in (("Ada", 1605), ("Ben", 1610)):
        scene.person(name, rating, k=20)
        scene.play(scene.event(), name, (rating, 0))
    listed = made(scene)
    assert [listed[name]["state"] for name in ("Ada", "Ben")] == [State.DELISTED, State.ACTIVE]
    assert listed["Ben"]["rating"] == 1600
