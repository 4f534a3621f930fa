"""Events for the public: search, status, findings, cross table, and what is not rated yet and why.

Findings appear by code, severity and article only, because their sentences may speak of people. Names of officers and
report files are never shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.columns import Status
from arpad.days import Month
from arpad.exact import HalfPoints, Hundredths
from arpad.explain.calculation import Colour, NamedGame
from arpad.explain.event_sheet import EventSheet, PlayerLine
from arpad.finding import Tier
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.office.book.event_dossier import APPEALABLE_STATUSES, event_deadlines
from arpad.office.book.event_lookup import (
    EventPart,
    decisions_about_event,
    event_keys_on_list,
    events_with_rated_parts,
    find_event_parts,
    find_registered_event,
)
from arpad.office.book.event_status import EventStatus
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.report_decisions import last_day_to_appeal
from arpad.office.reading_room.public_findings import (
    ExaminationCache,
    FoundInReport,
    PublicExamination,
    public_examination,
)
from arpad.office.registry.names import name_sort
from arpad.office.store import schema

EVENTS_PER_QUERY = 1000


@dataclass(frozen=True)
class EventItem:
    """An event, or a part of it, in a list of events."""

    event: str  # CODE or CODE/PART
    name: str
    series: str
    federation: str
    start: date
    end: date
    standing: EventStatus
    list_: Month | None


@dataclass(frozen=True)
class EventHeading:
    """The public facts of an event, whatever became of it."""

    code: str
    name: str
    series: str
    edition: str
    federation: str
    start: date
    end: date
    system: str
    time_control: str
    parts: tuple[EventItem, ...]
    findings: tuple[FoundInReport, ...]


@dataclass(frozen=True)
class EventQuery:
    """Which events to list: of a series, on a list, with words in the name."""

    series: str = ""
    list_: Month | None = None
    text: str = ""
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True)
class EventsFound:
    """A page of events, and how many there are in all."""

    total: int
    rows: tuple[EventItem, ...]


def find_events(connection: Connection, query: EventQuery) -> EventsFound:
    """Return a page of the events that match, the latest first, and how many match in all. Events in any state are
    found; each part is a row of its own."""
    event, rated = schema.event, schema.rated
    chosen = select(event.c.key).order_by(event.c.end.desc(), event.c.code)
    if query.series:
        chosen = chosen.where(event.c.series == query.series)
    if query.list_ is not None:
        on_list = select(rated.c.event).where(rated.c.list == query.list_)
        chosen = chosen.where(
            event.c.key.in_(on_list.where(rated.c.series == query.series) if query.series else on_list)
        )
    words = name_sort(query.text).split()
    if words:
        keys = [key for key, name in _event_names_to_search(connection, chosen) if all(word in name for word in words)]
        total = len(keys)
        keys = keys[query.offset : query.offset + query.limit]
    else:
        total = connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()
        keys = list(connection.execute(chosen.offset(query.offset).limit(query.limit)).scalars())
    return EventsFound(total, event_items(connection, keys))


def _event_names_to_search(connection: Connection, chosen: Any) -> list[tuple[int, str]]:
    """Return (key, code and name in sortable form) of the chosen events."""
    event, facts = schema.event, schema.event_facts
    newest = select(facts.c.facts).where(facts.c.event == event.c.key).order_by(facts.c.seq.desc()).limit(1)
    rows = chosen.add_columns(event.c.code, newest.scalar_subquery().label("facts"))
    return [
        (row.key, name_sort(f"{row.code} {json.loads(row.facts or '{}').get('name', '')}"))
        for row in connection.execute(rows)
    ]


def event_items(connection: Connection, keys: Sequence[int]) -> tuple[EventItem, ...]:
    """Return these events in this order, with one row for each part."""
    place = {key: at for at, key in enumerate(keys)}
    parts = sorted(find_event_parts(connection, keys=keys), key=lambda part: (place[part.event], part.part))
    facts = _newest_event_facts(connection, keys)
    return tuple(_event_item(part, facts.get(part.event, {})) for part in parts)


def _event_item(part: EventPart, facts: dict[str, Any]) -> EventItem:
    """Build the row of an event or part."""
    return EventItem(
        part.name, facts.get("name") or part.code, part.series, facts.get("federation", ""), part.start, part.end,
        part.life.where, part.life.rated or None,
    )  # fmt: skip


def _newest_event_facts(connection: Connection, keys: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Return the newest registered facts of events, by key; an event without any is left out."""
    facts, facts_by_event = schema.event_facts, dict[int, dict[str, Any]]()
    for first in range(0, len(keys), EVENTS_PER_QUERY):
        some = keys[first : first + EVENTS_PER_QUERY]
        rows = select(facts.c.event, facts.c.facts).where(facts.c.event.in_(some)).order_by(facts.c.seq)
        facts_by_event |= {row.event: json.loads(row.facts) for row in connection.execute(rows)}
    return facts_by_event


def event_heading(
    connection: Connection, examinations: ExaminationCache, code: str, number: int, today: date
) -> EventHeading:
    """Return the public facts of an event and of its part with this number; an unknown code is refused with the nearest
    ones. Without a rulebook in force the edition is empty."""
    event = find_registered_event(connection, code)
    facts = event.given
    parts = event_items(connection, [event.key])
    try:
        edition = in_force(event.series, event.start).id
    except LawError:
        edition = ""
    memory, shown = ListMemory(), find_event_parts(connection, keys=[event.key])
    found = [
        public_examination(connection, examinations, memory, part, today).findings
        for part in shown
        if not number or part.part == number
    ]
    findings = next(filter(None, reversed(found)), ())
    return EventHeading(
        event.code, str(facts.get("name") or event.code), event.series, edition, str(facts.get("federation", "")),
        event.start, event.end, str(facts.get("system", "")), str(facts.get("time_control", "")), parts,
        findings,
    )  # fmt: skip


DOCKET_ORDER = (
    EventStatus.HELD,
    EventStatus.APPEALED,
    EventStatus.REGISTRATION_APPEALED,
    EventStatus.REPORTED,
    EventStatus.ADMITTED,
    EventStatus.SENT,
    EventStatus.REFUSED,
    EventStatus.REGISTRATION_REFUSED,
    EventStatus.REGISTERED,
)
"""What is on the docket, and in which order; what is rated or withdrawn is not."""
STOPPING_TIERS = (Tier.REFUSE, Tier.ASK)


@dataclass(frozen=True)
class Clock:
    """A deadline that still runs."""

    what: str  # report, first list, appeal
    day: date


class SenderStep(StrEnum):
    """What the sender of a report can do about an event that is not rated."""

    SEND_REPORT = "send-report"
    CORRECT_REPORT = "correct-report"
    ANSWER_QUESTIONS = "answer-questions"
    WAIT_FOR_DECISION = "wait-for-decision"
    WAIT_FOR_LIST = "wait-for-list"
    APPEAL = "appeal"
    NOTHING = "nothing"


NOT_IN_THE_REPORT = frozenset({"registration-notice", "early-registration", "announced-event", "registered-event"})
"""Findings that no corrected report can settle."""
STEPS = {
    EventStatus.REGISTERED: SenderStep.SEND_REPORT,
    EventStatus.ADMITTED: SenderStep.WAIT_FOR_LIST,
    EventStatus.SENT: SenderStep.WAIT_FOR_LIST,
    EventStatus.APPEALED: SenderStep.WAIT_FOR_DECISION,
    EventStatus.REGISTRATION_APPEALED: SenderStep.WAIT_FOR_DECISION,
}


@dataclass(frozen=True)
class DocketItem:
    """An event that is not rated: where it stands, since when, why, its deadlines and what its sender can do."""

    item: EventItem
    since: date
    edition: str
    findings: tuple[FoundInReport, ...]  # those that stop it, as of today
    clocks: tuple[Clock, ...]
    list_: Month | None  # the first list that it can still be on
    step: SenderStep


def events_not_rated(connection: Connection, examinations: ExaminationCache, today: date) -> tuple[DocketItem, ...]:
    """Return all events and parts that are not rated, by state and day, with deadlines. Withdrawn and annulled ones are
    left out."""
    keys = sorted({*event_keys_on_list(connection, ""), *events_with_rated_parts(connection, "")})
    parts = [part for part in find_event_parts(connection, keys=keys) if part.life.where in DOCKET_ORDER]
    rows = {item.event: item for item in event_items(connection, sorted({part.event for part in parts}))}
    memory = ListMemory()
    waiting = [
        _docket_item(
            connection, part, rows[part.name], public_examination(connection, examinations, memory, part, today), today
        )
        for part in parts
    ]
    return tuple(
        sorted(waiting, key=lambda each: (DOCKET_ORDER.index(each.item.standing), each.item.end, each.item.event))
    )


def _docket_item(
    connection: Connection, part: EventPart, item: EventItem, examined: PublicExamination, today: date
) -> DocketItem:
    """Build the entry of an event; only findings that stop rating are in it."""
    happened = decisions_about_event(connection, part.event, part.part)
    since = happened[-1].day if happened else part.start
    stopping = tuple(each for each in examined.findings if each.tier in STOPPING_TIERS)
    try:
        edition = in_force(part.series, part.start).id
    except LawError:
        edition = ""
    clocks = tuple(_running_deadlines(connection, part, today)) if edition else ()
    return DocketItem(item, since, edition, stopping, clocks, examined.list_, _sender_step(part, stopping, clocks))


def _sender_step(part: EventPart, stopping: Sequence[FoundInReport], clocks: Sequence[Clock]) -> SenderStep:
    """Return what the sender can do now. `stopping`: the findings that stop the event."""
    if part.life.under in APPEALABLE_STATUSES:
        return SenderStep.APPEAL if clocks else SenderStep.NOTHING
    if part.life.where in STEPS:
        return STEPS[part.life.where]
    if part.life.held or not stopping:
        return SenderStep.WAIT_FOR_DECISION
    refusing = {each.code for each in stopping if each.tier is Tier.REFUSE}
    if "report-deadline" in refusing:
        return SenderStep.NOTHING
    if refusing - NOT_IN_THE_REPORT:
        return SenderStep.CORRECT_REPORT
    if refusing:
        return SenderStep.WAIT_FOR_DECISION
    return SenderStep.ANSWER_QUESTIONS


def _running_deadlines(connection: Connection, part: EventPart, today: date) -> Iterator[Clock]:
    """Yield the deadlines of an event that are not over on `today`. Of a refused event only the one for an appeal; else
    the report and the first list, which is over on its own day; not the registration."""
    if part.life.under in APPEALABLE_STATUSES:
        until = last_day_to_appeal(connection, part)
        if until is not None and until >= today:
            yield Clock("appeal", until)
        return
    happened = decisions_about_event(connection, part.event)
    for due in event_deadlines(find_registered_event(connection, part.code), happened, today):
        over = due.day <= today if due.what == "first list" else due.day < today
        if due.what != "registration" and not over:
            yield Clock(due.what, due.day)


@dataclass(frozen=True)
class CrossGame:
    """A game in a cell."""

    round: int
    opponent: int  # the position in the table
    opponent_id: int
    colour: Colour | None
    score: HalfPoints
    delta: Hundredths
    status: Status


@dataclass(frozen=True)
class CrossRow:
    """A player of an event."""

    place: int  # equal points share it
    id: int
    name: str
    title: str
    federation: str
    rating: int | None  # at the board, or the one calculated from the event
    points: HalfPoints
    counted: int
    average: int | None
    k: int | None
    change: Hundredths | None
    status: Status
    cells: tuple[tuple[CrossGame, ...], ...]  # by round, or by opponent


@dataclass(frozen=True)
class CrossTable:
    """The cross table of an event."""

    by_opponent: bool
    columns: tuple[int, ...]  # rounds, or lines of opponents
    rows: tuple[CrossRow, ...]


def cross_table(sheet: EventSheet) -> CrossTable:
    """Build the cross table of a rated event: highest points first, equal points share a place. Columns are opponents
    if everybody meets everybody, else rounds."""
    order = sorted(sheet.players, key=lambda line: (-_points_of_player(line), -(line.ro or 0), line.name, line.id))
    lines = {line.id: at for at, line in enumerate(order, 1)}
    by_opponent = sheet.cycles > 0
    rounds = sorted({game.round for line in order for game in line.games})
    columns = tuple(range(1, len(order) + 1)) if by_opponent else tuple(rounds)
    rows, above, place = [], -1, 0
    for at, line in enumerate(order, 1):
        if _points_of_player(line) != above:
            above, place = _points_of_player(line), at
        rows.append(_cross_row(line, place, lines, columns, by_opponent))
    return CrossTable(by_opponent, columns, tuple(rows))


def _points_of_player(line: PlayerLine) -> int:
    """The points of a player in all games of the event, rated or not."""
    return sum(game.score for game in line.games)


def _cross_row(
    line: PlayerLine, place: int, lines: Mapping[int, int], columns: Sequence[int], by_opponent: bool
) -> CrossRow:
    """Build the row of a player. `lines`: position in the table by player number; `columns`: rounds or positions of
    opponents."""
    cells: dict[int, list[CrossGame]] = {column: [] for column in columns}
    for game in line.games:
        opponent = lines.get(game.opponent_id, 0)
        cells.setdefault(opponent if by_opponent else game.round, []).append(_cross_game(game, opponent))
    rated_here = line.round_robin.second_pass if line.round_robin is not None else None
    return CrossRow(
        place,
        line.id,
        line.name,
        line.title,
        line.federation,
        line.ro or rated_here,
        _points_of_player(line),
        line.counted,
        line.rc,
        line.k,
        line.change if line.k else None,
        line.status,
        tuple(tuple(cells[column]) for column in columns),
    )


def _cross_game(game: NamedGame, opponent: int) -> CrossGame:
    """Build the cell of a game; `opponent` is the opponent's position in the table, 0 if they are not in it."""
    return CrossGame(game.round, opponent, game.opponent_id, game.colour, game.score, game.delta, game.status)
