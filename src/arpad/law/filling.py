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

from arpad.law.cited import LawError, nearest, one_of

Filled = TypeVar("Filled")

_FRACTION = re.compile(r"-?[0-9]+(\.[0-9]+|/[1-9][0-9]*)?", re.ASCII)
_KINDS = {int: "a whole number", bool: "true or false", str: "a text", Fraction: 'a quoted number such as "12.5"'}


class Decimal:
    """A bare decimal found in a file, kept as its text so that the error can name its place."""

    def __init__(self, text: str) -> None:
        self.text = text


def parse(text: str, file: str) -> dict[str, Any]:
    """The TOML of an edition or of the readings; a malformed file is one line."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise LawError(f"{file}: not a TOML file: {error}") from None


def fill(kind: type[Filled], table: Mapping[str, Any], where: str) -> Filled:
    """The dataclass with the table's values; `where` names file, article and concept in errors."""
    hints = get_type_hints(kind)
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            raise LawError(f"{where}: unknown key {key!r}{nearest(key, known) or f'; known: {one_of(known) or None}'}")
    missing = [name for name, f in known.items() if name not in table and f.default is MISSING]
    if missing:
        raise LawError(f"{where}: missing key {missing[0]!r}")
    return kind(**{key: convert(value, hints[key], f"{where}: {key}") for key, value in table.items()})


def convert(value: Any, hint: Any, where: str) -> Any:
    """The value as the type the dataclass asks for."""
    if isinstance(value, Decimal):
        raise LawError(f'{where}: {value.text} is a bare decimal; quote it: "{value.text}"')
    origin = get_origin(hint)
    if origin is Literal:
        if value not in get_args(hint):
            choices = [choice for choice in get_args(hint) if choice]
            raise LawError(f"{where}: {value!r} is not one of {one_of(choices)}{nearest(str(value), choices)}")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise LawError(f"{where}: expected a list, found {value!r}")
        return tuple(convert(item, get_args(hint)[0], where) for item in value)
    if is_dataclass(hint):
        return fill(hint, table_of(value, where), where)  # type: ignore[arg-type]
    if hint is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    if isinstance(hint, types.UnionType) or type(value) is not hint:
        raise LawError(f"{where}: expected {_KINDS[hint]}, found {value!r}")
    return value


def table_of(value: Any, where: str) -> Mapping[str, Any]:
    """The value, which must be a table."""
    if not isinstance(value, Mapping):
        raise LawError(f"{where}: expected a table, found {value!r}")
    return value


def by_series(table: Mapping[str, Any], series: tuple[str, ...], where: str) -> dict[str, dict[str, Any]]:
    """One table per series: a value that is itself a table by series is taken apart, any other serves them all."""
    split: dict[str, dict[str, Any]] = {name: {} for name in series}
    for key, value in table.items():
        divided = isinstance(value, Mapping) and any(name in series for name in value)
        if divided and set(value) != set(series):
            raise LawError(f"{where}: {key} must give exactly the series {one_of(series)}")
        for name in series:
            split[name][key] = value[name] if divided else value
    return split
