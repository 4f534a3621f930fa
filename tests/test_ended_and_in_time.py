"""An event is rated when it has ended, and on one of the first three lists after its end.

2024 7.1.3 (events that end by the closing day), 9.1 (the third list after the end is the last one). The event is of
10 to 14 November 2025, so the lists are those of December, January and February, and the last one is of 2026-02-01.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import Scene, judged, scene
from office_made import write
from publication_made import an_open, copied, on, opened

from arpad.admission import Override
from arpad.cli import main
from arpad.days import Month
from arpad.finding import UserError
from arpad.intake.recognise import read as reading
from arpad.intake.sidecar import facts_of
from arpad.lists.rollcall import call_roll
from arpad.office import periods, reports
from arpad.office.book.event_facts import NamedFacts
from arpad.office.desk import Desk
from arpad.office.events import RegistrationRequest, register_event
from arpad.office.publishing.list_inputs import gather_inputs
from arpad.pipeline import Inquiry, PlayerBackground, examine_report

S25 = "fide-standard-2025"
START, END = date(2025, 11, 10), date(2025, 11, 14)
DAY = timedelta(days=1)


def booked(desk: Desk, made: Scene) -> None:
    """Registered on the office's own day, the first of November."""
    given = {name: value for name, value in made.facts.items() if name not in ("registered", "reported")}
    register_event(desk, RegistrationRequest(NamedFacts.of(given)))


def entered(desk: Desk, made: Scene, day: date, **terms: Any) -> tuple[Desk, reports.ReportReceipt]:
    """Sent on this day."""
    later = on(desk, day)
    package = reports.ReportPackage("open.trf", made.text.encode())
    (receipt,) = reports.submit_reports(
        later, [package], reports.SubmissionTerms(event=str(made.facts["code"]), **terms)
    )
    return later, receipt


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office with the list of November 2025 and one registered event, of 10 to 14 November."""
    desk = copied(opened(request.param), tmp_path)
    booked(desk, an_open(start=START))
    return desk


# --- what has not ended -------------------------------------------------------------------------------------------


def test_2024_7_1_3_a_report_of_the_last_day_is_taken_and_one_of_the_day_before_refused(desk: Desk) -> None:
    """7.1.3: events that end are rated. The last day is the 14th: on the 13th the event goes on."""
    made = an_open(start=START)
    _, early = entered(desk, made, END - DAY)
    assert (early.status, early.report) == ("refused", None)
    assert early.problem is not None
    assert "the last day is 2025-11-14, and today is 2025-11-13" in str(early.problem)
    _, sound = entered(desk, made, END)
    assert (sound.status, sound.verdict) == ("accepted", "ratable")


def test_a_draft_is_told_and_goes_on(desk: Desk) -> None:
    """7.1.3: a draft of a running event is taken, with the day on which it ends."""
    _, draft = entered(desk, an_open(start=START), END - DAY, draft=True)
    assert (draft.status, draft.draft, draft.verdict) == ("accepted", True, "ratable")
    (told,) = [finding for finding in draft.findings if finding.message == "closing-day/not-ended"]
    assert (told.tier, told.articles) == ("advice", ("7.1.3",))


def test_that_an_event_goes_on_is_no_officers_to_set_aside() -> None:
    """7.1.3: an override of it meets nothing, whoever gives it."""
    facts = scene(S25, reported=None)
    path = "open.trf"
    read, found = reading(facts.text.encode(), path)
    inquiry = replace(Inquiry.of(read, found, facts_of(facts.facts, path), date(2025, 11, 6)), final=True)
    grounds = inquiry.grounds
    assert grounds is not None
    background = PlayerBackground(call_roll(read.players, grounds.book, grounds.series, grounds.day, ()))
    assert examine_report(inquiry, background).verdict == "not-ratable"
    with pytest.raises(UserError, match="no officer's to set aside"):
        examine_report(inquiry, background, [Override("closing-day", "A. Officer", "it will end")])


@pytest.mark.parametrize(("late", "status"), [(0, "accepted"), (1, "refused")])
def test_a_game_dated_after_today_has_not_been_played(desk: Desk, late: int, status: str) -> None:
    """7.1.3: the event says it ended, but a round is dated tomorrow."""
    made = an_open(start=START)
    shown, moved = "25/11/14", f"25/11/{14 + late}"
    assert shown in made.text
    _, receipt = entered(desk, Scene(made.text.replace(shown, moved), made.facts, made.today), END)
    assert receipt.status == status


def test_the_part_of_a_league_ends_on_its_own_last_day(desk: Desk) -> None:
    """4.1, 7.1.3: the league runs to 2025-12-20, and the part with rounds 1 to 3 ended on 12 November."""
    made = an_open("league", range(9, 17), start=START)
    facts = {**made.facts, "end": date(2025, 12, 20), "league": True}
    league = Scene(made.text.replace("052 2025/11/14", "052 2025/12/20"), facts, made.today)
    booked(desk, league)
    terms = {"part": 1, "rounds": reports.RoundRange(1, 3)}
    _, early = entered(desk, league, date(2025, 11, 11), **terms)
    assert early.status == "refused"
    _, part = entered(desk, league, date(2025, 11, 12), **terms)
    assert part.status == "accepted", part
    _, whole = entered(desk, league, date(2025, 12, 19))
    assert whole.status == "refused"


Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: object) -> tuple[int, Any]:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), capsys.readouterr().out

    return command


def test_check_says_it_and_goes_on(run: Run, tmp_path: Path) -> None:
    """7.1.3 through `arpad check`: judged the day before the end, and on it; the rest of the answer is the same."""
    made = scene(S25, reported=None)
    path = write(tmp_path, "open", made)
    last = date(2025, 11, 7)
    answers = [json.loads(run("check", path, "--as-of", day, "--json")[1]) for day in (last - DAY, last)]
    assert [each["verdict"] for each in answers] == ["ratable", "ratable"]
    codes = [[finding["code"] for finding in each["findings"]] for each in answers]
    assert codes[0] == ["closing-day", *codes[1]]


def test_submit_by_the_command_line_refuses_a_running_event(run: Run, tmp_path: Path) -> None:
    """7.1.3 through `arpad report submit`, with the clock of the rehearsal."""
    made = an_open(start=START)
    desk = copied(opened("sqlite"), tmp_path)
    booked(desk, made)
    address = str(desk.store.engine.url.database)
    desk.store.close()
    path = tmp_path / "open.trf"
    path.write_bytes(made.text.encode())
    common = ("--db", address, "--who", "A. Officer", "--event", "open-1", "--json")
    ends = []
    for day in (END - DAY, END):
        _, out = run("report", "submit", path, "--now", day, *common)
        ends.append(json.loads(out)[0]["status"])
    assert ends == ["refused", "accepted"]


# --- the third list -----------------------------------------------------------------------------------------------


def published(desk: Desk, *days: date) -> None:
    """The lists that are due on these days."""
    for day in days:
        today = on(desk, day)
        periods.preview_list(today, periods.ListChoice())
        periods.publish_list(today, periods.PublishRequest(confirmed=True, empty=True))


DECEMBER, JANUARY, FEBRUARY, MARCH = date(2025, 12, 1), date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1)


def test_2024_9_1_the_third_list_takes_a_report_of_the_day_before(desk: Desk) -> None:
    """9.1: December and January are past; the report of 31 January is in time for February, that of the 1st is not."""
    published(desk, DECEMBER, JANUARY)
    made = an_open(start=START)
    later, receipt = entered(desk, made, FEBRUARY - DAY)
    assert (receipt.verdict, receipt.list_) == ("ratable", Month(202602))
    (outcome,) = reports.admit_events(later, reports.AdmissionOrder(("open-1",)))
    assert (outcome.status, outcome.list_) == ("admitted", Month(202602))


def test_2024_9_1_a_report_of_the_day_of_the_third_list_is_late(desk: Desk) -> None:
    """9.1: "in time for the third list"."""
    published(desk, DECEMBER, JANUARY)
    later, receipt = entered(desk, an_open(start=START), FEBRUARY)
    assert (receipt.verdict, receipt.list_) == ("not-ratable", None)
    (outcome,) = reports.admit_events(later, reports.AdmissionOrder(("open-1",)))
    assert outcome.status == "left"


def test_2024_9_1_the_third_list_is_published_before_its_day(desk: Desk) -> None:
    """9.1, S2: February's list is finished on 31 January, and the report comes that day: March is no way out."""
    published(desk, DECEMBER, JANUARY, FEBRUARY - DAY)
    later, receipt = entered(desk, an_open(start=START), FEBRUARY - DAY)
    assert (receipt.verdict, receipt.list_) == ("not-ratable", None)
    (told,) = [finding for finding in receipt.findings if finding.code == "report-deadline"]
    assert (told.message, told.articles) == ("report-deadline/published", ("9.1",))
    aside = reports.FindingToOverride("report-deadline")
    with pytest.raises(UserError, match="no officer's to set aside"):
        reports.admit_events(later, reports.AdmissionOrder(("open-1",), "a pity", (aside,)))


@pytest.mark.parametrize(
    ("lists", "status"), [((DECEMBER, JANUARY), "admitted"), ((DECEMBER, JANUARY, FEBRUARY), "left")]
)
def test_2024_9_1_what_is_decided_after_the_third_list_is_on_none(
    desk: Desk, lists: tuple[date, ...], status: str
) -> None:
    """9.1, R47: reported in time and not admitted before the third list is published."""
    entered(desk, an_open(start=START), END)
    published(desk, *lists)
    (outcome,) = reports.admit_events(on(desk, lists[-1]), reports.AdmissionOrder(("open-1",)))
    assert outcome.status == status


def test_2024_9_1_what_was_held_over_the_third_list_stays_out_and_is_told(desk: Desk) -> None:
    """9.1, R47: admitted for December, held, released after February: March shows why it is not on it."""
    later, _ = entered(desk, an_open(start=START), END)
    reports.admit_events(later, reports.AdmissionOrder(("open-1",)))
    reports.hold_events(later, reports.EventOrder(("open-1",), "a protest"))
    published(desk, DECEMBER, JANUARY)
    today = on(desk, FEBRUARY)
    reports.release_events(today, reports.EventOrder(("open-1",)))
    with today.reading() as connection:
        assert [event.code for event in gather_inputs(connection, "fide-standard", 202602, FEBRUARY).events] == [
            "open-1"
        ]
    reports.hold_events(today, reports.EventOrder(("open-1",), "a protest"))
    published(desk, FEBRUARY)
    today = on(desk, MARCH)
    reports.release_events(today, reports.EventOrder(("open-1",)))
    with today.reading() as connection:
        inputs = gather_inputs(connection, "fide-standard", 202603, MARCH)
    assert inputs.events == ()
    (left,) = inputs.left_out
    assert (left.code, str(left.why)) == ("open-1", "the last list for it was 2026-02")


def test_what_is_rated_is_not_late_when_it_is_looked_at_again(desk: Desk) -> None:
    """9.1: rated on December's list, and shown after February's: nothing refuses it."""
    later, _ = entered(desk, an_open(start=START), END)
    reports.admit_events(later, reports.AdmissionOrder(("open-1",)))
    published(desk, DECEMBER, JANUARY, FEBRUARY)
    made = an_open(start=START)
    again = reports.submit_reports(
        on(desk, MARCH), [reports.ReportPackage("open.trf", made.text.encode())], reports.SubmissionTerms("open-1")
    )
    (receipt,) = again
    assert (receipt.status, receipt.verdict, receipt.list_) == ("exists", "ratable", Month(202512))


@pytest.mark.parametrize("edition", ["fide-standard-2009", "fide-rapid-blitz-2018", "ukraine-2018"])
def test_other_texts_know_no_last_list(edition: str) -> None:
    """2009, rapid and blitz 2018 and Ukraine print no last list: what comes a year later is not refused for that."""
    made = scene(edition)
    late = judged(scene(edition, reported=made.today + timedelta(days=300), today=made.today + timedelta(days=300)))
    assert "report-deadline" not in [f.code for f in late.findings if f.tier == "refuse"]
