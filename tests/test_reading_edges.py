"""Edges of what the public reads: who is a junior, which rating was the highest, where the last page ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.columns import State
from arpad.days import Month
from arpad.office import reading, record
from arpad.office.reading import ListPoint, PageRequest, Reader, RowFilter, RowOrder
from arpad.office.reading_room.careers import _standing_on_newest_list
from arpad.office.reading_room.catalogue import JUNIOR, SENIOR, Catalogue, choose_rows

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.fixture
def catalogue(demo: Site) -> Catalogue:
    """The newest list of the demo federation."""
    _, reader = demo
    return reader.catalogue(reader.head(SERIES))


def with_births(catalogue: Catalogue, years: dict[int, int]) -> Catalogue:
    """The same list with these years of birth, by row, and nobody else's known."""
    people = catalogue.published.people
    born = np.zeros_like(people.birth_year)
    born[list(years)] = list(years.values())
    return replace(catalogue, published=replace(catalogue.published, people=replace(people, birth_year=born)))


def best(catalogue: Catalogue, count: int) -> list[int]:
    """The rows of the highest rated active players."""
    rows: list[int] = catalogue.by_rating[catalogue.active[catalogue.by_rating]][:count].tolist()
    return rows


# --- groups and filters -------------------------------------------------------------------------------------------


def test_a_junior_is_up_to_twenty_and_a_senior_from_fifty_on(catalogue: Catalogue) -> None:
    year, rows = catalogue.published.list_day.year, best(catalogue, 6)
    ages = [JUNIOR - 1, JUNIOR, JUNIOR + 1, SENIOR - 1, SENIOR, SENIOR + 1]
    changed = with_births(catalogue, {row: year - age for row, age in zip(rows, ages, strict=True)})
    assert np.flatnonzero(changed.juniors).tolist() == sorted(rows[:2])
    assert np.flatnonzero(changed.seniors).tolist() == sorted(rows[4:])
    assert changed.sizes["juniors"] == changed.sizes["seniors"] == 2


def test_who_has_no_known_year_of_birth_has_no_age(catalogue: Catalogue) -> None:
    row = best(catalogue, 1)[0]
    changed = with_births(catalogue, {row: catalogue.published.list_day.year - 30})
    for choice in (RowFilter(age_from=0), RowFilter(age_from=30, age_up_to=30)):
        assert choose_rows(changed, choice, RowOrder()).tolist() == [row]
    assert choose_rows(changed, RowFilter(age_from=31), RowOrder()).tolist() == []


def test_an_upper_bound_of_ratings_leaves_out_the_unrated(catalogue: Catalogue) -> None:
    row, other = best(catalogue, 2)
    line = catalogue.lines[-1].copy()
    line[row] = 0
    changed = replace(catalogue, lines=(*catalogue.lines[:-1], line))
    within = choose_rows(changed, RowFilter(rating_up_to=4000), RowOrder()).tolist()
    assert row not in within
    assert other in within


def test_a_first_rating_is_no_change(catalogue: Catalogue) -> None:
    row = best(catalogue, 1)[0]
    before = catalogue.before.copy()
    before[row] = 0
    changed = replace(catalogue, lines=(*catalogue.lines[:-2], before, catalogue.lines[-1]))
    assert changed.change(np.array([row])) == [None]


def test_the_small_line_ends_with_its_own_list_and_has_the_last_twelve(demo: Site) -> None:
    _, reader = demo
    known = sorted(head.list_ for head in reading.list_heads(reader, SERIES))
    for head in reading.list_heads(reader, SERIES):
        until = [list_ for list_ in known if list_ <= head.list_]
        assert list(reader.catalogue(head).lists) == until[-12:]


# --- a career -----------------------------------------------------------------------------------------------------


def point(list_: int, rating: int | None, change: int | None = None, games: int = 1) -> ListPoint:
    return ListPoint(Month(list_), rating, None, State.ACTIVE, games, change)


def with_highest(catalogue: Catalogue, row: int, highest: int) -> Catalogue:
    """The same list on which a player was once so high."""
    roll = catalogue.published.roll
    column = roll.highest.copy()
    column[row] = highest
    return replace(catalogue, published=replace(catalogue.published, roll=replace(roll, highest=column)))


def test_the_highest_rating_is_of_the_first_list_that_had_it(catalogue: Catalogue) -> None:
    row = best(catalogue, 1)[0]
    points = (point(202401, 2000), point(202402, 2100, 100), point(202403, 2050, -50), point(202404, 2100, 50))
    stands = _standing_on_newest_list(with_highest(catalogue, row, 2100), row, points)
    assert (stands.highest, stands.highest_on, stands.change) == (2100, Month(202402), 50)


def test_a_highest_rating_from_before_all_lists_has_no_date(catalogue: Catalogue) -> None:
    row = best(catalogue, 1)[0]
    stands = _standing_on_newest_list(
        with_highest(catalogue, row, 2300), row, (point(202401, 2000), point(202402, 2100, 100))
    )
    assert (stands.highest, stands.highest_on) == (2300, None)


def test_a_rank_says_of_how_many_in_its_own_group(catalogue: Catalogue) -> None:
    people = catalogue.published.people
    for row in best(catalogue, 40):
        ranks = {rank.group: rank.of for rank in _standing_on_newest_list(catalogue, row, (point(202401, 2000),)).ranks}
        for group, words in (("federation", people.federation), ("region", people.region)):
            if words[row]:
                peers = [other for other in np.flatnonzero(catalogue.active).tolist() if words[other] == words[row]]
                assert ranks[group] == len(peers)


# --- pages of an answer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [f"/api/v1/lists/{SERIES}/newest", "/api/v1/events", "/api/v1/players?q=a"])
def test_the_last_page_of_an_answer_names_no_next_one(demo: Site, address: str) -> None:
    client, _ = demo
    question = "&" if "?" in address else "?"
    first: dict[str, Any] = client.get(f"{address}{question}limit=1").json()
    total = first["total"]
    assert 1 < total <= 1000
    whole = client.get(f"{address}{question}limit={total}").json()
    assert (len(whole["items"]), whole["next"]) == (total, None)
    all_but_one = client.get(f"{address}{question}limit={total - 1}").json()
    last = client.get(f"{address}{question}limit={total - 1}&cursor={all_but_one['next']}").json()
    assert (all_but_one["items"] + last["items"], last["next"]) == (whole["items"], None)


def test_a_cursor_stays_with_the_list_that_it_began_with(demo: Site) -> None:
    """Whoever pages through the newest list goes on with it when a newer one comes."""
    client, reader = demo
    newest, before = (str(head.list_) for head in reading.list_heads(reader, SERIES)[:2])
    begun: dict[str, Any] = client.get(f"/api/v1/lists/{SERIES}/{before}?limit=5").json()
    later = client.get(f"/api/v1/lists/{SERIES}/newest?limit=5&cursor={begun['next']}").json()
    assert later["head"]["list"] == before != newest
    ten = client.get(f"/api/v1/lists/{SERIES}/{before}?limit=10").json()
    assert begun["items"] + later["items"] == ten["items"]


# --- events and games ---------------------------------------------------------------------------------------------


def test_events_come_the_latest_first_a_page_at_a_time_and_by_all_words(demo: Site) -> None:
    _, reader = demo
    every = record.find_events(reader, record.EventQuery(limit=1000)).rows
    ends = [item.end for item in every]
    assert ends == sorted(ends, reverse=True)
    assert len({*ends}) > 1
    name = every[0].name
    word, other = name.split()[0], next(item.name.split()[0] for item in every if item.name.split()[0] not in name)
    assert record.find_events(reader, record.EventQuery(text=f"{word} {other}")).total == 0
    many = record.find_events(reader, record.EventQuery(text="e", limit=1000))
    assert many.total > 2
    assert record.find_events(reader, record.EventQuery(text="e", offset=1, limit=1)) == replace(
        many, rows=many.rows[1:2]
    )


def test_the_best_who_may_be_meant_stand_on_the_first_page(demo: Site) -> None:
    _, reader = demo
    whole = reading.search_players(reader, reading.PublicSearch("a", 1000))
    assert whole.total > 4
    assert reading.search_players(reader, reading.PublicSearch("a", 2, 2)).players == whole.players[2:4]


def test_games_of_two_players_are_counted_from_the_side_of_the_first(demo: Site) -> None:
    _, reader = demo
    numbers = [row.id for row in reading.read_list_page(reader, PageRequest(SERIES, limit=8)).rows]
    pairs = [(mine, other) for mine in numbers for other in numbers if mine < other]
    met = [record.games_between_players(reader, *pair) for pair in pairs]
    decisive = next(each for each in met if each.wins != each.losses)
    assert (decisive.wins, decisive.losses) == tuple(
        sum(game.score == points for game in decisive.games) for points in (2, 0)
    )
