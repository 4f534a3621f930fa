"""Decide which list is meant: of the only series where none is named, and the list that is due where none is named.

Due is the list after the newest one. Whoever publishes and names no list means the newest where it was made here and
the next one is not yet to be had: publishing again changes nothing. Whether a list can be made is `inputs`' business;
whether it may be published before its day is decided here: not while an official event may still be on it.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection

from arpad.days import LAST_YEAR, Day, Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.calendar import closing_day, next_list
from arpad.office.book.lookup import booked
from arpad.office.publication.inputs import Inputs
from arpad.office.publication.storing import COMPUTED as MADE_HERE
from arpad.office.publication.storing import kind_of_list
from arpad.office.rolls import COMPUTED, missing, newest, only_series

NO_MONTH = Month(0)


@dataclass(frozen=True)
class Which:
    """A list as a request names it: no series means the only one, no month the list that is due or the newest."""

    series: str = ""
    list_: Month = NO_MONTH

    def __post_init__(self) -> None:
        object.__setattr__(self, "list_", Month(self.list_))
        if self.list_:
            first_day(self.list_)


def first_day(list_: Month) -> date:
    """The day of a list; a number that is no month is refused."""
    try:
        day = Month(list_).first
    except ValueError:
        raise Misuse("no-month", number=int(list_)) from None
    if day.year > LAST_YEAR:
        raise Misuse("no-month", number=int(list_))
    return day


def due_list(connection: Connection, which: Which) -> Which:
    """Return the list that is due, unless the request names one."""
    series = which.series or only_series(connection, COMPUTED)
    if which.list_:
        return Which(series, which.list_)
    last = newest(connection, series)
    if not last:
        raise missing(series)
    return Which(series, Month.of(next_list(series, first_day(Month(last)))))


def list_to_publish(connection: Connection, which: Which, today: date) -> Which:
    """Return the list that is due; if none is named and it cannot be made yet, the newest one."""
    due = due_list(connection, which)
    if which.list_:
        return due
    last = Month(newest(connection, due.series))
    early = today <= closing_day(due.series, first_day(due.list_))
    return Which(due.series, last) if early and kind_of_list(connection, due.series, last) == MADE_HERE else due


def must_shut_nobody_out(connection: Connection, inputs: Inputs, today: date) -> None:
    """Refuse to publish before the list's day while a registered event that is (or may be) official can still enter
    it."""
    if today >= inputs.day:
        return
    closes, last = (closing_day(inputs.series, inputs.day, official) for official in (False, True))
    for event in inputs.left_out:
        facts = booked(connection, event.code).given
        official = False if facts.get("continental") and not facts.get("official") else facts.get("official")
        ended = Day(event.end).date
        if official is False or event.over or not closes < ended <= last:
            continue
        which = "list-shuts-out" if official else "list-shuts-out/unknown"
        fields = {"list": Month.of(inputs.day), "series": inputs.series, "event": event.code, "end": ended}
        raise Misuse(which, Remedy.to("publish-from", day=inputs.day, event=event.code), **fields)


def newest_list(connection: Connection, which: Which, kind: str = "") -> Which:
    """Return the newest list, unless the request names one."""
    series = which.series or only_series(connection, kind)
    return Which(series, which.list_ or Month(newest(connection, series)))
