"""A list without an event is not published without a question while registered events could enter it."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import at, registered, reported
from offices_made import everything
from publication_made import DUE, SERIES, address_of, admit_one, an_open, copied, opened
from typed import typed

from arpad.finding import UserError
from arpad.office import periods, proofs, reports
from arpad.office.desk import Desk
from arpad.office.periods import PublishRequest

CONFIRMED, EMPTY = PublishRequest(confirmed=True), PublishRequest(confirmed=True, empty=True)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """A rehearsal in November with an opening list, and no event."""
    return copied(opened(request.param), tmp_path)


def due(desk: Desk) -> Desk:
    later = at(desk, DUE)
    periods.preview_list(later, periods.ListChoice(SERIES))
    return later


def refused(desk: Desk) -> tuple[str, ...]:
    """The events that the refusal of an empty list names; nothing is written."""
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        periods.publish_list(desk, CONFIRMED)
    assert problem.value.message == "publish-empty"
    assert everything(desk.store) == before
    events: tuple[str, ...] = dict(problem.value.fields)["events"]
    return events


def test_a_month_without_an_event_is_published_where_none_is_registered(desk: Desk) -> None:
    later = due(desk)
    assert periods.show_period_status(later, periods.ListChoice()).awaited == ()
    assert not periods.publish_list(later, CONFIRMED).already


def test_an_event_that_could_enter_must_be_set_aside_in_so_many_words(desk: Desk) -> None:
    registered(desk, an_open("waits", range(1, 9)))
    later = due(desk)
    assert periods.show_period_status(later, periods.ListChoice()).awaited == ("waits",)
    assert refused(later) == ("waits",)
    assert not periods.publish_list(later, EMPTY).already
    assert periods.publish_list(later, CONFIRMED).already  # a second time changes nothing
    assert proofs.verify_office(later, proofs.VerifyRequest()).found == ()


def test_a_reported_event_waits_and_a_refused_or_later_one_does_not(desk: Desk) -> None:
    registered(desk, an_open("later", range(9, 17), start=date(2025, 11, 27)))
    reported(desk, an_open("sent", range(1, 9)))
    later = due(desk)
    assert refused(later) == ("sent",)
    reports.refuse_events(later, reports.RefusalOrder(("sent",), "not played"))
    periods.preview_list(later, periods.ListChoice(SERIES))
    assert not periods.publish_list(later, CONFIRMED).already


def test_a_list_with_an_event_is_not_asked_about(desk: Desk) -> None:
    registered(desk, an_open("waits", range(9, 17)))
    later = due(admit_one(desk, an_open("open-1", range(1, 9))))
    assert not periods.publish_list(later, CONFIRMED).already


def test_at_the_command_line_yes_alone_does_not_answer_it(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path)
    registered(desk, an_open("waits", range(1, 9)))
    words = ("period", "publish", "--db", address_of(due(desk)), "--now", DUE, "--yes")
    done = typed(*words)
    assert done.code == 2
    assert "1 registered event could enter it: waits." in done.err
    assert "--empty" in done.err
    assert typed(*words, "--dry-run").code == 0
    answer = typed(*words, "--empty", "--json")
    assert json.loads(answer.out)["list"] == "2025-12", answer.err
