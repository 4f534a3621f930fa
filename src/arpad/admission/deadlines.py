"""Decide whether an event was registered and reported in time, which list it enters, and which day comes next.

Days are calendar days; "so many days before" is the first day less so many, that day still in time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.admission.approvals import NOBODY, UNNAMED, Leave, granted
from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.admission.procedure import unknown_resolution
from arpad.finding import Tier
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook, in_force
from arpad.law.calendar import add_months, closing_day, list_for, next_list
from arpad.law.rules.concept import By, Concept
from arpad.law.rules.lists import CLOSING_DAY
from arpad.law.rules.office import APPEAL, OFFICIAL_EVENT, OpenEnded, WithinDays
from arpad.law.rules.registration import (
    EARLY_REGISTRATION,
    LATE_EARLY_REGISTRATION,
    LATE_REGISTRATION,
    LATE_REPORT,
    REGISTERED_EVENT,
    REGISTRATION_NOTICE,
    REPORT_DEADLINE,
    Agreed,
    Norms,
    NoticeDays,
    NoticeMonths,
    Registered,
    ReportByList,
    ReportByMonthEnd,
    ReportDays,
    TopPlayers,
)
from arpad.model import EventFacts, Report

DAY = timedelta(days=1)
APPROVED_LATE, APPROVED_REPORT = "late-registration", "late-report"


@dataclass(frozen=True)
class Deadline:
    """The next day that matters, and what is due on it."""

    what: str
    day: date


def registered_event(case: Case) -> Iterator[Decision]:
    """Only known events are rated."""
    yield from unknown_resolution(case)
    rule = case.book.rule(REGISTERED_EVENT)
    match rule:
        case Agreed():
            if case.facts.agreed is None:
                yield case.find(REGISTERED_EVENT, "agreed-unknown", Tier.ASK)
            elif not case.facts.agreed:
                yield case.find(REGISTERED_EVENT, "not-agreed", Tier.REFUSE)
        case Registered():
            yield from _registered(case, rule)
        case _:
            assert_never(rule)


def _registered(case: Case, rule: Registered) -> Iterator[Decision]:
    yield from _registered_by_another(case)
    if rule.over_the_board and case.facts.hybrid is not False:
        unknown = case.facts.hybrid is None
        which, tier = ("board-unknown", Tier.ASK) if unknown else ("not-over-the-board", Tier.REFUSE)
        yield case.find(REGISTERED_EVENT, which, tier)
    if always_rated(case):
        due, registered = registration_due(case), case.facts.registered
        if registered is None or (due is not None and registered > due):
            yield case.find(OFFICIAL_EVENT, "always", Tier.ADVICE)
    elif case.facts.registered is None and not case.in_time:
        yield case.find(REGISTERED_EVENT, "unknown", Tier.ASK)


def _registered_by_another(case: Case) -> Iterator[Decision]:
    """The federation of the place registers; whoever was told another one than the report prints is told of it.

    The article is the last that the concept names: the one about who registers."""
    by, place = case.facts.federation.strip(), case.report.facts.federation.strip()
    if by and place and by.casefold() != place.casefold():
        advice = case.tell(REGISTERED_EVENT, "of-another-place", Tier.ADVICE, registered=by, printed=place)
        yield Decision(advice._replace(articles=case.book.articles(REGISTERED_EVENT)[-1:]))


def always_rated(case: Case) -> bool:
    """Whether it is an event that is rated in any case: FIDE's own, and a continent's where the text names them."""
    rule = case.book.find(OFFICIAL_EVENT)
    return bool(case.facts.official) or (rule is not None and rule.continental and bool(case.facts.continental))


def registration_due(case: Case) -> date | None:
    """The last day on which the event may be registered; None where the edition sets none."""
    start = case.facts.start
    if start is None or not case.book.has(REGISTRATION_NOTICE):
        return None
    rule = case.book.rule(REGISTRATION_NOTICE)
    match rule:
        case NoticeMonths():
            return add_months(start, -rule.months)
        case NoticeDays():
            return start - rule.days * DAY
        case _:
            assert_never(rule)


def registration_notice(case: Case) -> Iterator[Decision]:
    """How long before the start an event is registered."""
    start, registered = case.facts.start, case.facts.registered
    if start is None or registered is None or always_rated(case):
        return
    due = registration_due(case)
    if due is not None and registered > due and not _of_the_strong(case):
        yield from _late(case, REGISTRATION_NOTICE, LATE_REGISTRATION, due)


def early_registration(case: Case) -> Iterator[Decision]:
    """Which events need longer notice: by the ratings of the day of registration, or those at the start."""
    rule, start, registered = case.book.rule(EARLY_REGISTRATION), case.facts.start, case.facts.registered
    if start is None or registered is None or always_rated(case):
        return
    due = start - rule.days * DAY
    if registered <= due:
        return
    match rule:
        case Norms():
            if case.facts.norms is None:
                yield case.find(EARLY_REGISTRATION, "norms-unknown", Tier.ASK, due=due)
            elif case.facts.norms:
                yield from _late(case, EARLY_REGISTRATION, LATE_EARLY_REGISTRATION, due)
        case TopPlayers():
            strong = _strong(case, rule)
            if len(strong):
                yield from _late(case, EARLY_REGISTRATION, LATE_EARLY_REGISTRATION, due, int(strong[0]))
        case _:
            assert_never(rule)


def _strong(case: Case, rule: TopPlayers) -> npt.NDArray[np.intp]:
    """The rows of the players for whom longer notice is needed."""
    ratings = case.seats.shown if case.at_registration is None else case.at_registration
    shown = ratings[case.field_rows]
    women = np.array([case.woman(row) for row in case.field_rows.tolist()], bool)
    return case.field_rows[(shown > rule.above) | (women & (shown > rule.above_women))]


def _of_the_strong(case: Case) -> bool:
    """Whether the longer notice stands in the place of the ordinary one: it is for players so strong."""
    rule = case.book.find(EARLY_REGISTRATION)
    return isinstance(rule, TopPlayers) and len(_strong(case, rule)) > 0


def _early_due(case: Case) -> date | None:
    """The last day of registration of an event that surely needs longer notice."""
    if case.facts.start is None or not case.book.has(EARLY_REGISTRATION):
        return None
    rule = case.book.rule(EARLY_REGISTRATION)
    needed = case.facts.norms if isinstance(rule, Norms) else len(_strong(case, rule))
    return case.facts.start - rule.days * DAY if needed else None


def _late(
    case: Case, concept: Concept[Any], approval: Concept[By], due: date, row: int | None = None
) -> Iterator[Decision]:
    authority, ordinary = (
        case.book.rule(each).authority if case.book.has(each) else NOBODY for each in (approval, LATE_REGISTRATION)
    )
    leave = Leave(concept, APPROVED_LATE, authority, divided=authority != ordinary)
    yield from granted(case, leave, "late", row, registered=case.facts.registered, due=due)


def last_day(report: Report, facts: EventFacts) -> date | None:
    """The last day of what was sent, a game dated later included; None where nobody knows it."""
    played = np.unique(report.games().round).tolist()
    dates = [report.round_dates[turn - 1] for turn in played if turn <= len(report.round_dates)]
    return max((day for day in (facts.last, *dates) if day is not None), default=None)


def enters(case: Case) -> date | None:
    """The list an event enters: the first that is still open for it, on the day it is reported."""
    if case.facts.last is None:
        return None
    reported = max(case.facts.reported or case.today, case.finished or date.min)
    try:
        first = list_for(case.series, case.facts.last, bool(case.facts.official))
        return first if first > reported else next_list(case.series, reported)
    except LawError:
        return None  # the lists of that time have no edition here


def closing(case: Case) -> Iterator[Decision]:
    """An event that has not ended is on no list: as a final report it is refused, a draft is told so."""
    last = last_day(case.report, case.facts)
    if last is not None and last > case.today:
        tier = Tier.REFUSE if case.final else Tier.ADVICE
        yield case.find(CLOSING_DAY, "not-ended", tier, last=last, today=case.today)
    yield from _official_unknown(case)


def _official_unknown(case: Case) -> Iterator[Decision]:
    """Whether the event is FIDE's own matters when it ends after the ordinary closing day; a continent's is not."""
    end = case.facts.last
    if end is None or case.facts.official is not None or case.facts.continental:
        return
    try:
        first = next_list(case.series, end)
        closes, closes_official = (closing_day(case.series, first, official) for official in (False, True))
    except LawError:
        return  # as above
    if closes < end <= closes_official:
        yield case.find(CLOSING_DAY, "official-unknown", Tier.ASK, end=end, closing=closes)


def report_deadline(case: Case) -> Iterator[Decision]:
    """By when an event is reported."""
    end, reported = case.facts.last, case.facts.reported or case.today
    if end is None:
        return
    rule = case.book.rule(REPORT_DEADLINE)
    match rule:
        case ReportByList():
            end = _end_of_event(case, end)
            last = last_list(case.series, end, rule)
            if reported >= last:
                yield case.find(REPORT_DEADLINE, "too-late", Tier.REFUSE, end=end, last=last, reported=reported)
            elif case.finished is not None and case.finished >= last:
                yield case.find(REPORT_DEADLINE, "published", Tier.REFUSE, end=end, last=last, reported=reported)
        case ReportDays():
            if reported > end + rule.officer_days * DAY:
                tier = Tier.ASK if rule.officer_late == "asked" else Tier.ADVICE
                leave = Leave(REPORT_DEADLINE, APPROVED_REPORT, UNNAMED, tier)
                due = end + rule.officer_days * DAY
                yield from granted(case, leave, "officer-late", end=end, due=due, reported=reported)
            elif reported > end + rule.arbiter_days * DAY:
                due = end + rule.arbiter_days * DAY
                yield case.find(REPORT_DEADLINE, "arbiter-late", Tier.ADVICE, end=end, due=due, reported=reported)
        case ReportByMonthEnd():
            due = _month_end(end)
            if reported > due:
                yield case.find(REPORT_DEADLINE, "month-over", Tier.ADVICE, end=end, due=due, reported=reported)
        case _:
            assert_never(rule)


def _end_of_event(case: Case, end: date) -> date:
    """The end of the whole event, also where what was sent is a part of it."""
    return max(end, case.facts.end or end)


def late_report(case: Case) -> Iterator[Decision]:
    """When a report may be refused as late: the authority that may refuse it is asked."""
    end, reported = case.facts.last, case.facts.reported or case.today
    rule = case.book.rule(LATE_REPORT)
    if end is not None:
        due = add_months(end, rule.months)
        if reported > due:
            leave = Leave(LATE_REPORT, APPROVED_REPORT, rule.authority, Tier.ASK)
            yield from granted(case, leave, "may-be-refused", due=due, reported=reported)


def next_deadline(case: Case) -> Deadline | None:
    """What is due next, seen from today: the registration, then the report; None when all is past or nothing set."""
    end = case.facts.last
    due = None
    if case.facts.registered is None and not always_rated(case):
        due = _early_due(case) or registration_due(case)
    if due is not None and due >= case.today:
        return Deadline("registration", due)
    if end is None or case.facts.reported is not None or not case.book.has(REPORT_DEADLINE):
        return None
    rule = case.book.rule(REPORT_DEADLINE)
    match rule:
        case ReportByList():
            near = (_month_end(end) - end).days <= rule.near_end_days
            last = last_list(case.series, _end_of_event(case, end), rule)
            days = [_nth_list(case.series, end, 2 if near else 1) - DAY, last - DAY]
        case ReportDays():
            days = [end + rule.arbiter_days * DAY, end + rule.officer_days * DAY]
        case ReportByMonthEnd():
            days = [_month_end(end)]
        case _:
            assert_never(rule)
    if case.book.has(LATE_REPORT):
        days.append(add_months(end, case.book.rule(LATE_REPORT).months))
    return next((Deadline("report", day) for day in sorted(days) if day >= case.today), None)


def appeal_until(book: Rulebook, notice: date) -> date | None:
    """The last day of an appeal against a decision told on a day; None where no time is set."""
    rule = book.find(APPEAL)
    match rule:
        case None | OpenEnded():
            return None
        case WithinDays():
            return notice + rule.days * DAY
        case _:
            assert_never(rule)


def last_list(series: str, end: date, rule: ReportByList) -> date:
    """The last list that an event can be on."""
    return _nth_list(series, end, rule.last_list)


def last_list_of(series: str, start: date, end: date) -> date | None:
    """The last list that an event of these days can be on; None where the edition sets none."""
    rule = in_force(series, start).find(REPORT_DEADLINE)
    return last_list(series, end, rule) if isinstance(rule, ReportByList) else None


def _nth_list(series: str, end: date, number: int) -> date:
    """The first, second ... list after the end of an event."""
    day = end
    for _ in range(number):
        day = next_list(series, day)
    return day


def _month_end(day: date) -> date:
    return add_months(day.replace(day=1), 1) - DAY
