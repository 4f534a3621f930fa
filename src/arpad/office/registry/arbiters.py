"""Know the arbiters and their licences: which one each holds on which days, as admission asks.

An arbiter has one licence at a time, the highest that he holds; on the days it names, an entry stands in place of
earlier ones, and `none` takes a licence away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from sqlalchemy import Connection, insert, select, update

from arpad.admission.case import Licence, Membership, Registered
from arpad.days import Day
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.model.facts import LICENCES, NO_LICENCE
from arpad.office.desk import Writing
from arpad.office.registry import federations, rating_officers
from arpad.office.registry.person import FEDERATION, LONGEST_FIDE, Fault, name_faults, refuse
from arpad.office.registry.spans import OPEN, Span, laid
from arpad.office.store.memory import Subject, recall
from arpad.office.store.schema import arbiter, licence
from arpad.office.store.sent import send


@dataclass(frozen=True, slots=True)
class Entry:
    """An arbiter, and a licence they hold from one day to another; without a licence only who they are."""

    id: int
    name: str
    federation: str = ""
    licence: str = ""
    since: int = 0
    until: int = 0


def licence_of(text: str) -> str:
    """The licence in the office's spelling: upper case, or `none`."""
    return NO_LICENCE if text.casefold() == NO_LICENCE else text.upper()


def faults(entry: Entry) -> Iterator[Fault]:
    """Yield each field of an entry that cannot be as it is, with what was expected."""
    if not 0 < entry.id <= LONGEST_FIDE:
        yield "id", Problem("expected/fide-number")
    if not entry.name:
        yield "name", Problem("expected/name")
    yield from name_faults("name", entry.name)
    if entry.licence and entry.licence not in LICENCES:
        yield "licence", Problem("expected/one-of-or-nothing", known=LICENCES)
    if entry.federation and not FEDERATION.fullmatch(entry.federation):
        yield "federation", Problem("expected/federation")
    yield from federations.wrong_days(entry.since, entry.until)


def enter(writing: Writing, entries: Sequence[Entry]) -> int:
    """Store new arbiters, changed names and new licences; return how many licences were stored. What already holds
    is not stored again."""
    connection, count = writing.connection, 0
    for entry in entries:
        refuse(faults(entry))
    people = everybody(connection)
    spans = held(connection)
    new_spans: dict[int, list[Span]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.id, entry.since, entry.until or OPEN, entry.licence)):
        about = (entry.name, entry.federation)
        who = {"name": entry.name, "federation": entry.federation}
        if entry.id not in people:
            connection.execute(insert(arbiter).values(id=entry.id, **who, log=writing.seq))
        elif people[entry.id] != about:
            connection.execute(update(arbiter).where(arbiter.c.id == entry.id).values(**who, log=writing.seq))
            send(connection, arbiter, [{"id": entry.id, **who, "log": writing.seq}])
        people[entry.id] = about
        if entry.licence:
            new_spans.setdefault(entry.id, []).append((entry.licence, entry.since, entry.until))
    for number, new in new_spans.items():
        before = spans.get(number, [])
        if laid([*before, *new]) == before:
            continue
        rows = [
            {"arbiter": number, "kind": kind, "since": int(since), "until": int(until), "log": writing.seq}
            for kind, since, until in new
        ]
        connection.execute(insert(licence), rows)
        count += len(rows)
    return count


def held(connection: Connection, known_at: int | None = None) -> dict[int, list[Span]]:
    """Return for each arbiter (by number) the licences with the days on which they hold."""
    rows = select(licence).order_by(licence.c.seq)
    if known_at is not None:
        rows = rows.where(licence.c.log <= known_at)
    entries: dict[int, list[Span]] = {}
    for row in connection.execute(rows):
        entries.setdefault(row.arbiter, []).append((row.kind, row.since, row.until))
    return {number: laid(spans) for number, spans in sorted(entries.items())}


def registered(connection: Connection, known_at: int | None = None) -> Registered:
    """Return the federations, arbiters and rating officers with their days, as admission reads them. Arbiters
    without a licence are included."""
    return recall(connection, Subject.PEOPLE, ("registered", known_at), lambda: _registered(connection, known_at))


def _registered(connection: Connection, known_at: int | None) -> Registered:
    """Read them from the database."""
    members = {
        code: tuple(
            Membership(_date(since), _date(until), state)  # type: ignore[arg-type]
            for state, since, until in spans
            if state != federations.NONE
        )
        for code, spans in federations.held(connection, known_at).items()
    }
    numbers = connection.execute(select(arbiter.c.id).order_by(arbiter.c.id)).scalars()
    licences: dict[int, tuple[Licence, ...]] = dict.fromkeys(numbers, ())
    for number, spans in held(connection, known_at).items():
        kinds = (span for span in spans if span[0] != NO_LICENCE)
        licences[number] = tuple(Licence(kind, _date(since), _date(until)) for kind, since, until in kinds)
    return Registered(members, licences, rating_officers.terms(connection))


def _date(number: int) -> date | None:
    """The date of a day number; None for 0, which means no limit."""
    return Day(number).date if number else None


def everybody(connection: Connection) -> dict[int, tuple[str, str]]:
    """Return the name and federation of each arbiter, by number."""
    return {row.id: (row.name, row.federation) for row in connection.execute(select(arbiter))}
