"""Habits of those who write tables: words for a bye, lines below the table, headings, times and floats."""

from __future__ import annotations

import pytest
from tables_made import csv_of
from test_tables import codes_of, listed

from arpad.finding import Tier
from arpad.intake import read
from arpad.intake.tables import columns_of
from arpad.model import Kind, Report

ANN, BO, CYD = "Invented, Ann", "Invented, Bo", "Invented, Cyd"


def names_of(report: Report) -> list[str]:
    return [player.name for player in report.players]


@pytest.mark.parametrize(
    "word",
    [
        "bye", "(bye)", "pauzuje", "pauza", "Wolny los", "erőnyerő", "Szabadnapos", "szabad", "vaba", "VABA VOOR", "riposa",
        "Riposo", "вільний", "Пропускає", "spielfrei", "Freilos", "exempt", "descansa", "libre", "volno", "свободен",
    ],
)  # fmt: skip
def test_a_word_for_a_bye_is_nobody_in_every_language(word: str) -> None:
    rows = [["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"], ["1", CYD, word, "1"], ["2", word, BO, "0-1"]]
    report, _ = read(csv_of(rows))
    assert names_of(report) == [ANN, BO, CYD]
    assert listed(report) == [(1, 1, 2, 2, 0, Kind.PLAYED)]
    assert (chr(report.cells.result[2, 0]), chr(report.cells.result[1, 1])) == ("U", "U")


@pytest.mark.parametrize("word", ["not paired", "nie gra", "nem játszik", "ei mängi", "non gioca", "не грає"])
def test_who_is_not_paired_has_nothing_for_it(word: str) -> None:
    report, _ = read(csv_of([["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"], ["1", CYD, word, ""]]))
    assert (names_of(report), chr(report.cells.result[2, 0])) == ([ANN, BO, CYD], "Z")


def test_a_player_who_is_called_like_a_bye_and_has_a_number_is_a_player() -> None:
    rows = [["Round", "White", "White rating", "Black", "Black rating", "Result"], ["1", ANN, "2000", "Vaba", "1900", "1-0"]]
    assert listed(read(csv_of(rows))[0]) == [(1, 1, 2, 2, 0, Kind.PLAYED)]
    rows = [["Round", "White", "Black", "Result"], ["1", ANN, "Wolny", "1-0"]]
    assert names_of(read(csv_of(rows))[0]) == [ANN, "Wolny"]
