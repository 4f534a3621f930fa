"""Run the desk: one process with its own port, beside the public site.

The desk writes, and the site does not: they share the office's database and nothing else. TLS is ended by what stands
before the desk. The desk itself listens on this machine only, unless another address is named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import uvicorn

from arpad.frozen import dataclass
from arpad.office import sign_in
from arpad.web.clients import read_networks
from arpad.web.protocol import Connections
from arpad.web.server import SWITCH_INTERVAL, bind, server_config
from arpad.web_desk.app import DESK_LIMITS, create_desk


@dataclass(frozen=True)
class DeskServerSettings:
    """Which office the desk is of, where it listens, and the address at which browsers reach it."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8001
    origin: str = ""  # empty: http://localhost with the port
    proxies: tuple[str, ...] = ()


def serve_desk(settings: DeskServerSettings, started: Callable[[str], None]) -> None:
    """Serve the desk until a signal ends it; `started` gets its address once the port is bound. Refuses an address that
    browsers would not protect."""
    proxies = read_networks("--proxy", settings.proxies)
    with bind(settings.host, settings.port) as listening:
        origin = settings.origin or f"http://localhost:{listening.getsockname()[1]}"
        with sign_in.open_desk_office(settings.db, origin) as office:
            sys.setswitchinterval(SWITCH_INTERVAL)
            doors = Connections(DESK_LIMITS, proxies)
            started(office.origin.address)
            server = uvicorn.Server(server_config(create_desk(office), doors, settings.proxies))
            server.run([listening])
