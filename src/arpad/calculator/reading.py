"""Read the documents that the small calculators take: exact numbers, known keys, and errors that name the field.

Numbers come in as JSON numbers and are never made inexact on the way; a score is 0, 1/2 or 1, a rating is whole.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from arpad.days import FIRST_YEAR, LAST_YEAR, Day, Month
from arpad.exact import HALF_POINTS
from arpad.finding import Problem, UserError
from arpad.law.cited import did_you_mean

MIN_RATING, MAX_RATING = 1, 4000  # ratings that can be meant
MAX_EXPONENT, MAX_DIGITS = 1_000_000, 20  # beyond these nobody means a score or a rating
VALUE_LETTERS_SHOWN = 40  # letters of a wrong value that an error repeats
OLDEST_YEAR = 120  # years that a player may count


class InputDocument:
    """A table of a document, and where it stands: every question names the field when the answer is wrong."""

    def __init__(self, table: Any, fields: Sequence[str], path: str = "") -> None:
        if not isinstance(table, Mapping):
            keys, shown = tuple(fields), _value_text(table)
            if not path:
                raise UserError("document/no-table-at-all", keys=keys, found=shown)
            raise UserError("document/no-table", path=path, keys=keys, found=shown)
        for key in table:
            if key not in fields:
                raise UserError("document/unknown-key", did_you_mean(str(key), fields), path=_joined_path(path, key))
        self.table, self.path = table, path

    def __contains__(self, key: str) -> bool:
        return self.table.get(key) is not None

    def at(self, key: str) -> str:
        """Where a field stands."""
        return _joined_path(self.path, key)

    def wrong(self, key: str, expected: str, **fields: Any) -> UserError:
        """A field that is not as expected: the name of what is expected, and its numbers."""
        return UserError(f"document/{expected}", path=self.at(key), found=_value_text(self.table.get(key)), **fields)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise self.wrong(key, "text")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, "whole", low=low, high=high)
        return value

    def rating(self, key: str = "rating") -> int:
        return self.whole(key, MIN_RATING, MAX_RATING)

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "flag")
        return value

    def half_points(self, key: str = "score", games: int = 1) -> int:
        """A score as half points, at most one point a game."""
        score = _exact_fraction(self.table.get(key), Real)
        halves = Fraction(-1) if score is None else score * HALF_POINTS
        if halves.denominator != 1 or not 0 <= halves <= HALF_POINTS * games:
            raise self.wrong(key, "score") if games == 1 else self.wrong(key, "score-of-games", games=games)
        return int(halves)

    def exact(self, key: str) -> Fraction:
        """A rating average, as written."""
        average = _exact_fraction(self.table.get(key), Rational)
        if average is None:
            raise self.wrong(key, "exact")
        if not MIN_RATING <= average <= MAX_RATING:
            raise self.wrong(key, "average", low=MIN_RATING, high=MAX_RATING)
        return average

    def one_of(self, key: str, names: Collection[str], default: str) -> str:
        name = self.text(key, default)
        if name not in names:
            raise self.wrong(key, "one-of", names=tuple(names))
        return name

    def day(self, key: str, expected: str = "day") -> date | None:
        value = self.table.get(key)
        if value is None:
            return None
        if isinstance(value, date):
            day = Day.of(value)
        else:
            try:
                day = Day.read(value) if isinstance(value, str) else Day(0)
            except ValueError:
                day = Day(0)
        if not day.whole:
            raise self.wrong(key, expected)
        self._require_meant_year(key, day.year, "day-years")
        return day.date

    def born(self, list_: Month, key: str = "born") -> Day:
        """A birth date or a birth year, zeros where unknown; of somebody who lives when a list is made."""
        value = self.table.get(key)
        if isinstance(value, str) and len(value) == len("2001") and value.isascii() and value.isdigit():
            born = _birth_year(value)
        else:
            born = Day.of(self.day(key, "birth"))
        first = list_.year - OLDEST_YEAR
        if value is not None and not (first <= born.year and born.month <= list_):
            raise self.wrong(key, "birth-years", year=first)
        return born

    def month(self, key: str) -> Month | None:
        """A list, written YYYY-MM."""
        if key not in self:
            return None
        text = self.table[key]
        try:
            month = Month.read(text if isinstance(text, str) else "")
        except ValueError:
            raise self.wrong(key, "list") from None
        self._require_meant_year(key, month.year, "list-years")
        return month

    def _require_meant_year(self, key: str, year: int, expected: str) -> None:
        """Refuse a year that nobody means: a day or a list after it may not exist."""
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise self.wrong(key, expected, first=FIRST_YEAR, last=LAST_YEAR)

    def rows(self, key: str, fields: Sequence[str], least: int = 1) -> list[InputDocument]:
        value = self.table.get(key)
        if isinstance(value, str) or not isinstance(value, Sequence) or len(value) < least:
            raise self.wrong(key, "rows", least=least)
        return [InputDocument(row, fields, f"{_joined_path(self.path, key)}[{at}]") for at, row in enumerate(value)]

    def part(self, key: str, fields: Sequence[str]) -> InputDocument:
        return InputDocument(self.table.get(key), fields, _joined_path(self.path, key))


def _birth_year(text: str) -> Day:
    """A birth year; nought is no year."""
    try:
        return Day.read(text)
    except ValueError:
        return Day(0)


def _exact_fraction(value: Any, kind: type[Any]) -> Fraction | None:
    """The number as it is, or None: what is no number of this kind, is not finite, or has absurdly many digits."""
    if isinstance(value, bool) or not isinstance(value, kind | Decimal):
        return None
    try:
        if not -MAX_EXPONENT < value < MAX_EXPONENT or (
            isinstance(value, Decimal) and int(value.as_tuple().exponent) < -MAX_DIGITS
        ):
            return None
        return Fraction(value)
    except (ValueError, ArithmeticError):
        return None


def load_document(text: str) -> Any:
    """A JSON document, its decimals kept as written; duplicate keys and NaN are refused."""
    try:
        return json.loads(
            text,
            parse_float=Decimal,
            parse_int=_whole_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_duplicate_keys,
        )
    except json.JSONDecodeError as error:
        raise UserError("document/no-json", reason=error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise UserError("document/too-deep") from None


def _whole_number(digits: str) -> int | Decimal:
    """A whole number; one too long to be meant stays as written, for the reader of its field to refuse."""
    return int(digits) if len(digits) <= MAX_DIGITS else Decimal(digits)


def _refuse_constant(name: str) -> Any:
    raise UserError("document/no-number", name=name)


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    for key in table:
        if sum(key == other for other, _ in pairs) > 1:
            raise UserError("document/key-twice", path=_joined_path("", key))
    return table


def _joined_path(path: str, key: object) -> str:
    name = _one_line(str(key))
    return f"{path}.{name}" if path else name


def _value_text(value: Any) -> str | Problem:
    """A wrong value as the document writes it, in one line and not at length."""
    if value is None:
        return Problem("found/nothing")
    if isinstance(value, Mapping):
        return Problem("found/table")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return Problem("found/list", rows=len(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{_one_line(value)}"' if isinstance(value, str) else _one_line(str(value))


def _one_line(text: str) -> str:
    """Printable, in one line, cut where it is long."""
    start = text[:VALUE_LETTERS_SHOWN] + ("..." if len(text) > VALUE_LETTERS_SHOWN else "")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in start)
