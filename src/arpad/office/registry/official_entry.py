"""Requests of officers about arbiters, federations and rating officers: enter one, or list them with their days.

Files with many entries are read by `import_files`.
"""

from __future__ import annotations

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk
from arpad.office.registry import federation_officials as licensed
from arpad.office.registry import federation_officials as members
from arpad.office.registry import federation_officials as officers
from arpad.office.registry.federation_officials import NO_DAY, State, spans_on_day
from arpad.office.registry.import_files import EntriesImported


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
class ArbiterQuery:
    """Which arbiters to list (one, or all without a number), with the licences of a day or all of them."""

    number: int | None = None
    as_of: Day = NO_DAY


@dataclass(frozen=True)
class FederationQuery:
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


@act("add-arbiter", about=Subject.OFFICE, permission=Permission.PEOPLE)
def add_arbiter(desk: Desk, request: NewArbiter) -> EntriesImported:
    """Store one arbiter, a changed name, or one more licence; return how many licences were stored. A licence that
    already holds is not stored again; invalid values are refused."""
    name, federation = request.name.strip(), request.federation.upper()
    entry = licensed.LicenceEntry(
        request.id, name, federation, licensed.normalise_licence(request.licence), request.since, request.until
    )
    with desk.writing("arbiter-add", str(request.id), request.why, {"rows": 1}) as writing:
        count = licensed.enter_licences(writing, [entry])
    return EntriesImported(count, 1 - count, ())


@act("add-federation", about=Subject.OFFICE, permission=Permission.PEOPLE)
def add_federation(desk: Desk, request: NewFederation) -> EntriesImported:
    """Store one federation, a changed name, or its state from a day on; return how many states were stored. A state
    that already holds is not stored again; invalid values are refused."""
    code = request.code.upper()
    entry = members.MembershipEntry(code, request.name, request.state, request.since, request.until)
    with desk.writing("federation-add", code, request.why, {"rows": 1}) as writing:
        count = members.enter_memberships(writing, [entry])
    return EntriesImported(count, 1 - count, ())


@act("name-rating-officer", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def name_rating_officer(desk: Desk, request: NewOfficer) -> EntriesImported:
    """Store the rating officer of a federation for some days; return whether it was stored or already held. A
    federation that is not registered is refused."""
    code = request.federation.upper()
    entry = officers.OfficerEntry(code, request.name.strip(), request.since, request.until)
    with desk.writing("federation-officer", code, request.why, {"rows": 1}) as writing:
        count = officers.enter_rating_officer(writing, entry)
    return EntriesImported(count, 1 - count, ())


def list_arbiters(desk: Desk, request: ArbiterQuery) -> tuple[Arbiter, ...]:
    """Return one arbiter, or all by number, with the licences of a day (`as_of`) or all of them. An unknown number is
    refused."""
    with desk.reading() as connection:
        people, spans = licensed.arbiter_names(connection), licensed.licence_spans(connection)
    if request.number is not None and request.number not in people:
        raise UserError("no-arbiter", Remedy.to("add-arbiter"), number=request.number)
    numbers = sorted(people) if request.number is None else [request.number]
    return tuple(
        Arbiter(number, people[number][0], people[number][1] or None, tuple(
            Licence(kind, Day(since), Day(until))
            for kind, since, until in spans_on_day(spans.get(number, []), request.as_of)
        ))
        for number in numbers
    )  # fmt: skip


def list_federations(desk: Desk, request: FederationQuery) -> tuple[Federation, ...]:
    """Return one federation, or all by code, with states and rating officers of a day (`as_of`) or all of them. An
    unknown code is refused."""
    with desk.reading() as connection:
        names, spans = members.federation_names(connection), members.membership_spans(connection)
        named = officers.officer_spans(connection)
    code_wanted = request.code.upper()
    if code_wanted and code_wanted not in names:
        raise UserError("no-federation", Remedy.to("add-this-federation"), code=code_wanted)
    return tuple(
        Federation(
            code,
            names[code],
            tuple(
                State(state, Day(since), Day(until))
                for state, since, until in spans_on_day(spans.get(code, []), request.as_of)
            ),
            tuple(
                Officer(name, Day(since), Day(until))
                for name, since, until in spans_on_day(named.get(code, []), request.as_of)
                if name
            ),
        )
        for code in ([code_wanted] if code_wanted else sorted(names))
    )
