"""Tell what a rulebook says, as plain data for JSON and as short text for people.

Everything that shows the law (command line, documentation, web) tells it through here, so that a value looks the same
everywhere. Nothing is decided here.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from arpad.law.cited import Article, Ruling
from arpad.law.rulebook import Rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE

TABLES = (DP_TABLE.name, EXPECTATION_TABLE.name)


def plain(value: Any) -> Any:
    """A value of the law as JSON knows it; a fraction becomes its text."""
    if is_dataclass(value) and not isinstance(value, type):
        told = {"method": value.method} if hasattr(value, "method") else {}
        given = {f.name: getattr(value, f.name) for f in fields(value) if getattr(value, f.name) != f.default}
        return {**told, **{name: plain(item) for name, item in given.items()}}
    if isinstance(value, Fraction):
        return decimal_text(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def decimal_text(number: Fraction) -> str:
    """12 1/2 is '12.5', one third stays '1/3'."""
    tens = 1
    while number.denominator != 1 and tens % number.denominator and tens <= number.denominator:
        tens *= 10
    if tens % number.denominator:
        return str(number)
    digits = str(abs(number.numerator) * tens // number.denominator).rjust(len(str(tens)), "0")
    cut = len(digits) - len(str(tens)) + 1
    return ("-" if number < 0 else "") + digits[:cut] + ("." + digits[cut:] if digits[cut:] else "")


def words(value: Any) -> str:
    """A value of the law in one line."""
    told = plain(value)
    if isinstance(told, dict):
        return (
            ", ".join(f"{name.replace('_', ' ')} {_inner(item)}" for name, item in told.items()) or "as the text says"
        )
    return _inner(told)


def _inner(item: Any) -> str:
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, dict):
        return "(" + ", ".join(f"{name.replace('_', ' ')} {_inner(inner)}" for name, inner in item.items()) + ")"
    return ", ".join(_inner(inner) for inner in item) if isinstance(item, list) else str(item)


def values(book: Rulebook, concept: str) -> dict[str, Any]:
    """What fills a concept, by series; one entry under the empty name where all series agree."""
    filled = book.edition.fillings[concept].values
    if book.series is not None:
        return {"": filled[book.series]}
    first = next(iter(filled.values()))
    return {"": first} if all(value == first for value in filled.values()) else dict(filled)


def value_words(book: Rulebook, concept: str) -> str:
    """What fills a concept, in one line."""
    if concept in TABLES:
        return "the table as printed"
    told = values(book, concept)
    return "; ".join(f"{series}: {words(value)}" if series else words(value) for series, value in told.items())


def rulebook_json(book: Rulebook) -> dict[str, Any]:
    """An edition's head."""
    head = book.head
    return {
        "id": head.id,
        "title": head.title,
        "series": list(head.series),
        "in_force": head.in_force.isoformat(),
        "until": head.until.isoformat() if head.until else None,
        "witnesses": list(head.witness),
        "articles": len(book.edition.articles),
        "rulings": len(book.rulings),
    }


def article_json(book: Rulebook, article: Article) -> dict[str, Any]:
    """An article with its values, its status and its rulings."""
    return {
        "article": article.number,
        "also": dict(article.also),
        "says": article.says,
        "status": list(article.statuses),
        "reason": article.reason or None,
        "values": {name: concept_json(book, name) for name in article.fills},
        "cites": list(article.cites),
        "rulings": [ruling.id for ruling in rulings_on(book, article)],
    }


def concept_json(book: Rulebook, concept: str) -> Any:
    told = values(book, concept)
    return plain(told[""]) if "" in told else {series: plain(value) for series, value in told.items()}


def rulings_on(book: Rulebook, article: Article) -> list[Ruling]:
    """The rulings that decide an article or a concept it fills."""
    return [r for r in book.rulings if r.article == article.number or (not r.article and r.concept in article.fills)]


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "kind": ruling.kind,
        "article": ruling.article or None,
        "concept": ruling.concept or None,
        "question": ruling.question or None,
        "printed": dict(ruling.printed),
        "applies": ruling.applies,
        "alternative": ruling.alternative or None,
        "because": ruling.because,
    }


def printed_words(ruling: Ruling) -> list[str]:
    """What each witness prints, in words."""
    told = []
    for witness, printed in ruling.printed.items():
        if isinstance(printed, str):
            told.append(f"{witness} prints: {printed}")
        elif "replace" in printed:
            changed = "; ".join(f"{reads or 'nothing'} for {was}" for was, reads in printed["replace"])
            told.append(f"{witness} prints {changed}")
        else:
            told.append(f"{witness} prints {_inner(dict(printed)).strip('()')}")
    return told


def decides(concept: str) -> str:
    """What a concept is about."""
    return CONCEPTS[concept].decides
