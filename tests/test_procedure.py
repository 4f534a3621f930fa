"""Around an event: its schedule, its announcement, and decisions of FIDE to rate what was not submitted."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import EDITIONS, judged, scene
from office_made import admitted, at, codes, event, fresh, registered, sent, write
from test_cli_report import Office

from arpad.finding import UserError
from arpad.office import events, reports
from arpad.office.desk import Desk

DAY = timedelta(days=1)
S09, S24, R18, UA = "fide-standard-2009", "fide-standard-2024", "fide-rapid-blitz-2018", "ukraine-2018"


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


def said(edition: str, code: str, **change: Any) -> list[tuple[str, str]]:
    """The findings of a code: how grave, and the sentence."""
    answer = judged(scene(edition, **change))
    return [(str(finding.tier), finding.sentence) for finding in answer.findings if finding.code == code]


# --- the schedule -------------------------------------------------------------------------------------------------


def test_0_2_rounds_on_other_days_than_registered_are_told() -> None:
    """2024 0.2: event and schedule are registered; by R57 a day that differs is told and drops nothing."""
    start = EDITIONS[S24][1]
    days = [start + turn * DAY for turn in range(5)]
    assert said(S24, "registered-schedule", schedule=days) == []
    assert said(S24, "registered-schedule", length=6, schedule=[*days[:4], days[4] + DAY]) == [
        ("advice", "Rounds were played on other days than registered: round 5 on 2024-05-07 instead of 2024-05-08.")
    ]
    assert said(S24, "registered-schedule", schedule=days[:4]) == [
        ("advice", "The report has 5 rounds; the registered schedule has 4.")
    ]
    assert said(S24, "registered-schedule", schedule=None) == [
        ("advice", "The schedule of the rounds is not registered.")
    ]
    assert said(S09, "registered-schedule", schedule=None) == []  # 2009 0.4 asks for none


def test_3_1_the_schedule_says_how_many_rounds_a_day_had_where_the_report_does_not() -> None:
    """2009 3.1: at most 3 rounds a day. A report without days, by the schedule 3 on one day, then 4."""
    first = EDITIONS[S09][1]
    assert said(S09, "rounds-per-day", dated=False) != []  # asked
    assert said(S09, "rounds-per-day", dated=False, schedule=[first] * 3 + [first + DAY] * 2) == []
    assert said(S09, "rounds-per-day", dated=False, schedule=[first] * 4 + [first + DAY]) == [
        ("refuse", "4 rounds were played on 2010-03-05; at most 3 are allowed.")
    ]


def test_a_schedule_is_kept_shown_and_refused_where_it_cannot_be(desk: Desk) -> None:
    """2024 0.2: a fact of the registration; not before or after the event, not backwards, not from the report."""
    days = tuple(date(2025, 11, day) for day in range(3, 8))
    made = event("open-1", schedule=None)
    registered(desk, made)
    assert events.show_event(desk, "open-1").facts.schedule == ()
    given = events.NamedFacts.of({"code": "open-1", "schedule": [str(day) for day in days]})
    assert events.register_event(desk, events.RegistrationRequest(given)).changed == ("schedule",)
    assert events.show_event(desk, "open-1").facts.schedule == days
    for wrong, said in (
        (["2025-11-02"], "round 1 on 2025-11-02 lies outside the event, 2025-11-03 to 2025-11-07"),
        (["2025-11-03", "2025-11-08"], "round 2 on 2025-11-08 lies outside"),
        (["2025-11-04", "2025-11-03"], "round 2 on 2025-11-03 lies before 2025-11-04"),
        ("2025-11-04", "expected the days of the rounds"),
    ):
        with pytest.raises(UserError, match=said):
            events.register_event(
                desk, events.RegistrationRequest(events.NamedFacts.of({"code": "open-1", "schedule": wrong}))
            )
    receipt = sent(at(desk, made.today), made, terms=reports.SubmissionTerms("open-1"), schedule=["2025-11-03"] * 5)
    assert [finding.message for finding in receipt.findings] == ["differs-from-registration/sidecar"]
    assert events.show_event(desk, "open-1").facts.schedule == days


def test_a_part_is_compared_with_its_own_rounds_of_the_schedule(desk: Desk) -> None:
    """2024 0.2, 4.1: rounds 1-2 of five, played as registered, are no shorter event."""
    made = event("league")
    registered(desk, made)
    later = at(desk, made.today)
    receipt = sent(later, made, terms=reports.SubmissionTerms("league", part=1, rounds=reports.RoundRange(1, 2)))
    assert "registered-schedule" not in codes(receipt.findings)


# --- which federation registers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "article"), [(S24, "0.2"), (S09, "0.4"), (R18, "0.2"), ("fide-rapid-blitz-2024", "0.2"), (UA, "")]
)
def test_0_2_the_federation_of_the_place_registers_the_event(edition: str, article: str) -> None:
    """2024 0.2 (2009 0.4): the report names another federation than the registration, which is told and drops nothing.

    Ukraine 7:2 lets an event be agreed with others, too, and asks for no federation of the place."""
    answer = judged(scene(edition, federation="POL"))
    told = [finding for finding in answer.findings if finding.code == "registered-event"]
    assert [(str(finding.tier), finding.articles) for finding in told] == ([("advice", (article,))] if article else [])
    assert answer.verdict == "ratable"
    assert not any(finding.code == "registered-event" for finding in judged(scene(edition, federation="ukr")).findings)


def test_0_2_the_federation_of_the_place_on_the_command_line(tmp_path: Path) -> None:
    """2024 0.2 through `check`, which has no office: by the option the event is registered by another federation."""
    office = Office("sqlite", tmp_path)
    path = str(write(office.files, "open", event("open-1")))
    told = office("check", path, "--federation", "POL", code=1)  # long over, so the report is refused
    assert "registered by POL" in " ".join(told.split())
    assert "registered by" not in office("check", path, code=1)


# --- the announcement ---------------------------------------------------------------------------------------------


def test_9_2_the_regulations_say_that_the_event_is_rated() -> None:
    """2024 9.2 by R58: unknown is advice, announced as unrated waits for an officer, rated is all right."""
    assert said(S24, "announced-event", announced="rated") == []
    assert said(S24, "announced-event", announced=None) == [
        ("advice", "It is not known whether the regulations of the event say that it is rated.")
    ]
    asked = [("ask", "The event was announced as unrated before it started.")]
    assert said(S24, "announced-event", announced="unrated") == asked
    for edition in (S09, R18):  # the other way round: all events are sent in, unless they were announced as unrated
        assert said(edition, "announced-event", announced=None) == []
        assert said(edition, "announced-event", announced="unrated") == asked
    assert said(UA, "announced-event", announced="unrated") == []  # Ukraine's text says nothing of it


def test_9_2_what_a_registration_lacks_is_shown_with_the_event(desk: Desk) -> None:
    """2024 0.2, 9.2; 2009 9.2: an event that is over and was not announced as unrated is to be sent in."""
    registered(desk, event("open-1", schedule=None, announced=None))
    notices = [str(each) for each in events.show_event(desk, "open-1").notices]
    assert notices == [
        "the schedule of the rounds is not registered (article 0.2)",
        "it is not known whether its regulations say that it is rated (article 9.2)",
    ]
    for code, announced, wanted in (("old", None, ["notice/results"]), ("unrated", "unrated", [])):
        made = event(code, S09, announced=announced, start=date(2010, 3, 5), name=f"Invented {code}")
        registered(desk, made)
        assert [each.message for each in events.show_event(desk, code).notices] == wanted


# --- what was not submitted ---------------------------------------------------------------------------------------


def decided(by: str, ratings: tuple[int, ...] = (1700,) * 8, edition: str = S24, **more: Any) -> tuple[str, list[str]]:
    """Registered on the first day, which is late: the verdict, and what is said of the decision."""
    start = EDITIONS[edition][1]
    resolution = {"by": by, "day": start + 20 * DAY, "reason": "a match of champions"}
    given = {"registered": start, "ratings": ratings, "resolution": resolution, **more}
    answer = judged(scene(edition, **given))
    return answer.verdict.value, [each.message for each in answer.findings if each.code == "unsubmitted-event"]


def test_0_2_the_council_may_have_rated_what_was_not_submitted() -> None:
    """2024 0.2, last paragraph: registered late and reported after the third list, and rated all the same."""
    assert decided("council") == ("ratable", ["unsubmitted-event/decided"])
    late = EDITIONS[S24][1] + 100 * DAY
    assert decided("council", reported=late) == ("ratable", ["unsubmitted-event/decided"])
    assert decided("council", registered=None) == ("ratable", ["unsubmitted-event/decided"])
    for other in ("qc", "qc-chair", "federation"):
        assert decided(other) == ("not-ratable", ["unsubmitted-event/by-another"])
    assert decided("council", laws=False) == ("not-ratable", ["unsubmitted-event/decided"])  # and nothing else


@pytest.mark.parametrize(
    ("ratings", "holds"),
    [
        ((2701,) * 8, True),
        ((2700,) * 8, False),  # above 2700, not 2700
        ((2700,) * 7 + (2701,), True),  # (7 x 2700 + 2701) / 8 = 2700.125
        ((2800,) * 7 + (2001,), True),  # (19600 + 2001) / 8 = 2700.125
        ((2800,) * 7 + (2000,), False),  # (19600 + 2000) / 8 = 2700
        ((2900,) * 7 + (0,), True),  # unrated, by R56 as the floor: (20300 + 1400) / 8 = 2712.5
        ((2880,) * 7 + (0,), False),  # (20160 + 1400) / 8 = 2695
    ],
)
def test_0_2_the_president_only_with_an_average_above_2700(ratings: tuple[int, ...], holds: bool) -> None:
    """2024 0.2 with E27: the average of the field, exact."""
    which = "decided" if holds else "average"
    verdict, found = decided("president", ratings, control="120'")
    assert found == [f"unsubmitted-event/{which}"]
    assert (verdict == "not-ratable") == (not holds)


def test_0_2_of_2009_top_events_are_rated_by_fide_without_a_report_and_other_texts_know_it_not() -> None:
    """2009 0.2 names no body of FIDE, so each may; the federation is none. Rapid 2018 and Ukraine: nobody."""
    assert decided("president", edition=S09) == ("ratable", ["unsubmitted-event/decided"])
    assert decided("qc", edition=S09) == ("ratable", ["unsubmitted-event/decided"])
    assert decided("federation", edition=S09) == ("not-ratable", ["unsubmitted-event/by-another"])
    assert decided("council", edition=R18) == ("not-ratable", [])
    assert "no-resolution" in str([f.message for f in judged(scene(UA, resolution=RESOLUTION)).findings])


RESOLUTION = {"by": "council", "day": date(2025, 11, 8), "reason": "the federation sent nothing"}


def test_a_decision_is_entered_by_the_office_admitted_and_taken_back(desk: Desk) -> None:
    """2024 0.2: registered when the event was over; the Council's decision lets it in, without it nothing does."""
    made = event("open-1")
    later = at(desk, date(2025, 11, 9))
    registered(later, made)
    receipt = sent(later, made, terms=reports.SubmissionTerms("open-1"), resolution=RESOLUTION)
    assert receipt.verdict == "not-ratable"  # a sidecar that comes with the report grants itself nothing
    given = {"code": "open-1", "resolution": RESOLUTION}
    ahead = events.NamedFacts.of({**given, "resolution": {**RESOLUTION, "day": date(2025, 11, 10)}})
    with pytest.raises(UserError, match="the decision to rate the event is of 2025-11-10, which is in the future"):
        events.register_event(later, events.RegistrationRequest(ahead))
    events.register_event(later, events.RegistrationRequest(events.NamedFacts.of(given), why="minutes of the Council"))
    outcome = admitted(later, "open-1")
    (finding,) = [each for each in outcome.findings if each.code == "unsubmitted-event"]
    assert (outcome.status, finding.articles) == ("admitted", ("0.2",))
    assert finding.sentence.endswith(
        "(by the Council of FIDE) to rate what was not submitted: the federation sent nothing."
    )
    back = events.NamedFacts.of({"code": "open-1", "resolution": {}})
    assert events.register_event(later, events.RegistrationRequest(back)).changed == ("resolution",)
    assert admitted(later, "open-1").status == "left"


def test_facts_of_the_procedure_on_the_command_line(tmp_path: Path) -> None:
    """2024 0.2, 9.2 through `event register`, `event show`, `report submit` and `report admit`."""
    office = Office("sqlite", tmp_path)
    made = event("open-1", schedule=None, announced=None)
    path = str(write(office.files, "open", made))
    day = ("--now", "2025-11-09")
    office("event", "register", path.replace(".trf", ".event.toml"), *day)
    (receipt,) = office.json("report", "submit", path, *day, code=1)
    found = {each["message"] for each in receipt["findings"]}
    assert {"registered-schedule/unknown", "announced-event/unknown", "registration-notice/late"} <= found
    days = "2025-11-03,2025-11-04,2025-11-05,2025-11-06,2025-11-07"
    words = ("--schedule", days, "--announced", "rated", "--resolution", "council:2025-11-08:nothing was sent")
    office("event", "register", "--code", "open-1", *words, *day)
    shown = office("event", "show", "open-1")
    assert "2025-11-03; 2025-11-04; 2025-11-05; 2025-11-06; 2025-11-07" in shown
    assert "council 2025-11-08 nothing was sent" in shown
    (outcome,) = office.json("report", "admit", "open-1")
    assert outcome["status"] == "admitted"
    assert {each["code"] for each in outcome["findings"]} == {"unsubmitted-event", "registration-notice"}
    office("event", "register", "--code", "open-1", "--resolution", "none")
    (outcome,) = office.json("report", "admit", "open-1", code=1)
    assert outcome["status"] == "left"
    assert "expected one of" in office("event", "register", "--code", "open-1", "--announced", "maybe", code=2)
    assert "reason" in office("event", "register", "--code", "open-1", "--resolution", "council:2025-11-08", code=2)
