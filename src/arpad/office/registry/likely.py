"""Index persons so that only those are compared whose names and births could agree: a file may have half a million.

Two ways lead to a pair: names of one sound, whatever is known of the births as long as they can be one; or births that
can be one in the same year, and a word that begins alike. Where very many were born alike with a word that begins
alike, the later ones are looked up by the whole word, and of those who share that, too, the first are given: so that
the work grows with the number of persons and not with its square, whatever they are called. Whoever has a FIDE number
is no double of another who has one. Nothing is decided here: whoever comes out is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from arpad.days import Day
from arpad.frozen import dataclass

YEAR = 4  # figures of a year
HEAD = 2  # letters of a word that begin alike
MOST = 50  # who have one sound and one birth: so many are named
FEW = 80  # births that are looked through; of more, only those that can be meant are looked up
CROWD = 150  # who were born alike and have a word that begins alike, or is the same: so many are compared

Sounds = tuple[str, ...]
Agree = Callable[[Day, Day], str | None]
Births = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Shape:
    """What is compared of a person: the sounds of all names, birth, sex, FIDE number."""

    names: tuple[Sounds, ...]
    born: int
    sex: str
    fide_id: int


class Index:
    """An index of persons by their position in a file; those with a FIDE number are separate, since two numbers are
    two persons."""

    def __init__(self, agree: Agree) -> None:
        self.agree = agree  # what two births say; nothing where they are of two persons
        self.parts = (_Part(agree), _Part(agree))

    def add(self, number: int, shape: Shape) -> None:
        """Add a person."""
        self.parts[bool(shape.fide_id)].add(number, shape)

    def near(self, shape: Shape) -> set[int]:
        """Return the positions of all persons who must be compared with this one."""
        parts = self.parts[:1] if shape.fide_id else self.parts
        return {number for part in parts for number in part.near(shape)}


class _Part:
    """The index of those with, or of those without, a FIDE number."""

    def __init__(self, agree: Agree) -> None:
        self.agree = agree
        self.sounds: dict[str, Births] = {}
        self.years: dict[tuple[str, int], list[int]] = {}  # the births of those of one sound, by year
        self.heads: dict[tuple[int, str], list[int]] = {}  # by birth, and again by the year alone; the first of them
        self.words: dict[tuple[int, str], list[int]] = {}  # and the later ones by the whole word

    def add(self, number: int, shape: Shape) -> None:
        year = Day(shape.born).year
        for sound in set(map(" ".join, shape.names)):
            births = self.sounds.setdefault(sound, {})
            if shape.born not in births:
                self.years.setdefault((sound, year), []).append(shape.born)
            _put(births, shape.born, number, MOST)
        if shape.born:
            for head, words in _heads(shape).items():
                for born in (shape.born, year):
                    if not _put(self.heads, (born, head), number, CROWD):
                        for word in words:
                            _put(self.words, (born, word), number, CROWD)

    def near(self, shape: Shape) -> Iterator[int]:
        for sound in set(map(" ".join, shape.names)):
            for rows in self._of_one_sound(sound, Day(shape.born)):
                yield from rows
        if shape.born:
            day = Day(shape.born)
            births: Iterable[int] = (day, *_open(day), *_slips_in_year(day)) if day.whole else (day.year,)
            for head, words in _heads(shape).items():
                for born in births:
                    first = self.heads.get((born, head), ())
                    yield from first
                    for word in words if len(first) == CROWD else ():
                        yield from self.words.get((born, word), ())

    def _of_one_sound(self, sound: str, born: Day) -> Iterator[list[int]]:
        """Those of one sound whose births can be one: they are alike, whoever they are."""
        births = self.sounds.get(sound, {})
        if not born:  # anybody's can be one: the first are enough
            return islice(births.values(), MOST)
        if len(births) <= FEW:
            return (rows for day, rows in births.items() if self.agree(born, Day(day)) is not None)
        year = () if born.whole else islice(self.years.get((sound, born.year), ()), MOST)
        near = {0, int(born), *(_open(born) if born.whole else ()), *slips(f"{born:d}"), *year}
        return (births[day] for day in near if day in births and self.agree(born, Day(day)) is not None)


def _put(index: dict[Any, list[int]], key: Any, number: int, most: int) -> bool:
    """Add a number under a key if there is room; return whether there was."""
    numbers = index.setdefault(key, [])
    if len(numbers) < most:
        numbers.append(number)
        return True
    return False


def _heads(shape: Shape) -> dict[str, set[str]]:
    """Return the words of a person's names, by their first letters."""
    heads: dict[str, set[str]] = {}
    for words in shape.names:
        for word in words:
            heads.setdefault(word[:HEAD], set()).add(word)
    return heads


@lru_cache(1 << 16)  # people are many, days are few
def _open(day: Day) -> tuple[int, int]:
    """The same birth with less detail: the year, and the month."""
    return int(Day.read(f"{day.year:04d}")), int(Day.read(str(day.month)))


@lru_cache(1 << 10)
def slips(text: str, first: int = 0) -> frozenset[int]:
    """Return the numbers that one typing error makes of a day, from a place on: a digit, two swapped neighbours, or
    day and month swapped."""
    near = {text[:at] + digit + text[at + 1 :] for at in range(first, len(text)) for digit in "0123456789"}
    near |= {text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(first, len(text) - 1)}
    near.add(text[:YEAR] + text[YEAR + 2 :] + text[YEAR : YEAR + 2])
    return frozenset(int(other) for other in near if other != text)


@lru_cache(1 << 16)  # people are many, days are few
def _slips_in_year(day: Day) -> tuple[int, ...]:
    """Return those of them that are real days of the same year."""
    return tuple(other for other in slips(f"{day:d}", YEAR) if _is_day(Day(other)))


def _is_day(day: Day) -> bool:
    """Whether a complete day exists in the calendar."""
    try:
        return day.whole and bool(day.date)
    except ValueError:
        return False
