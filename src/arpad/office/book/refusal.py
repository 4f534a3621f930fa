"""Refuse the registration of an event, or restore it: each is a decision of the authority that the law names.

Only an event without a report can be refused here; a report is decided by itself. The refusal is a letter with reason,
article and appeal. Until the registration is restored, no report of the event is accepted, and the same event cannot be
registered under another code.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from arpad.admission.approvals import UNNAMED, fits
from arpad.explain.refusal import registration_refused, words
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.intake.sidecar import AUTHORITIES
from arpad.law import Rulebook, in_force
from arpad.law.rules.concept import Authority
from arpad.law.rules.office import OFFICIAL_EVENT, REGISTRATION_REFUSAL
from arpad.model import EventFacts
from arpad.office.book.decisions import Outcome, OutcomeStatus, appeal_ends, must_have_reason
from arpad.office.book.life import UNREGISTERED, Kind
from arpad.office.book.lookup import BookedEvent, EventPart, booked, decisions_of, event_parts
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Desk


@dataclass(frozen=True)
class RegistrationRefusal:
    """A request to refuse a registration; without `by` it is the authority that the law names."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/refuse-registration")
        _known(self.by)


@dataclass(frozen=True)
class EndOfRefusal:
    """A request to restore a refused registration."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/restore-registration")
        _known(self.by)


def refuse_registration(desk: Desk, request: RegistrationRefusal) -> Outcome:
    """Refuse the registration of an event; the outcome has the letter."""
    with desk.writing("refuse registration", request.event, request.why) as writing:
        event, parts = _open(writing.connection, request.event, Kind.REGISTRATION_REFUSED)
        book = in_force(event.series, event.start)
        by = refusing(book, request.by)
        facts = EventFacts(**event.given)
        official = book.find(OFFICIAL_EVENT)
        if official is not None and (facts.official or (official.continental and facts.continental)):
            raise Misuse("official-is-rated", event=event.code, article=book.articles(OFFICIAL_EVENT)[0])
        letter = registration_refused(book, facts, by, request.why.strip(), desk.today())
        text = words(letter)
        detail = {"by": by, "article": letter.article, "notice": desk.today().isoformat(), "letter": text}
        decide(writing, NewDecision(event.key, 0, Kind.REGISTRATION_REFUSED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_REFUSED, why=request.why, letter=text)


def restore_registration(desk: Desk, request: EndOfRefusal) -> Outcome:
    """Restore a refused registration; it keeps the day on which the event was registered."""
    with desk.writing("restore registration", request.event, request.why) as writing:
        event, parts = _open(writing.connection, request.event, Kind.REGISTRATION_RESTORED)
        detail = {"by": request.by} if request.by else {}
        decide(writing, NewDecision(event.key, 0, Kind.REGISTRATION_RESTORED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_RESTORED, why=request.why)


def refusing(book: Rulebook, by: str) -> Authority:
    """The authority that refuses registrations by this rulebook; another one, or a rulebook without one, is refused."""
    rule = book.find(REGISTRATION_REFUSAL)
    if rule is None:
        raise Misuse("no-refusal-of-registration", Remedy.to("refuse-report-instead"), edition=book.id)
    if not fits(by, rule.authority):
        article = book.articles(REGISTRATION_REFUSAL)[0]
        raise Misuse("refusal-by-another", by=by, authority=rule.authority, article=article)
    return rule.authority if rule.authority != UNNAMED or not by else by  # type: ignore[return-value]


def must_be_registered(connection: Connection, part: EventPart) -> None:
    """Refuse a report of an event whose registration is refused; the error has reason and last day to appeal."""
    if part.life.under not in UNREGISTERED:
        return
    refused = [each for each in decisions_of(connection, part.event) if each.kind == Kind.REGISTRATION_REFUSED][-1]
    fields: dict[str, Any] = {"event": part.code, "day": refused.day, "why": refused.why, "by": refused.detail["by"]}
    until = appeal_ends(connection, part)
    message = "registration-refused" if until is None else "registration-refused/appeal"
    raise Misuse(message, Remedy.to("restore-registration", event=part.code), **fields, until=until)


def _open(connection: Connection, code: str, kind: Kind) -> tuple[BookedEvent, list[EventPart]]:
    """The event and its parts; refused where this decision is not possible for one of them."""
    event = booked(connection, code)
    parts = event_parts(connection, keys=[event.key])
    for part in parts:
        part.life.must(kind, part.name)
    return event, parts


def _known(by: str) -> None:
    """Refuse a name that is no authority."""
    if by and by not in AUTHORITIES:
        raise Misuse("authority-unknown", by=by, known=AUTHORITIES)
