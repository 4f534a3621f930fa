"""A table as a file of lines: the names of its columns, then a row a line, whole numbers between commas. And back.

A file is the one way to write its table: what is read is written again, and must be the same bytes.
"""

from __future__ import annotations

import warnings
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from arpad.columns import Table, dtypes
from arpad.finding import Problem
from arpad.textcells import blocks, rows, signed

T = TypeVar("T", bound=Table)

END, COMMA = b"\n", b","


def written(table: Table) -> bytes:
    """Return the bytes of a table's file."""
    names, columns = zip(*table.columns(), strict=True)
    parts = [",".join(names).encode() + END]
    for block in blocks(len(table)):
        cells: list[npt.NDArray[np.uint8] | bytes] = []
        for column in columns:
            cells += [signed(column[block]), COMMA]
        parts.append(rows(*cells[:-1], END))
    return b"".join(parts)


def read(kind: type[T], text: bytes, file: str) -> T:
    """Return the table in a file; a file in any other form is refused."""
    names = list(dtypes(kind))
    head, _, body = text.partition(END)
    if head.decode("utf-8", "replace").split(",") != names:
        raise Problem("history/columns", file=file, columns=names)
    numbers = _numbers(body.replace(END, COMMA).rstrip(COMMA), file)
    if len(numbers) % len(names):
        raise Problem("history/no-table", file=file)
    by_row = numbers.reshape(-1, len(names))
    try:
        table = kind.of(**{name: by_row[:, at] for at, name in enumerate(names)})
    except ValueError:
        raise Problem("history/no-table", file=file) from None
    if written(table) != text:
        raise Problem("history/no-table", file=file)
    return table


def _numbers(text: bytes, file: str) -> npt.NDArray[np.int64]:
    """The whole numbers in a file; anything else is refused."""
    if not text:
        return np.zeros(0, np.int64)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return np.fromstring(text.decode("ascii"), np.int64, sep=",")
    except (DeprecationWarning, ValueError, OverflowError):
        raise Problem("history/no-table", file=file) from None
