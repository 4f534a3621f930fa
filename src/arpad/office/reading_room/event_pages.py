"""Events for the public: which there are, where each stands, on which list it is, and what was found in its report.

Of findings only what they are called, how grave they are, how many and by which articles: their sentences may speak of
people. Who decided, and the files of reports, stay inside.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.days import Month
from arpad.finding import Tier
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import EventPart, booked, decisions_of, event_parts
from arpad.office.registry.names import name_sort
from arpad.office.store import schema

MOST = 1000
DECIDED = (Kind.REPORTED, Kind.ADMITTED, Kind.REFUSED)


@dataclass(frozen=True)
class EventItem:
    """An event, or a part of it, in a list of events."""

    event: str  # CODE or CODE/PART
    name: str
    series: str
    federation: str
    start: date
    end: date
    standing: Standing
    list_: Month | None


@dataclass(frozen=True)
class FoundInReport:
    """A finding in a report, by name, with how often it occurs."""

    code: str
    tier: Tier
    times: int
    articles: tuple[str, ...]


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
class EventsWanted:
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


def events(connection: Connection, query: EventsWanted) -> EventsFound:
    """Return a page of the events that match, the latest first."""
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
        keys = [key for key, name in _names(connection, chosen) if all(word in name for word in words)]
        total = len(keys)
        keys = keys[query.offset : query.offset + query.limit]
    else:
        total = connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()
        keys = list(connection.execute(chosen.offset(query.offset).limit(query.limit)).scalars())
    return EventsFound(total, items(connection, keys))


def _names(connection: Connection, chosen: Any) -> list[tuple[int, str]]:
    """The keys of events with code and name in sortable form."""
    event, facts = schema.event, schema.event_facts
    newest = select(facts.c.facts).where(facts.c.event == event.c.key).order_by(facts.c.seq.desc()).limit(1)
    rows = chosen.add_columns(event.c.code, newest.scalar_subquery().label("facts"))
    return [
        (row.key, name_sort(f"{row.code} {json.loads(row.facts or '{}').get('name', '')}"))
        for row in connection.execute(rows)
    ]


def items(connection: Connection, keys: Sequence[int]) -> tuple[EventItem, ...]:
    """Return events as rows, with one row for each part."""
    place = {key: at for at, key in enumerate(keys)}
    parts = sorted(event_parts(connection, keys=keys), key=lambda part: (place[part.event], part.part))
    facts = _facts(connection, keys)
    return tuple(_item(part, facts.get(part.event, {})) for part in parts)


def _item(part: EventPart, facts: dict[str, Any]) -> EventItem:
    """Build the row of an event or part."""
    return EventItem(
        part.name, facts.get("name") or part.code, part.series, facts.get("federation", ""), part.start, part.end,
        part.life.where, part.life.rated or None,
    )  # fmt: skip


def _facts(connection: Connection, keys: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The newest facts of events, by key."""
    facts, facts_by_event = schema.event_facts, dict[int, dict[str, Any]]()
    for first in range(0, len(keys), MOST):
        some = keys[first : first + MOST]
        rows = select(facts.c.event, facts.c.facts).where(facts.c.event.in_(some)).order_by(facts.c.seq)
        facts_by_event |= {row.event: json.loads(row.facts) for row in connection.execute(rows)}
    return facts_by_event


def heading(connection: Connection, code: str) -> EventHeading:
    """Return the public facts of an event; an unknown code is refused with the nearest one."""
    event = booked(connection, code)
    facts = event.given
    parts = items(connection, [event.key])
    try:
        edition = in_force(event.series, event.start).id
    except LawError:
        edition = ""
    return EventHeading(
        event.code, str(facts.get("name") or event.code), event.series, edition, str(facts.get("federation", "")),
        event.start, event.end, str(facts.get("system", "")), str(facts.get("time_control", "")), parts,
        found_in_report(connection, event.key),
    )  # fmt: skip


def found_in_report(connection: Connection, key: int) -> tuple[FoundInReport, ...]:
    """Return the findings of the last decision about an event, the gravest first."""
    decided = [each for each in decisions_of(connection, key) if each.kind in DECIDED and each.detail.get("findings")]
    if not decided:
        return ()
    kinds = Counter(
        (each["code"], each["tier"], tuple(each["articles"]))
        for last in (decided[-1],)
        for each in last.detail["findings"]
    )
    order = {tier.value: at for at, tier in enumerate(Tier)}
    rows = sorted(kinds.items(), key=lambda item: (order[item[0][1]], item[0][0]))
    return tuple(FoundInReport(code, Tier(tier), times, articles) for (code, tier, articles), times in rows)
