"""Faces parse, call and render: no database, no private room, no rule; and every answer in JSON has its schema."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import house_desks
import pytest
import typer.main
from jsonschema import Draft202012Validator
from test_house import SOURCE, plant

from arpad.asjson import schema
from arpad.cli import app
from arpad.cli.answers import ANSWER_TYPES, answer_type

COLUMNS = "columns in, columns out: each is a table or a column of its own"
MANY_FOR_A_REASON = dict.fromkeys(
    (
        "lists/marks.py other_k",
        "rating/batch.py batches",
        "rating/coefficient.py decide",
        "rating/initial.py event_rating",
        "rating/period.py rate",
        "rating/pool.py _firsts_of_edition",
        "rating/roundrobin.py cross_table",
    ),
    COLUMNS,
) | {"office/store/definitions.py define_table": "all that a table is, in its declaration"}


def verbs(command: Any, name: str = "") -> dict[str, Any]:
    """Every verb of the command line by the words that call it."""
    if hasattr(command, "commands"):
        inner = [verbs(each, f"{name} {word}".strip()) for word, each in command.commands.items()]
        return {word: each for found in inner for word, each in found.items()}
    return {name: command}


def test_no_face_goes_behind_the_desk() -> None:
    assert house_desks.faces_behind_the_desk(SOURCE) == []


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("from sqlalchemy import select", "imports sqlalchemy.select"),
        ("import sqlite3", "imports sqlite3"),
        ("from arpad.office.store import schema", "imports arpad.office.store.schema"),
        (
            "from arpad.office.registry.player_facts import register_players",
            "imports arpad.office.registry.player_facts.register_players",
        ),
        ("def f(desk):\n    with desk.writing('x'): ...", "calls writing"),
        ("def f(desk):\n    with desk.reading(): ...", "calls reading"),
    ],
)
@pytest.mark.parametrize("face", ["cli", "web"])
def test_a_planted_face_that_does_is_caught(tmp_path: Path, face: str, code: str, what: str) -> None:
    found = house_desks.faces_behind_the_desk(plant(tmp_path, **{f"{face}__planted": code, "office__x": code}))
    assert [line.split(" ", 1)[1] for line in found] == [what]


def test_a_face_may_call_the_desks(tmp_path: Path) -> None:
    good = "from arpad.office.people import add\nfrom arpad.office.desk import x\nfrom arpad.office import lists\n"
    assert house_desks.faces_behind_the_desk(plant(tmp_path, cli__good=good)) == []


def test_every_verb_with_json_has_a_typed_answer_and_no_other() -> None:
    with_json = {
        name
        for name, verb in verbs(typer.main.get_command(app)).items()
        if any("--json" in parameter.opts for parameter in verb.params)
    }
    assert with_json == {verb.partition(" --")[0] for verb in ANSWER_TYPES}


@pytest.mark.parametrize("verb", ANSWER_TYPES)
def test_every_answer_has_a_sound_schema(verb: str) -> None:
    Draft202012Validator.check_schema(schema(answer_type(verb)))


def test_results_are_typed() -> None:
    assert house_desks.untyped_results(SOURCE) == []


def test_a_function_takes_five_things_or_a_noun() -> None:
    found = {line.split(":")[0] + " " + line.split(" ")[1]: line for line in house_desks.many_parameters(SOURCE)}
    assert sorted(set(found) - set(MANY_FOR_A_REASON)) == []
    assert sorted(set(MANY_FOR_A_REASON) - set(found)) == [], "no longer needed"


def test_data_has_names() -> None:
    assert house_desks.vague_names(SOURCE) == []


def test_days_and_months_are_taken_apart_in_one_module() -> None:
    assert house_desks.day_arithmetic(SOURCE) == []


@pytest.mark.parametrize(
    ("rule", "code", "what"),
    [
        (house_desks.untyped_results, "def f() -> dict[str, Any]: ...", "f gives a dict of anything"),
        (house_desks.untyped_results, "class Thing:\n    def as_json(self) -> str: ...", "as_json"),
        (house_desks.many_parameters, "def f(a, b, c, d, e, f): ...", "f takes 6"),
        (house_desks.many_parameters, "class Thing:\n    def f(self, a, b, c, d, *, e, f): ...", "f takes 6"),
        (house_desks.vague_names, "told = 1", "told"),
        (house_desks.vague_names, "def f(made): ...", "made"),
        (house_desks.vague_names, "x = [one for one in y]", "one"),
        (house_desks.day_arithmetic, "x = list_ // 100", "list_ // 100"),
        (house_desks.day_arithmetic, "x = born % 10_000", "born % 10000"),
        (house_desks.day_arithmetic, "x = day // YEARS", "day // YEARS"),
    ],
)
def test_planted_breaches_are_caught(tmp_path: Path, rule: Any, code: str, what: str) -> None:
    assert [line.split(" ", 1)[1] for line in rule(plant(tmp_path, office__planted=code))] == [what]


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (house_desks.many_parameters, "class Thing:\n    def f(self, a, b, c, d, e): ..."),
        (house_desks.day_arithmetic, "x = total // 2\ny = sum % HUNDREDTHS"),
        (house_desks.untyped_results, "def f() -> dict[str, int]: ..."),
    ],
)
def test_what_is_allowed_is_left_alone(tmp_path: Path, rule: Any, code: str) -> None:
    assert rule(plant(tmp_path, office__planted=code)) == []


# --- the map ----------------------------------------------------------------------------------------------------------

MAP = (SOURCE.parents[1] / "ARCHITECTURE.md").read_text("utf-8")
WALK = MAP.partition("## The walk of one report")[2].partition("\n## ")[0]


def test_the_walk_in_the_architecture_is_the_real_one() -> None:
    """Every step names a function that is there; and it fits on a page."""
    steps = re.findall(r"`([a-z_.A-Z]+)`", WALK)
    assert len(steps) >= 30
    for step in steps:
        room, _, name = step.rpartition(".")
        try:
            home: Any = import_module(f"arpad.{room}")
        except ModuleNotFoundError:
            above, _, kind = room.rpartition(".")
            home = getattr(import_module(f"arpad.{above}"), kind)
        assert getattr(home, name, None) is not None, step
    assert len(WALK.splitlines()) < 45


def test_every_room_is_on_the_map() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    files = {path.name for path in SOURCE.glob("*.py")} - {"__init__.py", "__main__.py"}
    table = MAP.partition("## The rooms")[2].partition("\n## ")[0]
    assert [name for name in sorted(rooms) if f"`{name}/`" not in table] == []
    assert [name for name in sorted(files) if f"`{name}`" not in table] == []
    claimed = [line for line in table.splitlines() if line.startswith("| `") and "planned" not in line]
    named = [name for line in claimed for name in re.findall(r"`([a-z]+(?:/|\.py))`", line.split("|")[1])]
    assert [name for name in named if not (SOURCE / name).exists()] == []
