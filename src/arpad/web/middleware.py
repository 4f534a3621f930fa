"""What stands before every route: security headers, and limits on the size, time and number of requests."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.frozen import dataclass
from arpad.web.responses import problem_response

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-site",
        "strict-transport-security": "max-age=31536000",
    }.items()
)
CORS_HEADERS = ((b"access-control-allow-origin", b"*"), (b"cross-origin-resource-policy", b"cross-origin"))
PROGRAM_PATHS = ("/api/",)
PROGRAM_ENDINGS = (".json", ".csv", ".txt", ".xml", ".xlsx", ".parquet")


class SecurityHeaders:
    """An application in front of another one. What programs read may be read from any page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        shared = path.startswith(PROGRAM_PATHS) or path.endswith(PROGRAM_ENDINGS)
        added = (*SECURITY_HEADERS[:-2], *CORS_HEADERS, SECURITY_HEADERS[-1]) if shared else SECURITY_HEADERS
        if shared and scope["method"] == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": [*added, *PREFLIGHT]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self._app(scope, receive, with_headers)


PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, OPTIONS"),
    (b"access-control-allow-headers", b"content-type, if-none-match"),
    (b"access-control-max-age", b"86400"),
)


MAX_CLIENTS = 10_000  # that are remembered


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
            await problem_response(scope, 429, "web-too-many")(scope, receive, send)
            return
        await self._within_limits(scope, receive, send)

    def _may(self, client: str) -> bool:
        """Take a token of a client's bucket, which fills again with time."""
        now = time.monotonic()
        left, since = self._clients.get(client, (self._settings.burst, now))
        left = min(self._settings.burst, left + (now - since) * self._settings.rate) - 1
        self._clients[client] = (max(left, -1.0), now)
        if len(self._clients) > MAX_CLIENTS:
            self._clients.popitem(last=False)
        return left >= 0

    async def _within_limits(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings = self._settings
        if _declared_length(scope) > settings.body:
            await problem_response(scope, 413, "web-too-large", most=settings.body)(scope, receive, send)
            return
        exchange = LimitedExchange(receive, send, settings)
        try:
            async with asyncio.timeout(settings.seconds):
                await self._app(scope, exchange.receive, exchange.send)
            if exchange.refused is not None:
                raise exchange.refused
        except TooLarge:
            answer = problem_response(scope, 413, "web-too-large", most=settings.body)
        except TooSlow:
            answer = problem_response(scope, 408, "web-too-slow")
        except TimeoutError:
            answer = problem_response(scope, 503, "web-too-long")
        else:
            return
        if not exchange.begun:
            await answer(scope, receive, send)


class LimitedExchange:
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


def _declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
