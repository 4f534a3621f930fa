"""Pack tables of columns into bytes, and back: how bulk data is stored, the same bytes on every database.

A part is the columns of one table one after the other, little-endian, in the order in which the table declares them;
its length gives the number of rows, so there is no header to disagree with. Several tables of one event are a run of
parts, each with its length before it. No row becomes a Python object on the way in or out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arpad.columns import Table, dtypes

CHUNK = 1024  # player keys in a part: small enough to read for one player, large enough to be few
LENGTH = 8  # bytes of a length
NATIVE = sys.byteorder == "little"

T = TypeVar("T", bound=Table)


def pack(table: Table) -> bytes:
    return b"".join(
        np.ascontiguousarray(column, column.dtype.newbyteorder("<")).tobytes() for _, column in table.columns()
    )


@cache
def _layout(kind: type[Table]) -> tuple[int, tuple[tuple[str, np.dtype[Any], int], ...]]:
    """The bytes of a row; of each column its name, its type as it is stored, and the bytes of a row before it."""
    columns, width = [], 0
    for name, dtype in dtypes(kind).items():
        columns.append((name, dtype.newbyteorder("<"), width))
        width += dtype.itemsize
    return width, tuple(columns)


def unpack(kind: type[T], packed: bytes | memoryview) -> T:
    """The table in a part; bytes that are no whole number of rows are an error."""
    width, columns = _layout(kind)  # type: ignore[arg-type]  # a class is hashable
    rows, rest = divmod(len(packed), width)
    if rest:
        raise ValueError(f"a packed {kind.__name__} of {len(packed)} bytes is no whole number of rows of {width}")
    table = object.__new__(kind)  # what is cut out here has the types and the length of its columns
    for name, dtype, before in columns:
        column = np.frombuffer(packed, dtype, rows, rows * before)
        table.__dict__[name] = column if NATIVE else column.astype(dtype.newbyteorder("="))
    return table


def row_of(kind: type[Table], packed: bytes, key: int) -> dict[str, int] | None:
    """The row of a player in a part that is sorted by player, its first column; one row is read, not all."""
    width, columns = _layout(kind)  # type: ignore[arg-type]  # a class is hashable
    rows, of_a_key = len(packed) // width, columns[0][1].itemsize
    wanted, at = key.to_bytes(of_a_key, "little"), -1
    while at % of_a_key:  # what is found may be the end of one key and the beginning of the next
        at = packed.find(wanted, at + 1, rows * of_a_key)
        if at < 0:
            return None
    at //= of_a_key
    row = {}
    for name, dtype, before in columns:
        start = rows * before + at * dtype.itemsize
        row[name] = int.from_bytes(packed[start : start + dtype.itemsize], "little", signed=dtype.kind == "i")
    return row


def pack_runs(table: Table, edges: Sequence[int]) -> list[bytes]:
    """The rows from each edge to the next, packed: what `pack` makes of them, without a table for each."""
    columns = []
    for _, column in table.columns():
        stored = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        columns.append((stored.view(np.uint8).data, column.dtype.itemsize))
    return [
        b"".join([column[first * width : last * width] for column, width in columns]) for first, last in pairwise(edges)
    ]


def unpack_runs(kind: type[T], parts: Sequence[bytes | memoryview]) -> tuple[T, npt.NDArray[np.int64]]:
    """The rows of many parts in one table, and where the rows of each begin, and the last ones end."""
    width, columns = _layout(kind)  # type: ignore[arg-type]  # a class is hashable
    rows = [len(part) // width for part in parts]
    wrong = [len(part) for part, count in zip(parts, rows, strict=True) if len(part) != count * width]
    if wrong:
        raise ValueError(f"a packed {kind.__name__} of {wrong[0]} bytes is no whole number of rows of {width}")
    table = object.__new__(kind)
    for name, dtype, before in columns:
        after = before + dtype.itemsize
        joined = b"".join([part[count * before : count * after] for part, count in zip(parts, rows, strict=True)])
        table.__dict__[name] = np.frombuffer(joined, dtype).astype(dtype.newbyteorder("="), copy=not NATIVE)
    return table, np.concatenate(([0], np.cumsum(rows, dtype=np.int64)))


def pack_all(tables: Iterable[Table]) -> bytes:
    return run_of([pack(table) for table in tables])


def run_of(parts: Iterable[bytes]) -> bytes:
    """Packed tables one after the other, each with its length before it."""
    return b"".join([piece for part in parts for piece in (len(part).to_bytes(LENGTH, "little"), part)])


def split(packed: bytes) -> Iterator[memoryview]:
    """The parts of a run."""
    view, at, end = memoryview(packed), 0, len(packed)
    while at < end:
        at, size = at + LENGTH, int.from_bytes(packed[at : at + LENGTH], "little")
        if at + size > end:
            raise ValueError("a packed run ends in the middle of a part")
        yield view[at : at + size]
        at += size


def pack_by_chunk(table: Table) -> list[tuple[int, bytes]]:
    """The rows of each range of players, by player and then as they stood; the first column is the player's key."""
    keys = next(table.columns())[1]
    if np.any(keys[1:] < keys[:-1]):
        table = table.take(np.argsort(keys, kind="stable"))
        keys = next(table.columns())[1]
    chunks = keys // CHUNK
    starts = np.flatnonzero(np.diff(chunks, prepend=-1))
    return list(zip(chunks[starts].tolist(), pack_runs(table, [*starts.tolist(), len(keys)]), strict=False))
