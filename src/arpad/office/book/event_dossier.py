"""Everything the office has about one event: facts, status of each part, deadlines, reports and history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from arpad.admission import Case
from arpad.admission.deadlines import next_deadline, registration_due
from arpad.admission.procedure import UNRATED
from arpad.columns import Entries, System
from arpad.days import Day, Month
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.intake.trf.reader import nothing
from arpad.law import in_force
from arpad.law.calendar import list_for
from arpad.law.rules.registration import ANNOUNCED_EVENT, REGISTERED_SCHEDULE, SaysRated, UnlessUnrated
from arpad.model import EventFacts
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    Hold,
    RegisteredEvent,
    current_hold,
    decisions_about_event,
    find_event_parts,
    find_registered_event,
    stage_codes,
)
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.multipart_events import EventProgress, MultipartEvent, find_multipart_event
from arpad.office.book.report_decisions import last_day_to_appeal
from arpad.office.book.stored_report import StoredScores, list_stored_scores
from arpad.office.store.schema import log, report

APPEALABLE_STATUSES = (EventStatus.REFUSED, EventStatus.REGISTRATION_REFUSED)


@dataclass(frozen=True)
class EventDeadline:
    """A deadline by law (registration, report), or the day of the first list that the event can be on."""

    what: str
    day: date


@dataclass(frozen=True)
class PartStatus:
    """The status of an event or of one part of it, and the decisions that are possible next."""

    part: int | None
    name: str
    standing: EventStatus
    held: Hold | None
    list_: Month | None  # in which it is rated
    report: int | None
    draft: int | None  # a draft that is newer than the report
    appeal_until: date | None
    appeal_open: bool | None
    possible: tuple[DecisionKind, ...]


@dataclass(frozen=True)
class ReportEntry:
    """A report of the event, or a draft of one."""

    report: int
    part: int | None
    draft: bool
    file: str
    day: date
    who: str
    sha256: str
    fingerprint: str


@dataclass(frozen=True)
class HistoryEntry:
    """One entry of the history of an event."""

    day: date
    kind: DecisionKind
    part: int | None
    who: str
    why: str | None
    note: Note | None  # what it is about


@dataclass(frozen=True)
class EventDossier:
    """Everything the office has about one event."""

    code: str
    series: str
    edition: str
    facts: EventFacts  # as registered
    entered: date  # the office's day of the registration
    parts: tuple[PartStatus, ...]
    stages: tuple[str, ...]  # the events with which it is rated as one, itself among them
    course: EventProgress | None  # of an event in parts: how far it has come
    course_note: Note | None  # the same in words
    deadlines: tuple[EventDeadline, ...]
    notices: tuple[Note, ...]  # what the law wants of a registration and is not there
    reports: tuple[ReportEntry, ...]
    scores: tuple[StoredScores, ...]  # its game scores, where any came
    history: tuple[HistoryEntry, ...]


def read_event_dossier(connection: Connection, code: str, today: date) -> EventDossier:
    """Return everything the office has about the event with this code, as of `today`; refuse an unknown code."""
    event = find_registered_event(connection, code)
    happened, papers = decisions_about_event(connection, event.key), read_stored_reports(connection, event.key)
    in_parts = find_multipart_event(connection, event.key)
    return EventDossier(
        event.code,
        event.series,
        in_force(event.series, event.start).id,
        EventFacts(**event.given),
        event.entered,
        tuple(_part_status(connection, part, papers, today) for part in find_event_parts(connection, keys=[event.key])),
        stage_codes(connection, event.key),
        in_parts.course(today) if in_parts else None,
        progress_note(in_parts, today) if in_parts else None,
        tuple(event_deadlines(event, happened, today)),
        tuple(registration_notices(event, happened, today)),
        papers,
        list_stored_scores(connection, event.key),
        tuple(_history_entry(each) for each in happened),
    )


def progress_note(event: MultipartEvent, today: date) -> Note:
    """Return a sentence: how far an event in parts has come on a day; of a declared end by whom, when and why."""
    course, missing = event.course(today), event.missing
    if course is EventProgress.ENDED and event.ended is not None:
        return Note.of("course/ended", who=event.ended.who, day=event.ended.day, why=event.ended.why)
    message = f"course/{course}-rounds" if course is EventProgress.OVERDUE and missing else f"course/{course}"
    return Note.of(message, event=event.code, end=event.end, **({"missing": missing} if missing else {}))


def event_deadlines(event: RegisteredEvent, happened: Sequence[EventDecision], today: date) -> Iterator[EventDeadline]:
    """Yield the deadlines of registration and report, and the day of the first list that the event can be on.

    Left out: deadlines that the law does not set, and the one of the report if it is past or a report came."""
    reported = any(decision.kind == DecisionKind.REPORTED for decision in happened)
    return legal_deadlines(EventFacts(**{**event.given, "reported": None}), event.series, today, reported)


def legal_deadlines(facts: EventFacts, series: str, today: date, reported: bool = False) -> Iterator[EventDeadline]:
    """Yield the deadlines of an event with these facts, whose days are known. `reported`: a report came."""
    assert facts.start
    assert facts.end
    case = Case(
        nothing(""), facts, frozenset(), in_force(series, facts.start), series, today, Entries.room(0), System.SWISS
    )
    if (due := registration_due(case)) is not None:
        yield EventDeadline("registration", due)
    if not reported and (next_due := next_deadline(case)) is not None:
        yield EventDeadline(next_due.what, next_due.day)
    yield EventDeadline("first list", list_for(series, facts.end, bool(facts.official)))


def registration_notices(event: RegisteredEvent, happened: Sequence[EventDecision], today: date) -> Iterator[Note]:
    """Yield notes: what the law requires of a registration and is missing, and due results. Nothing is refused."""
    book, facts = in_force(event.series, event.start), EventFacts(**event.given)
    if book.has(REGISTERED_SCHEDULE) and not facts.schedule:
        yield Note.of("notice/schedule", article=book.articles(REGISTERED_SCHEDULE)[0])
    rule = book.find(ANNOUNCED_EVENT)
    if isinstance(rule, SaysRated) and not facts.announced:
        yield Note.of("notice/announced", article=book.articles(ANNOUNCED_EVENT)[0])
    closed = any(
        each.kind in (DecisionKind.REPORTED, DecisionKind.WITHDRAWN, DecisionKind.REGISTRATION_REFUSED)
        for each in happened
    )
    if isinstance(rule, UnlessUnrated) and facts.announced != UNRATED and not closed and today > event.end:
        yield Note.of("notice/results", end=event.end, article=book.articles(ANNOUNCED_EVENT)[0])


def _part_status(connection: Connection, part: EventPart, papers: Sequence[ReportEntry], today: date) -> PartStatus:
    """Return the status of one part on a day; `papers` are the stored reports of the event.

    The days of appeal are None unless the part or its registration is refused."""
    until = last_day_to_appeal(connection, part) if part.life.under in APPEALABLE_STATUSES else None
    drafts = [each.report for each in papers if (each.part or 0) == part.part and each.draft]
    return PartStatus(
        part.part or None,
        part.name,
        part.life.where,
        current_hold(connection, part) if part.life.held else None,
        part.life.rated or None,
        part.report or None,
        drafts[-1] if drafts and drafts[-1] > part.report else None,
        until,
        None if until is None else today <= until,
        part.life.possible(),
    )


def read_stored_reports(connection: Connection, key: int) -> tuple[ReportEntry, ...]:
    """Return all stored reports of an event, without their bytes, oldest first; also drafts and replaced ones."""
    columns = [column for column in report.c if column.name not in ("body", "games")]
    rows = select(*columns, log.c.day, log.c.who).join(log, log.c.seq == report.c.log).where(report.c.event == key)
    return tuple(
        ReportEntry(
            row.seq, row.part or None, bool(row.draft), row.file, Day(row.day).date, row.who, row.sha256,
            row.fingerprint,
        )
        for row in connection.execute(rows.order_by(report.c.seq))
    )  # fmt: skip


def _history_entry(decision: EventDecision) -> HistoryEntry:
    """A decision as an entry of the history."""
    part, why = decision.part or None, decision.why or None
    return HistoryEntry(decision.day, decision.kind, part, decision.who, why, decision_note(decision))


def decision_note(decision: EventDecision) -> Note | None:
    """Return what a decision is about, in one sentence; None where its kind says enough."""
    detail, kind = decision.detail, decision.kind
    if kind == DecisionKind.REGISTERED:
        return _note_of_registration(detail)
    if kind in (DecisionKind.OVERRIDDEN, DecisionKind.EXCLUDED, DecisionKind.INCLUDED):
        about: dict[str, Any] = {name: detail[name] for name in ("player", "round") if detail.get(name)}
        message = {2: "game", 1: next(iter(about), ""), 0: "all"}[len(about)]
        return Note.of(f"happened/{message}", what=detail.get("code") or detail.get("reason"), **about)
    if kind == DecisionKind.IDENTIFIED:
        about = {name: detail[name] for name in ("player", "name", "number")}
        message = "identified" if detail["number"] else "identity-taken-back"
        return Note.of(f"happened/{message}", **about)
    if kind in (DecisionKind.JOINED, DecisionKind.PARTED):
        return Note.of(f"happened/{kind}", stages=tuple(detail["stages"]))
    if kind == DecisionKind.REGISTRATION_REFUSED:
        return Note.of("happened/registration-refused", by=detail["by"], article=detail["article"])
    if kind == DecisionKind.REGISTRATION_RESTORED and detail.get("by"):
        return Note.of("happened/registration-restored", by=detail["by"])
    if detail.get("verdict"):
        return Note.of("happened/examined", report=decision.report, verdict=detail["verdict"])
    return None


def _note_of_registration(detail: Mapping[str, Any]) -> Note | None:
    """Return what was registered or changed, from the detail of the decision; None for a plain registration."""
    if detail.get("taken_back"):
        return Note.of("happened/list-taken-back", series=detail["series"], list=Month(detail["taken_back"]))
    if detail.get("was"):
        return Note.of("happened/changed-from", changed=tuple(detail["changed"]), was=detail["was"])
    if detail.get("changed"):
        return Note.of("happened/changed", changed=tuple(detail["changed"]))
    if not detail.get("by"):
        return None
    if not detail.get("registered"):
        return Note.of("happened/vouched-now", by=detail["by"])
    return Note.of("happened/vouched", by=detail["by"], registered=date.fromisoformat(detail["registered"]))
