"""Decide by the procedure around an event: its registered schedule, whether it was announced as rated, the rating
officer of its federation, and a decision of FIDE to have rated what the federation did not submit.

None of these texts says what follows where they are not kept, so a report is told of it; only an event that was
announced as unrated waits for an officer. A decision of FIDE sets aside that the event was registered or reported late
or not at all, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

import numpy as np

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.exact import floor
from arpad.finding import Note, Tier
from arpad.law.rules.newcomers import FLOOR
from arpad.law.rules.office import RATING_OFFICER, UNSUBMITTED_EVENT, Exceptional, TopEvents
from arpad.law.rules.registration import (
    ANNOUNCED_EVENT,
    EARLY_REGISTRATION,
    LATE_REPORT,
    REGISTERED_EVENT,
    REGISTERED_SCHEDULE,
    REGISTRATION_NOTICE,
    REPORT_DEADLINE,
    SaysRated,
    UnlessUnrated,
)
from arpad.model import Resolution

UNRATED, OF_THE_FEDERATION = "unrated", "federation"
SET_ASIDE = (f"{REGISTERED_EVENT.name}/unknown",)
SET_ASIDE_OF = tuple(
    concept.name for concept in (REGISTRATION_NOTICE, EARLY_REGISTRATION, REPORT_DEADLINE, LATE_REPORT)
)
"""What a decision of FIDE sets aside: these findings, and all findings of these names."""


def registered_schedule(case: Case) -> Iterator[Decision]:
    """The days of the rounds are registered; where they were others, that is told."""
    schedule, dates = case.facts.schedule, case.report.round_dates
    if not schedule:
        if case.facts.registered is not None:
            yield case.find(REGISTERED_SCHEDULE, "unknown", Tier.ADVICE)
        return
    turns = np.unique(case.games.round).tolist()
    last = max(turns, default=0)
    whole = case.facts.part is None
    if last > len(schedule) or (whole and last < len(schedule)):
        yield case.find(REGISTERED_SCHEDULE, "rounds", Tier.ADVICE, rounds=last, registered=len(schedule))
    days = [(turn, dates[turn - 1], schedule[turn - 1]) for turn in turns if turn <= min(len(dates), len(schedule))]
    other = tuple(
        Note.of("round-on-other-day", round=turn, day=day, registered=registered)
        for turn, day, registered in days
        if day is not None and day != registered
    )
    if other:
        yield case.find(REGISTERED_SCHEDULE, "differs", Tier.ADVICE, rounds=other)


def announced_event(case: Case) -> Iterator[Decision]:
    """Whether the players knew that the event is rated: its regulations say so, or nobody said that it is not."""
    rule = case.book.rule(ANNOUNCED_EVENT)
    if case.facts.announced == UNRATED:
        yield case.find(ANNOUNCED_EVENT, "unrated", Tier.ASK)
        return
    match rule:
        case SaysRated():
            if not case.facts.announced and case.facts.registered is not None:
                yield case.find(ANNOUNCED_EVENT, "unknown", Tier.ADVICE)
        case UnlessUnrated():
            return
        case _:
            assert_never(rule)


def rating_officer(case: Case) -> Iterator[Decision]:
    """The federation of the event has a rating officer on the day of the report; a registry of federations knows."""
    federation, day = case.facts.federation.upper(), case.facts.reported or case.today
    if case.registry is not None and case.registry.without_officer(federation, day):
        yield case.find(RATING_OFFICER, "none", Tier.ADVICE, federation=federation, day=day)


# --- what was not submitted ---------------------------------------------------------------------------------------


def unsubmitted_event(case: Case) -> Iterator[Decision]:
    """Tell a decision to have rated what was not submitted, or why it is none."""
    resolution = case.facts.resolution
    if resolution is None:
        return
    rule = case.book.rule(UNSUBMITTED_EVENT)
    decided: dict[str, Any] = {"by": resolution.by, "day": resolution.day}
    if holds(case):
        yield case.find(UNSUBMITTED_EVENT, "decided", Tier.ADVICE, **decided, reason=resolution.reason)
    elif isinstance(rule, Exceptional) and resolution.by == rule.average_authority:
        total, players = _ratings(case)
        decided |= {"above": rule.average_above, "players": players, "average": floor(total, max(players, 1))}
        yield case.find(UNSUBMITTED_EVENT, "average", Tier.ADVICE, **decided)
    else:
        yield case.find(UNSUBMITTED_EVENT, "by-another", Tier.ADVICE, **decided)


def unknown_resolution(case: Case) -> Iterator[Decision]:
    """A decision that the rulebook does not know changes nothing, which is told."""
    resolution = case.facts.resolution
    if resolution is not None and not case.book.has(UNSUBMITTED_EVENT):
        yield case.find(REGISTERED_EVENT, "no-resolution", Tier.ADVICE, by=resolution.by, day=resolution.day)


def set_aside(case: Case, decision: Decision) -> Decision:
    """A decision as it stands where FIDE has decided to rate what was not submitted."""
    finding, resolution = decision.finding, case.facts.resolution
    late = finding.message in SET_ASIDE or finding.code in SET_ASIDE_OF
    if resolution is None or not late or finding.tier not in (Tier.REFUSE, Tier.ASK) or not holds(case):
        return decision
    return decision.set_aside(resolution.by, resolution.reason)


def holds(case: Case) -> bool:
    """Whether somebody decided who may: by himself, or only for events whose average rating is high enough."""
    resolution, rule = case.facts.resolution, case.book.find(UNSUBMITTED_EVENT)
    if resolution is None:
        return False
    match rule:
        case None:
            return False
        case TopEvents():
            return resolution.by != OF_THE_FEDERATION
        case Exceptional():
            return _of_exception(case, rule, resolution)
        case _:
            assert_never(rule)


def _of_exception(case: Case, rule: Exceptional, resolution: Resolution) -> bool:
    if resolution.by == rule.authority:
        return True
    total, players = _ratings(case)
    return resolution.by == rule.average_authority and players > 0 and total > rule.average_above * players


def _ratings(case: Case) -> tuple[int, int]:
    """The sum of the ratings of all who played, and how many they are; the unrated count with the floor."""
    shown = case.seats.shown[case.field_rows].astype(np.int64)
    return int(np.where(shown > 0, shown, case.book.rule(FLOOR).rating).sum()), len(shown)
