"""A player's results are the games of their calculations, and whoever has played is told why they are not listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.columns import State, Status
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.office import reading, record
from arpad.office.reading import PageRequest, Reader

Site = tuple[TestClient, Reader]
NOT_PLAYED = (Status.UNPLAYED_GAME, Status.EARLIER_PART, Status.LATER_PART)


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


def games_of_calculations(reader: Reader, number: int) -> list[reading.Calculation]:
    """Every calculation of a player."""
    shown = reading.player_page(reader, number)
    lists = dict.fromkeys(event.list_ for career in shown.careers for event in career.events)
    return [reading.open_calculation(reader, number, SERIES, list_).calculation for list_ in lists]


def test_results_are_the_sums_of_the_games_in_the_calculations(demo: Site) -> None:
    client, reader = demo
    rows = reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows
    checked = 0
    for row in rows:
        games = [
            game
            for each in games_of_calculations(reader, row.id)
            for event in each.events
            for game in event.games
            if game.status not in NOT_PLAYED
        ]
        found = record.player_results(reader, row.id).series
        assert bool(found) == bool(games)
        if not games:
            continue
        checked += 1
        (results,) = found
        ended = Counter(game.score for game in games)
        assert (results.all.wins, results.all.draws, results.all.losses) == (ended[2], ended[1], ended[0])
        counted = [game for game in games if game.status is Status.COUNTED]
        assert results.all.expected == sum(game.expected or 0 for game in counted)
        by_colour = Counter(game.colour.value if game.colour else "unknown" for game in games)
        assert {each.group: each.games for each in results.by_colour} == by_colour
        assert sum(each.games for each in results.by_opposition) == len(games)
        best = max((game.opponent_rating or 0 for game in games if game.score == 2), default=0)
        assert best == max((game.opponent_rating or 0 for game in results.best_wins), default=0)
        for opponent in results.opponents:
            met = record.games_between_players(reader, row.id, opponent.id)
            score = opponent.score
            assert (score.wins, score.draws, score.losses) == (met.wins, met.draws, met.losses)
    assert checked > 50
    assert client.get(f"/players/{rows[0].id}/results").status_code == 200


def test_a_run_is_broken_by_the_first_game_that_does_not_belong_to_it(demo: Site) -> None:
    _, reader = demo
    number = next(
        row.id
        for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows
        if any(run.kind == "unbeaten" for each in record.player_results(reader, row.id).series for run in each.runs)
    )
    calculations = sorted(games_of_calculations(reader, number), key=lambda each: int(each.list))
    events = sorted((event for each in calculations for event in each.events), key=lambda event: int(event.end))
    longest = run = 0
    for event in events:
        for game in event.games:
            if game.status not in NOT_PLAYED:
                run = run + 1 if game.score else 0
                longest = max(longest, run)
    (results,) = record.player_results(reader, number).series
    assert [each.games for each in results.runs if each.kind == "unbeaten"] == [longest]


def test_a_performance_is_that_of_the_calculator(demo: Site) -> None:
    _, reader = demo
    row = next(row for row in reading.read_list_page(reader, PageRequest(SERIES)).rows if row.games > 6)
    (results,) = record.player_results(reader, row.id).series
    assert results.performances
    for each in results.performances:
        calculation = reading.open_calculation(reader, row.id, SERIES, each.list_).calculation
        event = next(event for event in calculation.events if event.code == each.event)
        games = [game for game in event.games if game.status is Status.COUNTED]
        scored = sum(game.score for game in games)
        average = (2 * sum(game.opponent_rating or 0 for game in games) + len(games)) // (2 * len(games))
        percent = (100 * scored + len(games)) // (2 * len(games))
        assert each.performance == average + rulebook(each.edition).dp(percent)


def test_everybody_who_has_played_and_is_not_among_the_active_is_told_why(demo: Site) -> None:
    client, reader = demo
    active = {row.id for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows}
    told = Counter[str]()
    for number in reader.index.people.id.tolist():
        shown = reading.player_page(reader, number)
        if number in active or not shown.careers:
            continue
        why = record.why_unpublished(reader, number)
        answers = {"waits": why.waits, "left": why.left_off, "uncounted": why.uncounted, "states": why.states}
        assert any(answers.values()), number
        told.update(name for name, answer in answers.items() if answer)
        if why.uncounted:
            page = client.get(f"/players/{number}").text
            assert all(f"#{article}" in page for each in why.uncounted for article in each.articles)
            assert "No result counts towards a first rating" in page
        for state in why.states:
            assert state.state is State.INACTIVE
            assert state.articles == ("7.2.2",)
    assert told["waits"]
    assert told["states"]
    assert told["uncounted"]


def test_an_unknown_number_has_no_results(demo: Site) -> None:
    client, reader = demo
    with pytest.raises(UserError):
        record.player_results(reader, 1)
    assert client.get("/players/1/results").status_code == 404
