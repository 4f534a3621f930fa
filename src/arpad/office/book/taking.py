"""Take one report in: find its event, examine it, and store it unless it is stored already or not allowed now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from arpad.admission.deadlines import last_day
from arpad.days import Day
from arpad.finding import Misuse, Note, Remedy, in_order
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.model import Report
from arpad.office.book import game_weeks
from arpad.office.book.admitted import GOOD, content_of
from arpad.office.book.contradictions import answered
from arpad.office.book.ending import must_go_on
from arpad.office.book.examination import Examined, Matter, examined, facts_of
from arpad.office.book.findings import as_stored, office_finding
from arpad.office.book.fingerprint import fingerprint, folded
from arpad.office.book.instructions import matter_of
from arpad.office.book.kept_examination import as_kept, keep
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import (
    BookedEvent,
    EventPart,
    booked,
    event_file,
    events_between,
    part_name,
    part_of,
    stages_of,
)
from arpad.office.book.packages import Package, Receipt, ReceiptStatus, Terms
from arpad.office.book.papers import Paper
from arpad.office.book.records import Records
from arpad.office.book.refusal import must_be_registered
from arpad.office.book.registering import NewDecision, decide, enter
from arpad.office.book.which_list import list_of
from arpad.office.desk import Desk, Group, Writing
from arpad.office.store.schema import log, report
from arpad.packed import pack
from arpad.pipeline import Answer

ENTERED = insert(report).returning(report.c.seq)
KEPT = (
    select(report.c.seq, report.c.fingerprint, report.c.sha256, log.c.day)
    .join(log, log.c.seq == report.c.log)
    .where(report.c.event == bindparam("of"), report.c.part == bindparam("of_part"))
    .where(report.c.draft == bindparam("as_draft"))
    .order_by(report.c.seq)
)


@dataclass(frozen=True)
class Sent:
    """A report file that was parsed, with the options of the call."""

    package: Package
    terms: Terms
    paper: Paper


@dataclass(frozen=True)
class _Examined:
    """A report file that was examined, before it is stored."""

    package: Package
    terms: Terms
    event: BookedEvent
    added: Mapping[str, Any]  # facts that its sidecar adds
    examination: Examined
    answer: Answer  # with the findings about its sidecar
    packed: bytes  # the tables that an admission would store
    before: _Before | None  # the stored report with the same content
    receipt: Receipt  # the answer where nothing prevents storing it
    row: Mapping[str, Any]  # of the table `report`


def take(group: Group, records: Records, sent: Sent) -> Receipt:
    """Examine a parsed report and store it; the receipt."""
    taken = _examine(group, records, sent)
    name = part_name(taken.event.code, sent.terms.part)
    action = "submit draft" if sent.terms.draft else "submit report"
    with group.writing(action, name, detail={"sha256": taken.receipt.sha256}) as writing:
        return _keep(group.desk, writing, taken)


def _examine(group: Group, records: Records, sent: Sent) -> _Examined:
    """Find the event of a report, and examine the report as part of it. Nothing is written."""
    connection, package, terms, today = group.connection, sent.package, sent.terms, group.desk.today()
    parsed = sent.paper
    event = find_event(connection, sent)
    must_be_registered(connection, part_of(connection, event.key, terms.part))
    added, differing = answered(package.beside.by_key(), event, package.name, today)
    reported = package.beside.facts.reported
    if reported is not None and reported != today:
        differing.append(office_finding("reported-day", package.name, reported=reported, came=today))
    event = replace(event, given={**event.given, **added})
    mark = fingerprint(parsed.report, event.series, event.start, event.end)
    digest = hashlib.sha256(package.data).hexdigest()
    before = _kept(connection, event, terms, digest, mark)
    reported_on = before.day if before else today
    matter = matter_of(connection, event, terms.part, parsed.report, (reported_on, today))
    matter = replace(matter, draft=terms.draft, choice=package.beside.facts.ratings_at)
    if not terms.draft:
        _must_have_ended(matter, parsed.report)
    examination = examined(connection, records, matter, parsed)
    packed = content_of(matter, examination).packed() if examination.answer.verdict in GOOD else b""
    answer = replace(examination.answer, findings=in_order([*examination.answer.findings, *differing]))
    receipt = Receipt(
        package.name,
        ReceiptStatus.ACCEPTED,
        event.code,
        terms.part or None,
        terms.draft,
        sha256=digest,
        fingerprint=mark,
        verdict=answer.verdict,
        list_=list_of(answer),
        findings=answer.findings,
        players=answer.players,
    )
    span = examination.span
    row = {
        "event": event.key, "part": terms.part, "draft": int(terms.draft), "sha256": digest, "fingerprint": mark,
        "file": package.name, "body": package.data, "games": pack(span.marks), "first_day": Day.of(span.first),
        "last_day": Day.of(span.last),
    }  # fmt: skip
    return _Examined(package, terms, event, added, examination, answer, packed, before, receipt, row)


def _must_have_ended(matter: Matter, report: Report) -> None:
    """Refuse the final report of an event or a part before its last day is over."""
    last = last_day(report, facts_of(matter, report))
    if last is not None and last > matter.today:
        name = part_name(matter.event.code, matter.part)
        if matter.part and report.days_played() is None:
            raise Misuse("part-days-unknown", Remedy.to("write-round-days"), event=name, last=last)
        raise Misuse(
            "event-still-played", Remedy.to("send-after-end-or-draft"), event=name, last=last, today=matter.today
        )


def _keep(desk: Desk, writing: Writing, taken: _Examined) -> Receipt:
    """Store an examined report, unless it is stored already; refused where the event takes no report now."""
    event, terms, receipt, before = taken.event, taken.terms, taken.receipt, taken.before
    file = event_file(writing.connection, event.key)
    part = part_of(writing.connection, event.key, terms.part)
    if before:
        _add(desk, writing, taken, part)
        if taken.added and part.life.under == Standing.ADMITTED and not part.life.rated:
            note = Note.of("facts-added", facts=tuple(sorted(taken.added)))
            return replace(receipt, report=before.seq, status=ReceiptStatus.EXISTS, note=note)
        return _again(writing, taken, part, before.seq)
    if part.life.rated:
        remedy = Remedy.to("propose-replacement", event=part.name, file=taken.package.name)
        raise Misuse("event-rated", remedy, event=part.name, list=part.life.rated)
    part.life.must(Kind.REPORTED, part.name)
    must_go_on(writing.connection, event, terms.part)
    if terms.part and stages_of(writing.connection, event.key):
        raise Misuse("stage-in-parts", event=event.code)
    replaces = part.life.under == Standing.ADMITTED
    if replaces and not terms.draft and not terms.replace:
        raise Misuse("report-admitted", Remedy.to("send-as-replacement"), event=part.name)
    if terms.draft and part.life.under not in (Standing.REGISTERED, Standing.WITHDRAWN):
        raise Misuse("draft-too-late", event=part.name, standing=part.life.where.value)
    _add(desk, writing, taken, part)
    seq = int(writing.connection.execute(ENTERED, {**taken.row, "log": writing.seq}).scalar_one())
    if not terms.draft:
        game_weeks.enter(writing.connection, seq, taken.examination.span)
        decided = decide(writing, NewDecision(event.key, terms.part, Kind.REPORTED, seq, _detail(taken)))
        file = event_file(writing.connection, event.key) if taken.added else file
        result = as_kept(taken.examination, taken.packed)
        keep(writing.connection, seq, file.mark_after(decided), taken.examination, result)
    return replace(receipt, report=seq, note=Note.of("report-replaced") if replaces else None)


def _again(writing: Writing, taken: _Examined, part: EventPart, seq: int) -> Receipt:
    """The receipt for content that is stored already; it brings a withdrawn report back."""
    receipt = replace(taken.receipt, report=seq, status=ReceiptStatus.EXISTS)
    if taken.terms.draft:
        return receipt
    if part.life.rated:
        message = "rated-already" if part.report == seq else "rated-already/later"
        return replace(receipt, list_=part.life.rated, note=Note.of(message, list=part.life.rated))
    if part.life.under == Standing.WITHDRAWN:
        decide(writing, NewDecision(part.event, part.part, Kind.REPORTED, seq, _detail(taken)))
        return replace(receipt, status=ReceiptStatus.ACCEPTED)
    if part.report != seq:
        return replace(receipt, note=Note.of("report-outdated"))
    return receipt


def _detail(taken: _Examined) -> dict[str, Any]:
    """The detail of the decision that a report came: rounds, choice, verdict and findings."""
    rounds, answer = taken.terms.rounds, taken.answer
    return {
        "rounds": [rounds.first, rounds.last] if rounds else None,
        "choice": taken.package.beside.facts.ratings_at or None,
        "verdict": answer.verdict.value,
        "edition": answer.edition,
        "findings": [as_stored(finding) for finding in answer.findings],
    }


def _add(desk: Desk, writing: Writing, taken: _Examined, part: EventPart) -> None:
    """Store the facts that the sidecar adds as a new version of the registration, unless the part is rated."""
    if taken.added and not part.life.rated:
        enter(desk, writing, taken.event.code, taken.added, "")


@dataclass(frozen=True)
class _Before:
    """A stored report, and the day it came."""

    seq: int
    day: date


def _kept(connection: Connection, event: BookedEvent, terms: Terms, digest: str, mark: str) -> _Before | None:
    """The stored report with this fingerprint or these bytes; with named rounds one file can hold several parts."""
    about = {"of": event.key, "of_part": terms.part, "as_draft": int(terms.draft)}
    for row in connection.execute(KEPT, about).all():
        if row.fingerprint == mark or (not terms.rounds and row.sha256 == digest):
            return _Before(row.seq, Day(row.day).date)
    return None


def find_event(connection: Connection, sent: Sent) -> BookedEvent:
    """The event to which a report belongs, by code or else by series, days and name; refused where it is not one."""
    codes = codes_of(connection, sent)
    if len(codes) == 1:
        return booked(connection, codes[0])
    if codes:
        raise Misuse("event-ambiguous", Remedy.to("choose-event-code", codes=codes))
    start, end, name = _called(sent)
    if start is None or end is None:
        raise Misuse("event-days-unknown", Remedy.to("name-event"))
    near = tuple(_there(connection, sent))
    named = {"name": shown(name) if name else Note.of("event-without-name"), "start": start, "end": end}
    remedy = Remedy.to("register-or-name-event")
    if near:
        raise Misuse("event-not-registered/near", remedy, **named, near=near)
    raise Misuse("event-not-registered", remedy, **named)


def codes_of(connection: Connection, sent: Sent) -> tuple[str, ...]:
    """The code that a report names, or else the codes of the events with its series, days and name."""
    code = sent.terms.event or sent.package.beside.facts.code or sent.paper.report.facts.code
    if code:
        return (code,)
    name = folded(_called(sent)[-1])
    return tuple(code for code, event_name in _there(connection, sent).items() if folded(event_name) == name)


def _called(sent: Sent) -> tuple[date | None, date | None, str]:
    """First day, last day and name of the event, by the sidecar or else by the report."""
    beside, printed = sent.package.beside.facts, sent.paper.report.facts
    return beside.start or printed.start, beside.end or printed.end, beside.name or printed.name


def _there(connection: Connection, sent: Sent) -> Mapping[str, str]:
    """The codes and names of the events on the days of a report."""
    start, end, _ = _called(sent)
    if start is None or end is None:
        return {}
    series = sent.package.beside.facts.series or sent.paper.report.facts.series
    return events_between(connection, start, end, series)
