"""Which edition computes a first rating: that of the newest event of the pool, not that of the list (S17).

Standard 2024 0.1, 2009 0.1: a changed text holds for events that begin on its date or later. The numbers are worked out
by hand. Until February 2024 each half point over one half is 20, under 2009 12.5 and under 2011 15; from March 2024 on
two draws against 1800 are added and the table is asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from databases import KINDS
from parts_made import STANDARD, Event, opened, part, published, ratings, told
from scenes import Scene
from test_history import asked, bundled
from test_remaking import otherwise
from test_seats import House

from arpad.calculator import load_document, rulebook
from arpad.columns import FirstOutcome, State
from arpad.explain.calculation import Calculation
from arpad.explain.numbers import Formula, Step
from arpad.law import in_force
from arpad.office.desk import Desk
from arpad.rating.coefficient import decide

DAY = timedelta(days=1)
BEFORE, AFTER = "fide-standard-2023-12", "fide-standard-2024"


# --- in an office -----------------------------------------------------------------------------------------------------


def perfect(edition: str, rating: int, games: int, first: date, code: str = "league") -> Event:
    """A newcomer, the last of the field, beats everybody else, one a day."""
    newcomer = games + 1
    rounds = [[(newcomer, opponent, "1")] for opponent in range(1, newcomer)]
    facts = {"system": None, "announced": "rated"}
    days = [first + at * DAY for at in range(games)]
    return Event(edition, (*(rating,) * games, 0), rounds, days, "swiss", facts, code)


def made(kind: str, directory: Path, event: Event, opening: date, *lists: int) -> Desk:
    desk = opened(kind, directory, event, opening)
    desk, outcome = part(desk, event, 0, 1, len(event.rounds))
    assert outcome.status == "admitted", outcome
    for list_ in lists:
        desk = published(desk, STANDARD, list_)
    return desk


def formulas(steps: Sequence[Step]) -> list[Formula]:
    return [step.fields for step in steps if isinstance(step.fields, Formula)]


def step_of(calculation: Calculation, code: str) -> Step:
    return next(step for step in calculation.steps if step.code == code)


@pytest.mark.parametrize("kind", KINDS)
def test_2024_0_1_five_of_five_begun_in_february_2024_on_the_list_of_april(kind: str, tmp_path: Path) -> None:
    """2022 8.2.1: 1900 + 5 x 20 = 2000. Under the text of March it would be (9500 + 3600) / 7 = 1871, 6 of 7, +309:
    2180. The list itself, its floor and its inactive players are of the text of March."""
    desk = made(kind, tmp_path, perfect(AFTER, 1900, 5, date(2024, 2, 25)), date(2024, 2, 1), 202403, 202404)
    assert ratings(desk, STANDARD, 202404)[6] == 2000
    calculation = told(desk, STANDARD, 202404, 6)
    assert (calculation.edition, formulas(calculation.steps)) == (AFTER, [Formula(BEFORE)])
    assert step_of(calculation, "bonus").articles == rulebook(BEFORE).articles("over-half")[:1]
    assert "S17" in [ruling.id for ruling in calculation.rulings]
    assert otherwise(desk) == {}
    assert asked(bundled(desk, tmp_path)).found == ()


@pytest.mark.parametrize("kind", KINDS)
def test_2009_0_1_nine_of_nine_begun_on_30_june_2011(kind: str, tmp_path: Path) -> None:
    """2009 8.23: 1800 + 9 x 12.5 = 1912.5, rounded up (8.32). With the 15 of July 2011 it would be 1935."""
    desk = made(
        kind, tmp_path, perfect("fide-standard-2009", 1800, 9, date(2011, 6, 30)), date(2011, 5, 1), 201107, 201109
    )
    assert ratings(desk, STANDARD, 201109)[10] == 1913
    assert formulas(told(desk, STANDARD, 201109, 10).steps) == [Formula("fide-standard-2009")]


def test_2024_0_1_results_that_only_wait_keep_their_edition(tmp_path: Path) -> None:
    """Four wins of February wait over the lists of April and May: 1900 + 4 x 20 = 1980 so far. The list of May carries
    the edition of February although no event of its own follows it."""
    desk = made(
        "sqlite", tmp_path, perfect(AFTER, 1900, 4, date(2024, 2, 25)), date(2024, 2, 1), 202403, 202404, 202405
    )
    for list_ in (202404, 202405):
        calculation = told(desk, STANDARD, list_, 5)
        assert formulas(calculation.steps) == [Formula(BEFORE)]
        assert step_of(calculation, "waiting").value.startswith("4 of 5 games")
        assert step_of(calculation, "result").value == "1980"
    assert otherwise(desk) == {}
    assert asked(bundled(desk, tmp_path)).found == ()


# --- by the calculators -----------------------------------------------------------------------------------------------


def calculated(list_: str, own: str, *events: dict[str, Any]) -> Any:
    return rulebook(own).calculate(
        "initial", load_document(json.dumps({"rulebook": own, "list": list_, "events": events}))
    )


def wins(edition: str, start: str, games: int, opponent: int) -> dict[str, Any]:
    return {"rulebook": edition, "start": start, "games": [{"opponent": opponent, "score": 1}] * games}


def test_0_1_the_calculator_computes_by_the_edition_of_the_event() -> None:
    april = calculated("2024-04", AFTER, wins(BEFORE, "2024-02-25", 5, 1900))
    assert (april.rating, april.published, april.rulebook, formulas(april.steps)) == (
        2000, True, BEFORE, [Formula(BEFORE)],
    )  # fmt: skip
    own, earlier = "fide-standard-2011", "fide-standard-2009"
    assert calculated("2011-09", own, wins(earlier, "2011-06-30", 9, 1800)).rating == 1913
    assert calculated("2011-09", own, wins(own, "2011-07-01", 9, 1800)).rating == 1935
    assert formulas(calculated("2011-09", own, wins(own, "2011-07-01", 9, 1800)).steps) == []


# --- pools of two editions --------------------------------------------------------------------------------------------


def scene(list_: int, *editions: str) -> Scene:
    made = Scene(editions, list_)
    made.person("Nora")
    return made


def test_s17_the_newest_event_gives_the_formula_to_the_whole_pool() -> None:
    """Four wins of February and one of March: (9500 + 3600) / 7 = 1871.43, 1871; 6 of 7 is 86 %, +309: 2180."""
    told = scene(202404, BEFORE, AFTER)
    told.wait("Nora", 4, 4, 1900, start=20240205, end=20240210)
    told.play(told.event(start=20240305), "Nora", (1900, 1))
    assert told.rate().first("Nora")["rating"] == 2180


def test_s17_the_newest_is_the_one_that_began_last_not_the_one_rated_last() -> None:
    """A league of January that is rated after an event of March brings the old formula not back."""
    told = scene(202405, BEFORE, AFTER)
    told.wait("Nora", 4, 4, 1900, start=20240305, end=20240310, list=202404)
    told.play(told.event(start=20240105, end=20240415, edition=0), "Nora", (1900, 1))
    assert told.rate().first("Nora")["rating"] == 2180


def test_s17_a_new_text_does_not_publish_results_that_all_began_before_it() -> None:
    """Nine games were needed until June 2014, five from July on: six games wait, until one of July joins them."""
    told = scene(201408, "fide-standard-2013", "fide-standard-2014")
    told.wait("Nora", 6, 3, 1700, start=20140505, end=20140510)
    sheet = told.rate().first("Nora")
    assert (sheet["outcome"], sheet["missing"]) == (FirstOutcome.PENDING, 3)
    told.play(told.event(start=20140703), "Nora", (1700, 0.5))
    assert told.rate().first("Nora")["outcome"] == FirstOutcome.PUBLISHED


@pytest.mark.parametrize(
    ("editions", "list_", "start", "opponent", "games"),
    [
        ((BEFORE, AFTER), 202404, 20240225, 1390, 5),  # 1000 at the event, 1400 on the list
        (("fide-standard-2011", "fide-standard-2012"), 201207, 20120625, 1150, 9),  # 1200 and 1000
    ],
)
def test_s17_a_result_between_the_floor_of_the_event_and_that_of_the_list_waits(
    editions: tuple[str, str], list_: int, start: int, opponent: int, games: int
) -> None:
    """2024 7.1.2, 7.1.4; 2009 8.33: the floor of the event and that of the list, whichever is higher."""
    told = scene(list_, *editions)
    told.wait("Nora", games - 3, (games - 3) / 2, opponent, start=start - 10, end=start - 10)
    told.play(told.event(start=start, edition=0), "Nora", *[(opponent, 0.5)] * 2, (opponent, 0.5))
    sheet = told.rate().first("Nora")
    assert (sheet["rating"], sheet["outcome"]) == (opponent, FirstOutcome.BELOW_FLOOR)
    assert len(told.rate().pool("Nora")) == 2


def test_s17_one_newcomer_is_no_measure_for_another() -> None:
    """Two newcomers of one list, each by the edition of their own newest event: 2000 and 2180."""
    told = scene(202404, BEFORE, AFTER)
    told.person("Olga")
    told.play(told.event(start=20240225, edition=0), "Nora", *[(1900, 1)] * 5)
    told.play(told.event(start=20240301), "Olga", *[(1900, 1)] * 5)
    rated = told.rate()
    assert (rated.first("Nora")["rating"], rated.first("Olga")["rating"]) == (2000, 2180)


def test_s19_k_is_read_as_the_edition_of_the_event_reads_it() -> None:
    """Until 2021 K is that of the list at the start, from 2022 on that of the list being replaced. December's list has
    K 40 and January's 20; both events are on the list of February, which the text of 2022 makes."""
    house = House("fide-standard-2022", STANDARD, 202202, 202201)
    house.people = {"Ada": {}}
    house.own = {202112: {"Ada": (1800, State.ACTIVE, 40)}, 202201: {"Ada": (1810, State.ACTIVE, 20)}}
    editions = ("fide-standard-2021", "fide-standard-2022")
    seats = house.seat("Ada", 20211220, 20220103, editions=editions, positions=(0, 1))
    assert [(seat["own"], seat["k"]) for seat in seats] == [(1800, 40), (1810, 20)]


def test_r124_the_list_of_july_2014_shows_k_by_the_text_before() -> None:
    """8.56 of 2014: the list of 1 July closes a period of June and shows K 15 and 30; the next 20 and 40."""
    k = {}
    for list_, closes in ((201407, date(2014, 6, 30)), (201408, date(2014, 7, 31))):
        book = in_force(STANDARD, closes)
        games, born = np.array([100, 5], "u2"), np.array([19800101, 19800101], "i4")
        ratings = np.array([2200, 1500], "i2")
        k[list_] = decide(book, list_, games, born, ratings, ratings)[0].tolist()
    assert k == {201407: [15, 30], 201408: [20, 40]}


def test_r124_an_event_of_july_2014_has_the_k_of_its_text() -> None:
    """2014 0.1, 8.56: begun on 28 June K 15, on 5 July 20 and, of a junior, 40, though the list of July shows 15.

    As FIDE calculated a junior's August list of 2014: some games with K 15, others with 40."""
    house = House("fide-standard-2014", STANDARD, 201409, 201408)
    house.people = {"Ada": {"games": 100, "born": 19800101}, "Juno": {"games": 100, "born": 19990101}}
    june = {"Ada": (2190, State.ACTIVE, 15), "Juno": (2090, State.ACTIVE, 15)}
    july = {"Ada": (2200, State.ACTIVE, 15), "Juno": (2100, State.ACTIVE, 15)}
    august = {"Ada": (2210, State.ACTIVE, 20), "Juno": (2150, State.ACTIVE, 40)}
    house.own = {201406: june, 201407: july, 201408: august}
    books = ("fide-standard-2013", "fide-standard-2014")
    days = (20140628, 20140705, 20140802)
    seats = {name: house.seat(name, *days, editions=books, positions=(0, 1, 1)) for name in house.people}
    assert [(seat["own"], seat["k"]) for seat in seats["Ada"]] == [(2190, 15), (2200, 20), (2210, 20)]
    assert [(seat["own"], seat["k"]) for seat in seats["Juno"]] == [(2090, 15), (2100, 40), (2150, 40)]


def test_r124_an_event_of_july_2011_has_the_k_of_its_text_and_a_stated_k_stays() -> None:
    """2009 0.1, 2011 8.56: a new player has 30 instead of 25; where both texts give the same, the list's K stays."""
    house = House("fide-standard-2011", STANDARD, 201109, 201107)
    house.people = {"Nora": {"games": 12}, "Ada": {"games": 100}, "Carl": {"games": 100}}
    house.own = {
        201107: {"Nora": (2000, State.ACTIVE, 25), "Ada": (2200, State.ACTIVE, 15), "Carl": (2300, State.ACTIVE, 10)}
    }
    assert [house.seat(name, 20110702)[0]["k"] for name in house.people] == [30, 15, 10]
