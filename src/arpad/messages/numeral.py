"""A number that is no whole one, as text that a language may write in its own way: 2.5, in most languages 2,5."""

from __future__ import annotations

from fractions import Fraction


class Numeral(str):
    """A decimal number, written with a point. To a program it is this text; a sentence writes it as its reader does."""

    __slots__ = ()

    @property
    def amount(self) -> int | Fraction:
        """Its value: a whole number, or a fraction."""
        exact = Fraction(self)
        return exact.numerator if exact.denominator == 1 else exact
