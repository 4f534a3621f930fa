"""Say how the clauses of K are kept: boxes over games, age, rating and highest rating ever, in an order of precedence.

Because a clause is a box, it can be computed whether two clauses meet. Two that meet and give different K must both
stand in the precedence, and every player there can be must fall under some clause; otherwise the edition does not load.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Literal

from arpad.columns import KReason, label
from arpad.finding import Note
from arpad.frozen import dataclass

Range = tuple[int, int]  # from, below
ENDLESS = 1_000_000  # above every number of games, age and rating there can be

AXES = ("games", "age", "rating", "highest")

OWN_REASONS = 32  # from here on a stored reason is the place of a clause in its edition
REASONS = 256  # that a column can hold


_KNOWN = {label(reason): reason.value for reason in KReason}


@dataclass(frozen=True)
class Clause:
    """One sentence about K. A bound that is not given does not bind."""

    name: str
    k: int
    games_below: int = ENDLESS
    age_below: int = ENDLESS
    age_up_to: int = ENDLESS
    age_counted: Literal["year", "birthday", ""] = ""  # list year less birth year, or full years on the list day
    rating_below: int = ENDLESS
    rating_up_to: int = ENDLESS
    highest_below: int = ENDLESS
    highest_from: int = 0

    @property
    def box(self) -> dict[str, Range]:
        return {
            "games": (0, self.games_below),
            "age": (0, min(self.age_below, self.age_up_to + 1)),
            "rating": (0, min(self.rating_below, self.rating_up_to + 1)),
            "highest": (self.highest_from, self.highest_below),
        }

    def meets(self, other: Clause) -> bool:
        """Whether a player can fall under both; nobody's rating is above his highest."""
        mine, yours = self.box, other.box
        shared = {axis: (max(mine[axis][0], yours[axis][0]), min(mine[axis][1], yours[axis][1])) for axis in AXES}
        return all(low < high for low, high in shared.values()) and shared["rating"][0] < shared["highest"][1]


@dataclass(frozen=True)
class Coefficient:
    """The clauses of K, which goes first where they meet, on which list K is read for a game, and whether the games
    that a clause asks for are those of that list or go on being counted with every game of the period."""

    clauses: tuple[Clause, ...]
    precedence: tuple[str, ...]
    read: Literal["event-start", "replaced-list"]
    counted: Literal["by-list", "game-by-game"] = "by-list"

    def reason_of(self, clause: Clause) -> int:
        """The number under which columns keep the clause as a reason: that of its name, or of its place here."""
        known = _KNOWN.get(clause.name)
        return OWN_REASONS + self.clauses.index(clause) if known is None else known

    def reason(self, number: int) -> str:
        """The clause that a stored number names on a list of this edition; `given` where K was given."""
        place = number - OWN_REASONS
        return self.clauses[place].name if 0 <= place < len(self.clauses) else label(KReason(number))

    def in_order(self) -> tuple[Clause, ...]:
        """The clauses, the one that goes first first."""
        rank = {name: place for place, name in enumerate(self.precedence)}
        return tuple(sorted(self.clauses, key=lambda clause: rank.get(clause.name, len(rank))))

    def flaws(self) -> Iterator[Note]:
        """What makes the clauses ambiguous or incomplete."""
        names = [clause.name for clause in self.clauses]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield Note.of("flaw/clause-twice", clause=name)
        if label(KReason.GIVEN) in names:
            yield Note.of("flaw/clause-given", clause=label(KReason.GIVEN))
        if len(names) > REASONS - OWN_REASONS:
            yield Note.of("flaw/clauses", clauses=len(names), most=REASONS - OWN_REASONS)
        for name in self.precedence:
            if name not in names:
                yield Note.of("flaw/precedence", clause=name)
        for first, second in combinations(self.clauses, 2):
            if first.k != second.k and first.meets(second) and not {first.name, second.name} <= set(self.precedence):
                yield Note.of("flaw/unordered", one=first.name, one_k=first.k, other=second.name, other_k=second.k)
        for clause in self.clauses:
            if (clause.box["age"][1] < ENDLESS) != bool(clause.age_counted):
                yield Note.of("flaw/age", clause=clause.name)
        if self.counted == "game-by-game" and self.read != "replaced-list":
            yield Note.of("flaw/game-by-game", read=self.read)
        cell = self._uncovered()
        if cell:
            yield Note.of("flaw/uncovered", **cell)

    def _uncovered(self) -> dict[str, int]:
        """A player whom no clause covers: one corner of each cell between the bounds suffices."""
        edges: list[list[int]] = []
        for axis in AXES:
            bounds = {0, ENDLESS} | {edge for clause in self.clauses for edge in clause.box[axis]}
            edges.append([low for low, _ in pairwise(sorted(bounds))])
        for corner in product(*edges):
            player = dict(zip(AXES, corner, strict=True))
            player["highest"] = max(player["highest"], player["rating"])
            if not any(all(low <= player[axis] < high for axis, (low, high) in c.box.items()) for c in self.clauses):
                return player
        return {}
