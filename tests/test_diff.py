"""Two lists side by side: the new, the gone, what changed, the biggest movers."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from lists_made import OFF, ON, QUIET, ROWS, ids, published

from arpad.asjson import to_json
from arpad.finding import UserError
from arpad.lists.diff import Change, Difference, difference

COLUMN = {"name": 2, "federation": 3, "title": 6, "rating": 9, "state": 10}


def july(**changes: dict[str, Any]) -> tuple[tuple[Any, ...], ...]:
    """The rows of July: `_11={"rating": 2300}` changes those of June."""
    rows = []
    for row in ROWS:
        made = list(row)
        for what, value in changes.get(f"_{row[0]}", {}).items():
            made[COLUMN[what]] = value
        rows.append(tuple(made))
    return tuple(rows)


def compared(rows: tuple[tuple[Any, ...], ...]) -> Difference:
    return difference(published(), published(day=date(2026, 7, 1), rows=rows))


def test_the_same_list_twice_has_no_difference() -> None:
    found = compared(ROWS)
    assert (len(found.new), len(found.gone), list(found.changes()), found.movers(10)) == (0, 0, [], ())


def test_new_and_gone_players_are_those_who_come_onto_the_list_and_leave_it() -> None:
    """Mia gets a rating, Liv comes back, Ada is delisted, Bo is not in the office any more."""
    rows = july(
        _17={"rating": 1600, "state": ON}, _16={"rating": 1410, "state": ON}, _12={"rating": 1399, "state": OFF}
    )
    found = compared(tuple(row for row in rows if row[0] != 13))
    assert ids(found.later, found.new) == [16, 17]
    assert ids(found.earlier, found.gone) == [12, 13]
    assert list(found.changes()) == []


def test_what_changed_of_whom() -> None:
    found = compared(
        july(
            _11={"rating": 2305, "title": "IM", "name": "Zander-Berg, Zoe"},
            _14={"federation": "ARC"},
            _13={"state": QUIET},
            _15={"state": ON, "rating": 2641},
        )
    )
    assert list(found.changes()) == [
        Change(14, "Adler, Ada", "federation", "UTO", "ARC"),
        Change(13, "Berg, Bo", "state", "active", "inactive"),
        Change(15, "Quist, Quentin", "rating", 2650, 2641),
        Change(15, "Quist, Quentin", "state", "inactive", "active"),
        Change(11, "Zander-Berg, Zoe", "rating", 2310, 2305),
        Change(11, "Zander-Berg, Zoe", "title", "WGM", "IM"),
        Change(11, "Zander-Berg, Zoe", "name", "Zander, Zoe", "Zander-Berg, Zoe"),
    ]


def test_the_biggest_movers_up_or_down_and_equal_ones_by_name_and_number() -> None:
    rows = july(_11={"rating": 2290}, _12={"rating": 1824}, _14={"rating": 1784}, _13={"rating": 2605})
    found = compared(rows)
    assert [(m.id, m.before, m.after) for m in found.movers(3)] == [
        (12, 1804, 1824),
        (14, 1804, 1784),
        (11, 2310, 2290),
    ]
    assert [m.id for m in found.movers(99)] == [12, 14, 11, 13]
    assert found.movers(0) == ()


def test_players_are_known_by_their_number_wherever_they_stand() -> None:
    found = compared(july(_11={"rating": 2305})[::-1])
    assert [(c.id, c.what) for c in found.changes()] == [(11, "rating")]


def test_the_difference_as_data() -> None:
    data = compared(july(_11={"rating": 2305}, _17={"rating": 1600, "state": ON})).rows(5)
    assert json.loads(json.dumps(to_json(data))) == {
        "series": "fide-standard", "from": "2026-06-01", "to": "2026-07-01", "rehearsal": False,
        "new": [{"id": 17, "name": "Moe, Mia", "rating": 1600}],
        "gone": [],
        "changed": [{"id": 11, "name": "Zander, Zoe", "what": "rating", "before": 2310, "after": 2305}],
        "movers": [{"id": 11, "name": "Zander, Zoe", "what": "rating", "before": 2310, "after": 2305}],
    }  # fmt: skip


def test_a_rehearsal_marks_the_difference() -> None:
    assert difference(published(), published(day=date(2026, 7, 1), rehearsal=True)).rows(1).rehearsal


def test_lists_of_two_series_are_not_compared() -> None:
    with pytest.raises(UserError, match="only lists of one series are compared, not fide-standard and fide-rapid"):
        difference(published(), published("fide-rapid-blitz-2024", "fide-rapid"))


def test_the_older_list_comes_first() -> None:
    for earlier in (date(2026, 6, 1), date(2026, 7, 1)):
        with pytest.raises(UserError, match="does not come before 2026-06; name the older list first"):
            difference(published(day=earlier), published())
