"""Write a calculation as one line that can be read aloud: 2411 + 10 × −0.30 = 2411 − 3 = 2408.

Every term is a step of the explanation with its articles; nothing is computed here.
"""

from __future__ import annotations

from arpad.columns import AdjustmentKind
from arpad.explain.calculation import Calculation
from arpad.explain.numbers import (
    Average,
    Bonus,
    Change,
    Delisted,
    GamesSum,
    Rating,
    Rounded,
    Scaled,
    Step,
    TableDifference,
)
from arpad.frozen import dataclass


@dataclass(frozen=True)
class Term:
    """A number of the line: what stands before it, in which unit it is, and the step it comes from."""

    sign: str  # empty, plus, times, equals or gives
    value: int
    unit: str  # rating, change, hundredths, k
    name: str  # of its words
    articles: tuple[str, ...]
    strong: bool = False


def equation(calculation: Calculation) -> tuple[Term, ...]:
    """The line of a change, or of a first rating; nothing where the list only repeats the one before."""
    steps = {step.code: step for step in calculation.steps}
    terms = _changed(calculation, steps) if "rounded" in steps else _first(steps)
    for adjusted in calculation.adjustments:
        if adjusted.kind is AdjustmentKind.CORRECTION:
            continue  # it is the base already
        terms.append(Term("gives", adjusted.after, "rating", "adjusted", adjusted.articles, strong=True))
    return tuple(terms)


def _changed(calculation: Calculation, steps: dict[str, Step]) -> list[Term]:
    terms = []
    for code in ("base", "base-stand-in"):
        if code in steps and isinstance(steps[code].fields, Rating):
            terms.append(Term("", steps[code].fields.rating, "rating", code, steps[code].articles))
    coefficients = {event.k for event in calculation.events if event.k and event.counted}
    total, change = steps["sum"].fields, steps["change"].fields
    if isinstance(total, GamesSum) and len(coefficients) == 1:
        terms.append(Term("plus", coefficients.pop() or 0, "k", "k", calculation.k_articles))
        terms.append(Term("times", total.sum, "hundredths", "sum", steps["sum"].articles))
    elif isinstance(change, Change):
        terms.append(Term("plus", change.change, "hundredths", "change", steps["change"].articles))
    rounded = steps["rounded"].fields
    if isinstance(rounded, Rounded):
        terms.append(Term("gives", rounded.rounded, "change", "rounded", steps["rounded"].articles))
    for code in ("new-rating", "returned", "delisted"):
        if code in steps and isinstance(steps[code].fields, Rating | Delisted):
            terms.append(Term("equals", steps[code].fields.rating, "rating", code, steps[code].articles, strong=True))
    return terms


def _first(steps: dict[str, Step]) -> list[Term]:
    terms: list[Term] = []
    average = steps["average"].fields if "average" in steps else None
    if not isinstance(average, Average):
        return terms
    terms.append(Term("", average.whole, "rating", "average", steps["average"].articles))
    for code in ("scaled", "table-difference", "bonus"):
        if code not in steps:
            continue
        fields = steps[code].fields
        if isinstance(fields, Scaled | Bonus):
            added = fields.added
        elif isinstance(fields, TableDifference):
            added = fields.difference
        else:
            continue
        terms.append(Term("plus", added, "change", code, steps[code].articles))
        break
    for sign, code in (("equals", "result"), ("gives", "maximum")):
        if code in steps and isinstance(steps[code].fields, Rating):
            terms.append(Term(sign, steps[code].fields.rating, "rating", code, steps[code].articles, strong=True))
    return terms
