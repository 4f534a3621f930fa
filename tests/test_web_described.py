"""The description of the API: nothing is without words, every example is answered, what it promises stays."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi import definitions
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import reading, record
from arpad.office.reading import PageRequest, Reader
from arpad.web.limits import LimitSettings
from arpad.web.openapi import field_descriptions
from arpad.web.problems import PROBLEM_KINDS

Site = tuple[TestClient, Reader]
OPERATIONS = {
    "article", "calculation", "calculation_under", "check_report", "docket", "edition", "edition_differences",
    "edition_rulings", "editions", "event", "find_events", "find_players", "games_between", "list_changes",
    "list_changes_in_lines", "list_preview", "list_rows", "list_rows_in_lines", "lists_of_series", "look_up_players",
    "newest_lists", "official_people", "player", "player_events", "player_games", "player_history", "player_waiting",
    "scale", "state",
}  # fmt: skip
"""The ids of operations are part of the API: one may come, none may go."""


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.fixture(scope="module")
def described(demo: Site) -> dict[str, Any]:
    description: dict[str, Any] = demo[0].get("/api/v1/openapi.json").json()
    return description


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def faults(description: dict[str, Any]) -> list[str]:
    """What a reader of a description would stumble over."""
    errors = definitions.OPENAPI_31_VALIDATOR.iter_errors(description)
    found = [f"not OpenAPI 3.1: {error.message[:200]}" for error in errors]
    tags = {tag["name"] for tag in description["tags"] if tag["description"]}
    ids = [operation["operationId"] for _, _, operation in operations(description)]
    found += [f"{each} stands twice" for each in set(ids) if ids.count(each) > 1]
    for path, method, operation in operations(description):
        place = f"{method} {path}"
        found += [f"{place}: no {word}" for word in ("summary", "description") if not operation.get(word)]
        found += [f"{place}: the tag {tag} is not described" for tag in operation["tags"] if tag not in tags]
        found += [
            f"{place}: {status} is not told" for status in ("200", "404", "422") if status not in operation["responses"]
        ]
        for status, response in operation["responses"].items():
            found += [
                f"{place}: {status} has no {word}" for word in ("description", "content") if not response.get(word)
            ]
        for parameter in operation.get("parameters", ()):
            if not parameter.get("description"):
                found.append(f"{place}: {parameter['name']} is not described")
            if parameter["required"] and "example" not in parameter:
                found.append(f"{place}: {parameter['name']} has no example")
    text = str(description)
    for name, component in description["components"]["schemas"].items():
        if f"'#/components/schemas/{name}'" not in text:
            found.append(f"nothing uses {name}")
        fields = component.get("properties", {})
        found += [f"{name}.{key} is not described" for key, field in fields.items() if not field.get("description")]
    return found


def test_the_description_is_sound(described: dict[str, Any]) -> None:
    assert faults(described) == []


def _without_words(description: dict[str, Any]) -> None:
    description["components"]["schemas"]["ListHead"]["properties"]["seal"]["description"] = ""


def _without_example(description: dict[str, Any]) -> None:
    del description["paths"]["/api/v1/players/{number}"]["get"]["parameters"][0]["example"]


def _same_id(description: dict[str, Any]) -> None:
    description["paths"]["/api/v1/law"]["get"]["operationId"] = "state"


def _left_over(description: dict[str, Any]) -> None:
    description["components"]["schemas"]["Nobody"] = {"type": "object"}


@pytest.mark.parametrize("plant", [_without_words, _without_example, _same_id, _left_over])
def test_a_planted_fault_of_the_description_is_found(
    described: dict[str, Any], plant: Callable[[dict[str, Any]], None]
) -> None:
    planted = copy.deepcopy(described)
    plant(planted)
    assert len(faults(planted)) == 1


def test_what_is_no_openapi_is_found(described: dict[str, Any]) -> None:
    planted = {**copy.deepcopy(described), "info": {"title": 3}}
    assert [fault for fault in faults(planted) if fault.startswith("not OpenAPI")]


def test_nothing_is_described_that_is_not_there(described: dict[str, Any]) -> None:
    names, exact = set(), set()
    for name, component in described["components"]["schemas"].items():
        exact |= {f"{name}.{key}" for key in component.get("properties", {})}
        names |= set(component.get("properties", {}))
    meant = field_descriptions()
    assert [name for name in meant["fields"] if name not in names | exact] == []
    parameters = {each["name"] for _, _, operation in operations(described) for each in operation.get("parameters", ())}
    assert set(meant["parameters"]) - parameters == set()


def test_no_operation_is_renamed(described: dict[str, Any]) -> None:
    ids = {operation["operationId"] for _, _, operation in operations(described)}
    assert OPERATIONS - ids == set()
    assert ids - OPERATIONS == set(), "a new operation: add its id here, for it stays"


def test_every_example_is_answered_as_described(demo: Site, described: dict[str, Any]) -> None:
    tried = 0
    for path, method, operation in operations(described):
        if method != "get":
            continue
        address, query = path, {}
        for parameter in operation.get("parameters", ()):
            if "example" not in parameter:
                continue
            if parameter["in"] == "path":
                address = address.replace("{" + parameter["name"] + "}", parameter["example"])
            else:
                query[parameter["name"]] = parameter["example"]
        answer = demo[0].get(address, params=query)
        assert answer.status_code == 200, address
        (kind, content), *_ = operation["responses"]["200"]["content"].items()
        assert answer.headers["content-type"] == kind
        schema = {**content["schema"], "components": described["components"]}
        lines = answer.text.splitlines() if kind == "application/x-ndjson" else [answer.text]
        for line in lines:
            Draft202012Validator(schema).validate(json.loads(line))
        tried += 1
    assert tried == len(OPERATIONS) - 1


# --- problems ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "address", "code"),
    [
        ("GET", "/api/v1/players/1", "number-unknown"),
        ("GET", "/api/v1/players/abc", "wrong-question"),
        ("GET", "/api/v1/players?cursor=nonsense", "cursor-unknown"),
        ("GET", f"/api/v1/lists/{SERIES}/newest?age_to=old", "field-wrong"),
        ("GET", f"/api/v1/lists/{SERIES}/2024-05/since/2024-06", "lists-in-order"),
        ("GET", "/api/v1/players/several?numbers=1,,2", "wrong-question"),
        ("GET", "/api/v1/nothing", "no-page"),
        ("POST", "/api/v1/state", "web-not-that-way"),
        ("POST", "/api/v1/check?facts=%5B", "facts-unreadable"),
    ],
)
def test_the_type_of_a_problem_is_a_page_that_says_what_helps(demo: Site, method: str, address: str, code: str) -> None:
    answer = demo[0].request(method, address)
    problem = answer.json()
    assert (problem["code"], problem["type"]) == (code, f"/problems/{code}")
    assert problem["status"] == answer.status_code == PROBLEM_KINDS[code]
    page = demo[0].get(problem["type"])
    assert page.status_code == 200
    assert code in page.text


def test_every_kind_of_problem_has_a_page_and_nothing_else_has(demo: Site) -> None:
    whole = demo[0].get("/problems").text
    for code in PROBLEM_KINDS:
        assert demo[0].get(f"/problems/{code}").status_code == 200, code
        assert f"/problems/{code}" in whole
    assert demo[0].get("/problems/nothing-at-all").status_code == 404


# --- how much may be asked --------------------------------------------------------------------------------------------


def test_an_answer_says_how_much_is_left_and_a_refusal_when_to_come_again() -> None:
    with site(demo_office(), LimitSettings(rate=0.001, burst=4, pause=0.01)) as (client, _):
        left = []
        for number in range(20):
            answer = client.get(f"/api/v1/players?limit={number + 1}")
            assert answer.headers["ratelimit-policy"] == '"work";q=4;w=4000'
            left.append(int(answer.headers["ratelimit"].split("r=")[1].split(";")[0]))
            if answer.status_code == 429:
                break
        assert answer.status_code == 429
        assert answer.json()["code"] == "web-too-many"
        assert answer.headers["retry-after"] == "1"
        assert left == sorted(left, reverse=True)
        assert left[-1] == 0
        assert "ratelimit" in answer.headers["access-control-expose-headers"]
        assert "ratelimit" not in client.get("/robots.txt").headers


# --- much at once -----------------------------------------------------------------------------------------------------


def test_many_players_are_looked_up_at_once_and_nobody_is_left_out(demo: Site) -> None:
    client, reader = demo
    rows = reading.read_list_page(reader, PageRequest(SERIES, limit=3)).rows
    asked = [rows[1].fide_id or rows[1].id, 7, rows[0].id, rows[2].id]
    items = client.get(f"/api/v1/players/several?numbers={','.join(map(str, asked))}").json()["items"]
    assert [item["number"] for item in items] == asked
    assert [item["player"] and item["player"]["id"] for item in items] == [rows[1].id, None, rows[0].id, rows[2].id]
    found = client.get(f"/api/v1/players?q={rows[0].id}").json()["items"][0]
    assert items[2]["player"] == found
    assert client.get(f"/api/v1/players/several?numbers={','.join(['1'] * 201)}").status_code == 422


def test_a_list_line_by_line_is_the_list_page_by_page(demo: Site) -> None:
    client, _ = demo
    for query in ("", "sex=w&sort=name&dir=up"):
        page = client.get(f"/api/v1/lists/{SERIES}/newest?limit=1000&{query}").json()
        lines = client.get(f"/api/v1/lists/{SERIES}/newest/rows.ndjson?{query}")
        assert lines.headers["content-type"] == "application/x-ndjson"
        assert lines.text.endswith("\n")
        assert [json.loads(line) for line in lines.text.splitlines()] == page["items"]
        assert len(page["items"]) == page["total"]


def test_a_copy_that_follows_the_changes_is_the_newer_list(demo: Site) -> None:
    """Whoever has the older list and applies the changes has the ratings of the newer one."""
    client, reader = demo
    heads = reading.list_heads(reader, SERIES)
    newer, older = heads[0].list_, heads[2].list_
    lists = [
        client.get(f"/api/v1/lists/{SERIES}/{each}?limit=1000&show=all").json()["items"] for each in (older, newer)
    ]
    before, after = ({row["id"]: row["rating"] for row in rows if row["rating"]} for rows in lists)
    answer = client.get(f"/api/v1/lists/{SERIES}/{newer}/since/{older}").json()
    assert sum(answer["counts"].values()) == len(answer["moves"]) > 0
    for move in answer["moves"]:
        if move["what"] in ("rating", "new"):
            before[move["id"]] = move["after"]
        elif move["what"] == "gone":
            del before[move["id"]]
    assert before == after
    lines = client.get(f"/api/v1/lists/{SERIES}/{newer}/since/{older}/rows.ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == answer["moves"]


def test_the_games_of_a_player_are_those_of_the_calculations(demo: Site) -> None:
    client, reader = demo
    player = reading.read_list_page(reader, PageRequest(SERIES, limit=1)).rows[0].id
    found: list[dict[str, Any]] = []
    address = f"/api/v1/players/{player}/games?lists=2"
    while address:
        page = client.get(address).json()
        found += page["items"]
        address = f"/api/v1/players/{player}/games?lists=2&cursor={page['next']}" if page["next"] else ""
    expected = 0
    for head in reader.stamp.newest:
        for each in reading.list_heads(reader, head.series):
            if each.kind == "computed":
                opened = reading.open_calculation(reader, player, head.series, each.list_).calculation
                expected += sum(len(event.games) for event in opened.events)
    assert len(found) == expected > 0
    opponent = found[0]["opponent_id"]
    met = record.games_between_players(reader, player, opponent)
    assert len(met.games) == sum(game["opponent_id"] == opponent for game in found)
    lists = [game["list"] for game in found]
    assert lists == sorted(lists, reverse=True)
