"""What an office tells of newcomers is what its lists know: the pool, earlier events, ratings that came since.

Ratings of the players: 1500 + 15 n (`publication_made`); 33 and 34 are unrated.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import preview_list, publish_list
from databases import KINDS
from office_made import admitted, at, registered, reported, sent, write
from publication_made import DUE, DUE_THEN, NEXT, SERIES, THEN, admit_one, an_open, copied, on, opened
from typed import typed

from arpad.columns import Pool, Status
from arpad.days import Month
from arpad.finding import Finding
from arpad.office.book import merged_rolls
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.report_decisions import examine_part
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.lists import CalculationQuestion, ListChoice, explain_rating
from arpad.office.reports import EventOrder, arbiter_letters

FIELD = [1, 2, 3, 4, 5, 6, 7]
ZERO = {(8, turn): "0" for turn in range(1, 6)}
DECEMBER = date(2025, 12, 8)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(opened(request.param), tmp_path, date(2025, 11, 1))


@pytest.fixture
def file(tmp_path: Path) -> Desk:
    return copied(opened("sqlite"), tmp_path, date(2025, 11, 1))


def listed(desk: Desk, list_: int, day: date) -> Desk:
    today = on(desk, day)
    preview_list(today, SERIES, list_)
    publish_list(today, SERIES, list_)
    return today


def about(desk: Desk, code: str, newcomer: int = 33) -> dict[str, dict[str, Any]]:
    """What the letter of an event is made of, about a newcomer: the fields by message."""
    with desk.reading() as connection:
        (part,) = find_parts_by_name(connection, [code])
    found: tuple[Finding, ...] = examine_part(desk, ListMemory(), part).answer.findings
    return {f.message: dict(f.fields) for f in found if str(dict(f.fields).get("name")) == f"Invented{newcomer}, Ann"}


def words(desk: Desk, code: str) -> str:
    (letter,) = arbiter_letters(desk, EventOrder((code,)))
    return " ".join(letter.text.split())


def event_of(code: str, start: date, results: Any = None, players: Any = (*FIELD, 33), rounds: int = 3) -> Any:
    return an_open(code, list(players), start=start, results=results or {}, rounds=rounds)


def test_2025_8_2_1_a_zero_in_a_second_event_is_no_first_event(desk: Desk) -> None:
    """8.2.1: zero in the first event is disregarded; 0 of 3 after 1 of 3 counts, 6 games, and they are published."""
    later = admit_one(desk, event_of("first", date(2025, 11, 10), {(8, 1): "1", (8, 2): "0", (8, 3): "0"}))
    waiting = about(later, "first")["minimum-games/pending"]
    assert (waiting["games"], waiting["needed"], waiting["elsewhere"]) == (3, 5, 0)
    later = listed(later, NEXT, DUE)
    later = reported(later, event_of("second", DECEMBER, ZERO))
    told = about(later, "second")
    assert not [name for name in told if name.startswith("first-event")]
    assert "first event" not in words(later, "second")


def test_2025_7_1_4_so_many_of_so_many_games_counts_the_pool_and_until_is_that_of_the_oldest(desk: Desk) -> None:
    """7.1.4: 2 games of November and 2 of December are 4 of 5; November's count for 26 months, to January 2028."""
    won = {(8, 1): "1"}
    later = listed(admit_one(desk, event_of("first", date(2025, 11, 10), won, rounds=2)), NEXT, DUE)
    later = reported(later, event_of("second", DECEMBER, rounds=2))
    waiting = about(later, "second")["minimum-games/pending"]
    assert (waiting["games"], waiting["needed"], waiting["elsewhere"], str(waiting["until"])) == (4, 5, 2, "2028-01")
    said = "has 4 of 5 games for a first rating, 2 of them from other events; all of them count until the list of 2028"
    assert said in words(later, "second")
    later = listed(at_admitted(later, "second"), THEN, DUE_THEN)
    assert about(later, "second")["minimum-games/pending"] == waiting  # after the list, too: the event counts once
    outcome = explain_rating(later, CalculationQuestion(990000 + 7 * 33, ListChoice(SERIES, Month(THEN)))).steps[-1]
    assert (outcome.fields.games, outcome.fields.needed, str(outcome.fields.until)) == (4, 5, "2028-01")  # type: ignore[union-attr]


def at_admitted(desk: Desk, code: str) -> Desk:
    assert admitted(desk, code).status == "admitted"
    return desk


def test_s5_points_against_unrated_opponents_are_no_points_and_both_numbers_are_told(file: Desk) -> None:
    """8.2.1, S5: with seven unrated players and one rated, 33 beats unrated ones and loses to the rated one."""
    unrated = [33, 34, 35, 36, 37, 38, 39]
    results = {(8, turn): "1" for turn in range(1, 8)} | {(1, turn): "1" for turn in range(2, 8)}
    later = reported(file, event_of("few", date(2025, 11, 10), results, [*unrated, 1], rounds=7))
    told = about(later, "few")["first-event/very-first"]
    assert (told["score"], told["games"], told["in_all"], told["needed"]) == ("0", 1, "6", "0.5")
    assert "scored 0 in 1 game against rated opponents (6 in all)" in words(later, "few")


def test_a_player_rated_since_is_no_newcomer_and_his_opponents_are_told_why_they_lose_games(file: Desk) -> None:
    """2024 8.2.4: unrated when the event began, rated on the list since; his opponents meet him as unrated."""
    wins = {(8, 1): "1", (8, 2): "1"}
    first = event_of("first", date(2025, 11, 3), wins, rounds=5)
    late = event_of("late", date(2025, 11, 17), wins, rounds=4)
    later = admit_one(file, first)
    registered(later, late)
    later = listed(later, NEXT, DUE)
    later = sent_in(at(later, date(2025, 12, 2)), late)
    told = about(later, "late")
    assert not [name for name in told if name.startswith("minimum-games")]
    assert told["unrated-opponent/rated-since"]["games"] == 4
    letter = words(later, "late")
    sentence = letter[letter.index("was unrated when the event began") :]
    assert "8.2.4" in sentence[:160], sentence


def sent_in(desk: Desk, made: Any) -> Desk:
    assert sent(desk, made, terms=SubmissionTerms(str(made.facts["code"]))).status == "accepted"
    return desk


def test_2025_8_2_1_of_two_events_of_one_month_the_second_is_not_called_the_first(file: Desk) -> None:
    """8.2.1, S3: both on one list, so the one that begins first is first; before the list and after it."""
    later = admit_one(file, event_of("first", date(2025, 11, 10), {(8, 1): "1", (8, 2): "0", (8, 3): "0"}))
    later = reported(later, event_of("second", date(2025, 11, 17), ZERO))
    assert "first-event/very-first" not in about(later, "second")
    assert about(later, "second")["first-event/very-first-after"]["event"] == "first"
    assert "first comes before it on the same list" in words(later, "second")
    later = listed(at_admitted(later, "second"), NEXT, DUE)
    assert "first-event/very-first" not in about(later, "second")
    line = explain_rating(later, CalculationQuestion(990000 + 7 * 33, ListChoice(SERIES, Month(NEXT)))).events[1]
    assert line.status == Status.POOLED


def test_2025_8_2_1_of_two_events_of_one_month_the_first_is_the_first(file: Desk) -> None:
    """The other side: the zero in the event that begins first is disregarded, whatever was admitted before."""
    later = admit_one(file, event_of("second", date(2025, 11, 17), {(8, 1): "1", (8, 2): "0", (8, 3): "0"}))
    later = reported(later, event_of("first", date(2025, 11, 10), ZERO))
    assert "first-event/very-first" in about(later, "first")


def test_a_file_alone_does_not_say_that_an_event_is_the_first(tmp_path: Path) -> None:
    """`check` knows one event: it says on what the answer depends."""
    made = event_of("alone", date(2025, 11, 10), ZERO)
    path = write(tmp_path, "alone", made)
    out = " ".join(typed("check", path).out.split())
    assert "a first event needs 0.5: unless there was an earlier one, the result is disregarded" in out


def test_control_without_the_pool_the_second_event_would_be_taken_for_the_first(
    file: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the tests above rest on: the same office, told of nothing that waits, says what is untrue."""
    won = {(8, 1): "1", (8, 2): "0", (8, 3): "0"}
    later = listed(admit_one(file, event_of("first", date(2025, 11, 10), won)), NEXT, DUE)
    later = reported(later, event_of("second", DECEMBER, ZERO))
    assert "first-event/very-first" not in about(later, "second")
    monkeypatch.setattr(merged_rolls, "read_pool_of_players", lambda *_: Pool.room(0))
    assert "first-event/very-first" in about(later, "second")
