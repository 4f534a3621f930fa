"""What the letter of each part of one event says of a newcomer: left open while it goes on, then judged as one."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import Scene, judged
from office_made import NUMBERS, _address, admitted, at, event, registered, sent
from test_part_doors import dated, newest, office_of
from test_part_systems import NEW, part_sent, with_newcomers
from typed import Runner

from arpad.cli import app
from arpad.office import events, reports
from arpad.office.book.submission import ReportReceipt
from arpad.office.desk import Desk

S24, S09 = "fide-standard-2024", "fide-standard-2009"
START, DAYS = date(2024, 4, 15), (0, 2, 31, 33, 35)  # two rounds in April, three in May; 36 days


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return with_newcomers(office_of(request.param, tmp_path))


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    return with_newcomers(office_of("sqlite", tmp_path))


def league(results: str, edition: str = S24, start: date = START, days: tuple[int, ...] = DAYS, **given: Any) -> Scene:
    """Six players; number 1 is on no list, and each sign is what he makes of a round against one of the others."""
    ids = {n: NEW[1] if n == 1 else NUMBERS[n] for n in range(1, 7)}
    outcome = {(1, turn): sign for turn, sign in enumerate(results, 1)}
    made = event("league", edition, ratings=[0, *[1700] * 5], ids=ids, rounds=5, start=start, length=days[-1] + 1,
                 results=outcome, league=True, **given)  # fmt: skip
    return dated(made, [start + timedelta(days=day) for day in days])


def said(receipt: ReportReceipt | Any, number: int = 1) -> list[str]:
    """What concerns the newcomer's result."""
    about = ("first-event", "event-in-parts", "minimum-event-games", "minimum-games", "first-result")
    return [f.message for f in receipt.findings if f.player == number and f.code in about]


def test_standard_2024_8_2_1_nothing_of_two_in_april_two_of_three_in_may(desk: Desk) -> None:
    """2024 8.2.1: one event with 2 of 5. The letter of April leaves it open, that of May says that five games count."""
    made = league("00=1=")
    registered(desk, made)
    first = part_sent(desk, made, 1, (1, 2), date(2024, 4, 20))
    assert said(first) == ["event-in-parts/newcomer-open"]
    (finding,) = [f for f in first.findings if f.code == "event-in-parts"]
    assert finding.sentence == (
        "Invented1, Ann has 0 of 2 games of an event that goes on: whether the result counts is left open until its "
        "last part."
    )
    assert admitted(at(desk, date(2024, 4, 20)), "league/1").status == "admitted"
    newest(at(desk, date(2024, 5, 1)), 202405)
    second = part_sent(desk, made, 2, (3, 5), date(2024, 5, 22))
    assert said(second) == ["event-in-parts/newcomer-together"]
    (finding,) = [f for f in second.findings if f.code == "event-in-parts"]
    assert finding.sentence == (
        "Invented1, Ann has 2 of 5 games in all parts of the event: they count together as one event."
    )
    assert admitted(at(desk, date(2024, 5, 22)), "league/2").status == "admitted"
    (letter,) = reports.arbiter_letters(at(desk, date(2024, 5, 22)), reports.EventOrder(("league/2",)))
    assert "2 of 5 games in all parts of the event" in " ".join(letter.text.split())


def test_standard_2024_8_2_1_nothing_in_all_parts_is_nothing_in_the_first_event(one: Desk) -> None:
    """0 of 2 and 0 of 3: the last part says that the event does not count, with all its five games."""
    made = league("00000")
    registered(one, made)
    part_sent(one, made, 1, (1, 2), date(2024, 4, 20))
    admitted(at(one, date(2024, 4, 20)), "league/1")
    newest(at(one, date(2024, 5, 1)), 202405)
    second = part_sent(one, made, 2, (3, 5), date(2024, 5, 22))
    (finding,) = [f for f in second.findings if f.code == "first-event"]
    assert (dict(finding.fields)["games"], dict(finding.fields)["score"]) == (5, "0")


def test_an_event_that_is_declared_over_is_judged_by_the_parts_that_came(one: Desk) -> None:
    """0 of 2, and no further part comes: then it is nothing in a first event, in the letter of part 1, too."""
    made = league("00=1=")
    registered(one, made)
    part_sent(one, made, 1, (1, 2), date(2024, 4, 20))
    admitted(at(one, date(2024, 4, 20)), "league/1")
    events.end_event(at(one, date(2024, 5, 22)), events.EventEnd("league", "broken off"))
    (outcome,) = reports.examine_events(at(one, date(2024, 5, 22)), reports.EventOrder(("league/1",)))
    assert [f.code for f in outcome.findings if f.player == 1 and f.code.startswith("first")] == ["first-event"]


def test_standard_2009_6_41_two_and_two_games_are_four_of_one_event(tmp_path: Path) -> None:
    """2009 6.41 asks for three games against rated opponents in the event: two in each part are four."""
    desk = with_newcomers(office_of("sqlite", tmp_path, months=(200911, 201001, 201003)))
    start, days = date(2010, 2, 20), (0, 2, 20, 22)
    made = league("=1==", S09, start, days, system="Individual: Swiss-System")
    registered(desk, made)
    first = part_sent(desk, made, 1, (1, 2), date(2010, 2, 24))
    assert said(first) == ["event-in-parts/newcomer-open"]
    assert admitted(at(desk, date(2010, 2, 24)), "league/1").status == "admitted"
    second = part_sent(desk, made, 2, (3, 4), date(2010, 3, 15))
    assert "event-in-parts/newcomer-together" in said(second)
    assert not [f for f in second.findings if f.code == "minimum-event-games"]


def test_check_says_of_a_part_that_the_result_is_left_open() -> None:
    """Without an office: `part = 1` beside the rounds of April."""
    made = league("00=1=")
    part = judged(Scene(made.text, {**made.facts, "part": 1}, made.today))
    assert "first-event" not in {finding.code for finding in part.findings}


def test_standard_2009_8_58_games_that_need_a_rating_of_the_table_are_left_open(tmp_path: Path) -> None:
    """2009 8.58: in a round robin that goes on nobody unrated has a rating yet: what needs one is left open."""
    desk = with_newcomers(office_of("sqlite", tmp_path, months=(200911, 201001, 201003)))
    made = league("=1===", S09, date(2010, 2, 20), (0, 2, 20, 22, 24), shape="robin")
    registered(desk, made)
    first = part_sent(desk, made, 1, (1, 2), date(2010, 2, 24))
    (finding,) = [f for f in first.findings if f.message == "event-in-parts/games-open"]
    assert finding.sentence == (
        "2 games of rated players against unrated ones in this round robin are left open until its last part."
    )
    assert admitted(at(desk, date(2010, 2, 24)), "league/1").status == "admitted"
    second = part_sent(desk, made, 2, (3, 5), date(2010, 3, 17))
    assert [f.message for f in second.findings if f.code == "event-in-parts"] == ["event-in-parts/newcomer-together"]


def test_the_letters_on_the_command_line(one: Desk) -> None:
    made = league("00=1=")
    registered(one, made)
    part_sent(one, made, 1, (1, 2), date(2024, 4, 20))
    env = {"ARPAD_DB": _address(one), "ARPAD_WHO": "A. Officer"}
    one.store.close()
    shown = Runner().invoke(app, ["report", "show", "league/1", "--now", "2024-04-20"], env=env)
    assert "left open until its last part" in " ".join(shown.stdout.split()), shown.output


def test_a_part_of_other_players_is_judged_by_itself(one: Desk) -> None:
    """Part 2 has nobody of part 1: those who stand only in part 1 change nothing, and nobody is mixed up."""
    made = league("00=1=")
    registered(one, made)
    part_sent(one, made, 1, (1, 2), date(2024, 4, 20))
    admitted(at(one, date(2024, 4, 20)), "league/1")
    newest(at(one, date(2024, 5, 1)), 202405)
    ids = {n: NUMBERS[n + 10] for n in range(1, 7)}
    strangers = event("league", S24, ids=ids, ratings=[1700] * 6, rounds=2, start=START, length=36, league=True)
    report = dated(strangers, [START + timedelta(days=33), START + timedelta(days=35)])
    receipt = sent(at(one, date(2024, 5, 22)), report, terms=reports.SubmissionTerms("league", part=2))
    assert receipt.status == "accepted", receipt
    assert not [f for f in receipt.findings if f.code in ("event-in-parts", "first-event")]
