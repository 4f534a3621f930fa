"""Say which months can be simulated, and when an event of a month is played, reported and put on a list."""

from __future__ import annotations

from datetime import date, timedelta

from arpad.days import Month
from arpad.finding import Misuse, Note
from arpad.law import LawError, editions, in_force, rulebook, series_names
from arpad.law.calendar import add_months, closing_day, list_for, next_list

DAY = timedelta(days=1)


def covered(series: str) -> tuple[Note, ...]:
    """The months for which some edition admits events: `2009-07 to 2011-06`, `from 2024-03`."""
    spans: list[list[date | None]] = []
    for head in (rulebook(name).head for name in editions()):
        if series not in head.series or head.use:
            continue
        last = spans[-1][1] if spans else None
        if last is not None and last + DAY == head.in_force:
            spans[-1][1] = head.until
        else:
            whole = head.in_force.day == 1
            spans.append([head.in_force if whole else add_months(head.in_force.replace(day=1), 1), head.until])
    return tuple(
        Note.of("months-covered/until", first=Month.of(first), last=Month.of(last))
        if last
        else Note.of("months-covered/from", first=Month.of(first))
        for first, last in spans
    )


def must_be_covered(series: str, first: Month, months: int) -> None:
    """Refuse a series nobody knows, and months no edition covers."""
    if series not in series_names():
        raise Misuse("simulate-series", series=series, known=tuple(series_names()))
    for month in (first.plus(each) for each in range(months)):
        try:
            for day in (month.first, month_end(month.first)):
                in_force(series, day)
        except LawError:
            raise Misuse("simulate-months", series=series, month=month, covered=covered(series)) from None


def month_end(day: date) -> date:
    """The last day of a day's month."""
    return add_months(day.replace(day=1), 1) - DAY


def last_day(series: str, month: date) -> date:
    """The last day on which an event of the last month may end: its list is the one after it."""
    end = month_end(month)
    return min(end, closing_day(series, next_list(series, end)))


def entered(series: str, end: date, reported: date) -> date | None:
    """The list an event enters; None where that is after the last edition."""
    try:
        first = list_for(series, end)
        return first if first > reported else next_list(series, reported)
    except LawError:
        return None
