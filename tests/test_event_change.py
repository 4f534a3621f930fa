"""An event gets another code, series or other days before it is rated: what it was stays, its report is asked anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand
from databases import KINDS
from office_made import admitted, at, registered, sent
from offices_made import everything
from publication_made import DUE, SERIES, address_of, admit_one, an_open, before_list, copied, on, opened
from sqlalchemy import insert, select, update
from typed import typed

from arpad.finding import Problem, UserError
from arpad.office import care, events, periods, reports
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.events import EventChange
from arpad.office.lists import ListChoice
from arpad.office.store import schema
from arpad.office.upkeep.doctor import State, run_checks

SERVER = ("durable-server", "checksums")
START, END = date(2025, 11, 10), date(2025, 11, 12)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office on the day its list of December is due: open-1 and open-2 are admitted."""
    return copied(before_list(request.param), tmp_path, DUE)


def changed(desk: Desk, event: str, why: str = "mistyped", **given: Any) -> events.EventChanged:
    return events.change_event(desk, EventChange(event, why, **given))


def examined(desk: Desk, code: str) -> Any:
    (shown,) = reports.examine_events(desk, reports.EventOrder((code,)))
    return shown


def change_below(desk: Desk, key: int, was: dict[str, Any]) -> None:
    """Change an event below the desk, with what somebody says that it was."""
    with by_hand(desk).writing("change event") as writing:
        writing.connection.execute(insert(schema.event_change).values(event=key, **was, log=writing.seq))
        writing.connection.execute(update(schema.event).where(schema.event.c.key == key).values(code="x"))


def refused(desk: Desk, message: str, attempt: Callable[[], object]) -> Problem:
    before = everything(desk.store)
    with pytest.raises(Problem) as problem:
        attempt()
    assert problem.value.message == message
    assert problem.value.sentence
    assert everything(desk.store) == before
    return problem.value


def ill(desk: Desk) -> list[str]:
    found = run_checks(desk.store, desk.today())
    return [each.check for each in found if each.state is State.WRONG and each.check not in SERVER]


def test_a_code_is_changed_and_the_report_admitted_anew(desk: Desk) -> None:
    done = changed(desk, "open-1", code="autumn")
    assert (done.before.code, done.before.series) == ("open-1", SERIES)
    assert done.after == replace(done.before, code="autumn")
    assert (done.changed, done.again) == (("code",), ("open-1",))
    dossier = events.show_event(desk, "autumn")
    assert dossier.facts.code == "autumn"
    assert dossier.parts[0].standing == "reported"
    assert str(dossier.history[-1].note) == "changed: code; it was open-1"
    assert dossier.history[-1].why == "mistyped"
    with pytest.raises(UserError, match="open-1"):
        events.show_event(desk, "open-1")
    assert admitted(desk, "autumn").status == "admitted"
    assert periods.preview_list(desk, ListChoice(SERIES)).events == 2
    periods.publish_list(desk, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    assert ill(desk) == []


def test_the_list_is_the_same_whatever_the_code_was(desk: Desk, tmp_path: Path) -> None:
    seals = []
    for other in ("", "autumn"):
        office = copied(address_of(desk), tmp_path, DUE)
        if other:
            changed(office, "open-1", code=other)
            admitted(office, other)
        periods.preview_list(office, ListChoice(SERIES))
        seals.append(periods.publish_list(office, periods.PublishRequest(ListChoice(SERIES), confirmed=True)).sha256)
    assert seals[0] == seals[1]


def test_what_it_was_stays_in_the_book_and_in_the_log(desk: Desk) -> None:
    changed(desk, "open-1", code="autumn", end=date(2025, 11, 20))
    entry = care.read_log(desk, care.LogQuery(action="change event"))[-1]
    assert (entry.subject, entry.why) == ("open-1", "mistyped")
    with desk.reading() as connection:
        (row,) = connection.execute(select(schema.event_change)).all()
        code = connection.execute(select(schema.event.c.code).where(schema.event.c.key == row.event)).scalar_one()
    assert (row.code, row.series, row.log, code) == ("open-1", SERIES, entry.seq, "autumn")


def test_other_days_are_examined_by_their_own_law(desk: Desk) -> None:
    """The report has games outside the new days, and the registration is judged by the new first day."""
    before = {finding.code for finding in examined(desk, "open-1").findings}
    refused(desk, "facts/schedule-outside", lambda: changed(desk, "open-1", start=date(2025, 11, 12)))
    days = tuple(date(2025, 11, 12 + turn) for turn in range(9))
    done = changed(desk, "open-1", start=days[0], end=date(2025, 11, 30), schedule=days)
    assert done.changed == ("start", "end", "schedule")
    assert {finding.code for finding in examined(desk, "open-1").findings} - before == {
        "contradicts-registration",
        "registered-schedule",
    }


def test_another_series_is_another_law(desk: Desk) -> None:
    done = changed(desk, "open-2", series="fide-rapid")
    assert done.after.series == "fide-rapid"
    assert events.show_event(desk, "open-2").edition.startswith("fide-rapid")
    summary = periods.preview_list(desk, ListChoice(SERIES))
    assert (summary.events, [left.event for left in summary.left_out]) == (1, [])


def test_who_met_there_too_is_found_under_the_new_code(tmp_path: Path) -> None:
    """What was kept of another event's examination names the old code: it is examined anew."""
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    later = admit_one(desk, an_open("open-1"))

    again = an_open("copy-1")
    registered(later, again)
    receipt = sent(later, again, terms=SubmissionTerms("copy-1"))
    assert receipt.status != "failed"

    def overlaps() -> str:
        return " ".join(str(finding) for finding in examined(later, "copy-1").findings)

    assert "open-1" in overlaps()
    changed(later, "open-1", code="autumn")
    assert "autumn" in overlaps()
    assert "open-1" not in overlaps()


def test_what_is_rated_does_not_change(desk: Desk) -> None:
    periods.preview_list(desk, ListChoice(SERIES))
    periods.publish_list(desk, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    refused(desk, "event-rated", lambda: changed(desk, "open-1", code="autumn"))
    with desk.reading() as connection:
        row = connection.execute(select(schema.event).where(schema.event.c.code == "open-1")).one()
    was = {name: getattr(row, name) for name in ("code", "series", "start", "end")}
    with pytest.raises(Exception, match="never"):
        change_below(desk, row.key, was)


def test_nobody_gets_around_it_through_the_database(desk: Desk) -> None:
    with pytest.raises(Exception, match="never"), behind_the_back(desk.store) as connection:
        connection.execute(update(schema.event).values(series="fide-blitz"))
    with pytest.raises(Exception, match="never"):
        change_below(desk, 1, {"code": "something", "series": "else", "start": 1, "end": 2})


def test_bad_changes_are_refused_and_nothing_is_written(desk: Desk) -> None:
    refused(desk, "reason-missing/change-event", lambda: changed(desk, "open-1", why=" ", code="x"))
    refused(desk, "event-change/nothing", lambda: changed(desk, "open-1"))
    refused(desk, "event-unknown", lambda: changed(desk, "open-9", code="x"))
    refused(desk, "event-change/code-taken", lambda: changed(desk, "open-1", code="open-2"))
    refused(desk, "event-code", lambda: changed(desk, "open-1", code="a b"))
    refused(desk, "event-upside-down", lambda: changed(desk, "open-1", end=date(2025, 11, 1)))
    refused(desk, "facts/far-day", lambda: changed(desk, "open-1", end=date(9999, 1, 1)))
    assert refused(desk, "unknown-rating-series", lambda: changed(desk, "open-1", series="fide-bullet")).sentence
    upside = (date(2025, 11, 12), date(2025, 11, 11))
    refused(desk, "facts/schedule-order", lambda: changed(desk, "open-1", schedule=upside))
    assert changed(desk, "open-1", code="open-1").changed == ()
    before = everything(desk.store)
    assert changed(at(desk, desk.today(), dry=True), "open-1", code="x").changed == ("code",)
    assert everything(desk.store) == before


def test_registering_again_with_other_days_says_how_they_are_changed(desk: Desk) -> None:
    given = events.NamedFacts.of({"code": "open-1", "end": date(2025, 11, 30)})
    problem = refused(desk, "event-fixed", lambda: events.register_event(desk, events.RegistrationRequest(given)))
    assert "`arpad event change open-1 --why TEXT` with --end 2025-11-30" in str(problem)


def test_by_the_command_line(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    db = ("--db", address_of(desk), "--who", "A. Officer")
    done = typed("event", "change", "open-1", "--code", "autumn", "--why", "mistyped", "--dry-run", *db)
    assert done.code == 0
    assert "to be admitted anew: open-1" in done.out
    done = typed("event", "change", "open-1", "--code", "autumn", "--why", "mistyped", "--json", *db)
    assert json.loads(done.out)["after"]["code"] == "autumn"
    done = typed("event", "change", "autumn", "--end", "soon", "--why", "x", *db)
    assert (done.code, "--end soon" in done.err) == (2, True)
    assert typed("event", "change", "autumn", "--code", "autumn", "--why", "x", *db).out.startswith("autumn: it was so")
    assert on(desk, DUE).today() == DUE
