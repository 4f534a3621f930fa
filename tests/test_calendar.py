"""The calendar of a series: list days, validity, periods, closing days, out of the editions' values."""

from __future__ import annotations

from datetime import date

import pytest

from arpad.law import LawError
from arpad.law.calendar import add_months, closing_day, list_days, list_for, list_on, next_list, period, validity


def day(text: str) -> date:
    return date.fromisoformat(text)


# --- list days --------------------------------------------------------------------------------------------------------


def test_fide_standard_2009_7_1_six_lists_a_year() -> None:
    found = list_days("fide-standard", day("2010-01-01"), day("2010-12-31"))
    assert [str(list_) for list_ in found] == [
        "2010-01-01", "2010-03-01", "2010-05-01", "2010-07-01", "2010-09-01", "2010-11-01"]  # fmt: skip


@pytest.mark.parametrize("series", ["fide-rapid", "fide-blitz", "ukraine"])
def test_fide_rapid_blitz_2018_7_1_and_ukraine_2018_2_1_a_list_every_month(series: str) -> None:
    found = list_days(series, day("2019-01-01"), day("2019-12-31"))
    assert [str(list_) for list_ in found] == [f"2019-{month:02}-01" for month in range(1, 13)]


def test_fide_standard_2024_7_1_a_list_every_month_across_two_editions() -> None:
    found = list_days("fide-standard", day("2025-08-15"), day("2025-11-30"))
    assert [str(list_) for list_ in found] == ["2025-09-01", "2025-10-01", "2025-11-01"]


def test_both_ends_of_a_span_belong_to_it() -> None:
    assert list_days("ukraine", day("2020-02-01"), day("2020-02-01")) == (day("2020-02-01"),)
    assert list_days("ukraine", day("2020-02-02"), day("2020-02-29")) == ()


@pytest.mark.parametrize(
    ("series", "on", "list_", "following"),
    [
        ("fide-standard", "2009-07-01", "2009-07-01", "2009-09-01"),
        ("fide-standard", "2009-08-31", "2009-07-01", "2009-09-01"),
        ("fide-standard", "2009-12-31", "2009-11-01", "2010-01-01"),
        ("fide-standard", "2024-03-31", "2024-03-01", "2024-04-01"),
        ("ukraine", "2018-01-23", "2018-01-01", "2018-02-01"),  # the list was there before the text
        ("fide-blitz", "2024-11-30", "2024-11-01", "2024-12-01"),
    ],
)
def test_the_list_in_force_and_the_next_one(series: str, on: str, list_: str, following: str) -> None:
    assert (list_on(series, day(on)), next_list(series, day(on))) == (day(list_), day(following))


# --- validity ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("list_", "last"),
    [  # the table of the article: from the list to the last day of the next month
        ("2010-01-01", "2010-02-28"),
        ("2010-03-01", "2010-04-30"),
        ("2010-05-01", "2010-06-30"),
        ("2010-07-01", "2010-08-31"),
        ("2010-09-01", "2010-10-31"),
        ("2010-11-01", "2010-12-31"),
    ],
)
def test_fide_standard_2009_7_11_validity_of_each_list(list_: str, last: str) -> None:
    assert validity("fide-standard", day(list_)) == (day(list_), day(last))


@pytest.mark.parametrize(
    ("series", "list_", "last"),
    [
        ("fide-rapid", "2019-02-01", "2019-02-28"),
        ("fide-rapid", "2020-02-01", "2020-02-29"),
        ("ukraine", "2024-02-01", "2024-02-29"),
        ("ukraine", "2100-02-01", "2100-02-28"),
        ("fide-standard", "2025-02-01", "2025-02-28"),
    ],
)
def test_february_has_28_or_29_days(series: str, list_: str, last: str) -> None:
    assert validity(series, day(list_))[1] == day(last)


def test_a_day_without_list_has_no_validity() -> None:
    with pytest.raises(LawError) as refusal:
        validity("fide-standard", day("2010-02-01"))
    assert str(refusal.value) == "2010-02-01 is no list day of fide-standard; the list in force then is of 2010-01-01"


# --- the period a list closes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("series", "list_", "first", "last"),
    [
        ("fide-standard", "2009-09-01", "2009-07-01", "2009-08-31"),
        ("fide-standard", "2010-01-01", "2009-11-01", "2009-12-31"),
        ("fide-standard", "2011-07-01", "2011-05-01", "2011-06-30"),  # the last list of the edition of 2009
        ("fide-rapid", "2022-01-01", "2021-12-01", "2021-12-31"),  # and of that of 2018
        ("fide-standard", "2025-10-01", "2025-09-01", "2025-09-30"),
        ("fide-rapid", "2024-12-01", "2024-11-01", "2024-11-30"),
        ("ukraine", "2018-02-01", "2018-01-01", "2018-01-31"),  # the first list under the text
        ("ukraine", "2020-03-01", "2020-02-01", "2020-02-29"),
    ],
)
def test_a_list_closes_the_validity_of_the_one_before(series: str, list_: str, first: str, last: str) -> None:
    assert period(series, day(list_)) == (day(first), day(last))


def test_a_day_without_list_closes_nothing() -> None:
    with pytest.raises(LawError) as refusal:
        period("fide-standard", day("2010-02-01"))
    assert str(refusal.value) == "2010-02-01 is no list day of fide-standard; the one after 2010-01-01 is 2010-03-01"


# --- closing days -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("series", "list_", "closing", "official"),
    [
        ("fide-standard", "2010-03-01", "2010-02-22", "2010-02-28"),  # 7.13: 7 days before
        ("fide-standard", "2011-07-01", "2011-06-24", "2011-06-30"),
        ("fide-standard", "2024-04-01", "2024-03-29", "2024-03-31"),  # 7.1.3: 3 days before
        ("fide-blitz", "2020-03-01", "2020-02-27", "2020-02-29"),
        ("ukraine", "2020-03-01", "2020-02-29", "2020-02-29"),  # S2: the last day of the month
    ],
)
def test_closing_day_and_that_of_official_events(series: str, list_: str, closing: str, official: str) -> None:
    assert closing_day(series, day(list_)) == day(closing)
    assert closing_day(series, day(list_), official=True) == day(official)


@pytest.mark.parametrize(
    ("series", "ends", "list_", "official"),
    [
        ("fide-standard", "2010-02-22", "2010-03-01", "2010-03-01"),  # the closing day itself
        ("fide-standard", "2010-02-23", "2010-05-01", "2010-03-01"),  # one day after: the next of six
        ("fide-standard", "2010-02-28", "2010-05-01", "2010-03-01"),
        ("fide-standard", "2010-03-01", "2010-05-01", "2010-05-01"),
        ("fide-standard", "2024-03-29", "2024-04-01", "2024-04-01"),
        ("fide-standard", "2024-03-30", "2024-05-01", "2024-04-01"),
        ("fide-standard", "2025-09-29", "2025-11-01", "2025-10-01"),  # across the change of October 2025
        ("fide-rapid", "2024-11-28", "2024-12-01", "2024-12-01"),
        ("fide-rapid", "2024-11-29", "2025-01-01", "2024-12-01"),
        ("fide-standard", "2011-06-24", "2011-07-01", "2011-07-01"),
        ("ukraine", "2018-01-25", "2018-02-01", "2018-02-01"),
        ("ukraine", "2020-02-29", "2020-03-01", "2020-03-01"),
        ("ukraine", "2020-03-01", "2020-04-01", "2020-04-01"),
    ],
)
def test_the_list_an_event_falls_on(series: str, ends: str, list_: str, official: str) -> None:
    assert list_for(series, day(ends)) == day(list_)
    assert list_for(series, day(ends), official=True) == day(official)


# --- outside ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: list_on("fide-standard", day("2009-06-30")), "fide-standard-2006 serves calculations alone, so that "
         "nothing of 2009-06-30 is rated in fide-standard; the first that admits events is fide-standard-2009"),
        (lambda: list_on("fide-standard", day("2006-03-31")), "no edition of fide-standard covers 2006-03-31; "
         "the nearest is fide-standard-2009, in force from 2009-07-01"),
        (lambda: list_days("fide-rapid", day("2011-11-01"), day("2012-03-01")),
         "no edition of fide-rapid covers 2011-11-01; "
         "the nearest is fide-rapid-blitz-2012, in force from 2012-01-01"),
        (lambda: next_list("fide-rapit", day("2020-01-01")),
         "no rating series 'fide-rapit'; did you mean 'fide-rapid'?"),
    ],
)  # fmt: skip
def test_where_no_edition_speaks_the_calendar_is_silent(ask: object, said: str) -> None:
    with pytest.raises(LawError) as refusal:
        ask()  # type: ignore[operator]
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    ("from_", "months", "to"),
    [
        ("2010-03-15", -1, "2010-02-15"),
        ("2010-03-31", -1, "2010-02-28"),  # or its last day
        ("2012-03-31", -1, "2012-02-29"),
        ("2010-01-31", -1, "2009-12-31"),
        ("2010-12-01", 1, "2011-01-01"),
        ("2010-12-31", 26, "2013-02-28"),
        ("2010-06-01", -24, "2008-06-01"),
        ("2010-06-01", 0, "2010-06-01"),
    ],
)
def test_months_are_counted_by_the_calendar(from_: str, months: int, to: str) -> None:
    assert add_months(day(from_), months) == day(to)
