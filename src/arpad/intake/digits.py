"""Read numbers out of fixed columns, for all rows at once.

Only ASCII digits are digits. Blanks around a number are allowed, a field of blanks is 0, and anything else is -1: a
minus, a letter, two numbers in one field. Used for the cells of a report and for the columns of a rating list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

ZERO, BLANK = ord("0"), ord(" ")


def integer(text: str) -> int | None:
    """A whole number in ASCII digits, blanks around it allowed; None for anything else."""
    plain = text.strip(" ")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 18 else None


@lru_cache(1 << 14)
def number_in(text: str) -> int:
    """What `integer` reads, and 0 where that is nothing; for fields of a few columns, which are often the same."""
    return integer(text) or 0


def numbers(letters: npt.NDArray[np.uint8], dtype: npt.DTypeLike = np.int32) -> npt.NDArray[Any]:
    """The numbers along the last axis."""
    columns = np.ascontiguousarray(np.moveaxis(letters, -1, 0))
    figures = columns - np.uint8(ZERO)  # wraps: what stands below the digits becomes large
    digit = figures < 10
    bad = (~digit & (columns != BLANK)).any(axis=0)
    bad |= (digit[1:] > digit[:-1]).sum(axis=0, dtype=np.uint8) + digit[0] > 1  # two runs of digits
    figures *= digit
    tens = digit * np.uint8(9) + np.uint8(1)
    value = np.zeros(letters.shape[:-1], dtype)
    for place in np.nonzero(digit.any(axis=tuple(range(1, digit.ndim))))[0]:
        value *= tens[place]
        value += figures[place]
    value[bad] = -1
    return value
