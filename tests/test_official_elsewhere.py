"""Events of a series whose lists another authority makes: expected changes, sent to the authority, out of the queue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS, new_database
from guests_made import FIDE, HOME, PLAYERS, START, an_open, federation_office, fide_line, imported
from office_made import NUMBERS, event, reported

from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.office import lists, people, reports, status, undo
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.store.engine import connect_store

RATING = 1900


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    with federation_office(request.param, tmp_path) as made:
        yield made


def lines(rating: int = RATING) -> list[str]:
    return [fide_line(NUMBERS[n], f"Invented{n}, Ann", HOME, rating) for n in PLAYERS]


def admitted(desk: Desk) -> Desk:
    """FIDE's list of February is imported; an open in which the first player wins twice is admitted."""
    desk = imported(desk, date(2026, 2, 1), *lines())
    results = {(1, 1): "1", (1, 2): "1"}
    facts: dict[str, Any] = {"start": START, "federation": HOME, "approvals": ["late-registration"]}
    made = event("open-1", ratings=(RATING,) * 8, results=results, **facts)
    desk = reported(desk, made)
    (done,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",)))
    assert done.status == "admitted"
    return desk


def tasks(desk: Desk) -> list[str]:
    return [task.kind.value for task in status.show_status(desk).tasks if task.subject == "open-1"]


def test_what_is_expected_is_explained_and_said_to_be_ours(desk: Desk) -> None:
    """Two wins and three draws against equals: +1.00 with K 20."""
    desk = admitted(desk)
    expected = reports.expected_changes(desk, "open-1")
    winner = next(line for line in expected.sheet.players if line.id == NUMBERS[1])
    assert (winner.ro, winner.counted, winner.k, winner.change) == (RATING, 5, 20, 2000)
    assert winner.own_source is not None
    assert (winner.own_source.series, str(winner.own_source.list)) == (FIDE, "2026-02")
    assert (expected.sent, expected.official) == (None, False)
    assert {game.articles for game in winner.games} != {()}


def test_an_event_is_sent_and_leaves_the_queue_with_the_official_list(desk: Desk) -> None:
    desk = admitted(desk)
    assert tasks(desk) == ["send-report"]
    (sent,) = reports.mark_events_sent(desk, reports.SentOrder(("open-1",), day=Day.of(desk.today())))
    assert sent.status == "sent"
    assert reports.expected_changes(desk, "open-1").sent == desk.today()
    assert (tasks(desk), waiting(desk)) == ([], 1)
    desk = imported(desk, date(2026, 3, 1), *lines(1910))
    assert (waiting(desk), reports.expected_changes(desk, "open-1").official) == (0, True)


def waiting(desk: Desk) -> int:
    return next(each.events for each in status.show_status(desk).series if each.series == FIDE)


def test_the_mark_is_taken_back(desk: Desk) -> None:
    desk = admitted(desk)
    reports.mark_events_sent(desk, reports.SentOrder(("open-1",)))
    with pytest.raises(UserError) as again:
        reports.mark_events_sent(desk, reports.SentOrder(("open-1",)))
    assert again.value.message == "event-not-possible"
    entry = desk_entry(desk)
    (sent, *_) = undo.list_undoable_acts(desk)
    assert (sent.entry, sent.later) == (entry, None)
    undo.undo_act(desk, undo.UndoRequest(entry, "not sent after all"))
    assert tasks(desk) == ["send-report"]


def desk_entry(desk: Desk) -> int:
    from arpad.office.publishing.list_inputs import newest_log_entry

    with desk.reading() as connection:
        return newest_log_entry(connection)


def test_a_day_on_which_it_cannot_have_been_sent_is_refused(desk: Desk) -> None:
    desk = admitted(desk)
    for day in (START, date(2026, 12, 1)):
        with pytest.raises(UserError) as refusal:
            reports.mark_events_sent(desk, reports.SentOrder(("open-1",), day=Day.of(day)))
        assert refusal.value.message == "sent/day"


def test_what_this_office_computes_is_sent_nowhere(desk: Desk) -> None:
    desk = imported(desk, date(2026, 2, 1), fide_line(12345671, "Guestov, Ivan", "GER", 2500, "GM"))
    desk = reported(desk, an_open())
    with pytest.raises(UserError) as sheet:
        reports.expected_changes(desk, "open-1")
    with pytest.raises(UserError) as sending:
        reports.mark_events_sent(desk, reports.SentOrder(("open-1",)))
    assert sheet.value.message == sending.value.message == "official-elsewhere/own"


# --- opening ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "rehearsal", "own", "opened"),
    [("LTU", False, False, False), ("LTU", False, True, True), ("LTU", True, False, True), ("FID", False, False, True)],
)
def test_a_series_of_fide_as_an_own_one_is_asked_about_in_a_real_office_of_a_federation(
    home: str, rehearsal: bool, own: bool, opened: bool, tmp_path: Path
) -> None:
    clock = Clock(set_to=date(2026, 1, 2)) if rehearsal else Clock()
    store = connect_store(new_database("sqlite", tmp_path), create=True)
    office = found_office(store, "A. Officer", clock, home, rehearsal=rehearsal)
    people.add_player(office, people.NewPlayer(Person("Invented, Ann", 77, born=19800101, federation="LTU")))
    file = lists.InputFile("opening.csv", b"id,rating,games,highest\n77,1900,100,1900\n")
    opening = lists.SeriesOpening(FIDE, file, list_=Month(202601), own=own)
    if opened:
        assert lists.open_series(office, opening).rows == 1
        return
    with pytest.raises(UserError) as refusal:
        lists.open_series(office, opening)
    assert (refusal.value.message, refusal.value.remedy) == (
        "open/official-elsewhere", Remedy.to("import-or-own", series=FIDE),
    )  # fmt: skip
    store.close()
