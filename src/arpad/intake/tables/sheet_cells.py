"""Take the rows and cells out of a sheet of a workbook.

In: the sheet as XML, the texts and formats of its workbook. Out: for each row that holds something its number
and its cells as text: whole numbers without a point, days as YYYY-MM-DD, formulas by the value saved with them. A cell
without a value is nothing, wherever it stands; of a formula without one the place is kept. The size that the sheet says
it has is not looked at; what is above a limit raises `TooMuch` before there is memory for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import date, datetime, timedelta
from functools import lru_cache
from string import ascii_uppercase, digits

from arpad.frozen import dataclass
from arpad.intake.decode import Limits
from arpad.intake.tables.workbook_parts import LONGEST, SPOKEN, Formats, Names, TooMuch, as_text, walk

Read = Callable[[str], str]  # a value as it stands in the XML -> as text
BOOLEANS = {"1": "True", "0": "False", "true": "True", "false": "False"}
CELLS_EACH = 20  # of a player that there may be: so many cells a workbook may have
SPREAD = 4  # times the cells: so many places there may be with the empty ones left of a cell
MOST_KINDS = 65_536  # of cells; no spreadsheet has so many formats
SECONDS = 86_400  # of a day
LEAP_BUG = 60  # days: the 29th of February 1900 that spreadsheets count and no calendar has
DAY = len("YYYY-MM-DD")


def most_cells(limits: Limits) -> int:
    """How many cells the sheets of a workbook may have together."""
    return CELLS_EACH * limits.players


@dataclass(slots=True)
class OpenRow:
    """A row while its cells are read."""

    number: str = ""  # its own, or that of its first cell
    cells: list[str] = field(default_factory=list)
    at: int = -1  # where the last cell stood
    far: int = 0  # where one stands that is above the limit of columns
    formula: bool = False  # whether the last cell has one
    unsaved: list[int] = field(default_factory=list)


@dataclass(slots=True)
class CellReader:
    """What the cells of a workbook are read by, and how much of its limits is left."""

    texts: dict[str, str]  # those that cells share, by number
    formats: Formats
    limits: Limits
    unsaved: list[tuple[int, int]] = field(default_factory=list)  # of the sheet: formulas without a value
    lines: int = field(init=False)
    cells: int = field(init=False)
    places: int = field(init=False)  # of cells, and of the empty ones left of them
    columns: dict[str, int] = field(default_factory=dict)
    reads: dict[tuple[str | None, str | None], Read] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines, self.cells = self.limits.lines, most_cells(self.limits)
        self.places = SPREAD * self.cells

    def rows(self, data: bytes) -> list[tuple[int, tuple[str, ...]]]:
        """The rows that hold something, with their numbers, in order."""
        rows: dict[int, tuple[str, ...]] = {}
        names, pieces, kept = Names(), list[str](), list[str]()
        row, line, cell, inside, spoken, found = OpenRow(), 0, dict[str, str](), False, False, False
        self.unsaved = []

        def started(name: str, attributes: dict[str, str]) -> None:
            nonlocal row, cell, inside, spoken, found
            name = names[name]
            pieces.clear()
            if name == "c":
                cell, row.formula = attributes, False
            elif name == "row":
                row = OpenRow(attributes.get("r", ""))
            elif name == "f":
                row.formula = True
            elif name == SPOKEN:
                spoken = True
            elif name == "sheetData":
                inside = found = True

        def ended(name: str) -> None:
            nonlocal line, inside, spoken
            name = names[name]
            if name == "v" or (name == "t" and not spoken):
                kept.extend(pieces)
            elif name == "c" and inside:
                self._cell(cell, "".join(kept), row)
                kept.clear()
            elif name == "row" and inside:
                line = int(row.number or line + 1)
                if row.cells or row.far:
                    if line in rows or line < 1:
                        raise ValueError("two rows in one place")
                    rows[line] = self._whole(row, line)
                self.unsaved += [(line, column) for column in row.unsaved]
            elif name == SPOKEN:
                spoken = False
            elif name == "sheetData":
                inside = False

        walk(data, started, ended, pieces.append)
        if not found:
            raise ValueError("no sheet")
        self.lines -= max(rows, default=0)
        return sorted(rows.items())

    def _cell(self, attributes: dict[str, str], value: str, row: OpenRow) -> None:
        """Put a cell into its row. What does not say its column follows the cell before it."""
        cells, place = row.cells, attributes.get("r", "")
        letters = place.rstrip(digits)
        at = row.at = self.columns[letters] if letters in self.columns else self._column(letters, row.at)
        row.number = row.number or place[len(letters) :]
        if value:
            kind = attributes.get("t"), attributes.get("s")
            if kind not in self.reads:
                self.reads[kind] = self._reading(*kind)
            value = self.reads[kind](value) if len(value) < LONGEST else value
        if len(value) > self.limits.line:
            line = int(row.number or 0)
            raise TooMuch("line-too-long/cell", line, at + 1, characters=len(value), limit=self.limits.line)
        if not value:
            if row.formula and attributes.get("t") != "str":  # which may be an empty text
                row.unsaved.append(at + 1)
        elif at == len(cells) < self.limits.line:
            cells.append(value)
        elif at >= self.limits.line:
            row.far = max(row.far, at)
        else:
            cells += [""] * (1 + at - len(cells))
            if cells[at]:
                raise ValueError("two cells in one place")
            cells[at] = value

    def _whole(self, row: OpenRow, line: int) -> tuple[str, ...]:
        """The cells of a row, if it keeps to the limits."""
        self.cells -= len(row.cells) - row.cells.count("")
        self.places -= len(row.cells)
        if self.cells < 0:
            raise TooMuch("too-large/workbook-cells", line, limit=most_cells(self.limits))
        if row.far:
            raise TooMuch("line-too-long/columns", line, columns=row.far + 1, limit=self.limits.line)
        if line > self.lines:
            raise TooMuch("too-many-lines/workbook", line, limit=self.limits.lines)
        if self.places < 0:
            raise TooMuch("too-large/far-apart", line, last_column=len(row.cells))
        return tuple(row.cells)

    def _column(self, letters: str, before: int) -> int:
        """The index of a column: 0 for A, 26 for AA."""
        if not letters:
            return before + 1
        index = 0
        for letter in letters.upper():
            index = index * len(ascii_uppercase) + 1 + ascii_uppercase.index(letter)
        self.columns[letters] = index - 1
        return index - 1

    def _reading(self, kind: str | None, style: str | None) -> Read:
        """How the value of a cell of this type and style is read."""
        if len(self.reads) > MOST_KINDS:
            raise ValueError("too many formats")
        if kind in (None, "n"):
            if style in self.formats.spans:
                return span_of
            return (day_from_1904 if self.formats.from_1904 else day_of) if style in self.formats.days else number_of
        others: dict[str | None, Read] = {
            "s": lambda value: self.texts[value.strip()], "str": as_text, "inlineStr": as_text, "e": as_text,
            "b": lambda value: BOOLEANS.get(value.strip(), value), "d": lambda value: as_text(value)[:DAY],
        }  # fmt: skip
        return others[kind]


@lru_cache(8192)
def number_of(value: str) -> str:
    """A number as it would be written: whole ones without a point."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return value.lstrip("0") or "0"
    try:
        number = float(value if "_" not in value else "")
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
