"""Rows of a text list with letters beyond ASCII: where their columns stand, and what their names are.

FIDE counts columns in bytes. A list that somebody saved again as UTF-8 counts them in characters, and a letter of two
bytes pushes the rest of its row to the right. Which of the two a row does is told by its federation: three letters in
their columns, with blanks around. A row in which neither holds is not read. Old rows in Latin-1 have a byte per letter.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass
from arpad.intake.digits import BLANK
from arpad.intake.frl.layout import Layout

Bytes = npt.NDArray[np.uint8]
LETTERS = 3  # of a federation


@dataclass(slots=True)
class Straightened:
    """What is special about rows of a block; rows are their numbers in the matrix."""

    rows: dict[int, bytes] = field(default_factory=dict)  # counted in characters: the row with one byte for each
    names: dict[int, bytes] = field(default_factory=dict)  # and its name in UTF-8
    slipped: dict[int, str] = field(default_factory=dict)  # neither counted in bytes nor in characters


def straighten(
    matrix: Bytes, data: bytes, starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64], layout: Layout
) -> Straightened:
    """Put the rows that count in characters into the columns of the matrix."""
    found = Straightened()
    if data.isascii() or not len(starts):
        return found
    beyond = np.nonzero(np.frombuffer(data, np.uint8) >= 0x80)[0]
    for row in np.unique(np.searchsorted(starts, beyond, side="right") - 1).tolist():
        raw = data[starts[row] : starts[row] + lengths[row]] if row >= 0 else b""
        text = decoded(raw)
        if not text:
            continue
        narrow = text.encode("latin-1", "replace")
        by_bytes, by_letters = _in_its_columns(raw, layout), _in_its_columns(narrow, layout)
        if by_bytes == by_letters:
            found.slipped[row] = text
        elif by_letters:
            first, last = layout.fields["name"]
            found.rows[row], found.names[row] = narrow, text[first - 1 : last].strip().encode()
            width = matrix.shape[1]
            line = np.frombuffer(narrow[:width].ljust(width), np.uint8)
            matrix[row] = np.where(line < BLANK, BLANK, line)
    return found


def decoded(raw: bytes) -> str:
    """A row that is UTF-8 with letters of several bytes, as text; nothing for any other."""
    try:
        return "" if raw.isascii() else raw.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _in_its_columns(row: bytes, layout: Layout) -> bool:
    first, _ = layout.fields["federation"]
    around = row.ljust(layout.width)[first - 2 : first + LETTERS]
    federation = around[1 : 1 + LETTERS]
    return federation.isalpha() and not (around[:1] + around[1 + LETTERS :]).strip()


def block_of_names(letters: Bytes, known: dict[int, bytes]) -> tuple[bytes, npt.NDArray[np.int64]]:
    """The names one after the other, and how many bytes each has; a few old rows are Latin-1 and become UTF-8."""
    filled = letters != BLANK
    lengths = letters.shape[1] - np.argmax(filled[:, ::-1], axis=1)
    lengths[~filled.any(axis=1)] = 0
    if not known and not (letters >= 0x80).any():
        return letters[np.arange(letters.shape[1]) < lengths[:, None]].tobytes(), lengths.astype(np.int64)
    cut = [letters[row, : lengths[row]].tobytes().strip() for row in range(len(letters))]
    cut = [name if name.isascii() else _utf8(name) for name in cut]
    for row, name in known.items():
        cut[row] = name
    return b"".join(cut), np.array([len(name) for name in cut], np.int64)


def _utf8(name: bytes) -> bytes:
    try:
        return name.decode("utf-8").encode()
    except UnicodeDecodeError:
        return name.decode("cp1252", "replace").encode()
