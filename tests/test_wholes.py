"""An event that is sent in parts is one event, on whatever lists its parts stand."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from events_made import berger
from parts_made import Event, opened, part, published, ratings, told

from arpad.columns import Status

S24, S09, R18, UA = "fide-standard-2024", "fide-standard-2009", "fide-rapid-blitz-2018", "ukraine-2018"
STANDARD = "fide-standard"


def league_of_36_days(points: str, opponents: int = 1800) -> Event:
    """Five opponents of equal rating who draw with each other; the newcomer is number 1 and plays one of them a day."""
    rounds = []
    for turn, pairs in enumerate(berger(6)):
        results = [(white, black, points[turn] if white == 1 else "=") for white, black in pairs]
        assert all(black != 1 for _, black in pairs)
        rounds.append(results)
    days = [date(2024, 4, 5), date(2024, 4, 12), date(2024, 5, 4), date(2024, 5, 7), date(2024, 5, 10)]
    return Event(S24, [0, *[opponents] * 5], rounds, days)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_2024_8_2_1_zero_in_the_first_part_is_no_zero_in_the_event(kind: str, tmp_path: Path) -> None:
    """2024 4.1, 8.2.1, 8.2.2: 0/2 in April and 2/3 in May are 2/5 of one event of 36 days.

    Ra = (5 x 1800 + 2 x 1800) / 7 = 1800; p = (2 + 1) / 7 = .43; dp = -50; 1750.
    """
    event = league_of_36_days("0010" + "1")
    desk = opened(kind, tmp_path, event, date(2024, 4, 1))
    desk, first = part(desk, event, 1, 1, 2)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, STANDARD, 202405)
    assert ratings(desk, STANDARD, 202405)[1] == 0
    (left_open,) = told(desk, STANDARD, 202405, 1).events
    assert left_open.status == Status.LATER_PART
    desk, second = part(desk, event, 2, 3, 5)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, STANDARD, 202406)
    assert ratings(desk, STANDARD, 202406)[1] == 1750
    (whole,) = told(desk, STANDARD, 202406, 1).events
    assert (whole.counted, whole.status) == (
        5,
        Status.POOLED,
    )
