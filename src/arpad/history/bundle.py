"""A directory of published history: lists, law, people and the log; written by an office, read by anybody.

    contents.json        the lists and the hash of every file
    SERIES/YYYY-MM/*.csv the tables of a list
    law/SHA256.toml      the law files stored with the lists
    people.csv           who the players' keys are
    births.csv           sealed birthdays, where a K depends on one
    notices/CASE.json    what was corrected after publication
    log/links.csv        the hash of every entry of the log
    log/entries.json     the entries that published what is here, opened
    log/checkpoint.txt   the state of the log when this was written

For statistics the tables are written as Parquet, with players.parquet and without the log. The directory appears whole
or not at all.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from arpad.columns import I16, U8, Players, Roll, Table
from arpad.days import days_of
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.history import contents, table_files
from arpad.history.checkpoints import Checkpoint, read_checkpoint
from arpad.history.contents import Contents
from arpad.history.list_data import KINDS, Chapter, Head, PlayerRows
from arpad.history.log_chain import COLUMNS, Links, OpenEntry
from arpad.law.law_set import LawSet
from arpad.lists.sealed import RollRows

LINKS, ENTRIES, CHECKPOINT = "log/links.csv", "log/entries.json", "log/checkpoint.txt"
PEOPLE, BIRTHS = "people.csv", "births.csv"
PERSON = ("player", "number", "fide_id", "name", "federation", "born")
OF_THE_LOG = (LINKS, ENTRIES, CHECKPOINT)
PART = ".part"  # behind the name of a directory that is not whole yet
EVEN_EMPTY = ("waiting",)  # a table that says something where it is empty
AT_HAND = 48  # rolls that are kept as read
SUFFIX = {contents.CSV_FORM: ".csv", contents.FILES_FORM: ".parquet"}
PLAYERS, STRENGTHS = "players.parquet", "strengths.parquet"


# --- writing ------------------------------------------------------------------------------------------------------


class Writer:
    """A bundle that is being written."""

    def __init__(self, directory: Path, form: str = contents.CSV_FORM) -> None:
        self.directory, self.form = directory, form
        self.part = directory.parent / (directory.name + PART)
        self.heads: list[Head] = []
        self.files: dict[str, str] = {}

    def add(self, name: str, text: bytes, rows: int = 0) -> None:
        """A file; one that is there already is the same."""
        if name not in self.files:
            lined = self.form == contents.CSV_FORM
            self.files[name] = contents.lines_and_root(text) if lined else table_files.rows_and_hash(text, rows)
            self.write(name, text)

    def add_chapter(self, chapter: Chapter, law: Mapping[str, bytes]) -> None:
        head = chapter.head
        for name, table in chapter.tables.items():
            if len(table) or name in EVEN_EMPTY:
                lined = self.form == contents.CSV_FORM
                text = table_files.table_as_lines(table) if lined else table_files.table_as_parquet(table, head, name)
                self.add(f"{head.place}/{name}{SUFFIX[self.form]}", text, len(table))
        for body in law.values():
            self.add(f"law/{hashlib.sha256(body).hexdigest()}.toml", body)
        self.heads.append(chapter.head)

    def close(self, office: str, rehearsal: bool, named: bool = True) -> bytes:
        """The table of contents, written last but the log."""
        text = Contents(office, rehearsal, tuple(self.heads), self.files, self.form, named).text
        self.write(contents.CONTENTS_FILE, text)
        return text

    def add_log(self, links: Links, opened: Iterable[OpenEntry], point: Checkpoint) -> None:
        """How the log stood afterwards."""
        self.write(LINKS, links_text(links))
        self.write(ENTRIES, entries_text(opened))
        self.write(CHECKPOINT, point.text.encode())

    def write(self, name: str, text: bytes) -> None:
        """A file that the table of contents does not name."""
        file = self.part / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "wb") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())


def links_text(links: Links) -> bytes:
    """The file of the log's hashes."""
    return ("entry,sha256\n" + "".join(f"{seq},{sha256}\n" for seq, sha256 in links.entries)).encode()


def entries_text(opened: Iterable[OpenEntry]) -> bytes:
    """The file of opened log entries."""
    rows = [[each.seq, each.salt, list(each.log_row), list(map(list, each.written))] for each in opened]
    return (json.dumps(rows, indent=0) + "\n").encode()


@contextmanager
def new_library(directory: Path, form: str = contents.CSV_FORM) -> Any:
    """Create a directory that appears when it is complete; an unfinished one is removed."""
    writer = Writer(directory, form)
    if directory.exists():
        raise UserError("history/there", directory=str(directory))
    try:
        shutil.rmtree(writer.part, ignore_errors=True)
        writer.part.mkdir(parents=True)
        yield writer
        os.rename(writer.part, directory)
    except OSError as error:
        raise UserError("history/unwritten", directory=str(directory), reason=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(writer.part, ignore_errors=True)


# --- reading ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Person:
    """A player of the bundle."""

    number: int
    name: str
    fide_id: int = 0
    born: int = 0  # the year


@dataclass(frozen=True)
class Library:
    """A bundle that is read."""

    directory: Path

    @cached_property
    def contents_text(self) -> bytes:
        return self.bytes_of(contents.CONTENTS_FILE)

    @cached_property
    def contents(self) -> Contents:
        return contents.read_contents(self.contents_text)

    def bytes_of(self, name: str) -> bytes:
        """A file; what is not there, or cannot be read, is told by its name."""
        file = self.directory / name
        try:
            if any((self.directory / part).is_symlink() for part in (Path(name), *Path(name).parents[:-1])):
                raise UserError("history/link", file=name)
            if ".." in Path(name).parts or not file.is_file():
                raise UserError("history/no-file", file=name, directory=str(self.directory))
            return file.read_bytes()
        except OSError as error:
            raise UserError("history/unread", file=name, reason=error.strerror or str(error)) from None

    def file_of(self, head: Head, name: str) -> str:
        """The file of a table of a chapter; empty where the chapter has none of this name."""
        file = f"{head.place}/{name}{SUFFIX[self.contents.form]}"
        return file if file in self.contents.files else ""

    def table(self, head: Head, name: str) -> Any:
        """A table of a chapter; empty where the chapter has none of this name."""
        kind: type[Table] = KINDS[name]
        file = self.file_of(head, name)
        if not file:
            return kind.of()
        if self.contents.form == contents.CSV_FORM:
            return table_files.read_table_lines(kind, self.bytes_of(file), file)
        return table_files.read_parquet_table(kind, self.sound(file), file)

    def sound(self, file: str) -> bytes:
        """A file for statistics, as the table of contents says it is."""
        text = self.bytes_of(file)
        table_files.refuse_other_hash(text, self.contents.files.get(file, ""), file)
        return text

    def head(self, series: str, list_: int) -> Head | None:
        return self._heads.get((series, list_))

    @cached_property
    def _heads(self) -> dict[tuple[str, int], Head]:
        return {(head.series, head.list_): head for head in self.contents.chapters}

    def roll(self, series: str, list_: int, players: int) -> Roll | None:
        """A list as its chapter has it, for so many players; None where it is in no chapter."""
        rows = self.rows(series, list_)
        return None if rows is None else roll_of_rows(rows, players)

    def rows(self, series: str, list_: int) -> RollRows | None:
        """The rows of a list as its chapter has them; None where it is in no chapter."""
        return None if self.head(series, list_) is None else self._at_hand((series, list_))

    def standing(self, series: str, list_: int, players: int) -> tuple[U8, I16]:
        """How everybody stands on a list as its chapter has it, and with which rating; nobody where there is none."""
        state, rating = np.zeros(players, np.uint8), np.zeros(players, np.int16)
        head = self.head(series, list_)
        file = "" if head is None else self.file_of(head, "list")
        if file and self.contents.form == contents.FILES_FORM:
            frame = table_files.frame_of(self.sound(file), file, ["player", "state", "rating"])
            at = frame["player"].to_numpy()
            state[at], rating[at] = frame["state"].to_numpy(), frame["rating"].to_numpy()
        elif head is not None:
            rows = self._at_hand((series, list_))
            state[rows.player], rating[rows.player] = rows.state, rows.rating
        return state, rating

    @cached_property
    def _at_hand(self) -> Callable[[tuple[str, int]], RollRows]:
        """The rows of a list, kept for a while."""
        return lru_cache(AT_HAND)(lambda place: self.table(self._heads[place], "list"))

    def players(self, head: Head, before: PlayerRows) -> PlayerRows:
        """Everybody as a chapter knows him, from what the chapter before knew."""
        new: PlayerRows = self.table(head, "players")
        rows = len(before) + int(np.count_nonzero(new.player >= len(before)))  # whoever comes has a row
        if self.contents.form == contents.CSV_FORM and head.players > rows:
            raise Problem("history/players", list=head.place, players=head.players, rows=rows)
        born, member = np.zeros(head.players, np.uint16), np.zeros(head.players, np.uint8)
        old = min(len(before), head.players)
        born[:old], member[:old] = before.born[:old], before.member[:old]
        _refuse_keys_outside(new.player, head)
        born[new.player], member[new.player] = new.born, new.member
        return PlayerRows(np.arange(head.players, dtype=np.int32), born, member)

    def law(self, head: Head) -> LawSet:
        """The law that a list carries, each file by its own hash."""
        files = {}
        for name, sha256 in head.law.items():
            body = self.bytes_of(f"law/{sha256}.toml")
            if hashlib.sha256(body).hexdigest() != sha256:
                raise Problem("history/law", file=name, list=head.place)
            files[name] = body
        return LawSet(files)

    @cached_property
    def people(self) -> dict[int, Person]:
        """Who the players are, by key."""
        rows = csv.DictReader(io.StringIO(self.bytes_of(PEOPLE).decode("utf-8", "replace")))
        people: dict[int, Person] = {}
        try:
            for row in rows:
                person = Person(int(row["number"]), row["name"], int(row["fide_id"]), int(row["born"]))
                if people.setdefault(int(row["player"]), person) is not person:
                    raise ValueError
        except (KeyError, ValueError, TypeError, csv.Error):
            raise UserError("history/no-table", file=PEOPLE) from None
        return people

    @cached_property
    def links(self) -> Links:
        """The log, from its first link on."""
        text = self.bytes_of(LINKS)
        try:
            lines = text.decode("ascii").splitlines()[1:]
            pairs = [line.split(",") for line in lines]
            links = Links("", tuple((int(seq), sha256) for seq, sha256 in pairs))
        except (UnicodeDecodeError, ValueError):
            raise UserError("history/no-table", file=LINKS) from None
        if not links.entries or not links.in_order or links_text(links) != text:
            raise UserError("history/no-table", file=LINKS)
        return links

    @cached_property
    def opened(self) -> tuple[OpenEntry, ...]:
        """The entries of the log that are opened."""
        text = self.bytes_of(ENTRIES)
        try:
            rows = json.loads(text)
            if any(len(log_row) != COLUMNS or log_row[0] != seq for seq, _, log_row, _ in rows):
                raise ValueError
            opened = tuple(
                OpenEntry(int(seq), str(salt), tuple(log_row), tuple((str(place), str(sha)) for place, sha in written))
                for seq, salt, log_row, written in rows
            )
            if entries_text(opened) != text:
                raise ValueError
        except (ValueError, TypeError, RecursionError):
            raise UserError("history/no-table", file=ENTRIES) from None
        return opened

    @cached_property
    def checkpoint(self) -> Checkpoint:
        text = self.bytes_of(CHECKPOINT).decode("utf-8", "replace")
        point = read_checkpoint(text)
        if point.text != text:
            raise UserError("history/no-table", file=CHECKPOINT)
        return point


def roll_of_rows(rows: RollRows, players: int) -> Roll:
    """A roll of so many players from the rows that say anything."""
    roll = Roll.of(rating=np.zeros(players, np.int16))
    if len(rows) and not 0 <= int(rows.player.min()) <= int(rows.player.max()) < players:
        raise Problem("history/unknown-player", player=int(rows.player.max()), players=players)
    for name, column in roll.columns():
        column[rows.player] = getattr(rows, name)
    return roll


def players_with_birth_year(players: PlayerRows) -> Players:
    """The players as a period reads them; of a birth only the year is known."""
    born = days_of(players.born.astype(np.int32))
    return Players(born.astype(np.int32), np.zeros(len(players), np.uint16), players.member)


def _refuse_keys_outside(players: Any, head: Head) -> None:
    """Refuse keys that are outside the players of a list."""
    if len(players) and not 0 <= int(players.min()) <= int(players.max()) < head.players:
        raise Problem("history/unknown-player", player=int(players.max()), players=head.players)
