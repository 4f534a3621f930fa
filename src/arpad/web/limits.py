"""Limits on the size, the time, the number and the cost of requests.

A client has a bucket of tokens that fills again with time. An answer that is at hand costs a small part of a token; an
answer that is worked out costs one and, in addition, the time that it took. Few requests of one client are worked on
at once; the others of that client wait for their turn. Who has no token left gets the answer 429 after a pause, so
that asking again at once does not pay.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from math import ceil

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.frozen import dataclass
from arpad.web.clients import client_group, client_of
from arpad.web.middleware import SecurityHeaders
from arpad.web.responses import problem_response

MAX_CLIENTS = 10_000  # that are remembered
PART_OF_ANY = 0.1  # tokens that any request costs
SECONDS_OF_A_TOKEN = 0.02  # of working on an answer
MOST_TOKENS = 50.0  # that one answer costs
API_PREFIX = "/api/"


@dataclass(frozen=True)
class LimitSettings:
    """How much is allowed."""

    body: int = 8 * 2**20  # bytes
    slowest_body: float = 20.0  # seconds until a body has come
    seconds: float = 30.0  # that an answer may take
    rate: float = 25.0  # tokens a second of a client, in the long run
    burst: float = 250.0  # at once
    at_once: int = 2  # requests of one client that are worked on
    pause: float = 1.0  # seconds before a client without tokens is answered
    header: int = 16 * 2**10  # bytes of the request line and the headers
    slowest_header: float = 10.0  # seconds until they have come
    slowest_reading: float = 30.0  # seconds in which a client takes nothing of its answer
    connections: int = 100  # of a client, unless it is a trusted proxy
    all_connections: int = 1000


class Bucket:
    """What a client has left, and its turns."""

    __slots__ = ("left", "since", "turns")

    def __init__(self, settings: LimitSettings) -> None:
        self.left, self.since = settings.burst, time.monotonic()
        self.turns = asyncio.Semaphore(settings.at_once)


class Buckets:
    """The buckets of all clients that were here lately."""

    def __init__(self, settings: LimitSettings) -> None:
        self.settings = settings
        self._clients: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._clients)

    def of(self, scope: Scope) -> Bucket:
        """The bucket of the client of a request."""
        name = client_group(client_of(scope))
        bucket = self._clients.get(name)
        if bucket is None:
            bucket = self._clients[name] = Bucket(self.settings)
            if len(self._clients) > MAX_CLIENTS:
                self._clients.popitem(last=False)
        else:
            self._clients.move_to_end(name)
        return bucket

    def take(self, bucket: Bucket, tokens: float) -> bool:
        """Take tokens out of a bucket that has one; false where it has none."""
        now = time.monotonic()
        bucket.left = min(self.settings.burst, bucket.left + (now - bucket.since) * self.settings.rate)
        bucket.since = now
        if bucket.left < min(1.0, tokens):
            return False
        bucket.left -= tokens
        return True

    def headers(self, bucket: Bucket) -> list[tuple[bytes, bytes]]:
        """How much a client may ask, how much is left, and when all of it is there again."""
        burst, rate = self.settings.burst, self.settings.rate
        policy = f'"work";q={int(burst)};w={ceil(burst / rate)}'
        left = f'"work";r={max(int(bucket.left), 0)};t={ceil((burst - bucket.left) / rate)}'
        return [(b"ratelimit-policy", policy.encode("ascii")), (b"ratelimit", left.encode("ascii"))]

    @asynccontextmanager
    async def turn(self, bucket: Bucket) -> AsyncIterator[None]:
        """Wait for the client's turn; the time of the work is taken from the bucket afterwards."""
        async with bucket.turns:
            start = time.monotonic()
            try:
                yield
            finally:
                spent = (time.monotonic() - start) / SECONDS_OF_A_TOKEN
                bucket.left = max(bucket.left - min(spent, MOST_TOKENS), -self.settings.burst)


class Gate:
    """An application in front of the cache: a client that asks too much waits and is refused. Answers for programs say
    how much is left."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self._app, self._buckets = app, buckets
        self._refuse = SecurityHeaders(partial(refuse_client, buckets.settings))  # a page elsewhere may read it, too

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        bucket = self._buckets.of(scope)
        if scope["path"].startswith(API_PREFIX):
            send = self._saying_what_is_left(bucket, send)
        if self._buckets.take(bucket, PART_OF_ANY):
            await self._app(scope, receive, send)
            return
        await self._refuse(scope, receive, send)

    def _saying_what_is_left(self, bucket: Bucket, send: Send) -> Send:
        """Pass an answer on with the headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers)."""

        async def with_limits(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *self._buckets.headers(bucket)]}
            await send(message)

        return with_limits


async def refuse_client(settings: LimitSettings, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a client that has no token left, after a pause."""
    await asyncio.sleep(settings.pause)
    await problem_response(scope, 429, "web-too-many")(scope, receive, send)


class TooLarge(Exception):
    """A body that is larger than allowed."""


class TooSlow(Exception):
    """A body that does not come."""


class Limits:
    """An application in front of the routes."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self._app, self._buckets, self._settings = app, buckets, buckets.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        bucket = self._buckets.of(scope)
        if not self._buckets.take(bucket, 1.0):
            await refuse_client(self._settings, scope, receive, send)
            return
        async with self._buckets.turn(bucket):
            await self._within_limits(scope, receive, send)

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
