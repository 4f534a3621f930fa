"""The calculators on the site: the address of a form is a calculation, and it is the library's."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from html import unescape

import pytest
from site_made import demo_office, site
from starlette.testclient import TestClient
from test_counted_k import CLAUSES
from test_national_methods import own

from arpad.asjson import to_json
from arpad.calculator import in_force
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.web.routes.calculators import CALCULATORS, can_show_targets

GAMES = "1995 1\n2210 ½\r\n2650:0\n- 1"
DOCUMENT = [
    {"opponent": 1995, "score": 1},
    {"opponent": 2210, "score": 0.5},
    {"opponent": 2650, "score": 0},
    {"opponent": None, "score": 1},
]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with site(demo_office()) as (client, _):
        yield client


@pytest.mark.parametrize("name", CALCULATORS)
def test_every_example_gives_an_answer(client: TestClient, name: str) -> None:
    page = client.get(f"/calc/{name}", params=dict(CALCULATORS[name].example))
    assert page.status_code == 200
    assert 'id="answer"' in page.text
    assert 'id="answer"' not in client.get(f"/calc/{name}").text


def test_a_change_is_the_librarys(client: TestClient) -> None:
    fields = {"rating": "2100", "k": "20", "games": GAMES, "series": "fide-standard", "on": "2025-11-03"}
    book = in_force("fide-standard", date(2025, 11, 3))
    expected = book.rate_period({"rating": 2100, "k": 20}, [{"games": DOCUMENT}])
    assert client.get("/calc/change.json", params=fields).json() == to_json(expected, type(expected))
    html = unescape(client.get("/calc/change", params=fields).text)
    assert f"<b>{expected.new_rating}</b>" in html
    assert all(f"#{article}" in html for step in expected.steps for article in step.articles)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rating": "high", "games": GAMES}, "rating"),
        ({"rating": "2100", "k": "20", "games": "1995 won"}, "games"),
        ({"rating": "2100", "k": "20"}, "games"),
        ({"rating": "2100", "k": "20", "games": GAMES, "on": "yesterday"}, "on"),
        ({"rating": "2100", "k": "20", "games": GAMES, "on": "1950-01-01"}, "on"),
        (
            {
                "rating": "2100",
                "games_before": "30",
                "highest": "2100",
                "born": "2001",
                "games": GAMES,
                "on": "9999-12-31",
            },
            "on",
        ),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client: TestClient, fields: dict[str, str], field: str) -> None:
    page = client.get("/calc/change", params=fields)
    assert page.status_code == 422
    assert f'id="wrong-{field}"' in page.text
    assert client.get("/calc/change.json", params=fields).status_code == 422


def test_a_program_is_told_the_field_and_the_line_and_no_unknown_one_is_ignored(client: TestClient) -> None:
    """`day` instead of `on` was ignored once, and another edition answered."""
    fields = {"rating": "2100", "k": "20", "games": "1995 1\n2000 won", "day": "2010-05-01"}
    unknown = client.get("/calc/change.json", params=fields)
    assert unknown.status_code == 422
    (error,) = unknown.json()["errors"]
    assert (error["field"], "on" in error["problem"]) == ("day", True)
    del fields["day"]
    (error,) = client.get("/calc/change.json", params=fields).json()["errors"]
    assert error == {"field": "games", "problem": "Line 2 cannot be read: 2000 won"}
    nothing = client.get("/calc/change.json").json()["errors"]
    assert {each["field"] for each in nothing} == {"rating", "games"}
    early = client.get("/calc/change.json", params={**fields, "games": "1995 1", "on": "1950-01-01"}).json()["errors"]
    assert [each["field"] for each in early] == ["on"]


def test_k_follows_from_the_facts_on_the_list_after_the_day(client: TestClient) -> None:
    facts = {"rating": "1800", "games_before": "10", "born": "1990", "highest": "1800", "games": "1800 1"}
    for games, k in (("10", 40), ("50", 20)):
        given = {**facts, "games_before": games, "series": "fide-standard", "on": "2026-02-03"}
        answer = client.get("/calc/change.json", params=given)
        assert answer.status_code == 200, answer.text
        assert (answer.json()["k"], answer.json()["events"][0]["k"]) == (k, k)


def test_targets_are_offered_where_one_k_says_what_every_game_is_worth() -> None:
    day = date(2026, 2, 3)
    assert can_show_targets("fide-standard", day)
    assert not can_show_targets("nowhere", day)
    body = own((".coefficient", CLAUSES)).encode()
    with use_law(law_with({"own-1.toml": body})):
        assert not can_show_targets("own", day)


def test_what_the_calculator_refuses_is_told(client: TestClient) -> None:
    page = client.get("/calc/change", params={"rating": "2100", "games": GAMES})
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert client.get("/calc/horoscope").status_code == 404
