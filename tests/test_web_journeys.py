"""Journeys in a real browser, each with script, without, and on a phone: from a question to its answer."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser import PHONE, WIDE, looking, photograph, served
from playwright.sync_api import Page, expect
from site_made import SERIES, demo_office
from site_pages import address_of, newest, telling

from arpad.days import Month
from arpad.law import rulebook
from arpad.office.desk import open_office
from arpad.office.lists import CalculationQuestion, ListChoice, ListQuery, explain_rating, show_list
from arpad.web.render import month_name

pytestmark = pytest.mark.browser
WAYS = {"script": (WIDE, True), "no-script": (WIDE, False), "phone": (PHONE, True)}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def sitting(way: str) -> Iterator[Page]:
    """Somebody at a screen; whatever goes wrong on a page ends the journey."""
    size, script = WAYS[way]
    with looking(size, script=script, accept_downloads=True) as (page, wrong):
        yield page
        assert wrong == []


def downloaded(page: Page, name: str) -> bytes:
    """What a link gives to keep."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name, exact=True).first.click()
    return waiting.value.path().read_bytes()


def test_a_player_goes_from_a_list_to_the_article_behind_a_number(way: str) -> None:
    """Why did my rating change? From the newest list to the calculation, to one game, to the words of the law."""
    found = telling()["change"]
    with sitting(way) as page:
        page.goto("/")
        page.get_by_role("link", name="Lists", exact=True).click()
        page.get_by_role("link", name=str(month_name(Month(found.list)))).first.click()
        row = page.locator("tr", has=page.locator(f'a[href="/players/{found.player}"]'))
        row.locator(f'a[href="{address_of(found)}"]').click()
        expect(page).to_have_url(f"{served()}{address_of(found)}")
        expect(page.locator(".sum")).to_contain_text(str(found.after.rating if found.after else ""))
        photograph(page, f"journey-calculation-{way}")
        article = page.locator(".sum a.article").first
        number = (article.text_content() or "").replace("§", "").strip()
        article.click()
        expect(page).to_have_url(re.compile(rf"/law/{found.edition}#{re.escape(number)}$"))
        words = page.locator(f'[id="{number}"]')
        expect(words).to_be_visible()
        expect(words).to_contain_text(rulebook(found.edition).article(number).says)
        photograph(page, f"journey-article-{way}")


def test_a_statistician_downloads_a_list_and_a_calculation(way: str) -> None:
    """The files say what the office's own commands say."""
    found = telling()["change"]
    with sitting(way) as page:
        page.goto("/")
        page.get_by_role("link", name="Lists", exact=True).click()
        page.get_by_role("link", name=str(month_name(newest()))).first.click()
        expect(page).to_have_url(re.compile(f"/lists/{SERIES}"))
        rows = list(csv.DictReader(io.StringIO(downloaded(page, "CSV").decode("utf-8-sig"))))
        photograph(page, f"journey-list-{way}")
        page.goto(address_of(found))
        with page.expect_response(re.compile(r"\.json$")) as waiting:
            page.get_by_role("link", name="JSON", exact=True).click()
        calculation = json.loads(waiting.value.body())
    with open_office(str(demo_office()), "test") as desk:
        listed = show_list(desk, ListQuery()).players
        told = explain_rating(desk, CalculationQuestion(found.player, ListChoice(SERIES, Month(found.list))))
    assert len(rows) == len(listed)
    assert calculation["player"] == found.player
    assert [len(event["games"]) for event in calculation["events"]] == [len(event.games) for event in told.events]
    assert calculation["after"]["rating"] == (told.after.rating if told.after else None)


def test_somebody_narrows_a_list_and_shares_the_address(way: str) -> None:
    with sitting(way) as page:
        page.goto(f"/lists/{SERIES}")
        before = page.locator("table.list tbody tr").count()
        page.get_by_label("Sex").select_option("w")
        if way == "no-script":
            page.get_by_role("button", name="Show").first.click()
        expect(page).to_have_url(re.compile("sex=w"))
        expect(page.locator("table.list tbody tr")).not_to_have_count(before)
        shared, few = page.url, page.locator("table.list tbody tr").count()
        assert 0 < few < before
    with sitting(way) as page:
        page.goto(shared)
        expect(page.locator("table.list tbody tr")).to_have_count(few)
        expect(page.get_by_label("Sex")).to_have_value("w")


def test_the_keyboard_is_enough(way: str) -> None:
    """Skip to the content, find somebody, open the page: without a pointer."""
    person = telling()["change"]
    with sitting(way) as page:
        page.goto(f"/lists/{SERIES}/{newest()}")
        page.keyboard.press("Tab")
        skip = page.locator(":focus")
        expect(skip).to_have_attribute("href", "#content")
        page.goto("/")
        page.get_by_label("Name or number").first.focus()
        page.keyboard.type(str(person.player), delay=5)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{served()}/players/{person.player}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(person.name)


def test_a_printed_calculation_has_its_seal_and_no_navigation() -> None:
    with looking() as (page, wrong):
        page.goto(address_of(telling()["change"]))
        page.emulate_media(media="print")
        expect(page.locator(".seal")).to_be_visible()
        expect(page.locator("header nav")).to_be_hidden()
        assert len(page.pdf()) > 10_000
        assert wrong == []


def test_whoever_is_looked_up_by_name_is_told_in_words_where_his_number_is_opened(way: str) -> None:
    """Why is it this rating? From the first page by name alone to the calculation, and on to an article."""
    found = telling()["change"]
    with sitting(way) as page:
        page.goto("/")
        page.locator("main input[name=q]").fill(found.name)
        page.get_by_role("button", name="Search", exact=True).click()
        page.locator(f'main a[href="/players/{found.player}"]').first.click()
        page.get_by_role("link", name=re.compile("^Why [0-9]+")).click()
        expect(page.locator(".sum")).to_be_visible()
        page.locator(".sum a.article").first.click()
        expect(page.locator("article:target")).to_be_visible()
