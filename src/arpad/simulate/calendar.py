"""Say which months can be simulated, and when an event of a month is played, reported and put on a list."""

from __future__ import annotations

from datetime import date, timedelta

from arpad.finding import Misuse
from arpad.law import LawError, editions, in_force, rulebook, series_names
from arpad.law.calendar import add_months, closing_day, list_for, next_list

DAY = timedelta(days=1)


def covered(series: str) -> str:
    """The months an edition speaks for, in words: `2009-07 to 2011-06, from 2024-03`."""
    spans: list[list[date | None]] = []
    for head in (rulebook(name).head for name in editions()):
        if series not in head.series:
            continue
        first = head.in_force if head.in_force.day == 1 else add_months(head.in_force.replace(day=1), 1)
        last = spans[-1][1] if spans else None
        if spans and last is not None and last + DAY == first:
            spans[-1][1] = head.until
        else:
            spans.append([first, head.until])
    return ", ".join(f"{a:%Y-%m} to {b:%Y-%m}" if b else f"from {a:%Y-%m}" for a, b in spans)


def month_of(text: str, what: str) -> date:
    """The first day of a month written YYYY-MM."""
    try:
        if len(text) != len("YYYY-MM"):
            raise ValueError
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        raise Misuse(f"{what} {text!r}: expected a month written YYYY-MM, such as 2024-03") from None


def must_be_covered(series: str, first: date, months: int) -> None:
    """Refuse a series nobody knows, and months no edition covers."""
    if series not in series_names():
        raise Misuse(f"no rating series {series!r}; known: {', '.join(series_names())}")
    for month in range(months):
        day = add_months(first, month)
        try:
            for each in (day, add_months(day, 1) - DAY):
                in_force(series, each)
        except LawError:
            raise Misuse(f"no edition of {series} covers {day:%Y-%m}; covered: {covered(series)}") from None


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
