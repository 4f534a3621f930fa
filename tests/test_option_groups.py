"""A verb takes options that several verbs share as one value; the command line shows them one by one."""

from __future__ import annotations

from inspect import signature
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from arpad.cli.office_session import OfficeCall, office_verb
from arpad.cli.option_groups import GroupedVerb, OptionGroup

Low = Annotated[int, typer.Option("--low")]
High = Annotated[int, typer.Option("--high")]
Span = Annotated[tuple[int, int], OptionGroup(lambda low, high: (low, high), {"low": (Low, 1), "high": (High, 9)})]
calls: list[Any] = []


@GroupedVerb
def grouped(name: str, span: Span, loud: Annotated[bool, typer.Option("--loud")] = False) -> None:
    """Take a span."""
    calls.append((name, span, loud))


@office_verb("why dry json")
def office(call: OfficeCall, name: str) -> None:
    calls.append((call, name))


@office_verb("json db")
def reading(call: OfficeCall) -> None:
    calls.append(call)


def answered(verb: Any, *words: str) -> Any:
    app = typer.Typer()
    app.command()(verb)
    calls.clear()
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return calls.pop()


def test_the_options_of_a_group_stand_where_the_group_stands() -> None:
    assert list(signature(grouped).parameters) == ["name", "low", "high", "loud"]
    assert grouped.__doc__ == "Take a span."


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (("a",), ("a", (1, 9), False)),
        (("a", "--low", "3"), ("a", (3, 9), False)),
        (("--loud", "--high", "5", "a"), ("a", (1, 5), True)),
    ],
)
def test_a_verb_gets_one_value_of_a_group(words: tuple[str, ...], call: object) -> None:
    assert answered(grouped, *words) == call


def test_an_office_verb_has_the_options_it_names_and_those_of_every_office_last() -> None:
    assert list(signature(office).parameters) == ["name", "why", "dry", "as_json", "yes", "db", "who", "now"]
    assert list(signature(reading).parameters) == ["as_json", "db"]


def test_an_office_verb_gets_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ARPAD_DB", "ARPAD_WHO"):
        monkeypatch.delenv(variable, raising=False)
    assert answered(office, "x") == (OfficeCall(), "x")
    call = OfficeCall(db="a.db", who="Ann", now="2026-01-02", dry=True, as_json=True, why="seen")
    words = ("x", "--db", "a.db", "--who", "Ann", "--now", "2026-01-02", "--dry-run", "--json", "--why", "seen")
    assert answered(office, *words) == (call, "x")
    assert answered(reading, "--json") == OfficeCall(as_json=True)


def test_an_option_that_a_verb_does_not_name_is_refused() -> None:
    app = typer.Typer()
    app.command()(reading)
    assert CliRunner().invoke(app, ["--dry-run"]).exit_code == 2
