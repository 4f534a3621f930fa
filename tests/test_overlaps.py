"""Overlaps: a game that was sent twice is found, two meetings of the same people are not taken for one."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from by_hand import by_hand
from databases import KINDS
from office_made import NUMBERS, at, codes, event, fresh, registered, sent

from arpad.finding import Tier
from arpad.office.book.duplicate_reports import GameMarks, ReportGames, count_shared_games
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.report_decisions import refuse_part, withdraw_part
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.registry.player_facts import keys_of_numbers
from arpad.office.registry.player_numbers import office_number

FIRST = date(2025, 10, 4)
DAY = timedelta(days=1)
Game = tuple[int, date, int]  # the pair, the day, the result


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    return fresh("sqlite", tmp_path)


def span(games: list[Game], dated: bool = True) -> ReportGames:
    days = [day for _, day, _ in games]
    numbers = [day.year * 10_000 + day.month * 100 + day.day if dated else 0 for day in days]
    marks = GameMarks.of(
        pair=np.array([pair for pair, _, _ in games], np.int64), day=numbers, result=[result for _, _, result in games]
    )
    return ReportGames(marks, min(days), max(days))


# --- T8.3: leagues reported twice in parts ------------------------------------------------------------------------


def league(rng: random.Random) -> list[Game]:
    """Ten players, nine weekends, everybody meets everybody; the pairs are numbers of their own."""
    base = rng.randrange(1 << 40) * 100
    return [
        (base + 10 * one + other, FIRST + 7 * turn * DAY, rng.choice((2, 5, 8)))
        for one in range(10)
        for other in range(one + 1, 10)
        for turn in [(one + other) % 9]
    ]


def test_every_game_of_a_league_that_was_sent_twice_is_found() -> None:
    """Cut anew, with days wrong by up to three, or without days at all: recall is total."""
    rng = random.Random(7)
    for _ in range(60):
        games = league(rng)
        months = [[game for game in games if game[1].month == month] for month in (10, 11, 12)]
        for part in filter(None, months):
            shifted = [(pair, day + rng.randrange(-3, 4) * DAY, result) for pair, day, result in part]
            assert count_shared_games(span(part), span(games)) == (len(part), len(part))
            assert count_shared_games(span(shifted), span(games))[0] == len(part)
            assert count_shared_games(span(games), span(shifted))[0] == len(part)
            assert count_shared_games(span(part, dated=False), span(games))[0] == len(part)


def test_people_who_meet_again_are_not_taken_for_the_same_game() -> None:
    """A club of thirty, ten of them in a league on Saturdays; the others and they play on weekday evenings, too."""
    rng = random.Random(8)
    alarms = doubts = trials = 0
    for _ in range(500):
        first = league(rng)
        base = first[0][0] // 100 * 100
        evenings = [FIRST + day * DAY for day in range(70) if day % 7]
        for _ in range(4):
            pairs = [sorted(rng.sample(range(30), 2)) for _ in range(40)]
            other = [
                (
                    base + 10 * one + two if two < 10 else -base - 100 * one - two,
                    rng.choice(evenings),
                    rng.choice((2, 5, 8)),
                )
                for one, two in pairs
            ]
            shared, same_day = count_shared_games(span(first), span(other))
            alarms += shared > 1 or same_day > 0
            doubts += shared == 1
            trials += 1
    assert alarms * 100 <= trials, (alarms, trials)
    assert doubts > 0  # the same result within three days does happen by chance: then it is only advice


def test_another_result_another_pair_or_four_days_are_another_game() -> None:
    game = (1, FIRST, 5)
    assert count_shared_games(span([game]), span([(1, FIRST + 3 * DAY, 5)])) == (1, 0)
    assert count_shared_games(span([game]), span([(1, FIRST + 4 * DAY, 5)])) == (0, 0)
    assert count_shared_games(span([game]), span([(1, FIRST, 2)])) == (0, 0)
    assert count_shared_games(span([game]), span([(2, FIRST, 5)])) == (0, 0)
    assert count_shared_games(span([game]), span([game])) == (1, 1)


def test_days_are_counted_over_the_end_of_a_month_and_a_year() -> None:
    last = date(2025, 12, 31)
    assert count_shared_games(span([(1, last, 5)]), span([(1, last + 2 * DAY, 5)])) == (1, 0)
    assert count_shared_games(span([(1, last, 5)]), span([(1, last + 5 * DAY, 5)])) == (0, 0)


# --- in the office ------------------------------------------------------------------------------------------------


def found(receipt: Any) -> dict[str, str]:
    return {f.code: f.sentence for f in receipt.findings if f.code.startswith("overlap")}


def test_an_event_sent_under_two_names_is_asked_about_on_both_sides(desk: Desk) -> None:
    for code in ("open-1", "open-2"):
        registered(desk, event(code))
    later = at(desk, date(2025, 11, 9))
    assert found(sent(later, event("x"), terms=SubmissionTerms("open-1"))) == {}
    assert found(sent(later, event("x"), terms=SubmissionTerms("open-2"))) == {
        "overlap": "20 of the 20 games stand in open-1, too."
    }
    assert found(sent(later, event("x"), terms=SubmissionTerms("open-1"))) == {
        "overlap": "20 of the 20 games stand in open-2, too."
    }


@pytest.mark.parametrize("how", ["withdraw", "refuse"])
def test_what_is_not_going_to_be_rated_does_not_stand_in_the_way(one: Desk, how: str) -> None:
    for code in ("open-1", "open-2"):
        registered(one, event(code, laws=how != "refuse" or code != "open-1"))
    later = at(one, date(2025, 11, 9))
    sent(later, event("x"), terms=SubmissionTerms("open-1"))
    with later.reading() as connection:
        (stand,) = find_parts_by_name(connection, ["open-1"])
    if how == "withdraw":
        withdraw_part(by_hand(later), stand, "sent twice")
    else:
        refuse_part(by_hand(later), ListMemory(), stand)
    assert found(sent(later, event("x"), terms=SubmissionTerms("open-2"))) == {}


def test_one_event_in_two_files_is_found_by_its_shared_rounds(one: Desk) -> None:
    for code in ("open-1", "open-2"):
        registered(one, event(code))
    later = at(one, date(2025, 11, 9))
    sent(later, event("x"), terms=SubmissionTerms("open-1"))
    again = sent(later, event("x", rounds=2, length=5), terms=SubmissionTerms("open-2"))
    assert found(again) == {"overlap": "8 of the 8 games stand in open-1, too."}


def test_other_people_other_results_other_weeks_and_drafts_are_no_overlap(one: Desk) -> None:
    day = date(2025, 11, 20)
    others = {n: NUMBERS[n + 8] for n in range(1, 9)}
    wins = {(n, turn): "1" for n in range(1, 9) for turn in range(1, 6)}
    scenes = {
        "people": event("people", ids=others),
        "weeks": event("weeks", start=date(2025, 11, 13)),
        "results": event("results", results=wins),
    }
    registered(one, event("open-1"))
    registered(one, event("draft"))
    for scene in scenes.values():
        registered(one, scene)
    later = at(one, day)
    sent(later, event("x"), terms=SubmissionTerms("draft", draft=True))
    assert found(sent(later, event("x"), terms=SubmissionTerms("open-1"))) == {}
    for code, scene in scenes.items():
        assert found(sent(later, scene, terms=SubmissionTerms(code))) == {}, code


def test_own_numbers_do_not_hide_a_game(one: Desk) -> None:
    with one.reading() as connection:
        keys = keys_of_numbers(connection, [NUMBERS[n] for n in range(1, 9)]).tolist()
    for code in ("open-1", "open-2"):
        registered(one, event(code))
    later = at(one, date(2025, 11, 9))
    sent(later, event("x"), terms=SubmissionTerms("open-1"))
    again = sent(
        later, event("x", ids={n: office_number(key) for n, key in enumerate(keys, 1)}), terms=SubmissionTerms("open-2")
    )
    assert found(again) == {"overlap": "20 of the 20 games stand in open-1, too."}
    assert "overlap" in codes(again.findings, Tier.ASK)
