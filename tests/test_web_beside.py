"""What stands beside a published number: it is recomputed from its document, compared with another edition and with its
preview, and a claim stands on the row that it is about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient
from typer.testing import CliRunner

from arpad.calculator import rulebook
from arpad.cli import app
from arpad.office import reading
from arpad.office.reading import Calculation, PageRequest, Reader
from arpad.web.period_document import has_document, period_document, under_other_edition

BEFORE_THE_LIMIT = "fide-standard-2023-12"  # counts every difference up to a higher one
Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.fixture(scope="module")
def lines(demo: Site) -> list[Calculation]:
    """Every line of the two newest lists that rated games."""
    reader = demo[1]
    heads = reading.list_heads(reader, SERIES)[:2]
    return [
        reading.open_calculation(reader, row.id, SERIES, head.list_).calculation
        for head in heads
        for row in reading.read_list_page(reader, PageRequest(SERIES, head.list_, limit=1000)).rows
        if row.games
    ]


def test_every_line_is_recomputed_from_its_document(lines: list[Calculation]) -> None:
    recomputed = 0
    for shown in lines:
        if has_document(shown):
            answer = rulebook(shown.edition).calculate("period", period_document(shown))
            assert shown.after is not None
            assert answer.new_rating == shown.after.rating, shown.player
            recomputed += 1
    assert recomputed > 50
    assert recomputed >= sum(shown.before is not None and bool(shown.before.rating) for shown in lines)


def test_the_command_on_the_page_makes_the_published_rating(
    demo: Site, lines: list[Calculation], tmp_path: Path
) -> None:
    client, _ = demo
    shown = next(each for each in lines if has_document(each) and each.after and each.before)
    address = f"/players/{shown.player}/{SERIES}/{shown.list}"
    page, file = client.get(address).text, client.get(f"{address}/period.json")
    name = f"period-{shown.player}-{SERIES}-{shown.list}.json"
    assert f"arpad calc period {name}" in page
    assert file.headers["content-disposition"] == f'attachment; filename="{name}"'
    (tmp_path / name).write_bytes(file.content)
    done = CliRunner().invoke(app, ["calc", "period", str(tmp_path / name), "--json"])
    assert done.exit_code == 0
    assert shown.after is not None
    assert json.loads(done.stdout)["new_rating"] == shown.after.rating


def test_a_forged_document_gives_another_rating(lines: list[Calculation]) -> None:
    shown = next(each for each in lines if has_document(each))
    forged = period_document(shown)
    game = forged["events"][0]["games"][0]
    game["score"] = 0 if game["score"] else 1
    assert shown.after is not None
    assert rulebook(shown.edition).calculate("period", forged).new_rating != shown.after.rating


def test_a_first_rating_is_recomputed_from_its_document_or_the_page_says_what_proves_it(
    demo: Site, tmp_path: Path
) -> None:
    client, reader = demo
    recomputed, refused = 0, 0
    for head in reading.list_heads(reader, SERIES):
        for row in reading.read_list_page(reader, PageRequest(SERIES, head.list_, limit=1000)).rows:
            if not row.games or row.change is not None or head.kind != "computed":
                continue
            address = f"/players/{row.id}/{SERIES}/{head.list_}"
            page, file = client.get(address).text, client.get(f"{address}/period.json")
            assert "<code>arpad verify --public DIRECTORY</code>" in page
            if file.status_code == 404:
                assert file.json()["code"] == "no-period-document"
                assert "the bundle of the federation does" in page
                refused += 1
                continue
            name = f"initial-{row.id}-{SERIES}-{head.list_}.json"
            assert f"arpad calc initial {name}" in page
            assert f"{address}/under" not in page
            (tmp_path / name).write_bytes(file.content)
            done = CliRunner().invoke(app, ["calc", "initial", str(tmp_path / name), "--json"])
            assert json.loads(done.stdout)["rating"] == row.rating
            forged = file.json()
            forged["events"][0]["games"][0]["opponent"] += 200
            assert rulebook(forged["rulebook"]).calculate("initial", forged).rating != row.rating
            recomputed += 1
    assert recomputed > 5
    assert refused > 0


def test_under_its_own_edition_a_line_is_what_it_is(lines: list[Calculation], demo: Site) -> None:
    for shown in lines:
        if has_document(shown):
            year = reading.player_page(demo[1], shown.player).person.birth_year
            compared = under_other_edition(shown, shown.edition, year)
            assert all(game.same for game in compared.games)
            assert (compared.other_rating, compared.other_change) == (compared.new_rating, compared.change)
            assert compared.k == compared.other_k


def test_under_an_earlier_edition_those_games_differ_whose_difference_was_cut(lines: list[Calculation]) -> None:
    differing = 0
    for shown in lines:
        if has_document(shown):
            compared = under_other_edition(shown, BEFORE_THE_LIMIT, None)
            games = [game for event in shown.events for game in event.games if game.expected is not None]
            cut = [game.limited for game in games]
            for game, was_cut in zip(compared.games, cut, strict=True):
                assert game.same or was_cut
                differing += not game.same
    assert differing > 0


def test_the_page_the_file_and_the_api_say_the_same_of_another_edition(demo: Site, lines: list[Calculation]) -> None:
    client, _ = demo
    shown = next(
        each
        for each in lines
        if has_document(each) and any(game.limited for event in each.events for game in event.games)
    )
    row = f"{shown.player}/{SERIES}/{shown.list}"
    api = client.get(f"/api/v1/players/{shown.player}/calculations/{SERIES}/{shown.list}/under/{BEFORE_THE_LIMIT}")
    assert client.get(f"/players/{row}/under/{BEFORE_THE_LIMIT}.json").content == api.content
    page = client.get(f"/players/{row}/under/{BEFORE_THE_LIMIT}").text
    assert f">{api.json()['other_rating']}<" in page
    chosen = client.get(f"/players/{row}/under?edition={BEFORE_THE_LIMIT}")
    assert (chosen.status_code, chosen.headers["location"]) == (303, f"/players/{row}/under/{BEFORE_THE_LIMIT}")
    assert client.get(f"/players/{row}/under?edition=ukraine-2018").status_code == 404
    assert client.get(f"/players/{row}/under/nothing").status_code == 404


def test_a_list_that_is_what_its_preview_was_says_so(demo: Site) -> None:
    client, reader = demo
    head = reader.stamp.head(SERIES)
    answer = client.get(f"/api/v1/lists/{SERIES}/newest/preview").json()
    assert (answer["list"], answer["players"], answer["causes"], answer["moved"]) == (str(head.list_), 0, [], [])
    assert "Nothing: the list is what the preview was." in client.get(f"/lists/{SERIES}/{head.list_}/preview").text
    opening = reading.list_heads(reader, SERIES)[-1].list_
    assert client.get(f"/lists/{SERIES}/{opening}/preview").status_code == 404
