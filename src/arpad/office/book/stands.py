"""Read the book of events: what is registered, what was sent, what was decided, and where each event stands."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Misuse
from arpad.intake.sidecar import facts_of
from arpad.office.book.life import OF_ALL_PARTS, Kind, Life, life
from arpad.office.store.schema import decision, event, event_facts, log, rated, report

MANY = 500  # values in one question: both databases take so many


@dataclass(frozen=True)
class Booked:
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
class Sent:
    """A report that is kept."""

    seq: int
    event: int
    part: int
    draft: bool
    sha256: str
    fingerprint: str
    file: str
    day: date
    who: str


@dataclass(frozen=True)
class Stand:
    """Where an event, or a part of it, stands, and by which report and decision."""

    event: int
    code: str
    series: str
    start: int
    end: int
    part: int
    life: Life
    report: int = 0
    admitted: int = 0  # the last admission

    @property
    def name(self) -> str:
        return named(self.code, self.part)


def named(code: str, part: int) -> str:
    """An event's part as people write it: CODE, or CODE/2."""
    return f"{code}/{part}" if part else code


def day_of(number: int) -> date:
    return date(number // 10_000, number // 100 % 100, number % 100)


def booked(connection: Connection, code: str) -> Booked:
    """The event with a code; one that is not there is refused, with the nearest."""
    row = connection.execute(
        select(event, log.c.day).join(log, log.c.seq == event.c.log).where(event.c.code == code)
    ).first()
    if row is None:
        hint = meant(connection, code) or "; `arpad event list` shows those that are"
        raise Misuse(f"no event {code} is registered: register it first with `arpad event register`{hint}")
    return _booked(connection, row)


def meant(connection: Connection, code: str) -> str:
    """A question after the codes that are nearest, or nothing."""
    near = get_close_matches(code, connection.execute(select(event.c.code)).scalars().all(), 3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _booked(connection: Connection, row: Any) -> Booked:
    last = select(event_facts.c.facts).where(event_facts.c.event == row.key).order_by(event_facts.c.seq.desc()).limit(1)
    given = facts_of(json.loads(connection.execute(last).scalar_one()), row.code)
    return Booked(row.key, row.code, row.series, day_of(row.start), day_of(row.end), given, day_of(row.day))


def between(connection: Connection, start: int, end: int, series: str = "") -> list[Booked]:
    """The events with these first and last days."""
    wanted = select(event, log.c.day).join(log, log.c.seq == event.c.log)
    wanted = wanted.where(event.c.start == start, event.c.end == end)
    if series:
        wanted = wanted.where(event.c.series == series)
    return [_booked(connection, row) for row in connection.execute(wanted.order_by(event.c.code)).all()]


def decisions_of(connection: Connection, key: int, part: int | None = None) -> tuple[Decision, ...]:
    """What happened to an event, in order; of a part with what is said of the whole."""
    rows = select(decision, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == decision.c.log)
    found = connection.execute(rows.where(decision.c.event == key).order_by(decision.c.seq))
    return tuple(
        Decision(
            row.seq,
            row.part,
            row.report,
            Kind(row.kind),
            json.loads(row.detail) if row.detail else {},
            day_of(row.day),
            row.who,
            row.why,
        )
        for row in found
        if part is None or of_part(row.part, row.kind, part)
    )


def held_by(connection: Connection, stand: Stand) -> str:
    """Since when an event is held, by whom and why."""
    last = [each for each in decisions_of(connection, stand.event, stand.part) if each.kind == Kind.HELD][-1]
    return f"since {last.day} by {last.who}{f': {last.why}' if last.why else ''}"


def of_part(said_of: int, kind: str, part: int) -> bool:
    return said_of == part or (said_of == 0 and kind in OF_ALL_PARTS)


def rated_in(connection: Connection, key: int, part: int) -> int:
    found = select(rated.c.list).where(rated.c.event == key, rated.c.part == part)
    return connection.execute(found).scalar() or 0


def stands(connection: Connection, series: str = "", keys: Sequence[int] | None = None) -> list[Stand]:
    """Where every event stands, or those of a series, or some; an event in parts has a row for each part."""
    events = select(event.c.key, event.c.code, event.c.series, event.c.start, event.c.end)
    if series:
        events = events.where(event.c.series == series)
    happened = select(decision.c.event, decision.c.part, decision.c.kind, decision.c.report, decision.c.seq)
    lists = {
        (row.event, row.part): row.list for row in connection.execute(select(rated.c.event, rated.c.part, rated.c.list))
    }
    found = []
    told: defaultdict[int, list[Any]] = defaultdict(list)
    for some in _some(keys):
        asked = (
            (events, happened)
            if some is None
            else (events.where(event.c.key.in_(some)), happened.where(decision.c.event.in_(some)))
        )
        for each in connection.execute(asked[1].order_by(decision.c.seq)):
            told[each.event].append(each)
        for row in connection.execute(asked[0].order_by(event.c.start, event.c.code)):
            mine = told[row.key]
            parts = sorted({each.part for each in mine if each.kind not in OF_ALL_PARTS}) or [0]
            found += [_stand(row, part, mine, lists.get((row.key, part), 0)) for part in parts]
    return found


def _some(keys: Sequence[int] | None) -> Iterator[Sequence[int] | None]:
    if keys is None:
        yield None
        return
    for first in range(0, len(keys), MANY):
        yield keys[first : first + MANY]


def _stand(row: Any, part: int, told: list[Any], in_list: int) -> Stand:
    mine = [each for each in told if of_part(each.part, each.kind, part)]
    last = {each.kind: each for each in mine}
    reported, admitted = last.get(Kind.REPORTED), last.get(Kind.ADMITTED)
    return Stand(
        row.key,
        row.code,
        row.series,
        row.start,
        row.end,
        part,
        life((each.kind for each in mine), in_list),
        reported.report or 0 if reported else 0,
        admitted.seq if admitted else 0,
    )


def stand_of(connection: Connection, key: int, part: int) -> Stand:
    """Where one part stands; a part that was never reported stands where its event does."""
    found = {stand.part: stand for stand in stands(connection, keys=[key])}
    if part in found:
        return found[part]
    whole = next(iter(found.values()))
    kinds = [each.kind for each in decisions_of(connection, key, part)]
    return Stand(
        whole.event,
        whole.code,
        whole.series,
        whole.start,
        whole.end,
        part,
        life(kinds, rated_in(connection, key, part)),
    )


def targets(connection: Connection, names: Sequence[str]) -> list[Stand]:
    """The parts that people name: CODE/2 is a part, CODE the event or, where it has parts, all of them."""
    found = []
    for name in names:
        code, slash, part = name.rpartition("/")
        if slash and part.isascii() and part.isdigit():
            found.append(stand_of(connection, booked(connection, code).key, int(part)))
        else:
            found += stands(connection, keys=[booked(connection, name).key])
    return list({(stand.event, stand.part): stand for stand in found}.values())


def sent(connection: Connection, key: int) -> tuple[Sent, ...]:
    """The reports of an event, drafts included, as they came."""
    columns = [column for column in report.c if column.name not in ("body", "games")]
    rows = select(*columns, log.c.day, log.c.who).join(log, log.c.seq == report.c.log).where(report.c.event == key)
    return tuple(
        Sent(
            row.seq,
            row.event,
            row.part,
            bool(row.draft),
            row.sha256,
            row.fingerprint,
            row.file,
            day_of(row.day),
            row.who,
        )
        for row in connection.execute(rows.order_by(report.c.seq))
    )
