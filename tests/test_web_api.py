"""The API: what it describes it gives, page by page, as the desks say it; problems are told as problems."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import reading, record
from arpad.office.reading import PageRequest, Reader

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


def addresses(reader: Reader) -> dict[str, str]:
    """An address for every route, by its template."""
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    list_ = str(reader.stamp.head(SERIES).list_)
    event = record.find_events(reader, record.EventQuery()).rows[0].event.split("/")[0]
    other = reading.read_list_page(reader, PageRequest(SERIES)).rows[1].id
    given = {"number": str(row.id), "other": str(other), "series": SERIES, "month": list_, "code": event}
    return {"{" + name + "}": value for name, value in given.items()}


def filled(template: str, given: dict[str, str]) -> str:
    for name, value in given.items():
        template = template.replace(name, value)
    return template


@pytest.mark.parametrize(
    ("page", "api"),
    [
        ("/events/{code}.json", "/api/v1/events/{code}"),
        ("/players/{number}/vs/{other}.json", "/api/v1/players/{number}/vs/{other}"),
        ("/players/{number}/{series}/{month}.json", "/api/v1/players/{number}/calculations/{series}/{month}"),
    ],
)
def test_the_json_of_a_page_is_the_answer_of_the_api(demo: Site, page: str, api: str) -> None:
    client, reader = demo
    given = addresses(reader)
    shown, answer = client.get(filled(page, given)), client.get(filled(api, given))
    assert (shown.status_code, answer.status_code) == (200, 200)
    assert shown.content == answer.content
    assert shown.headers["content-type"] == answer.headers["content-type"] == "application/json"


def test_a_list_is_paged_without_loss_and_stays_with_its_list(demo: Site) -> None:
    client, reader = demo
    whole = [row.id for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows]
    found: list[int] = []
    address = f"/api/v1/lists/{SERIES}/newest?limit=7"
    while address:
        page: dict[str, Any] = client.get(address).json()
        found += [item["id"] for item in page["items"]]
        address = f"/api/v1/lists/{SERIES}/newest?limit=7&cursor={page['next']}" if page["next"] else ""
    assert found == whole


def test_a_player_has_the_names_that_programs_know(demo: Site) -> None:
    client, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    player = client.get(f"/api/v1/players/{row.fide_id}").json()
    for name in ("id", "name", "title", "federation", "year", "inactive", "standard", "rapid", "blitz", "gender"):
        assert name in player
    assert (player["id"], player["standard"], player["series"][SERIES]["k"]) == (row.id, row.rating, row.k)
    history = client.get(f"/api/v1/players/{row.id}/history").json()["items"]
    assert history[-1]["original_rating"] == row.rating
    assert set(history[-1]) >= {"original_rating", "revised_rating", "games", "list"}


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/players/1", 404, "number-unknown"),
        ("/api/v1/players/abc", 422, "wrong-question"),
        ("/api/v1/players?limit=0", 422, "wrong-question"),
        ("/api/v1/players?cursor=nonsense", 422, "cursor-unknown"),
        ("/api/v1/lists/chess960", 404, "no-series-here"),
        (f"/api/v1/lists/{SERIES}/1999-01", 404, "no-such-list"),
        (f"/api/v1/lists/{SERIES}/newest?age_to=old", 422, "field-wrong"),
        ("/api/v1/events/NOBODY", 404, "event-unknown"),
        ("/api/v1/nothing", 404, "no-page"),
        (f"/players/1/{SERIES}/2024-05.json", 404, "number-unknown"),
    ],
)
def test_a_problem_is_problem_json_with_a_code(demo: Site, address: str, status: int, code: str) -> None:
    answer = demo[0].get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert problem["code"] == code
    assert problem["status"] == status
    assert problem["detail"]


def test_a_page_elsewhere_may_read_and_ask_whether_it_may(demo: Site) -> None:
    asked = demo[0].options("/api/v1/players", headers={"origin": "https://example.org"})
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == "*"


def test_the_documentation_needs_nothing_from_elsewhere(demo: Site) -> None:
    client, _ = demo
    page = client.get("/api/v1/docs").text
    assert "https://" not in page
    for name in ("swagger-ui-bundle.js", "swagger-ui.css"):
        assert f"/api/v1/docs/{name}" in page
        assert len(client.get(f"/api/v1/docs/{name}").content) > 10_000
    assert "/api/v1/players/{number}/history" in page
