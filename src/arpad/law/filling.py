"""Fill a method's dataclass from a table of an edition file: every key, no other key, every value of its type.

Numbers are integers. A decimal is a quoted string and becomes a fraction; a bare decimal is refused, because it would
have been a float. An edition that serves several series may give a value as a table by series.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from arpad.law.cited import LawError, choose, did_you_mean
from arpad.law.collected import Collected

Filled = TypeVar("Filled")

_FRACTION = re.compile(r"-?[0-9]+(\.[0-9]+|/[1-9][0-9]*)?", re.ASCII)
_KINDS = {int: "whole", bool: "boolean", str: "text", Fraction: "fraction"}  # what is expected, by its message


class Decimal:
    """A bare decimal found in a file, kept as its text so that the error can name its place."""

    def __init__(self, text: str) -> None:
        self.text = text


def parse(text: str, file: str) -> dict[str, Any]:
    """The TOML of an edition or of the readings; a malformed file is one line."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, tables in tables
        raise LawError("bad-rulebook/toml", where=file, error=str(error)) from None


def fill(kind: type[Filled], table: Mapping[str, Any], where: str) -> Filled:
    """The dataclass with the table's values; `where` names file, article and concept in errors."""
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    found, values = Collected(), {}
    for key in table:
        if key not in known:
            with found:
                raise LawError("bad-rulebook/unknown-key", choose(key, known), where=where, key=key)
    for key, each in known.items():
        if key not in table and each.default is MISSING:
            with found:
                raise LawError("bad-rulebook/missing-key", where=where, key=key)
    for key, value in table.items():
        if key in known:
            with found:
                values[key] = convert(value, hints[key], f"{where}: {key}")
    found.raise_all()
    return kind(**values)


def convert(value: Any, hint: Any, where: str) -> Any:
    """The value as the type the dataclass asks for."""
    if isinstance(value, Decimal):
        raise LawError("bad-rulebook/bare-decimal", where=where, value=value.text)
    origin = get_origin(hint)
    if origin is Literal:
        if value not in get_args(hint):
            choices = tuple(choice for choice in get_args(hint) if choice)
            near = did_you_mean(str(value), choices)
            raise LawError("bad-rulebook/not-one-of", near, where=where, value=value, choices=choices)
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise LawError("bad-rulebook/expected-list", where=where, value=value)
        return tuple(convert(item, get_args(hint)[0], where) for item in value)
    if is_dataclass(hint):
        return fill(hint, table_of(value, where), where)  # type: ignore[arg-type]
    if hint is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    if isinstance(hint, types.UnionType) or type(value) is not hint:
        raise LawError(f"bad-rulebook/expected-{_KINDS[hint]}", where=where, value=value)
    return value


def table_of(value: Any, where: str) -> Mapping[str, Any]:
    """The value, which must be a table."""
    if not isinstance(value, Mapping):
        raise LawError("bad-rulebook/expected-table", where=where, value=value)
    return value


def by_series(table: Mapping[str, Any], series: tuple[str, ...], where: str) -> dict[str, dict[str, Any]]:
    """One table per series: a value that is itself a table by series is taken apart, any other serves them all."""
    split: dict[str, dict[str, Any]] = {name: {} for name in series}
    for key, value in table.items():
        divided = isinstance(value, Mapping) and any(name in series for name in value)
        if divided and set(value) != set(series):
            raise LawError("bad-rulebook/by-series", where=where, key=key, series=series)
        for name in series:
            split[name][key] = value[name] if divided else value
    return split
