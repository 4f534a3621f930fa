"""No English is left where another language is spoken: every text of the catalogue is replaced by marked letters.

What stays plain is a name of the office, a code, something typed, or a part that a page marks with `lang="en"`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import test_desk_month as month
from desk_made import local
from html_read import EMPTY
from site_made import demo_office, site
from site_pages import kinds
from sqlalchemy import select
from test_desk_browser import PAGES
from test_language_goldens import JUNIOR, NEWCOMER, calculation, office, refusal
from test_languages import catalogues, forget
from typed import typed

import arpad.messages as words
from arpad.office import queue
from arpad.office.desk import open_office
from arpad.office.store import schema
from arpad.web import render

__all__ = ["office"]
PLAIN = re.compile(r"(?<![\w./-])[A-Za-z]?[a-z]{3,}(?![\w/-])")
REPORTS = {
    "open.trf": """012 Invented Open
022 Nowhere
032 UTO
042 2024/05/01
052 2024/05/05
062 4
092 Swiss
102 Arbiter, Ada
122 90'+30"
001    1 m    Invented, Ann                     2001 UTO        9001 1990/00/00  1.5    1     2 w 1     3 b =
001    2 m    Invented, Bob                     1901 UTO        9002 1990/00/00  1.0    2     1 b 0     4 w 1
001    3 m    Invented, Cyd                          UTO             1990/00/00  1.0    3     4 b =     1 w =
001    4 m    Invented, Dov                     1801 UTO        9004 1990/13/00  0.5    4     3 w =     2 b 0
""",
}
CODES = {
    "rated",
    "counted",
    "standard",
    "rapid",
    "blitz",
    "swiss",
    "team",
    "match",
    "games",
    "edition",
    "chg",
    "pooled",
}
"""Codes that stand as they are: of a status, a series, a system, and the letters of FIDE for the sum of the games."""
STORED = {"testclient", "registered on the word of the federation", "the federation"}
"""What an act stored: the label of a browser, and reasons that the program enters."""


@pytest.fixture(scope="module", autouse=True)
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("po")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "TRANSLATIONS", folder)
        forget()
        catalogues.write_pseudo()
        yield
    forget()
    render.templates.cache_clear()


def left_in(text: str, names: str = "") -> list[str]:
    """Plain words of a text that are neither typed, nor a code, nor part of a name. A capital begins a name, too, which
    may be written in Latin letters for the first time: there only the words of the catalogue are found."""
    text = re.sub(r"`[^`]*`|“[^”]*”|--[a-z-]+", "", text)
    found = {word for word in PLAIN.findall(text) if word.lower() not in CODES and word not in names}
    return sorted(word for word in found if word.islower() or word.lower() in english_words())


@cache
def english_words() -> frozenset[str]:
    """The words of all English texts that are translated."""
    return frozenset(word.lower() for text in catalogues.texts() for word in re.findall(r"[A-Za-z]+", text.english))


class PageInWords(HTMLParser):
    """What somebody reads of a page or hears of it, without parts that are marked as English and without commands.

    Letters are left out, too: they are in the language of the arbiter."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.read: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        marked = self._open[-1][1] if self._open else False
        if "lang" in given:
            marked = given["lang"] != "qps"
        marked = marked or tag in ("script", "style", "code", "pre", "textarea", "option")
        if not marked:
            self.read += filter(None, (given.get(name) for name in ("title", "aria-label", "alt")))
        if tag not in EMPTY:
            self._open.append((tag, marked))

    def handle_endtag(self, tag: str) -> None:
        places = [place for place, (name, _) in enumerate(self._open) if name == tag]
        if places:
            del self._open[places[-1] :]

    def handle_data(self, data: str) -> None:
        if not (self._open and self._open[-1][1]):
            self.read.append(data)


def names_of(address: str) -> str:
    """Everything that an office calls by a name of its own."""
    with open_office(address, "test") as desk, desk.reading() as connection:
        tables = (schema.player, schema.event, schema.event_facts, schema.federation, schema.arbiter, schema.log)
        rows = [row for table in tables for row in connection.execute(select(table)).all()]
    return " ".join(str(value) for row in rows for value in row if isinstance(value, str))


def left_on(page: str, names: str) -> list[str]:
    read = "\n".join(PageInWords(page).read)
    for stored in STORED:
        read = read.replace(stored, "")
    return left_in(read, names)


def test_a_word_that_is_left_is_found() -> None:
    assert left_in("ŧħḗ list of fide-standard `arpad list`") == ["list"]
    assert left_on('<p title="one two">ŧħḗ <b lang="en">some <i lang="qps">here</i></b> Ann</p>', "Ann") == [
        "here", "one", "two",
    ]  # fmt: skip


def test_check_and_its_letter_say_nothing_in_english(tmp_path: Path) -> None:
    for name, text in REPORTS.items():
        file = tmp_path / name
        file.write_text(text, "utf-8")
        for more in ((), ("--letter",)):
            out = typed("check", str(file), "--lang", "qps", *more).out
            assert "ȧ" in out
            assert left_in(out, text) == []


def test_an_explanation_and_a_letter_of_refusal_say_nothing_in_english(office: Path, tmp_path: Path) -> None:
    own = Path(shutil.copy(office, tmp_path))
    names = names_of(str(own))
    told = typed("explain", NEWCOMER, "--lang", "qps", "--db", own).out
    for text in (calculation(own, "qps"), told, refusal(own, "qps")):
        assert "ȧ" in text
        assert left_in(text, names) == []
    assert str(JUNIOR) in calculation(own, "qps")


def test_every_kind_of_page_of_the_site_says_nothing_in_english() -> None:
    names = names_of(str(demo_office())) + " Invented Chess Federation ratings example"
    with site(demo_office()) as (client, _):
        pages = {name: client.get(f"/qps{address}", follow_redirects=True) for name, address in kinds().items()}
    shown = {name: page.text for name, page in pages.items() if page.headers["content-type"].startswith("text/html")}
    assert len(shown) > 30
    assert {name: left for name, text in shown.items() if 'lang="qps"' in text and (left := left_on(text, names))} == {}


def test_every_page_of_the_desk_says_nothing_in_english(tmp_path: Path) -> None:
    with month.new_office(tmp_path) as desk_office:
        anna = month.Person(desk_office, "anna")
        month.set_up(anna)
        anna.open("/desk/office")
        anna.send("/desk/office/day", day="2024-03-31")
        month.send_reports(anna)
        events = [row.event for row in queue.list_queue(local(desk_office), queue.QueueQuery()).rows]
        anna.open("/desk/me")
        anna.send("/desk/me/language", language="qps")
        names = names_of(str(tmp_path / "office.db")) + " Arpad Anna Boris Clara"
        more = ("/desk/me", "/desk/accounts", "/desk/approvals", "/desk/jobs", "/desk/corrections", "/desk/claims")
        of_events = (f"/desk/events/{events[0]}?queue=1", f"/desk/events/{events[0]}/letter",
                     f"/desk/events/{events[-1]}", f"/desk/events/{events[-1]}/refuse")  # fmt: skip
        pages = {address: anna.client.get(address).text for address in (*PAGES, *more, *of_events)}
    assert {address: left for address, text in pages.items() if (left := left_on(text, names))} == {}
