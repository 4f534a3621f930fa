"""A list is called by its month and appears on the day that its edition gives: the first, or the fifteenth.

The days are used wherever a date is compared or shown: in force from, closing, age, inactivity, the simulator, the
office. Nothing of a list on the first of a month is another than before.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from databases import KINDS, new_database
from month_run import Call, here
from typed import typed

from arpad.days import Month
from arpad.law import in_force, rulebook
from arpad.law.calendar import closing_day, list_day, list_days, list_for, list_on, next_list, period
from arpad.law.drafting import NewNames, draft
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.rating.coefficient import decide
from arpad.simulate import SimulationSetting, simulate_federation

SERIES = "ruritania"
FIFTEENTH = "ruritania-2026"


def book_text(id: str = FIFTEENTH, first: str = "2026-01-01", day: int = 15) -> str:
    text = draft(rulebook("fide-standard-2025"), NewNames(id, id, SERIES, date.fromisoformat(first)))
    assert "\nday = 1\n" in text
    return text.replace("\nday = 1\n", f"\nday = {day}\n")


@pytest.fixture
def law() -> Iterator[None]:
    with use_law(law_with({f"{FIFTEENTH}.toml": book_text().encode()})):
        yield


# --- the calendar -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("law")
def test_a_list_of_the_fifteenth_is_in_force_from_that_day() -> None:
    assert list_on(SERIES, date(2026, 3, 14)) == date(2026, 2, 15)
    assert list_on(SERIES, date(2026, 3, 15)) == date(2026, 3, 15)
    assert next_list(SERIES, date(2026, 3, 15)) == date(2026, 4, 15)
    assert period(SERIES, date(2026, 4, 15)) == (date(2026, 3, 15), date(2026, 4, 14))
    assert closing_day(SERIES, date(2026, 4, 15)) == date(2026, 4, 12)  # three days before, 4.4
    assert list_for(SERIES, date(2026, 4, 12)) == date(2026, 4, 15)
    assert list_for(SERIES, date(2026, 4, 13)) == date(2026, 5, 15)
    assert list_day(SERIES, Month(202604)) == date(2026, 4, 15)


@pytest.mark.usefixtures("law")
def test_8_3_3_an_age_in_full_years_is_that_of_the_day_of_the_list() -> None:
    """Born on 10 June 2008: 18 on the list of 15 June 2026, and 17 on a list of 1 June."""
    text = book_text().replace('age_up_to = 18, age_counted = "year"', 'age_below = 18, age_counted = "birthday"')
    k = {}
    for day in (1, 15):
        body = text.replace("\nday = 15\n", f"\nday = {day}\n").encode()
        with use_law(law_with({f"{FIFTEENTH}.toml": body})):
            book = in_force(SERIES, date(2026, 6, 1))
            columns = np.array([50], "u2"), np.array([20080610], "i4"), np.array([1500], "i2"), np.array([1500], "i2")
            k[day] = int(decide(book, 202606, *columns)[0][0])
    assert k == {1: 40, 15: 20}


def test_the_day_of_the_month_may_change_with_an_edition_and_no_month_has_two_lists() -> None:
    """From the first to the fifteenth, and back: one list a month at most, each period ends where the next begins."""
    for days in ((1, 15), (15, 1), (1, 28), (20, 10)):
        own = {
            "r-1.toml": book_text("r-1", "2026-01-01", days[0]).encode(),
            "r-2.toml": book_text("r-2", "2026-07-01", days[1]).encode(),
        }
        with use_law(law_with(own)):
            lists = list_days(SERIES, date(2026, 2, 1), date(2027, 3, 31))
            months = [Month.of(day) for day in lists]
            assert len(set(months)) == len(months), days
            assert months[0] == 202602
            assert months[-1] == 202703
            assert {day.day for day in lists if day < date(2026, 7, 1)} == {days[0]}
            assert {day.day for day in lists if day > date(2026, 8, 1)} == {days[1]}
            for before, after in pairwise(lists):
                assert period(SERIES, after) == (before, after - timedelta(days=1)), (days, after)
                day = before
                while day < after:
                    assert (list_on(SERIES, day), next_list(SERIES, day)) == (before, after), (days, day)
                    day += timedelta(days=1)
            for day in lists:
                assert list_day(SERIES, Month.of(day)) == day


def test_a_calculator_takes_the_events_that_end_before_the_day_of_the_list(tmp_path: Path) -> None:
    """An event of 10 to 12 February is rated by the list of 15 February 2026; one that ends on that day is not."""
    file = tmp_path / "own.toml"
    file.write_text(book_text())
    answers = {}
    for end in ("2026-02-12", "2026-02-15"):
        event = {"start": "2026-02-10", "end": end, "games": [{"opponent": 1500, "score": 1}]}
        asked = {"list": "2026-02", "player": {"rating": 1500, "k": 20}, "events": [event]}
        document = tmp_path / f"{end}.json"
        document.write_text(json.dumps(asked))
        answers[end] = typed("calc", "period", document, "--rulebook", file, "--json")
    assert (answers["2026-02-12"].code, answers["2026-02-15"].code) == (0, 2), answers
    assert json.loads(answers["2026-02-12"].out)["new_rating"] == 1510


# --- the simulator, and an office -------------------------------------------------------------------------------------


def run_office(call: Call, directory: Path, rulebook: Path) -> dict[str, dict[int, int]]:
    """What README.txt of the federation says; the ratings of each published list by FIDE number."""
    call("init", "--rehearsal", "--now", "2026-02-01")
    call("law", "adopt", rulebook, "--yes")
    for what in ("federation", "arbiter", "player"):
        name = {"federation": "federations", "arbiter": "arbiters", "player": "players"}[what]
        call(what, "import", directory / f"{name}.csv")
    call("list", "open", SERIES, directory / "opening.csv", "--list", "2026-01")
    published = {}
    for month in ("2026-01", "2026-02", "2026-03", "2026-04"):
        following = Month.read(month).plus(1).first.replace(day=15)
        last = following - timedelta(days=1)
        if (people := directory / f"players-{month}.csv").exists():
            call("player", "import", people, "--update", "--now", last)
        if (directory / month).is_dir():
            call("event", "register", directory / month, "--by", "secretary", "--now", last)
            call("report", "submit", directory / month, "--now", last)
            call("report", "admit", "--all-ratable", "--now", last)
        call("period", "preview", SERIES, "--now", following)
        done = json.loads(call("period", "publish", SERIES, "--yes", "--json", "--now", following))
        out = directory.parent / f"list-{done['list']}"
        out.mkdir()
        call("list", "export", "json", "csv", "--series", SERIES, "--list", done["list"], "--to", out)
        (file,) = out.glob("*.json")
        shown = json.loads(file.read_text())
        assert shown["list"] == following.isoformat()
        published[done["list"]] = {row["fide_id"]: row["rating"] for row in shown["players"] if row["rating"]}
    return published


@pytest.mark.parametrize("kind", KINDS)
def test_a_series_of_the_fifteenth_is_simulated_opened_published_explained_and_verified(
    kind: str, tmp_path: Path
) -> None:
    file, directory = tmp_path / "own.toml", tmp_path / "season"
    file.write_text(book_text())
    made = typed("simulate", "--rulebook", file, "--from", "2026-02", "--months", 3, "--players", 150, "--defects", 0,
                 "-o", directory)  # fmt: skip
    assert made.code == 0, made.err
    call = here(new_database(kind, tmp_path))
    published = run_office(call, directory, file)
    assert list(published) == ["2026-02", "2026-03", "2026-04", "2026-05"]
    with use_law(law_with({f"{FIFTEENTH}.toml": file.read_bytes()})):
        setting = SimulationSetting(SERIES, Month(202602), 3, 150, 7, 0)
        simulated = simulate_federation(tmp_path / "again", setting)
    for name, ratings in published.items():
        if name == "2026-05":
            continue  # after the last month of the simulation
        roll = simulated.lists[int(Month.read(name))]
        people = simulated.federation.people
        expected = {people[row].id: int(roll.rating[row]) for row in np.flatnonzero(roll.state).tolist()}
        assert len(ratings) > 80
        assert ratings == {number: expected[number] for number in ratings}, name
    with (directory / "opening.csv").open() as stream:
        number = next(csv.DictReader(stream))["id"]
    assert "2026-04" in call("explain", number, "--list", "2026-04")
    assert "No differences" in call("verify")


def opened(call: Call, place: Path, books: tuple[str, ...], rating: int) -> int:
    """An office with one player on the list of 15 January 2026; the player's office number."""
    call("init", "--rehearsal", "--now", "2026-01-15")
    for at, book in enumerate(books):
        (place / f"own-{at}.toml").write_text(book)
        call("law", "adopt", place / f"own-{at}.toml", "--yes")
    call("player", "add", "Newcomer, Nia", "--born", "1999-04-12", "--sex", "w", "--fide-id", "15000001")
    (place / "opening.csv").write_text(f"fide_id,name,rating,games,k\n15000001,,{rating},40,20\n")
    call("list", "open", SERIES, place / "opening.csv", "--list", "2026-01")
    return 15000001


@pytest.mark.parametrize("kind", KINDS)
def test_0_4_the_time_for_a_claim_begins_on_the_day_of_the_list(kind: str, tmp_path: Path) -> None:
    """Closed on 12 February and published on the 13th, the list of 15 February 2026 can be disputed until the 22nd."""
    call = here(new_database(kind, tmp_path))
    number = opened(call, tmp_path, (book_text(),), 1700)
    call("period", "preview", SERIES, "--now", "2026-02-13")
    call("period", "publish", SERIES, "--yes", "--now", "2026-02-13")
    words = ("claim", "file", number, "--by", "N. Newcomer", "--text", "wrong", "--now", "2026-02-13", "--json")
    assert json.loads(call(*words))["until"] == "2026-02-22"
    assert "No differences" in call("verify")


def test_7_1_2_a_correction_follows_the_edition_of_the_day_of_the_list(tmp_path: Path) -> None:
    """The list of 15 January 2026 is of the edition of the 10th, whose floor is 1000; on the first it was 1400."""
    later = book_text("r-2", "2026-01-10")
    assert later.count("rating = 1400") == 1
    call = here(new_database("sqlite", tmp_path))
    books = book_text("r-1", "2025-11-01"), later.replace("rating = 1400", "rating = 1000")
    number = opened(call, tmp_path, books, 1300)
    corrected = json.loads(call("list", "correct", number, 1200, "--why", "a wrong digit", "--json"))
    assert corrected["rating"] == 1200
