"""Decide about reported events and parts: admit, refuse, hear an appeal, hold, release, override, withdraw.

Each decision is a new row with who, when and why. No decision is deleted; a later one follows it. To admit stores what
a rating period will read: players, and games with their statuses. It needs a verdict without refusals and open
questions, or overrides with a reason for all of them.
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
from arpad.explain.letter import Stopped, letter, words
from arpad.finding import Finding, Misuse, Note, Problem, Remedy, in_order
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.model import Report, Verdict
from arpad.office.book.admitted import GOOD, content_of
from arpad.office.book.content import stored_row
from arpad.office.book.examination import Examined, examined
from arpad.office.book.findings import as_stored, office_finding
from arpad.office.book.fingerprint import event_key
from arpad.office.book.instructions import SetAside, current, overrides_by, subject_of
from arpad.office.book.kept_examination import (
    EXAMINED_ALONE,
    SENT,
    KeptExamination,
    as_kept,
    keep_anew,
    kept_of,
    sent_of,
    still_true,
)
from arpad.office.book.life import UNREGISTERED, Kind, Standing
from arpad.office.book.lookup import (
    Decision,
    EventPart,
    decisions_of,
    event_file,
    event_files,
    event_parts,
    events_on,
    in_parts,
    part_of,
)
from arpad.office.book.records import Records
from arpad.office.book.registering import NewDecision, decide
from arpad.office.book.which_list import day_of_list, list_of
from arpad.office.desk import GROUP, Desk, Group, Writing
from arpad.office.store.schema import content

ADMITTED = insert(content)
IN_THE_LISTS = (Standing.ADMITTED, Standing.RATED)


class OutcomeStatus(StrEnum):
    """What a call did with an event; where nothing was to be decided, the event's status."""

    ADMITTED = "admitted"
    UNCHANGED = "unchanged"  # it is admitted with the same content already
    LEFT = "left"  # nothing was decided
    REFUSED = "refused"
    APPEALED = "appealed"
    HELD = "held"
    RELEASED = "released"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"
    INCLUDED = "included"
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


@dataclass(frozen=True)
class Excluded:
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
    excluded: Excluded = Excluded()
    why: str | None = None  # the reason that was given
    note: Note | None = None  # what else is to be said
    problem: Problem | None = None  # why it was left
    findings: tuple[Finding, ...] = ()
    letter: str | None = None


def look(desk: Desk, records: Records, part: EventPart) -> Examined:
    """The examination of the report that counts now. Nothing is written; a rated part keeps the list that rated it."""
    with desk.reading() as connection, records.beside(connection):
        matter, paper = current(connection, part, desk.today())
        examination = examined(connection, records, matter, paper)
    if not part.life.rated:
        return examination
    return replace(examination, answer=replace(examination.answer, list_day=day_of_list(part.series, part.life.rated)))


# --- admit and refuse ---------------------------------------------------------------------------------------------


def admit(desk: Desk, records: Records, part: EventPart, asides: Sequence[SetAside] = (), why: str = "") -> Outcome:
    """Admit one part if its verdict allows it; otherwise the outcome says why not, and nothing is decided."""
    with desk.group(records) as group:
        return _admit(group, records, part, asides, why)


def admit_each(desk: Desk, records: Records, parts: Iterable[EventPart]) -> Iterator[Outcome]:
    """Admit every ratable part, in groups. An outcome is given when its group is on disk; an error in one part does not
    stop the others."""
    waiting = iter(parts)
    while some := list(islice(waiting, GROUP)):
        with desk.group(records) as group:
            event_files(group.connection, [part.event for part in some])
            for read_ahead in (kept_of, sent_of):
                read_ahead(group.connection, [part.report for part in some])
            outcomes = [attempt(part, lambda each: _admit(group, records, each)) for part in some]
        yield from outcomes


def _admit(group: Group, records: Records, part: EventPart, asides: Sequence[SetAside] = (), why: str = "") -> Outcome:
    """Admit one part within a group of decisions, by the stored examination where it is still valid."""
    connection = group.connection
    with group.writing("admit", part.name, why) as writing:
        part = part_of(connection, part.event, part.part)
        part.life.must(Kind.ADMITTED, part.name)
        result = None if asides or not part.report else still_true(connection, records, part)
        report, stored = None, False
        if result is None:
            result, report, stored = _examined_anew(group, records, part, overrides_by(group.desk.who, why, asides))
        list_, excluded = part.life.rated or result.list_, Excluded(*result.excluded)
        outcome = Outcome(part.name, OutcomeStatus.ADMITTED, result.verdict, list_, excluded, findings=result.findings)
        if result.verdict not in GOOD:
            _only_examined(writing, stored)
            return replace(outcome, status=OutcomeStatus.LEFT, list_=None)
        if part.life.under == Standing.ADMITTED and result.packed == _packed(connection, part.admitted):
            _only_examined(writing, stored)
            return replace(outcome, status=OutcomeStatus.UNCHANGED)
        for aside in asides:
            detail = {"code": aside.code, **subject_of(report, aside.player, aside.round).stored()}
            decide(writing, NewDecision(part.event, part.part, Kind.OVERRIDDEN, part.report, detail))
        seq = decide(writing, NewDecision(part.event, part.part, Kind.ADMITTED, part.report, _kept(result)))
        key = event_key(sent_of(connection, [part.report])[SENT, part.report].fingerprint)
        connection.execute(ADMITTED, stored_row(result.packed, seq, key))
        return outcome


def _examined_anew(
    group: Group, records: Records, part: EventPart, overrides: Sequence[Override]
) -> tuple[KeptExamination, Report, bool]:
    """Examine the report that counts now: the result, the report, and whether the result was stored.

    It is stored where it is new and no override is entered with this call."""
    connection = group.connection
    file, (matter, paper) = event_file(connection, part.event), current(connection, part, group.desk.today())
    examination = examined(connection, records, replace(matter, demanded=tuple(overrides)), paper)
    packed = content_of(matter, examination).packed() if examination.answer.verdict in GOOD else b""
    result = as_kept(examination, packed)
    stored = not overrides and keep_anew(connection, part.report, file.mark, examination, result)
    return result, paper.report, stored


def _only_examined(writing: Writing, stored: bool) -> None:
    """Enter in the log that a report was examined without a decision, where the result was stored."""
    if stored:
        writing.action = EXAMINED_ALONE
        _ = writing.seq


def awaiting(connection: Connection, series: str = "") -> list[EventPart]:
    """The parts that are reported and wait for a decision, of one series or of all."""
    parts = event_parts(connection, keys=[*events_on(connection, series), *in_parts(connection, series)])
    return [part for part in parts if part.life.where == Standing.REPORTED]


def attempt(part: EventPart, act: Callable[[EventPart], Outcome]) -> Outcome:
    """The outcome of an act on one of many parts; a problem becomes its outcome and does not stop the others."""
    try:
        return act(part)
    except Problem as problem:
        return Outcome(part.name, OutcomeStatus.LEFT, problem=problem)


def refuse(desk: Desk, records: Records, part: EventPart, why: str = "") -> Outcome:
    """Refuse a part, with a letter. Where the regulations do not refuse it, the officer must give a reason."""
    with desk.writing("refuse", part.name, why) as writing, records.beside(writing.connection):
        part = part_of(writing.connection, part.event, part.part)
        part.life.must(Kind.REFUSED, part.name)
        matter, paper = current(writing.connection, part, desk.today())
        examination = examined(writing.connection, records, matter, paper)
        if (verdict := examination.answer.verdict) != Verdict.NOT_RATABLE and not why.strip():
            raise Misuse("nothing-refuses", Remedy.to("give-reason-or-admit"), event=part.name, verdict=verdict.value)
        if why.strip():
            reason = office_finding("officer-decision", paper.report.file, why=why.strip())
            findings = in_order([*examination.answer.findings, reason])
            examination = replace(examination, answer=replace(examination.answer, findings=findings))
        text = letter_of(examination, desk.today())
        detail = {**_kept(as_kept(examination, b"")), "notice": desk.today().isoformat(), "letter": text}
        decide(writing, NewDecision(part.event, part.part, Kind.REFUSED, part.report, detail))
        return replace(outcome_of(part, OutcomeStatus.REFUSED, examination), letter=text, list_=None)


def letter_of(examination: Examined, today: date, rated: bool = False, stopped: Stopped | None = None) -> str:
    """The letter to the arbiter about an examination; `stopped` is the officer's decision that keeps it from rating."""
    answer = replace(examination.answer, printed_ratings=False)  # the office has its lists
    return words(replace(letter(answer, examination.report.file, today, rated), stopped=stopped))


STOPPED = {Standing.HELD: Kind.HELD, Standing.WITHDRAWN: Kind.WITHDRAWN, Standing.APPEALED: Kind.APPEALED}


def _stopped(connection: Connection, part: EventPart) -> Stopped | None:
    """The officer's decision by which a part is held, withdrawn or under appeal, with its reason; None without one."""
    kind = STOPPED.get(part.life.where)
    if kind is None:
        return None
    last = [each for each in decisions_of(connection, part.event, part.part) if each.kind == kind][-1]
    return Stopped(kind.value, last.day, last.who, last.why)


def letter_for(desk: Desk, part: EventPart) -> str:
    """The letter to the arbiter about a part: the refusal as it was sent, or a letter of today."""
    if part.life.under not in (Standing.REFUSED, *UNREGISTERED):
        with desk.reading() as connection:
            stopped = _stopped(connection, part)
        return letter_of(look(desk, Records(), part), desk.today(), bool(part.life.rated), stopped)
    with desk.reading() as connection:
        text: str = _last_refusal(connection, part)[-1].detail["letter"]
    return text


def _last_refusal(connection: Connection, part: EventPart) -> list[Decision]:
    """The refusals of the registration, or else of the report, that an appeal is against; the newest is the last."""
    kind = Kind.REGISTRATION_REFUSED if part.life.under in UNREGISTERED else Kind.REFUSED
    return [each for each in decisions_of(connection, part.event, part.part) if each.kind == kind]


def _kept(result: KeptExamination) -> dict[str, Any]:
    """The detail of a decision: verdict, edition and findings of the examination."""
    findings = [as_stored(finding) for finding in result.findings]
    return {"verdict": result.verdict.value, "edition": result.edition, "findings": findings}


def outcome_of(part: EventPart, status: OutcomeStatus, examination: Examined) -> Outcome:
    """The outcome of a call that examined a part."""
    answer, list_ = examination.answer, part.life.rated or list_of(examination.answer)
    return Outcome(part.name, status, answer.verdict, list_, Excluded(*answer.excluded), findings=answer.findings)


# --- what is stored -----------------------------------------------------------------------------------------------


def _packed(connection: Connection, decision: int) -> bytes:
    """The tables that an admission stored, packed; empty where it stored none."""
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar()
    return bytes(packed) if packed is not None else b""


# --- everything else ----------------------------------------------------------------------------------------------


def appeal(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Enter an appeal against the refusal of a part or of its registration, if it is not too late."""
    must_have_reason(why, "reason-missing/appeal")
    with desk.writing("appeal", part.name, why) as writing:
        part = part_of(writing.connection, part.event, part.part)
        kind = Kind.REGISTRATION_APPEALED if part.life.under in UNREGISTERED else Kind.APPEALED
        part.life.must(kind, part.name)
        until = appeal_ends(writing.connection, part)
        if until is not None and desk.today() > until:
            raise Misuse("appeal-too-late", event=part.name, until=until, today=desk.today())
        decide(writing, NewDecision(part.event, part.part, kind, part.report or None, {"until": str(until or "")}))
    return Outcome(part.name, OutcomeStatus(kind.value), why=why)


def appeal_ends(connection: Connection, part: EventPart) -> date | None:
    """The last day to appeal against the newest refusal; None where there is no refusal, or the law sets no day."""
    refused = _last_refusal(connection, part)
    if not refused:
        return None
    return appeal_until(in_force(part.series, part.start), date.fromisoformat(refused[-1].detail["notice"]))


def hold(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Hold a part: it is neither decided nor rated until it is released."""
    must_have_reason(why, "reason-missing/hold")
    return _simply(desk, part, Kind.HELD, "hold", why)


def release(desk: Desk, part: EventPart, why: str = "") -> Outcome:
    """Release a part that was held."""
    return _simply(desk, part, Kind.RELEASED, "release", why if why.strip() else "released")


def withdraw(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Withdraw a report or a registration. It stays stored; a new report brings the event back."""
    must_have_reason(why, "reason-missing/withdraw")
    done = _simply(desk, part, Kind.WITHDRAWN, "withdraw", why)
    if not part.part:
        return done
    with desk.reading() as connection:
        parts = event_parts(connection, keys=[part.event])
    others = tuple(each.name for each in parts if each.part != part.part and each.life.where in IN_THE_LISTS)
    return replace(done, note=Note.of("part-withdrawn", others=others)) if others else done


def _simply(desk: Desk, part: EventPart, kind: Kind, action: str, why: str) -> Outcome:
    """Enter a decision that needs nothing but a status in which it is possible."""
    with desk.writing(action, part.name, why) as writing:
        part = part_of(writing.connection, part.event, part.part)
        part.life.must(kind, part.name)
        decide(writing, NewDecision(part.event, part.part, kind, part.report or None))
    return Outcome(part.name, OutcomeStatus(kind.value), why=why)


def must_have_reason(why: str, message: str) -> None:
    """Raise this message where the reason is empty."""
    if not why.strip():
        raise Misuse(message, Remedy.to("give-reason"))
