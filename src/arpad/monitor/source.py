"""What is measured: the lists of a series, the games behind each and the people, as columns by key.

An office and a directory of history are both such a source. A list that was opened has no games here.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from arpad.columns import I16, I32, U8, U16, Entries, Ledger, Roll
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law import Rulebook

UNKNOWN_SEX, MAN, WOMAN = 0, 1, 2
SEXES = ("", "m", "w")


@dataclass(frozen=True, eq=False)
class People:
    """Who the players are, a row per key, as far as it is known."""

    born: U16  # the year; 0 unknown
    sex: U8
    federation: U16  # the place among the codes
    region: U16
    codes: tuple[str, ...] = ("",)  # of federations; the empty one is unknown
    regions: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.born)

    def home(self, keys: I32) -> str:
        """The federation and the region of most of some players, as far as they are known."""
        words = []
        for place, names in ((self.federation, self.codes), (self.region, self.regions)):
            count = np.bincount(place[keys[keys < len(place)]], minlength=len(names))
            count[[at for at, name in enumerate(names) if not name]] = 0
            if count.any():
                words.append(names[int(np.argmax(count))])
        return " ".join(words)

    @classmethod
    def of_years(cls, born: U16) -> People:
        """People of whom only the year of birth is known."""
        none = np.zeros(len(born), np.uint16)
        return cls(born, none.astype(np.uint8), none, none)


@dataclass(frozen=True, eq=False)
class Played:
    """The games behind a list: who sat where, and what each game was worth to each side."""

    entries: Entries
    ledger: Ledger  # two rows a game; its entries are those here


class Source(Protocol):
    """Where lists, games and people come from."""

    @property
    def series(self) -> str: ...

    @property
    def lists(self) -> tuple[int, ...]:
        """Oldest first."""

    def roll(self, list_: int) -> Roll:
        """The roll of a list, a row per key."""

    def played(self, list_: int) -> Played | None:
        """The games behind a list; None where they are not told."""

    def people(self, list_: int) -> People:
        """Everybody whom a list knows, or more."""

    def book(self, list_: int) -> Rulebook | None:
        """The edition by which a list was made; None where it was not made here."""

    def strengths(self, list_: int) -> I16 | None:
        """True strengths, a row per key, 0 where there is none; None where nobody knows them."""


def keys_in(roll: Roll, size: int) -> Roll:
    """A roll for so many keys: whom a list does not know has no rating on it."""
    if len(roll) == size:
        return roll
    longer = Roll.of(rating=np.zeros(max(size, len(roll)), np.int16))
    for name, column in roll.columns():
        getattr(longer, name)[: len(roll)] = column
    return longer if len(longer) == size else longer.cut(slice(0, size))


def ages(people: People, list_: int, keys: I32) -> I32:
    """How old players are in the year of a list; -1 where that is unknown."""
    born = people.born[keys].astype(np.int32)
    return np.where(born > 0, Month(list_).year - born, -1).astype(np.int32)
