"""Take reports in: each by itself, kept byte for byte, recognised when it comes again, examined at once.

A report is accepted, or it exists already (the same bytes, or the same content in another dress), or it is refused at
the door: it cannot be read, or its event is not registered. Then nothing is written. What is accepted may still be
refused or asked about later; the receipt says what was found. One bad file never stops the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from enum import StrEnum
from itertools import chain, islice
from typing import Any

from sqlalchemy import Connection, insert, or_, select

from arpad.admission.deadlines import last_day
from arpad.days import Day, Month
from arpad.finding import Finding, Misuse, Note, Problem, Remedy, Tier, in_order
from arpad.frozen import dataclass
from arpad.intake import LIMITS
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar, sidecar_of
from arpad.model import Report, Verdict
from arpad.office.book.contradictions import answered
from arpad.office.book.ending import must_go_on
from arpad.office.book.examination import Matter, Records, examined, facts_of
from arpad.office.book.facts import GivenFacts
from arpad.office.book.findings import as_stored, office_finding
from arpad.office.book.fingerprint import fingerprint, folded
from arpad.office.book.instructions import matter_of
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import BookedEvent, EventPart, booked, events_between, part_name, part_of, stages_of
from arpad.office.book.papers import Rounds, paper
from arpad.office.book.refusal import must_be_registered
from arpad.office.book.registering import NewDecision, decide, enter
from arpad.office.book.which_list import list_of
from arpad.office.desk import Desk, Writing
from arpad.office.store.packed import pack
from arpad.office.store.schema import log, report
from arpad.pipeline import Answer

LONGEST_NAME = 400


class ReceiptStatus(StrEnum):
    """What became of a file at the door."""

    ACCEPTED = "accepted"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True)
class Package:
    """A file that was sent, and the facts beside it."""

    name: str
    data: bytes = b""
    beside: GivenFacts = field(default_factory=GivenFacts)
    problem: Problem | None = None  # why it could not be opened


@dataclass(frozen=True)
class Terms:
    """How the files of one call are to be taken."""

    event: str = ""  # a code
    draft: bool = False
    part: int = 0
    rounds: Rounds | None = None
    replace: bool = False  # also where the event is admitted

    def __post_init__(self) -> None:
        if self.part < 0:
            raise Misuse("part-expected", part=self.part)
        if self.rounds and not self.part:
            raise Misuse("rounds-without-part", Remedy.to("add-part"))


@dataclass(frozen=True)
class Receipt:
    """What became of a file."""

    file: str
    status: ReceiptStatus
    event: str | None = None
    part: int | None = None
    draft: bool = False
    report: int | None = None
    sha256: str | None = None
    fingerprint: str | None = None
    verdict: Verdict | None = None
    list_: Month | None = None
    note: Note | None = None  # what else is to be said
    problem: Problem | None = None  # why it was refused at the door
    findings: tuple[Finding, ...] = ()


def package(path: str) -> Package:
    """A file with its sidecar, if there is one."""
    name = shown(path, LONGEST_NAME)
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMITS.bytes + 1)
        beside = sidecar_of(path)
        return Package(name, data, GivenFacts.of(read_sidecar(beside)) if beside else GivenFacts())
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Package(name, problem=Misuse("file-not-opened", why=why))
    except Problem as problem:
        return Package(name, problem=problem)


def submit(desk: Desk, packages: Iterable[Package], terms: Terms | None = None) -> Iterator[Receipt]:
    """Take each package in, in a transaction of its own."""
    terms, records, packages = terms or Terms(), Records(), iter(packages)
    first = list(islice(packages, 2))
    if len(first) > 1 and (terms.event or terms.part):
        raise Misuse("one-report-expected")
    for each in chain(first, packages):
        try:
            yield _take(desk, records, each, terms)
        except Problem as problem:
            yield Receipt(each.name, ReceiptStatus.REFUSED, problem=problem)
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:  # ours, but it is this report's alone
            failed = Misuse("report-failed", kind=type(fault).__name__, text=str(fault))
            yield Receipt(each.name, ReceiptStatus.REFUSED, problem=failed)


@dataclass(frozen=True)
class _Examined:
    """A package that was read and examined, before it is kept."""

    package: Package
    terms: Terms
    event: BookedEvent
    added: Mapping[str, Any]  # facts that its sidecar adds
    answer: Answer
    receipt: Receipt  # as it is where nothing stands in the way
    row: Mapping[str, Any]  # as it is kept


def _take(desk: Desk, records: Records, package: Package, terms: Terms) -> Receipt:
    """Read it, examine it, and keep it."""
    if package.problem is not None:
        raise package.problem
    terms = _with_part(terms, package)
    taken = _examine(desk, records, package, terms)
    action, name = "submit draft" if terms.draft else "submit report", part_name(taken.event.code, terms.part)
    with desk.writing(action, name, detail={"sha256": taken.receipt.sha256}) as writing:
        return _keep(desk, writing, taken)


def _with_part(terms: Terms, package: Package) -> Terms:
    """The terms with the part that the sidecar names, where the call names none."""
    beside = package.beside.facts.part
    if beside is None or beside == terms.part:
        return terms
    if terms.part:
        raise Misuse("part-contradicts", part=terms.part, beside=beside)
    return replace(terms, part=beside)


def _examine(desk: Desk, records: Records, package: Package, terms: Terms) -> _Examined:
    """Read a package, find its event, and examine it as part of that."""
    read, today = paper(package.data, package.name, terms.rounds), desk.today()
    if not read.report.players:
        refusal = next((finding for finding in read.findings if finding.tier == Tier.REFUSE), None)
        raise Misuse("report-unreadable", finding=refusal) if refusal else Misuse("report-without-players")
    with desk.reading() as connection:
        event = find_event(connection, read.report, package, terms)
        must_be_registered(connection, part_of(connection, event.key, terms.part))
        added, differing = answered(package.beside.by_key(), event, package.name, today)
        reported = package.beside.facts.reported
        if reported is not None and reported != today:
            differing.append(office_finding("reported-day", package.name, reported=reported, came=today))
        event = replace(event, given={**event.given, **added})
        mark = fingerprint(read.report, event.series, event.start, event.end)
        digest = hashlib.sha256(package.data).hexdigest()
        before = _kept(connection, event, terms, digest, mark)
        came = before.day if before else today
        matter = matter_of(connection, event, terms.part, read.report, (came, today))
        matter = replace(matter, draft=terms.draft, choice=package.beside.facts.ratings_at)
        if not terms.draft:
            _must_have_ended(matter, read.report)
        examination = examined(connection, records, matter, read)
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
    )
    span = examination.span
    row = {
        "event": event.key, "part": terms.part, "draft": int(terms.draft), "sha256": digest, "fingerprint": mark,
        "file": package.name, "body": package.data, "games": pack(span.marks), "first_day": Day.of(span.first),
        "last_day": Day.of(span.last),
    }  # fmt: skip
    return _Examined(package, terms, event, added, answer, receipt, row)


def _must_have_ended(matter: Matter, sent: Report) -> None:
    """Refuse the final report of an event, or of a part, that still goes on."""
    last = last_day(sent, facts_of(matter, sent))
    if last is not None and last > matter.today:
        name = part_name(matter.event.code, matter.part)
        if matter.part and sent.days_played() is None:
            raise Misuse("part-days-unknown", Remedy.to("write-round-days"), event=name, last=last)
        raise Misuse(
            "event-still-played", Remedy.to("send-after-end-or-draft"), event=name, last=last, today=matter.today
        )


def _keep(desk: Desk, writing: Writing, taken: _Examined) -> Receipt:
    """Write a report into the book, unless it is there, or something stands in the way."""
    event, terms, receipt = taken.event, taken.terms, taken.receipt
    before = _kept(writing.connection, event, terms, taken.row["sha256"], taken.row["fingerprint"])
    part = part_of(writing.connection, event.key, terms.part)
    must_be_registered(writing.connection, part)
    if before:
        _add(desk, writing, taken, part)
        if taken.added and part.life.under == Standing.ADMITTED and not part.life.rated:
            note = Note.of("facts-added", facts=tuple(sorted(taken.added)))
            return replace(receipt, report=before.seq, status=ReceiptStatus.EXISTS, note=note)
        return _again(writing, taken, part, before.seq)
    part.life.must(Kind.REPORTED, part.name)
    must_go_on(writing.connection, event, terms.part)
    if terms.part and stages_of(writing.connection, event.key):
        raise Misuse("stage-in-parts", event=event.code)
    instead = part.life.under == Standing.ADMITTED
    if instead and not terms.draft and not terms.replace:
        raise Misuse("report-admitted", Remedy.to("send-as-replacement"), event=part.name)
    if terms.draft and part.life.under not in (Standing.REGISTERED, Standing.WITHDRAWN):
        raise Misuse("draft-too-late", event=part.name, standing=part.life.where.value)
    _add(desk, writing, taken, part)
    entered = insert(report).values(**taken.row, log=writing.seq).returning(report.c.seq)
    seq = int(writing.connection.execute(entered).scalar_one())
    if not terms.draft:
        decide(writing, NewDecision(event.key, terms.part, Kind.REPORTED, seq, _detail(taken)))
    return replace(receipt, report=seq, note=Note.of("report-replaced") if instead else None)


def _again(writing: Writing, taken: _Examined, part: EventPart, seq: int) -> Receipt:
    """The same content once more."""
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
    """What the decision keeps of the first examination."""
    rounds, answer = taken.terms.rounds, taken.answer
    return {
        "rounds": [rounds.first, rounds.last] if rounds else None,
        "choice": taken.package.beside.facts.ratings_at or None,
        "verdict": answer.verdict.value,
        "edition": answer.edition,
        "findings": [as_stored(finding) for finding in answer.findings],
    }


def _add(desk: Desk, writing: Writing, taken: _Examined, part: EventPart) -> None:
    """The facts that the sidecar adds become a new version of the registration."""
    if taken.added and not part.life.rated:
        enter(desk, writing, taken.event.code, taken.added, "")


@dataclass(frozen=True)
class _Before:
    """A report that is kept already, and the day it came."""

    seq: int
    day: date


def _kept(connection: Connection, event: BookedEvent, terms: Terms, digest: str, mark: str) -> _Before | None:
    """The report with this content, or with these bytes; the same file may hold several parts, by their rounds."""
    same = report.c.fingerprint == mark
    rows = select(report.c.seq, log.c.day).join(log, log.c.seq == report.c.log)
    rows = rows.where(report.c.event == event.key, report.c.part == terms.part, report.c.draft == int(terms.draft))
    same = same if terms.rounds else or_(same, report.c.sha256 == digest)
    row = connection.execute(rows.where(same).order_by(report.c.seq)).first()
    return _Before(row.seq, Day(row.day).date) if row else None


def find_event(connection: Connection, read: Report, package: Package, terms: Terms) -> BookedEvent:
    """The event that a report is of: by code, else by series, days and name."""
    beside, printed = package.beside.facts, read.facts
    code = terms.event or beside.code or printed.code
    if code:
        return booked(connection, code)
    start, end, name = beside.start or printed.start, beside.end or printed.end, beside.name or printed.name
    if start is None or end is None:
        raise Misuse("event-days-unknown", Remedy.to("name-event"))
    there = events_between(connection, start, end, beside.series or printed.series)
    same = [event for event in there if folded(event.given["name"]) == folded(name)]
    if len(same) > 1:
        raise Misuse("event-ambiguous", Remedy.to("choose-event-code", codes=tuple(event.code for event in same)))
    if not same:
        named = {"name": shown(name) if name else Note.of("event-without-name"), "start": start, "end": end}
        remedy, near = Remedy.to("register-or-name-event"), tuple(event.code for event in there)
        if near:
            raise Misuse("event-not-registered/near", remedy, **named, near=near)
        raise Misuse("event-not-registered", remedy, **named)
    return same[0]
