"""What strangers may try: markup in a name, a formula in a file, a header in an address, a path, too much, too slow."""

from __future__ import annotations

import csv
import io
import shutil
import socket
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import quote

import pytest
from html_read import PageRead
from site_made import SERIES, demo_office, in_a_loop_of_its_own, running_site, site
from starlette.testclient import TestClient

from arpad.finding import UserError
from arpad.office import people, reading
from arpad.office.desk import open_office
from arpad.office.reading import PageRequest, Reader, open_reading
from arpad.web.limits import Buckets, Limits, LimitSettings
from arpad.web.request_fields import decode_cursor, encode_cursor
from arpad.web.responses import csv_response

MARKUP = """<script>alert(1)</script>, "><img src=x onerror='alert(2)'>"""
FORMULA = "=cmd|' /C calc'!A0"
Site = tuple[TestClient, Reader, int, int]  # with a player of a dangerous name, and one whose name is a formula


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo federation, in which two people have names that try something."""
    copy = tmp_path_factory.mktemp("hostile") / "office.db"
    shutil.copy(demo_office(), copy)
    with open_reading(str(copy)) as reader:
        first, second = (row.id for row in reading.read_list_page(reader, PageRequest(SERIES)).rows[:2])
    with open_office(str(copy), "test") as desk:
        for number, name in ((first, MARKUP), (second, FORMULA)):
            facts = people.PlayerFacts(name=name, region=name)
            people.change_player(desk, people.PlayerChange(number, facts, why="a test"))
    with site(copy) as (client, reader):
        yield client, reader, first, second


def harmless(text: str) -> None:
    """Nothing that was typed runs: scripts are the site's own, and no attribute does anything."""
    page = PageRead(text)
    assert all((script.get("src") or "").startswith("/") for script in page.scripts)
    assert page.handlers == []
    assert page.unclosed == []


def test_markup_in_a_name_is_text(hostile: Site) -> None:
    client, _, number, _ = hostile
    for address in (
        f"/players/{number}",
        "/players?q=script",
        f"/lists/{SERIES}?q=script",
        f"/lists/{SERIES}?show=all",
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        harmless(answer.text)
    assert "&lt;script&gt;" in client.get(f"/players/{number}").text


@pytest.mark.parametrize(
    "address",
    [
        "/players?q={}", f"/lists/{SERIES}?q={{}}", f"/lists/{SERIES}?fed={{}}&title={{}}&sort={{}}&dir={{}}&page={{}}",
        f"/lists/{SERIES}?rating_from={{}}&age_to={{}}&show={{}}", "/lists/{}", f"/lists/{SERIES}/{{}}", "/players/{}",
        "/players/{}/x/2024-05", "/events/{}", "/events?q={}&series={}&list=2024-09", "/versus?a={}&b={}", "/{}",
    ],
)  # fmt: skip
def test_markup_in_an_address_is_text(hostile: Site, address: str) -> None:
    client, *_ = hostile
    for typed in (MARKUP, "{{ 7 * 7 }}", "'; DROP TABLE player; --", "\u202egnp.exe", "\x00", "%00", "a" * 3000):
        answer = client.get(address.replace("{}", quote(typed, safe="")))
        assert answer.status_code < 500, (address, typed)
        assert "49" not in PageRead(answer.text).terms
        if answer.headers.get("content-type", "").startswith("text/html"):
            harmless(answer.text)


def test_a_formula_in_a_name_is_text_in_every_file(hostile: Site) -> None:
    client, _, _, number = hostile
    for address in (f"/lists/{SERIES}.csv?q=cmd", f"/lists/{SERIES}.csv"):
        lines = client.get(address).text.splitlines()
        cells = [cell for line in lines for cell in line.split(";" if ";" in lines[0] else ",") if "cmd|" in cell]
        assert all(not cell.strip('"').startswith(("=", "+", "-", "@")) for cell in cells), address
    workbook = client.get(f"/lists/{SERIES}.xlsx?q=cmd").content
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "sheet" in name]
    assert not any("<f>" in sheet for sheet in sheets)
    assert client.get(f"/players/{number}").status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/players/%0d%0aSet-Cookie:%20a=b", f"/lists/{SERIES}/2024-09.csv%0d%0aX: y", "/events/x%0d%0aX-Y: z.csv",
        "/%0d%0aLocation: https://evil.example", "/\\evil.example", "/players/1%2f..%2f..",
    ],
)  # fmt: skip
def test_no_address_makes_a_header_or_leads_away(hostile: Site, address: str) -> None:
    answer = hostile[0].get(address)
    assert answer.status_code in (400, 404, 405, 307, 308)
    assert "set-cookie" not in answer.headers
    assert {"x", "x-y"}.isdisjoint(answer.headers)
    assert "evil" not in answer.headers.get("location", "")


@pytest.mark.parametrize(
    "address",
    [
        "/static/../../../../etc/passwd", "/static/..%2f..%2f..%2fetc%2fpasswd", "/static/site.css", "/static/",
        "/lists/..%2f..%2foffice.db", "/../arpad/web/app.py", "/api/v1/docs/..%2f..%2fapp.py",
        f"/lists/{SERIES}/..%2f..%2foffice.db", "/events/..%2f..%2foffice.db.json", "/office.db", "/.git/config",
    ],
)  # fmt: skip
def test_no_path_leads_to_a_file(hostile: Site, address: str) -> None:
    answer = hostile[0].get(address)
    assert answer.status_code == 404
    assert b"root:" not in answer.content
    assert b"SQLite format" not in answer.content


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_only_reading_is_possible(hostile: Site, method: str) -> None:
    client, _, number, _ = hostile
    for address in (f"/players/{number}", "/", f"/lists/{SERIES}", "/api/v1/players"):
        assert client.request(method, address).status_code in (404, 405), address


# --- too much and too slowly, with a real server --------------------------------------------------------------------


@contextmanager
def running(limits: LimitSettings) -> Iterator[int]:
    """A server of the demo federation with these limits; gives its port."""
    with running_site(limits) as (port, _):
        yield port


def raw(port: int, *parts: bytes, pause: float = 0.0) -> bytes:
    """Send bytes as they are, with pauses; gives what came back until the server closed or fell silent."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link, suppress(ConnectionError, TimeoutError):
        with suppress(ConnectionError):  # refused before all was sent: the answer may be there already
            for part in parts:
                link.sendall(part)
                time.sleep(pause)
        while chunk := link.recv(65_536):
            received += chunk
            if b"\r\n\r\n" in received and received.rstrip().endswith((b"}", b"</html>")):
                break
    return received


HEAD = b"POST /players HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"


def test_a_body_that_is_too_large_or_too_slow_is_refused_and_the_site_goes_on() -> None:
    with running(LimitSettings(body=50_000, slowest_body=0.5)) as port:
        declared = raw(port, HEAD + b"content-length: 999999999\r\n\r\n")
        assert declared.startswith(b"HTTP/1.1 413")
        piece = b"fa0\r\n" + b"x" * 4000 + b"\r\n"
        chunked = raw(port, HEAD + b"transfer-encoding: chunked\r\n\r\n", *[piece] * 20)
        assert chunked.startswith((b"HTTP/1.1 413", b"HTTP/1.1 405"))
        slow = raw(port, HEAD + b"content-length: 100\r\n\r\n", b"x", b"x", b"x", pause=0.4)
        assert slow.startswith((b"HTTP/1.1 408", b"HTTP/1.1 405"))
        assert raw(port, b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_a_body_that_comes_at_once_and_undeclared_is_measured_too() -> None:
    """Nobody said how long it is, and there is no second piece of it."""
    told: list[Any] = []

    async def reads(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def posted(size: int) -> None:
        scope = {"type": "http", "method": "POST", "path": "/check", "headers": [], "client": ("here", 1)}

        async def receive() -> Any:
            return {"type": "http.request", "body": b"x" * size, "more_body": False}

        async def send(message: Any) -> None:
            told.append(message.get("status"))

        await Limits(reads, Buckets(LimitSettings(body=50_000)))(scope, receive, send)

    for size in (50_000, 50_001):
        in_a_loop_of_its_own(posted(size))
    assert [status for status in told if status] == [200, 413]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_a_cell_that_a_spreadsheet_would_run_is_text(sign: str) -> None:
    table = bytes(csv_response("games", ("name", "rest"), [(f"{sign}cmd", "-7"), ("Ann", "@")]).body).decode()
    assert list(csv.reader(io.StringIO(table, newline="")))[1:] == [[f"'{sign}cmd", "-7"], ["Ann", "'@"]]


def test_a_cursor_leads_forward_only() -> None:
    assert decode_cursor(encode_cursor("list", 7)) == ("list", 7)
    for word in (encode_cursor("list", -7), encode_cursor("list", 10**9), "nonsense", "\u0663"):
        with pytest.raises(UserError):
            decode_cursor(word)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nhost: x\r\n" + b"x: " + b"y" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"\x00" * 5000,
    ],
    ids=["header", "address", "tls", "negative", "smuggled", "zeros"],
)
def test_nonsense_on_the_wire_does_not_stop_the_site(sent: bytes) -> None:
    with running(LimitSettings()) as port:
        answer = raw(port, sent)
        assert not answer.startswith(b"HTTP/1.1 5")
        assert raw(port, b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_an_address_with_two_slashes_stays_here() -> None:
    with running(LimitSettings()) as port:
        answer = raw(port, b"GET //evil.example/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    head = answer.partition(b"\r\n\r\n")[0].lower()
    assert b"location: //" not in head
    assert b"location: http" not in head


def test_no_page_repeats_a_control_character() -> None:
    with site(demo_office()) as (client, _):
        for address in ("/players?q=%1b%5b2J%07", f"/lists/{SERIES}?q=%1b%5d0;x%07", "/events?q=%1b%5b31m"):
            assert not {"\x1b", "\x07"} & set(client.get(address).text), address
