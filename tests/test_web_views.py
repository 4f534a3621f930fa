"""Wide page, phone and paper show the same facts: a phone folds columns to a second line, paper cuts nothing off."""

from __future__ import annotations

from typing import Any

import pytest
from browser import PHONE, WIDE, looking
from site_pages import FEW_AND_NONE, kinds
from test_web_kinds import KINDS

PAPER = (718, 1000)  # A4 with margins of 10 mm, in CSS pixels
PARTS = "h1, h2, h3, p, li, dt, dd, td, th, caption, summary, figcaption, pre, .article, .tag"
FACTS = f"""(apart) => [...document.querySelectorAll("main :is({PARTS}), .seal")]
  .filter(each => !each.closest(apart) && each.checkVisibility() && each.textContent.trim())
  .map(each => each.textContent.replace(/\\s+/g, " ").trim())"""
CUT_OFF = """(width) => [...document.querySelectorAll("main :is(p, li, dt, dd, td, th, .article)")]
  .filter(each => each.checkVisibility() && each.textContent.trim() && !each.matches(".hidden, .hidden *"))
  .filter(each => each.getBoundingClientRect().right > width + 1).map(each => each.textContent.trim())"""
TOLD_TO_A_POINTER = """() => [...document.querySelectorAll("main [title]")].filter(each => each.checkVisibility())
  .map(each => each.title.replace(/\\s+/g, " ").trim())"""
MORE_ROUNDS = """(rounds) => { for (const row of document.querySelectorAll(".cross tr")) {
  const last = row.querySelector(".c");
  while (row.querySelectorAll(".c").length < rounds) last.after(last.cloneNode(true)); }
  document.querySelector(".cross").classList.toggle("many", rounds > 12); }"""
OVERLAPPING = """() => [...document.querySelectorAll("main svg")].flatMap(chart => {
  if (!chart.checkVisibility()) return [];
  const labels = [...chart.querySelectorAll("text")].map(each => [each.textContent, each.getBoundingClientRect()]);
  return labels.flatMap(([text, a], at) => labels.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
    .map(([other]) => `${text} / ${other}`)); })"""
TWICE = """() => { for (const text of document.querySelectorAll("main svg text")) text.after(text.cloneNode(true)); }"""
CONTROLS = "nav, form, .filters, .files, .pages, .tabs, .ornament, #swagger"  # nobody presses them on paper
NOT_ON_PAPER = f"{CONTROLS}, .cards, .reset, .rulings"
PAGES = [kind for kind in (*KINDS, *FEW_AND_NONE) if kind != "/api/v1/docs"]
REPORT = "012 An open\n042 2024/03/01\n092 Individual: Swiss-System\nDDD SSSS sTTT\n"


def facts_of(page: Any, apart: str) -> list[str]:
    """The words of the facts that somebody sees on a page, without what is in the parts `apart`."""
    found: list[str] = page.evaluate(FACTS, apart)
    return found


def set_size(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def not_told(page: Any, tooltips: list[str]) -> set[str]:
    """What a tooltip says and no words of the page."""
    words = "\n".join(facts_of(page, CONTROLS))
    return {each for each in tooltips if each not in words}


def compare_views(page: Any) -> None:
    """Compare the facts of the page as it stands, wide, with what a phone and paper show."""
    wide, for_paper = facts_of(page, CONTROLS), facts_of(page, NOT_ON_PAPER)
    tooltips = page.evaluate(TOLD_TO_A_POINTER)
    assert not [fact for fact in wide if "`" in fact]
    set_size(page, PHONE)
    assert set(wide) - set(facts_of(page, CONTROLS)) == set()
    assert not_told(page, tooltips) == set()
    page.emulate_media(media="print")
    set_size(page, PAPER)
    assert set(for_paper) - set(facts_of(page, NOT_ON_PAPER)) == set()
    assert not_told(page, tooltips) == set()
    assert page.evaluate(CUT_OFF, PAPER[0]) == []


@pytest.mark.browser
@pytest.mark.parametrize("kind", PAGES)
def test_phone_and_paper_show_every_fact_and_article_of_the_wide_page(kind: str) -> None:
    with looking(WIDE) as (page, _):
        page.goto(kinds()[kind])
        compare_views(page)


@pytest.mark.browser
def test_phone_and_paper_show_every_finding_of_a_report_that_was_checked() -> None:
    with looking(WIDE) as (page, _):
        page.goto("/check")
        page.locator("main form summary").click()
        page.locator("textarea[name=text]").fill(REPORT)
        page.locator("main form button").first.click()
        page.locator("main .tag").first.wait_for()
        compare_views(page)


@pytest.mark.browser
@pytest.mark.parametrize("rounds", [12, 20])
def test_a_cross_table_of_many_rounds_fits_on_paper(rounds: int) -> None:
    with looking(PAPER) as (page, _):
        page.goto(kinds()["/events/{code}"])
        page.evaluate(MORE_ROUNDS, rounds)
        page.emulate_media(media="print")
        assert page.locator(".cross thead .c").count() == rounds
        assert page.evaluate(CUT_OFF, PAPER[0]) == []


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["/scale", "/players/{number}", "/compare"])
def test_labels_of_charts_do_not_overlap(kind: str) -> None:
    with looking(WIDE) as (page, _):
        page.goto(kinds()[kind])
        assert page.locator("main svg text").count() > 5
        for size in (WIDE, PHONE):
            set_size(page, size)
            assert page.evaluate(OVERLAPPING) == []
        page.evaluate(TWICE)
        assert page.evaluate(OVERLAPPING) != []


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, PAPER])
def test_a_fact_that_stands_in_a_tooltip_alone_is_noticed(size: tuple[int, int]) -> None:
    with looking(WIDE) as (page, _):
        page.goto(kinds()["/players/{number}/{series}/{month}"])
        tooltips = page.evaluate(TOLD_TO_A_POINTER)
        assert not_told(page, tooltips) == set(tooltips) != set()
        set_size(page, size)
        page.emulate_media(media="screen" if size == PHONE else "print")
        assert not_told(page, tooltips) == set()
        page.evaluate("document.querySelectorAll('.told').forEach(each => each.remove())")
        assert not_told(page, tooltips) == set(tooltips)


@pytest.mark.browser
def test_paper_shows_who_had_white() -> None:
    with looking(PAPER) as (page, _):
        page.goto(kinds()["/players/{number}/{series}/{month}"])
        page.emulate_media(media="print")
        shown = page.locator(".colour").first.evaluate("each => getComputedStyle(each).printColorAdjust")
        assert shown == "exact"


@pytest.mark.browser
def test_a_hidden_column_and_a_table_that_is_too_wide_are_noticed() -> None:
    with looking(PHONE) as (page, _):
        page.goto(kinds()["/players/{number}/{series}/{month}"])
        before = facts_of(page, CONTROLS)
        page.evaluate("document.querySelectorAll('.fold').forEach(each => each.remove())")
        assert {each for each in before if "8.3.1" in each} - set(facts_of(page, CONTROLS))
        page.evaluate("document.querySelector('table').style.width = '1200px'")
        assert page.evaluate(CUT_OFF, PHONE[0])
