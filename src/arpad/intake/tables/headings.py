"""Recognise what the heading of a table announces: games, pairings of a round, the rounds of a crosstable.

In: rows of cells. Out: which column holds what, and which round a line is the heading of. It reads no game and no
player; what stands below the heading is looked at only to tell a crosstable by rounds from results alone, and to find
the games of a column whose name says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from arpad.frozen import dataclass
from arpad.intake.tables.reader import ROUND_WORDS, columns_of, fold

Row = tuple[str, ...]

TURNS = (
    "rd", "r", "rnd", "round", "runda", "rund", "run", "tura", "тур", "т", "forduló", "ford", "fd", "f", "voor", "v",
    "turno", "tur", "t", "runde", "ronde", "ronda", "rde", "rda", "rond", "kolo", "коло", "kierros", "krs", "tour",
    "omgång", "omgang", "omg", "etapa", "etap", "kör", "kolejka", "rodada", "krog", "kārta", "ratas", "umferð", "раунд",
)  # fmt: skip
"""How the columns of rounds are called: 1.Rd, R1, 1.ford ..."""

_TURN = "|".join(sorted(TURNS, key=len, reverse=True))
_PARTED = "(?:(?:st|nd|rd|th|er|ère|e|ème|a|o|ª|º|°|-?й|-?ий)[ .]+|[ .:#-]*)"
TURN = re.compile(rf"(?:(?P<before>[0-9]{{1,2}}){_PARTED}(?:{_TURN})|(?:{_TURN})[ .:#-]*(?P<after>[0-9]{{1,2}}))[ .:]*")
BARE = re.compile(r"([0-9]{1,2})[ .]*")
COLOURS = ("wb", "ws", "bn", "bc", "бч", "vs", "vm", "wz")
"""The letters of white and black in English, German, Italian, Polish, Ukrainian, Hungarian, Estonian, Dutch."""
LETTERS = frozenset("".join(COLOURS))
_LETTERS = "".join(sorted(LETTERS))
GAME = re.compile(rf"[0-9]{{1,4}}[{_LETTERS}][01½=x5+k-]")  # a cell that nothing but a crosstable has
CELL = re.compile(rf"([0-9]{{1,4}})(?:([{_LETTERS}])([01½=x5+k-]?)|([+k-]))|-([01½=x+k-])|\+|bye")
"""What a cell of a crosstable may be: opponent, colour and result; opponent and forfeit; a minus and a bye ..."""
HALVES = ("0.5", "0,5")  # as a spreadsheet writes a draw
LONGEST = 12  # letters of a cell
NO_CELL = ("", "-", "--", "---", "xxx")
NOUGHT = re.compile(r"-?0(?:[.,]0)?")  # what a spreadsheet makes of -0
FEW = 3  # one cell of so many makes a column one of a crosstable

SIDES = ("white", "black")
OF_A_SIDE = ("number", "id", "rating", "title", "federation")
CELL_RESULTS = {"1": "1", "0": "0", "½": "=", "=": "=", "x": "=", "5": "=", "+": "+", "-": "-", "k": "K"}
ALONE = {"1": "F", "½": "H", "=": "H", "x": "H", "0": "Z", "+": "+", "-": "-", "k": "K"}
CELL_MARKS = ("+", "-", "k", "K")  # of a game that was not played, which needs no colour
NOT_PLAYED = "K"  # for the German *kampflos*: which of the two it was the opponent's cell says
RESULT_ALONE = re.compile(r"(?:0?[.,]5|1/2|[01½=])(?:[ /:|]*+(?:0?[.,]5|1/2|[01½=x+-]))*+")  # never read anew
DAY = re.compile(r"[0-9]{1,4}([./-])\s?[0-9]{1,2}\1\s?[0-9]{1,4}(?![0-9])")
_WORDS = "|".join(sorted((re.escape(word) for word in ROUND_WORDS), key=len, reverse=True))
_NUMBER = r"(?P<{0}>[0-9]{{1,3}})(?![0-9./-]*[0-9])"
ROUND = re.compile(
    rf"(?:(?:{_WORDS})[ .:#-]*{_NUMBER.format('after')}|{_NUMBER.format('before')}[. ]*(?:{_WORDS}))(?!\w)"
)


def round_heading(text: str) -> tuple[int, str] | None:
    """The round and the day of `Round 3 on 2025/09/05 at 16:00`, `3. forduló`; None where it is no such heading."""
    found = ROUND.match(fold(text))
    if not found:
        return None
    day = DAY.search(fold(text), found.end())
    return int(found["after"] or found["before"]), day[0] if day else ""


def game_columns(row: tuple[str, ...]) -> dict[str, int]:
    """The columns of a table of games, or of a list of pairings; nothing where it is neither.

    A list of pairings has the result in the middle, and its columns are called alike on both sides: `No.`, `Name`,
    `Rtg`. What only one side has is of the game, such as the number of the board.
    """
    known = columns_of(row)
    middle = known.get("result", len(row))
    left, right = columns_of(row[:middle]), columns_of(row[middle + 1 :])
    white, black = left.get("white", left.get("name")), right.get("black", right.get("name"))
    named = {name: at for name, at in known.items() if name in ("round", "date", "result") or name[:5] in SIDES}
    if middle == len(row) or white is None or black is None:
        return named if {"white", "black", "result"} <= set(named) else {}
    named |= {"white": white, "black": middle + 1 + black}
    for what in OF_A_SIDE:
        if what in left and what in right:
            named.setdefault(f"white {what}", left[what])
            named.setdefault(f"black {what}", middle + 1 + right[what])
    return named


def round_columns(row: tuple[str, ...]) -> dict[int, int]:
    """The columns of a crosstable's rounds: `1.Rd.`, `1.Rd`, `R1`, `Rd 1`, `1.ford`, or the bare numbers 1, 2, 3 ...

    The number is the round, whatever the order. Rounds that have a name may leave others out; bare numbers may not,
    because they may be numbers of anything.
    """
    found: dict[int, int] = {}
    bare: dict[int, int] = {}
    for index, cell in enumerate(row):
        text = fold(cell)
        if named := TURN.fullmatch(text):
            found.setdefault(int(named["before"] or named["after"]), index)
        elif figures := BARE.fullmatch(text):
            bare.setdefault(int(figures[1]), index)
    found.pop(0, None)
    return dict(sorted((found or (bare if complete(bare) else {})).items()))


def complete(turns: dict[int, int]) -> bool:
    """Whether no round is left out."""
    return set(turns) == set(range(1, len(turns) + 1))


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in a column below its heading: the cells that hold something, and the row of the first of them."""

    row: Row
    cells: list[str] = field(default_factory=list)


def columns_below(rows: tuple[Row, ...]) -> dict[int, Column]:
    """The columns in which something stands. Each cell is looked at once, however many columns the heading has."""
    found: dict[int, Column] = {}
    for row in rows:
        for index, cell in enumerate(row):
            if cell:
                if index not in found:
                    found[index] = Column(row)
                found[index].cells.append(cell)
    return found


def spread(turns: dict[int, int], header: Row, below: Mapping[int, Column]) -> bool:
    """Whether a round has three columns: opponent, colour, result. Two of them have no heading; of a single round,
    which may be the last column of all, the colours tell."""
    if any(cell for index in turns.values() for cell in header[index + 1 : index + 3]):
        return False
    return len(turns) > 1 or all(_coloured(index + 1, below) for index in turns.values())


def _coloured(index: int, below: Mapping[int, Column]) -> bool:
    """Whether a column holds the colours of a round."""
    colours = {fold(cell) for cell in {*below[index].cells}} - {"-"} if index in below else set()
    return bool(colours) and bool(language_of(colours))


def language_of(letters: set[str]) -> str:
    """The letters of white and black where a table uses these, both of a language or English ones; nothing where it
    uses others."""
    return next((pair for pair in COLOURS if letters == {*pair}), COLOURS[0] if letters <= {*COLOURS[0]} else "")


def example_of_a_game(index: int, header: Row, below: Mapping[int, Column]) -> str:
    """A cell of a column that holds games as those of a crosstable are written, whatever it is called; or nothing."""
    if index not in below:
        return ""
    counts = Counter(below[index].cells)
    games = [cell for cell in counts if GAME.fullmatch("".join(cell.split()).casefold())]
    if games and sum(counts[cell] for cell in games) * FEW >= counts.total():
        return games[0]
    if header[index] and len(header) > index + 2 and not any(header[index + 1 : index + 3]):
        numbered = all(cell.isdigit() or cell == "-" for cell in counts)
        if numbered and _coloured(index + 1, below):
            return " ".join(below[index].row[index : index + 3])
    return ""


def results_alone(rows: tuple[tuple[str, ...], ...], turns: dict[int, int]) -> bool:
    """Whether columns, one to a round, hold results and no opponents, as the matrix of a round robin does."""
    cells = {row[index] for row in rows for index in turns.values() if index < len(row)}
    met = any(read is not None and read[0] for read in map(crosstable_cell, cells))
    return not met and any(RESULT_ALONE.fullmatch(fold(cell)) for cell in cells)


def spread_cell(opponent: str, colour: str, result: str) -> tuple[int, str, str] | None:
    """The same of three cells: `81;b;1`, a forfeit `82;-;-`, a bye `-;-;x`; a minus is for what there is not."""
    alone = opponent in ("", "-", "0")
    plain = "" if colour == "-" else fold(colour)
    if not (alone or opponent.isdigit()) or plain not in {"", *LETTERS} or (alone and plain):
        return None
    if alone:
        return crosstable_cell(f"-{result}") if result else crosstable_cell("")
    return crosstable_cell(f"{opponent}{plain}{result}") if plain or result in CELL_MARKS else None


def crosstable_cell(text: str) -> tuple[int, str, str] | None:
    """Opponent, letter of the colour and result of `54b1`, `29w½`, `12+`, `-1`, `bye`; nothing for an empty cell; None
    otherwise."""
    if len(text) > LONGEST and " " not in text:
        return None
    plain = "".join(text.split()).lower().replace("*", "")
    if plain.endswith(HALVES):
        plain = f"{plain[:-3]}½"
    if plain in NO_CELL:
        return 0, "", " "
    if NOUGHT.fullmatch(plain):
        plain = "-0"
    found = CELL.fullmatch(plain)
    if not found:
        return None
    opponent, colour, result, unplayed, alone = found.groups()
    if opponent:
        return int(opponent), colour or "", CELL_RESULTS[unplayed or result] if unplayed or result else " "
    return 0, "", ALONE[alone] if alone else "+" if plain == "+" else "U"
