"""The calculation page: why a list shows this rating for a player, game by game."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.columns import AdjustmentKind, label
from arpad.exact import decimal, points
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
from arpad.office import reading
from arpad.web.period_document import document_name, has_document
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader, parse_month, parse_player_number, split_ending
from arpad.web.responses import data_answer
from arpad.web.routes.beside import editions_of
from arpad.web.validity import Dependence, depends_on


@dataclass(frozen=True)
class EquationTerm:
    """A number of a line: what stands before it, in which unit it is, what it is called, and its articles."""

    sign: str  # empty, plus, minus, times, equals or gives
    value: int
    unit: str  # rating, change or hundredths
    name: str  # of its words; empty where it stood before
    articles: tuple[str, ...] = ()
    strong: bool = False


EquationLine = tuple[EquationTerm, ...]


def equation_lines(calculation: Calculation) -> tuple[EquationLine, ...]:
    """The lines of a change, or of a first rating; none where the list only repeats the one before."""
    steps = {step.code: step for step in calculation.steps}
    lines = _change_lines(calculation, steps) if "rounded" in steps else _first_rating_lines(steps)
    adjusted = tuple(
        EquationTerm("gives", each.after, "rating", "adjusted", each.articles, strong=True)
        for each in calculation.adjustments
        if each.kind is not AdjustmentKind.CORRECTION  # that is the base already
    )
    return (*lines[:-1], (*lines[-1], *adjusted)) if lines else ((adjusted,) if adjusted else ())


def _change_lines(calculation: Calculation, steps: dict[str, Step]) -> tuple[EquationLine, ...]:
    change, rounded = (steps[code].fields for code in ("change", "rounded"))
    assert isinstance(change, Change)
    assert isinstance(rounded, Rounded)
    coefficients = {event.k for event in calculation.events if event.k and event.counted}
    moved = EquationTerm("", change.change, "hundredths", "change", steps["change"].articles)
    first: EquationLine = (moved,)
    total = steps["sum"].fields if "sum" in steps else None  # of games with several K there are several sums
    if isinstance(total, GamesSum) and len(coefficients) == 1 and not {"gain-split", "counted-k"} & steps.keys():
        first = (
            EquationTerm("", coefficients.pop() or 0, "rating", "k", calculation.k_articles),
            EquationTerm("times", total.sum, "hundredths", "sum", steps["sum"].articles),
            EquationTerm("equals", change.change, "hundredths", "change"),
        )
    first = (*first, EquationTerm("gives", rounded.rounded, "change", "rounded", steps["rounded"].articles))
    base = next(code for code in ("base", "base-stand-in") if code in steps)
    new = next(code for code in ("new-rating", "returned", "delisted") if code in steps)
    sign = "minus" if rounded.rounded < 0 else "plus"
    second = (
        EquationTerm("", _rating_term(steps[base]), "rating", base, steps[base].articles),
        EquationTerm(sign, abs(rounded.rounded), "rating", ""),
        EquationTerm(
            "gives" if "floor-holds" in steps else "equals",
            _rating_term(steps[new]),
            "rating",
            new,
            steps[new].articles,
            strong=True,
        ),
    )
    return first, second


def _first_rating_lines(steps: dict[str, Step]) -> tuple[EquationLine, ...]:
    average = steps["average"].fields if "average" in steps else None
    if not isinstance(average, Average):
        return ()
    terms = [EquationTerm("", average.whole, "rating", "average", steps["average"].articles)]
    code = next((code for code in ("scaled", "table-difference", "bonus") if code in steps), "")
    if code:
        added = _added_terms(steps[code])
        terms.append(EquationTerm("minus" if added < 0 else "plus", abs(added), "rating", code, steps[code].articles))
    terms += [
        EquationTerm(sign, _rating_term(steps[code]), "rating", code, steps[code].articles, strong=True)
        for sign, code in (("equals", "result"), ("gives", "maximum"), ("gives", "floor-holds"))
        if code in steps
    ]
    return (tuple(terms),)


def _rating_term(step: Step) -> int:
    assert isinstance(step.fields, Rating | Delisted | Floor)
    return step.fields.floor if isinstance(step.fields, Floor) else step.fields.rating


def _added_terms(step: Step) -> int:
    if isinstance(step.fields, TableDifference):
        return step.fields.difference
    assert isinstance(step.fields, Scaled | Bonus)
    return step.fields.added


page_routes = APIRouter(include_in_schema=False)
DATA_ENDINGS = ("json", "csv")
GAME_COLUMNS = (
    "event", "list", "round", "colour", "opponent", "opponent_id", "opponent_rating", "score", "difference",
    "counted_difference", "expected", "delta", "status", "articles",
)  # fmt: skip


@page_routes.get("/players/{number}/{series}/{month}")
def calculation_page(request: Request, office: OfficeReader, number: str, series: str, month: str) -> Response:
    depends_on(request, Dependence.PUBLISHED)
    month, ending = split_ending(month, DATA_ENDINGS)
    list_, asked = parse_month(month), parse_player_number(number)
    opened = reading.open_calculation(office, asked, series, list_)
    shown = opened.calculation
    if shown.player != asked:
        return RedirectResponse(f"/players/{shown.player}/{series}/{month}{'.' if ending else ''}{ending}", 308)
    if ending:
        return data_answer(ending, shown, f"{shown.player}_{series}_{list_}", GAME_COLUMNS, lambda: game_rows(shown))
    heads = reading.list_heads(office, series)
    return render_page(
        request,
        "calculation.html",
        head=opened.head,
        shared=opened.head,
        calculation=shown,
        claims=opened.claims,
        lines=equation_lines(shown),
        earlier=next((each.list_ for each in heads if each.list_ < list_ and each.kind == "computed"), None),
        recomputed=document_name(shown),
        comparable=has_document(shown),
        editions=editions_of(series),
        later=next((each.list_ for each in reversed(heads) if each.list_ > list_), None),
    )


def game_rows(shown: reading.Calculation) -> list[tuple[object, ...]]:
    """Every game of a calculation as a row."""
    return [
        (
            event.code, event.list, game.round, game.colour and game.colour.value, game.opponent_name, game.opponent_id,
            game.opponent_rating, points(game.score), game.difference, game.counted_difference,
            None if game.expected is None else decimal(game.expected), decimal(game.delta), label(game.status),
            " ".join(game.articles),
        )
        for event in (*shown.earlier, *shown.events)
        for game in event.games
    ]  # fmt: skip
