"""The calculator pages: their forms, and the documents that the calculators read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.calculator import Book, in_force
from arpad.calculator.seating import has_single_k
from arpad.calculator.typed import typed_game, typed_number, typed_player, typed_pool
from arpad.days import Month, read_meant_day
from arpad.finding import Note, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, series_names
from arpad.law.calendar import next_list
from arpad.web.canonical import page_fields
from arpad.web.render import render_page
from arpad.web.request_fields import Form, OfficeReader, query_with_changes, split_ending
from arpad.web.responses import json_response as json_answer
from arpad.web.responses import problem_json

ReadField = Callable[[Form], dict[str, Any]]
MAX_RATING, MAX_K, MAX_LINES = 4000, 99, 200


@dataclass(frozen=True)
class CalculatorField:
    """A field of a form: one line, or several."""

    name: str
    kind: str  # number, lines
    optional: bool = False


@dataclass(frozen=True)
class Calculator:
    """A calculator: its address, its name in the library, its fields, and an example to begin with."""

    name: str
    calculation: str
    fields: tuple[CalculatorField, ...]
    read: ReadField
    example: tuple[tuple[str, str], ...]


def rulebook_for(form: Form, series: tuple[str, ...], today: date) -> Book | None:
    """The edition in force for a series on a day; what is wrong is noted beside the field."""
    chosen = form.option("series", series, series[0])
    try:
        day = read_meant_day(form["on"]) if form["on"] else today
        return in_force(chosen, day)
    except LawError as error:
        form.errors["on"] = error.sentence
    except ValueError:
        form.wrong("on", Note.of("web-calc/day"))
    return None


def number_field(form: Form, name: str, most: int = MAX_RATING) -> int | None:
    return form.whole(name, 0, most)


def _field_lines(form: Form, name: str) -> list[str]:
    """The lines of a field that are not empty."""
    lines = [line.strip() for line in form.sent.get(name, "").splitlines() if line.strip()]
    if len(lines) > MAX_LINES:
        form.wrong(name, Note.of("web-calc/many", most=MAX_LINES))
        return []
    return lines


def _parse_lines(form: Form, name: str, read: Callable[[str], dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each line of a field; the first line with a word that is no number is noted beside the field."""
    rows = []
    for at, line in enumerate(_field_lines(form, name), 1):
        try:
            rows.append(read(line))
            readable = not any(isinstance(value, str) for field, value in rows[-1].items() if field != "name")
        except UserError:
            readable = False
        if not readable:
            form.wrong(name, Note.of("web-calc/line", line=at, text=line))
            break
    return rows


def _change_document(form: Form) -> dict[str, Any]:
    facts = {name: number_field(form, name, most) for name, most in (("rating", MAX_RATING), ("k", MAX_K))}
    facts |= {name: number_field(form, name, 9999) for name in ("games_before", "highest")}
    player = {"rating": facts["rating"], "k": facts["k"], "games": facts["games_before"], "highest": facts["highest"]}
    if form["born"]:
        player["born"] = form["born"]  # type: ignore[assignment]
    facts_typed = {name: value for name, value in player.items() if value is not None}
    return {"player": facts_typed, "events": [{"games": _parse_lines(form, "games", typed_game)}]}


def _first_rating_document(form: Form) -> dict[str, Any]:
    if form["pools"]:
        return {"pools": _parse_lines(form, "pools", typed_pool)}
    return {"events": [{"games": _parse_lines(form, "games", typed_game)}]}


def _round_robin_document(form: Form) -> dict[str, Any]:
    cycles = form.whole("cycles", 1, 20)
    return {"players": _parse_lines(form, "players", typed_player), **({"cycles": cycles} if cycles else {})}


def _performance_document(form: Form) -> dict[str, Any]:
    return {"games": _parse_lines(form, "games", typed_game)}


def _target_document(form: Form) -> dict[str, Any]:
    opponents = [typed_number(word) for line in _field_lines(form, "opponents") for word in line.split()]
    if not all(isinstance(rating, int) for rating in opponents):
        form.wrong("opponents", Note.of("web-calc/opponents"))
    numbers = {name: number_field(form, name) for name in ("rating", "k", "target")}
    return {**{name: value for name, value in numbers.items() if value is not None}, "opponents": opponents}


GAMES_FIELD = "1995 1\n2210 ½\n2350 0\n1870 1\n2105 1"
CALCULATORS = {
    each.name: each
    for each in (
        Calculator(
            "change",
            "period",
            (
                CalculatorField("rating", "number"),
                CalculatorField("k", "number", optional=True),
                CalculatorField("games_before", "number", optional=True),
                CalculatorField("born", "number", optional=True),
                CalculatorField("highest", "number", optional=True),
                CalculatorField("games", "lines"),
            ),
            _change_document,
            (("rating", "2100"), ("k", "20"), ("games", GAMES_FIELD)),
        ),
        Calculator(
            "first",
            "initial",
            (CalculatorField("games", "lines", optional=True), CalculatorField("pools", "lines", optional=True)),
            _first_rating_document,
            (("games", GAMES_FIELD),),
        ),
        Calculator(
            "round-robin",
            "round-robin",
            (CalculatorField("players", "lines"), CalculatorField("cycles", "number", optional=True)),
            _round_robin_document,
            (
                ("players", "Adams 2200 3 15\nBaker 2100 2½ 15\nClark 2050 2½ 15\nDavis - 2\nEvans 1980 0 15"),
                ("on", "2010-05-01"),
            ),
        ),
        Calculator(
            "performance",
            "performance",
            (CalculatorField("games", "lines"),),
            _performance_document,
            (("games", GAMES_FIELD),),
        ),
        Calculator(
            "target",
            "target",
            (
                CalculatorField("rating", "number"),
                CalculatorField("k", "number"),
                CalculatorField("target", "number"),
                CalculatorField("opponents", "lines"),
            ),
            _target_document,
            (("rating", "2380"), ("k", "10"), ("target", "2400"), ("opponents", "2350 2400 2310 2280 2450 2390 2405")),
        ),
    )
}


def can_show_targets(series: str, today: date) -> bool:
    """Whether it can be said what a next event must bring: one K must say what every game is worth."""
    try:
        return has_single_k(in_force(series, today))
    except LawError:
        return False


def calculator_document(calculator: Calculator, form: Form) -> dict[str, Any] | None:
    """The document of a form that is filled in; None while something is missing or wrong."""
    document = calculator.read(form)
    for field in calculator.fields:
        if not field.optional and not form[field.name] and field.name not in form.errors:
            form.wrong(field.name, Note.of("web-calc/missing"))
    if calculator.name == "first" and not (form["games"] or form["pools"]):
        form.wrong("games", Note.of("web-calc/missing"))
    return None if form.errors else document


def calculate_answer(book: Book, calculator: Calculator, document: dict[str, Any], form: Form, today: date) -> Any:
    """The answer; what the calculator does not take is told above the form. A K that follows from facts is that of the
    first list after the day."""
    day = date.fromisoformat(form["on"]) if form["on"] else today
    if "k" not in document.get("player", {"k": 0}) and book.series:
        document = {**document, "list": str(Month.of(next_list(book.series, day)))}
    try:
        return book.calculate(calculator.calculation, document)  # type: ignore[call-overload]
    except UserError as problem:
        form.errors[""] = problem.sentence
        return None


page_routes = APIRouter(include_in_schema=False)
CALCULATOR_FIELDS = tuple(dict.fromkeys(field.name for each in CALCULATORS.values() for field in each.fields))
COMMON_FIELDS = ("series", "on")
MAX_QUERY = 8000  # letters of a field


def _unknown_fields(calculator: Calculator, form: Form) -> dict[str, str]:
    """What is wrong with a question of a program: a field that the calculator does not have."""
    known = (*(field.name for field in calculator.fields), *COMMON_FIELDS)
    note = Note.of("web-calc/unknown-field", known=known)
    return {name: note.sentence for name in form.sent if name not in known}


def _wrong_question(errors: Mapping[str, str]) -> Response:
    """The answer to a program that asked wrongly: each field with what is wrong with it, with the line where it has
    several."""
    wrong = [{"field": name, "problem": problem} for name, problem in errors.items()]
    detail = Note.of("web-wrong-question").sentence
    return problem_json(422, "wrong-question", detail, {"cache-control": "no-store"}, errors=wrong)


@page_routes.get("/calc")
def calculators_page(request: Request) -> Response:
    return render_page(request, "calculators.html", calculators=CALCULATORS)


@page_routes.get("/calc/{name}", openapi_extra=page_fields("series", "on", *CALCULATOR_FIELDS))
def calculator_page(request: Request, office: OfficeReader, name: str) -> Response:
    name, ending = split_ending(name, ("json",))
    if name not in CALCULATORS:
        raise UserError("no-page")
    chosen = CALCULATORS[name]
    form = Form(request.query_params, MAX_QUERY)
    if ending and (wrong := _unknown_fields(chosen, form)):
        return _wrong_question(wrong)
    asked = any(form[field.name] for field in chosen.fields)
    published = tuple(head.series for head in office.stamp.newest)
    series = tuple(dict.fromkeys((*(each for each in published if each in series_names()), *reversed(series_names()))))
    book = rulebook_for(form, series, office.today())
    document = calculator_document(chosen, form) if asked else None
    result = (
        calculate_answer(book, chosen, document, form, office.today())
        if book is not None and document is not None
        else None
    )
    if ending:
        if result is not None:
            return json_answer(result)
        if not asked:
            calculator_document(chosen, form)  # notes what is missing
        return _wrong_question(form.errors)
    example = query_with_changes(Form(dict(chosen.example)))()
    return render_page(
        request,
        "calculator.html",
        status=form.status,
        calculator=chosen,
        calculators=CALCULATORS,
        form=form,
        series=series,
        today=office.today(),
        book=book,
        answer=result,
        example=f"/calc/{name}{example}",
        address=query_with_changes(form),
    )
