"""Give a part of an answer (RFC 9110, 14): one range of bytes, for a download that goes on where it stopped.

A header that cannot be read, several ranges, and a range of other bytes than those at hand (`If-Range`) get the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.types import Message

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
