"""Read the rows of a crosstable, and decide whether its opponents are start numbers or ranks.

In: a sheet, its header, and the columns of the rounds. Out: players and cells, on a roster. Programs print both numbers
and do not say which of them the cells name. So the cells are read in each way, and the way counts in which most of them
are answered: the opponent names the player back, the colours differ, and the two results can stand together. Where two
ways are as good as each other and make other games of the cells, the table is refused. A column of numbers under a
heading that is not known is such a way, too, where no column is known as that of start numbers.

`K` says that a game was not played, and not who won it: the opponent's cell does. Whether the games agree with each
other is judged where those of every report are, in `crosstable`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, counted, shown
from arpad.intake.crosstable import POSSIBLE
from arpad.intake.digits import integer
from arpad.intake.entries import Roster
from arpad.intake.persons import HIGHEST_NUMBER
from arpad.intake.tables.headings import COLOURS, NOT_PLAYED, crosstable_cell, language_of, spread_cell
from arpad.intake.tables.reader import Sheet, columns_of
from arpad.intake.tables.rows import Row, below, is_note, places_of, player_of, sexes_of, whole_in
from arpad.model import BLACK, NO_COLOUR, NO_RESULT, UNREADABLE, WHITE, Cells

Places = npt.NDArray[np.int32]
ENDS = {"1": ("-", "+"), "+": ("-", "+"), "0": ("+", "-"), "-": ("+", "-")}  # what K and the opponent's result mean
NOBODY = -1
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


def read_crosstable(
    sheet: Sheet, at: int, columns: dict[str, int], turns: dict[int, int], three: bool, roster: Roster
) -> None:  # fmt: skip
    """Put the players and games of a crosstable on the roster; no games where they can be read in two ways."""
    notes = roster.notes
    last = max(turns)
    if last > roster.limits.rounds:
        sentence = f"The table has {last} rounds; the limit is {roster.limits.rounds}."
        notes.add("too-many-rounds", sentence, sheet.lines[at])
        return
    for turn in sorted(set(range(1, last)) - set(turns)):
        sentence = f"The table has no column of round {turn}; the round is left empty."
        notes.add("missing-round", sentence, sheet.lines[at], round=turn)
    table = _players(sheet, at, columns, roster)
    if roster.crowded() or not table.rows:
        return
    cells = _cells(table, turns, three, notes)
    ways = _ways(table, sheet.rows[at], columns, turns)
    if len(ways) > MOST_WAYS:
        first, second, *_ = ways
        sentence = f"The opponents may be named by {first}, by {second}, or by one of many other columns of numbers."
        notes.add("ambiguous-opponents", sentence, sheet.lines[at])
        return
    found = [partners(cells, numbers) for numbers in ways.values()]
    open_cells = [unanswered(cells, partner) for partner in found]
    best, *others = [way for way, left in enumerate(open_cells) if left == min(open_cells)]
    for other in others:
        if (found[best] != found[other]).any():
            names = [list(ways)[way] for way in (best, other)]
            _tell_ambiguous(sheet, at, cells, (found[best], found[other]), names, min(open_cells), roster)
            return
    partner = found[best]
    if best:
        _tell_unknown_ranks(table, cells, partner, roster)
        cells.opponent[partner >= 0] = np.array(table.numbers, np.int32)[partner[partner >= 0]]
    _tell_who_won(table, cells, partner, notes)
    roster.table = (table.numbers, cells)


def _ways(table: Rows, header: Row, columns: dict[str, int], turns: dict[int, int]) -> dict[str, list[int]]:
    """By which numbers the opponents may be named, what they are called first; those by which the players go first."""
    known = [name for name in ("number", "rank") if name in columns]
    called = {"number": "start numbers", "rank": "ranks"}.get(known[0], "") if known else "the order of the rows"
    ways = {called: table.numbers}
    if len(known) > 1 and len({*table.ranks}) == len(table.ranks):
        ways["ranks"] = table.ranks
    read, taken = {*columns.values(), *turns.values()}, {tuple(numbers) for numbers in ways.values()}
    for index, heading in enumerate(header):
        if index in read or not heading or len(ways) > MOST_WAYS:
            continue
        if "number" in columns and ("rank" in columns or "rank" not in columns_of((heading,))):
            continue
        numbers = [_place(row[index]) if index < len(row) else 0 for row in table.rows]
        if 0 not in numbers and len({*numbers}) == len(numbers) and tuple(numbers) not in taken:
            taken.add(tuple(numbers))
            ways[f"the column “{shown(heading)}”"] = numbers
    return ways


@lru_cache(16384)
def _place(text: str) -> int:
    """The number of a row, if the text is one; 0 where it is none."""
    number = integer(whole_in(text)) or 0
    return number if number <= HIGHEST_NUMBER else 0


def _players(sheet: Sheet, at: int, columns: dict[str, int], roster: Roster) -> Rows:
    """Put the players on the roster. A rank that is shared is blank, or said again: then it is the place of the row."""
    notes, sexes, places = roster.notes, sexes_of(sheet, at, columns), places_of(columns)
    table = Rows([], [], [], [])
    place, last = 0, None
    for row, line in below(sheet, at):
        if roster.crowded():
            break
        if is_note(row, line, {columns["name"]}, notes):
            continue
        place += 1
        roster.rows += 1
        player = player_of(row, places, line, notes, sexes)
        if not player.name:
            notes.add("missing-name", "The row has no name; it is not read.", line, columns["name"] + 1)
            continue
        rank = place if player.rank in (None, last) else player.rank
        last = player.rank or last
        if not player.number and "rank" in columns:
            player = replace(player, number=rank)
        if player.number in roster.players:
            first = roster.players[player.number].line
            sentence = f"The number {player.number} stands in line {first} already."
            notes.add("duplicate-start-number", sentence, line, 1, player.number)
            continue
        table.rows.append(row)
        table.lines.append(line)
        table.numbers.append(roster.enter(player))
        table.ranks.append(rank or place)
    return table


class Known(dict[Row, int]):
    """The cells of a table that differ, each read once: the texts of one -> its place among them."""

    def __init__(self, read: Callable[..., tuple[int, str, str] | None]) -> None:
        super().__init__()
        self.read, self.cells = read, [NOTHING]

    def __missing__(self, texts: Row) -> int:
        cell = self.read(*texts)
        self[texts] = UNREADABLE_CELL if cell is None else len(self.cells)
        self.cells += [] if cell is None else [cell]
        return self[texts]


def _cells(table: Rows, turns: dict[int, int], three: bool, notes: Notes) -> Cells:
    """What each row says of each round; a cell that cannot be read is told, and empty."""
    known = Known(spread_cell if three else crosstable_cell)
    found: list[int] = []
    places = [turns.get(turn, MISSING) for turn in range(1, 1 + max(turns))]
    blank = 3 + max(places)  # behind all that is read: there stands the round that has no column
    parts = [[blank if at == MISSING else at + more for at in places] for more in range(3 if three else 1)]
    for row in table.rows:
        row = row[:blank] + ("",) * (1 + blank - min(len(row), blank))
        found += map(known.__getitem__, zip(*([row[index] for index in part] for part in parts), strict=True))
    letters = {cell[1] for cell in known.cells if cell[1]}
    pair = language_of(letters) or COLOURS[0]
    colours = {"": NO_COLOUR, pair[0]: WHITE, pair[1]: BLACK}
    readable = np.array([at if cell[1] in colours else UNREADABLE_CELL for at, cell in enumerate(known.cells)])
    cells = readable[found].reshape(len(table.rows), len(places))
    unread = list(zip(*(index.tolist() for index in np.nonzero(cells == UNREADABLE_CELL)), strict=True))
    for at, turn in notes.some("unreadable-cell", unread):
        text = "".join(cell for part in parts for cell in table.rows[at][part[turn] : part[turn] + 1])
        number = table.numbers[at]
        sentence = f"Round {turn + 1} of {number} is “{shown(text)}”, which is no cell of a crosstable."
        if len(letters) > 1 and not letters <= {*pair} and not letters.isdisjoint(text.lower()):
            all_letters = ", ".join(sorted(letters))
            sentence = f"Round {turn + 1} of {number} is “{shown(text)}”: {all_letters} are colours of no one language."
        notes.add("unreadable-cell", sentence, table.lines[at], places[turn] + 1, number, turn + 1)
    opponent = np.array([cell[0] for cell in known.cells], np.int32)[cells]
    colour = np.array([colours.get(cell[1], NO_COLOUR) for cell in known.cells], np.uint8)[cells]
    result = np.array([ord(cell[2]) for cell in known.cells], np.uint8)[cells]
    if pair != COLOURS[0]:
        at, turn = np.argwhere(colour != NO_COLOUR)[0].tolist()
        sentence = f"The colours are written {pair[0]} and {pair[1]}: they are read as white and black."
        notes.add("colour-dialect", sentence, table.lines[at], places[turn] + 1)
    used = (opponent != 0) | (result != NO_RESULT)
    rounds = 1 + max(np.nonzero(used.any(axis=0))[0].tolist(), default=-1)
    line = np.where(used, np.array(table.lines, np.int32)[:, None], 0)
    column = np.where(used, np.array(places, np.int32) + 1, 0)
    return Cells(
        opponent[:, :rounds], colour[:, :rounds], result[:, :rounds], line[:, :rounds], column[:, :rounds]
    )  # fmt: skip


def partners(cells: Cells, numbers: list[int]) -> Places:
    """For each cell the row of its opponent, if the rows have these numbers; -1 where there is none."""
    rows = np.full(1 + max(HIGHEST_NUMBER, *numbers), NOBODY, np.int32)  # above it with a raised limit of players
    rows[numbers] = np.arange(len(numbers))
    found: Places = np.where(cells.opponent > 0, rows[cells.opponent], NOBODY).astype(np.int32)
    return found


def unanswered(cells: Cells, partner: Places) -> int:
    """How many cells name an opponent whose own cell does not answer them."""
    row, turn = np.nonzero(cells.opponent > 0)
    other = partner[row, turn]
    back = (other != NOBODY) & (other != row) & (partner[other, turn] == row)
    mine, theirs = cells.colour[row, turn], cells.colour[other, turn]
    back &= (mine != theirs) | (mine == NO_COLOUR)
    back &= ANSWERS[cells.result[row, turn], cells.result[other, turn]]
    return int(np.count_nonzero(~back))


def _tell_ambiguous(
    sheet: Sheet, at: int, cells: Cells, ways: tuple[Places, Places], names: list[str], open_cells: int, roster: Roster
) -> None:  # fmt: skip
    """Both ways to read the opponents are as good: which games were played is not known."""
    people = list(roster.players.values())
    row, turn = np.argwhere(ways[0] != ways[1])[0].tolist()
    met = [shown(people[way[row, turn]].name) if way[row, turn] >= 0 else "nobody" for way in ways]
    fit = f"leaves {counted(open_cells, 'cell')} without an answer" if open_cells else "fits all cells"
    sentence = (
        f"The opponents may be named by {names[0]} or by {names[1]}; each {fit}. In round {turn + 1} the opponent of "
        f"{shown(people[row].name)} is {met[0]} by {names[0]} and {met[1]} by {names[1]}."
    )
    roster.notes.add("ambiguous-opponents", sentence, sheet.lines[at], int(cells.column[row, turn]))


def _tell_unknown_ranks(table: Rows, cells: Cells, partner: Places, roster: Roster) -> None:
    """Ranks that nobody has; as a start number the same figure might be somebody's."""
    unknown = (cells.opponent > 0) & (partner == NOBODY)
    for row, turn in np.argwhere(unknown).tolist():
        if roster.notes.full("unknown-opponent"):
            continue
        number, line = table.numbers[row], table.lines[row]
        who = f"{number} {shown(roster.players[number].name)}"
        sentence = f"{who} plays rank {cells.opponent[row, turn]} in round {turn + 1}; no player has that rank."
        roster.notes.add("unknown-opponent", sentence, line, int(cells.column[row, turn]), number, turn + 1)
    cells.opponent[unknown] = NOBODY


def _tell_who_won(table: Rows, cells: Cells, partner: Places, notes: Notes) -> None:
    """Make + or - of each K by the opponent's cell; where that does not tell either, it is told."""
    row, turn = np.nonzero(cells.result == ord(NOT_PLAYED))
    other = partner[row, turn]
    answered = (other != NOBODY) & (partner[other, turn] == row)
    ends = np.where(answered[:, None], ENDINGS[cells.result[other, turn]], UNREADABLE)
    told = ends[:, 0] != UNREADABLE
    cells.result[row, turn] = ends[:, 0]
    cells.result[other[told], turn[told]] = ends[told, 1]
    for at, round in zip(row[~told].tolist(), turn[~told].tolist(), strict=True):
        if notes.full("unreadable-cell"):
            continue
        number, line = table.numbers[at], table.lines[at]
        sentence = (
            f"Round {round + 1} of {number} is K, which says that there was no game and not who won; write + or -."
        )
        notes.add("unreadable-cell", sentence, line, int(cells.column[at, round]), number, round + 1)
