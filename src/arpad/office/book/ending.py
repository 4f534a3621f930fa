"""Declare that no further part of an event comes, and take that back as long as no list has used it.

The next list then judges by the parts that came what earlier ones left open. Nothing can be declared of an event that
has no parts, of which nothing is admitted, or of which a part still waits for a decision.
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
    """An event of which no further part comes, and how the office knows; or, taken back, why it goes on."""

    event: str  # a code
    why: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/end")


def end(desk: Desk, request: EndOfEvent) -> Outcome:
    """Declare that no further part comes."""
    with desk.writing("end event", request.event, request.why) as writing:
        there = booked(writing.connection, request.event)
        _must_have_parts(writing.connection, there)
        stands = ending(decisions_of(writing.connection, there.key))
        if stands is not None:
            raise Misuse("event-ended", Remedy.to("resume-event", event=there.code), **_who(there, stands))
        decide(writing, NewDecision(there.key, 0, Kind.ENDED))
    return Outcome(there.code, OutcomeStatus.ENDED, why=request.why, note=Note.of("event-over"))


def resume(desk: Desk, request: EndOfEvent) -> Outcome:
    """Take the declaration back: a further part may come."""
    with desk.writing("resume event", request.event, request.why) as writing:
        there = booked(writing.connection, request.event)
        stands = ending(decisions_of(writing.connection, there.key))
        if stands is None:
            raise Misuse("event-not-ended", event=there.code)
        list_ = used_in(writing.connection, there, stands)
        if list_ is not None:
            raise Misuse("ending-used", Remedy.to("correct-in-revised-series"), **_who(there, stands), list=list_)
        decide(writing, NewDecision(there.key, 0, Kind.RESUMED))
    return Outcome(there.code, OutcomeStatus.RESUMED, why=request.why, note=Note.of("event-goes-on"))


def used_in(connection: Connection, there: BookedEvent, stands: Decision) -> Month | None:
    """The first list that was made with the declaration."""
    entry = select(decision.c.log).where(decision.c.seq == stands.seq).scalar_subquery()
    lists = select(rating_list.c.list).where(rating_list.c.series == there.series, rating_list.c.kind == COMPUTED)
    first = connection.execute(lists.where(rating_list.c.log > entry).order_by(rating_list.c.list)).scalar()
    return Month(first) if first else None


def must_go_on(connection: Connection, there: BookedEvent, part: int) -> None:
    """Refuse a new report of a part of an event that was declared to be over."""
    stands = ending(decisions_of(connection, there.key))
    if part and stands is not None:
        raise Misuse("event-ended", Remedy.to("resume-event", event=there.code), **_who(there, stands))


def _must_have_parts(connection: Connection, there: BookedEvent) -> None:
    event = parts_of_event(connection, there.key)
    if event is None:
        raise Misuse("event-without-parts", event=there.code)
    waiting = tuple(part.name for part in event.parts if part.standing not in (*GONE, *DECIDED))
    if waiting:
        raise Misuse("event-part-waits", Remedy.to("decide-part-first"), event=there.code, parts=waiting)
    if not any(part.standing in DECIDED for part in event.parts):
        raise Misuse("event-nothing-admitted", event=there.code)


def _who(there: BookedEvent, stands: Decision) -> dict[str, object]:
    return {"event": there.code, "day": stands.day, "who": stands.who, "why": stands.why}
