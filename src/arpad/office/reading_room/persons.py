"""What the public may know of a person: names, numbers, federation, title, and of a birth the year."""

from __future__ import annotations

from sqlalchemy import Connection

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.office.registry.history import changes_of
from arpad.office.registry.identity import own_id
from arpad.office.registry.names import in_latin
from arpad.office.registry.players import facts

TOLD_FIELDS = ("name", "federation", "region", "title", "national_title")  # whose history is public


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
    """Return a player as the public sees them."""
    person = facts(connection, [key])[key]
    latin = in_latin(person.name, person.federation, person.latin_name)
    return PublicPerson(
        own_id(key), person.fide_id or None, person.name, latin if latin != person.name else None, person.former_names,
        person.sex or None, person.federation or None, person.region or None, person.title or None,
        person.national_title or None, Day(person.born).year or None, bool(person.died),
    )  # fmt: skip


def public_changes(connection: Connection, key: int) -> tuple[PublicChange, ...]:
    """Return the changes of a player's public facts, oldest first."""
    return tuple(
        PublicChange(change.field, change.old, change.new, Day(change.since))
        for change in changes_of(connection, [key], TOLD_FIELDS)
        if change.old != change.new
    )
