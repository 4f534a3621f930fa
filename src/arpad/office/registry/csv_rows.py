"""Read the office's own CSV files: people, arbiters, federations. All problems at once, each with line and column.

The header names the columns; the separator is the one its first rows agree on, the encoding is recognised. An empty
cell says nothing. What a cell may hold is decided by the reader of each file. Columns of a place count cells.
"""

from __future__ import annotations

import csv
import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, TypeVar

from arpad.days import Day
from arpad.finding import Finding, Place, Problem, Remedy, Tier, sorted_fields
from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth
from arpad.intake.decode import Limits, decode
from arpad.intake.tables.reader import guess_delimiter
from arpad.office.registry.person import Fault
from arpad.textcells import undone

LIMITS = Limits(bytes=1 << 28, lines=10_000_000, line=1 << 16)
SEPARATOR_LINES = 20  # lines that agree on a separator
LONGEST_NUMBER = 11  # digits
CLOSE_MATCH = 0.5

NO_DAY = Day(0)
NO_COLUMNS: frozenset[str] = frozenset()

T = TypeVar("T")


def refusal_finding(place: Place, message: str, /, remedy: Remedy | None = None, **fields: Any) -> Finding:
    """Build, not raise, the finding that keeps a row, or the whole file, from being imported; its code is the message
    up to the slash."""
    return Finding(message.partition("/")[0], Tier.REFUSE, place, message, sorted_fields(fields), remedy)


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of a CSV file, cells by column name; `problems` collects what is wrong with it."""

    file: str
    line: int
    cells: dict[str, str]
    columns: dict[str, int]
    problems: list[Finding] = field(default_factory=list)

    @property
    def mistaken(self) -> frozenset[str]:
        """The names of the columns that have a problem."""
        return frozenset(dict(problem.fields)["column"] for problem in self.problems) if self.problems else NO_COLUMNS

    def wrong(self, name: str, expected: Problem) -> None:
        """Add the problem that a cell is not what was expected. Nothing is raised; only the first problem of a column
        is kept."""
        if name in self.mistaken:
            return
        place, value = Place(self.file, self.line, self.columns.get(name, 0)), self.cells.get(name, "")
        if value:
            cell = refusal_finding(
                place, "wrong-cell", expected.remedy, column=name, value=shown(value), expected=expected
            )
        else:
            cell = refusal_finding(place, "wrong-cell/empty", expected.remedy, column=name, expected=expected)
        self.problems.append(cell)

    def text(self, name: str) -> str:
        """The text of a cell, empty if there is none."""
        return self.cells.get(name, "")

    def number(self, name: str) -> int:
        """The whole number in a cell; 0 if it is empty. Anything else, or more than 11 digits, adds a problem and gives
        0."""
        text = self.cells.get(name)
        if not text:
            return 0
        if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
            self.wrong(name, Problem("expected/whole-number"))
            return 0
        return int(text)

    def day(self, name: str, partly: bool = False) -> Day:
        """The day in a cell; 0 if it is empty. `partly` also accepts a year alone. Anything else adds a problem to the
        row and gives 0."""
        text = self.cells.get(name)
        if not text:
            return NO_DAY
        try:
            return parse_day(text, partly)
        except ValueError:
            self.wrong(name, Problem("expected/day-or-year" if partly else "expected/day"))
            return NO_DAY


@lru_cache(1 << 16)  # people are many, days are few
def parse_day(text: str, partly: bool = False) -> Day:
    """Parse a day in one of the usual spellings; 0 for an empty text. Raises `ValueError` if it is no day. `partly`
    also accepts a year alone."""
    if len(text) == len("yyyymmdd") and text.isdigit() and text.endswith("0000"):
        text = text[:4]
    number, _ = birth(text)
    day = Day(number)
    if number < 0 or (day and not partly and not day.whole):
        raise ValueError(f"no day: {text}")
    return day


def read_csv_rows(
    data: bytes, file: str, known: Sequence[str], needed: Sequence[str], problems: list[Finding]
) -> Iterator[CsvRow]:
    """Yield the rows of a CSV file that are not empty, cells by column name. An unknown, repeated or missing column
    (`needed`), or a text that cannot be decoded, gives no rows at all. All such problems, and rows with too many cells,
    are added to `problems`; nothing is raised."""
    notes = Notes(file)
    text = decode(data, notes, LIMITS)
    refused = [finding for finding in notes.findings() if finding.tier is Tier.REFUSE]
    problems += refused
    if text is None or refused:
        return
    reader = csv.reader((f"{line}\n" for line in text.lines), delimiter=guess_delimiter(text.lines[:SEPARATOR_LINES]))
    header: list[str] | None = None
    try:
        for cells in reader:
            cells = [undone(cell.strip()) for cell in cells]
            if not any(cells):
                continue
            if header is None:
                header = [cell.casefold().replace(" ", "_") for cell in cells]
                wrong = list(_header_problems(Place(file, reader.line_num), header, known, needed))
                problems += wrong
                if wrong:
                    return
                columns = {name: at for at, name in enumerate(header, 1)}
            elif len(cells) > len(header) and any(cells[len(header) :]):
                problems.append(refusal_finding(Place(file, reader.line_num, len(header) + 1), "csv-row-too-long"))
            else:
                yield CsvRow(file, reader.line_num, dict(zip(header, cells, strict=False)), columns)
    except csv.Error as error:
        problems.append(refusal_finding(Place(file, reader.line_num), "unreadable-csv-row", reason=str(error)))
    if header is None:
        problems.append(refusal_finding(Place(file), "no-csv-header"))


def _header_problems(
    place: Place, header: Sequence[str], known: Sequence[str], needed: Sequence[str]
) -> Iterator[Finding]:
    """Yield a problem for each unknown or repeated column, and for each needed one that is missing."""
    for at, name in enumerate(header, 1):
        here = Place(place.file, place.line, at)
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, CLOSE_MATCH)
            if near:
                yield refusal_finding(here, "unknown-csv-column/near", column=name, near=near[0])
            else:
                yield refusal_finding(here, "unknown-csv-column", column=name, known=tuple(known))
        elif name in header[: at - 1]:
            yield refusal_finding(here, "csv-column-twice", column=name)
    for name in needed:
        if name not in header:
            yield refusal_finding(place, "missing-csv-column", column=name, known=tuple(known))


def entries_from_rows(
    rows: Iterable[CsvRow], entry_of: Callable[[CsvRow], T], faults: Callable[[T], Iterable[Fault]]
) -> list[T]:
    """Build an entry from each row. Faults of an entry are added to the problems of its row; the entry is returned all
    the same."""
    entries = []
    for row in rows:
        entry = entry_of(row)
        for name, expected in faults(entry):
            row.wrong(name, expected)
        entries.append(entry)
    return entries
