"""Figures of a list: each table holds who it says, counted again from all rows, also of a federation or an age."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import reading
from arpad.office.reading import ListedPlayer, PageRequest, Reader, RowFilter

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


def rows_of(reader: Reader, choice: RowFilter) -> tuple[ListedPlayer, ...]:
    return reading.read_list_page(reader, PageRequest(SERIES, None, choice, limit=1000)).rows


def largest(numbers: list[int]) -> list[int]:
    return sorted(numbers, reverse=True)[:5]


@pytest.mark.parametrize("choice", [RowFilter(), RowFilter(federation="UKR"), RowFilter(age_from=13, age_up_to=40)])
def test_every_table_holds_the_most_of_its_kind(demo: Site, choice: RowFilter) -> None:
    _, reader = demo
    rows, figures = rows_of(reader, choice), reading.read_list_figures(reader, SERIES, None, choice)
    year = reader.catalogue(figures.head).published.list_day.year
    assert figures.players == len(rows)
    ratings = sorted(row.rating or 0 for row in rows)
    assert figures.median == ratings[len(ratings) // 2]
    assert figures.mean == (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))
    changes = [row.change for row in rows if row.change is not None]
    assert [row.change for row in figures.gains] == largest([change for change in changes if change > 0])
    assert [-(row.change or 0) for row in figures.losses] == largest([-change for change in changes if change < 0])
    assert [row.rating for row in figures.newcomers] == largest([row.rating or 0 for row in rows if not row.line[-2]])
    assert [row.games for row in figures.games] == largest([row.games for row in rows if row.games])
    young = [row.rating or 0 for row in rows if row.birth_year and year - row.birth_year <= 20]
    assert [row.rating for row in figures.juniors] == largest(young)
    for row in figures.highest:
        assert row.rating == max(rating or 0 for rating in row.line)
    counts = Counter(row.federation for row in rows if row.federation)
    assert {line.name: line.players for line in figures.groups if line.kind == "federation"} == counts


def test_a_group_has_a_page_that_is_reached_from_the_first_page(demo: Site) -> None:
    client, reader = demo
    head = reader.stamp.head(SERIES)
    figures = f"/lists/{SERIES}/{head.list_}/figures"
    assert figures in client.get("/").text
    page = unescape(client.get(figures).text)
    for address in (f"{figures}?fed=UKR", f"{figures}?title=FM", f"{figures}?age_from=13&age_to=16"):
        assert address in page
        answer = client.get(address)
        assert answer.status_code == 200
    assert "<h1>UKR</h1>" in client.get(f"{figures}?fed=UKR").text
    assert "<h1>13\u201316 years</h1>" in client.get(f"{figures}?age_from=13&age_to=16").text


def test_a_group_that_nobody_is_in_says_what_to_do(demo: Site) -> None:
    client, reader = demo
    head = reader.stamp.head(SERIES)
    page = client.get(f"/lists/{SERIES}/{head.list_}/figures?fed=XYZ").text
    assert "Choose another group" in page
    assert f'href="/lists/{SERIES}/{head.list_}/figures"' in page


def test_a_first_list_has_no_newcomers(demo: Site) -> None:
    _, reader = demo
    first = reading.list_heads(reader, SERIES)[-1].list_
    assert reading.read_list_figures(reader, SERIES, first).newcomers == ()


def test_the_highest_title_comes_first(demo: Site) -> None:
    client, reader = demo
    expected = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"]
    offered = re.findall(r"<option[^>]*>(W?[GIFC]M)</option>", client.get(f"/lists/{SERIES}").text)
    grouped = [line.name for line in reading.read_list_figures(reader, SERIES).groups if line.kind == "title"]
    for titles in (offered, grouped):
        assert len(titles) > 2
        assert titles == [title for title in expected if title in titles]
