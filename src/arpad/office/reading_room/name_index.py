"""Find players by typed text: the beginning of any word of a name, in any script, a former name, or a number.

The index is a sorted column of words, built once per state of the registry. If no name has the words as typed, similar
words are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process
from sqlalchemy import Connection, select

from arpad.columns import I32, I64
from arpad.days import Month, days_of
from arpad.frozen import dataclass
from arpad.intake.frl.layout import TEXT_FIELDS
from arpad.intake.frl.listed import RatingList, Standing
from arpad.lists.published import People
from arpad.lists.rollcall import STANDINGS
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.registry.names import name_sort
from arpad.office.registry.person import fact_from_text
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.registry.player_numbers import key_of_office_number
from arpad.office.registry.public_people import read_public_people
from arpad.office.store.schema import player

WORD_WIDTH = 24  # letters of a word that are compared
WORD_LIKENESS = 74  # percent
WORDS_TRIED = 8  # of the registry that may be meant by one that was typed
HIGHEST_BYTE = b"\xff"
FEWEST_LETTERS = 3  # of a word that may be misspelt
LONGEST_QUESTION = 100  # letters of a question
LONGEST_NUMBER = 18  # digits


@dataclass(frozen=True)
class NameMatches:
    """The keys of the players who match; `near` if no name has the words as typed."""

    keys: I32
    near: bool


@dataclass(frozen=True, eq=False)
class NameIndex:
    """The sorted words of all names, and whose they are."""

    people: People  # as known today
    alias: I32  # for each key the key under which the results count, after merges
    word: npt.NDArray[Any]  # sorted, as bytes
    key: I32  # the player who has the word
    different: tuple[str, ...]  # each word once
    by_fide: I32  # keys by FIDE number
    fide: I64  # the numbers, sorted

    def find(self, text: str) -> NameMatches:
        """Return everybody whose name has a word beginning with each typed word, or who has the typed number. If no
        name fits, similar words are tried (`near`). Merged players are found as the player under whom they count."""
        plain = text.strip()[:LONGEST_QUESTION]
        if plain.isascii() and plain.isdigit():
            return NameMatches(self._keys_with_number(plain), False)
        words = name_sort(plain).split()
        if not words:
            return NameMatches(np.zeros(0, np.int32), False)
        keys = self._keys_in_every_group([self._keys_with_word_beginning(word) for word in words])
        if len(keys):
            return NameMatches(keys, False)
        return NameMatches(self._keys_in_every_group([self._keys_with_similar_word(word) for word in words]), True)

    def key_with(self, number: int) -> int | None:
        """Return the key for a number, FIDE's or the office's own; None if nobody has it. Merges are not followed."""
        own = key_of_office_number(number)
        if own is not None and own < len(self.alias):
            return own
        at = int(np.searchsorted(self.fide, number))
        return int(self.by_fide[at]) if at < len(self.fide) and self.fide[at] == number else None

    def _keys_with_number(self, digits: str) -> I32:
        """Return the key of the player who has the typed number, after merges; empty if nobody has it."""
        key = self.key_with(int(digits[:LONGEST_NUMBER]))
        return np.zeros(0, np.int32) if key is None else self.alias[[key]]

    def _keys_in_every_group(self, groups: list[I32]) -> I32:
        """Return the keys that are in every group, each once, after merges."""
        groups.sort(key=len)
        common = np.unique(self.alias[groups[0]])
        for more in groups[1:]:
            if not len(common):
                break
            common = np.intersect1d(common, self.alias[more])
        return common.astype(np.int32)

    def _keys_with_word_beginning(self, word: str) -> I32:
        """Return the keys of names with a word that begins with this one."""
        letters = word.encode()[:WORD_WIDTH]
        first, last = np.searchsorted(self.word, np.array([letters, letters + HIGHEST_BYTE], self.word.dtype))
        return self.key[first:last]

    def _keys_with_similar_word(self, word: str) -> I32:
        """Return the keys of names with a word similar to this one; a word of one or two letters must be the
        beginning."""
        if len(word) < FEWEST_LETTERS:
            return self._keys_with_word_beginning(word)
        near = process.extract(word, self.different, scorer=fuzz.ratio, score_cutoff=WORD_LIKENESS, limit=WORDS_TRIED)
        parts = [self._keys_with_word_beginning(each) for each, _, _ in near]
        return np.concatenate(parts) if parts else np.zeros(0, np.int32)


def build_name_index(connection: Connection) -> NameIndex:
    """Build the search index of all registered players: names, Latin and former names, and FIDE numbers."""
    everybody = read_public_people(connection)
    size = len(everybody)
    names, keys = everybody.name_sort.tolist(), list(range(size))
    for key in np.flatnonzero(everybody.latin_name != "").tolist():
        names.append(name_sort(str(everybody.latin_name[key])))
        keys.append(key)
    former = select(player.c.key, player.c.former_names).where(player.c.former_names != "")
    for row in connection.execute(former):
        for name in fact_from_text("former_names", row.former_names):  # type: ignore[attr-defined]
            names.append(name_sort(name))
            keys.append(row.key)
    split = [name.split() for name in names]
    whose = np.repeat(np.array(keys, np.int32), [len(each) for each in split])
    words = [word for each in split for word in each]
    column = (
        np.array([word.encode() for word in words], f"S{WORD_WIDTH + 1}")
        if words
        else np.zeros(0, f"S{WORD_WIDTH + 1}")
    )
    order = np.argsort(column, kind="stable")
    by_fide = np.flatnonzero(everybody.fide_id > 0)
    by_fide = by_fide[np.argsort(everybody.fide_id[by_fide], kind="stable")]
    return NameIndex(
        everybody, merge_aliases(connection), column[order], whose[order], tuple(dict.fromkeys(sorted(words))),
        by_fide.astype(np.int32),
        everybody.fide_id[by_fide],
    )  # fmt: skip


def rating_list_for_numbers(catalogue: Catalogue, index: NameIndex, numbers: Sequence[int]) -> RatingList:
    """Return a rating list of the players with these FIDE numbers, in the form in which checks of reports read lists.
    Numbers that nobody has, and players registered after the list, are left out; unrated players have rating 0."""
    fide_numbers = np.unique(np.array([number for number in numbers if number > 0], np.int64))
    keys = _keys_of_fide_numbers(index, fide_numbers)
    on_list = (keys >= 0) & (keys < len(catalogue.published.people))
    rows, people, roll = keys[on_list], catalogue.published.people, catalogue.published.roll
    names = [str(people.name[row]).encode() for row in rows.tolist()]
    codes = {name: np.zeros(len(rows), "S4") for name in TEXT_FIELDS}
    codes["federation"] = np.array(people.federation.take(rows).tolist(), "S4")
    codes["title"] = np.array(people.title.take(rows).tolist(), "S4")
    codes["sex"] = np.array(people.sex.take(rows).tolist(), "S4")
    standing = Standing(
        catalogue.lines[-1][rows], catalogue.published.games[rows].astype(np.int16), roll.k[rows].astype(np.uint8)
    )
    series = catalogue.head.series
    return RatingList(
        id=fide_numbers[on_list],
        names=b"".join(names),
        offsets=np.concatenate(([0], np.cumsum([len(name) for name in names], dtype=np.int64))).astype(np.int64),
        born=days_of(people.birth_year[rows].astype(np.int32)).astype(np.int32),
        standings={STANDINGS.get(series, series): standing},
        layout="office",
        month=Month(catalogue.head.list_),
        **codes,
    )


def _keys_of_fide_numbers(index: NameIndex, numbers: I64) -> I64:
    """Return the key for each FIDE number, -1 if nobody has it; merges are not followed."""
    if not len(index.fide):
        return np.full(len(numbers), -1, np.int64)
    place = np.minimum(np.searchsorted(index.fide, numbers), len(index.fide) - 1)
    return np.where(index.fide[place] == numbers, index.by_fide[place], -1).astype(np.int64)
