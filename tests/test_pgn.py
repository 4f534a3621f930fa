"""A PGN file of any shape is read with work that grows as the file does: counted here in calls, not in seconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arpad.intake import Limits, entries, read
from arpad.intake.codes import Notes
from arpad.intake.pgn import reader as pgn

Calls = Callable[[Any, str], list[Any]]


def game(white: str = "Invented, Ann", black: str = "Invented, Bo", more: str = "", moves: str = "1. e4 1-0") -> str:
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n{more}\n{moves}\n'


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Record the first argument of every call of a function that a module uses."""

    def record(module: Any, name: str) -> list[Any]:
        made: list[Any] = []
        real = getattr(module, name)

        def recording(first: Any, *others: Any, **named: Any) -> Any:
            made.append(first)
            return real(first, *others, **named)

        monkeypatch.setattr(module, name, recording)
        return made

    return record


def test_the_first_event_is_not_looked_at_anew_for_every_game(calls: Calls) -> None:
    folded = calls(pgn, "fold")
    text = f'[Event "{"Invented 1 " * 300}"]\n' + '[Event "Another"]\n' * 200
    findings = read(text.encode())[1]
    assert [finding.place.line for finding in findings if finding.code == "several-events"] == [2]
    assert sum(map(len, folded)) <= len(text)


def test_an_event_is_known_again_behind_another_one() -> None:
    names = ("Invented Open: Round 1", "Invented Cup", "Invented Open: Round 2", "Invented Open")
    report, findings = read("".join(game(more=f'[Event "{name}"]\n[Round "1"]') for name in names).encode())
    assert report.facts.name == "Invented Open"
    assert [finding.place.line for finding in findings if finding.code == "several-events"] == [10]


def test_many_names_with_one_number_are_compared_once_each(calls: Calls) -> None:
    compared = calls(entries, "same_person")
    ids = '[WhiteFideId "990001"]\n[BlackFideId "990001"]'
    report, _ = read("".join(game(f"Invented {n}", f"Other {n}", ids) for n in range(1, 101)).encode())
    assert len(report.players) == 200
    assert len(compared) <= 2 * len(report.players)


def test_the_same_texts_are_read_once_and_told_in_every_game(calls: Calls) -> None:
    people = calls(pgn, "person")
    findings = read("".join(game(more=f'[Round "{n}"]\n[WhiteElo "many"]') for n in range(1, 51)).encode())[1]
    told = [(finding.place.line, finding.place.column) for finding in findings if finding.code == "unreadable-rating"]
    assert told == [(line, 12) for line in range(5, 5 + 50 * 6, 6)]
    assert len(people) == 2


def test_the_sides_share_what_was_read_and_each_is_told_at_its_own_tag() -> None:
    one = game("A", "B", '[WhiteTitle "BOSS"]\n[Round "1"]')
    two = game("B", "A", '[Round "2"]\n[BlackTitle "BOSS"]')
    findings = read((one + two).encode())[1]
    assert [finding.place.line for finding in findings if finding.code == "unknown-title"] == [4, 11]


def test_of_many_results_behind_the_moves_the_first_of_each_kind_is_kept() -> None:
    lines = ("1. e4 0-1 1.1-0", "1-0 0-1 ½-½ " * 100, "1/2-1/2 0-1 " * 100)
    (found,) = pgn.games(tuple(game(moves="\n".join(lines)).splitlines()), Notes())
    assert list(found.ends.items()) == [("0-1", 5), ("1-0", 5), ("½-½", 6), ("1/2-1/2", 7)]


def test_what_is_only_counted_is_not_put_into_words(calls: Calls) -> None:
    worded = calls(pgn, "shown")
    findings = read(('[Event "Invented"]\n' + "[no tag]\n" * 50).encode(), limits=Limits(findings=5))[1]
    assert [finding.sentence for finding in findings if finding.code == "more-findings"] == [
        "unreadable-tag: 45 findings not listed."
    ]
    assert len(worded) == 5


@pytest.mark.parametrize(
    ("moves", "played", "odd"),
    [
        ("(1. e4) {1. e4} ; 1. e4", False, ""),
        ("(1. e4\n(1. d4) ) ) 1. c4", True, ""),
        ("{1. e4\n(} 1. c4", True, ""),
        ("} 1. e4", True, ""),
        ("1.e4{well played}e5", True, ""),
        ("{a} played {b}", False, "played"),
        ("1.played e9", False, "played"),
        ("½ 0.5 $1 !? 12 1... 0-0", False, ""),
        ("(((\n1. e4", False, ""),
    ],
)
def test_a_move_is_found_outside_comments_and_variations(moves: str, played: bool, odd: str) -> None:
    notes = Notes()
    (found,) = pgn.games(tuple(game(moves=moves).splitlines()), notes)
    assert found.moves is played
    sentences = [finding.sentence.split(" is no move")[0] for finding in notes.findings()]
    assert sentences == ([f"“{odd}”"] if odd else [])
