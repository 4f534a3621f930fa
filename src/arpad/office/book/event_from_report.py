"""Propose the registration of an event from its report: what the report states, and the answers that are the same for
nearly every event.

The series follows from the time control, or from the mark of a pairing program; never from the ratings of the players.
Whatever nobody stated is a note. What is missing is a problem that names the option.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection

from arpad.admission import Case
from arpad.admission.deadlines import registration_due
from arpad.columns import Entries, System
from arpad.examining.stated_facts import days_of_rounds, missing_facts, stated_facts
from arpad.finding import Note, Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.trf.reader import nothing
from arpad.law import in_force
from arpad.law.rules.registration import ANNOUNCED_EVENT
from arpad.model import EventFacts
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_lookup import checked_series, event_key_by_code
from arpad.office.book.submission import ReadPackage, possible_event_codes
from arpad.office.office_profile import OfficeProfile, read_profile
from arpad.pipeline import Inquiry

RATED, UNRATED = "rated", "unrated"


@dataclass(frozen=True)
class FromReportTerms:
    """The options under which events are registered from their reports."""

    facts: NamedFacts = NamedFacts()  # that come before those of the reports
    series: tuple[str, ...] = ()  # register for each of these; empty: the time control decides
    by: str = ""  # who vouches that the event was registered in time


@dataclass(frozen=True)
class ProposedRegistration:
    """An event as its report states it, or the code under which it is registered already."""

    facts: NamedFacts
    assumed: tuple[Note, ...] = ()
    event: str = ""
    by: str = ""  # who vouches that it was registered in time


def propose_registration(
    connection: Connection, opened: ReadPackage, terms: FromReportTerms, series: str, today: date
) -> ProposedRegistration:
    """Return what to register for a parsed report in one series (empty: the one that its time control points to).

    Refuse a report that leaves name, days or series open. Nothing is written."""
    checked_series(series)
    profile = read_profile(connection)
    entered = {**opened.package.beside.by_key(), **terms.facts.by_key(), **({"series": series} if series else {})}
    if len(terms.series) > 1:
        entered.pop("code", None)  # each series has an event of its own
    asked = replace(opened, package=replace(opened.package, beside=NamedFacts.of(entered)))
    codes = possible_event_codes(connection, asked)
    if len(codes) > 1:
        raise UserError("event-ambiguous", Remedy.to("choose-event-code", codes=codes))
    if codes and event_key_by_code(connection, codes[0]) is not None:
        return ProposedRegistration(NamedFacts(), (), codes[0])
    entered |= days_of_rounds(opened.paper.report, entered)
    inquiry = Inquiry.of(opened.paper.report, opened.paper.findings, entered, today)
    inquiry = inquiry.with_default_answers(profile.answers)
    if names := missing_facts(inquiry):
        missing = tuple(f"--{name}" for name in names)
        remedy = Remedy.to("give-options", options=missing)
        if profile.series and names == ("series",):
            remedy = Remedy.to("give-series", series=profile.series)
        raise UserError("report-leaves-open", remedy, missing=missing)
    facts: dict[str, Any] = {**stated_facts(inquiry), **entered}
    notes = list(inquiry.assumed)
    by = terms.by.strip() or profile.vouches
    for name, value, note in _conclusions(inquiry.facts, profile, by, today):
        notes.append(note)
        if name:
            facts[name] = value
    shown = tuple(note for note in notes if note.message != "assumed/registered")
    return ProposedRegistration(NamedFacts.of(facts), shown, by=by)


def _conclusions(facts: EventFacts, profile: OfficeProfile, by: str, today: date) -> Iterator[tuple[str, Any, Note]]:
    """Yield what else is concluded, as name, value and note: announced as rated, and the day of the registration."""
    assert facts.start is not None
    book = in_force(facts.series, facts.start)
    if not facts.announced and book.has(ANNOUNCED_EVENT) and (answer := profile.answers.assumed("announced")):
        yield "announced", RATED if answer[0] else UNRATED, answer[1]
    case = Case(nothing(""), facts, frozenset(), book, facts.series, today, Entries.room(0), System.SWISS)
    due = registration_due(case)
    if facts.registered is not None or due is None or due >= today:
        return
    if by:
        yield "registered", due, Note.of("assumed/registered-by", day=due, by=by)
    else:
        yield "", None, Note.of("assumed/registered-late", due=due, day=today)
