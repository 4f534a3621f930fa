"""Change the code, the series or the days of an event of which nothing is rated, with a reason.

The former values stay stored with the log entry. An admitted report must be examined and admitted again, by the law of
the new series and day. A new schedule can come with the new days, because it lies inside the event. Joined stages must
be parted first, because they name each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, update

from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.book.decisions import must_have_reason
from arpad.office.book.facts import checked
from arpad.office.book.life import Standing
from arpad.office.book.lookup import BookedEvent, booked, event_parts, key_of_event, stages_of
from arpad.office.book.registering import code_of, keep_facts, must_be_open, must_fit, must_hold
from arpad.office.desk import Desk
from arpad.office.store.memory import forget_events
from arpad.office.store.schema import event, event_change


@dataclass(frozen=True)
class EventChange:
    """A request to change the code, the series, the first or last day, or the schedule of an event."""

    event: str  # its code
    why: str
    code: str = ""
    series: str = ""
    start: date | None = None
    end: date | None = None
    schedule: tuple[date, ...] = ()  # the day of each round

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/change-event")
        if not self.named:
            raise Misuse("event-change/nothing")
        checked(self.named)

    @property
    def named(self) -> dict[str, Any]:
        """The new values by the keys of a registration; values that stay are left out."""
        values: dict[str, Any] = {"code": self.code, "series": self.series, "start": self.start, "end": self.end}
        values["schedule"] = self.schedule
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True)
class EventHead:
    """Code, series and days of an event."""

    code: str
    series: str
    start: date
    end: date
    schedule: tuple[date, ...]


@dataclass(frozen=True)
class EventChanged:
    """The head of an event before and after a change."""

    before: EventHead
    after: EventHead
    changed: tuple[str, ...]  # empty: it had these values already
    again: tuple[str, ...]  # the admitted parts, which must be admitted again


def change(desk: Desk, request: EventChange) -> EventChanged:
    """Change the head of an event; refused where something of it is rated."""
    with desk.writing("change event", request.event, request.why) as writing:
        connection = writing.connection
        registered = booked(connection, request.event)
        facts = {**registered.given, "code": registered.code, **request.named}
        before, after = _by(registered.given), _by(facts)
        changed = tuple(key for key in request.named if getattr(before, key) != getattr(after, key))
        if not changed:
            return EventChanged(before, after, (), ())
        _must_be_free(connection, registered, code_of(facts))
        must_be_open(connection, registered)
        must_fit(connection, facts, registered.code)
        must_hold(desk, facts)
        parts = event_parts(connection, keys=[registered.key])
        _store(writing.connection, registered, after, writing.seq)
        keep_facts(writing, registered.key, facts, {"changed": list(changed), "was": registered.code})
        forget_events(connection)
    again = tuple(part.name for part in parts if part.life.under == Standing.ADMITTED)
    return EventChanged(before, after, changed, again)


def _by(facts: Mapping[str, Any]) -> EventHead:
    """The head of an event out of its facts."""
    days = facts["start"], facts["end"], tuple(facts.get("schedule") or ())
    return EventHead(facts["code"], facts["series"], *days)


def _must_be_free(connection: Connection, registered: BookedEvent, code: str) -> None:
    """Refuse a code that another event has, and an event that is joined with others."""
    if code != registered.code and key_of_event(connection, code) is not None:
        raise Misuse("event-change/code-taken", Remedy.to("another-code"), code=code)
    stages = stages_of(connection, registered.key)
    if stages:
        remedy = Remedy.to("part-stages", event=registered.code)
        raise Misuse("event-change/joined", remedy, event=registered.code, stages=stages)


def _store(connection: Connection, before: BookedEvent, after: EventHead, entry: int) -> None:
    """Write the new head into the event, and the former one beside it under this log entry."""
    former, new = (
        {"code": head.code, "series": head.series, "start": Day.of(head.start), "end": Day.of(head.end)}
        for head in (before, after)
    )
    connection.execute(insert(event_change).values(event=before.key, **former, log=entry))
    connection.execute(update(event).where(event.c.key == before.key).values(**new))
