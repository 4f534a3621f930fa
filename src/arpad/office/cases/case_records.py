"""Cases: what is wrong in published lists, who reported it and why, and every step since.

A case is proposed, previewed, and approved or dropped. Each step is a row and none is undone. Two open cases never
concern the same event or player.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.days import Day, Month
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.desk import WriteTransaction
from arpad.office.registry.player_numbers import office_number
from arpad.office.store.schema import log, revision, revision_file, revision_step
from arpad.plaintext import file_name

CODE_PREFIX = "REV-"


class CaseKind(StrEnum):
    """What a case puts right."""

    REPLACE = "replace"  # the report of a rated event
    ANNUL = "annul"  # a rated event
    LATE = "late"  # an event that came too late for its list
    GAME = "game"  # a game, or all games of a player, left out or taken in
    AGAIN = "again"  # an event, examined with what is known now
    FACT = "fact"  # about a player
    OPENING = "opening"  # a row of the opening list
    MERGE = "merge"
    UNMERGE = "unmerge"


class CaseState(StrEnum):
    """Where a case stands."""

    PROPOSED = "proposed"
    PREVIEWED = "previewed"
    APPROVED = "approved"
    DROPPED = "dropped"


OPEN_STATES = (CaseState.PROPOSED, CaseState.PREVIEWED)


@dataclass(frozen=True)
class LoggedStep:
    """A step in the life of a case, with its log entry."""

    state: CaseState
    day: date
    who: str
    why: str
    log: int
    detail: Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A case with all its steps."""

    seq: int
    code: str
    kind: CaseKind
    touches: tuple[str, ...]
    detail: Mapping[str, Any]
    day: date
    who: str
    why: str
    log: int
    steps: tuple[LoggedStep, ...]

    @property
    def state(self) -> CaseState:
        """The state of the case: that of its last step; without steps it is proposed."""
        return self.steps[-1].state if self.steps else CaseState.PROPOSED

    @property
    def approved(self) -> LoggedStep | None:
        """The step of its approval; None if it was not approved."""
        return self.steps[-1] if self.state is CaseState.APPROVED else None

    @property
    def about(self) -> Note:
        """What the case puts right, as a message; birth dates are left out."""
        detail, kind = self.detail, self.kind
        match kind:
            case CaseKind.LATE:
                return Note.of("case/late", name=detail["name"], list=Month(detail["list"]))
            case CaseKind.GAME:
                message = "case/game" if detail["reason"] else "case/game-included"
                fields = {each: detail[each] for each in ("name", "player", "round", "reason")}
                return Note.of(message if detail["round"] else f"{message}/all", **fields)
            case CaseKind.FACT:
                return Note.of(f"case/fact/{detail['field']}", number=detail["number"])
            case CaseKind.OPENING:
                return Note.of("case/opening", number=detail["number"], series=detail["series"])
            case CaseKind.MERGE | CaseKind.UNMERGE:
                return Note.of(f"case/{kind}", kept=office_number(detail["kept"]), gone=office_number(detail["gone"]))
            case _:
                return Note.of(f"case/{kind}", name=detail["name"])

    def must_be_open(self) -> None:
        """Refuse a case that was approved or dropped; a proposed or previewed one passes."""
        if self.state not in OPEN_STATES:
            raise UserError("revision/decided", code=self.code, state=self.state.value, day=self.steps[-1].day)


@dataclass(frozen=True)
class NewCase:
    """A case to be stored."""

    kind: CaseKind
    touches: tuple[str, ...]  # `event 5`, `player 3`
    detail: Mapping[str, Any]
    file: str = ""
    body: bytes | None = None  # what was sent with it


def all_cases(connection: Connection, known_at: int | None = None) -> list[Case]:
    """Return all cases with their steps, in the order in which they were proposed. `known_at`: leave out cases and
    steps that were stored after this entry of the log."""
    steps: dict[int, list[LoggedStep]] = {}
    rows = select(revision_step, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == revision_step.c.log)
    rows = rows.where(revision_step.c.log <= known_at) if known_at is not None else rows
    for row in connection.execute(rows.order_by(revision_step.c.seq)):
        step = LoggedStep(
            CaseState(row.kind), Day(row.day).date, row.who, row.why, row.log, json.loads(row.detail or "{}")
        )
        steps.setdefault(row.revision, []).append(step)
    cases = select(revision, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == revision.c.log)
    cases = cases.where(revision.c.log <= known_at) if known_at is not None else cases
    return [
        Case(
            row.seq,
            row.code,
            CaseKind(row.kind),
            tuple(row.target.split(", ")),
            json.loads(row.detail or "{}"),
            Day(row.day).date,
            row.who,
            row.why,
            row.log,
            tuple(steps.get(row.seq, ())),
        )
        for row in connection.execute(cases.order_by(revision.c.seq))
    ]


def case_with_code(connection: Connection, code: str) -> Case:
    """Return the case with a code; an unknown code is refused. The prefix REV- may be missing, and case does not
    matter."""
    cases = {case.code: case for case in all_cases(connection)}
    full_code = code.strip().upper()
    full_code = full_code if full_code.startswith(CODE_PREFIX) else CODE_PREFIX + full_code
    if full_code not in cases:
        raise UserError("revision/unknown", Remedy.to("list-revisions"), code=code)
    return cases[full_code]


def approved_cases(connection: Connection) -> list[Case]:
    """Return the approved cases in the order of approval."""
    return sorted((case for case in all_cases(connection) if case.approved), key=lambda case: case.steps[-1].log)


def insert_case(writing: WriteTransaction, new: NewCase) -> Case:
    """Store a new case with its file and give it the next code. Refused without a reason, or if an open case concerns
    the same event or player."""
    if not writing.why.strip():
        raise UserError("reason-missing/revision", Remedy.to("give-reason"))
    cases = all_cases(writing.connection)
    for other in cases:
        if other.state in OPEN_STATES and set(other.touches) & set(new.touches):
            raise UserError("revision/contradicts", Remedy.to("decide-revision", code=other.code), code=other.code)
    code = f"{CODE_PREFIX}{len(cases) + 1}"
    writing.subject = code
    detail = json.dumps(dict(new.detail), ensure_ascii=False, sort_keys=True)
    row = {"code": code, "kind": new.kind.value, "target": ", ".join(new.touches), "detail": detail}
    entered = insert(revision).values(**row, log=writing.seq).returning(revision.c.seq)
    seq = int(writing.connection.execute(entered).scalar_one())
    if new.body is not None:
        sha256 = hashlib.sha256(new.body).hexdigest()
        attached = {"sha256": sha256, "file": file_name(new.file), "body": new.body}
        writing.connection.execute(insert(revision_file).values(revision=seq, log=writing.seq, **attached))
    return case_with_code(writing.connection, code)


def insert_case_step(
    writing: WriteTransaction, case: Case, state: CaseState, detail: Mapping[str, Any] | None = None
) -> None:
    """Store a step of a case: its new state. Whether the step is allowed is not checked here."""
    text = json.dumps(dict(detail or {}), ensure_ascii=False, sort_keys=True)
    row = {"revision": case.seq, "kind": state.value, "detail": text, "log": writing.seq}
    writing.connection.execute(insert(revision_step).values(**row))


def file_of_case(connection: Connection, case: Case) -> tuple[str, bytes]:
    """Return name and bytes of the file of a case. Only cases about a report or a fact have one; for others this
    fails."""
    rows = select(revision_file.c.file, revision_file.c.body).where(revision_file.c.revision == case.seq)
    row = connection.execute(rows).one()
    return row.file, bytes(row.body)


def event_target(key: int) -> str:
    """Return the name under which a case stores that it concerns an event: "event" and its key."""
    return f"event {key}"


def player_targets(keys: Sequence[int]) -> tuple[str, ...]:
    """Return the names under which a case stores that it concerns players ("player" and the key), sorted by key."""
    return tuple(f"player {key}" for key in sorted(keys))


@dataclass(frozen=True)
class CaseStep:
    """A step in the life of a case."""

    state: CaseState
    day: date
    who: str
    why: str


@dataclass(frozen=True)
class CaseView:
    """A case with its steps, without keys and birth dates."""

    code: str
    kind: CaseKind
    state: CaseState
    about: Note
    day: date
    who: str
    why: str
    steps: tuple[CaseStep, ...]


def view_of_case(case: Case) -> CaseView:
    """Return a case as it may be shown: without keys, details and log entries."""
    steps = tuple(CaseStep(step.state, step.day, step.who, step.why) for step in case.steps)
    return CaseView(case.code, case.kind, case.state, case.about, case.day, case.who, case.why, steps)
