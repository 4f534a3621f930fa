"""Index persons so that only those are compared whose names and births could agree: a file may have half a million.

Two ways lead to a pair: names of one sound, whatever is known of the births as long as they can be one; or births that
can be one in the same year, and a word that begins alike. Whoever has a FIDE number is no double of another who has
one. Nothing is decided here: whoever comes out is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from arpad.days import Day
from arpad.frozen import dataclass

YEAR = 4  # figures of a year
HEAD = 2  # letters of a word that begin alike
MOST = 50  # who have one sound and one birth: so many are named
FEW = 80  # births that are looked through; of more, only those that can be meant are looked up

Sounds = tuple[str, ...]
Agree = Callable[[Day, Day], str | None]
Births = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Shape:
    """What is compared of a person."""

    names: tuple[Sounds, ...]
    born: int
    sex: str
    fide_id: int


class Index:
    """Persons by their numbers in a file, those with a FIDE number apart from the others."""

    def __init__(self, agree: Agree) -> None:
        self.agree = agree  # what two births say; nothing where they are of two persons
        self.parts = (_Part(agree), _Part(agree))

    def add(self, number: int, shape: Shape) -> None:
        self.parts[bool(shape.fide_id)].add(number, shape)

    def near(self, shape: Shape) -> set[int]:
        """Whom somebody is to be compared with."""
        parts = self.parts[:1] if shape.fide_id else self.parts
        return {number for part in parts for number in part.near(shape)}


class _Part:
    def __init__(self, agree: Agree) -> None:
        self.agree = agree
        self.sounds: dict[str, Births] = {}
        self.heads: dict[tuple[int, str], list[int]] = {}  # by birth, and again by the year alone

    def add(self, number: int, shape: Shape) -> None:
        for sound in set(map(" ".join, shape.names)):
            self.sounds.setdefault(sound, {}).setdefault(shape.born, []).append(number)
        if shape.born:
            for head in _heads(shape):
                self.heads.setdefault((shape.born, head), []).append(number)
                self.heads.setdefault((Day(shape.born).year, head), []).append(number)

    def near(self, shape: Shape) -> Iterator[int]:
        for sound in set(map(" ".join, shape.names)):
            for rows in self._of_one_sound(self.sounds.get(sound, {}), Day(shape.born)):
                yield from rows[:MOST]
        if shape.born:
            day = Day(shape.born)
            births: Iterable[int] = (day, *_open(day), *_slips_in_year(day)) if day.whole else (day.year,)
            for head in _heads(shape):
                for born in births:
                    yield from self.heads.get((born, head), ())

    def _of_one_sound(self, births: Births, born: Day) -> Iterator[list[int]]:
        """Those of one sound whose births can be one: they are alike, whoever they are."""
        if len(births) > FEW and born.whole:
            return (births[other] for other in {0, int(born), *_open(born), *slips(f"{born:d}")} if other in births)
        return (rows for other, rows in births.items() if self.agree(born, Day(other)) is not None)


def _heads(shape: Shape) -> set[str]:
    return {word[:HEAD] for words in shape.names for word in words}


@lru_cache(1 << 16)  # people are many, days are few
def _open(day: Day) -> tuple[int, int]:
    """The births of which less is known: the year, and the month."""
    return int(Day.read(f"{day.year:04d}")), int(Day.read(str(day.month)))


@lru_cache(1 << 10)
def slips(text: str, first: int = 0) -> frozenset[int]:
    """The numbers that are a slip of the pen away from a day, from a place on: a digit, two neighbours, or day and
    month in each other's place."""
    near = {text[:at] + digit + text[at + 1 :] for at in range(first, len(text)) for digit in "0123456789"}
    near |= {text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(first, len(text) - 1)}
    near.add(text[:YEAR] + text[YEAR + 2 :] + text[YEAR : YEAR + 2])
    return frozenset(int(other) for other in near if other != text)


@lru_cache(1 << 16)  # people are many, days are few
def _slips_in_year(day: Day) -> tuple[int, ...]:
    """Those of the same year that can be days."""
    return tuple(other for other in slips(f"{day:d}", YEAR) if _is_day(Day(other)))


def _is_day(day: Day) -> bool:
    try:
        return day.whole and bool(day.date)
    except ValueError:
        return False
