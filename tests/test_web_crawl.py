"""Follow every link of the site: nothing leads nowhere, no page is broken, nobody's birthday is in any byte of it."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter, deque
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import polars
import pytest
from html_read import PageRead
from site_made import SERIES, demo_office, site
from sqlalchemy import select
from starlette.testclient import TestClient

from arpad.days import Day
from arpad.messages import languages
from arpad.office.desk import open_office
from arpad.office.store import schema

A_KIND, OF_A_LANGUAGE = 6, 1  # addresses of a kind that are looked at, and of a kind in another language
LANGUAGES = languages()
FORMS = ("csv", "json", "txt", "xml", "xlsx", "parquet")
PAGE = b"<!doctype html>"
WHOLE_TEXT = 20_000  # bytes of an edition of the law, or of its rulings, which stand on one page


def kind_of(address: str) -> str:
    """Addresses that differ in numbers, months, codes and questions only are of one kind."""
    path, _, query = address.partition("?")
    path = re.sub(r"\d{4}-\d{2}", "MONTH", path)
    path = re.sub(r"/(players|vs)/\d+", r"/\1/NUMBER", path)
    path = re.sub(r"/events/[^/.]+", "/events/CODE", path)
    return f"{path}?{'&'.join(sorted(word.split('=')[0] for word in query.split('&')))}" if query else path


def most_of(address: str) -> int:
    """So many addresses of the kind of this one are looked at."""
    return OF_A_LANGUAGE if address.split("/")[1] in LANGUAGES else A_KIND


class Answer(NamedTuple):
    """What an address answers, and in how many bytes it was sent."""

    body: bytes
    sent: int


def crawled(client: TestClient) -> dict[str, Answer]:
    """Some addresses of every kind that can be reached from the home page, with what they answer."""
    found: dict[str, Answer] = {}
    kinds, waiting = Counter[str](), deque(["/", *(f"/lists/{SERIES}.{form}" for form in FORMS)])
    asked = set(waiting)
    while waiting:
        address = waiting.popleft()
        answer = client.get(address, headers={"accept-encoding": "gzip"}, follow_redirects=True)
        assert answer.status_code == 200, f"{answer.status_code} {address}"
        found[address] = Answer(answer.content, int(answer.headers["content-length"]))
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        page = PageRead(answer.text)
        assert page.unclosed == [], address
        assert page.handlers == [], address
        for link in page.links:
            whole = urljoin(address, link)
            parts = urlsplit(whole)
            if parts.scheme or parts.netloc:
                assert parts.scheme == "https", f"{address} links to {link}"
                continue
            if not parts.path and parts.fragment:
                assert parts.fragment in page.ids, f"{address}: no anchor {link}"
            plain = parts.path + (f"?{parts.query}" if parts.query else "")
            if plain in asked or kinds[kind_of(plain)] >= most_of(plain):
                continue
            asked.add(plain)
            kinds[kind_of(plain)] += 1
            waiting.append(plain)
    return found


def opened(address: str, body: bytes) -> str:
    """Everything that somebody can read in an answer."""
    if address.split("?")[0].endswith(".xlsx"):
        with zipfile.ZipFile(io.BytesIO(body)) as workbook:
            return "\n".join(workbook.read(name).decode() for name in workbook.namelist())
    if address.split("?")[0].endswith(".parquet"):
        return polars.read_parquet(io.BytesIO(body)).write_csv()
    return body.decode("utf-8", "replace")  # a picture is no text


def written(day: Day) -> set[str]:
    """A birthday as anybody may write it."""
    year, month, of_month = f"{day:d}"[:4], f"{day:d}"[4:6], f"{day:d}"[6:]
    return {
        f"{year}{month}{of_month}", f"{year}-{month}-{of_month}", f"{year}/{month}/{of_month}",
        f"{year}.{month}.{of_month}", f"{of_month}.{month}.{year}", f"{of_month}/{month}/{year}",
    }  # fmt: skip


@pytest.fixture(scope="module")
def everything() -> dict[str, Answer]:
    with site(demo_office()) as (client, _):
        return crawled(client)


def test_every_link_leads_somewhere(everything: dict[str, Answer]) -> None:
    kinds = {kind_of(address) for address in everything}
    assert len(everything) > 100
    for kind in ("/", f"/lists/{SERIES}", f"/lists/{SERIES}/MONTH", "/players/NUMBER", "/events/CODE",
                 f"/players/NUMBER/{SERIES}/MONTH", f"/players/NUMBER/{SERIES}/MONTH.json"):  # fmt: skip
        assert kind in kinds


def test_everybody_has_a_page_and_every_event() -> None:
    """Also whoever never played, is not rated yet, or has died."""
    with open_office(str(demo_office()), "test") as desk, desk.reading() as connection:
        players = connection.execute(select(schema.player.c.id)).scalars().all()
        events = connection.execute(select(schema.event.c.code)).scalars().all()
    assert len(players) > 100
    with site(demo_office()) as (client, _):
        for address in (*(f"/players/{number}" for number in players), *(f"/events/{code}" for code in events)):
            assert client.get(address, follow_redirects=True).status_code == 200, address


def test_no_answer_has_a_birthday(everything: dict[str, Answer]) -> None:
    with open_office(str(demo_office()), "test") as desk, desk.reading() as connection:
        born = [Day(day) for day in connection.execute(select(schema.birth.c.born)).scalars() if Day(day).whole]
    assert len(born) > 50
    wanted = re.compile("|".join(re.escape(text) for day in born for text in sorted(written(day))))
    control = f"born {min(written(born[0]))}"
    assert wanted.search(control)
    for address, answer in everything.items():
        hit = wanted.search(opened(address, answer.body))
        assert hit is None, f"{address} has {hit}"


def test_pages_are_small(everything: dict[str, Answer]) -> None:
    """Compressed, and without the chart's fonts: a page loads on a telephone."""
    pages = {address: answer for address, answer in everything.items() if answer.body.lstrip().startswith(PAGE)}
    assert len(pages) > 100
    for address, answer in pages.items():
        if not address.startswith("/api/"):
            assert answer.sent <= (WHOLE_TEXT if "/law/" in address else 15_000), address
