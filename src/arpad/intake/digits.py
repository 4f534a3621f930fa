"""Read numbers out of fixed columns, for all rows at once.

Only ASCII digits are digits. Blanks around a number are allowed, a field of blanks is 0, and anything else is -1: a
minus, a letter, two numbers in one field. Used for the cells of a report and for the columns of a rating list.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

ZERO, BLANK = ord("0"), ord(" ")


def integer(text: str) -> int | None:
    """A whole number in ASCII digits, blanks around it allowed; None for anything else."""
    plain = text.strip(" ")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 18 else None


def numbers(letters: npt.NDArray[np.uint8], dtype: npt.DTypeLike = np.int32) -> npt.NDArray[Any]:
    """The numbers along the last axis."""
    shape = letters.shape[:-1]
    value = np.zeros(shape, dtype)
    ended = np.zeros(shape, np.bool_)  # a blank after a digit
    bad = np.zeros(shape, np.bool_)
    started = np.zeros(shape, np.bool_)
    for place in range(letters.shape[-1]):
        letter = letters[..., place]
        figure = letter - np.uint8(ZERO)  # wraps: below the digits becomes large
        digit = figure < 10
        np.multiply(value, np.where(digit, 10, 1).astype(np.uint8), out=value)
        np.add(value, np.where(digit, figure, 0), out=value, casting="unsafe")
        bad |= (letter != BLANK) & ~digit
        bad |= digit & ended
        ended |= started & ~digit
        started |= digit
    value[bad] = -1
    return value
