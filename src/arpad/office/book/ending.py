"""Declare that no further part of an event comes, or take that back while no list has used it.

The next list then decides what earlier lists left open. It cannot be declared of an event without parts, without an
admitted part, or with a part that waits for a decision.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Misuse, Note, Remedy
from arpad.frozen import dataclass
from arpad.office.book.course import DECIDED, GONE, ending, parts_of_event
from arpad.office.book.decisions import Outcome, OutcomeStatus, must_have_reason
from arpad.office.book.life import Kind
from arpad.office.book.lookup import BookedEvent, Decision, booked, decisions_of
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Desk
from arpad.office.rolls import COMPUTED
from arpad.office.store.schema import decision, rating_list


@dataclass(frozen=True)
class EndOfEvent:
    """A request to declare that no further part comes, or to take that back, with the reason."""

    event: str  # a code
    why: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/end")


def end(desk: Desk, request: EndOfEvent) -> Outcome:
    """Declare that no further part of an event comes."""
    with desk.writing("end event", request.event, request.why) as writing:
        registered = booked(writing.connection, request.event)
        _must_have_parts(writing.connection, registered)
        declaration = ending(decisions_of(writing.connection, registered.key))
        if declaration is not None:
            raise Misuse(
                "event-ended", Remedy.to("resume-event", event=registered.code), **_who(registered, declaration)
            )
        decide(writing, NewDecision(registered.key, 0, Kind.ENDED))
    return Outcome(registered.code, OutcomeStatus.ENDED, why=request.why, note=Note.of("event-over"))


def resume(desk: Desk, request: EndOfEvent) -> Outcome:
    """Take the declaration back, so that further parts may come; refused where a list has used it."""
    with desk.writing("resume event", request.event, request.why) as writing:
        registered = booked(writing.connection, request.event)
        declaration = ending(decisions_of(writing.connection, registered.key))
        if declaration is None:
            raise Misuse("event-not-ended", event=registered.code)
        list_ = used_in(writing.connection, registered, declaration)
        if list_ is not None:
            raise Misuse(
                "ending-used", Remedy.to("correct-in-revised-series"), **_who(registered, declaration), list=list_
            )
        decide(writing, NewDecision(registered.key, 0, Kind.RESUMED))
    return Outcome(registered.code, OutcomeStatus.RESUMED, why=request.why, note=Note.of("event-goes-on"))


def used_in(connection: Connection, registered: BookedEvent, declaration: Decision) -> Month | None:
    """The first list that was made after the declaration; None where there is none."""
    entry = select(decision.c.log).where(decision.c.seq == declaration.seq).scalar_subquery()
    lists = select(rating_list.c.list).where(rating_list.c.series == registered.series, rating_list.c.kind == COMPUTED)
    first = connection.execute(lists.where(rating_list.c.log > entry).order_by(rating_list.c.list)).scalar()
    return Month(first) if first else None


def must_go_on(connection: Connection, registered: BookedEvent, part: int) -> None:
    """Refuse a new report of a part after it was declared that no further part comes."""
    declaration = ending(decisions_of(connection, registered.key))
    if part and declaration is not None:
        raise Misuse("event-ended", Remedy.to("resume-event", event=registered.code), **_who(registered, declaration))


def _must_have_parts(connection: Connection, registered: BookedEvent) -> None:
    """Refuse an event without parts, with a part that waits for a decision, or without an admitted part."""
    event = parts_of_event(connection, registered.key)
    if event is None:
        raise Misuse("event-without-parts", event=registered.code)
    waiting = tuple(part.name for part in event.parts if part.standing not in (*GONE, *DECIDED))
    if waiting:
        raise Misuse("event-part-waits", Remedy.to("decide-part-first"), event=registered.code, parts=waiting)
    if not any(part.standing in DECIDED for part in event.parts):
        raise Misuse("event-nothing-admitted", event=registered.code)


def _who(registered: BookedEvent, declaration: Decision) -> dict[str, object]:
    """The fields of a message: the event, and who declared when and why that it is over."""
    return {"event": registered.code, "day": declaration.day, "who": declaration.who, "why": declaration.why}
