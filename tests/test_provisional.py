"""A provisional list on any day of the month, and what has changed between a preview and the list, with causes."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, publish_list
from databases import KINDS
from office_made import NUMBERS, admitted, at
from offices_made import everything
from publication_made import (
    DUE,
    DUE_THEN,
    NEXT,
    OPENING,
    SERIES,
    THEN,
    address_of,
    admit_one,
    an_open,
    copied,
    on,
    open_with,
    opened,
)
from sqlalchemy import delete, select
from test_lists_desk import fide_list
from typed import typed
from varying import without_varying

from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.office import events, lists, people, periods, reports
from arpad.office.desk import Desk
from arpad.office.lists import ListChoice
from arpad.office.periods import PublishRequest, SinceKind
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema

EARLY = date(2025, 11, 25)  # both events are in, and the month is not over


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office in November, in the middle of the period: open-1 and open-2 are admitted."""
    return early(request.param, tmp_path)


def early(kind: str, tmp_path: Path) -> Desk:
    desk = copied(opened(kind), tmp_path, date(2025, 11, 1))
    for code, players in (("open-1", range(1, 9)), ("open-2", (*range(9, 15), 33, 34))):
        desk = admit_one(desk, an_open(code, list(players)))
    return on(desk, EARLY)


def look(desk: Desk, provisional: bool = True) -> periods.ListSummary:
    return periods.preview_list(desk, ListChoice(SERIES), provisional)


def published(desk: Desk) -> Desk:
    """The list of December, looked at and published on its day."""
    due = on(desk, DUE)
    look(due, provisional=False)
    assert not periods.publish_list(due, PublishRequest(ListChoice(SERIES), confirmed=True)).already
    return due


def since(desk: Desk) -> periods.SincePreview:
    return periods.show_changes_since_preview(desk, ListChoice(SERIES))


def causes(found: periods.SincePreview) -> list[tuple[str, str]]:
    return [(each.kind.value, each.subject) for each in found.causes]


def refused(desk: Desk, message: str, attempt: Callable[[], object]) -> UserError:
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        attempt()
    assert problem.value.message == message
    assert problem.value.sentence
    assert everything(desk.store) == before
    return problem.value


def test_a_provisional_list_is_the_list_as_far_as_it_has_come(desk: Desk) -> None:
    refused(desk, "list-not-due", lambda: look(desk, provisional=False))
    shown = look(desk)
    assert (shown.list, shown.events, shown.provisional) == (NEXT, 2, True)
    due = on(desk, DUE)
    final = look(due)
    assert not final.provisional  # the period is over: it is a preview like any other
    assert (final.inputs, final.movers) == (shown.inputs, shown.movers)


def test_nothing_is_published_by_a_provisional_preview(desk: Desk) -> None:
    look(desk)
    refused(desk, "list-not-due", lambda: publish_list(desk, SERIES, NEXT))
    due = on(desk, DUE)
    refused(due, "list-unseen", lambda: publish_list(due, SERIES, NEXT))
    look(due, provisional=False)
    assert not publish_list(due, SERIES, NEXT).already


def test_a_provisional_preview_does_not_take_the_place_of_a_true_one(desk: Desk) -> None:
    """Somebody looks at January before December's desk publishes: the two lists have previews of their own."""
    due = published(desk)
    refused(due, "list-not-begun", lambda: look(due))
    shown = look(on(due, date(2025, 12, 2)))
    assert (shown.list, shown.provisional, shown.events) == (THEN, True, 0)
    refused(on(due, date(2025, 12, 2)), "list-not-due", lambda: publish_list(on(due, date(2025, 12, 2)), SERIES, THEN))


def test_only_the_next_list_and_only_of_a_computed_series(desk: Desk) -> None:
    refused(desk, "not-the-next-list", lambda: periods.preview_list(desk, ListChoice(SERIES, Month(THEN)), True))
    lists.import_lists(desk, lists.ListImport("fide-rapid", (fide_list("NOV25", {NUMBERS[1]: 1900}),)))
    refused(desk, "series-imported", lambda: periods.preview_list(desk, ListChoice("fide-rapid"), True))
    refused(desk, "no-lists", lambda: periods.preview_list(desk, ListChoice("fide-blitz"), True))


def test_a_list_that_is_adjusted_by_another_reads_the_newest_there_is(desk: Desk) -> None:
    """Ukraine's ratings are equalised with FIDE's of the same day, which are not there before it."""
    ratings = {NUMBERS[n]: 1800 for n in range(1, 5)}
    fide = fide_list("NOV25", dict.fromkeys(ratings, 1900), "standard_list.txt")
    lists.take_back_list(desk, lists.TakeBackRequest(SERIES, why="here FIDE's is imported", confirmed=True))
    lists.import_lists(desk, lists.ListImport(SERIES, (fide,)))
    open_with(desk, "ukraine", date(2025, 11, 1), ratings)
    shown = periods.preview_list(desk, ListChoice("ukraine"), True)
    assert (shown.provisional, shown.listed) == (True, 4)


def test_an_event_that_came_since_is_told_with_those_who_played_there(desk: Desk) -> None:
    look(desk)
    later = admit_one(desk, an_open("open-3", range(15, 23), start=date(2025, 11, 22)))
    found = since(published(later))
    assert (found.provisional, found.previewed, found.list) == (True, EARLY, NEXT)
    assert causes(found) == [("event-came", "open-3")]
    assert (found.causes[0].who, found.causes[0].day) == ("A. Officer", later.today())
    numbers = {office_number(n - 1) for n in range(15, 23)}
    assert {move.id for move in found.moved} <= numbers
    assert found.players == len(found.moved) > 0
    for move in found.moved:
        assert move.by == ("open-3",)
        assert move.previewed != move.published
    sizes = [abs(move.published - move.previewed) for move in found.moved]
    assert sizes == sorted(sizes, reverse=True)


def test_the_numbers_are_those_of_the_preview_and_of_the_list(desk: Desk) -> None:
    shown = {move.id: move.after for move in look(desk).movers}
    later = admit_one(desk, an_open("open-3", range(15, 23), start=date(2025, 11, 22)))
    due = published(later)
    rows = lists.show_list(due, lists.ListQuery(ListChoice(SERIES))).players
    final = {int(str(row["id"])): row["rating"] for row in rows}
    opening = {
        int(str(row["id"])): row["rating"]
        for row in lists.show_list(due, lists.ListQuery(ListChoice(SERIES, Month(OPENING)))).players
    }
    by_fide = {office_number(n - 1): NUMBERS[n] for n in NUMBERS}
    for move in since(due).moved:
        number = by_fide[move.id]
        assert move.published == final.get(number, final.get(move.id))
        assert move.previewed == shown.get(move.id, opening.get(number, opening.get(move.id)))


def test_an_event_that_went_and_one_that_changed_are_told(desk: Desk) -> None:
    look(desk)
    reports.withdraw_events(desk, reports.EventOrder(("open-2",), "sent by mistake"))
    events.exclude_games(desk, events.NewExclusion("open-1", 1, 1, "fair-play", "decision FP-7"))
    assert admitted(desk, "open-1").status == "admitted"
    found = since(published(desk))
    assert sorted(causes(found)) == [("event-changed", "open-1"), ("event-gone", "open-2")]
    gone = next(each for each in found.causes if each.kind is SinceKind.EVENT_GONE)
    assert gone.why == "sent by mistake"
    by = {move.id: move.by for move in found.moved}
    assert by[office_number(0)] == ("open-1",)
    assert ("open-2",) in by.values()


def test_a_correction_a_fact_and_a_merge_are_told(desk: Desk) -> None:
    look(desk)
    lists.enter_correction(desk, lists.NewCorrection(NUMBERS[20], 1830, "mistyped", SERIES))
    born = people.PlayerFacts(born=Day(19900102))
    people.change_player(desk, people.PlayerChange(NUMBERS[21], born, why="seen the passport", confirmed=True))
    against = frozenset(people.compare_players(desk, NUMBERS[35], NUMBERS[36]).objections)
    people.merge_players(desk, people.MergeRequest(NUMBERS[35], NUMBERS[36], "one person", against))
    found = since(published(desk))
    known = {each.kind.value: each for each in found.causes}
    assert set(known) == {"correction", "facts", "merge"}
    assert known["merge"].subject == f"{office_number(34)}, {office_number(35)}"
    assert (known["correction"].subject, known["correction"].why) == (str(office_number(19)), "mistyped")
    assert (known["facts"].subject, known["facts"].why) == ("born", "seen the passport")
    assert "1990" not in without_varying(str(found))
    by = {move.id: move for move in found.moved}
    assert (by[office_number(19)].previewed, by[office_number(19)].published, by[office_number(19)].by) == (
        1800,
        1830,
        (str(office_number(19)),),
    )


def test_where_nothing_has_changed_nothing_is_told(desk: Desk) -> None:
    look(desk)
    found = since(published(desk))
    assert (found.provisional, found.causes, found.players, found.moved) == (False, (), 0, ())


def test_the_last_preview_that_was_another_is_asked_about(desk: Desk) -> None:
    look(desk)
    later = admit_one(desk, an_open("open-3", range(15, 23), start=date(2025, 11, 22)))
    look(later)
    due = on(later, DUE)
    look(due, provisional=False)
    lists.enter_correction(due, lists.NewCorrection(NUMBERS[30], 1960, "mistyped", SERIES))
    found = since(published(due))
    assert (found.previewed, found.provisional) == (DUE, False)
    assert causes(found) == [("correction", str(office_number(29)))]


def test_a_list_without_a_preview_that_is_kept_is_refused(desk: Desk) -> None:
    problem = refused(desk, "since/none", lambda: since(desk))
    assert "--provisional" in str(problem)
    refused(desk, "no-such-list", lambda: periods.show_changes_since_preview(desk, ListChoice(SERIES, Month(THEN))))


def test_what_a_preview_showed_stays(desk: Desk) -> None:
    look(desk)
    with desk.reading() as connection:
        (row,) = connection.execute(select(schema.preview_part)).all()
    assert (row.provisional, len(json.loads(row.inputs)["events"])) == (1, 2)
    with pytest.raises(Exception, match="never"), behind_the_back(desk.store) as connection:
        connection.execute(delete(schema.preview_part))
    before = everything(desk.store)
    periods.preview_list(at(desk, EARLY, dry=True), ListChoice(SERIES), True)
    assert everything(desk.store) == before


def test_by_the_command_line(tmp_path: Path) -> None:
    desk = early("sqlite", tmp_path)
    db: tuple[Any, ...] = ("--db", address_of(desk), "--who", "A. Officer")
    shown = typed("period", "preview", "--provisional", "--now", EARLY, *db)
    assert (shown.code, "; provisional, not published yet" in shown.out) == (0, True)
    assert json.loads(typed("period", "preview", "--provisional", "--json", "--now", EARLY, *db).out)["provisional"]
    later = admit_one(on(desk, EARLY), an_open("open-3", range(15, 23), start=date(2025, 11, 22)))
    published(later)
    answer = typed("period", "since-preview", "--now", DUE_THEN, *db)
    assert answer.code == 0, answer.err
    assert "fide-standard 2025-12 and the provisional preview of 2025-11-25 by A. Officer" in answer.out
    assert "event-came" in answer.out
    found = json.loads(typed("period", "since-preview", "--json", "--now", DUE_THEN, *db).out)
    assert found["causes"][0]["subject"] == "open-3"
