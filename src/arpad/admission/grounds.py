"""Say by what a report is judged: the series, its rulebook, and the day whose list gives the ratings.

That is the edition in force on the event's first day, and the list of that day. Where an edition lets the organiser
choose the lists of the games, and he does, and where one has long events reported in parts and this is such a part, it
is the first day of the games. How long an event is, is said by its own days, not by those of a part. Without players or
a first day nothing can be asked of the law. Where nobody says the series, the time control points to one, so that its
questions are put at once.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import assert_never

import numpy as np

from arpad.admission.case import read_control
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook, in_force
from arpad.law.rules.admission import INTERIM_REPORT, RATE_OF_PLAY, Window
from arpad.law.rules.rating import RATINGS_USED, AtStart, StartOrGame, StartOrPart
from arpad.model import EventFacts, Report
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse

WINDOWED, OTHERWISE = ("fide-blitz", "fide-rapid"), "fide-standard"
MARKED = "rate of play"  # as a report prints it that names one
SERIES_OF = dict(zip(("blitz", "rapid", "standard"), (*WINDOWED, OTHERWISE), strict=True))


@dataclass(frozen=True)
class Grounds:
    """By what a report is judged."""

    series: str
    book: Rulebook
    day: date  # the list in force on it gives the ratings
    by_games: bool  # that is not the event's first day, but that of its games


def grounds_of(report: Report, facts: EventFacts, answers: frozenset[str]) -> Grounds | None:
    """The grounds of a report; None where the law cannot be asked."""
    if not report.players or facts.start is None:
        return None
    series = facts.series or _provisional(report, facts, answers)
    start = facts.joined_since or facts.start  # a stage is judged with the first one
    book = in_force(series, start)
    by_games = _by_games(facts, book)
    return Grounds(series, book, _first_day(report, facts.start) if by_games else start, by_games)


def with_days(facts: EventFacts, report: Report) -> EventFacts:
    """The facts of a part with the days of its own games; where its rounds have none, they are those of the event."""
    if not facts.part:
        return facts
    first, last = report.days_played() or (facts.start, facts.end)
    return replace(facts, part_start=first, part_end=last)


def _by_games(facts: EventFacts, book: Rulebook) -> bool:
    """Whether an event, or this part of it, is rated by the lists of its games and not of its own first day."""
    rule = book.rule(RATINGS_USED)
    match rule:
        case AtStart():
            return False
        case StartOrGame():
            return facts.ratings_at == "game"
        case StartOrPart():
            in_part = facts.part is not None or facts.ratings_at == "game"  # a part that is sent without its number
            return in_part and _long(facts, book)
        case _:
            assert_never(rule)


def _long(facts: EventFacts, book: Rulebook) -> bool:
    """Whether an event is one of those that report in parts."""
    if facts.start is None or facts.end is None or not book.has(INTERIM_REPORT):
        return False
    return (facts.end - facts.start).days + 1 > book.rule(INTERIM_REPORT).days


def _first_day(report: Report, start: date) -> date:
    """The first day of the games of a part."""
    played = np.unique(report.games().round).tolist()
    days = [report.round_dates[turn - 1] for turn in played if turn <= len(report.round_dates)]
    return max(start, min((day for day in days if day is not None), default=start))


def _provisional(report: Report, facts: EventFacts, answers: frozenset[str]) -> str:
    """The series that the time control points to, or else the mark of a pairing program; it is still asked for."""
    control = read_control(report, facts, answers)
    if facts.start is None:
        return OTHERWISE
    if isinstance(control, TimeControl):
        return series_for(control, facts.start)
    return marked_series(report, facts.start) or OTHERWISE


def marked_series(report: Report, day: date) -> str:
    """The series whose rate of play the report names beside its time control; empty where it names none."""
    printed = report.as_printed(MARKED)
    if printed is None or printed.text not in SERIES_OF:
        return ""
    try:
        in_force(SERIES_OF[printed.text], day)
    except LawError:
        return ""  # this series has no rules for the day
    return SERIES_OF[printed.text]


def series_for(control: TimeControl, day: date) -> str:
    """The series in whose window a time control lies on a day."""
    for series in WINDOWED:
        try:
            rule = in_force(series, day).rule(RATE_OF_PLAY)
        except LawError:
            continue  # this series has no rules for the day
        if isinstance(rule, Window) and rule.holds(control.seconds_for(rule.moves), SECONDS_IN_MINUTE):
            return series
    return OTHERWISE


def other_series_for(facts: EventFacts) -> str:
    """The series of FIDE in which the time control of an event fits; empty where that is its own, or there is none."""
    control = parse(facts.time_control) if facts.time_control else None
    if facts.start is None or facts.series not in SERIES_OF.values() or not isinstance(control, TimeControl):
        return ""
    series = series_for(control, facts.start)
    if series == facts.series:
        return ""
    rule = in_force(series, facts.start).rule(RATE_OF_PLAY)
    seconds = control.seconds_for(rule.moves)
    fits = isinstance(rule, Window) or seconds >= rule.otherwise * SECONDS_IN_MINUTE
    return series if fits else ""
