"""The reports desk: take reports in, examine them, and decide about them.

All rules are behind these functions; a face parses, calls and renders. Where a call names several events, a problem
with one of them is its outcome and stops no other. Where it names one event, the problem is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.book import report_decisions, submission
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_lookup import EventPart, checked_series, find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.book.report_decisions import (
    ExcludedCounts,
    Outcome,
    OutcomeStatus,
    outcome_of_examination,
    parts_awaiting_decision,
    try_decision,
)
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import (
    ReceiptStatus,
    ReportPackage,
    ReportReceipt,
    ScoresFile,
    ScoresReceipt,
    SubmissionTerms,
    open_package,
    open_scores_file,
)
from arpad.office.desk import Desk

__all__ = [
    "AdmissionOrder",
    "ArbiterLetter",
    "EventOrder",
    "ExcludedCounts",
    "FindingToOverride",
    "NamedFacts",
    "Outcome",
    "OutcomeStatus",
    "ReceiptStatus",
    "ReportPackage",
    "ReportReceipt",
    "RoundRange",
    "ScoresFile",
    "ScoresReceipt",
    "SubmissionTerms",
    "admit_events",
    "admit_ratable_events",
    "appeal_refusals",
    "arbiter_letters",
    "examine_events",
    "hold_events",
    "open_package",
    "open_scores_file",
    "refuse_events",
    "release_events",
    "store_scores",
    "submit_reports",
    "waiting_events",
    "withdraw_events",
]  # fmt: skip


@dataclass(frozen=True)
class EventOrder:
    """The events that a call is about, and the reason. CODE is an event with all its parts, CODE/2 one part."""

    events: tuple[str, ...]
    why: str = ""

    def __post_init__(self) -> None:
        if not self.events:
            raise UserError("no-events-named")


@dataclass(frozen=True)
class AdmissionOrder(EventOrder):
    """Events to admit, and the findings that the officer overrides."""

    set_aside: tuple[FindingToOverride, ...] = ()


@dataclass(frozen=True)
class ArbiterLetter:
    """The letter to the arbiter of an event, or of a part."""

    event: str
    text: str


def submit_reports(
    desk: Desk, packages: Iterable[ReportPackage], terms: SubmissionTerms | None = None
) -> Iterator[ReportReceipt]:
    """Take report files in, each by itself; yield a receipt for each. A refused file stops no other.

    `terms` are options for all files. An event or a part can be named for a single file only."""
    return submission.submit_packages(desk, packages, terms)


def store_scores(desk: Desk, request: ScoresFile) -> ScoresReceipt:
    """Store the game scores (PGN) of an event or part, byte for byte; the newest ones count.

    Refuse another format, and an event that is rated or admitted."""
    return submission.store_scores(desk, request)


def examine_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Examine the reports that count now, as of today. Nothing is stored; the outcome has verdict and findings."""
    records = ListMemory()

    def look(part: EventPart) -> Outcome:
        return outcome_of_examination(
            part, OutcomeStatus(part.life.where.value), report_decisions.examine_part(desk, records, part)
        )

    return _for_each_part(desk, order, look)


def admit_events(desk: Desk, request: AdmissionOrder) -> tuple[Outcome, ...]:
    """Admit the named events whose verdict allows it, with the officer's overrides; the others are left undecided.

    Overrides need a reason."""
    records = ListMemory()
    return _for_each_part(
        desk, request, lambda part: report_decisions.admit_part(desk, records, part, request.set_aside, request.why)
    )


def waiting_events(desk: Desk, series: str = "") -> tuple[str, ...]:
    """Return the names of the events and parts with the status "reported", of one series or of all."""
    return tuple(part.name for part in _find_waiting_parts(desk, series))


def admit_ratable_events(desk: Desk, series: str = "") -> Iterator[Outcome]:
    """Admit every waiting event whose verdict allows it, of one series or of all; yield the outcome of each.

    The others stay undecided; their outcomes have the reasons."""
    yield from report_decisions.admit_parts(desk, ListMemory(), _find_waiting_parts(desk, series))


def _find_waiting_parts(desk: Desk, series: str) -> list[EventPart]:
    """Return the parts that wait for a decision, of one series or of all; refuse an unknown series."""
    with desk.reading() as connection:
        return parts_awaiting_decision(connection, checked_series(series))


def refuse_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Refuse events and store a letter for each; where the regulations do not refuse one, a reason is required."""
    records = ListMemory()
    return _for_each_part(desk, order, lambda part: report_decisions.refuse_part(desk, records, part, order.why))


def arbiter_letters(desk: Desk, order: EventOrder) -> tuple[ArbiterLetter, ...]:
    """Return the letters to the arbiters: refusals as they were stored, or letters of today, which are not stored."""
    with desk.reading() as connection:
        parts = find_parts_by_name(connection, order.events)
    return tuple(ArbiterLetter(part.name, report_decisions.letter_for_part(desk, part)) for part in parts)


def appeal_refusals(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Enter appeals against refusals of reports or registrations; a reason is required.

    One that is too late is refused."""
    return _for_each_part(desk, order, lambda part: report_decisions.appeal_refusal(desk, part, order.why))


def hold_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Hold events: until they are released they are neither admitted, refused nor rated. A reason is required."""
    return _for_each_part(desk, order, lambda part: report_decisions.hold_part(desk, part, order.why))


def release_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Release events that were held; refuse others. A reason is not required."""
    return _for_each_part(desk, order, lambda part: report_decisions.release_part(desk, part, order.why))


def withdraw_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Withdraw reports or, before any report, registrations; a reason is required.

    They stay stored. Refuse a rated event."""
    return _for_each_part(desk, order, lambda part: report_decisions.withdraw_part(desk, part, order.why))


def _for_each_part(desk: Desk, order: EventOrder, act: Callable[[EventPart], Outcome]) -> tuple[Outcome, ...]:
    """Return the outcomes of an act on each named part.

    A problem with the only part is raised; with several parts it is the outcome of that part."""
    with desk.reading() as connection:
        parts = find_parts_by_name(connection, order.events)
    return (act(parts[0]),) if len(parts) == 1 else tuple(try_decision(part, act) for part in parts)
