"""What stands before everything for whoever runs the site: `/health`, `/metrics`, host names, the access log.

`/health` is for everybody and says nothing but whether the office is read. `/metrics` is for the machines that a
setting names, for no request that came through a proxy. Where the site has names, a request for another host is
refused.
"""

from __future__ import annotations

import json
import time

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.frozen import dataclass
from arpad.office.reading import Reader
from arpad.web.access_log import AccessLog
from arpad.web.cache import CACHE_NOTE
from arpad.web.clients import Networks, client_of, read_networks
from arpad.web.metrics import Metrics
from arpad.web.responses import problem_response

HEALTH_PATH, METRICS_PATH = "/health", "/metrics"
OLDEST_LOOK = 30.0  # seconds
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
NO_STORE = {"cache-control": "no-store"}
PROXY_HEADERS = (b"x-forwarded-for", b"forwarded", b"via")
LOOPBACK = read_networks("--monitor", ("127.0.0.0/8", "::1/128"))


@dataclass(frozen=True)
class OperationSettings:
    """How the site is run."""

    names: tuple[str, ...] = ()  # host names; any where there is none
    monitors: Networks = LOOPBACK  # who may read the metrics
    access_log: str = ""  # a file, - for the standard output


class Health:
    """When the office was last read without an error."""

    def __init__(self) -> None:
        self._at = time.monotonic()

    def read(self) -> None:
        """Note that the office was read."""
        self._at = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._at

    @property
    def good(self) -> bool:
        return self.seconds <= OLDEST_LOOK


class Operation:
    """An application in front of another one."""

    def __init__(
        self, app: ASGIApp, reader: Reader, settings: OperationSettings, metrics: Metrics, health: Health
    ) -> None:
        self._app, self._reader, self._settings = app, reader, settings
        self._names = frozenset(name.lower().rstrip(".") for name in settings.names)
        self.metrics, self.health = metrics, health
        self.log = AccessLog(settings.access_log)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status, size = time.perf_counter(), 500, 0

        async def counting(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        scope = {**scope, "state": {}}
        try:
            await (self._own_answer(scope) or self._app)(scope, receive, counting)
        finally:
            spent, at_hand = time.perf_counter() - start, CACHE_NOTE in scope["state"]
            self.metrics.answered(status, spent, size, at_hand)
            if status == 429:
                self.metrics.count('arpad_refused_total{reason="requests"}')
            self.log.write(client_of(scope), scope["method"], scope["path"], status, size, spent, at_hand)

    def _own_answer(self, scope: Scope) -> Response | None:
        """The answer that no page gives; None where a page is asked for."""
        if scope["path"] == HEALTH_PATH:
            return self._health()
        if scope["path"] == METRICS_PATH and self._may_read_metrics(scope):
            return PlainTextResponse(self.metrics.text(), 200, NO_STORE, METRICS_TYPE)
        if self._names and _host(scope) not in self._names:
            return problem_response(scope, 421, "web-other-host")
        return None

    def _health(self) -> Response:
        good = self.health.good
        body = {"status": "ok" if good else "database-away", "stamp": self._reader.stamp.name}
        return Response(json.dumps(body), 200 if good else 503, NO_STORE, "application/json")

    def _may_read_metrics(self, scope: Scope) -> bool:
        through_proxy = any(name in PROXY_HEADERS for name, _ in scope["headers"])
        return client_of(scope) in self._settings.monitors and not through_proxy


def _host(scope: Scope) -> str:
    """The host that a request names, without its port."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
    name, colon, port = host.rpartition(":")
    return (name if colon and (port.isdigit() or not port) else host).rstrip(".")
