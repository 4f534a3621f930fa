"""Decide whether the programme of an event lets it be rated: rounds and hours in a day, and how long it lasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from arpad.admission.approvals import Leave, fits, granted
from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.exact import floor
from arpad.finding import Tier
from arpad.law.rules.admission import (
    EVENT_DURATION,
    HOURS_PER_DAY,
    INTERIM_REPORT,
    LEAGUE_DURATION,
    LONG_EVENT,
    ROUNDS_PER_DAY,
)
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl
from arpad.timecontrol.amounts import MINUTES_IN_HOUR

APPROVED_LENGTH = "long-event"


def rounds_by_day(case: Case) -> dict[date | None, int] | None:
    """How many rounds each day had: by their dates, else by the schedule, else of the busiest day whatever it was."""
    rounds = case.report.cells.rounds
    dates = case.report.round_dates[:rounds]
    days = [day for day in dates if day is not None]
    if len(days) < rounds:
        days = list(case.facts.schedule[:rounds])
    if len(days) == rounds:
        return dict[date | None, int](sorted(Counter(days).items()))
    if case.days == 1 and case.facts.start:
        return {case.facts.start: rounds}
    return {None: case.facts.rounds_per_day} if case.facts.rounds_per_day else None


def rounds_per_day(case: Case) -> Iterator[Decision]:
    """The rounds one day may have."""
    most = case.book.rule(ROUNDS_PER_DAY).rounds
    days = rounds_by_day(case)
    if days is None:
        if case.report.cells.rounds > most:
            yield case.find(ROUNDS_PER_DAY, "unknown", Tier.ASK, rounds=case.report.cells.rounds, most=most)
        return
    for day, rounds in days.items():
        if rounds > most:
            which = "too-many" if day else "too-many-somewhere"
            yield case.find(ROUNDS_PER_DAY, which, Tier.REFUSE, day=day, rounds=rounds, most=most)


def hours_per_day(case: Case) -> Iterator[Decision]:
    """The hours of play one day may have, each game reckoned on the moves that the edition names, for both players."""
    rule = case.book.rule(HOURS_PER_DAY)
    if not isinstance(case.control, TimeControl):
        return  # the rate of play asks for it
    seconds = 2 * case.control.seconds_for(rule.moves)
    allowed = rule.hours * MINUTES_IN_HOUR * SECONDS_IN_MINUTE
    days = rounds_by_day(case)
    if days is None:
        asked = case.book.has(ROUNDS_PER_DAY) and case.report.cells.rounds > case.book.rule(ROUNDS_PER_DAY).rounds
        if case.report.cells.rounds * seconds > allowed and not asked:
            yield case.find(HOURS_PER_DAY, "unknown", Tier.ASK, most=rule.hours)
        return
    for day, rounds in days.items():
        if rounds * seconds <= allowed < rounds * 2 * case.control.most_seconds_for(rule.moves):
            controls = tuple(str(reading) for reading in case.control.readings)
            yield case.find(HOURS_PER_DAY, "several", Tier.ASK, controls=controls, most=rule.hours)
            return
        if rounds * seconds > allowed:
            minutes = floor(rounds * seconds, SECONDS_IN_MINUTE)
            hours = f"{minutes // MINUTES_IN_HOUR}:{minutes % MINUTES_IN_HOUR:02d}"
            which = "too-long" if day else "too-long-somewhere"
            yield case.find(HOURS_PER_DAY, which, Tier.REFUSE, day=day, hours=hours, most=rule.hours)


def event_duration(case: Case) -> Iterator[Decision]:
    """How long an event may last; leagues and approved events may last longer."""
    most = case.book.rule(EVENT_DURATION).days
    if case.days is None or case.days <= most:
        return
    authority = case.book.rule(LONG_EVENT).authority
    approved = any(fits(approval.by, authority) for approval in case.approvals(APPROVED_LENGTH))
    if case.book.has(LEAGUE_DURATION):
        if case.facts.league:
            return
        if case.facts.league is None and not approved:
            yield case.find(LEAGUE_DURATION, "unknown", Tier.ASK, days=case.days, most=most)
            return
    yield from granted(case, Leave(EVENT_DURATION, APPROVED_LENGTH, authority), "too-long", days=case.days, most=most)


def interim_report(case: Case) -> Iterator[Decision]:
    """Long events report in parts."""
    rule = case.book.rule(INTERIM_REPORT)
    if case.days is not None and case.days > rule.days and not case.facts.part:
        yield case.find(INTERIM_REPORT, "due", Tier.ADVICE, days=case.days, most=rule.days)
