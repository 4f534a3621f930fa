"""Write a calculation as lines that can be read aloud: 10 × −0.30 = −3.00, rounded −3; 2411 − 3 = 2408.

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
    Floor,
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
    """A number of a line: what stands before it, in which unit it is, what it is called, and its articles."""

    sign: str  # empty, plus, minus, times, equals or gives
    value: int
    unit: str  # rating, change or hundredths
    name: str  # of its words; empty where it stood before
    articles: tuple[str, ...] = ()
    strong: bool = False


Line = tuple[Term, ...]


def equation(calculation: Calculation) -> tuple[Line, ...]:
    """The lines of a change, or of a first rating; none where the list only repeats the one before."""
    steps = {step.code: step for step in calculation.steps}
    lines = _changed(calculation, steps) if "rounded" in steps else _first(steps)
    adjusted = tuple(
        Term("gives", each.after, "rating", "adjusted", each.articles, strong=True)
        for each in calculation.adjustments
        if each.kind is not AdjustmentKind.CORRECTION  # that is the base already
    )
    return (*lines[:-1], (*lines[-1], *adjusted)) if lines else ((adjusted,) if adjusted else ())


def _changed(calculation: Calculation, steps: dict[str, Step]) -> tuple[Line, ...]:
    total, change, rounded = (steps[code].fields for code in ("sum", "change", "rounded"))
    assert isinstance(total, GamesSum)
    assert isinstance(change, Change)
    assert isinstance(rounded, Rounded)
    coefficients = {event.k for event in calculation.events if event.k and event.counted}
    moved = Term("", change.change, "hundredths", "change", steps["change"].articles)
    first: Line = (moved,)
    if len(coefficients) == 1 and not {"gain-split", "counted-k"} & steps.keys():
        first = (
            Term("", coefficients.pop() or 0, "rating", "k", calculation.k_articles),
            Term("times", total.sum, "hundredths", "sum", steps["sum"].articles),
            Term("equals", change.change, "hundredths", "change"),
        )
    first = (*first, Term("gives", rounded.rounded, "change", "rounded", steps["rounded"].articles))
    base = next(code for code in ("base", "base-stand-in") if code in steps)
    new = next(code for code in ("new-rating", "returned", "delisted") if code in steps)
    sign = "minus" if rounded.rounded < 0 else "plus"
    second = (
        Term("", _rating(steps[base]), "rating", base, steps[base].articles),
        Term(sign, abs(rounded.rounded), "rating", ""),
        Term(
            "gives" if "floor-holds" in steps else "equals",
            _rating(steps[new]),
            "rating",
            new,
            steps[new].articles,
            strong=True,
        ),
    )
    return first, second


def _first(steps: dict[str, Step]) -> tuple[Line, ...]:
    average = steps["average"].fields if "average" in steps else None
    if not isinstance(average, Average):
        return ()
    terms = [Term("", average.whole, "rating", "average", steps["average"].articles)]
    code = next((code for code in ("scaled", "table-difference", "bonus") if code in steps), "")
    if code:
        added = _added(steps[code])
        terms.append(Term("minus" if added < 0 else "plus", abs(added), "rating", code, steps[code].articles))
    terms += [
        Term(sign, _rating(steps[code]), "rating", code, steps[code].articles, strong=True)
        for sign, code in (("equals", "result"), ("gives", "maximum"), ("gives", "floor-holds"))
        if code in steps
    ]
    return (tuple(terms),)


def _rating(step: Step) -> int:
    assert isinstance(step.fields, Rating | Delisted | Floor)
    return step.fields.floor if isinstance(step.fields, Floor) else step.fields.rating


def _added(step: Step) -> int:
    if isinstance(step.fields, TableDifference):
        return step.fields.difference
    assert isinstance(step.fields, Scaled | Bonus)
    return step.fields.added
