"""Keep finished answers in front of everything, by path, query, encoding, language and what they depend on.

An answer that was given once is given again as bytes, without a route, until something that it depends on has changed.
Its ETag is that of its bytes: a browser that has them is told so, also after a change that did not touch them. What
says `no-store`, is not found or is large is not kept, nor what nobody asks for. What was not asked for longest goes
first; counted are keys, headers and bodies. Answers that were asked for once have a small share of their own: whoever
asks for thousands of pages takes no room from those that everybody reads.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arpad.frozen import dataclass
from arpad.messages import spoken
from arpad.office.reading import Reader
from arpad.web.canonical import CanonicalQueries
from arpad.web.languages import PREFIX
from arpad.web.negotiation import accepts_gzip, part_of
from arpad.web.validity import DEPENDS, Dependence, States

MAX_BYTES = 32 * 2**20
MAX_ONCE = 4 * 2**20  # of answers that were asked for once
MAX_ANSWER = 4 * 2**20  # of one answer
ENTRY_BYTES = 1024  # of an entry beside its key, headers and body
COMPRESS_FROM = 600  # bytes
COMPRESSION_LEVEL = 6
FRESH_HEADERS = b"public, max-age=60"
CACHED_STATUS = (200,)
CACHE_NOTE = "arpad.cached"  # in the scope of a request: whether its answer was at hand

Headers = list[tuple[bytes, bytes]]
CacheKey = tuple[str, bytes, bool, str, str]


@dataclass(frozen=True)
class CachedAnswer:
    """A finished answer."""

    depends: Dependence
    state: str  # of what it depends on
    etag: bytes
    start: Message
    unchanged: Message
    body: bytes


class Cache:
    """An application in front of another one."""

    def __init__(self, app: ASGIApp, reader: Reader, queries: CanonicalQueries | None = None) -> None:
        self._app, self._states = app, States(reader)
        self._queries = queries or CanonicalQueries(())
        self._kept: OrderedDict[CacheKey, CachedAnswer] = OrderedDict()  # asked for again
        self._once: OrderedDict[CacheKey, CachedAnswer] = OrderedDict()
        self._asked: dict[CacheKey, asyncio.Future[None]] = {}  # what the application is working on
        self._used: set[CacheKey] = set()  # since the last sweep
        self.bytes = self._once_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        packed, etag = False, b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                packed = accepts_gzip(value)
            elif name == b"if-none-match":
                etag = value
        if scope["query_string"]:
            scope = {**scope, "query_string": self._queries.query(scope["path"], scope["query_string"])}
        key = (scope["path"], scope["query_string"], packed, spoken(), scope.get(PREFIX, ""))
        answer = self._valid(key)
        if answer is None:
            answer = await self._asked_once(key, scope, receive, send)
            if answer is None:
                return
        else:
            self._ask_again(key)
            self._used.add(key)
            scope.setdefault("state", {})[CACHE_NOTE] = True
        if etag and (answer.etag in etag or etag.strip() == b"*") and answer.start["status"] in CACHED_STATUS:
            await send(answer.unchanged)
            await send(EMPTY_ANSWER)
            return
        start, body = answer.start, answer.body
        if scope["method"] == "HEAD":
            body = b""
        elif part := part_of(start, body, answer.etag, scope["headers"]):
            start, body = part
        await send(start)
        await send({"type": "http.response.body", "body": body})

    def __len__(self) -> int:
        return len(self._kept) + len(self._once)

    def sweep(self) -> None:
        """Let go of every answer that nobody has asked for since the last sweep."""
        for key in [key for key in (*self._kept, *self._once) if key not in self._used]:
            self._drop(key)
        self._used.clear()

    def _valid(self, key: CacheKey) -> CachedAnswer | None:
        answer = self._kept.get(key) or self._once.get(key)
        if answer is None or answer.state != self._states[answer.depends]:
            return None
        return answer

    async def _asked_once(self, key: CacheKey, scope: Scope, receive: Receive, send: Send) -> CachedAnswer | None:
        """Whoever comes first asks the application; who wants the same meanwhile waits for that answer."""
        before = self._asked.get(key)
        if before is not None:
            await asyncio.shield(before)
            return self._valid(key) or await self._fresh(key, scope, receive, send)
        asked = self._asked[key] = asyncio.get_running_loop().create_future()
        try:
            return await self._fresh(key, scope, receive, send)
        finally:
            del self._asked[key]
            asked.set_result(None)

    async def _fresh(self, key: CacheKey, scope: Scope, receive: Receive, send: Send) -> CachedAnswer | None:
        """Ask the application; an answer that cannot be kept is passed on as it comes."""
        states = {each: self._states[each] for each in Dependence}  # of before the answer was worked out
        depends = [Dependence.OFFICE]
        start: Message = {}
        parts: list[bytes] = []
        passed = False

        async def take(message: Message) -> None:
            nonlocal start, passed
            if message["type"] == "http.response.start":
                start = message
                return
            if not passed and message.get("more_body") and sum(map(len, parts)) > MAX_ANSWER:
                passed = True
                await send(_with_encoding_noted(start))
                await send({"type": "http.response.body", "body": b"".join(parts), "more_body": True})
            if passed:
                await send(message)
            else:
                parts.append(message.get("body", b""))

        await self._app({**scope, "method": "GET", DEPENDS: depends}, receive, take)
        if passed:
            return None
        answer = finish_answer(start, b"".join(parts), depends[-1], states[depends[-1]], packed=key[2])
        if answer.start["status"] in CACHED_STATUS and len(answer.body) <= MAX_ANSWER and not _is_private(answer.start):
            self._keep(key, answer)
        return answer

    def _keep(self, key: CacheKey, answer: CachedAnswer) -> None:
        """Keep a new answer in the place of an outdated one, else among those that were asked for once."""
        again = key in self._kept
        self._drop(key)
        size = _size(key, answer)
        self.bytes += size
        if again:
            self._kept[key] = answer
        else:
            self._once[key], self._once_bytes = answer, self._once_bytes + size
        self._used.add(key)
        self._make_room()

    def _ask_again(self, key: CacheKey) -> None:
        """Note that an answer that is at hand was asked for."""
        answer = self._once.pop(key, None)
        if answer is not None:
            self._once_bytes -= _size(key, answer)
            self._kept[key] = answer
            self._make_room()
        else:
            self._kept.move_to_end(key)

    def _make_room(self) -> None:
        while self._once_bytes > MAX_ONCE and len(self._once) > 1:
            self._drop(next(iter(self._once)))
        while self.bytes > MAX_BYTES:
            self._drop(next(iter(self._kept or self._once)))

    def _drop(self, key: CacheKey) -> None:
        answer = self._once.pop(key, None)
        if answer is not None:
            self._once_bytes -= _size(key, answer)
        else:
            answer = self._kept.pop(key, None)
        if answer is not None:
            self.bytes -= _size(key, answer)
            self._used.discard(key)


def _size(key: CacheKey, answer: CachedAnswer) -> int:
    """What an entry takes: key, headers and body."""
    return ENTRY_BYTES + len(key[0]) + len(key[1]) + 2 * _length(answer.start["headers"]) + len(answer.body)


def _length(headers: Iterable[tuple[Any, Any]]) -> int:
    return sum(len(name) + len(value) for name, value in headers)


EMPTY_ANSWER: Message = {"type": "http.response.body", "body": b""}


def finish_answer(start: Message, body: bytes, depends: Dependence, state: str, packed: bool) -> CachedAnswer:
    """An answer with its length, its encoding and its ETag."""
    headers: Headers = [(name.lower(), value) for name, value in start["headers"] if name.lower() != b"content-length"]
    kind = next((value for name, value in headers if name == b"content-type"), b"")
    ready = any(name == b"content-encoding" for name, _ in headers)
    if packed and not ready and len(body) >= COMPRESS_FROM and _is_text(kind):
        body = gzip.compress(body, COMPRESSION_LEVEL, mtime=0)
        headers.append((b"content-encoding", b"gzip"))
    if not any(name == b"cache-control" for name, _ in headers):
        fresh = FRESH_HEADERS if start["status"] in CACHED_STATUS else b"no-store"
        headers.append((b"cache-control", fresh))
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
    headers += [(b"etag", etag), (b"vary", b"accept-encoding")]
    if start["status"] in CACHED_STATUS:
        headers.append((b"accept-ranges", b"bytes"))
    whole = {**start, "headers": [*headers, (b"content-length", str(len(body)).encode())]}
    unchanged = {
        "type": "http.response.start",
        "status": 304,
        "headers": [h for h in headers if h[0] in HEADERS_OF_NOT_MODIFIED],
    }
    return CachedAnswer(depends, state, etag, whole, unchanged, body)


HEADERS_OF_NOT_MODIFIED = (b"cache-control", b"etag", b"vary", b"access-control-allow-origin")


def _is_text(kind: bytes) -> bool:
    return kind.startswith((b"text/", b"application/json", b"application/problem+json", b"application/xml")) or (
        b"javascript" in kind or b"svg" in kind
    )


def _is_private(start: Message) -> bool:
    return any(name == b"cache-control" and b"no-store" in value for name, value in start["headers"])


def _with_encoding_noted(start: Message) -> Message:
    return {**start, "headers": [*start["headers"], (b"vary", b"accept-encoding")]}
