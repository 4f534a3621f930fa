"""One finding for each cause, as grave as the matter is: what follows from a fault is not told again."""

from __future__ import annotations

from datetime import date

import pytest
from test_wild_reports import dated
from tournament import Tournament, make

from arpad.finding import Finding, Tier
from arpad.intake import fix_trf, read
from arpad.messages import advise
from arpad.pipeline import Inquiry, check
from arpad.shown_findings import findings_to_show


def found(made: Tournament) -> list[Finding]:
    return list(read(made.data(), "open.trf")[1])


def messages(made: Tournament) -> list[str]:
    return [finding.message for finding in found(made)]


def sound(players: int = 8) -> Tournament:
    return make(3, players, 5, plain=True)


def game_of(made: Tournament, turn: int = 2) -> tuple[int, int]:
    """A game of a round: the rows of White and Black."""
    return next((white, black) for round_, white, black in made.games if round_ == turn)


def put_game(made: Tournament, turn: int, result: str, answer: str) -> tuple[int, int]:
    """Write the two results of a game; each player's points are counted anew by hand."""
    white, black = game_of(made, turn)
    for row, other, colour, code in ((white, black, "w", result), (black, white, "b", answer)):
        before = HALVES[made.players[row][98 + 10 * (turn - 1)]]
        made.cell(row, turn, f"{other + 1:>4} {colour} {code}")
        add_points(made, row, HALVES[code] - before)
    return white, black


HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}


def add_points(made: Tournament, row: int, halves: int) -> None:
    whole, tenth = made.players[row][80:84].strip().split(".")
    halves += int(whole) * 2 + (tenth == "5")
    made.put(row, 81, f"{halves // 2}.{5 * (halves % 2)}".rjust(4))


def test_the_baseline_has_no_finding() -> None:
    assert messages(sound()) == []


# --- a half point against a loss ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("halves_of_half", "halves_of_lost", "message"),
    [
        (0, 0, "uneven-result"), (0, 1, "uneven-result/drawn"), (1, 0, "uneven-result/won"),
        (2, 0, "uneven-result/points"), (1, 1, "uneven-result/points"),
    ],
)  # fmt: skip
def test_a_half_point_against_a_loss_is_one_question_that_says_what_the_points_say(
    halves_of_half: int, halves_of_lost: int, message: str
) -> None:
    for results in (("=", "0"), ("0", "=")):
        made = sound()
        rows = put_game(made, 2, *results)
        half, lost = rows if results[0] == "=" else rows[::-1]
        add_points(made, half, halves_of_half)
        add_points(made, lost, halves_of_lost)
        (finding,) = found(made)
        assert (finding.message, finding.tier, finding.player, finding.round) == (message, Tier.ASK, half + 1, 2)


def test_other_results_ask_nothing() -> None:
    for results in (("=", "="), ("0", "0"), ("1", "0")):
        made = sound()
        put_game(made, 2, *results)
        assert messages(made) == []


# --- byes ---------------------------------------------------------------------------------------------------------


def test_a_loss_against_nobody_is_a_zero_point_bye_and_is_told_once() -> None:
    made = make(3, 9, 5, plain=True)
    alone = [
        (row, turn)
        for row in range(9)
        for turn in range(1, 6)
        if made.players[row][91:][10 * turn - 10 :][:4] == "0000"
    ]
    for row, turn in alone[:2]:
        made.cell(row, turn, "0000 - 0")
        add_points(made, row, -2)
    report, findings = read(made.data(), "open.trf")
    assert [finding.message for finding in findings] == ["old-bye/zero/several"]
    assert [chr(report.cells.result[row, turn - 1]) for row, turn in alone[:2]] == ["Z", "Z"]
    mended, changes, _ = fix_trf(made.data(), "open.trf")
    assert [str(change) for change in changes if "old-bye" in str(change)]
    assert read(mended)[0] == report
    assert [finding.message for finding in read(mended)[1]] == []


def test_a_loss_with_a_colour_and_without_an_opponent_is_refused_as_before() -> None:
    made = sound()
    white, _ = game_of(made)
    made.cell(white, 2, "0000 w 0")
    assert "result-without-opponent" in messages(made)


@pytest.mark.parametrize("name", ["BYE", "bye", "Bye,"])
def test_a_bye_is_no_person_however_many_have_it_in_a_round(name: str) -> None:
    made = sound()
    made.players[7] = f"001    8      {name:<33}" + made.players[7][47:].replace(made.players[7][57:68], " " * 11)
    for row in range(7):
        for turn in range(1, 6):
            if made.players[row][91 + 10 * turn - 10 :][:4].strip() == "8":
                made.cell(row, turn, "   8 - -")
    first = next(row for row in range(7) if "   8 - -" not in made.players[row][91:101])
    opponent = int(made.players[first][91:95]) - 1
    for row in (first, opponent):
        made.cell(row, 1, "   8 - -")
    report, findings = read(made.data(), "open.trf")
    assert report.phantoms == {8}
    codes = {finding.code for finding in findings}
    assert not codes & {"two-games-in-a-round", "contradictory-result", "same-colour"}
    about_the_bye = [finding for finding in findings if finding.tier == Tier.REFUSE and "8 " in finding.sentence]
    assert about_the_bye == []


def test_a_last_round_of_byes_alone_is_not_played() -> None:
    made = sound()
    for row in range(8):
        made.cell(row, 6, "0000 - H")
        add_points(made, row, 1)
    (finding,) = found(made)
    assert (finding.message, finding.tier) == ("round-count/byes", Tier.ADVICE)
    assert "Round 6 has only byes; the last round with games is round 5." in str(finding)


# --- players who are not there ------------------------------------------------------------------------------------


def test_a_file_that_was_cut_is_one_cause() -> None:
    made = make(3, 24, 5, plain=True)
    made.players = made.players[:16]
    (finding,) = [each for each in found(made) if each.tier == Tier.REFUSE]
    assert finding.message == "unknown-opponent/cut"
    assert "announces 24 players and has 16" in finding.sentence
    assert advise(finding.remedy) == "Export the report again, and send the whole file."
    assert {each.code for each in found(made)} == {"unknown-opponent"}


def test_a_cut_file_that_announces_nothing_names_each_result() -> None:
    made = make(3, 8, 2, plain=True)
    made.record("062", "7")
    made.players = made.players[:7]
    assert messages(made).count("unknown-opponent") == 2


@pytest.mark.parametrize("number", ["    ", "  1x", "   2"])
def test_a_line_without_its_own_number_is_one_cause(number: str) -> None:
    made = sound()
    made.put(0, 5, number)
    assert len({finding.code for finding in found(made) if finding.tier == Tier.REFUSE}) == 1
    assert not {"unknown-opponent", "one-sided-result", "start-number-gap", "points"} & {f.code for f in found(made)}


def test_a_wrong_opponent_is_told_of_his_cell_alone() -> None:
    for opponent in ("  99", "   1"):
        made = sound()
        made.put(0, 92, opponent)
        assert len(found(made)) == 1


def test_a_wrong_opponent_who_has_another_is_told_of_his_cell_alone() -> None:
    made = sound()
    (white, black), (third, _) = [game[1:] for game in made.games if game[0] == 2][:2]
    made.put(white, 102, f"{third + 1:>4}")
    (finding,) = found(made)
    assert (finding.code, finding.player) == ("two-games-in-a-round", white + 1)
    assert black != third


@pytest.mark.parametrize(("result", "answer"), [("1", "1"), ("1", "="), ("1", "+"), ("1", " "), (" ", " ")])
def test_points_are_not_told_where_the_results_are_in_doubt(result: str, answer: str) -> None:
    made = sound()
    white, black = game_of(made)
    made.cell(white, 2, f"{black + 1:>4} w {result}")
    made.cell(black, 2, f"{white + 1:>4} b {answer}")
    assert len(found(made)) == 1


# --- teams --------------------------------------------------------------------------------------------------------


def test_a_member_of_two_teams_is_told_with_two_names() -> None:
    made = sound()
    made.record("082", "2")
    made.tail = [f"013 {'North':<32}   1    2    3", f"013 {'South':<32}   3    4"]
    (finding,) = found(made)
    assert finding.sentence == "Player 3 is in the teams North and South."
    made.tail = [f"013 {'North':<32}   1    2    3", f"013 {'North':<32}   3    4"]
    (finding,) = found(made)
    assert finding.sentence == "Player 3 is in two teams called North (lines 23 and 24)."
    made.tail = [f"013 {'North':<32}   1    2    3    2", f"013 {'South':<32}   4"]
    (finding,) = found(made)
    assert finding.sentence == "Player 2 stands twice in the team North."


# --- dates --------------------------------------------------------------------------------------------------------


def test_an_ambiguous_date_is_a_question_with_the_likelier_reading() -> None:
    made = dated([], "05/09/2024", "07/09/2024")
    (finding,) = [each for each in found(made) if each.code == "ambiguous-date"]
    assert finding.tier == Tier.ASK
    assert finding.sentence == "“05/09/2024” may be 2024-05-09 or 2024-09-05 (2 dates); likelier is 2024-09-05."


STANDARD = {"series": "fide-standard", "laws": True, "hybrid": False, "registered": date(2024, 8, 1)}


@pytest.mark.parametrize(
    ("start", "end"), [(date(2024, 9, 5), date(2024, 9, 7)), (date(2024, 5, 9), date(2024, 7, 9)), (None, None)]
)
def test_the_first_day_settles_all_ambiguous_dates(start: date | None, end: date | None) -> None:
    made = dated(["05/09/2024", "06/09/2024", "07/09/2024"], "05/09/2024", "07/09/2024")
    text = made.data().replace(b"05/09/2024", b"05/09/2024")
    report, findings = read(text, "open.trf")
    if start is None:
        assert "ambiguous-date" in {finding.code for finding in findings}
        return
    inquiry = Inquiry.of(report, findings, {**STANDARD, "start": start}, date(2024, 9, 8))
    assert "ambiguous-date" not in {finding.code for finding in inquiry.findings}
    assert (inquiry.facts.start, inquiry.facts.end) == (start, end)
    if start == date(2024, 9, 5):
        assert inquiry.report.round_dates == (date(2024, 9, 5), date(2024, 9, 6), date(2024, 9, 7))


def test_a_first_day_that_the_report_cannot_mean_settles_nothing() -> None:
    made = dated([], "05/09/2024", "07/09/2024", rounds=3)
    report, findings = read(made.data(), "open.trf")
    inquiry = Inquiry.of(report, findings, {**STANDARD, "start": date(2024, 9, 6)}, date(2024, 9, 8))
    assert inquiry.findings == findings
    assert inquiry.facts.end is None


def test_an_ambiguous_date_is_asked_once_and_not_again_as_a_missing_day() -> None:
    made = dated([], "05/09/2024", "07/09/2024", rounds=3)
    report, findings = read(made.data(), "open.trf")
    answer = check(Inquiry.of(report, findings, STANDARD, date(2024, 9, 8)))
    assert [finding.code for finding in answer.findings if finding.tier == Tier.ASK] == ["ambiguous-date"]


def test_a_report_without_a_game_is_told_also_where_no_edition_is_known() -> None:
    made = sound()
    made.head = [line for line in made.head if line[:3] not in ("042", "052", "132")]
    made.players = [line[:91].rstrip() for line in made.players]
    report, findings = read(made.data(), "open.trf")
    answer = check(Inquiry.of(report, findings, {}, date(2026, 5, 10)))
    assert answer.edition == ""
    assert "unplayed-game/nothing" in {finding.message for finding in answer.findings}
    sound_report, findings = read(sound().data(), "open.trf")
    answer = check(Inquiry.of(sound_report, findings, {"start": date(1950, 5, 1)}, date(2026, 5, 10)))
    assert "unplayed-game/nothing" not in {finding.message for finding in answer.findings}


def test_days_of_rounds_that_are_asked_for_are_not_told_as_missing_too() -> None:
    made = sound()
    made.head = [line[:111] if line.startswith("132") else line for line in made.head]
    report, findings = read(made.data(), "open.trf")
    assert [finding.message for finding in findings] == ["round-dates/few"]
    answer = check(Inquiry.of(report, findings, {}, date(2026, 5, 10)).with_default_answers())
    shown = [each.finding.code for each in findings_to_show(answer.findings)]
    assert ("hours-per-day" in shown, "round-dates" in shown) == (True, False)
    assert "round-dates" in {finding.code for finding in answer.findings}
