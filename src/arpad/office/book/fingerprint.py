"""Recognise a report by its content: players, days and results, however they are written.

Two reports have one fingerprint when they say the same of the same event: other line ends, another order of the
players, a new title or another spelling of a name change nothing; a changed result, colour or day does. A player is his
number, or, where none is printed, his name without signs and capitals and the year of his birth.

The marks of a report are its games as any other report of them would show them: to find a game that was sent twice.
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
    """A row per game that was played."""

    pair: I64  # of the two players, whoever had white
    day: I32  # 0 where the rounds have no days
    result: U8


def folded(text: str) -> str:
    """Text without capitals, accents, signs and blanks: two spellings of one name are one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def identity(player: Player, numbers: Mapping[int, int] | None = None) -> str:
    """Who a player is, as far as the report says it; `numbers` leads from one number of a person to another."""
    if player.id > 0:
        return str((numbers or {}).get(player.id, player.id))
    return f"{folded(player.name)}/{Day(player.born).year or ''}"


def fingerprint(report: Report, series: str, start: date, end: date) -> str:
    """The SHA-256 of what a report says, in one order and one spelling."""
    who = [identity(player) for player in report.players]
    cells, partner = report.cells, report.partner_rows()
    lines = []
    there = (cells.opponent != 0) | (cells.colour != NO_COLOUR) | (cells.result != NO_RESULT)
    rows, turns = np.nonzero(there)
    columns = (rows, turns, *(column[there] for column in (partner, cells.opponent, cells.colour, cells.result)))
    for row, turn, other, printed, colour, result in zip(*(column.tolist() for column in columns), strict=True):
        met = who[other] if other >= 0 else str(printed)
        lines.append(f"{turn + 1}\t{who[row]}\t{met}\t{chr(colour)}{chr(result)}")
    days = [str(day or "") for day in report.round_dates[: cells.rounds]]
    head = [series, str(start), str(end), " ".join(days).strip()]
    return hashlib.sha256("\n".join([*head, *sorted(lines)]).encode()).hexdigest()


def event_key(print_: str) -> int:
    """The key of an event in the tables of a period, out of its content."""
    return int.from_bytes(bytes.fromhex(print_)[:KEY_BYTES], "big", signed=True)


def marks(report: Report, numbers: Mapping[int, int] | None = None) -> Marks:
    """The games of a report that were played."""
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
    """The first and the last day of the games of a report; the event's where the rounds have no days."""
    return report.days_played() or (start, end)


def _days(report: Report) -> I32:
    """The day of each round, by its number."""
    days: Sequence[date | None] = report.round_dates[: report.cells.rounds]
    column = np.zeros(report.cells.rounds + 1, np.int32)
    for turn, day in enumerate(days, 1):
        column[turn] = Day.of(day)
    return column


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "big", signed=True)


def _pairs(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> I64:
    """A number for each ordered pair of numbers; two pairs share one with a chance of one in 2^64."""
    numbers = [_number(f"{first} {second}") for first, second in zip(low.tolist(), high.tolist(), strict=True)]
    return np.array(numbers, np.int64)
