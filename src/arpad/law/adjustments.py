"""One-off adjustments: what was decided once, for one list, beside the regulations.

They are data like the editions: each entry of `adjustments.toml` names its day, its series, its source, one method and
its values, and the choice not taken where the decision leaves one. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from arpad.frozen import dataclass
from arpad.law.cited import LawError
from arpad.law.filling import convert, fill, parse, table_of
from arpad.law.lawfiles import ADJUSTMENTS, law_files


@dataclass(frozen=True)
class Towards:
    """Every rating below this one rises by a share of what it lacks."""

    rating: int
    share: Fraction
    halves: Literal["up", "away"]


@dataclass(frozen=True)
class LessThan:
    """A rating that is lower than that of another series less so many points is raised to it."""

    series: str
    less: int


METHODS: Mapping[str, type[Towards] | type[LessThan]] = {"towards": Towards, "less-than": LessThan}
TEXTS = ("id", "says", "source", "question", "applies", "alternative", "because")


@dataclass(frozen=True)
class OneOff:
    """A decision for one list."""

    id: str
    day: date
    series: tuple[str, ...]
    says: str
    source: str
    question: str
    applies: str
    alternative: str
    because: str
    method: Towards | LessThan


@cache
def adjustments() -> tuple[OneOff, ...]:
    """All one-off adjustments, by day."""
    return read_adjustments(law_files()[ADJUSTMENTS].decode(), ADJUSTMENTS)


def read_adjustments(text: str, file: str) -> tuple[OneOff, ...]:
    """The entries of a file: every key, no other key, one method each; one adjustment for a list at most."""
    bodies = parse(text, file).get("adjustment", [])
    if not isinstance(bodies, list):
        where = f"{file}: adjustment"
        raise LawError("bad-rulebook/expected-tables", where=where, key="adjustment", value=bodies)
    found = tuple(_one_off(table_of(body, file), file) for body in bodies)
    taken = [(each.day, series) for each in found for series in each.series]
    twice = sorted({list_ for list_ in taken if taken.count(list_) > 1})
    if twice:
        raise LawError("bad-rulebook/two-adjustments", where=file, series=twice[0][1], day=twice[0][0])
    return tuple(sorted(found, key=lambda each: each.day))


def _one_off(body: Mapping[str, Any], file: str) -> OneOff:
    where = f"{file}: {body.get('id', '?')}"
    chosen = [name for name in METHODS if name in body]
    if len(chosen) != 1:
        raise LawError("bad-rulebook/one-method", where=where, methods=tuple(METHODS))
    for key in body:
        if key not in (*TEXTS, "day", "series", chosen[0]):
            raise LawError("bad-rulebook/unknown-key", where=where, key=key)
    for key in (*TEXTS, "day", "series"):
        if not body.get(key):
            raise LawError("bad-rulebook/missing-key", where=where, key=key)
    texts = {key: convert(body[key], str, f"{where}: {key}") for key in TEXTS}
    if type(body["day"]) is not date:
        raise LawError("bad-rulebook/expected-day", where=f"{where}: day", value=body["day"])
    series = convert(body["series"], tuple[str, ...], f"{where}: series")
    place = f"{where}: {chosen[0]}"
    method = fill(METHODS[chosen[0]], table_of(body[chosen[0]], place), place)
    return OneOff(day=body["day"], series=series, method=method, **texts)
