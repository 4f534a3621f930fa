"""The columns of a tournament report, as data: one table for the reader, the writer and the pages that show them.

Columns are counted from 1 and inclusive, as the format prints them. Nothing here reads or writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arpad.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a fixed-width record."""

    name: str
    first: int
    last: int
    right: bool = False  # right aligned

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def cut(self, line: str) -> str:
        return line[self.first - 1 : self.last]


PLAYER_COLUMNS = (
    Column("number", 5, 8, right=True),
    Column("sex", 10, 10),
    Column("title", 11, 13, right=True),
    Column("name", 15, 47),
    Column("rating", 49, 52, right=True),
    Column("federation", 54, 56),
    Column("id", 58, 68, right=True),
    Column("born", 70, 79),
    Column("points", 81, 84, right=True),
    Column("rank", 86, 89, right=True),
)
PLAYER_COLUMN: Mapping[str, Column] = MappingProxyType({column.name: column for column in PLAYER_COLUMNS})
PLAYER_FIRST: Mapping[str, int] = MappingProxyType({column.name: column.first for column in PLAYER_COLUMNS})
PLAYER_SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)

FIRST_CELL, CELL_WIDTH = 92, 10  # round r starts at 92 + 10 (r - 1)
CELL_COLUMNS = (Column("opponent", 1, 4, right=True), Column("colour", 6, 6), Column("result", 8, 8))
CELL_SEPARATORS = (5, 7, 9, 10)


def cell_column(turn: int) -> int:
    """The column in which the cell of a round starts; `turn` counts from 1."""
    return FIRST_CELL + CELL_WIDTH * (turn - 1)


EVENT_RECORDS: Mapping[str, str] = MappingProxyType({
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "062": "players",
    "072": "rated",
    "082": "teams",
    "092": "type",
    "102": "chief arbiter",
    "112": "deputy arbiter",
    "122": "time control",
    "132": "round dates",
    "142": "rounds",
    "152": "initial colour",
    "162": "scoring",
    "172": "starting rank",
    "182": "pairing controller",
    "192": "encoded type",
    "202": "tie-breaks",
    "212": "tie-breaks with points",
    "222": "encoded time control",
    "352": "board colours",
    "362": "team scoring",
})  # fmt: skip
"""The records about the event: free text from column 5, except the round dates."""

ROUNDS = frozenset({"142", "XXR"})  # how many rounds there are: of TRF26, and of the pairing programs
FREE_TEXT = frozenset(din for din in EVENT_RECORDS if din < "132" and din not in ("042", "052"))
REPEATABLE = frozenset({"112", "132"})  # one line each is allowed, or seen
BODY_RECORDS = frozenset({"001", "013", "240", "250", "260", "299", "300", "310", "320", "330", "801", "802"})
TRF26_ONLY = BODY_RECORDS - {"001", "013"} | {din for din in EVENT_RECORDS if din > "132"}
PAIRING_EXTENSIONS = frozenset(
    {"XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "DAT"}
)
BELGIAN = frozenset(f"00{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
KNOWN = frozenset(EVENT_RECORDS) | BODY_RECORDS | PAIRING_EXTENSIONS | BELGIAN


@dataclass(frozen=True, slots=True)
class Links:
    """Where in a record the start numbers (or team numbers) stand: first column, width, step; the last one if fixed."""

    first: int
    width: int
    step: int
    of: str  # player, team or either
    count: int = 0  # 0: to the end of the line


LINKS: Mapping[str, Links] = MappingProxyType({
    "013": Links(37, 4, 5, "player"),
    "310": Links(74, 4, 5, "player"),
    "240": Links(11, 4, 5, "either"),
    "250": Links(23, 4, 5, "either", 2),
    "260": Links(13, 4, 5, "either"),
    "299": Links(24, 4, 5, "either"),
    "300": Links(17, 4, 5, "player"),
    "320": Links(15, 3, 4, "team"),
    "330": Links(12, 3, 4, "team", 2),
    "802": Links(5, 3, 4, "team", 1),
    "DAT": Links(5, 4, 5, "player", 1),
    "XXA": Links(5, 4, 5, "player", 1),
})  # fmt: skip

WIDE_MEMBERS = Links(37, 6, 6, "player")
"""The members of record 013 as some programs write them, in columns six wide."""

TEAM_LINKS: Mapping[str, Links] = MappingProxyType({"300": Links(9, 3, 4, "team", 2)})
"""Team numbers in records that also point to players."""

TEAM_013_NAME = Column("name", 5, 36)
TEAM_310 = (
    Column("number", 5, 7, right=True),
    Column("name", 9, 40),
    Column("nickname", 42, 46),
    Column("strength", 48, 53, right=True),
    Column("match points", 55, 60, right=True),
    Column("game points", 62, 67, right=True),
    Column("rank", 69, 71, right=True),
)

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")  # the highest first, those of women behind
TITLE_LETTERS: Mapping[str, str] = MappingProxyType({
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
})  # fmt: skip
SEXES: Mapping[str, str] = MappingProxyType({"m": "m", "w": "w", "M": "m", "W": "w", "f": "w", "F": "w"})
PHANTOM_NAMES = frozenset({
    "bye", "spielfrei", "freilos", "no player", "noplayer", "exempt", "descanso", "libre", "phantom", "pauza", "paus",
    "вільний", "свободен",
})  # fmt: skip
RESULT_CODES = "1=0+-WDLHFUZ"
