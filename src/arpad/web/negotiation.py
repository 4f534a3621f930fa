"""Read what a client asks of a finished answer: in which encoding (RFC 9110, 12.4.2 and 12.5.3), and which part of it
(RFC 9110, 14).

A range that cannot be read, several ranges, and a range of other bytes than those at hand (`If-Range`) get the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.types import Message

GZIP = "gzip"


@lru_cache(256)
def accepts_gzip(header: bytes) -> bool:
    """Whether a client takes gzip and does not prefer an answer as it is. `gzip;q=0` refuses it."""
    qualities: dict[str, int] = {}
    for part in header.decode("latin-1").lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        if name:
            qualities[name] = min((_thousandths(word) for word in parameters if word.startswith("q=")), default=1000)
    packed = qualities.get(GZIP, qualities.get("x-gzip", qualities.get("*", 0)))
    return packed > 0 and packed >= qualities.get("identity", 0)


def _thousandths(parameter: str) -> int:
    """A quality value in thousandths; one that cannot be read refuses."""
    whole, _, fraction = parameter.removeprefix("q=").partition(".")
    digits = (fraction + "000")[:3]
    if whole not in ("0", "1") or len(fraction) > 3 or not (digits.isascii() and digits.isdigit()):
        return 0
    return min(int(whole) * 1000 + int(digits), 1000)


ONE_RANGE = re.compile(rb"bytes=([0-9]{0,18})-([0-9]{0,18})")


def part_of(
    start: Message, body: bytes, etag: bytes, asked: Iterable[tuple[bytes, bytes]]
) -> tuple[Message, bytes] | None:
    """The part of a complete answer that a request asks for, or that there is none; None where the whole is due."""
    headers = dict(asked)
    found = ONE_RANGE.fullmatch(headers.get(b"range", b"").strip())
    if found is None or start["status"] != 200 or headers.get(b"if-range", etag) != etag:
        return None
    first, last = found[1], found[2]
    if not first and not last:
        return None
    if first:
        begin, end = int(first), min(int(last) + 1, len(body)) if last else len(body)
        if last and int(last) < begin:
            return None
    else:
        begin, end = max(len(body) - int(last), 0), len(body)
    if begin >= len(body) or begin == end:
        return _with_range(start, 416, f"bytes */{len(body)}", 0), b""
    return _with_range(start, 206, f"bytes {begin}-{end - 1}/{len(body)}", end - begin), body[begin:end]


def _with_range(start: Message, status: int, range_: str, length: int) -> Message:
    headers = [each for each in start["headers"] if each[0] != b"content-length"]
    headers += [(b"content-range", range_.encode("ascii")), (b"content-length", str(length).encode("ascii"))]
    return {**start, "status": status, "headers": headers}
