"""The queue desk: the events that wait for an officer, and everything about one of them before a decision.

It shows kept examinations (`examined_reports`), which are made on the first reading and by the worker. It decides
nothing; a decision states the version that is shown here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import Connection

from arpad.admission.checks import CHECKS
from arpad.admission.override import FIRM
from arpad.days import Day, Month
from arpad.finding import Finding, Tier, UserError
from arpad.frozen import dataclass
from arpad.model import Verdict
from arpad.office.book.event_dossier import EventDossier, PartStatus, read_event_dossier
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
from arpad.office.book.examination import EXCLUSION_MESSAGES
from arpad.office.book.examined_reports import (
    STOPPING,
    ExaminedParts,
    KeptExamination,
    examine_parts,
    keep_examinations,
    stopping_findings,
)
from arpad.office.book.officer_instructions import read_current_report
from arpad.office.book.report_decisions import ExcludedCounts
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS, StoredExamination
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.versions import event_version

__all__ = [
    "EventToDecide",
    "FileLine",
    "Queue",
    "QueueQuery",
    "QueueRow",
    "SetAsideChoice",
    "examine_queue",
    "list_queue",
    "show_event_to_decide",
]

QUEUED = (EventStatus.APPEALED, EventStatus.REGISTRATION_APPEALED, EventStatus.REPORTED, EventStatus.HELD)
CHECKED_CODES = frozenset(concept.name for concept, _ in CHECKS)
EXAMINED_AT_ONCE = 8  # new examinations while somebody waits for the queue; the worker makes the others
PAGE = 50
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


# --- one event ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetAsideChoice:
    """Findings that an officer may set aside together: those of a code, and how many of them stop the report."""

    code: str
    findings: int
    stopping: int
    first: Finding


@dataclass(frozen=True)
class FileLine:
    """A line of the report file, with what was found in it."""

    number: int
    text: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class EventToDecide:
    """Everything about one event or part before a decision. `version` is stated with the decision."""

    name: str  # CODE or CODE/PART
    version: str
    dossier: EventDossier
    part: PartStatus
    result: StoredExamination | None  # None: there is no report, or it is rated
    stopping: tuple[Finding, ...]
    admissible: bool
    choices: tuple[SetAsideChoice, ...]
    firm: tuple[Finding, ...]  # that stop it, and that nobody may set aside
    lines: tuple[FileLine, ...]
    previous: str  # in the queue; empty: none
    following: str


EXAMINABLE = (*QUEUED, EventStatus.ADMITTED, EventStatus.REFUSED)
LONGEST_LINE = 300


def show_event_to_decide(desk: Desk, name: str, beside: bool = True) -> EventToDecide:
    """Return everything about one event or part as of today. Refuses an unknown code, and the code of an event in
    several parts. `beside`: also the neighbours in the queue and the lines of the file."""
    with desk.reading() as connection:
        part = find_single_part(connection, name)
        dossier = read_event_dossier(connection, part.code, desk.today())
        status = next(each for each in dossier.parts if (each.part or 0) == part.part)
        chosen = [part] if part.life.where in EXAMINABLE else []
        examined = examine_parts(connection, chosen, desk.today(), 1)
        kept = examined.results.get(part.name)
        result = kept.result if kept else None
        findings = result.findings if result else ()
        lines = _lines_with_findings(connection, part, findings) if beside and result else ()
        previous, following = _neighbours(connection, part, desk.today()) if beside else ("", "")
        version = event_version(connection, part.event)
    keep_examinations(desk.store, examined)
    stopping = stopping_findings(findings)
    return EventToDecide(
        part.name,
        version,
        dossier,
        status,
        result,
        stopping,
        result is not None and result.verdict in ADMISSIBLE_VERDICTS,
        set_aside_choices(findings),
        tuple(finding for finding in stopping if not may_be_set_aside(finding)),
        lines,
        previous,
        following,
    )


def may_be_set_aside(finding: Finding) -> bool:
    """Return whether an officer may set a finding aside. Never: advice, what the law leaves to nobody, what a reader or
    the ledger leaves out, and what exists because of an exclusion."""
    if finding.tier is Tier.ADVICE or finding.message in FIRM or finding.message in EXCLUSION_MESSAGES:
        return False
    return finding.tier in STOPPING or finding.code in CHECKED_CODES


def set_aside_choices(findings: Sequence[Finding]) -> tuple[SetAsideChoice, ...]:
    """Return what an officer may set aside, by code; what stops the report comes first."""
    by_code: dict[str, list[Finding]] = {}
    for finding in filter(may_be_set_aside, findings):
        by_code.setdefault(finding.code, []).append(finding)
    choices = [SetAsideChoice(code, len(some), len(stopping_findings(some)), some[0]) for code, some in by_code.items()]
    return tuple(sorted(choices, key=lambda choice: (not choice.stopping, choice.code)))


def _lines_with_findings(connection: Connection, part: EventPart, findings: Sequence[Finding]) -> tuple[FileLine, ...]:
    """Return the lines of a text file in which something was found; none of a binary file."""
    by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.place.line:
            by_line.setdefault(finding.place.line, []).append(finding)
    if not by_line:
        return ()
    texts = read_current_report(connection, part).report.sent.texts
    return tuple(
        FileLine(number, texts[number - 1][:LONGEST_LINE] if number <= len(texts) else "", tuple(some))
        for number, some in sorted(by_line.items())
    )


def _neighbours(connection: Connection, part: EventPart, today: date) -> tuple[str, str]:
    """Return the names of the events before and after this one in the queue; of one that left it, the first one."""
    parts = _waiting_parts(connection, "")
    examined = examine_parts(connection, parts, today, 0, summary=True)
    names = [head.part.name for head in _heads_in_order(connection, parts, examined)]
    if part.name not in names:
        return "", names[0] if names else ""
    at = names.index(part.name)
    return names[at - 1] if at else "", names[at + 1] if at + 1 < len(names) else ""
