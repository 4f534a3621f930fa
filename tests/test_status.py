"""`arpad status` says what is to be done next, each with a command that does it; `arpad` alone shows it."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from databases import KINDS
from office_made import NUMBERS, at, registered, reported
from offices_made import everything
from publication_made import DUE, SERIES, address_of, an_open, before_list, copied, opened
from typed import typed

from arpad.days import Month
from arpad.office import care, claims, periods, reports, revisions
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.status import OfficeStatus, Task, TaskKind, show_status
from arpad.office.store.engine import connect_store

K = TaskKind


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """A rehearsal in November with two admitted events; its opening list is of the first of November."""
    return copied(before_list(request.param), tmp_path)


def tasks(desk: Desk, *kinds: TaskKind) -> list[Task]:
    return [task for task in show_status(desk).tasks if not kinds or task.kind in kinds]


def test_an_office_without_a_list_is_told_to_open_one(address: str) -> None:
    desk = found_office(connect_store(address, create=True), "officer", Clock(), "UKR")
    status = show_status(desk)
    assert [(task.kind, task.command) for task in status.tasks] == [(K.OPEN_SERIES, "arpad list open SERIES FILE")]
    assert (status.home, status.rehearsal, status.series) == ("UKR", False, ())


def test_a_list_is_due_after_its_closing_day_then_ready_then_published(desk: Desk) -> None:
    november = at(desk, date(2025, 11, 20))
    assert tasks(november) == []
    (soon,) = tasks(at(desk, date(2025, 11, 24)))
    closes = show_status(november).series[0].closes
    assert (soon.kind, soon.day) == (K.CLOSE_PERIOD, closes)
    due = at(desk, DUE)
    (task,) = tasks(due)
    assert (task.kind, task.subject, task.command) == (K.PREVIEW_LIST, SERIES, f"arpad period preview {SERIES}")
    assert "2 events" in task.note.sentence
    periods.preview_list(due, periods.ListChoice(SERIES))
    (task,) = tasks(due)
    assert (task.kind, task.command) == (K.PUBLISH_LIST, f"arpad period publish {SERIES}")
    periods.publish_list(due, periods.PublishRequest(confirmed=True))
    assert tasks(due) == []
    assert [(each.newest, each.next_) for each in show_status(due).series] == [(Month(202512), Month(202601))]


def test_an_event_is_listed_from_its_end_to_its_decision(desk: Desk) -> None:
    made = an_open("open-3", range(15, 23), start=date(2025, 11, 17))
    registered(desk, made)
    assert tasks(at(desk, date(2025, 11, 18))) == []
    (task,) = tasks(at(desk, made.facts["end"] + timedelta(days=1)), K.AWAIT_REPORT)
    assert (task.subject, task.command) == ("open-3", "arpad report submit FILE --event open-3")
    later = reported(desk, made)
    (task,) = tasks(later, K.ADMIT_REPORT)
    assert (task.day, task.command) == (later.today(), "arpad report admit open-3")
    assert tasks(later, K.AWAIT_REPORT) == []
    reports.hold_events(later, reports.EventOrder(("open-3",), "a doubt"))
    (task,) = tasks(later, K.RELEASE_EVENT)
    assert "a doubt" in task.note.sentence
    reports.release_events(later, reports.EventOrder(("open-3",), ""))
    reports.refuse_events(later, reports.RefusalOrder(("open-3",), "no games were played"))
    assert [task.kind for task in tasks(later)] == [K.CLOSE_PERIOD]
    reports.appeal_refusals(later, reports.EventOrder(("open-3",), "they were"))
    task, _ = tasks(later)
    assert (task.kind, task.subject) == (K.DECIDE_APPEAL, "open-3")


def test_a_report_with_a_question_is_a_question(desk: Desk) -> None:
    made = an_open("open-4", range(15, 23), start=date(2025, 11, 17), laws=None)
    later = reported(desk, made)
    task, _ = tasks(later)
    assert (task.kind, task.command) == (K.ANSWER_QUESTIONS, "arpad report show open-4")


def test_claims_and_cases_are_listed_with_their_next_step(desk: Desk) -> None:
    due = at(desk, DUE)
    periods.preview_list(due, periods.ListChoice(SERIES))
    periods.publish_list(due, periods.PublishRequest(confirmed=True))
    claims.file_claim(due, claims.NewClaim(player=NUMBERS[1], by="A. Player", text="wrong"))
    revisions.propose_case(due, revisions.EventAnnulment("open-2", "never played"))
    assert [(task.kind, task.command) for task in tasks(due)] == [
        (K.ANSWER_CLAIM, "arpad claim show CLM-1"),
        (K.PREVIEW_CASE, "arpad revision preview REV-1"),
    ]
    revisions.preview_case(due, revisions.CaseCode("REV-1"))
    assert tasks(due, K.APPROVE_CASE)[0].command == "arpad revision approve REV-1"


def test_status_writes_nothing(desk: Desk) -> None:
    before = everything(desk.store)
    show_status(at(desk, DUE))
    assert everything(desk.store) == before


def test_a_backup_that_is_a_week_old_is_told(tmp_path: Path) -> None:
    """Only where something was written since; a rehearsal is not asked for one."""
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    assert tasks(desk, K.BACK_UP) == []
    real = Desk(desk.store, desk.who, desk.clock, rehearsal=False, home=desk.home)
    (task,) = tasks(real, K.BACK_UP)
    assert task.day is None
    care.back_up_office(desk, tmp_path / "office.zip")
    assert tasks(real, K.BACK_UP) == []
    later = Desk(desk.store, desk.who, at(desk, date(2025, 12, 9)).clock, rehearsal=False, home=desk.home)
    assert tasks(later, K.BACK_UP) == []
    registered(desk, an_open("open-5", range(15, 23), start=date(2025, 12, 20)))
    (task,) = tasks(later, K.BACK_UP)
    assert (task.day, task.command) == (DUE, "arpad backup FILE")


# --- the command line -------------------------------------------------------------------------------------------------


def test_arpad_alone_shows_it_where_an_office_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARPAD_DB", raising=False)
    assert "Usage" in typed().out + typed().err  # no office, no question: the help
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    monkeypatch.setenv("ARPAD_DB", address_of(desk))
    for words in ((), ("status",)):
        done = typed(*words)
        assert done.code == 0, done.err
        assert "2025-11-" in done.out  # a rehearsal has the day of its newest entry
        assert SERIES in done.out
    monkeypatch.delenv("ARPAD_DB")
    Path(address_of(desk)).rename(tmp_path / "arpad.db")
    assert SERIES in typed().out


def test_the_answer_for_programs_is_the_same(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path)
    answer = json.loads(typed("status", "--db", address_of(desk), "--now", str(DUE), "--json").out)
    status: OfficeStatus = show_status(at(desk, DUE))
    assert [task["command"] for task in answer["tasks"]] == [task.command for task in status.tasks]
    assert answer["series"][0]["newest"] == "2025-11"


def test_many_tasks_of_a_kind_are_counted(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path)
    for number in range(10):
        registered(desk, an_open(f"many-{number}", range(1, 9), start=date(2025, 11, 10)))
    words = ("status", "--db", address_of(desk), "--now", "2025-11-20")
    short, long = typed(*words).out, typed(*words, "--all").out
    assert short.count("no report yet") == 8
    assert "2 more" in short
    assert long.count("no report yet") == 10
