"""A front that holds: one visitor can neither fill the memory nor shut the others out, and no header is believed."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from html_read import PageRead
from site_made import SERIES, demo_office, running_site, site

from arpad.web import cache as web_cache
from arpad.web import operation as web_operation
from arpad.web.app import all_routes
from arpad.web.canonical import CanonicalQueries
from arpad.web.clients import anonymous_address, client_group
from arpad.web.limits import Buckets, LimitSettings
from arpad.web.negotiation import accepts_gzip
from arpad.web.operation import OperationSettings

GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
QUIET = LimitSettings(rate=100_000, burst=100_000)
PATIENCE = 60.0


def link_to(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def wait_until(what: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "it did not come about in time"
        time.sleep(0.02)


def answer_of(link: socket.socket) -> bytes:
    """What comes until the server closes or falls silent."""
    received = b""
    try:
        while chunk := link.recv(65_536):
            received += chunk
    except (ConnectionError, TimeoutError):
        pass
    return received


def asked(port: int, path: str = "/", headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    link.request("GET", path, headers=headers or {})
    answer = link.getresponse()
    body = answer.read()
    link.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def measure(client: Any, name: str) -> float:
    return next(float(line.split()[-1]) for line in client.app.metrics.text().splitlines() if line.startswith(name))


# --- the cache --------------------------------------------------------------------------------------------------------


def test_a_field_that_no_route_reads_makes_no_second_answer() -> None:
    with site(demo_office()) as (client, _):
        for n in range(50):
            assert client.get(f"/robots.txt?{n}={'x' * 60_000}").status_code == 200
            assert client.get(f"/lists/{SERIES}?utm_source={n}&q=a&b={n}").status_code == 200
        assert measure(client, "arpad_cache_answers") == 2
        assert measure(client, 'arpad_cache_total{answer="at hand"}') == 98


def test_a_field_that_stands_twice_counts_as_its_last_value_and_the_order_does_not_count() -> None:
    queries = CanonicalQueries(all_routes().routes)
    path = f"/lists/{SERIES}"
    assert queries.query(path, b"q=a&fed=FRA&q=b&x=1") == b"q=b&fed=FRA"
    assert queries.query(path, b"fed=FRA&q=b") == queries.query(path, b"q=b&fed=FRA")
    assert queries.query(path, b"q=%C3%A9&q2=") == b"q=%C3%A9"
    assert queries.query("/nowhere", b"q=b") == b""
    assert queries.query(f"/api/v1/lists/{SERIES}/newest", b"limit=&cursor=c&q=%26") == b"limit=&cursor=c&q=%26"


def test_the_fields_of_every_form_and_link_are_read_by_their_address() -> None:
    """A field that a page offers and its route does not name would be dropped."""
    queries, offered = CanonicalQueries(all_routes().routes), set()
    with site(demo_office()) as (client, reader):
        months = [str(head.list_) for head in reader.heads(SERIES)[:2]]
        between = f"/lists/{SERIES}/{months[1]}..{months[0]}"
        pages = ["/", "/players?q=a", f"/lists/{SERIES}?q=a", between, "/events", "/docket", "/scale", "/lists"]
        for path in (*pages, "/calc/change", "/calc/first", "/calc/round-robin", "/calc/performance", "/calc/target"):
            html = client.get(path).text
            for form in re.findall(r"<form\b.*?</form>", html, re.DOTALL):
                head = form.partition(">")[0]
                if 'method="post"' not in head:
                    named = re.search(r'action="([^"]*)"', head)
                    target = (named[1] if named else path).partition("?")[0]
                    names = re.findall(r'<(?:input|select|textarea)\b[^>]*\bname="([^"]+)"', form)
                    offered |= {(target or path.partition("?")[0], name) for name in names}
            for target, query in re.findall(r'href="([^"?]*)\?([^"#]*)', html):
                names = [pair.partition("=")[0] for pair in query.replace("&amp;", "&").split("&") if pair]
                offered |= {(target or path.partition("?")[0], name) for name in names}
    offered = {
        (re.sub(r"^/[a-z]{2}(?=/|$)", "", target) or "/", name) for target, name in offered
    }  # without a language
    assert len(offered) > 30
    assert [each for each in sorted(offered) if each[1] not in queries.fields(each[0])] == []


def test_what_is_kept_is_counted_with_its_key_and_its_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_cache, "MAX_BYTES", 200_000)
    with site(demo_office()) as (client, _):
        for n in range(60):
            client.get(f"/players?q={n}{'a' * 10_000}")
            assert measure(client, "arpad_cache_bytes") <= 200_000
        assert 3 <= measure(client, "arpad_cache_answers") <= 20


def test_who_asks_for_many_pages_once_takes_no_room_from_those_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_cache, "MAX_ONCE", 100_000)
    with site(demo_office()) as (client, _):
        for _ in range(2):
            client.get("/docket")
        before = measure(client, "arpad_cache_bytes")
        for n in range(60):
            client.get(f"/players?q={n}{'a' * 10_000}")
        assert measure(client, "arpad_cache_bytes") <= before + 100_000
        at_hand = 'arpad_cache_total{answer="at hand"}'
        hits = measure(client, at_hand)
        client.get("/docket")
        assert measure(client, at_hand) == hits + 1


def test_an_answer_that_nobody_asks_for_goes_with_the_second_sweep() -> None:
    with site(demo_office()) as (client, _):
        whole: Any = client.app
        cache = whole._app._app._app
        client.get("/law")
        client.get("/lists")
        cache.sweep()
        client.get("/lists")
        assert measure(client, "arpad_cache_answers") == 2
        cache.sweep()
        assert measure(client, "arpad_cache_answers") == 1
        assert measure(client, 'arpad_cache_total{answer="at hand"}') == 1
        cache.sweep()
        assert measure(client, "arpad_cache_bytes") == 0


@pytest.mark.parametrize(
    ("header", "packed"),
    [
        (b"gzip", True), (b"gzip;q=0", False), (b"gzip; q=0.0, *", False), (b"br, gzip;q=0.5", True), (b"*", True),
        (b"*;q=0", False), (b"identity", False), (b"", False), (b"gzip;q=0.4, identity;q=0.9", False),
        (b"notgzip", False), (b"GZIP;Q=1.000", True), (b"gzip;q=nonsense", False), (b"gzip;q=0.0001", False),
    ],
)  # fmt: skip
def test_an_answer_is_packed_by_the_quality_values(header: bytes, packed: bool) -> None:
    assert accepts_gzip(header) is packed


# --- connections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [20_000, 5_000_000])
def test_a_long_header_is_refused_before_it_is_read_whole(size: int) -> None:
    with running_site(QUIET) as (port, app):
        with link_to(port) as link:
            answer = b""
            try:
                link.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: " + b"y" * size + b"\r\n\r\n")
            except ConnectionError:  # closed while it was sent
                answer = b"HTTP/1.1 431"
            answer += answer_of(link)
        assert answer.startswith(b"HTTP/1.1 431") or size > 1_000_000  # a reset may overtake it
        assert 'arpad_refused_total{reason="header"} 1' in app.metrics.text()
        assert asked(port)[0] == 200


def test_a_header_that_does_not_come_is_not_waited_for() -> None:
    """Nothing, half of one, and half of the second on the same connection."""
    limits = LimitSettings(slowest_header=0.5)
    with running_site(limits) as (port, _):
        for sent in (b"", b"GET / HTTP/1.1\r\nhost:", GET + b"GET /lists"):
            with link_to(port) as link:
                link.sendall(sent)
                received = answer_of(link)
                assert b"HTTP/1.1 408" in received
                assert received.count(b"HTTP/1.1 200") == sent.count(b"\r\n\r\n")


def drip(link: socket.socket) -> None:
    for _ in range(int(PATIENCE / 0.1)):
        link.sendall(b"x")
        time.sleep(0.1)


def test_dripping_does_not_begin_the_time_of_a_header_anew() -> None:
    with running_site(LimitSettings(slowest_header=0.6)) as (port, _), link_to(port) as link:
        link.sendall(b"GET / HTTP/1.1\r\nhost: ")
        with pytest.raises(ConnectionError):  # closed while it drips, long before the end
            drip(link)


def test_a_client_has_so_many_connections_and_a_trusted_proxy_more() -> None:
    limits = LimitSettings(connections=5)
    for proxies, refused in (((), 3), (("127.0.0.1",), 0)):
        with running_site(limits, proxies) as (port, app), ExitStack() as links:
            opened = [links.enter_context(link_to(port)) for _ in range(8)]
            for link in opened:
                with suppress(ConnectionError):  # refused already
                    link.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            first = [link.recv(12) for link in opened]
            assert first.count(b"HTTP/1.1 429") == refused
            assert first.count(b"HTTP/1.1 200") == 8 - refused
            links.close()
            wait_until(lambda: "arpad_connections 0\n" in app.metrics.text())
            assert asked(port, "/health")[0] == 200
            assert f'arpad_refused_total{{reason="connections"}} {refused}' in app.metrics.text()


def test_a_client_that_takes_nothing_of_its_answer_is_left() -> None:
    with running_site(LimitSettings(slowest_reading=0.5, rate=1e6, burst=1e6)) as (port, _), link_to(port) as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            link.sendall(GET * 3000)
            time.sleep(3)
            link.sendall(GET * 20_000)
        except (ConnectionError, TimeoutError):
            pass
        assert answer_of(link).count(b"HTTP/1.1 200") < 3000


# --- clients ----------------------------------------------------------------------------------------------------------


NEW = itertools.count()  # so that no answer is at hand


def statuses(port: int, count: int, forwarded: str = "") -> list[int]:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    return [asked(port, f"/players?q={next(NEW)}", headers)[0] for _ in range(count)]


SCARCE = LimitSettings(rate=0.001, burst=3, pause=0.01)


def test_a_header_of_a_stranger_makes_no_new_client() -> None:
    with running_site(SCARCE) as (port, _):
        answers = [statuses(port, 1, f"203.0.113.{n}")[0] for n in range(6)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_behind_a_trusted_proxy_everybody_has_their_own_limit() -> None:
    """What a client writes itself stands before what the proxy adds, and is not believed."""
    with running_site(SCARCE, ("127.0.0.0/8",)) as (port, _):
        assert statuses(port, 6, "203.0.113.1")[-1] == 429
        assert statuses(port, 1, "203.0.113.2") == [200]
        assert statuses(port, 1, "198.51.100.9, 203.0.113.1") == [429]


def test_the_addresses_of_one_subscriber_are_one_client() -> None:
    assert client_group("2001:db8:1:2::1") == client_group("2001:db8:1:2:ffff::9") != client_group("2001:db8:1:3::1")
    assert client_group("::ffff:203.0.113.7") == client_group("203.0.113.7") != client_group("203.0.113.8")
    assert client_group("x" * 9000) == client_group("") == "-"


def test_work_costs_more_than_what_is_at_hand() -> None:
    with running_site(LimitSettings(rate=0.001, burst=10, pause=0.01)) as (port, _):
        assert {asked(port, "/robots.txt")[0] for _ in range(50)} == {200}
        assert 429 in statuses(port, 10)


def test_clients_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.web.limits.MAX_CLIENTS", 10)
    buckets = Buckets(SCARCE)
    for n in range(50):
        buckets.take(buckets.of({"client": ("203.0.113.1", 1)}), 0.5)
        buckets.of({"client": (f"198.51.100.{n}", 1)})
    assert len(buckets) == 10
    assert not buckets.take(buckets.of({"client": ("203.0.113.1", 1)}), 1.0)


# --- operation --------------------------------------------------------------------------------------------------------


def test_a_site_with_names_answers_for_them_alone() -> None:
    named = OperationSettings(names=("ratings.example.org",))
    with running_site(QUIET, operation=named) as (port, _):
        for host, status in (
            ("ratings.example.org", 200), ("Ratings.Example.ORG:443", 200), ("ratings.example.org.", 200),
            ("evil.example", 421), ("ratings.example.org.evil.example", 421),
        ):  # fmt: skip
            assert asked(port, "/", {"host": host})[0] == status
        assert asked(port, "/health", {"host": "10.0.0.1"})[0] == 200


def test_no_redirection_repeats_the_host_of_the_request() -> None:
    with running_site(QUIET) as (port, _):
        for path in (f"/lists/{SERIES}/", "/players/", "/api/v1/players/", f"/lists/{SERIES}?month=2024-05"):
            status, headers, _ = asked(port, path, {"host": "evil.example"})
            assert status in (303, 307, 308)
            assert headers["location"].startswith("/")
            assert not headers["location"].startswith("//")


def test_health_tells_whether_the_office_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_site(QUIET) as (port, _):
        status, headers, body = asked(port, "/health")
        assert (status, headers["cache-control"], json.loads(body)["status"]) == (200, "no-store", "ok")
        monkeypatch.setattr(web_operation, "OLDEST_LOOK", -1.0)
        status, _, body = asked(port, "/health")
        assert (status, json.loads(body)["status"]) == (503, "database-away")


def test_metrics_are_for_the_machines_that_a_setting_names() -> None:
    with running_site(QUIET) as (port, _):
        asked(port, "/")
        asked(port, "/nowhere")
        status, headers, body = asked(port, "/metrics")
        assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
        text = body.decode()
        assert 'arpad_requests_total{class="2xx"} 1\n' in text
        assert 'arpad_requests_total{class="4xx"} 1\n' in text
        assert 'arpad_request_seconds_bucket{le="+Inf"} 2\n' in text
        for family, kind in re.findall(r"# TYPE (\S+) (\S+)", text):
            assert kind in ("counter", "gauge", "histogram")
            assert re.search(rf"^{family}", text, re.MULTILINE)
        assert asked(port, "/metrics", {"x-forwarded-for": "127.0.0.1"})[0] == 404
    with running_site(QUIET, ("127.0.0.1",)) as (port, _):
        assert asked(port, "/metrics", {"x-forwarded-for": "203.0.113.1"})[0] == 404


def test_the_access_log_names_nobody(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    logged = OperationSettings(access_log=str(log))
    with running_site(QUIET, ("127.0.0.1",), logged) as (port, app):
        asked(port, "/players?q=Somebody", {"x-forwarded-for": "203.0.113.77", "user-agent": "agent"})
        asked(port, "/players?q=Somebody", {"x-forwarded-for": "2001:db8:aaaa:bbbb::1"})
        wait_until(lambda: log.read_text().count("\n") == 2)  # a line is written after its answer
        log.rename(tmp_path / "access.log.1")
        app.log.look()
        asked(port, "/nowhere%0a{}")
        wait_until(lambda: log.read_text().endswith("\n"))
        app.log.close()
    lines = [json.loads(line) for line in (tmp_path / "access.log.1").read_text().splitlines()]
    assert [(line["client"], line["path"], line["status"], line["cached"]) for line in lines] == [
        ("203.0.113.0", "/players", 200, False), ("2001:db8:aaaa::", "/players", 200, True),
    ]  # fmt: skip
    (last,) = log.read_text().splitlines()
    assert json.loads(last)["path"] == "/nowhere\n{}"
    assert "Somebody" not in (tmp_path / "access.log.1").read_text()


@pytest.mark.parametrize(
    ("address", "logged"),
    [
        ("203.0.113.77", "203.0.113.0"), ("::ffff:203.0.113.77", "203.0.113.0"),
        ("2001:db8:aaaa:bbbb::1", "2001:db8:aaaa::"), ("unknown", "-"), ("", "-"),
    ],
)  # fmt: skip
def test_an_address_is_logged_as_its_network(address: str, logged: str) -> None:
    assert anonymous_address(address) == logged


def test_a_page_is_whole_when_it_is_asked_for_with_unknown_fields() -> None:
    with site(demo_office()) as (client, _):
        page = PageRead(client.get(f"/lists/{SERIES}?fbclid=1&page=1").text)
        assert page.unclosed == []


def test_memory_that_is_free_again_is_given_back() -> None:
    """In a process of its own, whose heap nobody else uses: blocks that are freed below one that stays."""
    program = """
import os, sys
from arpad.web.memory import give_back_memory
resident = lambda: int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
give_back_memory()
before = resident()
blocks = [b"x" * 60_000 for _ in range(2000)]
last, blocks = blocks[-1], None
freed = resident() - before
assert give_back_memory()
print(freed, resident() - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    held, left = map(int, done.stdout.split())
    assert held > 50_000_000, "the C library gave it back by itself"
    assert left < 10_000_000


def test_nothing_is_written_to_a_connection_that_was_refused(caplog: pytest.LogCaptureFixture) -> None:
    """A request whose answer is under way, and on the same connection one that is too long behind it."""
    with running_site(QUIET) as (port, _):
        for _ in range(20):
            with link_to(port) as link:
                link.sendall(GET + GET + b"GET /?" + b"x" * 40_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n")
                answer_of(link)
        assert asked(port)[0] == 200
    assert [record.message for record in caplog.records if record.exc_info] == []
