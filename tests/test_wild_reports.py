"""Reports as they come: what a real file does that no format says, each with a file of its own and invented names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from events_made import judged, scene
from tournament import Tournament, make
from typed import Runner

from arpad.cli import app
from arpad.explain.letters import letter, letter_as_text
from arpad.finding import Finding, Place, Tier
from arpad.intake import fix_trf, read
from arpad.intake.dates import settle
from arpad.model import Verdict
from arpad.shown_findings import findings_to_show
from arpad.timecontrol import Unread, parse

STANDARD = "fide-standard-2025"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arpad(*arguments: str) -> tuple[int, str]:
    result = Runner().invoke(app, ["check", *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def messages(findings: Sequence[Finding]) -> list[str]:
    return [finding.message for finding in findings]


def found(text: str | bytes, name: str = "open.trf") -> list[str]:
    return messages(read(text.encode() if isinstance(text, str) else text, name)[1])


# --- a day that no edition covers ---------------------------------------------------------------------------------


def test_a_day_that_no_edition_covers_is_an_answer_with_all_that_was_read() -> None:
    old = scene(STANDARD, start=date(1999, 3, 1)).text.replace("1998/07", "1998x07")
    old = old.replace("062 8", "062 9")
    Path("old.trf").write_text(old, "utf-8")
    code, out = arpad("old.trf", "--series", "fide-standard", "--as-of", "2025-11-10")
    assert code == 1
    assert "old.trf edition-choice (refuse): no edition of fide-standard covers 1999-03-01; the nearest is " in out
    assert "player-count (advice): The report announces 9 players and has 8." in out
    code, out = arpad("old.trf", "--json", "--series", "fide-standard", "--as-of", "2025-11-10")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["edition"]) == (1, "not-ratable", None)
    assert {"edition-choice", "player-count"} <= {finding["code"] for finding in answer["findings"]}


def test_a_series_that_nobody_has_is_still_a_wrong_call() -> None:
    Path("open.trf").write_text(scene(STANDARD).text, "utf-8")
    assert Runner().invoke(app, ["check", "open.trf", "--series", "fide-bullet"]).exit_code != 0


# --- games and rounds ---------------------------------------------------------------------------------------------


def test_a_report_without_a_game_is_not_ratable() -> None:
    forfeits = {(player, turn): "+" for player in range(1, 9) for turn in range(1, 8)}
    nothing = judged(scene(STANDARD, results=forfeits))
    assert nothing.verdict == Verdict.NOT_RATABLE
    assert "unplayed-game/nothing" in messages(nothing.findings)
    bare = scene(STANDARD)
    lines = [line[:91] if line.startswith("001") else line for line in bare.text.splitlines()]
    answer = judged(type(bare)("\n".join(lines), bare.facts, bare.today))
    assert answer.verdict == Verdict.NOT_RATABLE


def test_a_report_with_a_single_game_is_not_told_to_have_none() -> None:
    forfeits = {(player, turn): "+" for player in range(1, 9) for turn in range(1, 8)}
    first = judged(scene(STANDARD, results=forfeits | {(1, 1): "1"}))
    assert "unplayed-game/nothing" not in messages(first.findings)


@pytest.mark.parametrize("record", ["142 9", "XXR 9"])
def test_fewer_rounds_than_announced_are_told(record: str) -> None:
    open_ = make(players=8, rounds=5, plain=True)
    open_.head.append(record)
    assert found(open_.data()) == ["round-count/fewer"]
    (finding,) = read(open_.data(), "open.trf")[1]
    assert finding.place == Place("open.trf", len(open_.head), 0)
    assert finding.sentence == "The report announces 9 rounds and has results of 5."
    open_.head[-1] = record.replace("9", "5")
    assert found(open_.data()) == []


def test_dates_of_rounds_that_have_no_results_are_told_where_nobody_says_how_many_rounds_there_are() -> None:
    open_ = dated(["24/09/05", "24/09/06", "24/09/07"], "2024/09/05", "2024/09/07", rounds=2)
    assert found(open_.data()) == ["round-dates/many"]
    open_.head.append("142 3")
    assert found(open_.data()) == ["round-count/fewer"]


# --- printed ratings ----------------------------------------------------------------------------------------------


def test_printed_ratings_below_the_floor_are_told_once_where_no_list_is_given() -> None:
    low = judged(scene(STANDARD, (1250, 1100, 1700, 1800, 1900, 2000, 1399, 1400)))
    (finding,) = [finding for finding in low.findings if finding.code == "floor"]
    assert (finding.tier, finding.player) == (Tier.ADVICE, 1)
    assert dict(finding.fields) == {"players": 3, "floor": 1400, "lowest": 1100, "name": "Invented1, Ann"}
    assert "floor" not in {finding.code for finding in judged(scene(STANDARD, (1400,) * 8)).findings}
    listed = judged(scene(STANDARD, (1250,) * 8, listed=(1500,) * 8))
    assert "floor" not in {finding.code for finding in listed.findings}


# --- teams --------------------------------------------------------------------------------------------------------


def teams(width: int, rows: Sequence[Sequence[int]], left: bool = False) -> Tournament:
    made = make(players=120, rounds=3, plain=True)
    made.record("082", str(len(rows)))
    for number, members in enumerate(rows, 1):
        cells = "".join(f"{member:<{width}}" if left else f"{member:>{width}}" for member in members)
        made.tail.append(f"013 {f'Invented Club {number}':<32}{cells}".rstrip())
    return made


@pytest.mark.parametrize("left", [False, True])
def test_members_in_columns_six_wide_are_read_as_they_stand(left: bool) -> None:
    rows = [range(first, first + 12) for first in range(1, 121, 12)]
    report, findings = read(teams(6, rows, left).data(), "open.trf")
    assert messages(findings) == ["team-columns"]
    assert [team.members for team in report.teams] == [tuple(row) for row in rows]
    assert report.teams[0].name == "Invented Club 1"


def test_members_in_the_specified_columns_are_read_as_before() -> None:
    rows = [range(first, first + 12) for first in range(1, 121, 12)]
    made = make(players=120, rounds=3, plain=True)
    made.record("082", str(len(rows)))
    for number, members in enumerate(rows, 1):
        cells = " ".join(f"{member:>4}" for member in members)
        made.tail.append(f"013 {f'Invented Club {number}':<32}{cells}")
    report, findings = read(made.data(), "open.trf")
    assert messages(findings) == []
    assert [team.members for team in report.teams] == [tuple(row) for row in rows]


def test_members_in_no_columns_at_all_are_not_made_to_fit() -> None:
    made = teams(7, [range(1, 13)])
    assert "team-columns" not in found(made.data())


# --- findings that repeat -----------------------------------------------------------------------------------------


def nameless_numbers(players: int, without: int) -> bytes:
    made = make(players=players, rounds=3, plain=True)
    for row in range(without):
        made.put(row, 58, " " * 11)
    return made.data()


def test_what_is_found_of_several_players_is_told_once_with_their_names_and_json_has_all() -> None:
    Path("open.trf").write_bytes(nameless_numbers(30, 20))
    _, out = arpad("open.trf", "--structure")
    (line,) = [line for line in out.splitlines() if " missing-id " in line]
    assert " The same of 19 more: 2 Musterfrau, Bo2, 3 Kowalska-Test, Cyd3, " in line
    assert line.endswith(", and 9 others.")
    _, out = arpad("open.trf", "--structure", "--json")
    assert [finding["code"] for finding in json.loads(out)["findings"]].count("missing-id") == 20


@pytest.mark.parametrize(("without", "lines", "names"), [(2, 2, 0), (3, 1, 2), (9, 1, 8)])
def test_what_is_found_of_two_players_names_each_and_of_three_the_others_behind(
    without: int, lines: int, names: int
) -> None:
    Path("open.trf").write_bytes(nameless_numbers(12, without))
    _, out = arpad("open.trf", "--structure")
    assert out.count(" missing-id ") == lines
    assert (f"The same of {names} more: " in out) is bool(names)
    assert "others" not in out


def test_a_letter_says_once_what_concerns_most_players_and_keeps_every_paragraph() -> None:
    unborn = scene(STANDARD, (1700,) * 12, unborn=range(1, 13))
    answer = judged(unborn)
    reply = letter(answer, "open.trf", unborn.today)
    assert [finding.message for finding in reply.paragraphs].count("coefficient/birth") == 12
    assert letter_as_text(reply).count("The same of 11 more: ") == 1


def test_what_to_do_comes_before_notes_and_of_other_kinds_none_is_lost() -> None:
    def of(player: int, message: str, tier: Tier = Tier.ASK) -> Finding:
        return Finding(message, tier, Place("", player), message, player=player)

    mixed = [of(player, message) for player in range(1, 13) for message in ("missing-id", "missing-name")]
    mixed = [finding for finding in mixed if finding.message == "missing-id" or finding.player in (3, 7)]
    advice = [of(1, "sex-letter", Tier.ADVICE), *[of(9, "same-colour", Tier.REFUSE)] * 9]
    shown = [(each.finding.message, each.finding.player, each.more) for each in findings_to_show([*advice, *mixed])]
    assert shown == [
        *[("same-colour", 9, 0)] * 9, ("missing-id", 1, 11), ("missing-name", 3, 0), ("missing-name", 7, 0),
        ("sex-letter", 1, 0),
    ]  # fmt: skip
    overridden = [finding._replace(overridden=("officer", "seen")) for finding in mixed[:3]]
    assert [each.more for each in findings_to_show([*overridden, *mixed[3:5]])] == [2, 0, 0]


# --- crosstables --------------------------------------------------------------------------------------------------

CROSSTABLE = """No.;Name;Rtg;1.Rd;2.Rd;3.Rd
1;Invented, Ann;2000;2w1;{cell};3b1
2;Musterfrau, Bo;1900;1b0;3w1;-1
3;Kowalska, Cyd;1800;-1;2b0;1w0
"""


@pytest.mark.parametrize("cell", ["-0", "- 0", "0", "0.0"])
def test_what_a_spreadsheet_makes_of_minus_nought_is_a_round_without_points(cell: str) -> None:
    report, findings = read(CROSSTABLE.format(cell=cell).encode(), "open.csv")
    assert [finding.code for finding in findings if finding.tier == Tier.REFUSE] == []
    assert (report.cells.opponent[0, 1], chr(report.cells.result[0, 1])) == (0, "Z")
    assert len(report.games()) == 3


@pytest.mark.parametrize("cell", ["00", "1", "10"])
def test_other_noughts_stay_unreadable(cell: str) -> None:
    _, findings = read(CROSSTABLE.format(cell=cell).encode(), "open.csv")
    assert "unreadable-cell" in {finding.code for finding in findings}


# --- days ---------------------------------------------------------------------------------------------------------


def dated(turns: Sequence[str], start: str, end: str, rounds: int = 0) -> Tournament:
    made = make(players=8, rounds=rounds or len(turns), plain=True)
    made.record("042", start)
    made.record("052", end)
    made.head = [line for line in made.head if not line.startswith("132")]
    made.head.append("132".ljust(91) + "".join(f"{turn:<10}" for turn in turns))
    return made


def test_round_dates_that_cannot_all_lie_in_the_event_are_advice() -> None:
    turns = ["05/09/2024", "06/09/2024", "05/11/2024"]  # the last may be 5 November or 11 May
    made = dated(turns, "2024/09/05", "2024/09/07")
    report, findings = read(made.data(), "open.trf")
    assert {finding.tier for finding in findings} == {Tier.ADVICE}
    assert report.round_dates == (date(2024, 9, 5), date(2024, 9, 6), None)
    (outside,) = [finding for finding in findings if finding.message == "round-dates/outside"]
    assert outside.sentence == (
        "“05/11/2024” may be 2024-05-11, or 2024-11-05; none of these days lies in the event, "
        "from 2024-09-05 to 2024-09-07."
    ).replace(", or", " or")


def test_round_dates_are_still_ambiguous_where_two_readings_lie_in_the_event_or_its_days_are_not_sound() -> None:
    league = dated(["05/09/2024", "06/10/2024"], "2024/05/01", "2024/12/31")
    assert {"ambiguous-date"} <= {finding.code for finding in read(league.data(), "league.trf")[1]}
    backwards = dated(["05/09/2024", "06/10/2024"], "2024/09/07", "2024/09/05")
    assert {"ambiguous-date"} <= {finding.code for finding in read(backwards.data(), "open.trf")[1]}


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("24/09/05", "24/09/11", (date(2024, 9, 5), date(2024, 9, 11))),
        ("24/09/05", "2024/09/11", (date(2024, 9, 5), date(2024, 9, 11))),
        ("12-01-05", "12-01-08", (date(2012, 1, 5), date(2012, 1, 8))),
    ],
)
def test_years_of_two_figures_are_read_where_one_reading_fits(start: str, end: str, days: tuple[date, date]) -> None:
    made = make(players=8, rounds=3, plain=True)
    made.head = [line for line in made.head if not line.startswith("132")]
    made.record("042", start)
    made.record("052", end)
    report, findings = read(made.data(), "open.trf")
    assert (report.facts.start, report.facts.end) == days
    assert {finding.tier for finding in findings} == {Tier.ADVICE}


def test_a_single_day_with_a_year_of_two_figures_may_be_another() -> None:
    assert settle("24/09/05", "24/09/05", [])[0] == {"YY/MM/DD", "DD/MM/YY"}
    assert settle("11.05.02", "11.06.02", [])[0] >= {"YY.MM.DD", "YY.DD.MM"}  # seen between full stops


# --- colours ------------------------------------------------------------------------------------------------------


def dutch(upper: bool = False) -> Tournament:
    made = make(players=8, rounds=5, plain=True)
    for row, line in enumerate(made.players):
        letters = list(line)
        for at in range(96, len(letters), 10):
            letters[at] = {"b": "z"}.get(letters[at], letters[at])
            letters[at] = letters[at].upper() if upper else letters[at]
        made.players[row] = "".join(letters)
    return made


@pytest.mark.parametrize("upper", [False, True])
def test_wit_and_zwart_are_white_and_black(upper: bool) -> None:
    english, _ = read(make(players=8, rounds=5, plain=True).data(), "open.trf")
    report, findings = read(dutch(upper).data(), "open.trf")
    assert messages(findings) == ["colour-dialect/dutch"]
    assert (report.cells.colour == english.cells.colour).all()
    mended, changes, _ = fix_trf(dutch(upper).data(), "open.trf")
    assert {change.code for change in changes} == {"colour-dialect"}
    assert found(mended) == []


def test_a_z_beside_a_b_is_no_colour() -> None:
    made = dutch()
    row, line = next((row, line) for row, line in enumerate(made.players) if line[96] == "z")
    made.players[row] = line[:96] + "b" + line[97:]
    assert "unreadable-colour" in found(made.data())


def test_wit_and_zwart_in_a_crosstable() -> None:
    table = CROSSTABLE.format(cell="-0").replace("b", "z")
    report, findings = read(table.encode(), "open.csv")
    assert "colour-dialect/table" in messages(findings)
    games = report.games()
    assert list(zip(games.white.tolist(), games.black.tolist(), strict=True)) == [(1, 2), (2, 3), (3, 1)]


# --- time controls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("Std 60+0", "3600"),
        ("Std: 90+30", "5400+30"),
        ("2 Std", "7200"),
        ("1:30 Std + 10 s", "5400+10"),
        ("1:30 + 10 from move 1", "5400+10"),
        ("2:00 + 30 sec from move 1", "7200+30"),
        ("90 min + 30 from move 1", "5400+30"),
    ],
)
def test_time_controls_as_they_are_written(text: str, encoded: str) -> None:
    assert str(parse(text)) == encoded


@pytest.mark.parametrize(
    "text",
    [
        "1:30",
        "1:30 + 10",
        "1:30 + 5 from move 1",
        "3:00 + 10 from move 1",
        "0:30 + 10 from move 1",
        "90 min + 30 from move 41",
        "1:30 for 40 moves, 0:30 + 10 from move 1",
    ],
)
def test_time_controls_that_have_two_readings_stay_unread(text: str) -> None:
    assert isinstance(parse(text), Unread)
