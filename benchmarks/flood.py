"""One client that floods the site, and everybody else: their slowest hundredth and the memory of the server.

    ./dev bench flood [--seconds N] [--json] [--check]

`arpad serve` shows the demo federation with one worker, as it comes. Visitors ask from one address, one page every 20
milliseconds: most of them at hand, every fifth new. From another address come, one after the other: requests of one
page with queries of 60 kB and of 15 kB; 1,010 connections with half a request each, opened again when they are closed;
headers of 40 MB; and new pages with a forged `X-Forwarded-For` each. Before each flood the visitors are measured alone,
and after it, when five seconds have passed, the memory once more.
"""

from __future__ import annotations

import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _frame

import arpad

DEMO = Path(__file__).resolve().parents[1] / "demo" / "office.py"
VISITOR, PAUSE, NEW_OF = "127.0.0.2", 0.02, 5
AT_HAND = ("/", "/lists/fide-standard", "/lists", "/events", "/law", "/players?q=a", "/docket")
FLOODER = """
import socket, sys, threading, time
kind, port, until = sys.argv[1], int(sys.argv[2]), time.monotonic() + float(sys.argv[3])

def link():
    return socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.3", 0))

def ask(requests):
    while time.monotonic() < until:
        try:
            with link() as door:
                for request in requests:
                    if time.monotonic() > until:
                        return
                    door.sendall(request())
                    if not door.recv(65536):
                        break
        except OSError:
            time.sleep(0.001)

def hold():
    held = []
    while time.monotonic() < until:
        while len(held) < 1010 and time.monotonic() < until:
            try:
                door = link()
                door.setblocking(False)
                door.send(b"GET / HTTP/1.1\\r\\nhost: a")
                held.append(door)
            except OSError:
                break
        for door in list(held):
            try:
                closed = door.recv(100)
            except BlockingIOError:
                continue
            except OSError:
                closed = b""
            held.remove(door)
            door.close()
        time.sleep(0.05)

count = iter(range(10**9))
def query():
    n = next(count)
    long = b"x" * (60_000 if n % 2 else 15_000)
    return b"GET /robots.txt?" + str(n).encode() + long + b" HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n"
def header():
    return b"GET / HTTP/1.1\\r\\nhost: a\\r\\nx: " + b"y" * 40_000_000 + b"\\r\\n\\r\\n"
def forged():
    n = next(count)
    path = f"/lists/fide-standard?rating_from={n % 2000}&rating_to={2000 + n // 2000}&q=a"
    address = f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}"
    return f"GET {path} HTTP/1.1\\r\\nhost: a\\r\\nx-forwarded-for: {address}\\r\\n\\r\\n".encode()

def endless(make):
    while True:
        yield make

works = {
    "queries": [lambda: ask(endless(query))] * 16, "connections": [hold], "headers": [lambda: ask(endless(header))] * 4,
    "forged": [lambda: ask(endless(forged))] * 16,
}[kind]
threads = [threading.Thread(target=work) for work in works]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""
FLOODS = ("queries", "connections", "headers", "forged")
SETTLED = 5.0  # seconds after a flood


def main(argv: list[str]) -> int:
    parser = _frame.options("flood", rounds=1)
    parser.add_argument("--players", type=int, default=1500)
    parser.add_argument("--months", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each flood, and of the quiet before it")
    chosen = _frame.chosen_of(parser, argv, players=120, months=3, seconds=2)
    about = f"the demo federation of {chosen.players:,} players, one worker on loopback"
    report = _frame.Report("flood", about, chosen.rounds, clock="time on the wall")
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        size = ("--players", str(chosen.players), "--months", str(chosen.months), "--keep", name + "/demo")
        subprocess.run([sys.executable, DEMO, *size], check=True, capture_output=True)
        with served(name + "/demo/office.db") as (process, port):
            visitors = Visitors(port)
            visitors.late(min(chosen.seconds, 10.0))  # everything is laid out once
            for flood in FLOODS:
                measure(report, flood, process, visitors, chosen)
    report.notes.append(
        "Memory is what the server has resident. The floods and the visitors share the processor with the server."
    )
    return _frame.finish(report, chosen, {"uvicorn": _frame.installed("uvicorn")})


def measure(report: _frame.Report, flood: str, process: int, visitors: Visitors, chosen: Any) -> None:
    """One flood: the slowest hundredth of the others and the memory before it, during it, and after it."""
    quiet, before = visitors.late(chosen.seconds), resident(process)
    command = [sys.executable, "-c", FLOODER, flood, str(visitors.port), str(chosen.seconds)]
    flooding = subprocess.Popen(command)
    time.sleep(0.3)
    flooded, during = visitors.late(chosen.seconds - 0.5, watched=process), visitors.most
    flooding.wait()
    time.sleep(min(SETTLED, chosen.seconds))
    after, mib = resident(process), 2**20
    does = (
        f"{1000 * quiet:.1f} ms when quiet; memory {before / mib:.0f} MiB before, {during / mib:.0f} at most, "
        f"{after / mib:.0f} after"
    )
    report.rows += _frame.rows_of(
        f"{flood}: slowest hundredth", {"Arpad": [flooded]}, {"Arpad": (arpad.__version__, does)}
    )
    report.measures[f"{flood}-p99-against-quiet"] = flooded / quiet
    report.measures[f"{flood}-memory-against-quiet"] = during / before
    report.measures[f"{flood}-memory-afterwards"] = after / before


@contextmanager
def served(office: str) -> Iterator[tuple[int, int]]:
    """The process and the port of a site."""
    command = [sys.executable, "-m", "arpad", "serve", "--db", office, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, int(process.stdout.readline().strip().rpartition(":")[2])
        finally:
            process.terminate()


def resident(process: int) -> int:
    """Bytes that a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Visitors:
    """Everybody else: a page at a time over a connection that stays."""

    def __init__(self, port: int) -> None:
        self.port, self.most, self._asked = port, 0, 0

    def late(self, seconds: float, watched: int = 0) -> float:
        """The slowest hundredth of the answers in so many seconds; `most` is the most memory of a watched process."""
        taken, until, self.most = [], time.monotonic() + seconds, 0
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(VISITOR, 0))
        while time.monotonic() < until:
            self._asked += 1
            new = self._asked % NEW_OF == 0
            path = f"/players?q={self._asked}" if new else AT_HAND[self._asked % len(AT_HAND)]
            start = time.perf_counter()
            link.request("GET", path, headers={"accept-encoding": "gzip"})
            answer = link.getresponse()
            answer.read()
            taken.append(time.perf_counter() - start)
            if answer.status != 200:
                raise SystemExit(f"bench: a visitor got {answer.status} for {path}")
            if watched:
                self.most = max(self.most, resident(watched))
            time.sleep(PAUSE)
        link.close()
        return statistics.quantiles(taken, n=100)[98]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
