"""Take reports and game scores in: read the files, find their event, examine them, store them, and return receipts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field, replace
from datetime import date
from enum import StrEnum
from itertools import chain, islice
from typing import Any

import numpy as np
from sqlalchemy import Connection, bindparam, insert, select

from arpad.admission.deadlines import last_day
from arpad.days import Day, Month
from arpad.finding import Finding, Note, Problem, Remedy, UserError, sort_findings
from arpad.frozen import dataclass
from arpad.intake import LIMITS, read
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar, sidecar_of
from arpad.model import GameKind, Report, Verdict
from arpad.office.book import duplicate_reports
from arpad.office.book.duplicate_reports import normalized_name, report_fingerprint
from arpad.office.book.event_decisions import require_event_goes_on, require_registration
from arpad.office.book.event_facts import NamedFacts, split_sidecar_facts
from arpad.office.book.event_lookup import (
    EventPart,
    RegisteredEvent,
    event_keys_by_code,
    event_names_by_days,
    find_event_part,
    find_parts_by_name,
    find_registered_event,
    part_name,
    read_event_record,
    read_event_records,
    stage_codes,
)
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.examination import (
    ExaminationSubject,
    OfficeExamination,
    examine_in_office,
    facts_for_examination,
)
from arpad.office.book.list_entry import list_of_result
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.office_findings import finding_for_storage, office_finding
from arpad.office.book.officer_instructions import ReportArrival, collect_instructions
from arpad.office.book.registration import NewDecision, enter_event_facts, record_decision
from arpad.office.book.stored_examination import (
    packed_to_admit,
    store_examination,
    to_stored_examination,
)
from arpad.office.book.stored_report import (
    ParsedReport,
    RoundRange,
    latest_stored_scores,
    parse_stored_report,
    require_players,
)
from arpad.office.desk import GROUP_SIZE, Desk, GroupTransaction, WriteTransaction
from arpad.office.registry.player_facts import preload_players
from arpad.office.store.schema import event as event_table
from arpad.office.store.schema import game_scores, log, report
from arpad.office.wire import FileName
from arpad.packed import pack
from arpad.pipeline import Answer
from arpad.plaintext import file_name

LONGEST_NAME = 400


class ReceiptStatus(StrEnum):
    """What the office did with a submitted file."""

    ACCEPTED = "accepted"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True)
class ReportPackage:
    """A submitted report file, and the facts of its sidecar."""

    name: FileName
    data: bytes = b""
    beside: NamedFacts = field(default_factory=NamedFacts)
    problem: Problem | None = None  # why it could not be opened


@dataclass(frozen=True)
class SubmissionTerms:
    """The options under which the files of one call are submitted."""

    event: str = ""  # a code
    draft: bool = False
    part: int = 0
    rounds: RoundRange | None = None
    replace: bool = False  # also where the event is admitted

    def __post_init__(self) -> None:
        if self.part < 0:
            raise UserError("part-expected", part=self.part)
        if self.rounds and not self.part:
            raise UserError("rounds-without-part", Remedy.to("add-part"))


@dataclass(frozen=True)
class ReportReceipt:
    """What the office did with a submitted file, and what its examination found."""

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
    note: Note | None = None  # more about the result
    problem: Problem | None = None  # why it was refused and not stored
    findings: tuple[Finding, ...] = ()
    players: int = 0  # of the report


def open_package(path: str) -> ReportPackage:
    """Read a report file and the sidecar beside it from a path.

    A failure is not raised: it is the `problem` of the package. The report is not parsed yet. Of a file above the size
    limit, one byte more than allowed is read."""
    name = shown(path, LONGEST_NAME)
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMITS.bytes + 1)
        beside = sidecar_of(path)
        return ReportPackage(name, data, NamedFacts.of(read_sidecar(beside)) if beside else NamedFacts())
    except OSError as error:
        why = error.strerror or type(error).__name__
        return ReportPackage(name, problem=UserError("file-not-opened", why=why))
    except Problem as problem:
        return ReportPackage(name, problem=problem)


INSERT_REPORT = insert(report).returning(report.c.seq)
STORED_REPORTS_QUERY = (
    select(report.c.seq, report.c.fingerprint, report.c.sha256, log.c.day)
    .join(log, log.c.seq == report.c.log)
    .where(report.c.event == bindparam("of"), report.c.part == bindparam("of_part"))
    .where(report.c.draft == bindparam("as_draft"))
    .order_by(report.c.seq)
)


@dataclass(frozen=True)
class ReadPackage:
    """A report file that was parsed, with the options of the call."""

    package: ReportPackage
    terms: SubmissionTerms
    paper: ParsedReport


@dataclass(frozen=True)
class _ExaminedPackage:
    """A report file that was examined, before it is stored."""

    package: ReportPackage
    terms: SubmissionTerms
    event: RegisteredEvent
    added: Mapping[str, Any]  # facts that its sidecar adds
    examination: OfficeExamination
    answer: Answer  # with the findings about its sidecar
    packed: bytes  # the tables that an admission would store
    before: _StoredReport | None  # the stored report with the same content
    receipt: ReportReceipt  # the answer where nothing prevents storing it
    row: Mapping[str, Any]  # of the table `report`


def take_report_in(group: GroupTransaction, records: ListMemory, opened: ReadPackage) -> ReportReceipt:
    """Examine a parsed report and store it, with a log entry of its own; return the receipt.

    Refuse (raise) what cannot be stored. Findings alone do not refuse it: they are in the receipt."""
    taken = _examine_package(group, records, opened)
    name = part_name(taken.event.code, opened.terms.part)
    action = "submit draft" if opened.terms.draft else "submit report"
    with group.writing(action, name, detail={"sha256": taken.receipt.sha256}) as writing:
        return _store_report(group.desk, writing, taken)


def _examine_package(group: GroupTransaction, records: ListMemory, opened: ReadPackage) -> _ExaminedPackage:
    """Find the event of a report, and examine the report as part of it. Nothing is written.

    Refuse an unknown event, a refused registration, and a final report before the last day is over."""
    connection, package, terms, today = group.connection, opened.package, opened.terms, group.desk.today()
    parsed = opened.paper
    event = find_event_of_report(connection, opened)
    require_registration(connection, find_event_part(connection, event.key, terms.part))
    added, differing = split_sidecar_facts(package.beside.by_key(), event, package.name, today)
    reported = package.beside.facts.reported
    if reported is not None and reported != today:
        differing.append(office_finding("reported-day", package.name, reported=reported, came=today))
    event = replace(event, given={**event.given, **added})
    mark = report_fingerprint(parsed.report, event.series, event.start, event.end)
    digest = hashlib.sha256(package.data).hexdigest()
    before = _find_stored_report(connection, event, terms, digest, mark)
    reported_on = before.day if before else today
    matter = collect_instructions(connection, event, terms.part, parsed.report, ReportArrival(reported_on, today))
    matter = replace(matter, draft=terms.draft, choice=package.beside.facts.ratings_at)
    if not terms.draft:
        _require_last_day_past(matter, parsed.report)
    examination = examine_in_office(connection, records, matter, parsed)
    packed = packed_to_admit(matter, examination)
    answer = replace(examination.answer, findings=sort_findings([*examination.answer.findings, *differing]))
    receipt = ReportReceipt(
        package.name,
        ReceiptStatus.ACCEPTED,
        event.code,
        terms.part or None,
        terms.draft,
        sha256=digest,
        fingerprint=mark,
        verdict=answer.verdict,
        list_=list_of_result(answer),
        findings=answer.findings,
        players=answer.players,
    )
    span = examination.span
    row = {
        "event": event.key, "part": terms.part, "draft": int(terms.draft), "sha256": digest, "fingerprint": mark,
        "file": file_name(package.name), "body": package.data, "games": pack(span.marks),
        "first_day": Day.of(span.first), "last_day": Day.of(span.last),
    }  # fmt: skip
    return _ExaminedPackage(package, terms, event, added, examination, answer, packed, before, receipt, row)


def _require_last_day_past(matter: ExaminationSubject, report: Report) -> None:
    """Refuse the final report of an event or a part before its last day is over. Drafts are not checked here."""
    last = last_day(report, facts_for_examination(matter, report))
    if last is not None and last > matter.today:
        name = part_name(matter.event.code, matter.part)
        if matter.part and report.days_played() is None:
            raise UserError("part-days-unknown", Remedy.to("write-round-days"), event=name, last=last)
        raise UserError(
            "event-still-played", Remedy.to("send-after-end-or-draft"), event=name, last=last, today=matter.today
        )


def _store_report(desk: Desk, writing: WriteTransaction, taken: _ExaminedPackage) -> ReportReceipt:
    """Store an examined report with its decision, examination and sidecar facts; return the receipt.

    The same content is not stored twice. Of a draft only the report and facts are stored. Refused where the event takes
    no report now."""
    event, terms, receipt, before = taken.event, taken.terms, taken.receipt, taken.before
    file = read_event_record(writing.connection, event.key)
    part = find_event_part(writing.connection, event.key, terms.part)
    if before:
        _add_sidecar_facts(desk, writing, taken, part)
        if taken.added and part.life.under == EventStatus.ADMITTED and not part.life.rated:
            note = Note.of("facts-added", facts=tuple(sorted(taken.added)))
            return replace(receipt, report=before.seq, status=ReceiptStatus.EXISTS, note=note)
        return _receipt_for_stored_report(writing, taken, part, before.seq)
    replaces = _replaces_admitted(writing.connection, taken, part)
    _add_sidecar_facts(desk, writing, taken, part)
    seq = int(writing.connection.execute(INSERT_REPORT, {**taken.row, "log": writing.seq}).scalar_one())
    if not terms.draft:
        duplicate_reports.add_to_week_index(writing.connection, seq, taken.examination.span)
        decided = record_decision(
            writing, NewDecision(event.key, terms.part, DecisionKind.REPORTED, seq, _reported_detail(taken))
        )
        file = read_event_record(writing.connection, event.key) if taken.added else file
        result = to_stored_examination(taken.examination, taken.packed)
        store_examination(writing.connection, seq, file.mark_after(decided), taken.examination, result)
    return replace(receipt, report=seq, note=Note.of("report-replaced") if replaces else None)


def _replaces_admitted(connection: Connection, taken: _ExaminedPackage, part: EventPart) -> bool:
    """Return whether a new report replaces an admitted one.

    Refuse it if the part is rated or takes no report now, if no further part may come, if it is a part of a stage, if
    `replace` is missing for an admitted one, or if it is a draft after a report."""
    event, terms = taken.event, taken.terms
    if part.life.rated:
        remedy = Remedy.to("propose-replacement", event=part.name, file=taken.package.name)
        raise UserError("event-rated", remedy, event=part.name, list=part.life.rated)
    part.life.must(DecisionKind.REPORTED, part.name)
    require_event_goes_on(connection, event, terms.part)
    if terms.part and stage_codes(connection, event.key):
        raise UserError("stage-in-parts", event=event.code)
    replaces = part.life.under == EventStatus.ADMITTED
    if replaces and not terms.draft and not terms.replace:
        raise UserError("report-admitted", Remedy.to("send-as-replacement"), event=part.name)
    if terms.draft and part.life.under not in (EventStatus.REGISTERED, EventStatus.WITHDRAWN):
        raise UserError("draft-too-late", event=part.name, standing=part.life.where.value)
    return replaces


def _receipt_for_stored_report(
    writing: WriteTransaction, taken: _ExaminedPackage, part: EventPart, seq: int
) -> ReportReceipt:
    """Return the receipt for a report that is stored already. A withdrawn one counts again, unless this is a draft.

    Its note says that the part is rated, or that a later report counts. Nothing else is written."""
    receipt = replace(taken.receipt, report=seq, status=ReceiptStatus.EXISTS)
    if taken.terms.draft:
        return receipt
    if part.life.rated:
        message = "rated-already" if part.report == seq else "rated-already/later"
        return replace(receipt, list_=part.life.rated, note=Note.of(message, list=part.life.rated))
    if part.life.under == EventStatus.WITHDRAWN:
        record_decision(
            writing, NewDecision(part.event, part.part, DecisionKind.REPORTED, seq, _reported_detail(taken))
        )
        return replace(receipt, status=ReceiptStatus.ACCEPTED)
    if part.report != seq:
        return replace(receipt, note=Note.of("report-outdated"))
    return receipt


def receipt_of_entry(connection: Connection, package: ReportPackage, entry: int) -> ReportReceipt | None:
    """Return the receipt of a report that an entry of the log stored; None if it stored none."""
    rows = (
        select(report, event_table.c.code)
        .join(event_table, event_table.c.key == report.c.event)
        .where(report.c.log == entry)
    )
    row = connection.execute(rows).one_or_none()
    if row is None:
        return None
    return ReportReceipt(
        package.name,
        ReceiptStatus.EXISTS,
        row.code,
        row.part or None,
        bool(row.draft),
        row.seq,
        row.sha256,
        row.fingerprint,
    )


def _reported_detail(taken: _ExaminedPackage) -> dict[str, Any]:
    """Return the detail of the decision "reported": rounds, choice of ratings, verdict, edition and findings."""
    rounds, answer = taken.terms.rounds, taken.answer
    return {
        "rounds": [rounds.first, rounds.last] if rounds else None,
        "choice": taken.package.beside.facts.ratings_at or None,
        "verdict": answer.verdict.value,
        "edition": answer.edition,
        "findings": [finding_for_storage(finding) for finding in answer.findings],
    }


def _add_sidecar_facts(desk: Desk, writing: WriteTransaction, taken: _ExaminedPackage, part: EventPart) -> None:
    """Store the facts that the sidecar adds to the registration as its new version.

    Not if there are none, or it is rated."""
    if taken.added and not part.life.rated:
        enter_event_facts(desk, writing, taken.event.code, taken.added, "")


@dataclass(frozen=True)
class _StoredReport:
    """A stored report, and the day it came."""

    seq: int
    day: date


def _find_stored_report(
    connection: Connection, event: RegisteredEvent, terms: SubmissionTerms, digest: str, mark: str
) -> _StoredReport | None:
    """Return the stored report (or draft) of this part with fingerprint `mark` or SHA-256 `digest`; None without one.

    With named rounds the bytes do not count: one file can hold several parts."""
    about = {"of": event.key, "of_part": terms.part, "as_draft": int(terms.draft)}
    for row in connection.execute(STORED_REPORTS_QUERY, about).all():
        if row.fingerprint == mark or (not terms.rounds and row.sha256 == digest):
            return _StoredReport(row.seq, Day(row.day).date)
    return None


def find_event_of_report(connection: Connection, opened: ReadPackage) -> RegisteredEvent:
    """Return the event to which a report belongs: by code, or else by series, days and name.

    Refuse the report where no event or several fit; the error names those of the same days."""
    codes = possible_event_codes(connection, opened)
    if len(codes) == 1:
        return find_registered_event(connection, codes[0])
    if codes:
        raise UserError("event-ambiguous", Remedy.to("choose-event-code", codes=codes))
    start, end, name = _days_and_name(opened)
    if start is None or end is None:
        raise UserError("event-days-unknown", Remedy.to("name-event"))
    near = tuple(_event_names_on_days(connection, opened))
    named = {"name": shown(name) if name else Note.of("event-without-name"), "start": start, "end": end}
    remedy = Remedy.to("register-or-name-event")
    if near:
        raise UserError("event-not-registered/near", remedy, **named, near=near)
    raise UserError("event-not-registered", remedy, **named)


def possible_event_codes(connection: Connection, opened: ReadPackage) -> tuple[str, ...]:
    """Return the code that call, sidecar or report names (it may be unknown), or else codes of events that fit.

    An event fits by series, days and name."""
    code = opened.terms.event or opened.package.beside.facts.code or opened.paper.report.facts.code
    if code:
        return (code,)
    name = normalized_name(_days_and_name(opened)[-1])
    return tuple(
        code
        for code, event_name in _event_names_on_days(connection, opened).items()
        if normalized_name(event_name) == name
    )


def _days_and_name(opened: ReadPackage) -> tuple[date | None, date | None, str]:
    """Return first day, last day and name of the event, by the sidecar or else by the report; a day may be None."""
    beside, printed = opened.package.beside.facts, opened.paper.report.facts
    return beside.start or printed.start, beside.end or printed.end, beside.name or printed.name


def _event_names_on_days(connection: Connection, opened: ReadPackage) -> Mapping[str, str]:
    """Return the name by code of the events on exactly the days of a report; none where the days are unknown."""
    start, end, _ = _days_and_name(opened)
    if start is None or end is None:
        return {}
    series = opened.package.beside.facts.series or opened.paper.report.facts.series
    return event_names_by_days(connection, start, end, series)


FAULTS_OF_ONE_REPORT = (
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
)  # errors of the program that one report caused


def submit_packages(
    desk: Desk,
    packages: Iterable[ReportPackage],
    terms: SubmissionTerms | None,
    performing: Callable[[ReportPackage, SubmissionTerms], AbstractContextManager[Desk]],
) -> Iterator[ReportReceipt]:
    """Take report files in, each by itself; yield a receipt for each when its group of GROUP_SIZE is on disk.

    `performing` opens the act for one file: it yields its desk. A problem refuses one file, not the others. Refuse
    several files where `terms` name an event or a part."""
    terms, records, packages = terms or SubmissionTerms(), ListMemory(), iter(packages)
    first = list(islice(packages, 2))
    if len(first) > 1 and (terms.event or terms.part):
        raise UserError("one-report-expected")
    packages = chain(first, packages)
    while some := list(islice(packages, GROUP_SIZE)):
        opened = [read_package(package, terms) for package in some]
        with desk.group(records) as group:
            _read_ahead(group.connection, opened)
            receipts = [_take_or_refuse(group, records, each, performing) for each in opened]
        yield from receipts


def read_package(package: ReportPackage, terms: SubmissionTerms) -> ReadPackage | ReportReceipt:
    """Return the parsed report of a file, or the receipt that refuses it. Nothing is raised or stored."""
    try:
        if package.problem is not None:
            raise package.problem
        terms = _with_part_of_sidecar(terms, package)
        read = parse_stored_report(package.data, package.name, terms.rounds)
        require_players(read)
    except Problem as problem:
        return _refusal_receipt(package, problem)
    except FAULTS_OF_ONE_REPORT as fault:
        return _refusal_receipt(package, fault)
    return ReadPackage(package, terms, read)


def _refusal_receipt(package: ReportPackage, why: Exception) -> ReportReceipt:
    """Return the receipt for a report that is not taken; an error of the program becomes a problem of this report."""
    fault = UserError("report-failed", kind=type(why).__name__, text=str(why))
    return ReportReceipt(package.name, ReceiptStatus.REFUSED, problem=why if isinstance(why, Problem) else fault)


def _read_ahead(connection: Connection, opened: Sequence[ReadPackage | ReportReceipt]) -> None:
    """Read all events and players of a group at once into the cache. Packages that were refused are skipped."""
    packages = [package for package in opened if isinstance(package, ReadPackage)]
    codes = [code for package in packages for code in possible_event_codes(connection, package)]
    read_event_records(connection, list(event_keys_by_code(connection, codes).values()))
    numbers = {player.id for package in packages for player in package.paper.report.players}
    preload_players(connection, sorted(numbers))


def _take_or_refuse(
    group: GroupTransaction,
    records: ListMemory,
    opened: ReadPackage | ReportReceipt,
    performing: Callable[[ReportPackage, SubmissionTerms], AbstractContextManager[Desk]],
) -> ReportReceipt:
    """Take one of many reports in; a problem is not raised but becomes a receipt that refuses it.

    A receipt that refused the file already is returned as it is."""
    if isinstance(opened, ReportReceipt):
        return opened
    try:
        with performing(opened.package, opened.terms) as inside:
            return take_report_in(group.performed_by(inside), records, opened)
    except Problem as problem:
        return _refusal_receipt(opened.package, problem)
    except FAULTS_OF_ONE_REPORT as fault:
        return _refusal_receipt(opened.package, fault)


def _with_part_of_sidecar(terms: SubmissionTerms, package: ReportPackage) -> SubmissionTerms:
    """Return the options with the part that the sidecar names; refuse it where the call names another part."""
    beside = package.beside.facts.part
    if beside is None or beside == terms.part:
        return terms
    if terms.part:
        raise UserError("part-contradicts", part=terms.part, beside=beside)
    return replace(terms, part=beside)


PGN_FORM = "pgn"


@dataclass(frozen=True)
class ScoresFile:
    """A PGN file to be stored, and the event or part it belongs to."""

    event: str  # CODE or CODE/PART
    file: str
    data: bytes


@dataclass(frozen=True)
class ScoresReceipt:
    """Stored game scores."""

    event: str  # CODE or CODE/PART
    part: int | None
    file: str
    day: date
    sha256: str
    games: int  # that were played
    new: bool


def store_scores(desk: Desk, new: ScoresFile) -> ScoresReceipt:
    """Store the game scores of an event or part, byte for byte; the same bytes again change nothing.

    Refuse a file that is not PGN, a refused registration, and an event that is rated or admitted."""
    report, _ = read(new.data, new.file)
    if report.form != PGN_FORM or not report.players:
        raise UserError("scores-not-pgn", Remedy.to("send-pgn"), file=new.file)
    digest = hashlib.sha256(new.data).hexdigest()
    with desk.writing("keep game scores", new.event, detail={"sha256": digest}) as writing:
        part = _find_part_for_scores(writing.connection, new.event)
        require_registration(writing.connection, part)
        before = latest_stored_scores(writing.connection, part.event, part.part)
        again = before is not None and before.sha256 == digest
        if not again:
            part.life.must(DecisionKind.REPORTED, part.name)
            if part.life.under == EventStatus.ADMITTED:
                raise UserError("scores-after-admission", Remedy.to("withdraw-first", event=part.name), event=part.name)
            row = {
                "event": part.event,
                "part": part.part,
                "sha256": digest,
                "file": file_name(new.file),
                "body": new.data,
            }
            writing.connection.execute(insert(game_scores).values(**row, log=writing.seq))
    played = int(np.count_nonzero(report.games().kind == GameKind.PLAYED))
    day = before.day if before is not None and again else desk.today()
    return ScoresReceipt(part.name, part.part or None, new.file, day, digest, played, not again)


def _find_part_for_scores(connection: Connection, name: str) -> EventPart:
    """Return the named part; CODE is the whole event (part 0), also where it has parts. Refuse an unknown code."""
    parts = find_parts_by_name(connection, [name])
    return parts[0] if len(parts) == 1 else find_event_part(connection, parts[0].event, 0)


def open_scores_file(event: str, path: str) -> ScoresFile:
    """Read a PGN file from a path, for an event; refuse one that cannot be opened. Nothing is checked or stored.

    Of a file above the size limit only the beginning is read."""
    try:
        with open(path, "rb") as stream:
            return ScoresFile(event, shown(path, LONGEST_NAME), stream.read(LIMITS.bytes + 1))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise UserError("scores-not-opened", file=shown(path, LONGEST_NAME), why=why) from None
