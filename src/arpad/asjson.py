"""Turn typed results into JSON, and their types into JSON schemas: the one place where either is done.

A result is a frozen dataclass; its fields are the keys, in their order, and a trailing underscore is left away. How a
value is written follows from the declared type: a day as 2024-05-31, a list as 2024-05, hundredths as "0.80", half
points as "2.5", a measured fraction as a number, a member of an enum by its name in small letters, nothing as null. A
finding, a problem and a note are written with their fields and their English sentence, a remedy with its English
words for whoever sits at the command line.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from datetime import date, datetime
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from arpad.columns import label
from arpad.days import Day, Month
from arpad.exact import Unit
from arpad.finding import Finding, Note, Problem, Remedy
from arpad.messages import ENGLISH, advise, speaking

Json = Any


def to_json(value: Any, declared: Any = Any) -> Json:
    """A value as JSON, by its declared type where that says more than the value itself."""
    if value is None or (type(value) in _AS_THEY_ARE and _bare(declared)):
        return value
    origin = get_origin(declared)
    if origin is Annotated:
        unit = next((each for each in get_args(declared) if isinstance(each, Unit)), None)
        return unit.write(value) if unit is not None else to_json(value, get_args(declared)[0])
    if origin in (Union, types.UnionType):
        return to_json(value, _alternative(value, declared))
    if isinstance(value, Finding):
        return _finding(value)
    if isinstance(value, Problem):
        return _problem(value)
    if isinstance(value, Note):
        return {"message": value.message, "fields": _fields(value.fields), "sentence": _english(value)}
    if isinstance(value, Remedy):
        return {"action": value.action, "fields": _fields(value.fields), "text": advise(value, language=ENGLISH)}
    if is_dataclass(value) and not isinstance(value, type):
        return {key: to_json(getattr(value, f.name), hint) for key, f, hint in _keys(type(value))}
    if isinstance(value, Mapping):
        inner = get_args(declared)[1] if origin and len(get_args(declared)) > 1 else Any
        return {str(to_json(key)): to_json(each, inner) for key, each in value.items()}
    if isinstance(value, str | bool):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, IntEnum):
        return label(value)
    if isinstance(value, Day | Month):
        return str(value) or None
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Collection):
        return _several(value, declared)
    if isinstance(value, float):
        return value if isfinite(value) else None
    return int(value)


_AS_THEY_ARE = frozenset((int, str, bool))


@cache
def _bare(declared: Any) -> bool:
    """Whether a declared type says nothing more of a whole number or a text: lists have millions of cells."""
    if isinstance(declared, types.UnionType):
        return all(map(_bare, get_args(declared)))
    return declared in (Any, int, str, bool, None, type(None))


def _several(values: Collection[Any], declared: Any) -> list[Json]:
    inner = get_args(declared)
    if isinstance(values, frozenset | set):
        values = sorted(values)
    if get_origin(declared) is tuple and inner and inner[-1] is not Ellipsis:
        return [to_json(value, each) for value, each in zip(values, inner, strict=True)]
    return [to_json(value, inner[0] if inner else Any) for value in values]


def _alternative(value: Any, declared: Any) -> Any:
    """Which of several types a value is declared by: the first that it is an instance of."""
    for each in get_args(declared):
        kind = get_origin(each) or each
        if kind is Annotated or (isinstance(kind, type) and isinstance(value, kind)):
            return each
    return Any


def _finding(finding: Finding) -> dict[str, Json]:
    return {
        "code": finding.code,
        "tier": finding.tier.value,
        "line": finding.place.line or None,
        "column": finding.place.column or None,
        "player": finding.player,
        "round": finding.round,
        "articles": list(finding.articles),
        "message": finding.message,
        "fields": _fields(finding.fields),
        "sentence": _english(finding),
        "remedy": to_json(finding.remedy),
        "overridden": _overridden(finding.overridden),
    }


def _english(message: Finding | Note | Problem) -> str:
    with speaking(ENGLISH):
        return message.sentence


def _overridden(by: tuple[str, str] | None) -> dict[str, Json] | None:
    return None if by is None else {"who": by[0], "reason": by[1]}


def _problem(problem: Problem) -> dict[str, Json]:
    return {
        "code": problem.code,
        "message": problem.message,
        "fields": _fields(problem.fields),
        "sentence": _english(problem),
        "remedy": to_json(problem.remedy),
    }


def _fields(given: Sequence[tuple[str, Any]]) -> dict[str, Json]:
    return {name: to_json(value) for name, value in given}


@cache
def _keys(kind: type[Any]) -> tuple[tuple[str, Field[Any], Any], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((f.name.rstrip("_"), f, hints[f.name]) for f in fields(kind))


# --- schemas ------------------------------------------------------------------------------------------------------


def schema(declared: Any, title: str = "") -> dict[str, Json]:
    """The JSON schema of a type."""
    shared: dict[str, Json] = {}
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", **_schema(declared, shared)}
    if title:
        found["title"] = title
    if shared:
        found["$defs"] = dict(sorted(shared.items()))
    return found


def _schema(declared: Any, shared: dict[str, Json]) -> dict[str, Json]:
    origin, inner = get_origin(declared), get_args(declared)
    if origin is Annotated:
        unit = next((each for each in inner if isinstance(each, Unit)), None)
        return {"type": "string", "pattern": unit.pattern} if unit is not None else _schema(inner[0], shared)
    if origin in (Union, types.UnionType):
        kinds = [_schema(each, shared) for each in inner]
        plain = [kind["type"] for kind in kinds if set(kind) == {"type"} and isinstance(kind["type"], str)]
        return {"type": plain} if len(plain) == len(kinds) else {"anyOf": kinds}
    if origin is Literal:
        return {"enum": list(inner)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(inner[1], shared)}
    if isinstance(origin, type) and issubclass(origin, Collection):
        if origin is tuple and inner[-1] is not Ellipsis:
            each = [_schema(kind, shared) for kind in inner]
            return {"type": "array", "prefixItems": each, "minItems": len(each), "items": False}
        return {"type": "array", "items": _schema(inner[0], shared)}
    return _plain(declared, shared)


def _plain(declared: Any, shared: dict[str, Json]) -> dict[str, Json]:
    """The schema of a type without parameters."""
    if declared is Any:
        return {}
    if declared is None or declared is type(None):
        return {"type": "null"}
    if declared in _OURS:
        return _named(declared.__name__, lambda: _OURS[declared], shared)
    if isinstance(declared, type) and is_dataclass(declared):
        return _named(declared.__name__, lambda: _object(declared, shared), shared)
    if issubclass(declared, StrEnum):
        return {"enum": [member.value for member in declared]}
    if issubclass(declared, IntEnum):
        return {"enum": [label(member) for member in declared]}
    return next((dict(found) for kind, found in _KINDS if issubclass(declared, kind)), {"type": "integer"})


def _named(name: str, definition: Callable[[], Json], shared: dict[str, Json]) -> dict[str, Json]:
    if name not in shared:
        shared[name] = {}  # it may name itself
        shared[name] = definition()
    return {"$ref": f"#/$defs/{name}"}


def _object(kind: Any, shared: dict[str, Json]) -> dict[str, Json]:
    summary = " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())
    return {
        "type": "object",
        **({"description": summary} if summary and not summary.startswith(f"{kind.__name__}(") else {}),
        "properties": {key: _schema(hint, shared) for key, _, hint in _keys(kind)},
        "required": [key for key, _, _ in _keys(kind)],
        "additionalProperties": False,
    }


_TEXT, _WHOLE = {"type": "string"}, {"type": "integer"}
_SPOKEN = {"message": _TEXT, "fields": {"type": "object"}, "sentence": _TEXT}
_REMEDY: dict[str, Json] = {
    "anyOf": [
        {"type": "null"},
        {
            "type": "object",
            "properties": {"action": _TEXT, "fields": {"type": "object"}, "text": _TEXT},
            "required": ["action", "fields", "text"],
            "additionalProperties": False,
        },
    ]
}


def _all_of(properties: dict[str, Json]) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_OURS: dict[Any, dict[str, Json]] = {
    Finding: _all_of(
        {
            "code": _TEXT,
            "tier": {"enum": ["refuse", "exclude", "ask", "advice"]},
            **{key: {"type": ["integer", "null"]} for key in ("line", "column", "player", "round")},
            "articles": {"type": "array", "items": _TEXT},
            **_SPOKEN,
            "remedy": _REMEDY,
            "overridden": {"anyOf": [{"type": "null"}, _all_of({"who": _TEXT, "reason": _TEXT})]},
        }
    ),
    Problem: _all_of({"code": _TEXT, **_SPOKEN, "remedy": _REMEDY}),
    Note: _all_of(dict(_SPOKEN)),
    Remedy: _REMEDY["anyOf"][1],
}
_KINDS: tuple[tuple[type[Any], dict[str, Json]], ...] = (
    (bool, {"type": "boolean"}),
    (Day, {"type": ["string", "null"], "pattern": "^[0-9]{4}(-[0-9]{2}){0,2}$"}),
    (Month, {"type": ["string", "null"], "pattern": "^[0-9]{4}-[0-9]{2}$"}),
    (datetime, {"type": "string", "format": "date-time"}),
    (date, {"type": "string", "format": "date"}),
    (Fraction, {"type": "string"}),
    (float, {"type": "number"}),
    (str, {"type": "string"}),
)
