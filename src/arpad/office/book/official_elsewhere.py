"""Events of a series whose lists another authority makes: what they should bring each player, that they were sent to
the authority, and whether its list has come.

What is computed here is an expectation: the list of the authority decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.explain.calculation import TitledName
from arpad.explain.event_sheet import EventSheet, event_sheet
from arpad.explain.first_rating import EventName
from arpad.explain.list_reasons import Ended
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.model import Verdict
from arpad.office.acts import check_seen
from arpad.office.book.event_lookup import (
    EventPart,
    decisions_about_event,
    find_event_part,
    find_single_part,
    read_event_record,
)
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.book.report_decisions import Outcome, OutcomeStatus, examine_part
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS
from arpad.office.desk import Desk
from arpad.office.rolls import IMPORTED, newest_published_list, series_kind
from arpad.office.store.schema import content
from arpad.office.versions import event_version


@dataclass(frozen=True)
class ExpectedChanges:
    """What an event of a series that is official elsewhere should bring each player, as this office computes it today.

    The list of the authority decides. `official` says that its list of the period has come."""

    verdict: Verdict
    sheet: EventSheet
    sent: date | None  # to the authority; None: not yet
    official: bool


def expected_changes(desk: Desk, name: str) -> ExpectedChanges:
    """Return the sheet of expected changes of an event in one piece, with games and articles; nothing is stored.

    Refuse a series computed here, an event in parts, and a report that is not ratable."""
    with desk.reading() as connection:
        part = find_single_part(connection, name)
        _require_official_elsewhere(connection, part)
        facts = read_event_record(connection, part.event).booked.given
        sent, official = day_sent(connection, part), is_on_official_list(connection, part)
    if part.part:
        raise UserError("expected/in-parts", event=part.name)
    examination = examine_part(desk, ListMemory(), part)
    answer, report = examination.answer, examination.report
    if answer.period is None or answer.verdict not in ADMISSIBLE_VERDICTS:
        raise UserError("expected/not-ratable", Remedy.to("look-at-report", event=part.name), event=part.name)
    people = {
        row: TitledName(player.id, player.name, player.title, player.federation)
        for row, player in enumerate(report.players)
    }
    ended = Ended(part.series, part.end, None)
    event = EventName(part.name, str(facts.get("name", "")), str(facts.get("federation", "")))
    sheet = event_sheet(answer.period, ended, event, people, Month(answer.seated_by))
    return ExpectedChanges(answer.verdict, sheet, sent, official)


def mark_sent(desk: Desk, part: EventPart, why: str, day: date) -> Outcome:
    """Store that an admitted event was sent on a day to the authority that makes the lists of its series.

    Refuse a series computed here, an event that is not admitted, and a day in the future or before its end."""
    with desk.writing("send to authority", part.name, why) as writing:
        connection = writing.connection
        check_seen(desk, lambda: event_version(connection, part.event))
        part = find_event_part(connection, part.event, part.part)
        _require_official_elsewhere(connection, part)
        part.life.must(DecisionKind.SENT, part.name)
        if not part.end <= day <= desk.today():
            raise UserError("sent/day", event=part.name, day=day, end=part.end, today=desk.today())
        detail = {"day": day.isoformat()}
        record_decision(writing, NewDecision(part.event, part.part, DecisionKind.SENT, part.report or None, detail))
    return Outcome(part.name, OutcomeStatus.SENT, why=why or None)


def _require_official_elsewhere(connection: Connection, part: EventPart) -> None:
    """Refuse an event of a series whose lists this office makes, or does not have."""
    if series_kind(connection, part.series) != IMPORTED:
        raise UserError("official-elsewhere/own", event=part.name, series=part.series)


def day_sent(connection: Connection, part: EventPart) -> date | None:
    """Return the day on which a part was sent to the authority; None while it is not."""
    if part.life.under is not EventStatus.SENT:
        return None
    decisions = decisions_about_event(connection, part.event, part.part)
    last = [each for each in decisions if each.kind == DecisionKind.SENT][-1]
    return date.fromisoformat(last.detail["day"])


def is_on_official_list(connection: Connection, part: EventPart) -> bool:
    """Return whether a sent part waits no more: the official list of its period has been imported."""
    return bool(parts_on_official_lists(connection, [part]))


def parts_on_official_lists(connection: Connection, parts: Iterable[EventPart]) -> set[str]:
    """Return the names of the parts that were sent and whose official list has been imported."""
    sent = {part.admitted: part for part in parts if part.life.where is EventStatus.SENT}
    rows = select(content.c.decision, content.c.enters).where(content.c.decision.in_(sent))
    return {
        sent[row.decision].name
        for row in (connection.execute(rows) if sent else ())
        if row.enters <= newest_published_list(connection, sent[row.decision].series)
    }
