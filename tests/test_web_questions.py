"""What a page asks of the database: few questions, none twice, and nothing that was asked since the stamp changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from site_made import SERIES, demo_office, in_a_loop_of_its_own, site
from sqlalchemy import event

from arpad.office.reading import PageRequest, Reader, read_list_page
from arpad.office.store.cache import CACHE_KEY, CacheSubject, CallCache, StateCache, cached
from arpad.web.cache import Cache
from arpad.web.render import SentenceEnvironment, templates

MOST = {"player": 8, "calculation": 13, "search": 1, "list": 0, "home": 0}  # questions of one page


def office_at(stamp: str) -> SimpleNamespace:
    """What the cache asks of a reader."""
    state = SimpleNamespace(name=stamp, newest=(), people=0, decided=0)
    profile = SimpleNamespace(version="as founded")
    return SimpleNamespace(stamp=state, law=SimpleNamespace(files={}), profile=profile, today=lambda: "today")


@contextmanager
def questions(reader: Reader) -> Iterator[list[str]]:
    asked: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement != "BEGIN":
            asked.append(statement)

    engine = reader._store.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("kind", MOST)
def test_a_page_asks_few_questions(kind: str) -> None:
    with site(str(demo_office())) as (client, reader):
        newest = reader.stamp.head(SERIES).list_
        rows = read_list_page(reader, PageRequest(SERIES, limit=20)).rows
        players = [row for row in rows if row.games]
        addresses = {
            "player": [f"/players/{row.id}" for row in players],
            "calculation": [f"/players/{row.id}/{SERIES}/{newest}" for row in players],
            "search": [f"/players?q={row.name[:4]}" for row in players],
            "list": [f"/lists/{SERIES}?page={at}" for at in (1, 2, 3)],
            "home": ["/", "/?again"],
        }[kind]
        assert len(addresses) > 1
        assert client.get(addresses[0]).status_code == 200  # what belongs to the state is asked now
        for address in addresses[1:]:
            with questions(reader) as asked:
                assert client.get(address).status_code == 200
            assert len(asked) <= MOST[kind], asked


def test_only_readers_of_one_state_remember_what_may_change_with_any_entry() -> None:
    class Link:
        info: dict[str, Any] = {}  # noqa: RUF012  # what a connection has

    link: Any = Link()
    answers = iter(range(10))
    for memory, said in ((CallCache(), [0, 1]), (StateCache(), [2, 2])):
        link.info[CACHE_KEY] = memory
        assert [cached(link, CacheSubject.STATE, "layers", lambda: next(answers)) for _ in range(2)] == said


def test_a_sentence_without_fields_stands_in_the_template() -> None:
    made = SentenceEnvironment(autoescape=True)
    made.globals["t"] = lambda message, **fields: f"asked for {message}"
    assert made.from_string('{{ t("web-list/name") }}').render() == "Name"
    assert made.from_string('{{ t("web-players/found", total=2) }}').render() == "asked for web-players/found"
    assert made.from_string('{{ t("web-nav/" ~ "law") }}').render() == "asked for web-nav/law"
    assert isinstance(templates("en"), SentenceEnvironment)


class Slow:
    """An application that takes its time, and counts how often it is asked."""

    def __init__(self, status: int) -> None:
        self.status, self.asked = status, 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        await asyncio.sleep(0.02)
        if self.status > 500:
            raise RuntimeError
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})


@pytest.mark.parametrize(("status", "times"), [(200, 1), (404, 5), (599, 5)])
def test_who_asks_for_what_is_being_made_waits_for_it_unless_it_cannot_be_kept(status: int, times: int) -> None:
    slow, state = Slow(status), office_at("now")
    site: Any = Cache(slow, state)  # type: ignore[arg-type]
    scope = {"type": "http", "method": "GET", "headers": [], "path": "/", "query_string": b""}
    bodies: list[bytes] = []

    async def send(message: Any) -> None:
        if "body" in message:
            bodies.append(message["body"])

    async def all_at_once() -> list[Any]:
        asked = [asyncio.create_task(site(scope, None, send)) for _ in range(6)]
        await asyncio.sleep(0)
        asked[5].cancel()  # one goes away
        return await asyncio.gather(*asked, return_exceptions=True)

    ends = in_a_loop_of_its_own(all_at_once())
    assert slow.asked == times
    assert [type(each) for each in ends] == ([RuntimeError] * 5 if status > 500 else [type(None)] * 5) + [
        asyncio.CancelledError
    ]
    assert bodies == ([] if status > 500 else [b"a page"] * 5)
    assert not site._asked
