"""A directory of history as a source: what an office wrote for everybody, read list by list.

A file that is not what the table of contents says is refused: what is measured is what was written.
"""

from __future__ import annotations

import csv
import io
from functools import cached_property

import numpy as np

from arpad.columns import I16, I64, Roll
from arpad.finding import Misuse, Problem
from arpad.history.chapter import Head, PlayerRows
from arpad.history.contents import lines_and_root
from arpad.history.library import PEOPLE, Library
from arpad.law import Rulebook
from arpad.monitor.source import People, Played
from arpad.monitor.strengths import Strengths

READ = ("list", "entries", "ledger", "players")  # the tables that are measured


class LibrarySource:
    """One series of a history; a `Source`."""

    def __init__(self, library: Library, series: str = "", truth: Strengths | None = None) -> None:
        self.library, self._truth = library, truth
        names = tuple(dict.fromkeys(head.series for head in library.contents.chapters))
        if not names:
            raise Misuse("scale/no-lists", series=series or "-")
        if not series and len(names) > 1:
            raise Misuse("which-series", names=names)
        if series and series not in names:
            raise Misuse("no-series-here", series=series, known=names)
        self.series = series or names[0]
        self._heads = {head.list_: head for head in library.contents.chapters if head.series == self.series}
        self.lists = tuple(sorted(self._heads))
        self._books: dict[tuple[str, ...], Rulebook] = {}

    def roll(self, list_: int) -> Roll:
        head = self._heads[list_]
        self._check(head)
        roll = self.library.roll(self.series, list_, head.players)
        assert roll is not None
        return roll

    def played(self, list_: int) -> Played | None:
        head = self._heads[list_]
        if not head.remakable:
            return None
        entries, ledger = (self.library.table(head, name) for name in ("entries", "ledger"))
        if len(ledger) and not 0 <= int(ledger.entry.min()) <= int(ledger.entry.max()) < len(entries):
            raise Problem("history/no-table", file=f"{head.place}/ledger.csv")
        return Played(entries, ledger)

    def people(self, list_: int) -> People:
        """Everybody: years of birth as the chapters told them, federations as the people beside them have."""
        known = PlayerRows.of()
        for head in self.library.contents.chapters:
            known = self.library.players(head, known)
            if head.series == self.series and head.list_ == list_:
                break
        codes, place = self._federations(len(known))
        none = np.zeros(len(known), np.uint16)
        return People(known.born, none.astype(np.uint8), place, none, codes)

    def _federations(self, size: int) -> tuple[tuple[str, ...], np.ndarray[tuple[int], np.dtype[np.uint16]]]:
        place = np.zeros(size, np.uint16)
        codes = {"": 0}
        if PEOPLE in self.library.contents.files:
            try:
                for row in csv.DictReader(io.StringIO(self.library.bytes_of(PEOPLE).decode("utf-8", "replace"))):
                    key = int(row["player"])
                    if 0 <= key < size:
                        place[key] = codes.setdefault(row["federation"], len(codes))
            except (KeyError, ValueError, TypeError):
                raise Misuse("history/no-table", file=PEOPLE) from None
        return tuple(codes), place

    def book(self, list_: int) -> Rulebook | None:
        head = self._heads[list_]
        if not head.remakable:
            return None
        carried = (head.edition, *sorted(head.law.values()))
        if carried not in self._books:
            self._books[carried] = self.library.law(head).rulebook(head.edition, self.series)
        return self._books[carried]

    def strengths(self, list_: int) -> I16 | None:
        return None if self._truth is None else self._truth.on(list_, self.lists[0], self._numbers)

    @cached_property
    def _numbers(self) -> I64:
        """FIDE's number of each key; 0 where there is none."""
        numbers = np.zeros(max(head.players for head in self._heads.values()), np.int64)
        for key, person in self.library.people.items():
            if 0 <= key < len(numbers):
                numbers[key] = person.fide_id
        return numbers

    def _check(self, head: Head) -> None:
        """That the files of a chapter are those that were written."""
        for name in READ:
            file = f"{head.place}/{name}.csv"
            written = self.library.contents.files.get(file)
            if written is not None and lines_and_root(self.library.bytes_of(file)) != written:
                raise Problem("history/file-changed", file=file)
