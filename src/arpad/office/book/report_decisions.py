"""Decisions about reported events and parts: admit, refuse, hear an appeal, hold, release, withdraw, exclude games
and include them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from itertools import islice
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.admission import Override
from arpad.admission.deadlines import appeal_until
from arpad.days import Month
from arpad.explain.letters import Correspondents, Stopped, letter, letter_as_text
from arpad.finding import Finding, Note, Problem, Remedy, UserError, sort_findings
from arpad.frozen import dataclass
from arpad.intake.sidecar import REASONS
from arpad.law import in_force
from arpad.model import Report, Verdict
from arpad.office.acts import check_seen
from arpad.office.book.admitted_content import content_row
from arpad.office.book.correspondents import correspondents_about, with_appeal_body
from arpad.office.book.duplicate_reports import event_key_from_fingerprint
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    decisions_about_event,
    event_keys_on_list,
    events_with_rated_parts,
    find_event_part,
    find_event_parts,
    read_event_record,
    read_event_records,
)
from arpad.office.book.event_status import REGISTRATION_REFUSED, DecisionKind, EventStatus
from arpad.office.book.examination import OfficeExamination, examine_in_office
from arpad.office.book.list_entry import day_of_list, list_of_result
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.office_findings import finding_for_storage, office_finding
from arpad.office.book.officer_instructions import (
    FindingToOverride,
    current_subject_and_report,
    exclusions_in_force,
    find_subject,
    overrides_by_officer,
    read_current_report,
    require_positive_numbers,
)
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.book.stored_examination import (
    ADMISSIBLE_VERDICTS,
    REPORT_KEY,
    StoredExamination,
    find_valid_examination,
    packed_to_admit,
    read_report_rows,
    read_stored_examinations,
    store_new_examination,
    to_stored_examination,
)
from arpad.office.desk import GROUP_SIZE, Desk, GroupTransaction
from arpad.office.registry.player_facts import register_players
from arpad.office.store.cache import forget_cached_people
from arpad.office.store.schema import content
from arpad.office.versions import event_version

INSERT_CONTENT = insert(content)
ADMITTED_OR_RATED = (EventStatus.ADMITTED, EventStatus.RATED)


class OutcomeStatus(StrEnum):
    """What a call did with an event; where nothing was to be decided, the event's status."""

    ADMITTED = "admitted"
    SENT = "sent"  # to the authority that makes the lists of its series
    UNCHANGED = "unchanged"  # it is admitted with the same content already
    LEFT = "left"  # nothing was decided
    REFUSED = "refused"
    APPEALED = "appealed"
    HELD = "held"
    RELEASED = "released"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"
    INCLUDED = "included"
    IDENTIFIED = "identified"
    ENDED = "ended"
    RESUMED = "resumed"
    REGISTERED = "registered"
    REPORTED = "reported"
    RATED = "rated"
    JOINED = "joined"
    PARTED = "parted"
    REGISTRATION_REFUSED = "registration-refused"
    REGISTRATION_APPEALED = "registration-appealed"
    REGISTRATION_RESTORED = "registration-restored"
    REOPENED = "reopened"


@dataclass(frozen=True)
class ExcludedCounts:
    """How many games and players do not count in an event that counts."""

    games: int = 0
    players: int = 0


@dataclass(frozen=True)
class Outcome:
    """What a call did with an event or a part of it."""

    event: str  # CODE or CODE/PART
    status: OutcomeStatus
    verdict: Verdict | None = None
    list_: Month | None = None
    excluded: ExcludedCounts = ExcludedCounts()
    why: str | None = None  # the reason that was given
    note: Note | None = None  # more about the outcome
    problem: Problem | None = None  # why it was left
    findings: tuple[Finding, ...] = ()
    letter: str | None = None
    version: str | None = None  # of the event, for a decision that says what was displayed


def examine_part(desk: Desk, records: ListMemory, part: EventPart) -> OfficeExamination:
    """Examine the report that counts now, as of today; refuse a part without one. Nothing is written.

    For a rated part the answer has the list that rated it."""
    with desk.reading() as connection, records.beside(connection):
        matter, paper = current_subject_and_report(connection, part, desk.today())
        examination = examine_in_office(connection, records, matter, paper)
    if not part.life.rated:
        return examination
    return replace(examination, answer=replace(examination.answer, list_day=day_of_list(part.series, part.life.rated)))


# --- admit and refuse ---------------------------------------------------------------------------------------------


def admit_part(
    desk: Desk, records: ListMemory, part: EventPart, asides: Sequence[FindingToOverride] = (), why: str = ""
) -> Outcome:
    """Admit one part if its verdict allows it; otherwise nothing is decided, and the outcome LEFT has the findings.

    `asides` are findings that the officer overrides; they need the reason `why`. Refuse a part that is held or
    rated."""
    with desk.group(records) as group:
        return _admit_in_group(group, records, part, asides, why)


def admit_parts(
    desk: Desk, records: ListMemory, parts: Iterable[EventPart], performing: Callable[[EventPart], Any]
) -> Iterator[Outcome]:
    """Admit every part whose verdict allows it, in groups; yield an outcome of each when its group is on disk.

    An error in one part does not stop the others. `performing` opens the act for one part: it yields its desk."""
    waiting = iter(parts)

    def admit(part: EventPart) -> Outcome:
        with performing(part) as inside:
            return _admit_in_group(group.performed_by(inside), records, part)

    while some := list(islice(waiting, GROUP_SIZE)):
        with desk.group(records) as group:
            read_event_records(group.connection, [part.event for part in some])
            for read_ahead in (read_stored_examinations, read_report_rows):
                read_ahead(group.connection, [part.report for part in some])
            outcomes = [try_decision(part, admit) for part in some]
        yield from outcomes


def _admit_in_group(
    group: GroupTransaction,
    records: ListMemory,
    part: EventPart,
    asides: Sequence[FindingToOverride] = (),
    why: str = "",
) -> Outcome:
    """Admit one part within a group: store the decision, its overrides and its content. The outcome says what was done.

    LEFT: its verdict does not allow it. UNCHANGED: it is admitted with the same content. A stored examination is used
    if still valid; with `asides` (overrides of this call) it is always examined again."""
    connection = group.connection
    with group.writing("admit", part.name, why) as writing:
        check_seen(group.desk, lambda: event_version(connection, part.event))
        part = find_event_part(connection, part.event, part.part)
        part.life.must(DecisionKind.ADMITTED, part.name)
        result = None if asides or not part.report else find_valid_examination(connection, records, part)
        fresh = None
        overrides = overrides_by_officer(group.desk.who, why, asides)
        if result is None or (result.verdict in ADMISSIBLE_VERDICTS and not result.packed):
            fresh = _examine_again(group, records, part, overrides)
            result = fresh.result
        if fresh is not None and fresh.examination.unregistered and result.verdict in ADMISSIBLE_VERDICTS:
            register_players(writing, fresh.examination.unregistered)
            forget_cached_people(connection)
            fresh = _examine_again(group, records, part, overrides)
            result = fresh.result
        list_, excluded = part.life.rated or result.list_, ExcludedCounts(*result.excluded)
        outcome = Outcome(part.name, OutcomeStatus.ADMITTED, result.verdict, list_, excluded, findings=result.findings)
        if result.verdict not in ADMISSIBLE_VERDICTS:
            return replace(outcome, status=OutcomeStatus.LEFT, list_=None)
        if part.life.under == EventStatus.ADMITTED and result.packed == _read_admitted_bytes(connection, part.admitted):
            return replace(outcome, status=OutcomeStatus.UNCHANGED)
        if fresh is not None and not asides:
            store_new_examination(connection, part.report, fresh.mark, fresh.examination, result)
        for aside in asides:
            assert fresh is not None  # an override needs a new examination
            detail = {"code": aside.code, **find_subject(fresh.report, aside.player, aside.round).stored()}
            record_decision(writing, NewDecision(part.event, part.part, DecisionKind.OVERRIDDEN, part.report, detail))
        seq = record_decision(
            writing, NewDecision(part.event, part.part, DecisionKind.ADMITTED, part.report, _examination_detail(result))
        )
        key = event_key_from_fingerprint(
            read_report_rows(connection, [part.report])[REPORT_KEY, part.report].fingerprint
        )
        connection.execute(INSERT_CONTENT, content_row(result.packed, seq, key))
        return outcome


@dataclass(frozen=True)
class FreshExamination:
    """An examination made now: the report, what is stored of it, the mark of the event, and the examination."""

    report: Report
    result: StoredExamination
    mark: list[Any]
    examination: OfficeExamination


def _examine_again(
    group: GroupTransaction, records: ListMemory, part: EventPart, overrides: Sequence[Override]
) -> FreshExamination:
    """Examine the report that counts now. Nothing is stored."""
    connection = group.connection
    mark = read_event_record(connection, part.event).mark
    matter, paper = current_subject_and_report(connection, part, group.desk.today())
    examination = examine_in_office(connection, records, replace(matter, demanded=tuple(overrides)), paper)
    packed = packed_to_admit(matter, examination)
    return FreshExamination(paper.report, to_stored_examination(examination, packed), mark, examination)


def parts_awaiting_decision(connection: Connection, series: str = "") -> list[EventPart]:
    """Return the parts with the status "reported" (not held, not under appeal), of one series or of all."""
    parts = find_event_parts(
        connection, keys=[*event_keys_on_list(connection, series), *events_with_rated_parts(connection, series)]
    )
    return [part for part in parts if part.life.where == EventStatus.REPORTED]


def try_decision(part: EventPart, act: Callable[[EventPart], Outcome]) -> Outcome:
    """Return the outcome of an act on one of many parts. A problem is not raised: it becomes an outcome LEFT."""
    try:
        return act(part)
    except Problem as problem:
        return Outcome(part.name, OutcomeStatus.LEFT, problem=problem)


def refuse_part(desk: Desk, records: ListMemory, part: EventPart, why: str = "", edited: str = "") -> Outcome:
    """Refuse a part and store the letter to the arbiter; the outcome has it, too. An `edited` letter is the one that
    counts; the generated one is stored beside it.

    Where the regulations do not refuse it, a reason is required. A reason also becomes a finding in the letter."""
    with desk.writing("refuse", part.name, why) as writing, records.beside(writing.connection):
        check_seen(desk, lambda: event_version(writing.connection, part.event))
        part = find_event_part(writing.connection, part.event, part.part)
        part.life.must(DecisionKind.REFUSED, part.name)
        matter, paper = current_subject_and_report(writing.connection, part, desk.today())
        examination = examine_in_office(writing.connection, records, matter, paper)
        if (verdict := examination.answer.verdict) != Verdict.NOT_RATABLE and not why.strip():
            raise UserError(
                "nothing-refuses", Remedy.to("give-reason-or-admit"), event=part.name, verdict=verdict.value
            )
        if why.strip():
            reason = office_finding("officer-decision", paper.report.file, why=why.strip())
            findings = sort_findings([*examination.answer.findings, reason])
            examination = replace(examination, answer=replace(examination.answer, findings=findings))
        both = correspondents_about(desk, writing.connection, examination.answer.facts)
        generated = letter_about_examination(examination, desk.today(), correspondents=both)
        text = edited if edited.strip() else generated
        detail = {
            **_examination_detail(to_stored_examination(examination, b"")),
            "notice": desk.today().isoformat(),
            "letter": text,
            **({"generated": generated} if text != generated else {}),
        }
        record_decision(writing, NewDecision(part.event, part.part, DecisionKind.REFUSED, part.report, detail))
        return replace(outcome_of_examination(part, OutcomeStatus.REFUSED, examination), letter=text, list_=None)


def letter_about_examination(
    examination: OfficeExamination,
    today: date,
    rated: bool = False,
    stopped: Stopped | None = None,
    correspondents: Correspondents | None = None,
) -> str:
    """Return the text of a letter to the arbiter about an examination, dated `today`; nothing is stored.

    `rated`: it is on a list already. `stopped` is the officer's decision that keeps it from being rated."""
    answer = replace(examination.answer, printed_ratings=False)  # the office has its lists
    plain = letter(answer, examination.report.file, today, rated)
    appeal = with_appeal_body(correspondents, plain.appeal)
    return letter_as_text(replace(plain, stopped=stopped, appeal=appeal, correspondents=correspondents))


DECISION_THAT_STOPS = {
    EventStatus.HELD: DecisionKind.HELD,
    EventStatus.WITHDRAWN: DecisionKind.WITHDRAWN,
    EventStatus.APPEALED: DecisionKind.APPEALED,
}


def _find_stopping_decision(connection: Connection, part: EventPart) -> Stopped | None:
    """Return the newest decision by which a part is held, withdrawn or under appeal; None if it has no such status."""
    kind = DECISION_THAT_STOPS.get(part.life.where)
    if kind is None:
        return None
    last = [each for each in decisions_about_event(connection, part.event, part.part) if each.kind == kind][-1]
    return Stopped(kind.value, last.day, last.who, last.why)


def letter_for_part(desk: Desk, part: EventPart) -> str:
    """Return the letter to the arbiter about a part: the stored refusal of it or its registration, else one of today.

    A letter of today is not stored. Refuse a part without a report."""
    if part.life.under not in (EventStatus.REFUSED, *REGISTRATION_REFUSED):
        with desk.reading() as connection:
            stopped = _find_stopping_decision(connection, part)
        examination = examine_part(desk, ListMemory(), part)
        with desk.reading() as connection:
            both = correspondents_about(desk, connection, examination.answer.facts)
        return letter_about_examination(examination, desk.today(), bool(part.life.rated), stopped, both)
    with desk.reading() as connection:
        text: str = _refusals_under_appeal(connection, part)[-1].detail["letter"]
    return text


def _refusals_under_appeal(connection: Connection, part: EventPart) -> list[EventDecision]:
    """Return the refusals that an appeal would be against, the newest last; it need not be entered.

    They are those of the registration while that is refused, else those of the report."""
    kind = DecisionKind.REGISTRATION_REFUSED if part.life.under in REGISTRATION_REFUSED else DecisionKind.REFUSED
    return [each for each in decisions_about_event(connection, part.event, part.part) if each.kind == kind]


def _examination_detail(result: StoredExamination) -> dict[str, Any]:
    """Return the detail of a decision, for JSON: verdict, edition and findings of the examination."""
    findings = [finding_for_storage(finding) for finding in result.findings]
    return {"verdict": result.verdict.value, "edition": result.edition, "findings": findings}


def outcome_of_examination(part: EventPart, status: OutcomeStatus, examination: OfficeExamination) -> Outcome:
    """Return the outcome of a call that examined a part; its list rated it, or else is the one it would enter."""
    answer, list_ = examination.answer, part.life.rated or list_of_result(examination.answer)
    return Outcome(part.name, status, answer.verdict, list_, ExcludedCounts(*answer.excluded), findings=answer.findings)


# --- what is stored -----------------------------------------------------------------------------------------------


def _read_admitted_bytes(connection: Connection, decision: int) -> bytes:
    """The tables that an admission stored, packed; empty where it stored none."""
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar()
    return bytes(packed) if packed is not None else b""


# --- everything else ----------------------------------------------------------------------------------------------


def appeal_refusal(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Enter an appeal against the refusal of a part or of its registration.

    Refuse it without a reason, after the last day to appeal, or where nothing is refused."""
    require_reason(why, "reason-missing/appeal")
    with desk.writing("appeal", part.name, why) as writing:
        part = find_event_part(writing.connection, part.event, part.part)
        kind = DecisionKind.REGISTRATION_APPEALED if part.life.under in REGISTRATION_REFUSED else DecisionKind.APPEALED
        part.life.must(kind, part.name)
        until = last_day_to_appeal(writing.connection, part)
        if until is not None and desk.today() > until:
            raise UserError("appeal-too-late", event=part.name, until=until, today=desk.today())
        record_decision(
            writing, NewDecision(part.event, part.part, kind, part.report or None, {"until": str(until or "")})
        )
    return Outcome(part.name, OutcomeStatus(kind.value), why=why)


def last_day_to_appeal(connection: Connection, part: EventPart) -> date | None:
    """Return the last day to appeal against the newest refusal of a part or of its registration.

    None where there is no refusal, or the law sets no day."""
    refused = _refusals_under_appeal(connection, part)
    if not refused:
        return None
    return appeal_until(in_force(part.series, part.start), date.fromisoformat(refused[-1].detail["notice"]))


def hold_part(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Hold a part: until it is released it is not admitted, refused or rated, and no appeal is entered.

    A reason is required. A new report and a withdrawal stay possible."""
    require_reason(why, "reason-missing/hold")
    return _record_part_decision(desk, part, DecisionKind.HELD, "hold", why)


def release_part(desk: Desk, part: EventPart, why: str = "") -> Outcome:
    """Release a part; refuse one that is not held. A reason is not required."""
    return _record_part_decision(desk, part, DecisionKind.RELEASED, "release", why if why.strip() else "released")


def withdraw_part(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Withdraw a report or a registration; a reason is required. It stays stored; a new report brings the event back.

    Refuse a rated part. A note names other parts of the event that stay admitted or rated."""
    require_reason(why, "reason-missing/withdraw")
    done = _record_part_decision(desk, part, DecisionKind.WITHDRAWN, "withdraw", why)
    if not part.part:
        return done
    with desk.reading() as connection:
        parts = find_event_parts(connection, keys=[part.event])
    others = tuple(each.name for each in parts if each.part != part.part and each.life.where in ADMITTED_OR_RATED)
    return replace(done, note=Note.of("part-withdrawn", others=others)) if others else done


def _record_part_decision(desk: Desk, part: EventPart, kind: DecisionKind, action: str, why: str) -> Outcome:
    """Store a decision of this kind about a part; refuse it where the status of the part does not allow it."""
    with desk.writing(action, part.name, why) as writing:
        check_seen(desk, lambda: event_version(writing.connection, part.event))
        part = find_event_part(writing.connection, part.event, part.part)
        part.life.must(kind, part.name)
        record_decision(writing, NewDecision(part.event, part.part, kind, part.report or None))
    return Outcome(part.name, OutcomeStatus(kind.value), why=why)


def require_reason(why: str, message: str) -> None:
    """Raise an error with this message where the reason is empty."""
    if not why.strip():
        raise UserError(message, Remedy.to("give-reason"))


@dataclass(frozen=True)
class NewExclusion:
    """A request to exclude a game, or all games of a player, with the reason."""

    event: str  # CODE or CODE/PART
    player: int  # start number
    round: int | None = None
    reason: str = "fair-play"
    why: str = ""

    def __post_init__(self) -> None:
        require_positive_numbers(self.player, self.round)
        require_reason(self.why, "reason-missing/exclude")
        if self.reason not in REASONS:
            raise UserError("exclusion-reason", reason=self.reason, known=REASONS)


@dataclass(frozen=True)
class ExclusionEnd:
    """A request to end an exclusion: the same player, and the same round or all games."""

    event: str  # CODE or CODE/PART
    player: int  # start number
    round: int | None = None
    why: str = ""

    def __post_init__(self) -> None:
        require_positive_numbers(self.player, self.round)
        require_reason(self.why, "reason-missing/include")


def exclude_games(desk: Desk, part: EventPart, new: NewExclusion) -> Outcome:
    """Store the exclusion of a game, or of all games of a player. An admitted event must be admitted again.

    Refuse a player or round that the report does not have. Without a report this is not checked."""
    with desk.writing("exclude", part.name, new.why) as writing:
        part = _find_excludable_part(writing.connection, part)
        paper = read_current_report(writing.connection, part).report if part.report else None
        detail = {**find_subject(paper, new.player, new.round).stored(), "reason": new.reason}
        record_decision(writing, NewDecision(part.event, part.part, DecisionKind.EXCLUDED, part.report or None, detail))
    message = "exclusion-entered/anew" if _is_admitted(part) else "exclusion-entered"
    note = Note.of(message, whom=_excluded_games_note(paper, new.player, new.round), reason=new.reason)
    return Outcome(part.name, OutcomeStatus.EXCLUDED, note=note)


def include_games(desk: Desk, part: EventPart, end: ExclusionEnd) -> Outcome:
    """End the exclusions of this player in this round, or of all games. An admitted event must be admitted again.

    Refuse it where an officer made no such exclusion; a round is not taken out of an exclusion of all games."""
    with desk.writing("withdraw exclusion", part.name, end.why) as writing:
        part = _find_excludable_part(writing.connection, part)
        paper = read_current_report(writing.connection, part).report if part.report else None
        subject = find_subject(paper, end.player, end.round)
        holding = exclusions_in_force(decisions_about_event(writing.connection, part.event, part.part))
        ended = [each for each in holding if is_same_exclusion(each, end.player, end.round, subject.id)]
        whom = _excluded_games_note(paper, end.player, end.round)
        if not ended:
            others = tuple(_excluded_games_note(None, each.detail["player"], each.detail["round"]) for each in holding)
            message = "exclusion-missing" if others else "exclusion-missing/none"
            raise UserError(message, event=part.name, whom=whom, known=others)
        reasons = tuple(dict.fromkeys(each.detail["reason"] for each in ended))
        detail = {**subject.stored(), "reason": ", ".join(reasons), "ends": [each.seq for each in ended]}
        record_decision(writing, NewDecision(part.event, part.part, DecisionKind.INCLUDED, part.report or None, detail))
    message = "exclusion-ended/anew" if _is_admitted(part) else "exclusion-ended"
    note = Note.of(message, whom=whom, reasons=reasons)
    return Outcome(part.name, OutcomeStatus.INCLUDED, note=note)


def _find_excludable_part(connection: Connection, part: EventPart) -> EventPart:
    """Return the part as it is now; refuse a status in which games cannot be excluded.

    Of an event in parts, one part must be named: its code alone is refused."""
    parts = find_event_parts(connection, keys=[part.event])
    if part.part == 0 and all(each.part for each in parts):
        names = tuple(each.name for each in parts)
        raise UserError("event-has-parts", Remedy.to("name-part", parts=names), event=part.code)
    part = find_event_part(connection, part.event, part.part)
    part.life.must(DecisionKind.EXCLUDED, part.name)
    return part


def is_same_exclusion(exclusion: EventDecision, player: int, turn: int | None, id_: int) -> bool:
    """Return whether an exclusion is of this player (by `id_`, their number, where both have one) and of this round."""
    detail = exclusion.detail
    same_player = detail["id"] == id_ if detail.get("id") and id_ else detail["player"] == player
    return bool(same_player) and detail.get("round") == turn


def _excluded_games_note(report: Report | None, player: int, turn: int | None) -> Note:
    """The excluded games in words, with the player's name where the report has it."""
    row = report.player(player) if report is not None else None
    name = {"name": row.name} if row is not None and row.name else {}
    message = ("all-games" if turn is None else "game") + ("-of" if name else "")
    return Note.of(f"whom/{message}", player=player, **({} if turn is None else {"round": turn}), **name)


def _is_admitted(part: EventPart) -> bool:
    """Return whether the part was admitted before this call, so that it must be admitted again."""
    return part.life.under == EventStatus.ADMITTED
