"""Run the site: bind the port, then start one process or several, and end them together.

The address is given out when the port is bound. With several workers the first process only watches over them: it
starts one anew that ended, and a worker ends by itself when the first process is gone, whatever ended that one. What it
deliberately does not do: TLS, which whatever stands before the site ends.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing import parent_process
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.reading import open_reading
from arpad.web.access_log import AccessLog
from arpad.web.app import create_app
from arpad.web.clients import read_networks
from arpad.web.limits import LimitSettings
from arpad.web.metrics import Metrics, SharedCounts
from arpad.web.operation import LOOPBACK, Operation, OperationSettings
from arpad.web.protocol import Connections, SiteConfig, SiteProtocol

SWITCH_INTERVAL = (
    0.0005  # seconds for which a thread may keep the others waiting: a new list is laid out beside the requests
)
BACKLOG = 2048  # connections that the system keeps until they are taken
KEEP_ALIVE = 10  # seconds that a connection without a request stays
LAST_ANSWERS = 10  # seconds for answers that are under way when the site is stopped


@dataclass(frozen=True)
class ServerSettings:
    """Which office is served, where, by how many processes, and for whom."""

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    monitors: tuple[str, ...] = ()
    access_log: str = ""
    limits: LimitSettings = LimitSettings()


def serve(settings: ServerSettings, started: Callable[[str], None]) -> None:
    """Serve an office until a signal ends it; `started` gets the address once the port is bound."""
    proxies = read_networks("--proxy", settings.proxies)
    monitors = read_networks("--monitor", settings.monitors) if settings.monitors else LOOPBACK
    AccessLog(settings.access_log).close()  # says that it cannot be written before a port is taken
    operation = OperationSettings(settings.names, monitors, settings.access_log)
    with bind(settings.host, settings.port) as listening:
        doors = Connections(settings.limits, proxies)
        site = partial(site_of_worker, settings, operation, SharedCounts(settings.workers), doors)
        config = server_config(site, doors, settings.proxies, factory=True, workers=settings.workers)
        started(address_of(settings.host, listening))
        if settings.workers > 1:
            Multiprocess(config, [listening]).run()
        else:
            _run_alone(config, listening)


def server_config(
    site: Any, doors: Connections, proxies: tuple[str, ...] = (), factory: bool = False, workers: int = 1
) -> SiteConfig:
    """How a site is served: every limit on connections, and whose X-Forwarded-For is believed."""
    return SiteConfig(
        site,
        doors=doors,
        factory=factory,
        http=SiteProtocol,
        ws="none",
        workers=workers,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_ANSWERS,
        limit_concurrency=doors.limits.all_connections,
        h11_max_incomplete_event_size=doors.limits.header,
    )


def _run_alone(config: SiteConfig, listening: socket.socket) -> None:
    """Serve in this process; a signal that stops the site is a good end."""

    def passed_on(*_: Any) -> None:
        """The server took the signal, ended, and raises it again."""

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, passed_on)
    uvicorn.Server(config).run([listening])


def bind(host: str, port: int, refusal: str = "site/no-port", **more: Any) -> socket.socket:
    """A socket that listens; a port that is taken or forbidden is refused, with a message that says whose it is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(refusal, host=host, port=port, reason=reason, **more) from None
    listening.set_inheritable(True)
    return listening


def address_of(host: str, listening: socket.socket) -> str:
    """The address of a socket as a browser takes it."""
    port = listening.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def site_of_worker(
    settings: ServerSettings, operation: OperationSettings, counts: SharedCounts, doors: Connections
) -> Operation:
    """The site in a process of its own."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    end_with_parent()
    metrics = doors.metrics = Metrics(counts)
    metrics.gauges = {"arpad_connections": lambda: sum(doors.of_client.values())}
    opened: Any = open_reading(settings.db)
    return create_app(opened.__enter__(), settings.limits, operation, metrics)


def end_with_parent() -> None:
    """End this worker, as a stop of the site does, when the process that started it is gone."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()
