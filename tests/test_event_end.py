"""An event in parts whose last part never comes: an officer declares it over, and how far it has come is told."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import KINDS
from office_made import _address, admitted, at, event, registered, sent
from sqlalchemy import insert
from test_part_doors import league, newest, office_of, parts_sent
from typed import Runner

from arpad.cli import app
from arpad.finding import UserError
from arpad.office import events, reports
from arpad.office.book.event_lookup import find_registered_event
from arpad.office.book.multipart_events import EventProgress, find_multipart_event
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.store.schema import rating_list

APRIL, MAY = date(2024, 4, 20), date(2024, 5, 22)
WHY = "broken off after round 2"


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """The league of 36 days with its first part admitted."""
    return _with_a_part(office_of(request.param, tmp_path))


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    return _with_a_part(office_of("sqlite", tmp_path))


def _with_a_part(desk: Desk) -> Desk:
    made = league(36)
    registered(desk, made)
    sent(at(desk, APRIL), made, terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    assert admitted(at(desk, APRIL), "league/1").status == "admitted"
    return at(desk, APRIL)


def ended(desk: Desk, day: date = MAY) -> events.Outcome:
    return events.end_event(at(desk, day), events.EventEnd("league", WHY))


def course(desk: Desk, day: date) -> tuple[Any, str]:
    dossier = events.show_event(at(desk, day), "league")
    return dossier.course, str(dossier.course_note)


def test_it_is_told_how_far_an_event_has_come(desk: Desk) -> None:
    """15 April to 20 May: on its last day it goes on, on the day after something is missing, then it is complete."""
    assert course(desk, date(2024, 5, 20))[0] == EventProgress.GOES_ON
    assert course(desk, date(2024, 5, 21))[0] == EventProgress.OVERDUE
    sent(at(desk, MAY), league(36), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    assert course(desk, MAY)[0] == EventProgress.OVERDUE  # it came, but nobody has decided about it
    newest_and_admitted(desk)
    assert course(desk, MAY) == (EventProgress.COMPLETE, "all parts of the event are there")
    with desk.reading() as connection:
        there = find_multipart_event(connection, find_registered_event(connection, "league").key)
    assert there is not None
    assert [(part.name, part.last, part.rounds) for part in there.parts] == [
        ("league/1", date(2024, 4, 17), (1, 2)),
        ("league/2", date(2024, 5, 20), (3, 4)),
    ]


def newest_and_admitted(desk: Desk) -> None:
    newest(at(desk, MAY), 202405)
    assert admitted(at(desk, MAY), "league/2").status == "admitted"


def test_a_round_that_is_missing_keeps_an_event_open(one: Desk) -> None:
    """Rounds 1-2 and the last one came: round 3 is missing, and the event is not complete."""
    newest(at(one, MAY), 202405)
    sent(at(one, MAY), league(36), terms=SubmissionTerms("league", part=2, rounds=RoundRange(4, 4)))
    assert admitted(at(one, MAY), "league/2").status == "admitted"
    state, told = course(one, MAY)
    assert (state, "of its rounds 3 have not come" in told) == (EventProgress.OVERDUE, True)


def test_an_officer_declares_that_no_further_part_comes_and_takes_it_back(desk: Desk) -> None:
    assert ended(desk).status == "ended"
    state, told = course(desk, MAY)
    assert (state, told) == (
        EventProgress.ENDED,
        f"the event is over: A. Officer declared on 2024-05-22 that no further part comes ({WHY})",
    )
    with pytest.raises(UserError, match="league is over: A"):
        ended(desk)
    late = sent(at(desk, MAY), league(36), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    assert (late.status, "no further part comes" in str(late.problem)) == ("refused", True)
    assert events.resume_event(at(desk, MAY), events.EventEnd("league", "round 3 is played")).status == "resumed"
    assert course(desk, MAY)[0] == EventProgress.OVERDUE
    late = sent(at(desk, MAY), league(36), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    assert late.status == "accepted"
    with pytest.raises(UserError, match="was not declared to be over"):
        events.resume_event(at(desk, MAY), events.EventEnd("league", "again"))


def test_what_a_list_was_made_with_is_not_taken_back(desk: Desk) -> None:
    ended(desk)
    june = at(desk, date(2024, 6, 1))
    with by_hand(june).writing("publish") as writing:
        row = {"series": "fide-standard", "list": 202407, "kind": "computed", "sha256": "", "log": writing.seq}
        writing.connection.execute(insert(rating_list).values(**row))
    with pytest.raises(UserError, match="and the list 2024-07 was made with it"):
        events.resume_event(june, events.EventEnd("league", "too late"))


def test_what_cannot_be_over(one: Desk, tmp_path: Path) -> None:
    """An event in one piece, one of which nothing is admitted, and one of which a part waits; and never unexplained."""
    registered(one, event("whole", "fide-standard-2024", start=date(2024, 4, 22)))
    with pytest.raises(UserError, match="whole has no parts"):
        events.end_event(one, events.EventEnd("whole", WHY))
    with pytest.raises(UserError, match="needs a reason"):
        events.EventEnd("league", " ")
    sent(at(one, MAY), league(36), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    with pytest.raises(UserError, match="league/2 waits for a decision"):
        ended(one)
    other = office_of("sqlite", tmp_path)
    registered(other, league(36))
    parts_sent(other, league(36), (APRIL, MAY))
    reports.withdraw_events(at(other, MAY), reports.EventOrder(("league",), "sent by mistake"))
    with pytest.raises(UserError, match="none of its parts is admitted"):
        ended(other)


def test_event_end_on_the_command_line(one: Desk) -> None:
    env = {"ARPAD_DB": _address(one), "ARPAD_WHO": "A. Officer"}
    one.store.close()
    runner = Runner()
    day = ("--now", "2024-05-22")
    shown = runner.invoke(app, ["event", "show", "league", *day], env=env).stdout
    assert "something of it has not come" in " ".join(shown.split())
    done = runner.invoke(app, ["event", "end", "league", "--why", WHY, *day, "--json"], env=env)
    assert (done.exit_code, json.loads(done.stdout)["status"]) == (0, "ended"), done.output
    shown = runner.invoke(app, ["event", "show", "league", *day], env=env).stdout
    assert "league/1 is admitted" in shown
    assert "no further part comes" in shown
    done = runner.invoke(app, ["event", "end", "league", "--withdraw", "--why", "it goes on", *day], env=env)
    assert (done.exit_code, done.stdout.split(";")[0]) == (0, "league: resumed")
