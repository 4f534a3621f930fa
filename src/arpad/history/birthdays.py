"""K that depends on a birthday which nobody is told: whether some birthday of the year gives what was published.

A list asks on its own day, the first of a month, how old somebody is. So of all days of a year thirteen kinds can be
told apart: the first of January, and after that the months. A player has one birthday: each list that he stands on
leaves fewer of them, and where none is left, his K cannot all be right. Whoever was told the birthday itself, with the
salt that it was sealed with, uses that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, U16, Roll, State
from arpad.days import Day, days_of
from arpad.history.list_data import Head, PlayerRows
from arpad.law import Rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide

BIRTHDAY = "birthday"
KINDS = (101, *(month * 100 + 2 for month in range(1, 13)))  # a day of each kind, as mmdd
ALL = (1 << len(KINDS)) - 1

Masks = npt.NDArray[np.uint16]


def asks_birthday(book: Rulebook) -> bool:
    """Whether K depends on the birthday in an edition."""
    return any(clause.age_counted == BIRTHDAY for clause in book.rule(COEFFICIENT).in_order())


def seal_birthday(number: int, born: int, salt: str) -> str:
    """The sealed birthday: a hash that nobody can open without the salt."""
    return hashlib.sha256(f"{salt}\n{number}\n{born}\n".encode()).hexdigest()


class Birthdays:
    """The birthdays that are still possible for each player, after the lists so far."""

    def __init__(self, opened: Mapping[int, int] | None = None) -> None:
        self.opened = dict(opened or {})  # by key: the birthday itself
        self.year: U16 = np.zeros(0, np.uint16)
        self.left: Masks = np.zeros(0, np.uint16)

    def asked(self, book: Rulebook, head: Head, players: PlayerRows, roll: Roll) -> I32:
        """A birth date for everybody that gives the K of a list, and of all before it, where there is one.

        Gives the first of January to whom none is left: his K then comes out otherwise.
        """
        self._known(players)
        rows = np.flatnonzero((roll.state != State.NONE.value) & (players.born > 0))
        year = days_of(players.born[rows].astype(np.int32))
        columns = roll.games[rows], roll.highest[rows], roll.rating[rows]
        fits: Masks = np.zeros(len(rows), np.uint16)
        for bit, day in enumerate(KINDS):
            k, reason = decide(book, head.list_, columns[0], (year + day).astype(np.int32), columns[1], columns[2])
            same = (k == roll.k[rows]) & (reason == roll.k_reason[rows])
            fits |= (same << bit).astype(np.uint16)
        self.left[rows] &= fits
        first = np.argmax((self.left[:, None] >> np.arange(len(KINDS))) & 1, axis=1)
        born: I32 = days_of(players.born.astype(np.int32)).astype(np.int32)
        born[players.born > 0] += np.array(KINDS, np.int32)[first][players.born > 0]
        for key, day in self.opened.items():
            if key < len(born) and Day(day).year == int(players.born[key]):
                born[key] = day
        return born

    def _known(self, players: PlayerRows) -> None:
        """Whose year is another than before begins anew."""
        year, left = players.born.copy(), np.full(len(players), ALL, np.uint16)
        old = min(len(self.year), len(year))
        same = self.year[:old] == year[:old]
        left[:old][same] = self.left[:old][same]
        self.year, self.left = year, left
