"""What chess-results exports beside the crosstable by rounds: pairings round by round, and matrices."""

from __future__ import annotations

import pytest
from tables_made import CROSSTABLE, GAMES, MATRIX, PAIRINGS, csv_of, xlsx_of
from test_tables import codes_of, listed

from arpad.finding import Tier
from arpad.intake import Limits, read
from arpad.intake.tables.headings import round_columns, round_heading
from arpad.model import GameKind

NOT_READ = [("unknown-column", 3, 1), ("unknown-column", 3, 7), ("unknown-column", 3, 9)]  # board, points so far


def test_the_pairings_of_a_round_are_games_of_the_round_in_the_heading() -> None:
    report, findings = read(csv_of(PAIRINGS), "round3.csv")
    assert codes_of(csv_of(PAIRINGS)) == NOT_READ
    assert all(finding.tier is Tier.ADVICE for finding in findings)
    assert report.facts.name == "Invented Open"
    assert [str(day) for day in report.round_dates] == ["None", "None", "2025-09-05"]
    assert [(p.number, p.name[10:], p.id, p.rating, p.title) for p in report.players] == [
        (1, "Ann", 990001, 2510, "GM"), (2, "Bo", 990002, 1950, "WIM"), (3, "Cyd", 990003, 1850, ""),
        (4, "Dov", 990004, 1800, ""), (5, "Ewa", 990005, 0, ""), (6, "Fay", 990006, 1500, ""),
        (7, "Gil", 990007, 1500, ""), (8, "Ike", 990008, 1500, ""), (9, "Hal", 990009, 1500, ""),
    ]  # fmt: skip
    assert listed(report) == [
        (3, 2, 3, 1, 1, GameKind.PLAYED), (3, 4, 1, 0, 2, GameKind.PLAYED), (3, 9, 8, 2, 0, GameKind.FORFEIT),
    ]  # fmt: skip
    assert [chr(report.cells.result[row, 2]) for row in (4, 5, 6)] == ["U", "Z", "H"]
    assert listed(read(xlsx_of(PAIRINGS))[0]) == listed(report)


@pytest.mark.parametrize(
    ("heading", "header"),
    [
        ("Round 3 on 2025/09/05 at 16:00", ["Bo.", "No.", "White", "Result", "Black", "No."]),
        ("Runda 3 dnia 2025/09/05", ["Sz.", "Nr", "Białe", "Wynik", "Czarne", "Nr"]),
        ("Тур 3, 2025/09/05", ["Дошка", "№", "Білі", "Результат", "Чорні", "№"]),
        ("3. forduló, 2025/09/05", ["Tábla", "Ssz.", "Világos", "Eredmény", "Sötét", "Ssz."]),
        ("3. voor 2025/09/05", ["Laud", "Nr.", "Valge", "Tulemus", "Must", "Nr."]),
        ("Turno 3 del 2025/09/05", ["Sc.", "Num.", "Bianco", "Risultato", "Nero", "Num."]),
        ("3.Rd. 05.09.2025", ["Bo.", "No.", "Name", "Result", "Name", "No."]),
    ],
)
def test_pairings_are_read_in_any_of_the_six_languages(heading: str, header: list[str]) -> None:
    rows = [[heading], header, ["1", "7", "Invented, Ann", "1 - 0", "Invented, Bo", "2"]]
    report, findings = read(csv_of(rows))
    assert {finding.code for finding in findings} == {"missing-id", "start-number-gap", "unknown-column"}
    assert listed(report) == [(3, 7, 2, 2, 0, GameKind.PLAYED)]
    assert str(report.facts.start) == "2025-09-05"
    assert report.facts.name == ""  # the heading is of the round, not of the event


def test_the_pairings_of_all_rounds_stand_under_each_other() -> None:
    header = ["Bo.", "No.", "White", "FideID", "Result", "Black", "FideID", "No."]
    rows = [
        ["Invented Open"], ["Round 1 on 05/09/2025"], header,
        ["1", "1", "Invented, Ann", "990001", "1 - 0", "Invented, Bo", "990002", "2"],
        ["Round 2 on 23/09/2025"], header,
        ["1", "2", "Invented, Bo", "990002", "½ - ½", "Invented, Ann", "990001", "1"],
        ["You find all details on the page of the event"],
    ]  # fmt: skip
    report, findings = read(csv_of(rows))
    assert listed(report) == [(1, 1, 2, 2, 0, GameKind.PLAYED), (2, 2, 1, 1, 1, GameKind.PLAYED)]
    assert [str(day) for day in report.round_dates] == ["2025-09-05", "2025-09-23"]
    assert [(finding.code, finding.tier, finding.place.line) for finding in findings] == [
        ("date-style", Tier.ADVICE, 2),
        ("unknown-column", Tier.ADVICE, 3),
        ("unmarked-line", Tier.ADVICE, 8),
    ]


@pytest.mark.parametrize("cell", [None, "", "0"])
def test_where_nobody_says_the_round_it_is_asked_for(cell: str | None) -> None:
    """The games of a player are counted, as ever; but that is no round that anybody said."""
    rows = [row[1:] if cell is None else [cell if at else row[0], *row[1:]] for at, row in enumerate(GAMES)]
    report, findings = read(csv_of(rows))
    asked = [finding for finding in findings if finding.code == "missing-round"]
    assert [(finding.tier, finding.place.line, finding.place.column) for finding in asked] == (
        [(Tier.ASK, 1, 0)] if cell is None else [(Tier.ASK, line, 1) for line in (2, 3, 4, 5)]
    )
    assert len(report.games()) == 4
    assert codes_of(csv_of([["Invented Open, Round 3"], *rows]))[0][0] == "missing-round"  # a name is no heading


def test_a_pgn_that_does_not_say_the_round_is_asked_for_it() -> None:
    game = '[Event "Invented"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteFideId "990001"]\n'
    game += '[BlackFideId "990002"]\n\n1. e4 1-0\n\n'
    assert codes_of((game + game.replace("1-0", "0-1")).encode()) == [("missing-round", 2, 0)]
    assert codes_of(game.replace("?", "1").encode()) == []


def test_one_start_number_for_two_players_refuses_and_namesakes_do_not() -> None:
    rows = [list(row) for row in PAIRINGS]
    rows[4][10], rows[4][11] = "Invented, Ann", "990003"  # number 3 is called as number 1 is
    assert codes_of(csv_of(rows)) == NOT_READ
    rows[4][13] = "4"
    assert ("duplicate-start-number", 5, 14) in codes_of(csv_of(rows))


NUMBERED = ["No.", "White", "FideID", "FED", "Title", "Rtg", "Result", "Black", "FideID", "FED", "Title", "Rtg", "No."]
TWICE = [
    ["Round 1"], NUMBERED,
    ["1", "Invented, Ann", "990001", "UKR", "GM", "2500", "1-0", "Invented, Bo", "990002", "POL", "", "2000", "2"],
    ["Round 2"], NUMBERED,
    ["2", "Invented, Bo", "990002", "POL", "", "2000", "1-0", "Invented, Ann", "990001", "UKR", "GM", "2500", "1"],
    ["Round 3"], NUMBERED,
    ["2", "Invented, Bo", "990002", "POL", "", "2000", "1-0", "Invented, Ann", "990001", "UKR", "GM", "2500", "1"],
]  # fmt: skip


@pytest.mark.parametrize(
    ("column", "text", "code", "tier", "sentence"),
    [
        (8, "990077", "duplicate-id", Tier.REFUSE, "the FIDE number 990077 here and 990001"),
        (9, "ITA", "player-facts-differ", Tier.ADVICE, "the federation ITA here and UKR"),
        (10, "IM", "player-facts-differ", Tier.ADVICE, "the title IM here and GM"),
        (11, "2222", "player-facts-differ", Tier.ADVICE, "the rating 2222 here and 2500"),
    ],
)
def test_what_is_said_of_one_player_in_two_ways_is_told_once_with_both_places(
    column: int, text: str, code: str, tier: Tier, sentence: str
) -> None:
    assert codes_of(csv_of(TWICE)) == []
    rows = [list(row) for row in TWICE]
    rows[5][column] = rows[8][column] = text
    report, (finding,) = read(csv_of(rows))
    assert (finding.code, finding.tier, finding.place.line, finding.place.column) == (code, tier, 6, column + 1)
    assert finding.sentence == f"1 Invented, Ann has {sentence} in line 3; the first is kept."
    assert (report.players[0].id, report.players[0].rating) == (990001, 2500)


def test_a_fact_that_a_later_row_added_is_told_with_the_line_of_that_row() -> None:
    """And the negative control: what one row says and another leaves out is no contradiction."""
    rows = [list(row) for row in TWICE]
    rows[2][5] = rows[2][3] = ""
    assert codes_of(csv_of(rows)) == []
    rows[8][11] = "2222"
    (finding,) = read(csv_of(rows))[1]
    assert finding.sentence.endswith("has the rating 2222 here and 2500 in line 6; the first is kept.")


def test_two_ratings_of_a_player_in_a_pgn_are_told_where_they_stand() -> None:
    game = '[Event "Invented"]\n[Round "{}"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteFideId "990001"]\n'
    game += '[BlackFideId "990002"]\n[WhiteElo "{}"]\n\n1. e4 1-0\n\n'
    _, (finding,) = read((game.format(1, 2000) + game.format(2, 2500)).encode())
    assert (finding.code, finding.place.line, finding.place.column) == ("player-facts-differ", 19, 12)
    assert finding.sentence == "1 A has the rating 2500 here and 2000 in line 8; the first is kept."


NAMESAKES = [
    ["Round", "White", "White id", "Black", "Black id", "Result"],
    ["1", "Invented, J", "990011", "Invented, J", "990012", "1-0"],
    ["2", "Invented, J", "990012", "Invented, J", "990011", "1-0"],
    ["3", "Invented, J", "", "Invented, Bo", "990005", "1-0"],
]


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (1, 3, 2)])
def test_a_name_that_two_players_have_and_no_number_refuses_wherever_the_row_stands(order: tuple[int, ...]) -> None:
    rows = [NAMESAKES[0], *(NAMESAKES[at] for at in order)]
    _, findings = read(csv_of(rows))
    (finding,) = [finding for finding in findings if finding.code == "ambiguous-player"]
    assert (finding.tier, finding.place.line, finding.place.column) == (Tier.REFUSE, order.index(3) + 2, 2)
    listed_ids = "990011, 990012"
    assert finding.sentence == (
        f"“Invented, J” is the name of 2 players (FIDE numbers {listed_ids}); "
        "this row does not say which of them it means."
    )


def test_a_name_alone_is_enough_where_one_player_has_it() -> None:
    rows = [list(row) for row in NAMESAKES]
    rows[3][2] = "990011"
    assert codes_of(csv_of(rows)) == []
    rows[3][3:5] = ["Invented, Zed", ""]
    assert codes_of(csv_of(rows)) == [("missing-id", 4, 5)]


@pytest.mark.parametrize("sign", ["-", "--", "...", "?"])
def test_a_sign_in_the_place_of_a_name_is_nobody_and_makes_no_game(sign: str) -> None:
    report, findings = read(csv_of([*GAMES, ["3", "Invented, Ann", "990001", sign, "", "1"]]))
    (finding,) = findings
    assert (finding.code, finding.place.line, finding.place.column) == ("missing-name", 6, 4)
    assert finding.sentence == f"“{sign}” is no name: nobody sits there, and there is no game."
    assert (len(report.players), len(report.games()), report.cells.rounds) == (4, 4, 2)


def test_a_sign_in_the_place_of_a_name_is_nobody_in_a_pgn_too() -> None:
    game = '[Event "Invented"]\n[Round "1"]\n[White "A"]\n[Black "-"]\n[Result "1-0"]\n[WhiteFideId "990001"]\n\n1-0\n'
    assert codes_of(game.encode()) == [("missing-tag", 1, 0)]


def test_a_number_on_one_side_alone_is_that_of_the_game() -> None:
    rows = [
        ["round", "No.", "white", "result", "black"],
        ["1", "17", "Ann", "1-0", "Bo"],
        ["1", "18", "Cy", "0-1", "Di"],
    ]
    report, findings = read(csv_of(rows))
    assert [player.number for player in report.players] == [1, 2, 3, 4]
    assert [finding.sentence for finding in findings if finding.code == "unknown-column"] == [
        "The column “No.” is not read."
    ]


def test_a_round_beyond_the_limit_is_refused() -> None:
    assert ("too-many-rounds", 4, 0) in [
        (one.code, one.place.line, one.place.column) for one in read(csv_of(PAIRINGS), limits=Limits(rounds=2))[1]
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Round 3 on 2025/09/05 at 16:00", (3, "2025/09/05")),
        ("ROUND 12", (12, "")),
        ("3. forduló", (3, "")),
        ("Runde 3 am 05.09.2025", (3, "05.09.2025")),
        ("Тур 1", (1, "")),
        ("Round 2025/09/05", None),
        ("Rounds: 9", None),
        ("Invented Open, round 3", None),
        ("Roundabout 3", None),
        ("Round 3/9", None),  # of nine, or the third of September
        ("٣. forduló", None),
        ("", None),
    ],
)
def test_the_heading_of_a_round(text: str, found: tuple[int, str] | None) -> None:
    assert round_heading(text) == found


# --- crosstables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    ["{}.Rd", "Rd. {}", "{}.rnd", "R{}", "{}. runda", "{}.run", "{}.tura", "{}.тур", "т{}", "{}.ford", "{}. ford.",
     "{}.forduló", "{}.f", "{}.voor", "{}.v", "{}.turno", "{}.tur", "T{}", "{}"],
)  # fmt: skip
def test_the_columns_of_rounds_may_be_abbreviated(word: str) -> None:
    rows = [list(row) for row in CROSSTABLE]
    rows[1][5:7] = word.format(1), word.format(2)
    assert listed(read(csv_of(rows))[0]) == listed(read(csv_of(CROSSTABLE))[0])
    assert codes_of(csv_of(rows)) == []


def test_tie_breaks_are_no_rounds() -> None:
    assert round_columns(("Name", "TB1", "TB2", "TB3")) == {}


@pytest.mark.parametrize("double", [False, True])
def test_a_matrix_is_refused_because_it_says_neither_rounds_nor_colours(double: bool) -> None:
    rows = [[f"{cell} {cell}" if double and line > 1 and 3 < at < 7 else cell for at, cell in enumerate(row)]
            for line, row in enumerate(MATRIX)]  # fmt: skip
    report, findings = read(csv_of(rows), "matrix.csv")
    (finding,) = findings
    assert str(finding) == (
        "matrix.csv:2:5 results-alone (refuse): The columns “1” to “3” are a matrix, one for each opponent: rounds and "
        "colours are not said. Export the crosstable by rounds, the pairings of all rounds, or the TRF."
    )
    assert [(player.name, player.title) for player in report.players] == [
        ("Invented, Ann", "IM"), ("Invented, Bo", ""), ("Invented, Cyd", ""),
    ]  # fmt: skip
    assert len(report.games()) == 0


def test_results_by_round_without_opponents_are_refused_in_their_own_words() -> None:
    rows = [[*row[:6], *row[7:]] for row in MATRIX]
    (finding,) = read(csv_of(rows))[1]
    assert finding.sentence == "The columns “1” to “2” hold results alone: opponents and colours are not said."


def test_one_opponent_makes_a_crosstable_of_rounds_and_the_rest_is_told_cell_by_cell() -> None:
    """The negative control: a slip in a crosstable by rounds is no matrix."""
    rows = [list(row) for row in CROSSTABLE]
    rows[1][5:7] = "1", "2"
    rows[2][5] = "1"
    assert ("unreadable-cell", 3, 6) in codes_of(csv_of(rows))


def test_what_stands_below_a_crosstable_is_told() -> None:
    assert codes_of(csv_of([*CROSSTABLE, ["Made by a program"]])) == [("unmarked-line", 7, 1)]
    assert codes_of(csv_of([*CROSSTABLE, ["5", "", "EST", "", "", "1w0"]])) == [("missing-name", 7, 2)]
    assert codes_of(csv_of([*CROSSTABLE, ["5"]])) == [("missing-name", 7, 2)]  # a player whose name is not there


def test_a_number_that_no_start_number_is_makes_no_table_of_that_length() -> None:
    """Players without a number get one above the highest; seven thousand million would be a list of as many gaps."""
    table = "Round 1\nNo.;White;Result;Black;No.\n7000090007;Invented, Ann;1 - 0;Invented, Bo;2\n"
    report, findings = read(table.encode(), "pairings.csv")
    assert "unreadable-cell" in {finding.code for finding in findings}
    assert max(player.number for player in report.players) < 10
