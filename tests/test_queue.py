"""The queue of an officer: kept examinations are shown and never decide; what may be set aside can be set aside."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from office_made import NUMBERS, at, event, fresh, registered, reported, sent
from sqlalchemy import delete, func, select, update

from arpad.admission.override import FIRM
from arpad.finding import UserError
from arpad.office import event_work, queue, reports
from arpad.office.desk import Desk
from arpad.office.queue import QueueQuery
from arpad.office.store.effects import UnrecordedWriteError
from arpad.office.store.schema import decision, examined, log

OTHERS = {n: NUMBERS[n + 8] for n in range(1, 9)}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A good event, one that the law refuses, and one that repeats the games of the first, all waiting."""
    first = fresh("sqlite", tmp_path)
    bad = event("bad", laws=False, ids=OTHERS)
    registered(first, bad)
    later = reported(first, event("good"))
    assert sent(later, bad, terms=reports.SubmissionTerms("bad")).status == "accepted"
    return later


def names(found: queue.Queue) -> list[tuple[str, str | None]]:
    return [(row.event, row.verdict) for row in found.rows]


def kept(desk: Desk) -> int:
    with desk.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(examined)).scalar_one())


def test_the_queue_shows_what_waits_in_the_order_of_work(desk: Desk) -> None:
    found = queue.list_queue(desk, QueueQuery())
    assert names(found) == [("good", "ratable"), ("bad", "not-ratable")]
    assert [finding.code for finding in found.rows[1].stopping] == ["laws-of-chess"]
    assert (found.total, found.verdicts) == (2, (("not-ratable", 1), ("ratable", 1)))
    assert names(queue.list_queue(desk, QueueQuery(verdict="ratable"))) == [("good", "ratable")]
    assert names(queue.list_queue(desk, QueueQuery(offset=1, limit=1))) == [("bad", "not-ratable")]
    reports.hold_events(desk, reports.EventOrder(("good",), "inquiry"))
    assert [row.standing for row in queue.list_queue(desk, QueueQuery()).rows] == ["reported", "held"]
    reports.release_events(desk, reports.EventOrder(("good",)))
    reports.admit_events(desk, reports.AdmissionOrder(("good",)))
    assert names(queue.list_queue(desk, QueueQuery())) == [("bad", "not-ratable")]


def test_what_is_kept_is_used_again_and_no_entry_of_the_log_tells_of_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk.reading() as connection:
        before = connection.execute(select(func.max(log.c.seq))).scalar()
    first = queue.list_queue(desk, QueueQuery())
    assert kept(desk) == 2
    monkeypatch.setattr("arpad.office.book.examined_reports.examine_in_office", None)  # nothing is examined again
    assert queue.list_queue(desk, QueueQuery()) == first
    assert event_work.show_event_to_decide(desk, "bad").stopping == first.rows[1].stopping
    with desk.reading() as connection:
        assert connection.execute(select(func.max(log.c.seq))).scalar() == before


def test_another_day_another_list_and_another_report_of_the_same_players_end_what_is_kept(desk: Desk) -> None:
    queue.list_queue(desk, QueueQuery())
    with desk.reading() as connection:
        assert set(connection.execute(select(examined.c.day)).scalars()) == {20251109}
    queue.list_queue(at(desk, desk.today() + timedelta(days=1)), QueueQuery())
    with desk.reading() as connection:
        assert set(connection.execute(select(examined.c.day)).scalars()) == {20251110}
    again = event("again")
    registered(desk, again)
    queue.list_queue(desk, QueueQuery())
    assert sent(desk, again, terms=reports.SubmissionTerms("again")).status == "accepted"
    rows = {row.event: row for row in queue.list_queue(desk, QueueQuery()).rows}
    assert [finding.code for finding in rows["good"].stopping] == ["overlap"]
    assert rows["bad"].stopping


def test_an_altered_row_is_shown_but_admits_nothing(desk: Desk) -> None:
    queue.list_queue(desk, QueueQuery())
    good = event_work.show_event_to_decide(desk, "good")
    with desk.store.noting() as connection:
        rows = connection.execute(select(examined)).all()
        answer = next(row.answer for row in rows if row.event == rows[0].event or row.name)
        ratable = next(row.answer for row in rows if "not-ratable" not in row.answer)
        connection.execute(update(examined).values(answer=ratable, stopping="[]", findings="[]"))
    assert answer
    assert event_work.show_event_to_decide(desk, "bad").admissible
    (left,) = reports.admit_events(desk, reports.AdmissionOrder(("bad",)))
    assert left.status == "left"
    assert good.version == event_work.show_event_to_decide(desk, "good").version
    with desk.store.noting() as connection:
        connection.execute(delete(examined))
    assert not event_work.show_event_to_decide(desk, "bad").admissible


def test_only_operational_rows_are_written_outside_an_act(desk: Desk) -> None:
    with pytest.raises(UnrecordedWriteError), desk.store.noting() as connection:
        connection.execute(update(decision).values(kind="admitted"))


def test_everything_that_is_offered_can_be_set_aside_and_nothing_else(desk: Desk) -> None:
    shown = event_work.show_event_to_decide(desk, "bad")
    assert [choice.code for choice in shown.choices if choice.stopping] == ["laws-of-chess"]
    for choice in shown.choices:
        order = reports.AdmissionOrder(("bad",), "looked at", (reports.FindingToOverride(choice.code),))
        reports.admit_events(replace(desk, dry=True), order)
    offered = {choice.code for choice in shown.choices}
    assert shown.result
    for code in {finding.code for finding in shown.result.findings} - offered:
        order = reports.AdmissionOrder(("bad",), "looked at", (reports.FindingToOverride(code),))
        with pytest.raises(UserError):
            reports.admit_events(replace(desk, dry=True), order)
    for message in FIRM:
        finding = shown.stopping[0]._replace(message=message)
        assert not event_work.may_be_set_aside(finding)


def test_an_edited_letter_counts_and_the_generated_one_is_kept_beside_it(desk: Desk) -> None:
    (first,) = reports.refuse_events(replace(desk, dry=True), reports.RefusalOrder(("bad",)))
    text = f"Dear colleague,\n\n{first.letter}"
    (done,) = reports.refuse_events(desk, reports.RefusalOrder(("bad",), letter=text))
    assert done.letter == text
    assert reports.arbiter_letters(desk, reports.EventOrder(("bad",)))[0].text == text
    with desk.reading() as connection:
        detail = connection.execute(select(decision.c.detail).where(decision.c.kind == "refused")).scalar_one()
    assert '"generated"' in detail
    with pytest.raises(UserError, match="at most"):
        reports.RefusalOrder(("bad",), letter="x" * 50_000)
    with pytest.raises(UserError, match="one event"):
        reports.RefusalOrder(("bad", "good"), letter="x")
