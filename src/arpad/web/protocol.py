"""The connections of the site: how many a client may have, how long its headers may be and may take, and how long it
may take nothing of its answer.

The limits stand below HTTP, because what they refuse is no request yet. A trusted proxy may have as many connections as
it wants: its clients are counted by the proxy, and by their requests here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn import Config

from arpad.web.clients import Networks, client_group
from arpad.web.limits import LimitSettings
from arpad.web.metrics import Metrics

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
except ImportError:  # no httptools on Windows; there the limits of h11 hold, and those of connections
    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol  # type: ignore[assignment]


class Connections:
    """The open connections of a worker, by client."""

    def __init__(self, limits: LimitSettings, proxies: Networks) -> None:
        self.limits, self.proxies = limits, proxies
        self.of_client: Counter[str] = Counter()
        self.metrics: Metrics | None = None

    def enter(self, client: str) -> bool:
        """Count a connection; false where the client has too many."""
        if client in self.proxies:
            return True
        group = client_group(client)
        if self.of_client[group] >= self.limits.connections:
            return False
        self.of_client[group] += 1
        return True

    def leave(self, client: str) -> None:
        if client in self.proxies:
            return
        group = client_group(client)
        self.of_client[group] -= 1
        if not self.of_client[group]:
            del self.of_client[group]

    def refused(self, reason: str) -> None:
        if self.metrics is not None:
            self.metrics.count(f'arpad_refused_total{{reason="{reason}"}}')


class SiteConfig(Config):
    """The configuration of a server with the connections that it has."""

    def __init__(self, *arguments: Any, doors: Connections, **settings: Any) -> None:
        self.doors = doors
        super().__init__(*arguments, **settings)


def refusal(status: str, more: str = "") -> bytes:
    """An answer to what is no request yet."""
    return f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n{more}\r\n".encode("ascii")


TOO_MANY = refusal("429 Too Many Requests", "retry-after: 10\r\n")
TOO_LONG = refusal("431 Request Header Fields Too Large")
TOO_SLOW = refusal("408 Request Timeout")


class SiteProtocol(HttpProtocol):
    """A connection with limits."""

    def __init__(self, config: SiteConfig, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self._doors = config.doors
        self._entered, self._begun, self._lost, self._received = False, False, False, 0
        self._answering: Any = None
        self._header_timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._entered = self._doors.enter(self._client_name)
        if self._entered:
            self._await_header()
        else:
            self._refuse(TOO_MANY, "connections")

    @property
    def _client_name(self) -> str:
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._header_came()
        self.resume_writing()
        if self._entered:
            self._doors.leave(self._client_name)
            self._entered = False
        self._leave_answer()
        super().connection_lost(exc)
        self._lost = True
        self._forget()

    def eof_received(self) -> None:
        """The client has gone: an answer that is still worked out is not written to it."""
        self._leave_answer()
        super().eof_received()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_complete and self._header_timer is None:
            self._await_header()  # of the next request
        self._received += len(data)
        super().data_received(data)
        if self._header_timer is None:
            self._received = 0
        elif self._received > self._doors.limits.header and not self.transport.is_closing():
            self._refuse(TOO_LONG, "header")

    def on_message_begin(self) -> None:
        self._begun = True
        super().on_message_begin()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._begun and self._header_timer is None and not self.transport.is_closing():
            self._await_header()  # it began while the answer before it was under way

    def on_headers_complete(self) -> None:
        self._begun = False
        self._header_came()
        if self.transport.is_closing():
            return
        if self._header_bytes() <= self._doors.limits.header:
            super().on_headers_complete()
        else:
            self._refuse(TOO_LONG, "header")

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.transport.is_closing():
            super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not take what was sent; after a while it is left."""
        super().pause_writing()
        if self._reading_timer is None:
            self._reading_timer = self.loop.call_later(self._doors.limits.slowest_reading, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    def _header_bytes(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def _await_header(self) -> None:
        self._received = 0
        self._header_timer = self.loop.call_later(self._doors.limits.slowest_header, self._too_slow)

    def _header_came(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _too_slow(self) -> None:
        self._header_timer = None
        if not self.transport.is_closing():
            self._refuse(TOO_SLOW, "header")

    def _refuse(self, answer: bytes, reason: str) -> None:
        self._doors.refused(reason)
        self._header_came()
        self._leave_answer()
        self.transport.write(answer)
        self.transport.close()
        self._forget()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _leave_answer(self) -> None:
        """Write nothing more: neither the answer that is under way nor those to requests that wait behind it."""
        pipeline = getattr(self, "pipeline", None) or []  # h11 has none
        waiting = [cycle for cycle, _ in pipeline]
        pipeline.clear()
        for cycle in (self._answering, self.cycle, *waiting):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _forget(self) -> None:
        """Let go of what was received: the connection itself may wait for the collector of cycles."""
        self.url, self.headers = b"", []
        if self._lost:
            self.cycle = self.scope = self._answering = None  # type: ignore[assignment]
