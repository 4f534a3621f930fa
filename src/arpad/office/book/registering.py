"""Register events, store new versions of their facts, and record decisions about them.

Code, series and days of an event are changed by `changing` alone. Other facts change by a new version; the last one
holds. The day of a registration is the office's day. An earlier day needs the name of a person who vouches for it, and
both days are stored. A rehearsal accepts it without, because the officer sets its clock anyway.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import field
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, insert

from arpad.days import Day
from arpad.finding import Misuse, Problem, Remedy
from arpad.frozen import dataclass
from arpad.intake.sidecar import must_lie_inside
from arpad.law import in_force
from arpad.law.rules.office import UNSUBMITTED_EVENT
from arpad.model import Resolution
from arpad.office.book.choice import must_be_in_time
from arpad.office.book.facts import checked, plain
from arpad.office.book.fingerprint import folded
from arpad.office.book.life import UNREGISTERED, Kind, life
from arpad.office.book.lookup import (
    BookedEvent,
    booked,
    decisions_of,
    event_parts,
    events_between,
    key_of_event,
    near_codes,
    rated_in,
)
from arpad.office.desk import Desk, Group, Writing
from arpad.office.store.memory import Memory, forget_events
from arpad.office.store.schema import decision, event, event_facts
from arpad.plaintext import NAME, is_name

CODE = re.compile(r"[^\W_](?:[\w.-]{0,62}[^\W_])?")
FIXED = ("code", "series", "start", "end")
NEEDED = ("name", "series", "start", "end")
HASH_LETTERS = 8
DECIDED = insert(decision).returning(decision.c.seq)
OF_A_REPORT = ("reported", "part")  # facts that a sidecar may have of its report


class RegistrationStatus(StrEnum):
    """What a call did with a registration."""

    REGISTERED = "registered"
    CHANGED = "changed"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True)
class Registered:
    """The event of a registration, and what the call did with it."""

    file: str | None  # the sidecar, if it came from one
    event: str | None  # its code
    status: RegistrationStatus
    changed: tuple[str, ...] = ()  # the facts that have a new value
    problem: Problem | None = None  # why it was refused


@dataclass(frozen=True)
class NewDecision:
    """A decision about an event or a part of it, to be recorded."""

    event: int
    part: int
    kind: Kind
    report: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


def register(desk: Desk, given: Mapping[str, Any], by: str = "", why: str = "") -> Registered:
    """Register an event, or store new facts of one; the other facts stay. `by` vouches for a day in the past."""
    with desk.group(Memory()) as group:
        return register_one(group, given, by, why)


def register_one(group: Group, given: Mapping[str, Any], by: str = "", why: str = "") -> Registered:
    """Register an event, or store new facts of one, as one of many in a transaction."""
    facts = {key: value for key, value in checked(given).items() if key not in OF_A_REPORT}
    _named(facts)
    code = code_of(facts)
    with group.writing("register event", code, why or (f"registered on the word of {by}" if by else "")) as writing:
        return enter(group.desk, writing, code, facts, by)


def enter(desk: Desk, writing: Writing, code: str, given: Mapping[str, Any], by: str) -> Registered:
    """Register an event, or store new facts of one, within a transaction."""
    connection = writing.connection
    if key_of_event(connection, code) is None:
        facts = {**given, "code": code, "registered": _registered(desk, given, by)}
        key = _new(connection, writing, code, facts)
        must_hold(desk, facts)
        must_be_in_time({}, facts, facts["registered"], by)
        keep_facts(writing, key, facts, {"registered": str(facts["registered"]), "by": by} if by else {})
        return Registered(None, code, RegistrationStatus.REGISTERED)
    event = booked(connection, code)
    for name in FIXED:
        before = event.given.get(name)
        if given.get(name, before) != before:
            remedy = Remedy.to("change-event", event=code, key=name, given=given[name])
            raise Misuse("event-fixed", remedy, event=code, key=name, known=before, given=given[name])
    if "registered" in given and given["registered"] != event.given["registered"]:
        _registered(desk, given, by)
    facts = {**event.given, **given, "code": code}
    changed = tuple(sorted(name for name in facts if facts[name] != event.given.get(name)))
    if not changed:
        return Registered(None, code, RegistrationStatus.EXISTS)
    must_be_open(connection, event)
    must_hold(desk, facts)
    must_be_in_time(event.given, facts, desk.today(), by)
    keep_facts(writing, event.key, facts, {"changed": list(changed), **({"by": by} if by else {})})
    return Registered(None, code, RegistrationStatus.CHANGED, changed)


def _named(given: Mapping[str, Any]) -> None:
    """Refuse a name that is empty, too long, or not one line."""
    name = given.get("name", "")
    if not is_name(name) or name != name.strip():
        raise Misuse("event-name", most=NAME)


def code_of(given: Mapping[str, Any]) -> str:
    """The entered code, or one made from name, federation, series and days: the same facts give the same code."""
    code = given.get("code", "")
    if code:
        if not CODE.fullmatch(code):
            raise Misuse("event-code", code=code)
        return str(code)
    for name in NEEDED:
        if not given.get(name):
            raise Misuse("event-incomplete", needed=NEEDED, missing=name)
    content = (folded(given["name"]), given.get("federation", "").upper(), str(given["start"]), str(given["end"]))
    digest = hashlib.sha256("\n".join(content).encode()).hexdigest()[:HASH_LETTERS]
    return f"{given['series']}-{given['start']:%Y%m%d}-{digest}"


def _registered(desk: Desk, given: Mapping[str, Any], by: str) -> date:
    """The day of the registration: today, or the entered day in the past if somebody vouches for it."""
    claimed: date | None = given.get("registered")
    today = desk.today()
    if claimed is None or claimed == today:
        return today
    if claimed > today:
        raise Misuse("registered-in-future", claimed=claimed, today=today)
    if not by.strip() and not desk.rehearsal:
        raise Misuse("registered-in-past", Remedy.to("say-who-vouches"), claimed=claimed, today=today)
    return claimed


def must_hold(desk: Desk, facts: Mapping[str, Any]) -> None:
    """Refuse a schedule outside the event, and a resolution of a later day or where the rulebook has none."""
    must_lie_inside(facts)
    resolution: Resolution | None = facts.get("resolution")
    if resolution is None or not facts.get("series") or not facts.get("start"):
        return
    if resolution.day > desk.today():
        raise Misuse("resolution-in-future", day=resolution.day, today=desk.today())
    book = in_force(facts["series"], facts["start"])
    if not book.has(UNSUBMITTED_EVENT):
        raise Misuse("no-resolution", edition=book.id)


def _new(connection: Connection, writing: Writing, code: str, facts: Mapping[str, Any]) -> int:
    """Insert a new event; its key. Incomplete facts and impossible days are refused."""
    for name in NEEDED:
        if not facts.get(name):
            near = near_codes(connection, code)
            remedy = Remedy.to("complete-or-choose-near", near=near) if near else None
            raise Misuse("event-incomplete/code", remedy, event=code, needed=NEEDED, missing=name)
    must_fit(connection, facts)
    row = {"code": code, "series": facts["series"], "start": Day.of(facts["start"]), "end": Day.of(facts["end"])}
    entered = connection.execute(insert(event).values(**row, log=writing.seq).returning(event.c.key))
    forget_events(connection, (row["start"], row["end"]))
    return int(entered.scalar_one())


def must_fit(connection: Connection, facts: Mapping[str, Any], mine: str = "") -> None:
    """Refuse an end before the start, days without a rulebook, and an event that was refused under another code.

    `mine` is the code under which the event is registered already."""
    code, start, end = facts["code"], facts["start"], facts["end"]
    if start > end:
        raise Misuse("event-upside-down", event=code, start=start, end=end)
    _must_not_return(connection, facts, mine)
    in_force(facts["series"], start)


def _must_not_return(connection: Connection, facts: Mapping[str, Any], mine: str) -> None:
    """Refuse an event with the name and the days of one whose registration was refused."""
    events = events_between(connection, facts["start"], facts["end"], facts["series"])
    for code in (code for code, name in events.items() if folded(name) == folded(facts["name"]) and code != mine):
        if event_parts(connection, keys=[booked(connection, code).key])[0].life.under in UNREGISTERED:
            remedy = Remedy.to("restore-registration", event=code)
            raise Misuse("registration-refused/again", remedy, event=code)


def keep_facts(writing: Writing, key: int, facts: Mapping[str, Any], detail: Mapping[str, Any]) -> None:
    """Store a new version of the facts of an event, and record the decision."""
    text = json.dumps(plain(facts), ensure_ascii=False, sort_keys=True)
    writing.connection.execute(insert(event_facts).values(event=key, facts=text, log=writing.seq))
    forget_events(writing.connection, key, (Day.of(facts["start"]), Day.of(facts["end"])))
    decide(writing, NewDecision(key, 0, Kind.REGISTERED, detail=detail))


def must_be_open(connection: Connection, event: BookedEvent) -> None:
    """Refuse new facts of an event of which a part is rated."""
    happened = decisions_of(connection, event.key)
    for part in sorted({each.part for each in happened}):
        in_list = rated_in(connection, event.key, part)
        life((each.kind for each in happened if each.part in (0, part)), in_list).must(Kind.REGISTERED, event.code)


def decide(writing: Writing, new: NewDecision) -> int:
    """Insert a decision and return its number; the caller has checked that it is possible."""
    detail = json.dumps(dict(new.detail), ensure_ascii=False, sort_keys=True) if new.detail else ""
    row = {"event": new.event, "part": new.part, "report": new.report, "kind": new.kind.value, "detail": detail}
    seq = int(writing.connection.execute(DECIDED, {**row, "log": writing.seq}).scalar_one())
    forget_events(writing.connection, new.event)
    return seq
