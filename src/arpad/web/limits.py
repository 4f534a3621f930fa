"""Limits of a request in the application: the size of its body, the time it may take, and how many may come at once.

They hold also where no proxy stands before the site, for whatever the cache does not answer. A client is known by its
address as the server sees it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.frozen import dataclass
from arpad.web.plain_answers import problem_answer

CLIENTS = 10_000  # that are remembered


@dataclass(frozen=True)
class LimitSettings:
    """How much is allowed."""

    body: int = 8 * 2**20  # bytes
    slowest_body: float = 20.0  # seconds until a body has come
    seconds: float = 30.0  # that an answer may take
    rate: float = 50.0  # requests a second of a client, in the long run
    burst: float = 500.0  # at once


class TooLarge(Exception):
    """A body that is larger than allowed."""


class TooSlow(Exception):
    """A body that does not come."""


class Limits:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp, settings: LimitSettings) -> None:
        self._app, self._settings = app, settings
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = scope["client"][0] if scope.get("client") else ""
        if not self._may(client):
            await problem_answer(scope, 429, "web-too-many")(scope, receive, send)
            return
        await self._within_limits(scope, receive, send)

    def _may(self, client: str) -> bool:
        """Take a token of a client's bucket, which fills again with time."""
        now = time.monotonic()
        left, since = self._clients.get(client, (self._settings.burst, now))
        left = min(self._settings.burst, left + (now - since) * self._settings.rate) - 1
        self._clients[client] = (max(left, -1.0), now)
        if len(self._clients) > CLIENTS:
            self._clients.popitem(last=False)
        return left >= 0

    async def _within_limits(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings = self._settings
        if _declared(scope) > settings.body:
            await problem_answer(scope, 413, "web-too-large", most=settings.body)(scope, receive, send)
            return
        exchange = _Exchange(receive, send, settings)
        try:
            async with asyncio.timeout(settings.seconds):
                await self._app(scope, exchange.receive, exchange.send)
            if exchange.refused is not None:
                raise exchange.refused
        except TooLarge:
            answer = problem_answer(scope, 413, "web-too-large", most=settings.body)
        except TooSlow:
            answer = problem_answer(scope, 408, "web-too-slow")
        except TimeoutError:
            answer = problem_answer(scope, 503, "web-too-long")
        else:
            return
        if not exchange.begun:
            await answer(scope, receive, send)


class _Exchange:
    """A request and its answer. A body that is too large or too slow is refused, and the application is not heard."""

    def __init__(self, receive: Receive, send: Send, settings: LimitSettings) -> None:
        self._receive, self._send, self._most = receive, send, settings.body
        self._size, self._whole, self._until = 0, False, time.monotonic() + settings.slowest_body
        self.begun = False
        self.refused: Exception | None = None

    async def receive(self) -> Message:
        """The next part of the body, where it comes in time and is not too much."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(self._until - time.monotonic(), 0.01)):
                message = await self._receive()
        except TimeoutError:
            self.refused = TooSlow()
            raise self.refused from None
        self._whole = not message.get("more_body", False)
        self._size += len(message.get("body", b""))
        if self._size > self._most:
            self.refused = TooLarge()
            raise self.refused
        return message

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, unless the body was refused before the answer began."""
        if self.refused is None or self.begun:
            self.begun = True
            await self._send(message)


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
