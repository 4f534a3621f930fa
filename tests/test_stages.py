"""Preliminaries, finals and play-offs may be rated as one event: joined by the office, and parted again."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from by_hand import by_hand, register_facts
from databases import KINDS
from office_made import at, event, fresh, registered
from parts_made import Event, opened, part, published, ratings
from test_cli_report import Office

from arpad.finding import UserError
from arpad.intake.sidecar import facts_of
from arpad.office import events, reports
from arpad.office.book import event_decisions
from arpad.office.desk import Desk

S09, SERIES = "fide-standard-2009", "fide-standard"
RATINGS = (*(1700,) * 8, 0)
DRAW, NEWCOMER = "=", 9


def stage(code: str, first: date, opponents: tuple[int, ...]) -> Event:
    """The newcomer draws with one rated player a day, and two others draw beside him."""
    rounds = []
    for opponent in opponents:
        others = [number for number in range(1, 9) if number != opponent][:2]
        rounds.append([(NEWCOMER, opponent, DRAW), (others[0], others[1], DRAW)])
    days = [first + timedelta(days=turn) for turn in range(len(rounds))]
    return Event(S09, RATINGS, rounds, days, "swiss", {"system": None}, code)


GROUPS = stage("groups", date(2010, 3, 5), (1, 2))
FINAL = stage("final", date(2010, 3, 12), (3, 4, 5, 6, 7, 8, 1))
LATER = stage("later", date(2010, 6, 4), (3, 4, 5, 6, 7, 8, 1))


def both(kind: str, directory: Path, final: Event = FINAL) -> Desk:
    desk = opened(kind, directory, GROUPS, date(2010, 3, 1))
    register_facts(desk, facts_of(final.registration(), "test"))
    return desk


def together(*codes: str) -> events.StagesToJoin:
    return events.StagesToJoin(codes, "regulations of the cup")


@pytest.mark.parametrize("kind", KINDS)
def test_6_2_two_games_in_the_groups_and_seven_in_the_final_are_nine_of_one_event(kind: str, tmp_path: Path) -> None:
    """2009 6.2, 6.41, 7.14(b): 2 + 7 = 9 games against 1700s, 4.5 points, 50 %: 1700. Apart the 2 games are too few
    to count (3 are needed in an event), the 7 alone are no 9, and there is no rating."""
    apart = both(kind, tmp_path)
    for each in (GROUPS, FINAL):
        apart, outcome = part(apart, each, 0, 1, len(each.rounds))
        assert outcome.status == "admitted"
    apart = published(apart, SERIES, 201005)
    assert ratings(apart, SERIES, 201005)[NEWCOMER] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_6_2_joined_they_are_rated_as_one_event(kind: str, tmp_path: Path) -> None:
    """2009 6.2: the same two stages, joined when the groups were admitted already; they are admitted anew."""
    desk = both(kind, tmp_path)
    desk, _ = part(desk, GROUPS, 0, 1, 2)
    done = events.join_stages(desk, together("final", "groups"))
    assert [(each.event, each.status) for each in done] == [("groups", "joined"), ("final", "joined")]
    dossier = events.show_event(desk, "final")
    assert (dossier.stages, events.show_event(desk, "groups").parts[0].standing) == (("groups", "final"), "reported")
    assert reports.admit_events(desk, reports.AdmissionOrder(("groups",)))[0].status == "admitted"
    desk, outcome = part(desk, FINAL, 0, 1, 7)
    assert outcome.status == "admitted"
    desk = published(desk, SERIES, 201005)
    assert ratings(desk, SERIES, 201005)[NEWCOMER] == 1700
    with pytest.raises(UserError, match="is rated in the list 2010-05"):
        events.part_stages(desk, events.StagesToPart("final", "too late"))


@pytest.mark.parametrize("kind", KINDS)
def test_6_2_a_final_that_comes_with_a_later_list_completes_the_groups(kind: str, tmp_path: Path) -> None:
    """2009 6.2, 6.41: the groups are on the list of May, where nothing of them can count yet; with the final of June
    they are nine games, 50 % against 1700: 1700 on the list of July. The ratings are those of March for both."""
    desk = both(kind, tmp_path, LATER)
    events.join_stages(desk, together("groups", "later"))
    desk, _ = part(desk, GROUPS, 0, 1, 2)
    desk = published(desk, SERIES, 201005)
    assert ratings(desk, SERIES, 201005)[NEWCOMER] == 0
    desk, outcome = part(desk, LATER, 0, 1, 7)
    assert outcome.status == "admitted"
    desk = published(desk, SERIES, 201007)
    assert ratings(desk, SERIES, 201007)[NEWCOMER] == 1700


def test_what_cannot_be_stages_of_one_event(tmp_path: Path) -> None:
    """2009 6.2 with R59: one series, one after the other, whole, slow enough, not rated yet, each once."""
    desk = both("sqlite", tmp_path)
    overlapping = stage("overlap", date(2010, 3, 13), (1, 2))
    fast = Event(
        S09, RATINGS, GROUPS.rounds, [date(2010, 4, 1), date(2010, 4, 2)], "swiss", {"time_control": "59'"}, "fast"
    )
    slow = Event(
        S09, RATINGS, GROUPS.rounds, [date(2010, 4, 3), date(2010, 4, 4)], "swiss", {"time_control": "60'"}, "slow"
    )
    for each in (overlapping, fast, slow):
        register_facts(desk, facts_of(each.registration(), "test"))
    rapid = facts_of({**slow.registration(), "code": "rapid", "series": "fide-rapid", "name": "Rapid",
                      "start": date(2019, 5, 4), "end": date(2019, 5, 4)}, "test")  # fmt: skip
    register_facts(desk, rapid)
    for codes, refusal in (
        (("final", "overlap"), "overlap starts on 2010-03-13, before final ends on 2010-03-18"),
        (("groups", "fast"), "fast gives less than the 60 minutes that every rated game needs"),
        (("groups", "rapid"), "stages are of one series"),
        (("groups", "nowhere"), "no event nowhere"),
    ):
        with pytest.raises(UserError, match=refusal):
            events.join_stages(desk, together(*codes))
    for wrong in (("groups",), ("groups", "groups")):
        with pytest.raises(UserError, match="two or more"):
            together(*wrong)
    with pytest.raises(UserError, match="needs a reason"):
        events.StagesToJoin(("groups", "slow"), " ")
    with pytest.raises(UserError, match="groups is no stage"):
        events.part_stages(desk, events.StagesToPart("groups", "x"))
    events.join_stages(desk, together("groups", "slow"))
    with pytest.raises(UserError, match="slow is joined with other stages already"):
        event_decisions.join_stages(by_hand(desk), together("final", "slow"))
    with pytest.raises(AssertionError, match="stage-in-parts"):
        part(desk, GROUPS, 1, 1, 2)
    events.part_stages(desk, events.StagesToPart("slow", "a mistake"))
    assert events.show_event(desk, "groups").stages == ()
    alone, outcome = part(desk, GROUPS, 0, 1, 2)
    assert outcome.status == "admitted"
    alone = published(alone, SERIES, 201005)
    with pytest.raises(UserError, match="groups is rated in the list 2010-05"):
        events.join_stages(alone, together("groups", "slow"))


def test_only_the_standard_rules_of_2009_know_stages(tmp_path: Path) -> None:
    """2024 has no such article: its 6.2 is of matches."""
    desk = fresh("sqlite", tmp_path)
    registered(desk, event("open-1"))
    registered(desk, event("open-2", start=date(2025, 11, 20), name="Another"))
    with pytest.raises(UserError, match="fide-standard-2025 does not know stages"):
        events.join_stages(at(desk, date(2025, 9, 1)), together("open-1", "open-2"))


def test_stages_on_the_command_line(tmp_path: Path) -> None:
    """2009 6.2 through `event join`, `event show` and `event join --withdraw`."""
    desk = both("sqlite", tmp_path)
    office = Office.__new__(Office)
    office.env = {"ARPAD_DB": str(desk.store.engine.url.database), "ARPAD_WHO": "A. Officer"}
    desk.store.close()
    assert office("event", "join", "groups", "final", "--why", "the cup") == "groups: joined\nfinal: joined\n"
    assert "stages of one event: groups, final" in office("event", "show", "final")
    assert "with groups, final; the cup" in office("event", "show", "final")
    assert "name one of the stages" in office("event", "join", "groups", "final", "--withdraw", "--why", "x", code=2)
    parted = office.json("event", "join", "final", "--withdraw", "--why", "a mistake")
    assert [(each["event"], each["status"]) for each in parted] == [("groups", "parted"), ("final", "parted")]
