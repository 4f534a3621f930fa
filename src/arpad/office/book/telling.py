"""Tell an event as the book has it: its facts, where each part stands, what is due, and everything that happened.

Deadlines come from the law of the event's first day. Nothing here examines or changes anything.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import Connection

from arpad.admission import Case
from arpad.admission.deadlines import next_deadline, registration_due
from arpad.columns import Entries, System
from arpad.intake.trf.reader import nothing
from arpad.law import in_force
from arpad.law.calendar import list_for
from arpad.model import EventFacts
from arpad.office.book.decisions import appeal_ends
from arpad.office.book.life import VERBS, Kind, Standing
from arpad.office.book.registering import plain
from arpad.office.book.stands import Booked, Decision, Sent, Stand, booked, decisions_of, sent, stands


def tell(connection: Connection, code: str, today: date) -> dict[str, Any]:
    """Everything the book has of an event."""
    event = booked(connection, code)
    happened, papers = decisions_of(connection, event.key), sent(connection, event.key)
    return {
        "code": event.code,
        "series": event.series,
        "edition": in_force(event.series, event.start).id,
        "facts": plain(dict(event.given)),
        "entered": event.entered.isoformat(),
        "parts": [_part(connection, event, stand, papers, today) for stand in stands(connection, keys=[event.key])],
        "deadlines": [{"what": what, "day": day.isoformat()} for what, day in deadlines(event, happened, today)],
        "reports": [_report(each) for each in papers],
        "history": [_happened(each) for each in happened],
    }


def deadlines(event: Booked, happened: tuple[Decision, ...], today: date) -> list[tuple[str, date]]:
    """What is due by law: the registration, the report, and the list that the event can be on."""
    book = in_force(event.series, event.start)
    facts = EventFacts(**{**event.given, "reported": None})
    case = Case(nothing(""), facts, frozenset(), book, event.series, today, Entries.room(0), System.SWISS)
    found = []
    if (due := registration_due(case)) is not None:
        found.append(("registration", due))
    came = any(each.kind == Kind.REPORTED for each in happened)
    if not came and (next_due := next_deadline(case)) is not None:
        found.append((next_due.what, next_due.day))
    found.append(("first list", list_for(event.series, event.end, bool(facts.official))))
    return found


def _part(connection: Connection, event: Booked, stand: Stand, papers: tuple[Sent, ...], today: date) -> dict[str, Any]:
    until = appeal_ends(connection, stand) if stand.life.under == Standing.REFUSED else None
    drafts = [each for each in papers if each.part == stand.part and each.draft]
    in_view = drafts[-1].seq if drafts and drafts[-1].seq > stand.report else None
    return {
        "part": stand.part or None,
        "name": stand.name,
        "standing": stand.life.where.value,
        "held": stand.life.held,
        "list": f"{stand.life.rated // 100}-{stand.life.rated % 100:02d}" if stand.life.rated else None,
        "report": stand.report or None,
        "draft": in_view,
        "appeal_until": until.isoformat() if until else None,
        "appeal_open": None if until is None else today <= until,
        "possible": [VERBS[kind] for kind in stand.life.possible()],
    }


def _report(each: Sent) -> dict[str, Any]:
    return {
        "report": each.seq,
        "part": each.part or None,
        "draft": each.draft,
        "file": each.file,
        "day": each.day.isoformat(),
        "who": each.who,
        "sha256": each.sha256,
        "fingerprint": each.fingerprint,
    }


def _happened(each: Decision) -> dict[str, Any]:
    return {
        "day": each.day.isoformat(),
        "kind": each.kind.value,
        "part": each.part or None,
        "who": each.who,
        "why": each.why or None,
        "what": _what(each),
    }


def _what(each: Decision) -> str:
    """What a decision is about, in a few words."""
    said = each.detail
    if each.kind == Kind.REGISTERED and said.get("changed"):
        return f"changed: {', '.join(said['changed'])}"
    if each.kind == Kind.REGISTERED and said.get("by"):
        return f"as of {said.get('registered', '')}, {said['by']} says so".replace("as of ,", "")
    if each.kind in (Kind.OVERRIDDEN, Kind.EXCLUDED, Kind.INCLUDED):
        player = f", player {said['player']}" if said.get("player") else ""
        turn = f", round {said['round']}" if said.get("round") else ""
        return f"{said.get('code') or said.get('reason')}{player}{turn}"
    if said.get("verdict"):
        return f"report {each.report}: {said['verdict']}"
    return ""
