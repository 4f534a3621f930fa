"""Other things an officer gets: tables of games and players, crosstables, workbooks, PGN headers."""

from __future__ import annotations

import pytest
from tables_made import CROSSTABLE, GAMES, PGN, PLAYERS, csv_of, xlsx_of

from arpad.finding import Tier
from arpad.intake import Limits, read
from arpad.intake.entries import result_pair
from arpad.intake.games_table import crosstable_cell
from arpad.model import Kind, Report


def listed(report: Report) -> list[tuple[int, int, int, int, int, int]]:
    games = report.games()
    columns = (games.round, games.white, games.black, games.white_half_points, games.black_half_points, games.kind)
    return sorted(tuple(int(column[i]) for column in columns) for i in range(len(games)))  # type: ignore[misc]


WANTED = [
    (1, 1, 2, 2, 0, Kind.PLAYED),
    (1, 3, 4, 1, 1, Kind.PLAYED),
    (2, 2, 3, 0, 2, Kind.PLAYED),
    (2, 4, 1, 2, 0, Kind.FORFEIT),
]


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_a_table_of_games_becomes_a_report(delimiter: str) -> None:
    report, findings = read(csv_of(GAMES, delimiter), "games.csv")
    assert findings == ()
    assert listed(report) == WANTED
    assert [player.id for player in report.players] == [990001, 990002, 990003, 990004]
    assert (report.cells.line[0, 0], report.cells.column[0, 0]) == (2, 6)


def test_a_quoted_comma_table_is_read_too() -> None:
    quoted = [[f'"{cell}"' for cell in row] for row in GAMES]
    assert listed(read(csv_of(quoted, ","))[0]) == WANTED


def test_a_workbook_says_the_same_as_the_table() -> None:
    report, findings = read(xlsx_of(GAMES), "games.xlsx")
    assert findings == ()
    assert listed(report) == WANTED


@pytest.mark.parametrize(
    "header",
    [
        ["Round", "White", "Black", "Result"],
        ["Runda", "Białe", "Czarne", "Wynik"],
        ["Тур", "Білі", "Чорні", "Результат"],
        ["Forduló", "Világos", "Sötét", "Eredmény"],
        ["Voor", "Valged", "Mustad", "Tulemus"],
        ["Turno", "Bianco", "Nero", "Risultato"],
    ],
)
def test_the_header_may_be_in_any_of_the_six_languages(header: list[str]) -> None:
    report, findings = read(csv_of([header, ["1", "Invented, Ann", "Invented, Bo", "½-½"]]))
    assert [finding.code for finding in findings] == ["missing-id"]
    assert listed(report) == [(1, 1, 2, 1, 1, Kind.PLAYED)]


def test_a_table_of_players_has_their_facts_and_no_games() -> None:
    report, findings = read(csv_of(PLAYERS))
    assert findings == ()
    assert [(p.number, p.name, p.id, p.rating, p.sex, p.born) for p in report.players] == [
        (1, "Invented, Ann", 990001, 2010, "w", 19900102),
        (2, "Invented, Bo", 990002, 1900, "m", 19850000),
    ]
    assert len(report.games()) == 0


def test_a_crosstable_of_chess_results_is_read() -> None:
    report, findings = read(csv_of(CROSSTABLE))
    assert findings == ()
    assert report.facts.name == "Invented Open"
    assert listed(report) == [
        (1, 1, 3, 2, 0, Kind.PLAYED),
        (1, 4, 2, 0, 2, Kind.FORFEIT),
        (2, 2, 1, 1, 1, Kind.PLAYED),
        (2, 3, 4, 0, 2, Kind.PLAYED),
    ]
    assert listed(read(xlsx_of(CROSSTABLE))[0]) == listed(report)


def test_the_text_export_with_three_cells_per_round_is_read() -> None:
    rows = [
        ["Rank", "SNo.", "", "Name", "Rtg", "FED", "1.Rd.", "", "", "2.Rd.", "", "", "Pts"],
        ["1", "2", "", "Invented, Ann", "2010", "UKR", "1", "b", "1", "3", "w", "x", "1.5"],
        ["2", "3", "", "Invented, Bo", "1910", "UKR", "-", "", "", "2", "b", "x", "0.5"],
        ["3", "1", "", "Invented, Cyd", "1810", "UKR", "2", "w", "0", "-", "", "", "0"],
    ]
    report, findings = read(csv_of(rows))
    assert [finding.code for finding in findings] == ["missing-id"]
    assert listed(report) == [(1, 1, 2, 0, 2, Kind.PLAYED), (2, 2, 3, 1, 1, Kind.PLAYED)]


def test_a_crosstable_that_contradicts_itself_refuses_with_the_place() -> None:
    rows = [list(row) for row in CROSSTABLE]
    rows[4][5] = "1b1"
    _, findings = read(csv_of(rows), "cross.csv")
    (finding,) = [finding for finding in findings if finding.tier is Tier.REFUSE]
    assert finding.code == "contradictory-result"
    assert (finding.place.line, finding.player, finding.round) == (3, 1, 1)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("54b1", (54, "b", "1")),
        ("29w½", (29, "w", "=")),
        ("7 w 0", (7, "w", "0")),
        ("12b+", (12, "b", "+")),
        ("12+", (12, "", "+")),
        ("4wK", (4, "w", "-")),
        ("-1", (0, "", "F")),
        ("-½", (0, "", "H")),
        ("-0", (0, "", "Z")),
        ("+", (0, "", "+")),
        ("bye", (0, "", "U")),
        ("", (0, "", " ")),
        ("-", (0, "", " ")),
        ("13b", (13, "b", " ")),
        ("what", None),
        ("12x9", None),
        ("١٢b1", None),
    ],
)
def test_the_cells_of_a_crosstable(text: str, cell: tuple[int, str, str] | None) -> None:
    assert crosstable_cell(text) == cell


@pytest.mark.parametrize(
    ("text", "pair"),
    [("1-0", ("1", "0")), ("1 : 0", ("1", "0")), ("½–½", ("=", "=")), ("+--", ("+", "-")), ("0-0", ("0", "0")),
     ("*", (" ", " ")), ("1-1", None), ("1-½", None), ("2-0", None)],
)  # fmt: skip
def test_results_as_people_write_them(text: str, pair: tuple[str, str] | None) -> None:
    assert result_pair(text) == pair


def test_two_games_of_a_player_in_a_round_refuse_the_table() -> None:
    rows = [*GAMES, ["2", "Invented, Ann", "990001", "Invented, Ewa", "990005", "1-0"]]
    _, findings = read(csv_of(rows))
    assert "two-games-in-a-round" in {finding.code for finding in findings if finding.tier is Tier.REFUSE}


def test_the_headers_of_a_pgn_file_are_games_and_a_game_without_moves_is_a_forfeit() -> None:
    report, findings = read(PGN.encode(), "hybrid.pgn")
    assert findings == ()
    assert (report.facts.name, report.facts.time_control, str(report.facts.start)) == (
        "Invented Hybrid", "5400+30", "2026-05-01",
    )  # fmt: skip
    assert listed(report) == [(1, 1, 2, 2, 0, Kind.PLAYED), (2, 2, 1, 0, 2, Kind.FORFEIT)]


def test_limits_hold_for_tables_as_for_reports() -> None:
    for limits, code in ((Limits(rounds=1), "too-many-rounds"), (Limits(players=2), "too-many-players")):
        assert code in {finding.code for finding in read(csv_of(GAMES), limits=limits)[1]}
    assert "too-many-rounds" in {finding.code for finding in read(PGN.encode(), limits=Limits(rounds=1))[1]}
