"""The catalogue: every sentence in one place, named once, filled with the fields given, said to whoever reads it."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import house_desks
import pytest
from test_house import SOURCE, plant

from arpad.finding import Finding, Place, Remedy, Tier, UserError
from arpad.messages import READER_LETTER, advise, remedies, say, sentences
from arpad.messages.filling import Filler
from arpad.messages.po_file import PluralRule

TEXTS = [*sentences().values(), *(text for readers in remedies().values() for text in readers.values())]


def test_every_problem_and_remedy_names_words_of_the_catalogue_and_gives_their_fields() -> None:
    assert house_desks.free_sentences(SOURCE) == []
    assert house_desks.unknown_messages(SOURCE, sentences(), remedies()) == []


def test_no_room_knows_how_a_command_is_typed() -> None:
    guide = "simulate/writing.py"  # writes a page that says what to type
    assert [line for line in house_desks.commands_in_rooms(SOURCE) if not line.startswith(guide)] == []


@pytest.mark.parametrize("text", ["look with `arpad player find`", "arpad init", "give --why TEXT", "--yes"])
def test_a_planted_command_is_caught(tmp_path: Path, text: str) -> None:
    assert (
        len(house_desks.commands_in_rooms(plant(tmp_path, office__planted=f"x = {text!r}", cli__x=f"x = {text!r}")))
        == 1
    )


def test_a_name_in_a_command_is_written_as_a_shell_takes_it() -> None:
    assert "`arpad law check 'my own.toml'` " in advise(Remedy.to("check-rulebook", file="my own.toml"))
    assert "`arpad law check '$(x)'` " in advise(Remedy.to("check-rulebook", file="$(x)"))


def test_dashes_and_docstrings_are_no_commands(tmp_path: Path) -> None:
    tree = plant(tmp_path, office__good='"""Like `arpad player find`."""\nx = "---"\ny = " -->"\nz = "arpad"\n')
    assert house_desks.commands_in_rooms(tree) == []


def test_every_text_can_be_filled() -> None:
    for text in TEXTS:
        fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        assert all(part.isidentifier() for name in fields for part in name.split(".")), text


def test_a_letter_never_names_a_command_or_a_flag() -> None:
    letters = {action: readers[READER_LETTER] for action, readers in remedies().items() if READER_LETTER in readers}
    assert letters
    assert [action for action, text in letters.items() if re.search(r"\barpad\b|--[a-z]", text)] == []


def test_every_remedy_can_be_said_at_the_command_line() -> None:
    assert [action for action, readers in remedies().items() if "command" not in readers] == []


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ('raise UserError("nobody has it")', "UserError in free words"),
        ('raise UserError(f"nobody has {number}")', "UserError in free words"),
        ('Remedy.to("say it", text="x")', "Remedy in free words"),
        ('raise LawError("no such " + name)', "LawError in free words"),
    ],
)
def test_planted_free_words_are_caught(tmp_path: Path, code: str, what: str) -> None:
    tree = plant(tmp_path, office__planted=code)
    assert house_desks.free_sentences(tree) == [f"office/planted.py:1 {what}"]


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ('UserError("gone")', "UserError gone is not in the catalogue"),
        ('UserError("counted", games=1)', "UserError counted lacks name"),
        ('UserError("counted", Remedy.to("look"), games=1, name="A")', "Remedy look lacks where"),
        ('UserError("counted", **fields)', ""),
    ],
)
def test_planted_messages_that_do_not_fit_are_caught(tmp_path: Path, code: str, what: str) -> None:
    tree = plant(tmp_path, office__planted=code)
    words = {"counted": "{name} has {games:game|games}"}, {"look": {"command": "look at {where}"}}
    assert [line.split(" ", 1)[1] for line in house_desks.unknown_messages(tree, *words)] == ([what] if what else [])


def test_a_number_agrees_with_its_noun(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = {"x": "{n:game|games} {n:~does|do} not count for {names:,}"}
    monkeypatch.setattr("arpad.messages.sentences", lambda language: catalogue)
    assert say("x", (("n", 1), ("names", ("A", "B")))) == "1 game does not count for A, B"
    assert say("x", (("n", 2), ("names", ("A",)))) == "2 games do not count for A"


def test_a_problem_may_stand_in_another() -> None:
    inner = UserError("overridden", sentence="No.", who="A", reason="b")
    finding = Finding("x", Tier.ASK, Place(), "overridden", (("sentence", inner), ("who", "C"), ("reason", "d")))
    assert finding.sentence == "No. Overridden by A: b. Overridden by C: d."


def test_a_remedy_says_nothing_to_whom_it_does_not_concern() -> None:
    assert advise(Remedy.to("give-reason"), READER_LETTER) == ""
    assert "--why" in advise(Remedy.to("give-reason"))


@pytest.mark.parametrize(("number", "words"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (101, "101 games")])
def test_only_one_is_singular(number: int, words: str) -> None:
    english = Filler(PluralRule(2, lambda number: int(number != 1)), {})
    assert english.fill("{number:game|games}", {"number": number}) == words
    assert english.fill("{number:~game|games}", {"number": number}) == words.split()[1]
