"""What a step of a sum is: a code, the numbers it is about, and the concepts and articles behind it.

The numbers keep their units: a rating is whole, a sum and a change are hundredths, a score is half points. What a step
says in English stands in the catalogue, under its code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from arpad.days import Month
from arpad.exact import HalfPoints, Hundredths, Unit
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.messages import say


@dataclass(frozen=True)
class Rating:
    """A rating that a step starts from or comes to."""

    rating: int


@dataclass(frozen=True)
class GamesSum:
    """What the games that count add up to."""

    games: int
    sum: Hundredths


@dataclass(frozen=True)
class UsedK:
    """The K of the period, and the clause that gives it; empty where K was given."""

    k: int
    k_reason: str


@dataclass(frozen=True)
class SumOfK:
    """What the games with one K add up to, where a period has several."""

    k: int
    k_reason: str
    games: int
    sum: Hundredths


@dataclass(frozen=True)
class Ceiling:
    """The largest K that so many games allow."""

    k: int


@dataclass(frozen=True)
class Change:
    """The change of the period."""

    change: Hundredths


@dataclass(frozen=True)
class Rounded:
    """The change in whole points."""

    rounded: int


@dataclass(frozen=True)
class Delisted:
    """A new rating below the floor."""

    rating: int
    floor: int


@dataclass(frozen=True)
class Results:
    """The results that count towards a first rating."""

    score: HalfPoints
    games: int


@dataclass(frozen=True)
class Average:
    """The mean rating met, exact to the hundredth and in whole points; some of the games may be hypothetical."""

    average: Hundredths
    whole: int
    games: int
    hypothetical: int


@dataclass(frozen=True)
class Percentage:
    """The score in percent: of all games, the hypothetical ones among them."""

    percent: int
    score: HalfPoints
    games: int
    hypothetical: int


@dataclass(frozen=True)
class Bonus:
    """What half points over one half add."""

    half_points: int
    added: int


@dataclass(frozen=True)
class TableDifference:
    """What the table gives for the percentage."""

    difference: int


@dataclass(frozen=True)
class Scaled:
    """What is left of that difference in a round robin: n parts of n + 1."""

    added: int


@dataclass(frozen=True)
class Waiting:
    """How many games there are of those needed, and the last list on which all of them count; 0 where unknown."""

    games: int
    needed: int
    until: Month


@dataclass(frozen=True)
class Floor:
    """The lowest rating that is published."""

    floor: int


@dataclass(frozen=True)
class FirstOf:
    """Which of a newcomer's events is the first one, and the next after it, by their codes."""

    event: str
    other: str


@dataclass(frozen=True)
class Formula:
    """The edition by which results are computed, where it is not that of the list."""

    edition: str


@dataclass(frozen=True)
class Crossing:
    """The ratings that a gain has crossed, and what it would have been without."""

    thresholds: tuple[int, ...]
    change: Hundredths


@dataclass(frozen=True)
class CountedK:
    """After how many games of the period another K holds, and which."""

    games: int
    k: int


@dataclass(frozen=True)
class Nothing:
    """A step without a number."""


Numbers = (
    Rating
    | GamesSum
    | UsedK
    | SumOfK
    | Ceiling
    | Change
    | Rounded
    | Delisted
    | Results
    | Average
    | Percentage
    | Bonus
    | TableDifference
    | Scaled
    | Waiting
    | FirstOf
    | Floor
    | Formula
    | Crossing
    | CountedK
    | Nothing
)


@dataclass(frozen=True)
class Step:
    """One line of a sum: what it is, its numbers, and the law behind it."""

    code: str
    fields: Numbers
    concepts: tuple[str, ...]
    articles: tuple[str, ...]

    @property
    def label(self) -> str:
        """What the step is, in words."""
        return say(f"step-{self.code}", written(self.fields))

    @property
    def value(self) -> str:
        """What it comes to, in words."""
        return say(f"step-{self.code}/value", written(self.fields))


def step(book: Rulebook, code: str, numbers: Numbers, *concepts: str) -> Step:
    """A step with the articles that fill its concepts."""
    return Step(code, numbers, concepts, articles(book, concepts))


def articles(book: Rulebook, concepts: Iterable[str]) -> tuple[str, ...]:
    """The article for each concept that the edition fills."""
    return tuple(dict.fromkeys(number for name in concepts for number in book.articles(name)[:1]))


def written(numbers: Any) -> tuple[tuple[str, Any], ...]:
    """The numbers of a step as a sentence needs them, with their units."""
    hints = get_type_hints(type(numbers), include_extras=True)
    return tuple((f.name, _written(getattr(numbers, f.name), hints[f.name])) for f in fields(numbers))


def _written(value: Any, declared: Any) -> Any:
    if get_origin(declared) is Annotated and value is not None:
        return next((each.write(value) for each in get_args(declared) if isinstance(each, Unit)), value)
    return value
