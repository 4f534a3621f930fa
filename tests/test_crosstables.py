"""Crosstables as programs export them: start numbers or ranks, three cells per round, forfeits, byes and K."""

from __future__ import annotations

import pytest
from tables_made import csv_of
from test_tables import codes_of, listed

from arpad.finding import Tier
from arpad.intake import Limits, read
from arpad.intake.tables.headings import spread_cell
from arpad.model import GameKind

HEADER = ["Rank", "SNo.", "", "Name", "FideID", "1.Rd.", "", "", "2.Rd.", "", "", "Pts"]
BY_RANK = [
    HEADER,
    ["1", "3", "IM", "Invented, Ann", "990001", "4", "b", "1", "2", "w", "x", "1x"],
    ["2", "1", "GM", "Invented, Bo", "990002", "3", "w", "1", "1", "b", "x", "1x"],
    ["3", "4", "", "Invented, Cyd", "990003", "2", "b", "0", "4", "-", "+", "1"],
    ["", "2", "", "Invented, Dov", "990004", "1", "w", "0", "3", "-", "-", "0"],
]
GAMES_BY_RANK = [
    (1, 1, 4, 2, 0, GameKind.PLAYED), (1, 2, 3, 0, 2, GameKind.PLAYED), (2, 2, 4, 0, 2, GameKind.FORFEIT),
    (2, 3, 1, 1, 1, GameKind.PLAYED),
]  # fmt: skip
ROW_OF = {"1": "3", "2": "1", "3": "4", "4": "2"}  # rank -> start number


def with_start_numbers() -> list[list[str]]:
    """The same games, with start numbers in the cells."""
    rows = [list(row) for row in BY_RANK]
    for row in rows[1:]:
        row[5], row[8] = ROW_OF[row[5]], ROW_OF[row[8]]
    return rows


def in_one_cell(rows: list[list[str]]) -> list[list[str]]:
    """The same rows with one cell per round, as the site writes them."""
    return [
        [*row[:5], *(row[at] if row is rows[0] else "".join(row[at : at + 3]) for at in (5, 8)), row[11]]
        for row in rows
    ]


@pytest.mark.parametrize("rows", [BY_RANK, with_start_numbers()], ids=["ranks", "start numbers"])
def test_the_opponents_are_the_numbers_in_which_the_cells_answer_each_other(rows: list[list[str]]) -> None:
    report, findings = read(csv_of(rows))
    assert findings == ()
    assert listed(report) == GAMES_BY_RANK
    assert [player.name[-3:] for player in report.players] == [" Bo", "Dov", "Ann", "Cyd"]  # by start number
    joined = [[cell.replace("-+", "+").replace("--", "-") for cell in row] for row in in_one_cell(rows)]
    assert listed(read(csv_of(joined))[0]) == GAMES_BY_RANK


def in_letters(rows: list[list[str]], pair: str) -> list[list[str]]:
    """The same rows with other letters for white and black."""
    return [[{"w": pair[0], "b": pair[1]}.get(cell, cell) for cell in row] for row in rows]


@pytest.mark.parametrize("pair", ["ws", "bn", "bc", "бч", "vs", "vm"])
def test_the_colours_may_be_in_the_letters_of_another_language(pair: str) -> None:
    """B is black in English and white in Italian and Polish: the other letter of the table tells which."""
    rows = in_letters(BY_RANK, pair)
    for table, at in ((rows, (2, 6)), (in_one_cell(rows), (2, 6))):
        if table is not rows:
            table = [[cell.replace("-+", "+").replace("--", "-") for cell in row] for row in table]
        assert codes_of(csv_of(table)) == [("colour-dialect", *at)]
        assert listed(read(csv_of(table))[0]) == GAMES_BY_RANK
    upper = [[cell.upper() if cell in pair else cell for cell in row] for row in rows]
    assert listed(read(csv_of(upper))[0]) == GAMES_BY_RANK


def test_letters_of_two_languages_in_one_table_are_not_read() -> None:
    rows = [list(row) for row in BY_RANK]
    rows[1][6] = "n"  # for black, where white is w
    assert ("unreadable-cell", 2, 6) in codes_of(csv_of(rows))
    assert any("b, n, w are colours of no one language" in one.sentence for one in read(csv_of(rows))[1])
    rows[4] = rows[4][:6]  # and a row that ends in the middle of a round
    assert ("unreadable-cell", 5, 6) in codes_of(csv_of(rows))


def test_one_wrong_cell_does_not_change_what_the_numbers_are() -> None:
    rows = [list(row) for row in BY_RANK]
    rows[4][7] = "1"  # and so has the opponent
    assert codes_of(csv_of(rows)) == [("contradictory-result", 5, 6)]


def test_a_rank_that_nobody_has_is_told_even_where_it_is_a_start_number() -> None:
    rows = [list(row) for row in BY_RANK]
    rows[3][1] = "9"
    rows[3][8] = "9"
    _, findings = read(csv_of(rows))
    told = {finding.code: finding.sentence for finding in findings}
    assert told["unknown-opponent"] == "9 Invented, Cyd plays rank 9 in round 2; no player has that rank."
    assert "own-opponent" not in told


TWO_WAYS = [
    ["Rk.", "SNo", "Name", "FideID", "1.Rd", "2.Rd"],
    ["1", "2", "Invented, Ann", "990001", "3w1", "4b1"],
    ["2", "1", "Invented, Bo", "990002", "4w1", "3b1"],
    ["3", "4", "Invented, Cyd", "990003", "1b0", "2w0"],
    ["4", "3", "Invented, Dov", "990004", "2b0", "1w0"],
]


def test_opponents_that_fit_as_ranks_and_as_start_numbers_refuse_the_table() -> None:
    report, (finding,) = read(csv_of(TWO_WAYS), "cross.csv")
    assert str(finding) == (
        "cross.csv:1:5 ambiguous-opponents (refuse): The opponents may be named by start numbers or by ranks; each "
        "fits all cells. In round 1 the opponent of Invented, Ann is Invented, Dov by start numbers and Invented, Cyd "
        "by ranks. Leave out the column of ranks or that of start numbers: the one they are not."
    )
    assert (len(report.players), len(report.games())) == (4, 0)


@pytest.mark.parametrize(("left_out", "second"), [(0, 3), (1, 3)], ids=["ranks", "start numbers"])
def test_the_remedy_helps(left_out: int, second: int) -> None:
    rows = [[cell for at, cell in enumerate(row) if at != left_out] for row in TWO_WAYS]
    report, findings = read(csv_of(rows))
    assert findings == ()
    by_number = {player.number: player.name for player in report.players}
    met = {frozenset((by_number[game[1]][-3:], by_number[game[2]][-3:])) for game in listed(report) if game[0] == 1}
    assert met == ({frozenset(("Ann", "Dov")), frozenset((" Bo", "Cyd"))} if left_out == 0 else
                   {frozenset(("Ann", "Cyd")), frozenset((" Bo", "Dov"))})  # fmt: skip


def test_two_ways_that_fit_equally_badly_refuse_too() -> None:
    rows = [list(row) for row in TWO_WAYS]
    rows[3][4] = "1b1"
    (finding,) = read(csv_of(rows))[1]
    assert finding.code == "ambiguous-opponents"
    assert "each leaves 2 cells without an answer" in finding.sentence


def test_ranks_that_are_the_start_numbers_raise_no_question() -> None:
    rows = [list(row) for row in TWO_WAYS]
    for row in rows[1:]:
        row[1] = row[0]
    assert codes_of(csv_of(rows)) == []


@pytest.mark.parametrize("shared", ["", "2"], ids=["blank", "said again"])
def test_a_shared_rank_is_the_place_of_the_row_where_there_are_no_start_numbers(shared: str) -> None:
    rows = [
        ["Rk.", "Name", "FideID", "1.Rd"],
        ["1", "Invented, Ann", "990001", "4w1"],
        ["2", "Invented, Bo", "990002", "3b½"],
        [shared, "Invented, Cyd", "990003", "2w½"],
        ["4", "Invented, Dov", "990004", "1b0"],
    ]
    report, findings = read(csv_of(rows))
    assert findings == ()
    assert listed(report) == [(1, 1, 4, 2, 0, GameKind.PLAYED), (1, 3, 2, 1, 1, GameKind.PLAYED)]


def test_a_single_round_may_have_three_columns() -> None:
    rows = [[*row[:8], row[11]] for row in BY_RANK]
    report, findings = read(csv_of(rows))
    assert [finding.code for finding in findings] == ["points"] * 3  # of two rounds
    assert listed(report) == GAMES_BY_RANK[:2]


@pytest.mark.parametrize(
    ("three", "cell"),
    [
        (("81", "b", "1"), (81, "b", "1")),
        (("7", "w", "x"), (7, "w", "=")),
        (("82", "-", "-"), (82, "", "-")),
        (("74", "-", "+"), (74, "", "+")),
        (("74", "w", "+"), (74, "w", "+")),
        (("13", "b", ""), (13, "b", " ")),
        (("-", "-", "x"), (0, "", "H")),
        (("-", "-", "0"), (0, "", "Z")),
        (("-", "-", "1"), (0, "", "F")),
        (("-", "-", "+"), (0, "", "+")),
        (("-", "-", ""), (0, "", " ")),
        (("-", "", ""), (0, "", " ")),
        (("", "", ""), (0, "", " ")),
        (("5", "4b", "1"), None),
        (("54b", "", "1"), None),
        (("12", "-", "1"), None),
        (("-", "w", "1"), None),
    ],
)
def test_three_cells_of_a_round(three: tuple[str, str, str], cell: tuple[int, str, str] | None) -> None:
    assert spread_cell(*three) == cell


ROUNDS = [
    ["No", "Name", "FideID", "1.Rd", "2.Rd", "3.Rd", "Pts"],
    ["1", "Invented, Ann", "990001", "3b0", "2w1", "-1", "2"],
    ["2", "Invented, Bo", "990002", "-1", "1b0", "3w1", "2"],
    ["3", "Invented, Cyd", "990003", "1w1", "-1", "2b0", "2"],
]
GAMES_OF_ROUNDS = [(1, 3, 1, 2, 0, GameKind.PLAYED), (2, 1, 2, 2, 0, GameKind.PLAYED), (3, 2, 3, 2, 0, GameKind.PLAYED)]


@pytest.mark.parametrize("order", [(3, 4, 5), (5, 4, 3), (4, 3, 5)])
def test_the_number_in_the_heading_is_the_round_and_not_its_place(order: tuple[int, ...]) -> None:
    report, findings = read(csv_of([[*row[:3], *(row[at] for at in order), row[6]] for row in ROUNDS]))
    assert findings == ()
    assert listed(report) == GAMES_OF_ROUNDS
    assert report.cells.column[0].tolist() == [order.index(at) + 4 for at in (3, 4, 5)]


@pytest.mark.parametrize("left_out", [1, 2])
def test_a_round_without_a_column_is_empty_and_asked_for(left_out: int) -> None:
    rows = [[cell for at, cell in enumerate(row[:6]) if at != left_out + 2] for row in ROUNDS]
    report, (finding,) = read(csv_of(rows), "cross.csv")
    assert str(finding).startswith(
        f"cross.csv:1 missing-round (ask): The table has no column of round {left_out}; the round is left empty. "
    )
    assert listed(report) == [game for game in GAMES_OF_ROUNDS if game[0] != left_out]


def test_a_round_beyond_the_limit_is_refused_however_few_columns_there_are() -> None:
    rows = [[*row[:3], row[3]] for row in ROUNDS]
    rows[0][3] = "61.Rd"
    assert [finding.code for finding in read(csv_of(rows))[1]] == ["too-many-rounds"]


def test_a_tie_break_that_is_called_as_a_round_is_none() -> None:
    """The negative control of the gap: rounds may be missing only where there are games."""
    rows = [[*row[:3], "T2" if at == 0 else "4.5"] for at, row in enumerate(ROUNDS)]
    report, (finding,) = read(csv_of(rows))
    assert (finding.code, len(report.players)) == ("unknown-column", 3)


@pytest.mark.parametrize(
    "word",
    ["{}.kolo", "{}. коло", "{}.kierros", "Tour {}", "{}er tour", "{}. omgång", "Etapa {}", "{}. kör", "{}a ronda",
     "{}-й тур", "{}st round", "Round-{}", "{}ª rodada"],
)  # fmt: skip
def test_rounds_have_the_obvious_names_of_other_languages(word: str) -> None:
    rows = [[*ROUNDS[0][:3], *(word.format(turn) for turn in (1, 2, 3)), "Pts"], *ROUNDS[1:]]
    report, findings = read(csv_of(rows))
    assert (listed(report), findings) == (GAMES_OF_ROUNDS, ())


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["1.xyz", "2.xyz", "3.xyz"], [4, 5, 6]),
        (["1.Rd", "2.Rd", "two"], [6]),
        (["1.Rd", "2.Rd", "2.Rd"], [6]),
        (["1.Rd", "2.Rd", ""], [6]),
        (["2", "3", "4"], [4, 5, 6]),
        (["1.Rd", "2.Rd", "1.1.Rd"], [6]),
    ],
)
def test_games_under_a_name_that_says_no_round_refuse_the_table(names: list[str], told: list[int]) -> None:
    _, findings = read(csv_of([[*ROUNDS[0][:3], *names], *(row[:6] for row in ROUNDS[1:])]), "cross.csv")
    refused = [finding for finding in findings if finding.tier is Tier.REFUSE]
    assert [(finding.code, finding.place.column) for finding in refused] == [("missing-column", at) for at in told]
    if names[0] == "1.xyz":
        assert refused[0].sentence == "The column “1.xyz” holds games such as “3b0”; its name says no round of its own."


def test_three_cells_per_round_under_a_name_that_says_no_round_refuse_too() -> None:
    rows = [list(row) for row in BY_RANK]
    rows[0][5], rows[0][8] = "1.xyz", "2.xyz"
    assert codes_of(csv_of(rows)) == [("missing-column", 1, 6), ("missing-column", 1, 9)]


def test_a_column_with_a_cell_that_looks_like_a_game_by_chance_is_only_told() -> None:
    rows = [["No", "Name", "FideID", "Class"], *([*row[:3], text] for row, text in zip(ROUNDS[1:], "abc", strict=True))]
    rows.append(["4", "Invented, Dov", "990004", "3b1"])
    assert codes_of(csv_of(rows)) == [("unknown-column", 1, 4)]


def test_columns_between_the_rounds_are_not_read_and_do_not_widen_them() -> None:
    rows = [
        ["No", "Name", "FideID", "1.Rd", "Pts", "Rk", "2.Rd", "Pts", "Rk"],
        ["1", "Invented, Ann", "990001", "2w1", "1", "1", "2b½", "1.5", "1"],
        ["2", "Invented, Bo", "990002", "1b0", "0", "2", "1w½", "0.5", "2"],
    ]
    report, findings = read(csv_of(rows))
    assert listed(report) == [(1, 1, 2, 2, 0, GameKind.PLAYED), (2, 2, 1, 1, 1, GameKind.PLAYED)]
    assert [(finding.code, finding.place.column) for finding in findings] == [
        ("unknown-column", 5), ("unknown-column", 6),
    ]  # fmt: skip
    assert [player.points for player in report.players] == [15, 5]  # behind the last round


def test_a_crosstable_tells_the_columns_it_does_not_read_and_the_rows_that_are_too_long() -> None:
    rows = [[*row, "Club" if at == 0 else "Nowhere"] for at, row in enumerate(ROUNDS)]
    assert codes_of(csv_of(rows)) == [("unknown-column", 1, 8)]
    rows[2] += ["more", "cells"]
    assert codes_of(csv_of(rows)) == [("unknown-column", 1, 8), ("unreadable-cell", 3, 9)]


def test_the_last_of_three_cells_may_have_no_place_in_the_header() -> None:
    """The negative control: two cells more than the header has are those of the last round."""
    rows = [BY_RANK[0][:9], *(row[:11] for row in BY_RANK[1:])]
    report, findings = read(csv_of(rows))
    assert (listed(report), findings) == (GAMES_BY_RANK, ())


def with_k(one: str, two: str) -> bytes:
    rows = [["No.", "Name", "FideID", "1.Rd"], ["1", "Invented, Ann", "990001", one]]
    return csv_of([*rows, ["2", "Invented, Bo", "990002", two]])


@pytest.mark.parametrize(
    ("one", "two", "points"), [("2wK", "1b+", (0, 2)), ("2wK", "1b1", (0, 2)), ("2w-", "1bK", (0, 2)),
                               ("2w0", "1bK", (0, 2)), ("2wK", "1b-", (2, 0)), ("2K", "1b0", (2, 0))]
)  # fmt: skip
def test_k_is_what_the_opponents_cell_makes_of_it(one: str, two: str, points: tuple[int, int]) -> None:
    report, findings = read(with_k(one, two))
    assert findings == ()
    assert listed(report) == [(1, 1, 2, *points, GameKind.FORFEIT)]


@pytest.mark.parametrize("other", ["1bK", "1b½", "1b"])
def test_where_the_opponents_cell_does_not_tell_k_is_asked_to_be_plus_or_minus(other: str) -> None:
    _, findings = read(with_k("2wK", other), "cross.csv")
    assert str(findings[0]) == (
        "cross.csv:2:4 unreadable-cell (refuse): Round 1 of 1 is K, which says that there was no game and not who won; "
        "write + or -. Mend the cell."
    )
    assert {finding.code for finding in findings} == {"unreadable-cell"}


def test_k_without_an_opponent_tells_nothing_either() -> None:
    assert ("unreadable-cell", 2, 4) in codes_of(with_k("-K", "-1"))


def test_a_crosstable_may_have_more_players_than_numbers_where_the_limit_is_raised() -> None:
    rows = [
        ["Rk.", "Name", "1.Rd"],
        *([str(place) if place < 10 else "", f"P{place}", ""] for place in range(1, 10_003)),
    ]
    rows[1][2], rows[2][2] = "2w1", "1b0"
    report, _ = read(csv_of(rows), limits=Limits(players=20_000))
    assert (len(report.players), listed(report)) == (10_002, [(1, 1, 2, 2, 0, GameKind.PLAYED)])


def test_numbers_under_an_unknown_heading_are_a_way_to_name_opponents_too() -> None:
    """Without a known column of start numbers the order of the rows must not stand in for them in silence."""
    rows = [row[1:] for row in TWO_WAYS]
    unknown = [["Wievielter", *rows[0][1:]], *rows[1:]]
    _, findings = read(csv_of(unknown), "cross.csv")
    assert "ambiguous-opponents" in {finding.code for finding in findings}
    assert any("by the order of the rows or by the column “Wievielter”" in finding.sentence for finding in findings)


def test_the_numbers_under_an_unknown_heading_are_used_where_only_they_fit() -> None:
    rows = [
        ["Wievielter", "Name", "FideID", "1.Rd", "2.Rd"],
        ["3", "Invented, Ann", "990001", "4w1", "2b1"],
        ["1", "Invented, Bo", "990002", "2w1", "4b0"],
        ["4", "Invented, Cyd", "990003", "3b0", "1w1"],
        ["2", "Invented, Dov", "990004", "1b0", "3w0"],
    ]
    report, findings = read(csv_of(rows))
    assert {finding.code for finding in findings} == {"unknown-column"}
    by_number = {player.number: player.name for player in report.players}
    met = {frozenset((by_number[game[1]][-3:], by_number[game[2]][-3:])) for game in listed(report) if game[0] == 1}
    assert met == {frozenset(("Ann", "Cyd")), frozenset((" Bo", "Dov"))}


def test_a_rank_between_two_rounds_is_a_way_where_it_is_the_only_one() -> None:
    rows = [
        ["SNo", "Name", "FideID", "1.Rd", "Pts", "Rk", "2.Rd"],
        ["1", "Invented, Ann", "990001", "3w½", "1,5", "2", "4w1"],
        ["2", "Invented, Bo", "990002", "1b0", "0", "4", "2b0"],
        ["3", "Invented, Cyd", "990003", "4w1", "2", "1", "3b1"],
        ["4", "Invented, Dov", "990004", "2b½", "0,5", "3", "1w0"],
    ]
    report, findings = read(csv_of(rows))
    assert {finding.code for finding in findings} == {"unknown-column"}
    assert len(report.games()) == 4


def test_a_table_that_numbers_its_rows_in_too_many_ways_is_refused() -> None:
    """Each unknown column of numbers is a way to name the opponents; a few are tried."""
    names = ["Club", "Bd", "Lic", "Seat", "Room", "Hall", "Card", "Desk", "Team"]
    rows = [["Name", *names, "1.Rd."]] + [
        [f"Invented{row}", *(str((row * 5 + shift) % 12 + 1) for shift in range(9)), f"{(row ^ 1) + 1}w1"]
        for row in range(12)
    ]
    report, findings = read(csv_of(rows))
    assert [one.code for one in findings if one.tier is Tier.REFUSE] == ["ambiguous-opponents"]
    assert (len(report.players), len(report.games())) == (12, 0)
    alike = [[*row[:1], *(row[1:2] * 9), row[-1]] if row is not rows[0] else row for row in rows]
    assert "ambiguous-opponents" not in [one.code for one in read(csv_of(alike))[1] if "many other" in one.sentence]


def test_a_draw_may_be_a_half_as_a_spreadsheet_writes_it() -> None:
    for half in ("0.5", "0,5"):
        rows = [[{"x": half}.get(cell, cell) for cell in row] for row in BY_RANK]
        assert listed(read(csv_of(rows))[0]) == GAMES_BY_RANK
