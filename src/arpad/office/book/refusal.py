"""Refuse the registration of an event, and take that back: each a decision of the authority that the law names.

Only what has no report can be refused here; a report that came is answered by itself. The refusal goes out as a letter
with its reason, its article and the appeal. Until it is taken back no report of the event is taken, and the same event
is not registered under another code.
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
    """An event whose registration is refused, by whom, and why; nobody named: by whom the law names."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/refuse-registration")
        _known(self.by)


@dataclass(frozen=True)
class EndOfRefusal:
    """A refused registration that is taken back: by whom, and why."""

    event: str  # a code
    why: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/restore-registration")
        _known(self.by)


def refuse_registration(desk: Desk, request: RegistrationRefusal) -> Outcome:
    """Refuse a registration, with a letter."""
    with desk.writing("refuse registration", request.event, request.why) as writing:
        there, parts = _open(writing.connection, request.event, Kind.REGISTRATION_REFUSED)
        book = in_force(there.series, there.start)
        by = refusing(book, request.by)
        facts = EventFacts(**there.given)
        official = book.find(OFFICIAL_EVENT)
        if official is not None and (facts.official or (official.continental and facts.continental)):
            raise Misuse("official-is-rated", event=there.code, article=book.articles(OFFICIAL_EVENT)[0])
        letter = registration_refused(book, facts, by, request.why.strip(), desk.today())
        text = words(letter)
        detail = {"by": by, "article": letter.article, "notice": desk.today().isoformat(), "letter": text}
        decide(writing, NewDecision(there.key, 0, Kind.REGISTRATION_REFUSED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_REFUSED, why=request.why, letter=text)


def restore_registration(desk: Desk, request: EndOfRefusal) -> Outcome:
    """Take the refusal of a registration back: the event is registered, as of the day on which it was."""
    with desk.writing("restore registration", request.event, request.why) as writing:
        there, parts = _open(writing.connection, request.event, Kind.REGISTRATION_RESTORED)
        detail = {"by": request.by} if request.by else {}
        decide(writing, NewDecision(there.key, 0, Kind.REGISTRATION_RESTORED, detail=detail))
    return Outcome(parts[0].code, OutcomeStatus.REGISTRATION_RESTORED, why=request.why)


def refusing(book: Rulebook, by: str) -> Authority:
    """Who refuses a registration: the one whom the law names; another, or a law that names nobody, is refused."""
    rule = book.find(REGISTRATION_REFUSAL)
    if rule is None:
        raise Misuse("no-refusal-of-registration", Remedy.to("refuse-report-instead"), edition=book.id)
    if not fits(by, rule.authority):
        article = book.articles(REGISTRATION_REFUSAL)[0]
        raise Misuse("refusal-by-another", by=by, authority=rule.authority, article=article)
    return rule.authority if rule.authority != UNNAMED or not by else by  # type: ignore[return-value]


def must_be_registered(connection: Connection, part: EventPart) -> None:
    """Refuse a report of an event whose registration is refused, and say why it was and until when to appeal."""
    if part.life.under not in UNREGISTERED:
        return
    refused = [each for each in decisions_of(connection, part.event) if each.kind == Kind.REGISTRATION_REFUSED][-1]
    fields: dict[str, Any] = {"event": part.code, "day": refused.day, "why": refused.why, "by": refused.detail["by"]}
    until = appeal_ends(connection, part)
    message = "registration-refused" if until is None else "registration-refused/appeal"
    raise Misuse(message, Remedy.to("restore-registration", event=part.code), **fields, until=until)


def _open(connection: Connection, code: str, kind: Kind) -> tuple[BookedEvent, list[EventPart]]:
    """The event and its parts as they stand, if this may happen to all of them."""
    there = booked(connection, code)
    parts = event_parts(connection, keys=[there.key])
    for part in parts:
        part.life.must(kind, part.name)
    return there, parts


def _known(by: str) -> None:
    if by and by not in AUTHORITIES:
        raise Misuse("authority-unknown", by=by, known=AUTHORITIES)
