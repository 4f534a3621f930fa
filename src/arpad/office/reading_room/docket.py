"""The docket: which events wait, are held or refused, since when, by which articles, and which clock runs.

Nobody is named who decided, and no finding is quoted: its name and its articles say what it is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from sqlalchemy import Connection

from arpad.finding import Tier
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.office.book.decisions import appeal_ends
from arpad.office.book.dossier import APPEALABLE, deadlines
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import EventPart, booked, decisions_of, event_parts, events_on, in_parts
from arpad.office.reading_room.event_pages import EventItem, FoundInReport, found_in_report, items

ORDER = (
    Standing.HELD, Standing.APPEALED, Standing.REGISTRATION_APPEALED, Standing.REPORTED, Standing.ADMITTED,
    Standing.REFUSED, Standing.REGISTRATION_REFUSED, Standing.REGISTERED,
)  # fmt: skip
"""What is on the docket, and in which order; what is rated or withdrawn is not."""
STOPPING = (Tier.REFUSE, Tier.ASK)


@dataclass(frozen=True)
class Clock:
    """A deadline."""

    what: str  # report, registration, first list, appeal
    day: date
    over: bool


@dataclass(frozen=True)
class DocketItem:
    """An event that is not rated: where it stands, since when, why, and its deadlines."""

    item: EventItem
    since: date
    edition: str
    findings: tuple[FoundInReport, ...]  # those that stop it
    clocks: tuple[Clock, ...]


def docket(connection: Connection, today: date) -> tuple[DocketItem, ...]:
    """Return all events that are not rated, by state and day."""
    keys = sorted({*events_on(connection, ""), *in_parts(connection, "")})
    parts = [part for part in event_parts(connection, keys=keys) if part.life.where in ORDER]
    rows = {item.event: item for item in items(connection, sorted({part.event for part in parts}))}
    waiting = [_item(connection, part, rows[part.name], today) for part in parts]
    return tuple(sorted(waiting, key=lambda each: (ORDER.index(each.item.standing), each.item.end, each.item.event)))


def _item(connection: Connection, part: EventPart, item: EventItem, today: date) -> DocketItem:
    """Build the entry of an event."""
    happened = decisions_of(connection, part.event, part.part)
    since = happened[-1].day if happened else part.start
    stopping = tuple(each for each in found_in_report(connection, part.event) if each.tier in STOPPING)
    try:
        edition = in_force(part.series, part.start).id
    except LawError:
        edition = ""
    clocks = tuple(_clocks(connection, part, today)) if edition else ()
    reported = any(each.kind is Kind.REPORTED for each in happened)
    return DocketItem(item, since, edition, stopping if reported else (), clocks)


def _clocks(connection: Connection, part: EventPart, today: date) -> Iterator[Clock]:
    """Yield the deadlines of an event: of an appeal, or of what must come before rating."""
    if part.life.under in APPEALABLE:
        until = appeal_ends(connection, part)
        if until is not None:
            yield Clock("appeal", until, today > until)
        return
    happened = decisions_of(connection, part.event)
    for due in deadlines(booked(connection, part.code), happened, today):
        if due.what != "registration":
            yield Clock(due.what, due.day, today > due.day)
