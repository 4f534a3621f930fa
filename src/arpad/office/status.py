"""The status desk: where the office stands today, and what is to be done next, each with its command.

It only reads. What waits is listed by urgency; whether the office is sound is for the doctor, not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.days import Day, Month
from arpad.explain.claims import ClaimState
from arpad.finding import Note, Remedy
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import closing_day, next_list
from arpad.messages import advise
from arpad.model import Verdict
from arpad.office.book.event_dossier import event_deadlines
from arpad.office.book.event_lookup import (
    EventPart,
    current_hold,
    decisions_about_event,
    event_keys_on_list,
    events_with_rated_parts,
    find_event_parts,
    read_event_record,
)
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.official_elsewhere import parts_on_official_lists
from arpad.office.book.stored_examination import StoredExamination, find_valid_examination
from arpad.office.cases.case_records import CaseState, all_cases
from arpad.office.cases.claims import claims_matching
from arpad.office.desk import Desk
from arpad.office.publishing.list_inputs import newest_log_entry
from arpad.office.rolls import COMPUTED, IMPORTED, newest_published_list, series_kind
from arpad.office.store import schema

WEEK = timedelta(days=7)  # how far ahead deadlines are listed, and how old a backup may be
MISSING_LIST = "missing-list"  # the finding that the office does not have the list with the ratings
BACKUP, LOST_BACKUP = "backup", "backup lost"  # actions in the log


class TaskKind(StrEnum):
    """What is to be done, the most urgent first."""

    OPEN_SERIES = "open-series"
    PUBLISH_LIST = "publish-list"
    PREVIEW_LIST = "preview-list"
    IMPORT_LIST = "import-list"
    DECIDE_APPEAL = "decide-appeal"
    ADMIT_REPORT = "admit-report"
    ANSWER_QUESTIONS = "answer-questions"
    REFUSE_REPORT = "refuse-report"
    EXAMINE_REPORT = "examine-report"
    SEND_REPORT = "send-report"
    AWAIT_REPORT = "await-report"
    RELEASE_EVENT = "release-event"
    ANSWER_CLAIM = "answer-claim"
    APPROVE_CASE = "approve-case"
    PREVIEW_CASE = "preview-case"
    CLOSE_PERIOD = "close-period"
    BACK_UP = "back-up"


TASK_RANK = {kind: rank for rank, kind in enumerate(TaskKind)}
KIND_OF_VERDICT = {
    Verdict.RATABLE: TaskKind.ADMIT_REPORT,
    Verdict.WITH_EXCLUSIONS: TaskKind.ADMIT_REPORT,
    Verdict.UNDECIDED: TaskKind.ANSWER_QUESTIONS,
    Verdict.NOT_RATABLE: TaskKind.REFUSE_REPORT,
}


@dataclass(frozen=True)
class Task:
    """One thing to do, with the command that does it."""

    kind: TaskKind
    subject: str  # the event, series, claim or case; empty for the office
    day: date | None  # the deadline, or the day since which it waits
    note: Note
    command: str


@dataclass(frozen=True)
class SeriesStatus:
    """A rating series: its newest list, and the next one."""

    series: str
    computed: bool  # here; else its lists are imported
    newest: Month | None
    next_: Month | None  # None if no edition of the rules covers it
    closes: date | None  # the last day on which an event of the next list may end
    events: int  # that are registered and not rated yet


@dataclass(frozen=True)
class OfficeStatus:
    """Where the office stands, and what is to be done next, the most urgent first."""

    office: str
    home: str
    today: date
    rehearsal: bool
    series: tuple[SeriesStatus, ...]
    tasks: tuple[Task, ...]


def show_status(desk: Desk) -> OfficeStatus:
    """Return where the office stands today and what is to be done next. Nothing is stored."""
    today = desk.today()
    with desk.reading() as connection:
        keys = [*event_keys_on_list(connection, ""), *events_with_rated_parts(connection, "")]
        parts = [part for part in find_event_parts(connection, keys=keys) if not part.life.rated]
        official = parts_on_official_lists(connection, parts)
        parts = [part for part in parts if part.name not in official]
        series = tuple(_read_series(connection, parts))
        tasks = [
            *_list_tasks(connection, series, today),
            *_event_tasks(connection, parts, today),
            *_claim_tasks(connection),
            *_case_tasks(connection),
        ]
        if not desk.rehearsal:
            tasks += _backup_tasks(connection, today)
    tasks.sort(key=lambda task: (TASK_RANK[task.kind], task.day or today, task.subject))
    return OfficeStatus(desk.store.address, desk.home, today, desk.rehearsal, series, tuple(tasks))


def _make_task(kind: TaskKind, subject: str, day: date | None, /, **fields: Any) -> Task:
    """Return a task with its sentence and its command, which have the name of its kind."""
    fields = {"subject": subject, "day": day, **fields}
    command = advise(Remedy.to(f"status/{kind}", **fields)).strip("`")
    return Task(kind, subject, day, Note.of(f"status/{kind}", **fields), command)


# --- lists --------------------------------------------------------------------------------------------------------


def _read_series(connection: Connection, parts: Sequence[EventPart]) -> Iterator[SeriesStatus]:
    """Yield the series of the office, by name, each with its newest list and the next one."""
    of = schema.series
    for row in connection.execute(select(of.c.name, of.c.kind).order_by(of.c.name)).all():
        newest = newest_published_list(connection, row.name)
        following, closes = _next_list(row.name, newest) if newest else (None, None)
        waiting = sum(part.series == row.name and part.life.where in AWAITED for part in parts)
        yield SeriesStatus(row.name, row.kind == COMPUTED, Month(newest) or None, following, closes, waiting)


def _next_list(series: str, newest: int) -> tuple[Month | None, date | None]:
    """Return the list after the newest one, and its closing day; None for both if no edition of the rules covers it."""
    try:
        following = next_list(series, Month(newest).first)
        return Month.of(following), closing_day(series, following)
    except LawError:
        return None, None


def _list_tasks(connection: Connection, series: Sequence[SeriesStatus], today: date) -> Iterator[Task]:
    """Yield what is to be done for the lists: open a series, publish, preview, import."""
    if not series:
        yield _make_task(TaskKind.OPEN_SERIES, "", None)
    for each in series:
        if each.next_ is None or each.closes is None:
            continue
        about = {"list": each.next_, "events": each.events}
        if not each.computed:
            if today >= each.next_.first:
                yield _make_task(TaskKind.IMPORT_LIST, each.series, each.next_.first, **about)
        elif today > each.closes:
            seen = _previewed_just_now(connection, each.series, each.next_)
            kind = TaskKind.PUBLISH_LIST if seen else TaskKind.PREVIEW_LIST
            yield _make_task(kind, each.series, each.closes + timedelta(days=1), **about)
        elif today >= each.closes - WEEK:
            yield _make_task(TaskKind.CLOSE_PERIOD, each.series, each.closes, **about)


def _previewed_just_now(connection: Connection, series: str, list_: Month) -> bool:
    """Return whether a list was previewed, not only provisionally, and nothing was written since."""
    of, part = schema.preview, schema.preview_part
    provisional = select(1).where(part.c.preview == of.c.seq, part.c.provisional > 0).exists()
    last = select(func.max(of.c.log)).where(of.c.series == series, of.c.list == int(list_), ~provisional)
    return connection.execute(last).scalar() == newest_log_entry(connection)


# --- events -------------------------------------------------------------------------------------------------------

AWAITED = (
    EventStatus.REGISTERED,
    EventStatus.REPORTED,
    EventStatus.ADMITTED,
    EventStatus.SENT,
    EventStatus.APPEALED,
    EventStatus.HELD,
    EventStatus.REGISTRATION_APPEALED,
)  # an event with one of these may still come on a list
APPEALS = {
    EventStatus.APPEALED: DecisionKind.APPEALED,
    EventStatus.REGISTRATION_APPEALED: DecisionKind.REGISTRATION_APPEALED,
}


def _event_tasks(connection: Connection, parts: Iterable[EventPart], today: date) -> Iterator[Task]:
    """Yield what is to be done for the events that are not rated."""
    memory = ListMemory()
    for part in parts:
        where = part.life.where
        if where in APPEALS:
            day = _day_of_last(connection, part, APPEALS[where])
            yield _make_task(TaskKind.DECIDE_APPEAL, part.name, day)
        elif where is EventStatus.REPORTED:
            result = find_valid_examination(connection, memory, part)
            kind = KIND_OF_VERDICT.get(result.verdict, TaskKind.EXAMINE_REPORT) if result else TaskKind.EXAMINE_REPORT
            missing = _missing_lists(result) if result else ""
            yield _make_task(kind, part.name, _day_of_last(connection, part, DecisionKind.REPORTED), missing=missing)
        elif where is EventStatus.ADMITTED and series_kind(connection, part.series) == IMPORTED:
            yield _make_task(TaskKind.SEND_REPORT, part.name, _day_of_last(connection, part, DecisionKind.ADMITTED))
        elif where is EventStatus.HELD:
            hold = current_hold(connection, part)
            yield _make_task(TaskKind.RELEASE_EVENT, part.name, hold.since, by=hold.by, why=hold.why)
        elif where is EventStatus.REGISTERED and today > part.end:
            due = _report_deadline(connection, part, today)
            yield _make_task(TaskKind.AWAIT_REPORT, part.name, due or part.end, end=part.end, due=due)


def _missing_lists(result: StoredExamination) -> str:
    """Return the lists that the office does not have and a report needs, as in `fide-standard 2025-11`."""
    lists = [dict(finding.fields) for finding in result.findings if finding.code == MISSING_LIST]
    return ", ".join(f"{each['series']} {each['list']}" for each in lists)


def _day_of_last(connection: Connection, part: EventPart, kind: DecisionKind) -> date:
    """Return the day of the newest decision of a kind about a part, which must have one."""
    return [each.day for each in decisions_about_event(connection, part.event, part.part) if each.kind == kind][-1]


def _report_deadline(connection: Connection, part: EventPart, today: date) -> date | None:
    """Return the next day by which the report of a registered event is due; None if no rule sets one from today on."""
    event = read_event_record(connection, part.event).booked
    deadlines = event_deadlines(event, decisions_about_event(connection, part.event), today)
    return next((each.day for each in deadlines if each.what == "report"), None)


# --- claims, cases, backups -----------------------------------------------------------------------------------------

NEXT_STEP = {CaseState.PROPOSED: TaskKind.PREVIEW_CASE, CaseState.PREVIEWED: TaskKind.APPROVE_CASE}


def _claim_tasks(connection: Connection) -> Iterator[Task]:
    """Yield the claims that wait for an answer."""
    for claim in claims_matching(connection):
        if claim.state is ClaimState.OPEN:
            about = {"by": claim.by, "list": claim.list, "series": claim.series}
            yield _make_task(TaskKind.ANSWER_CLAIM, claim.code, claim.filed, **about)


def _case_tasks(connection: Connection) -> Iterator[Task]:
    """Yield the open cases: the next step of each is its preview or its approval."""
    for case in all_cases(connection):
        if case.state in NEXT_STEP:
            yield _make_task(NEXT_STEP[case.state], case.code, case.day, about=case.about)


def _backup_tasks(connection: Connection, today: date) -> Iterator[Task]:
    """Yield the task to back up, if the newest backup is a week old and something was written since, or there is
    none and the office has a list."""
    of = schema.log
    rows = select(of.c.seq, of.c.day, of.c.subject).where(of.c.action == BACKUP).order_by(of.c.seq.desc())
    lost = set(connection.execute(select(of.c.subject).where(of.c.action == LOST_BACKUP)).scalars())
    last = next((row for row in connection.execute(rows) if row.subject not in lost), None)
    if last is None:
        if connection.execute(select(schema.rating_list.c.list).limit(1)).first() is not None:
            yield _make_task(TaskKind.BACK_UP, "", None, entries=newest_log_entry(connection))
        return
    entries, taken = newest_log_entry(connection) - last.seq, Day(last.day).date
    if entries and today - taken >= WEEK:
        yield _make_task(TaskKind.BACK_UP, "", taken, entries=entries)
