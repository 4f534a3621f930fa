"""Which list an event enters: the first that the law allows and that is not published yet.

A published list never changes, so an event that comes late goes into the next one, as far as the law on late reports
lets it. What is rated is on the list that it was rated in.
"""

from __future__ import annotations

from datetime import date, timedelta

from sqlalchemy import Connection

from arpad.days import Month
from arpad.law import LawError
from arpad.law.calendar import list_on, next_list
from arpad.model import Verdict
from arpad.office.rolls import COMPUTED, kind_of, newest
from arpad.pipeline import Answer


def enters(connection: Connection, series: str, by_law: date | None) -> date | None:
    """The day of the list that an event will enter: the one by law, or the first that is not published yet.

    Where the office does not compute the series, it is the one by law."""
    published = _published(connection, series)
    if by_law is None or not published:
        return by_law
    try:
        return max(by_law, next_list(series, _last_day(published)))
    except LawError:
        return by_law  # the law ends with the newest list


def finished(connection: Connection, series: str, onto: int = 0) -> date | None:
    """The day of the newest list published here, None where there is none; `onto` a list of the past it is the last day
    before that list."""
    if onto:
        return Month(onto).first - timedelta(days=1)
    published = _published(connection, series)
    return published.first if published else None


def _published(connection: Connection, series: str) -> Month:
    """The newest list of a series that the office computes; month 0 of any other series."""
    return Month(newest(connection, series) if kind_of(connection, series) == COMPUTED else 0)


def list_of(answer: Answer) -> Month | None:
    """The month of the list that an examined event enters; None where it is not ratable."""
    if answer.list_day is None or answer.verdict == Verdict.NOT_RATABLE:
        return None
    return Month.of(answer.list_day)


def day_of_list(series: str, list_: Month) -> date:
    """The day of the list of a month."""
    return list_on(series, _last_day(list_))


def _last_day(month: Month) -> date:
    return month.plus(1).first - timedelta(days=1)
