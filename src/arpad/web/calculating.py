"""From the fields of a calculator's form to the document that it reads: games, results and players, a line each.

`calculator.typed` has the grammar of a line. A line that cannot be read is named; what it means is the calculator's
business.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from arpad.calculator import Book, in_force
from arpad.calculator.target import one_k
from arpad.calculator.typed import typed_game, typed_number, typed_player, typed_pool
from arpad.days import Month
from arpad.finding import Misuse, Note
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import next_list
from arpad.web.form import Form

Read = Callable[[Form], dict[str, Any]]
HIGHEST, LARGEST_K, MOST_LINES = 4000, 99, 200


@dataclass(frozen=True)
class Field:
    """A field of a form: one line, or several."""

    name: str
    kind: str  # number, lines
    optional: bool = False


@dataclass(frozen=True)
class Calculator:
    """A calculator: its address, its name in the library, its fields, and an example to begin with."""

    name: str
    calculation: str
    fields: tuple[Field, ...]
    read: Read
    example: tuple[tuple[str, str], ...]


def book_of(form: Form, series: tuple[str, ...], today: date) -> Book | None:
    """The edition in force for a series on a day; what is wrong is noted beside the field."""
    chosen = form.option("series", series, series[0])
    try:
        day = date.fromisoformat(form["on"]) if form["on"] else today
        return in_force(chosen, day)
    except LawError as error:
        form.errors["on"] = error.sentence
    except ValueError:
        form.wrong("on", Note.of("web-calc/day"))
    return None


def number_in(form: Form, name: str, most: int = HIGHEST) -> int | None:
    return form.whole(name, 0, most)


def _lines(form: Form, name: str) -> list[str]:
    """The lines of a field that are not empty."""
    lines = [line.strip() for line in form.sent.get(name, "").splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        form.wrong(name, Note.of("web-calc/many", most=MOST_LINES))
        return []
    return lines


def _each(form: Form, name: str, read: Callable[[str], dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each line of a field; the first line with a word that is no number is noted beside the field."""
    rows = []
    for at, line in enumerate(_lines(form, name), 1):
        try:
            rows.append(read(line))
            readable = not any(isinstance(value, str) for field, value in rows[-1].items() if field != "name")
        except Misuse:
            readable = False
        if not readable:
            form.wrong(name, Note.of("web-calc/line", line=at, text=line))
            break
    return rows


def _change(form: Form) -> dict[str, Any]:
    facts = {name: number_in(form, name, most) for name, most in (("rating", HIGHEST), ("k", LARGEST_K))}
    facts |= {name: number_in(form, name, 9999) for name in ("games_before", "highest")}
    player = {"rating": facts["rating"], "k": facts["k"], "games": facts["games_before"], "highest": facts["highest"]}
    if form["born"]:
        player["born"] = form["born"]  # type: ignore[assignment]
    given = {name: value for name, value in player.items() if value is not None}
    return {"player": given, "events": [{"games": _each(form, "games", typed_game)}]}


def _first(form: Form) -> dict[str, Any]:
    if form["pools"]:
        return {"pools": _each(form, "pools", typed_pool)}
    return {"events": [{"games": _each(form, "games", typed_game)}]}


def _round_robin(form: Form) -> dict[str, Any]:
    cycles = form.whole("cycles", 1, 20)
    return {"players": _each(form, "players", typed_player), **({"cycles": cycles} if cycles else {})}


def _performance(form: Form) -> dict[str, Any]:
    return {"games": _each(form, "games", typed_game)}


def _target(form: Form) -> dict[str, Any]:
    opponents = [typed_number(word) for line in _lines(form, "opponents") for word in line.split()]
    if not all(isinstance(rating, int) for rating in opponents):
        form.wrong("opponents", Note.of("web-calc/opponents"))
    numbers = {name: number_in(form, name) for name in ("rating", "k", "target")}
    return {**{name: value for name, value in numbers.items() if value is not None}, "opponents": opponents}


GAMES = "1995 1\n2210 ½\n2350 0\n1870 1\n2105 1"
CALCULATORS = {
    each.name: each
    for each in (
        Calculator(
            "change",
            "period",
            (
                Field("rating", "number"),
                Field("k", "number", optional=True),
                Field("games_before", "number", optional=True),
                Field("born", "number", optional=True),
                Field("highest", "number", optional=True),
                Field("games", "lines"),
            ),
            _change,
            (("rating", "2100"), ("k", "20"), ("games", GAMES)),
        ),
        Calculator(
            "first", "initial", (Field("games", "lines", optional=True), Field("pools", "lines", optional=True)),
            _first, (("games", GAMES),),
        ),
        Calculator(
            "round-robin", "round-robin", (Field("players", "lines"), Field("cycles", "number", optional=True)),
            _round_robin,
            (
                ("players", "Adams 2200 3 15\nBaker 2100 2½ 15\nClark 2050 2½ 15\nDavis - 2\nEvans 1980 0 15"),
                ("on", "2010-05-01"),
            ),
        ),
        Calculator("performance", "performance", (Field("games", "lines"),), _performance, (("games", GAMES),)),
        Calculator(
            "target",
            "target",
            (Field("rating", "number"), Field("k", "number"), Field("target", "number"), Field("opponents", "lines")),
            _target,
            (("rating", "2380"), ("k", "10"), ("target", "2400"), ("opponents", "2350 2400 2310 2280 2450 2390 2405")),
        ),
    )
}  # fmt: skip


def has_targets(series: str, today: date) -> bool:
    """Whether it can be said what a next event must bring: one K must say what every game is worth."""
    try:
        return one_k(in_force(series, today))
    except LawError:
        return False


def document_of(calculator: Calculator, form: Form) -> dict[str, Any] | None:
    """The document of a form that is filled in; None while something is missing or wrong."""
    document = calculator.read(form)
    for field in calculator.fields:
        if not field.optional and not form[field.name] and field.name not in form.errors:
            form.wrong(field.name, Note.of("web-calc/missing"))
    if calculator.name == "first" and not (form["games"] or form["pools"]):
        form.wrong("games", Note.of("web-calc/missing"))
    return None if form.errors else document


def answered(book: Book, calculator: Calculator, document: dict[str, Any], form: Form, today: date) -> Any:
    """The answer; what the calculator does not take is told above the form. A K that follows from facts is that of the
    first list after the day."""
    day = date.fromisoformat(form["on"]) if form["on"] else today
    if "k" not in document.get("player", {"k": 0}) and book.series:
        document = {**document, "list": str(Month.of(next_list(book.series, day)))}
    try:
        return book.calculate(calculator.calculation, document)  # type: ignore[call-overload]
    except Misuse as problem:
        form.errors[""] = problem.sentence
        return None
