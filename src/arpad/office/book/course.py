"""How far an event in parts has come: which parts were received, on which lists they are, and whether more will come.

An event is over when an officer declared it, or when its last registered day is reported, no part waits for a decision
and no round is missing. Until then lists leave open what a later part may change. An event past its last day with
something missing is overdue: an officer should ask for the part, or declare that none comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from enum import StrEnum

import numpy as np
from sqlalchemy import Connection, select

from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.office.book.content import unpacked
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import Decision, EventPart, decisions_of, event_parts
from arpad.office.store.schema import content, report

GONE = (Standing.REFUSED, Standing.WITHDRAWN, Standing.REGISTERED)
"""Statuses of a part of which nothing is going to be rated as it is."""
DECIDED = (Standing.ADMITTED, Standing.RATED)


class Course(StrEnum):
    """How far an event in parts has come."""

    GOES_ON = "goes-on"
    OVERDUE = "overdue"  # its last day is past, and something of it is missing
    COMPLETE = "complete"
    ENDED = "ended"  # an officer declared that no further part comes


@dataclass(frozen=True)
class PartCome:
    """A part that was received: the days of its games, and its status."""

    part: int
    name: str  # CODE/PART
    standing: Standing
    first: date
    last: date
    list_: Month | None  # on which it is rated
    rounds: tuple[int, ...]  # of its games, as they were admitted
    admitted: int  # the last admission


@dataclass(frozen=True)
class EventInParts:
    """An event of which at least one part was received."""

    code: str
    end: date  # as registered
    parts: tuple[PartCome, ...]  # by number
    ended: Decision | None  # the declaration that no further part comes

    @property
    def missing(self) -> tuple[int, ...]:
        """The rounds that are missing between those that were admitted."""
        rounds = {turn for part in self.parts if part.standing in DECIDED for turn in part.rounds}
        return tuple(sorted(set(range(1, max(rounds, default=0))) - rounds))

    def course(self, today: date) -> Course:
        """How far the event has come on a day."""
        if self.ended is not None:
            return Course.ENDED
        counted = [part for part in self.parts if part.standing in DECIDED]
        waiting = [part for part in self.parts if part.standing not in (*GONE, *DECIDED)]
        if max((part.last for part in counted), default=date.min) >= self.end and not waiting and not self.missing:
            return Course.COMPLETE
        return Course.OVERDUE if today > self.end else Course.GOES_ON


def ending(happened: Iterable[Decision]) -> Decision | None:
    """The declaration that no further part comes, unless it was taken back; None where there is none."""
    last = [each for each in happened if each.kind in (Kind.ENDED, Kind.RESUMED)][-1:]
    return last[0] if last and last[0].kind == Kind.ENDED else None


def events_in_parts(connection: Connection, series: str = "", keys: Sequence[int] | None = None) -> list[EventInParts]:
    """The events with received parts, by first day: all of them, those of a series, or those with these keys."""
    of_event: dict[int, list[EventPart]] = defaultdict(list)
    for part in event_parts(connection, series, keys):
        if part.part and part.report:
            of_event[part.event].append(part)
    return [_event(connection, parts) for parts in of_event.values()]


def parts_of_event(connection: Connection, key: int) -> EventInParts | None:
    """An event with its received parts; None where no part was received."""
    return next(iter(events_in_parts(connection, keys=[key])), None)


def _event(connection: Connection, parts: Sequence[EventPart]) -> EventInParts:
    """An event out of its parts."""
    first = parts[0]
    received = tuple(_come(connection, part) for part in parts)
    return EventInParts(first.code, first.end, received, ending(decisions_of(connection, first.event)))


def _come(connection: Connection, part: EventPart) -> PartCome:
    """A received part with the days of its report, and the rounds where it is admitted."""
    rows = select(report.c.first_day, report.c.last_day).where(report.c.seq == part.report)
    row = connection.execute(rows).one()
    where, list_ = part.life.where, part.life.rated or None
    rounds = _rounds(connection, part.admitted) if where in DECIDED else ()
    days = Day(row.first_day).date, Day(row.last_day).date
    return PartCome(part.part, part.name, where, *days, list_, rounds, part.admitted)


def _rounds(connection: Connection, decision: int) -> tuple[int, ...]:
    """The rounds of the games that an admission stored."""
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar_one()
    return tuple(np.unique(unpacked(packed).games.round).tolist())
