"""Events of 2026 with less time (2025 1.1, ruling R2): approved by the Qualification Commission, two rounds a day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from events_made import judged, scene

from arpad.finding import Tier
from arpad.pipeline import Answer

S25 = "fide-standard-2025"
APPROVED = [{"what": "short-time-control", "by": "qc"}]
SHORT = "45min+30s/move"


def asked(control: str = SHORT, start: date = date(2026, 3, 2), per_day: int = 2, **given: Any) -> Answer:
    given = {"approvals": APPROVED, "rounds": 6, **given}
    return judged(scene(S25, (2450, *(2000,) * 7), control=control, start=start, per_day=per_day, **given))


def found(answer: Answer) -> list[tuple[str, Tier]]:
    codes = ("short-time-control", "rate-of-play", "rounds-per-day")
    return [(each.message, each.tier) for each in answer.findings if each.code in codes]


def test_r2_45_minutes_and_30_seconds_are_rated_where_the_commission_approved_it() -> None:
    """75 minutes for 60 moves; 1.1 asks 120 of a game with a player of 2400 and 60 of any."""
    answer = asked()
    assert found(answer) == [("short-time-control/short-accepted", Tier.ADVICE)]
    assert answer.verdict == "ratable"
    (finding,) = [each for each in answer.findings if each.code == "short-time-control"]
    assert finding.articles == ("1.1",)
    refused = asked(approvals=None)
    assert {message for message, _ in found(refused)} == {"rate-of-play/too-fast-for-game"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"control": "44min+30s/move"}, [("short-time-control/too-fast", Tier.REFUSE)]),
        ({"per_day": 3}, [("short-time-control/too-many", Tier.REFUSE), ("short-time-control/too-many", Tier.REFUSE)]),
        ({"per_day": 1}, []),
    ],
)
def test_r2_its_own_conditions_are_asked(given: dict[str, Any], expected: list[tuple[str, Tier]]) -> None:
    said = [each for each in found(asked(**given)) if each[0] != "short-time-control/short-accepted"]
    assert said == expected
    assert all(each.sentence for each in asked(**given).findings)


@pytest.mark.parametrize("start", [date(2025, 12, 1), date(2027, 1, 2)])
def test_r2_it_holds_for_events_of_2026_alone(start: date) -> None:
    answer = asked(start=start)
    assert ("short-time-control/other-year", Tier.ADVICE) in found(answer)
    assert "rate-of-play/too-fast-for-game" in {message for message, _ in found(answer)}


def test_r2_another_authority_does_not_suffice_and_enough_time_needs_none() -> None:
    other = asked(approvals=[{"what": "short-time-control", "by": "council"}])
    assert ("short-time-control/short-by-another", Tier.REFUSE) in found(other)
    assert found(asked(control="120min", per_day=3)) == []
