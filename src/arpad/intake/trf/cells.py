"""Read the cells of a report: opponent, colour and result of every player in every round, all at once.

In: the letters of the records 001 behind their fields. Out: a `Cells` of arrays, and for each line whose cells slip out
of their columns the column where they do. The rounds are cut from one block of characters; only what is odd is put into
words. Colours in French and Dutch and the half-point bye of the first version of the format are read, and told.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.digits import BLANK, ZERO, integer, numbers
from arpad.intake.trf.layout import CELL_SEPARATORS, CELL_WIDTH, FIRST_CELL, RESULT_CODES
from arpad.model import BLACK, NO_COLOUR, NO_RESULT, UNREADABLE, WHITE, Cells

HEAD = FIRST_CELL - 1  # columns before the first cell


def rounds_of(longest: int, numbers: list[int], lines: list[str], notes: Notes, limits: Limits) -> int:
    """For how many rounds the lines have room, of which the longest has so many letters."""
    rounds = max(0, -(-(longest - HEAD) // CELL_WIDTH))
    if rounds <= limits.rounds:
        return rounds
    first = next(row for row, line in enumerate(lines) if len(line) > HEAD + limits.rounds * CELL_WIDTH)
    column = FIRST_CELL + limits.rounds * CELL_WIDTH
    notes.find("too-many-rounds", numbers[first], column, rounds=rounds, limit=limits.rounds)
    return limits.rounds


def read_cells(
    letters: bytes, numbers_of: list[int], texts: list[str], rounds: int, notes: Notes
) -> tuple[Cells, dict[int, int], set[int]]:  # fmt: skip
    """The cells; for each row whose cells slip out of their columns the column where they do; and the rows whose
    cells say something that was not read.

    In: the letters of all cells, a line after the other, and the lines themselves with their numbers.
    """
    if not rounds:
        return Cells.empty(len(texts), 0), {}, set()
    letters = letters.replace(b"\xa0", b" ")
    lines_of = np.array(numbers_of, np.int32)
    strict = _strict(letters, lines_of, rounds)
    if strict is not None:
        return strict, {}, set()
    block = np.frombuffer(letters, np.uint8).reshape(len(texts), rounds, CELL_WIDTH)

    opponent = numbers(block[:, :, :4])
    colour, colour_read = COLOUR_OF[block[:, :, 5]], COLOUR_OF[block[:, :, 5]] != 0
    result = RESULT_OF[block[:, :, 7]]
    separators = block[:, :, [column - 1 for column in CELL_SEPARATORS]] != BLANK
    filled = separators.any(axis=2)
    line_of, column = _places(lines_of, rounds)

    slipped = ((filled & ((opponent < 0) | ~colour_read | (result == UNREADABLE))) | _cut_numbers(block)).any(axis=1)
    slipped |= separators.sum(axis=(1, 2)) > 1
    slips: dict[int, int] = {}
    more = set(np.nonzero(filled.any(axis=1))[0].tolist())
    for row in sorted(more):
        turn = int(np.argmax(filled[row]))
        place = int(np.argmax(block[row, turn, [c - 1 for c in CELL_SEPARATORS]] != BLANK))
        at = int(column[row, turn]) + CELL_SEPARATORS[place] - 1
        if slipped[row]:
            slips[row] = at
        else:
            who, letter = texts[row][4:8].strip(), shown(texts[row][at - 1])
            where = lines_of[row], at, integer(who), turn + 1
            notes.find("filled-separator/cells", *where, printed=shown(who), letter=letter, at=at)
    colour = _dialect(colour, lines_of, notes)
    sound = ~slipped[:, None]
    numbered = [text[4:8].strip() for text in texts]
    for bad, code, first, last in (
        ((opponent < 0) & sound, "unreadable-opponent", 0, 4),
        ((colour == 0) & sound, "unreadable-colour", 5, 6),
        ((result == UNREADABLE) & sound, "unreadable-result", 7, 8),
    ):
        for row, turn in zip(*np.nonzero(bad), strict=True):
            more.add(int(row))
            if notes.full(code):
                continue
            at = HEAD + int(turn) * CELL_WIDTH
            text, number = texts[row][at + first : at + last].strip(), int(turn) + 1
            where = lines_of[row], at + first + 1, integer(numbered[row]), number
            notes.find(code, *where, printed=shown(numbered[row]), text=shown(text), turn=number)
    colour[colour == 0] = UNREADABLE
    result = _old_byes(opponent, colour, result, lines_of, notes)
    used = np.nonzero(((opponent != 0) | (result != NO_RESULT) | (colour != NO_COLOUR)).any(axis=0))[0]
    last = int(used[-1]) + 1 if len(used) else 0
    kept = np.s_[:, :last]
    return Cells(opponent[kept], colour[kept], result[kept], line_of[kept], column[kept]), slips, more


def _cut_numbers(block: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """The cells whose number goes on, as figures, in the separator behind it or in the one in front."""
    figure = (block - np.uint8(ZERO)) < 10  # wraps: what stands below the digits becomes large
    cut = figure[:, :, 3] & figure[:, :, 4]
    cut[:, 1:] |= figure[:, :-1, 9] & figure[:, 1:, 0]
    return cut


def _places(lines: npt.NDArray[np.int32], rounds: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Line and column of every cell: views of one line number per row and one column per round, not to be changed."""
    shape = len(lines), rounds
    columns = np.arange(FIRST_CELL, FIRST_CELL + rounds * CELL_WIDTH, CELL_WIDTH, dtype=np.int32)
    lines.setflags(write=False)
    columns.setflags(write=False)
    return np.ndarray(shape, np.int32, lines, 0, (4, 0)), np.ndarray(shape, np.int32, columns, 0, (0, 4))


def _table(codes: dict[str, int], default: int) -> npt.NDArray[np.uint8]:
    table = np.full(256, default, np.uint8)
    for letter, value in codes.items():
        table[ord(letter)] = value
    return table


HALF_POINT_BYE, ZERO_POINT_BYE = ord("H"), ord("Z")
OLD_BYES = ((ord("="), HALF_POINT_BYE, "old-bye"), (ord("0"), ZERO_POINT_BYE, "old-bye/zero"))
DUTCH = "colour-dialect/dutch"
FRENCH_BLACK, DUTCH_BLACK = ord("N"), ord("Z")
COLOUR_OF = _table(
    {"w": WHITE, "W": WHITE, "b": BLACK, "B": BLACK, "-": NO_COLOUR, " ": NO_COLOUR}
    | {"n": FRENCH_BLACK, "N": FRENCH_BLACK, "z": DUTCH_BLACK, "Z": DUTCH_BLACK},
    0,
)  # fmt: skip
RESULT_OF = _table(
    {letter: ord(code) for code in RESULT_CODES for letter in (code, code.lower())} | {" ": NO_RESULT},
    UNREADABLE,
)  # fmt: skip


ODD, SIGNS = 255, b" 0123456789"  # what is none of the signs that a number is written with
FIGURES = bytes(SIGNS.index(code) if code in SIGNS else ODD for code in range(256))
PLACES = len(SIGNS) ** np.arange(3, -1, -1)  # four signs are a number to the base of eleven
NUMBER_AT = numbers(np.frombuffer(SIGNS, np.uint8)[np.indices([len(SIGNS)] * 4, np.uint8).reshape(4, -1).T])
"""For each field of four signs the number that it is, or -1."""
NO_NUMBER = np.int32(-1).tobytes()
COLOURS, RESULTS = COLOUR_OF.tobytes(), RESULT_OF.tobytes()


def _strict(letters: bytes, lines: npt.NDArray[np.int32], rounds: int) -> Cells | None:
    """The cells where all of them are written as specified; None where one must be looked at closely.

    It reads by the same tables as the careful way, a column of characters at a time.
    """
    column = [letters[place::CELL_WIDTH] for place in range(CELL_WIDTH)]
    if not column[4] == column[6] == column[8] == column[9] == b" " * len(column[9]):
        return None
    colour, result = column[5].translate(COLOURS), column[7].translate(RESULTS)
    if colour.translate(None, b"wb-") or UNREADABLE in result or result[rounds - 1 :: rounds].isspace():
        return None
    signs = b"".join(column[:4]).translate(FIGURES)
    if ODD in signs:
        return None
    opponent = NUMBER_AT.take(PLACES.dot(np.frombuffer(signs, np.uint8).reshape(4, -1)))
    results = np.frombuffer(result, np.uint8)
    alone = results[opponent == 0].tobytes()
    if NO_NUMBER in opponent.tobytes() or b"=" in alone or b"0" in alone:
        return None
    shape = len(lines), rounds
    return Cells(
        opponent.reshape(shape), np.frombuffer(colour, np.uint8).reshape(shape), results.reshape(shape),
        *_places(lines, rounds),
    )  # fmt: skip


def _dialect(colour: npt.NDArray[np.uint8], lines: npt.NDArray[np.int32], notes: Notes) -> npt.NDArray[np.uint8]:
    """Read the colours N and B (noir and blanc), or W and Z (wit and zwart), where a file uses them throughout; an N
    beside a w, and a Z beside a b, is unreadable."""
    noir, zwart = colour == FRENCH_BLACK, colour == DUTCH_BLACK
    if not noir.any() and not zwart.any():
        return colour
    french = not (zwart | (colour == WHITE)).any()
    if not french and (noir | (colour == BLACK)).any():
        return np.where(noir | zwart, 0, colour).astype(np.uint8)
    row, turn = (int(index[0]) for index in np.nonzero(noir | zwart))
    notes.find("colour-dialect" if french else DUTCH, lines[row], FIRST_CELL + turn * CELL_WIDTH + 5)
    white = np.where(colour == BLACK, WHITE, colour) if french else colour
    return np.where(noir | zwart, BLACK, white).astype(np.uint8)


def _old_byes(
    opponent: npt.NDArray[np.int32], colour: npt.NDArray[np.uint8], result: npt.NDArray[np.uint8],
    lines: npt.NDArray[np.int32], notes: Notes,
) -> npt.NDArray[np.uint8]:  # fmt: skip
    """Read = and 0 without an opponent and a colour as byes, for which the first version of the format had no code."""
    for printed, code, message in OLD_BYES:
        old = (opponent == 0) & (result == printed) & ((colour == NO_COLOUR) | (code == HALF_POINT_BYE))
        if old.any():
            row, turn = (int(index[0]) for index in np.nonzero(old))
            notes.find_once(message, int(old.sum()), lines[row], FIRST_CELL + turn * CELL_WIDTH + 7)
            result = np.where(old, code, result).astype(np.uint8)
    return result


ENGLISH = {"N": "b", "n": "b", "B": "w", "b": "w", "Z": "b", "z": "b"}  # no file has a B beside a Z


def in_english(line: str) -> str:
    """A line that is kept as it stood, with its colour letters in the language in which the others are written."""
    letters = list(line)
    for at in range(HEAD + 5, len(letters), CELL_WIDTH):
        letters[at] = ENGLISH.get(letters[at], letters[at])
    return "".join(letters)
