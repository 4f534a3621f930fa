"""What a page asks of the database: few questions, none twice, and nothing that was asked since the stamp changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from site_made import SERIES, demo_office, site
from sqlalchemy import event

from arpad.office.reading import Page, Reader, list_page
from arpad.office.store.memory import PLACE, Memory, StateMemory, Subject, recall
from arpad.web.render import templates
from arpad.web.template_words import WordedEnvironment

MOST = {"player": 7, "calculation": 13, "search": 0, "list": 0, "home": 0}  # questions of one page


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
        rows = list_page(reader, Page(SERIES, limit=20)).rows
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
    for memory, said in ((Memory(), [0, 1]), (StateMemory(), [2, 2])):
        link.info[PLACE] = memory
        assert [recall(link, Subject.STATE, "layers", lambda: next(answers)) for _ in range(2)] == said


def test_a_sentence_without_fields_stands_in_the_template() -> None:
    made = WordedEnvironment(autoescape=True)
    made.globals["t"] = lambda message, **fields: f"asked for {message}"
    assert made.from_string('{{ t("web-list/name") }}').render() == "Name"
    assert made.from_string('{{ t("web-players/found", total=2) }}').render() == "asked for web-players/found"
    assert made.from_string('{{ t("web-nav/" ~ "law") }}').render() == "asked for web-nav/law"
    assert isinstance(templates(), WordedEnvironment)
