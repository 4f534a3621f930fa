"""Calculate for one player, one event, one question: the same functions as for a whole month, with arrays of one.

`Book` is a rulebook that can also calculate. Its methods take the documents described by the JSON schemas beside this
file, as Python tables or as keywords, and answer with frozen values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Literal, overload

from arpad.calculator import initial, performance, period, roundrobin
from arpad.calculator.answers import (
    FirstRatingAnswer,
    PerformanceAnswer,
    PeriodAnswer,
    RoundRobinAnswer,
    TargetAnswer,
)
from arpad.calculator.reading import InputDocument, load_document
from arpad.law import Rulebook
from arpad.law import in_force as law_in_force
from arpad.law import rulebook as law_book

CALCULATION_FUNCTIONS: dict[str, tuple[Callable[[Rulebook, InputDocument], Any], tuple[str, ...]]] = {
    "period": (period.rate_period, period.DOCUMENT_FIELDS),
    "initial": (initial.first_rating, initial.DOCUMENT_FIELDS),
    "round-robin": (roundrobin.round_robin, roundrobin.DOCUMENT_FIELDS),
    "performance": (performance.calculate_performance, performance.PERFORMANCE_FIELDS),
    "target": (performance.calculate_target, performance.TARGET_FIELDS),
}


class Book(Rulebook):
    """A rulebook that can also calculate."""

    def rate_period(
        self, player: Mapping[str, Any], events: Sequence[Mapping[str, Any]], list: str | None = None
    ) -> PeriodAnswer:
        """What a rated player's period comes to."""
        document = {"player": player, "events": events, "list": list}
        return period.rate_period(self, InputDocument(document, period.DOCUMENT_FIELDS))

    def first_rating(self, **document: Any) -> FirstRatingAnswer:
        """What first rating results give: `events=[...]`, or `pools=[...]` of results known to count."""
        return initial.first_rating(self, InputDocument(document, initial.DOCUMENT_FIELDS))

    def round_robin(
        self, players: Sequence[Mapping[str, Any]], double: bool = False, cycles: int | None = None
    ) -> RoundRobinAnswer:
        """A round robin with unrated players, from total scores; `cycles` says how often everybody met everybody."""
        document = {"players": players, "double": double, "cycles": cycles}
        return roundrobin.round_robin(self, InputDocument(document, roundrobin.DOCUMENT_FIELDS))

    def performance_rating(self, games: Sequence[Mapping[str, Any]]) -> PerformanceAnswer:
        """The performance rating of a result."""
        return performance.calculate_performance(self, InputDocument({"games": games}, performance.PERFORMANCE_FIELDS))

    def target(self, **document: Any) -> TargetAnswer:
        """The least score that brings a rating to a target."""
        return performance.calculate_target(self, InputDocument(document, performance.TARGET_FIELDS))

    @overload
    def calculate(self, what: Literal["period"], document: Mapping[str, Any]) -> PeriodAnswer: ...
    @overload
    def calculate(self, what: Literal["initial"], document: Mapping[str, Any]) -> FirstRatingAnswer: ...
    @overload
    def calculate(self, what: Literal["round-robin"], document: Mapping[str, Any]) -> RoundRobinAnswer: ...
    @overload
    def calculate(self, what: Literal["performance"], document: Mapping[str, Any]) -> PerformanceAnswer: ...
    @overload
    def calculate(self, what: Literal["target"], document: Mapping[str, Any]) -> TargetAnswer: ...
    def calculate(self, what: str, document: Mapping[str, Any]) -> Any:
        """One of the calculations, by its name."""
        calculation, keys = CALCULATION_FUNCTIONS[what]
        return calculation(self, InputDocument(document, keys))


def rulebook(id: str, series: str | None = None, witness: str | None = None) -> Book:
    """The edition of this id; `series` where one file serves several, `witness` for the text as one print has it."""
    book = law_book(id, series, witness)
    return Book(book.edition, book.series, book.witness, book.decisions)


def in_force(series: str, day: date) -> Book:
    """The edition in force for events of a series that start on a day; a day no edition covers is refused."""
    book = law_in_force(series, day)
    return Book(book.edition, book.series, book.witness, book.decisions)


__all__ = ["CALCULATION_FUNCTIONS", "Book", "InputDocument", "in_force", "load_document", "rulebook"]
