"""Write columns as rows of text, many at once: bytes out, and no Python object per row.

A column of cells is a matrix of bytes, a row each, filled up behind its text with a byte that no UTF-8 text has; a
block of rows is these matrices side by side without the filling. So a cell may be of a fixed width, padded with blanks,
and longer where it must be. How a value is spelt is the caller's word. Every matrix belongs to one block: what is held
at once is a block, however long the table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.plaintext import HIDDEN

Cells = npt.NDArray[np.uint8]

BLOCK = 20_000  # rows that are written together
FILLING = 0xFF  # in no UTF-8 text
BLANK, ZERO, TEN = ord(" "), ord("0"), 10
NONE = -1  # a number that is not there
RUN = ("=", "+", "-", "@")  # what a spreadsheet takes for the beginning of a formula
LINES = ("\t", "\r", "\n")


def harmless(text: str) -> str:
    """A text as a cell that a spreadsheet does not run: where it would, however the sign is written and whatever hides
    before it, an apostrophe stands in front."""
    if text[:1].isalnum():
        return text
    seen = unicodedata.normalize("NFKC", HIDDEN.sub("", text).lstrip()[:1])
    return f"'{text}" if seen.startswith(RUN) or text.startswith(LINES) else text


def undone(cell: str) -> str:
    """A cell that `harmless` wrote as the text that it was."""
    return cell[1:] if cell[:1] == "'" and harmless(cell[1:]) == cell else cell


def blocks(count: int) -> Iterator[slice]:
    """The rows of a table, a block at a time."""
    return (slice(first, min(first + BLOCK, count)) for first in range(0, count, BLOCK))


def rows(*cells: Cells | bytes) -> bytes:
    """A block of rows out of cells, and of bytes that stand in every row."""
    count = next(len(part) for part in cells if not isinstance(part, bytes))
    widths = [len(part) if isinstance(part, bytes) else part.shape[1] for part in cells]
    matrix, at = np.empty((count, sum(widths)), np.uint8), 0
    for part, width in zip(cells, widths, strict=True):
        matrix[:, at : at + width] = np.frombuffer(part, np.uint8) if isinstance(part, bytes) else part
        at += width
    text: bytes = matrix[matrix != FILLING].tobytes()
    return text


def numbers(values: npt.NDArray[np.integer], none: bytes = b"", width: int = 0) -> Cells:
    """Whole numbers from 0 on; where there is none, the bytes that say so. Blanks follow up to a width."""
    whole = np.maximum(values.astype(np.int64), 0)
    places = len(str(int(whole.max(initial=0))))
    digits, left = np.empty((len(values), places), np.uint8), whole
    for at in reversed(range(places)):
        left, digit = np.divmod(left, TEN)
        digits[:, at] = digit + ZERO
    for at in range(places - 1):
        digits[whole < TEN ** (places - 1 - at), at] = FILLING
    lacking = values < 0
    if lacking.any():
        digits = wider(digits, len(none))
        digits[lacking] = np.frombuffer(none.ljust(digits.shape[1], bytes([FILLING])), np.uint8)
    return padded(_left(digits), width) if width else digits


def signed(values: npt.NDArray[Any]) -> Cells:
    """Whole numbers, those below 0 with a minus before them."""
    wide = values.astype(np.int64)
    minus = np.where(wide < 0, np.uint8(ord("-")), np.uint8(FILLING))[:, None]
    return np.concatenate([minus, numbers(np.abs(wide))], axis=1)


def texts(values: Sequence[str], spelt: Callable[[str], str] = str, width: int = 0) -> Cells:
    """Texts, each as it is spelt; blanks follow up to a width, which counts characters. What stands in many rows is
    spelt once."""
    different = list(dict.fromkeys(values))
    ways = list(map(spelt, different))
    if width:
        ways = [way.ljust(width) for way in ways]
    whole = "".join(ways).encode()
    lengths = np.fromiter(map(len, ways if len(whole) == sum(map(len, ways)) else map(str.encode, ways)), np.int64)
    cells = runs(whole, lengths)
    if len(different) == len(values):
        return cells
    place = dict(zip(different, range(len(different)), strict=True))
    return cells[np.fromiter(map(place.__getitem__, values), np.intp, len(values))]


def runs(whole: bytes, lengths: npt.NDArray[np.int64]) -> Cells:
    """Texts that stand one behind the other, by their lengths in bytes."""
    cells = np.full((len(lengths), int(lengths.max(initial=0))), FILLING, np.uint8)
    cells[np.arange(cells.shape[1]) < lengths[:, None]] = np.frombuffer(whole, np.uint8)
    return cells


def codes(values: npt.NDArray[np.bytes_], width: int = 0) -> Cells:
    """Short texts of ASCII, as an array of bytes holds them."""
    cells = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), values.dtype.itemsize)
    filled = np.where(cells == 0, np.uint8(FILLING), cells)
    return padded(filled, width) if width else filled


def wider(cells: Cells, width: int) -> Cells:
    """Room for cells of a width."""
    missing = width - cells.shape[1]
    return cells if missing <= 0 else np.pad(cells, ((0, 0), (0, missing)), constant_values=FILLING)


def padded(cells: Cells, width: int) -> Cells:
    """Cells with blanks behind their text up to a width. A text that is longer stays so."""
    cells = wider(cells, width)
    room = cells[:, :width]
    return np.concatenate([np.where(room == FILLING, np.uint8(BLANK), room), cells[:, width:]], axis=1)


def _left(cells: Cells) -> Cells:
    """The cells with their text at the left."""
    used = cells != FILLING
    if used.all():
        return cells
    moved = np.full_like(cells, FILLING)
    moved[np.arange(cells.shape[1]) < np.count_nonzero(used, axis=1)[:, None]] = cells[used]
    return moved
