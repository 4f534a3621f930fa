"""Give a value of a rulebook another one: `coefficient.new-player.k=30`, as the vocabulary of the law knows it.

A key is a concept, then the key of its value; a clause or a step stands by its name between them, and the beginning of
the name will do. What the vocabulary does not know is refused with what comes nearest, and what does not fit the type,
or leaves the clauses of K ambiguous, as in a rulebook's file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_type_hints

from arpad.law import Rulebook
from arpad.law.cited import LawError, choose, did_you_mean
from arpad.law.filling import Decimal, convert
from arpad.law.rules import CONCEPTS
from arpad.law.rules.coefficient import Coefficient
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE

TABLES = (DP_TABLE.name, EXPECTATION_TABLE.name)  # they are proved as wholes
NAMED = "name"  # the key by which clauses are told apart


def with_values(book: Rulebook, given: Mapping[str, str]) -> Rulebook:
    """The rulebook with some values changed."""
    for key, text in given.items():
        book = _with_value(book, key, text)
    return book


def keys_of(book: Rulebook) -> Iterator[str]:
    """Every key whose value can be changed."""
    for name, filled in book.edition.fillings.items():
        if name not in TABLES:
            yield from (f"{name}.{key}" for key in _keys(next(iter(filled.values.values()))))


def _keys(value: Any) -> Iterator[str]:
    for each in fields(value):
        inner = getattr(value, each.name)
        if _by_name(inner):
            yield from (f"{item.name}.{key}" for item in inner for key in _keys(item) if key != NAMED)
        elif not is_dataclass(inner):
            yield each.name


def _with_value(book: Rulebook, key: str, text: str) -> Rulebook:
    concept, _, rest = key.partition(".")
    if concept not in CONCEPTS:
        near = did_you_mean(key, keys_of(book)) or choose(concept, CONCEPTS)
        raise LawError("lab/unknown-value", near, key=key)
    filled = book.edition.fillings.get(concept)
    if filled is None:
        raise LawError("lab/not-filled", rulebook=book.id, concept=concept)
    of_concept = [each for each in keys_of(book) if each.startswith(f"{concept}.")]
    if concept in TABLES or not rest:
        raise LawError("lab/unknown-value", choose(key, of_concept or keys_of(book)), key=key)
    given = _given(text)
    path = rest.split(".")
    try:
        values = {series: _put(value, path, given, key) for series, value in filled.values.items()}
    except KeyError:
        meant = [each for each in of_concept if each.startswith(f"{concept}.{path[0]}")]
        raise LawError("lab/unknown-value", choose(key, meant or of_concept), key=key) from None
    for value in values.values():
        for flaw in value.flaws() if isinstance(value, Coefficient) else ():
            raise LawError("bad-rulebook/clauses", where=f"{key}={text}", flaw=flaw)
    fillings = {**book.edition.fillings, concept: replace(filled, values=values)}
    return replace(book, edition=replace(book.edition, fillings=fillings))


def _given(text: str) -> Any:
    """A value as a rulebook's file would have it; what is no number, truth value or list is a text."""
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError:
        return text


def _put(value: Any, path: list[str], given: Any, key: str) -> Any:
    """The value with another one at the end of the path; KeyError where the path leads nowhere."""
    name, *further = path
    known = {each.name: each for each in fields(value)}
    if not further and name.replace("-", "_") in known:
        name = name.replace("-", "_")
        return replace(value, **{name: convert(given, get_type_hints(type(value))[name], key)})
    for each in known:
        inner = getattr(value, each)
        if further and each == name and is_dataclass(inner) and not isinstance(inner, type):
            return replace(value, **{each: _put(inner, further, given, key)})
        if further and _by_name(inner):
            meant = [item for item in inner if item.name == name] or [i for i in inner if i.name.startswith(name)]
            if len(meant) == 1:
                changed = tuple(_put(item, further, given, key) if item is meant[0] else item for item in inner)
                return replace(value, **{each: changed})
    raise KeyError(key)


def _by_name(value: Any) -> bool:
    """Whether these are several things that are told apart by name."""
    return (
        isinstance(value, tuple) and bool(value) and all(is_dataclass(item) and hasattr(item, NAMED) for item in value)
    )
