"""Everything the office has about one event: its facts, the status of each part, deadlines, reports and history.

Deadlines come from the rulebook of the event's first day. Nothing here examines or changes anything.
"""

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
from arpad.office.book.course import Course, EventInParts, parts_of_event
from arpad.office.book.decisions import appeal_ends
from arpad.office.book.game_scores import SentScores, scores_kept
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import (
    BookedEvent,
    Decision,
    EventPart,
    Hold,
    booked,
    decisions_of,
    event_parts,
    held_by,
    stages_of,
)
from arpad.office.store.schema import log, report

APPEALABLE = (Standing.REFUSED, Standing.REGISTRATION_REFUSED)


@dataclass(frozen=True)
class KeptReport:
    """A stored report, without its bytes."""

    seq: int
    part: int
    draft: bool
    sha256: str
    fingerprint: str
    file: str
    day: date
    who: str


@dataclass(frozen=True)
class Due:
    """A deadline by law (registration, report), or the day of the first list that the event can be on."""

    what: str
    day: date


@dataclass(frozen=True)
class PartStanding:
    """The status of an event or of one part of it, and the decisions that are possible next."""

    part: int | None
    name: str
    standing: Standing
    held: Hold | None
    list_: Month | None  # in which it is rated
    report: int | None
    draft: int | None  # a draft that is newer than the report
    appeal_until: date | None
    appeal_open: bool | None
    possible: tuple[Kind, ...]


@dataclass(frozen=True)
class SentReport:
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
class Happened:
    """One entry of the history of an event."""

    day: date
    kind: Kind
    part: int | None
    who: str
    why: str | None
    note: Note | None  # what it is about


@dataclass(frozen=True)
class Dossier:
    """Everything the office has about one event."""

    code: str
    series: str
    edition: str
    facts: EventFacts  # as registered
    entered: date  # the office's day of the registration
    parts: tuple[PartStanding, ...]
    stages: tuple[str, ...]  # the events with which it is rated as one, itself among them
    course: Course | None  # of an event in parts: how far it has come
    course_note: Note | None  # the same in words
    deadlines: tuple[Due, ...]
    notices: tuple[Note, ...]  # what the law wants of a registration and is not there
    reports: tuple[SentReport, ...]
    scores: tuple[SentScores, ...]  # its game scores, where any came
    history: tuple[Happened, ...]


def dossier(connection: Connection, code: str, today: date) -> Dossier:
    """The dossier of the event with this code, as of a day."""
    event = booked(connection, code)
    happened, papers = decisions_of(connection, event.key), kept_reports(connection, event.key)
    in_parts = parts_of_event(connection, event.key)
    return Dossier(
        event.code,
        event.series,
        in_force(event.series, event.start).id,
        EventFacts(**event.given),
        event.entered,
        tuple(_part(connection, part, papers, today) for part in event_parts(connection, keys=[event.key])),
        stages_of(connection, event.key),
        in_parts.course(today) if in_parts else None,
        course_note(in_parts, today) if in_parts else None,
        tuple(deadlines(event, happened, today)),
        tuple(notices(event, happened, today)),
        tuple(_report(each) for each in papers),
        scores_kept(connection, event.key),
        tuple(_happened(each) for each in happened),
    )


def course_note(event: EventInParts, today: date) -> Note:
    """How far an event in parts has come on a day, as a sentence."""
    course, missing = event.course(today), event.missing
    if course is Course.ENDED and event.ended is not None:
        return Note.of("course/ended", who=event.ended.who, day=event.ended.day, why=event.ended.why)
    message = f"course/{course}-rounds" if course is Course.OVERDUE and missing else f"course/{course}"
    return Note.of(message, event=event.code, end=event.end, **({"missing": missing} if missing else {}))


def deadlines(event: BookedEvent, happened: Sequence[Decision], today: date) -> Iterator[Due]:
    """The deadlines by law that are still open, and the day of the first list that the event can be on."""
    book = in_force(event.series, event.start)
    facts = EventFacts(**{**event.given, "reported": None})
    case = Case(nothing(""), facts, frozenset(), book, event.series, today, Entries.room(0), System.SWISS)
    if (due := registration_due(case)) is not None:
        yield Due("registration", due)
    reported = any(decision.kind == Kind.REPORTED for decision in happened)
    if not reported and (next_due := next_deadline(case)) is not None:
        yield Due(next_due.what, next_due.day)
    yield Due("first list", list_for(event.series, event.end, bool(facts.official)))


def notices(event: BookedEvent, happened: Sequence[Decision], today: date) -> Iterator[Note]:
    """What the law requires of a registration and is missing, and results that are still to be sent."""
    book, facts = in_force(event.series, event.start), EventFacts(**event.given)
    if book.has(REGISTERED_SCHEDULE) and not facts.schedule:
        yield Note.of("notice/schedule", article=book.articles(REGISTERED_SCHEDULE)[0])
    rule = book.find(ANNOUNCED_EVENT)
    if isinstance(rule, SaysRated) and not facts.announced:
        yield Note.of("notice/announced", article=book.articles(ANNOUNCED_EVENT)[0])
    closed = any(each.kind in (Kind.REPORTED, Kind.WITHDRAWN, Kind.REGISTRATION_REFUSED) for each in happened)
    if isinstance(rule, UnlessUnrated) and facts.announced != UNRATED and not closed and today > event.end:
        yield Note.of("notice/results", end=event.end, article=book.articles(ANNOUNCED_EVENT)[0])


def _part(connection: Connection, part: EventPart, papers: Sequence[KeptReport], today: date) -> PartStanding:
    """The status of one part on a day; `papers` are the stored reports of the event."""
    until = appeal_ends(connection, part) if part.life.under in APPEALABLE else None
    drafts = [each.seq for each in papers if each.part == part.part and each.draft]
    return PartStanding(
        part.part or None,
        part.name,
        part.life.where,
        held_by(connection, part) if part.life.held else None,
        part.life.rated or None,
        part.report or None,
        drafts[-1] if drafts and drafts[-1] > part.report else None,
        until,
        None if until is None else today <= until,
        part.life.possible(),
    )


def kept_reports(connection: Connection, key: int) -> tuple[KeptReport, ...]:
    """The stored reports of an event, drafts included, in the order in which they came."""
    columns = [column for column in report.c if column.name not in ("body", "games")]
    rows = select(*columns, log.c.day, log.c.who).join(log, log.c.seq == report.c.log).where(report.c.event == key)
    return tuple(
        KeptReport(
            row.seq,
            row.part,
            bool(row.draft),
            row.sha256,
            row.fingerprint,
            row.file,
            Day(row.day).date,
            row.who,
        )
        for row in connection.execute(rows.order_by(report.c.seq))
    )


def _report(stored: KeptReport) -> SentReport:
    """A stored report as the dossier shows it."""
    head = stored.seq, stored.part or None, stored.draft, stored.file, stored.day, stored.who
    return SentReport(*head, stored.sha256, stored.fingerprint)


def _happened(decision: Decision) -> Happened:
    """A decision as an entry of the history."""
    part, why = decision.part or None, decision.why or None
    return Happened(decision.day, decision.kind, part, decision.who, why, note_of(decision))


def note_of(decision: Decision) -> Note | None:
    """What a decision is about, in one sentence; None where its kind says enough."""
    detail, kind = decision.detail, decision.kind
    if kind == Kind.REGISTERED:
        return _note_of_registration(detail)
    if kind in (Kind.OVERRIDDEN, Kind.EXCLUDED, Kind.INCLUDED):
        about: dict[str, Any] = {name: detail[name] for name in ("player", "round") if detail.get(name)}
        message = {2: "game", 1: next(iter(about), ""), 0: "all"}[len(about)]
        return Note.of(f"happened/{message}", what=detail.get("code") or detail.get("reason"), **about)
    if kind in (Kind.JOINED, Kind.PARTED):
        return Note.of(f"happened/{kind}", stages=tuple(detail["stages"]))
    if kind == Kind.REGISTRATION_REFUSED:
        return Note.of("happened/registration-refused", by=detail["by"], article=detail["article"])
    if kind == Kind.REGISTRATION_RESTORED and detail.get("by"):
        return Note.of("happened/registration-restored", by=detail["by"])
    if detail.get("verdict"):
        return Note.of("happened/examined", report=decision.report, verdict=detail["verdict"])
    return None


def _note_of_registration(detail: Mapping[str, Any]) -> Note | None:
    """What was registered or changed: by the detail of the decision."""
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
