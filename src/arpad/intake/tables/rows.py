"""Read one row of a table: its cells by the name of their column, and the player it describes.

It knows which columns there are and not what the table is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.digits import integer
from arpad.intake.persons import Places, person
from arpad.intake.tables.headings import BARE, OF_A_SIDE, TURN
from arpad.intake.tables.reader import Grid, fold, sex_words
from arpad.model import Player

Row = tuple[str, ...]
NUMBERS = ("number", "id", "rating", "rank")
FLOAT = re.compile(r"([0-9]+)[.,]00?")  # three figures may be thousands
TIME = re.compile(
    r"(?<=[0-9.])[ ,]*[ ,T][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?: ?[AP]M|Z|[+-][0-9]{2}:?[0-9]{2})?$",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{2}")  # a cell of a crosstable has single letters


@dataclass(frozen=True, slots=True)
class HeadedTable:
    """A grid, which of its rows is the header, and what its columns hold."""

    grid: Grid
    at: int
    columns: Mapping[str, int]

    @property
    def header(self) -> Row:
        return self.grid.rows[self.at]

    @property
    def line(self) -> int:
        """The line of the header."""
        return self.grid.lines[self.at]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows below the header."""
        return self.grid.rows[self.at + 1 :]

    def below(self) -> Iterator[tuple[Row, int]]:
        """The rows below the header, with their lines; a header that is said again is none."""
        rows = zip(self.rows, self.grid.lines[self.at + 1 :], strict=True)
        header = self.header
        return ((row, line) for row, line in rows if row != header)

    def sexes(self) -> Mapping[str, str]:
        """What the words of the column of sexes mean in this table."""
        cells = (cell_of(row, self.columns, "sex") for row in self.rows)
        return sex_words(cell_of(self.header, self.columns, "sex"), cells)


def cell_of(row: Row, columns: Mapping[str, int], name: str) -> str:
    index = columns.get(name)
    return row[index] if index is not None and index < len(row) else ""


def day_in(text: str) -> str:
    """A day as written, without the time of day behind it."""
    return TIME.sub("", text) if ":" in text else text


def whole_in(text: str) -> str:
    """A whole number as written, without the `.0` of a spreadsheet; anything else as it is."""
    found = FLOAT.fullmatch(text) if "." in text or "," in text else None
    return found[1] if found else text


def round_in(text: str) -> int | None:
    """The round that a cell says: `3`, `3.0`, `3.`, `Round 3`, `R3`, `3. forduló`; 0 for nothing, None for others."""
    plain = whole_in(text)
    named = None if plain.isdigit() else TURN.fullmatch(fold(plain)) or BARE.fullmatch(plain)
    return integer(next(filter(None, named.groups())) if named else plain or "0")


def places_of(columns: Mapping[str, int], side: str = "") -> dict[str, int]:
    """The columns that speak of the player of a row, or of one side of a row of games, numbered from 1."""
    names = (
        {"name": side, **{what: f"{side} {what}" for what in OF_A_SIDE}} if side else {name: name for name in columns}
    )
    return {name: columns[column] + 1 for name, column in names.items() if column in columns}


def player_of(row: Row, places: Mapping[str, int], line: int, notes: Notes, sexes: Mapping[str, str]) -> Player:
    """The player of whom these columns of a row speak."""
    texts = {name: row[at - 1] if at <= len(row) else "" for name, at in places.items()}
    for name in NUMBERS:
        if name in texts:
            texts[name] = whole_in(texts[name])
    if "born" in texts:
        texts["born"] = whole_in(day_in(texts["born"]))  # a day, or the year alone
    return person(texts, Places(line, places), notes, sexes)


def is_note(row: Row, line: int, needed: set[int], notes: Notes) -> bool:
    """Whether a row is a line of text below or between the rows: one cell with a word, none of the needed ones.

    In one of those only an address or a colon at the end tells it from a name. A number or a game alone is
    that of a player whose name is missing.
    """
    if len(row) - row.count("") != 1:
        return False
    at, text = next((index, cell) for index, cell in enumerate(row) if cell)
    if not (is_address(text) or text.endswith(":")) and (at in needed or not WORD.search(text)):
        return False
    if not notes.full("unmarked-line"):
        notes.find("unmarked-line/table", line, at + 1, text=shown(text))
    return True


def is_address(text: str) -> bool:
    """Whether a text is the address of a page and nothing else."""
    return ADDRESS.fullmatch(text) is not None
