"""When a list may be published, and on which list it may rest.

2024 7.1.3 and rapid/blitz 2018 7.1, 7.13: the December list of 2025 closes on 28 November, for FIDE's own events on the
30th. The compression of 1 March 2024: R below 2000 becomes R + 0.4 x (2000 - R), so 1000 -> 1400, 1500 -> 1700,
1998 -> 1998.8 = 1999, 1001 -> 1400.6 = 1401.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from events_made import judged, scene
from office_made import NUMBERS, registered
from publication_made import an_open, copied, on, opened

from arpad.cli import main
from arpad.days import Month
from arpad.finding import UserError
from arpad.law import LawError, in_force
from arpad.law.calendar import list_on, period
from arpad.office import care, events, lists, people, periods, reports
from arpad.office import desk as desks
from arpad.office.desk import Desk

DAY = timedelta(days=1)
CLOSING, LIST = date(2025, 11, 28), date(2025, 12, 1)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(opened(request.param), tmp_path)


def publish(desk: Desk, day: date) -> periods.Publication:
    today = on(desk, day)
    periods.preview_list(today, periods.ListChoice())
    return periods.publish_list(today, periods.PublishRequest(confirmed=True, empty=True))


def ending(day: date, **facts: Any) -> Any:
    """An event of five days that ends on this day."""
    return an_open("cup", start=day - 4 * DAY, **facts)


# --- publication before the list's day ----------------------------------------------------------------------------


def test_2024_7_1_3_nothing_official_is_registered_and_the_list_may_come_early(desk: Desk) -> None:
    """7.1.3: after the closing day, and not on it."""
    with pytest.raises(UserError, match="closes on 2025-11-28"):
        publish(desk, CLOSING)
    assert not publish(desk, CLOSING + DAY).already


@pytest.mark.parametrize(
    ("end", "facts", "early"),
    [
        (LIST - DAY, {"official": True}, False),  # may still enter, to the day before the list
        (CLOSING + DAY, {"official": True}, False),
        (CLOSING, {"official": True}, True),  # entered like any other, and was not reported
        (LIST, {"official": True}, True),  # for the next list
        (LIST - DAY, {"official": False}, True),
        (LIST - DAY, {"official": None}, False),  # may be official
        (LIST - DAY, {"official": None, "continental": True}, True),  # a continent's is not FIDE's own
    ],
)
def test_2024_7_1_3_an_official_event_that_may_still_enter_keeps_the_list_waiting(
    desk: Desk, end: date, facts: dict[str, Any], early: bool
) -> None:
    """7.1.3, R46: refused on the 30th and taken on the 1st."""
    registered(desk, ending(end, **facts))
    if early:
        assert not publish(desk, LIST - DAY).already
        return
    with pytest.raises(UserError, match="while an official event may still be on it: cup ends on"):
        publish(desk, LIST - DAY)
    assert not publish(desk, LIST).already


def test_2024_7_1_3_an_official_event_that_is_admitted_is_on_the_list(desk: Desk) -> None:
    """7.1.3: it ended on the 30th, is admitted the same day, and the list need not wait any more."""
    made = ending(LIST - DAY, official=True)
    registered(desk, made)
    today = on(desk, LIST - DAY)
    (receipt,) = reports.submit_reports(
        today, [reports.ReportPackage("cup.trf", made.text.encode())], reports.SubmissionTerms("cup")
    )
    assert receipt.status == "accepted"
    (outcome,) = reports.admit_events(today, reports.AdmissionOrder(("cup",)))
    assert (outcome.status, outcome.list_) == ("admitted", Month(202512))
    assert not publish(desk, LIST - DAY).already


@pytest.mark.parametrize(
    ("edition", "end", "facts", "list_"),
    [
        ("fide-standard-2024", "2024-05-30", {"official": True}, "2024-06-01"),
        ("fide-standard-2024", "2024-05-30", {"continental": True, "official": None}, "2024-07-01"),
        ("fide-standard-2024", "2024-05-29", {"continental": True, "official": None}, "2024-06-01"),
        ("fide-rapid-blitz-2018", "2019-05-30", {"official": True}, "2019-06-01"),
        ("fide-rapid-blitz-2018", "2019-05-30", {"continental": True, "official": None}, "2019-07-01"),
        ("fide-rapid-blitz-2024", "2024-05-30", {"continental": True, "official": False}, "2024-07-01"),
    ],
)
def test_rapid_blitz_7_13_and_2024_7_1_3_a_continents_event_has_the_ordinary_closing_day(
    edition: str, end: str, facts: dict[str, Any], list_: str
) -> None:
    """7.13, 7.1.3 name FIDE's official events; 0.4, 0.3 name continental ones beside them. Nothing is asked."""
    last = date.fromisoformat(end)
    length = 1 if "rapid" in edition else 5
    answer = judged(scene(edition, start=last - (length - 1) * DAY, today=last + DAY, reported=last + DAY, **facts))
    assert (answer.verdict, answer.list_day) == ("ratable", date.fromisoformat(list_))


# --- the list of before the first edition -------------------------------------------------------------------------

RATINGS = (1000, 1001, 1500, 1998, 2000, 2300)
NEW = (1400, 1401, 1700, 1999, 2000, 2300)
IDS = [NUMBERS[n] for n in range(1, len(RATINGS) + 1)]
PEOPLE = "fide_id,name,born,sex,federation\n" + "".join(
    f'{number},"Invented{at}, Ann",1980-01-02,m,UKR\n' for at, number in enumerate(IDS, 1)
)
BASE = "id,rating,k,games,highest,last\n" + "".join(
    f"{number},{rating},20,40,{rating},202402\n" for number, rating in zip(IDS, RATINGS, strict=True)
)


@pytest.fixture
def in_2024(address: str) -> str:
    """An office of February 2024 with six players, and nothing published."""
    care.found_office(care.FoundingRequest(address, "A. Officer", home="UKR", rehearsal=True, now=date(2024, 2, 10)))
    with desks.open_office(address, "A. Officer") as at:
        people.add_federation(at, people.NewFederation("UKR", "Ukraine"))
        people.import_players(at, people.PlayerFiles((people.InputFile("players.csv", PEOPLE.encode()),)))
    return address


def opening(series: str, month: int) -> lists.SeriesOpening:
    return lists.SeriesOpening(series, lists.InputFile("base.csv", BASE.encode()), list_=Month(month))


@pytest.mark.parametrize("series", ["fide-standard", "fide-rapid", "fide-blitz"])
def test_the_compression_of_1_march_2024_is_taken_on_the_list_of_february(in_2024: str, series: str) -> None:
    """The one-off decision of the Council, in all three series: 0.4 of what is missing to 2000."""
    with desks.open_office(in_2024, "A. Officer") as at:
        for each in dict.fromkeys(("fide-standard", series)):  # rapid and blitz read the standard list beside
            assert lists.open_series(at, opening(each, 202402)).questions == ()
    with desks.open_office(in_2024, "A. Officer", date(2024, 3, 1)) as at:
        periods.preview_list(at, periods.ListChoice(series))
        assert periods.publish_list(
            at, periods.PublishRequest(periods.ListChoice(series), confirmed=True, empty=True)
        ).list_ == Month(202403)
        shown = {
            row["fide_id"]: row["rating"]
            for row in lists.show_list(at, lists.ListQuery(periods.ListChoice(series))).players
        }
        assert [shown.get(number) for number in IDS] == list(NEW)
        why = lists.explain_rating(at, lists.CalculationQuestion(IDS[0], periods.ListChoice(series)))
        (moved,) = why.adjustments
        assert (moved.before, moved.after, moved.source) == (
            1000, 1400, "FIDE Council, 15 December 2023, with the regulations of 1 March 2024",
        )  # fmt: skip
        assert lists.explain_rating(at, lists.CalculationQuestion(IDS[4], periods.ListChoice(series))).adjustments == ()


@pytest.mark.parametrize(
    ("series", "month", "why"),
    [
        ("fide-standard", 200905, "serves calculations alone"),
        ("fide-standard", 200601, "no edition of"),
        ("fide-rapid", 201111, "no edition of"),
    ],
)
def test_an_older_list_is_no_base(in_2024: str, series: str, month: int, why: str) -> None:
    """0.1: only where the list after it can be made by rules that are kept here."""
    with desks.open_office(in_2024, "A. Officer") as at, pytest.raises(LawError, match=why):
        lists.open_series(at, opening(series, month))


@pytest.mark.parametrize(
    ("start", "edition"), [("2024-02-29", "fide-standard-2023-12"), ("2024-03-01", "fide-standard-2024")]
)
def test_2024_0_1_an_event_follows_the_edition_of_its_first_day(in_2024: str, start: str, edition: str) -> None:
    """0.1: the rules hold for events that begin on their day or later."""
    day = date.fromisoformat(start)
    facts = {"code": "cup", "name": "Invented Cup", "series": "fide-standard", "start": day, "end": day + 2 * DAY}
    request = events.RegistrationRequest(events.NamedFacts.of(facts))
    with desks.open_office(in_2024, "A. Officer") as at:
        lists.open_series(at, opening("fide-standard", 202402))
        assert events.register_event(at, request).event == "cup"
    assert in_force("fide-standard", day).id == edition


def test_the_calendar_of_the_first_list() -> None:
    """The period that March 2024 closes is February; the first of rapid and blitz is half a year; before the first
    edition there is none, but for the month before Ukraine's first list."""
    assert period("fide-standard", date(2024, 3, 1)) == (date(2024, 2, 1), date(2024, 2, 29))
    assert period("fide-standard", date(2012, 7, 1)) == (date(2012, 5, 1), date(2012, 6, 30))
    assert period("fide-standard", date(2012, 8, 1)) == (date(2012, 7, 1), date(2012, 7, 31))
    assert period("fide-rapid", date(2012, 7, 1)) == (date(2012, 1, 1), date(2012, 6, 30))
    assert period("fide-blitz", date(2012, 8, 1)) == (date(2012, 7, 1), date(2012, 7, 31))
    assert list_on("ukraine", date(2018, 1, 15)) == date(2018, 1, 1)
    for series, day in (("fide-standard", "2009-06-30"), ("fide-rapid", "2011-12-31"), ("ukraine", "2017-12-31")):
        with pytest.raises(LawError):
            list_on(series, date.fromisoformat(day))


Run = Callable[..., str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        output = capsys.readouterr()
        return output.out if not end.value.code else output.err

    return command


def test_the_compression_by_the_command_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`list open`, `period preview`, `period publish`, `list show`, `explain`."""
    monkeypatch.setenv("ARPAD_DB", str(tmp_path / "office.db"))
    monkeypatch.setenv("ARPAD_WHO", "A. Officer")
    for name, text in (("players.csv", PEOPLE), ("base.csv", BASE)):
        (tmp_path / name).write_text(text, "utf-8")
    run("init", "--rehearsal", "--now", "2024-02-10", "--home", "UKR")
    run("federation", "add", "UKR", "--name", "Ukraine")
    run("player", "import", tmp_path / "players.csv")
    assert "is open with the list 2024-02" in run(
        "list", "open", "fide-standard", tmp_path / "base.csv", "--list", "2024-02"
    )
    run("period", "preview", "fide-standard", "--now", "2024-03-01")
    assert "2024-03 is published" in run(
        "period", "publish", "fide-standard", "--now", "2024-03-01", "--yes", "--empty"
    )
    shown = json.loads(run("list", "show", "--series", "fide-standard", "--json"))
    ratings = {row["fide_id"]: row["rating"] for row in shown["players"]}
    assert [ratings.get(number) for number in IDS] == list(NEW)
    assert "adjusted: 1000 -> 1400 (one-off: FIDE Council" in run("explain", IDS[0], "--series", "fide-standard")


def test_publish_by_the_command_line_waits_for_an_official_event(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.1.3, R46 on the command line: the 30th is refused, the 1st is not."""
    desk = copied(opened("sqlite"), tmp_path)
    registered(desk, ending(LIST - DAY, official=True))
    monkeypatch.setenv("ARPAD_DB", str(desk.store.engine.url.database))
    monkeypatch.setenv("ARPAD_WHO", "A. Officer")
    desk.store.close()
    run("period", "preview", "fide-standard", "--now", LIST - DAY)
    assert "official event may still be on it" in run(
        "period", "publish", "fide-standard", "--now", LIST - DAY, "--yes", "--empty"
    )
    run("period", "preview", "fide-standard", "--now", LIST)
    assert "2025-12 is published" in run("period", "publish", "fide-standard", "--now", LIST, "--yes", "--empty")
