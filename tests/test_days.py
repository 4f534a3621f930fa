"""Days and months: whole numbers in tables, people's writing outside, and all arithmetic in one module."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.days import Day, Month, counted, months_of, uncounted, years_of

DATES = st.dates(date(1900, 1, 1), date(2999, 12, 31))


@given(DATES)
def test_a_day_goes_to_the_tables_and_back(day: date) -> None:
    number = Day.of(day)
    assert (number.date, str(number), Day.read(str(number)), number.whole) == (day, day.isoformat(), number, True)
    assert (number.year, number.month, number.month.first) == (day.year, Month.of(day), day.replace(day=1))


@pytest.mark.parametrize(("number", "text"), [(20120000, "2012"), (20120500, "2012-05"), (20120531, "2012-05-31")])
def test_a_birth_may_leave_parts_open(number: int, text: str) -> None:
    assert (str(Day(number)), Day.read(text), Day(number).whole) == (text, number, len(text) == 10)


@pytest.mark.parametrize("text", ["", "12", "2012-13", "2012-02-30", "2012-00-05", "2012/05/31", "02012", "2012-5-3"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        Day.read(text)


@given(DATES, st.integers(-600, 600))
def test_months_are_counted_forth_and_back(day: date, months: int) -> None:
    month = Month.of(day)
    later = month.plus(months)
    assert later.plus(-months) == month
    assert int(counted(np.array([later]))[0] - counted(np.array([month]))[0]) == months
    assert uncounted(counted(np.array([later]))).tolist() == [later]
    assert Month.read(str(month)) == month


def test_december_is_followed_by_january() -> None:
    assert (Month(202412).plus(1), Month(202501).plus(-1), str(Month(202501))) == (202501, 202412, "2025-01")


def test_none_is_nothing() -> None:
    assert (Day.of(None), Month.of(None), str(Day(0)), str(Month(0))) == (0, 0, "", "")


def test_columns_know_their_years_and_months() -> None:
    days = np.array([20240531, 19991231], np.int32)
    assert years_of(days).tolist() == [2024, 1999]
    assert months_of(days).tolist() == [202405, 199912]


def test_a_number_is_still_a_number_where_one_is_asked_for() -> None:
    assert (f"{Month(202405)}", f"{Month(202405):d}", Month(202405) + 0) == ("2024-05", "202405", 202405)
