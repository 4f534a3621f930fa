"""Read the documents that the small calculators take: exact numbers, known keys, and errors that name the field.

Numbers come in as JSON numbers and are never made inexact on the way; a score is 0, 1/2 or 1, a rating is whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from arpad.exact import HALF_POINTS
from arpad.finding import Misuse
from arpad.law.cited import nearest

LOWEST, HIGHEST = 1, 4000  # ratings that can be meant
FAR, DIGITS = 1_000_000, 20  # beyond these nobody means a score or a rating
SHOWN = 40  # letters of a wrong value that an error repeats
YEAR, MONTH_DAY = 10_000, 100  # in a day written yyyymmdd
OLDEST = 120  # years that a player may count
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Document:
    """A table of a document, and where it stands: every question names the field when the answer is wrong."""

    def __init__(self, table: Any, known: Sequence[str], path: str = "") -> None:
        if not isinstance(table, Mapping):
            raise Misuse(f"{path or 'the document'}: expected a table with {', '.join(known)}, found {_shown(table)}")
        for key in table:
            if key not in known:
                raise Misuse(f"{_join(path, key)}: unknown key{nearest(str(key), list(known))}")
        self.table, self.path = table, path

    def __contains__(self, key: str) -> bool:
        return self.table.get(key) is not None

    def wrong(self, key: str, expected: str) -> Misuse:
        return Misuse(f"{_join(self.path, key)}: expected {expected}, found {_shown(self.table.get(key))}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise self.wrong(key, "a text")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, f"a whole number from {low} to {high}")
        return value

    def rating(self, key: str = "rating") -> int:
        return self.whole(key, LOWEST, HIGHEST)

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def half_points(self, key: str = "score", games: int = 1) -> int:
        """A score as half points, at most one point a game."""
        score = _fraction(self.table.get(key), Real)
        halves = Fraction(-1) if score is None else score * HALF_POINTS
        if halves.denominator != 1 or not 0 <= halves <= HALF_POINTS * games:
            raise self.wrong(key, "0, 0.5 or 1" if games == 1 else f"a multiple of 0.5 from 0 to {games}")
        return int(halves)

    def exact(self, key: str) -> Fraction:
        """A rating average, as written."""
        average = _fraction(self.table.get(key), Rational)
        if average is None:
            raise self.wrong(key, "a number, exact (an int, a Decimal or a Fraction)")
        if not LOWEST <= average <= HIGHEST:
            raise self.wrong(key, f"a rating from {LOWEST} to {HIGHEST}")
        return average

    def day(self, key: str, expected: str = "a day written YYYY-MM-DD") -> date | None:
        value = self.table.get(key)
        if value is None or isinstance(value, date):
            return value
        if not isinstance(value, str) or not DAY.fullmatch(value):
            raise self.wrong(key, expected)
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise self.wrong(key, expected) from None

    def born(self, list_: int, key: str = "born") -> int:
        """A birth date or a birth year as yyyymmdd, zeros where unknown; of somebody who lives when a list is made."""
        value = self.table.get(key)
        if isinstance(value, str) and len(value) == 4 and value.isascii() and value.isdigit():
            born = int(value) * YEAR
        else:
            found = self.day(key, "a birth date written YYYY-MM-DD, or a year written YYYY")
            born = 0 if found is None else found.year * YEAR + found.month * MONTH_DAY + found.day
        last = list_ // MONTH_DAY
        if value is not None and not (last - OLDEST) * YEAR <= born < (list_ + 1) * MONTH_DAY:
            raise self.wrong(key, f"a birth from {last - OLDEST} to the list being made")
        return born

    def month(self, key: str) -> int | None:
        """A list, written YYYY-MM, as yyyymm."""
        if key not in self:
            return None
        text = self.table[key]
        if not isinstance(text, str) or not DAY.fullmatch(f"{text}-01"):
            raise self.wrong(key, "a list written YYYY-MM")
        try:
            found = date.fromisoformat(f"{text}-01")
        except ValueError:
            raise self.wrong(key, "a list written YYYY-MM") from None
        return found.year * MONTH_DAY + found.month

    def rows(self, key: str, known: Sequence[str], least: int = 1) -> list[Document]:
        value = self.table.get(key)
        if isinstance(value, str) or not isinstance(value, Sequence) or len(value) < least:
            raise self.wrong(key, f"a list with at least {least}")
        return [Document(row, known, f"{_join(self.path, key)}[{at}]") for at, row in enumerate(value)]

    def part(self, key: str, known: Sequence[str]) -> Document:
        return Document(self.table.get(key), known, _join(self.path, key))


def _fraction(value: Any, kind: type[Any]) -> Fraction | None:
    """The number as it is, or None: what is no number of this kind, is not finite, or has absurdly many digits."""
    if isinstance(value, bool) or not isinstance(value, kind | Decimal):
        return None
    try:
        if not -FAR < value < FAR or (isinstance(value, Decimal) and int(value.as_tuple().exponent) < -DIGITS):
            return None
        return Fraction(value)
    except (ValueError, ArithmeticError):
        return None


def load(text: str) -> Any:
    """A JSON document, its decimals kept as written; duplicate keys and NaN are refused."""
    try:
        return json.loads(
            text, parse_float=Decimal, parse_int=_whole, parse_constant=_no_constant, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        raise Misuse(f"not a JSON document: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise Misuse("not a document of ours: it is nested too deeply") from None


def _whole(digits: str) -> int | Decimal:
    """A whole number; one too long to be meant stays as written, for the reader of its field to refuse."""
    return int(digits) if len(digits) <= DIGITS else Decimal(digits)


def _no_constant(name: str) -> Any:
    raise Misuse(f"not a JSON document: {name} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    for key in table:
        if sum(key == other for other, _ in pairs) > 1:
            raise Misuse(f"{_join('', key)}: stands twice in the document")
    return table


def _join(path: str, key: object) -> str:
    name = _plain(str(key))
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    """A wrong value as the document writes it, in one line and not at length."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{_plain(value)}"' if isinstance(value, str) else _plain(str(value))


def _plain(text: str) -> str:
    """Printable, in one line, cut where it is long."""
    start = text[:SHOWN] + ("..." if len(text) > SHOWN else "")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
