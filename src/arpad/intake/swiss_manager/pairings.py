"""Read the pairings of a Swiss-Manager file into cells, and decide whether they can be true.

In: sections whose structure holds. Out: cells, or nothing with the findings that say why: somebody stands twice in a
round or in none, a round has two allocated byes, a result is not known. A code that is not known is never guessed.

The rounds of a report are those that are paired. Later ones hold only players who are already known to be absent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes
from arpad.intake.swiss_manager.sections import BYE, ROW, UNPAIRED, Sections
from arpad.model import BLACK, NO_COLOUR, WHITE, Cells

Bools = npt.NDArray[np.bool_]
CODE = "contradictory-pairings"
CODES = 32  # results beyond are not known
UNKNOWN = 0
GAMES = {0: "  ", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 15: "WL", 16: "DD", 17: "LW"}
EMPTY_BOARD_OF_BLACK, EMPTY_BOARD_OF_WHITE = {4: "+"}, {5: "+"}
ALLOCATED, FREE_ROUND = {0: " ", 9: "U"}, {0: " ", 9: "Z"}  # in a round robin the free round is worth nothing
ABSENT = {0: "Z", 1: "F", 2: "H", 3: "Z"}
"""What each result is in a report, by the opponent; of a game for white and for black."""


def read_pairings(sections: Sections, notes: Notes) -> Cells | None:
    """The cells of all paired rounds; None where they contradict each other."""
    before = notes.total
    rows, turn, rounds = sections.rows, sections.turn, sections.settings.last_paired
    paired = turn < rounds
    _once_in_a_round(sections, paired, notes)
    _one_bye_in_a_round(sections, paired, notes)
    late = ~paired & (rows["black"] != UNPAIRED)
    for row in notes.some(CODE, np.flatnonzero(late).tolist()):
        _tell("unpaired", sections, row, notes, row=_in_round(sections, row))
    result = rows["result"].astype(np.int64)
    white, black = (_codes(sections, side, np.minimum(result, CODES)) for side in (0, 1))
    for row in notes.some(CODE, np.flatnonzero(paired & (white == UNKNOWN)).tolist()):
        _tell("result", sections, row, notes, row=_in_round(sections, row), result=int(result[row]))
    if notes.total > before:
        return None
    return _cells(sections, paired, white, black)


def _codes(sections: Sections, side: int, result: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """For each row the result of one side as a report has it; 0 where the code is not known there."""
    white, black = sections.rows["white"], sections.rows["black"]
    codes = np.zeros(len(result), np.uint8)
    for which, meaning in (
        ((black < UNPAIRED) & (black > 0) & (white > 0), {code: pair[side] for code, pair in GAMES.items()}),
        ((black == 0), EMPTY_BOARD_OF_BLACK),
        ((white == 0), EMPTY_BOARD_OF_WHITE),
        ((black == BYE), FREE_ROUND if sections.round_robin else ALLOCATED),
        ((black == UNPAIRED), ABSENT),
    ):
        table = np.zeros(CODES + 1, np.uint8)
        for code, letter in meaning.items():
            table[code] = ord(letter)
        codes[which] = table[result[which]]
    return codes


def _cells(
    sections: Sections, paired: Bools, white_codes: npt.NDArray[np.uint8], black_codes: npt.NDArray[np.uint8]
) -> Cells:  # fmt: skip
    cells = Cells.empty(len(sections.players), sections.settings.last_paired)
    rows, turn = sections.rows[paired], sections.turn[paired]
    white, black = rows["white"].astype(np.int32), rows["black"].astype(np.int32)
    in_pair = (black < UNPAIRED) & (black > 0) & (white > 0)
    board = black < UNPAIRED  # at a board, if perhaps alone
    sides = ((white, black, WHITE, white_codes[paired]), (black, white, BLACK, black_codes[paired]))
    for own, other, colour, codes in sides:
        present = (own > 0) & (own < UNPAIRED)
        at = own[present] - 1, turn[present]
        cells.opponent[at] = np.where(in_pair, other, 0)[present]
        cells.colour[at] = np.where(board, colour, NO_COLOUR)[present]
        cells.result[at] = codes[present]
        cells.line[at] = own[present]
    return cells


def _once_in_a_round(sections: Sections, paired: Bools, notes: Notes) -> None:
    """Nobody stands twice in a round; in an individual event everybody stands once in each that is paired."""
    size, rounds = len(sections.players) + 1, sections.settings.last_paired
    rows, turn = sections.rows[paired], sections.turn[paired]
    black = np.where(rows["black"] < UNPAIRED, rows["black"], 0)
    places = np.concatenate((turn * size + rows["white"], turn * size + black))
    counts = np.bincount(places, minlength=rounds * size).reshape(rounds, size)[:, 1:]
    wrong = counts > 1 if sections.of_teams else counts != 1
    if not wrong.any():
        return
    ends = np.cumsum([0, *(record.rows for record in sections.rounds)]).tolist()
    places_of = list(zip(*(places.tolist() for places in np.nonzero(wrong)), strict=True))
    for at, player in notes.some(CODE, places_of):
        count, number, (first, end) = int(counts[at, player]), player + 1, ends[at : at + 2]
        if count:
            row = first + int(np.flatnonzero(_names(sections.rows[first:end], number))[-1])
            _tell("twice", sections, row, notes, number=number, count=count)
        else:
            _tell("absent", sections, end, notes, number=number, turn=at + 1)


def _names(rows: npt.NDArray[Any], number: int) -> Bools:
    """The rows in which a player stands."""
    named: Bools = (rows["white"] == number) | (rows["black"] == number)
    return named


def _one_bye_in_a_round(sections: Sections, paired: Bools, notes: Notes) -> None:
    allocated = np.flatnonzero(paired & (sections.rows["black"] == BYE))
    counts = np.bincount(sections.turn[allocated], minlength=1)
    for at in np.flatnonzero(counts > 1).tolist():
        second = allocated[sections.turn[allocated] == at][1].item()
        _tell("byes", sections, second, notes, count=int(counts[at]))


def _in_round(sections: Sections, row: int) -> int:
    """The place of a row in its round, counted from 1."""
    return row + 1 - int(np.searchsorted(sections.turn, sections.turn[row]))


def _tell(which: str, sections: Sections, at: int, notes: Notes, /, **fields: int) -> None:
    turn = fields.pop("turn", 0) or int(sections.turn[at]) + 1
    offset = sections.first_row + at * ROW.itemsize
    notes.find(f"{CODE}/{which}", 0, 0, fields.get("number"), turn, turn=turn, offset=offset, **fields)
