"""`arpad serve` as a process: the port, the address, the workers, and the end of all of them."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from site_made import demo_office

PATIENCE = 120.0
ANSWERS = 'arpad_requests_total{class="2xx"}'
HOST = "127.0.0.73"  # an address that nothing else on this machine takes ports of


@contextmanager
def served(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The process of a site and its port, once it has said its address."""
    command = [sys.executable, "-m", "arpad", "serve", "--db", str(demo_office()), "--host", HOST, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    with process, process.stdout:
        try:
            address = process.stdout.readline().strip()
            assert address.startswith("http://"), address + process.stdout.read()
            yield process, int(address.rpartition(":")[2])
        finally:
            process.kill()


def health(port: int) -> int:
    """The status of `/health`; 0 where nobody answers."""
    link = http.client.HTTPConnection(HOST, port, timeout=10)
    try:
        link.request("GET", "/health")
        return link.getresponse().status
    except OSError:
        return 0
    finally:
        link.close()


def children(process: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found += [int(stat.parent.name), *children(int(stat.parent.name))]
    return found


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def waits_until(what: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "it did not come about in time"
        time.sleep(0.05)


def test_the_address_is_printed_when_the_port_is_bound() -> None:
    """Whoever connects then is answered, at the latest when the office is open."""
    with served("--port", "0") as (process, port):
        assert health(port) == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind((HOST, port))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--port", "{taken}"), "Cannot listen on 127.0.0.1"),
        (("--host", "203.0.113.255", "--port", "0"), "Cannot listen on 203.0.113.255"),
        (("--proxy", "proxy.example"), "--proxy proxy.example is neither an IP address nor a network"),
        (("--monitor", "10.0.0.1/8"), "--monitor 10.0.0.1/8 is neither an IP address nor a network"),
        (("--access-log", "/nowhere/access.log"), "Cannot write the access log /nowhere/access.log"),
    ],
)
def test_what_cannot_be_served_is_refused_and_no_address_is_printed(options: tuple[str, ...], says: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = [each.format(taken=taken.getsockname()[1]) for each in options]
        command = [sys.executable, "-m", "arpad", "serve", "--db", str(demo_office()), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in " ".join(done.stderr.split())


def test_workers_end_with_the_first_process_whatever_ended_it() -> None:
    """Killed, so that it could tell nobody; and the port is free for the next start at once."""
    with served("--port", "0", "--workers", "2") as (process, port):
        waits_until(lambda: health(port) == 200)
        workers = children(process.pid)
        assert len(workers) >= 2
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        waits_until(lambda: not any(alive(each) for each in workers))
    with served("--port", str(port), "--workers", "2") as (process, _):
        waits_until(lambda: health(port) == 200)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert health(port) == 0


def test_a_worker_that_ended_is_started_anew_and_the_counts_go_on() -> None:
    with served("--port", "0", "--workers", "2") as (process, port):
        waits_until(lambda: health(port) == 200)
        waits_until(lambda: counted(port, "arpad_workers") == 2)
        before = counted(port, ANSWERS)  # who answers this has shared its own counts before
        workers = children(process.pid)
        for each in workers:
            if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text():
                os.kill(each, signal.SIGKILL)
        waits_until(lambda: health(port) == 200 and counted(port, "arpad_workers") == 2)
        assert counted(port, ANSWERS) > before


def counted(port: int, name: str) -> float:
    link = http.client.HTTPConnection(HOST, port, timeout=10)
    try:
        link.request("GET", "/metrics")
        text = link.getresponse().read().decode()
    except OSError:
        return -1.0
    finally:
        link.close()
    return next((float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} ")), -1.0)
