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
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from arpad.law.cited import LawError, choose, did_you_mean
from arpad.law.collected import Collected
from arpad.law.rules.ranges import Between, Code, Length
from arpad.plaintext import NAME, TEXT, is_text, visible

Filled = TypeVar("Filled")

_FRACTION = re.compile(r"-?[0-9]+(\.[0-9]+|/[1-9][0-9]*)?", re.ASCII)
_SERIES = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)
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
    hints = get_type_hints(kind, include_extras=True)
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
    if origin is Annotated:
        inner, range_ = get_args(hint)
        converted = convert(value, inner, where)
        _require_in_range(converted, range_, where)
        return converted
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


def _require_in_range(value: Any, range_: Between | Length | Code, where: str) -> None:
    """Refuse a value outside the range of its key."""
    match range_:
        case Between(least=least, most=most):
            if not range_.holds(value):
                raise LawError("bad-rulebook/range", where=where, value=str(value), least=least, most=most)
        case Length(least=least, most=most, twice=twice_message):
            if not least <= len(value) <= most:
                raise LawError("bad-rulebook/length", where=where, length=len(value), least=least, most=most)
            twice = next((item for at, item in enumerate(value) if item in value[:at]), None)
            if twice is not None:
                raise LawError(f"bad-rulebook/{twice_message}", where=where, value=str(twice))
        case Code(federation=federation):
            if not (_FEDERATION if federation else _SERIES).fullmatch(value):
                message = "bad-rulebook/federation-code" if federation else "bad-rulebook/series-name"
                raise LawError(message, where=where, value=visible(value))


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


def require_readable(value: Any, where: str, found: Collected) -> None:
    """Collect a refusal for each key and text of a parsed file that has hidden characters or is too long."""
    match value:
        case str():
            with found:
                if not is_text(value):
                    if len(value) > TEXT:
                        raise LawError("bad-rulebook/long-text", where=where, length=len(value), most=TEXT)
                    raise LawError("bad-rulebook/hidden-character", where=where, text=visible(value)[:NAME])
        case list():
            for item in value:
                require_readable(item, where, found)
        case dict():
            for key, item in value.items():
                require_readable(key, where, found)
                require_readable(item, _place_below(where, visible(key)), found)


def _place_below(where: str, key: str) -> str:
    """A place one step further down, as problems write it: `file: article 1, floor: rating`."""
    place = where.rpartition(": ")[2]
    if place in ("article", "silent", "ruling"):
        return f"{where} {key}"
    return f"{where}, {key}" if place.startswith(("article ", "silent ")) and "," not in place else f"{where}: {key}"
