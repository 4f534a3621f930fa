"""Read registered events and their parts: facts, decisions so far, current state, and the list on which each part is
rated.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake.sidecar import kept_facts
from arpad.law import series_names
from arpad.office.book.event_status import DECISIONS_FOR_ALL_PARTS, DecisionKind, EventState, EventStatus, state_after
from arpad.office.store.cache import CacheSubject, cached, cached_each
from arpad.office.store.schema import decision, event, event_facts, log, rated

MAX_SQL_VALUES = 500  # values in one query: both databases accept so many


@dataclass(frozen=True)
class RegisteredEvent:
    """A registered event with its newest facts."""

    key: int
    code: str
    series: str
    start: date
    end: date
    given: Mapping[str, Any]  # the registered facts, by key
    entered: date  # the office's day of the registration


@dataclass(frozen=True)
class EventDecision:
    """A decision about an event or a part of it, with its log entry."""

    seq: int
    part: int
    report: int | None
    kind: DecisionKind
    detail: Mapping[str, Any]
    day: date
    who: str
    why: str


@dataclass(frozen=True)
class Hold:
    """A hold of an event: since when, by whom and why."""

    since: date
    by: str
    why: str


@dataclass(frozen=True)
class EventPart:
    """An event or a part of it: its state, the report that counts now, and its last admission."""

    event: int
    code: str
    series: str
    start: date
    end: date
    part: int
    life: EventState
    report: int = 0  # 0: none
    admitted: int = 0  # the decision that admitted it last, 0: none

    @property
    def name(self) -> str:
        """CODE, or CODE/PART."""
        return part_name(self.code, self.part)


def part_name(code: str, part: int) -> str:
    """The name of an event or part: CODE, or CODE/2."""
    return f"{code}/{part}" if part else code


@dataclass(frozen=True)
class EventRecord:
    """The rows of an event: head, newest facts, decisions and lists; without its reports."""

    row: Any  # of the event, with the day of its registration
    facts: Any  # the newest ones, with their number
    happened: tuple[Any, ...]  # the decisions, in order, each with its log entry
    rated: Mapping[int, int]  # the list that rated each part

    @cached_property
    def booked(self) -> RegisteredEvent:
        """Return the registered event with its newest facts."""
        row, facts = self.row, kept_facts(json.loads(self.facts.facts), self.row.code)
        days = Day(row.start).date, Day(row.end).date
        return RegisteredEvent(row.key, row.code, row.series, *days, facts, Day(row.day).date)

    @cached_property
    def decisions(self) -> tuple[EventDecision, ...]:
        """The decisions about the event, in order."""
        return tuple(
            EventDecision(
                row.seq,
                row.part,
                row.report,
                DecisionKind(row.kind),
                json.loads(row.detail) if row.detail else {},
                Day(row.day).date,
                row.who,
                row.why,
            )
            for row in self.happened
        )

    @property
    def mark(self) -> list[Any]:
        """Return a value that changes with any decision about the event, new facts or a list that rates it."""
        return self.mark_after(self.happened[-1].seq)

    def mark_after(self, decision: int) -> list[Any]:
        """Return the mark that the event has once this decision is stored, if its facts and lists stay."""
        return [self.row.key, self.facts.seq, decision, sorted(self.rated.items())]

    @cached_property
    def parts(self) -> tuple[EventPart, ...]:
        """Return the parts of the event with their states; an event in one piece is a single part 0."""
        numbers = sorted({each.part for each in self.happened if each.kind not in DECISIONS_FOR_ALL_PARTS}) or [0]
        return tuple(_make_event_part(self.row, number, self.happened, self.rated.get(number, 0)) for number in numbers)


def read_event_records(connection: Connection, keys: Sequence[int]) -> dict[int, EventRecord]:
    """Return the rows of events by key; an unknown key is left out. Cached within the transaction."""
    return cached_each(connection, CacheSubject.EVENTS, list(keys), lambda some: _query_event_records(connection, some))


def _query_event_records(connection: Connection, keys: Sequence[int]) -> dict[int, EventRecord]:
    """Query the rows of events, MAX_SQL_VALUES at a time; return them by key, without unknown keys."""
    files: dict[int, EventRecord] = {}
    for first in range(0, len(keys), MAX_SQL_VALUES):
        some = keys[first : first + MAX_SQL_VALUES]
        rows = select(event, log.c.day).join(log, log.c.seq == event.c.log).where(event.c.key.in_(some))
        newest = select(func.max(event_facts.c.seq)).where(event_facts.c.event.in_(some)).group_by(event_facts.c.event)
        facts = select(event_facts.c.event, event_facts.c.seq, event_facts.c.facts).where(event_facts.c.seq.in_(newest))
        facts_of_event = {row.event: row for row in connection.execute(facts)}
        decided = select(decision, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == decision.c.log)
        happened: defaultdict[int, list[Any]] = defaultdict(list)
        for row in connection.execute(decided.where(decision.c.event.in_(some)).order_by(decision.c.seq)):
            happened[row.event].append(row)
        lists: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for row in connection.execute(select(rated).where(rated.c.event.in_(some))):
            lists[row.event][row.part] = row.list
        for row in connection.execute(rows):
            newest_facts = facts_of_event.get(row.key)
            files[row.key] = EventRecord(row, newest_facts, tuple(happened[row.key]), lists[row.key])
    return files


def read_event_record(connection: Connection, key: int) -> EventRecord:
    """Return the rows of one event. Raises KeyError for an unknown key."""
    return read_event_records(connection, [key])[key]


def find_registered_event(connection: Connection, code: str) -> RegisteredEvent:
    """Return the registered event with a code; refuse an unknown code and name similar ones."""
    key = event_key_by_code(connection, code)
    if key is None:
        near = similar_event_codes(connection, code)
        remedy = Remedy.to("choose-near-event", near=near) if near else Remedy.to("register-or-list-events")
        raise UserError("event-unknown", remedy, event=code)
    return read_event_record(connection, key).booked


def event_key_by_code(connection: Connection, code: str) -> int | None:
    """The key of the event with a code; None where there is none."""
    return event_keys_by_code(connection, [code]).get(code)


def event_keys_by_code(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """Return the keys of the events with these codes, by code; an unknown code is left out. Cached."""

    def look(some: list[Any]) -> dict[Any, int]:
        keys: dict[Any, int] = {}
        for first in range(0, len(some), MAX_SQL_VALUES):
            rows = select(event.c.code, event.c.key).where(event.c.code.in_(some[first : first + MAX_SQL_VALUES]))
            keys |= {row.code: row.key for row in connection.execute(rows)}
        return keys

    return cached_each(connection, CacheSubject.EVENTS, list(codes), look)


def similar_event_codes(connection: Connection, code: str) -> tuple[str, ...]:
    """Return up to three registered codes that are similar to an unknown one, the most similar first."""
    return tuple(get_close_matches(code, connection.execute(select(event.c.code)).scalars().all(), 3))


def checked_series(series: str) -> str:
    """Return the series unchanged; refuse one that the law does not have. An empty text (all series) passes."""
    names = tuple(sorted(series_names()))
    if series and series not in names:
        raise UserError("event-series-unknown", Remedy.to("choose-series", known=names), series=series)
    return series


def event_names_by_days(connection: Connection, start: date, end: date, series: str = "") -> dict[str, str]:
    """Return the name by code of each event that starts and ends on exactly these days; an empty series means all."""
    span = Day.of(start), Day.of(end)

    def look() -> list[tuple[str, str, str]]:
        newest = select(event_facts.c.event, func.max(event_facts.c.seq).label("seq")).group_by(event_facts.c.event)
        keys = select(event.c.key).where(event.c.start == span[0], event.c.end == span[1])
        last = newest.where(event_facts.c.event.in_(keys)).subquery()
        events = (
            select(event.c.code, event.c.series, event_facts.c.facts)
            .join(last, last.c.event == event.c.key)
            .join(event_facts, event_facts.c.seq == last.c.seq)
            .order_by(event.c.code)
        )
        rows = connection.execute(events)
        return [(row.code, row.series, str(json.loads(row.facts).get("name", ""))) for row in rows]

    events = cached(connection, CacheSubject.EVENTS, span, look)
    return {code: name for code, event_series, name in events if series in ("", event_series)}


def decisions_about_event(connection: Connection, key: int, part: int | None = None) -> tuple[EventDecision, ...]:
    """Return the decisions about an event, in order; with `part` only those that concern this part.

    These are the part's own, and those about the whole event that hold for all parts."""
    decisions = read_event_record(connection, key).decisions
    return tuple(each for each in decisions if part is None or decision_concerns_part(each.part, each.kind, part))


def stage_codes(connection: Connection, key: int) -> tuple[str, ...]:
    """The codes of the joined stages of which an event is one, itself included; empty where it is not joined."""
    last = [
        each
        for each in read_event_record(connection, key).decisions
        if each.kind in (DecisionKind.JOINED, DecisionKind.PARTED)
    ][-1:]
    return tuple(last[0].detail["stages"]) if last and last[0].kind == DecisionKind.JOINED else ()


def one_with(connection: Connection, key: int) -> tuple[int, ...]:
    """The keys of the events that are rated as one with an event: the stages it is joined with, or itself alone."""
    return tuple(event_keys_by_code(connection, stage_codes(connection, key)).values()) or (key,)


def days_of_joined_stages(connection: Connection, event: RegisteredEvent) -> tuple[date, date] | None:
    """The first and last day of the joined stages of which an event is one; None where it is not joined."""
    stages = [find_registered_event(connection, code) for code in stage_codes(connection, event.key)]
    return (min(stage.start for stage in stages), max(stage.end for stage in stages)) if stages else None


def current_hold(connection: Connection, part: EventPart) -> Hold:
    """Return the newest hold of a part. It must have been held; it is not checked whether it was released."""
    last = [
        each for each in decisions_about_event(connection, part.event, part.part) if each.kind == DecisionKind.HELD
    ][-1]
    return Hold(last.day, last.who, last.why)


def decision_concerns_part(decided_of: int, kind: str, part: int) -> bool:
    """Return whether a decision about `decided_of` (a part, or 0 for the whole event) holds for this part.

    One about the whole event holds for a part only if its kind is one of DECISIONS_FOR_ALL_PARTS."""
    return decided_of == part or (decided_of == 0 and kind in DECISIONS_FOR_ALL_PARTS)


def list_that_rated_part(connection: Connection, key: int, part: int) -> Month:
    """The list that rated a part; month 0 where it is not rated."""
    return Month(read_event_record(connection, key).rated.get(part, 0))


def find_event_parts(connection: Connection, series: str = "", keys: Sequence[int] | None = None) -> list[EventPart]:
    """Return parts with their states, by first day and code: of all events, of a series, or of these keys.

    With `keys` and `series` both must fit. An event in one piece is a single part 0, also before its report."""
    if keys is not None:
        files = sorted(read_event_records(connection, keys).values(), key=lambda file: (file.row.start, file.row.code))
        return [part for file in files if series in ("", file.row.series) for part in file.parts]
    events = select(event.c.key, event.c.code, event.c.series, event.c.start, event.c.end)
    events = events.where(event.c.series == series) if series else events
    happened = select(decision.c.event, decision.c.part, decision.c.kind, decision.c.report, decision.c.seq)
    lists = {
        (row.event, row.part): row.list for row in connection.execute(select(rated.c.event, rated.c.part, rated.c.list))
    }
    parts: list[EventPart] = []
    history: defaultdict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(happened.order_by(decision.c.seq)):
        history[row.event].append(row)
    for row in connection.execute(events.order_by(event.c.start, event.c.code)):
        decisions = history[row.key]
        numbers = sorted({each.part for each in decisions if each.kind not in DECISIONS_FOR_ALL_PARTS}) or [0]
        parts += [_make_event_part(row, number, decisions, lists.get((row.key, number), 0)) for number in numbers]
    return parts


def event_keys_on_list(connection: Connection, series: str, list_: int = 0) -> list[int]:
    """Return the keys of events that this list (yyyymm) rated, also in part; without a list, of events not rated."""
    if list_:
        rows = select(rated.c.event).where(rated.c.series == series, rated.c.list == list_).distinct()
        return list(connection.execute(rows).scalars())
    rows = select(event.c.key).where(~select(rated.c.event).where(rated.c.event == event.c.key).exists())
    rows = rows.where(event.c.series == series) if series else rows
    return cached(
        connection, CacheSubject.EVENTS, ("unrated", series), lambda: list(connection.execute(rows).scalars())
    )


def events_with_rated_parts(connection: Connection, series: str) -> list[int]:
    """Return the keys of the events sent in parts of which a part is rated: other parts of them may wait."""
    rows = select(rated.c.event).where(rated.c.part > 0).distinct()
    return list(connection.execute(rows.where(rated.c.series == series) if series else rows).scalars())


def _make_event_part(row: Any, part: int, history: Sequence[Any], in_list: int) -> EventPart:
    """Return one part with its state, from the row and decisions of its event. `in_list` rated it (0: none)."""
    decisions = [each for each in history if decision_concerns_part(each.part, each.kind, part)]
    last = {each.kind: each for each in decisions}
    reported, admitted = last.get(DecisionKind.REPORTED), last.get(DecisionKind.ADMITTED)
    return EventPart(
        row.key,
        row.code,
        row.series,
        Day(row.start).date,
        Day(row.end).date,
        part,
        state_after((each.kind for each in decisions), in_list),
        reported.report or 0 if reported else 0,
        admitted.seq if admitted else 0,
    )


def find_event_part(connection: Connection, key: int, part: int) -> EventPart:
    """Return one part with its state; a part that was never reported has the state of its event.

    `key` must be registered."""
    parts = {each.part: each for each in find_event_parts(connection, keys=[key])}
    if part in parts:
        return parts[part]
    whole = next(iter(parts.values()))
    kinds = [each.kind for each in decisions_about_event(connection, key, part)]
    return replace(
        whole, part=part, life=state_after(kinds, list_that_rated_part(connection, key, part)), report=0, admitted=0
    )


def find_parts_by_name(connection: Connection, names: Sequence[str]) -> list[EventPart]:
    """Return the parts with these names, each once: CODE/2 is one part, CODE the event with all its parts.

    Refuse an unknown code, and CODE/2 of an event that was reported in one piece. A part without a report passes."""
    parts: list[EventPart] = []
    for name in names:
        code, slash, part = name.rpartition("/")
        if slash and part.isascii() and part.isdigit():
            parts.append(_find_part_by_number(connection, find_registered_event(connection, code), int(part)))
        else:
            parts += find_event_parts(connection, keys=[find_registered_event(connection, name).key])
    return list({(each.event, each.part): each for each in parts}.values())


def _find_part_by_number(connection: Connection, booked_event: RegisteredEvent, number: int) -> EventPart:
    """Return the part with this number, also before its report; refuse it where the event was reported in one piece."""
    parts = {each.part: each for each in find_event_parts(connection, keys=[booked_event.key])}
    whole, code = parts.get(0), booked_event.code
    if number not in parts and whole is not None and whole.report and whole.life.under != EventStatus.WITHDRAWN:
        raise UserError("event-in-one-piece", Remedy.to("name-whole-event", event=code), event=code)
    return find_event_part(connection, booked_event.key, number)


def find_single_part(connection: Connection, name: str) -> EventPart:
    """Return the part with this name; refuse an unknown code, and the code of an event that has several parts."""
    parts = find_parts_by_name(connection, [name])
    if len(parts) > 1:
        raise UserError("event-has-parts", Remedy.to("name-part", parts=tuple(each.name for each in parts)), event=name)
    return parts[0]
