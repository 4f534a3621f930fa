"""Wide page, phone and paper show the same facts: a phone folds columns to a second line, paper cuts nothing off."""

from __future__ import annotations

from typing import Any

import pytest
from browser import PHONE, WIDE, looking
from site_pages import kinds
from test_web_kinds import KINDS, MEANT

PAPER = (718, 1000)  # A4 with margins of 10 mm, in CSS pixels
FACTS = """(apart) => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, td, th, .article, .tag)")]
  .filter(each => !each.closest(apart) && each.checkVisibility() && each.textContent.trim())
  .map(each => each.textContent.replace(/\\s+/g, " ").trim())"""
CUT_OFF = """(width) => [...document.querySelectorAll("main :is(p, li, dt, dd, td, th, .article)")]
  .filter(each => each.checkVisibility() && each.textContent.trim() && !each.matches(".hidden, .hidden *"))
  .filter(each => each.getBoundingClientRect().right > width + 1).map(each => each.textContent.trim())"""
CONTROLS = "nav, form, .filters, .files, .pages, .tabs, .ornament, #swagger"  # nobody presses them on paper
NOT_ON_PAPER = f"{CONTROLS}, .cards, .reset, .rulings"
PAGES = [kind for kind in KINDS if kind not in ("/api/v1/docs", *MEANT)]
WIDE_TABLES = ("/events/{code}",)  # a cross table of many rounds is wider than paper


def facts_of(page: Any, apart: str) -> list[str]:
    """The words of the facts that somebody sees on a page, without what is in the parts `apart`."""
    found: list[str] = page.evaluate(FACTS, apart)
    return found


def set_size(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.browser
@pytest.mark.parametrize("kind", PAGES)
def test_phone_and_paper_show_every_fact_and_article_of_the_wide_page(kind: str) -> None:
    with looking(WIDE) as (page, _):
        page.goto(kinds()[kind])
        wide, for_paper = facts_of(page, CONTROLS), facts_of(page, NOT_ON_PAPER)
        set_size(page, PHONE)
        assert set(wide) - set(facts_of(page, CONTROLS)) == set()
        page.emulate_media(media="print")
        set_size(page, PAPER)
        assert set(for_paper) - set(facts_of(page, NOT_ON_PAPER)) == set()
        if kind not in WIDE_TABLES:
            assert page.evaluate(CUT_OFF, PAPER[0]) == []


@pytest.mark.browser
def test_a_hidden_column_and_a_table_that_is_too_wide_are_noticed() -> None:
    with looking(PHONE) as (page, _):
        page.goto(kinds()["/players/{number}/{series}/{month}"])
        before = facts_of(page, CONTROLS)
        page.evaluate("document.querySelectorAll('.fold').forEach(each => each.remove())")
        assert {each for each in before if "8.3.1" in each} - set(facts_of(page, CONTROLS))
        page.evaluate("document.querySelector('table').style.width = '1200px'")
        assert page.evaluate(CUT_OFF, PHONE[0])
