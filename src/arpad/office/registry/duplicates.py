"""Find players who may be registered already, before somebody gets a second number.

Names are compared by their sound, in any order and any script, former names included. How alike they must be depends
on the birth dates. The federation does not count. Two different FIDE numbers are two persons. An index keeps the work
proportional to the number of persons: it compares only persons whose names sound the same, or who were born in the
same year and have a word that begins alike. The module proposes; an officer decides.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from arpad.days import Day
from arpad.exact import PERCENT
from arpad.frozen import dataclass
from arpad.office.registry.names import comparable_spellings, name_likeness, sounds_of_words
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import entered_latin_names
from arpad.office.registry.player_numbers import office_number
from arpad.office.store.schema import birth, player

YEAR_DIGITS = 4  # figures of a year
HEAD_LETTERS = 2  # letters of a word that begin alike
MOST_OF_ONE_SOUND = 50  # who have one sound and one birth: so many are named
LOOK_THROUGH_UP_TO = 80  # births that are looked through; of more, only those that can be meant are looked up
MOST_OF_ONE_HEAD = 150  # who were born alike and have a word that begins alike, or is the same: so many are compared

Sounds = tuple[str, ...]
CompareBirths = Callable[[Day, Day], str | None]
NumbersByBirth = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class ComparedPerson:
    """What is compared of a person: the sounds of all names, birth, sex, FIDE number."""

    names: tuple[Sounds, ...]
    born: int
    sex: str
    fide_id: int


class PersonIndex:
    """An index of persons by a number: their position in a file. Those with a FIDE number are kept apart, since two
    different FIDE numbers are two persons."""

    def __init__(self, agree: CompareBirths) -> None:
        self.agree = agree  # what two births say; nothing where they are of two persons
        self.parts = (_IndexPart(agree), _IndexPart(agree))

    def add(self, number: int, shape: ComparedPerson) -> None:
        """Add a person under a number; it goes to the part of the index for those with, or without, a FIDE number."""
        self.parts[bool(shape.fide_id)].add(number, shape)

    def near(self, shape: ComparedPerson) -> set[int]:
        """Return the positions of all persons who must be compared with this one. A person with a FIDE number is
        compared only with persons without one."""
        parts = self.parts[:1] if shape.fide_id else self.parts
        return {number for part in parts for number in part.near(shape)}


class _IndexPart:
    """The index of those with a FIDE number, or of those without one."""

    def __init__(self, agree: CompareBirths) -> None:
        self.agree = agree
        self.sounds: dict[str, NumbersByBirth] = {}
        self.years: dict[tuple[str, int], list[int]] = {}  # the births of those of one sound, by year
        self.heads: dict[tuple[int, str], list[int]] = {}  # by birth, and again by the year alone; the first of them
        self.words: dict[tuple[int, str], list[int]] = {}  # and the later ones by the whole word

    def add(self, number: int, shape: ComparedPerson) -> None:
        """Add a person's position under each whole name by sound and birth (also none). If a birth is known, also
        under the birth and under its year, each with the first letters of each word.

        Where an entry of first letters is full, the position goes under the whole words instead; in a full entry of
        sounds or of whole words it is left out."""
        year = Day(shape.born).year
        for sound in set(map(" ".join, shape.names)):
            births = self.sounds.setdefault(sound, {})
            if shape.born not in births:
                self.years.setdefault((sound, year), []).append(shape.born)
            _add_if_room(births, shape.born, number, MOST_OF_ONE_SOUND)
        if shape.born:
            for head, words in _words_by_first_letters(shape).items():
                for born in (shape.born, year):
                    if not _add_if_room(self.heads, (born, head), number, MOST_OF_ONE_HEAD):
                        for word in words:
                            _add_if_room(self.words, (born, word), number, MOST_OF_ONE_HEAD)

    def near(self, shape: ComparedPerson) -> Iterator[int]:
        """Yield the positions of those with the same sounds and a compatible birth, and of those with a similar birth
        and a word that begins alike. A position may occur twice."""
        for sound in set(map(" ".join, shape.names)):
            for rows in self._of_one_sound(sound, Day(shape.born)):
                yield from rows
        if shape.born:
            day = Day(shape.born)
            births: Iterable[int] = (
                (day, *_less_exact_births(day), *_days_one_slip_away_in_year(day)) if day.whole else (day.year,)
            )
            for head, words in _words_by_first_letters(shape).items():
                for born in births:
                    first = self.heads.get((born, head), ())
                    yield from first
                    for word in words if len(first) == MOST_OF_ONE_HEAD else ():
                        yield from self.words.get((born, word), ())

    def _of_one_sound(self, sound: str, born: Day) -> Iterator[list[int]]:
        """Yield lists of positions: those whose name has this sound and whose birth does not contradict `born`. Without
        a birth, the first ones of any birth."""
        births = self.sounds.get(sound, {})
        if not born:  # anybody's can be one: the first are enough
            return islice(births.values(), MOST_OF_ONE_SOUND)
        if len(births) <= LOOK_THROUGH_UP_TO:
            return (rows for day, rows in births.items() if self.agree(born, Day(day)) is not None)
        year = () if born.whole else islice(self.years.get((sound, born.year), ()), MOST_OF_ONE_SOUND)
        near = {
            0,
            int(born),
            *(_less_exact_births(born) if born.whole else ()),
            *days_one_slip_away(f"{born:d}"),
            *year,
        }
        return (births[day] for day in near if day in births and self.agree(born, Day(day)) is not None)


def _add_if_room(index: dict[Any, list[int]], key: Any, number: int, most: int) -> bool:
    """Add a number under a key; return False, and add nothing, if the key already has `most` numbers."""
    numbers = index.setdefault(key, [])
    if len(numbers) < most:
        numbers.append(number)
        return True
    return False


def _words_by_first_letters(shape: ComparedPerson) -> dict[str, set[str]]:
    """Return the words (sounds) of all names of a person, grouped by their first two letters."""
    heads: dict[str, set[str]] = {}
    for words in shape.names:
        for word in words:
            heads.setdefault(word[:HEAD_LETTERS], set()).add(word)
    return heads


@lru_cache(1 << 16)  # people are many, days are few
def _less_exact_births(day: Day) -> tuple[int, int]:
    """Return the same birth with less detail, as numbers: only the year, and year with month."""
    return int(Day.read(f"{day.year:04d}")), int(Day.read(str(day.month)))


@lru_cache(1 << 10)
def days_one_slip_away(text: str, first: int = 0) -> frozenset[int]:
    """Return the numbers that one typing error makes of a day (`text`: its digits): one other digit, or two swapped
    neighbours, from position `first` on; or day and month swapped. They need not be real days."""
    near = {text[:at] + digit + text[at + 1 :] for at in range(first, len(text)) for digit in "0123456789"}
    near |= {text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(first, len(text) - 1)}
    near.add(text[:YEAR_DIGITS] + text[YEAR_DIGITS + 2 :] + text[YEAR_DIGITS : YEAR_DIGITS + 2])
    return frozenset(int(other) for other in near if other != text)


@lru_cache(1 << 16)  # people are many, days are few
def _days_one_slip_away_in_year(day: Day) -> tuple[int, ...]:
    """Return the real days that one typing error makes of a day without changing its year."""
    return tuple(other for other in days_one_slip_away(f"{day:d}", YEAR_DIGITS) if _is_real_day(Day(other)))


def _is_real_day(day: Day) -> bool:
    """Whether a complete day exists in the calendar."""
    try:
        return day.whole and bool(day.date)
    except ValueError:
        return False


NEEDED_LIKENESS = {"same": 76, "year": 82, "slip": 90, "unknown": 97}  # percent of likeness, by what the births say
OTHER_SEX_EXTRA = 8  # percent more, where the sexes differ
READ_ONLY_YEARS_UP_TO = 20  # persons for whom only the years in question are read
ROWS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class SimilarPerson:
    """A person who may be the same: a registered player (`key`), or an earlier row of the same file (`row`)."""

    likeness: int  # percent
    births: str  # same, year, slip or unknown; never a date
    key: int = -1
    row: int = -1
    name: str = ""
    fide_id: int = 0

    @property
    def number(self) -> int:
        """The office's number of the registered player; 0 for a row of a file."""
        return office_number(self.key) if self.key >= 0 else 0


def similar_registered_players(connection: Connection, person: Person) -> tuple[SimilarPerson, ...]:
    """Return the registered players who may be this person, the most alike first. Nothing is decided or stored."""
    return find_duplicates(connection, [person]).get(0, ())


def find_duplicates(
    connection: Connection, persons: Sequence[Person], progress: Callable[[int], None] = lambda _: None
) -> dict[int, tuple[SimilarPerson, ...]]:
    """Return who may be the same person, by position in `persons`: registered players and earlier rows, the most alike
    first. Persons for whom nobody is found are left out. If very many are alike, only the first ones are returned."""
    if all(person.fide_id for person in persons) and not _somebody_lacks_fide_number(connection):
        return {}
    index, shapes = PersonIndex(_compare_births), [_compared_person(person) for person in persons]
    candidates_by_row: dict[int, list[SimilarPerson]] = defaultdict(list)
    for row, shape in enumerate(shapes):
        for earlier in index.near(shape):
            if len(candidates_by_row[row]) < MOST_OF_ONE_SOUND and (agreed := compare_persons(shape, shapes[earlier])):
                who = persons[earlier]
                candidates_by_row[row].append(SimilarPerson(*agreed, row=earlier, name=who.name, fide_id=who.fide_id))
        index.add(row, shape)
        progress(1)
    for key, name, registered in _registered_persons_to_compare(connection, persons):
        for row in index.near(registered):
            if len(candidates_by_row[row]) < 2 * MOST_OF_ONE_SOUND and (
                agreed := compare_persons(shapes[row], registered)
            ):
                candidates_by_row[row].append(SimilarPerson(*agreed, key=key, name=name, fide_id=registered.fide_id))

    def order(candidate: SimilarPerson) -> tuple[int, int]:
        return -candidate.likeness, candidate.key if candidate.key >= 0 else len(persons) + candidate.row

    return {row: tuple(sorted(some, key=order)) for row, some in sorted(candidates_by_row.items()) if some}


def players_of_same_name_and_birth(
    connection: Connection, persons: Sequence[Person]
) -> dict[int, tuple[SimilarPerson, ...]]:
    """Return the registered players with the same name (in any spelling) and the same birth, by position in `persons`.
    FIDE numbers are ignored. If only the year of a birth is known, the years are compared. A person without a birth has
    none."""
    days = {int(person.born) for person in persons if Day(person.born).whole}
    years = {Day(person.born).year for person in persons if person.born}
    if not years:
        return {}
    bare = [Day.read(f"{year:04d}") for year in years]
    open_years = {Day(person.born).year for person in persons if person.born and not Day(person.born).whole}
    within = [birth.c.born.in_({*days, *map(int, bare)}), *map(_born_in_year, sorted(open_years))]
    shapes = [_compared_person(replace(person, fide_id=0)) for person in persons]
    same_by_row: dict[int, list[SimilarPerson]] = defaultdict(list)
    for key, name, registered in _read_compared_persons(connection, _players_with_births_query().where(or_(*within))):
        for row, shape in enumerate(shapes):
            agreed = compare_persons(shape, registered)
            if agreed and agreed[0] == PERCENT and agreed[1] in ("same", "year"):
                same_by_row[row].append(SimilarPerson(*agreed, key=key, name=name, fide_id=registered.fide_id))
    return {row: _prefer_exact_spelling(persons[row], some) for row, some in same_by_row.items()}


def _prefer_exact_spelling(person: Person, namesakes_found: Sequence[SimilarPerson]) -> tuple[SimilarPerson, ...]:
    """Return only the players whose name is spelt exactly like this, if there are any; otherwise all. Sorted by key."""
    exact = [candidate for candidate in namesakes_found if candidate.name.split() == person.name.split()]
    return tuple(sorted(exact or namesakes_found, key=lambda candidate: candidate.key))


def _somebody_lacks_fide_number(connection: Connection) -> bool:
    """Whether any registered player has no FIDE number."""
    return connection.execute(select(player.c.key).where(player.c.fide_id.is_(None)).limit(1)).scalar() is not None


def compare_persons(shape: ComparedPerson, other: ComparedPerson) -> tuple[int, str] | None:
    """Return how alike the names of two persons are (percent) and how their births agree (same, year, slip, unknown).
    None if they are different persons: both have a FIDE number, births contradict, or names are not alike enough."""
    if shape.fide_id and other.fide_id:
        return None
    births = _compare_births(Day(shape.born), Day(other.born))
    if births is None:
        return None
    alike = max(name_likeness(mine, theirs) for mine in shape.names for theirs in other.names)
    needed = NEEDED_LIKENESS[births] + (OTHER_SEX_EXTRA if shape.sex and other.sex and shape.sex != other.sex else 0)
    return (alike, births) if alike >= min(needed, 100) else None


def are_different_persons(person: Person, other: Person) -> bool:
    """Whether two persons do not look like one, by names, births and sexes; FIDE numbers are ignored."""
    return compare_persons(_compared_person(replace(person, fide_id=0)), _compared_person(other)) is None


def objections_to_one_person(person: Person, other: Person) -> tuple[str, ...]:
    """Return what speaks against two persons being one, as words: names, births, sexes, fide-numbers (both have one).
    Never a birth date."""
    mine, theirs = _compared_person(person), _compared_person(other)
    alike = max(name_likeness(here, their_name) for here in mine.names for their_name in theirs.names)
    against = {
        "names": alike < NEEDED_LIKENESS["same"],
        "births": _compare_births(Day(mine.born), Day(theirs.born)) is None,
        "sexes": bool(mine.sex and theirs.sex) and mine.sex != theirs.sex,
        "fide-numbers": bool(mine.fide_id and theirs.fide_id),
    }
    return tuple(what for what, so in against.items() if so)


def _compare_births(mine: Day, theirs: Day) -> str | None:
    """Return how two births agree: same (full days), year (less detail is known), slip (one typing error), unknown (one
    is missing). None if they contradict each other."""
    if not mine or not theirs:
        return "unknown"
    if mine == theirs and mine.whole:
        return "same"
    if mine.year == theirs.year and not (mine.whole and theirs.whole):
        months = {mine.month.in_year, theirs.month.in_year} - {0}
        return "year" if len(months) < 2 else None
    return "slip" if _differ_by_one_slip(f"{mine:d}", f"{theirs:d}") else None


def _differ_by_one_slip(day: str, other: str) -> bool:
    """Whether two days (eight digits) or years differ by one digit, by two swapped neighbours, or by day and month
    swapped."""
    wrong = [at for at in range(min(len(day), len(other))) if day[at] != other[at]]
    if len(wrong) == 1 or (day[:4] == other[:4] and day[4:6] == other[6:] and day[6:] == other[4:6]):
        return True
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
    return swapped and (day[wrong[0]], day[wrong[1]]) == (other[wrong[1]], other[wrong[0]])


def _compared_person(person: Person) -> ComparedPerson:
    """Return the values of a person that are compared: sounds of all names, birth, sex, FIDE number."""
    names = _sounds_of_all_names(person.name, person.federation, person.latin_name, person.former_names)
    return ComparedPerson(names, person.born, person.sex, person.fide_id)


def _sounds_of_all_names(name: str, federation: str, entered: str, former: Iterable[str]) -> tuple[Sounds, ...]:
    """Return all names that a person has or had, each as the sounds of its words; `entered` is the Latin name, may be
    empty."""
    folded = (
        *comparable_spellings(name, federation, entered),
        *(way for old in former for way in comparable_spellings(old, federation)),
    )
    return tuple(dict.fromkeys(map(sounds_of_words, folded)))


def _similar_years(year: int) -> Iterator[int]:
    """Yield the year itself and every year within a century that is one typing error away."""
    return (
        other for other in range(year - 100, year + 101) if other == year or _differ_by_one_slip(str(year), str(other))
    )


def _born_in_year(year: int) -> ColumnElement[bool]:
    """The SQL condition that a player was born in a year."""
    return birth.c.born.between(Day.read(f"{year:04d}"), Day.read(f"{year:04d}-12-31"))


def _registered_persons_to_compare(
    connection: Connection, persons: Sequence[Person]
) -> Iterator[tuple[int, str, ComparedPerson]]:
    """Yield key, name and compared values of the registered players who may be one of these persons. If all persons
    have a FIDE number, only players without one; for a few persons, only players with a similar or no year of birth."""
    query = _players_with_births_query()
    if all(person.fide_id for person in persons):
        query = query.where(player.c.fide_id.is_(None))
    if len(persons) <= READ_ONLY_YEARS_UP_TO and all(person.born for person in persons):
        years = {year for person in persons for year in _similar_years(Day(person.born).year)}
        within = [_born_in_year(year) for year in sorted(years)]
        query = query.where(or_(*within, birth.c.born.is_(None)))
    yield from _read_compared_persons(connection, query)


def _players_with_births_query() -> Select[Any]:
    """The SQL query for the rows of all players with their births (None if unknown)."""
    columns = (player.c.key, player.c.fide_id, player.c.name, player.c.federation, player.c.former_names, player.c.sex)
    return select(*columns, birth.c.born).join(birth, birth.c.player == player.c.key, isouter=True)


def _read_compared_persons(connection: Connection, query: Select[Any]) -> Iterator[tuple[int, str, ComparedPerson]]:
    """Yield key, name and compared values of the players that a query returns, a block of rows at a time."""
    entered = entered_latin_names(connection)
    for row in connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE}):
        former = json.loads(row.former_names or "[]")
        names = _sounds_of_all_names(row.name, row.federation, entered.get(row.key, ""), former)
        yield row.key, row.name, ComparedPerson(names, row.born or 0, row.sex, row.fide_id or 0)
