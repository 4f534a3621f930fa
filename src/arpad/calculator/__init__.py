"""Calculate for one player, one event, one question: the same functions as for a whole month, with arrays of one.

`Book` is a rulebook that can also calculate. Its methods take the documents described by the JSON schemas beside this
file, as Python tables or as keywords, and answer with plain tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arpad.calculator import initial, period, roundrobin, target
from arpad.calculator.reading import Document, load
from arpad.law import Rulebook
from arpad.law import rulebook as law_book

CALCULATIONS = {
    "period": (period.rate_period, period.KEYS),
    "initial": (initial.first_rating, initial.KEYS),
    "round-robin": (roundrobin.round_robin, roundrobin.KEYS),
    "performance": (target.performance, target.PERFORMANCE_KEYS),
    "target": (target.target, target.TARGET_KEYS),
}


class Book(Rulebook):
    """A rulebook that can also calculate."""

    def rate_period(self, player: Mapping[str, Any], events: list[Mapping[str, Any]], list: str | None = None) -> Any:
        """What a rated player's period comes to."""
        return self.calculate("period", {"player": player, "events": events, "list": list})

    def first_rating(self, **document: Any) -> Any:
        """What first rating results give: `events=[...]`, or `pools=[...]` of results known to count."""
        return self.calculate("initial", document)

    def round_robin(self, players: list[Mapping[str, Any]], double: bool = False) -> Any:
        """A round robin with unrated players, from total scores."""
        return self.calculate("round-robin", {"players": players, "double": double})

    def performance_rating(self, games: list[Mapping[str, Any]]) -> Any:
        """The performance rating of a result."""
        return self.calculate("performance", {"games": games})

    def target(self, **document: Any) -> Any:
        """The least score that brings a rating to a target."""
        return self.calculate("target", document)

    def calculate(self, what: str, document: Mapping[str, Any]) -> Any:
        """One of the calculations, by its name."""
        answer, keys = CALCULATIONS[what]
        return answer(self, Document(document, keys))


def rulebook(id: str, series: str | None = None, witness: str | None = None) -> Book:
    """The edition of this id; `series` where one file serves several, `witness` for the text as one print has it."""
    book = law_book(id, series, witness)
    return Book(book.edition, book.series, book.witness)


__all__ = ["CALCULATIONS", "Book", "Document", "load", "rulebook"]
