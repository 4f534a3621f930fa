"""`explain` opens a first rating to its last step, and says why an event is on the list where it is."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand, preview_list, publish_list
from databases import KINDS, new_database
from events_made import berger
from office_made import NUMBERS, admitted, at, event, registered, sent
from publication_made import (
    DUE,
    DUE_THEN,
    NEXT,
    SERIES,
    THEN,
    address_of,
    admit_one,
    an_open,
    copied,
    open_with,
    opened,
)
from test_true_findings import listed
from typed import typed

from arpad.days import Month
from arpad.explain.calculation import Calculation, Colour
from arpad.explain.list_reasons import Ended, LaterBecause, why_on_later_list
from arpad.explain.round_robin import RoundRobinField
from arpad.law import rulebook
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.lists import CalculationQuestion, EventQuestion, ListChoice, explain_event, explain_rating
from arpad.office.office_settings import found_office
from arpad.office.registry.fact_changes import change_player_facts
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players, require_player_key
from arpad.office.store.engine import connect_store

S09 = "fide-standard-2009"
ROBIN = {1: 2400, 2: 2300, 3: 2200, 4: 2100}  # 5 is unrated


def of_2009(kind: str, directory: Path) -> Desk:
    """An office of January 2010 with a few rated players."""
    desk = found_office(
        connect_store(new_database(kind, directory), create=True),
        "A. Officer",
        Clock(set_to=date(2010, 1, 1)),
        home="UKR",
        rehearsal=True,
    )
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in range(1, 13)]
        )
    ratings = {NUMBERS[n]: ROBIN.get(n, 1900) for n in range(1, 13) if n != 5}
    open_with(desk, SERIES, date(2010, 1, 1), ratings)
    return desk


def in_2009(code: str, players: list[int], start: date, **given: Any) -> Any:
    """An event of 2009's rules; `players` by their start numbers."""
    known = {n: ROBIN.get(n, 0 if n == 5 else 1900) for n in players}
    return event(
        code, S09, ratings=list(known.values()), ids={at: NUMBERS[n] for at, n in enumerate(players, 1)}, start=start,
        **given,
    )  # fmt: skip


def made_list(desk: Desk, list_: int, day: date) -> Desk:
    today = at(desk, day)
    preview_list(today, SERIES, list_)
    publish_list(today, SERIES, list_)
    return today


@pytest.mark.parametrize("kind", KINDS)
def test_2009_12_4_a_first_rating_shows_its_events_of_earlier_lists_with_every_step(kind: str, tmp_path: Path) -> None:
    """8.21(b), 8.58: 2400 2300 2200 2100 and an unrated player, all games drawn but his: he loses to 2400, 2300, draws
    with the others (1 of 4). Rar = 9000/4 = 2250. The rated score 2.5 2.5 2 2 of 4: 63 63 50 50 %, dp 95 95 0 0,
    d(pa) 47.5; n 4; Ra = 2250 - 47.5 x 4/5 = 2212. He has 25 %, dp -193: Ru = 2212 - 193 x 4/5 = 2057.6, 2058.
    Nobody is further than 400 away: Rc new 2212, Ru new 2058. Then five more games of a Swiss make nine."""
    desk = of_2009(kind, tmp_path)
    lost = {(5, turn): "0" for turn, pairs in enumerate(berger(5), 1) for p in pairs if {*p} in ({1, 5}, {2, 5})}
    robin = in_2009("robin", [1, 2, 3, 4, 5], date(2010, 2, 2), shape="robin", results=lost)
    desk = admit_one(desk, robin)
    desk = made_list(desk, 201003, date(2010, 3, 1))
    swiss = in_2009("swiss", [5, 6, 7, 8, 9, 10, 11, 12], date(2010, 4, 8), results={(1, 1): "1"})
    desk = admit_one(desk, swiss)
    desk = made_list(desk, 201005, date(2010, 5, 1))
    told: Calculation = explain_rating(desk, CalculationQuestion(NUMBERS[5], ListChoice(SERIES, Month(201005))))
    assert [(event.code, event.games) for event in told.pooled] == [("robin", 4), ("swiss", 5)]
    (earlier,) = told.earlier
    assert (earlier.code, earlier.list, len(earlier.games)) == ("robin", Month(201003), 4)
    passes = earlier.round_robin
    assert passes is not None
    assert passes.field == RoundRobinField(225000, 4, 4750, 4, 2212, ("8.21(b)",))
    assert (passes.percent, passes.first_pass, passes.rc_new, passes.second_pass) == (25, 2058, 2212, 2058)
    printed = typed("explain", NUMBERS[5], "--list", "2010-05", "--db", address_of(desk)).out
    assert "field: Rar 2250.00 of 4 rated, d(pa) 47.50, n 4, Ra 2212 (8.21(b))" in printed
    assert "first pass 2058, moves +0, Rc new 2212, second pass 2058 (8.58)" in printed
    sheet = explain_event(desk, EventQuestion("robin"))
    assert sheet.field == passes.field
    assert {line.name: line.round_robin.second_pass for line in sheet.players if line.round_robin} == {
        "Invented5, Ann": 2058
    }
    answer = json.loads(typed("explain", NUMBERS[5], "--list", "2010-05", "--json", "--db", address_of(desk)).out)
    assert answer["earlier"][0]["round_robin"]["field"]["rar"] == "2250.00"


def test_a_game_has_its_round_and_colour_and_an_event_its_days_and_place(tmp_path: Path) -> None:
    """The report has for each player and round the opponent and the colour; the sheet says the same of both sides."""
    desk = admit_one(copied(opened("sqlite"), tmp_path, date(2025, 11, 1)), an_open("open"))
    desk = listed(desk, NEXT, DUE)
    sheet = explain_event(desk, EventQuestion("open"))
    assert (sheet.federation, str(sheet.start) < str(sheet.end)) == ("UKR", True)
    played = {(line.id, game.round): game for line in sheet.players for game in line.games}
    colours = {(at, game.opponent_id): game.colour for at, game in played.items()}
    assert {colour for colour in colours.values() if colour} == {Colour.WHITE, Colour.BLACK}
    for ((player, turn), opponent), colour in colours.items():
        assert {colour, colours[(opponent, turn), player]} == ({*Colour} if colour else {None})
    told = explain_rating(desk, CalculationQuestion(NUMBERS[1], ListChoice(SERIES, Month(NEXT))))
    (event,) = told.events
    assert (event.start, event.end, event.federation) == (sheet.start, sheet.end, sheet.federation)
    assert event.games == tuple(game for (player, _), game in played.items() if player == told.player)
    assert [game.round for game in event.games] == sorted(game.round for game in event.games)
    assert told.k_articles == ("8.3.3",)
    assert event.columns.k == told.k_articles


def test_an_opponent_is_named_with_the_title_known_when_the_list_was_published(tmp_path: Path) -> None:
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    with by_hand(desk).writing("a title", why="awarded") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[2]), {"title": "FM"})
    desk = listed(admit_one(desk, an_open("open")), NEXT, DUE)
    with by_hand(desk).writing("another", why="awarded") as writing:
        change_player_facts(writing, require_player_key(writing.connection, NUMBERS[2]), {"title": "IM"})
    titles = {line.name: line.title for line in explain_event(desk, EventQuestion("open")).players}
    assert sorted(titles.values())[-2:] == ["", "FM"]


# --- why an event is on a later list ------------------------------------------------------------------------------


def test_2025_7_1_3_and_9_1_which_article_keeps_an_event_from_the_first_list() -> None:
    """7.1.3: the list of 1 December 2025 closes on 28 November. Both sides of that day, and of the day of the list."""
    book = rulebook("fide-standard-2025", SERIES)

    def because(end: date, reported: date, list_: int) -> tuple[str, tuple[str, ...]] | None:
        found = why_on_later_list(book, Ended(SERIES, end, reported), Month(list_))
        return None if found is None else (found.because.value, found.articles)

    assert because(date(2025, 11, 28), date(2025, 11, 30), 202512) is None
    assert because(date(2025, 11, 29), date(2025, 11, 30), 202601) == ("closing-day", ("7.1.3",))
    assert because(date(2025, 11, 28), date(2025, 12, 1), 202601) == ("late-report", ("9.1",))
    assert because(date(2025, 11, 28), date(2025, 11, 30), 202601) == ("decided-later", ("7.1.3",))
    assert because(date(2025, 11, 29), date(2026, 1, 1), 202602) == ("late-report", ("9.1",))


def test_a_late_report_is_explained_with_its_article_on_the_list_that_took_it(tmp_path: Path) -> None:
    """9.1: played in November, reported in December: on the list of January, and both explanations say why."""
    desk = copied(opened("sqlite"), tmp_path, date(2025, 11, 1))
    made = an_open("slow")
    registered(desk, made)
    desk = listed(desk, NEXT, DUE)
    desk = at(desk, date(2025, 12, 3))
    assert sent(desk, made, terms=SubmissionTerms("slow")).status == "accepted"
    assert admitted(desk, "slow").status == "admitted"
    desk = listed(desk, THEN, DUE_THEN)
    (event,) = explain_rating(desk, CalculationQuestion(NUMBERS[1], ListChoice(SERIES, Month(THEN)))).events
    assert event.later is not None
    assert (event.later.because, event.later.articles) == (LaterBecause.LATE_REPORT, ("9.1",))
    printed = typed("explain", "--event", "slow", "--db", address_of(desk)).out
    assert "It was reported on 2025-12-03, too late for the list of 2025-12. (9.1)" in printed


def test_an_event_on_its_first_list_has_nothing_to_explain(tmp_path: Path) -> None:
    desk = admit_one(copied(opened("sqlite"), tmp_path, date(2025, 11, 1)), an_open("quick"))
    desk = listed(desk, NEXT, DUE)
    (event,) = explain_rating(desk, CalculationQuestion(NUMBERS[1], ListChoice(SERIES, Month(NEXT)))).events
    assert event.later is None
