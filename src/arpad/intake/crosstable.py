"""Decide whether the cells of a report agree with each other.

A game stands twice in a report, once on each player's line. In: players and cells. Out: findings. Every cell that names
an opponent must be named by him in the same round, the colours must differ, and the two results must be able to stand
together: half a point to nothing and nothing to nothing may, one to a half may not. Where two cells cannot both be true
the report is refused; nothing is repaired. A cause is told once: what follows from it, a cell that is not answered
because the other one is wrong, is not told again.

All cells are compared at once; only what disagrees is put into words.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.digits import integer
from arpad.intake.trf.layout import CELL_COLUMNS, Column
from arpad.model import BLACK, BYES, NO_COLOUR, NO_RESULT, UNREADABLE, WHITE, Report

OPPONENT, COLOUR, RESULT = CELL_COLUMNS
FORFEIT_PAIRS = {("+", "-"), ("-", "+"), ("-", "-")}
PLAYED_PAIRS = {("1", "0"), ("0", "1"), ("=", "="), ("0", "0"), ("=", "0"), ("0", "=")}
SHORT_PAIRS = {("W", "L"), ("L", "W"), ("D", "D"), ("L", "L"), ("D", "L"), ("L", "D")}


def possible_pairs() -> npt.NDArray[np.bool_]:
    """For two result codes whether they can stand for one game."""
    table = np.zeros((256, 256), np.bool_)
    for result, answer in FORFEIT_PAIRS | PLAYED_PAIRS | SHORT_PAIRS | {(" ", " ")}:
        table[ord(result), ord(answer)] = True
    return table


POSSIBLE = possible_pairs()


LOSS, DRAW = ord("0"), ord("=")
LINES_WITHOUT_A_NUMBER = ("unreadable-start-number", "nearly-a-player", "duplicate-start-number")
SEVERAL = 3  # results against players who are not there, from which on the file may be cut
USUAL = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}  # a result and its answer
BLACK_BIT, WHITE_BIT = 16, 32  # above the ranks of the results
NOBODY_SAYS = 255
TELLING_OPEN_GAMES = frozenset({"vega-pgn"})  # forms whose readers tell how many games have no result
HIGHEST = 1 << 15  # start number for which a place is looked up


def table(codes: dict[int, int], default: int = 0) -> bytes:
    """For each character what it is translated to, and what all others are."""
    return bytes(codes.get(code, default) for code in range(256))


RANKS = {ord(result): rank for rank, result in enumerate(USUAL, 1)}
COLOURS, RESULTS = table({WHITE: WHITE_BIT, BLACK: BLACK_BIT}), table(RANKS)
ANSWERS = table({
    mine | RANKS[ord(result)]: theirs | RANKS[ord(answer)]
    for mine, theirs in ((WHITE_BIT, BLACK_BIT), (BLACK_BIT, WHITE_BIT)) for result, answer in USUAL.items()
}, default=NOBODY_SAYS)  # fmt: skip
"""What a cell says of colour and result in one byte, and for each such byte what the opponent's cell must say."""


def among(codes: str) -> npt.NDArray[np.bool_]:
    """For each character whether it is one of these codes."""
    table = np.zeros(256, np.bool_)
    table[[ord(code) for code in codes]] = True
    return table


IS_BYE, IS_OVER_THE_BOARD, IS_GAME = among(BYES), among("1=0"), among("1=0WDL")
MAY_STAND_ALONE = f"+- {BYES}".encode()


@dataclass(frozen=True)
class Meetings:
    """Cells that name an opponent of the report: whose they are, the round, and the opponent's row."""

    row: npt.NDArray[np.intp]
    turn: npt.NDArray[np.intp]
    other: npt.NDArray[np.int32]

    def take(self, mask: npt.NDArray[np.bool_]) -> Meetings:
        return Meetings(self.row[mask], self.turn[mask], self.other[mask])


@dataclass(frozen=True)
class Doubts:
    """What the cells leave open: the rows whose sum of points says nothing, and the pairs of half a point and none."""

    rows: frozenset[int] = frozenset()
    uneven: tuple[tuple[int, int, int], ...] = ()  # the row of the half point, the other row, the round counted from 0
    cut: bool = False  # told that players at its end are missing


NO_DOUBTS = Doubts()


def check_cells(report: Report, start_numbers: list[int], notes: Notes) -> Doubts:
    """All findings about single cells and about pairs of cells, of players who have these start numbers."""
    cells = report.cells
    if not cells.rounds or not report.players:
        return NO_DOUBTS
    _several_byes(report, notes)
    if _nothing_to_say(report, start_numbers):
        return NO_DOUBTS
    numbers = np.array(start_numbers, np.int32)
    partner = report.partner_rows()
    shared = _not_alone(numbers)
    own = (cells.opponent == numbers[:, None]) & (cells.opponent > 0) & ~shared[:, None]
    lines = notes.lines("misaligned-columns")  # what such a line says of its games is not judged
    slipped = np.array([player.line in lines for player in report.players], np.bool_)
    nobody = np.isin(numbers, np.array(sorted(report.phantoms), np.int32))  # any number of players may have no opponent
    unknown = (cells.opponent > 0) & (partner < 0) & ~slipped[:, None]
    lost_lines = sum(len(notes.lines(code)) for code in LINES_WITHOUT_A_NUMBER)
    explained = len({*cells.opponent[unknown].tolist()}) <= lost_lines
    cut = not explained and _is_cut(report, unknown, notes)
    wrong = _single(report, MarkedCells(own, unknown, slipped, explained or cut), notes)
    row, turn = np.nonzero((partner >= 0) & ~own)
    other = partner[row, turn]
    meetings = Meetings(row, turn, other)
    mirrored = cells.opponent[other, turn] == numbers[row]
    lost = slipped | nobody | (numbers == 0) | shared
    silent = lost[row] | lost[other] | (cells.opponent[other, turn] < 0)
    doubted = _unanswered(report, numbers, meetings.take(~mirrored & ~silent), wrong, notes)
    once = mirrored & ~lost[row] & ~lost[other] & (row < other)
    uneven, mismatched = _pairs(report, meetings.take(once), notes)
    doubted |= mismatched | set(np.flatnonzero((wrong | (cells.opponent < 0)).any(axis=1)).tolist())
    return Doubts(frozenset(doubted), tuple(uneven), cut)


def _not_alone(numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """The rows whose number another row has, too: whom an opponent means nobody knows, and the number is refused."""
    _, which, count = np.unique(numbers, return_inverse=True, return_counts=True)
    several: npt.NDArray[np.bool_] = count[which] > 1
    return several


def _nothing_to_say(report: Report, numbers: list[int]) -> bool:
    """Whether every game stands on both lines with opposite colours and the usual two results, found fast.

    The opponent's cell must name the player, and its colour and result, packed into one byte, must be the answer to
    his. No answer has a finding, so it can only be true where there is none.
    """
    players, rounds = report.cells.opponent.shape
    opponent, colour, result = report.cells.opponent, report.cells.colour, report.cells.result
    in_order = list(range(1, players + 1))
    if numbers != in_order:  # take the players in order, and each number for its place in it
        rows, named = np.argsort(numbers), np.count_nonzero(opponent)
        if len({*numbers}) < players or min(numbers) < 1 or max(numbers) > HIGHEST:
            return False
        places = np.zeros(max(numbers) + 2, np.int32)
        places[np.array(numbers)[rows]] = in_order
        opponent, colour, result = places.take(opponent[rows], mode="clip"), colour[rows], result[rows]
        if np.count_nonzero(opponent) < named:  # an opponent who does not exist
            return False
    opponent, result = opponent.reshape(-1), result.reshape(-1)
    alone = opponent == 0
    if result[alone].tobytes().translate(None, MAY_STAND_ALONE):
        return False
    colours, results = colour.tobytes().translate(COLOURS), result.tobytes().translate(RESULTS)
    says = np.frombuffer(colours, np.uint8) | np.frombuffer(results, np.uint8)
    answers = np.frombuffer(says.tobytes().translate(ANSWERS), np.uint8)
    own, turn = (places[: len(says)] for places in _places(1 << players.bit_length(), rounds))
    theirs = opponent * rounds
    theirs += turn  # the cell in the same round of the opponent's line
    try:
        agreed = says.take(theirs) == answers
    except IndexError:  # an opponent who does not exist
        return False
    agreed &= opponent.take(theirs) == own
    agreed |= alone
    return b"\x00" not in agreed.tobytes()


@lru_cache(16)
def _places(players: int, rounds: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Of each cell, a line after the other: the place of its player, and its round, counted back from the last."""
    own, turns = np.arange(1, players + 1, dtype=np.int32), np.arange(-rounds, 0, dtype=np.int32)
    return own.repeat(rounds), np.tile(turns, players)


def _several_byes(report: Report, notes: Notes) -> None:
    """More than one bye that the pairing allocates, in a round of an individual event."""
    if report.teams or report.cells.result.tobytes().count(b"U") < 2:
        return
    allocated = report.cells.result == ord("U")
    for turn in np.nonzero(allocated.sum(axis=0) > 1)[0]:
        rows = np.nonzero(allocated[:, turn])[0]
        at = rows[1], turn
        column, number = _column(report, int(rows[1]), int(turn), RESULT), int(turn) + 1
        line = report.cells.line[at]
        notes.find("several-allocated-byes", line, column, round=number, count=len(rows), turn=number)


def _column(report: Report, row: int, turn: int, part: Column) -> int:
    """The column in which a part of a cell stands; in a table the cell is one column."""
    first = int(report.cells.column[row, turn])
    return first + part.first - 1 if first and report.form.startswith("trf") else first


def _who(report: Report, row: int) -> str:
    player = report.players[row]
    return f"{player.number} {shown(player.name)}".rstrip()


@dataclass(frozen=True)
class MarkedCells:
    """Cells that name the player, and cells that name nobody of the report; and the lines that have slipped."""

    own: npt.NDArray[np.bool_]
    unknown: npt.NDArray[np.bool_]
    slipped: npt.NDArray[np.bool_]
    explained: bool  # another finding says why there are unknown opponents


def _single(report: Report, marked: MarkedCells, notes: Notes) -> npt.NDArray[np.bool_]:
    """What one cell says by itself, of the lines that have not slipped; which cells are wrong by themselves."""
    cells, own, unknown, slipped = report.cells, marked.own, marked.unknown, marked.slipped
    is_bye = IS_BYE[cells.result]
    alone = cells.opponent == 0
    over_the_board = IS_GAME[cells.result]
    wrong: npt.NDArray[np.bool_] = (own | unknown | (over_the_board & alone)) & ~slipped[:, None]
    for mask, code, at in (
        (own, "own-opponent", OPPONENT),
        (unknown & (not marked.explained), "unknown-opponent", OPPONENT),
        (is_bye & ~alone, "bye-with-opponent", RESULT),
        (over_the_board & alone, "result-without-opponent", RESULT),
    ):
        for row, turn in zip(*np.nonzero(mask & ~slipped[:, None]), strict=True):
            if notes.full(code):
                continue
            number = int(turn) + 1
            opponent, result = int(cells.opponent[row, turn]), chr(cells.result[row, turn])
            place = cells.line[row, turn], _column(report, row, turn, at), report.players[row].number, number
            notes.find(code, *place, who=_who(report, row), turn=number, opponent=opponent, result=result)
    return wrong


def _is_cut(report: Report, unknown: npt.NDArray[np.bool_], notes: Notes) -> bool:
    """Whether the file announces the players who are not there, which is told once."""
    rows, turns = np.nonzero(unknown)
    missing = {*report.cells.opponent[rows, turns].tolist()}
    announced = next((integer(printed.text) for printed in report.printed if printed.name == "players"), None) or 0
    players = len(report.players)
    gone, highest = announced - players, max((player.number for player in report.players), default=0)
    several = len(rows) >= SEVERAL or (gone >= SEVERAL and min(missing, default=0) > highest)
    if not several or not len(missing) <= gone or max(missing) > announced:
        return False
    cut = {"announced": announced, "players": players, "results": len(rows), "missing": len(missing)}
    notes.find("unknown-opponent/cut", **cut, last=len(report.sent.texts))  # of the whole file: it is told first
    return True


def _unanswered(
    report: Report, numbers: npt.NDArray[np.int32], meetings: Meetings, wrong: npt.NDArray[np.bool_], notes: Notes
) -> set[int]:  # fmt: skip
    """Cells whose opponent does not name them: he says nothing of the game, or he played somebody else. Where the
    opponent's own cell is wrong, that is told and nothing more. The rows that this leaves in doubt."""
    cells = report.cells
    rows, turns, others = meetings.row, meetings.turn, meetings.other
    third = report.partner_rows()[others, turns]  # whom the opponent names
    both_say_so = (third >= 0) & (third != others) & (cells.opponent[third, turns] == numbers[others])
    wrong = wrong.copy()
    wrong[rows[both_say_so], turns[both_say_so]] = True
    for index, confirmed in enumerate(both_say_so.tolist()):
        if not confirmed and wrong[others[index], turns[index]]:
            continue
        code = "two-games-in-a-round" if confirmed else "one-sided-result"
        if notes.full(code):
            continue
        row, turn, other = rows[index], turns[index], others[index]
        named, number = int(cells.opponent[other, turn]), int(turn) + 1
        place = cells.line[row, turn], cells.column[row, turn], int(numbers[row]), number
        notes.find(
            code if confirmed else f"{code}/another" if named > 0 else f"{code}/nobody", *place,
            who=_who(report, row), opponent=int(numbers[other]), turn=number, other=_who(report, int(other)),
            other_line=report.players[other].line, named=named,
        )  # fmt: skip
    return {*rows.tolist(), *others.tolist()}


def _pairs(report: Report, meetings: Meetings, notes: Notes) -> tuple[list[tuple[int, int, int]], set[int]]:
    """Cells that name each other: colours and results. The pairs of half a point and none, and the rows in doubt."""
    cells, row, turn, other = report.cells, meetings.row, meetings.turn, meetings.other
    results, answers = cells.result[row, turn], cells.result[other, turn]
    mine, theirs = cells.colour[row, turn], cells.colour[other, turn]
    bye = IS_BYE[results] | IS_BYE[answers]
    readable = (results != UNREADABLE) & (answers != UNREADABLE) & ~bye
    half = readable & ((results == NO_RESULT) != (answers == NO_RESULT))
    wrong = readable & ~half & ~POSSIBLE[results, answers]
    told_by_the_reader = report.form in TELLING_OPEN_GAMES
    open_game = readable & (results == NO_RESULT) & (answers == NO_RESULT) & (not told_by_the_reader)
    same = (mine == theirs) & (mine != NO_COLOUR)
    over_the_board = readable & IS_OVER_THE_BOARD[results]
    colourless = (mine == NO_COLOUR) & (theirs == NO_COLOUR) & over_the_board
    half_coloured = ((mine == NO_COLOUR) != (theirs == NO_COLOUR)) & over_the_board
    for mask, code, at in (
        (half, "one-sided-result", RESULT),
        (wrong, "contradictory-result", RESULT),
        (open_game, "missing-result", RESULT),
        (same, "same-colour", COLOUR),
        (colourless | half_coloured, "missing-colour", COLOUR),
    ):
        for index in np.nonzero(mask)[0]:
            if notes.full(code):
                continue
            a, b, t = int(row[index]), int(other[index]), int(turn[index])
            place = cells.line[a, t], _column(report, a, t, at), report.players[a].number, t + 1
            game: dict[str, Any] = {
                "who": _who(report, a),
                "other": _who(report, b),
                "other_line": report.players[b].line,
            }
            result, answer = chr(results[index]), chr(answers[index])
            if code == "one-sided-result":
                notes.find("one-sided-result/half", *place, **game, turn=t + 1, result=(result + answer).strip())
            elif code == "same-colour":
                which = "white" if mine[index] == WHITE else "black"
                notes.find(f"same-colour/{which}", *place, **game, turn=t + 1)
            else:
                notes.find(code, *place, **game, turn=t + 1, result=result, answer=answer)
    doubted = half | wrong | bye | open_game
    uneven = readable & (np.minimum(results, answers) == LOSS) & (np.maximum(results, answers) == DRAW)
    halves = np.where(results == DRAW, row, other)[uneven], np.where(results == DRAW, other, row)[uneven]
    pairs = list(zip(halves[0].tolist(), halves[1].tolist(), turn[uneven].tolist(), strict=True))
    return pairs, {*row[doubted].tolist(), *other[doubted].tolist()}
