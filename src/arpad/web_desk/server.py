"""Run the desk: one process with its own port, beside the public site.

The desk writes, and the site does not: they share the office's database and nothing else. TLS is ended by what stands
before the desk. The desk itself listens on this machine only, unless another address is named. Work in the background
is done by a thread of the desk, or by `arpad work` alone, which may run as another user with the signing key.
"""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context

import uvicorn

from arpad.finding import Note, Problem
from arpad.frozen import dataclass
from arpad.office import proofs, sign_in
from arpad.office.desk import open_desk
from arpad.office.jobs import WORKER, Worker
from arpad.web.clients import read_networks
from arpad.web.protocol import Connections
from arpad.web.server import LAST_ANSWERS, SWITCH_INTERVAL, bind, end_with_parent, server_config
from arpad.web_desk.app import DESK_LIMITS, create_desk

LAST_JOB = 5.0  # seconds for a job that is under way when the desk is stopped; the next worker does it again


@dataclass(frozen=True)
class DeskServerSettings:
    """Which office the desk is of, where it listens, and the address at which browsers reach it."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8001
    origin: str = ""  # empty: http://localhost with the port
    proxies: tuple[str, ...] = ()
    works: bool = True  # work in the background is done here


def bind_desk(settings: DeskServerSettings, option: str = "--port") -> socket.socket:
    """Return a socket that listens for the desk. A port that is taken is refused; `option` chooses another one."""
    return bind(settings.host, settings.port, "desk/no-port", option=option)


def serve_desk(settings: DeskServerSettings, started: Callable[[str], None]) -> None:
    """Serve the desk until a signal ends it; `started` gets its address once the port is bound. Refuses an address that
    browsers would not protect."""
    with bind_desk(settings) as listening:
        _serve_on(settings, listening, started)


def _serve_on(settings: DeskServerSettings, listening: socket.socket, started: Callable[[str], None]) -> None:
    proxies = read_networks("--proxy", settings.proxies)
    origin = settings.origin or f"http://localhost:{listening.getsockname()[1]}"
    with sign_in.open_desk_office(settings.db, origin) as office:
        sys.setswitchinterval(SWITCH_INTERVAL)
        holds_key = settings.works and holds_signing_key(office)
        doors = Connections(DESK_LIMITS, proxies)
        started(office.origin.address)
        if holds_key:
            print(Note.of("desk/key-here"), flush=True)
        server = uvicorn.Server(server_config(create_desk(office, holds_key=holds_key), doors, settings.proxies))
        with _working(office, settings.works):
            server.run([listening])


def holds_signing_key(office: sign_in.DeskOffice) -> bool:
    """Return whether this process can sign for the office."""
    return proofs.find_key(open_desk(office.store, WORKER)) is proofs.KeyPlace.HERE


@contextmanager
def _working(office: sign_in.DeskOffice, works: bool) -> Iterator[None]:
    """Do work in the background in a thread, until the block ends."""
    worker = Worker(office.store)
    thread = threading.Thread(target=worker.run, daemon=True)
    if works:
        thread.start()
    try:
        yield
    finally:
        worker.stop()
        if works:
            thread.join(LAST_JOB)


@contextmanager
def desk_beside(settings: DeskServerSettings, listening: socket.socket) -> Iterator[None]:
    """Serve the desk on a socket, in a process of its own, while the block runs. It ends with the block, and with this
    process."""
    process = get_context("spawn").Process(target=_serve_beside, args=(settings, listening), daemon=True)
    process.start()
    listening.close()
    try:
        yield
    finally:
        process.terminate()
        process.join(LAST_ANSWERS)


def _serve_beside(settings: DeskServerSettings, listening: socket.socket) -> None:
    """Serve the desk, and print its address. What cannot be served is said in one line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
    end_with_parent()
    try:
        with listening:
            _serve_on(settings, listening, lambda address: print(address, flush=True))
    except Problem as problem:
        sys.exit(f"arpad: {problem}")
