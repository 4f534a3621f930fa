"""Look through the zip in which FIDE offers its lists, so that nobody has to unpack it first.

The largest member is streamed, never unpacked to disk, and its name is kept because it may say series and month; a
broken or encrypted zip streams nothing and the reader says that there is no list. What is no zip is passed on as it is.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

MAGIC = b"PK\x03\x04"


class _Again(io.RawIOBase):
    """A stream whose first bytes have been looked at."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self.head, self.rest = head, rest

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self.head:
            return self.rest.read(size)
        if size < 0:
            found, self.head = self.head + self.rest.read(), b""
            return found
        found, self.head = self.head[:size], self.head[size:]
        return found + (self.rest.read(size - len(found)) if len(found) < size else b"")


class _Mild(io.RawIOBase):
    """A member of a zip that ends where it is broken."""

    def __init__(self, member: BinaryIO, called: str) -> None:
        self.member, self.called = member, called

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        try:
            return self.member.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
            return b""


@contextmanager
def unpacked(raw: BinaryIO) -> Iterator[tuple[BinaryIO, int | None]]:
    """The list inside, and how many bytes it has where that is known."""
    head = raw.read(len(MAGIC))
    if head != MAGIC:
        yield _Again(head, raw), None  # type: ignore[misc]
        return
    try:
        packed = zipfile.ZipFile(io.BytesIO(head + raw.read()))
        member = max(packed.infolist(), key=lambda info: info.file_size)
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotImplementedError("others unpack as much as they like at once")
        stream = packed.open(member)
    except (zipfile.BadZipFile, ValueError, RuntimeError, NotImplementedError):
        yield io.BytesIO(b"PK"), None
        return
    with packed, stream:
        yield _Mild(stream, member.filename), member.file_size  # type: ignore[misc, arg-type]


def member_of(stream: BinaryIO) -> str:
    """What the list is called inside its zip; '' for a stream that is not out of a zip."""
    return stream.called if isinstance(stream, _Mild) else ""
