"""The desk for one event: everything about it before a decision, its report files, and what it would give the players.

It shows kept examinations and decides nothing; a decision states the version that is shown here.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from arpad.admission.checks import CHECKS
from arpad.admission.override import FIRM
from arpad.examining.stated_facts import STATED
from arpad.explain.lines import EventLine, event_line
from arpad.finding import Finding, Note, Problem, Tier, UserError
from arpad.frozen import dataclass
from arpad.model import Verdict
from arpad.office.access.authority import visible_event_keys
from arpad.office.book.event_dossier import EventDeadline, EventDossier, PartStatus, read_event_dossier
from arpad.office.book.event_dossier import legal_deadlines as deadlines_of_facts
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_from_report import FromReportTerms, propose_registration
from arpad.office.book.event_lookup import (
    EventPart,
    checked_series,
    event_keys_by_code,
    find_registered_event,
    find_single_part,
)
from arpad.office.book.event_status import EventStatus
from arpad.office.book.examination import EXCLUSION_MESSAGES
from arpad.office.book.examined_reports import STOPPING, examine_parts, keep_examinations, stopping_findings
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import read_current_report
from arpad.office.book.report_decisions import examine_part
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS, StoredExamination
from arpad.office.book.submission import ReportPackage, ReportReceipt, SubmissionTerms, read_package
from arpad.office.desk import Desk
from arpad.office.events import EventQuery
from arpad.office.queue import QUEUED, neighbours_in_queue
from arpad.office.reading_room.event_pages import EventItem, event_items
from arpad.office.rolls import IMPORTED, series_kind
from arpad.office.store.schema import event, report
from arpad.office.versions import event_version

__all__ = [
    "ChangedLine",
    "EventDeadline",
    "EventProposal",
    "EventToDecide",
    "FileLine",
    "PlayerEffect",
    "ReportFile",
    "SetAsideChoice",
    "compare_versions",
    "is_made_elsewhere",
    "legal_deadlines",
    "list_own_events",
    "may_be_set_aside",
    "names_of_events",
    "propose_event",
    "read_report_file",
    "show_effect",
    "show_event_to_decide",
]

CHECKED_CODES = frozenset(concept.name for concept, _ in CHECKS)


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
    elsewhere: bool  # another office makes the lists of its series
    previous: str  # in the queue; empty: none
    following: str


EXAMINABLE = (*QUEUED, EventStatus.ADMITTED, EventStatus.REFUSED)
LONGEST_LINE = 300


def show_event_to_decide(desk: Desk, name: str, beside: bool = True, queued: bool = False) -> EventToDecide:
    """Return everything about one event or part as of today. Refuses an unknown code, and the code of an event in
    several parts. `beside`: also the lines of the file; `queued`: also the neighbours in the queue."""
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
        previous, following = neighbours_in_queue(connection, part, desk.today()) if queued else ("", "")
        version = event_version(connection, part.event)
        elsewhere = series_kind(connection, part.series) == IMPORTED
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
        elsewhere,
        previous,
        following,
    )


def is_made_elsewhere(desk: Desk, series: str) -> bool:
    """Return whether another office makes the lists of a series."""
    with desk.reading() as connection:
        return series_kind(connection, series) == IMPORTED


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


def names_of_events(desk: Desk, codes: Iterable[str]) -> dict[str, str]:
    """Return the name by code of each of these events that has one. A code that nobody has is left out."""
    with desk.reading() as connection:
        known = event_keys_by_code(connection, sorted(set(codes)))
        named = {code: str(find_registered_event(connection, code).given.get("name") or "") for code in known}
    return {code: name for code, name in named.items() if name}


MOST_EVENTS = 500  # that are listed at once, the latest


def list_own_events(desk: Desk, query: EventQuery) -> tuple[EventItem, ...]:
    """Return the events and parts that whoever acts may see, with the series and status of the query, the latest
    first."""
    with desk.reading() as connection:
        seen = visible_event_keys(connection, desk.identity) if desk.identity is not None else None
        rows = select(event.c.key).order_by(event.c.end.desc(), event.c.code)
        rows = rows.where(event.c.series == query.series) if query.series else rows
        keys = [key for key in connection.execute(rows).scalars() if seen is None or key in seen]
        items = event_items(connection, keys[:MOST_EVENTS])
    return tuple(item for item in items if query.standing in ("", item.standing))


# --- report files -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReportFile:
    """A stored report file, byte for byte."""

    report: int
    file: str
    sha256: str
    body: bytes


@dataclass(frozen=True)
class ChangedLine:
    """A line that two report files do not share: before (-) or after (+)."""

    sign: str
    text: str


def read_report_file(desk: Desk, code: str, number: int) -> ReportFile:
    """Return a stored report or draft of an event, by its number. Refuses one of another event."""
    with desk.reading() as connection:
        key = find_registered_event(connection, code).key
        rows = select(report.c.seq, report.c.file, report.c.sha256, report.c.body)
        row = connection.execute(rows.where(report.c.event == key, report.c.seq == number)).one_or_none()
    if row is None:
        raise UserError("report-unknown", event=code, report=number)
    return ReportFile(row.seq, row.file, row.sha256, bytes(row.body))


def compare_versions(desk: Desk, code: str, older: int, newer: int) -> tuple[ChangedLine, ...]:
    """Return the lines in which two reports of an event differ. Files that are no text have none."""
    files = [read_report_file(desk, code, number) for number in (older, newer)]
    if any(b"\0" in file.body for file in files):
        return ()
    texts = [file.body.decode("utf-8", "replace").splitlines() for file in files]
    before, after = texts
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    changed = [ChangedLine(line[0], line[1 : 1 + LONGEST_LINE]) for line in lines if line[:1] in ("-", "+")]
    return tuple(line for line in changed if line.text not in ("-- ", "++ "))


# --- what it gives ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerEffect:
    """What an event would give a player."""

    number: int  # start number
    name: str
    line: EventLine


def show_effect(desk: Desk, name: str) -> tuple[PlayerEffect, ...]:
    """Return what an event or part would give its players if it were rated alone, by start number; empty for a report
    that would not be rated."""
    with desk.reading() as connection:
        part = find_single_part(connection, name)
    if not part.report:
        return ()
    examination = examine_part(desk, ListMemory(), part)
    period = examination.answer.period
    if period is None or examination.answer.verdict == Verdict.NOT_RATABLE:
        return ()
    players = examination.report.players
    rows = [(players[int(period.entries.player[entry])], entry) for entry in range(len(period.entries))]
    effects = [PlayerEffect(player.number, player.name, event_line(period, entry)) for player, entry in rows]
    return tuple(sorted(effects, key=lambda effect: effect.number))


# --- before it is registered --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventProposal:
    """What a report file states of its event; or the code under which it is registered; or what it leaves open."""

    event: str
    facts: NamedFacts
    assumed: tuple[Note, ...]
    problem: Problem | None


def legal_deadlines(desk: Desk, facts: NamedFacts) -> tuple[EventDeadline, ...]:
    """Return the legal deadlines of an event that is not registered yet. Refuses facts without series and days."""
    series, stated = str(facts.by_key().get("series") or ""), facts.facts
    if not (series and stated.start and stated.end):
        raise UserError("desk/deadlines")
    with desk.reading():
        return tuple(deadlines_of_facts(replace(stated, reported=None), checked_series(series), desk.today()))


def propose_event(desk: Desk, package: ReportPackage, terms: FromReportTerms) -> EventProposal:
    """Return the registration that follows from a report file. What is missing is a problem of the proposal. Refuses a
    file that cannot be read. Nothing is stored."""
    opened = read_package(package, SubmissionTerms())
    if isinstance(opened, ReportReceipt):
        raise opened.problem or UserError("report-failed", kind="", text="")
    try:
        with desk.reading() as connection:
            series = terms.series[0] if terms.series else ""
            proposed = propose_registration(connection, opened, terms, series, desk.today())
    except Problem as problem:
        printed = opened.paper.report.facts
        stated = {key: getattr(printed, key) for key in STATED if getattr(printed, key)}
        return EventProposal("", NamedFacts.of({**stated, **terms.facts.by_key()}), (), problem)
    return EventProposal(proposed.event, proposed.facts, proposed.assumed, None)
