"""Which events go into a list, and which stay out and why.

An event, or a part of one, goes in when it is admitted, not held, not rated yet, and ended in time. What was registered
or reported for the series and is not rated stays visible here, with the reason; what was refused or withdrawn before
the list that is being replaced is no news any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, and_, or_, select

from arpad.admission.deadlines import last_list_of
from arpad.days import Day, Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.book.life import OF_ALL_PARTS, Kind, Standing, standing
from arpad.office.store import schema
from arpad.office.store.bulk import one_of
from arpad.office.store.schema import content

OVER = (Standing.REFUSED, Standing.WITHDRAWN, Standing.REGISTRATION_REFUSED)
LEFT_OUT = {
    Standing.REGISTERED: "left-out/registered",
    Standing.REPORTED: "left-out/reported",
    Standing.APPEALED: "left-out/appealed",
    Standing.REFUSED: "left-out/refused",
    Standing.WITHDRAWN: "left-out/withdrawn",
    Standing.REGISTRATION_REFUSED: "left-out/registration-refused",
    Standing.REGISTRATION_APPEALED: "left-out/registration-appealed",
}


@dataclass(frozen=True)
class Candidate:
    """An event, or a part of it, that may enter a list."""

    event: int
    code: str
    part: int
    start: int
    end: int
    decision: int = 0  # the admission
    key: int = 0  # from the content
    content_sha256: str = ""
    why: Problem | None = None  # it stays out
    over: bool = False  # refused or withdrawn: it is not waited for

    @property
    def started(self) -> date:
        return Day(self.start).date


def candidates_for(
    connection: Connection, series: str, list_: int, since: int
) -> tuple[list[Candidate], list[Candidate]]:
    """Return the events that enter a list, and those that stay out with the reason. `since` is the log entry of the
    replaced list."""
    inside: list[Candidate] = []
    outside: list[Candidate] = []
    admitted: dict[int, tuple[int, str, int, int]] = {}
    for event, part, rows in _unrated(connection, series):
        where = standing(row.kind for row in rows)
        if where is Standing.ADMITTED:
            last = [row.seq for row in rows if row.kind == Kind.ADMITTED][-1]
            admitted[last] = event, rows[0].code, part, rows[0].end
            continue
        bare = Candidate(event, rows[0].code, part, rows[0].start, rows[0].end)
        if where is Standing.HELD:
            entry = [row.log for row in rows if row.kind == Kind.HELD][-1]
            outside.append(replace(bare, why=_held(connection, entry)))
        elif where not in OVER or rows[-1].log > since:
            outside.append(replace(bare, why=Problem(LEFT_OUT[where]), over=where in OVER))
    columns = (
        content.c.decision,
        content.c.event_key,
        content.c.start,
        content.c.end,
        content.c.enters,
        content.c.sha256,
    )
    for row in rows_of(connection, sorted(admitted), columns):
        event, code, part, end = admitted[row.decision]
        why = _another_list(series, row, max(row.end, end), Month(list_))
        candidate = Candidate(event, code, part, row.start, row.end, row.decision, row.event_key, row.sha256, why)
        (inside if candidate.why is None else outside).append(candidate)
    return inside, outside


def _another_list(series: str, row: Any, end: int, list_: Month) -> Problem | None:
    """Why an admitted event is not on this list: it enters a later one, or its last list is past. For a part, the
    last list is that of its whole event, which ends at `end`."""
    if row.enters >= list_:
        return Problem("left-out/later", list=Month(row.enters)) if row.enters > list_ else None
    last = last_list_of(series, Day(row.start).date, Day(end).date)
    if last is not None and row.enters <= Month.of(last) < list_:
        return Problem("left-out/over", list=Month.of(last))
    return None


def _held(connection: Connection, entry: int) -> Problem:
    """Who holds an event, since when and why, from its entry of the log."""
    log = schema.log
    day, who, why = connection.execute(select(log.c.day, log.c.who, log.c.why).where(log.c.seq == entry)).one()
    fields = {"day": Day(day), "who": who}
    return Problem("left-out/held-why", **fields, why=why) if why else Problem("left-out/held", **fields)


def _unrated(connection: Connection, series: str) -> Iterator[tuple[int, int, list[Any]]]:
    """Yield each event or part that is not rated, with all decisions about it."""
    decision, event, rated = schema.decision, schema.event, schema.rated
    reported, other, same = decision.alias("reported"), rated.alias("other"), rated.alias("same")
    rated_before = select(1).where(other.c.event == event.c.key).exists()
    done = select(1).where(same.c.event == reported.c.event, same.c.part == reported.c.part).exists()
    waits = select(1).where(reported.c.event == event.c.key, reported.c.kind == Kind.REPORTED.value, ~done).exists()
    rows = (
        select(decision.c.seq, decision.c.event, decision.c.part, decision.c.kind, decision.c.log)
        .add_columns(event.c.code, event.c.start, event.c.end, rated.c.list)
        .join(event, event.c.key == decision.c.event)
        .outerjoin(rated, and_(rated.c.event == decision.c.event, rated.c.part == decision.c.part))
        .where(event.c.series == series, or_(~rated_before, waits))
        .order_by(decision.c.event, decision.c.seq)
    )
    of_event: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(rows).all():
        of_event[row.event].append(row)
    for event_key, happened in of_event.items():
        parts = {row.part for row in happened if row.kind == Kind.REPORTED} or {0}
        for part in sorted(parts):
            mine = [row for row in happened if row.part == part or (row.part == 0 and row.kind in OF_ALL_PARTS)]
            if not any(row.part == part and row.list for row in mine):
                yield event_key, part, mine


def rows_of(connection: Connection, decisions: list[int], columns: Sequence[Column[Any]]) -> Sequence[Any]:
    """Return these columns of what was admitted by some decisions."""
    return connection.execute(select(*columns).where(one_of(connection, content.c.decision, decisions))).all()


def rated_on(connection: Connection, chosen: ColumnElement[bool], known_at: int | None) -> list[tuple[int, Candidate]]:
    """Return the rated events and parts that match a condition, each with its list: as known at an entry of the log,
    or, without one, as revised since."""
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
    events = [(row.list, Candidate(*row[1:])) for row in connection.execute(rows)]
    return events if known_at is not None else _put_right(connection, events)


def _put_right(connection: Connection, rated: list[tuple[int, Candidate]]) -> list[tuple[int, Candidate]]:
    """Replace what revisions admitted instead, and leave out annulled events."""
    decision, kinds = schema.decision, (Kind.REVISED.value, Kind.ANNULLED.value)
    events = sorted({candidate.event for _, candidate in rated})
    rows = (
        select(decision.c.seq, decision.c.event, decision.c.part, decision.c.kind)
        .where(decision.c.kind.in_(kinds))
        .order_by(decision.c.seq)
    )
    last = {
        (row.event, row.part): row
        for row in connection.execute(rows.where(one_of(connection, decision.c.event, events)))
    }
    columns = content.c.decision, content.c.start, content.c.end, content.c.sha256
    revised = sorted(row.seq for row in last.values() if row.kind == Kind.REVISED.value)
    instead = {row.decision: row for row in rows_of(connection, revised, columns)}
    revised_events = []
    for list_, candidate in rated:
        row = last.get((candidate.event, candidate.part))
        if row is None:
            revised_events.append((list_, candidate))
        elif row.kind == Kind.REVISED.value:
            new = instead[row.seq]
            changed = replace(candidate, start=new.start, end=new.end, decision=new.decision, content_sha256=new.sha256)
            revised_events.append((list_, changed))
    return revised_events
