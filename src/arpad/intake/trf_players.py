"""Read the player records: ten fields each, and one cell per round.

In: the lines of the records 001 with their line numbers. Out: the players and their cells. The fields are cut one by
one; the cells, which are nearly all of a report, are cut for all players and rounds at once from a matrix of
characters. A line whose columns slip is told apart from one that merely has something between two fields: only in the
first can the fields after it not be read.

Whether the cells agree with each other is decided in `crosstable`; what the values mean together in `structure`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, counted, shown
from arpad.intake.dates import FIRST_YEAR, LAST_YEAR, birth, civil
from arpad.intake.decode import Limits
from arpad.intake.digits import BLANK, integer, numbers
from arpad.intake.trf_layout import (
    CELL_SEPARATORS,
    CELL_WIDTH,
    FIRST_CELL,
    PLAYER_COLUMN,
    PLAYER_FIRST,
    PLAYER_SEPARATORS,
    RESULT_CODES,
    SEXES,
    TITLE_LETTERS,
    TITLES,
)
from arpad.model import BLACK, NO_COLOUR, NO_RESULT, UNREADABLE, WHITE, Cells, Player

HEAD = FIRST_CELL - 1  # columns before the first cell
CUTS = {name: (column.first - 1, column.last) for name, column in PLAYER_COLUMN.items()}
SEPARATORS = tuple(column - 1 for column in PLAYER_SEPARATORS)


@dataclass(slots=True)
class Leniencies:
    """What was read although it is written otherwise than specified: told once per file, with a place and a count."""

    notes: Notes
    seen: dict[str, tuple[int, int, int, str]]

    def add(self, code: str, line: int, column: int, what: str) -> None:
        count = self.seen[code][0] if code in self.seen else 0
        self.seen[code] = (count + 1, *(self.seen[code][1:] if count else (line, column, what)))

    def tell(self) -> None:
        for code, (count, line, column, what) in self.seen.items():
            more = f" ({count} times in the file)" if count > 1 else ""
            self.notes.add(code, f"{what}{more}.", line, column)


def read_players(lines: list[tuple[int, str]], notes: Notes, limits: Limits) -> tuple[tuple[Player, ...], Cells]:
    """Players in the order of their lines, and their cells."""
    if len(lines) > limits.players:
        sentence = f"The file has {counted(len(lines), 'player')}; the limit is {limits.players:,}."
        notes.add("too-many-players", sentence, lines[limits.players][0])
        lines = lines[: limits.players]
    texts = [line.rstrip() for _, line in lines]
    cells, slips = _cells(lines, texts, notes, limits)
    lenient = Leniencies(notes, {})
    longest = HEAD + limits.rounds * CELL_WIDTH
    players = tuple(
        (row not in slips and len(text) <= longest and _strict(number, text))
        or _player(number, text, slips.get(row, 0), longest, notes, lenient)
        for row, ((number, _), text) in enumerate(zip(lines, texts, strict=True))
    )
    lenient.tell()
    if notes.has("colour-dialect"):
        players = tuple(replace(player, verbatim=_in_english(player.verbatim)) for player in players)
    return players, cells


def _in_english(line: str) -> str:
    """A line that is kept as it stood, with its colour letters in the language in which the others are written."""
    letters = list(line)
    for at in range(HEAD + 5, len(letters), CELL_WIDTH):
        letters[at] = {"N": "b", "n": "b", "B": "w", "b": "w"}.get(letters[at], letters[at])
    return "".join(letters)


STRICT = re.compile(
    r"001 ([ 0-9]{4}) ([mw ])(   | GM| IM| FM| CM|WGM|WIM|WFM|WCM) (.{33}) ([ 0-9]{4}) ([A-Z]{3}|   ) ([ 0-9]{11}) "
    r"([0-9]{4})/([0-9]{2})/([0-9]{2}) ([ 0-9]{2}\.[0-9]) ([ 0-9]{4})(?:  |$)"
)
"""A line in which every field is written as specified: most lines, and they need not be questioned field by field."""

FIRST_BORN, LAST_BORN = FIRST_YEAR * 10000, LAST_YEAR * 10000
DAYS = frozenset(
    month * 100 + day for month in range(1, 13) for day in range(1, 32) if civil(2023, month, day)
) | {0}  # fmt: skip
"""Month and day of every birthday that exists in every year, and the unknown one."""


def _strict(line: int, text: str) -> Player | None:
    """The player of a line that is written as specified; None where it must be looked at closely."""
    match = STRICT.match(text)
    if match is None:
        return None
    number, sex, title, name, rating, federation, identity, year, month, day, points, rank = match.groups()
    name = name.strip()
    born = int(year + month + day)
    ordinary = FIRST_BORN <= born <= LAST_BORN and born % 10000 in DAYS and name and name.isprintable()
    try:
        return Player(
            int(number), name, sex if sex != " " else "", title.lstrip(), int(rating) if rating != "    " else 0,
            federation if federation != "   " else "", 0 if identity.isspace() else int(identity), born,
            int(points.replace(".", "")), int(rank) or None, line, PLAYER_FIRST,
        ) if ordinary and number.strip(" 0") else None  # fmt: skip
    except ValueError:
        return None


def _player(line: int, text: str, slip: int, longest: int, notes: Notes, lenient: Leniencies) -> Player:
    """One player; what cannot be read is told, kept in `verbatim`, and empty in its field."""
    raw = {name: text[first:last].strip() for name, (first, last) in CUTS.items()}
    troubles: list[tuple[str, str, str]] = []  # code, field, sentence

    number = integer(raw["number"])
    if not number:
        troubles.append(("unreadable-start-number", "number", f"“{shown(raw['number'])}” is no start number"))
    who = f"Player {number}" if number else "The player"

    sex = raw["sex"]
    if sex and sex not in "mw":
        if sex in SEXES:
            lenient.add("sex-letter", line, PLAYER_FIRST["sex"], f"The sex “{sex}” is read as {SEXES[sex]}")
        else:
            troubles.append(("unreadable-sex", "sex", f"{who} has the sex “{shown(sex)}”"))
    title = raw["title"]
    if title and title not in TITLES:
        if title.lower() in TITLE_LETTERS:
            full = TITLE_LETTERS[title.lower()]
            lenient.add("title-letters", line, PLAYER_FIRST["title"], f"The title “{title}” is read as {full}")
            title = full
        elif title.upper() in TITLES:
            lenient.add("title-letters", line, PLAYER_FIRST["title"], f"The title “{title}” is read as {title.upper()}")
            title = title.upper()
        else:
            troubles.append(("unknown-title", "title", f"{who} has the title “{shown(title)}”"))

    rating = integer(raw["rating"]) if raw["rating"] else 0
    if rating is None:
        troubles.append(("unreadable-rating", "rating", f"{who} has the rating “{shown(raw['rating'])}”"))
    identity = integer(raw["id"]) if raw["id"] else 0
    if identity is None:
        troubles.append(("unreadable-id", "id", f"{who} has the FIDE number “{shown(raw['id'])}”"))
    federation = raw["federation"]
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        sentence = f"{who} has the federation “{shown(federation)}”"
        troubles.append(("unreadable-federation", "federation", sentence))
    born, style = birth(raw["born"]) if raw["born"] else (0, "")
    if born < 0:
        troubles.append(("unreadable-birth", "born", f"{who} has the birth date “{shown(raw['born'])}”"))
    elif style and style != "YYYY/MM/DD":
        lenient.add("birth-style", line, PLAYER_FIRST["born"], f"The birth date “{raw['born']}” is written {style}")
    points = tenths(raw["points"])
    if raw["points"] and points is None:
        troubles.append(("unreadable-points", "points", f"{who} has “{shown(raw['points'])}” points"))
    elif "," in raw["points"]:
        lenient.add("decimal-comma", line, PLAYER_FIRST["points"], f"The points “{raw['points']}” have a decimal comma")
    rank = integer(raw["rank"]) if raw["rank"] else 0
    if rank is None:
        troubles.append(("unreadable-rank", "rank", f"{who} has the rank “{shown(raw['rank'])}”"))

    filled = next((index for index in SEPARATORS if text[index : index + 1].strip()), None)
    if filled is not None:
        behind = [field for _, field, _ in troubles if CUTS[field][1] >= filled]
        if slip or any(field in ("number", "rating", "id", "born", "points", "rank") for field in behind):
            slip = filled + 1
        else:
            sentence = f"{who} has “{shown(text[filled])}” in column {filled + 1}, which separates two fields"
            troubles.append(("filled-separator", "", sentence))
    if slip:
        sentence = f"{who}: the line slips at column {slip}, which must be blank"
        troubles = [trouble for trouble in troubles if trouble[1] and CUTS[trouble[1]][1] < slip - 1]
        troubles.append(("misaligned-columns", "", sentence))
    for code, name, sentence in troubles:
        column = PLAYER_FIRST[name] if name else slip or (filled or 0) + 1
        notes.add(code, f"{sentence}.", line, column, number)
    if not raw["name"] and not slip:
        notes.add("missing-name", f"{who} has no name.", line, PLAYER_FIRST["name"], number)
    more = troubles or slip or len(text) > longest or not raw["name"].isprintable()
    return Player(
        number or 0, raw["name"], SEXES.get(sex, ""), title, rating or 0, federation, identity or 0, max(born, 0),
        points, rank or None, line, PLAYER_FIRST, text if more else "",
    )  # fmt: skip


def tenths(text: str) -> int | None:
    """Points as tenths: `4.5`, `4,5` and `4` are read."""
    whole, _, part = text.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit() or len(part) > 1:
        return None
    return int(whole or "0") * 10 + int(part or "0")


# --- the cells of all players at once ---------------------------------------------------------------------------


def _cells(
    lines: list[tuple[int, str]], texts: list[str], notes: Notes, limits: Limits
) -> tuple[Cells, dict[int, int]]:  # fmt: skip
    """The cells, and for each row whose cells slip out of their columns the column where they do."""
    rounds = max((-(-(len(text) - HEAD) // CELL_WIDTH) for text in texts), default=0)
    rounds = max(rounds, 0)
    if rounds > limits.rounds:
        line = next(
            number
            for (number, _), text in zip(lines, texts, strict=True)
            if len(text) > HEAD + limits.rounds * CELL_WIDTH
        )
        sentence = f"The line has room for {counted(rounds, 'round')}; the limit is {limits.rounds:,}."
        notes.add("too-many-rounds", sentence, line, FIRST_CELL + limits.rounds * CELL_WIDTH)
        rounds = limits.rounds
    if not rounds:
        return Cells.empty(len(lines), 0), {}
    width = rounds * CELL_WIDTH
    tails = "".join([text[HEAD : HEAD + width].ljust(width) for text in texts]).replace("\xa0", " ")
    letters = tails.encode("latin-1", "replace")  # what is no Latin letter is no code either, and becomes ?
    block = np.frombuffer(letters, np.uint8).reshape(len(lines), rounds, CELL_WIDTH)

    opponent = numbers(block[:, :, :4])
    colour, colour_read = COLOUR_OF[block[:, :, 5]], COLOUR_OF[block[:, :, 5]] != 0
    result = RESULT_OF[block[:, :, 7]]
    filled = (block[:, :, [column - 1 for column in CELL_SEPARATORS]] != BLANK).any(axis=2)
    column = np.broadcast_to(np.arange(rounds, dtype=np.int32) * CELL_WIDTH + FIRST_CELL, opponent.shape)
    lines_of = np.array([number for number, _ in lines], np.int32)
    line_of = np.broadcast_to(lines_of[:, None], opponent.shape)

    slipped = (filled & ((opponent < 0) | ~colour_read | (result == UNREADABLE))).any(axis=1)
    slipped |= filled.sum(axis=1) > 1
    slips: dict[int, int] = {}
    for row in np.nonzero(filled.any(axis=1))[0]:
        turn = int(np.argmax(filled[row]))
        place = int(np.argmax(block[row, turn, [c - 1 for c in CELL_SEPARATORS]] != BLANK))
        at = int(column[row, turn]) + CELL_SEPARATORS[place] - 1
        if slipped[row]:
            slips[int(row)] = at
        else:
            who = texts[row][4:8].strip()
            letter = shown(texts[row][at - 1])
            sentence = f"Player {shown(who)} has “{letter}” in column {at}, which separates two fields."
            notes.add("filled-separator", sentence, lines_of[row], at, integer(who), turn + 1)
    colour = _dialect(colour, lines_of, notes)
    sound = ~slipped[:, None]
    numbered = [text[4:8].strip() for text in texts]
    for bad, code, first, last, what in (
        ((opponent < 0) & sound, "unreadable-opponent", 0, 4, "the opponent"),
        ((colour == 0) & sound, "unreadable-colour", 5, 6, "the colour"),
        ((result == UNREADABLE) & sound, "unreadable-result", 7, 8, "the result"),
    ):
        for row, turn in zip(*np.nonzero(bad), strict=True):
            if notes.full(code):
                continue
            at = HEAD + int(turn) * CELL_WIDTH
            text = texts[row][at + first : at + last].strip()
            sentence = f"Player {shown(numbered[row])} has {what} “{shown(text)}” in round {turn + 1}."
            notes.add(code, sentence, lines_of[row], at + first + 1, integer(numbered[row]), int(turn) + 1)
    colour[colour == 0] = UNREADABLE
    result = _old_byes(opponent, result, lines_of, notes)
    used = np.nonzero(((opponent != 0) | (result != NO_RESULT) | (colour != NO_COLOUR)).any(axis=0))[0]
    last = int(used[-1]) + 1 if len(used) else 0
    kept = np.s_[:, :last]
    return Cells(opponent[kept], colour[kept], result[kept], line_of[kept], column[kept]), slips


def _table(codes: dict[str, int], default: int) -> npt.NDArray[np.uint8]:
    table = np.full(256, default, np.uint8)
    for letter, value in codes.items():
        table[ord(letter)] = value
    return table


FRENCH_BLACK = ord("N")
COLOUR_OF = _table(
    {"w": WHITE, "W": WHITE, "b": BLACK, "B": BLACK, "-": NO_COLOUR, " ": NO_COLOUR}
    | {"n": FRENCH_BLACK, "N": FRENCH_BLACK},
    0,
)  # fmt: skip
RESULT_OF = _table(
    {letter: ord(code) for code in RESULT_CODES for letter in (code, code.lower())} | {" ": NO_RESULT},
    UNREADABLE,
)  # fmt: skip


def _dialect(colour: npt.NDArray[np.uint8], lines: npt.NDArray[np.int32], notes: Notes) -> npt.NDArray[np.uint8]:
    """Read the colours N and B (noir and blanc) where a file uses them throughout; an N beside a w is unreadable."""
    noir = colour == FRENCH_BLACK
    if not noir.any():
        return colour
    if (colour == WHITE).any():
        return np.where(noir, 0, colour).astype(np.uint8)
    row, turn = (int(index[0]) for index in np.nonzero(noir))
    sentence = "The colours are written N and B: they are read as noir (black) and blanc (white)."
    notes.add("colour-dialect", sentence, lines[row], FIRST_CELL + turn * CELL_WIDTH + 5)
    return np.where(noir, BLACK, np.where(colour == BLACK, WHITE, colour)).astype(np.uint8)


def _old_byes(
    opponent: npt.NDArray[np.int32], result: npt.NDArray[np.uint8], lines: npt.NDArray[np.int32], notes: Notes
) -> npt.NDArray[np.uint8]:  # fmt: skip
    """Read = without an opponent as the half-point bye, for which the first version of the format had no code."""
    old = (opponent == 0) & (result == ord("="))
    if not old.any():
        return result
    row, turn = (int(index[0]) for index in np.nonzero(old))
    more = f" ({int(old.sum())} times in the file)" if old.sum() > 1 else ""
    sentence = f"A draw without an opponent is read as a half-point bye{more}."
    notes.add("old-bye", sentence, lines[row], FIRST_CELL + turn * CELL_WIDTH + 7)
    return np.where(old, ord("H"), result).astype(np.uint8)
