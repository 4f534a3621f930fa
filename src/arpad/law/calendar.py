"""List days, periods, closing days: the calendar of a series, out of the editions' values.

A list is called by its month and appears on the day that its edition gives; a series has one list a month at most. It
is valid until the day before the next one; that time is a rating period, and the next list closes it. The calendar
after a day is that of the edition in force on that day, so the last list of an edition can still be made. The first
list of an edition that follows none replaces a list of before it: the period between the two is reckoned by the edition
that makes the new list. Any other day that no edition covers is refused.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta

from arpad.days import Month
from arpad.law.choosing import in_force, rulebook
from arpad.law.cited import LawError
from arpad.law.law_set import current_law
from arpad.law.rulebook import Rulebook
from arpad.law.rules.lists import CLOSING_DAY, LIST_CALENDAR

DAY = timedelta(days=1)


def book_of_day(series: str, day: date) -> Rulebook:
    """The edition by which a day of the calendar is reckoned: the one in force, or before it the one that makes the
    next list. Events that begin on a day before an edition have none: that is `in_force`'s to say."""
    try:
        return in_force(series, day)
    except LawError:
        book = _making_next(series, day)
        if book is None:
            raise
        return book


def _making_next(series: str, day: date) -> Rulebook | None:
    """The edition that makes its first list in the month after a day that none covers. Where its lists do not come
    every month, nobody knows which list came before its first one."""
    month = Month.of(day)
    try:
        book = in_force(series, month.plus(1).first)
    except LawError:
        return None
    every_month = month.plus(1).in_year in book.rule(LIST_CALENDAR).months and list_before(book, month.plus(1)) == month
    return book if every_month else None


def list_on(series: str, day: date) -> date:
    """The list in force on a day."""
    return max(candidate for candidate in _around(series, day) if candidate <= day)


def next_list(series: str, day: date) -> date:
    """The first list after a day."""
    return min(candidate for candidate in _around(series, day) if candidate > day)


def list_day(series: str, list_: Month) -> date:
    """The day of the list of a month; the first of the month where no edition has a list in it."""
    try:
        day = list_on(series, list_.plus(1).first - DAY)
    except LawError:
        return list_.first
    return day if Month.of(day) == list_ else list_.first


def day_of_list_by(book: Rulebook, list_: int) -> date:
    """The day of the list of a month that an edition makes; the first of the month where it has no calendar."""
    rule = book.find(LIST_CALENDAR)
    return Month(list_).first.replace(day=rule.day if rule else 1)


def list_before(book: Rulebook, list_: Month) -> Month:
    """The list before this one by a book's own calendar, which need not have been in force then."""
    before = list_.plus(-1)
    while before.in_year not in book.rule(LIST_CALENDAR).months:
        before = before.plus(-1)
    return before


def list_days(series: str, first: date, last: date) -> tuple[date, ...]:
    """The lists of a series from one day to another, both included; every day between must be covered."""
    days = []
    day = list_on(series, first)
    if day < first:
        day = next_list(series, first)
    while day <= last:
        days.append(day)
        day = next_list(series, day)
    return tuple(days)


def validity(series: str, list_day: date) -> tuple[date, date]:
    """The first and the last day for which a list is valid."""
    _must_be_list(series, list_day)
    return list_day, next_list(series, list_day) - DAY


def period(series: str, list_day: date) -> tuple[date, date]:
    """The rating period that a list closes: the validity of the list it replaces."""
    last = list_day - DAY
    first, following = list_on(series, last), next_list(series, last)
    if following != list_day:
        raise LawError("no-list-day/after", day=list_day, series=series, before=first, following=following)
    return first, last


def closing_day(series: str, list_day: date, official: bool = False) -> date:
    """The last day on which an event may end to be on a list."""
    last = period(series, list_day)[1]
    closing = book_of_day(series, last).rule(CLOSING_DAY)
    return list_day - (closing.official_days_before if official else closing.days_before) * DAY


def list_for(series: str, last_day: date, official: bool = False) -> date:
    """The first list an event that ends on this day can be on."""
    list_day = next_list(series, last_day)
    while closing_day(series, list_day, official) < last_day:
        list_day = next_list(series, list_day)
    return list_day


def add_months(day: date, months: int) -> date:
    """The same day so many months later (earlier, if negative), or that month's last day."""
    month = Month.of(day).plus(months)
    return month.first.replace(day=min(day.day, monthrange(month.year, month.in_year)[1]))


def _around(series: str, day: date) -> list[date]:
    """The list days in the years around a day, by the edition of the day; near a change of the day of the month by
    both editions."""
    book = book_of_day(series, day)
    rule, years = book.rule(LIST_CALENDAR), range(day.year - 1, day.year + 2)
    days = [date(year, month, rule.day) for year in years for month in rule.months]
    first, last = max(each for each in days if each <= day), min(each for each in days if each > day)
    heads = [head for head in current_law().heads_of(series) if not head.use]
    since = first.replace(day=1) - DAY
    near = [head for head in heads if head.in_force <= last and since <= (head.until or last)]
    others = [rulebook(head.id, series) for head in near if head.id != book.id]
    if all(other.rule(LIST_CALENDAR).day == rule.day for other in others if other.has(LIST_CALENDAR)):
        return days
    return _across_editions((book, *others), years)


def _across_editions(books: Sequence[Rulebook], years: range) -> list[date]:
    """The list days where editions with other days of the month follow each other. The edition in force before a list
    makes it. A month in which two would make one has the first alone, because a list is called by its month."""
    by_month: dict[Month, date] = {}
    first = min(book.head.in_force for book in books)
    for book in books:
        rule = book.rule(LIST_CALENDAR)
        for day in (date(year, month, rule.day) for year in years for month in rule.months):
            if book.head.covers(day - DAY) or (day - DAY < first and book.head.in_force == first):
                by_month[Month.of(day)] = min(day, by_month.get(Month.of(day), day))
    return list(by_month.values())


def _must_be_list(series: str, list_day: date) -> None:
    valid = list_on(series, list_day)
    if valid != list_day:
        raise LawError("no-list-day", day=list_day, series=series, valid=valid)
