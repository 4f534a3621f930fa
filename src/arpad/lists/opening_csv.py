"""Read an opening list that somebody wrote as CSV: a row per player, a header with the names of the columns.

In: bytes. Out: the players' numbers, their births and what is stated of them. An empty cell says nothing. A cell that
is no whole number, a number that stands twice and a column that is not known are refused with their line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

import numpy as np

from arpad.columns import I32, I64
from arpad.days import FIRST_YEAR, LAST_YEAR, Day, Month
from arpad.finding import Misuse, Place, Remedy
from arpad.intake.codes import shown
from arpad.lists.concluding import Stated
from arpad.lists.opening import LARGEST_K, TOP, UNKNOWN, stated_by_columns

OWN = ("id", "born")
COLUMNS = (*OWN, *(name for name, _ in Stated.join([]).columns()))
DELIMITERS = ";\t,"
ENTERED = ("k", "games", "highest", "last")
DATED = ("born", "last")
LARGEST = {
    "id": 9_999_999_999, "born": 99_991_231, "rating": TOP, "inactive": 1, "k": LARGEST_K, "period_games": 9999,
    "games": 99_999, "highest": TOP, "last": 999_912,
}  # fmt: skip


def read_entered(data: bytes, file: str = "-") -> dict[int, dict[str, int]]:
    """What an officer adds to a list that does not say it, by the player's number; a rating in it is not looked at."""
    columns = _columns(data, file, ("id",))
    names = [name for name in ENTERED if name in columns]
    rows = zip(*(columns[name] for name in names), strict=True) if names else [()] * len(columns["id"])
    return {
        number: {name: value for name, value in zip(names, row, strict=True) if value != UNKNOWN}
        for number, row in zip(columns["id"], rows, strict=True)
    }


def read_opening(data: bytes, file: str = "-") -> tuple[I64, I32, Stated]:
    """Numbers, births and what is stated, in the order of the file."""
    columns = _columns(data, file, ("id", "rating"))
    born = columns.pop("born", [0] * len(columns["id"]))
    ids = np.array(columns.pop("id"), np.int64)
    return ids, np.maximum(np.array(born, np.int32), 0), stated_by_columns(columns)


def _columns(data: bytes, file: str, needed: tuple[str, ...]) -> dict[str, list[int]]:
    """Return the columns of a file by name; refuse it with the line and column of the first problem."""
    reader = _reader(data, file)
    header = _header(reader, file, needed)
    columns: dict[str, list[int]] = {name: [] for name in header}
    numbers: set[int] = set()
    for row in _rows(reader, file):
        if None in row:
            raise Misuse("opening-csv/cells", file=file, line=reader.line_num)
        for name in header:
            columns[name].append(_cell(row, name, Place(file, reader.line_num)))
        number = columns["id"][-1]
        if number in numbers:
            raise Misuse("opening-csv/number-twice", file=file, line=reader.line_num, number=number)
        if number <= 0:
            raise Misuse("opening-csv/no-number", file=file, line=reader.line_num, number=number)
        numbers.add(number)
    if not numbers:
        raise Misuse("opening-csv/no-rows", file=file)
    return columns


def _reader(data: bytes, file: str) -> csv.DictReader[str]:
    """Return a reader of the rows; the separator is the one that stands most often in the header."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Misuse("opening-csv/encoding", Remedy.to("save-utf8"), file=file) from None
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    return csv.DictReader(io.StringIO(text), delimiter=delimiter, restval="")


def _header(reader: csv.DictReader[str], file: str, needed: tuple[str, ...]) -> list[str]:
    """Return the names of the columns without blanks around them; refuse an unknown or a missing column."""
    header = [name.strip() for name in reader.fieldnames or ()]
    for name in header:
        if name not in COLUMNS:
            raise Misuse("opening-csv/unknown-column", file=file, column=name, known=COLUMNS)
    for name in needed:
        if name not in header:
            raise Misuse("opening-csv/missing-column", file=file, column=name)
    reader.fieldnames = header
    return header


def _rows(reader: csv.DictReader[str], file: str) -> Iterator[dict[str, str]]:
    """The rows, as far as they are any."""
    try:
        yield from reader
    except csv.Error as error:
        raise Misuse("opening-csv/broken", file=file, line=reader.line_num, reason=str(error)) from None


def _cell(row: Mapping[str, str], name: str, place: Place) -> int:
    text = row[name].strip()
    if not text:
        return 0 if name in ("inactive", "rating") else UNKNOWN
    if not (text.isascii() and text.isdigit()):
        raise Misuse("opening-csv/not-whole", file=place.file, line=place.line, column=name, text=shown(text))
    value = int(text) if len(text) <= len(str(LARGEST[name])) else LARGEST[name] + 1
    if value > LARGEST[name] or (name in DATED and not _is_date(value, name)):
        message = "opening-csv/no-date" if name in DATED else "opening-csv/large"
        most, cell = LARGEST[name], shown(text)
        raise Misuse(message, file=place.file, line=place.line, column=name, text=cell, most=most)
    return value


def _is_date(value: int, name: str) -> bool:
    """Whether a number is a birth, of which a part may be unknown, or the month of a list."""
    try:
        day = Day.read(str(Day(value))) if name == "born" else Day.of(Month(value).first)
    except ValueError:
        return False
    return FIRST_YEAR <= day.year <= LAST_YEAR and (name != "born" or day == value)
