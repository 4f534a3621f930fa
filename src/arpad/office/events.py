"""The events desk: register events, change or refuse registrations, list and show events, exclude games.

All rules are behind these functions; a face parses, calls and renders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from datetime import date
from itertools import islice
from pathlib import Path

from arpad.days import Month
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar
from arpad.office.acts import Permission, Subject, act, perform_item
from arpad.office.book import event_decisions, registration, report_decisions
from arpad.office.book.event_decisions import (
    EventChange,
    EventChanged,
    EventEnd,
    EventHead,
    RefusalEnd,
    RegistrationRefusal,
    StagesToJoin,
    StagesToPart,
)
from arpad.office.book.event_dossier import (
    EventDeadline,
    EventDossier,
    HistoryEntry,
    PartStatus,
    ReportEntry,
    read_event_dossier,
)
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_from_report import FromReportTerms, propose_registration
from arpad.office.book.event_lookup import (
    EventPart,
    Hold,
    checked_series,
    current_hold,
    find_event_parts,
    find_single_part,
)
from arpad.office.book.event_status import DecisionKind, EventStatus, command_for_decision, decision_as_action
from arpad.office.book.registration import RegistrationResult, RegistrationStatus
from arpad.office.book.report_decisions import ExclusionEnd, NewExclusion, Outcome
from arpad.office.book.submission import (
    ReportPackage,
    ReportReceipt,
    SubmissionTerms,
    open_package,
    read_package,
)
from arpad.office.desk import GROUP_SIZE, Desk, GroupTransaction
from arpad.office.store.cache import CallCache

__all__ = [
    "DecisionKind",
    "EventChange",
    "EventChanged",
    "EventDeadline",
    "EventDossier",
    "EventEnd",
    "EventHead",
    "EventQuery",
    "EventRow",
    "EventStatus",
    "ExclusionEnd",
    "FromReportTerms",
    "HistoryEntry",
    "Hold",
    "NamedFacts",
    "NewExclusion",
    "Outcome",
    "PartStatus",
    "RefusalEnd",
    "RegisteredReport",
    "RegistrationRefusal",
    "RegistrationRequest",
    "RegistrationResult",
    "RegistrationStatus",
    "ReportEntry",
    "StagesToJoin",
    "StagesToPart",
    "change_event",
    "command_for_decision",
    "decision_as_action",
    "end_event",
    "exclude_games",
    "include_games",
    "join_stages",
    "list_events",
    "open_package",
    "part_stages",
    "refuse_registration",
    "register_event",
    "register_events",
    "register_reports",
    "restore_registration",
    "resume_event",
    "show_event",
]  # fmt: skip


@dataclass(frozen=True)
class RegistrationRequest:
    """A request to register an event by a sidecar, by facts, or by both; facts come before those of the sidecar."""

    facts: NamedFacts = field(default_factory=NamedFacts)
    sidecar: Path | None = None
    by: str = ""  # who vouches for a registration of the past
    why: str = ""

    def __post_init__(self) -> None:
        if self.sidecar is None and not self.facts.named:
            raise UserError("registration-empty")


@dataclass(frozen=True)
class EventQuery:
    """Which events are listed: those of a series, those with a status, or all."""

    series: str = ""
    standing: str = ""

    def __post_init__(self) -> None:
        checked_series(self.series)
        if self.standing and self.standing not in list(EventStatus):
            raise UserError("standing-unknown", standing=self.standing, known=tuple(each.value for each in EventStatus))


@dataclass(frozen=True)
class EventRow:
    """An event or a part of it in a list of events, with its status."""

    event: str  # CODE or CODE/PART
    series: str
    start: date
    end: date
    standing: EventStatus
    list_: Month | None  # in which it is rated
    held: Hold | None


@act("register-event", about=Subject.EVENT, permission=Permission.REPORT, inverse="withdraw-report", each=True)
def register_event(desk: Desk, request: RegistrationRequest) -> RegistrationResult:
    """Register an event, or store changed facts of one; facts that are not named stay. The result says which was done.

    Refuse invalid facts, other fixed facts (code, series, days), a rated event, and a past day for which nobody
    vouches."""
    whole = _with_facts_of_sidecar(request)
    with perform_item(register_event.act, desk, whole) as inside, inside.group(CallCache()) as group:
        done = registration.register_event_in_group(group, whole.facts.by_key(), whole.by, whole.why)
    return replace(done, file=_sidecar_name(request))


def _with_facts_of_sidecar(request: RegistrationRequest) -> RegistrationRequest:
    """Return a request with the facts of its sidecar among its own, and without the sidecar."""
    if request.sidecar is None:
        return request
    facts = NamedFacts.of({**read_sidecar(request.sidecar), **request.facts.by_key()})
    return RegistrationRequest(facts, None, request.by, request.why)


def register_events(desk: Desk, requests: Iterable[RegistrationRequest]) -> Iterator[RegistrationResult]:
    """Register several events, each by itself: a refused one stops no other.

    Results come in groups, after each is on disk. Refuse the call where it names a code for several events."""
    requests = list(requests)
    if len(requests) > 1 and any("code" in request.facts.named for request in requests):
        raise UserError("one-code-for-several")
    memory, waiting = CallCache(), iter(requests)
    while some := list(islice(waiting, GROUP_SIZE)):
        with desk.group(memory) as group:
            done = [_register_or_refuse(group, request) for request in some]
        yield from done


def _register_or_refuse(group: GroupTransaction, request: RegistrationRequest) -> RegistrationResult:
    """Register one of many events; a problem is not raised but becomes a refused result."""
    try:
        whole = _with_facts_of_sidecar(request)
        with perform_item(register_event.act, group.desk, whole) as inside:
            done = registration.register_event_in_group(
                group.performed_by(inside), whole.facts.by_key(), whole.by, whole.why
            )
    except Problem as problem:
        return RegistrationResult(_sidecar_name(request), None, RegistrationStatus.REFUSED, problem=problem)
    return replace(done, file=_sidecar_name(request))


@dataclass(frozen=True)
class RegisteredReport:
    """A report file with the code of its event, and what became of the registration."""

    package: ReportPackage
    registration: RegistrationResult


def register_reports(
    desk: Desk, packages: Iterable[ReportPackage], terms: FromReportTerms, why: str = ""
) -> Iterator[RegisteredReport]:
    """Register the event of each report file from the file, in each series of `terms`; yield what became of each.

    An event that is registered already stays as it is. A problem refuses one file, not the others."""
    packages = list(packages)
    if "code" in terms.facts.named and len(packages) * max(1, len(terms.series)) > 1:
        raise UserError("one-code-for-several")
    for package in packages:
        for series in terms.series or ("",):
            yield _register_report(desk, package, terms, series, why)


def _register_report(
    desk: Desk, package: ReportPackage, terms: FromReportTerms, series: str, why: str
) -> RegisteredReport:
    """Register the event of one report file in one series; a problem becomes a refused result."""
    opened = read_package(package, SubmissionTerms())
    if isinstance(opened, ReportReceipt):
        return _report_not_registered(package, opened.problem)
    try:
        with desk.reading() as connection:
            proposed = propose_registration(connection, opened, terms, series, desk.today())
        if proposed.event:
            done = RegistrationResult(None, proposed.event, RegistrationStatus.EXISTS)
        else:
            done = register_event(desk, RegistrationRequest(proposed.facts, None, proposed.by, why))
    except Problem as problem:
        return _report_not_registered(package, problem)
    beside = NamedFacts.of({**package.beside.by_key(), "code": done.event})
    registration = replace(done, file=package.name, assumed=proposed.assumed)
    return RegisteredReport(replace(package, beside=beside), registration)


def _report_not_registered(package: ReportPackage, problem: Problem | None) -> RegisteredReport:
    """Return the result for a report whose event was not registered."""
    return RegisteredReport(
        package, RegistrationResult(package.name, None, RegistrationStatus.REFUSED, problem=problem)
    )


@act("change-event", about=Subject.EVENT, permission=Permission.DECIDE)
def change_event(desk: Desk, request: EventChange) -> EventChanged:
    """Change code, series, days or schedule of an event; refuse one that is rated or a joined stage.

    Return the head before and after, and the admitted parts that must be admitted again."""
    return event_decisions.change_event(desk, request)


def _sidecar_name(request: RegistrationRequest) -> str | None:
    """The path of the sidecar as it may be shown; None without one."""
    return shown(str(request.sidecar), 400) if request.sidecar is not None else None


@act("refuse-registration", about=Subject.EVENT, permission=Permission.DECIDE, inverse="restore-registration")
def refuse_registration(desk: Desk, request: RegistrationRefusal) -> Outcome:
    """Refuse a registration, with a letter. Only the authority that the law names can, and only without a report."""
    return event_decisions.refuse_registration(desk, request)


@act("restore-registration", about=Subject.EVENT, permission=Permission.DECIDE)
def restore_registration(desk: Desk, request: RefusalEnd) -> Outcome:
    """Take back the refusal of a registration; refuse the call where it is not refused."""
    return event_decisions.restore_registration(desk, request)


@act("join-stages", about=Subject.EVENT, permission=Permission.DECIDE, inverse="part-stages")
def join_stages(desk: Desk, request: StagesToJoin) -> tuple[Outcome, ...]:
    """Join preliminaries, finals and play-offs as stages of one event; return an outcome for each.

    Refuse stages if the rulebook has none, of different series, overlapping, joined already, sent in parts or rated."""
    return event_decisions.join_stages(desk, request)


@act("part-stages", about=Subject.EVENT, permission=Permission.DECIDE, inverse="join-stages")
def part_stages(desk: Desk, request: StagesToPart) -> tuple[Outcome, ...]:
    """Undo a join, so that each stage is an event of its own again; return an outcome for each. Refuse rated stages."""
    return event_decisions.part_stages(desk, request)


def list_events(desk: Desk, query: EventQuery) -> tuple[EventRow, ...]:
    """Return the events and parts with the series and the status of the query, by first day. Empty fields mean all."""
    with desk.reading() as connection:
        parts = find_event_parts(connection, query.series)
        chosen = [part for part in parts if query.standing in ("", part.life.where)]
        holds = {part.name: current_hold(connection, part) for part in chosen if part.life.where == EventStatus.HELD}
    return tuple(_make_event_row(part, holds.get(part.name)) for part in chosen)


def _make_event_row(part: EventPart, hold: Hold | None) -> EventRow:
    """A part as a row of the list of events."""
    return EventRow(part.name, part.series, part.start, part.end, part.life.where, part.life.rated or None, hold)


def show_event(desk: Desk, code: str) -> EventDossier:
    """Return everything the office has about an event, as of today; refuse an unknown code."""
    with desk.reading() as connection:
        return read_event_dossier(connection, code, desk.today())


@act("exclude-games", about=Subject.EVENT, permission=Permission.DECIDE, inverse="include-games")
def exclude_games(desk: Desk, request: NewExclusion) -> Outcome:
    """Exclude a game, or all games of a player. An admitted event must be admitted again.

    Refuse a rated event, a player or round that its report does not have, and the code of an event in several parts."""
    return report_decisions.exclude_games(desk, _find_single_part(desk, request.event), request)


@act("include-games", about=Subject.EVENT, permission=Permission.DECIDE, inverse="exclude-games")
def include_games(desk: Desk, request: ExclusionEnd) -> Outcome:
    """End an exclusion, so that the games count again. An admitted event must be admitted again.

    Refuse it where there is no exclusion of this player and round."""
    return report_decisions.include_games(desk, _find_single_part(desk, request.event), request)


@act("end-event", about=Subject.EVENT, permission=Permission.DECIDE, inverse="resume-event")
def end_event(desk: Desk, request: EventEnd) -> Outcome:
    """Declare that no further part of an event comes.

    Refuse an event without parts, or with a part that is not decided."""
    return event_decisions.end_event(desk, request)


@act("resume-event", about=Subject.EVENT, permission=Permission.DECIDE, inverse="end-event")
def resume_event(desk: Desk, request: EventEnd) -> Outcome:
    """Take back the declaration that no further part comes; refuse it once a list of the series was computed since."""
    return event_decisions.resume_event(desk, request)


def _find_single_part(desk: Desk, name: str) -> EventPart:
    """Return the part with this name; refuse an unknown code, and the code of an event that has several parts."""
    with desk.reading() as connection:
        return find_single_part(connection, name)
