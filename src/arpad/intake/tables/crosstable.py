"""Read the rows of a crosstable, and decide whether its opponents are start numbers or ranks.

In: a grid, its header, and the columns of the rounds. Out: players and cells, on a roster. Programs print both numbers
and do not say which of them the cells name. So the cells are read in each way, and the way counts in which most of them
are answered: the opponent names the player back, the colours differ, and the two results can stand together. Where two
ways are as good as each other and make other games of the cells, the table is refused. A column of numbers under a
heading that is not known is such a way, too, where no column is known as that of start numbers.

`K` says that a game was not played, and not who won it: the opponent's cell does. Whether the games agree with each
other is judged where those of every report are, in `crosstable`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.crosstable import POSSIBLE
from arpad.intake.digits import integer
from arpad.intake.entries import Roster
from arpad.intake.persons import HIGHEST_NUMBER
from arpad.intake.tables.headings import COLOURS, NOT_PLAYED, crosstable_cell, language_of, spread_cell
from arpad.intake.tables.reader import columns_of
from arpad.intake.tables.rows import HeadedTable, Row, is_note, places_of, player_of, whole_in
from arpad.model import BLACK, NO_COLOUR, NO_RESULT, UNREADABLE, WHITE, Cells

Partners = npt.NDArray[np.int32]
ENDS = {"1": ("-", "+"), "+": ("-", "+"), "0": ("+", "-"), "-": ("+", "-")}  # what K and the opponent's result mean
OPPONENTS_BY = {"number": "opponents-by/start-numbers", "rank": "opponents-by/ranks", "": "opponents-by/rows"}
NOBODY = -1
NOBODY_MET = Note("opponents-by/nobody")
MOST_WAYS = 8  # to name the opponents that are tried
MISSING = -1  # the place of a round that has no column
NOTHING = (0, "", " ")  # opponent, colour and result of an empty cell
UNREADABLE_CELL = 0  # the place of what cannot be read, which is empty


def answers() -> npt.NDArray[np.bool_]:
    """For two result codes whether they can stand for one game, as they are written in a crosstable."""
    table = POSSIBLE.copy()
    for result in (*ENDS, NOT_PLAYED):
        table[ord(NOT_PLAYED), ord(result)] = table[ord(result), ord(NOT_PLAYED)] = True
    return table


def endings() -> npt.NDArray[np.uint8]:
    """For the opponent's result what K means, and what that result means then; ? where it does not tell."""
    table = np.full((256, 2), UNREADABLE, np.uint8)
    for result, pair in ENDS.items():
        table[ord(result)] = [ord(code) for code in pair]
    return table


ANSWERS, ENDINGS = answers(), endings()


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that have a player: their cells and lines, and the two numbers by which an opponent may be named."""

    rows: list[Row]
    lines: list[int]
    numbers: list[int]
    ranks: list[int]


@dataclass(frozen=True, slots=True)
class Naming:
    """How the opponents may be named: what its numbers are called, and the number of each row."""

    name: Note
    numbers: list[int]


def read_crosstable(table: HeadedTable, turns: dict[int, int], three: bool, roster: Roster) -> None:
    """Put the players and games of a crosstable on the roster; no games where they can be read in two ways."""
    notes = roster.notes
    last = max(turns)
    if last > roster.limits.rounds:
        notes.find("too-many-rounds/table", table.line, rounds=last, limit=roster.limits.rounds)
        return
    for turn in sorted(set(range(1, last)) - set(turns)):
        notes.find("missing-round/column", table.line, round=turn, turn=turn)
    people = _players(table, roster)
    if roster.crowded() or not people.rows:
        return
    cells = _cells(people, turns, three, notes)
    ways = _ways(people, table, turns)
    if len(ways) > MOST_WAYS:
        notes.find("ambiguous-opponents/many", table.line, first=ways[0].name, second=ways[1].name)
        return
    found = [partners(cells, way.numbers) for way in ways]
    open_cells = [unanswered(cells, partner) for partner in found]
    best, *others = [way for way, left in enumerate(open_cells) if left == min(open_cells)]
    for other in others:
        if (found[best] != found[other]).any():
            two = (ways[best].name, found[best]), (ways[other].name, found[other])
            _tell_ambiguous(table.line, cells, two, min(open_cells), roster)
            return
    partner = found[best]
    if best:
        _tell_unknown_ranks(people, cells, partner, roster)
        cells.opponent[partner >= 0] = np.array(people.numbers, np.int32)[partner[partner >= 0]]
    _tell_who_won(people, cells, partner, notes)
    roster.table = (people.numbers, cells)


def _ways(people: Rows, table: HeadedTable, turns: dict[int, int]) -> list[Naming]:
    """By which numbers the opponents may be named; those by which the players go first."""
    columns = table.columns
    known = [name for name in ("number", "rank") if name in columns]
    ways = [Naming(Note(OPPONENTS_BY[known[0] if known else ""]), people.numbers)]
    if len(known) > 1 and len({*people.ranks}) == len(people.ranks):
        ways.append(Naming(Note(OPPONENTS_BY["rank"]), people.ranks))
    read, taken = {*columns.values(), *turns.values()}, {tuple(way.numbers) for way in ways}
    for index, heading in enumerate(table.header):
        if index in read or not heading or len(ways) > MOST_WAYS:
            continue
        if "number" in columns and ("rank" in columns or "rank" not in columns_of((heading,))):
            continue
        numbers = [_place(row[index]) if index < len(row) else 0 for row in people.rows]
        if 0 not in numbers and len({*numbers}) == len(numbers) and tuple(numbers) not in taken:
            taken.add(tuple(numbers))
            ways.append(Naming(Note.of("opponents-by/column", heading=shown(heading)), numbers))
    return ways


@lru_cache(16384)
def _place(text: str) -> int:
    """The number of a row, if the text is one; 0 where it is none."""
    number = integer(whole_in(text)) or 0
    return number if number <= HIGHEST_NUMBER else 0


def _players(table: HeadedTable, roster: Roster) -> Rows:
    """Put the players on the roster. A rank that is shared is blank, or said again: then it is the place of the row."""
    notes, columns, sexes = roster.notes, table.columns, table.sexes()
    places = places_of(columns)
    people = Rows([], [], [], [])
    place, last = 0, None
    for row, line in table.below():
        if roster.crowded():
            break
        if is_note(row, line, {columns["name"]}, notes):
            continue
        place += 1
        roster.rows += 1
        player = player_of(row, places, line, notes, sexes)
        if not player.name:
            notes.find("missing-name/row-left-out", line, columns["name"] + 1)
            continue
        rank = place if player.rank in (None, last) else player.rank
        last = player.rank or last
        if not player.number and "rank" in columns:
            player = player._replace(number=rank)
        if player.number in roster.players:
            first = roster.players[player.number].line
            notes.find(
                "duplicate-start-number/number", line, 1, player.number, number=player.number, first_line=first
            )  # fmt: skip
            continue
        people.rows.append(row)
        people.lines.append(line)
        people.numbers.append(roster.enter(player))
        people.ranks.append(rank or place)
    return people


class DistinctCells(dict[Row, int]):
    """The cells of a table that differ, each read once: the texts of one -> its place among them."""

    def __init__(self, read: Callable[..., tuple[int, str, str] | None]) -> None:
        super().__init__()
        self.read, self.cells = read, [NOTHING]

    def __missing__(self, texts: Row) -> int:
        cell = self.read(*texts)
        self[texts] = UNREADABLE_CELL if cell is None else len(self.cells)
        self.cells += [] if cell is None else [cell]
        return self[texts]


def _cells(people: Rows, turns: dict[int, int], three: bool, notes: Notes) -> Cells:
    """What each row says of each round; a cell that cannot be read is told, and empty."""
    known = DistinctCells(spread_cell if three else crosstable_cell)
    found: list[int] = []
    places = [turns.get(turn, MISSING) for turn in range(1, 1 + max(turns))]
    blank = 3 + max(places)  # behind all that is read: there stands the round that has no column
    parts = [[blank if at == MISSING else at + more for at in places] for more in range(3 if three else 1)]
    for row in people.rows:
        row = row[:blank] + ("",) * (1 + blank - min(len(row), blank))
        found += map(known.__getitem__, zip(*([row[index] for index in part] for part in parts), strict=True))
    letters = {cell[1] for cell in known.cells if cell[1]}
    pair = language_of(letters) or COLOURS[0]
    colours = {"": NO_COLOUR, pair[0]: WHITE, pair[1]: BLACK}
    readable = np.array([at if cell[1] in colours else UNREADABLE_CELL for at, cell in enumerate(known.cells)])
    cells = readable[found].reshape(len(people.rows), len(places))
    unread = list(zip(*(index.tolist() for index in np.nonzero(cells == UNREADABLE_CELL)), strict=True))
    for at, turn in notes.some("unreadable-cell", unread):
        text = "".join(cell for part in parts for cell in people.rows[at][part[turn] : part[turn] + 1])
        number = people.numbers[at]
        mixed = len(letters) > 1 and not letters <= {*pair} and not letters.isdisjoint(text.lower())
        notes.find(
            "unreadable-cell/mixed-colours" if mixed else "unreadable-cell/no-cell", people.lines[at], places[turn] + 1,
            number, turn + 1, turn=turn + 1, number=number, text=shown(text), letters=tuple(sorted(letters)),
        )  # fmt: skip
    opponent = np.array([cell[0] for cell in known.cells], np.int32)[cells]
    colour = np.array([colours.get(cell[1], NO_COLOUR) for cell in known.cells], np.uint8)[cells]
    result = np.array([ord(cell[2]) for cell in known.cells], np.uint8)[cells]
    if pair != COLOURS[0]:
        at, turn = np.argwhere(colour != NO_COLOUR)[0].tolist()
        notes.find("colour-dialect/table", people.lines[at], places[turn] + 1, white=pair[0], black=pair[1])
    used = (opponent != 0) | (result != NO_RESULT)
    rounds = 1 + max(np.nonzero(used.any(axis=0))[0].tolist(), default=-1)
    line = np.where(used, np.array(people.lines, np.int32)[:, None], 0)
    column = np.where(used, np.array(places, np.int32) + 1, 0)
    return Cells(
        opponent[:, :rounds], colour[:, :rounds], result[:, :rounds], line[:, :rounds], column[:, :rounds]
    )  # fmt: skip


def partners(cells: Cells, numbers: list[int]) -> Partners:
    """For each cell the row of its opponent, if the rows have these numbers; -1 where there is none."""
    rows = np.full(1 + max(HIGHEST_NUMBER, *numbers), NOBODY, np.int32)  # above it with a raised limit of players
    rows[numbers] = np.arange(len(numbers))
    found: Partners = np.where(cells.opponent > 0, rows[cells.opponent], NOBODY).astype(np.int32)
    return found


def unanswered(cells: Cells, partner: Partners) -> int:
    """How many cells name an opponent whose own cell does not answer them."""
    row, turn = np.nonzero(cells.opponent > 0)
    other = partner[row, turn]
    back = (other != NOBODY) & (other != row) & (partner[other, turn] == row)
    mine, theirs = cells.colour[row, turn], cells.colour[other, turn]
    back &= (mine != theirs) | (mine == NO_COLOUR)
    back &= ANSWERS[cells.result[row, turn], cells.result[other, turn]]
    return int(np.count_nonzero(~back))


def _tell_ambiguous(
    header: int, cells: Cells, ways: tuple[tuple[Note, Partners], tuple[Note, Partners]], open_cells: int,
    roster: Roster,
) -> None:  # fmt: skip
    """Both ways to read the opponents are as good: which games were played is not known."""
    players = list(roster.players.values())
    (first, mine), (second, theirs) = ways
    row, turn = np.argwhere(mine != theirs)[0].tolist()
    met, other = (shown(players[way[row, turn]].name) if way[row, turn] >= 0 else NOBODY_MET for way in (mine, theirs))
    roster.notes.find(
        "ambiguous-opponents/unanswered" if open_cells else "ambiguous-opponents/all-fit", header,
        int(cells.column[row, turn]), first=first, second=second, cells=open_cells, turn=turn + 1,
        name=shown(players[row].name), met=met, other=other,
    )  # fmt: skip


def _tell_unknown_ranks(people: Rows, cells: Cells, partner: Partners, roster: Roster) -> None:
    """Ranks that nobody has; as a start number the same figure might be somebody's."""
    unknown = (cells.opponent > 0) & (partner == NOBODY)
    for row, turn in np.argwhere(unknown).tolist():
        if roster.notes.full("unknown-opponent"):
            continue
        number, line = people.numbers[row], people.lines[row]
        roster.notes.find(
            "unknown-opponent/rank", line, int(cells.column[row, turn]), number, turn + 1, number=number,
            name=shown(roster.players[number].name), rank=int(cells.opponent[row, turn]), turn=turn + 1,
        )  # fmt: skip
    cells.opponent[unknown] = NOBODY


def _tell_who_won(people: Rows, cells: Cells, partner: Partners, notes: Notes) -> None:
    """Make + or - of each K by the opponent's cell; where that does not tell either, it is told."""
    row, turn = np.nonzero(cells.result == ord(NOT_PLAYED))
    other = partner[row, turn]
    answered = (other != NOBODY) & (partner[other, turn] == row)
    ends = np.where(answered[:, None], ENDINGS[cells.result[other, turn]], UNREADABLE)
    known = ends[:, 0] != UNREADABLE
    cells.result[row, turn] = ends[:, 0]
    cells.result[other[known], turn[known]] = ends[known, 1]
    for at, round in zip(row[~known].tolist(), turn[~known].tolist(), strict=True):
        if notes.full("unreadable-cell"):
            continue
        number, line = people.numbers[at], people.lines[at]
        column = int(cells.column[at, round])
        notes.find("unreadable-cell/who-won", line, column, number, round + 1, turn=round + 1, number=number)
