"""Make a site for the tests: a small demo federation, made once per run, and a client that asks it without a server."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient

from arpad.office.reading import Reader, open_reading
from arpad.web.app import create_app
from arpad.web.clients import read_networks
from arpad.web.limits import LimitSettings
from arpad.web.operation import Operation, OperationSettings
from arpad.web.protocol import Connections
from arpad.web.server import bind, server_config

DEMO = Path(__file__).resolve().parents[1] / "demo" / "office.py"
SERIES = "fide-standard"
PLAYERS, MONTHS = 120, 6
PATIENCE = 300.0  # seconds in which another worker has made it
OPEN = LimitSettings(rate=100_000, burst=100_000)


@cache
def demo_office() -> Path:
    """The database of a small federation with some months of lists; whoever writes to it makes a copy.

    The workers of one run share it: the first to come makes it, the others wait.
    """
    place = Path(tempfile.gettempdir())
    home = (place.parent if "PYTEST_XDIST_WORKER" in os.environ else place) / "demo"
    made = home / "demo" / "office.db"
    try:
        home.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not (home / "ready").exists() and time.monotonic() < until:
            time.sleep(0.2)
        return made
    size = ("--players", str(PLAYERS), "--months", str(MONTHS))
    done = subprocess.run([sys.executable, DEMO, *size, "--keep", made.parent], check=False, capture_output=True)
    (home / "ready").touch()
    if done.returncode:
        raise RuntimeError(f"the demo federation could not be made: {done.stderr.decode(errors='replace')}")
    return made


@contextmanager
def site(address: str | Path, limits: LimitSettings = OPEN) -> Iterator[tuple[TestClient, Reader]]:
    """A client of the site of an office, and its reader."""
    with (
        open_reading(str(address)) as reader,
        TestClient(create_app(reader, limits), raise_server_exceptions=False, follow_redirects=False) as client,
    ):
        yield client, reader


@contextmanager
def running_site(
    limits: LimitSettings,
    proxies: tuple[str, ...] = (),
    operation: OperationSettings | None = None,
    office: str | Path | None = None,
) -> Iterator[tuple[int, Operation]]:
    """A server of an office, else of the demo federation, as `arpad serve` has it, in a thread; gives its port and its
    application."""
    with open_reading(str(office or demo_office())) as reader, bind("127.0.0.1", 0) as listening:
        app = create_app(reader, limits, operation)
        doors = Connections(limits, read_networks("--proxy", proxies))
        doors.metrics = app.metrics
        app.metrics.gauges = {**app.metrics.gauges, "arpad_connections": lambda: sum(doors.of_client.values())}
        config = server_config(app, doors, proxies)
        config.lifespan = "off"
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        yield listening.getsockname()[1], app
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def in_a_loop_of_its_own(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns: in another thread, as the browser of other tests may have its loop in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, coroutine).result()
