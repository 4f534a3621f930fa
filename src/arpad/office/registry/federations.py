"""Know the federations: since when each is a member, or excluded, as admission asks.

An entry names a state and its days; on those days it stands in place of earlier entries. A federation without an entry
for a day is no member on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, insert, select, update

from arpad.days import LAST_YEAR, Day
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.desk import Writing
from arpad.office.registry.person import FEDERATION, Fault, is_day, name_faults, refuse
from arpad.office.registry.spans import OPEN, Span, laid, on
from arpad.office.store.schema import federation, membership
from arpad.office.store.sent import send

NONE = "none"  # takes an entry back: no member on these days
STATES = ("member", "excluded", "temporarily-excluded", NONE)


@dataclass(frozen=True, slots=True)
class Entry:
    """The state of a federation (member, excluded, ...) from one day to another."""

    code: str
    name: str = ""
    state: str = "member"
    since: int = 0
    until: int = 0


def faults(entry: Entry) -> Iterator[Fault]:
    """Yield each field of an entry that cannot be as it is, with what was expected."""
    if not FEDERATION.fullmatch(entry.code):
        yield "code", Problem("expected/federation")
    yield from name_faults("name", entry.name)
    if entry.state not in STATES:
        yield "state", Problem("expected/one-of", known=STATES)
    yield from wrong_days(entry.since, entry.until)


def wrong_days(since: int, until: int) -> Iterator[Fault]:
    """Yield a problem where one of two days is no day, or the last one comes before the first."""
    for name, number in (("since", since), ("until", until)):
        if number and not (is_day(number) and Day(number).year <= LAST_YEAR):
            yield name, Problem("expected/day-or-nothing")
    if until and until < since:
        yield "until", Problem("expected/not-before-since", since=Day(since))


def enter(writing: Writing, entries: Sequence[Entry]) -> int:
    """Store new federations, changed names and new states; return how many states were stored. What already holds is
    not stored again."""
    connection, count = writing.connection, 0
    for entry in entries:
        refuse(faults(entry))
    names, spans = named(connection), held(connection)
    new_spans: dict[str, list[Span]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.code, entry.since, entry.until or OPEN, entry.state)):
        if entry.code not in names:
            connection.execute(insert(federation).values(code=entry.code, name=entry.name, log=writing.seq))
        elif entry.name and entry.name != names[entry.code]:
            changed = update(federation).where(federation.c.code == entry.code)
            connection.execute(changed.values(name=entry.name, log=writing.seq))
            send(connection, federation, [{"code": entry.code, "name": entry.name, "log": writing.seq}])
        names[entry.code] = entry.name or names.get(entry.code, "")
        new_spans.setdefault(entry.code, []).append((entry.state, entry.since, entry.until))
    for code, new in new_spans.items():
        before = spans.get(code, [])
        if laid([*before, *new]) == before:
            continue
        rows = [
            {"federation": code, "state": state, "since": int(since), "until": int(until), "log": writing.seq}
            for state, since, until in new
        ]
        connection.execute(insert(membership), rows)
        count += len(rows)
    return count


def held(connection: Connection, known_at: int | None = None) -> dict[str, list[Span]]:
    """Return for each federation (by code) its states with the days on which they hold."""
    rows = select(membership).order_by(membership.c.seq)
    if known_at is not None:
        rows = rows.where(membership.c.log <= known_at)
    entries: dict[str, list[Span]] = {}
    for row in connection.execute(rows):
        entries.setdefault(row.federation, []).append((row.state, row.since, row.until))
    return {code: laid(spans) for code, spans in sorted(entries.items())}


def states_on(connection: Connection, day: int, known_at: int | None = None) -> dict[str, str] | None:
    """Return the state of each federation on a day, empty for none; None if the office keeps no federations."""
    spans = held(connection, known_at)
    if not spans:
        return None
    return {code: next((state for state, _, _ in on(each, day)), "") for code, each in spans.items()}


def named(connection: Connection) -> dict[str, str]:
    """Return the name of each federation, by code."""
    rows = connection.execute(select(federation.c.code, federation.c.name).order_by(federation.c.code))
    return {row.code: row.name for row in rows}
