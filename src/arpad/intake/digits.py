"""Read numbers out of fixed columns, for all rows at once.

Only ASCII digits are digits. Blanks around a number are allowed, a field of blanks is 0, and anything else is -1: a
minus, a letter, two numbers in one field. Used for the cells of a report and for the columns of a rating list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

ZERO, BLANK = ord("0"), ord(" ")
NUMBER_OF: Mapping[str, int] = (
    {f"{number:>3}": number for number in range(1000)} | {f"{number:>4}": number for number in range(10000)}
    | {"   ": 0, "    ": 0}
)  # fmt: skip
"""The numbers of fields that are three or four columns wide, as they are written: at the right; blanks are 0."""


def integer(text: str) -> int | None:
    """A whole number in ASCII digits, blanks around it allowed; None for anything else."""
    plain = text.strip(" ")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 18 else None


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
