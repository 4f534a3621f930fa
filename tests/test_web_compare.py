"""Search and compare: several matches are asked about, several players stand on one chart, the field is a combobox."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser import PHONE, WIDE, looking
from playwright.sync_api import expect
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import reading
from arpad.office.reading import PageRequest, PublicSearch, Reader

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


def top(reader: Reader) -> list[int]:
    return [row.id for row in reading.read_list_page(reader, PageRequest(SERIES, limit=7)).rows]


def test_compare_asks_where_several_may_be_meant_and_never_takes_the_first(demo: Site) -> None:
    client, reader = demo
    first = top(reader)[0]
    found = reading.search_players(reader, PublicSearch("a", 50))
    assert found.total > 1
    answer = client.get("/versus", params={"a": first, "b": "a"})
    assert answer.status_code == 200
    assert "Who is meant?" in answer.text
    assert all(f"/players/{first}/vs/{each.id}" in answer.text for each in found.players)
    near = client.get("/versus", params={"a": first, "b": "Hradmoir"})
    assert near.status_code == 200  # one name is similar, and nobody is called so
    assert "Nearly" in near.text
    assert client.get("/versus", params={"a": first, "b": "zzzzzzzz"}).status_code == 200
    assert client.get("/versus", params={"a": "x", "b": "a"}).status_code == 404


def test_two_and_more_players_stand_on_one_chart(demo: Site) -> None:
    client, reader = demo
    numbers = top(reader)
    page = client.get(f"/compare?players={','.join(map(str, numbers[:3]))}").text
    assert [page.count(f'class="steps with-{at}"') for at in range(4)] == [2, 2, 2, 0]  # wide and narrow
    answer = client.get(f"/compare?players={numbers[0]}&add={numbers[1]}")
    assert answer.status_code == 303
    assert f"{numbers[0]}%2C{numbers[1]}" in answer.headers["location"]
    assert "Who is meant?" in client.get(f"/compare?players={numbers[0]}&add=a").text
    most = client.get(f"/compare?players={','.join(map(str, numbers))}").text
    assert all(f"/players/{number}" in most for number in numbers[:6])
    assert f"/players/{numbers[6]}" not in most
    assert "Add two or more players" in client.get("/compare").text
    assert client.get("/compare?players=1").status_code == 404


@pytest.mark.browser
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_search_is_a_combobox_that_the_keyboard_and_a_screen_reader_understand(
    demo: Site, size: tuple[int, int]
) -> None:
    _, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    with looking(size) as (page, wrong):
        page.goto("/")
        field = page.get_by_role("combobox")
        expect(field).to_have_attribute("aria-expanded", "false")
        field.press_sequentially(row.name[:4])
        listed = page.get_by_role("listbox")
        expect(listed).to_be_visible()
        expect(field).to_have_attribute("aria-expanded", "true")
        field.press("ArrowDown")
        option = page.get_by_role("option").first
        expect(option).to_have_attribute("aria-selected", "true")
        expect(field).to_have_attribute("aria-activedescendant", option.get_attribute("id") or "none")
        name = (option.text_content() or "").split(" · ")
        field.press("Escape")
        expect(listed).to_be_hidden()
        field.press("End")
        field.press_sequentially(row.name[4])
        expect(listed).to_be_visible()
        field.press("ArrowDown")
        field.press("Enter")
        expect(page).to_have_url(re.compile(r"/players/\d+$"))
        expect(page.get_by_role("heading", level=1)).to_contain_text(next(part for part in name if "," in part))
        assert wrong == []
