"""The leaf of a row: a hash over everything that stands in it, the same on both databases.

A row is written as one JSON array, its values in the order of `bindings.all_rows`; bytes stand there by their SHA-256.
The leaf is the first half of the SHA-256 of that line: to find another row with the same leaf takes 2**128 trials. A
row is named by its key: the value of its primary key, or an array where that has several columns.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from arpad.frozen import dataclass

SIZE = 16  # bytes of a leaf
ENCODE = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Leaves:
    """The rows of one table that an entry answers for: their keys, a line each, and their leaves in the same order."""

    place: str
    keys: str
    packed: bytes

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for at, key in enumerate(self.keys.split("\n") if self.keys else ()):
            yield key, self.packed[at * SIZE : (at + 1) * SIZE]

    @property
    def sha256(self) -> str:
        whole = hashlib.sha256(f"{self.place}\n{self.keys}\n".encode())
        whole.update(self.packed)
        return whole.hexdigest()


def leaf(row: Iterable[Any]) -> bytes:
    """The leaf of a row."""
    try:
        line = ENCODE(tuple(row))
    except TypeError:  # bytes are in it
        line = ENCODE([_plain(value) for value in row])
    return hashlib.sha256(line.encode()).digest()[:SIZE]


def key_of(row: Any, columns: int) -> str:
    """What names a row: its primary key, which comes first."""
    if columns > 1:
        return ENCODE(list(row[:columns]))
    return str(row[0]) if isinstance(row[0], int) else ENCODE(row[0])


def _plain(value: Any) -> Any:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes | memoryview) else value


def leaves(place: str, rows: Iterable[Any], columns: int) -> Leaves:
    """Rows as keys and leaves, in the order of their keys; a row that comes twice counts once."""
    return in_order(place, {key_of(row, columns): leaf(row) for row in rows})


def in_order(place: str, found: Mapping[str, bytes]) -> Leaves:
    """Leaves by the keys of their rows, in the order of these."""
    keys = sorted(found)
    return Leaves(place, "\n".join(keys), b"".join(map(found.__getitem__, keys)))
