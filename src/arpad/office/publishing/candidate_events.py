"""Which events enter a list, and which stay out and why.

An event (or a part of one) enters when it is admitted, not held, not rated yet, and ended in time. Other events of the
series that are not rated are returned with the reason. Events that were refused or withdrawn before the replaced list
are left out silently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, and_, or_, select

from arpad.admission.deadlines import last_list_of
from arpad.days import Day, Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.book.event_lookup import part_name
from arpad.office.book.event_status import DECISIONS_FOR_ALL_PARTS, DecisionKind, EventStatus, status_after
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of
from arpad.office.store.schema import content

NOT_AWAITED = (EventStatus.REFUSED, EventStatus.WITHDRAWN, EventStatus.REGISTRATION_REFUSED)
LEFT_OUT_MESSAGES = {
    EventStatus.REGISTERED: "left-out/registered",
    EventStatus.REPORTED: "left-out/reported",
    EventStatus.SENT: "left-out/sent",
    EventStatus.APPEALED: "left-out/appealed",
    EventStatus.REFUSED: "left-out/refused",
    EventStatus.WITHDRAWN: "left-out/withdrawn",
    EventStatus.REGISTRATION_REFUSED: "left-out/registration-refused",
    EventStatus.REGISTRATION_APPEALED: "left-out/registration-appealed",
}


@dataclass(frozen=True)
class CandidateEvent:
    """An event, or a part of it (1, 2 ...; 0 is an event in one piece), that may enter a list. `start` and `end` are
    days as yyyymmdd."""

    event: int
    code: str
    part: int
    start: int
    end: int
    decision: int = 0  # the admission: a key of the table `decision`
    key: int = 0  # from the content
    content_sha256: str = ""
    why: Problem | None = None  # it stays out
    over: bool = False  # refused or withdrawn: it will not enter a later list either

    @property
    def started(self) -> date:
        """The first day."""
        return Day(self.start).date


class DecidedRow(NamedTuple):
    """A decision about an event (`kind` is a value of DecisionKind), with the event, and the list that rated this
    part (None: unrated)."""

    seq: int
    event: int
    part: int
    kind: str
    log: int
    code: str
    start: int
    end: int
    list: int | None


def events_for_list(
    connection: Connection, series: str, list_: int, since: int
) -> tuple[list[CandidateEvent], list[CandidateEvent]]:
    """Return two lists of unrated events: those that enter this list, and those that stay out, each with the reason
    (`why`). Events that were refused or withdrawn up to log entry `since`, which published the replaced list, are
    in neither. Nothing is stored."""
    inside: list[CandidateEvent] = []
    outside: list[CandidateEvent] = []
    admitted: dict[int, CandidateEvent] = {}
    for event, part, rows in _unrated_parts_with_decisions(connection, series):
        where = status_after(row.kind for row in rows)
        candidate = CandidateEvent(event, rows[0].code, part, rows[0].start, rows[0].end)
        if where is EventStatus.ADMITTED:
            last = [row.seq for row in rows if row.kind == DecisionKind.ADMITTED][-1]
            admitted[last] = candidate
        elif where is EventStatus.HELD:
            entry = [row.log for row in rows if row.kind == DecisionKind.HELD][-1]
            outside.append(replace(candidate, why=_problem_of_held_event(connection, entry)))
        elif where not in NOT_AWAITED or rows[-1].log > since:
            outside.append(replace(candidate, why=Problem(LEFT_OUT_MESSAGES[where]), over=where in NOT_AWAITED))
    columns = tuple(content.c[name] for name in ("decision", "event_key", "start", "end", "enters", "sha256"))
    for row in admitted_content_rows(connection, sorted(admitted), columns):
        registered = admitted[row.decision]
        why = _why_on_another_list(series, (row.enters, row.start, max(row.end, registered.end)), Month(list_))
        days = {"start": row.start, "end": row.end}
        candidate = replace(
            registered, **days, decision=row.decision, key=row.event_key, content_sha256=row.sha256, why=why
        )
        (inside if why is None else outside).append(candidate)
    return inside, outside


def events_awaited_by_empty_list(connection: Connection, series: str, list_: Month, closes: date) -> tuple[str, ...]:
    """Return the events and parts that could still enter the next list, if no event enters it now; else nothing. They
    ended by its closing day, and are neither admitted, refused nor withdrawn."""
    inside, outside = events_for_list(connection, series, int(list_), 0)
    if inside:
        return ()
    waiting = (each for each in outside if not (each.over or each.decision) and Day(each.end).date <= closes)
    return tuple(part_name(each.code, each.part) for each in waiting)


def _why_on_another_list(series: str, admitted: tuple[int, int, int], list_: Month) -> Problem | None:
    """Return why an admitted event is not on this list: it enters a later one, or the last list that it may enter is
    past. None: it is on this list. `admitted` has the list it enters, its first day and its last day (of the
    whole event, if this is a part of it)."""
    enters, start, end = admitted
    if enters >= list_:
        return Problem("left-out/later", list=Month(enters)) if enters > list_ else None
    last = last_list_of(series, Day(start).date, Day(end).date)
    if last is not None and enters <= Month.of(last) < list_:
        return Problem("left-out/over", list=Month.of(last))
    return None


def _problem_of_held_event(connection: Connection, entry: int) -> Problem:
    """Return the reason why a held event stays out: who holds it, since when and why. `entry` is the log entry of
    the hold."""
    log = schema.log
    day, who, why = connection.execute(select(log.c.day, log.c.who, log.c.why).where(log.c.seq == entry)).one()
    fields = {"day": Day(day), "who": who}
    return Problem("left-out/held-why", **fields, why=why) if why else Problem("left-out/held", **fields)


def _unrated_parts_with_decisions(connection: Connection, series: str) -> Iterator[tuple[int, int, list[DecidedRow]]]:
    """Yield event key, part and decisions of each unrated part; an event that was never reported has part 0.
    Decisions about the whole event are among those of each part. The oldest decision comes first."""
    decision, event, rated = schema.decision, schema.event, schema.rated
    reported, other, same = decision.alias("reported"), rated.alias("other"), rated.alias("same")
    rated_before = select(1).where(other.c.event == event.c.key).exists()
    done = select(1).where(same.c.event == reported.c.event, same.c.part == reported.c.part).exists()
    waits = (
        select(1).where(reported.c.event == event.c.key, reported.c.kind == DecisionKind.REPORTED.value, ~done).exists()
    )
    rows = (
        select(decision.c.seq, decision.c.event, decision.c.part, decision.c.kind, decision.c.log)
        .add_columns(event.c.code, event.c.start, event.c.end, rated.c.list)
        .join(event, event.c.key == decision.c.event)
        .outerjoin(rated, and_(rated.c.event == decision.c.event, rated.c.part == decision.c.part))
        .where(event.c.series == series, or_(~rated_before, waits))
        .order_by(decision.c.event, decision.c.seq)
    )
    of_event: dict[int, list[DecidedRow]] = defaultdict(list)
    for row in connection.execute(rows).all():
        of_event[row.event].append(DecidedRow(*row))
    for event_key, happened in of_event.items():
        parts = {row.part for row in happened if row.kind == DecisionKind.REPORTED} or {0}
        for part in sorted(parts):
            mine = [
                row for row in happened if row.part == part or (row.part == 0 and row.kind in DECISIONS_FOR_ALL_PARTS)
            ]
            if not any(row.part == part and row.list for row in mine):
                yield event_key, part, mine


def admitted_content_rows(
    connection: Connection, decisions: list[int], columns: Sequence[Column[Any]]
) -> Sequence[Any]:
    """Return these columns of the stored content of some admissions (keys of `decision`), in no fixed order."""
    return connection.execute(select(*columns).where(is_one_of(connection, content.c.decision, decisions))).all()


def rated_events_where(
    connection: Connection, chosen: ColumnElement[bool], known_at: int | None
) -> list[tuple[int, CandidateEvent]]:
    """Return (list, event or part) for everything rated that matches a condition. With `known_at`, a log entry, as
    it was then. Without it, as revised since: with the content that revisions admitted, and without annulled
    events."""
    rated, event, decision = schema.rated, schema.event, schema.decision
    rows = (
        select(rated.c.list, rated.c.event, event.c.code, rated.c.part, content.c.start, content.c.end)
        .add_columns(rated.c.decision, content.c.event_key, content.c.sha256)
        .join(content, content.c.decision == rated.c.decision)
        .join(event, event.c.key == rated.c.event)
        .join(decision, decision.c.seq == rated.c.decision)
        .where(chosen)
        .order_by(rated.c.event, rated.c.list, rated.c.part)
    )
    rows = rows.where(decision.c.log <= known_at) if known_at is not None else rows
    events = [(row.list, CandidateEvent(*row[1:])) for row in connection.execute(rows)]
    return events if known_at is not None else _rated_events_as_revised(connection, events)


def _rated_events_as_revised(
    connection: Connection, rated: list[tuple[int, CandidateEvent]]
) -> list[tuple[int, CandidateEvent]]:
    """Return the same rows with the days and content that the last revision admitted; annulled events are left out.
    `key` stays that of the first admission."""
    decision, kinds = schema.decision, (DecisionKind.REVISED.value, DecisionKind.ANNULLED.value)
    events = sorted({candidate.event for _, candidate in rated})
    rows = select(decision.c.seq, decision.c.event, decision.c.part, decision.c.kind).order_by(decision.c.seq)
    rows = rows.where(decision.c.kind.in_(kinds), is_one_of(connection, decision.c.event, events))
    last = {(row.event, row.part): row for row in connection.execute(rows)}
    columns = content.c.decision, content.c.start, content.c.end, content.c.sha256
    revised = sorted(row.seq for row in last.values() if row.kind == DecisionKind.REVISED.value)
    instead = {row.decision: row for row in admitted_content_rows(connection, revised, columns)}
    revised_events = []
    for list_, candidate in rated:
        row = last.get((candidate.event, candidate.part))
        if row is None:
            revised_events.append((list_, candidate))
        elif row.kind == DecisionKind.REVISED.value:
            new = instead[row.seq]
            changed = replace(candidate, start=new.start, end=new.end, decision=new.decision, content_sha256=new.sha256)
            revised_events.append((list_, changed))
    return revised_events
