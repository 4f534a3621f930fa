"""The choice of the standard rules of 2009, 4.13: the ratings of the start, or of each game; made before round 1."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import Scene, judged, scene
from office_made import _address, admitted, at, codes, registered, sent, write
from test_part_doors import league, newest, office_of, seated_by
from typed import Runner

from arpad.cli import app
from arpad.finding import UserError
from arpad.office import events
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk

S09 = "fide-standard-2009"
START = date(2010, 2, 20)  # the lists of 2010 are of January, March, May ...
LISTS = (200911, 201001, 201003)
RUN = Runner()


def winter(**given: Any) -> Scene:
    """A league from 20 February to 27 March 2010: its parts fall into the time of two lists."""
    return league(36, S09, START, **given)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return office_of(request.param, tmp_path, months=LISTS)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    return office_of("sqlite", tmp_path, months=LISTS)


def changed(desk: Desk, day: date, by: str = "", **facts: Any) -> Any:
    facts = {"code": "league", **facts}
    return events.register_event(
        at(desk, day), events.RegistrationRequest(events.NamedFacts.of(facts), by=by, why="asked for")
    )


@pytest.mark.parametrize(("choice", "second"), [("", 201001), ("start", 201001), ("game", 201003)])
def test_standard_2009_4_13_the_list_of_the_start_unless_chosen_otherwise(one: Desk, choice: str, second: int) -> None:
    """4.13: 20 February has January's list, 25 March that of March; it serves the second part only where chosen."""
    made = winter(**({"ratings_at": choice} if choice else {}))
    registered(one, made)
    parts_sent_2009(one, made)
    later = at(one, date(2010, 3, 29))
    assert [admitted(later, name).status for name in ("league/1", "league/2")] == ["admitted"] * 2
    assert [seated_by(later, name) for name in ("league/1", "league/2")] == [201001, second]


def parts_sent_2009(desk: Desk, made: Scene) -> None:
    """Both parts on days for which the lists are there."""
    for part, (day, list_) in enumerate(((date(2010, 2, 24), 201001), (date(2010, 3, 29), 201003)), 1):
        newest(at(desk, day), list_)
        sent(at(desk, day), made, terms=SubmissionTerms("league", part=part, rounds=RoundRange(2 * part - 1, 2 * part)))


def test_standard_2009_4_13_the_choice_is_taken_until_the_first_day(desk: Desk) -> None:
    """The first day itself is still in time; the day after is not, and nothing is written."""
    registered(desk, winter())
    assert changed(desk, START, ratings_at="game").changed == ("ratings_at",)
    late = date(2010, 2, 21)
    with pytest.raises(UserError, match="chosen before the first round, on 2010-02-20; today is 2010-02-21"):
        changed(desk, late, ratings_at="start")
    assert changed(desk, late, ratings_at="game").status == "exists"  # the same again is no change
    assert events.show_event(at(desk, late), "league").facts.ratings_at == "game"


def test_standard_2009_4_13_a_late_choice_is_taken_on_somebodys_word_and_kept_with_it(one: Desk) -> None:
    registered(one, winter())
    late = date(2010, 3, 1)
    with pytest.raises(UserError, match="--by NAME"):
        changed(one, late, ratings_at="game")
    assert changed(one, late, "A. Organiser", ratings_at="game").changed == ("ratings_at",)
    told = [str(each.note) for each in events.show_event(at(one, late), "league").history]
    assert any("ratings_at" in each for each in told)


def test_standard_2009_4_13_a_registration_of_after_the_start_cannot_choose(one: Desk) -> None:
    made = winter(ratings_at="game", approvals=["late-registration"])
    with pytest.raises(UserError, match="chosen before the first round"):
        registered(at(one, date(2010, 2, 21)), made)
    assert registered(at(one, date(2010, 2, 21)), winter(approvals=["late-registration"])).status == "registered"


def test_standard_2009_4_13_a_past_registration_on_somebodys_word_brings_its_choice(one: Desk) -> None:
    made = winter(ratings_at="game", registered=date(2010, 2, 1))
    assert registered(at(one, date(2010, 2, 25)), made, by="A. Organiser").status == "registered"


def test_where_a_text_leaves_no_choice_nothing_is_refused(tmp_path: Path) -> None:
    """2024 has none: what is said about it changes nothing, before and after the start."""
    spring = office_of("sqlite", tmp_path)
    registered(spring, league(36))
    assert changed(spring, date(2024, 4, 18), ratings_at="game").changed == ("ratings_at",)


def test_standard_2009_4_13_a_sidecar_that_chooses_otherwise_is_asked_about_until_it_is_settled(desk: Desk) -> None:
    """The report of the event comes with `ratings_at = "game"`, of which the registration says nothing."""
    made = winter()
    registered(desk, made)
    later = at(desk, date(2010, 3, 29))
    receipt = sent(later, made, terms=SubmissionTerms("league"), ratings_at="game")
    asked = [finding for finding in receipt.findings if finding.code == "contradicts-registration"]
    assert [finding.sentence for finding in asked] == ["The report says ratings_at game; registered is start."]
    assert events.show_event(later, "league").facts.ratings_at == ""
    assert admitted(later, "league").status == "left"  # the question stands in the book, not only in the receipt
    changed(desk, later.today(), "A. Organiser", ratings_at="game")
    left = admitted(later, "league")
    assert "contradicts-registration" not in codes(left.findings)
    assert "ratings-used" in codes(left.findings, "ask")  # its rounds fall into the time of two lists


def test_standard_2009_4_13_a_sidecar_that_says_what_is_registered_is_silent(one: Desk) -> None:
    made = winter()
    registered(one, made)
    receipt = sent(at(one, date(2010, 3, 29)), made, terms=SubmissionTerms("league"), ratings_at="start")
    assert receipt.verdict == "ratable"


def test_standard_2009_4_13_check_asks_when_it_was_chosen() -> None:
    """Without a registration, or with one of after the start, nothing says that it was chosen before round 1."""
    asked = [
        [finding.message for finding in judged(scene(S09, ratings_at="game", registered=day)).findings
         if finding.message == "ratings-used/chosen-when"]
        for day in (None, date(2010, 3, 6), date(2010, 3, 5), date(2010, 1, 3))
    ]  # fmt: skip
    assert [len(each) for each in asked] == [1, 1, 0, 0]  # the event begins on 5 March 2010


def test_standard_2009_4_13_on_the_command_line(one: Desk, tmp_path: Path) -> None:
    made = winter()
    path = write(tmp_path, "league", made)
    env = {"ARPAD_DB": _address(one), "ARPAD_WHO": "A. Officer"}
    one.store.close()

    def run(*words: str) -> tuple[int, str]:
        done = RUN.invoke(app, list(words), env=env)
        said = str(done.exception) if isinstance(done.exception, UserError) else done.stdout
        return (2 if isinstance(done.exception, UserError) else done.exit_code), said

    beside = str(path.with_name("league.event.toml"))
    assert run("event", "register", beside, "--now", "2010-01-05")[0] == 0
    late = ("event", "register", "--code", "league", "--ratings-at", "game", "--now", "2010-03-01")
    code, said = run(*late)
    assert (code, "before the first round" in said) == (2, True)
    assert run(*late, "--by", "A. Organiser")[0] == 0
    code, said = run("check", str(path), "--ratings-at", "game")
    assert "nothing says that it was" in said
