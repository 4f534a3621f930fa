"""What the desk promises when something comes in between: another officer, another report, a lost session, a kill;
and that no public route writes."""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from databases import copy_of
from desk_made import ORIGIN, Browser, invited
from fastapi import FastAPI
from fastapi.routing import APIRoute
from office_made import event, fresh, reported, sent
from site_made import demo_office, site
from site_pages import kinds
from sqlalchemy import delete
from starlette.testclient import TestClient
from test_web_server import PATIENCE, alive, children, waits_until

from arpad.office import events, sign_in
from arpad.office.desk import Desk
from arpad.office.reports import SubmissionTerms
from arpad.office.sign_in import DeskOffice
from arpad.office.store.access_tables import session
from arpad.web.app import all_routes

EVENT = "/desk/events/good"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return reported(fresh("sqlite", tmp_path), event("good"))


@pytest.fixture
def office(desk: Desk) -> Iterator[DeskOffice]:
    with sign_in.open_desk_office(desk.store.address, ORIGIN) as office:
        yield office


def hidden(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form of a page with an action."""
    form = next(part for part in page.split("<form")[1:] if f'action="{action}"' in unescape(part))
    tags = (
        dict(re.findall(r'([a-z]+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", form.split("</form>")[0])
    )
    return {tag["name"]: unescape(tag["value"]) for tag in tags if tag.get("type") == "hidden"}


def decisions(desk: Desk) -> list[str]:
    return [entry.kind.value for entry in events.show_event(desk, "good").history]


def test_of_two_officers_at_once_one_decides_and_the_other_is_told(desk: Desk, office: DeskOffice) -> None:
    """Both saw the same version; both send at the same moment."""
    officers = [invited(office, handle, "rating-officer") for handle in ("olena", "taras")]
    forms = [hidden(browser.get(EVENT).text, f"{EVENT}/hold") for browser in officers]
    together = Barrier(2)

    def hold(browser: Browser, form: dict[str, str]) -> Any:
        together.wait()
        return browser.post(f"{EVENT}/hold", {**form, "why": "inquiry"})

    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(hold, officers, forms))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    assert decisions(desk).count("held") == 1


def corrected() -> bytes:
    """The report with another result of one game, on both lines."""
    lines = event("good").text.splitlines()
    first, last = (next(n for n, line in enumerate(lines) if line[4:8].strip() == number) for number in ("1", "8"))
    lines[first] = lines[first].replace(" 2.5 ", " 3.0 ").replace("8 w =", "8 w 1")
    lines[last] = lines[last].replace(" 2.5 ", " 2.0 ").replace("1 b =", "1 b 0")
    return "\n".join(lines).encode()


def test_a_report_that_comes_while_the_page_is_open_is_announced_and_not_admitted_unseen(
    desk: Desk, office: DeskOffice
) -> None:
    olena = invited(office, "olena", "rating-officer")
    seen = hidden(olena.get(EVENT).text, f"{EVENT}/admit")
    receipt = sent(desk, corrected(), terms=SubmissionTerms("good", replace=True))
    assert receipt.status == "accepted"
    answer = olena.post(f"{EVENT}/admit", seen)
    assert answer.status_code == 409
    assert "report" in answer.text
    assert "admitted" not in decisions(desk)
    assert hidden(answer.text, f"{EVENT}/admit")["seen"] != seen["seen"]  # the new one is shown, to be decided about


def test_a_form_that_is_sent_after_the_end_of_the_session_is_sent_again_as_it_was_typed(
    desk: Desk, office: DeskOffice
) -> None:
    olena = invited(office, "olena", "rating-officer")
    address = f"{EVENT}/hold?queue=1"
    typed = hidden(olena.get(EVENT).text, f"{EVENT}/hold") | {"why": 'inquiry of "the arbiter" <&> 7'}
    with office.store.noting() as connection:  # twelve hours later
        assert connection.execute(delete(session)).rowcount == 1
    page = olena.post(address, typed)
    assert page.status_code == 401
    assert "held" not in decisions(desk)
    assert hidden(page.text, address) == typed
    assert olena.sign_in(olena.authenticator).status_code == 303
    assert olena.post(address, hidden(page.text, address)).status_code == 303
    assert decisions(desk).count("held") == 1


# --- the site without the desk ----------------------------------------------------------------------------------------


def asked(port: int, path: str) -> int:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        link.request("GET", path)
        return link.getresponse().status
    finally:
        link.close()


def test_the_site_answers_when_the_desk_is_killed(tmp_path: Path) -> None:
    """Pages at hand and new ones; the site does not even notice."""
    office = copy_of(str(demo_office()), tmp_path)
    words = [sys.executable, "-m", "arpad", "serve", "--db", office, "--port", "0", "--with-desk", "--desk-port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            site_port, desk_port = (int(process.stdout.readline().rpartition(":")[2]) for _ in range(2))
            waits_until(lambda: asked(site_port, "/lists") == 200)
            assert asked(desk_port, "/desk/sign-in") in (200, 307)
            desks = [each for each in children(process.pid) if "spawn_main" in command_of(each)]
            for each in desks:
                os.kill(each, signal.SIGKILL)
            waits_until(lambda: not any(map(alive, desks)))
            with pytest.raises(OSError, match=r"refused|reset"):
                asked(desk_port, "/desk/sign-in")
            assert [asked(site_port, path) for path in ("/lists", "/players?q=zzz", "/docket")] == [200, 200, 200]
        finally:
            process.terminate()
    assert desks


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


# --- no public route writes -------------------------------------------------------------------------------------------

UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


def contents(office: str) -> str:
    """A hash of everything that stands in an office."""
    with sqlite3.connect(f"file:{office}?mode=ro", uri=True) as connection:
        connection.text_factory = bytes
        tables = [row[0].decode() for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [(name, connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in sorted(tables)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def ask_everything(client: TestClient, routes: list[APIRoute]) -> int:
    """Ask every route by every method, with the addresses at which it shows most and with what a writer would send;
    return how many answers there were."""
    addresses = kinds()
    count = 0
    for route in routes:
        address = addresses.get(route.path, re.sub(r"{[^}]+}", "1", route.path))
        for method in (*sorted(route.methods or ()), *UNSAFE):
            answer = client.request(method, address, content=b'{"name": "planted", "value": "x"}')
            assert answer.status_code < 500 or answer.status_code == 503, (method, address, answer.status_code)
            count += 1
    return count


def test_no_public_route_writes_by_any_method(tmp_path: Path) -> None:
    office = copy_of(str(demo_office()), tmp_path)
    before = contents(office)
    routes = [route for route in all_routes().routes if isinstance(route, APIRoute)]
    with site(office) as (client, reader):
        assert ask_everything(client, routes) > 3 * len(routes)
        with reader.reading() as connection, pytest.raises(Exception, match="readonly"):
            connection.exec_driver_sql("INSERT INTO setting VALUES ('planted', 'x')")
    assert contents(office) == before


def test_a_planted_route_that_writes_is_noticed(tmp_path: Path) -> None:
    office = copy_of(str(demo_office()), tmp_path)
    before = contents(office)
    planted = FastAPI()

    @planted.post("/planted")
    def write() -> str:
        with sqlite3.connect(office) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS planted (name TEXT)")
        return "written"

    with TestClient(planted) as client:
        routes = [route for route in planted.routes if isinstance(route, APIRoute)]
        ask_everything(client, routes)
    assert contents(office) != before
