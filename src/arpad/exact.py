"""Say how numbers are rounded, and in which units they are kept.

Everything that is published is computed with integers: ratings are whole, scores are half points, expectations and
changes are hundredths, averages are a numerator over a denominator. The roundings have names; an edition chooses
among them. All of them take integers, fractions and NumPy integer arrays, and treat the three alike.

Nothing here knows a regulation, and nothing here is a float.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, overload

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass
from arpad.messages.numeral import Numeral

HUNDREDTHS = 100  # in one point of score, or one point of rating change
HALF_POINTS = 2  # in one point of score
PERCENT = 100  # in one

Ints = npt.NDArray[np.integer[Any]]


@overload
def floor(numerator: int | Fraction, denominator: int = 1) -> int: ...
@overload
def floor(numerator: Ints, denominator: int | Ints = 1) -> Ints: ...
def floor(numerator: Any, denominator: Any = 1) -> Any:
    """The greatest whole number that is not above the quotient."""
    top, bottom = _over(numerator, denominator)
    return top // bottom


@overload
def half_up(numerator: int | Fraction, denominator: int = 1) -> int: ...
@overload
def half_up(numerator: Ints, denominator: int | Ints = 1) -> Ints: ...
def half_up(numerator: Any, denominator: Any = 1) -> Any:
    """The nearest whole number; a half goes to the greater one, also below zero: -2.5 becomes -2."""
    top, bottom = _over(numerator, denominator)
    return (2 * top + bottom) // (2 * bottom)


@overload
def half_away(numerator: int | Fraction, denominator: int = 1) -> int: ...
@overload
def half_away(numerator: Ints, denominator: int | Ints = 1) -> Ints: ...
def half_away(numerator: Any, denominator: Any = 1) -> Any:
    """The nearest whole number; a half goes away from zero: -2.5 becomes -3."""
    top, bottom = _over(numerator, denominator)
    size = (2 * abs(top) + bottom) // (2 * bottom)
    return np.where(top < 0, -size, size) if isinstance(size, np.ndarray) else (-size if top < 0 else size)


ROUNDINGS: Mapping[str, Callable[..., Any]] = MappingProxyType({"up": half_up, "away": half_away})
"""The roundings an edition may choose, by the name it uses for what happens to a half."""


def _over(numerator: Any, denominator: Any) -> tuple[Any, Any]:
    """Numerator and positive denominator; a fraction is taken apart, a float is refused.

    Narrow integers are widened first: twice a number must not wrap around in a small column.
    """
    for number in (numerator, denominator):
        if isinstance(number, np.ndarray):
            if not np.issubdtype(number.dtype, np.integer):
                raise TypeError(f"only integer arrays are rounded, not {number.dtype}")
        elif isinstance(number, bool) or not isinstance(number, int | Fraction | np.integer):
            raise TypeError(f"only integers and fractions are rounded, not {type(number).__name__}")
    if np.any(np.asarray(denominator) <= 0):
        raise ValueError("the denominator must be above zero")
    if isinstance(numerator, Fraction):
        return numerator.numerator, numerator.denominator * _wide(denominator)
    return _wide(numerator), _wide(denominator)


def _wide(number: Any) -> Any:
    if isinstance(number, np.ndarray):
        return number.astype(np.int64, copy=False)
    return int(number) if isinstance(number, np.integer) else number


def decimal(number: int, unit: int = HUNDREDTHS) -> Numeral:
    """Print an integer count of units (tenths, hundredths ...) as a decimal: 87 hundredths are '0.87'."""
    places = len(str(unit)) - 1
    whole, part = divmod(abs(number), unit)
    return Numeral(f"{'-' if number < 0 else ''}{whole}.{part:0{places}d}")


def points(half_points: int) -> Numeral:
    """Print half points as people write a score: 5 half points are '2.5', 6 are '3'."""
    whole, half = divmod(half_points, HALF_POINTS)
    return Numeral(f"{whole}.5" if half else whole)


@dataclass(frozen=True)
class Unit:
    """What a whole number counts, where a result declares it: how it is written, and what the writing looks like."""

    write: Callable[[int], str]
    pattern: str


Hundredths = Annotated[int, Unit(decimal, r"^-?[0-9]+\.[0-9]{2}$")]
HalfPoints = Annotated[int, Unit(points, r"^[0-9]+(\.5)?$")]
