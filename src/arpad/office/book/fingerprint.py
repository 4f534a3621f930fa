"""Recognise a report by its content: players, days and results.

Line ends, the order of players, titles and spellings of names do not change the fingerprint of a report; a result, a
colour or a day does. A player is identified by number, or else by name (letters and digits only) and year of birth. The
marks of a report are its played games in a form that is the same in any report of them.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, I64, U8, Table
from arpad.days import Day
from arpad.frozen import dataclass
from arpad.model import NO_COLOUR, NO_RESULT, Kind, Player, Report

KEY_BYTES = 8
HALF_POINTS = 4  # more than a result can have, so that two results fit into one number


@dataclass(frozen=True, eq=False)
class Marks(Table):
    """A row for each played game."""

    pair: I64  # a hash of the two players, the same whoever had White
    day: I32  # 0 where the rounds have no days
    result: U8


def folded(text: str) -> str:
    """Text without capitals, accents, signs and blanks, for comparing spellings of a name."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def identity(player: Player, numbers: Mapping[int, int] | None = None) -> str:
    """A text that identifies a player of a report; `numbers` maps one number of a person to another."""
    if player.id > 0:
        return str((numbers or {}).get(player.id, player.id))
    return f"{folded(player.name)}/{Day(player.born).year or ''}"


def fingerprint(report: Report, series: str, start: date, end: date) -> str:
    """The SHA-256 of the content of a report, in one order and one spelling."""
    who = [identity(player) for player in report.players]
    cells, partner = report.cells, report.partner_rows()
    lines = []
    filled = (cells.opponent != 0) | (cells.colour != NO_COLOUR) | (cells.result != NO_RESULT)
    rows, turns = np.nonzero(filled)
    columns = (rows, turns, *(column[filled] for column in (partner, cells.opponent, cells.colour, cells.result)))
    for row, turn, other, printed, colour, result in zip(*(column.tolist() for column in columns), strict=True):
        met = who[other] if other >= 0 else str(printed)
        lines.append(f"{turn + 1}\t{who[row]}\t{met}\t{chr(colour)}{chr(result)}")
    days = [str(day or "") for day in report.round_dates[: cells.rounds]]
    head = [series, str(start), str(end), " ".join(days).strip()]
    return hashlib.sha256("\n".join([*head, *sorted(lines)]).encode()).hexdigest()


def event_key(print_: str) -> int:
    """The key of an event in the tables of a rating period, out of the fingerprint of its report."""
    return int.from_bytes(bytes.fromhex(print_)[:KEY_BYTES], "big", signed=True)


def marks(report: Report, numbers: Mapping[int, int] | None = None) -> Marks:
    """The played games of a report as marks, for comparison with other reports."""
    games, rows = report.games(), report.rows()
    who = np.array([_number(identity(player, numbers)) for player in report.players], np.int64)
    played = games.kind == Kind.PLAYED
    white, black = who[rows[games.white[played]]], who[rows[games.black[played]]]
    mine, his = games.white_half_points[played].astype(np.uint8), games.black_half_points[played].astype(np.uint8)
    swap = white > black
    result = np.where(swap, his * HALF_POINTS + mine, mine * HALF_POINTS + his).astype(np.uint8)
    return Marks(
        _pairs(np.where(swap, black, white), np.where(swap, white, black)), _days(report)[games.round[played]], result
    )


def days_of(report: Report, start: date, end: date) -> tuple[date, date]:
    """The first and last day of the games of a report; those of the event where the rounds have no days."""
    return report.days_played() or (start, end)


def _days(report: Report) -> I32:
    """The day of each round, by round number; 0 where a round has no day."""
    days: Sequence[date | None] = report.round_dates[: report.cells.rounds]
    column = np.zeros(report.cells.rounds + 1, np.int32)
    for turn, day in enumerate(days, 1):
        column[turn] = Day.of(day)
    return column


def _number(text: str) -> int:
    """A 64-bit hash of a text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "big", signed=True)


def _pairs(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> I64:
    """A 64-bit hash for each pair of players; two pairs have the same one with a chance of 1 in 2^64."""
    numbers = [_number(f"{first} {second}") for first, second in zip(low.tolist(), high.tolist(), strict=True)]
    return np.array(numbers, np.int64)
