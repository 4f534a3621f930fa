"""Take the rows and cells out of a sheet of a workbook.

In: the sheet as plain XML, the texts and formats of its workbook. Out: for each row that holds something its number and
its cells as text: whole numbers without a point, days as YYYY-MM-DD, formulas by the value saved with them. A cell
without a value is nothing, wherever it stands. The size that the sheet says it has is not looked at; what is above a
limit raises `TooMuch` before there is memory for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from string import ascii_uppercase

from arpad.intake.codes import counted
from arpad.intake.decode import Limits
from arpad.intake.workbook_parts import Formats, TooMuch, as_text, attributes, runs

Read = Callable[[str], str]  # a value as it stands in the XML -> as text
Found = tuple[str, str, str, str]  # of a cell: letters of its column, other attributes, value, or all that it holds
ROW = re.compile(r"""<row(?=[\s/>])(?:[^<>]*?\sr\s*=\s*["']([0-9]{1,9})["'])?[^<>]*>""")
CELL = re.compile(
    r"""<c(?=[\s/>])(?: r="([A-Z]{1,9})[0-9]+")?([^<>/]*+)(?:/>|>(?:<v>([^<]*+)</v></c>|(.*?)</c>))""", re.DOTALL
)
PLACED = re.compile(r"""<c((?:\s+(?!r\s*=)[^\s=<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s+r\s*=\s*["']([A-Z]+[0-9]+)["']""")
NUMBER = re.compile(' r="[A-Z]+([0-9]{1,9})"')
A_PLACE = re.compile(r"\sr\s*=")
INLINE = re.compile(r"<is[\s>]")
VALUE = re.compile(r"<v(?:\s[^>]*)?>([^<]*)</v>")
BOOLEANS = {"1": "True", "0": "False", "true": "True", "false": "False"}
CELLS_EACH = 40  # of a player that there may be: so many cells a workbook may have
SPREAD = 4  # times the cells: so many places there may be with the empty ones left of a cell
MOST_KINDS = 65_536  # of cells; no spreadsheet has so many formats
SECONDS = 86_400  # of a day
LEAP_BUG = 60  # days: the 29th of February 1900 that spreadsheets count and no calendar has
DAY = len("YYYY-MM-DD")


def most_cells(limits: Limits) -> int:
    """How many cells the sheets of a workbook may have together."""
    return CELLS_EACH * limits.players


@dataclass(slots=True)
class Reader:
    """What the cells of a workbook are read by, and how much of its limits is left."""

    texts: dict[str, str]  # those that cells share, by number
    formats: Formats
    limits: Limits
    lines: int = field(init=False)
    cells: int = field(init=False)
    places: int = field(init=False)  # of cells, and of the empty ones left of them
    columns: dict[str, int] = field(default_factory=dict)
    reads: dict[str, Read] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines, self.cells = self.limits.lines, most_cells(self.limits)
        self.places = SPREAD * self.cells

    def rows(self, xml: str) -> list[tuple[int, tuple[str, ...]]]:
        """The rows that hold something, with their numbers, in order."""
        rows, line, most = [], 0, most_cells(self.limits)
        body = xml[xml.index("<sheetData") : max(xml.find("</sheetData>"), 0)]
        if body.count("<row") > most:
            raise TooMuch(
                "too-large", f"The sheet has more than {most:,} rows with the empty ones, which is the limit."
            )
        if body.count('<c r="') < body.count("<c "):
            body = PLACED.sub(r'<c r="\2"\1', body)  # the place first, as nearly all write it
        starts = ROW.finditer(body)
        start = next(starts, None)
        while start:
            following = next(starts, None)
            at, end = start.end(), following.start() if following else len(body)
            number = body.count("<c", at, end)
            self.cells -= number
            if self.cells < 0:
                raise TooMuch("too-large", f"The workbook has more than {most:,} cells, which is the limit.")
            found: list[Found] = CELL.findall(body, at, end)
            if len(found) < number:
                raise ValueError("a cell that is none")
            said = start[1] or (NUMBER.findall(body, at, end)[0] if found and found[0][0] else "")
            line = int(said or line + 1)
            if cells := self._row(found, line):
                rows.append((line, tuple(cells)))
            start = following
        rows.sort(key=lambda row: row[0])  # nearly always they are
        self.lines -= rows[-1][0] if rows else 0
        return rows

    def _row(self, found: list[Found], line: int) -> list[str]:
        """The cells of a row. What does not say its column follows the cell before it."""
        cells, at, far = list[str](), -1, 0
        columns, reads, most = self.columns, self.reads, self.limits.line
        for letters, more, value, inner in found:
            at = columns[letters] if letters in columns else self._column(letters, more, at)
            if inner:
                value, more = _inside(inner, more)
            if not value:
                continue
            if more not in reads:
                reads[more] = self._reading(more)
            text = reads[more](value)
            if text and at == len(cells) < most:
                cells.append(text)
            elif text and at >= most:
                far = max(far, at)
            elif text:
                cells += [""] * (1 + at - len(cells))
                if cells[at]:
                    raise ValueError("two cells in one place")
                cells[at] = text
        if far:
            raise TooMuch("line-too-long", f"The row has {counted(far + 1, 'column')}; the limit is {most:,}.", line)
        if cells and line > self.lines:
            raise TooMuch("too-many-lines", f"The workbook has more than {self.limits.lines:,} rows.", line)
        self.places -= len(cells)
        if self.places < 0:
            sentence = f"The cells stand too far apart: the last of this row is in column {len(cells):,}."
            raise TooMuch("too-large", sentence, line)
        return cells

    def _column(self, letters: str, more: str, before: int) -> int:
        """The index of a column: 0 for A, 26 for AA."""
        if not letters:
            if A_PLACE.search(more):
                raise ValueError("a place that is none")
            return before + 1
        index = 0
        for letter in letters:
            index = index * len(ascii_uppercase) + 1 + ascii_uppercase.index(letter)
        self.columns[letters] = index - 1
        return index - 1

    def _reading(self, more: str) -> Read:
        """How the value of a cell with these attributes is read."""
        if len(self.reads) > MOST_KINDS:
            raise ValueError("too many formats")
        said = attributes(more)
        kind, style = said.get("t", "n"), said.get("s", "0")
        if kind == "n":
            if style in self.formats.spans:
                return span_of
            return (day_from_1904 if self.formats.from_1904 else day_of) if style in self.formats.days else number_of
        others: dict[str, Read] = {
            "s": self.texts.__getitem__, "str": as_text, "inlineStr": str, "e": as_text,
            "b": lambda value: BOOLEANS.get(value, value), "d": lambda value: as_text(value)[:DAY],
        }  # fmt: skip
        return others[kind]


def _inside(inner: str, more: str) -> tuple[str, str]:
    """The value of a cell that holds more than a value: a formula, or a text of its own."""
    if INLINE.search(inner):
        return runs(inner), ' t="inlineStr"'
    found = VALUE.search(inner)
    return (found[1] if found else ""), more


@lru_cache(8192)
def number_of(value: str) -> str:
    """A number as it would be written: whole ones without a point."""
    if value.isascii() and value.isdigit():
        return value.lstrip("0") or "0"
    try:
        number = float(value)
    except ValueError:
        return as_text(value)
    return str(int(number)) if number.is_integer() else str(number)


def span_of(value: str) -> str:
    """A number that is shown as a span of time."""
    try:
        return str(timedelta(seconds=round(float(value) * SECONDS)))
    except (ValueError, OverflowError):  # no number, or no time that there is
        return number_of(value)


def day_of(value: str, first: date = date(1899, 12, 30)) -> str:
    """A number that is shown as a day or as a time of day; `first` is day 0."""
    try:
        days, seconds = divmod(round(float(value) * SECONDS), SECONDS)
        if not days:
            return str((datetime.min + timedelta(seconds=seconds)).time())
        return str(first + timedelta(days + (days < LEAP_BUG and first.year < 1900)))
    except (ValueError, OverflowError):
        return number_of(value)


def day_from_1904(value: str) -> str:
    return day_of(value, date(1904, 1, 1))
