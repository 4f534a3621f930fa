"""Register events and store new versions of their facts; every decision about an event is recorded here."""

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
from arpad.finding import Note, Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.sidecar import must_lie_inside
from arpad.law import in_force
from arpad.law.rules.office import UNSUBMITTED_EVENT
from arpad.model import Resolution
from arpad.office.book.duplicate_reports import normalized_name
from arpad.office.book.event_facts import check_facts, facts_as_json, require_choice_in_time
from arpad.office.book.event_lookup import (
    RegisteredEvent,
    decisions_about_event,
    event_key_by_code,
    event_names_by_days,
    find_event_parts,
    find_registered_event,
    list_that_rated_part,
    similar_event_codes,
)
from arpad.office.book.event_status import REGISTRATION_REFUSED, DecisionKind, state_after
from arpad.office.desk import Desk, GroupTransaction, WriteTransaction
from arpad.office.store.cache import forget_cached_events
from arpad.office.store.schema import decision, event, event_facts
from arpad.plaintext import NAME, is_name

EVENT_CODE = re.compile(r"[^\W_](?:[\w.-]{0,62}[^\W_])?")
FIXED_FACTS = ("code", "series", "start", "end")
REQUIRED_FACTS = ("name", "series", "start", "end")
HASH_LETTERS = 8
INSERT_DECISION = insert(decision).returning(decision.c.seq)
REPORT_ONLY_FACTS = ("reported", "part")  # facts that a sidecar may have of its report


class RegistrationStatus(StrEnum):
    """What a call did with a registration."""

    REGISTERED = "registered"
    CHANGED = "changed"
    EXISTS = "exists"
    REFUSED = "refused"


@dataclass(frozen=True)
class RegistrationResult:
    """The event of a registration, and what the call did with it."""

    file: str | None  # the sidecar, if it came from one
    event: str | None  # its code
    status: RegistrationStatus
    changed: tuple[str, ...] = ()  # the facts that have a new value
    problem: Problem | None = None  # why it was refused
    assumed: tuple[Note, ...] = ()  # what nobody stated, of an event that was registered from its report


@dataclass(frozen=True)
class NewDecision:
    """A decision about an event or a part of it, to be recorded."""

    event: int
    part: int
    kind: DecisionKind
    report: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


def register_event_in_group(
    group: GroupTransaction, entered: Mapping[str, Any], by: str = "", why: str = ""
) -> RegistrationResult:
    """Register an event, or store changed facts of one, as one of many in a transaction.

    Facts of a report are left out. Refuse an invalid name, code or fact. `by` vouches for a day in the past. The result
    says what was done."""
    facts = {key: value for key, value in check_facts(entered).items() if key not in REPORT_ONLY_FACTS}
    _require_event_name(facts)
    code = given_or_made_code(facts)
    with group.writing("register event", code, why or (f"registered on the word of {by}" if by else "")) as writing:
        return enter_event_facts(group.desk, writing, code, facts, by)


def enter_event_facts(
    desk: Desk, writing: WriteTransaction, code: str, entered: Mapping[str, Any], by: str
) -> RegistrationResult:
    """Register an event, or store changed facts of one, within a transaction. Nothing is stored without a change.

    Refuse another series, first or last day, new facts of a rated event, and a past day without `by`."""
    connection = writing.connection
    if event_key_by_code(connection, code) is None:
        facts = {**entered, "code": code, "registered": _day_of_registration(desk, entered, by)}
        key = _insert_event(connection, writing, code, facts)
        require_valid_facts(desk, facts)
        require_choice_in_time({}, facts, facts["registered"], by)
        store_facts(writing, key, facts, {"registered": str(facts["registered"]), "by": by} if by else {})
        return RegistrationResult(None, code, RegistrationStatus.REGISTERED)
    event = find_registered_event(connection, code)
    for name in FIXED_FACTS:
        before = event.given.get(name)
        if entered.get(name, before) != before:
            remedy = Remedy.to("change-event", event=code, key=name, given=entered[name])
            raise UserError("event-fixed", remedy, event=code, key=name, known=before, given=entered[name])
    if "registered" in entered and entered["registered"] != event.given["registered"]:
        _day_of_registration(desk, entered, by)
    facts = {**event.given, **entered, "code": code}
    changed = tuple(sorted(name for name in facts if facts[name] != event.given.get(name)))
    if not changed:
        return RegistrationResult(None, code, RegistrationStatus.EXISTS)
    require_not_rated(connection, event)
    require_valid_facts(desk, facts)
    require_choice_in_time(event.given, facts, desk.today(), by)
    store_facts(writing, event.key, facts, {"changed": list(changed), **({"by": by} if by else {})})
    return RegistrationResult(None, code, RegistrationStatus.CHANGED, changed)


def _require_event_name(facts: Mapping[str, Any]) -> None:
    """Refuse a name that is empty, too long, or not one line."""
    name = facts.get("name", "")
    if not is_name(name) or name != name.strip():
        raise UserError("event-name", most=NAME)


def given_or_made_code(facts: Mapping[str, Any]) -> str:
    """Return the entered code, or one made from name, federation, series and days: the same facts give the same code.

    Refuse a malformed code, and facts from which none can be made."""
    code = facts.get("code", "")
    if code:
        if not EVENT_CODE.fullmatch(code):
            raise UserError("event-code", code=code)
        return str(code)
    for name in REQUIRED_FACTS:
        if not facts.get(name):
            raise UserError("event-incomplete", needed=REQUIRED_FACTS, missing=name)
    content = (
        normalized_name(facts["name"]),
        facts.get("federation", "").upper(),
        str(facts["start"]),
        str(facts["end"]),
    )
    digest = hashlib.sha256("\n".join(content).encode()).hexdigest()[:HASH_LETTERS]
    return f"{facts['series']}-{facts['start']:%Y%m%d}-{digest}"


def _day_of_registration(desk: Desk, facts: Mapping[str, Any], by: str) -> date:
    """Return the day of the registration: today, or an entered past day for which `by` vouches; refuse a future day.

    A rehearsal needs nobody to vouch."""
    claimed: date | None = facts.get("registered")
    today = desk.today()
    if claimed is None or claimed == today:
        return today
    if claimed > today:
        raise UserError("registered-in-future", claimed=claimed, today=today)
    if not by.strip() and not desk.rehearsal:
        raise UserError("registered-in-past", Remedy.to("say-who-vouches"), claimed=claimed, today=today)
    return claimed


def require_valid_facts(desk: Desk, facts: Mapping[str, Any]) -> None:
    """Refuse a schedule outside the event, and a resolution of a later day or where the rulebook has none."""
    must_lie_inside(facts)
    resolution: Resolution | None = facts.get("resolution")
    if resolution is None or not facts.get("series") or not facts.get("start"):
        return
    if resolution.day > desk.today():
        raise UserError("resolution-in-future", day=resolution.day, today=desk.today())
    book = in_force(facts["series"], facts["start"])
    if not book.has(UNSUBMITTED_EVENT):
        raise UserError("no-resolution", edition=book.id)


def _insert_event(connection: Connection, writing: WriteTransaction, code: str, facts: Mapping[str, Any]) -> int:
    """Insert a new event (without its facts) and return its key; refuse incomplete facts and impossible days."""
    for name in REQUIRED_FACTS:
        if not facts.get(name):
            near = similar_event_codes(connection, code)
            remedy = Remedy.to("complete-or-choose-near", near=near) if near else None
            raise UserError("event-incomplete/code", remedy, event=code, needed=REQUIRED_FACTS, missing=name)
    require_valid_days(connection, facts)
    row = {"code": code, "series": facts["series"], "start": Day.of(facts["start"]), "end": Day.of(facts["end"])}
    entered = connection.execute(insert(event).values(**row, log=writing.seq).returning(event.c.key))
    forget_cached_events(connection, (row["start"], row["end"]))
    return int(entered.scalar_one())


def require_valid_days(connection: Connection, facts: Mapping[str, Any], own_code: str = "") -> None:
    """Refuse an end before the start, days without a rulebook, and an event that was refused under another code.

    `own_code` is the code under which the event is registered already."""
    code, start, end = facts["code"], facts["start"], facts["end"]
    if start > end:
        raise UserError("event-upside-down", event=code, start=start, end=end)
    _refuse_second_code(connection, facts, own_code)
    in_force(facts["series"], start)


def _refuse_second_code(connection: Connection, facts: Mapping[str, Any], own_code: str) -> None:
    """Refuse an event with the name and the days of one whose registration was refused."""
    events = event_names_by_days(connection, facts["start"], facts["end"], facts["series"])
    for code in (
        code
        for code, name in events.items()
        if normalized_name(name) == normalized_name(facts["name"]) and code != own_code
    ):
        if (
            find_event_parts(connection, keys=[find_registered_event(connection, code).key])[0].life.under
            in REGISTRATION_REFUSED
        ):
            remedy = Remedy.to("restore-registration", event=code)
            raise UserError("registration-refused/again", remedy, event=code)


def store_facts(writing: WriteTransaction, key: int, facts: Mapping[str, Any], detail: Mapping[str, Any]) -> None:
    """Insert a new version of all facts of an event, and record the decision "registered".

    The facts are not checked here."""
    text = json.dumps(facts_as_json(facts), ensure_ascii=False, sort_keys=True)
    writing.connection.execute(insert(event_facts).values(event=key, facts=text, log=writing.seq))
    forget_cached_events(writing.connection, key, (Day.of(facts["start"]), Day.of(facts["end"])))
    record_decision(writing, NewDecision(key, 0, DecisionKind.REGISTERED, detail=detail))


def require_not_rated(connection: Connection, event: RegisteredEvent) -> None:
    """Refuse new facts of an event of which a part is rated. Other parts and states pass."""
    happened = decisions_about_event(connection, event.key)
    for part in sorted({each.part for each in happened}):
        in_list = list_that_rated_part(connection, event.key, part)
        state_after((each.kind for each in happened if each.part in (0, part)), in_list).must(
            DecisionKind.REGISTERED, event.code
        )


def record_decision(writing: WriteTransaction, new: NewDecision) -> int:
    """Insert a decision and return its number.

    Cached rows of the event are dropped. It is not checked that it is possible."""
    detail = json.dumps(dict(new.detail), ensure_ascii=False, sort_keys=True) if new.detail else ""
    row = {"event": new.event, "part": new.part, "report": new.report, "kind": new.kind.value, "detail": detail}
    seq = int(writing.connection.execute(INSERT_DECISION, {**row, "log": writing.seq}).scalar_one())
    forget_cached_events(writing.connection, new.event)
    return seq
