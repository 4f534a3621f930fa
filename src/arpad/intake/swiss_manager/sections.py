"""Cut a file of Swiss-Manager into its sections: texts, settings, rounds, players, pairings, teams.

The file is a chain of sections, each behind a marker of four bytes; a table near its end has the offset of each. All
numbers are little-endian; a text is a count of UTF-16 units and that many units. Here only the structure is read: every
offset must land on its marker, every section must end where the next begins, the counts must agree, and every pairing
must name numbers that exist. Where one of these does not hold the file is damaged or of another version, and nothing of
it is used. What the values mean is decided in `reader`.

Markers are never searched for: their bytes may stand in a text.
"""

from __future__ import annotations

from itertools import pairwise
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass

MARK = b"\xff\x89\x44"  # behind the first byte of every marker
HEADER, SETTINGS, ROUNDS, PLAYERS, PAIRINGS = (bytes([first]) + MARK for first in (0x93, 0x95, 0xA3, 0xA5, 0xB3))
TEAMS, MATCHES, APART, OFFSETS, END = (bytes([first]) + MARK for first in (0xB5, 0xC3, 0xC5, 0xD3, 0xE3))
MARKER = 4
FIRST_TEXT, TEXTS = 0x6C, 132
SETTINGS_LENGTH = 5883
TAIL = 36  # bytes from the table of offsets to the end
TABLE = Struct("<7I")
ROUND_LENGTH, PLAYER_TEXTS, PLAYER_LENGTH, TEAM_TEXTS, TEAM_LENGTH = 106, 30, 110, 3, 100
FILLED_TEXTS = 12  # of a player, the first ones; behind them and between some nearly all are empty
EMPTY_TEXTS = bytes(2 * (PLAYER_TEXTS - FILLED_TEXTS))
ROW = np.dtype([("white", "<u2"), ("black", "<u2"), ("result", "<u2"), ("flag", "u1"), ("rest", "V14")])
MATCH_LENGTH, APART_LENGTH = 15, 4
BYE, UNPAIRED = 0xFFFF, 0xFFFE  # in the place of black's number
SHORTEST = FIRST_TEXT + 2 * TEXTS + MARKER + SETTINGS_LENGTH + 3 * MARKER + TAIL

RATES = ("", "standard", "rapid", "blitz")
ROUND_ROBINS, TEAM_TYPES = (1, 2), (2, 3)
HIGHEST_TYPE = 3
NUMBERS = Struct("<H")
SET = Struct("<H9xB5xHHHH")  # from the start of the settings: rounds, type, last paired, players, rated, round records
SET_TEAMS = (0x2F, Struct("<H"))
SET_DAYS = (0x47, Struct("<II"))
SET_RATE, SET_CODE = 0x4EF, (0x4F7, Struct("<I"))
ROUND = Struct("<30xI2xH68x")  # day, rows
PLAYER = Struct("<6xBxHH2xI4xHI HH78x")  # sex, FIDE rating, national rating, birth, alphabet, FIDE number, team, board


class Damaged(Exception):
    """A check of the structure that does not hold, and the byte where."""

    def __init__(self, which: str, offset: int) -> None:
        super().__init__(which)
        self.which, self.offset = which, offset


class Settings(NamedTuple):
    """What the settings say of the event."""

    rounds: int
    type: int
    last_paired: int
    players: int
    rated: int  # bit 0 nationally, bit 1 by FIDE
    round_records: int
    teams: int
    first_day: int
    last_day: int
    rate: int
    fide_event: int


class RoundRecord(NamedTuple):
    """A round: its day, 0 where none was entered, and how many rows of pairings it has."""

    day: int
    rows: int


class PlayerRecord(NamedTuple):
    """A player: the first texts, then the numbers."""

    texts: tuple[str, ...]
    sex: int
    fide_rating: int
    national_rating: int
    born: int
    alphabet: int
    id: int
    team: int
    board: int


@dataclass(frozen=True, slots=True)
class Sections:
    """A file whose structure holds."""

    texts: tuple[str, ...]
    settings: Settings
    rounds: tuple[RoundRecord, ...]
    players: tuple[PlayerRecord, ...]
    rows: npt.NDArray[Any]  # of `ROW`
    turn: npt.NDArray[np.intp]  # of each row its round, counted from 0
    first_row: int  # the byte where the rows begin
    teams: tuple[str, ...]

    @property
    def of_teams(self) -> bool:
        return self.settings.type in TEAM_TYPES

    @property
    def round_robin(self) -> bool:
        return self.settings.type in ROUND_ROBINS


def cut(data: bytes) -> Sections:
    """The sections of a file; `Damaged` where the structure does not hold."""
    offsets = _offsets(data)
    rounds_at, players_at, rows_at, rows_end, matches_at = offsets[:5]
    texts, settings_at = _texts(data, FIRST_TEXT, rounds_at, TEXTS)
    _expect(data, settings_at, SETTINGS)
    if rounds_at != settings_at + MARKER + SETTINGS_LENGTH:
        raise Damaged("settings", rounds_at)
    settings = _settings(data, settings_at + MARKER)
    rounds = _rounds(data, rounds_at + MARKER, players_at, settings.round_records)
    players = _players(data, players_at + MARKER, rows_at, settings.players)
    first = rows_at + MARKER
    if (rows_end - first) % ROW.itemsize:
        raise Damaged("rows", rows_end)
    rows = np.frombuffer(data, ROW, (rows_end - first) // ROW.itemsize, first)
    counts = [record.rows for record in rounds]
    if sum(counts) != len(rows):
        raise Damaged("row-count", first)
    _numbers(rows, len(players), first, settings.type in TEAM_TYPES)
    teams = _teams(data, rows_end, matches_at, settings.teams) if data[rows_end] == TEAMS[0] else ()
    return Sections(texts, settings, rounds, players, rows, np.repeat(np.arange(len(counts)), counts), first, teams)


def _offsets(data: bytes) -> tuple[int, ...]:
    """The offsets of the sections, each of which lands on its marker, in their order."""
    if not data.startswith(HEADER):
        raise Damaged("marker", 0)
    if len(data) < SHORTEST or not data.endswith(END):
        raise Damaged("end", len(data))
    table_at = len(data) - TAIL
    _expect(data, table_at, OFFSETS)
    offsets: tuple[int, ...] = TABLE.unpack_from(data, table_at + MARKER)
    *required, rows_end, matches_at, matches_end, apart_end = offsets
    places = [FIRST_TEXT, *required, rows_end, *filter(None, (matches_at, matches_end, apart_end)), table_at]
    for before, place in pairwise(places):
        if not before <= place <= table_at:
            raise Damaged("offsets", table_at)
    for place, marker in zip(required, (ROUNDS, PLAYERS, PAIRINGS), strict=True):
        _expect(data, place, marker)
    _expect(data, rows_end, OFFSETS, TEAMS, APART)
    if bool(matches_at) != bool(matches_end) or (apart_end and apart_end != table_at):
        raise Damaged("offsets", table_at)
    last = rows_end
    if data[rows_end] == TEAMS[0] and matches_at:
        _expect(data, matches_at, MATCHES)
        if (matches_end - matches_at - MARKER) % MATCH_LENGTH:
            raise Damaged("matches", matches_end)
        last = matches_end
    _expect(data, last, OFFSETS, APART, *([TEAMS] if not matches_at else []))
    if data[last] == APART[0] and (not apart_end or (apart_end - last - MARKER) % APART_LENGTH):
        raise Damaged("offsets", last)
    if data[last] == OFFSETS[0] and last != table_at:
        raise Damaged("offsets", last)
    return offsets


def _expect(data: bytes, at: int, *markers: bytes) -> None:
    """One of these markers stands at a byte."""
    if data[at : at + MARKER] not in markers:
        raise Damaged("marker", at)


def _texts(data: bytes, at: int, end: int, count: int) -> tuple[tuple[str, ...], int]:
    """So many texts from a byte on, and the byte behind them."""
    texts = []
    for _ in range(count):
        first = at + 2
        if first > end:
            raise Damaged("texts", at)
        at = first + 2 * (data[at] | data[at + 1] << 8)
        if at > end:
            raise Damaged("texts", first - 2)
        texts.append(data[first:at].decode("utf-16-le", "replace") if at > first else "")
    return tuple(texts), at


def _settings(data: bytes, at: int) -> Settings:
    rounds, kind, last_paired, players, rated, round_records = SET.unpack_from(data, at)
    if kind > HIGHEST_TYPE or last_paired > round_records or rounds > round_records:
        raise Damaged("settings", at)
    teams = SET_TEAMS[1].unpack_from(data, at + SET_TEAMS[0])[0]
    first_day, last_day = SET_DAYS[1].unpack_from(data, at + SET_DAYS[0])
    code = SET_CODE[1].unpack_from(data, at + SET_CODE[0])[0]
    return Settings(
        rounds, kind, last_paired, players, rated, round_records, teams, first_day, last_day, data[at + SET_RATE], code
    )  # fmt: skip


def _rounds(data: bytes, at: int, end: int, count: int) -> tuple[RoundRecord, ...]:
    records = []
    for _ in range(count):
        _, at = _texts(data, at, end, 1)  # the time at which it starts
        if at + ROUND_LENGTH > end:
            raise Damaged("rounds", at)
        records.append(RoundRecord(*ROUND.unpack_from(data, at)))
        at += ROUND_LENGTH
    if at != end:
        raise Damaged("rounds", at)
    return tuple(records)


def _players(data: bytes, at: int, end: int, count: int) -> tuple[PlayerRecord, ...]:
    records = []
    for _ in range(count):
        texts, at = _texts(data, at, end, FILLED_TEXTS)
        if data.startswith(EMPTY_TEXTS, at):
            at += len(EMPTY_TEXTS)
        else:
            _, at = _texts(data, at, end, PLAYER_TEXTS - FILLED_TEXTS)
        if at + PLAYER_LENGTH > end:
            raise Damaged("players", at)
        records.append(PlayerRecord(texts, *PLAYER.unpack_from(data, at)))
        at += PLAYER_LENGTH
    if at != end:
        raise Damaged("players", at)
    return tuple(records)


def _numbers(rows: npt.NDArray[Any], players: int, first: int, of_teams: bool) -> None:
    """Every row names players who exist, or says that there is no opponent."""
    white, black = rows["white"], rows["black"]
    least = 0 if of_teams else 1
    wrong = (white < least) | (white > players) | (((black < least) | (black > players)) & (black < UNPAIRED))
    wrong |= (white == 0) & ((black == 0) | (black >= UNPAIRED))
    if wrong.any():
        raise Damaged("numbers", first + int(np.argmax(wrong)) * ROW.itemsize)


def _teams(data: bytes, at: int, end: int, count: int) -> tuple[str, ...]:
    """The names of the teams; `end` is 0 where no matches follow."""
    at, names, last = at + MARKER, [], len(data) - TAIL
    for _ in range(count):
        texts, at = _texts(data, at, last, TEAM_TEXTS)
        at += TEAM_LENGTH
        names.append(texts[0])
    if end and at != end:
        raise Damaged("teams", at)
    if not end:
        _expect(data, at, APART, OFFSETS)
    return tuple(names)
