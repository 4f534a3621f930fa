"""What an office was founded with is put right: its home, its time zone, the day of a rehearsal, which goes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from databases import KINDS
from office_made import admitted, at
from offices_made import everything
from publication_made import DUE, SERIES, address_of, admit_one, an_open, before_list, copied, opened
from typed import typed

from arpad.finding import UserError
from arpad.office import care, events, periods
from arpad.office.care import OfficeChange
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.lists import ListChoice
from arpad.office.office_settings import found_office
from arpad.office.store.engine import connect_store
from arpad.office.upkeep.doctor import State, run_checks

SERVER = ("durable-server", "checksums")
FURTHEST = ("Etc/GMT+12", "Pacific/Kiritimati")  # where a day ends last, and where it begins first


@pytest.fixture
def working(address: str) -> Desk:
    """An office that works, in UTC."""
    return found_office(connect_store(address, create=True), "officer", Clock(), "UKR")


@pytest.fixture(params=KINDS)
def rehearsal(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """A rehearsal on the first of December; its opening list came on the first of November."""
    return copied(before_list(request.param), tmp_path, DUE)


def refused(desk: Desk, message: str, attempt: Callable[[], object]) -> UserError:
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        attempt()
    assert problem.value.message == message
    assert problem.value.sentence
    assert everything(desk.store) == before
    return problem.value


def again(desk: Desk) -> Desk:
    """Sit down anew, without naming a day."""
    return open_desk(connect_store(address_of(desk)), "officer")


def ill(desk: Desk) -> list[str]:
    found = run_checks(desk.store)
    return [each.check for each in found if each.state is State.WRONG and each.check not in SERVER]


def test_home_and_time_zone_are_put_right(working: Desk) -> None:
    done = care.change_settings(working, OfficeChange("mistyped", "bul", "Pacific/Kiritimati"))
    assert [(each.name, each.before, each.after) for each in done.changed] == [
        ("home", "UKR", "BUL"),
        ("timezone", "UTC", "Pacific/Kiritimati"),
    ]
    now = again(working)
    assert care.show_settings(now).home == "BUL"
    before = datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
    assert before <= now.today() <= datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
    entry = care.read_log(now, care.LogQuery(action="change office"))[-1]
    assert entry.detail == {"home": ["UKR", "BUL"], "timezone": ["UTC", "Pacific/Kiritimati"]}
    assert entry.why == "mistyped"
    assert care.change_settings(now, OfficeChange("x", "")).changed[0].after == ""
    assert care.change_settings(again(now), OfficeChange("x", "")).changed == ()
    assert ill(again(now)) == []


def test_a_time_zone_where_it_is_still_yesterday_waits(working: Desk) -> None:
    """Nobody could write before its midnight: the two zones are more than a day apart."""
    care.change_settings(working, OfficeChange("x", zone=FURTHEST[1]))
    problem = refused(
        again(working),
        "office-change/yesterday",
        lambda: care.change_settings(again(working), OfficeChange("x", zone=FURTHEST[0])),
    )
    assert FURTHEST[0] in str(problem)


def test_bad_changes_are_refused_and_nothing_is_written(working: Desk) -> None:
    refused(working, "office-change/no-reason", lambda: care.change_settings(working, OfficeChange(" ", "BUL")))
    refused(working, "office-change/nothing", lambda: care.change_settings(working, OfficeChange("x")))
    for zone in ("Kyiv", "../etc/passwd", "Europe"):
        refused(working, "no-timezone", partial(care.change_settings, working, OfficeChange("x", zone=zone)))
    refused(working, "office-change/home", lambda: care.change_settings(working, OfficeChange("x", "Ukraine")))
    refused(working, "no-rehearsal", lambda: care.change_settings(working, OfficeChange("x", day=date(2020, 1, 1))))
    before = everything(working.store)
    dry = open_desk(connect_store(address_of(working)), "officer", dry=True)
    assert care.change_settings(dry, OfficeChange("x", "BUL")).changed
    assert everything(working.store) == before


def test_a_rehearsal_goes_back_and_works_on(rehearsal: Desk) -> None:
    done = care.change_settings(rehearsal, OfficeChange("the month once more", day=date(2025, 11, 20)))
    assert [(each.name, each.before, each.after) for each in done.changed] == [("day", "2025-12-01", "2025-11-20")]
    assert done.later == 0
    now = again(rehearsal)
    assert now.today() == date(2025, 11, 20)
    assert ill(now) == []
    with pytest.raises(UserError, match="later day"):
        care.change_settings(at(now, date(2025, 11, 5)), OfficeChange("x", "BUL"))
    later = admit_one(now, an_open("open-3", range(15, 23), start=date(2025, 11, 22)))
    due = at(later, DUE)
    assert periods.preview_list(due, ListChoice(SERIES)).events == 3
    periods.publish_list(due, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    assert ill(due) == []


def test_a_rehearsal_goes_back_before_what_it_has_received(rehearsal: Desk) -> None:
    done = care.change_settings(rehearsal, OfficeChange("from the start", day=date(2025, 11, 1)))
    assert done.later > 0
    now = again(rehearsal)
    assert [row.standing for row in events.list_events(now, events.EventQuery())] == ["admitted", "admitted"]
    assert events.show_event(now, "open-1").parts[0].standing == "admitted"
    assert ill(now) == []


def test_a_rehearsal_goes_back_to_its_lists_and_no_further(rehearsal: Desk) -> None:
    problem = refused(
        rehearsal,
        "office-change/before-founding",
        lambda: care.change_settings(rehearsal, OfficeChange("x", day=date(2025, 10, 31))),
    )
    assert "2025-11-01" in problem.sentence
    periods.preview_list(rehearsal, ListChoice(SERIES))
    periods.publish_list(rehearsal, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    later = at(rehearsal, date(2025, 12, 20))
    problem = refused(
        later,
        "office-change/before-list",
        lambda: care.change_settings(later, OfficeChange("x", day=date(2025, 11, 30))),
    )
    assert "2025-12-01" in str(problem)
    refused(
        later, "office-change/forward", lambda: care.change_settings(later, OfficeChange("x", day=date(2026, 1, 1)))
    )
    assert care.change_settings(later, OfficeChange("x", day=DUE)).changed
    with pytest.raises(UserError, match="rated"):
        admitted(again(later), "open-1")


def test_by_the_command_line(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    db = ("--db", address_of(desk), "--who", "A. Officer")
    shown = typed("office", "show", *db)
    assert shown.code == 0
    assert "2025-11-01" in shown.out
    assert json.loads(typed("office", "show", "--json", *db).out)["home"] == "UKR"
    asked = typed("office", "change", "--home", "BUL", "--why", "x", *db)
    assert (asked.code, "Change the office?" in asked.err) == (2, True)
    assert "UKR" in typed("office", "change", "--home", "BUL", "--why", "x", "--dry-run", *db).out
    assert typed("office", "change", "--home", "UKR", "--why", "x", "--yes", *db).out.startswith(
        "the office was so already"
    )
    done = typed("office", "change", "--home", "BUL", "--why", "x", "--yes", "--json", *db)
    assert json.loads(done.out) == {"changed": [{"name": "home", "before": "UKR", "after": "BUL"}], "later": 0}
