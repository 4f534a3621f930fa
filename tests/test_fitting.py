"""Tables that do not fit together are refused in one line, before anything is computed from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from random_periods import Inputs, make

from arpad.columns import Pool, Roll
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.rating import Period, Rolls, rate

MADE = make(7, 12, ("fide-standard-2024", "fide-standard-2025"))


def rated(inputs: Inputs = MADE, **change: Any) -> Period:
    given = {
        "list_": inputs.list_, "books": tuple(rulebook(name) for name in inputs.editions), "players": inputs.players,
        "rolls": Rolls(inputs.replaced), "events": inputs.events, "entries": inputs.entries,
        "games": inputs.games, "pool": inputs.pool,
    }  # fmt: skip
    return rate(**{**given, **change})


def with_value(table: Any, column: str, row: int, value: int) -> Any:
    values = getattr(table, column).copy()
    values[row] = value
    return replace(table, **{column: values})


def test_what_fits_is_rated() -> None:
    assert len(rated().ledger) == 2 * len(MADE.games) > 0


@pytest.mark.parametrize(
    ("table", "column", "row", "value", "told"),
    [
        ("entries", "player", 3, 99, r"entries.player\[3\] is 99; there are 12 players"),
        ("entries", "player", 0, -1, r"entries.player\[0\] is -1; there are 12 players"),
        ("entries", "event", -1, 30_000, r"entries.event\[\d+\] is 30000; there are \d+ events"),
        ("entries", "event", 0, 1, r"entries.event\[\d\]: entries stand by event"),
        ("entries", "role", 1, 9, r"entries.role\[1\] is 9; there are 3 roles"),
        ("games", "white", 2, 30_000, r"games.white\[2\] is 30000; there are \d+ entries"),
        ("games", "black", 2, -5, r"games.black\[2\] is -5; there are \d+ entries"),
        ("games", "white_half_points", 0, 3, r"games\[0\]: a score is 0 to 2 half points"),
        ("games", "black_half_points", 0, -1, r"games\[0\]: a score is 0 to 2 half points"),
        ("events", "edition", 0, 2, r"events.edition\[0\] is 2; there are 2 books"),
        ("events", "system", 0, 253, r"events.system\[0\] is 253; there are 253 systems"),
    ],
)
def test_a_position_outside_its_table_is_named(table: str, column: str, row: int, value: int, told: str) -> None:
    with pytest.raises(UserError, match=told):
        rated(**{table: with_value(getattr(MADE, table), column, row, value)})


def test_a_game_has_two_players_of_one_event() -> None:
    games, event = MADE.games, MADE.entries.event
    with pytest.raises(UserError, match=r"games\[0\]: a game has two players"):
        rated(games=with_value(games, "black", 0, int(games.white[0])))
    elsewhere = int(np.flatnonzero(event != event[games.white[0]])[0])
    with pytest.raises(UserError, match=r"games\[0\]: a game is played within one event"):
        rated(games=with_value(games, "black", 0, elsewhere))
    with pytest.raises(UserError, match=r"games.white\[\d+\]: games stand by event"):
        rated(games=games.take(np.arange(len(games))[::-1]))


@pytest.mark.parametrize("list_", [0, -1, 5, 2025, 202513, 202500, 20251101])
def test_a_list_is_a_month(list_: int) -> None:
    with pytest.raises(UserError, match=f"list {list_}: expected a list written yyyymm, as in 202511"):
        rated(list_=list_)


def test_rolls_have_a_row_for_each_player_and_books_are_needed() -> None:
    with pytest.raises(UserError, match=r"rolls.replaced has 3 rows; expected one for each of the 12 players"):
        rated(rolls=Rolls(Roll.of(rating=[0, 0, 0])))
    with pytest.raises(UserError, match="books: expected the rulebooks"):
        rated(books=())
    with pytest.raises(UserError, match=r"pool.player\[0\] is 12; there are 12 players"):
        rated(pool=Pool.of(player=[12], games=[1]))
