"""What the public reads of the findings in a report: code, severity, count and articles, as of today.

Their sentences may speak of people and are not shown. An event that is not decided yet is examined as the desk would
examine it now; of a decided one the findings are those of the decision.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection

from arpad.days import Month
from arpad.finding import Tier, UserError
from arpad.frozen import dataclass
from arpad.office.book.event_lookup import EventPart, decisions_about_event
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.examination import examine_in_office
from arpad.office.book.list_entry import list_of_result
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import current_subject_and_report
from arpad.office.book.stored_examination import current_examination_stamp, find_valid_examination

UNDECIDED = (EventStatus.REPORTED, EventStatus.HELD)
DECIDING_KINDS = (DecisionKind.REPORTED, DecisionKind.ADMITTED, DecisionKind.REFUSED)
EXAMINATIONS_CACHED = 2000
TIER_ORDER = {tier: rank for rank, tier in enumerate(Tier)}


@dataclass(frozen=True)
class FoundInReport:
    """A finding in a report, by name, with how often it occurs."""

    code: str
    tier: Tier
    times: int
    articles: tuple[str, ...]


@dataclass(frozen=True)
class PublicExamination:
    """What an examination of a report says today: its findings, and the list that the event would enter."""

    findings: tuple[FoundInReport, ...] = ()
    list_: Month | None = None


class ExaminationCache:
    """Examinations of undecided reports, valid while all that they depend on is the same, and on one day."""

    def __init__(self) -> None:
        self._examined: OrderedDict[tuple[str, str, date], PublicExamination] = OrderedDict()

    def examine(self, connection: Connection, records: ListMemory, part: EventPart, today: date) -> PublicExamination:
        """Return what the report of a part says today; empty if it has none or cannot be read any more."""
        if not part.report:
            return PublicExamination()
        key = part.name, current_examination_stamp(connection, part), today
        if key not in self._examined:
            self._examined[key] = _examine_part(connection, records, part, today)
            while len(self._examined) > EXAMINATIONS_CACHED:
                self._examined.popitem(last=False)
        return self._examined[key]


def _examine_part(connection: Connection, records: ListMemory, part: EventPart, today: date) -> PublicExamination:
    """Examine the report of a part as the desk does, from the stored examination where that is still valid."""
    valid = find_valid_examination(connection, records, part)
    if valid is not None:
        return PublicExamination(_count_findings((f.code, f.tier, f.articles) for f in valid.findings), valid.list_)
    try:
        matter, paper = current_subject_and_report(connection, part, today)
        answer = examine_in_office(connection, records, matter, paper).answer
    except UserError:
        return PublicExamination()
    return PublicExamination(
        _count_findings((f.code, f.tier, f.articles) for f in answer.findings), list_of_result(answer)
    )


def public_examination(
    connection: Connection, cache: ExaminationCache, records: ListMemory, part: EventPart, today: date
) -> PublicExamination:
    """Return what is found in the report of a part: today's examination if it is undecided, else that of the last
    decision."""
    if part.life.where in UNDECIDED:
        return cache.examine(connection, records, part, today)
    decided = [
        each
        for each in decisions_about_event(connection, part.event, part.part)
        if each.kind in DECIDING_KINDS and each.detail.get("findings")
    ]
    if not decided:
        return PublicExamination()
    rows = decided[-1].detail["findings"]
    return PublicExamination(
        _count_findings((each["code"], Tier(each["tier"]), tuple(each["articles"])) for each in rows)
    )


def _count_findings(findings: Iterable[tuple[str, Tier, tuple[str, ...]]]) -> tuple[FoundInReport, ...]:
    """Return findings as the public reads them, the gravest first, equal ones once with their number."""
    kinds = Counter(findings)
    rows = sorted(kinds.items(), key=lambda row: (TIER_ORDER[row[0][1]], row[0][0]))
    return tuple(FoundInReport(code, tier, times, articles) for (code, tier, articles), times in rows)
