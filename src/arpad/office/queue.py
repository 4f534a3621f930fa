"""The queue desk: the events that wait for an officer, in the order of work.

It shows kept examinations (`examined_reports`), which are made on the first reading and by the worker. It decides
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import Connection

from arpad.days import Day, Month
from arpad.finding import Finding, UserError
from arpad.frozen import dataclass
from arpad.model import Verdict
from arpad.office.book.event_lookup import (
    EventPart,
    Hold,
    current_hold,
    event_keys_on_list,
    events_with_rated_parts,
    find_event_parts,
    find_single_part,
    read_event_record,
)
from arpad.office.book.event_status import EventStatus
from arpad.office.book.examined_reports import (
    ExaminedParts,
    KeptExamination,
    examine_parts,
    keep_examinations,
    stopping_findings,
)
from arpad.office.book.report_decisions import ExcludedCounts
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.versions import event_version

__all__ = [
    "Queue",
    "QueueQuery",
    "QueueRow",
    "examine_queue",
    "list_queue",
    "list_ratable",
]

QUEUED = (EventStatus.APPEALED, EventStatus.REGISTRATION_APPEALED, EventStatus.REPORTED, EventStatus.HELD)
EXAMINED_AT_ONCE = 8  # new examinations while somebody waits for the queue; the worker makes the others
PAGE = 50
MOST_ADMITTED = 200  # events that are offered to be admitted together
LAST_LIST = 999_912  # after every other one: a report that would enter no list


@dataclass(frozen=True)
class QueueQuery:
    """Which waiting events are listed, and which page of them. Empty fields mean all."""

    series: str = ""
    federation: str = ""
    standing: str = ""
    verdict: str = ""
    offset: int = 0
    limit: int = PAGE

    def __post_init__(self) -> None:
        if self.standing and self.standing not in QUEUED:
            raise UserError("standing-unknown", standing=self.standing, known=tuple(each.value for each in QUEUED))


@dataclass(frozen=True)
class QueueRow:
    """A waiting event or part: what its report says today, what stops it, and by when it has to be decided."""

    event: str  # CODE or CODE/PART
    name: str
    series: str
    federation: str
    start: date
    end: date
    standing: EventStatus
    held: Hold | None
    since: date  # the day of the last decision about it
    verdict: Verdict | None  # None: not examined yet today
    list_: Month | None  # the list that it would enter
    stopping: tuple[Finding, ...]
    excluded: ExcludedCounts

    @property
    def due(self) -> date | None:
        """Return the day by which it is to be decided: that of the list that it would enter."""
        return self.list_.first if self.list_ else None


@dataclass(frozen=True)
class Queue:
    """A page of the queue; how many events match, and how many of all there are of each status, verdict and
    federation."""

    total: int
    rows: tuple[QueueRow, ...]
    standings: tuple[tuple[str, int], ...]
    verdicts: tuple[tuple[str, int], ...]
    federations: tuple[str, ...]
    series: tuple[str, ...]
    missing: int  # events that were not examined yet today


def list_queue(desk: Desk, query: QueueQuery) -> Queue:
    """Return the events that wait for an officer, in the order of work: appeals, then by the day of the list, then
    those that wait longest. A few reports are examined if that was not done today; the others are counted as
    missing."""
    with desk.reading() as connection:
        parts = _waiting_parts(connection, query.series)
        examined = examine_parts(connection, parts, desk.today(), EXAMINED_AT_ONCE, summary=True)
        heads = _heads_in_order(connection, parts, examined)
        chosen = [head for head in heads if _is_chosen(head, query)]
        shown = chosen[query.offset : query.offset + query.limit]
        rows = tuple(_queue_row(connection, head) for head in shown)
    keep_examinations(desk.store, examined)
    return Queue(
        len(chosen),
        rows,
        _counted(head.part.life.where for head in heads),
        _counted(head.kept.verdict for head in heads if head.kept),
        tuple(sorted({head.federation for head in heads if head.federation})),
        tuple(sorted({part.series for part in parts})),
        len(examined.missing),
    )


def list_ratable(desk: Desk, series: str = "") -> tuple[tuple[QueueRow, str], ...]:
    """Return the reported events that can be admitted as they are, each with the version that is shown."""
    rows = list_queue(desk, QueueQuery(series, standing=EventStatus.REPORTED, limit=MOST_ADMITTED)).rows
    with desk.reading() as connection:
        return tuple(
            (row, event_version(connection, find_single_part(connection, row.event).event))
            for row in rows
            if row.verdict in ADMISSIBLE_VERDICTS
        )


def examine_queue(desk: Desk, watch: ProgressReporter = no_progress) -> int:
    """Examine every waiting report that was not examined today, and keep what they say; return how many."""
    with desk.reading() as connection:
        parts = _waiting_parts(connection, "")
    done = 0
    with watch("examining", len(parts)) as advance:
        for first in range(0, len(parts), EXAMINED_AT_ONCE):
            some = parts[first : first + EXAMINED_AT_ONCE]
            with desk.reading() as connection:
                examined = examine_parts(connection, some, desk.today(), len(some))
            keep_examinations(desk.store, examined)
            done += len(examined.fresh)
            advance(len(some))
    return done


def _waiting_parts(connection: Connection, series: str) -> list[EventPart]:
    keys = {*event_keys_on_list(connection, series), *events_with_rated_parts(connection, series)}
    return [part for part in find_event_parts(connection, keys=sorted(keys)) if part.life.where in QUEUED]


@dataclass(frozen=True)
class _QueueHead:
    """A waiting part with what decides its place in the queue."""

    part: EventPart
    name: str
    federation: str
    since: Day
    kept: KeptExamination | None


def _heads_in_order(connection: Connection, parts: Sequence[EventPart], examined: ExaminedParts) -> list[_QueueHead]:
    """Return the waiting parts in the order of work."""
    heads = []
    for part in parts:
        kept, record = examined.results.get(part.name), read_event_record(connection, part.event)
        given = {} if kept else record.booked.given
        name = kept.name if kept else str(given.get("name") or part.code)
        federation = kept.federation if kept else str(given.get("federation") or "")
        heads.append(_QueueHead(part, name, federation, Day(record.happened[-1].day), kept))
    return sorted(heads, key=_work_order)


def _work_order(head: _QueueHead) -> tuple[object, ...]:
    due = (head.kept.list_ if head.kept else 0) or LAST_LIST
    return QUEUED.index(head.part.life.where), due, head.since, head.part.name


def _queue_row(connection: Connection, head: _QueueHead) -> QueueRow:
    part, result = head.part, head.kept.result if head.kept else None
    return QueueRow(
        part.name,
        head.name,
        part.series,
        head.federation,
        part.start,
        part.end,
        part.life.where,
        current_hold(connection, part) if part.life.held else None,
        head.since.date,
        result.verdict if result else None,
        result.list_ if result else None,
        stopping_findings(result.findings) if result else (),
        ExcludedCounts(*result.excluded) if result else ExcludedCounts(),
    )


def _is_chosen(head: _QueueHead, query: QueueQuery) -> bool:
    return (
        query.federation in ("", head.federation)
        and query.standing in ("", head.part.life.where)
        and query.verdict in ("", head.kept.verdict if head.kept else "")
    )


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(sorted(counts.items()))


def neighbours_in_queue(connection: Connection, part: EventPart, today: date) -> tuple[str, str]:
    """Return the names of the events before and after this one in the queue; of one that left it, the first one."""
    parts = _waiting_parts(connection, "")
    examined = examine_parts(connection, parts, today, 0, summary=True)
    names = [head.part.name for head in _heads_in_order(connection, parts, examined)]
    if part.name not in names:
        return "", names[0] if names else ""
    at = names.index(part.name)
    return names[at - 1] if at else "", names[at + 1] if at + 1 < len(names) else ""
