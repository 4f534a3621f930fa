"""Decide about events: admit, refuse, hear an appeal, hold and release, override, withdraw.

Each decision is a new row with who, when and why; none is ever taken back, only followed by another. To admit is to
store what a period will read: who sat there, and the games with their statuses. It needs a verdict that nothing
refuses and nothing leaves open, or overrides, by name and with a reason, that leave nothing of that kind.
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
    """What became of an event by a call; where nothing was to be decided, where it stands."""

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
    """How many games and how many players do not count, though the event may."""

    games: int = 0
    players: int = 0


@dataclass(frozen=True)
class Outcome:
    """What became of an event, or of a part."""

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
    """Examine what stands, and change nothing; what is rated is on the list it was rated in."""
    with desk.reading() as connection, records.beside(connection):
        matter, paper = current(connection, part, desk.today())
        examination = examined(connection, records, matter, paper)
    if not part.life.rated:
        return examination
    return replace(examination, answer=replace(examination.answer, list_day=day_of_list(part.series, part.life.rated)))


# --- admit and refuse ---------------------------------------------------------------------------------------------


def admit(desk: Desk, records: Records, part: EventPart, asides: Sequence[SetAside] = (), why: str = "") -> Outcome:
    """Admit an event if its verdict allows it; what stands against it is told, and nothing is decided."""
    with desk.group(records) as group:
        return _admit(group, records, part, asides, why)


def admit_each(desk: Desk, records: Records, parts: Iterable[EventPart]) -> Iterator[Outcome]:
    """Admit what is ratable, in groups: what is told as admitted is on disk. What is wrong with one stops no other."""
    waiting = iter(parts)
    while some := list(islice(waiting, GROUP)):
        with desk.group(records) as group:
            event_files(group.connection, [part.event for part in some])
            for look_ahead in (kept_of, sent_of):
                look_ahead(group.connection, [part.report for part in some])
            outcomes = [attempt(part, lambda each: _admit(group, records, each)) for part in some]
        yield from outcomes


def _admit(group: Group, records: Records, part: EventPart, asides: Sequence[SetAside] = (), why: str = "") -> Outcome:
    connection = group.connection
    with group.writing("admit", part.name, why) as writing:
        part = part_of(connection, part.event, part.part)
        part.life.must(Kind.ADMITTED, part.name)
        found, paper, kept = None if asides or not part.report else still_true(connection, records, part), None, False
        if found is None:
            found, paper, kept = _examined_anew(group, records, part, overrides_by(group.desk.who, why, asides))
        list_ = part.life.rated or found.list_
        outcome = Outcome(
            part.name, OutcomeStatus.ADMITTED, found.verdict, list_, Excluded(*found.excluded), findings=found.findings
        )
        if found.verdict not in GOOD:
            _only_examined(writing, kept)
            return replace(outcome, status=OutcomeStatus.LEFT, list_=None)
        if part.life.under == Standing.ADMITTED and found.packed == _packed(connection, part.admitted):
            _only_examined(writing, kept)
            return replace(outcome, status=OutcomeStatus.UNCHANGED)
        for aside in asides:
            detail = {"code": aside.code, **subject_of(paper, aside.player, aside.round).stored()}
            decide(writing, NewDecision(part.event, part.part, Kind.OVERRIDDEN, part.report, detail))
        seq = decide(writing, NewDecision(part.event, part.part, Kind.ADMITTED, part.report, _kept(found)))
        key = event_key(sent_of(connection, [part.report])[SENT, part.report].fingerprint)
        connection.execute(ADMITTED, stored_row(found.packed, seq, key))
        return outcome


def _examined_anew(
    group: Group, records: Records, part: EventPart, overrides: Sequence[Override]
) -> tuple[KeptExamination, Report, bool]:
    """Examine what stands, and keep what was found where no override is just being given, and it is new."""
    connection = group.connection
    file, (matter, paper) = event_file(connection, part.event), current(connection, part, group.desk.today())
    examination = examined(connection, records, replace(matter, demanded=tuple(overrides)), paper)
    packed = content_of(matter, examination).packed() if examination.answer.verdict in GOOD else b""
    found = as_kept(examination, packed)
    kept = not overrides and keep_anew(connection, part.report, file.mark, examination, found)
    return found, paper.report, kept


def _only_examined(writing: Writing, kept: bool) -> None:
    """Nothing is decided; where what was found is kept, the log says that it was examined."""
    if kept:
        writing.action = EXAMINED_ALONE
        _ = writing.seq


def awaiting(connection: Connection, series: str = "") -> list[EventPart]:
    """What is reported and waits for a decision."""
    parts = event_parts(connection, keys=[*events_on(connection, series), *in_parts(connection, series)])
    return [part for part in parts if part.life.where == Standing.REPORTED]


def attempt(part: EventPart, act: Callable[[EventPart], Outcome]) -> Outcome:
    """Do something to one of many: what is wrong with it is its own outcome and does not stop the others."""
    try:
        return act(part)
    except Problem as problem:
        return Outcome(part.name, OutcomeStatus.LEFT, problem=problem)


def refuse(desk: Desk, records: Records, part: EventPart, why: str = "") -> Outcome:
    """Refuse an event, with a letter; where nothing refuses it by itself, the officer gives the reason."""
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
    """The letter to the arbiter; `stopped` where a decision of an officer keeps the report from being rated."""
    answer = replace(examination.answer, printed_ratings=False)  # the office has its lists
    return words(replace(letter(answer, examination.report.file, today, rated), stopped=stopped))


STOPPED = {Standing.HELD: Kind.HELD, Standing.WITHDRAWN: Kind.WITHDRAWN, Standing.APPEALED: Kind.APPEALED}


def _stopped(connection: Connection, part: EventPart) -> Stopped | None:
    """The officer's decision by which an event waits or is out, and his reason."""
    kind = STOPPED.get(part.life.where)
    if kind is None:
        return None
    last = [each for each in decisions_of(connection, part.event, part.part) if each.kind == kind][-1]
    return Stopped(kind.value, last.day, last.who, last.why)


def letter_for(desk: Desk, part: EventPart) -> str:
    """The letter to the arbiter: the refusal as it was sent, or what is to be said today."""
    if part.life.under not in (Standing.REFUSED, *UNREGISTERED):
        with desk.reading() as connection:
            stopped = _stopped(connection, part)
        return letter_of(look(desk, Records(), part), desk.today(), bool(part.life.rated), stopped)
    with desk.reading() as connection:
        text: str = _last_refusal(connection, part)[-1].detail["letter"]
    return text


def _last_refusal(connection: Connection, part: EventPart) -> list[Decision]:
    """The refusals that an appeal is against, the last one last: of the registration, or of the report."""
    kind = Kind.REGISTRATION_REFUSED if part.life.under in UNREGISTERED else Kind.REFUSED
    return [each for each in decisions_of(connection, part.event, part.part) if each.kind == kind]


def _kept(found: KeptExamination) -> dict[str, Any]:
    """What a decision keeps of the examination."""
    findings = [as_stored(finding) for finding in found.findings]
    return {"verdict": found.verdict.value, "edition": found.edition, "findings": findings}


def outcome_of(part: EventPart, status: OutcomeStatus, examination: Examined) -> Outcome:
    """What an examination says, as an outcome."""
    answer, list_ = examination.answer, part.life.rated or list_of(examination.answer)
    return Outcome(part.name, status, answer.verdict, list_, Excluded(*answer.excluded), findings=answer.findings)


# --- what is stored -----------------------------------------------------------------------------------------------


def _packed(connection: Connection, decision: int) -> bytes:
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar()
    return bytes(packed) if packed is not None else b""


# --- everything else ----------------------------------------------------------------------------------------------


def appeal(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Enter an appeal against a refusal, if it is not too late."""
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
    """The last day of an appeal against the last refusal; None where the law sets none or nothing was refused."""
    refused = _last_refusal(connection, part)
    if not refused:
        return None
    return appeal_until(in_force(part.series, part.start), date.fromisoformat(refused[-1].detail["notice"]))


def hold(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Keep an event back: nothing is decided and nothing rated until it is released."""
    must_have_reason(why, "reason-missing/hold")
    return _simply(desk, part, Kind.HELD, "hold", why)


def release(desk: Desk, part: EventPart, why: str = "") -> Outcome:
    """Let an event go on that was held."""
    return _simply(desk, part, Kind.RELEASED, "release", why if why.strip() else "released")


def withdraw(desk: Desk, part: EventPart, why: str) -> Outcome:
    """Take a report or a registration back; it stays in the book, and a new report brings the event back."""
    must_have_reason(why, "reason-missing/withdraw")
    done = _simply(desk, part, Kind.WITHDRAWN, "withdraw", why)
    if not part.part:
        return done
    with desk.reading() as connection:
        there = event_parts(connection, keys=[part.event])
    others = tuple(each.name for each in there if each.part != part.part and each.life.where in IN_THE_LISTS)
    return replace(done, note=Note.of("part-withdrawn", others=others)) if others else done


def _simply(desk: Desk, part: EventPart, kind: Kind, action: str, why: str) -> Outcome:
    with desk.writing(action, part.name, why) as writing:
        part = part_of(writing.connection, part.event, part.part)
        part.life.must(kind, part.name)
        decide(writing, NewDecision(part.event, part.part, kind, part.report or None))
    return Outcome(part.name, OutcomeStatus(kind.value), why=why)


def must_have_reason(why: str, message: str) -> None:
    """Refuse what is done without a reason, by this message."""
    if not why.strip():
        raise Misuse(message, Remedy.to("give-reason"))
