"""Journeys on a phone, with script and without it, and onto paper: from a question to its answer and its article."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import PHONE, looking, photograph
from playwright.sync_api import Page, expect
from publication_made import DUE
from pypdf import PdfReader
from site_made import OPEN, demo_office, running_site
from site_pages import address_of, telling
from test_web_docket import BROKEN, QUESTION, waiting

from arpad.law import rulebook
from arpad.messages import sentences
from arpad.office import reading, record
from arpad.office.reading import open_reading
from arpad.office.reading_room.careers import Waits
from arpad.web.render import month_name

pytestmark = pytest.mark.browser
WAYS = {"script": True, "no-script": False}
A4 = {"format": "A4", "margin": dict.fromkeys(("top", "right", "bottom", "left"), "10mm")}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@contextmanager
def on_a_phone(way: str, **more: str) -> Iterator[Page]:
    """A page of a phone; whatever goes wrong on it, or does not fit, ends the journey."""
    with looking(PHONE, script=WAYS[way], **more) as (page, wrong):
        yield page
        assert page.locator("html").evaluate("html => html.scrollWidth") <= PHONE[0]
        assert wrong == []


def look_up(page: Page, name: str, number: int) -> None:
    """From the first page by name to the page of a player."""
    page.goto("/")
    page.locator("main input[name=q]").fill(name)
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator(f'main a[href="/players/{number}"]').first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


def test_which_article_limited_my_game(way: str) -> None:
    limited = telling()["limited"]
    event = next(each for each in limited.events if any(game.limited for game in each.games))
    game = next(game for game in event.games if game.limited)
    with on_a_phone(way) as page:
        look_up(page, limited.name, limited.player)
        page.locator(f'table a[href="{address_of(limited)}"]').first.click()
        row = page.locator(f'section[id="{event.code}"] tr', has_text=game.opponent_name)
        expect(row.locator("s")).to_be_visible()
        photograph(page, f"journey-limited-{way}")
        article = row.locator("td:has(s) a.article")
        number = event.columns.limit[0]
        expect(article).to_contain_text(number)
        article.click()
        expect(page).to_have_url(re.compile(rf"/law/{event.rulebook}#{re.escape(number)}$"))
        expect(page.locator("article:target")).to_contain_text(rulebook(event.rulebook).article(number).says)


def test_why_is_my_event_not_rated_and_until_when_can_it_be(way: str, tmp_path: Path) -> None:
    steps = {QUESTION: "answer-questions", BROKEN: "correct-report"}
    with (
        running_site(OPEN, office=waiting(tmp_path)) as (port, _),
        on_a_phone(way, base_url=f"http://127.0.0.1:{port}") as page,
    ):
        for event, step in steps.items():
            page.goto("/")
            page.get_by_role("link", name="Docket", exact=True).click()
            row = page.locator("table.docket tr", has=page.locator(f'a[href="/events/{event}"]'))
            expect(row.locator("li").first).to_be_visible()
            expect(row).to_contain_text(str(DUE))
            expect(row).to_contain_text(sentences()[f"web-step/{step}"])
            photograph(page, f"journey-docket-{way}")
            reason = (row.locator("li").first.text_content() or "").split("§")[0].strip()
            row.locator(f'a[href="/events/{event}"]').click()
            expect(page.locator("main")).to_contain_text(reason)
            expect(page.locator("main")).to_contain_text(str(DUE))
            expect(page.locator("main")).to_contain_text(sentences()[f"web-step/{step}"])


def someone_waiting() -> tuple[str, Waits, str]:
    """Somebody who has played, and of whom no rating is published yet."""
    with open_reading(str(demo_office())) as reader:
        for number in reader.index.people.id.tolist():
            for wait in record.why_unpublished(reader, number).waits:
                if wait.missing and wait.until:
                    return reading.player_page(reader, number).person.name, wait, str(month_name(wait.until))
    raise AssertionError("nobody waits")


def test_why_am_i_not_on_the_list(way: str) -> None:
    """From the list, where a name is looked for in vain, to the games that are missing, until when, and the article."""
    name, wait, until = someone_waiting()
    with on_a_phone(way) as page:
        page.goto("/")
        page.get_by_role("link", name="The whole list").click()
        page.get_by_label("Name or number").fill(name)
        page.get_by_role("button", name="Show").first.click()
        page.locator(".empty a").click()
        page.get_by_role("link", name=name).click()
        why = page.locator(f"#why-{wait.series}")
        expect(why).to_contain_text(f"{wait.missing} more")
        expect(why).to_contain_text(until)
        photograph(page, f"journey-waits-{way}")
        expect(why.locator("a.article").first).to_contain_text(wait.step.articles[0])
        why.locator("a.article").first.click()
        expect(page.locator("article:target")).to_be_visible()


def test_every_article_of_a_calculation_is_on_its_paper() -> None:
    for sort in ("change", "pooled", "left-out", "limited"):
        with looking() as (page, wrong):
            page.goto(address_of(telling()[sort]))
            articles = page.locator("main a.article:visible").all_text_contents()
            names = page.locator("main td.name a:visible").all_text_contents()
            paper = PdfReader(io.BytesIO(page.pdf(**A4)))  # type: ignore[arg-type]
            assert wrong == []
        assert all(590 < sheet.mediabox.width < 600 for sheet in paper.pages)
        text = " ".join(re.sub(r"\s+", "", sheet.extract_text()) for sheet in paper.pages)
        assert articles
        assert {each for each in articles if re.sub(r"\s+", "", each) not in text} == set()
        assert {each for each in names if re.sub(r"\s+", "", each) not in text} == set()
