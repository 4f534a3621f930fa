"""Habits of those who write tables: words for a bye, lines below the table, headings, times and floats."""

from __future__ import annotations

import pytest
from tables_made import csv_of
from test_tables import codes_of, listed

from arpad.finding import Tier
from arpad.intake import read
from arpad.intake.tables.reader import columns_of
from arpad.model import GameKind, Report

ANN, BO, CYD = "Invented, Ann", "Invented, Bo", "Invented, Cyd"


def names_of(report: Report) -> list[str]:
    return [player.name for player in report.players]


@pytest.mark.parametrize(
    "word",
    [
        "bye", "(bye)", "pauzuje", "pauza", "Wolny los", "erőnyerő", "Szabadnapos", "szabad", "vaba", "VABA VOOR",
        "riposa", "Riposo", "вільний", "Пропускає", "spielfrei", "Freilos", "exempt", "descansa", "libre", "volno",
        "свободен",
    ],
)  # fmt: skip
def test_a_word_for_a_bye_is_nobody_in_every_language(word: str) -> None:
    rows = [["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"], ["1", CYD, word, "1"], ["2", word, BO, "0-1"]]
    report, _ = read(csv_of(rows))
    assert names_of(report) == [ANN, BO, CYD]
    assert listed(report) == [(1, 1, 2, 2, 0, GameKind.PLAYED)]
    assert (chr(report.cells.result[2, 0]), chr(report.cells.result[1, 1])) == ("U", "U")


@pytest.mark.parametrize("word", ["not paired", "nie gra", "nem játszik", "ei mängi", "non gioca", "не грає"])
def test_who_is_not_paired_has_nothing_for_it(word: str) -> None:
    report, _ = read(csv_of([["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"], ["1", CYD, word, ""]]))
    assert (names_of(report), chr(report.cells.result[2, 0])) == ([ANN, BO, CYD], "Z")


def test_a_player_who_is_called_like_a_bye_and_has_a_number_is_a_player() -> None:
    rows = [
        ["Round", "White", "White rating", "Black", "Black rating", "Result"],
        ["1", ANN, "2000", "Vaba", "1900", "1-0"],
    ]
    assert listed(read(csv_of(rows))[0]) == [(1, 1, 2, 2, 0, GameKind.PLAYED)]
    rows = [["Round", "White", "Black", "Result"], ["1", ANN, "Wolny", "1-0"]]
    assert names_of(read(csv_of(rows))[0]) == [ANN, "Wolny"]


LISTED = [["No.", "Name", "Rtg"], ["1", ANN, "2000"], ["2", BO, "1900"]]
CROSSED = [["No.", "Name", "1.Rd", "Pts."], ["1", ANN, "2w1", "1"], ["2", BO, "1b0", "0"]]
PLAYED = [["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"]]
PAIRED = [["Bo.", "No.", "White", "Result", "Black", "No."], ["1", "1", ANN, "1 - 0", BO, "2"]]
NAMED = [["Name", "Rtg"], [ANN, "2000"], [BO, "1900"]]
SEATED = [["White", "Black", "Result", "Round"], [ANN, BO, "1-0", "1"]]


@pytest.mark.parametrize("rows", [LISTED, CROSSED, PLAYED, PAIRED, NAMED, SEATED])
@pytest.mark.parametrize("note", ["https://chess.example/tnr1.aspx?lan=1", "www.chess.example", "Annotation:"])
def test_a_word_below_the_table_is_a_note_that_is_told(rows: list[list[str]], note: str) -> None:
    report, findings = read(csv_of([*rows, [note]]))
    assert names_of(report) == [ANN, BO]
    assert [f.code for f in findings if f.tier is Tier.REFUSE] == []
    assert ("unmarked-line", len(rows) + 1, 1) in codes_of(csv_of([*rows, [note]]))


@pytest.mark.parametrize("rows", [LISTED, CROSSED, PLAYED, PAIRED])
def test_one_word_that_is_no_name_is_a_note_and_a_number_alone_is_a_player_without_name(rows: list[list[str]]) -> None:
    assert ("unmarked-line", len(rows) + 1, 1) in codes_of(csv_of([*rows, ["Arbiters"]]))
    found = [code for code, line, _ in codes_of(csv_of([*rows, ["3"]])) if line == len(rows) + 1]
    assert "missing-name" in found
    assert "unmarked-line" not in found


def test_a_game_alone_is_that_of_a_player_without_name() -> None:
    assert ("missing-name", 4, 2) in codes_of(csv_of([*CROSSED, ["", "", "2w1"]]))


def test_a_name_alone_in_its_column_is_a_player() -> None:
    for rows, row in ((LISTED, ["", CYD, ""]), (NAMED, [CYD])):
        assert names_of(read(csv_of([*rows, row]))[0]) == [ANN, BO, CYD]


@pytest.mark.parametrize(
    ("what", "headings"),
    [
        ("number", "Start No.; Start No; #; Lp.; Jrk; Jrk.; N.; N.Ini; Ksz.; Ст.№; Ст.ном; Ст.ном."),
        ("number", "Alg.nr; Nr st.; Nr start."),
        ("rating", "Reit; Rg; RgM; Érték; ÉrtN; EloI; Рейт; РейтМ; Rtg.; Elo."),
        ("points", "Pt.; Pt; Pts; Pts.; Pont.; Punti."),
        ("rank", "Hely; M.; Koht; Koht.; Місце; Pos.; Pos; Rg.; Rk"),
        ("white id", "White FIDE ID; White FideID; white_fide_id; WhiteFideId"),
        ("black id", "Black FIDE ID; Black FideID"),
        ("white number", "White No; White No."),
        ("black number", "Black No; Black Nr."),
    ],
)  # fmt: skip
def test_a_column_is_known_by_its_abbreviation(what: str, headings: str) -> None:
    for heading in headings.split("; "):
        assert columns_of((heading,)) == {what: 0}, heading


@pytest.mark.parametrize("heading", ["M", "N", "", ".", "#1"])
def test_a_letter_that_may_be_anything_is_no_known_column(heading: str) -> None:
    assert columns_of((heading,)) == {}


@pytest.mark.parametrize("heading", ["#", "Lp.", "Jrk", "N.", "No."])
def test_the_number_of_a_row_is_a_start_number_where_there_is_no_other(heading: str) -> None:
    rows = [[heading, "Name", "1.Rd"], ["4", ANN, "7w1"], ["7", BO, "4b0"]]
    assert listed(read(csv_of(rows))[0]) == [(1, 4, 7, 2, 0, GameKind.PLAYED)]


@pytest.mark.parametrize("heading", ["#", "Lp.", "Jrk", "N."])
def test_the_number_of_a_row_or_a_board_gives_way_to_the_start_number(heading: str) -> None:
    paired = [["Round 1"], [heading, "No.", "White", "Result", "Black", "No."], ["1", "4", ANN, "1 - 0", BO, "7"]]
    assert listed(read(csv_of(paired))[0]) == [(1, 4, 7, 2, 0, GameKind.PLAYED)]
    crossed = [[heading, "SNo", "Name", "1.Rd"], ["1", "4", ANN, "7w1"], ["2", "7", BO, "4b0"]]
    assert listed(read(csv_of(crossed))[0]) == [(1, 4, 7, 2, 0, GameKind.PLAYED)]


def test_numbers_and_ids_of_both_sides_of_a_game_are_those_of_the_players() -> None:
    header = ["Round", "White No", "White", "White FIDE ID", "Black No", "Black", "Black FIDE ID", "Result"]
    report, findings = read(csv_of([header, ["1", "2", ANN, "990001", "1", BO, "990002", "1-0"]]))
    assert [(p.number, p.name, p.id) for p in report.players] == [(1, BO, 990002), (2, ANN, 990001)]
    assert findings == ()


@pytest.mark.parametrize(
    "banner",
    [
        ["From the Tournament-Database of Chess-Results http://chess-results.com"],
        ["From the Tournament-Database of Chess-Results https://chess-results.com", "Last update 10.05.2026 18:31:02"],
        ["https://chess.example/tnr1.aspx", "Round 1 on 2026/05/01"],
        [],
    ],
)
def test_the_banner_above_a_table_is_not_the_name_of_the_event(banner: list[str]) -> None:
    above = [[line] for line in banner]
    assert read(csv_of([*above, ["Invented Open 2026"], *CROSSED]))[0].facts.name == "Invented Open 2026"
    assert read(csv_of([*above, *CROSSED]))[0].facts.name == ""


@pytest.mark.parametrize("time", [" 00:00:00", " 16:00", "T18:30:00", ", 9:05", " 4:00 PM", "T16:00:00Z", ""])
@pytest.mark.parametrize("day", ["2026-05-01", "2026/05/01", "01.05.2026"])
def test_the_time_behind_a_day_is_not_read(day: str, time: str) -> None:
    rows = [["Round", "Date", "White", "Black", "Result"], ["1", day + time, ANN, BO, "1-0"]]
    report, findings = read(csv_of(rows))
    assert [str(one) for one in report.round_dates] == ["2026-05-01"]
    assert {finding.code for finding in findings} <= {"missing-id"}
    assert read(csv_of([["Name", "Born"], [ANN, day + time]]))[0].players[0].born == 20260501


@pytest.mark.parametrize("text", ["16:00", "2026-05-01 at noon", "2026-05-01 1600", "2026-05-32 16:00"])
def test_what_is_no_day_with_a_time_is_still_told(text: str) -> None:
    found = codes_of(csv_of([["Round", "Date", "White", "Black", "Result"], ["1", text, ANN, BO, "1-0"]]))
    assert ("unreadable-date", 2, 2) in found


def test_whole_numbers_that_a_spreadsheet_wrote_with_a_point_are_read() -> None:
    header = ["Round", "White No", "White", "Black No", "Black", "Result", "White rating", "Black rating"]
    rows = [[*header, "White id", "Black id"]]
    rows.append(["1.0", "2.0", ANN, "1.0", BO, "1-0", "1850.0", "1700,0", "990001.0", "990002.00"])
    report, findings = read(csv_of(rows))
    assert [(p.number, p.rating, p.id) for p in report.players] == [(1, 1700, 990002), (2, 1850, 990001)]
    assert (listed(report), findings) == ([(1, 2, 1, 2, 0, GameKind.PLAYED)], ())
    born = read(csv_of([["Name", "Rtg", "Born"], [ANN, "1850.0", "1990.0"]]))[0].players[0]
    assert (born.rating, born.born) == (1850, 19900000)


@pytest.mark.parametrize(("column", "text"), [("Rtg", "1850.5"), ("Rtg", "1.850"), ("ID", "99.000"), ("Rtg", "1850.")])
def test_a_number_with_a_part_or_with_thousands_is_told(column: str, text: str) -> None:
    assert [place[1:] for place in codes_of(csv_of([["Name", column], [ANN, text]]))] == [(2, 2)]


@pytest.mark.parametrize(
    "text", ["2", "2.0", "2.", "Round 2", "R2", "2. forduló", "Runda 2", "тур 2", "2. voor", "Turno 2"]
)
def test_the_round_of_a_game_may_be_called_so(text: str) -> None:
    rows = [["Round", "White", "Black", "Result"], ["1", ANN, BO, "1-0"], [text, BO, ANN, "1-0"]]
    assert [game[:3] for game in listed(read(csv_of(rows))[0])] == [(1, 1, 2), (2, 2, 1)]
    assert codes_of(csv_of(rows)) == [("missing-id", 2, 0)]


@pytest.mark.parametrize(
    ("text", "code"), [("1.5", "unreadable-cell"), ("-1", "unreadable-cell"), ("0.0", "missing-round")]
)
def test_what_is_no_round_is_told_for_each_game(text: str, code: str) -> None:
    rows = [["Round", "White", "Black", "Result"], [text, ANN, BO, "1-0"], [text, BO, ANN, "1-0"]]
    assert [place for place in codes_of(csv_of(rows)) if place[0] == code] == [(code, 2, 1), (code, 3, 1)]


def test_an_id_that_a_second_player_gets_does_not_make_a_third() -> None:
    """Bo is known by his number when a row gives him the id of Ann; her next row is still hers."""
    rows = [
        ["round", "white number", "white", "white id", "black", "black id", "result"],
        ["1", "", "Invented, Ann", "990001", "Invented, Cyd", "", "1-0"],
        ["1", "4", "Invented, Bo", "", "Invented, Dov", "", "1-0"],
        ["2", "4", "Invented, Bo", "990001", "Invented, Cyd", "", "1-0"],
        ["3", "", "Invented, Dov", "", "Invented, Ann", "990001", "1-0"],
    ]
    report, findings = read(csv_of(rows))
    assert sorted(player.name[10:] for player in report.players) == ["Ann", "Bo", "Cyd", "Dov"]
    assert "duplicate-id" in {finding.code for finding in findings}
