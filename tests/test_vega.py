"""Files of Vega: game files with byes and forfeits, and tournament files whose fields are parted by bars."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date

import pytest
from fuzz import noise

from arpad.finding import Tier
from arpad.intake import read, write_trf
from arpad.intake.decode import Limits
from arpad.model import Arbiter, GameKind, Report

PEOPLE = {"Ann": 990001, "Bo": 990002, "Cy": 990003, "Di": 0}


def game(turn: str, white: str, black: str, result: str, day: str = "2025.09.05", site: str = "Sampleton NED") -> str:
    ids = [PEOPLE.get(name, 0) for name in (white, black)]
    names = [f"Invented,{name}" if name in PEOPLE else name for name in (white, black)]
    tags = {
        "Event": "Invented Rapid", "Site": site, "Date": day, "Round": turn, "White": names[0],
        "WhiteFideId": ids[0], "Black": names[1], "BlackFideId": ids[1], "Result": result, "WhiteElo": "1800",
        "BlackElo": "0", "PlyCount": "0", "EventDate": "2025.09.05", "SourceDate": "",
    }  # fmt: skip
    return "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + "\n * \n\n"


EVENT = (
    game("1.1", "Ann", "Bo", "1-0") + game("1.2", "Cy", "BYE", "*") + game("1.3", "Di", "BYE", "*")
    + game("2.1", "Cy", "Ann", "1/2-1/2", "2025.09.06") + game("2.2", "Bo", "Di", "*", "2025.09.06")
)  # fmt: skip


def codes(text: str) -> tuple[Report, list[str]]:
    report, findings = read(text.encode(), "games.pgn")
    return report, [finding.code for finding in findings]


# --- game files ---------------------------------------------------------------------------------------------------


def test_the_tag_is_the_result_and_bye_is_nobody() -> None:
    report, told = codes(EVENT)
    assert report.form == "vega-pgn"
    assert [(player.name, player.id) for player in report.players] == [
        ("Invented,Ann", 990001), ("Invented,Bo", 990002), ("Invented,Cy", 990003), ("Invented,Di", 0),
    ]  # fmt: skip
    kinds = Counter(GameKind(kind) for kind in report.games().kind.tolist())
    assert kinds == {GameKind.PLAYED: 2, GameKind.UNFINISHED: 1}
    assert (report.cells.opponent[2, 0], report.cells.opponent[3, 0]) == (0, 0)
    assert sorted(told) == ["forfeit-or-unfinished", "missing-id", "phantom-player"]
    assert (report.facts.federation, report.as_printed("city")) == ("NED", report.as_printed("city"))
    assert [value.text for value in report.printed if value.name == "city"] == ["Sampleton"]
    assert report.round_dates == (date(2025, 9, 5), date(2025, 9, 6))


def test_how_many_byes_and_open_games_there_are_is_told_once() -> None:
    _, findings = read(EVENT.encode(), "games.pgn")
    told = {finding.code: str(finding) for finding in findings}
    assert "2 rows are against “BYE”" in told["phantom-player"]
    assert "Nothing is to be done" in told["phantom-player"]
    assert "1 game between two players has the result “*”" in told["forfeit-or-unfinished"]
    assert not any(finding.tier is Tier.REFUSE for finding in findings)


@pytest.mark.parametrize("nobody", ["BYE", "Bye", "bye", "-"])
def test_nobody_is_written_in_several_ways_and_may_come_often(nobody: str) -> None:
    text = "".join(game(f"1.{n}", name, nobody, "*") for n, name in enumerate(PEOPLE, 1)) + game(
        "2.1", "Ann", "Bo", "0-1"
    )
    report, told = codes(text)
    assert len(report.players) == 4
    assert "two-games-in-a-round" not in told
    assert "missing-tag" not in told


def test_rounds_joined_twice_count_once_and_other_results_refuse() -> None:
    report, told = codes(EVENT + EVENT)
    assert told.count("duplicate-record") == 3  # two games and one without a result
    assert len(report.games().kind) == 3
    report, told = codes(EVENT + game("1.1", "Ann", "Bo", "0-1"))
    assert "two-games-in-a-round" in told


def test_a_file_with_moves_is_read_as_any_other() -> None:
    played = game("1.1", "Ann", "Bo", "1-0").replace(" * ", "1. e4 e5 1-0")
    report, told = codes(played + game("1.2", "Cy", "Di", "1-0"))
    assert report.form == "pgn"
    assert Counter(report.games().kind.tolist()) == {GameKind.PLAYED: 1, GameKind.FORFEIT: 1}
    assert "no-moves" not in told


def test_other_programs_leave_out_moves_too_and_are_asked() -> None:
    text = '[White "Invented, Ann"]\n[Black "Invented, Bo"]\n[Result "1-0"]\n[Round "1"]\n\n1-0\n'
    report, told = codes(text)
    assert report.form == "pgn"
    assert "no-moves" in told


@pytest.mark.parametrize(("result", "code"), [("1-0", "F"), ("1/2-1/2", "H"), ("0-1", "Z"), ("*", " ")])
def test_a_bye_in_any_game_file_is_worth_what_its_result_says(result: str, code: str) -> None:
    text = (
        '[White "Invented, Ann"]\n[Black "Invented, Bo"]\n[Result "1-0"]\n[Round "1"]\n\n1. e4 1-0\n'
        f'[White "Invented, Cy"]\n[Black "BYE"]\n[Result "{result}"]\n[Round "1"]\n\n{result}\n'
    )
    report, told = codes(text)
    assert [player.name for player in report.players] == ["Invented, Ann", "Invented, Bo", "Invented, Cy"]
    assert chr(report.cells.result[2, 0]) == code
    assert "phantom-player" in told


def test_what_was_read_from_games_is_written_as_a_report_and_read_back() -> None:
    report, _ = codes(EVENT)
    for form in ("trf16", "trf26"):
        data, _ = write_trf(report, form)
        again, findings = read(data, "written.trf")
        assert not any(finding.tier is Tier.REFUSE for finding in findings)
        assert again.cells == report.cells
        assert [player[:9] for player in again.players] == [player[:9] for player in report.players]
        assert (again.facts, again.round_dates) == (report.facts, report.round_dates)


# --- tournament files ---------------------------------------------------------------------------------------------

HEAD = """012 Invented Open
022 Sampleton
032 NED
042 05/09/2025
052 07/09/2025
062 4
072 3
092 Individual: Swiss-System Dutch
102 Arbiter Invented 990100
112 Deputy Invented
122 90'+30"
132 2025/09/05;2025/09/06;2025/09/07
142 1.0 0.5
152 3
162 3
172 BH;SB
192 Vega
"""
ROWS = (
    "001 1 | m | FM | Invented Ann | 2301 | NED | 990001 | 2290 | N1 | 1990 | 2.5 | 1 | 3 w 1 | 2 b 2 | 4 w +",
    "001 2 | w |  | Invented Bo | 1900 | NED | 990002 | 0 |  | 01/02/2001 | 1.5 | 2 | 4 b 1 | 1 w 2 |",
    "001 3 | m |  | Invented Cy | 1800 | NED | 990003 | 0 |  | 151265 | 1.0 | 3 | 1 b 0 | 4 w 0 | 0000 - +",
    "001 4 | m |  | Invented Di | 0 | NED | 0 | 0 |  |  | 1.0 | 4 | 2 w 0 | 3 b 1 | 1 b -",
)
TDF = HEAD + "\n".join(ROWS) + "\n"


def told_of(text: str) -> list[str]:
    return [str(finding) for finding in read(text.encode(), "open.tdf")[1]]


def test_a_tournament_file_is_read_whole() -> None:
    report, findings = read(TDF.encode(), "open.tdf")
    assert report.form == "tdf"
    assert not any(finding.tier is Tier.REFUSE for finding in findings)
    facts = report.facts
    assert (facts.name, facts.federation, facts.start, facts.end) == (
        "Invented Open", "NED", date(2025, 9, 5), date(2025, 9, 7),
    )  # fmt: skip
    assert facts.time_control == "90'+30\""
    assert facts.arbiters == (Arbiter("Arbiter Invented", 990100), Arbiter("Deputy Invented"))
    assert report.round_dates == (date(2025, 9, 5), date(2025, 9, 6), date(2025, 9, 7))
    first = report.players[0]
    assert (first.number, first.sex, first.title, first.name, first.rating, first.id, first.born, first.points) == (
        1, "m", "FM", "Invented Ann", 2301, 990001, 19900000, 25,
    )  # fmt: skip
    assert ["".join(map(chr, row)) for row in report.cells.result.tolist()] == ["1=+", "1= ", "00F", "01-"]
    assert ["".join(map(chr, row)) for row in report.cells.colour.tolist()] == ["wbw", "bw-", "bw-", "wbb"]
    assert report.cells.opponent.tolist() == [[3, 2, 4], [4, 1, 0], [1, 4, 0], [2, 3, 1]]
    assert Counter(report.games().kind.tolist()) == {GameKind.PLAYED: 4, GameKind.FORFEIT: 1}


def test_national_ratings_and_numbers_become_records_of_the_report() -> None:
    line = TDF.replace("990002 | 0 |  |", "990002 | 1950 | N-17 |")
    assert line != TDF
    report, _ = read(line.encode(), "open.tdf")
    assert report.kept == (
        f"NED    1 m    {'Invented Ann':<33} 2290              N1 1990/00/00",
        f"NED    2 w    {'Invented Bo':<33} 1950            N-17",
    )
    assert read(write_trf(report, "trf26")[0])[0].kept[-2:] == report.kept


def test_a_birth_that_can_be_read_in_two_ways_is_left_out_and_told() -> None:
    report, _ = read(TDF.encode(), "open.tdf")
    assert [player.born for player in report.players] == [19900000, 0, 0, 0]
    assert [line.split(" ")[0] for line in told_of(TDF) if "unreadable-birth" in line] == [
        "open.tdf:19:59",
        "open.tdf:20:59",
    ]


def test_points_follow_what_the_event_counts() -> None:
    assert not any(" points " in line for line in told_of(TDF))
    wrong = TDF.replace("| 2.5 | 1 |", "| 3.0 | 1 |")
    assert any("open.tdf:18" in line and "the results give 2.5" in line for line in told_of(wrong))
    three = TDF.replace("142 1.0 0.5", "142 3.0 1.0").replace("| 2.5 | 1 |", "| 7.0 | 1 |").replace(
        "| 1.5 | 2 |", "| 4.0 | 2 |"
    ).replace("| 1.0 | 3 |", "| 3.0 | 3 |").replace("| 1.0 | 4 |", "| 3.0 | 4 |")  # fmt: skip
    assert not any(" points " in line for line in told_of(three))
    assert any("the results give 7.0" in line for line in told_of(three.replace("| 7.0 | 1 |", "| 6.0 | 1 |")))


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("| 3 w 1 |", "| 3 w 9 |", "unreadable-result"),
        ("| 3 w 1 |", "| 3w1 |", "unreadable-result"),
        ("| 3 w 1 |", "| three |", "unreadable-result"),
        ("| 0000 - +", "| 0000 - 1", "unreadable-result"),
        ("| 3 w 1 |", "| 3 b 1 |", "same-colour"),
        ("| 2 b 2 |", "| 2 b 1 |", "contradictory-result"),
        ("| 3 w 1 |", "| 7 w 1 |", "unknown-opponent"),
        ("001 2 |", "001 x |", "unreadable-start-number"),
        ("001 2 |", "001 1 |", "duplicate-start-number"),
        (" | 2.5 | 1 | 3 w 1 | 2 b 2 | 4 w +", "", "misaligned-columns"),
        ("042 05/09/2025", "042 soon", "unreadable-date"),
        ("| FM |", "| BOSS |", "unknown-title"),
        ("142 1.0 0.5", "142 one", "unreadable-number"),
        ("152 3\n", "152 3\nHello\n", "unmarked-line"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(before: str, after: str, code: str) -> None:
    assert TDF.count(before) >= 1
    assert not any(f" {code} " in line for line in told_of(TDF))
    assert any(f" {code} " in line for line in told_of(TDF.replace(before, after, 1)))


def test_a_wrong_cell_names_what_to_write_in_this_form() -> None:
    (line,) = [each for each in told_of(TDF.replace("| 3 w 1 |", "| 3 w 9 |")) if "unreadable-result" in each]
    assert line.startswith("open.tdf:18:")
    assert "12 w 1" in line


def test_limits_hold() -> None:
    data = TDF.encode()
    assert "too-many-players" in [finding.code for finding in read(data, limits=Limits(players=3))[1]]
    assert "too-many-rounds" in [finding.code for finding in read(data, limits=Limits(rounds=2))[1]]


def test_a_cut_file_never_raises_and_a_cut_line_of_a_player_refuses() -> None:
    starts = len(HEAD)
    for end in range(0, len(TDF), 7):
        report, findings = read(TDF[:end].encode(), "open.tdf")
        assert len(report.players) <= TDF[:end].count("001 ")
        if starts + 4 < end < starts + ROWS[0].index("| 2.5"):
            assert any(finding.tier is Tier.REFUSE for finding in findings)


def test_the_report_is_written_as_trf_and_read_back() -> None:
    report, _ = read(TDF.encode(), "open.tdf")
    for form in ("trf16", "trf26"):
        data, lost = write_trf(report, form)
        again, findings = read(data, "written.trf")
        assert lost == ()
        assert not any(finding.tier is Tier.REFUSE for finding in findings)
        assert again.cells == report.cells
        assert again.facts == report.facts
        assert again.players == report.players
        assert again.round_dates == report.round_dates
        assert again.rounds_announced == report.rounds_announced == 3


# --- broken files -------------------------------------------------------------------------------------------------


def cells_that_agree(text: str) -> bool:
    """Whether every game of a tournament file stands with both players, with other colours and with results that can
    both be true: worked out from the text alone, without the reader."""
    rows = [[part.strip() for part in line[4:].split("|")] for line in text.splitlines() if line[:3] == "001"]
    cells = {(row[0].lstrip("0"), turn): cell.split() for row in rows for turn, cell in enumerate(row[12:]) if cell}
    pairs = {("1", "0"), ("0", "1"), ("2", "2"), ("+", "-"), ("-", "+"), ("-", "-"), ("0", "0"), ("2", "0"), ("0", "2"),
             ("=", "="), ("", "")}  # fmt: skip
    for (number, turn), (opponent, colour, *result) in cells.items():
        if int(opponent) == 0:
            continue
        answer = cells.get((opponent.lstrip("0"), turn))
        if answer is None or answer[0].lstrip("0") != number or {colour.lower(), answer[1].lower()} not in (
            {"w", "b"}, {"-"}
        ):  # fmt: skip
            return False
        if ("".join(result), "".join(answer[2:])) not in pairs:
            return False
    return True


def test_the_second_check_sees_what_does_not_agree() -> None:
    assert cells_that_agree(TDF)
    for before, after in (("| 3 w 1 |", "| 3 b 1 |"), ("| 3 w 1 |", "| 2 w 1 |"), ("| 2 b 2 |", "| 2 b 1 |")):
        assert not cells_that_agree(TDF.replace(before, after, 1))


def test_of_many_broken_files_none_raises_and_none_is_taken_whose_games_do_not_agree() -> None:
    rng = random.Random(33)
    taken = 0
    for _ in range(400):
        for whole, name in ((TDF, "open.tdf"), (EVENT, "round.pgn")):
            data = noise(whole.encode(), rng)
            report, findings = read(data, name)
            refused = any(finding.tier is Tier.REFUSE for finding in findings)
            if refused or not report.players or report.form != "tdf":
                continue
            taken += 1
            assert cells_that_agree(data.decode("latin-1")), data
    assert taken > 20
