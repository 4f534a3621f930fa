"""Which games of a match come after its decision: of one report, and of all parts of one match."""

from __future__ import annotations

import numpy as np
import pytest

from arpad.admission.match import MatchGames, decided_before


def match(results: str, orders: list[int] | None = None, played: list[bool] | None = None) -> MatchGames:
    """A match of 1 and 2 with changing colours; each letter is what 1 made: 1, = or 0."""
    halves = np.array(["0=1".index(letter) for letter in results])
    first = np.arange(len(results)) % 2 == 0
    return MatchGames(
        np.array(orders or list(range(1, len(results) + 1))),
        np.where(first, 1, 2),
        np.where(first, 2, 1),
        np.where(first, halves, 2 - halves),
        np.where(first, 2 - halves, halves),
        np.array(played or [True] * len(results)),
    )


def after(games: MatchGames, scheduled: int) -> list[int]:
    """The numbers of the games after the decision."""
    return (np.flatnonzero(decided_before(games, scheduled).after) + 1).tolist()


def test_standard_2024_6_2_more_than_half_of_the_points_decides() -> None:
    """2024 6.2, 2009 6.6: seven wins of twelve games are 7 > 6 points: games 8 to 12 do not count."""
    assert after(match("111111100000"), 12) == [8, 9, 10, 11, 12]
    assert after(match("111111000000"), 12) == []  # 6 of 12 is half, and 6-6 decides nothing


def test_half_points_decide() -> None:
    """Six wins and a draw are 6.5 > 6: the eighth game comes after the decision; of 13 games 6.5 is exactly half."""
    assert after(match("111111=0"), 12) == [8]
    assert after(match("111111=0"), 13) == []


@pytest.mark.parametrize("rows", [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]])
def test_the_order_of_play_decides_not_the_order_of_the_rows(rows: list[int]) -> None:
    """Games 1-6 and 7-12 sent as two parts, the second first: games 8 to 12 are after the decision, too."""
    whole = match("111111100000")
    turned = MatchGames(*whole)._replace(**{name: column[rows] for name, column in whole._asdict().items()})
    found = decided_before(turned, 12)
    assert sorted(turned.order[found.after].tolist()) == [8, 9, 10, 11, 12]
    assert set(found.leader[found.after].tolist()) == {1}
    assert set(found.half_points[found.after].tolist()) == {14}


def test_a_game_that_was_not_played_is_not_after_anything() -> None:
    """A forfeit after the decision is no game at all; before it, its points decide as any other."""
    assert after(match("1111111000", played=[True] * 8 + [False] * 2), 12) == [8]
    assert after(match("1111111000", played=[False] * 7 + [True] * 3), 12) == [8, 9, 10]
