"""Whose player somebody is, is asked of the day on which the event begins (Ukraine 2:8), and asked where it is unknown.

Everybody has 1700 on the national list and 2100 on FIDE's. In five rounds player 2 meets 7, 5, 3, 8 and 6, and neither
1 nor 4. Against somebody of 1700 a draw is worth nothing (expected .50); against a guest of 2100 the difference is 400,
expected .08, and a draw is worth .42: times K 20 that is +8.4.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import scene
from national_made import AUGUST, JULY, UA, fide_again, national_office, played, transferred
from office_made import NUMBERS, at, event, reported
from publication_made import address_of

from arpad.cli import main
from arpad.columns import Role
from arpad.days import Month
from arpad.finding import Tier, UserError
from arpad.intake.recognise import read
from arpad.intake.sidecar import facts_of
from arpad.office import lists, periods
from arpad.office.desk import Desk
from arpad.pipeline import Inquiry, check

MET, NOT_MET = (7, 5, 3, 8, 6), (1, 4)
WINS = {(2, turn): "1" for turn in range(1, 6)}


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return national_office(request.param, tmp_path)


def published(desk: Desk, day: date) -> Desk:
    """FIDE's list of the day and then the national one, previewed and published through the desks."""
    later = fide_again(desk, day)
    which = periods.ListChoice(UA, Month.of(day))
    periods.preview_list(later, which)
    periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    return later


def rating(desk: Desk, number: int, day: date = JULY) -> int:
    answer = lists.explain_rating(desk, lists.CalculationQuestion(NUMBERS[number], lists.ListChoice(UA, Month.of(day))))
    assert answer.after is not None
    return answer.after.rating


def test_ukraine_2_8_of_two_events_of_a_month_each_has_the_federation_of_its_first_day(desk: Desk) -> None:
    """Ukraine 2:8. Player 2 is of Poland from 10 June. In the event of the 3rd he is at home and wins five games of
    1700 against 1700: 5 x .50 x 20 = +50, 1750; each of his opponents loses 10. In that of the 17th he is a guest:
    a draw is worth +8.4 to each of them, -1.6 in the month, 1698. Who did not meet him stays at 1700."""
    later = played(desk, "first", date(2019, 6, 3), WINS)
    later = played(later, "second", date(2019, 6, 17))
    transferred(later, 2, "POL", date(2019, 6, 10))
    later = published(later, JULY)
    assert rating(later, 2) == 1750
    assert [rating(later, number) for number in MET] == [1698] * 5
    assert [rating(later, number) for number in NOT_MET] == [1700] * 2


@pytest.mark.parametrize(("since", "guest"), [(date(2019, 6, 17), True), (date(2019, 6, 18), False)])
def test_ukraine_2_8_a_transfer_on_the_first_day_counts_and_one_on_the_second_does_not(
    tmp_path: Path, since: date, guest: bool
) -> None:
    """Ukraine 2:8: an event over the transfer has the federation of its first day; 1700 + 8.4 is 1708."""
    later = played(national_office("sqlite", tmp_path), "over", date(2019, 6, 17))
    transferred(later, 2, "POL", since)
    later = published(later, JULY)
    assert [rating(later, number) for number in MET] == [1708 if guest else 1700] * 5


def test_ukraine_2_8_a_player_who_comes_back_is_at_home_again(desk: Desk) -> None:
    """Ukraine 2:8. Away from 10 June to 19 July: of two events in July he is a guest in the first (+8.4 each) and at
    home in the second, where he wins five games against 1700: he is where he was, 1700 + 50."""
    transferred(later := at(desk, date(2019, 6, 11)), 2, "POL", date(2019, 6, 10))
    later = published(later, JULY)
    later = played(later, "away", date(2019, 7, 1))
    later = at(later, date(2019, 7, 21))
    transferred(later, 2, "UKR", date(2019, 7, 20))
    later = played(later, "back", date(2019, 7, 22), WINS)
    later = published(later, AUGUST)
    assert rating(later, 2, AUGUST) == 1750
    assert [rating(later, number, AUGUST) for number in MET] == [1698] * 5


def test_the_day_of_a_transfer_is_an_input_of_the_list(desk: Desk) -> None:
    """A list is published as it was seen: a transfer that is entered for another day, and changes nobody's federation
    of today, is a change of what the list is made from."""
    later = played(desk, "first", date(2019, 6, 17))
    transferred(later, 2, "POL", date(2019, 6, 20))
    later = fide_again(later, JULY)
    which = periods.ListChoice(UA, Month.of(JULY))
    seen = periods.preview_list(later, which).inputs
    assert periods.preview_list(later, which).inputs == seen
    transferred(later, 2, "POL", date(2019, 6, 12), "the letter names the 12th")
    with pytest.raises(UserError, match="changed since the preview"):
        periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    assert periods.preview_list(later, which).inputs != seen
    periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    assert rating(later, 5) == 1708


# --- of no federation that anybody knows -------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def unknown(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """Player 2 is registered without a federation."""
    return national_office(request.param, tmp_path, {2: ""})


def test_ukraine_2_8_who_has_no_federation_in_the_registry_is_asked_about_and_no_month_is_void(unknown: Desk) -> None:
    """Ukraine 2:8 with R40: a player without a federation is none of another country. The report is asked about, and
    the command that the question names answers it; an event that was let in all the same is rated as at home."""
    made = event("open", "ukraine-2018", start=date(2019, 6, 3), results=WINS)
    later = reported(unknown, made)
    part = lists_of_questions(later, "open")
    assert [(finding.message, finding.tier, finding.articles) for finding in part] == [
        ("foreign-players/unregistered", Tier.ASK, ("2:8",))
    ]
    assert part[0].help == (
        f"Enter it: `arpad player change {NUMBERS[2]} --federation CODE --since 2019-06-03 --why TEXT`."
    )
    transferred(later, 2, "UKR", date(2019, 6, 3), "the branch in Kyiv")
    assert lists_of_questions(later, "open") == []


def lists_of_questions(desk: Desk, code: str) -> list[Any]:
    """What is asked before a report is admitted; nothing is written."""
    from arpad.office import reports

    (outcome,) = reports.admit_events(at(desk, desk.today(), dry=True), reports.AdmissionOrder((code,)))
    return [finding for finding in outcome.findings if finding.tier == Tier.ASK]


def test_ukraine_2_8_an_entry_that_was_taken_away_later_voids_nothing_and_the_preview_asks(desk: Desk) -> None:
    """Ukraine 2:8 with R40. The federation is deleted after the admission: he stays at home (1700 + 50 for five wins
    against 1700), his opponents lose 10 each, and the preview names him."""
    later = played(desk, "open", date(2019, 6, 3), WINS)
    transferred(later, 2, "", date(2019, 6, 1), "entered by mistake")
    later = fide_again(later, JULY)
    which = periods.ListChoice(UA, Month.of(JULY))
    asked = periods.preview_list(later, which).no_federation
    assert (asked.players, [each.name for each in asked.some]) == (1, ["Invented2, Ann"])
    periods.publish_list(later, periods.PublishRequest(which, confirmed=True))
    assert rating(later, 2) == 1750
    assert [rating(later, number) for number in MET] == [1690] * 5


def test_ukraine_2_8_a_whole_report_without_federations_is_asked_about_and_not_void() -> None:
    """Ukraine 2:8 with R40, the library's own door: without a list and without federations everybody is at home by
    the printed ratings, nobody is a guest, and every player is asked about."""
    made = scene("ukraine-2018", federations=dict.fromkeys(range(1, 9), "   "), results=WINS)
    report, findings = read(made.text.encode(), "open.trf")
    answer = check(Inquiry.of(report, findings, facts_of(made.facts, "test"), made.today))
    asked = [finding for finding in answer.findings if finding.code == "foreign-players"]
    assert [(finding.player, finding.tier) for finding in asked] == [(number, Tier.ASK) for number in range(1, 9)]
    assert answer.verdict == "undecided"
    assert answer.period is not None
    assert set(answer.period.entries.role.tolist()) == {Role.RATED.value}


def test_ukraine_2_8_of_no_federation_is_no_guest_and_not_asked_about() -> None:
    """Ukraine 2:8 with R40: NON is known to belong to no federation; POL is a guest, and met with the FIDE rating."""
    made = scene("ukraine-2018", federations={2: "NON", 3: "POL"})
    report, findings = read(made.text.encode(), "open.trf")
    answer = check(Inquiry.of(report, findings, facts_of(made.facts, "test"), made.today))
    assert [finding for finding in answer.findings if finding.tier == Tier.ASK] == []
    assert answer.period is not None
    assert answer.period.entries.role.tolist() == [0, 0, Role.GUEST, 0, 0, 0, 0, 0]


# --- by the command line -----------------------------------------------------------------------------------------


def test_by_the_command_line_a_month_with_a_transfer_between_two_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ukraine 2:8, as an officer types it: the same month as above, 1750 and 1698."""
    desk = national_office("sqlite", tmp_path)
    later = played(desk, "first", date(2019, 6, 3), WINS)
    later = played(later, "second", date(2019, 6, 17))
    later = fide_again(later, JULY)
    monkeypatch.setenv("ARPAD_DB", address_of(later))
    monkeypatch.setenv("ARPAD_WHO", "officer")
    monkeypatch.setenv("ARPAD_NOW", "2019-07-01")

    def typed(*words: object) -> str:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        assert not end.value.code, told.err
        return told.out

    typed("player", "change", NUMBERS[2], "--federation", "POL", "--since", "2019-06-10", "--why", "letter")
    typed("period", "preview", UA)
    typed("period", "publish", UA, "--yes")
    after = {number: json.loads(typed("explain", NUMBERS[number], "--series", UA, "--json"))["after"]["rating"]
             for number in (2, 5, 1)}  # fmt: skip
    assert after == {2: 1750, 5: 1698, 1: 1700}
