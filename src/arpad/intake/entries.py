"""Make a report out of rows: games, players, crosstables.

Whatever does not come as a tournament report ends in the same `Report`: a roster of players who get their start numbers
in the order in which they are first named, and one cell per player and round. Every cell keeps the line and column it
came from. The findings are the same as for a report, because the same checks run over it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.structure import check, phantoms
from arpad.model import NO_COLOUR, Cells, EventFacts, Player, Report

HIGHEST_NUMBER = 9999
RESULTS = {
    # as printed -> the codes of white and black
    "1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "="), "½-½": ("=", "="), "0.5-0.5": ("=", "="),
    "0,5-0,5": ("=", "="), "0-0": ("0", "0"), "1/2-0": ("=", "0"), "½-0": ("=", "0"), "0-1/2": ("0", "="),
    "0-½": ("0", "="), "+--": ("+", "-"), "+:-": ("+", "-"), "--+": ("-", "+"), "-:+": ("-", "+"), "---": ("-", "-"),
    "-:-": ("-", "-"), "1-0f": ("+", "-"), "1f-0": ("+", "-"), "0-1f": ("-", "+"), "0f-1": ("-", "+"),
    "+/-": ("+", "-"),
    "-/+": ("-", "+"), "-/-": ("-", "-"), "*": (" ", " "), "": (" ", " "), "1:0": ("1", "0"), "0:1": ("0", "1"),
    "½:½": ("=", "="), "=": ("=", "="), "½": ("=", "="), "1": ("1", "0"), "0": ("0", "1"), "=-=": ("=", "="),
}  # fmt: skip


def result_pair(text: str) -> tuple[str, str] | None:
    """The codes of white and black for a result as people write it; None where it is none."""
    plain = "".join(text.split()).replace("–", "-").replace("—", "-").replace("−", "-").lower()
    return RESULTS.get(plain)


@dataclass(slots=True)
class Roster:
    """The players and cells of an event while rows are read."""

    notes: Notes
    limits: Limits
    players: dict[int, Player] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    by_id: dict[int, int] = field(default_factory=dict)
    cells: dict[tuple[int, int], tuple[int, str, str, int, int]] = field(default_factory=dict)
    days: dict[int, date] = field(default_factory=dict)
    played: dict[int, int] = field(default_factory=dict)  # last round of each player

    def crowded(self) -> bool:
        """Whether there are more players than allowed: no need to read on."""
        return len(self.players) > self.limits.players

    def enter(self, player: Player) -> int:
        """Put a player on the roster; the number he has, or the next free one."""
        number = player.number or len(self.players) + 1
        while not player.number and number in self.players:
            number += 1
        self.players[number] = replace(player, number=number)
        self.by_name.setdefault(player.name.casefold(), number)
        if player.id:
            self.by_id.setdefault(player.id, number)
        return number

    def number_of(self, name: str, identity: int = 0, rating: int = 0, line: int = 0, column: int = 0) -> int:
        """The player with this id, or with this name; entered where he is new."""
        if identity and identity in self.by_id:
            return self.by_id[identity]
        known = self.by_name.get(name.casefold())
        if known is not None and not (identity and self.players[known].id):
            if identity:
                self.players[known] = replace(self.players[known], id=identity)
                self.by_id[identity] = known
            return known
        columns = {"name": column}
        return self.enter(Player(0, name, id=identity, rating=rating, line=line, columns=columns))

    def put(self, number: int, turn: int, opponent: int, colour: str, result: str, line: int, column: int) -> None:
        """One side of a game, or a bye."""
        if (number, turn) in self.cells:
            before = self.cells[number, turn]
            if before[:3] == (opponent, colour, result):
                return
            name = shown(self.players[number].name)
            sentence = f"{number} {name} has a game in round {turn} already (line {before[3]})."
            self.notes.add("two-games-in-a-round", sentence, line, column, number, turn)
            return
        self.cells[number, turn] = (opponent, colour, result, line, column)
        self.played[number] = max(turn, self.played.get(number, 0))

    def next_round(self, sides: list[int]) -> int:
        """The round of a game that does not say which: the first in which both are free."""
        return 1 + max(self.played.get(side, 0) for side in sides)

    def report(self, facts: EventFacts, form: str, file: str, encoding: str = "utf-8") -> Report:
        """The report, checked."""
        if self.crowded():
            sentence = f"The file has more than {self.limits.players:,} players, which is the limit."
            self.notes.add("too-many-players", sentence)
        order = sorted(self.players)[: self.limits.players]
        rows = {number: row for row, number in enumerate(order)}
        rounds = min(max((turn for _, turn in self.cells), default=0), self.limits.rounds)
        cells = Cells.empty(len(order), rounds)
        for (number, turn), (opponent, colour, result, line, column) in self.cells.items():
            if number in rows and turn <= rounds:
                at = rows[number], turn - 1
                cells.opponent[at] = opponent
                cells.colour[at] = ord(colour) if colour else NO_COLOUR
                cells.result[at] = ord(result)
                cells.line[at], cells.column[at] = line, column
        days = tuple(self.days.get(turn) for turn in range(1, rounds + 1)) if self.days else ()
        known = [day for day in days if day]
        if known and not facts.start:
            facts = replace(facts, start=min(known), end=max(known))
        players = tuple(self.players[number] for number in order)
        report = Report(
            facts, players, cells, round_dates=days, form=form, file=file, encoding=encoding,
            phantoms=phantoms(players),
        )  # fmt: skip
        if not self.crowded() and not self.notes.has("too-many-rounds"):  # what was cut off cannot agree
            check(report, self.notes)
        return report
