"""Read the office's own CSV files: people, arbiters, federations. All problems at once, each with line and column.

The header names the columns; the separator is the one its first rows agree on, the encoding is recognised. An empty
cell says nothing. What a cell may hold is decided by the reader of each file.
"""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arpad.finding import Misuse, Tier
from arpad.intake.codes import Notes
from arpad.intake.dates import birth
from arpad.intake.decode import Limits, decode
from arpad.intake.tables.reader import guess_delimiter

LIMITS = Limits(bytes=1 << 30, lines=10_000_000, line=1 << 16)
HEAD = 20  # lines that agree on a separator


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a file, and where. Columns are counted in cells."""

    file: str
    line: int
    column: int
    said: str

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part) + f" {self.said}"

    def as_json(self) -> dict[str, Any]:
        return {"file": self.file, "line": self.line or None, "column": self.column or None, "problem": self.said}


@dataclass(frozen=True, slots=True)
class Row:
    """A row by the names of its columns; `problems` collects what is wrong with it."""

    file: str
    line: int
    cells: dict[str, str]
    columns: dict[str, int]
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, name: str, expected: str) -> None:
        """Say what was expected of a cell."""
        found = self.cells.get(name, "")
        said = f"{name}: found {found!r}, expected {expected}" if found else f"{name}: {expected}"
        self.problems.append(Problem(self.file, self.line, self.columns.get(name, 0), said))

    def text(self, name: str) -> str:
        return self.cells.get(name, "")

    def number(self, name: str) -> int:
        """A whole number, 0 for an empty cell."""
        text = self.cells.get(name, "")
        if text and not (text.isascii() and text.isdigit() and len(text) < 12):
            self.wrong(name, "a whole number")
            return 0
        return int(text or 0)

    def day(self, name: str, partly: bool = False) -> int:
        """A day, or only its year where that is allowed; 0 for an empty cell."""
        number = read_day(self.cells.get(name, ""), partly)
        if number < 0:
            self.wrong(name, "a day YYYY-MM-DD" + (", or a year" if partly else ""))
            return 0
        return number


def read_day(text: str, partly: bool = False) -> int:
    """A day as people write it, as yyyymmdd: 0 for nothing, -1 for what is none."""
    if len(text) == len("yyyymmdd") and text.isdigit() and text.endswith("0000"):
        text = text[:4]
    number, _ = birth(text)
    return -1 if number > 0 and not partly and not number % 100 else number


def read_rows(data: bytes, file: str, known: Sequence[str], needed: Sequence[str]) -> tuple[list[Row], list[Problem]]:
    """The rows of a file with a header of known columns."""
    notes = Notes(file)
    text = decode(data, notes, LIMITS)
    refused = [finding for finding in notes.findings() if finding.tier is Tier.REFUSE]
    if text is None or refused:
        return [], [Problem(file, f.place.line, f.place.column, f"{f.sentence} {f.help}") for f in refused]
    reader = csv.reader(io.StringIO("\n".join(text.lines)), delimiter=guess_delimiter(text.lines[:HEAD]))
    rows, problems = [], []
    header: list[str] | None = None
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if header is None:
                header = [cell.casefold().replace(" ", "_") for cell in cells]
                problems += list(_of_header(file, reader.line_num, header, known, needed))
                if problems:
                    return [], problems
                columns = {name: at for at, name in enumerate(header, 1)}
            elif len(cells) > len(header) and any(cells[len(header) :]):
                problems.append(Problem(file, reader.line_num, len(header) + 1, "more cells than the header has"))
            else:
                rows.append(Row(file, reader.line_num, dict(zip(header, cells, strict=False)), columns))
    except csv.Error as error:
        problems.append(Problem(file, reader.line_num, 0, f"the row cannot be read: {error}"))
    if header is None:
        problems.append(Problem(file, 0, 0, "the file is empty; its first line names the columns"))
    return rows, problems


def _of_header(
    file: str, line: int, header: Sequence[str], known: Sequence[str], needed: Sequence[str]
) -> Iterator[Problem]:
    for at, name in enumerate(header, 1):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.5)
            helps = f"is {near[0]} meant?" if near else f"the columns are {', '.join(known)}"
            yield Problem(file, line, at, f"no column {name!r} is known; {helps}")
        elif name in header[: at - 1]:
            yield Problem(file, line, at, f"the column {name} stands twice")
    for name in needed:
        if name not in header:
            yield Problem(file, line, 0, f"the column {name} is missing; the columns are {', '.join(known)}")


def entries_of(rows: Sequence[Row], make: Callable[[Row], Any], check: Callable[[Any], None]) -> list[Any]:
    """An entry per row, each tried: what refuses it becomes a problem of its row."""
    made = []
    for row in rows:
        entry = make(row)
        if not row.problems:
            try:
                check(entry)
            except Misuse as misuse:
                name = str(misuse).partition(" ")[0].rstrip(":")
                row.problems.append(Problem(row.file, row.line, row.columns.get(name, 0), str(misuse)))
        made.append(entry)
    return made
