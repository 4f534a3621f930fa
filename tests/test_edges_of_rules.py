"""Where a rule turns: the number itself, one below and one above, each by hand."""

from __future__ import annotations

from datetime import date

import pytest
from test_adjust import OFF, ON, roll, run

import arpad
from arpad.columns import Entries, Events, Games, Players, Pool, Roll, Status
from arpad.lists.adjust import Correction
from arpad.office.registry.player_facts import StoredChange, values_on_day
from arpad.rating import Rolls, rate

RAPID, STANDARD = "fide-rapid-blitz-2024-12", "fide-standard-2025"


@pytest.mark.parametrize(
    ("strong", "weak", "counts"),
    [(2601, 2001, False), (2601, 2002, True), (2600, 2000, True), (2700, 1500, False)],
)
@pytest.mark.parametrize("colours", [1, -1])
def test_a_game_too_unequal_counts_for_neither(strong: int, weak: int, counts: bool, colours: int) -> None:
    """Rapid and blitz 7.3.1 since December 2024: 600 or more apart, and one of them above 2600."""
    book = arpad.rulebook(RAPID, "fide-rapid")
    ratings = [strong, weak][::colours]
    players = Players.of(born=[19800000, 19800000])
    before = Roll.of(rating=ratings, state=[1, 1], k=[20, 20], games=[99, 99], highest=ratings, last=[202501, 202501])
    events = Events.of(key=[1], start=20250110, end=20250111)
    entries = Entries.of(event=[0, 0], player=[0, 1], own=ratings, shown=ratings, k=[20, 20])
    games = Games.of(white=[0], black=[1], white_half_points=[1], black_half_points=[1], round=1, order=1)
    period = rate(202502, (book,), players, Rolls(before), events, entries, games, Pool.of())
    wanted = Status.COUNTED if counts else Status.WIDE_DIFFERENCE
    assert period.ledger.status.tolist() == [wanted, wanted]


@pytest.mark.parametrize(("base", "state"), [(1409, OFF), (1410, ON), (1411, ON)])
def test_a_corrected_base_brings_back_at_the_floor_itself(base: int, state: int) -> None:
    """1405 fell to 1395 and off the list; with 1410 in the place of 1405 it is 1400, which is the floor (7.2.1)."""
    before, now = roll(1405, last=202604), roll(1395, states=(OFF,), last=202604)
    book = arpad.rulebook(STANDARD)
    (row,), _ = run(book, date(2026, 5, 1), now, Correction(0, base, "an officer", "a slip"), before=before)
    assert (row["rating"], row["state"]) == (base - 10, state)


def test_a_change_of_tomorrow_does_not_hold_today() -> None:
    change = StoredChange(1, 7, "federation", "POL", "UKR", 20260502, 30)
    assert values_on_day([change], 20260501) == {(7, "federation"): "POL"}
    assert values_on_day([change], 20260502) == {(7, "federation"): "UKR"}
    assert values_on_day([change], 20260503, known_at=29) == {(7, "federation"): "POL"}
    assert values_on_day([change], 20260503, known_at=30) == {(7, "federation"): "UKR"}
