"""Decide which list a request means: the only series, the list that is due, or the newest one.

Due is the list after the newest one. The module also refuses to publish before the list's day while an official event
may still enter it.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection

from arpad.days import LAST_YEAR, Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.calendar import closing_day, list_day, next_list
from arpad.office.book.event_lookup import find_registered_event
from arpad.office.publishing.list_inputs import ListInputs
from arpad.office.publishing.list_storage import COMPUTED as MADE_HERE
from arpad.office.publishing.list_storage import kind_of_list
from arpad.office.rolls import COMPUTED, missing_list_error, newest_published_list, single_series

NO_MONTH = Month(0)


@dataclass(frozen=True)
class ListChoice:
    """A list as a request names it. Without a series it means the only series; with month 0 the list that is due or
    the newest one. A number that is no month is refused."""

    series: str = ""
    list_: Month = NO_MONTH

    def __post_init__(self) -> None:
        object.__setattr__(self, "list_", Month(self.list_))
        if self.list_:
            day_of_list(self.list_)


def day_of_list(list_: Month) -> date:
    """Return the first day of the month of a list (yyyymm); refuse a number that is no month, and a year after
    LAST_YEAR. Whether such a list exists is not checked."""
    try:
        day = Month(list_).first
    except ValueError:
        raise UserError("no-month", number=int(list_)) from None
    if day.year > LAST_YEAR:
        raise UserError("no-month", number=int(list_))
    return day


def due_if_unnamed(connection: Connection, which: ListChoice) -> ListChoice:
    """Return the named list, unchecked; if no month is named, the list after the newest one. Without a series, the
    only computed one is meant; none or several are refused, and a series without lists."""
    series = which.series or single_series(connection, COMPUTED)
    if which.list_:
        return ListChoice(series, which.list_)
    last = newest_published_list(connection, series)
    if not last:
        raise missing_list_error(series)
    return ListChoice(series, Month.of(next_list(series, list_day(series, Month(last)))))


def list_to_publish(connection: Connection, which: ListChoice, today: date) -> ListChoice:
    """Return the named list, unchecked. If no month is named: the list after the newest one, or, while the period of
    that one is not over, the newest list itself if it was computed here."""
    due = due_if_unnamed(connection, which)
    if which.list_:
        return due
    last = Month(newest_published_list(connection, due.series))
    early = today <= closing_day(due.series, list_day(due.series, due.list_))
    return ListChoice(due.series, last) if early and kind_of_list(connection, due.series, last) == MADE_HERE else due


def refuse_to_shut_events_out(connection: Connection, inputs: ListInputs, today: date) -> None:
    """Refuse to publish before the list's day while an event that was left out, and is official or may be, can still
    enter the list: it ended after the usual closing day, but within the longer time that official events have.
    From the list's day on nothing is refused."""
    if today >= inputs.day:
        return
    closes, last = (closing_day(inputs.series, inputs.day, official) for official in (False, True))
    for event in inputs.left_out:
        facts = find_registered_event(connection, event.code).given
        official = False if facts.get("continental") and not facts.get("official") else facts.get("official")
        ended = Day(event.end).date
        if official is False or event.over or not closes < ended <= last:
            continue
        which = "list-shuts-out" if official else "list-shuts-out/unknown"
        fields = {"list": Month.of(inputs.day), "series": inputs.series, "event": event.code, "end": ended}
        raise UserError(which, Remedy.to("publish-from", day=inputs.day, event=event.code), **fields)


def newest_if_unnamed(connection: Connection, which: ListChoice, kind: str = "") -> ListChoice:
    """Return the named list, unchecked; if no month is named, the newest one (month 0 if the series has none).
    Without a series, the only one of this kind (computed, imported; empty: any) is meant; none or several are
    refused."""
    series = which.series or single_series(connection, kind)
    return ListChoice(series, which.list_ or Month(newest_published_list(connection, series)))
