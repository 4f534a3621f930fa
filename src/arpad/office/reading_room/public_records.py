"""What the public may know of a person, of claims and of cases: no birth date, no claimant, no wording."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, select

from arpad.days import Day, Month
from arpad.explain.claims import Claimed, ClaimState
from arpad.frozen import dataclass
from arpad.office.cases.claims import claims_matching
from arpad.office.publishing.revised_rows import revision_layers
from arpad.office.registry.names import latin_form_of_name
from arpad.office.registry.player_facts import changes_of_players, facts_of_players
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema
from arpad.office.store.cache import CacheSubject, cached

PUBLIC_FIELDS = ("name", "federation", "region", "title", "national_title")  # whose history is public


@dataclass(frozen=True)
class PublicPerson:
    """A player as the public sees them."""

    id: int
    fide_id: int | None
    name: str
    latin_name: str | None
    former_names: tuple[str, ...]
    sex: str | None
    federation: str | None
    region: str | None
    title: str | None
    national_title: str | None
    birth_year: int | None
    deceased: bool


@dataclass(frozen=True)
class PublicChange:
    """A public fact of a player that changed, and the day from which the new value holds; no day means every day."""

    field: str
    old: str
    new: str
    since: Day


def public_person(connection: Connection, key: int) -> PublicPerson:
    """Return a player as the public sees them: of the birth only the year, of a death only that it is so."""
    person = facts_of_players(connection, [key])[key]
    latin = latin_form_of_name(person.name, person.federation, person.latin_name)
    return PublicPerson(
        office_number(key),
        person.fide_id or None,
        person.name,
        latin if latin != person.name else None,
        person.former_names,
        person.sex or None,
        person.federation or None,
        person.region or None,
        person.title or None,
        person.national_title or None,
        Day(person.born).year or None,
        bool(person.died),
    )


def public_changes(connection: Connection, key: int) -> tuple[PublicChange, ...]:
    """Return the changes of a player's public facts (PUBLIC_FIELDS), in the order in which they were entered; a change
    to the same value is left out."""
    return tuple(
        PublicChange(change.field, change.old, change.new, Day(change.since))
        for change in changes_of_players(connection, [key], PUBLIC_FIELDS)
        if change.old != change.new
    )


@dataclass(frozen=True)
class PublicClaim:
    """A claim as the public sees it: no claimant and no wording."""

    code: str
    series: str
    list_: Month
    player: int  # the office's number
    event: str | None  # where a game is disputed, or what an event gave
    round: int | None
    filed: date
    until: date | None  # the last day that the law gives
    article: str | None  # that sets it
    state: ClaimState
    answered: date | None
    case: str | None  # that puts it right


def public_claims_on_player(connection: Connection, key: int) -> tuple[PublicClaim, ...]:
    """Return the claims about a player's rows and games, without withdrawn ones, claimants and texts."""
    if key not in _keys_ever_claimed_about(connection, "player"):
        return ()
    return _public_claims(claims_matching(connection, schema.claim.c.player == key))


def public_claims_on_event(connection: Connection, key: int) -> tuple[PublicClaim, ...]:
    """Return the claims about an event's games, of all its parts, without withdrawn ones, claimants and texts."""
    if key not in _keys_ever_claimed_about(connection, "event"):
        return ()
    return _public_claims(claims_matching(connection, schema.claim.c.event == key))


def _keys_ever_claimed_about(connection: Connection, about: str) -> frozenset[int]:
    """Return the keys of all players or events with any claim, withdrawn ones too; `about`: "player" or "event".
    Cached."""
    rows = select(schema.claim.c[about]).distinct()
    return cached(
        connection, CacheSubject.STATE, ("disputed", about), lambda: frozenset(connection.execute(rows).scalars())
    )


def _public_claims(claims: Iterable[Claimed]) -> tuple[PublicClaim, ...]:
    """Return the claims as the public sees them; withdrawn ones are left out."""
    return tuple(
        PublicClaim(
            each.code, each.series, each.list, each.player, each.event, each.round, each.filed, each.until,
            each.article, each.state, each.answer.day if each.answer else None,
            each.answer.revision if each.answer else None,
        )
        for each in claims
        if each.state is not ClaimState.WITHDRAWN
    )  # fmt: skip


def cases_that_revised_event(connection: Connection, key: int, series: str, list_: int) -> tuple[str, ...]:
    """Return the codes of the cases whose approval last revised what a list gave for the games of an event; empty if
    its results on that list are not revised."""
    layer = revision_layers(connection, series).get(list_)
    if layer is None:
        return ()
    ledger, decided, step, revision = schema.revised_ledger, schema.decision, schema.revision_step, schema.revision
    revised_rows = select(ledger.c.decision).filter_by(series=series, list=list_, layer=layer)
    revised_rows = revised_rows.where(ledger.c.decision.in_(select(decided.c.seq).where(decided.c.event == key)))
    if connection.execute(revised_rows.limit(1)).scalar() is None:
        return ()
    codes = select(revision.c.code).join(step, step.c.revision == revision.c.seq).where(step.c.log == layer)
    codes = codes.order_by(revision.c.seq)
    return tuple(connection.execute(codes).scalars())
