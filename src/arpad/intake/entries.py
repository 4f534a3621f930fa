"""Make a report out of rows: games, players, crosstables.

Whatever does not come as a tournament report ends in the same `Report`: a roster of players who get their start numbers
in the order in which they are first named, and one cell per player and round. Every cell keeps the line and column it
came from. The findings are the same as for a report, because the same checks run over it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth, candidates
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.structure import check, phantoms
from arpad.intake.tables import SEX_WORDS, fold
from arpad.intake.trf_fields import tenths
from arpad.intake.trf_layout import TITLE_LETTERS, TITLES
from arpad.model import NO_COLOUR, Cells, EventFacts, Player, Printed, Report

HIGHEST_NUMBER = 9999
FEDERATION_WIDTH = 3
NOWHERE: Mapping[str, int] = MappingProxyType({})
RATING_WIDTH, ID_WIDTH = 4, 11  # figures, as a report has room for them
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


def points_of(text: str) -> int | None:
    """Points as tenths: `7.5`, `7,5`, `7½`, and `7x` as Swiss-Manager exports a half."""
    plain = "".join(text.split()).lower()
    if plain.endswith(("½", "x")):
        plain = f"{plain[:-1]}.5" if "." not in plain and "," not in plain else "?"
    return tenths(plain)


def person(
    texts: Mapping[str, str], line: int, columns: Mapping[str, int], notes: Notes, lines: Mapping[str, int] = NOWHERE,
    sexes: Mapping[str, str] = SEX_WORDS,
) -> Player:  # fmt: skip
    """The player whom these texts describe; what cannot be read is told and left out, or kept as it was written."""

    def get(name: str) -> str:
        return texts.get(name, "")

    def tell(code: str, name: str, what: str) -> None:
        sentence = f"“{shown(get(name))}” is no {what}."
        notes.add(code, sentence, lines.get(name, line), columns.get(name, 0))

    def number(name: str, code: str, width: int, what: str) -> int:
        found = integer(get(name)) if get(name) else 0
        if found is None or len(str(found)) > width:
            tell(code, name, what)
            return 0
        return found

    sex = sexes.get(fold(get("sex")).rstrip("."), "?") if get("sex") else ""
    if sex == "?":
        tell("unreadable-sex", "sex", "sex")
    title = TITLE_LETTERS.get(get("title"), get("title").upper())
    if title and title not in TITLES:
        tell("unknown-title", "title", "title")
    federation = get("federation").upper()
    if federation and not (len(federation) == FEDERATION_WIDTH and federation.isascii() and federation.isalpha()):
        tell("unreadable-federation", "federation", "federation")
    born, _ = birth(get("born"))
    if born < 0:
        tell("unreadable-birth", "born", "birth date")
    points = points_of(get("points")) if get("points") else None
    if get("points") and points is None:
        tell("unreadable-points", "points", "number of points")
    return Player(
        number("number", "unreadable-cell", len(str(HIGHEST_NUMBER)), "start number"),
        get("name"),
        sex.strip("?"),
        title,
        number("rating", "unreadable-rating", RATING_WIDTH, "rating"),
        federation,
        number("id", "unreadable-id", ID_WIDTH, "FIDE number"),
        max(born, 0),
        points,
        number("rank", "unreadable-rank", len(str(HIGHEST_NUMBER)), "rank") or None,
        line,
        columns,
    )


def same_person(name: str) -> frozenset[str]:
    """A name as it is compared where the FIDE number is the same: its words, in whatever order."""
    return frozenset("".join(letter if letter.isalnum() else " " for letter in fold(name)).split())


@dataclass(slots=True)
class Roster:
    """The players and cells of an event while rows are read."""

    notes: Notes
    limits: Limits
    players: dict[int, Player] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    by_id: dict[int, list[int]] = field(default_factory=dict)
    cells: dict[tuple[int, int], tuple[int, str, str, int, int]] = field(default_factory=dict)
    days: dict[int, date] = field(default_factory=dict)
    all_days: set[date] = field(default_factory=set)
    styles: frozenset[str] = frozenset()  # in which all dates of the file can be read; see `settle_alike`
    told: set[tuple[int, str]] = field(default_factory=set)  # round and date of the games so far
    reserved: int = 0  # the highest start number that the file gives anybody
    played: dict[int, int] = field(default_factory=dict)  # last round of each player
    table: tuple[list[int], Cells] | None = None  # a whole crosstable, with the number of each of its rows

    def crowded(self) -> bool:
        """Whether there are more players than allowed: no need to read on."""
        return len(self.players) > self.limits.players

    def enter(self, player: Player) -> int:
        """Put a player on the roster; the number he has, or the next free one."""
        number = player.number or max(len(self.players), self.reserved) + 1
        while not player.number and number in self.players:
            number += 1
        self.players[number] = replace(player, number=number)
        self.by_name.setdefault(fold(player.name), number)
        if player.id:
            self.by_id.setdefault(player.id, []).append(number)
        return number

    def number_of(self, player: Player) -> int:
        """The player with this start number, with this id, or with this name; entered where he is new.

        One id under two names is two players with one id, which the checks of the report find.
        """
        known = self.by_name.get(fold(player.name))
        if player.number:
            known = player.number if player.number in self.players else None
            if known and same_person(self.players[known].name) != same_person(player.name):
                sentence = f"The start number {known} is that of {shown(self.players[known].name)}"
                sentence += f" (line {self.players[known].line})."
                self.notes.add("duplicate-start-number", sentence, player.line, player.column("number"), known)
                return self.number_of(replace(player, number=0))
        elif player.id in self.by_id:
            words = same_person(player.name)
            same = [number for number in self.by_id[player.id] if same_person(self.players[number].name) == words]
            known = same[0] if same else None
        elif known is not None and player.id and self.players[known].id:
            known = None  # a namesake
        if known is None:
            return self.enter(player)
        before = self.players[known]
        if player.id and not before.id:
            self.by_id[player.id] = [known]
        self.players[known] = replace(
            before, id=before.id or player.id, rating=before.rating or player.rating,
            title=before.title or player.title, federation=before.federation or player.federation,
        )  # fmt: skip
        return known

    def on(self, turn: int, text: str, line: int, column: int) -> None:
        """A game of this round was on the day that the text says; what was said of a round is not looked at again."""
        if (turn, text) in self.told:
            return
        self.told.add((turn, text))
        found = candidates(text)
        read = {style: day for style, day in found.items() if style in self.styles} or found
        days = sorted(set(read.values()))
        if len(days) == 1:
            self.all_days.update(days)
            first = self.days.setdefault(turn, days[0])
            if len(set(found.values())) > 1 and not self.notes.has("date-style"):
                sentence = f"“{shown(text)}” is read as {min(read)}, because of the other dates of the file."
                self.notes.add("date-style", sentence, line, column, round=turn)
        if not text or (len(days) == 1 and days[0] == first):
            return
        if not days:
            self.notes.add("unreadable-date", f"“{shown(text)}” is no date.", line, column, round=turn)
        elif len(days) > 1:
            either = " or ".join(str(day) for day in days)
            self.notes.add("ambiguous-date", f"“{shown(text)}” may be {either}.", line, column, round=turn)
        else:
            sentence = f"The game of round {turn} is on {days[0]}; the round is on {first}."
            self.notes.add("round-dates", sentence, line, column, round=turn)

    def game(self, sides: list[int], turn: int, pair: tuple[str, str], line: int, column: int) -> None:
        """Both sides of a game; one that stands there already is told and counted once."""
        white, black = sides
        before, answer = self.cells.get((white, turn)), self.cells.get((black, turn))
        if before and answer and (before[:3], answer[:3]) == ((black, "w", pair[0]), (white, "b", pair[1])):
            first = before[3]
            sentence = f"The game of round {turn} stands in line {first} already; it is counted once."
            self.notes.add("duplicate-record", sentence, line, column, white, turn)
            return
        self.put(white, turn, black, "w", pair[0], line, column)
        self.put(black, turn, white, "b", pair[1], line, column)

    def put(self, number: int, turn: int, opponent: int, colour: str, result: str, line: int, column: int) -> None:
        """One side of a game, or a bye."""
        if (number, turn) in self.cells:
            before = self.cells[number, turn]
            name = shown(self.players[number].name)
            sentence = f"{number} {name} has a game in round {turn} already (line {before[3]})."
            self.notes.add("two-games-in-a-round", sentence, line, column, number, turn)
            return
        self.cells[number, turn] = (opponent, colour, result, line, column)
        if turn > self.played.get(number, 0):
            self.played[number] = turn

    def next_round(self, sides: list[int]) -> int:
        """The round of a game that does not say which: the first in which both are free."""
        return 1 + max(self.played.get(side, 0) for side in sides)

    def report(
        self, facts: EventFacts, form: str, file: str, encoding: str = "utf-8", printed: tuple[Printed, ...] = ()
    ) -> Report:  # fmt: skip
        """The report, checked."""
        if self.crowded():
            sentence = f"The file has more than {self.limits.players:,} players, which is the limit."
            self.notes.add("too-many-players", sentence)
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
            pointless = tuple(replace(player, points=None) for player in players)
            # without games nothing can be said of points
            check(report if rounds else replace(report, players=pointless), self.notes)
        return report

    def _cells(self, order: list[int]) -> Cells:
        """The cells of the players with these numbers, in this order."""
        if self.table:
            numbers, table = self.table
            by_number = np.argsort(numbers)
            return Cells(*(getattr(table, each.name)[by_number] for each in fields(Cells)))
        rows = {number: row for row, number in enumerate(order)}
        rounds = min(max((turn for _, turn in self.cells), default=0), self.limits.rounds)
        cells = Cells.empty(len(rows), rounds)
        kept = [(at, cell) for at, cell in self.cells.items() if at[0] in rows and at[1] <= rounds]
        if kept:
            places = [(rows[number], turn - 1) for (number, turn), _ in kept]
            at = tuple(np.array(places, np.intp).T)
            cells.opponent[at] = [cell[0] for _, cell in kept]
            cells.colour[at] = [ord(cell[1]) if cell[1] else NO_COLOUR for _, cell in kept]
            cells.result[at] = [ord(cell[2]) for _, cell in kept]
            cells.line[at], cells.column[at] = [cell[3] for _, cell in kept], [cell[4] for _, cell in kept]
        return cells
