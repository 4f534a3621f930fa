"""Look up in the book of events: what is registered, what was sent, what was decided, and where each event stands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import Any

from sqlalchemy import Connection, select

from arpad.days import Day, Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.intake.sidecar import facts_of
from arpad.law.rulebook import series_names
from arpad.office.book.life import OF_ALL_PARTS, Kind, Life, Standing, life
from arpad.office.store.schema import decision, event, event_facts, log, rated, report

MANY = 500  # values in one question: both databases take so many


@dataclass(frozen=True)
class BookedEvent:
    """An event as it is in the book."""

    key: int
    code: str
    series: str
    start: date
    end: date
    given: Mapping[str, Any]  # the facts that were registered, by key
    entered: date  # the office's day of the registration


@dataclass(frozen=True)
class Decision:
    """Something that happened to an event."""

    seq: int
    part: int
    report: int | None
    kind: Kind
    detail: Mapping[str, Any]
    day: date
    who: str
    why: str


@dataclass(frozen=True)
class KeptReport:
    """A report that is kept."""

    seq: int
    part: int
    draft: bool
    sha256: str
    fingerprint: str
    file: str
    day: date
    who: str


@dataclass(frozen=True)
class Hold:
    """Since when an event is held, by whom and why."""

    since: date
    by: str
    why: str


@dataclass(frozen=True)
class EventPart:
    """An event, or a part of a long one: where it stands, and by which report and decision."""

    event: int
    code: str
    series: str
    start: date
    end: date
    part: int
    life: Life
    report: int = 0
    admitted: int = 0  # the last admission

    @property
    def name(self) -> str:
        return part_name(self.code, self.part)


def part_name(code: str, part: int) -> str:
    """An event's part as people write it: CODE, or CODE/2."""
    return f"{code}/{part}" if part else code


def booked(connection: Connection, code: str) -> BookedEvent:
    """The event with a code; one that is not there is refused, with the nearest."""
    row = connection.execute(
        select(event, log.c.day).join(log, log.c.seq == event.c.log).where(event.c.code == code)
    ).first()
    if row is None:
        near = near_codes(connection, code)
        remedy = Remedy.to("choose-near-event", near=near) if near else Remedy.to("register-or-list-events")
        raise Misuse("event-unknown", remedy, event=code)
    return _booked(connection, row)


def near_codes(connection: Connection, code: str) -> tuple[str, ...]:
    """The codes that are nearest to one that is not there."""
    return tuple(get_close_matches(code, connection.execute(select(event.c.code)).scalars().all(), 3))


def known_series(series: str) -> str:
    """A rating series that the law knows, or none; another is refused."""
    names = tuple(sorted(series_names()))
    if series and series not in names:
        raise Misuse("event-series-unknown", Remedy.to("choose-series", known=names), series=series)
    return series


def _booked(connection: Connection, row: Any) -> BookedEvent:
    last = select(event_facts.c.facts).where(event_facts.c.event == row.key).order_by(event_facts.c.seq.desc()).limit(1)
    given = facts_of(json.loads(connection.execute(last).scalar_one()), row.code)
    return BookedEvent(row.key, row.code, row.series, Day(row.start).date, Day(row.end).date, given, Day(row.day).date)


def events_between(connection: Connection, start: date, end: date, series: str = "") -> list[BookedEvent]:
    """The events with these first and last days."""
    wanted = select(event, log.c.day).join(log, log.c.seq == event.c.log)
    wanted = wanted.where(event.c.start == Day.of(start), event.c.end == Day.of(end))
    if series:
        wanted = wanted.where(event.c.series == series)
    return [_booked(connection, row) for row in connection.execute(wanted.order_by(event.c.code)).all()]


def decisions_of(connection: Connection, key: int, part: int | None = None) -> tuple[Decision, ...]:
    """What happened to an event, in order; of a part with what is said of the whole."""
    rows = select(decision, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == decision.c.log)
    happened = connection.execute(rows.where(decision.c.event == key).order_by(decision.c.seq))
    return tuple(
        Decision(
            row.seq,
            row.part,
            row.report,
            Kind(row.kind),
            json.loads(row.detail) if row.detail else {},
            Day(row.day).date,
            row.who,
            row.why,
        )
        for row in happened
        if part is None or concerns_part(row.part, row.kind, part)
    )


def stages_of(connection: Connection, key: int) -> tuple[str, ...]:
    """The codes of the stages that an event is joined with, itself among them; none where it stands by itself."""
    kinds = (Kind.JOINED.value, Kind.PARTED.value)
    rows = select(decision.c.kind, decision.c.detail).where(decision.c.event == key, decision.c.kind.in_(kinds))
    last = connection.execute(rows.order_by(decision.c.seq.desc()).limit(1)).first()
    return tuple(json.loads(last.detail)["stages"]) if last is not None and last.kind == Kind.JOINED else ()


def days_together(connection: Connection, event: BookedEvent) -> tuple[date, date] | None:
    """The first and last day of the event of which an event is a stage; None: it stands by itself."""
    stages = [booked(connection, code) for code in stages_of(connection, event.key)]
    return (min(stage.start for stage in stages), max(stage.end for stage in stages)) if stages else None


def held_by(connection: Connection, part: EventPart) -> Hold:
    """Since when an event is held, by whom and why."""
    last = [each for each in decisions_of(connection, part.event, part.part) if each.kind == Kind.HELD][-1]
    return Hold(last.day, last.who, last.why)


def concerns_part(decided_of: int, kind: str, part: int) -> bool:
    """Whether a decision about one part, or about the whole, holds for this part."""
    return decided_of == part or (decided_of == 0 and kind in OF_ALL_PARTS)


def rated_in(connection: Connection, key: int, part: int) -> Month:
    """The list in which a part is rated, 0 where it is not."""
    lists = select(rated.c.list).where(rated.c.event == key, rated.c.part == part)
    return Month(connection.execute(lists).scalar() or 0)


def event_parts(connection: Connection, series: str = "", keys: Sequence[int] | None = None) -> list[EventPart]:
    """Where every event stands, or those of a series, or some; an event in parts has a row for each part."""
    events = select(event.c.key, event.c.code, event.c.series, event.c.start, event.c.end)
    if series:
        events = events.where(event.c.series == series)
    happened = select(decision.c.event, decision.c.part, decision.c.kind, decision.c.report, decision.c.seq)
    lists = {
        (row.event, row.part): row.list for row in connection.execute(select(rated.c.event, rated.c.part, rated.c.list))
    }
    parts: list[EventPart] = []
    history: defaultdict[int, list[Any]] = defaultdict(list)
    for some in _some(keys):
        asked = (
            (events, happened)
            if some is None
            else (events.where(event.c.key.in_(some)), happened.where(decision.c.event.in_(some)))
        )
        for each in connection.execute(asked[1].order_by(decision.c.seq)):
            history[each.event].append(each)
        for row in connection.execute(asked[0].order_by(event.c.start, event.c.code)):
            mine = history[row.key]
            numbers = sorted({each.part for each in mine if each.kind not in OF_ALL_PARTS}) or [0]
            parts += [_part(row, number, mine, lists.get((row.key, number), 0)) for number in numbers]
    return parts


def _some(keys: Sequence[int] | None) -> Iterator[Sequence[int] | None]:
    if keys is None:
        yield None
        return
    for first in range(0, len(keys), MANY):
        yield keys[first : first + MANY]


def _part(row: Any, part: int, history: list[Any], in_list: int) -> EventPart:
    mine = [each for each in history if concerns_part(each.part, each.kind, part)]
    last = {each.kind: each for each in mine}
    reported, admitted = last.get(Kind.REPORTED), last.get(Kind.ADMITTED)
    return EventPart(
        row.key,
        row.code,
        row.series,
        Day(row.start).date,
        Day(row.end).date,
        part,
        life((each.kind for each in mine), in_list),
        reported.report or 0 if reported else 0,
        admitted.seq if admitted else 0,
    )


def part_of(connection: Connection, key: int, part: int) -> EventPart:
    """Where one part stands; a part that was never reported stands where its event does."""
    there = {each.part: each for each in event_parts(connection, keys=[key])}
    if part in there:
        return there[part]
    whole = next(iter(there.values()))
    kinds = [each.kind for each in decisions_of(connection, key, part)]
    return replace(whole, part=part, life=life(kinds, rated_in(connection, key, part)), report=0, admitted=0)


def parts_named(connection: Connection, names: Sequence[str]) -> list[EventPart]:
    """The parts that people name: CODE/2 is a part, CODE the event or, where it has parts, all of them."""
    parts: list[EventPart] = []
    for name in names:
        code, slash, part = name.rpartition("/")
        if slash and part.isascii() and part.isdigit():
            parts.append(_named_part(connection, booked(connection, code), int(part)))
        else:
            parts += event_parts(connection, keys=[booked(connection, name).key])
    return list({(each.event, each.part): each for each in parts}.values())


def _named_part(connection: Connection, there: BookedEvent, number: int) -> EventPart:
    """A part that somebody names; an event that was reported in one piece has none."""
    known = {each.part: each for each in event_parts(connection, keys=[there.key])}
    whole = known.get(0)
    if number not in known and whole is not None and whole.report and whole.life.under != Standing.WITHDRAWN:
        raise Misuse("event-in-one-piece", Remedy.to("name-whole-event", event=there.code), event=there.code)
    return part_of(connection, there.key, number)


def the_part(connection: Connection, name: str) -> EventPart:
    """The one part that is named; an event that has parts is not enough."""
    parts = parts_named(connection, [name])
    if len(parts) > 1:
        raise Misuse("event-has-parts", Remedy.to("name-part", parts=tuple(each.name for each in parts)), event=name)
    return parts[0]


def kept_reports(connection: Connection, key: int) -> tuple[KeptReport, ...]:
    """The reports of an event, drafts included, as they came."""
    columns = [column for column in report.c if column.name not in ("body", "games")]
    rows = select(*columns, log.c.day, log.c.who).join(log, log.c.seq == report.c.log).where(report.c.event == key)
    return tuple(
        KeptReport(
            row.seq,
            row.part,
            bool(row.draft),
            row.sha256,
            row.fingerprint,
            row.file,
            Day(row.day).date,
            row.who,
        )
        for row in connection.execute(rows.order_by(report.c.seq))
    )
