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
    """The list an event enters; where the office does not compute the series, the one that the law names."""
    published = _published(connection, series)
    if by_law is None or not published:
        return by_law
    try:
        return max(by_law, next_list(series, _last_day(published)))
    except LawError:
        return by_law  # the law ends with the newest list


def finished(connection: Connection, series: str, onto: int = 0) -> date | None:
    """The newest list that is published here, None where there is none; of what belongs on a list of before, the last
    day before that one."""
    if onto:
        return Month(onto).first - timedelta(days=1)
    published = _published(connection, series)
    return published.first if published else None


def _published(connection: Connection, series: str) -> Month:
    return Month(newest(connection, series) if kind_of(connection, series) == COMPUTED else 0)


def list_of(answer: Answer) -> Month | None:
    """The list that an event goes into by its examination; what is not ratable goes into none."""
    if answer.list_day is None or answer.verdict == Verdict.NOT_RATABLE:
        return None
    return Month.of(answer.list_day)


def day_of_list(series: str, list_: Month) -> date:
    """The day of a list."""
    return list_on(series, _last_day(list_))


def _last_day(month: Month) -> date:
    return month.plus(1).first - timedelta(days=1)
