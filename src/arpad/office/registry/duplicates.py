"""Find who may be registered already, before somebody gets a new number.

Names are compared by their sound, in any order, in Latin letters as in others, former names included; how alike they
must be depends on the births. The federation does not matter: people move. Two persons with two FIDE numbers are two
persons. To stay quick for a whole file, only persons are compared who were born in one year and have a word that begins
alike, or whose names are of one sound (`likely`). It proposes; an officer decides.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from arpad.days import Day
from arpad.exact import PERCENT
from arpad.frozen import dataclass
from arpad.office.registry.history import latin_names
from arpad.office.registry.identity import own_id
from arpad.office.registry.likely import MOST, Index, Shape, Sounds
from arpad.office.registry.names import likeness, sounds, spellings
from arpad.office.registry.person import Person
from arpad.office.store.schema import birth, player

NEEDED = {"same": 76, "year": 82, "slip": 90, "unknown": 97}  # percent of likeness, by what the births say
OTHER_SEX = 8  # percent more, where the sexes differ
FEW = 20  # persons for whom only the years in question are read
AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person who may be the same: a registered player (`key`), or an earlier row of the same file (`row`)."""

    likeness: int  # percent
    births: str  # same, year, slip or unknown; never a date
    key: int = -1
    row: int = -1
    name: str = ""
    fide_id: int = 0

    @property
    def number(self) -> int:
        """The office's number of the player; 0 for a row of a file."""
        return own_id(self.key) if self.key >= 0 else 0


def candidates(connection: Connection, person: Person) -> tuple[Candidate, ...]:
    """Return the registered players who may be this person, the most alike first."""
    return find(connection, [person]).get(0, ())


def find(
    connection: Connection, persons: Sequence[Person], progress: Callable[[int], None] = lambda _: None
) -> dict[int, tuple[Candidate, ...]]:
    """Return for each person, by position, who may be the same: registered players and earlier rows. If very many
    are alike, only the first ones."""
    if all(person.fide_id for person in persons) and not _anybody_without_fide(connection):
        return {}
    index, shapes = Index(_births), [_shape(person) for person in persons]
    candidates_by_row: dict[int, list[Candidate]] = defaultdict(list)
    for row, shape in enumerate(shapes):
        for earlier in index.near(shape):
            if len(candidates_by_row[row]) < MOST and (agreed := compare(shape, shapes[earlier])):
                who = persons[earlier]
                candidates_by_row[row].append(Candidate(*agreed, row=earlier, name=who.name, fide_id=who.fide_id))
        index.add(row, shape)
        progress(1)
    for key, name, registered in _registered(connection, persons):
        for row in index.near(registered):
            if len(candidates_by_row[row]) < 2 * MOST and (agreed := compare(shapes[row], registered)):
                candidates_by_row[row].append(Candidate(*agreed, key=key, name=name, fide_id=registered.fide_id))

    def order(candidate: Candidate) -> tuple[int, int]:
        return -candidate.likeness, candidate.key if candidate.key >= 0 else len(persons) + candidate.row

    return {row: tuple(sorted(some, key=order)) for row, some in sorted(candidates_by_row.items()) if some}


def namesakes(connection: Connection, persons: Sequence[Person]) -> dict[int, tuple[Candidate, ...]]:
    """Return for each person, by position, the registered players with the same name (in any spelling) and the same
    birth. If only the year of a birth is known, the years are compared."""
    days = {int(person.born) for person in persons if Day(person.born).whole}
    years = {Day(person.born).year for person in persons if person.born}
    if not years:
        return {}
    bare = [Day.read(f"{year:04d}") for year in years]
    open_years = {Day(person.born).year for person in persons if person.born and not Day(person.born).whole}
    within = [birth.c.born.in_({*days, *map(int, bare)}), *map(_in_year, sorted(open_years))]
    shapes = [_shape(replace(person, fide_id=0)) for person in persons]
    same_by_row: dict[int, list[Candidate]] = defaultdict(list)
    for key, name, registered in _read(connection, _people().where(or_(*within))):
        for row, shape in enumerate(shapes):
            agreed = compare(shape, registered)
            if agreed and agreed[0] == PERCENT and agreed[1] in ("same", "year"):
                same_by_row[row].append(Candidate(*agreed, key=key, name=name, fide_id=registered.fide_id))
    return {row: _as_written(persons[row], some) for row, some in same_by_row.items()}


def _as_written(person: Person, namesakes_found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return only those with exactly this spelling, if there are any; otherwise all, by key."""
    exact = [candidate for candidate in namesakes_found if candidate.name.split() == person.name.split()]
    return tuple(sorted(exact or namesakes_found, key=lambda candidate: candidate.key))


def _anybody_without_fide(connection: Connection) -> bool:
    """Whether any registered player has no FIDE number."""
    return connection.execute(select(player.c.key).where(player.c.fide_id.is_(None)).limit(1)).scalar() is not None


def compare(shape: Shape, other: Shape) -> tuple[int, str] | None:
    """Return how alike two persons are (percent) and how their births agree; None if they are different persons."""
    if shape.fide_id and other.fide_id:
        return None
    births = _births(Day(shape.born), Day(other.born))
    if births is None:
        return None
    alike = max(likeness(mine, theirs) for mine in shape.names for theirs in other.names)
    needed = NEEDED[births] + (OTHER_SEX if shape.sex and other.sex and shape.sex != other.sex else 0)
    return (alike, births) if alike >= min(needed, 100) else None


def differ(person: Person, other: Person) -> bool:
    """Whether two persons do not look like one, whatever their FIDE numbers."""
    return compare(_shape(replace(person, fide_id=0)), _shape(other)) is None


def differences(person: Person, other: Person) -> tuple[str, ...]:
    """Return what speaks against two persons being one: names, births, sexes, fide-numbers. Never a birth date."""
    mine, theirs = _shape(person), _shape(other)
    alike = max(likeness(here, their_name) for here in mine.names for their_name in theirs.names)
    against = {
        "names": alike < NEEDED["same"],
        "births": _births(Day(mine.born), Day(theirs.born)) is None,
        "sexes": bool(mine.sex and theirs.sex) and mine.sex != theirs.sex,
        "fide-numbers": bool(mine.fide_id and theirs.fide_id),
    }
    return tuple(what for what, so in against.items() if so)


def _births(mine: Day, theirs: Day) -> str | None:
    """Return how two births agree (same, year, slip, unknown); None if they contradict each other."""
    if not mine or not theirs:
        return "unknown"
    if mine == theirs and mine.whole:
        return "same"
    if mine.year == theirs.year and not (mine.whole and theirs.whole):
        months = {mine.month.in_year, theirs.month.in_year} - {0}
        return "year" if len(months) < 2 else None
    return "slip" if _one_slip(f"{mine:d}", f"{theirs:d}") else None


def _one_slip(day: str, other: str) -> bool:
    """Whether two days differ by one digit, by two swapped neighbours, or by day and month swapped."""
    wrong = [at for at in range(min(len(day), len(other))) if day[at] != other[at]]
    if len(wrong) == 1 or (day[:4] == other[:4] and day[4:6] == other[6:] and day[6:] == other[4:6]):
        return True
    swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
    return swapped and (day[wrong[0]], day[wrong[1]]) == (other[wrong[1]], other[wrong[0]])


def _shape(person: Person) -> Shape:
    """Return what is compared of a person."""
    names = _names(person.name, person.federation, person.latin_name, person.former_names)
    return Shape(names, person.born, person.sex, person.fide_id)


def _names(name: str, federation: str, entered: str, former: Iterable[str]) -> tuple[Sounds, ...]:
    """Return all names that a person has or had, each as the sounds of its words."""
    folded = (*spellings(name, federation, entered), *(way for old in former for way in spellings(old, federation)))
    return tuple(dict.fromkeys(map(sounds, folded)))


def _years(year: int) -> Iterator[int]:
    """Yield the year and every year that is one typing error away."""
    return (other for other in range(year - 100, year + 101) if other == year or _one_slip(str(year), str(other)))


def _in_year(year: int) -> ColumnElement[bool]:
    """The condition that a player was born in a year."""
    return birth.c.born.between(Day.read(f"{year:04d}"), Day.read(f"{year:04d}-12-31"))


def _registered(connection: Connection, persons: Sequence[Person]) -> Iterator[tuple[int, str, Shape]]:
    """Yield key, name and compared values of the registered players who may be one of these persons."""
    query = _people()
    if all(person.fide_id for person in persons):
        query = query.where(player.c.fide_id.is_(None))
    if len(persons) <= FEW and all(person.born for person in persons):
        years = {year for person in persons for year in _years(Day(person.born).year)}
        within = [_in_year(year) for year in sorted(years)]
        query = query.where(or_(*within, birth.c.born.is_(None)))
    yield from _read(connection, query)


def _people() -> Select[Any]:
    """The query for the rows of players with their births."""
    columns = (player.c.key, player.c.fide_id, player.c.name, player.c.federation, player.c.former_names, player.c.sex)
    return select(*columns, birth.c.born).join(birth, birth.c.player == player.c.key, isouter=True)


def _read(connection: Connection, query: Select[Any]) -> Iterator[tuple[int, str, Shape]]:
    """Yield key, name and compared values of the players that a query returns, a block of rows at a time."""
    entered = latin_names(connection)
    for row in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        former = json.loads(row.former_names or "[]")
        names = _names(row.name, row.federation, entered.get(row.key, ""), former)
        yield row.key, row.name, Shape(names, row.born or 0, row.sex, row.fide_id or 0)
