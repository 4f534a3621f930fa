"""The short campaign of bad input through every verb, and its negative controls. The long one is `./dev hostile`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import hostile
import pytest
import typer
from hostile_files import World, lay_out

import arpad.cli
import arpad.cli.law
import arpad.office.people

SEED = 20_261_117
TURNS = 1  # input of every verb


def test_a_bad_input_through_every_verb_ends_in_an_answer() -> None:
    every = list(hostile.verbs())
    tally = hostile.in_processes(SEED, range(TURNS * len(every)), 1)
    assert tally.failures == []
    assert tally.inputs == TURNS * len(every) > 80
    assert {0, 1, 2} <= set(tally.codes)


def test_every_verb_is_found_by_walking_the_command_line() -> None:
    """A verb that is added anywhere is among them, without a line in the campaign."""
    before = {verb for verb, _ in hostile.verbs()}
    assert {("check",), ("player", "import"), ("list", "export"), ("revision", "approve"), ("serve",)} <= before
    added = typer.Typer()
    added.command("first")(lambda: None)
    added.command("second")(lambda: None)
    whole = typer.Typer()
    whole.add_typer(arpad.cli.app, name="old")
    whole.add_typer(added, name="new")
    found = {verb for verb, _ in hostile.verbs(typer.main.get_command(whole))}
    assert found == {("new", "first"), ("new", "second"), *(("old", *verb) for verb in before)}


def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: Callable[..., Any]) -> str:
    """What the campaign says of `arpad law list` with a seeded fault."""
    monkeypatch.setattr("arpad.law.shown.book_shown", fault)
    place = tmp_path / "input"
    place.mkdir()
    call = hostile.Hostile(("law", "list"))
    return hostile.judged(call, place, *hostile.run(call, place))


def test_a_verb_without_a_fault_is_not_complained_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from arpad.law.shown import book_shown

    assert broken(monkeypatch, tmp_path, book_shown) == ""


def test_a_verb_that_raises_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def raises(*_: object) -> None:
        raise KeyError("seeded")

    assert broken(monkeypatch, tmp_path, raises).startswith("traceback: KeyError: 'seeded'")


def test_a_verb_that_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def slow(*_: object) -> None:
        began = time.process_time()
        while time.process_time() - began < 0.5:
            pass
        raise typer.Exit

    monkeypatch.setattr(hostile, "SECONDS", 0.4)
    assert broken(monkeypatch, tmp_path, slow).endswith(" s")


def test_a_verb_that_hangs_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hostile, "WAIT", 0.5)
    assert broken(monkeypatch, tmp_path, lambda *_: time.sleep(60)).startswith("ended by signal 14")


def test_a_verb_that_takes_too_much_memory_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    held: list[bytearray] = []

    def large(*_: object) -> None:
        held.append(bytearray(b"x" * (300 << 20)))
        raise typer.Exit

    monkeypatch.setattr(hostile, "MEMORY", 300 << 20)
    assert broken(monkeypatch, tmp_path, large).endswith(" MiB")


def test_a_verb_that_prints_control_characters_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from arpad.cli.terminal import raw_output

    def dirty(*_: object) -> None:
        print("\x1b[2J", file=raw_output())
        raise typer.Exit

    assert broken(monkeypatch, tmp_path, dirty) == "control characters are shown"


def test_a_fault_behind_one_desk_is_found_by_the_campaign_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def raises(*_: object) -> None:
        raise ZeroDivisionError("seeded")

    monkeypatch.setattr(arpad.office.people, "find_players", raises)
    tally = hostile.campaign(SEED, range(20), only="player find")
    assert any("ZeroDivisionError: seeded" in failure for failure in tally.failures)


def test_an_input_is_repeated_by_its_number(tmp_path: Path) -> None:
    world = World(tmp_path)
    verb, command = next(hostile.verbs())
    inputs = []
    for name in ("first", "second"):
        place = tmp_path / name
        place.mkdir()
        lay_out(place)
        inputs.append(hostile.made(world, place, verb, command, Random("0/1")))
    assert inputs[0] == inputs[1]
