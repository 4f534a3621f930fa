"""A list that was opened or imported by mistake is taken back: nothing is lost, and nothing published moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand
from databases import KINDS, new_database
from office_made import NUMBERS, admitted, at
from offices_made import everything
from publication_made import (
    DUE,
    NEXT,
    OPENING,
    RATINGS,
    SERIES,
    address_of,
    admit_one,
    an_open,
    before_list,
    copied,
    on,
    open_with,
    opened,
)
from sqlalchemy import delete, insert, select, text, update
from test_lists_desk import fide_list
from typed import typed

from arpad.asjson import to_json
from arpad.days import Month
from arpad.finding import UserError
from arpad.office import care, events, lists, periods
from arpad.office.desk import Desk
from arpad.office.lists import ListChoice, TakeBackRequest
from arpad.office.store import schema
from arpad.office.upkeep.doctor import State, run_checks

RAPID = "fide-rapid"
SERVER = ("durable-server", "checksums")


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office with its opening list only, in November."""
    return copied(opened(request.param), tmp_path, date(2025, 11, 1))


@pytest.fixture(params=KINDS)
def ready(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office on the day its list of December is due: two events are admitted."""
    return copied(before_list(request.param), tmp_path, DUE)


def back(desk: Desk, series: str = SERIES, list_: int = 0, why: str = "the wrong file") -> lists.TakenBack:
    return lists.take_back_list(desk, TakeBackRequest(series, Month(list_), why, confirmed=True))


def refused(desk: Desk, message: str, attempt: Callable[[], object]) -> UserError:
    """The problem of an attempt that must fail, and leaves nothing behind."""
    before = everything(desk.store)
    with pytest.raises(UserError) as problem:
        attempt()
    assert problem.value.message == message
    assert problem.value.sentence
    assert everything(desk.store) == before
    return problem.value


def delete_below(desk: Desk, table: Any, list_: int) -> None:
    """Delete below the desk, with an entry that a list is taken back and without what is kept of it."""
    of = schema.rating_list
    seal = select(of.c.sha256).where(of.c.series == SERIES, of.c.list == list_).scalar_subquery()
    with by_hand(desk).writing("take back") as writing:
        row = {"series": SERIES, "list": list_, "sha256": seal, "head": "{}", "log": writing.seq}
        writing.connection.execute(insert(schema.taken_back).values(**row))
        writing.connection.execute(delete(table).where(table.c.list == list_))


def ill(desk: Desk) -> list[str]:
    found = run_checks(desk.store, desk.today())
    return [each.check for each in found if each.state is State.WRONG and each.check not in SERVER]


def test_an_opening_is_taken_back_and_the_series_opened_anew(ready: Desk) -> None:
    before = everything(ready.store)
    done = back(ready)
    assert (done.series, done.list_, done.kind, done.newest) == (SERIES, OPENING, "opening", None)
    assert done.again == ("open-1", "open-2")
    after = everything(ready.store)
    assert after["series"] == after["pointer"] == after["rating_list"] == after["roll_part"] == []
    (kept,) = after["taken_back"]
    head = json.loads(kept[4])
    for name, row in (("rating_list", head["list"]), ("series", head["series"])):
        assert [tuple(row[column.name] for column in schema.metadata.tables[name].c)] == before[name]
    assert {row[-1] for row in after["taken_back_part"]} == {
        row[-1] for name in ("roll_part", "period_part") for row in before[name]
    }
    assert ill(ready) == []
    with pytest.raises(UserError, match="no list of fide-standard"):
        periods.preview_list(ready, ListChoice(SERIES))
    open_with(ready, SERIES, date(2025, 11, 1), {NUMBERS[n]: rating + 10 for n, rating in RATINGS.items()})
    assert {row.standing for row in events.list_events(ready, events.EventQuery())} == {"reported"}
    summary = periods.preview_list(ready, ListChoice(SERIES))
    assert [left.event for left in summary.left_out] == ["open-1", "open-2"]
    for code in done.again:
        assert admitted(ready, code).status == "admitted"
    assert periods.preview_list(ready, ListChoice(SERIES)).events == 2
    assert not periods.publish_list(ready, periods.PublishRequest(ListChoice(SERIES), confirmed=True)).already
    assert ill(ready) == []


def test_the_log_and_the_event_say_what_happened(ready: Desk) -> None:
    back(ready)
    entry = care.read_log(ready, care.LogQuery(action="take back"))[-1]
    assert (entry.series, entry.list_, entry.why) == (SERIES, OPENING, "the wrong file")
    happened = events.show_event(ready, "open-1").history[-1]
    assert "fide-standard 2025-11 was taken back" in str(happened.note)
    assert happened.why == "the wrong file"


def test_the_office_is_as_if_it_had_never_been_opened(desk: Desk, tmp_path: Path) -> None:
    """Opened wrongly, taken back and opened rightly it publishes the list of an office that did it right at once."""
    lists_made = []
    wrong = {NUMBERS[n]: rating + 200 for n, rating in RATINGS.items()}
    right = {NUMBERS[n]: rating for n, rating in RATINGS.items()}
    back(desk)
    for given in ((wrong, right), (right,)):
        one = copied(address_of(desk), tmp_path, date(2025, 11, 1))
        for ratings in given:
            open_with(one, SERIES, date(2025, 11, 1), ratings)
            if ratings is wrong:
                back(one)
        later = on(admit_one(one, an_open("open-1")), DUE)
        periods.preview_list(later, ListChoice(SERIES))
        lists_made.append(
            periods.publish_list(later, periods.PublishRequest(ListChoice(SERIES), confirmed=True)).sha256
        )
    assert lists_made[0] == lists_made[1]


def test_an_import_is_taken_back_list_by_list(desk: Desk) -> None:
    for month, rating in (("SEP25", 1900), ("OCT25", 1950), ("NOV25", 1990)):
        lists.import_lists(desk, lists.ListImport(RAPID, (fide_list(month, {NUMBERS[1]: rating}),)))
    problem = refused(desk, "take-back/not-newest", lambda: back(desk, RAPID, 202510))
    assert "the newer ones" in str(problem)
    assert back(desk, RAPID).newest == 202510
    assert lists.show_list(desk, lists.ListQuery(ListChoice(RAPID))).list_ == date(2025, 10, 1)
    assert ill(desk) == []
    lists.import_lists(desk, lists.ListImport(RAPID, (fide_list("NOV25", {NUMBERS[1]: 1960}),)))
    assert [row["rating"] for row in lists.show_list(desk, lists.ListQuery(ListChoice(RAPID))).players] == [1960]
    for left in (202510, 202509, None):
        assert back(desk, RAPID).newest == left
        assert ill(desk) == []
    refused(desk, "no-lists", lambda: back(desk, RAPID))
    with desk.reading() as connection:
        assert len(connection.execute(select(schema.taken_back)).all()) == 4


def test_what_a_published_list_has_read_stands(desk: Desk) -> None:
    """Rapid is seated with standard ratings where there is none of rapid: its list read the standard one."""
    open_with(desk, RAPID, date(2025, 11, 1), {NUMBERS[n]: rating for n, rating in RATINGS.items()})
    due = on(desk, DUE)
    periods.preview_list(due, ListChoice(RAPID))
    periods.publish_list(due, periods.PublishRequest(ListChoice(RAPID), confirmed=True))
    problem = refused(due, "take-back/read", lambda: back(due))
    assert "fide-rapid 2025-12" in problem.sentence
    refused(due, "take-back/published", lambda: back(due, RAPID))
    refused(due, "take-back/published", lambda: back(due, RAPID, NEXT))


def test_a_correction_is_withdrawn_first(desk: Desk) -> None:
    lists.enter_correction(desk, lists.NewCorrection(NUMBERS[1], 1530, "typed wrongly", SERIES))
    refused(desk, "take-back/corrected", lambda: back(desk))
    lists.withdraw_correction(desk, lists.CorrectionWithdrawal(NUMBERS[1], "it was right", SERIES))
    assert back(desk).newest is None


def test_a_list_that_a_case_has_put_right_stands(desk: Desk) -> None:
    with by_hand(desk).writing("approve") as writing:
        here = {"series": SERIES, "list": OPENING, "layer": writing.seq}
        writing.connection.execute(insert(schema.revised_part).values(**here, name="roll", chunk=0, packed=b""))
    refused(desk, "take-back/revised", lambda: back(desk))


def test_it_needs_a_reason_and_a_confirmation_and_a_dry_run_keeps_nothing(desk: Desk) -> None:
    refused(desk, "take-back/no-reason", lambda: back(desk, why=" "))
    refused(desk, "take-back/unconfirmed", lambda: lists.take_back_list(desk, TakeBackRequest(SERIES, why="x")))
    refused(desk, "no-such-list", lambda: back(desk, SERIES, 202510))
    refused(desk, "no-lists", lambda: back(desk, "ukraine"))
    before = everything(desk.store)
    dry = at(desk, desk.today(), dry=True)
    assert lists.take_back_list(dry, TakeBackRequest(SERIES, why="x")).newest is None
    assert everything(desk.store) == before


def test_nobody_gets_around_it_through_the_database(ready: Desk) -> None:
    """A row goes only where the same bytes are kept in the same transaction, and a published list never."""
    periods.preview_list(ready, ListChoice(SERIES))
    periods.publish_list(ready, periods.PublishRequest(ListChoice(SERIES), confirmed=True))
    tables = (schema.roll_part, schema.period_part, schema.rating_list, schema.list_law)
    for table in tables:
        with pytest.raises(Exception, match="never"), behind_the_back(ready.store) as connection:
            connection.execute(delete(table).where(table.c.list == OPENING))
    with pytest.raises(Exception, match="never"), behind_the_back(ready.store) as connection:
        connection.execute(delete(schema.series))
    for list_ in (OPENING, NEXT):
        for table in tables[:3]:
            with pytest.raises(Exception, match="never"):
                delete_below(ready, table, list_)
    with pytest.raises(Exception, match="never"), behind_the_back(ready.store) as connection:
        connection.execute(update(schema.roll_part).values(chunk=7))


def test_a_backup_carries_what_was_taken_back(desk: Desk, tmp_path: Path) -> None:
    back(desk)
    file = tmp_path / "office.backup"
    care.back_up_office(desk, file)
    restored = new_database("sqlite", tmp_path)
    care.restore_backup(file, restored)
    other = copied(restored, tmp_path)
    for table in ("taken_back", "taken_back_part"):
        assert everything(other.store)[table] == everything(desk.store)[table] != []
    open_with(other, SERIES, date(2025, 11, 1), {NUMBERS[n]: rating for n, rating in RATINGS.items()})
    assert ill(other) == []


def test_by_the_command_line(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    db = ("--db", address_of(desk), "--who", "A. Officer")
    asked = typed("list", "take-back", SERIES, "--why", "x", *db)
    assert asked.code == 2
    assert "Take back the newest list of fide-standard?" in asked.err
    done = typed("list", "take-back", SERIES, "--why", "the wrong file", "--dry-run", *db)
    assert (done.code, done.out) == (
        0,
        "fide-standard 2025-11 is taken back, and with it the series: it can be opened or imported anew\n",
    )
    done = typed("list", "take-back", SERIES, "--why", "the wrong file", "--yes", "--json", *db)
    assert json.loads(done.out)["newest"] is None
    assert typed("list", "show", "--series", SERIES, *db).code == 2


def test_what_the_answer_is_as_json(desk: Desk) -> None:
    assert to_json(back(desk), lists.TakenBack)["list"] == "2025-11"


def test_the_guards_are_what_the_doctor_looks_for(desk: Desk) -> None:
    with desk.store.engine.begin() as connection:
        if desk.store.is_sqlite:
            connection.execute(text("DROP TRIGGER roll_part_no_delete"))
            connection.execute(text(
                "CREATE TRIGGER roll_part_no_delete BEFORE DELETE ON roll_part WHEN NOT (1) BEGIN "
                "SELECT RAISE(ABORT, 'rows of roll_part are never deleted'); END"
            ))  # fmt: skip
        else:
            connection.execute(text(
                "CREATE OR REPLACE FUNCTION arpad_roll_part_kept() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RAISE EXCEPTION 'never'; END $$"
            ))  # fmt: skip
    assert ill(desk) == ["triggers"]
