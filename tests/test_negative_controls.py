"""Five seeded faults, one at a time, each caught by a named check: otherwise the checks would prove nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import test_change
import test_limit
import test_period_against_oracle
import test_rating_cases
import test_seats

import arpad
from arpad.exact import half_away, half_up
from arpad.law.rules.rating import COEFFICIENT, DIFFERENCE_LIMIT, BelowRating
from arpad.rating import change, expected, limit, score

Fault = Callable[[pytest.MonkeyPatch], None]
Check = Callable[[], None]


def halves_the_other_way(patch: pytest.MonkeyPatch) -> None:
    """-2.50 becomes -2 where -3 is the law, and -3 where -2 is."""
    patch.setattr(change, "ROUNDINGS", {"up": half_away, "away": half_up})


def greater_instead_of_at_least(patch: pytest.MonkeyPatch) -> None:
    """The exemption from the limit holds above 2650 only, not from 2650 on."""
    sound = limit.cap

    def cap(book: Any, difference: Any, own: Any, played: Any) -> Any:
        rule = book.rule(DIFFERENCE_LIMIT)
        if isinstance(rule, BelowRating):
            own = np.where(own == rule.exempt_from, own - 1, own)
        return sound(book, difference, own, played)

    patch.setattr(score, "cap", cap)


def one_row_down_the_table(patch: pytest.MonkeyPatch) -> None:
    """A difference at the edge of a row is read in the next one."""
    sound = expected.expect

    def expect(book: Any, counted: Any) -> Any:
        return sound(book, (counted + np.sign(counted)).astype(np.int16))

    patch.setattr(score, "expect", expect)


def limited_in_the_third_game_too(patch: pytest.MonkeyPatch) -> None:
    sound = limit.rank_within
    patch.setattr(limit, "rank_within", lambda groups: sound(groups) - 1)


def k_of_the_wrong_list(patch: pytest.MonkeyPatch) -> None:
    """2009 reads K on the list at the event's start, 2025 on the list being replaced: each the other's way."""
    swapped = {"event-start": "replaced-list", "replaced-list": "event-start"}
    for edition in ("fide-standard-2009", "fide-standard-2025"):
        rule = arpad.rulebook(edition).rule(COEFFICIENT)
        patch.setitem(rule.__dict__, "read", swapped[rule.read])


def a_published_event() -> None:
    for case in test_rating_cases.EVENTS:
        test_rating_cases.test_an_event_as_it_was_published(case)


MOST_PERIODS = 20  # a fault is found in the first of them that it changes


def periods_of_2025() -> None:
    test_period_against_oracle.compare_periods(("fide-standard-2025",), MOST_PERIODS)


def periods_of_ukraine() -> None:
    test_period_against_oracle.compare_periods(("ukraine-2018",), MOST_PERIODS)


CONTROLS: dict[str, tuple[Fault, Check]] = {
    "half rounding, 2024": (
        halves_the_other_way,
        lambda: test_change.test_a_half_goes_away_from_zero("fide-standard-2024"),
    ),
    "half rounding, rapid and blitz 2018": (
        halves_the_other_way,
        lambda: test_change.test_a_half_goes_up_whether_it_was_won_or_lost("fide-rapid-blitz-2018"),
    ),
    "half rounding, published changes": (
        halves_the_other_way,
        lambda: test_rating_cases.test_where_a_half_goes("ukraine-2018", {"change": "-2.50", "rounded": -3}),
    ),
    "> instead of >=": (
        greater_instead_of_at_least,
        test_limit.test_fide_standard_2025_8_3_1_a_player_of_2649_is_limited_and_one_of_2650_is_not,
    ),
    "> instead of >=, oracle": (greater_instead_of_at_least, periods_of_2025),
    "wrong table row": (one_row_down_the_table, a_published_event),
    "wrong table row, oracle": (one_row_down_the_table, periods_of_2025),
    "limit on the third game": (
        limited_in_the_third_game_too,
        test_limit.test_ukraine_6_5_3_from_the_third_wide_game_of_an_event_the_real_difference_counts,
    ),
    "limit on the third game, oracle": (limited_in_the_third_game_too, periods_of_ukraine),
    "K of the wrong list, 2009": (
        k_of_the_wrong_list,
        test_seats.test_fide_standard_2009_8_56_there_k_comes_from_the_list_at_the_start,
    ),
    "K of the wrong list, 2025": (
        k_of_the_wrong_list,
        test_seats.test_the_list_in_force_on_the_first_day_gives_the_rating_and_the_list_being_replaced_gives_k,
    ),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_a_seeded_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, check = CONTROLS[name]
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        check()


@pytest.mark.parametrize("name", [name for name in CONTROLS if "oracle" not in name])
def test_without_the_fault_the_same_check_passes(name: str) -> None:
    """The checks by the oracle pass in their own file."""
    CONTROLS[name][1]()
