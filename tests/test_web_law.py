"""The law on the site: every edition with an anchor for every article, what it moved, and what changed since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from site_made import SERIES, demo_office, site
from site_pages import EDITION, kinds
from starlette.testclient import TestClient

from arpad.columns import Status
from arpad.law import editions, rulebook
from arpad.law.compare import compare
from arpad.office import reading, record
from arpad.office.reading import PageRequest, Reader
from arpad.web.render import MINUS_SIGN

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.mark.parametrize("edition", editions())
def test_every_article_of_every_edition_has_its_anchor_and_its_words(demo: Site, edition: str) -> None:
    client, _ = demo
    book, html = rulebook(edition), unescape(client.get(f"/law/{edition}").text)
    for number, article in book.edition.articles.items():
        assert f'id="{number}"' in html
        assert article.says in html.replace(MINUS_SIGN, "-")
    rulings = unescape(client.get(f"/law/{edition}/rulings").text).replace(MINUS_SIGN, "-")
    for ruling in book.rulings:
        assert f'id="{ruling.id}"' in rulings
        assert ruling.applies in rulings
        assert f'href="/law/{edition}/rulings/{ruling.id}"' in rulings
    last = unescape(client.get(f"/law/{edition}/rulings/{ruling.id}").text).replace(MINUS_SIGN, "-")
    assert ruling.because in last
    assert ruling.applies in last
    assert client.get(f"/law/{edition}/rulings/Z99").status_code == 404
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert client.get(f"/law/{edition}/tables").status_code == 200


MOST_BYTES = 17_000  # of a page, compressed, with the addresses of its other languages


def test_every_kind_of_page_and_every_page_of_the_law_is_small(demo: Site) -> None:
    client, _ = demo
    law = [f"/law/{edition}{part}" for edition in editions() for part in ("", "/rulings", "/tables")]
    sizes = {}
    for address in {*kinds().values(), *law}:
        answer = client.get(address, headers={"accept-encoding": "gzip"})
        sizes[address] = int(answer.headers["content-length"])
        assert answer.headers.get("content-encoding") == "gzip" or sizes[address] < 600
    assert {address: size for address, size in sizes.items() if size > MOST_BYTES} == {}


HYPHEN_FOR_MINUS = re.compile(r"(?<![\w.\-/–§])[-\u2010-\u2013](?=[0-9])")
CODE = re.compile(r"<(script|style|pre|code)\b.*?</\1>", re.DOTALL)
SHOWN = re.compile(r'>([^<]+)<|(?:title|aria-label)="([^"]*)"')


def negative_numbers_with_a_hyphen(page: str) -> list[str]:
    texts = ["".join(found) for found in SHOWN.findall(CODE.sub("", page))]
    return [unescape(text) for text in texts if HYPHEN_FOR_MINUS.search(unescape(text))]


def test_a_minus_is_one_sign_on_every_page_and_in_every_chart(demo: Site) -> None:
    client, _ = demo
    law = [f"/law/{edition}{part}" for edition in editions() for part in ("", "/rulings")]
    rulings = [f"/law/{EDITION}/rulings/{each.id}" for each in rulebook(EDITION).rulings]
    pages = {address: client.get(address).text for address in (*kinds().values(), *law, *rulings)}
    hyphens = {address: texts for address, page in pages.items() if (texts := negative_numbers_with_a_hyphen(page))}
    assert hyphens == {}
    assert sum(MINUS_SIGN in page for page in pages.values()) > 10
    assert negative_numbers_with_a_hyphen('<td title="-3">-2.5, from 2024-01-02 on, 3-4</td>') == [
        "-3",
        "-2.5, from 2024-01-02 on, 3-4",
    ]


def test_a_calculation_ends_at_articles_that_are_there(demo: Site) -> None:
    client, reader = demo
    list_ = reader.stamp.head(SERIES).list_
    rows = [row for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows if row.games][:20]
    links = {
        link
        for row in rows
        for link in re.findall(r'href="(/law/[^"]+#[^"]+)"', client.get(f"/players/{row.id}/{SERIES}/{list_}").text)
    }
    assert len(links) > 5
    pages = {link.split("#")[0]: client.get(link.split("#")[0]).text for link in links}
    assert [link for link in links if f'id="{link.split("#")[1]}"' not in pages[link.split("#")[0]]] == []


def test_the_differences_of_two_editions_are_those_of_the_law(demo: Site) -> None:
    client, _ = demo
    old, new = "fide-standard-2024", "fide-standard-2025"
    html = client.get(f"/law/{old}..{new}").text
    found = compare(rulebook(old), rulebook(new))
    assert html.count('<section class="paragraph changed">') == len(found)
    assert client.get(f"/law/{old}..nothing").status_code == 404


def test_what_an_article_moved_is_counted_in_the_games(demo: Site) -> None:
    client, reader = demo
    head = reader.stamp.head(SERIES)
    moved = {each.concept: each for each in record.moves_by_concept(reader, head) if each.what == "games"}
    events = record.find_events(reader, record.EventQuery(SERIES, head.list_, limit=1000)).rows
    lines = [
        line
        for item in events
        if (sheet := record.event_page(reader, item.event).sheet) is not None
        for line in sheet.players
    ]
    games = [game for line in lines for game in line.games]
    counted = [game for game in games if game.status is Status.COUNTED]
    assert moved["rating-change"].times == len(counted)
    assert moved["difference-limit"].times == sum(game.limited for game in counted)
    assert moved["unrated-opponent"].times == sum(game.status is Status.UNRATED_OPPONENT for game in games)
    html = client.get(f"/law/{head.edition}").text
    for concept in ("difference-limit", "unrated-opponent"):
        address = f"/law/{head.edition}/moved/{concept}"
        assert f"{address}?what=games" in html
        everybody = record.players_moved(reader, head, concept, "games")
        assert sum(each.times for each in everybody) == moved[concept].times
        page = client.get(f"{address}?what=games").text
        assert all(f"/players/{each.id}/{SERIES}/{head.list_}" in page for each in everybody[:100])
    limited = Counter(
        line.id for line in lines for game in line.games if game.status is Status.COUNTED and game.limited
    )
    assert {each.id: each.times for each in record.players_moved(reader, head, "difference-limit", "games")} == limited
    assert client.get(f"/law/{head.edition}/moved/nothing").status_code == 404
