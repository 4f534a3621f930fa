"""Know the rating officer of each federation: who it is on which days.

An entry names somebody and the days; on those days it stands in place of earlier entries. An entry without a name takes
that back: the federation has nobody then.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, insert, select

from arpad.admission.case import Term
from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.desk import Writing
from arpad.office.registry.federations import named, wrong_days
from arpad.office.registry.person import Fault, name_faults, refuse
from arpad.office.registry.spans import Span, laid
from arpad.office.store.schema import rating_officer


@dataclass(frozen=True, slots=True)
class Entry:
    """The rating officer of a federation from one day to another; an empty name means nobody."""

    federation: str
    name: str = ""
    since: int = 0
    until: int = 0


def faults(entry: Entry) -> Iterator[Fault]:
    """Yield each field of an entry that cannot be as it is, with what was expected."""
    yield from name_faults("name", entry.name)
    yield from wrong_days(entry.since, entry.until)


def enter(writing: Writing, entry: Entry) -> int:
    """Store the entry unless it already holds; return how many were stored. A federation that is not registered is
    refused."""
    refuse(faults(entry))
    connection = writing.connection
    if entry.federation not in named(connection):
        raise Misuse("no-federation", Remedy.to("add-this-federation"), code=entry.federation)
    before = held(connection).get(entry.federation, [])
    if laid([*before, (entry.name, entry.since, entry.until)]) == before:
        return 0
    row = {"federation": entry.federation, "name": entry.name, "since": int(entry.since), "until": int(entry.until)}
    connection.execute(insert(rating_officer).values(**row, log=writing.seq))
    return 1


def held(connection: Connection) -> dict[str, list[Span]]:
    """Return for each federation (by code) its rating officers with the days on which they hold the office."""
    entries: dict[str, list[Span]] = {}
    for row in connection.execute(select(rating_officer).order_by(rating_officer.c.seq)):
        entries.setdefault(row.federation, []).append((row.name, row.since, row.until))
    return {code: laid(spans) for code, spans in sorted(entries.items())}


def terms(connection: Connection) -> dict[str, tuple[Term, ...]]:
    """Return the terms of the rating officers of each registered federation, as admission reads them; empty if there
    are none."""
    spans = held(connection)
    return {
        code: tuple(
            Term(name, Day(since).date if since else None, Day(until).date if until else None)
            for name, since, until in spans.get(code, [])
            if name
        )
        for code in named(connection)
    }
