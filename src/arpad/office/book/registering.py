"""Register events: what is known of each before it is played, and every later change of that, with who and why.

An event's code, series and days never change. Its facts do, as new versions; the last one holds. The day of a
registration is the office's own day. A day in the past is somebody's word: it is taken only with the name of who says
so, and the book keeps both days. A rehearsal takes it without, because its clock is the officer's anyway.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, select

from arpad.finding import Misuse
from arpad.law import in_force
from arpad.law.calendar import day_number
from arpad.office.book.fingerprint import folded
from arpad.office.book.life import Kind, life
from arpad.office.book.stands import Booked, booked, decisions_of, meant, rated_in
from arpad.office.desk import Desk, Writing
from arpad.office.store.schema import decision, event, event_facts

CODE = re.compile(r"[^\W_](?:[\w.-]{0,62}[^\W_])?")
FIXED = ("code", "series", "start", "end")
NEEDED = ("name", "series", "start", "end")
HASH_LETTERS = 8


@dataclass(frozen=True)
class Registration:
    """What became of a registration."""

    code: str
    status: str  # registered, changed, exists
    changed: tuple[str, ...] = ()


def register(desk: Desk, given: Mapping[str, Any], by: str = "", why: str = "") -> Registration:
    """Enter an event, or new facts of one. What is not named stays as it was; `by` says who vouches for a past day."""
    given = {key: value for key, value in given.items() if key != "reported"}  # the report brings its own day
    code = code_of(given)
    with desk.writing("register event", code, why or (f"registered on the word of {by}" if by else "")) as writing:
        return enter(desk, writing, code, given, by)


def enter(desk: Desk, writing: Writing, code: str, given: Mapping[str, Any], by: str) -> Registration:
    connection = writing.connection
    known = connection.execute(select(event.c.key).where(event.c.code == code)).first()
    if known is None:
        facts = {**given, "code": code, "registered": _registered(desk, given, by)}
        key = _new(connection, writing, code, facts)
        _keep(writing, key, facts, {"registered": str(facts["registered"]), "by": by} if by else {})
        return Registration(code, "registered")
    held = booked(connection, code)
    for name in FIXED:
        if given.get(name, held.given.get(name)) != held.given.get(name):
            raise Misuse(
                f"{code} is registered with {name} {held.given.get(name)}, not {given[name]}; that does not change:"
                " withdraw it and register the event under another code"
            )
    if "registered" in given and given["registered"] != held.given["registered"]:
        _registered(desk, given, by)
    facts = {**held.given, **given, "code": code}
    changed = tuple(sorted(name for name in facts if facts[name] != held.given.get(name)))
    if not changed:
        return Registration(code, "exists")
    _must_be_open(connection, held)
    _keep(writing, held.key, facts, {"changed": list(changed), **({"by": by} if by else {})})
    return Registration(code, "changed", changed)


def code_of(given: Mapping[str, Any]) -> str:
    """The code that was given, or one made from what the event is: the same facts give the same code."""
    code = given.get("code", "")
    if code:
        if not CODE.fullmatch(code):
            raise Misuse(f"code {code!r}: expected up to 64 letters, digits, points and hyphens")
        return str(code)
    for name in NEEDED:
        if not given.get(name):
            raise Misuse(f"an event is registered with its {', '.join(NEEDED)}; {name} is missing")
    said = (folded(given["name"]), given.get("federation", "").upper(), str(given["start"]), str(given["end"]))
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:HASH_LETTERS]
    return f"{given['series']}-{given['start']:%Y%m%d}-{digest}"


def _registered(desk: Desk, given: Mapping[str, Any], by: str) -> date:
    """The day of the registration: today, or a day in the past that somebody vouches for."""
    claimed, today = given.get("registered"), desk.today()
    if claimed is None or claimed == today:
        return today
    if claimed > today:
        raise Misuse(f"registered {claimed} is in the future; today is {today}")
    if not by and not desk.rehearsal:
        raise Misuse(
            f"registered {claimed} is in the past: an event is registered on the day it comes in, {today};"
            " for a registration of the past say who vouches for it: --by NAME"
        )
    return claimed  # type: ignore[no-any-return]


def _new(connection: Connection, writing: Writing, code: str, facts: Mapping[str, Any]) -> int:
    for name in NEEDED:
        if not facts.get(name):
            asked = meant(connection, code)
            raise Misuse(f"{code}: an event is registered with its {', '.join(NEEDED)}; {name} is missing{asked}")
    start, end = facts["start"], facts["end"]
    if start > end:
        raise Misuse(f"{code}: start {start} lies after the end {end}")
    in_force(facts["series"], start)  # a series or a day that no rulebook knows is refused here
    row = {"code": code, "series": facts["series"], "start": day_number(start), "end": day_number(end)}
    made = connection.execute(insert(event).values(**row, log=writing.seq).returning(event.c.key))
    return int(made.scalar_one())


def _keep(writing: Writing, key: int, facts: Mapping[str, Any], detail: Mapping[str, Any]) -> None:
    told = json.dumps(plain(facts), ensure_ascii=False, sort_keys=True)
    writing.connection.execute(insert(event_facts).values(event=key, facts=told, log=writing.seq))
    decide(writing, key, 0, Kind.REGISTERED, detail=detail)


def _must_be_open(connection: Connection, held: Booked) -> None:
    """New facts are for what is not rated yet."""
    happened = decisions_of(connection, held.key)
    for part in sorted({each.part for each in happened}):
        in_list = rated_in(connection, held.key, part)
        life((each.kind for each in happened if each.part in (0, part)), in_list).must(Kind.REGISTERED, held.code)


def decide(
    writing: Writing,
    key: int,
    part: int,
    kind: Kind,
    report: int | None = None,
    detail: Mapping[str, Any] | None = None,
) -> int:
    """Write down that something happened; whoever calls has asked whether it may."""
    said = json.dumps(dict(detail), ensure_ascii=False, sort_keys=True) if detail else ""
    row = {"event": key, "part": part, "report": report, "kind": kind.value, "detail": said, "log": writing.seq}
    return int(writing.connection.execute(insert(decision).values(**row).returning(decision.c.seq)).scalar_one())


def plain(value: Any) -> Any:
    """Facts as JSON has them; `facts_of` reads them back."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value.isoformat() if isinstance(value, date) else value
