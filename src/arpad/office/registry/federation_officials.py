"""Federations, their rating officers and the arbiters' licences, each with the days on which they hold.

Entries are never changed: on the days it names, a later entry replaces earlier ones. A span is a value with two days
(yyyymmdd, both included); day 0 means no limit. A federation without an entry for a day is no member on that day. An
arbiter has one licence at a time, the highest; the licence `none` ends it. A rating officer without a name ends the
term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from arpad.admission.case import Licence, Membership, Registered, Term
from arpad.days import LAST_YEAR, Day
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.model.facts import LICENCES, NO_LICENCE
from arpad.office.desk import WriteTransaction
from arpad.office.registry.person import (
    FEDERATION_CODE,
    HIGHEST_FIDE_NUMBER,
    Fault,
    is_day,
    name_faults,
    refuse_first_fault,
)
from arpad.office.store.cache import CacheSubject, cached
from arpad.office.store.schema import arbiter, federation, licence, membership, rating_officer

ONE_DAY = timedelta(days=1)
OPEN_END = 99_991_231

Span = tuple[str, int, int]  # what holds, since, until


NO_DAY = Day(0)


@dataclass(frozen=True)
class State:
    """What a federation is on some days, both included; no day means since ever, or until further notice."""

    state: str
    since: Day
    until: Day


def combine_spans(entries: Iterable[Span]) -> list[Span]:
    """Combine entries (value, since, until), in the order in which they were made, into spans that do not overlap,
    sorted by day. A later entry replaces earlier ones on its days; `until` 0 means no end."""
    held: list[Span] = []
    for entry in entries:
        held = [piece for old in held for piece in _rest_of_older_span(old, entry)] + [entry]
    return sorted(held, key=lambda span: (span[1], span[0]))


def spans_on_day(spans: Iterable[Span], day: int) -> list[Span]:
    """Return the spans (value, since, until) that include a day; all of them for day 0."""
    return [span for span in spans if not day or span[1] <= day <= (span[2] or OPEN_END)]


def stored_spans(
    connection: Connection, table: Table, owner: str, value: str, known_at: int | None = None
) -> dict[Any, list[Span]]:
    """Return the combined spans of each owner in a table of entries, by owner. `owner` and `value` are column names;
    `known_at` leaves out what later log entries stored."""
    rows = select(table.c[owner], table.c[value], table.c.since, table.c.until).order_by(table.c.seq)
    if known_at is not None:
        rows = rows.where(table.c.log <= known_at)
    entries: dict[Any, list[Span]] = {}
    for key, *span in connection.execute(rows):
        entries.setdefault(key, []).append((span[0], span[1], span[2]))
    return {key: combine_spans(spans) for key, spans in sorted(entries.items())}


def spans_to_store(spans: Mapping[Any, list[Span]], entered: Mapping[Any, list[Span]]) -> Iterator[tuple[Any, Span]]:
    """Yield (owner, span) for the entered spans of each owner whose combined stored spans they would change. If they
    change nothing, the owner is left out. Nothing is stored here."""
    for owner, new in entered.items():
        before = spans.get(owner, [])
        if combine_spans([*before, *new]) != before:
            yield from ((owner, span) for span in new)


def _rest_of_older_span(old: Span, new: Span) -> Iterator[Span]:
    """Yield what is left of an older span on the days that a newer one does not cover: up to two spans."""
    what, since, until = old
    first, last = new[1], new[2] or OPEN_END
    if (until or OPEN_END) < first or last < since:
        yield old
        return
    if since < first:
        yield what, since, _neighbouring_day(first, -ONE_DAY)
    if last < (until or OPEN_END):
        yield what, _neighbouring_day(last, ONE_DAY), until


def _neighbouring_day(number: int, step: timedelta) -> int:
    """The day (yyyymmdd) one step before or after a day."""
    return Day.of(Day(number).date + step)


NO_MEMBER = "none"  # takes an entry back: no member on these days
MEMBERSHIP_STATES = ("member", "excluded", "temporarily-excluded", NO_MEMBER)


@dataclass(frozen=True, slots=True)
class MembershipEntry:
    """The state of a federation (member, excluded, ...) from one day to another."""

    code: str
    name: str = ""
    state: str = "member"
    since: int = 0
    until: int = 0


def membership_faults(entry: MembershipEntry) -> Iterator[Fault]:
    """Yield each invalid field of an entry (code, name, state, days), with what was expected. Whether the federation is
    registered is not checked."""
    if not FEDERATION_CODE.fullmatch(entry.code):
        yield "code", Problem("expected/federation")
    yield from name_faults("name", entry.name)
    if entry.state not in MEMBERSHIP_STATES:
        yield "state", Problem("expected/one-of", known=MEMBERSHIP_STATES)
    yield from day_range_faults(entry.since, entry.until)


def day_range_faults(since: int, until: int) -> Iterator[Fault]:
    """Yield a fault if one of two days is no complete day (0 is allowed: no limit), or the last is before the first."""
    for name, number in (("since", since), ("until", until)):
        if number and not (is_day(number) and Day(number).year <= LAST_YEAR):
            yield name, Problem("expected/day-or-nothing")
    if until and until < since:
        yield "until", Problem("expected/not-before-since", since=Day(since))


def enter_memberships(writing: WriteTransaction, entries: Sequence[MembershipEntry]) -> int:
    """Store new federations, changed names and new states; return how many states were stored. States that already hold
    are not stored again. An invalid entry is refused before anything is stored."""
    connection = writing.connection
    for entry in entries:
        refuse_first_fault(membership_faults(entry))
    names, spans = federation_names(connection), membership_spans(connection)
    new_spans: dict[str, list[Span]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.code, entry.since, entry.until or OPEN_END, entry.state)):
        if entry.code not in names:
            connection.execute(insert(federation).values(code=entry.code, name=entry.name, log=writing.seq))
        elif entry.name and entry.name != names[entry.code]:
            changed = update(federation).where(federation.c.code == entry.code)
            connection.execute(changed.values(name=entry.name, log=writing.seq))
        names[entry.code] = entry.name or names.get(entry.code, "")
        new_spans.setdefault(entry.code, []).append((entry.state, entry.since, entry.until))
    rows = [
        {"federation": code, "state": state, "since": int(since), "until": int(until), "log": writing.seq}
        for code, (state, since, until) in spans_to_store(spans, new_spans)
    ]
    if rows:
        connection.execute(insert(membership), rows)
    return len(rows)


def membership_spans(connection: Connection, known_at: int | None = None) -> dict[str, list[Span]]:
    """Return for each federation (by code) its states as (state, since, until). `known_at`: as known at this log
    entry."""
    return stored_spans(connection, membership, "federation", "state", known_at)


def federation_states_on(connection: Connection, day: int, known_at: int | None = None) -> dict[str, str] | None:
    """Return the state of each federation on a day, by code; an empty text if it has none then. Returns None if the
    office has no state of any federation. `known_at`: as known at this log entry."""
    spans = membership_spans(connection, known_at)
    if not spans:
        return None
    return {code: next((state for state, _, _ in spans_on_day(each, day)), "") for code, each in spans.items()}


def federation_names(connection: Connection) -> dict[str, str]:
    """Return the current name of each registered federation, by code."""
    rows = connection.execute(select(federation.c.code, federation.c.name).order_by(federation.c.code))
    return {row.code: row.name for row in rows}


@dataclass(frozen=True, slots=True)
class OfficerEntry:
    """The rating officer of a federation from one day to another; an empty name means nobody."""

    federation: str
    name: str = ""
    since: int = 0
    until: int = 0


def officer_faults(entry: OfficerEntry) -> Iterator[Fault]:
    """Yield each invalid field of an entry (name, days), with what was expected. The federation is not checked."""
    yield from name_faults("name", entry.name)
    yield from day_range_faults(entry.since, entry.until)


def enter_rating_officer(writing: WriteTransaction, entry: OfficerEntry) -> int:
    """Store the rating officer of a federation for some days; return 1, or 0 if it already holds. Refuses an invalid
    name or day, and a federation that is not registered."""
    refuse_first_fault(officer_faults(entry))
    connection = writing.connection
    if entry.federation not in federation_names(connection):
        raise UserError("no-federation", Remedy.to("add-this-federation"), code=entry.federation)
    before = officer_spans(connection).get(entry.federation, [])
    if combine_spans([*before, (entry.name, entry.since, entry.until)]) == before:
        return 0
    row = {"federation": entry.federation, "name": entry.name, "since": int(entry.since), "until": int(entry.until)}
    connection.execute(insert(rating_officer).values(**row, log=writing.seq))
    return 1


def officer_spans(connection: Connection) -> dict[str, list[Span]]:
    """Return for each federation (by code) its rating officers as (name, since, until); an empty name means nobody."""
    return stored_spans(connection, rating_officer, "federation", "name")


def officer_terms(connection: Connection) -> dict[str, tuple[Term, ...]]:
    """Return the rating officers' terms of each registered federation, by code, as admission reads them. A federation
    without officers has an empty tuple."""
    spans = officer_spans(connection)
    return {
        code: tuple(
            Term(name, Day(since).date if since else None, Day(until).date if until else None)
            for name, since, until in spans.get(code, [])
            if name
        )
        for code in federation_names(connection)
    }


@dataclass(frozen=True, slots=True)
class LicenceEntry:
    """An arbiter, and a licence they hold from one day to another; without a licence only who they are."""

    id: int
    name: str
    federation: str = ""
    licence: str = ""
    since: int = 0
    until: int = 0


def normalise_licence(text: str) -> str:
    """Return a licence in the office's spelling: upper case, or `none`. Unknown licences are not refused."""
    return NO_LICENCE if text.casefold() == NO_LICENCE else text.upper()


def licence_faults(entry: LicenceEntry) -> Iterator[Fault]:
    """Yield each invalid field of an entry (id, name, licence, federation, days), with what was expected. Whether the
    federation is registered is not checked."""
    if not 0 < entry.id <= HIGHEST_FIDE_NUMBER:
        yield "id", Problem("expected/fide-number")
    if not entry.name:
        yield "name", Problem("expected/name")
    yield from name_faults("name", entry.name)
    if entry.licence and entry.licence not in LICENCES:
        yield "licence", Problem("expected/one-of-or-nothing", known=LICENCES)
    if entry.federation and not FEDERATION_CODE.fullmatch(entry.federation):
        yield "federation", Problem("expected/federation")
    yield from day_range_faults(entry.since, entry.until)


def enter_licences(writing: WriteTransaction, entries: Sequence[LicenceEntry]) -> int:
    """Store new arbiters, changed names and federations, and new licences; return how many licences were stored. A
    licence that already holds is not stored again. An invalid entry is refused before anything is stored."""
    connection = writing.connection
    for entry in entries:
        refuse_first_fault(licence_faults(entry))
    people = arbiter_names(connection)
    spans = licence_spans(connection)
    new_spans: dict[int, list[Span]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.id, entry.since, entry.until or OPEN_END, entry.licence)):
        about = (entry.name, entry.federation)
        who = {"name": entry.name, "federation": entry.federation}
        if entry.id not in people:
            connection.execute(insert(arbiter).values(id=entry.id, **who, log=writing.seq))
        elif people[entry.id] != about:
            connection.execute(update(arbiter).where(arbiter.c.id == entry.id).values(**who, log=writing.seq))
        people[entry.id] = about
        if entry.licence:
            new_spans.setdefault(entry.id, []).append((entry.licence, entry.since, entry.until))
    rows = [
        {"arbiter": number, "kind": kind, "since": int(since), "until": int(until), "log": writing.seq}
        for number, (kind, since, until) in spans_to_store(spans, new_spans)
    ]
    if rows:
        connection.execute(insert(licence), rows)
    return len(rows)


def licence_spans(connection: Connection, known_at: int | None = None) -> dict[int, list[Span]]:
    """Return for each arbiter (by FIDE number) the licences as (licence, since, until); `none` means no licence."""
    return stored_spans(connection, licence, "arbiter", "kind", known_at)


def registered_officials(connection: Connection, known_at: int | None = None) -> Registered:
    """Return federations, arbiters (also those without a licence) and rating officers with their days, as admission
    reads them. Cached. `known_at`: as known at this log entry; rating officers always as known now."""
    return cached(
        connection,
        CacheSubject.PEOPLE,
        ("registered", known_at),
        lambda: _read_registered_officials(connection, known_at),
    )


def _read_registered_officials(connection: Connection, known_at: int | None) -> Registered:
    """Read them from the database, without the cache; states and licences `none` are left out."""
    members = {
        code: tuple(
            Membership(_date_or_none(since), _date_or_none(until), state)  # type: ignore[arg-type]
            for state, since, until in spans
            if state != NO_MEMBER
        )
        for code, spans in membership_spans(connection, known_at).items()
    }
    numbers = connection.execute(select(arbiter.c.id).order_by(arbiter.c.id)).scalars()
    licences: dict[int, tuple[Licence, ...]] = dict.fromkeys(numbers, ())
    for number, spans in licence_spans(connection, known_at).items():
        kinds = (span for span in spans if span[0] != NO_LICENCE)
        licences[number] = tuple(
            Licence(kind, _date_or_none(since), _date_or_none(until)) for kind, since, until in kinds
        )
    return Registered(members, licences, officer_terms(connection))


def _date_or_none(number: int) -> date | None:
    """The date of a day number; None for 0, which means no limit."""
    return Day(number).date if number else None


def arbiter_names(connection: Connection) -> dict[int, tuple[str, str]]:
    """Return the current (name, federation) of each arbiter, by FIDE number; the federation may be empty."""
    return {row.id: (row.name, row.federation) for row in connection.execute(select(arbiter))}
