"""Typed results as JSON, and their types as schemas: one place, and what it writes fits what it promises."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Literal

import pytest
from jsonschema import Draft202012Validator

from arpad.asjson import schema, to_json
from arpad.days import Day, Month
from arpad.exact import HalfPoints, Hundredths
from arpad.finding import Finding, Place, Problem, Remedy, Tier, UserError


class Side(IntEnum):
    WHITE_SIDE = 0
    BLACK_SIDE = 1


@dataclass(frozen=True)
class Inner:
    """A game of the example."""

    score: HalfPoints
    delta: Hundredths | None
    side: Side


@dataclass(frozen=True)
class Outer:
    """An example of everything that results hold."""

    list_: Month
    day: date | None
    born: Day
    kind: Literal["a", "b"]
    games: tuple[Inner, ...]
    pair: tuple[int, str]
    found: tuple[Finding, ...]
    problem: Problem | None
    more: dict[str, Inner]
    inner: Inner | None = None


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with one message, which says what it is given."""
    monkeypatch.setattr("arpad.messages.sentences", lambda language: {"literal": "{text}"})
    monkeypatch.setattr("arpad.messages.remedies", lambda language: {"literal": {"command": "{text}"}})


FINDING = Finding("x", Tier.ASK, Place("f", 1), "literal", (("text", "What?"),), Remedy.to("literal", text="Say it."))
EXAMPLE = Outer(
    Month(202405), date(2024, 5, 1), Day(20120000), "a", (Inner(5, -80, Side.BLACK_SIDE),), (1, "x"), (FINDING,),
    UserError("literal", text="No."), {"k": Inner(2, None, Side.WHITE_SIDE)},
)  # fmt: skip


def test_every_value_is_written_by_its_declared_type() -> None:
    answer = to_json(EXAMPLE)
    assert (answer["list"], answer["day"], answer["born"], answer["pair"]) == (
        "2024-05",
        "2024-05-01",
        "2012",
        [1, "x"],
    )
    assert answer["games"] == [{"score": "2.5", "delta": "-0.80", "side": "black-side"}]
    assert answer["more"] == {"k": {"score": "1", "delta": None, "side": "white-side"}}
    assert (answer["inner"], answer["found"][0]["remedy"]["text"]) == (None, "Say it.")
    assert answer["problem"]["sentence"] == "No."


def test_what_is_written_fits_the_schema_of_the_type() -> None:
    Draft202012Validator.check_schema(schema(Outer))
    Draft202012Validator(schema(Outer)).validate(to_json(EXAMPLE))
    Draft202012Validator(schema(tuple[Outer, ...])).validate(to_json((EXAMPLE,), tuple[Outer, ...]))


@pytest.mark.parametrize(("key", "wrong"), [("list", "202405"), ("kind", "c"), ("pair", [1]), ("games", [{}])])
def test_the_schema_refuses_what_is_not_of_the_type(key: str, wrong: object) -> None:
    assert not Draft202012Validator(schema(Outer)).is_valid({**to_json(EXAMPLE), key: wrong})
