"""Publication: what is previewed is what is published, once, whole or not at all, and every number can be opened."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from by_hand import by_hand, preview_list, publish_list
from databases import KINDS, new_database
from office_made import NUMBERS, admitted, at, event, registered, sent
from publication_made import (
    DUE,
    DUE_THEN,
    NEXT,
    OPENING,
    RATINGS,
    SERIES,
    THEN,
    address_of,
    admit_one,
    an_open,
    before_list,
    copied,
    on,
    open_with,
    opened,
)
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from test_reports_desk import fits
from typed import typed

from arpad.columns import State, Status, Worksheets, label
from arpad.days import Month
from arpad.exact import half_away
from arpad.explain.calculation import Calculation, LawUsed
from arpad.finding import UserError
from arpad.intake import read_list
from arpad.law.rules.newcomers import FLOOR
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.report_decisions import NewExclusion, exclude_games, hold_part, release_part
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.cases.corrections import CorrectionWithdrawal, NewCorrection, enter_correction, withdraw_correction
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.lists import CalculationQuestion, EventQuestion, ListChoice, explain_event, explain_rating
from arpad.office.office_settings import found_office
from arpad.office.publishing import publish as publication
from arpad.office.publishing.imported_lists import take_over_list
from arpad.office.publishing.list_draft import summarise_draft
from arpad.office.publishing.list_law import law_of_list
from arpad.office.publishing.list_storage import seal_of_stored_parts
from arpad.office.registry.fact_changes import change_player_facts
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import read_roster, register_players, require_player_key
from arpad.office.registry.player_merges import merge_objections, merge_players, unmerge_player
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import newest_published_list, published_lists, read_roll
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.packed import unpack

WRITTEN = ("rating_list", "roll_part", "period_part", "ledger_part", "rated", "pointer", "log")


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office on the day its list of December is due: two events are admitted."""
    return copied(before_list(request.param), tmp_path, DUE)


@pytest.fixture
def file(tmp_path: Path) -> Desk:
    """The same, for what does not depend on the database."""
    return copied(before_list("sqlite"), tmp_path, DUE)


@pytest.fixture
def empty(tmp_path: Path) -> Desk:
    """An office with its opening list only."""
    return copied(opened("sqlite"), tmp_path, date(2025, 11, 1))


def rows(desk: Desk) -> dict[str, Any]:
    """Everything that a publication writes."""
    with desk.reading() as connection:
        return {name: connection.execute(select(schema.metadata.tables[name])).all() for name in WRITTEN}


def key(desk: Desk, number: int) -> int:
    with desk.reading() as connection:
        return require_player_key(connection, NUMBERS[number])


def ratings(desk: Desk, list_: int) -> dict[int, int]:
    """The ratings of a list, by the number of the story; 0 where there is none."""
    with desk.reading() as connection:
        known = read_roster(connection)
        roll = read_roll(connection, SERIES, list_, known.fide_id)
    shown = np.where(np.isin(roll.state, (State.ACTIVE.value, State.INACTIVE.value)), roll.rating, 0)
    places = {int(number): place for place, number in enumerate(known.fide_id.tolist())}
    return {n: int(shown[places[number]]) for n, number in NUMBERS.items() if number in places}


def told(desk: Desk, number: int, list_: int = NEXT) -> Calculation:
    return explain_rating(desk, CalculationQuestion(NUMBERS[number], ListChoice(SERIES, Month(list_))))


def new_rating(answer: Calculation) -> int:
    """The rating on the list that is explained."""
    assert answer.after is not None
    return answer.after.rating


def looked_and_published(desk: Desk, list_: int = NEXT) -> publication.Publication:
    preview_list(desk, SERIES, list_)
    return publish_list(desk, SERIES, list_)


# --- what is previewed is what is published -----------------------------------------------------------------------


def test_a_list_is_published_as_previewed_and_a_second_time_changes_nothing(desk: Desk) -> None:
    made = preview_list(desk, SERIES, NEXT)
    with desk.reading() as connection:
        noted = connection.execute(select(schema.preview.c.inputs_sha256)).scalars().all()
        seen = summarise_draft(connection, made)
    assert noted == [made.inputs.sha256]
    assert (seen.events, seen.games, seen.left_out, seen.corrections) == (2, 40, (), ())
    fits("period preview", seen)
    done = publish_list(desk, SERIES, NEXT)
    assert not done.already
    stand = rows(desk)
    again = publish_list(desk, SERIES, NEXT)
    assert (again.already, again.sha256) == (True, done.sha256)
    assert rows(desk) == stand
    assert {row.list for row in stand["rated"]} == {NEXT}
    assert [row.list for row in stand["pointer"]] == [NEXT]
    with desk.reading() as connection:
        assert published_lists(connection, SERIES) == (OPENING, NEXT)


def test_a_list_nobody_has_seen_is_not_published(desk: Desk) -> None:
    before = rows(desk)
    with pytest.raises(UserError, match="nobody has seen this list yet"):
        publish_list(desk, SERIES, NEXT)
    assert rows(desk) == before


def part_of(desk: Desk, code: str) -> Any:
    with desk.reading() as connection:
        return find_parts_by_name(connection, [code])[0]


def an_event(desk: Desk) -> None:
    assert (
        sent(desk, an_open("open-1", results={(1, 1): "0"}), terms=SubmissionTerms("open-1", replace=True)).status
        == "accepted"
    )


def a_birth(desk: Desk) -> None:
    with by_hand(desk).writing("player-change", why="passport") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[20]), {"born": 20100304})


def a_hold(desk: Desk) -> None:
    hold_part(by_hand(desk), part_of(desk, "open-1"), "inquiry")


def a_correction(desk: Desk) -> None:
    enter_correction(desk, NewCorrection(NUMBERS[3], 1600, "misprint", SERIES, Month(NEXT)))


def a_merge(desk: Desk) -> None:
    merge(desk, 39, 40)


def a_player(desk: Desk) -> None:
    with by_hand(desk).writing("player-add") as writing:
        register_players(writing, [Person("Invented99, Ann", federation="UKR")])


CHANGES = (an_event, a_birth, a_hold, a_correction, a_merge, a_player)


@pytest.mark.parametrize("changed", CHANGES, ids=lambda f: f.__name__)
def test_what_changed_since_the_preview_must_be_looked_at_again(file: Desk, changed: Any) -> None:
    preview_list(file, SERIES, NEXT)
    changed(file)
    before = rows(file)
    with pytest.raises(UserError, match="changed since the preview"):
        publish_list(file, SERIES, NEXT)
    assert rows(file) == before
    assert not looked_and_published(file).already


def test_a_change_and_its_undoing_leave_the_preview_as_it_was(file: Desk) -> None:
    """The negative control: it is the inputs that are compared, not the number of entries in the log."""
    preview_list(file, SERIES, NEXT)
    a_hold(file)
    release_part(by_hand(file), part_of(file, "open-1"), "nothing found")
    with by_hand(file).writing("player-change", why="moved") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[20]), {"region": "Nowhere"})
    assert not publish_list(file, SERIES, NEXT).already


def test_what_changes_while_the_list_is_being_made_stops_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading the inputs and writing the list, another officer enters a correction."""
    preview_list(desk, SERIES, NEXT)
    desk.drafts.clear()  # as in a process that did not preview it
    making = vars(publication)["make_draft"]

    def slowly(connection: Any, inputs: Any) -> Any:
        made = making(connection, inputs)
        monkeypatch.setattr(publication, "make_draft", making)
        if not desk.store.is_sqlite:  # in SQLite's rollback journal a writer waits for the reader
            a_correction(desk)
        return made

    packing = vars(publication)["parts_of"]

    def later(*given: Any) -> Any:
        if desk.store.is_sqlite:
            a_correction(desk)
        return packing(*given)

    monkeypatch.setattr(publication, "make_draft", slowly)
    monkeypatch.setattr(publication, "parts_of", later)
    with pytest.raises(UserError, match="changed since the preview"):
        publish_list(desk, SERIES, NEXT)
    with desk.reading() as connection:
        assert newest_published_list(connection, SERIES) == OPENING


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seals of the inputs of every list that is made from now on."""
    making, seals = vars(publication)["make_draft"], []

    def make(connection: Any, inputs: Any) -> Any:
        seals.append(inputs.sha256)
        return making(connection, inputs)

    monkeypatch.setattr(publication, "make_draft", make)
    return seals


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_is_made_once_where_the_same_desk_previews_and_publishes(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (copied(before_list(kind), tmp_path, DUE) for _ in range(2))
    lists = counted(monkeypatch)
    once = looked_and_published(here)
    assert len(lists) == 1
    preview_list(there, SERIES, NEXT)
    twice = publish_list(replace(there, drafts={}), SERIES, NEXT)
    assert len(lists) == 3
    assert once.sha256 == twice.sha256
    assert here.drafts == {}


def test_a_preview_is_made_again_after_any_entry_of_the_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = counted(monkeypatch)
    preview_list(desk, SERIES, NEXT)
    with by_hand(desk).writing("player-change", why="moved") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[20]), {"region": "Nowhere"})
    publish_list(desk, SERIES, NEXT)
    assert len(lists) == 2


def test_what_is_written_while_a_list_is_previewed_is_not_lost(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of the preview comes after that of a correction which the draft does not know."""
    writing = Desk.writing

    def after_a_correction(self: Desk, action: str, *given: Any, **named: Any) -> Any:
        if action == "preview":
            monkeypatch.setattr(Desk, "writing", writing)
            a_correction(self)
        return writing(self, action, *given, **named)

    monkeypatch.setattr(Desk, "writing", after_a_correction)
    preview_list(desk, SERIES, NEXT)
    with pytest.raises(UserError, match="changed since the preview"):
        publish_list(desk, SERIES, NEXT)


def test_a_dry_preview_leaves_no_draft(desk: Desk) -> None:
    dry = replace(desk, dry=True)
    preview_list(dry, SERIES, NEXT)
    assert dry.drafts == {}
    a_correction(desk)  # in SQLite it has the number in the log that the preview would have had
    with pytest.raises(UserError, match="nobody has seen this list yet"):
        publish_list(dry, SERIES, NEXT)


def test_a_correction_after_the_draft_was_read_stops_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    preview_list(desk, SERIES, NEXT)
    packing = vars(publication)["parts_of"]

    def later(*given: Any) -> Any:
        a_correction(desk)
        return packing(*given)

    monkeypatch.setattr(publication, "parts_of", later)
    with pytest.raises(UserError, match="changed since the preview"):
        publish_list(desk, SERIES, NEXT)


@pytest.mark.parametrize("table", ["rating_list", "roll_part", "period_part", "ledger_part", "rated", "pointer"])
def test_a_failure_in_the_middle_leaves_nothing(desk: Desk, table: str) -> None:
    from sqlalchemy import event as listen

    preview_list(desk, SERIES, NEXT)
    before = rows(desk)

    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if f"INTO {table} " in statement or f"UPDATE {table} " in statement:
            raise OSError("the disk is full")

    listen.listen(desk.store.engine, "before_cursor_execute", fail)
    with pytest.raises(OSError, match="full"):
        publish_list(desk, SERIES, NEXT)
    listen.remove(desk.store.engine, "before_cursor_execute", fail)
    assert rows(desk) == before
    assert not publish_list(desk, SERIES, NEXT).already


def test_a_dry_run_publishes_nothing(desk: Desk) -> None:
    preview_list(desk, SERIES, NEXT)
    before = rows(desk)
    done = publish_list(replace(desk, dry=True), SERIES, NEXT)
    assert rows(desk) == before
    assert publish_list(desk, SERIES, NEXT).sha256 == done.sha256


# --- which list, and when -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("list_", "said"),
    [
        (THEN, "the list after 2025-11 of fide-standard is 2025-12"),
        (202512 + 100, "is 2025-12"),
        (202510, "is 2025-12"),
    ],
)
def test_only_the_next_list_can_be_made(file: Desk, list_: int, said: str) -> None:
    for attempt in (preview_list, publish_list):
        with pytest.raises(UserError, match=said):
            attempt(file, SERIES, list_)


def test_nothing_is_published_on_or_before_the_closing_day(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path)
    assert desk.today() < date(2025, 11, 28)
    before = rows(desk)
    for day in (date(2025, 11, 20), date(2025, 11, 28)):
        for attempt in (preview_list, publish_list):
            with pytest.raises(UserError, match="closes on 2025-11-28"):
                attempt(on(desk, day), SERIES, NEXT)
    assert rows(desk) == before
    assert not looked_and_published(on(desk, date(2025, 11, 29))).already


def test_lists_go_on_from_one_edition_to_the_next(tmp_path: Path) -> None:
    """From May 2011 to September 2012: K 25 becomes 30 for a new player, lists become monthly, the floor falls."""
    first = date(2011, 5, 1)
    address = new_database("sqlite", tmp_path)
    desk = found_office(connect_store(address, create=True), "officer", Clock(set_to=first), rehearsal=True)
    with by_hand(desk).writing("enter") as writing:
        register_players(writing, [Person("Invented1, Ann", 990007, born=19800102, federation="UKR")])
    open_with(desk, SERIES, first, {990007: 1700})
    made = []
    for list_ in (201107, 201109, 201111, 201201, 201203, 201205, 201207, 201208, 201209):
        later = on(desk, Month(list_).first)
        assert not looked_and_published(later, list_).already
        with later.reading() as connection:
            made.append(law_of_list(connection, SERIES, list_))
    years = [law.edition.removeprefix("fide-standard-") for law in made]
    assert years == ["2009", *["2011"] * 6, "2012", "2012"]
    assert [law.book.rule(FLOOR).rating for law in made] == [1200] * 7 + [1000] * 2
    carried = ["adjustments", "fide-standard-2009", "fide-standard-2011", "fide-standard-2012", "readings"]
    assert sorted(made[-1].law.files) == [f"{name}.toml" for name in carried]
    assert {law.used for law in made} == {LawUsed.SAME}


def fide(ratings_: Mapping[int, int], head: str = "JUL18") -> Any:
    """A FIDE list, as it is read."""
    import io

    lines = [f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}{head:<6}"
             f"{'Gms':<4}{'K':<3}{'B-day':<6}Flag"]  # fmt: skip
    for number, rating in ratings_.items():
        lines.append(f"{number:<15}{'Invented, Ann':<61}{'UKR':<4}{'F':<4}{'':<5}{'':<5}{'':<15}{'':<4}{rating:<6}"
                     f"{'0':<4}{'10':<3}{'1980':<6}")  # fmt: skip
    given, findings = read_list(io.BytesIO("\r\n".join([*lines, ""]).encode()), "list.txt", "standard")
    assert [finding for finding in findings if finding.tier == "refuse"] == []
    return given


def test_an_imported_series_is_not_published_here(file: Desk) -> None:
    take_over_list(
        by_hand(file),
        "fide-rapid",
        replace(fide({990007: 1700}), standings=_as(fide({990007: 1700}), "rapid")),
        202511,
        "x",
    )
    for list_ in (202511, 202512):
        for attempt in (preview_list, publish_list):
            with pytest.raises(UserError, match="fide-rapid is imported"):
                attempt(file, "fide-rapid", list_)


def _as(ratings_: Any, name: str) -> Any:
    return {name: next(iter(ratings_.standings.values()))}


# --- an event counts once, in its list ----------------------------------------------------------------------------


def test_a_rated_event_counts_once_and_is_closed(desk: Desk) -> None:
    looked_and_published(desk)
    later = on(desk, DUE_THEN)
    made = preview_list(later, SERIES, THEN)
    assert (made.inputs.events, made.inputs.left_out) == ((), ())
    with pytest.raises(UserError, match="rated in the list 2025-12"):
        hold_part(by_hand(later), part_of(later, "open-1"), "too late")
    with later.reading() as connection:
        row = {**dict(connection.execute(select(schema.rated)).mappings().all()[0]), "list": THEN}
    with pytest.raises(IntegrityError), by_hand(later).writing("forge") as writing:
        writing.connection.execute(insert(schema.rated).values(**row))


def test_an_event_that_was_admitted_anew_counts_as_it_was_admitted_last(file: Desk) -> None:
    exclude_games(by_hand(file), part_of(file, "open-1"), NewExclusion("open-1", 1, 2, why="a fraud"))
    assert admitted(file, "open-1").status == "admitted"
    looked_and_published(file)
    games = explain_event(file, EventQuestion("open-1")).players[0].games
    assert [game.status is Status.LEFT_OUT for game in games] == [False, True, False, False, False]


def test_a_game_is_told_with_the_colour_it_was_played_with(file: Desk) -> None:
    """The first of the table has white in all rounds, and so each of the others black against him."""
    looked_and_published(file)
    first, *others = explain_event(file, EventQuestion("open-1")).players
    assert [game.colour for game in first.games] == ["white"] * 5
    against = [game.colour for player in others for game in player.games if game.opponent_id == first.id]
    assert against == ["black"] * 5
    assert [game.colour for game in explain_rating(file, CalculationQuestion(first.id)).events[0].games] == [
        "white"
    ] * 5


def test_the_seal_is_that_of_everything_that_is_stored_of_a_list(desk: Desk) -> None:
    looked_and_published(desk)
    with desk.reading() as connection:
        head = connection.execute(select(schema.rating_list).where(schema.rating_list.c.list == NEXT)).one()
        assert seal_of_stored_parts(connection, SERIES, NEXT, head.inputs_sha256) == head.sha256


@pytest.mark.parametrize(("points", "doubted"), [(199, False), (200, True), (-199, False), (-200, True)])
def test_a_correction_by_two_hundred_points_or_more_must_be_meant(file: Desk, points: int, doubted: bool) -> None:
    given = NewCorrection(NUMBERS[10], RATINGS[10] + points, "a slip of the pen", SERIES)
    with pytest.raises(UserError, match="200 points") if doubted else nullcontext():
        enter_correction(file, given)
    if doubted:
        assert enter_correction(file, replace(given, confirmed=True)).rating == given.rating


def test_a_late_report_enters_the_next_list_by_the_ratings_of_its_start(file: Desk) -> None:
    looked_and_published(file)
    first = new_rating(told(file, 15))
    late = an_open("open-3", range(1, 9), start=date(2025, 11, 20))
    later = admit_one(on(file, date(2025, 12, 2)), late)
    later = on(later, DUE_THEN)
    looked_and_published(later, THEN)
    assert first == RATINGS[15]
    game = told(later, 1, THEN).events[0].games[0]
    assert game.opponent_rating == RATINGS[8]  # as on the list of November, not of December
    before, after = ratings(later, NEXT), ratings(later, THEN)
    assert before[8] != RATINGS[8]
    assert after[1] > before[1] > RATINGS[1]


def test_each_part_of_a_league_is_rated_in_its_period(empty: Desk) -> None:
    made = event("league", ratings=[RATINGS[n] for n in range(1, 9)], rounds=4, league=True, length=40, dated=False,
                 start=date(2025, 11, 10), approvals=["late-registration", "long-event"])  # fmt: skip
    days = ["25/11/10", "25/11/12", "25/12/15", "25/12/17"]
    text = made.text.replace("001    1", f"{'132':<91}" + "  ".join(days) + "\r\n001    1", 1)
    registered(empty, made)
    first = on(empty, date(2025, 11, 14))
    sent(first, text.encode(), terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    done = admitted(first, "league/1")
    assert (done.status, str(done.list_)) == ("admitted", "2025-12"), done
    due = on(first, DUE)
    assert [(e.code, e.part) for e in preview_list(due, SERIES, NEXT).inputs.events] == [("league", 1)]
    publish_list(due, SERIES, NEXT)
    second = on(due, date(2025, 12, 20))
    sent(second, text.encode(), terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    assert admitted(second, "league/2").status == "admitted"
    looked_and_published(on(second, DUE_THEN), THEN)
    with second.reading() as connection:
        rated = connection.execute(select(schema.rated.c.part, schema.rated.c.list).order_by(schema.rated.c.part)).all()
    assert rated == [(1, NEXT), (2, THEN)]
    here, there = told(second, 1, NEXT).events, told(second, 1, THEN).events
    assert [game.status for line in here for game in line.games] == [Status.COUNTED] * 2
    assert [game.status for line in there for game in line.games] == [Status.EARLIER_PART] * 2 + [Status.COUNTED] * 2
    assert sum(line.counted for line in here) == sum(line.counted for line in there) == 2


# --- corrections --------------------------------------------------------------------------------------------------


def test_a_correction_moves_the_base_is_previewed_and_explained(desk: Desk) -> None:
    plain = preview_list(desk, SERIES, NEXT)
    k = key(desk, 3)
    done = enter_correction(
        desk, NewCorrection(NUMBERS[3], RATINGS[3] + 100, "the opening list was misprinted", SERIES, Month(NEXT))
    )
    assert (done.stood, done.rating, done.player) == (RATINGS[3], RATINGS[3] + 100, office_number(k))
    made = preview_list(desk, SERIES, NEXT)
    assert made.roll.rating[k] == plain.roll.rating[k] + 100
    with desk.reading() as connection:
        (shown,) = summarise_draft(connection, made).corrections
        entry = connection.execute(select(schema.log).where(schema.log.c.action == "correct")).one()
    assert (shown.stood, shown.rating, shown.why) == (RATINGS[3], RATINGS[3] + 100, entry.why)
    assert (entry.who, entry.why) == ("A. Officer", "the opening list was misprinted")
    publish_list(desk, SERIES, NEXT)
    (adjusted,) = told(desk, 3).adjustments
    assert (label(adjusted.kind), adjusted.who) == ("correction", "A. Officer")
    assert adjusted.why == "the opening list was misprinted"
    assert adjusted.after - adjusted.before == 100
    assert new_rating(told(desk, 3)) == plain.roll.rating[k] + 100


def test_the_last_correction_holds_and_one_can_be_withdrawn(file: Desk) -> None:
    plain = preview_list(file, SERIES, NEXT).inputs.sha256
    enter_correction(file, NewCorrection(NUMBERS[3], 1700, "first", SERIES, Month(NEXT)))
    enter_correction(file, NewCorrection(NUMBERS[3], 1650, "second", SERIES, Month(NEXT)))
    (held,) = preview_list(file, SERIES, NEXT).inputs.corrections
    assert (held.rating, held.why) == (1650, "second")
    withdraw_correction(file, CorrectionWithdrawal(NUMBERS[3], "it was right", SERIES, Month(NEXT)))
    assert preview_list(file, SERIES, NEXT).inputs.sha256 == plain
    with pytest.raises(UserError, match="nothing is to be withdrawn"):
        withdraw_correction(file, CorrectionWithdrawal(NUMBERS[3], "again", SERIES, Month(NEXT)))


@pytest.mark.parametrize(
    ("number", "rating", "list_", "why", "said"),
    [
        (NUMBERS[3], 1700, NEXT, " ", "needs its reason"),
        (NUMBERS[3], 1700, THEN, "x", "shows on 2025-12"),
        (NUMBERS[3], 1700, OPENING, "x", "shows on 2025-12"),
        (NUMBERS[3], 17, NEXT, "x", "give a rating of 1400"),
        (NUMBERS[3], 17000, NEXT, "x", "to 4000"),
        (NUMBERS[40], 1700, NEXT, "x", "has no rating on the list"),
        (123456, 1700, NEXT, "x", "nobody has it"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    file: Desk, number: int, rating: int, list_: int, why: str, said: str
) -> None:
    before = rows(file)
    with pytest.raises(UserError, match=said):
        enter_correction(file, NewCorrection(number, rating, why, SERIES, Month(list_)))
    assert rows(file) == before


def test_a_correction_of_somebody_merged_since_is_asked_about(file: Desk) -> None:
    enter_correction(file, NewCorrection(NUMBERS[20], 1700, "x", SERIES, Month(NEXT)))
    merge(file, 21, 20)
    with pytest.raises(UserError, match=r"list correct \d+ --withdraw"):
        preview_list(file, SERIES, NEXT)
    with pytest.raises(UserError, match="counts as"):
        enter_correction(file, NewCorrection(NUMBERS[20], 1710, "x", SERIES, Month(NEXT)))
    withdraw_correction(file, CorrectionWithdrawal(NUMBERS[20], "merged", SERIES, Month(NEXT)))
    preview_list(file, SERIES, NEXT)


# --- merged, and parted again -------------------------------------------------------------------------------------


def merge(desk: Desk, kept: int, gone: int) -> None:
    with by_hand(desk).writing("player-merge", why="one person") as writing:
        keys = (
            require_player_key(writing.connection, NUMBERS[kept]),
            require_player_key(writing.connection, NUMBERS[gone]),
        )
        merge_players(writing, *keys, merge_objections(writing.connection, *keys))


def unmerge(desk: Desk, gone: int) -> None:
    with by_hand(desk).writing("player-unmerge", why="two after all") as writing:
        unmerge_player(writing, require_player_key(writing.connection, NUMBERS[gone]))


def test_two_rated_players_merged_are_one_row_and_parted_are_two_again(desk: Desk) -> None:
    """1 played in December's period; 20 did not play and is merged into 1, and parted after the list."""
    merge(desk, 1, 20)
    looked_and_published(desk)
    december = ratings(desk, NEXT)
    assert (december[20], ratings(desk, OPENING)[20]) == (0, RATINGS[20])
    assert december[1] > RATINGS[1]
    later = on(desk, DUE_THEN)
    unmerge(later, 20)
    looked_and_published(later, THEN)
    january = ratings(later, THEN)
    assert (january[20], january[1]) == (RATINGS[20], december[1])
    assert ratings(later, NEXT) == december  # a published list never changes


def test_games_of_the_one_merged_away_count_for_the_one_kept(file: Desk) -> None:
    merge(file, 20, 1)
    looked_and_published(file)
    december = ratings(file, NEXT)
    assert december[1] == 0
    assert december[20] > RATINGS[20]
    games = told(file, 20).events[0].games
    assert len(games) == 5
    assert told(file, 2).events[0].games[-1].opponent_name
    assert {game.opponent_rating for each in told(file, 8).events for game in each.games} >= {RATINGS[20]}


def test_a_rating_is_not_lost_when_the_unrated_number_is_the_one_kept(desk: Desk) -> None:
    """36 is not on the list; 1 is, and played. Kept is 36: the person goes on with the rating of 1."""
    alone = preview_list(desk, SERIES, NEXT).roll.rating[key(desk, 1)]
    merge(desk, 36, 1)
    looked_and_published(desk)
    december = ratings(desk, NEXT)
    assert (december[1], december[36]) == (0, alone)
    assert told(desk, 36).events[0].k == 20
    later = on(desk, DUE_THEN)
    unmerge(later, 1)
    looked_and_published(later, THEN)
    january = ratings(later, THEN)
    assert (january[1], january[36]) == (RATINGS[1], 0)  # each has what was his own
    assert not looked_and_published(on(later, date(2026, 2, 1)), 202602).already
    assert ratings(later, 202602) == january


def test_a_newcomer_pool_follows_merge_and_parting(desk: Desk) -> None:
    """33 and 34 wait with four games each; 34 is merged into 33, and parted again."""
    looked_and_published(desk)

    def waiting(on_: Desk, list_: int) -> dict[int, int]:
        made = preview_list(on_, SERIES, list_)
        keys = {key(on_, n): n for n in (33, 34)}
        return {keys[p]: int(g) for p, g in zip(made.period.firsts.player, made.period.firsts.games, strict=True)}

    later = on(desk, DUE_THEN)
    assert waiting(later, THEN) == {33: 4, 34: 4}
    merge(later, 33, 34)
    assert waiting(later, THEN) == {33: 8}
    publish_list(later, SERIES, THEN)
    assert ratings(later, THEN)[33] > 0
    unmerge(later, 34)
    made = preview_list(on(later, date(2026, 2, 1)), SERIES, 202602)
    assert made.roll.state[key(later, 34)] == State.NONE.value


def test_a_pool_goes_back_through_a_chain_of_merges(file: Desk) -> None:
    """34 into 35, 35 into 36; then 35 is parted from 36 and takes what 34 played along."""
    looked_and_published(file)
    merge(file, 35, 34)
    merge(file, 36, 35)
    later = on(file, DUE_THEN)
    looked_and_published(later, THEN)
    unmerge(later, 35)
    made = preview_list(on(later, date(2026, 2, 1)), SERIES, 202602)
    waits = dict(zip(made.period.firsts.player.tolist(), made.period.firsts.games.tolist(), strict=True))
    assert waits == {key(file, 33): 4, key(file, 35): 4}


def test_two_numbers_of_one_person_cannot_both_have_played_in_an_event(file: Desk) -> None:
    merge(file, 1, 2)
    with pytest.raises(UserError, match=r"stands twice in open-1.*unmerge"):
        preview_list(file, SERIES, NEXT)


# --- every number opened ------------------------------------------------------------------------------------------


def test_every_explanation_adds_up_to_the_stored_worksheet_and_shows_every_game(desk: Desk) -> None:
    made = preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    with desk.reading() as connection:
        part_ = schema.period_part
        packed = connection.execute(select(part_.c.packed).where(part_.c.name == "worksheets")).scalars().all()
        sheets = [unpack(Worksheets, each) for each in packed]
        known = read_roster(connection)
        people = range(len(known))
        all_told = {}
        for each in people:
            try:
                all_told[each] = explain_rating(
                    desk, CalculationQuestion(int(known.id[each]), ListChoice(SERIES, Month(NEXT)))
                )
            except UserError:
                assert made.roll.state[each] == State.NONE.value
    seen = 0
    for sheet in sheets:
        for at_, player in enumerate(sheet.player.tolist()):
            answer = all_told[player]
            lines = [each.change for each in answer.events]
            deltas = [game.delta for each in answer.events for game in each.games]
            assert sum(lines) == int(sheet.change[at_])
            assert sum(deltas) == int(sheet.sum[at_])
            assert int(half_away(int(sheet.change[at_]), 100)) == int(sheet.rounded[at_])
            assert answer.before is not None
            assert new_rating(answer) - answer.before.rating == int(sheet.rounded[at_])
            seen += 1
    assert seen == 14
    shown = sum(len(each.games) for answer in all_told.values() for each in answer.events)
    assert shown == 2 * len(made.period.games)
    newcomer = told(desk, 33).events[0].games
    assert [game.status for game in newcomer].count(Status.UNRATED_OPPONENT) == 1


def test_an_event_in_which_no_game_of_his_counted_stays_visible(empty: Desk) -> None:
    """A rated player meets newcomers only, or nobody comes: nothing counts for him, and everything is shown."""
    players = [1, 2, 3, 4, 5, 6, 7, 8]
    results = {(1, turn): "+" for turn in range(1, 6)}
    desk = admit_one(empty, an_open("open-9", players, results=results))
    due = on(desk, DUE)
    looked_and_published(due)
    answer = told(due, 1)
    assert [game.status for each in answer.events for game in each.games] == [Status.UNPLAYED_GAME] * 5
    assert new_rating(answer) == RATINGS[1]


def test_an_explanation_is_json_as_its_type_says(file: Desk) -> None:
    looked_and_published(file)
    for number in (1, 33):  # somebody rated, and a newcomer
        written = fits("explain", told(file, number))
        assert written["list"] == "2025-12"
    assert [event["games"] for event in written["pooled"]] == [4]
    assert written["steps"][-1]["fields"] == {"games": 4, "needed": 5, "until": "2028-01"}


def test_an_event_sheet_says_of_everybody_what_his_own_explanation_says_of_the_event(file: Desk) -> None:
    with pytest.raises(UserError, match="open-1 is on no list yet"):
        explain_event(file, EventQuestion("open-1"))
    looked_and_published(file)
    sheet = explain_event(file, EventQuestion("open-1"))
    assert (sheet.code, sheet.list, sheet.edition) == ("open-1", Month(NEXT), "fide-standard-2025")
    for line in sheet.players:
        (event_,) = [
            each for each in explain_rating(file, CalculationQuestion(line.id)).events if each.code == "open-1"
        ]
        columns = (line.rc, line.ro, line.score, line.counted, line.sum, line.k, line.change, line.status, line.games)
        assert columns == (event_.rc, event_.ro, event_.score, event_.counted, event_.sum, event_.k, event_.change,
                           event_.status, event_.games)  # fmt: skip
    assert fits("explain --event", sheet)["players"][0]["status"] == "counted"
    address = address_of(file)
    printed = typed("explain", "--event", "open-1", "--db", address).out
    assert [line.name for line in sheet.players if line.name not in printed] == []
    assert "give the one or the other" in typed("explain", "--db", address).err


def test_explain_says_who_is_not_on_the_list(file: Desk) -> None:
    looked_and_published(file)
    with pytest.raises(UserError, match="is not on the list 2025-12"):
        told(file, 40)
    assert told(file, 1, OPENING).opening is not None  # nothing was computed: what was stated and concluded is told


def test_names_in_an_explanation_are_those_of_the_day_it_was_published(file: Desk) -> None:
    looked_and_published(file)
    with by_hand(file).writing("player-change", why="married") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[1]), {"name": "Newname, Ann"})
    assert told(file, 1).name == "Invented1, Ann"


# --- other series -------------------------------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def national(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """A national list of Ukraine beside FIDE's, June 2019; one player is far higher there."""
    address = new_database(request.param, tmp_path)
    desk = found_office(
        connect_store(address, create=True), "officer", Clock(set_to=date(2019, 6, 1)), "UKR", rehearsal=True
    )
    with by_hand(desk).writing("enter") as writing:
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in (1, 2, 3)]
        )
    for list_ in (201906, 201907):
        take_over_list(
            by_hand(at(desk, date(2019, 7, 1)) if list_ > 201906 else desk),
            SERIES,
            fide({NUMBERS[1]: 2640}),
            list_,
            "x",
        )
        if list_ == 201906:
            open_with(desk, "ukraine", date(2019, 6, 1), {NUMBERS[1]: 2550, NUMBERS[2]: 2400})
    return at(desk, date(2019, 7, 2))


def test_equalisation_stands_in_the_explanation(national: Desk) -> None:
    made = preview_list(national, "ukraine", 201907)
    assert len(made.adjustments) == 1
    publish_list(national, "ukraine", 201907)
    answer = explain_rating(national, CalculationQuestion(NUMBERS[1], ListChoice("ukraine", Month(201907))))
    (adjusted,) = answer.adjustments
    assert (label(adjusted.kind), adjusted.before, adjusted.after) == ("equalisation", 2550, 2640)
    assert adjusted.articles == ("6.6",)
    assert new_rating(answer) == 2640


def test_a_changed_fide_number_changes_what_a_national_list_reads(national: Desk) -> None:
    """The other list knows players by FIDE number: whoever gets the number gets its rating, so it is an input."""
    preview_list(national, "ukraine", 201907)
    with by_hand(national).writing("player-change", why="typing error") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[1]), {"fide_id": 999001})
    with pytest.raises(UserError, match="changed since the preview"):
        publish_list(national, "ukraine", 201907)


def test_a_list_that_is_needed_beside_is_asked_for(tmp_path: Path) -> None:
    address = new_database("sqlite", tmp_path)
    desk = found_office(
        connect_store(address, create=True), "officer", Clock(set_to=date(2019, 6, 1)), "UKR", rehearsal=True
    )
    with by_hand(desk).writing("enter") as writing:
        register_players(writing, [Person("Invented1, Ann", NUMBERS[1], born=19800102, federation="UKR")])
    open_with(desk, "ukraine", date(2019, 6, 1), {NUMBERS[1]: 2550})
    with pytest.raises(UserError, match="no list of fide-standard; begin with"):
        preview_list(at(desk, date(2019, 7, 2)), "ukraine", 201907)


def test_an_opening_list_names_a_player_once(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    twice = {NUMBERS[1]: 1700, office_number(key(desk, 1)): 1800}
    with pytest.raises(UserError, match="are one player"):
        open_with(desk, "fide-rapid", date(2025, 11, 1), twice)
