"""The grammar of the command line: the same thing is typed in the same way by every verb."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
from publication_made import DUE, SERIES, address_of, before_list, copied, opened
from test_faces import verbs
from typed import typed

from arpad.cli import CLOSED_PIPE, EXIT_USER_ERROR, INTERRUPTED, app

ROOT = Path(__file__).parents[1]
VERBS = verbs(typer.main.get_command(app))
ONLY_READS = {"verify"}  # its --dry-run belongs to no change
WITH_ARGUMENT_OR_OPTION = {"period preview", "period since-preview", "period publish", "list take-back"}
NAMES_A_NEW_SERIES = {"list open", "list import"}


def options(verb: Any) -> set[str]:
    return {option for parameter in verb.params for option in parameter.opts if option.startswith("--")}


def arguments(verb: Any) -> list[str]:
    return [str(each.metavar or each.name) for each in verb.params if each.param_type_name == "argument"]


def test_every_verb_that_changes_an_office_understands_yes() -> None:
    changing = {name for name, verb in VERBS.items() if options(verb) & {"--why", "--dry-run"}} - ONLY_READS
    assert len(changing) > 40
    assert [name for name in sorted(changing) if "--yes" not in options(VERBS[name])] == []


def test_a_series_is_an_option_or_both_and_an_argument_only_where_it_is_new() -> None:
    as_argument = {name for name, verb in VERBS.items() if any("SERIES" in each for each in arguments(verb))}
    assert as_argument == WITH_ARGUMENT_OR_OPTION | NAMES_A_NEW_SERIES
    assert [name for name in sorted(WITH_ARGUMENT_OR_OPTION) if "--series" not in options(VERBS[name])] == []


@pytest.mark.parametrize("words", [(SERIES,), ("--series", SERIES), (SERIES, "--series", SERIES), ()])
def test_the_series_of_a_preview_in_both_ways(words: tuple[str, ...], tmp_path: Path) -> None:
    office = ("--db", address_of(copied(before_list("sqlite"), tmp_path)), "--now", DUE)
    done = typed("period", "preview", *words, *office)
    assert done.code == 0, done.err
    assert done.out.startswith(f"{SERIES} 2025-12")


def test_two_different_series_are_refused(tmp_path: Path) -> None:
    office = ("--db", address_of(copied(before_list("sqlite"), tmp_path)), "--now", DUE)
    done = typed("period", "preview", SERIES, "--series", "ukraine", *office)
    assert done.code == 2
    assert "two series are named" in done.err


def test_a_list_is_taken_back_with_the_series_in_either_way_or_the_only_one(tmp_path: Path) -> None:
    for at, words in enumerate(((SERIES,), ("--series", SERIES), ())):
        directory = tmp_path / str(at)
        directory.mkdir()
        office = ("--db", address_of(copied(opened("sqlite"), directory)))
        done = typed("list", "take-back", *words, "--why", "x", "--yes", *office)
        assert done.code == 0, done.err
        assert SERIES in done.out


def test_exit_codes_are_those_of_the_documentation(tmp_path: Path) -> None:
    """A constant of another number, or a verb that ends with one, fails here until the page has it."""
    page = (ROOT / "docs" / "README.md").read_text("utf-8").partition("## Exit codes")[2].partition("\n## ")[0]
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    written = {EXIT_USER_ERROR, CLOSED_PIPE, INTERRUPTED}
    for file in (ROOT / "src" / "arpad" / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "typer.Exit" and node.args:
                written |= {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)
                            and type(each.value) is int}  # fmt: skip
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("EXIT_"):
                written.add(ast.literal_eval(node.value))
    assert documented == written
    office = ("--db", address_of(copied(before_list("sqlite"), tmp_path)), "--now", DUE)
    assert typed("status", *office).code == 0
    assert typed("player", "find", "Xyzzykov", *office[:2]).code == 1
    assert typed("event", "show", "no-such-event", *office).code == 2


def test_an_export_creates_its_directory_and_says_where_it_cannot(tmp_path: Path) -> None:
    office = ("--db", address_of(copied(opened("sqlite"), tmp_path)))
    done = typed("list", "export", "csv", "--to", tmp_path / "new" / "public", *office)
    assert done.code == 0, done.err
    assert [each.suffix for each in (tmp_path / "new" / "public").iterdir()] == [".csv"]
    (tmp_path / "file").write_text("x")
    refused = typed("list", "export", "csv", "--to", tmp_path / "file", *office)
    assert refused.code == 2
    assert "file" in refused.err
