"""The reports desk: take reports in, examine them, and decide about them.

All rules are behind these functions; a face parses, calls and renders. Where a call names several events, a problem
with one of them is its outcome and stops no other. Where it names one event, the problem is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Act, Permission, Subject, act, perform_item
from arpad.office.book import identify_players, official_elsewhere, report_decisions, submission, undone_decisions
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_lookup import EventPart, checked_series, find_parts_by_name, find_single_part
from arpad.office.book.identify_players import IdentificationEnd, NewIdentification, OpenPlayers
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.book.official_elsewhere import ExpectedChanges
from arpad.office.book.player_candidates import OpenPlayer
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
from arpad.office.book.undone_decisions import DecisionUndo
from arpad.office.desk import Desk
from arpad.office.registry.federation_officials import NO_DAY
from arpad.office.versions import event_version
from arpad.plaintext import is_text

__all__ = [
    "AdmissionOrder",
    "ArbiterLetter",
    "DecisionUndo",
    "EventOrder",
    "ExcludedCounts",
    "ExpectedChanges",
    "FindingToOverride",
    "IdentificationEnd",
    "NamedFacts",
    "NewIdentification",
    "OpenPlayer",
    "OpenPlayers",
    "Outcome",
    "OutcomeStatus",
    "ReceiptStatus",
    "RefusalOrder",
    "ReportPackage",
    "ReportReceipt",
    "RoundRange",
    "ScoresFile",
    "ScoresReceipt",
    "SentOrder",
    "SubmissionTerms",
    "admit_event",
    "admit_events",
    "admit_ratable_events",
    "appeal_refusals",
    "arbiter_letters",
    "examine_events",
    "expected_changes",
    "find_open_players",
    "forget_identification",
    "hold_events",
    "identify_likely_players",
    "identify_player",
    "mark_events_sent",
    "open_package",
    "open_scores_file",
    "receipt_of_entry",
    "refuse_events",
    "release_events",
    "reopen_event",
    "store_scores",
    "submit_reports",
    "waiting_events",
    "withdraw_events",
]  # fmt: skip


LONGEST_LETTER = 40_000  # letters of the alphabet


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
class RefusalOrder(EventOrder):
    """Events to refuse. `letter` is the final text where an officer edited it; the generated text is kept beside it."""

    letter: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.letter and len(self.events) > 1:
            raise UserError("letter-of-several", Remedy.to("decide-one-by-one"))
        if len(self.letter) > LONGEST_LETTER or not all(map(is_text, self.letter.splitlines())):
            raise UserError("letter-text", most=LONGEST_LETTER)


@dataclass(frozen=True)
class ArbiterLetter:
    """The letter to the arbiter of an event, or of a part."""

    event: str
    text: str


@dataclass(frozen=True)
class ReportSubmission:
    """One report file to be taken in, with the options of the call."""

    package: ReportPackage
    terms: SubmissionTerms


@act("submit-report", about=Subject.EVENT, permission=Permission.REPORT, inverse="withdraw-report", each=True)
def submit_report(desk: Desk, request: ReportSubmission) -> ReportReceipt:
    """Take one report file in, and return its receipt. A refused file is a receipt, too."""
    (receipt,) = submit_reports(desk, [request.package], request.terms)
    return receipt


def submit_reports(
    desk: Desk, packages: Iterable[ReportPackage], terms: SubmissionTerms | None = None
) -> Iterator[ReportReceipt]:
    """Take report files in, each by itself; yield a receipt for each. A refused file stops no other.

    `terms` are options for all files. An event or a part can be named for a single file only."""

    def performing(package: ReportPackage, terms: SubmissionTerms) -> AbstractContextManager[Desk]:
        return perform_item(submit_report.act, desk, ReportSubmission(package, terms))

    return submission.submit_packages(desk, packages, terms, performing)


def receipt_of_entry(desk: Desk, package: ReportPackage, entry: int) -> ReportReceipt | None:
    """Return the receipt of a report that an entry of the log stored; None if it stored none."""
    with desk.reading() as connection:
        return submission.receipt_of_entry(connection, package, entry)


@act("store-scores", about=Subject.EVENT, permission=Permission.REPORT)
def store_scores(desk: Desk, request: ScoresFile) -> ScoresReceipt:
    """Store the game scores (PGN) of an event or part, byte for byte; the newest ones count.

    Refuse another format, and an event that is rated or admitted."""
    return submission.store_scores(desk, request)


def examine_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Examine the reports that count now, as of today. Nothing is stored; the outcome has verdict and findings."""
    records = ListMemory()

    def look(part: EventPart) -> Outcome:
        with desk.reading() as connection:
            version = event_version(connection, part.event)
        outcome = outcome_of_examination(
            part, OutcomeStatus(part.life.where.value), report_decisions.examine_part(desk, records, part)
        )
        return replace(outcome, version=version)

    return _try_each(_parts_of(desk, order), look)


@act(
    "admit-report",
    about=Subject.EVENT,
    permission=Permission.DECIDE,
    requires_seen=True,
    inverse="reopen-event",
    each=True,
)
def admit_events(desk: Desk, request: AdmissionOrder) -> tuple[Outcome, ...]:
    """Admit the named events whose verdict allows it, with the officer's overrides; the others are left undecided.

    Overrides need a reason."""
    records = ListMemory()
    return _perform_each(
        desk,
        request,
        admit_events.act,
        lambda inside, part: report_decisions.admit_part(inside, records, part, request.set_aside, request.why),
    )


def admit_event(desk: Desk, request: AdmissionOrder) -> Outcome:
    """Admit one event, as `admit_events` does. Refuses one that cannot be admitted as it is."""
    (outcome,) = admit_events(desk, request)
    if outcome.status is OutcomeStatus.LEFT:
        raise outcome.problem or UserError("desk/left", event=outcome.event)
    return outcome


def waiting_events(desk: Desk, series: str = "") -> tuple[str, ...]:
    """Return the names of the events and parts with the status "reported", of one series or of all."""
    return tuple(part.name for part in _find_waiting_parts(desk, series))


def admit_ratable_events(desk: Desk, series: str = "") -> Iterator[Outcome]:
    """Admit every waiting event whose verdict allows it, of one series or of all; yield the outcome of each.

    The others stay undecided; their outcomes have the reasons."""

    def performing(part: EventPart) -> AbstractContextManager[Desk]:
        return perform_item(admit_events.act, desk, AdmissionOrder((part.name,)), alone=False)

    yield from report_decisions.admit_parts(desk, ListMemory(), _find_waiting_parts(desk, series), performing)


def _find_waiting_parts(desk: Desk, series: str) -> list[EventPart]:
    """Return the parts that wait for a decision, of one series or of all; refuse an unknown series."""
    with desk.reading() as connection:
        return parts_awaiting_decision(connection, checked_series(series))


@act(
    "refuse-report",
    about=Subject.EVENT,
    permission=Permission.DECIDE,
    requires_seen=True,
    inverse="reopen-event",
    each=True,
)
def refuse_events(desk: Desk, order: RefusalOrder) -> tuple[Outcome, ...]:
    """Refuse events and store a letter for each; where the regulations do not refuse one, a reason is required. For one
    event the letter may be an edited text."""
    records = ListMemory()
    return _perform_each(
        desk,
        order,
        refuse_events.act,
        lambda inside, part: report_decisions.refuse_part(inside, records, part, order.why, order.letter),
    )


def arbiter_letters(desk: Desk, order: EventOrder) -> tuple[ArbiterLetter, ...]:
    """Return the letters to the arbiters: refusals as they were stored, or letters of today, which are not stored."""
    with desk.reading() as connection:
        parts = find_parts_by_name(connection, order.events)
    return tuple(ArbiterLetter(part.name, report_decisions.letter_for_part(desk, part)) for part in parts)


@act("appeal-refusal", about=Subject.EVENT, permission=Permission.REPORT, each=True)
def appeal_refusals(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Enter appeals against refusals of reports or registrations; a reason is required.

    One that is too late is refused."""
    return _perform_each(
        desk, order, appeal_refusals.act, lambda inside, part: report_decisions.appeal_refusal(inside, part, order.why)
    )


@act("hold-event", about=Subject.EVENT, permission=Permission.DECIDE, inverse="release-event", each=True)
def hold_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Hold events: until they are released they are neither admitted, refused nor rated. A reason is required."""
    return _perform_each(
        desk, order, hold_events.act, lambda inside, part: report_decisions.hold_part(inside, part, order.why)
    )


@act("release-event", about=Subject.EVENT, permission=Permission.DECIDE, inverse="hold-event", each=True)
def release_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Release events that were held; refuse others. A reason is not required."""
    return _perform_each(
        desk, order, release_events.act, lambda inside, part: report_decisions.release_part(inside, part, order.why)
    )


@act(
    "withdraw-report",
    about=Subject.EVENT,
    permission=Permission.DECIDE,
    requires_seen=True,
    inverse="reopen-event",
    each=True,
)
def withdraw_events(desk: Desk, order: EventOrder) -> tuple[Outcome, ...]:
    """Withdraw reports or, before any report, registrations; a reason is required.

    They stay stored. Refuse a rated event."""
    return _perform_each(
        desk, order, withdraw_events.act, lambda inside, part: report_decisions.withdraw_part(inside, part, order.why)
    )


@dataclass(frozen=True)
class SentOrder(EventOrder):
    """Events that were sent to the authority that makes the lists of their series, and the day; none means today."""

    day: Day = NO_DAY


@act(
    "send-to-authority",
    about=Subject.EVENT,
    permission=Permission.DECIDE,
    inverse="reopen-event",
    each=True,
)
def mark_events_sent(desk: Desk, order: SentOrder) -> tuple[Outcome, ...]:
    """Store that admitted events of a series that is official elsewhere were sent to its authority.

    They leave the queue when the official list of their period is imported."""
    return _perform_each(
        desk,
        order,
        mark_events_sent.act,
        lambda inside, part: official_elsewhere.mark_sent(
            inside, part, order.why, order.day.date if order.day else inside.today()
        ),
    )


def expected_changes(desk: Desk, event: str) -> ExpectedChanges:
    """Return what an event of a series that is official elsewhere should bring each player, with games and articles.

    It is computed by this office as of today and stored nowhere. Refuse an event of a series computed here, one in
    parts, and one that is not ratable."""
    return official_elsewhere.expected_changes(desk, event)


@act("reopen-event", about=Subject.EVENT, permission=Permission.DECIDE)
def reopen_event(desk: Desk, request: DecisionUndo) -> Outcome:
    """Undo the newest admission, refusal or withdrawal of an event or part; the undoing of a refusal has a letter.

    Refuse it if a later decision about it stands, and an event that is held or rated."""
    return undone_decisions.reopen_part(desk, request)


def find_open_players(desk: Desk, event: str, player: int | None = None) -> OpenPlayers:
    """Return the players of the current report of whom it is open who they are, with the registered players who may be
    meant; with a start number that player."""
    with desk.reading() as connection:
        part = find_single_part(connection, event)
        return identify_players.read_open_players(connection, desk, part, player)


@act("identify-player", about=Subject.EVENT, permission=Permission.DECIDE, inverse="forget-identification")
def identify_player(desk: Desk, request: NewIdentification) -> Outcome:
    """Say who a player of the current report is. An admitted event must be admitted again.

    Refuse a rated event, a number that nobody has, and a new player where a candidate was not displayed."""
    return identify_players.identify_player(desk, _find_part(desk, request.event), request)


def identify_likely_players(desk: Desk, event: str, why: str = "") -> tuple[Outcome, ...]:
    """Identify each open player for whom one candidate is certain; return an outcome for each."""
    certain = [each for each in find_open_players(desk, event).players if each.certain]
    return tuple(
        identify_player(desk, NewIdentification(event, each.player, each.certain or 0, why)) for each in certain
    )


@act("forget-identification", about=Subject.EVENT, permission=Permission.DECIDE, inverse="identify-player")
def forget_identification(desk: Desk, request: IdentificationEnd) -> Outcome:
    """Take back who a player is: again the number in the report counts. An admitted event must be admitted again."""
    return identify_players.forget_identification(desk, _find_part(desk, request.event), request)


def _find_part(desk: Desk, name: str) -> EventPart:
    """Return the part with this name; refuse an unknown code, and the code of an event that has several parts."""
    with desk.reading() as connection:
        return find_single_part(connection, name)


def _perform_each(
    desk: Desk, order: EventOrder, declared: Act, decide: Callable[[Desk, EventPart], Outcome]
) -> tuple[Outcome, ...]:
    """Perform an act for each named part, and return the outcomes. Where the caller does not say which version was
    displayed, it is the one at the beginning."""

    with desk.reading() as connection:
        parts = find_parts_by_name(connection, order.events)
        if desk.seen and len(parts) > 1:
            raise UserError("version-of-several", Remedy.to("decide-one-by-one"))
        versions = {part.event: event_version(connection, part.event) for part in parts}
    several = len(versions) < len(parts)

    def perform(part: EventPart) -> Outcome:
        seeing = replace(desk, seen=desk.seen or versions[part.event])
        with perform_item(declared, seeing, replace(order, events=(part.name,))) as inside:
            outcome = decide(inside, part)
        if several:  # another part of the event may follow
            with desk.reading() as connection:
                versions[part.event] = event_version(connection, part.event)
        return outcome

    return _try_each(parts, perform)


def _parts_of(desk: Desk, order: EventOrder) -> list[EventPart]:
    """Return the parts that an order names."""
    with desk.reading() as connection:
        return find_parts_by_name(connection, order.events)


def _try_each(parts: list[EventPart], decide: Callable[[EventPart], Outcome]) -> tuple[Outcome, ...]:
    """Return the outcome for each part. A problem with the only part is raised; with several parts it is the outcome
    of that part."""
    return (decide(parts[0]),) if len(parts) == 1 else tuple(try_decision(part, decide) for part in parts)
