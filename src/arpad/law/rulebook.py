"""Answer what an edition says.

A `Rulebook` is one edition, for one of its series where that matters, corrected by its rulings or as one witness prints
it. It answers with values and with articles; it computes nothing but table look-ups.
"""

from __future__ import annotations

from datetime import date
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arpad.exact import PERCENT
from arpad.finding import Remedy
from arpad.frozen import dataclass
from arpad.law.adjustments import OneOff, adjustments
from arpad.law.cited import Article, Cited, Hole, LawError, Ruling, did_you_mean
from arpad.law.edition import Edition, Head
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import Concept
from arpad.law.rules.rating import DIFFERENCE_LIMIT, DP_TABLE, EXPECTATION_TABLE
from arpad.law.tables import HOLE, ExpectationTable, PerformanceTable

Value = TypeVar("Value")
REGISTRATION = "registration"


@dataclass(frozen=True, repr=False)
class Rulebook:
    """What one edition says."""

    edition: Edition
    series: str | None
    witness: str | None
    decisions: tuple[OneOff, ...] | None = None  # taken once, for one list; none given: those of this version

    @property
    def id(self) -> str:
        return self.edition.head.id

    @property
    def head(self) -> Head:
        return self.edition.head

    @property
    def name(self) -> str:
        """The edition, how it stands where that has to be said, and the witness where one was asked for."""
        standing = f" ({self.head.standing})" if self.head.standing else ""
        return f"{self.id}{standing} as printed in {self.witness}" if self.witness else self.id + standing

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return self.edition.rulings

    @property
    def by_registration(self) -> bool:
        """Whether the earlier registered of two events of the same days comes first; otherwise their content decides,
        as it did where the readings do not name it."""
        return any(ruling.same_days == REGISTRATION for ruling in self.rulings)

    @property
    def expectation(self) -> ExpectationTable:
        return self.edition.expectation

    @property
    def performance(self) -> PerformanceTable:
        return self.edition.performance

    def one_off(self, day: date) -> OneOff | None:
        """The adjustment that falls on the list of a day, if one does."""
        series = self.series or self.head.series[0]
        decided = adjustments() if self.decisions is None else self.decisions
        return next((each for each in decided if each.day == day and series in each.series), None)

    def article(self, number: str) -> Article:
        """An article by the number the text gives it, or a witness that counts differently."""
        articles = self.edition.articles
        if number in articles:
            return articles[number]
        for article in articles.values():
            if number in article.also.values():
                return article
        numbers = list(articles)
        run = Remedy.to("choose-article", first=numbers[0], last=numbers[-1])
        raise LawError("no-article", did_you_mean(number, numbers) or run, rulebook=self.id, article=number)

    def articles(self, concept: str | Concept[Any]) -> tuple[str, ...]:
        """The numbers that speak of a concept, the one that fills it first; none where the text is silent."""
        name = concept if isinstance(concept, str) else concept.name
        if name not in CONCEPTS:
            raise LawError("no-concept", did_you_mean(name, CONCEPTS), concept=name)
        filled = self.edition.fillings.get(name)
        return filled.articles if filled else ()

    def has(self, concept: Concept[Any]) -> bool:
        """Whether this edition says anything of the concept."""
        return concept.name in self.edition.fillings

    def find(self, concept: Concept[Value]) -> Value | None:
        """What the edition says of the concept, or None where it says nothing."""
        return self.rule(concept) if self.has(concept) else None

    def rule(self, concept: Concept[Value]) -> Value:
        """What the edition says of the concept."""
        return self.cite(concept).value

    def cite(self, concept: Concept[Value]) -> Cited[Value]:
        """The same, with the articles it comes from."""
        filled = self.edition.fillings.get(concept.name)
        if filled is None:
            raise LawError("no-concept/not-filled", rulebook=self.id, concept=concept.name)
        values = list(filled.values.values())
        if self.series is None and any(value != values[0] for value in values):
            raise LawError("no-concept/by-series", concept=concept.name, series=tuple(filled.values))
        value = values[0] if self.series is None else filled.values[self.series]
        return Cited(value, filled.articles, filled.reading)

    def expected(self, difference: int, limited: bool = True) -> int:
        """Hundredths of a point expected at this rating difference.

        Limited: with the edition's limit as in a first game of a player whom no exemption covers.
        """
        _whole(difference, "not-a-number/difference")
        limit = self.rule(DIFFERENCE_LIMIT).limit
        counted = max(-limit, min(limit, difference)) if limited else difference
        hundredths = self.expectation.look(counted)
        if hundredths == HOLE:
            rows, table = self.expectation.around(counted), self._answers(EXPECTATION_TABLE)
            if rows is None:
                raise Hole("hole/expected-outside", difference=counted, **table)
            raise Hole("hole/expected-between", difference=counted, below=str(rows[0]), above=str(rows[1]), **table)
        return hundredths

    def expected_of_each(self, differences: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The same for many differences, limited; the first that falls into a hole is refused."""
        limit = self.rule(DIFFERENCE_LIMIT).limit
        expected = self.expectation.look_at_each(np.clip(differences, -limit, limit)).astype(np.int64)
        for at in np.flatnonzero(expected == HOLE)[:1].tolist():
            self.expected(int(differences[at]))
        return expected

    def dp(self, percent: int) -> int:
        """The rating difference that the table gives for a whole percentage."""
        _whole(percent, "not-a-number/percentage")
        if not 0 <= percent <= PERCENT:
            raise LawError("not-a-number/between", most=PERCENT, number=percent)
        difference = self.performance.look(percent)
        if difference is None:
            raise Hole("hole/dp", percent=percent, **self._answers(DP_TABLE))
        return difference

    def _answers(self, concept: Concept[Any]) -> dict[str, Any]:
        """Whose table it is, and the rulings that mend it."""
        ids = tuple(r.id for r in self.rulings if r.concept == concept.name and self.witness in r.printed)
        return {"rulebook": self.name, "table": self.articles(concept)[0], "rulings": ids, "count": len(ids)}

    def __repr__(self) -> str:
        as_printed = f", as printed in {self.witness}" if self.witness else ""
        until = f" to {self.head.until}" if self.head.until else ""
        series = self.series or " and ".join(self.head.series)
        return f"<Rulebook {self.id} for {series}, in force {self.head.in_force}{until}{as_printed}>"


def _whole(number: object, message: str) -> None:
    if isinstance(number, bool) or not isinstance(number, int):
        raise LawError(message, number=number)
