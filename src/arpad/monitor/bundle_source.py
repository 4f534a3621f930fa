"""A published bundle as a source of measures, read list by list."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from arpad.columns import I16, I64, Roll
from arpad.finding import UserError
from arpad.history import table_files
from arpad.history.bundle import PEOPLE, PLAYERS, STRENGTHS, Library
from arpad.history.contents import CSV_FORM, lines_and_root
from arpad.history.list_data import Head, PlayerRows
from arpad.law import Rulebook
from arpad.monitor.sources import SEX_UNKNOWN, SEXES, PeopleColumns, PlayedGames, TrueStrengths, strengths_by_number

COLUMNS_READ = ("list", "entries", "ledger", "players")  # the tables that are measured


class BundleSource:
    """One series of a history; a `Source`."""

    def __init__(self, library: Library, series: str = "", truth: TrueStrengths | None = None) -> None:
        self.library, self._truth = library, truth
        names = tuple(dict.fromkeys(head.series for head in library.contents.chapters))
        if not names:
            raise UserError("scale/no-lists", series=series or "-")
        if not series and len(names) > 1:
            raise UserError("which-series", names=names)
        if series and series not in names:
            raise UserError("no-series-here", series=series, known=names)
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

    def played(self, list_: int) -> PlayedGames | None:
        head = self._heads[list_]
        if not head.remakable:
            return None
        entries, ledger = (self.library.table(head, name) for name in ("entries", "ledger"))
        if len(ledger) and not 0 <= int(ledger.entry.min()) <= int(ledger.entry.max()) < len(entries):
            raise UserError("history/no-table", file=self.library.file_of(head, "ledger"))
        return PlayedGames(entries, ledger)

    def people(self, list_: int) -> PeopleColumns:
        """Everybody: years of birth as the chapters told them, the rest as the people beside them have it."""
        rows = PlayerRows.of()
        for head in self.library.contents.chapters:
            last = head.series == self.series and head.list_ == list_
            if last or self.library.file_of(head, "players"):
                rows = self.library.players(head, rows)
            if last:
                break
        size = len(rows)
        sex, federation, region = np.zeros(size, np.uint8), np.zeros(size, np.uint16), np.zeros(size, np.uint16)
        codes, regions = {"": 0}, {"": 0}
        for key, of_sex, code, name in self._persons():
            if 0 <= key < size:
                sex[key] = SEXES.index(of_sex) if of_sex in SEXES else SEX_UNKNOWN
                federation[key] = codes.setdefault(code, len(codes))
                region[key] = regions.setdefault(name, len(regions))
        return PeopleColumns(rows.born, sex, federation, region, tuple(codes), tuple(regions))

    def _persons(self) -> Iterator[tuple[int, str, str, str]]:
        """Key, sex, federation and region, as far as they are told."""
        files = self.library.contents.files
        if PLAYERS in files:
            names = ["player", "sex", "federation", "region"]
            frame = table_files.frame_of(self.library.sound(PLAYERS), PLAYERS, names)
            for key, sex, code, region in frame.iter_rows():
                yield key, sex or "", code or "", region or ""
        elif PEOPLE in files:
            try:
                for row in csv.DictReader(io.StringIO(self.library.bytes_of(PEOPLE).decode("utf-8", "replace"))):
                    yield int(row["player"]), "", row["federation"], ""
            except (KeyError, ValueError, TypeError):
                raise UserError("history/no-table", file=PEOPLE) from None

    def book(self, list_: int) -> Rulebook | None:
        head = self._heads[list_]
        if not head.remakable:
            return None
        carried = (head.edition, *sorted(head.law.values()))
        if carried not in self._books:
            self._books[carried] = self.library.law(head).rulebook(head.edition, self.series)
        return self._books[carried]

    def strengths(self, list_: int) -> I16 | None:
        if self._truth is not None:
            return self._truth.on_list(list_, self._numbers)
        if STRENGTHS not in self.library.contents.files:
            return None
        return self._beside.on_list(list_, np.arange(self._heads[list_].players))

    @cached_property
    def _beside(self) -> TrueStrengths:
        """Strengths that were exported with the lists, by key."""
        frame = table_files.frame_of(self.library.sound(STRENGTHS), STRENGTHS, ["player", "strength", "per_year", "on"])
        return strengths_by_number(frame[name].to_numpy().astype(np.int64) for name in frame.columns)

    @cached_property
    def _numbers(self) -> I64:
        """FIDE's number of each key; -1 where there is none."""
        if not self.library.contents.named or PEOPLE not in self.library.contents.files:
            raise UserError("scale/no-numbers", directory=str(self.library.directory))
        numbers = np.full(max(head.players for head in self._heads.values()), -1, np.int64)
        for key, person in self.library.people.items():
            if 0 <= key < len(numbers) and person.fide_id:
                numbers[key] = person.fide_id
        return numbers

    def _check(self, head: Head) -> None:
        """That the files of a chapter are those that were written; of Parquet that is asked when they are read."""
        if self.library.contents.form != CSV_FORM:
            return
        for name in COLUMNS_READ:
            file = self.library.file_of(head, name)
            if file and lines_and_root(self.library.bytes_of(file)) != self.library.contents.files[file]:
                raise UserError("history/file-changed", file=file)
