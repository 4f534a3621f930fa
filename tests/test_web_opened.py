"""The site opens numbers: calculations, events with cross tables, two players, those who wait; as they are stored."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import date
from html import unescape

import pytest
from publication_made import before_list
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.exact import decimal
from arpad.messages import speaking
from arpad.office import reading, record
from arpad.office.desk import open_office
from arpad.office.events import EventQuery, EventStatus, list_events
from arpad.office.lists import CalculationQuestion, EventQuestion, ListChoice, explain_event, explain_rating
from arpad.office.people import PlayerQuery, show_player
from arpad.office.reading import PageRequest, Reader, RowFilter
from arpad.web import render
from arpad.web.render import finding_sentence, hundredths
from arpad.web.routes.calculations import equation_lines

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.fixture(scope="module")
def played(demo: Site) -> list[int]:
    """Those with games on the newest list."""
    return [row.id for row in reading.read_list_page(demo[1], PageRequest(SERIES, limit=1000)).rows if row.games]


def test_every_calculation_of_the_newest_list_has_its_numbers(demo: Site, played: list[int]) -> None:
    client, reader = demo
    list_ = reader.stamp.head(SERIES).list_
    assert len(played) > 20
    with open_office(str(demo_office()), "test") as desk:
        for number in played:
            html = client.get(f"/players/{number}/{SERIES}/{list_}").text
            stored = explain_rating(desk, CalculationQuestion(number, ListChoice(SERIES, list_)))
            assert stored.after is not None
            assert f">{stored.after.rating}<" in html
            for event in (*stored.events, *stored.earlier):
                rows = re.findall(rf'<tr id="{event.code}\.\d+".*?</tr>', html, re.DOTALL)
                assert len(rows) == len(event.games)
                for row, game in zip(rows, event.games, strict=True):
                    assert f"/players/{game.opponent_id}" in row
                    if game.expected is not None:
                        assert hundredths(game.expected) in row
                        assert hundredths(game.delta, True) in row
            for step in stored.steps:
                assert all(f"#{article}" in html for article in step.articles)
            assert reader.stamp.head(SERIES).seal in html


def test_the_lines_of_a_sum_come_out(demo: Site, played: list[int]) -> None:
    _, reader = demo
    list_ = reader.stamp.head(SERIES).list_
    for number in played:
        lines = equation_lines(reading.open_calculation(reader, number, SERIES, list_).calculation)
        if len(lines) == 2 and lines[1][-1].name == "new-rating":
            (*_, moved, rounded), (base, plus, new) = lines
            del moved
            assert base.value + rounded.value == new.value
            assert abs(rounded.value) == plus.value


def test_the_list_that_opened_a_series_tells_where_its_facts_come_from(demo: Site) -> None:
    client, reader = demo
    first = next(head.list_ for head in reading.list_heads(reader, SERIES) if head.kind == "opening")
    number = reading.read_list_page(reader, PageRequest(SERIES, first, limit=1)).rows[0].id
    html = client.get(f"/players/{number}/{SERIES}/{first}").text
    assert "Taken over with this list" in html
    with open_office(str(demo_office()), "test") as desk:
        stored = explain_rating(desk, CalculationQuestion(number, ListChoice(SERIES, first)))
    assert stored.opening is not None
    assert [fact.fact for fact in stored.opening.facts] == ["games", "highest", "last"]
    assert all(f"<li>{fact.says.sentence}</li>" in html for fact in stored.opening.facts)


def test_a_calculation_as_csv_has_a_row_per_game(demo: Site, played: list[int]) -> None:
    client, reader = demo
    list_ = reader.stamp.head(SERIES).list_
    answer = client.get(f"/players/{played[0]}/{SERIES}/{list_}.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    stored = reading.open_calculation(reader, played[0], SERIES, list_).calculation
    games = [game for event in (*stored.earlier, *stored.events) for game in event.games]
    assert [row["delta"] for row in rows] == [decimal(game.delta) for game in games]
    assert client.get(f"/players/{played[0]}/{SERIES}/{list_}.json").json()["player"] == played[0]


def test_every_event_has_a_cross_table_that_adds_up(demo: Site) -> None:
    client, reader = demo
    found = record.find_events(reader, record.EventQuery(limit=200))
    rated = [row for row in found.rows if row.list_]
    assert len(rated) > 10
    with open_office(str(demo_office()), "test") as desk:
        for item in rated:
            page = client.get(f"/events/{item.event}")
            assert page.status_code == 200, item
            table = record.event_page(reader, item.event).table
            sheet = explain_event(desk, EventQuestion(item.event))
            assert table is not None
            assert {row.id for row in table.rows} == {line.id for line in sheet.players}
            games = [game for row in table.rows for cell in row.cells for game in cell]
            assert len(games) == sum(len(line.games) for line in sheet.players)
            assert all(f'id="p{row.id}"' in page.text for row in table.rows)
            places = [row.place for row in table.rows]
            assert places == sorted(places)


def test_events_are_found_by_their_names(demo: Site) -> None:
    client, reader = demo
    item = record.find_events(reader, record.EventQuery()).rows[0]
    word = item.name.split(":")[0]
    assert item.event in client.get("/events", params={"q": word}).text
    assert client.get("/events/NOBODY").status_code == 404


def test_two_players_have_the_games_of_both_calculations(demo: Site, played: list[int]) -> None:
    client, reader = demo
    list_ = reader.stamp.head(SERIES).list_
    game = reading.open_calculation(reader, played[0], SERIES, list_).calculation.events[0].games[0]
    found = record.games_between_players(reader, played[0], game.opponent_id)
    turned = record.games_between_players(reader, game.opponent_id, played[0])
    assert (found.wins, found.draws, found.losses) == (turned.losses, turned.draws, turned.wins)
    assert [(g.event, g.round, 2 - g.score) for g in found.games] == [(g.event, g.round, g.score) for g in turned.games]
    page = client.get(f"/players/{played[0]}/vs/{game.opponent_id}")
    assert page.status_code == 200
    assert all(f"/events/{each.event}" in page.text for each in found.games)
    where = client.get("/versus", params={"a": played[0], "b": game.opponent_id}).headers["location"]
    assert where == f"/players/{played[0]}/vs/{game.opponent_id}"


def test_whoever_waits_is_told_what_is_missing_and_until_when(demo: Site) -> None:
    client, reader = demo
    people = reader.index.people.id.tolist()
    waiting = [(number, each) for number in people for each in record.why_unpublished(reader, number).waits]
    assert waiting
    for number, each in waiting[:10]:
        html = client.get(f"/players/{number}").text
        if each.missing:
            assert f"{each.games} of {each.games + each.missing} games" in html
        else:  # the floor is the reason, and no further game is asked for
            assert "enough, but the rating that they come to is too low" in html
        assert "0 more" not in html
        assert all(f"/events/{event.code}" in html for event in each.events)


def test_findings_are_shown_with_their_public_sentences(demo: Site) -> None:
    client, reader = demo
    for item in record.find_events(reader, record.EventQuery(limit=200)).rows[:15]:
        for each in record.event_page(reader, item.event).heading.findings:
            assert finding_sentence(each) in unescape(client.get(f"/events/{item.event}").text)


def test_two_lists_differ_in_what_their_rows_say_and_every_move_has_its_cause(demo: Site) -> None:
    client, reader = demo
    newest, before = (head.list_ for head in reading.list_heads(reader, SERIES)[:2])
    found = record.compare_lists(reader, SERIES, before, newest)
    pages = [
        reading.read_list_page(reader, PageRequest(SERIES, list_, RowFilter("all"), limit=1000))
        for list_ in (before, newest)
    ]
    old, new = ({row.id: row for row in page.rows} for page in pages)
    moves = {move.id: move for move in found.moves if move.what == "rating"}
    both = old.keys() & new.keys()
    assert moves.keys() == {number for number in both if old[number].rating != new[number].rating}
    assert all(move.change == (new[number].rating or 0) - (old[number].rating or 0) for number, move in moves.items())
    assert {move.id for move in found.moves if move.what == "new"} == new.keys() - old.keys()
    assert {move.id for move in found.moves if move.what == "gone"} == old.keys() - new.keys()
    assert all(move.games for move in moves.values() if move.cause == "games")
    html = client.get(f"/lists/{SERIES}/{before}..{newest}").text
    assert all(f"/players/{move.id}/{SERIES}/{newest}" in html for move in list(moves.values())[:50])
    rows = list(csv.DictReader(io.StringIO(client.get(f"/lists/{SERIES}/{before}..{newest}.csv").text)))
    assert len(rows) == len(found.moves)
    assert client.get(f"/lists/{SERIES}/{newest}..{before}").status_code == 422


def test_the_docket_has_every_event_that_is_not_rated() -> None:
    address = before_list("sqlite")
    with open_office(address, "test") as desk:
        rows = list_events(desk, EventQuery())
    waiting = {row.event: row.standing for row in rows}
    assert set(waiting.values()) == {EventStatus.ADMITTED}
    with site(address) as (client, reader):
        found = record.event_docket(reader)
        assert {each.item.event: each.item.standing for each in found} == waiting
        assert all(clock.what == "first list" for each in found for clock in each.clocks)
        html = client.get("/docket").text
        assert all(f"/events/{event}" in html for event in waiting)
        assert len(client.get("/docket.csv").text.splitlines()) == len(waiting) + 1
        assert client.get(f"/events/{next(iter(waiting))}").status_code == 200


def test_whom_a_list_leaves_out_is_told_so_and_nobody_else(demo: Site) -> None:
    _, reader = demo
    with open_office(str(demo_office()), "test") as desk:
        for number in reader.index.people.id.tolist():
            story = show_player(desk, PlayerQuery(int(number)))
            assert record.why_unpublished(reader, int(number)).left_off == story.left_off


def test_days_and_decimals_are_written_by_the_language_of_the_page() -> None:
    with speaking("hu"):
        days = render.day_span(date(2026, 1, 22), date(2026, 1, 30))
        assert days.striptags() == "2026. 01. 22. \u2013 2026. 01. 30."
        assert days.count('<span class="day">') == 2
        assert render.hundredths(-52) == "\u22120,52"
        assert render.templates("hu").from_string("{{ day }}").render(day=date(2026, 1, 30)) == "2026. 01. 30."
    assert render.templates("en").from_string("{{ day }}").render(day=date(2026, 1, 30)) == "2026-01-30"
    assert render.hundredths(18, sign=True) == "+0.18"
