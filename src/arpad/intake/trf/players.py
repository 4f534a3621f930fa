"""Read the player records: ten fields each, and the cells behind them.

In: the lines of the records 001 with their line numbers. Out: the players, and their cells as `cells` reads them.
All lines are cut into their columns at once and read a column at a time, each field as `fields` reads it; then the
lines in which something is odd are questioned one by one. A line whose columns slip is told apart from one that merely
has something between two fields: only in the first can the fields after it not be read.

Whether the cells agree with each other is decided in `crosstable`; what the values mean together in `structure`.
"""

from __future__ import annotations

from dataclasses import field as default
from functools import lru_cache
from itertools import repeat
from operator import itemgetter
from struct import Struct
from typing import Any

from arpad.finding import Fields, sorted_fields
from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.trf.cells import HEAD, in_english, read_cells, rounds_of
from arpad.intake.trf.fields import FIELDS, Odd, Reading
from arpad.intake.trf.layout import CELL_WIDTH, PLAYER_COLUMN, PLAYER_FIRST, PLAYER_SEPARATORS
from arpad.model import Cells, Player

SEPARATORS = tuple(column - 1 for column in PLAYER_SEPARATORS)
between = itemgetter(*SEPARATORS)  # the letters of a line that separate its fields
name_of = itemgetter(slice(PLAYER_COLUMN["name"].first - 1, PLAYER_COLUMN["name"].last))
IN_PLACE = frozenset({"number", "rating", "id", "born", "points", "rank"})  # fields that show whether a line slipped
BESIDE_NUMBERS = sorted(
    {PLAYER_COLUMN[name].first - 2 for name in IN_PLACE} | {PLAYER_COLUMN[name].last - 1 for name in IN_PLACE}
)
"""Where a separator and the figure of a number beside it start, if the number does not end there: counted from 0."""
LENIENT = frozenset({"sex-letter", "title-letters", "birth-style", "decimal-comma"})  # read all the same


@dataclass(slots=True)
class Leniencies:
    """What was read although it is written otherwise than specified: told once per file, with a place and a count."""

    notes: Notes
    first: dict[str, tuple[int, int, Fields]] = default(default_factory=dict)
    count: dict[str, int] = default(default_factory=dict)

    def add(self, reading: Reading, line: int, column: int) -> None:
        self.first.setdefault(reading.code, (line, column, reading.fields))
        self.count[reading.code] = self.count.get(reading.code, 0) + 1

    def tell(self) -> None:
        for code, (line, column, fields) in self.first.items():
            self.notes.find_once(code, self.count[code], line, column, **dict(fields))


@dataclass(frozen=True, slots=True)
class Records:
    """The lines of the players with their line numbers, the names in them, and how wide a line can be."""

    numbers: list[int]
    lines: list[str]
    names: list[str]
    width: int


@dataclass(frozen=True, slots=True)
class Oddities:
    """Where reading stumbled, by row: in a field, in the columns of the cells, in a cell that cannot be read."""

    odd: Odd
    slips: dict[int, int]
    unread: set[int]


def read_players(
    numbers: list[int], lines: list[str], notes: Notes, limits: Limits
) -> tuple[tuple[Player, ...], Cells]:  # fmt: skip
    """Players in the order of their lines, which have these numbers, and their cells."""
    if len(lines) > limits.players:
        notes.find("too-many-players", numbers[limits.players], players=len(lines), limit=limits.players)
        numbers, lines = numbers[: limits.players], lines[: limits.players]
    if not lines:
        return (), Cells.empty(0, 0)
    lines = list(map(str.rstrip, lines))
    lengths = set(map(len, lines))
    rounds = rounds_of(max(lengths), numbers, lines, notes, limits)
    width = HEAD + rounds * CELL_WIDTH
    if lengths == {width - 2}:  # all end with a result in the last round, before two blanks
        block = "  ".join([*lines, ""])
    else:
        block = "".join([line[:width].ljust(width) for line in lines])
    letters = block.encode("latin-1", "replace")  # what is no Latin letter is no code either, and becomes a ?
    *cuts, cut_cells = zip(*cutting(rounds).iter_unpack(letters), strict=True)
    cells, slips, unread = read_cells(b"".join(cut_cells), numbers, lines, rounds, notes)
    names = list(map(str.strip, map(name_of, lines)))
    odd: Odd = {}
    number, *others = [field.values(cut, lines, odd) for field, cut in zip(FIELDS, cuts, strict=True)]
    plain = (
        not odd and not unread and "" not in names and "".join(names).isprintable() and not notes.has("too-many-rounds")
    )
    verbatims = (
        repeat("") if plain else _questioned(Records(numbers, lines, names, width), Oddities(odd, slips, unread), notes)
    )
    return tuple(map(Player, number, names, *others, verbatims, numbers, repeat(PLAYER_FIRST))), cells


@lru_cache
def cutting(rounds: int) -> Struct:
    """How the letters of a line are cut: nine fields with their separators, without the name, and the cells."""
    front, back = ("".join([f"{field.width}s" for field in some]) for some in (FIELDS[:3], FIELDS[3:]))
    return Struct(f"3x{front}{PLAYER_COLUMN['name'].width}x{back}{rounds * CELL_WIDTH}s")


def _questioned(records: Records, oddities: Oddities, notes: Notes) -> list[str]:
    """Question the lines in which something is odd; of each line that says more than its fields hold, the whole."""
    names, lines, width, odd, slips = records.names, records.lines, records.width, oddities.odd, oddities.slips
    more = set(oddities.unread)
    nameless = {row for row, name in enumerate(names) if not name} if "" in names else set()
    if not "".join(names).isprintable() or max(map(len, lines)) > width:
        more |= {row for row, name in enumerate(names) if not name.isprintable() or len(lines[row]) > width}
    lenient = Leniencies(notes)
    for row in sorted({*odd, *slips, *nameless}):
        if _question(records.numbers[row], lines[row], odd.get(row, []), slips.get(row, 0), lenient):
            more.add(row)
    lenient.tell()
    dialect = notes.has("colour-dialect")
    return [(in_english(line) if dialect else line) if row in more else "" for row, line in enumerate(lines)]


def _question(line: int, text: str, odd: list[tuple[str, Reading, bool]], slip: int, lenient: Leniencies) -> bool:
    """Tell what is odd in one line; whether it says more than its fields hold."""
    read = [(name, reading) for name, reading, _ in odd if reading.code in LENIENT]
    unread = [(name, reading) for name, reading, _ in odd if reading.code and reading.code not in LENIENT]
    beside = any(filled for _, _, filled in odd) and bool("".join(between(text.ljust(HEAD))).strip())
    nameless = not name_of(text).strip()
    if not (unread or beside or slip or nameless):
        for name, reading in read:
            lenient.add(reading, line, PLAYER_FIRST[name])
        return False
    number = integer(PLAYER_COLUMN["number"].cut(text).strip())
    whose: dict[str, Any] = {"number": number} if number else {}
    troubles: list[tuple[str, int, Fields]] = [
        (reading.code, PLAYER_FIRST[name], reading.fields) for name, reading in unread
    ]
    if beside:
        filled = next(index for index in SEPARATORS if text[index : index + 1].strip())
        behind = [name for name, _ in unread if PLAYER_COLUMN[name].last >= filled]
        cut = any(text[at : at + 2].isdecimal() for at in BESIDE_NUMBERS if len(text) > at + 1)
        if slip or cut or not IN_PLACE.isdisjoint(behind):
            slip = filled + 1
        else:
            at = filled + 1
            troubles.append(("filled-separator", at, sorted_fields({"letter": shown(text[filled]), "at": at})))
    if slip:
        read, unread = ([each for each in some if PLAYER_COLUMN[each[0]].last < slip - 1] for some in (read, unread))
        troubles = [(reading.code, PLAYER_FIRST[name], reading.fields) for name, reading in unread]
        troubles.append(("misaligned-columns", slip, sorted_fields({"at": slip})))
    for name, reading in read:
        lenient.add(reading, line, PLAYER_FIRST[name])
    more = bool(troubles)
    if nameless and not slip:
        troubles.append(("missing-name", PLAYER_FIRST["name"], ()))
    for code, column, fields in troubles:
        if code == "unreadable-start-number":
            lenient.notes.find(code, line, column, number, **dict(fields))
        else:
            message = code if number else f"{code}/unnumbered"
            lenient.notes.find(message, line, column, number, **whose, **dict(fields))
    return more
