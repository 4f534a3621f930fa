"""Find players by what somebody types: the beginning of any word of a name, in any letters, a former name, a number.

The index is a sorted column of words with whose they are, made once for a state of the registry. Where nobody has the
words as typed, the words of the registry that are nearly they are tried. The order of what is found is the caller's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from sqlalchemy import Connection, select

from arpad.columns import I32, I64
from arpad.frozen import dataclass
from arpad.lists.published import People
from arpad.office.registry.identity import key_of
from arpad.office.registry.merging import aliases
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import from_text
from arpad.office.registry.public import people
from arpad.office.store.schema import player

WIDTH = 24  # letters of a word that are compared
NEAR_WORD = 74  # percent
NEAR_WORDS = 8  # of the registry that may be meant by one that was typed
LAST = b"\xff"
FEWEST_LETTERS = 3  # of a word that may be misspelt
LONGEST = 100  # letters of a question
LONGEST_NUMBER = 18  # digits


@dataclass(frozen=True)
class Found:
    """The keys of the players who match; `near` if no name has the words as typed."""

    keys: I32
    near: bool


@dataclass(frozen=True, eq=False)
class NameIndex:
    """The sorted words of all names, and whose they are."""

    people: People  # as known today
    alias: I32  # whose results count as whose
    word: npt.NDArray[Any]  # sorted, as bytes
    key: I32  # whose word it is
    different: tuple[str, ...]  # each word once
    by_fide: I32  # keys by FIDE number
    fide: I64  # the numbers, sorted

    def find(self, text: str) -> Found:
        """Return everybody whose name has a word beginning with each typed word, or who has the typed number."""
        plain = text.strip()[:LONGEST]
        if plain.isascii() and plain.isdigit():
            return Found(self._numbered(plain), False)
        words = name_sort(plain).split()
        if not words:
            return Found(np.zeros(0, np.int32), False)
        keys = self._all([self._beginning(word) for word in words])
        if len(keys):
            return Found(keys, False)
        return Found(self._all([self._nearly(word) for word in words]), True)

    def key_with(self, number: int) -> int | None:
        """The key for a number, FIDE's or the office's own; None if nobody has it."""
        own = key_of(number)
        if own is not None and own < len(self.alias):
            return own
        at = int(np.searchsorted(self.fide, number))
        return int(self.by_fide[at]) if at < len(self.fide) and self.fide[at] == number else None

    def _numbered(self, digits: str) -> I32:
        """The keys for a typed number."""
        key = self.key_with(int(digits[:LONGEST_NUMBER]))
        return np.zeros(0, np.int32) if key is None else self.alias[[key]]

    def _all(self, groups: list[I32]) -> I32:
        """The keys that are in every group."""
        groups.sort(key=len)
        common = np.unique(self.alias[groups[0]])
        for more in groups[1:]:
            if not len(common):
                break
            common = np.intersect1d(common, self.alias[more])
        return common.astype(np.int32)

    def _beginning(self, word: str) -> I32:
        """The keys of names with a word that begins like this."""
        letters = word.encode()[:WIDTH]
        first, last = np.searchsorted(self.word, np.array([letters, letters + LAST], self.word.dtype))
        return self.key[first:last]

    def _nearly(self, word: str) -> I32:
        """The keys of names with a word similar to this."""
        if len(word) < FEWEST_LETTERS:
            return self._beginning(word)
        near = process.extract(word, self.different, scorer=fuzz.ratio, score_cutoff=NEAR_WORD, limit=NEAR_WORDS)
        parts = [self._beginning(each) for each, _, _ in near]
        return np.concatenate(parts) if parts else np.zeros(0, np.int32)


def name_index(connection: Connection) -> NameIndex:
    """Build the index of everybody who is registered."""
    everybody = people(connection)
    size = len(everybody)
    names, keys = everybody.name_sort.tolist(), list(range(size))
    for key in np.flatnonzero(everybody.latin_name != "").tolist():
        names.append(name_sort(str(everybody.latin_name[key])))
        keys.append(key)
    former = select(player.c.key, player.c.former_names).where(player.c.former_names != "")
    for row in connection.execute(former):
        for name in from_text("former_names", row.former_names):  # type: ignore[attr-defined]
            names.append(name_sort(name))
            keys.append(row.key)
    split = [name.split() for name in names]
    whose = np.repeat(np.array(keys, np.int32), [len(each) for each in split])
    words = [word for each in split for word in each]
    column = np.array([word.encode() for word in words], f"S{WIDTH + 1}") if words else np.zeros(0, f"S{WIDTH + 1}")
    order = np.argsort(column, kind="stable")
    by_fide = np.flatnonzero(everybody.fide_id > 0)
    by_fide = by_fide[np.argsort(everybody.fide_id[by_fide], kind="stable")]
    return NameIndex(
        everybody, aliases(connection), column[order], whose[order], tuple(dict.fromkeys(sorted(words))),
        by_fide.astype(np.int32),
        everybody.fide_id[by_fide],
    )  # fmt: skip
