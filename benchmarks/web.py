"""The public site: pages from the cache and anew, searches, a report that is checked, and a publication meanwhile.

    ./dev bench web [--players N] [--seconds N] [--json] [--check]

An office with 200,000 players and 120 lists is made; the last list is a real one, made from the games of a month. One
worker serves it on loopback. `wrk` (Debian's) asks for a page that is in the cache and, by turns, for the same bytes
from a bare Starlette route. Then pages that nobody has asked for yet are asked for one after the other: told is the
processor time of the server for each, and how many bytes it is compressed; of the law and of events every page is
weighed. Last, a list is published while `wrk` asks, on SQLite and on PostgreSQL, and the slowest hundredth, also of the
seconds in which the server lays the list out, is held against that of a quiet minute. The control is a process that
only counts in the place of the one that publishes: what is slow beside it waits for a processor, and not for a lock.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _door
import _frame
import _site
import databases

import arpad
from arpad.office.registry.player_numbers import office_number

PAGE = f"/lists/{_site.SERIES}"
WARM, ASKED, CHECKS = 20, 200, 50  # pages of each kind
CONNECTIONS = 16
TICKS = os.sysconf("SC_CLK_TCK")
CHECKED = _door.World(players=200, reports=1, field=200, rounds=9)
SERVED = """
import sys, uvicorn
from arpad.office.reading import open_reading
from arpad.web.app import create_app
from arpad.web.limits import LimitSettings
with open_reading(sys.argv[1]) as reader:
    site = create_app(reader, LimitSettings(rate=1e9, burst=1e9))
    uvicorn.run(site, port=int(sys.argv[2]), log_level="warning", access_log=False, server_header=False)
"""
BARE = """
import sys, uvicorn
from pathlib import Path
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
body = Path(sys.argv[1]).read_bytes()
headers = {"content-encoding": "gzip"}
async def page(request):
    return Response(body, 200, headers, "text/html; charset=utf-8")
site = Starlette(routes=[Route("/lists/{series}", page)])
uvicorn.run(site, port=int(sys.argv[2]), log_level="warning", access_log=False, server_header=False)
"""
PUBLISHED = """
import sys
from datetime import date
from arpad.days import Month
from arpad.office import periods
from arpad.office.desk import open_desk
from arpad.office.store.engine import connect_store
address, list_ = sys.argv[1], int(sys.argv[2])
desk = open_desk(connect_store(address), "bench", date(list_ // 100, list_ % 100, 1))
which = periods.ListChoice("fide-standard", Month(list_))
periods.preview_list(desk, which)
periods.publish_list(desk, periods.PublishRequest(which, confirmed=True, empty=True))
"""

COUNTING = """
import sys, time
until = time.monotonic() + float(sys.argv[1])
while time.monotonic() < until:
    pass
"""


def main(argv: list[str]) -> int:
    parser = _frame.options("web", rounds=5)
    parser.add_argument("--players", type=int, default=200_000)
    parser.add_argument("--seconds", type=int, default=4, help="of each run of wrk")
    parser.add_argument("--asked", type=int, default=ASKED, help="pages of each kind")
    chosen = _frame.chosen_of(parser, argv, players=1_500, seconds=1, asked=5)
    if "wrk" not in chosen.without and not shutil.which("wrk"):
        raise SystemExit("bench: wrk is not here; what helps: apt-get install wrk, or --without wrk")
    about = f"{chosen.players:,} players, {_site.LISTS} lists, one worker on loopback"
    report = _frame.Report("web", about, chosen.rounds)
    report.notes.append(
        "All times but the slowest hundredths are processor time of the server for one answer; pages other than the "
        "cached one are such that nobody has asked for yet."
    )
    month = _site.month_of(chosen.players)
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        folder = Path(name)
        for kind in databases.KINDS if "wrk" not in chosen.without else ("sqlite",):
            address = databases.new_database(kind, folder, durable=not chosen.short)
            _site.filled(address, month).store.close()
            if "wrk" not in chosen.without:
                meanwhile(report, kind, address, month.list_, chosen)
            else:  # nothing is asked meanwhile
                subprocess.run([sys.executable, "-c", PUBLISHED, address, str(month.list_)], check=True)
            if kind == "sqlite":
                with serving(SERVED, address) as server:
                    if "wrk" not in chosen.without:
                        cached(report, server, folder, chosen)
                    anew(report, server, chosen, month.list_)
                laid_out(report, address)
    return _frame.finish(report, chosen, {"wrk": wrk_version(), "starlette": _frame.installed("starlette")})


class Server:
    """A process that answers on a port."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def spent(self) -> float:
        """Seconds of processor that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def ask(self, paths: list[str], body: bytes | None = None) -> list[int]:
        """Ask for pages over one connection; gives the bytes of each answer."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sizes = []
        for path in paths:
            method = "GET" if body is None else "POST"
            link.request(method, path, body, {"accept-encoding": "gzip"})
            answer = link.getresponse()
            content = answer.read()
            if answer.status != 200:
                raise SystemExit(f"bench: {path} answers {answer.status}")
            sizes.append(len(content))
        link.close()
        return sizes


@contextmanager
def serving(script: str, given: str) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", script, given, str(port)])
    server = Server(process, port)
    try:
        for _ in range(600):
            try:
                server.ask([PAGE])
                break
            except OSError:
                time.sleep(0.1)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def wrk(port: int, seconds: int) -> tuple[int, float]:
    """How many answers came, and how long the slowest hundredth took at least, in milliseconds."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}", "--latency", "-H", "accept-encoding: gzip"]
    done = subprocess.run([*command, f"http://127.0.0.1:{port}{PAGE}"], capture_output=True, text=True, check=True)
    if "Non-2xx" in done.stdout:
        raise SystemExit(f"bench: not every answer was right:\n{done.stdout}")
    answers = re.search(r"(\d+) requests in", done.stdout)
    slowest = re.search(r"99%\s+([\d.]+)(us|ms|s)", done.stdout)
    assert answers is not None
    assert slowest is not None
    return int(answers[1]), float(slowest[1]) * {"us": 0.001, "ms": 1, "s": 1000}[slowest[2]]


def wrk_version() -> str:
    if not shutil.which("wrk"):
        return ""
    printed = subprocess.run(["wrk", "-v"], capture_output=True, text=True, check=False).stdout
    return printed.split()[1] if printed.startswith("wrk") else ""


def cached(report: _frame.Report, server: Server, folder: Path, chosen: Any) -> None:
    """A page from the cache against the same bytes from a bare route, by turns."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    link.request("GET", PAGE, headers={"accept-encoding": "gzip"})
    body = link.getresponse().read()
    link.close()
    (folder / "page").write_bytes(body)
    taken: dict[str, list[float]] = {"bare Starlette route": [], "Arpad": []}
    slowest: dict[str, list[float]] = {name: [] for name in taken}
    rates: dict[str, list[float]] = {name: [] for name in taken}
    with serving(BARE, str(folder / "page")) as bare:
        for _ in range(chosen.rounds):
            for name, asked in (("bare Starlette route", bare), ("Arpad", server)):
                start = asked.spent()
                answers, late = wrk(asked.port, chosen.seconds)
                taken[name].append((asked.spent() - start) / answers)
                slowest[name].append(late)
                rates[name].append(answers / chosen.seconds)
    bare_route = "bare Starlette route"
    lates = {
        name: f"{statistics.median(rates[name]):,.0f} a second, slowest hundredth {statistics.median(late):.1f} ms"
        for name, late in slowest.items()
    }
    about = {
        "Arpad": (arpad.__version__, f"a cached list of 100 rows, {lates['Arpad']}"),
        bare_route: (_frame.installed("starlette"), f"the same {len(body):,} bytes, {lates[bare_route]}"),
    }
    report.rows += _frame.rows_of("a page from the cache", taken, about)
    ratios = [mine / other for mine, other in zip(taken["Arpad"], taken["bare Starlette route"], strict=True)]
    report.measures["cached-page-against-bare-route"] = statistics.median(ratios)
    report.measures["cached-page-p99-ms"] = statistics.median(slowest["Arpad"])
    report.measures["cached-page-per-second"] = statistics.median(rates["Arpad"])


def anew(report: _frame.Report, server: Server, chosen: Any, list_: int) -> None:
    """Pages that nobody has asked for yet."""
    players, count = chosen.players, WARM + chosen.asked
    dice, month = random.Random(1), f"{list_ // 100}-{list_ % 100:02d}"
    names = [person.name for person in _site.people(_site.month_of(min(5_000, players)))]
    somebody = dice.sample(range(players), 4 * count)
    works: dict[str, list[str]] = {
        "player": [f"/players/{office_number(key)}" for key in somebody],
        "calculation": [],
        "search": [f"/players?q={quote(name.split(',')[0][: dice.randrange(3, 9)])}" for name in names],
        "list-filtered": [f"{PAGE}?rating_from={1400 + at}&sex=w" for at in range(count)],
    }
    works["calculation"] = playing(
        server, [f"/players/{office_number(key)}/{_site.SERIES}/{month}" for key in somebody], count
    )
    largest = 0
    for work, paths in works.items():
        different = list(dict.fromkeys(paths))[:count]
        server.ask(different[:WARM])
        start = server.spent()
        sizes = server.ask(different[WARM:])
        cost = max(server.spent() - start, 1 / TICKS) / len(sizes)
        largest = max(largest, *sizes)
        does = f"{len(sizes)} different ones, {max(sizes):,} bytes at most"
        report.rows += _frame.rows_of(work, {"Arpad": [cost]}, {"Arpad": (arpad.__version__, does)})
        report.measures[f"{work}-ms"] = 1000 * cost
    report.measures["page-bytes"] = float(max(largest, *server.ask(weighed(server))))
    _, text, _ = next(_door.reports(CHECKED))
    server.ask(["/api/v1/check"] * WARM, text.encode())
    start = server.spent()
    times = len(server.ask(["/api/v1/check"] * CHECKS, text.encode()))
    cost = max(server.spent() - start, 1 / TICKS) / times
    about = {"Arpad": (arpad.__version__, f"{CHECKED.field} players, {CHECKED.rounds} rounds, asked {times} times")}
    report.rows += _frame.rows_of("check of a report", {"Arpad": [cost]}, about)
    report.measures["check-200-ms"] = 1000 * cost


def weighed(server: Server) -> list[str]:
    """Every page of the law, the events of the newest list, and one of each other kind."""
    from arpad.law import editions

    law = [f"/law/{edition}{part}" for edition in editions() for part in ("", "/rulings", "/tables")]
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    link.request("GET", "/events")
    events = re.findall(r'href="(/events/[^"/?]+)"', link.getresponse().read().decode())
    link.close()
    others = ["/", "/lists", "/events", "/docket", "/check", "/calc", "/calc/change", "/law", "/api/v1/docs"]
    return [*others, *law, *dict.fromkeys(events)]


def playing(server: Server, paths: list[str], count: int) -> list[str]:
    """The calculations that are there: of those who are on the list or had a game."""
    found = []
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for path in paths:
        link.request("HEAD", f"{path}.json")
        answer = link.getresponse()
        answer.read()
        if answer.status == 200:
            found.append(path)
        if len(found) == count:
            break
    link.close()
    return found


def laid_out(report: _frame.Report, address: str) -> None:
    """The catalogue of a list that was published, with the registry at hand, as a server makes it."""
    from arpad.office.publishing.published_lists import RegistryToday
    from arpad.office.reading import open_reading
    from arpad.office.reading_room.catalogue import build_catalogue

    with open_reading(address) as reader, reader.reading() as connection:
        registry, taken = RegistryToday(reader.index.people, reader.stamp.people), []
        for _ in range(3):
            start = time.process_time()
            build_catalogue(connection, reader.stamp.newest[0], registry)
            taken.append(time.process_time() - start)
    about = {"Arpad": (arpad.__version__, "orders, ranks, a year's line of everybody")}
    report.rows += _frame.rows_of("catalogue after a publication", {"Arpad": taken}, about)
    report.measures["catalogue-seconds"] = statistics.median(taken)


def meanwhile(report: _frame.Report, kind: str, address: str, list_: int, chosen: Any) -> None:
    """The slowest hundredth while a list is published, against that of a quiet minute."""
    with serving(SERVED, address) as server:
        _, quiet = wrk(server.port, chosen.seconds)
        control = beside(server, COUNTING, str(2 * chosen.seconds))
        busy = beside(server, PUBLISHED, address, str(list_))
    does = f"while a list is published and laid out; {quiet:.1f} ms when quiet, {control:.1f} beside a busy process"
    report.rows += _frame.rows_of(f"slowest hundredth, {kind}", {"Arpad": [busy / 1000]}, {"Arpad": ("", does)})
    report.measures[f"{kind}-p99-publishing-against-quiet"] = busy / quiet
    report.measures[f"{kind}-p99-publishing-against-busy"] = busy / control


def beside(server: Server, script: str, *given: str) -> float:
    """The slowest hundredth of the worst two seconds while another process runs, and of those after it."""
    other, lates = subprocess.Popen([sys.executable, "-c", script, *given]), []
    while other.poll() is None:
        lates.append(wrk(server.port, 2)[1])
    if other.returncode:
        raise SystemExit("bench: the process beside the server failed")
    return max(*lates, wrk(server.port, 2)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
