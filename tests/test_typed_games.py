"""Games as people type them: the command line and the site read the same line in the same way."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from typing import Any

import pytest

from arpad.calculator.typed import typed_game, typed_number, typed_player, typed_pool
from arpad.cli import main
from arpad.finding import UserError
from arpad.web.request_fields import Form
from arpad.web.routes.calculators import CALCULATORS, calculator_document

HALF = Decimal("0.5")


@pytest.mark.parametrize("score", ["½", "=", "1/2", "0.5", "0,5", ".5", "0½"])
def test_every_way_to_write_a_half_is_one_half(score: str) -> None:
    for separator in (" ", ":", ";", " : "):
        assert typed_game(f"2400{separator}{score}") == {"opponent": 2400, "score": HALF}


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("1995 1", {"opponent": 1995, "score": 1}),
        ("1995:0", {"opponent": 1995, "score": 0}),
        ("2650 +", {"opponent": 2650, "score": 1}),
        ("2650 -", {"opponent": 2650, "score": 0}),
        ("- 1", {"opponent": None, "score": 1}),
        ("u:½", {"opponent": None, "score": HALF}),
        ("UNR 1", {"opponent": None, "score": 1}),
        ("02100 1", {"opponent": 2100, "score": 1}),
        ("abc 1", {"opponent": "abc", "score": 1}),
        ("2100 x", {"opponent": 2100, "score": "x"}),
    ],
)
def test_a_game(line: str, game: dict[str, Any]) -> None:
    assert typed_game(line) == game


@pytest.mark.parametrize("word", ["null", "true", "[1]", '"1"', "nan", "1 2", "½½", "1e", ""])
def test_what_is_no_number_stays_as_it_is_typed(word: str) -> None:
    assert typed_number(word) == (word or 0)


@pytest.mark.parametrize(
    ("line", "pool"),
    [
        ("2150:3/5", {"average": 2150, "score": 3, "games": 5}),
        ("2184,5 2½/4", {"average": Decimal("2184.5"), "score": Decimal("2.5"), "games": 4}),
        ("2150 1/2", {"average": 2150, "score": 1, "games": 2}),
        ("2150 1/2/4", {"average": 2150, "score": HALF, "games": 4}),
    ],
)
def test_a_pool(line: str, pool: dict[str, Any]) -> None:
    assert typed_pool(line) == pool


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("Adams:2200:3:15", {"name": "Adams", "rating": 2200, "score": 3, "k": 15}),
        ("Adams 2200 3 15", {"name": "Adams", "rating": 2200, "score": 3, "k": 15}),
        ("Ann Adams 2200 2½", {"name": "Ann Adams", "rating": 2200, "score": Decimal("2.5")}),
        ("Ann Adams:2200:2½", {"name": "Ann Adams", "rating": 2200, "score": Decimal("2.5")}),
        ("Davis - 2", {"name": "Davis", "score": 2}),
        ("Davis::2", {"name": "Davis", "score": 2}),
        ("Davis:u:2:-", {"name": "Davis", "score": 2}),
    ],
)
def test_a_player(line: str, player: dict[str, Any]) -> None:
    assert typed_player(line) == player


@pytest.mark.parametrize(
    ("read", "line", "message"),
    [
        (typed_game, "2000", "calc/game"),
        (typed_game, "2000 1 2", "calc/game"),
        (typed_pool, "2150 3", "calc/pool"),
        (typed_pool, "2150", "calc/pool"),
        (typed_player, "2200 3", "calc/player"),
        (typed_player, "A:2200:3:15:9", "calc/player"),
        (typed_player, ":2200:3", "calc/player"),
    ],
)
def test_a_line_with_too_few_or_too_many_parts_is_refused(read: Any, line: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        read(line)
    assert refused.value.message == message


LINES = ("2100:=", "2300 1/2", "u 1", "- ½", "2000;0")


def test_the_site_and_the_command_line_read_the_same_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    form = Form({"games": "\n".join(LINES)})
    document = calculator_document(CALCULATORS["performance"], form)
    assert document == {"games": [typed_game(line) for line in LINES]}
    assert not form.errors

    def performance(*options: str) -> dict[str, Any]:
        argv = ["arpad", "calc", "performance", "--rulebook", "fide-standard-2024", "--json", *options]
        monkeypatch.setattr(sys, "argv", argv)
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    rated = [line for line in LINES if typed_game(line)["opponent"]]
    assert rated == ["2100:=", "2300 1/2", "2000;0"]
    plain = ["2100:0.5", "2300:0.5", "2000:0"]
    assert performance(*(f"--game={line}" for line in rated)) == performance(*(f"--game={line}" for line in plain))


@pytest.mark.parametrize("line", ["abc 1", "2100 x", "2100", "2100 1 1"])
def test_the_site_names_the_line_that_cannot_be_read(line: str) -> None:
    form = Form({"games": f"1995 1\n{line}"})
    assert calculator_document(CALCULATORS["performance"], form) is None
    assert "Line 2" in form.errors["games"]
