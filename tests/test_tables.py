"""Other things an officer gets: tables of games and players, crosstables, workbooks, PGN headers."""

from __future__ import annotations

import pytest
from tables_made import CROSSTABLE, GAMES, PGN, PLAYERS, csv_of, xlsx_of

from arpad.finding import Tier
from arpad.intake import Limits, read, write_trf
from arpad.intake.entries import result_pair
from arpad.intake.tables.headings import crosstable_cell
from arpad.model import GameKind, Report


def listed(report: Report) -> list[tuple[int, int, int, int, int, int]]:
    games = report.games()
    columns = (games.round, games.white, games.black, games.white_half_points, games.black_half_points, games.kind)
    return sorted(tuple(int(column[i]) for column in columns) for i in range(len(games)))  # type: ignore[misc]


WANTED = [
    (1, 1, 2, 2, 0, GameKind.PLAYED),
    (1, 3, 4, 1, 1, GameKind.PLAYED),
    (2, 2, 3, 0, 2, GameKind.PLAYED),
    (2, 4, 1, 2, 0, GameKind.FORFEIT),
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
    assert listed(report) == [(1, 1, 2, 1, 1, GameKind.PLAYED)]


def test_a_table_of_players_has_their_facts_and_no_games() -> None:
    report, findings = read(csv_of(PLAYERS))
    assert findings == ()
    assert [(p.number, p.name, p.id, p.rating, p.sex, p.born) for p in report.players] == [
        (1, "Invented, Ann", 990001, 2010, "w", 19900102),
        (2, "Invented, Bo", 990002, 1900, "m", 19850000),
    ]
    assert len(report.games()) == 0


@pytest.mark.parametrize(
    "header",
    ["birthyear", "Birth_Year", "year of birth", "rok urodzenia", "рік народження", "születési év", "sünniaasta",
     "anno di nascita", "Geburtsjahr", "année de naissance", "año de nacimiento"],
)  # fmt: skip
def test_the_year_of_birth_is_a_birth_column_in_every_language(header: str) -> None:
    report, findings = read(csv_of([["name", header], ["Invented, Ann", "1990"]]))
    assert findings == ()
    assert report.players[0].born == 19900000


def test_a_crosstable_of_chess_results_is_read() -> None:
    report, findings = read(csv_of(CROSSTABLE))
    assert findings == ()
    assert report.facts.name == "Invented Open"
    assert listed(report) == [
        (1, 1, 3, 2, 0, GameKind.PLAYED),
        (1, 4, 2, 0, 2, GameKind.FORFEIT),
        (2, 2, 1, 1, 1, GameKind.PLAYED),
        (2, 3, 4, 0, 2, GameKind.PLAYED),
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
    assert listed(report) == [(1, 1, 2, 0, 2, GameKind.PLAYED), (2, 2, 3, 1, 1, GameKind.PLAYED)]


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
        ("7            w 0.5", (7, "w", "=")),
        ("12b+", (12, "b", "+")),
        ("12+", (12, "", "+")),
        ("4wK", (4, "w", "K")),
        ("-1", (0, "", "F")),
        ("-½", (0, "", "H")),
        ("-0", (0, "", "Z")),
        ("+", (0, "", "+")),
        ("bye", (0, "", "U")),
        ("", (0, "", " ")),
        ("-", (0, "", " ")),
        ("13b", (13, "b", " ")),
        ("what", None),
        ("1234567890123", None),
        ("12x9", None),
        ("١٢b1", None),
    ],
)
def test_the_cells_of_a_crosstable(text: str, cell: tuple[int, str, str] | None) -> None:
    assert crosstable_cell(text) == cell


@pytest.mark.parametrize(
    ("text", "pair"),
    [("1-0", ("1", "0")), ("1 : 0", ("1", "0")), ("½–½", ("=", "=")), ("+--", ("+", "-")), ("0-0", ("0", "0")),
     ("*", (" ", " ")), ("1-1", None), ("1-½", None), ("2-0", None),
     ("1/2", ("=", "=")), ("½", ("=", "=")), ("0.5", ("=", "=")), ("0,5", ("=", "=")), ("0.5:0.5", ("=", "=")),
     ("0,5-0,5", ("=", "=")), ("1/2 : 1/2", ("=", "=")), ("½:0", ("=", "0")), ("1.0-0.0", ("1", "0")),
     ("10.5", None), ("1/2/2026", None), ("0.25", None), ("1/20", None), ("0.5-1", None)],
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
    assert listed(report) == [(1, 1, 2, 2, 0, GameKind.PLAYED), (2, 2, 1, 0, 2, GameKind.FORFEIT)]


def game_of(movetext: str, result: str = "1-0") -> str:
    tags = f"""[Event "Invented Hybrid"]
[Round "1"]
[White "Invented, Ann"]
[Black "Invented, Bo"]
[Result "{result}"]
[WhiteFideId "990001"]
[BlackFideId "990002"]
"""
    return f"{tags}\n{movetext}\n\n"


@pytest.mark.parametrize(
    ("movetext", "kind"),
    [
        ("1-0 {Black did not appear}", GameKind.FORFEIT),
        ("{Black did not\nappear, e4 was never played} 1-0", GameKind.FORFEIT),
        ("{no show} {and\n\n(e4)\n} 1-0", GameKind.FORFEIT),
        ("1-0 ; Black did not play e4", GameKind.FORFEIT),
        ("% 1. e4 e5\n1-0", GameKind.FORFEIT),
        ("(1. e4 (1. d4) e5) $1 1-0", GameKind.FORFEIT),
        ("{[%evp 0,4]} 1. e4 e5 2. Nf3 1-0", GameKind.PLAYED),
        ("{(} 1.e4 $1 1-0", GameKind.PLAYED),
        ("{a\n[Round 2] in a comment\n} 1. O-O-O 1-0", GameKind.PLAYED),
        ("(1. d4 {)} d5) 1. Sf3 Sf6 1-0", GameKind.PLAYED),
        ("1... e2-e4 1-0", GameKind.PLAYED),
        ("; of a reader {\n1. ♘f3 1-0", GameKind.PLAYED),
    ],
)
def test_a_move_is_one_only_outside_comments_variations_and_escapes(movetext: str, kind: GameKind) -> None:
    report, findings = read(game_of(movetext).encode())
    assert findings == ()
    assert listed(report) == [(1, 1, 2, 2, 0, kind)]


def test_games_of_a_file_without_any_move_are_read_as_played_and_that_is_asked_about() -> None:
    """Where the moves were left out of the file they say nothing; where only one game has none, nobody played it."""
    second = game_of("0-1", "0-1").replace('[Round "1"]', '[Round "2"]')
    report, findings = read((game_of("1-0") + second).encode())
    assert [(finding.code, finding.tier, finding.place.line) for finding in findings] == [("no-moves", "ask", 1)]
    assert report.games().kind.tolist() == [GameKind.PLAYED, GameKind.PLAYED]
    report, findings = read((game_of("1. e4 e5 1-0") + second).encode())
    assert findings == ()
    assert report.games().kind.tolist() == [GameKind.PLAYED, GameKind.FORFEIT]


@pytest.mark.parametrize("movetext", ["1/2-1/2", "½-½", "{agreed before the first move} 1/2-1/2"])
def test_a_draw_without_a_move_is_no_forfeit_and_is_asked_about(movetext: str) -> None:
    """Even beside games that have moves: there a win without any is a forfeit."""
    second = game_of(movetext, "1/2-1/2").replace('[Round "1"]', '[Round "2"]')
    third = game_of("1-0").replace('[Round "1"]', '[Round "3"]')
    report, findings = read((game_of("1. e4 e5 1-0") + second + third).encode())
    told = [(finding.code, finding.tier, finding.place.line) for finding in findings]
    assert told == [("no-moves", "ask", 11)]
    assert report.games().kind.tolist() == [GameKind.PLAYED, GameKind.PLAYED, GameKind.FORFEIT]


def test_draws_alone_in_a_file_without_any_move_are_asked_about_once() -> None:
    second = game_of("1/2-1/2", "1/2-1/2").replace('[Round "1"]', '[Round "2"]')
    assert codes_of((game_of("1/2-1/2", "1/2-1/2") + second).encode()) == [("no-moves", 1, 0)]


@pytest.mark.parametrize(
    ("tag", "movetext", "told"),
    [
        ("1-0", "1. e4 e5 0-1", True), ("1-0", "1. e4 e5 1/2-1/2", True), ("1/2-1/2", "1. e4 e5 1-0", True),
        ("0-0", "1. e4 e5 1-0", True), ("+--", "0-1", True), ("1-0", "1. e4 {0-1} (1. d4 0-1) e5 1-0", False),
        ("½-½", "1. e4 e5 1/2-1/2", False), ("1-0", "1. e4 e5 *", False), ("1-0", "1. e4 e5", False),
        ("1-0", "1. e4 0-0 1-0", False), ("+--", "1-0", False),
    ],
)  # fmt: skip
def test_a_result_behind_the_moves_that_is_not_that_of_the_tag_refuses(tag: str, movetext: str, told: bool) -> None:
    wanted = [("contradictory-result", Tier.REFUSE, 9)] if told else []
    found = read(game_of(movetext, tag).encode())[1]
    assert [
        (finding.code, finding.tier, finding.place.line) for finding in found if finding.code != "no-moves"
    ] == wanted


def test_a_result_that_is_left_open_in_the_tag_is_still_asked_for() -> None:
    assert codes_of(game_of("1. e4 e5 1-0", "*").encode()) == [("missing-result", 5, 10)]


def test_both_lost_by_forfeit_is_no_castling() -> None:
    report, findings = read(game_of("0-0", "0-0").encode())
    assert findings == ()
    assert listed(report) == [(1, 1, 2, 0, 0, GameKind.FORFEIT)]


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (game_of("{never closed 1. e4 1-0") + game_of("1. e4 1-0").replace('"1"', '"2"'), "unclosed-comment", 9),
        (game_of("Black did not appear 1-0"), "unreadable-move", 9),
        ("1. e4 1-0\n" + game_of("1. e4 1-0"), "missing-tag", 2),
    ],
)
def test_movetext_that_may_mean_two_things_refuses(data: str, code: str, line: int) -> None:
    report, findings = read(data.encode())
    assert [(finding.code, finding.tier, finding.place.line) for finding in findings] == [(code, Tier.REFUSE, line)]
    assert len(report.games()) == data.count("[Event")


def codes_of(data: bytes, name: str = "-") -> list[tuple[str, int, int]]:
    return [(finding.code, finding.place.line, finding.place.column) for finding in read(data, name)[1]]


@pytest.mark.parametrize(
    ("header", "men", "women"),
    [
        ("sex", ["m", "M", "male", "Man", "boy"], ["w", "F", "f", "female", "Woman", "girl"]),
        ("płeć", ["M", "mężczyzna", "Mężczyzna"], ["K", "k", "kobieta"]),
        ("sugu", ["M", "mees"], ["N", "naine"]),
        ("nem", ["férfi", "Férfi", "FÉRFI", "fe\u0301rfi"], ["nő", "NŐ"]),
        ("nem", ["F", "f"], ["N", "n", "nő"]),
        ("nem", ["M"], ["F"]),
        ("sesso", ["uomo", "maschio", "M"], ["donna", "femmina", "F"]),
        ("стать", ["ч", "Ч", "чол.", "чоловік"], ["ж", "Ж", "жін.", "жінка"]),
    ],
)
def test_the_sex_is_a_whole_word_of_one_of_the_six_languages(header: str, men: list[str], women: list[str]) -> None:
    rows = [["name", "fide id", header]]
    rows += [[f"Invented {at}", str(990001 + at), word] for at, word in enumerate(men + women)]
    report, findings = read(csv_of(rows))
    assert findings == ()
    assert "".join(player.sex for player in report.players) == "m" * len(men) + "w" * len(women)


@pytest.mark.parametrize(
    ("header", "word"), [("sex", "man?"), ("sex", "fox"), ("sex", "1"), ("nem", "F"), ("sex", "mw")]
)
def test_what_is_no_word_for_a_sex_is_told_and_not_guessed(header: str, word: str) -> None:
    data = csv_of([["name", "fide id", header], ["Invented, Ann", "990001", word]])
    assert codes_of(data) == [("unreadable-sex", 2, 3)]
    assert read(data)[0].players[0].sex == ""


@pytest.mark.parametrize("delimiter", [";", "\t", ",", "|"])
@pytest.mark.parametrize(
    "header", [["name", "rating"], ["név", "értékszám"], ["Гравець", "Рейтинг"], ["player", "shoe"]]
)
@pytest.mark.parametrize("page", ["utf-8", "cp1250", "cp1251"])
def test_a_table_of_two_columns_is_a_table(delimiter: str, header: list[str], page: str) -> None:
    text = csv_of([header, ["Invented Ann", "2010"], ["Invented Bo", "1900"]], delimiter).decode()
    report, findings = read(text.encode(page, "replace") if page == "utf-8" else text.encode(page, "ignore"))
    if page != "utf-8" and not text.isascii() and (page == "cp1251") != ("Г" in text):
        assert report.players == ()  # the header cannot be written in that page
        return
    assert [player.name for player in report.players] == ["Invented Ann", "Invented Bo"]
    assert [player.rating for player in report.players] == ([0, 0] if "shoe" in header else [2010, 1900])
    assert {finding.code for finding in findings} <= {"encoding", "unknown-column"}


def test_the_name_is_enough_for_a_table_and_its_comma_parts_nothing() -> None:
    report, findings = read(b"name\r\nInvented, Ann\r\nInvented, Bo\r\n")
    assert findings == ()
    assert [player.name for player in report.players] == ["Invented, Ann", "Invented, Bo"]


def test_a_letter_to_the_office_is_still_no_table() -> None:
    assert codes_of(b"Dear officer, my name, as you know, is Ann.\nYours") == [("missing-column", 1, 0)]
    assert codes_of(b"Dear officer, hello.\nname\n")[0][0] == "not-a-report"


def test_a_name_is_the_same_however_its_accents_were_sent() -> None:
    one, two = "Invented, J\u00f3zef", "Invented, Jo\u0301zef"
    rows = [["round", "white", "black", "result"], ["1", two, "Bo", "1-0"], ["2", "Bo", one, "1-0"]]
    report, _ = read(csv_of(rows))
    assert [player.name for player in report.players] == [one, "Bo"]
    assert [player.name for player in read(xlsx_of(rows))[0].players] == [one, "Bo"]
    pgn = game_of("1. e4 1-0").replace("Invented, Ann", two)
    assert read(pgn.encode())[0].players[0].name == one


@pytest.mark.parametrize(
    ("column", "text", "found"),
    [
        ("points", "seven", "unreadable-points"), ("title", "GRANDMASTER", "unknown-title"),
        ("federation", "HUNGARY", "unreadable-federation"), ("rating", "12345", "unreadable-rating"),
        ("rating", "good", "unreadable-rating"), ("fide id", "123456789012345678", "unreadable-id"),
        ("fide id", "none", "unreadable-id"), ("rank", "last", "unreadable-rank"), ("born", "soon", "unreadable-birth"),
        ("number", "12345", "unreadable-cell"),
    ],
)  # fmt: skip
def test_a_cell_of_a_player_that_says_nothing_is_told_with_its_place(column: str, text: str, found: str) -> None:
    assert codes_of(csv_of([["name", "club", column], ["Invented, Ann", "", text]]))[-1] == (found, 2, 3)


@pytest.mark.parametrize(("text", "points"), [("7x", 75), ("7½", 75), ("½", 5), ("x", 5), ("7,5", 75), ("7", 70)])
def test_points_with_a_half_as_the_programs_write_it(text: str, points: int) -> None:
    report, findings = read(csv_of([["name", "rating", "pts"], ["Invented, Ann", "2000", text]]))
    assert findings == ()  # and nothing is said of games, of which there are none
    assert report.players[0].points == points


def test_a_crosstable_whose_points_do_not_follow_is_still_told() -> None:
    rows = [list(row) for row in CROSSTABLE]
    rows[2][7] = "2"
    assert codes_of(csv_of(rows)) == [("points", 3, 8)]


DATED = [["round", "date", "white", "white id", "black", "black id", "result"]]
DATED += [["1", "2026-05-01", "Invented, Ann", "990001", "Invented, Bo", "990002", "1-0"]]
DATED += [["1", "2026-05-01", "Invented, Cyd", "990003", "Invented, Dov", "990004", "1-0"]]


@pytest.mark.parametrize(
    ("row", "cell", "text", "found"),
    [
        (2, 1, "in May", ("unreadable-date", 3, 2)),
        (2, 1, "2026-05-09", ("round-dates", 3, 2)),
        (2, 1, "01/05/2026", ("ambiguous-date", 3, 2)),
        (2, 3, "990001", ("duplicate-id", 3, 4)),
        (2, 6, "1:2", ("unreadable-result", 3, 7)),
        (2, 4, '"Invented, Dov', ("unreadable-cell", 3, 5)),
        (1, 4, '"Invented, Bo', ("unreadable-cell", 2, 5)),
    ],
)
def test_an_odd_cell_of_a_game_is_told_with_its_place(
    row: int, cell: int, text: str, found: tuple[str, int, int]
) -> None:
    rows = [list(one) for one in DATED]
    assert codes_of(csv_of(rows)) == []
    rows[row][cell] = text
    assert found in codes_of(csv_of(rows))


def dated(first: str, second: str) -> list[list[str]]:
    rows = [list(one) for one in DATED]
    rows[1][1], rows[2][1] = first, second
    rows[2][0] = "2"
    return rows


def test_the_dates_of_a_table_are_settled_together() -> None:
    """5 September or 9 May? A later row has a 23rd, which is no month."""
    report, findings = read(csv_of(dated("05/09/2025", "23/09/2025")))
    assert [str(day) for day in report.round_dates] == ["2025-09-05", "2025-09-23"]
    assert (str(report.facts.start), str(report.facts.end)) == ("2025-09-05", "2025-09-23")
    (finding,) = findings
    assert (finding.code, finding.tier, finding.place.line, finding.place.column) == ("date-style", Tier.ADVICE, 2, 2)
    assert finding.sentence == "“05/09/2025” is read as DD/MM/YYYY, because of the other dates of the file."
    assert finding.help == "Write YYYY-MM-DD."
    assert [str(day) for day in read(csv_of(dated("05/09/2025", "05/23/2025")))[0].round_dates] == [
        "2025-05-09", "2025-05-23",
    ]  # fmt: skip
    assert codes_of(csv_of(dated("23/09/2025", "24/09/2025"))) == []  # nothing had to be settled


@pytest.mark.parametrize("other", ["06/09/2025", "2025-09-23", "in May", ""])
def test_dates_that_the_others_do_not_settle_stay_ambiguous(other: str) -> None:
    found = codes_of(csv_of(dated("05/09/2025", other)))
    assert ("ambiguous-date", 2, 2) in found
    assert "date-style" not in {code for code, *_ in found}


def test_the_dates_of_a_pgn_are_settled_together() -> None:
    game = game_of("1. e4 1-0")
    first = '[Date "05/09/2025"]\n' + game
    assert "ambiguous-date" in {code for code, *_ in codes_of(first.encode())}
    second = '[Date "23/09/2025"]\n' + game.replace('"1"', '"2"')
    report, findings = read((first + second).encode())
    assert [finding.code for finding in findings] == ["date-style"]
    assert [str(day) for day in report.round_dates] == ["2025-09-05", "2025-09-23"]


def test_a_stray_quote_that_a_later_one_closes_is_told() -> None:
    rows = [list(one) for one in DATED]
    rows[1][4] = '"Invented, Bo'
    rows[2][2] = 'Invented, Cyd"'
    assert ("unreadable-cell", 2, 5) in codes_of(csv_of(rows))
    quoted = csv_of(DATED).replace(b"Invented, Bo", b'"Invented,\r\nBo"')
    assert codes_of(quoted) == []  # a line break in a quoted cell is ordinary
    report = read(quoted)[0]
    assert (report.players[1].name, report.cells.line[2, 0]) == ("Invented, Bo", 4)


@pytest.mark.parametrize(
    ("data", "line", "players"), [(b'name;rating\nBo;3\n"', 3, 1), (b'"name;rating\nBo;3', 1, 0), (b'name\n"', 2, 0)]
)
def test_a_quote_at_the_edge_of_a_table_is_told_in_its_place(data: bytes, line: int, players: int) -> None:
    assert ("unreadable-cell", line, 1) in codes_of(data)
    assert len(read(data)[0].players) == players


def test_a_player_of_a_pgn_without_an_id_is_asked_for_where_his_name_stands() -> None:
    assert codes_of(game_of("1. e4 1-0").replace('[WhiteFideId "990001"]\n', "").encode()) == [("missing-id", 3, 0)]


def test_a_row_that_is_longer_than_its_header_has_slipped() -> None:
    assert codes_of(b"name,rating\nInvented, Ann,2010\n")[-1] == ("unreadable-cell", 2, 3)


def test_an_event_lasts_until_its_last_game_and_the_round_keeps_its_first_day() -> None:
    rows = [*DATED[:2], [*DATED[2][:1], "2026-05-09", *DATED[2][2:]]]
    report, _ = read(csv_of(rows))
    assert [str(report.facts.start), str(report.facts.end), str(report.round_dates[0])] == [
        "2026-05-01", "2026-05-09", "2026-05-01",
    ]  # fmt: skip


def test_one_id_under_two_names_refuses_and_another_order_of_the_words_does_not() -> None:
    rows = [*GAMES, ["3", "Ann INVENTED", "990001", "Invented, Bo", "990002", "1-0"]]
    assert codes_of(csv_of(rows)) == []
    rows[-1][1] = "Invented, Zed"
    assert codes_of(csv_of(rows)) == [("duplicate-id", 6, 3)]


def test_the_same_game_twice_is_told_and_counted_once() -> None:
    report, findings = read(csv_of([*GAMES, GAMES[1]]))
    assert [(finding.code, finding.tier, finding.place.line) for finding in findings] == [
        ("duplicate-record", Tier.ADVICE, 6)
    ]
    assert listed(report) == WANTED


def test_the_remedy_of_a_result_says_what_a_table_may_hold() -> None:
    rows = [*GAMES[:4], [*GAMES[4][:5], "won"]]
    for data in (csv_of(rows), xlsx_of(rows)):
        (finding,) = read(data)[1]
        assert "½-½" in finding.help
    (finding,) = read(game_of("1. e4 1-0", "won").encode())[1]
    assert "1/2-1/2" in finding.help


def test_a_half_as_a_number_in_a_workbook_is_a_draw() -> None:
    rows: list[list[str]] = [*GAMES[:1], [*GAMES[1][:5], "0.5"]]
    assert listed(read(xlsx_of(rows))[0]) == [(1, 1, 2, 1, 1, GameKind.PLAYED)]


@pytest.mark.parametrize(
    ("names", "one"),
    [
        (("Invented Open", "Invented Open"), True),
        (("Invented Open: Round 1", "Invented Open: Round 2"), True),
        (("Invented Open, Rd. 1", "Invented Open"), True),
        (("1. forduló, Invented Open", "2. forduló, Invented Open"), True),
        (("Invented Open R1.1", "Invented Open R2.1"), True),
        (("Invented Open", "?"), True),
        (("Invented Open 2025", "Invented Open 2026"), False),
        (("Invented Open", "Invented Cup"), False),
        (("Invented Open A", "Invented Open B"), False),
    ],
)
def test_a_pgn_is_of_one_event(names: tuple[str, str], one: bool) -> None:
    first, second = (game_of("1. e4 1-0").replace("Invented Hybrid", name) for name in names)
    report, findings = read((first + second.replace('"1"', '"2"')).encode())
    assert [(finding.code, finding.place.line) for finding in findings] == ([] if one else [("several-events", 11)])
    if one:
        assert report.facts.name == "Invented Open"


def test_titles_ratings_and_the_place_of_a_pgn_are_read() -> None:
    more = '[Site "Nowhere"]\n[WhiteTitle "WGM"]\n[BlackTitle "-"]\n[WhiteElo "2010"]\n[BlackElo "-"]\n'
    report, findings = read((more + game_of("1. e4 1-0")).encode())
    assert findings == ()
    assert [(player.title, player.rating) for player in report.players] == [("WGM", 2010), ("", 0)]
    city = report.as_printed("city")
    assert city is not None
    assert city.text == "Nowhere"
    assert b"022 Nowhere" in write_trf(report, "trf16")[0]
    odd = more.replace("WGM", "BOSS").replace("2010", "many")
    assert codes_of((odd + game_of("1. e4 1-0")).encode()) == [("unknown-title", 2, 14), ("unreadable-rating", 4, 12)]


def test_limits_hold_for_tables_as_for_reports() -> None:
    for limits, code in ((Limits(rounds=1), "too-many-rounds"), (Limits(players=2), "too-many-players")):
        assert code in {finding.code for finding in read(csv_of(GAMES), limits=limits)[1]}
    assert "too-many-rounds" in {finding.code for finding in read(PGN.encode(), limits=Limits(rounds=1))[1]}


def test_a_contradiction_in_a_crosstable_is_told_in_the_column_of_its_cell() -> None:
    """A table has one column per round, not ten: nothing is added to it."""
    table = "No.;Name;FideID;1.Rd;2.Rd\n1;Invented, Ann;1;2w1;2b1\n2;Invented, Bo;2;1b1;1b0\n"
    _, findings = read(table.encode(), "table.csv")
    found = {finding.code: (finding.place.line, finding.place.column) for finding in findings}
    assert found["contradictory-result"] == (2, 4)
    assert found["same-colour"] == (2, 5)
