"""Players of a report who are not identified, or doubtful, and who may be meant: registered players, and people of
official lists who are not registered.

Nothing is decided here. A candidate is certain where the name and the year of birth are the same and the number is one
typing error away, and nobody else is so near.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np
from sqlalchemy import Connection

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.model import Player
from arpad.office.book.event_lookup import RegisteredEvent
from arpad.office.book.examination import SIMILAR_NAME_PERCENT, is_name_or_year_of, numbers_with_games
from arpad.office.book.identifications import IdentifiedReport
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.official_players import registrable
from arpad.office.official_lists import official_people, search_official
from arpad.office.registry.duplicates import find_duplicates
from arpad.office.registry.names import comparable_spellings, name_likeness, name_sort, sounds_of_words
from arpad.office.registry.person import HIGHEST_FIDE_NUMBER, Person
from arpad.office.registry.player_facts import (
    facts_of_players,
    keys_of_numbers,
    players_as_admission_needs,
    registered_numbers_like,
)
from arpad.office.registry.player_merges import keys_of_reported_numbers, merge_aliases
from arpad.office.registry.player_numbers import office_number
from arpad.office.registry.search import search_players
from arpad.office.rolls import newest_published_list, select_player_rows

MOST_CANDIDATES = 5
MOST_BY_NAME = 3  # where only the name speaks for somebody


class Doubt(StrEnum):
    """Why it is open who a player of a report is."""

    NO_NUMBER = "no-number"
    UNKNOWN_NUMBER = "unknown-number"
    NUMBER_OF_ANOTHER = "number-of-another"
    SAME_PLAYER = "same-player"


class Likeness(StrEnum):
    """What speaks for a candidate."""

    SAME_NAME = "same-name"
    SIMILAR_NAME = "similar-name"
    SAME_YEAR = "same-year"
    NUMBER_ONE_SLIP = "number-one-slip"
    PRINTED_NUMBER = "printed-number"


CERTAIN = frozenset({Likeness.SAME_NAME, Likeness.SAME_YEAR, Likeness.NUMBER_ONE_SLIP})


@dataclass(frozen=True)
class PlayerCandidate:
    """Somebody who may be meant. Of the birth only the year is shown."""

    id: int  # the office's number; of somebody who is not registered the number on official lists
    fide_id: int | None
    name: str
    born: int | None  # the year
    federation: str | None
    rating: int | None  # on the newest list of the series
    why: tuple[Likeness, ...]
    registered: bool = True  # false: only on an official list; who identifies the player so, registers them


@dataclass(frozen=True)
class OpenPlayer:
    """A player of a report of whom it is open who that is, as the report prints them."""

    player: int  # start number
    name: str
    id: int | None
    born: int | None  # the year
    federation: str | None
    rating: int | None
    doubt: Doubt
    candidates: tuple[PlayerCandidate, ...]
    certain: int | None  # the number of the candidate that the program calls certain


def find_open_players(
    connection: Connection, records: ListMemory, event: RegisteredEvent, identified: IdentifiedReport
) -> tuple[OpenPlayer, ...]:
    """Return the players with games of whom it is open who they are, in the order of the report."""
    doubts = _doubts(connection, identified, Day.of(event.start))
    return describe_players(connection, records, event.series, list(doubts))


def describe_players(
    connection: Connection, records: ListMemory, series: str, rows: Sequence[tuple[Player, Doubt]]
) -> tuple[OpenPlayer, ...]:
    """Return these players of a report with their candidates."""
    persons = [reported_person(player) for player, _ in rows]
    alike = find_duplicates(connection, [replace(person, fide_id=0) for person in persons]) if rows else {}
    counted = merge_aliases(connection)
    described: list[OpenPlayer] = []
    for at, (player, doubt) in enumerate(rows):
        keys = [each.key for each in alike.get(at, ()) if each.key >= 0][:MOST_CANDIDATES]
        slips = _keys_one_slip_away(connection, player)
        keys = [*slips, *keys_of_numbers(connection, [player.id]).tolist(), *keys]
        keys = keys if any(key >= 0 for key in keys) else search_players(connection, player.name, MOST_BY_NAME)
        keys = list(dict.fromkeys(int(counted[key]) for key in keys if key >= 0))
        near = {int(counted[key]) for key in slips}
        candidates = sorted(
            _describe_candidates(connection, records, series, player, {key: key in near for key in keys}),
            key=lambda each: (not CERTAIN.issubset(each.why), -len(each.why), each.id),
        )
        certain = [each.id for each in candidates if CERTAIN.issubset(each.why)]
        candidates += () if certain else _official_candidates(connection, player)
        described.append(
            OpenPlayer(
                player.number, player.name, player.id or None, Day(player.born).year or None,
                player.federation or None, player.rating or None, doubt, tuple(candidates[:MOST_CANDIDATES]),
                certain[0] if len(certain) == 1 and doubt != Doubt.SAME_PLAYER else None,
            )
        )  # fmt: skip
    return tuple(described)


def doubt_about(player: Player) -> Doubt:
    """Return the doubt about a player whom an officer asks about: whether the report prints a number."""
    return Doubt.UNKNOWN_NUMBER if player.id > 0 else Doubt.NO_NUMBER


def reported_person(player: Player) -> Person:
    """Return what a report says of a player, as facts of a person."""
    fide_id = player.id if 0 < player.id <= HIGHEST_FIDE_NUMBER else 0
    return Person(
        player.name, fide_id, born=max(player.born, 0), sex=player.sex, federation=player.federation.upper(),
        title=player.title,
    )  # fmt: skip


def _doubts(connection: Connection, identified: IdentifiedReport, day: Day) -> Iterator[tuple[Player, Doubt]]:
    """Yield the players with games of whom it is open who they are; names are those of a day."""
    report = identified.report
    keys = keys_of_reported_numbers(connection, [player.id for player in report.players])
    counted, played = merge_aliases(connection), numbers_with_games(report)
    whole = [int(counted[key]) if key >= 0 else -1 for key in keys.tolist()]
    known = players_as_admission_needs(connection, whole, day, [0] * len(whole))
    for player, key, person in zip(report.players, whole, known, strict=True):
        if player.number not in played:
            continue
        if key < 0:
            yield player, Doubt.NO_NUMBER if player.id <= 0 else Doubt.UNKNOWN_NUMBER
        elif whole.count(key) > 1:
            yield player, Doubt.SAME_PLAYER
        elif person and player.number not in identified.by_player and not is_name_or_year_of(player, person):
            yield player, Doubt.NUMBER_OF_ANOTHER


def _keys_one_slip_away(connection: Connection, player: Player) -> list[int]:
    """Return the keys of the registered players whose number is one typing error away from the printed one."""
    near = [number for number, _ in registered_numbers_like(connection, player.id)] if player.id > 0 else []
    return [int(key) for key in keys_of_numbers(connection, near).tolist() if key >= 0]


def _describe_candidates(
    connection: Connection,
    records: ListMemory,
    series: str,
    player: Player,
    keys: Mapping[int, bool],
) -> Iterator[PlayerCandidate]:
    """Yield the registered players with these keys, each with what speaks for them.

    `keys` says of each whether their number is one slip away."""
    people = facts_of_players(connection, list(keys))
    ratings = _newest_ratings(connection, records, series, list(keys))
    year = Day(player.born).year
    for key in keys:
        person = people[key]
        why = list(_likeness_of_names(player.name, person))
        why += [Likeness.SAME_YEAR] if year and year == Day(person.born).year else []
        why += [Likeness.NUMBER_ONE_SLIP] if keys[key] else []
        why += [Likeness.PRINTED_NUMBER] if player.id in (person.fide_id, office_number(key)) else []
        yield PlayerCandidate(
            office_number(key), person.fide_id or None, person.name, Day(person.born).year or None,
            person.federation or None, ratings.get(key) or None, tuple(why),
        )  # fmt: skip


def _likeness_of_names(printed: str, person: Person) -> Iterator[Likeness]:
    """Yield whether a printed name is a name of a person, in any order of words and any script, or similar to one."""
    words = name_sort(printed)
    spellings = {
        way
        for name in (person.name, *person.former_names)
        for way in comparable_spellings(name, person.federation, person.latin_name)
    }
    if any(sorted(words.split()) == sorted(way.split()) for way in spellings):
        yield Likeness.SAME_NAME
    elif any(name_likeness(sounds_of_words(words), sounds_of_words(way)) >= SIMILAR_NAME_PERCENT for way in spellings):
        yield Likeness.SIMILAR_NAME


def _official_candidates(connection: Connection, player: Player) -> Iterator[PlayerCandidate]:
    """Yield the people of official lists who are not registered and have a name like the printed one, unless another
    year of birth speaks against them."""
    found = {person.number: person for person in search_official(connection, player.name, MOST_BY_NAME)}
    if 0 < player.id <= HIGHEST_FIDE_NUMBER:
        found |= official_people(connection, [player.id])
    year, numbers = Day(player.born).year, list(found)
    for number, key in zip(numbers, keys_of_numbers(connection, numbers).tolist(), strict=True):
        person = found[number]
        why = list(_likeness_of_names(player.name, registrable(person)))
        if key >= 0 or not why or (year and person.born and year != person.born):
            continue
        why += [Likeness.SAME_YEAR] if year and year == person.born else []
        why += [Likeness.PRINTED_NUMBER] if player.id == number else []
        yield PlayerCandidate(
            number, number, person.name, person.born or None, person.federation or None, None, tuple(why), False
        )


def _newest_ratings(connection: Connection, records: ListMemory, series: str, keys: Sequence[int]) -> dict[int, int]:
    """Return the ratings of these players on the newest list of a series; empty without a list."""
    list_ = newest_published_list(connection, series)
    if not list_ or not keys:
        return {}
    rows = select_player_rows(records.merged(connection, series, list_), np.array(keys, np.int32))
    return dict(zip(keys, rows.rating.tolist(), strict=True))
