"""Days and months as files, tables and databases write them, and all their arithmetic.

A `Day` is a whole number yyyymmdd, a `Month` a whole number yyyymm, and 0 is none: so both stand in columns and rows as
they are. A birth may leave parts open (`Day(20120000)` is the year 2012). People read them as 2012-05-31 and 2012-05.
Civil days that are surely whole are `datetime.date`; `Day.of` and `.date` lead from one to the other.

What a regulation says about days (which list, how many months) is not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any, Self

import numpy as np
import numpy.typing as npt

_MONTH_DAY, _YEAR, _TWELVE, _LAST = 100, 10_000, 12, 31
MONTHS_OF_YEAR = _TWELVE
FIRST_YEAR, LAST_YEAR = 1800, 2200  # no day that anybody means lies outside
_WRITTEN_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_WRITTEN_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})")


class Day(int):
    """A day, yyyymmdd; month and day are 0 where they are not known, and 0 is no day."""

    __slots__ = ()

    @classmethod
    def of(cls, day: date | None) -> Self:
        """A civil day; none is 0."""
        return cls(0 if day is None else day.year * _YEAR + day.month * _MONTH_DAY + day.day)

    @classmethod
    def read(cls, text: str) -> Self:
        """A whole day written YYYY-MM-DD, a month written YYYY-MM or a year YYYY; anything else is a `ValueError`."""
        written = text + "-00-00"[len(text) - 4 :] if len(text) in (4, 7) else text
        found = _WRITTEN_DAY.fullmatch(written)
        if found is None:
            raise ValueError(f"no day: {text}")
        year, month, day = map(int, found.groups())
        date(year, month or 1, day or 1)  # raises where there is no such day
        if day and not month:
            raise ValueError(f"no day: {text}")
        return cls(year * _YEAR + month * _MONTH_DAY + day)

    @property
    def year(self) -> int:
        return int(self) // _YEAR

    @property
    def month(self) -> Month:
        """The month of the day."""
        return Month(int(self) // _MONTH_DAY)

    def plus_years(self, years: int) -> Day:
        """So many years later, or earlier; a day that there is not is for the caller to see."""
        return Day(int(self) + years * _YEAR)

    @property
    def whole(self) -> bool:
        """Whether day and month are known."""
        return int(self) % _MONTH_DAY > 0

    @property
    def date(self) -> date:
        """The civil day; a day of which a part is not known has none."""
        return date(self.year, self.month.in_year, int(self) % _MONTH_DAY)

    @property
    def parts(self) -> tuple[int, int, int]:
        """Year, month and day, 0 where one is not known."""
        return self.year, int(self) // _MONTH_DAY % _MONTH_DAY, int(self) % _MONTH_DAY

    def __str__(self) -> str:
        year, rest = divmod(int(self), _YEAR)
        month, day = divmod(rest, _MONTH_DAY)
        if not year:
            return ""
        return f"{year:04d}" + (f"-{month:02d}" if month else "") + (f"-{day:02d}" if day else "")

    def __format__(self, form: str) -> str:
        return str(self) if not form else int.__format__(self, form)


class Month(int):
    """A month or the list of a month, yyyymm; 0 is none."""

    __slots__ = ()

    @classmethod
    def of(cls, day: date | None) -> Self:
        """The month of a civil day; none is 0."""
        return cls(0 if day is None else day.year * _MONTH_DAY + day.month)

    @classmethod
    def read(cls, text: str) -> Self:
        """A month written YYYY-MM; anything else is a `ValueError`."""
        found = _WRITTEN_MONTH.fullmatch(text)
        if found is None:
            raise ValueError(f"no month: {text}")
        return cls.of(date(int(found[1]), int(found[2]), 1))

    @property
    def year(self) -> int:
        return int(self) // _MONTH_DAY

    @property
    def in_year(self) -> int:
        """1 for January, 12 for December."""
        return int(self) % _MONTH_DAY

    @property
    def parts(self) -> tuple[int, int, int]:
        """Year and month, and 0 for the day."""
        return self.year, self.in_year, 0

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.in_year, 1)

    def since(self, earlier: Month) -> int:
        """How many months it lies behind an earlier one."""
        return (self.year - earlier.year) * _TWELVE + self.in_year - earlier.in_year

    def plus(self, months: int) -> Month:
        """So many months later, or earlier."""
        year, month = divmod(self.year * _TWELVE + self.in_year - 1 + months, _TWELVE)
        return Month(year * _MONTH_DAY + month + 1)

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.in_year:02d}" if self else ""

    def __format__(self, form: str) -> str:
        return str(self) if not form else int.__format__(self, form)


def read_meant_day(text: str) -> date:
    """A civil day written YYYY-MM-DD that somebody can mean; anything else is a `ValueError`.

    After the years that people mean a calendar has no lists: the last day of all has no next month."""
    day = date.fromisoformat(text)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"no day that is meant: {text}")
    return day


# --- columns ------------------------------------------------------------------------------------------------------

Ints = npt.NDArray[np.integer[Any]]


def years_of(days: Ints) -> Ints:
    """The years of a column of days."""
    return days // _YEAR


def days_of(years: Ints, months: Ints | int = 0, days: Ints | int = 0) -> Ints:
    """A column of days out of their parts; 0 for what is not known."""
    return years * _YEAR + months * _MONTH_DAY + days


def months_of(days: Ints) -> Ints:
    """The months of a column of days."""
    return days // _MONTH_DAY


def counted(months: Ints) -> Ints:
    """Months of a column as a running number: the difference of two is how many months lie between."""
    return months // _MONTH_DAY * _TWELVE + months % _MONTH_DAY - 1


def uncounted(numbers: Ints) -> Ints:
    """Running numbers as months again."""
    return numbers // _TWELVE * _MONTH_DAY + numbers % _TWELVE + 1


def latest_of(numbers: Ints, months: Iterable[int]) -> Ints:
    """Of each running number the latest that falls on one of these months of the year, itself or an earlier one."""
    back = np.array([min((place + 1 - month) % _TWELVE for month in months) for place in range(_TWELVE)])
    latest: Ints = numbers - back[numbers % _TWELVE]
    return latest


def earliest(days: Ints) -> Ints:
    """The earliest that each day can be of which a part is not known."""
    return days + np.where(days // _MONTH_DAY % _MONTH_DAY == 0, _MONTH_DAY, 0) + np.where(days % _MONTH_DAY == 0, 1, 0)


def latest(days: Ints) -> Ints:
    """The latest that each day can be of which a part is not known; a month is taken to have 31 days."""
    month, day = days // _MONTH_DAY % _MONTH_DAY, days % _MONTH_DAY
    return days + np.where(month == 0, _TWELVE * _MONTH_DAY, 0) + np.where(day == 0, _LAST, 0)


def full_years(since: Ints, day: int) -> Ints:
    """The whole years from each day of a column to one day."""
    return (day - since) // _YEAR
