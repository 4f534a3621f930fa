"""Stories of the reader: what a report says, where it says it, and what the dialects of the world mean."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date
from types import FrameType
from typing import Any

import numpy as np
import pytest
from tournament import Tournament, make

from arpad.finding import Tier
from arpad.intake import Limits, read
from arpad.model import GameKind
from arpad.model.report import reported_games

CLEAN = """\
012 Invented Open
022 Nowhere
032 UKR
042 2026/05/01
052 2026/05/02
062 4
072 3
102 Arbiter, Ada 990999
122 90 minutes and 30 seconds per move
132                                                                                        26/05/01  26/05/02
001    1 wWGM Invented, Ann                     2310 UKR      990001 1990/02/03  1.5    1     3 w 1     2 b =
001    2 m    Invented, Bo                      2100 POL      990002 1985/00/00  1.5    2     4 b 1     1 w =
001    3 m FM Invented, Cyd                     2205 HUN      990003 2001/11/30  1.0    3     1 b 0     4 w +
001    4 w    Invented, Dov                          EST      990004 1999/01/01  0.0    4     2 w 0     3 b -
"""


def test_a_small_report_is_read_in_full() -> None:
    """Everything of it is there, and nothing else."""
    report, findings = read(CLEAN.encode(), "open.trf")
    assert findings == ()
    facts = report.facts
    assert (facts.name, facts.federation, facts.start, facts.end) == (
        "Invented Open", "UKR", date(2026, 5, 1), date(2026, 5, 2),
    )  # fmt: skip
    assert facts.time_control == "90 minutes and 30 seconds per move"
    assert (facts.arbiters[0].name, facts.arbiters[0].id) == ("Arbiter, Ada", 990999)
    assert report.round_dates == (date(2026, 5, 1), date(2026, 5, 2))
    ann, bo, cyd, dov = report.players
    assert (ann.number, ann.name, ann.sex, ann.title, ann.rating) == (1, "Invented, Ann", "w", "WGM", 2310)
    assert (ann.federation, ann.id, ann.born, ann.points, ann.rank) == ("UKR", 990001, 19900203, 15, 1)
    assert (bo.born, dov.rating, cyd.title) == (19850000, 0, "FM")
    games = report.games()
    assert list(zip(games.white, games.black, strict=True)) == [(1, 3), (4, 2), (2, 1), (3, 4)]
    assert list(games.white_half_points) == [2, 0, 1, 2]
    assert list(games.black_half_points) == [0, 2, 1, 0]
    assert list(games.round) == [1, 1, 2, 2]
    assert list(games.kind) == [GameKind.PLAYED, GameKind.PLAYED, GameKind.PLAYED, GameKind.FORFEIT]
    assert games.coloured.all()


def test_every_value_knows_its_line_and_column() -> None:
    report, _ = read(CLEAN.encode(), "open.trf")
    ann = report.players[0]
    line = CLEAN.splitlines()[ann.line - 1]
    for name, text in (("name", "Invented, Ann"), ("federation", "UKR"), ("born", "1990/02/03"), ("title", "WGM")):
        assert line[ann.column(name) - 1 :].startswith(text)
    assert line[report.cells.column[0, 1] - 1 :][:8] == "   2 b ="
    assert report.cells.line[0, 1] == ann.line
    printed = report.as_printed("start")
    assert printed is not None
    assert (printed.line, printed.column, printed.text) == (4, 5, "2026/05/01")
    dates = [value for value in report.printed if value.name == "round date"]
    assert [(value.line, value.column, value.text) for value in dates] == [(10, 92, "26/05/01"), (10, 102, "26/05/02")]


def changed(line: int, column: int, text: str) -> bytes:
    lines = CLEAN.splitlines()
    whole = lines[line - 1].ljust(column - 1)
    lines[line - 1] = whole[: column - 1] + text + whole[column - 1 + len(text) :]
    return "\n".join(lines).encode()


def test_contradictory_results_refuse_the_report_and_point_at_the_cell() -> None:
    """Ann and Cyd both claim the win of round 1."""
    report, findings = read(changed(13, 99, "1"), "open.trf")
    (finding,) = [finding for finding in findings if finding.tier is Tier.REFUSE]
    assert (finding.code, finding.place.line, finding.place.column) == ("contradictory-result", 11, 99)
    assert (finding.player, finding.round) == (1, 1)
    assert len(report.games()) == 3


@pytest.mark.parametrize(("white", "black"), [("0", "0"), ("=", "0"), ("0", "="), ("-", "-"), ("L", "L"), ("D", "L")])
def test_results_that_may_stand_together_do_not_refuse(white: str, black: str) -> None:
    data = changed(11, 99, white).decode().splitlines()
    data[12] = data[12][:98] + black + data[12][99:]
    _, findings = read("\n".join(data).encode())
    assert not [finding for finding in findings if finding.tier is Tier.REFUSE]


@pytest.mark.parametrize("code", ["points", "player-count", "missing-id"])
def test_what_harms_nothing_does_not_refuse(code: str) -> None:
    data = {
        "points": changed(11, 81, " 2.0"),
        "player-count": changed(6, 5, "5"),
        "missing-id": changed(11, 58, " " * 11),
    }
    _, findings = read(data[code])
    assert [finding.code for finding in findings] == [code]
    assert findings[0].tier is not Tier.REFUSE


def test_three_points_for_a_win_are_known_from_the_reports_own_scoring() -> None:
    for record in ("162  W 3.0    D 1.0", "XXS W=3.0 D=1.0", "BBW  3.0\nBBD  1.0"):
        text = CLEAN.replace("  1.5    1 ", "  4.0    1 ").replace("  1.5    2 ", "  4.0    2 ")
        text = text.replace("  1.0    3 ", "  3.0    3 ") + record + "\n"
        assert [finding.code for finding in read(text.encode())[1]] == []
    assert "points" in {finding.code for finding in read(text.rsplit("BBW", 1)[0].encode())[1]}


@pytest.mark.parametrize(
    ("records", "one", "other", "points"),
    [
        ("XXS W=3.0 FW=1.0 FL=0.5", "+", "-", ("1.0", "0.5")),
        ("XXS W=3.0", "+", "-", ("3.0", "0.0")),
        ("XXS D=1.0", "H", "Z", ("1.0", "0.0")),
        ("XXS HPB=0.8 FPB=0.9", "H", "F", ("0.8", "0.9")),
        ("BBW  3.0\nBBZ  0.2\nBBF  0.1", "Z", "-", ("0.2", "0.1")),
        ("162  Z 0.3", "Z", "-", ("0.3", "0.3")),
    ],
)
def test_forfeits_and_byes_have_the_value_that_the_report_gives_them(
    records: str, one: str, other: str, points: tuple[str, str]
) -> None:
    pair = make(3, 2, 1, plain=True)
    for row, result in enumerate((one, other)):
        against = f"{2 - row:4} {'wb'[row]}" if one in "+-" else "0000 -"
        pair.cell(row, 1, f"{against} {result}")
        pair.put(row, 81, f"{points[row]:>4}")
    _, findings = read(pair.data() + records.encode() + b"\n")
    assert {"points", "unprinted-bye"}.isdisjoint(finding.code for finding in findings)


def test_an_unreadable_field_does_not_hide_the_other_faults_of_the_line() -> None:
    """All findings at once: a national title, no FIDE number and wrong points on one line."""
    lines = CLEAN.splitlines()
    lines[12] = lines[12].replace(" FM ", " 1N ").replace("     990003", " " * 11).replace("  1.0    3", "  2.0    3")
    _, findings = read("\n".join(lines).encode())
    assert [finding.code for finding in findings] == ["unknown-title", "missing-id", "points"]
    assert {finding.place.line for finding in findings} == {13}


@pytest.mark.parametrize(
    "record", ["XXS W=" + "9" * 3000, "162  W9999    D-9.9", "BBW " + "9" * 400, "142 " + "9" * 4000]
)
def test_absurd_numbers_in_other_records_do_no_harm(record: str) -> None:
    report, _ = read((CLEAN + record + "\n").encode())
    assert len(report.games()) == 4


def test_a_record_of_abnormal_points_excuses_the_sum() -> None:
    text = CLEAN.replace("  1.5    1 ", "  2.5    1 ")
    assert [finding.code for finding in read(text.encode())[1]] == ["points"]
    assert read((text + "299           1.0   1    1\n").encode())[1] == ()


@pytest.mark.parametrize("ruler", ["0123456789012345", "DDD SSSS sTTT NNNNN", "# a comment", "", "   "])
def test_a_ruler_is_no_record(ruler: str) -> None:
    report, findings = read((ruler + "\n" + CLEAN).encode())
    assert len(report.players) == 4
    assert {finding.code for finding in findings} <= {"unmarked-line"}
    assert bool(findings) == (ruler.strip() != "" and not ruler.startswith("#"))


def test_a_line_that_slipped_is_told_once_and_not_as_a_birth_date_cut_off() -> None:
    """What stands behind the column where a line slips is in the wrong columns, also what could be read leniently."""
    slipped = CLEAN.replace("     990002 1985/00/00", "   0  990002 1985/00/00")
    assert slipped != CLEAN
    assert [finding.code for finding in read(slipped.encode())[1]] == ["misaligned-columns"]
    before = slipped.replace("2 m    Invented, Bo", "2 M    Invented, Bo")
    assert [finding.code for finding in read(before.encode())[1]] == ["sex-letter", "misaligned-columns"]


def test_teams_of_both_kinds_that_agree_are_said_once() -> None:
    team = f"310   1 {'Invented Club':<32}".ljust(73) + "   1    2\n"
    for members, codes in (("   2    1", []), ("   2    3", ["team-records-differ"])):
        report, findings = read((CLEAN + team + f"013 {'Invented Club':<32}{members}\n").encode())
        assert [finding.code for finding in findings] == codes
        assert [team.members for team in report.teams] == [(1, 2)]


def test_national_records_extensions_and_belgian_totals_are_kept_in_their_places() -> None:
    extra = ["XXR 2", "XXZ 3", "BBU  1.0", "00F P=004 R=02 +2 =1 -2", "DAT 0001 GROUP A", "FRA    1 m  A Invented, Ann"]
    report, findings = read((CLEAN + "\n".join(extra) + "\n### end\n").encode())
    assert findings == ()
    assert report.kept[-6:] == ("XXZ 3", *extra[2:], "### end")
    assert report.rounds_announced == 2


def test_versions_are_told_apart_by_what_they_use() -> None:
    plain = CLEAN.replace("4 w +", "4 w 1").replace("3 b -", "3 b 0")
    assert read(plain.encode())[0].form == "trf06"
    assert read(CLEAN.replace("3 b -", "3 b L").replace("4 w +", "4 w W").encode())[0].form == "trf16"
    assert read((CLEAN + "142 2\n").encode())[0].form == "trf26"
    assert read((CLEAN + "UKR    1 m    Invented, Ann\n").encode())[0].form == "trf26"


def test_lichess_byes_have_neither_opponent_nor_colour() -> None:
    text = CLEAN.replace("  1.5    2     4 b 1     1 w =", "  1.0    2         H     1 w =")
    text = text.replace("   2 w 0     3 b -", "       U     3 b -")
    text = text.replace("  0.0    4", "  1.0    4")
    report, findings = read(text.encode())
    assert findings == ()
    assert (chr(report.cells.result[1, 0]), chr(report.cells.result[3, 0])) == ("H", "U")
    assert report.cells.opponent[1, 0] == 0


def test_french_colours_mean_blanc_and_noir() -> None:
    text = CLEAN
    for old, new in ((" w ", " B "), (" b ", " N ")):
        text = "\n".join(line[:91] + line[91:].replace(old, new) for line in text.split("\n"))
    report, findings = read(text.encode())
    assert [finding.code for finding in findings] == ["colour-dialect"]
    assert report == read(CLEAN.encode())[0]


def test_short_lines_and_zero_padded_opponents_are_ordinary() -> None:
    text = CLEAN.replace("     3 w 1     2 b =", "  0003 w 1  0002 b =")
    report, findings = read(text.encode())
    assert findings == ()
    assert report == read(CLEAN.encode())[0]


def test_a_phantom_player_makes_a_game_unplayed() -> None:
    text = CLEAN.replace("Invented, Dov", "spielfrei    ")
    report, findings = read(text.encode())
    assert [finding.code for finding in findings] == ["phantom-player"]
    assert report.phantoms == {4}
    games = report.games()
    against = (games.white == 4) | (games.black == 4)
    assert set(games.kind[against]) == {GameKind.PHANTOM}
    assert set(games.kind[~against]) == {GameKind.PLAYED}


def test_the_games_of_many_phantoms_are_found_in_as_many_steps_as_those_of_one() -> None:
    sound, _ = read(make(6, players=40, rounds=5, plain=True).data())
    code, before = reported_games.__code__, sys.gettrace()
    steps: list[int] = []

    def local(frame: FrameType, event: str, _: Any) -> Any:
        steps[-1] += event == "line"
        return local

    for phantoms in ({4}, set(range(1, 40, 2))):
        report = replace(sound, phantoms=frozenset(phantoms))
        steps.append(0)
        sys.settrace(lambda frame, *_: local if frame.f_code is code else None)
        try:
            games = report.games()
        finally:
            sys.settrace(before)
        nobody = [bool({white, black} & phantoms) for white, black in zip(games.white, games.black, strict=True)]
        assert (games.kind == GameKind.PHANTOM).tolist() == nobody
    assert steps[0] == steps[1]


def test_a_name_that_only_looks_like_a_phantoms_when_its_case_is_folded_is_one() -> None:
    report, _ = read("001    1      ſpielfrei\n".encode())
    assert report.phantoms == {1}


def test_the_first_of_two_records_of_the_initial_colour_is_used_even_if_it_is_empty() -> None:
    def colour(*lines: str) -> str:
        return read("\n".join([*lines, "001    1      Invented, Ann"]).encode())[0].initial_colour

    assert (colour("152", "152 W"), colour("152 B", "152 W"), colour("152", "XXC black1"), colour("XXC white1")) == (
        "", "b", "b", "w",
    )  # fmt: skip


def test_teams_of_both_kinds_are_read() -> None:
    old = f"013 {'Invented Club':<32}   1    2\n013 {'Another Club':<32}   3    4\n"
    report, findings = read((CLEAN + old + "082 2\n").encode())
    assert findings == ()
    assert [(team.name, team.members) for team in report.teams] == [("Invented Club", (1, 2)), ("Another Club", (3, 4))]
    new = f"310   7 {'Invented Club':<32} INV     2200    2.0    3.0   1     1    2\n"
    report, findings = read((CLEAN + new + "082 1\n").encode())
    assert findings == ()
    assert (report.teams[0].number, report.teams[0].nickname, report.teams[0].members) == (7, "INV", (1, 2))


def test_the_greek_count_of_registered_and_playing_is_understood() -> None:
    assert read(CLEAN.replace("062 4", "062 6 (4)").encode())[1] == ()


def test_rounds_played_out_of_order_give_the_order_of_play() -> None:
    text = CLEAN.replace("26/05/01  26/05/02", "26/05/02  26/05/01")
    report, findings = read(text.encode())
    assert [finding.code for finding in findings] == ["rounds-out-of-order"]
    games = report.games()
    assert dict(zip(games.round.tolist(), games.order.tolist(), strict=True)) == {1: 2, 2: 1}


def test_games_agree_with_a_count_by_hand_for_many_tournaments() -> None:
    for seed in range(30):
        tournament = make(seed, players=5 + seed % 8, rounds=3 + seed % 4)
        games = read(tournament.data())[0].games()
        played = games.kind == GameKind.PLAYED
        found = sorted(zip(games.round[played], games.white[played], games.black[played], strict=True))
        assert found == sorted((turn, white + 1, black + 1) for turn, white, black in tournament.games)


def test_hundreds_of_findings_of_one_code_are_counted_not_listed() -> None:
    tournament: Tournament = make(0, players=8, rounds=5, plain=True)
    for row in range(8):
        for turn in range(1, 61):
            tournament.cell(row, turn, "7777 w 1")
    _, findings = read(tournament.data(), limits=Limits(findings=10))
    assert sum(finding.code == "unknown-opponent" for finding in findings) == 10
    assert any(finding.code == "more-findings" and "470" in finding.sentence for finding in findings)


def test_what_is_listed_does_not_change_what_is_judged() -> None:
    """The games and points of a line that slips are not judged, whether its finding is listed or only counted."""
    slipped = make(0, players=8, rounds=5, plain=True)
    slipped.players[:3] = [row[:48] + " " + row[48:] for row in slipped.players[:3]]
    _, findings = read(slipped.data())
    codes = {finding.code for finding in findings}
    assert "misaligned-columns" in codes
    for most in (0, 1, 2):
        _, fewer = read(slipped.data(), limits=Limits(findings=most))
        assert {finding.code for finding in fewer} - {"more-findings"} <= codes
        assert {finding.sentence.split(":")[0] for finding in fewer if finding.code == "more-findings"} <= codes


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\xff" * 50, b"001", b"001 ", b"001 1", b"\r", b"PK\x03\x04", b"<", b"["]
)
def test_the_smallest_inputs_give_findings_and_no_exception(data: bytes) -> None:
    report, findings = read(data)
    assert isinstance(findings, tuple)
    assert findings
    assert np.all(report.cells.opponent >= -1)


def told(*lines: str) -> list[tuple[str, int, int]]:
    """Code and place of what is found in a report of these lines and three players."""
    players = [
        f"001 {number:>4}      Invented, Ann{number:<20} {'':4} {'':3} {990000 + number:>11}" for number in (1, 2, 3)
    ]
    _, findings = read("\n".join([*lines, *players]).encode())
    return [(one.code, one.place.line, one.place.column) for one in findings]


def test_a_team_whose_members_slip_or_are_no_numbers_is_told() -> None:
    name = f"013 {'Invented Club':<32}"
    assert told(f"{name}   1    2    3") == []
    assert told(f"{name}    1    2    3") == [("filled-separator", 1, 41)]
    assert told(f"{name}   1   ab    3") == [("unreadable-number", 1, 42)]
    assert told(f"{name}   1    2    9") == [("unknown-team-member", 1, 47)]
    assert told("240 H   1    1   x2") == [("unreadable-number", 1, 16)]


def test_dates_of_rounds_that_stand_too_early_or_contradict_each_other_are_told() -> None:
    ends = ("042 2025/09/05", "052 2025/09/07")
    row = f"{'132':<91}25/09/05  25/09/06"
    assert told(*ends, row) == []
    assert told(*ends, "132 25/09/05  25/09/06") == [("round-dates", 3, 5)]
    assert told(*ends, row, f"{'132':<91}25/09/05            25/09/07") == []
    assert told(*ends, row, f"{'132':<91}25/09/06") == [("contradictory-record", 4, 92)]
    assert told("142 7", "XXR 7") == []
    assert told("142 7", "XXR 9") == [("duplicate-record", 2, 5)]


def test_the_number_of_rounds_is_that_of_the_first_record_that_has_one() -> None:
    assert told("142 x", "142 5", "142 7") == [("unreadable-number", 1, 5), ("duplicate-record", 3, 5)]
    assert told("142 5", "142 5") == [("duplicate-record", 2, 5)]
    report, findings = read(CLEAN.replace("062 4\n", "142 x\n142 5\n142 7\n").encode())
    assert report.rounds_announced == 5
    assert "line 7 says 5, which is used" in findings[-1].sentence


def test_a_win_over_somebody_who_did_not_come_is_no_game() -> None:
    pair = make(3, 2, 1, plain=True)
    pair.cell(0, 1, "   2 w 1")
    pair.cell(1, 1, "   1 b -")
    report, findings = read(pair.data())
    assert "contradictory-result" in {finding.code for finding in findings}
    assert len(report.games()) == 0


def places(data: str | bytes) -> list[tuple[str, int, int]]:
    data = data.encode() if isinstance(data, str) else data
    return [(finding.code, finding.place.line, finding.place.column) for finding in read(data)[1]]


def test_a_fault_in_the_second_of_two_rows_of_dates_is_told_in_its_line() -> None:
    rows = f"{'132':<91}26/05/01\n{'132':<101}"
    text = CLEAN.replace(f"{'132':<91}26/05/01  26/05/02", rows + "{}")
    assert places(text.format("26/05/02")) == []
    assert places(text.format("26/06/02")) == [("round-outside-event", 11, 102)]
    assert places(text.format("26/04/30")) == [("round-outside-event", 11, 102)]


def test_what_stands_before_the_dates_is_told_where_it_stands_also_when_the_record_has_the_same_figure() -> None:
    early = CLEAN.replace(f"{'132':<91}26/05/01  26/05/02", f"{'132':<89}2 26/05/01  26/05/02")
    assert places(early) == [("round-dates", 10, 90)]


@pytest.mark.parametrize(("announced", "column"), [("1", 102), ("0", 92)])
def test_a_result_after_the_announced_rounds_is_told_in_its_cell(announced: str, column: int) -> None:
    text = CLEAN.replace("132  ", f"142 {announced}\n132  ")
    assert places(text) == [("round-count", 12, column)]
    unpaired = make(1, 2, 3, plain=True)
    for row in (0, 1):
        unpaired.cell(row, 2, " " * 8)
        unpaired.put(row, 81, "    ")
    unpaired.head.append("142 1")
    at = len(unpaired.head) + 1
    assert places(unpaired.data()) == [("round-count", at, 112)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_an_end_mark_is_told_where_it_stands(newline: str) -> None:
    text = CLEAN.replace("\n", newline)
    assert places(text + "\x1a") == [("end-mark", 15, 1)]
    last = CLEAN.splitlines()[-1]
    assert places(text.removesuffix(newline) + "\x1a" + newline) == [("end-mark", 14, len(last) + 1)]


def test_a_line_up_of_teams_that_are_not_there_is_told() -> None:
    team = f"310   1 {'Invented Club':<32}".ljust(73) + "   1    2\n"
    other = f"310   2 {'Another Club':<32}".ljust(73) + "   3    4\n"
    assert places(CLEAN + team + other + "300   1   1   2    1    2\n") == []
    assert places(CLEAN + team + other + "300   1  77   2    1    2\n") == [("unlinked-record", 17, 9)]
    assert places(CLEAN + team + other + "300   1   1  78    1    2\n") == [("unlinked-record", 17, 13)]


def test_of_two_chief_arbiters_both_are_used_and_that_is_said() -> None:
    report, findings = read(CLEAN.replace("122 90", "102 Second, Sid 990998\n122 90").encode())
    assert [arbiter.name for arbiter in report.facts.arbiters] == ["Arbiter, Ada", "Second, Sid"]
    assert [finding.sentence for finding in findings] == ["Record 102 stands in line 8 already; both are used."]
