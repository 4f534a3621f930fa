"""Keep what each waiting report says today, so that many events are shown without examining them again.

A kept examination holds while day, people, lists, law, its own event, and every other report with games of the same
players are as they were. It is only shown: an admission never reads it. The rows may be deleted at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from arpad.days import Day, Month
from arpad.finding import Finding, Problem, Tier, UserError
from arpad.frozen import dataclass
from arpad.model import Verdict
from arpad.office.book.duplicate_reports import (
    GameMarks,
    ReportGames,
    marks_of_identified_reports,
    reports_with_same_pairs,
)
from arpad.office.book.event_lookup import EventPart, read_event_records
from arpad.office.book.examination import examine_in_office
from arpad.office.book.list_entry import FIRST_EVENT_MESSAGES
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.office_findings import without_folder
from arpad.office.book.officer_instructions import current_subject_and_report
from arpad.office.book.stored_examination import (
    NotStorable,
    StoredExamination,
    findings_from_rows,
    findings_to_rows,
    law_stamp,
    read_report_rows,
    to_stored_examination,
)
from arpad.office.store.bulk import is_one_of
from arpad.office.store.cache import lists_stamp, people_stamp
from arpad.office.store.engine import Store
from arpad.office.store.schema import decision, examined
from arpad.packed import unpack

FOLLOWED_EVENTS = 20  # that something was decided about since: after more, all reports are examined
PATIENCE = 1  # seconds that an examination waits to be kept; then it is not kept


STOPPING = (Tier.REFUSE, Tier.ASK)


def stopping_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings that keep a report from being admitted."""
    return tuple(finding for finding in findings if finding.tier in STOPPING)


@dataclass(frozen=True)
class KeptExamination:
    """An examination that is kept: of which report, what it rests on, and what it says. Findings are JSON."""

    report: int
    day: int
    base: str
    event: str
    decision: int
    volatile: bool
    name: str
    federation: str
    answer: str
    stopping_json: str
    findings_json: str  # empty where only a summary was read

    @cached_property
    def result(self) -> StoredExamination:
        """Return what it says, with all findings, or with those that stop the report where only these were read."""
        verdict, edition, list_, excluded = json.loads(self.answer)
        month = None if list_ is None else Month(list_)
        findings = findings_from_rows(json.loads(self.findings_json or self.stopping_json))
        return StoredExamination(Verdict(verdict), edition, month, (excluded[0], excluded[1]), findings)

    @cached_property
    def list_(self) -> int:
        """Return the list that the event would enter, 0 if none."""
        return json.loads(self.answer)[2] or 0

    @cached_property
    def verdict(self) -> Verdict:
        """Return the verdict."""
        return Verdict(json.loads(self.answer)[0])

    def at(self, decision: int) -> KeptExamination:
        """Return the same examination, which still holds at a newer decision."""
        return replace(self, decision=decision)


@dataclass(frozen=True)
class ExaminedParts:
    """Examinations by the name of the part, and those that were made now and are not kept yet."""

    results: Mapping[str, KeptExamination]
    fresh: tuple[KeptExamination, ...] = ()
    moved: tuple[int, ...] = ()  # reports of kept ones that hold at a newer decision, too
    decision: int = 0  # that decision
    missing: tuple[str, ...] = ()  # parts that were not examined


def examine_parts(
    connection: Connection, parts: Sequence[EventPart], today: date, most: int, summary: bool = False
) -> ExaminedParts:
    """Return what the reports of these parts say today: kept examinations, and at most `most` new ones.

    With `summary` only the findings that stop a report are read. Nothing is written: `keep_examinations` does that. A
    report that cannot be read any more counts as missing."""
    reported = [part for part in parts if part.report]
    now = _State.of(connection, today)
    kept = _valid_examinations(connection, reported, now, summary)
    results = {part.name: kept[part.report].at(now.decision) for part in reported if part.report in kept}
    moved = tuple(each.report for each in kept.values() if each.decision != now.decision)
    fresh, missing, memory = [], [], ListMemory()
    for part in reported:
        if part.name in results:
            continue
        new = _examine(connection, memory, part, today, now) if most > 0 else None
        most -= 1
        if new is None:
            missing.append(part.name)
            continue
        results[part.name] = new
        fresh.append(new)
    return ExaminedParts(results, tuple(fresh), moved, now.decision, tuple(missing))


def keep_examinations(store: Store, parts: ExaminedParts) -> bool:
    """Keep what was examined now, and what was found to hold still. Returns False, and keeps nothing, if another writer
    is busy."""
    if not parts.fresh and not parts.moved:
        return True
    rows = [_as_row(each) for each in parts.fresh]
    try:
        with store.noting(PATIENCE) as connection:
            if parts.moved:
                holds = is_one_of(connection, examined.c.report, list(parts.moved))
                connection.execute(update(examined).where(holds).values(decision=parts.decision))
            if rows:
                reports = [each.report for each in parts.fresh]
                connection.execute(delete(examined).where(is_one_of(connection, examined.c.report, reports)))
                connection.execute(insert(examined), rows)
    except Problem:
        return False
    return True


@dataclass(frozen=True)
class _State:
    """What every examination rests on, and the newest decision about any event."""

    day: int
    base: str
    decision: int

    @classmethod
    def of(cls, connection: Connection, today: date) -> _State:
        base = f"{people_stamp(connection)} {lists_stamp(connection)} {law_stamp()}"
        newest = connection.execute(select(func.max(decision.c.seq))).scalar() or 0
        return cls(int(Day.of(today)), base, int(newest))


SUMMARY_COLUMNS = tuple(column for column in examined.c if column.name != "findings")


def _valid_examinations(
    connection: Connection, parts: Sequence[EventPart], now: _State, summary: bool
) -> dict[int, KeptExamination]:
    """Return the kept examinations that still hold, by report."""
    records = read_event_records(connection, sorted({part.event for part in parts}))
    marks = {part.report: json.dumps(records[part.event].mark) for part in parts}
    rows = select(*(SUMMARY_COLUMNS if summary else examined.c))
    rows = rows.where(is_one_of(connection, examined.c.report, list(marks)))
    rows = rows.where(examined.c.day == now.day, examined.c.base == now.base)
    kept = {
        row.report: _kept_in(row, summary)
        for row in connection.execute(rows)
        if row.event == marks[row.report] and (not row.volatile or row.decision == now.decision)
    }
    older = {report: each for report, each in kept.items() if each.decision != now.decision}
    if older:
        touched = _touched_reports(connection, list(older), min(each.decision for each in older.values()))
        kept = {report: each for report, each in kept.items() if report not in older or report not in touched}
    return kept


def _kept_in(row: Any, summary: bool) -> KeptExamination:
    """Return the examination that a row keeps."""
    values = (*row[:5], bool(row.volatile), *row[6:])
    return KeptExamination(*values, *(("",) if summary else ()))


def _touched_reports(connection: Connection, reports: Sequence[int], since: int) -> Set[int]:
    """Return which of these reports have games of the same players as a report of an event that was decided about
    after decision `since`; all of them where too much happened."""
    decided = select(decision.c.event).where(decision.c.seq > since).distinct()
    events = list(connection.execute(decided.limit(FOLLOWED_EVENTS + 1)).scalars())
    if len(events) > FOLLOWED_EVENTS:
        return set(reports)
    of_events = select(decision.c.report).where(decision.c.event.in_(events), decision.c.report.is_not(None))
    others = list(connection.execute(of_events.distinct()).scalars())
    identified, stored = marks_of_identified_reports(connection, others), read_report_rows(connection, others)
    met: set[int] = set()
    for row in stored.values():
        for games in filter(None, (row.games, identified.get(row.seq))):
            span = ReportGames(unpack(GameMarks, games), Day(row.first_day).date, Day(row.last_day).date)
            met.update(reports_with_same_pairs(connection, span))
    return met


def _examine(
    connection: Connection, memory: ListMemory, part: EventPart, today: date, now: _State
) -> KeptExamination | None:
    """Examine the report of a part; None where it cannot be examined any more, or its findings cannot be stored."""
    try:
        matter, paper = current_subject_and_report(connection, part, today)
        with memory.beside(connection):
            fresh = examine_in_office(connection, memory, matter, paper)
        result = to_stored_examination(fresh, b"")
        findings = tuple(map(without_folder, result.findings))
        both = [findings_to_rows(some) for some in (stopping_findings(findings), findings)]
    except (UserError, NotStorable):
        return None
    first = any(finding.message in FIRST_EVENT_MESSAGES for finding in findings)
    record = read_event_records(connection, [part.event])[part.event]
    given, answer = record.booked.given, [result.verdict.value, result.edition, result.list_, result.excluded]
    return KeptExamination(
        part.report, now.day, now.base, json.dumps(record.mark), now.decision,
        bool(fresh.answer.facts.hybrid or fresh.joined or first),
        str(given.get("name") or part.code), str(given.get("federation") or ""), _compact(answer), *map(_compact, both),
    )  # fmt: skip


def _as_row(kept: KeptExamination) -> dict[str, object]:
    """Return an examination as a row."""
    values = (
        kept.report, kept.day, kept.base, kept.event, kept.decision, int(kept.volatile), kept.name, kept.federation,
        kept.answer, kept.stopping_json, kept.findings_json,
    )  # fmt: skip
    return dict(zip(examined.c.keys(), values, strict=True))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
