"""The days by which something is due of each open event: registration, monthly parts, report, first list, appeal.

Nothing is decided or sent here. A duty that is fulfilled is left out; one whose day is past is overdue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook, in_force
from arpad.law.calendar import DAY, add_months
from arpad.law.rules.admission import INTERIM_REPORT
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import CLOSING_DAY
from arpad.law.rules.office import APPEAL
from arpad.law.rules.registration import REGISTRATION_NOTICE, REPORT_DEADLINE
from arpad.office.book.event_dossier import APPEALABLE_STATUSES, event_deadlines
from arpad.office.book.event_lookup import (
    EventPart,
    RegisteredEvent,
    decisions_about_event,
    find_event_parts,
    find_registered_event,
)
from arpad.office.book.event_status import EventStatus
from arpad.office.book.report_decisions import last_day_to_appeal

NO_REPORT_AWAITED = (EventStatus.WITHDRAWN, EventStatus.ANNULLED, EventStatus.REGISTRATION_REFUSED)


class DutyKind(StrEnum):
    """What is due."""

    REGISTRATION = "registration"
    PART = "part"
    REPORT = "report"
    FIRST_LIST = "first list"
    APPEAL = "appeal"


CONCEPTS: Mapping[DutyKind, Concept[Any]] = {
    DutyKind.REGISTRATION: REGISTRATION_NOTICE,
    DutyKind.PART: INTERIM_REPORT,
    DutyKind.REPORT: REPORT_DEADLINE,
    DutyKind.FIRST_LIST: CLOSING_DAY,
    DutyKind.APPEAL: APPEAL,
}


@dataclass(frozen=True)
class EventDuty:
    """Something that is due of an event, with the article that says by when."""

    event: str
    series: str
    what: DutyKind
    due: date
    overdue: bool
    articles: tuple[str, ...]


def event_duties(connection: Connection, series: str, today: date) -> tuple[EventDuty, ...]:
    """Return what is due of the events of a series (all, if empty), by day; seen from `today`."""
    by_event: dict[int, list[EventPart]] = {}
    for part in find_event_parts(connection, series):
        by_event.setdefault(part.event, []).append(part)
    found: list[EventDuty] = []
    for parts in by_event.values():
        found += _duties_of_event(connection, parts, today)
    return tuple(sorted(found, key=lambda duty: (duty.due, duty.event, duty.what)))


def _duties_of_event(connection: Connection, parts: list[EventPart], today: date) -> Iterator[EventDuty]:
    event = find_registered_event(connection, parts[0].code)
    try:
        book = in_force(event.series, event.start)
    except LawError:
        return  # the law does not cover its days, and sets none
    days = [*_days_of_appeal(connection, parts), *_days_of_event(connection, event, parts, book)]
    for what, due in days:
        yield EventDuty(event.code, event.series, what, due, due < today, book.articles(CONCEPTS[what])[:1])


def _days_of_appeal(connection: Connection, parts: list[EventPart]) -> Iterator[tuple[DutyKind, date]]:
    for part in parts:
        until = last_day_to_appeal(connection, part) if part.life.under in APPEALABLE_STATUSES else None
        if until is not None:
            yield DutyKind.APPEAL, until


def _days_of_event(
    connection: Connection, event: RegisteredEvent, parts: list[EventPart], book: Rulebook
) -> Iterator[tuple[DutyKind, date]]:
    """The days of registration, of monthly parts that have not come, of the report and of the first list."""
    if all(part.life.where in NO_REPORT_AWAITED for part in parts):
        return
    received = sum(bool(part.report) for part in parts)
    for number, due in enumerate(part_days(book, event.start, event.end), 1):
        if number > received:
            yield DutyKind.PART, due
    for deadline in event_deadlines(event, decisions_about_event(connection, event.key), event.end):
        what = DutyKind(deadline.what)
        registered = what is DutyKind.REGISTRATION and event.given.get("registered")
        listed = what is DutyKind.FIRST_LIST and all(part.life.rated for part in parts)
        if not registered and not listed:
            yield what, deadline.day


def part_days(book: Rulebook, start: date, end: date) -> tuple[date, ...]:
    """The last days of the months after which a long event reports a part; none for an event that is not so long. The
    last part is the report itself."""
    rule = book.find(INTERIM_REPORT)
    if rule is None or (end - start).days + 1 <= rule.days:
        return ()
    days: list[date] = []
    while (due := add_months(start, rule.months * (len(days) + 1)) - DAY) < end:
        days.append(due)
    return tuple(days)
