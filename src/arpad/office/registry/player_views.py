"""Players as officers see them: all facts, history, merges, possible duplicates.

An officer sees birth dates. A possible duplicate never shows one, only how the two births agree. None means unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Literal, Self

from sqlalchemy import Connection

from arpad.columns import State
from arpad.days import Day, Month
from arpad.explain.claims import Claimed
from arpad.explain.list_reasons import LeftOff
from arpad.frozen import dataclass
from arpad.office.registry import duplicates, listing_decisions, player_facts, player_merges
from arpad.office.registry.names import latin_form_of_name
from arpad.office.registry.person import Person, fact_from_text, membership_names
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.registry.player_numbers import office_number


@dataclass(frozen=True)
class Player:
    """A player of the registry."""

    id: int
    fide_id: int | None
    name: str
    former_names: tuple[str, ...]
    born: Day
    sex: str | None
    federation: str | None
    region: str | None
    title: str | None
    national_title: str | None
    memberships: tuple[str, ...]
    died: Day
    latin_name: str | None  # as entered, or by the federation's table; none: the name is in Latin letters

    @classmethod
    def of(cls, key: int, person: Person) -> Player:
        """Build the view of a player: office number, and None for facts that are not known."""
        latin_name = latin_form_of_name(person.name, person.federation, person.latin_name)
        return Player(
            office_number(key),
            person.fide_id or None,
            person.name,
            person.former_names,
            Day(person.born),
            person.sex or None,
            person.federation or None,
            person.region or None,
            person.title or None,
            person.national_title or None,
            membership_names(person.member),
            Day(person.died),
            latin_name if latin_name != person.name else None,
        )


@dataclass(frozen=True)
class Candidate:
    """Somebody who may be the same person. One who stands in an earlier row of the same file has no number yet."""

    id: int | None
    fide_id: int | None
    name: str
    likeness: int  # percent
    births: Literal["same", "year", "slip", "unknown"]

    @classmethod
    def of(cls, candidate: duplicates.SimilarPerson) -> Self:
        """Build the view of a possible duplicate, without the birth date."""
        births: Literal["same", "year", "slip", "unknown"] = candidate.births  # type: ignore[assignment]
        number = candidate.number or None
        return cls(number, candidate.fide_id or None, candidate.name, candidate.likeness, births)


@dataclass(frozen=True)
class Merged:
    """The other player of a merge, and the day of entry."""

    id: int
    name: str
    since: Day


@dataclass(frozen=True)
class Merges:
    """The merges of a player that hold."""

    into: Merged | None
    from_: tuple[Merged, ...]


@dataclass(frozen=True)
class FactChange:
    """A fact that changed: old and new value, and the day from which the new one holds; no day means every day."""

    field: str
    old: str
    new: str
    since: Day


@dataclass(frozen=True)
class PastChange(FactChange):
    """A change in a player's history, with its entry of the log."""

    log: int
    day: Day
    who: str
    why: str
    action: str


@dataclass(frozen=True)
class CurrentRating:
    """The row of a player on the newest list of a series. Rating 0 is unrated."""

    series: str
    list_: Month
    rating: int
    state: State
    games: int  # rated so far
    k: int

    @classmethod
    def of(cls, series: str, list_: int, row: Mapping[str, int]) -> Self:
        """Build the view of a row of a list."""
        return cls(series, Month(list_), row["rating"], State(row["state"]), max(row["games"], 0), max(row["k"], 0))


@dataclass(frozen=True)
class Story(Player):
    """Everything about a player, on a day or as known at an entry of the log."""

    as_of: Day
    merged_into: int | None
    merged_from: tuple[int, ...]
    other_fide_ids: tuple[int, ...]  # of those who were merged into this player
    merges: Merges
    history: tuple[PastChange, ...]
    left_off: tuple[LeftOff, ...] = ()  # of the newest lists; not where a day or an entry of the log is asked for
    claims: tuple[Claimed, ...] = ()  # about their numbers and games; only for today, too
    ratings: tuple[CurrentRating, ...] = ()  # of every series; only for today, too
    listed_titles: tuple[str, ...] = ()  # all titles that official lists have of the player; only for today, too
    no_game_yet: bool = False  # an admission registered them and was undone; only for today, too


def players_with_keys(connection: Connection, keys: Sequence[int]) -> tuple[Player, ...]:
    """Return the players with these keys, with today's facts, in their order; every key must exist."""
    people = facts_of_players(connection, keys)
    return tuple(Player.of(key, people[key]) for key in keys)


def full_player_record(connection: Connection, key: int, as_of: Day, known_at: int | None) -> Story | None:
    """Return everything about a player: facts on a day (`as_of`; 0: today) as known at a log entry, with merges and
    history. `left_off`, `claims` and `ratings` stay empty. None if the player was not registered then."""
    people = facts_of_players(connection, [key], as_of or None, known_at)
    if key not in people:
        return None
    merges = player_merges.merges_of_player(connection, key, known_at)
    names = facts_of_players(connection, [who for kept, gone, _ in merges for who in (kept, gone)])

    def merged(other: int, since: int) -> Merged:
        return Merged(office_number(other), names[other].name, Day(since))

    into = next((merged(kept, since) for kept, gone, since in merges if gone == key), None)
    from_ = tuple(merged(gone, since) for kept, gone, since in merges if kept == key)
    past = tuple(
        PastChange(
            row.field, fact_text(row.field, row.old), fact_text(row.field, row.new), Day(row.since), row.log,
            Day(row.day), row.who, row.why, row.action,
        )
        for row in player_facts.logged_changes_of_player(connection, key, known_at)
    )  # fmt: skip
    player = Player.of(key, people[key])
    values = {field.name: getattr(player, field.name) for field in fields(Player)}
    numbers = (
        into.id if into else None,
        tuple(other.id for other in from_),
        player_merges.fide_numbers_of_merged_players(connection, key),
    )
    return Story(**values, as_of=as_of, merged_into=numbers[0], merged_from=numbers[1], other_fide_ids=numbers[2],
                 merges=Merges(into, from_), history=past)  # fmt: skip


def fact_text(field: str, text: str) -> str:
    """Return a value of the history as text for people; `field` says how it is stored. Also for decisions about
    listing."""
    if field in listing_decisions.LISTING_KINDS:
        return listing_decisions.listing_fact_text(text)
    if field in ("born", "died"):
        return str(Day(text or 0))
    if field == "member":
        return ", ".join(membership_names(int(text or 0)))
    value = fact_from_text(field, text)
    return "; ".join(value) if isinstance(value, tuple) else text
