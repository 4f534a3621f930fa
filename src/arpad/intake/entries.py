"""Make a report out of rows: games, players, crosstables.

Whatever does not come as a tournament report ends in the same `Report`: a roster of players who get their start numbers
in the order in which they are first named, and one cell per player and round. Every cell keeps the line and column it
came from. The findings are the same as for a report, because the same checks run over it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from datetime import date
from functools import lru_cache
from itertools import chain

import numpy as np

from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import candidates
from arpad.intake.decode import Limits
from arpad.intake.persons import NOWHERE, same_person
from arpad.intake.structure import check, phantoms
from arpad.intake.tables.reader import fold
from arpad.model import BLACK, NO_COLOUR, WHITE, Cells, EventFacts, Player, Printed, Report

Cell = tuple[int, int, int, int, int]  # opponent, codes of colour and result, line, column: as in `Cells`
DIFFERING = {
    "id": "duplicate-id/differs", "rating": "player-facts-differ/rating", "title": "player-facts-differ/title",
    "federation": "player-facts-differ/federation",
}  # fmt: skip
FACTS = tuple(DIFFERING)  # of a player, which each of his games may say
MOST_NAMESAKES = 4  # who are told by number
RESULTS = {
    # as printed, after `result_pair` has made one sign of each kind -> the codes of white and black
    "1-0": ("1", "0"), "0-1": ("0", "1"), "½-½": ("=", "="), "0-0": ("0", "0"), "½-0": ("=", "0"), "0-½": ("0", "="),
    "+--": ("+", "-"), "--+": ("-", "+"), "---": ("-", "-"), "+-": ("+", "-"), "-+": ("-", "+"),
    "+/-": ("+", "-"), "-/+": ("-", "+"), "-/-": ("-", "-"),
    "1-0f": ("+", "-"), "1f-0": ("+", "-"), "0-1f": ("-", "+"), "0f-1": ("-", "+"),
    "*": (" ", " "), "": (" ", " "), "=": ("=", "="), "½": ("=", "="), "1": ("1", "0"), "0": ("0", "1"),
    "=-=": ("=", "="),
}  # fmt: skip
HALF = re.compile(r"(?<![0-9./])(?:1/2|0?[.,]50?)(?![0-9./])")
WHOLE = re.compile(r"(?<![0-9.,])([01])[.,]0(?![0-9.,])")


@lru_cache(1024)
def result_pair(text: str) -> tuple[str, str] | None:
    """The codes of white and black for a result as people write it; None where it is none."""
    plain = "".join(text.split()).lower()
    for dash in "–—−‐‑:":
        plain = plain.replace(dash, "-")
    return RESULTS.get(WHOLE.sub(r"\1", HALF.sub("½", plain)))


@dataclass(slots=True)
class Roster:
    """The players and cells of an event while rows are read."""

    notes: Notes
    limits: Limits
    players: dict[int, Player] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)
    by_name_alone: dict[str, tuple[int, int]] = field(default_factory=dict)  # where a name first stands without number
    stated: dict[tuple[int, str], int] = field(default_factory=dict)  # the line of a fact that a later game added
    differing: set[tuple[int, str, int | str]] = field(default_factory=set)  # what was told of a player's facts
    by_id: dict[int, dict[frozenset[str], int]] = field(default_factory=dict)  # then by the words of the name
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    days: dict[int, date] = field(default_factory=dict)
    all_days: set[date] = field(default_factory=set)
    styles: frozenset[str] = frozenset()  # in which all dates of the file can be read; see `settle_alike`
    dated: set[tuple[int, str]] = field(default_factory=set)  # round and date of the games so far
    rows: int = 0  # of players so far, entered or not
    reserved: int = 0  # the highest start number that the file gives anybody
    played: dict[int, int] = field(default_factory=dict)  # last round of each player
    table: tuple[list[int], Cells] | None = None  # a whole crosstable, with the number of each of its rows

    def crowded(self) -> bool:
        """Whether there are more players than allowed: no need to read on."""
        return max(len(self.players), self.rows) > self.limits.players

    def enter(self, player: Player) -> int:
        """Put a player on the roster; the number he has, or the next free one."""
        number = player.number or max(len(self.players), self.reserved) + 1
        while not player.number and number in self.players:
            number += 1
        self.players[number] = player if player.number else player._replace(number=number)
        self.by_name.setdefault(fold(player.name), []).append(number)
        if player.id:
            self.by_id.setdefault(player.id, {}).setdefault(same_person(player.name), number)
        return number

    def number_of(
        self, player: Player, lines: Mapping[str, int] = NOWHERE, columns: Mapping[str, int] = NOWHERE
    ) -> int:
        """The player with this start number, with this id, or with this name; entered where he is new.

        One id under two names is two players with one id, which the checks of the report find. Lines and columns are
        those of facts that do not stand where the player's name does.
        """
        name, number = fold(player.name), player.number
        first = self.players.get(number)
        if first and first.name != player.name and same_person(first.name) != same_person(player.name):
            number = 0
            if not self.notes.full("duplicate-start-number"):
                self.notes.find(
                    "duplicate-start-number/of-another", player.line, player.column("number"), first.number,
                    number=first.number, name=shown(first.name), first_line=first.line,
                )  # fmt: skip
        if not number and not player.id:
            self.by_name_alone.setdefault(name, (player.line, player.column("name")))
        known = self.by_name[name][0] if name in self.by_name else None
        if number:
            known = number if first else None
        elif player.id in self.by_id:
            known = self.by_id[player.id].get(same_person(player.name))
        elif known is not None and player.id and self.players[known].id:
            known = None  # a namesake
        if known is None:
            known = self.enter(player if number == player.number else player._replace(number=number))
            self.stated |= {(known, what): line for what, line in lines.items()}
        else:
            self._join(known, player, lines, columns or player.columns)
        return known

    def _join(self, known: int, player: Player, lines: Mapping[str, int], columns: Mapping[str, int]) -> None:
        """Add to a known player what this row says of him."""
        if player.id and not self.players[known].id:
            self.by_id.setdefault(player.id, {}).setdefault(same_person(self.players[known].name), known)
        for what in FACTS:
            if fact := getattr(player, what):
                self.hear(known, what, fact, lines.get(what, player.line), columns.get(what, 0))

    def hear(self, known: int, what: str, fact: int | str, line: int, column: int) -> None:
        """Add a fact to a known player; where it is another than he has, the first is kept and it is told. Two ids
        refuse: they are two persons."""
        before = self.players[known]
        first = getattr(before, what)
        if fact == first:
            return
        if not first:
            self.stated[known, what] = line
            self.players[known] = before._replace(**{what: fact})  # type: ignore[arg-type]
        elif (known, what, fact) not in self.differing:
            self.differing.add((known, what, fact))
            message = DIFFERING[what]
            if not self.notes.full(message.partition("/")[0]):
                self.notes.find(
                    message, line, column, known, number=known, name=shown(before.name), here=shown(str(fact)),
                    first=shown(str(first)), first_line=self.stated.get((known, what), before.line),
                )  # fmt: skip

    def _tell_namesakes(self) -> None:
        """Names that two players have, and a row that gives nothing but the name: it may be of either, even where it
        stands before the second of them."""
        for name, (line, column) in self.by_name_alone.items():
            numbers = self.by_name[name]
            if len(numbers) > 1:
                ids = [self.players[number].id for number in numbers]
                of_fide = all(ids)
                listed = tuple((ids if of_fide else numbers)[:MOST_NAMESAKES])
                self.notes.find(
                    "ambiguous-player/ids" if of_fide else "ambiguous-player/start-numbers", line, column,
                    count=len(numbers), name=shown(self.players[numbers[0]].name),
                    numbers=(*listed, "...") if len(numbers) > MOST_NAMESAKES else listed,
                )  # fmt: skip

    def on(self, turn: int, text: str, line: int, column: int) -> None:
        """A game of this round was on the day that the text says; what was said of a round is not looked at again."""
        if (turn, text) in self.dated:
            return
        self.dated.add((turn, text))
        found = candidates(text)
        read = {style: day for style, day in found.items() if style in self.styles} or found
        days = sorted(set(read.values()))
        if len(days) == 1:
            self.all_days.update(days)
            first = self.days.setdefault(turn, days[0])
            if len(set(found.values())) > 1 and not self.notes.has("date-style"):
                self.notes.find("date-style/others", line, column, round=turn, text=shown(text), style=min(read))
        if not text or (len(days) == 1 and days[0] == first):
            return
        if not days:
            self.notes.find("unreadable-date/text", line, column, round=turn, text=shown(text))
        elif len(days) > 1:
            self.notes.find("ambiguous-date/text", line, column, round=turn, text=shown(text), days=tuple(days))
        else:
            self.notes.find("round-dates/game", line, column, round=turn, turn=turn, day=days[0], first=first)

    def game(self, sides: list[int], turn: int, pair: tuple[str, str], line: int, column: int) -> None:
        """Both sides of a game; one that stands there already is told and counted once."""
        (white, black), (result, reply) = sides, map(ord, pair)
        mine, theirs = (black, WHITE, result, line, column), (white, BLACK, reply, line, column)
        before, answer = self._kept(white, turn, mine), self._kept(black, turn, theirs)
        if before is mine and answer is theirs:
            return
        if before is not mine and (before[:3], answer[:3]) == (mine[:3], theirs[:3]):
            self.notes.find("duplicate-record/game", line, column, white, turn, turn=turn, first_line=before[3])
            return
        self._tell_two(white, turn, mine, before)
        self._tell_two(black, turn, theirs, answer)

    def bye(self, number: int, turn: int, result: str, line: int, column: int) -> None:
        """A round without an opponent."""
        cell = (0, NO_COLOUR, ord(result), line, column)
        self._tell_two(number, turn, cell, self._kept(number, turn, cell))

    def _kept(self, number: int, turn: int, cell: Cell) -> Cell:
        """The cell of a player and round: this one, or the one that stands there already."""
        kept = self.cells.setdefault((number, turn), cell)
        if kept is cell and turn > self.played.get(number, 0):
            self.played[number] = turn
        return kept

    def _tell_two(self, number: int, turn: int, cell: Cell, kept: Cell) -> None:
        if kept is not cell and not self.notes.full("two-games-in-a-round"):
            name = shown(self.players[number].name)
            self.notes.find(
                "two-games-in-a-round/row", *cell[3:], number, turn, number=number, name=name, turn=turn,
                first_line=kept[3],
            )  # fmt: skip

    def next_round(self, sides: list[int]) -> int:
        """The round of a game that does not say which: the first in which both are free."""
        return 1 + max(self.played.get(side, 0) for side in sides)

    def report(
        self, facts: EventFacts, form: str, file: str, encoding: str = "utf-8", printed: tuple[Printed, ...] = ()
    ) -> Report:  # fmt: skip
        """The report, checked."""
        if self.crowded():
            self.notes.find("too-many-players/file", limit=self.limits.players)
        self._tell_namesakes()
        order = sorted(self.players)[: self.limits.players]
        cells = self._cells(order)
        rounds = cells.rounds
        days = tuple(self.days.get(turn) for turn in range(1, rounds + 1)) if self.days else ()
        if self.all_days and not facts.start:
            facts = replace(facts, start=min(self.all_days), end=max(self.all_days))
        players = tuple(self.players[number] for number in order)
        report = Report(
            facts, players, cells, round_dates=days, form=form, file=file, encoding=encoding,
            phantoms=phantoms(players), printed=printed,
        )  # fmt: skip
        if not self.crowded() and not self.notes.has("too-many-rounds"):  # what was cut off cannot agree
            if not rounds:  # without games nothing can be said of points
                pointless = tuple(player._replace(points=None) for player in players)
            check(report if rounds else replace(report, players=pointless), self.notes)
        return report

    def _cells(self, order: list[int]) -> Cells:
        """The cells of the players with these numbers, in this order."""
        if self.table:
            own, table = self.table
            by_number = np.argsort(own)
            return Cells(*(getattr(table, each.name)[by_number] for each in fields(Cells)))
        rounds = min(max((turn for _, turn in self.cells), default=0), self.limits.rounds)
        cells = Cells.empty(len(order), rounds)
        if self.cells and order:
            numbers, turns = np.fromiter(chain.from_iterable(self.cells), np.int32).reshape(-1, 2).T
            rows = np.minimum(np.searchsorted(order, numbers), len(order) - 1)
            kept = (np.array(order)[rows] == numbers) & (turns <= rounds)
            filled = np.fromiter(chain.from_iterable(self.cells.values()), np.int32).reshape(len(kept), -1)[kept]
            for name, values in zip((each.name for each in fields(Cells)), filled.T, strict=True):
                getattr(cells, name)[rows[kept], turns[kept] - 1] = values
        return cells
