"""Keep arbiters with their licences and federations with what they are: enter one, and show which holds when.

On the days it names, an entry stands in place of earlier ones. What is entered from files is decided by `filing`.
"""

from __future__ import annotations

from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.desk import Desk
from arpad.office.registry import arbiters as licensed
from arpad.office.registry import federations as members
from arpad.office.registry import rating_officers as officers
from arpad.office.registry.filing import EntriesImported
from arpad.office.registry.spans import NO_DAY, State, on


@dataclass(frozen=True)
class NewArbiter:
    """A request to enter an arbiter, or one more licence."""

    id: int
    name: str
    federation: str = ""
    licence: str = ""
    since: Day = NO_DAY
    until: Day = NO_DAY
    why: str = ""


@dataclass(frozen=True)
class NewFederation:
    """A request to enter a federation, or its state from a day on."""

    code: str
    name: str = ""
    state: str = "member"
    since: Day = NO_DAY
    until: Day = NO_DAY
    why: str = ""


@dataclass(frozen=True)
class NewOfficer:
    """A request to enter the rating officer of a federation for some days; no name means nobody."""

    federation: str
    name: str = ""
    since: Day = NO_DAY
    until: Day = NO_DAY
    why: str = ""


@dataclass(frozen=True)
class ShowArbiters:
    """Which arbiters to list (one, or all without a number), with the licences of a day or all of them."""

    number: int | None = None
    as_of: Day = NO_DAY


@dataclass(frozen=True)
class ShowFederations:
    """Which federations to list (one, or all without a code), with the states of a day or all of them."""

    code: str = ""
    as_of: Day = NO_DAY


@dataclass(frozen=True)
class Licence:
    """A licence and its days, both included; no day means since ever, or until further notice."""

    licence: str
    since: Day
    until: Day


@dataclass(frozen=True)
class Arbiter:
    """An arbiter and their licences."""

    id: int
    name: str
    federation: str | None
    licences: tuple[Licence, ...]


@dataclass(frozen=True)
class Officer:
    """A rating officer and their days, both included; no day means since ever, or until further notice."""

    name: str
    since: Day
    until: Day


@dataclass(frozen=True)
class Federation:
    """A federation with its states and rating officers over time."""

    code: str
    name: str
    states: tuple[State, ...]
    officers: tuple[Officer, ...]


def add_arbiter(desk: Desk, request: NewArbiter) -> EntriesImported:
    """Enter one arbiter, or one more licence."""
    name, federation = request.name.strip(), request.federation.upper()
    entry = licensed.Entry(
        request.id, name, federation, licensed.licence_of(request.licence), request.since, request.until
    )
    with desk.writing("arbiter-add", str(request.id), request.why, {"rows": 1}) as writing:
        count = licensed.enter(writing, [entry])
    return EntriesImported(count, 1 - count, ())


def add_federation(desk: Desk, request: NewFederation) -> EntriesImported:
    """Enter one federation, or its state from a day on."""
    code = request.code.upper()
    entry = members.Entry(code, request.name, request.state, request.since, request.until)
    with desk.writing("federation-add", code, request.why, {"rows": 1}) as writing:
        count = members.enter(writing, [entry])
    return EntriesImported(count, 1 - count, ())


def name_officer(desk: Desk, request: NewOfficer) -> EntriesImported:
    """Enter the rating officer of a federation."""
    code = request.federation.upper()
    entry = officers.Entry(code, request.name.strip(), request.since, request.until)
    with desk.writing("federation-officer", code, request.why, {"rows": 1}) as writing:
        count = officers.enter(writing, entry)
    return EntriesImported(count, 1 - count, ())


def arbiters(desk: Desk, request: ShowArbiters) -> tuple[Arbiter, ...]:
    """Return the arbiters by number, with their licences."""
    with desk.reading() as connection:
        people, spans = licensed.everybody(connection), licensed.held(connection)
    if request.number is not None and request.number not in people:
        raise Misuse("no-arbiter", Remedy.to("add-arbiter"), number=request.number)
    numbers = sorted(people) if request.number is None else [request.number]
    return tuple(
        Arbiter(number, people[number][0], people[number][1] or None, tuple(
            Licence(kind, Day(since), Day(until))
            for kind, since, until in on(spans.get(number, []), request.as_of)
        ))
        for number in numbers
    )  # fmt: skip


def federations(desk: Desk, request: ShowFederations) -> tuple[Federation, ...]:
    """Return the federations by code, with their states and rating officers."""
    with desk.reading() as connection:
        names, spans = members.named(connection), members.held(connection)
        named = officers.held(connection)
    code_wanted = request.code.upper()
    if code_wanted and code_wanted not in names:
        raise Misuse("no-federation", Remedy.to("add-this-federation"), code=code_wanted)
    return tuple(
        Federation(code, names[code], tuple(
            State(state, Day(since), Day(until)) for state, since, until in on(spans.get(code, []), request.as_of)
        ), tuple(
            Officer(name, Day(since), Day(until))
            for name, since, until in on(named.get(code, []), request.as_of) if name
        ))
        for code in ([code_wanted] if code_wanted else sorted(names))
    )  # fmt: skip
