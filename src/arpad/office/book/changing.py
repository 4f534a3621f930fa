"""Change the code, the series or the days of an event: as long as nothing of it is rated, with a reason.

What it was stays in the book, beside its entry in the log. A report that was admitted is to be admitted anew, and is
examined anew: by the law of the new series and day. The days of its rounds can be given with the new days, because a
schedule lies inside the event. Stages of one event are parted first, because they name each other.
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
    """What is to be another: a code, a series, a first or a last day, with them the schedule. The rest stays."""

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
        """What is given, by the keys of a registration."""
        given: dict[str, Any] = {"code": self.code, "series": self.series, "start": self.start, "end": self.end}
        given["schedule"] = self.schedule
        return {key: value for key, value in given.items() if value}


@dataclass(frozen=True)
class EventHead:
    """An event by its code, its series and its days."""

    code: str
    series: str
    start: date
    end: date
    schedule: tuple[date, ...]


@dataclass(frozen=True)
class EventChanged:
    """What an event was, and what it is."""

    before: EventHead
    after: EventHead
    changed: tuple[str, ...]  # none: it was so already
    again: tuple[str, ...]  # what was admitted of it, and is to be admitted anew


def change(desk: Desk, request: EventChange) -> EventChanged:
    """Change what an event is registered as."""
    with desk.writing("change event", request.event, request.why) as writing:
        connection = writing.connection
        there = booked(connection, request.event)
        facts = {**there.given, "code": there.code, **request.named}
        before, after = _by(there.given), _by(facts)
        changed = tuple(key for key in request.named if getattr(before, key) != getattr(after, key))
        if not changed:
            return EventChanged(before, after, (), ())
        _must_be_free(connection, there, code_of(facts))
        must_be_open(connection, there)
        must_fit(connection, facts, there.code)
        must_hold(desk, facts)
        parts = event_parts(connection, keys=[there.key])
        _store(writing.connection, there, after, writing.seq)
        keep_facts(writing, there.key, facts, {"changed": list(changed), "was": there.code})
        forget_events(connection)
    again = tuple(part.name for part in parts if part.life.under == Standing.ADMITTED)
    return EventChanged(before, after, changed, again)


def _by(facts: Mapping[str, Any]) -> EventHead:
    days = facts["start"], facts["end"], tuple(facts.get("schedule") or ())
    return EventHead(facts["code"], facts["series"], *days)


def _must_be_free(connection: Connection, there: BookedEvent, code: str) -> None:
    """Refuse a code that another event has, and an event that is joined with others."""
    if code != there.code and key_of_event(connection, code) is not None:
        raise Misuse("event-change/code-taken", Remedy.to("another-code"), code=code)
    stages = stages_of(connection, there.key)
    if stages:
        remedy = Remedy.to("part-stages", event=there.code)
        raise Misuse("event-change/joined", remedy, event=there.code, stages=stages)


def _store(connection: Connection, there: BookedEvent, after: EventHead, entry: int) -> None:
    was = {"code": there.code, "series": there.series, "start": Day.of(there.start), "end": Day.of(there.end)}
    connection.execute(insert(event_change).values(event=there.key, **was, log=entry))
    row = {"code": after.code, "series": after.series, "start": Day.of(after.start), "end": Day.of(after.end)}
    connection.execute(update(event).where(event.c.key == there.key).values(**row))
