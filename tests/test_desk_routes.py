"""Every route of the desk, by every method and for everybody: the matrix is made from the router itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from accounts_made import officer
from desk_made import ORIGIN, SAME, Browser, desk_client, founded, invited, local
from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.responses import Response
from starlette.testclient import TestClient

from arpad.messages import say
from arpad.office.accounts import Permission
from arpad.office.sign_in import DeskOffice
from arpad.web_desk.access import Access, DeskHere, DeskRoutes, Needs, access_of, undeclared_routes
from arpad.web_desk.app import create_desk, desk_application, route_modules

ROLES = ("", "arbiter", "federation-officer", "rating-officer", "administrator")
OPEN_TO_ALL = {
    ("/", "GET"), ("/desk/sign-in", "GET"), ("/desk/sign-in", "POST"), ("/desk/sign-out", "POST"),
    ("/desk/link/{secret}", "GET"), ("/desk/link/{secret}", "POST"),
}  # fmt: skip
"""What somebody who is not signed in may ask for; typed here, so that a new open route is noticed."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")


def all_routes() -> list[APIRoute]:
    routes = [
        route
        for module in route_modules()
        for value in vars(module).values()
        if isinstance(value, DeskRoutes)
        for route in value.routes
    ]
    return [route for route in routes if isinstance(route, APIRoute)]


def address(route: APIRoute, event: str = "no-such-event") -> str:
    """An address of a route, with something in the place of each field."""
    fields = {"code": event, "secret": "x" * 20, "handle": "first", "hash_": "0" * 64}
    parts = [
        fields.get(part[1:-1].partition(":")[0], "1") if part[:1] == "{" else part for part in route.path.split("/")
    ]
    return "/".join(parts)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskOffice]:
    with founded(tmp_path_factory.mktemp("desk")) as office:
        yield office


@pytest.fixture(scope="module")
def actors(office: DeskOffice) -> dict[str, Browser]:
    return {role: invited(office, role or "nobody", role) for role in ROLES}


def test_who_may_open_what_is_declared_for_every_route() -> None:
    assert undeclared_routes(all_routes()) == []
    open_to_all = {
        (route.path, method)
        for route in all_routes()
        for method in route.methods or ()
        if (access := access_of(route)) and access.needs is Needs.NOBODY
    }
    assert open_to_all == OPEN_TO_ALL


@pytest.mark.parametrize("method", METHODS)
def test_a_stranger_gets_nothing_of_any_route_by_any_method(office: DeskOffice, method: str) -> None:
    client = desk_client(office)
    for route in all_routes():
        for ending in ("", ".json", ".csv", "/"):
            answer = client.request(method, address(route) + ending, headers=SAME)
            if (route.path, method) in OPEN_TO_ALL and (not ending or route.path.endswith("{secret}")):
                continue
            assert answer.status_code in (303, 401, 404, 405, 307), (route.path, ending, answer.status_code)
            location = answer.headers.get("location", "/desk/sign-in")
            assert location.startswith(("/desk/sign-in", f"{ORIGIN}/", "/")), location
            assert "First Officer" not in answer.text


@pytest.mark.parametrize("role", ROLES)
def test_a_page_is_open_to_those_with_its_permission_and_to_nobody_else(actors: dict[str, Browser], role: str) -> None:
    """Pages and acts; an act is sent empty, and is refused before it is looked at."""
    browser = actors[role]
    roles = {"": set(), **PERMISSIONS}
    for route in all_routes():
        access = access_of(route)
        assert access is not None
        if not isinstance(access.needs, Permission) or access.needs.value in roles[role]:
            continue
        for method in route.methods or ():
            answer = browser.client.request(method, address(route), headers=SAME)
            assert answer.status_code == 403, (route.path, method, answer.status_code)


PERMISSIONS: dict[str, set[str]] = {
    "arbiter": {"report"},
    "federation-officer": {"report", "people"},
    "rating-officer": {"report", "decide", "publish", "people"},
    "administrator": {"administer"},
}


def test_an_event_in_an_address_is_looked_at_before_anything_else(actors: dict[str, Browser]) -> None:
    """Whoever may not see an event gets the answer for one that does not exist, from every route that names one."""
    browser = actors["arbiter"]
    for route in all_routes():
        access = access_of(route)
        named = "{code}" in route.path and access is not None
        if named and (access.needs is Needs.SIGNED_IN or access.needs == Permission.REPORT):  # type: ignore[union-attr]
            for method in route.methods or ():
                answer = browser.client.request(method, address(route), headers=SAME)
                assert answer.status_code == 404, (route.path, method)


# --- negative controls ------------------------------------------------------------------------------------------------


def planted(**values: Any) -> ModuleType:
    module = ModuleType("planted")
    vars(module).update(values)
    return module


def test_a_planted_route_that_says_nothing_is_refused_when_the_desk_starts(office: DeskOffice) -> None:
    routes = DeskRoutes()
    routes.get("/desk/open")(lambda: Response("open"))
    with pytest.raises(RuntimeError, match="/desk/open: who may open it"):
        desk_application(office, (planted(routes=routes),))


def test_a_planted_route_without_a_look_at_the_owner_is_refused_when_the_desk_starts(office: DeskOffice) -> None:
    routes = DeskRoutes()

    @routes.page("/desk/events/{code}/secret", needs=Permission.REPORT)
    def secret(code: str, desk: DeskHere) -> Response:
        return Response(code)

    with pytest.raises(RuntimeError, match="may they see this event"):
        desk_application(office, (planted(routes=routes),))


def test_a_planted_route_of_another_kind_is_not_served(office: DeskOffice) -> None:
    """Only routes that declare who may open them are found at all."""
    routes = APIRouter()
    routes.get("/desk/other")(lambda: Response("open"))
    desk = desk_application(office, (planted(routes=routes),))
    assert TestClient(desk).get("/desk/other").status_code == 404


def test_the_matrix_sees_a_planted_open_route() -> None:
    routes = DeskRoutes()
    routes.page("/desk/planted", needs=Needs.NOBODY)(lambda: Response("open"))
    (route,) = routes.routes
    assert isinstance(route, APIRoute)
    assert (route.path, "GET") not in OPEN_TO_ALL
    assert access_of(route) == Access(Needs.NOBODY)


# --- forms of other pages, headers, hosts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({}, True),
        ({"sec-fetch-site": "cross-site"}, True),
        ({"sec-fetch-site": "same-site"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "https://evil.example"}, True),
        ({"origin": "null"}, True),
        ({"sec-fetch-site": "cross-site", "origin": ORIGIN}, True),
        ({"authorization": "Bearer arp_x"}, True),
        ({"origin": ORIGIN}, False),
        ({"sec-fetch-site": "same-origin"}, False),
    ],
)
def test_a_form_of_another_page_changes_nothing(
    office: DeskOffice, actors: dict[str, Browser], headers: dict[str, str], refused: bool
) -> None:
    browser = actors["administrator"]
    for route in all_routes():
        if "POST" in (route.methods or ()) and route.path not in ("/desk/sign-out", "/desk/link/{secret}"):
            answer = browser.client.post(address(route), headers=headers)
            assert (answer.text == say("desk/foreign-form")) is refused, (route.path, answer.status_code)
    assert browser.get("/desk").status_code == 200


def test_every_answer_says_what_a_browser_may_do_and_is_kept_nowhere(
    office: DeskOffice, actors: dict[str, Browser]
) -> None:
    for browser in (actors["administrator"], Browser(office)):
        for path in ("/desk", "/desk/sign-in", "/desk/accounts", "/desk/nothing", "/desk/link/x"):
            headers = browser.get(path).headers
            assert headers["cache-control"] == "no-store", path
            assert "default-src 'none'" in headers["content-security-policy"], path
            assert "unsafe" not in headers["content-security-policy"], path
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"


def test_another_host_is_sent_to_the_address_of_the_desk(office: DeskOffice) -> None:
    client = TestClient(create_desk(office), base_url="http://127.0.0.1:8001", follow_redirects=False)
    assert client.get("/desk/me").headers["location"] == f"{ORIGIN}/desk"
    assert client.post("/desk/sign-in", headers=SAME).status_code == 421


def test_the_cookie_of_a_desk_behind_https_is_bound_to_its_host(office: DeskOffice) -> None:
    from dataclasses import replace

    from arpad.office.sign_in import Origin

    secure = replace(office, origin=Origin("https://desk.example.org"))
    client = TestClient(create_desk(secure), base_url="https://desk.example.org", follow_redirects=False)
    answer = client.post("/desk/sign-out", headers=SAME)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-arpad=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))
    assert "strict-transport-security" in answer.headers


def test_an_officer_without_an_account_is_nobody_here(office: DeskOffice) -> None:
    """Direct access to the database signs nobody in."""
    officer(local(office), "direct", "administrator")
    assert desk_client(office).get("/desk/accounts").status_code == 303


def test_the_files_of_the_desk_need_no_network(office: DeskOffice, tmp_path: Path) -> None:
    text = desk_client(office).get("/desk/sign-in").text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text
