"""Say how the clauses of K are kept: boxes over games, age, rating and highest rating ever, in an order of precedence.

Because a clause is a box, it can be computed whether two clauses meet. Two that meet and give different K must both
stand in the precedence, and every player there can be must fall under some clause; otherwise the edition does not load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from arpad.columns import KReason, label
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.rules.ranges import ENDLESS, ClauseBound, K, Length

Range = tuple[int, int]  # from, below
AXES = ("games", "age", "rating", "highest")

MOST_CLAUSES = 60  # their places stand in a column of bytes behind the reasons that have a number of their own
OWN_REASONS = 32  # from here on a stored reason is the place of a clause in its edition


_KNOWN = {label(reason): reason.value for reason in KReason}


@dataclass(frozen=True)
class Clause:
    """One sentence about K. A bound that is not given does not bind."""

    name: str
    k: K
    games_from: ClauseBound = 0
    games_below: ClauseBound = ENDLESS
    age_from: ClauseBound = 0
    age_below: ClauseBound = ENDLESS
    age_up_to: ClauseBound = ENDLESS
    age_counted: Literal["year", "birthday", ""] = ""  # list year less birth year, or full years on the list day
    rating_from: ClauseBound = 0
    rating_below: ClauseBound = ENDLESS
    rating_up_to: ClauseBound = ENDLESS
    highest_below: ClauseBound = ENDLESS
    highest_from: ClauseBound = 0

    @property
    def box(self) -> dict[str, Range]:
        return {
            "games": (self.games_from, self.games_below),
            "age": (self.age_from, min(self.age_below, self.age_up_to + 1)),
            "rating": (self.rating_from, min(self.rating_below, self.rating_up_to + 1)),
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

    clauses: Annotated[tuple[Clause, ...], Length(1, MOST_CLAUSES)]
    precedence: Annotated[tuple[str, ...], Length(0, MOST_CLAUSES)]
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
        for name in self.precedence:
            if name not in names:
                yield Note.of("flaw/precedence", clause=name)
        for first, second in combinations(self.clauses, 2):
            if first.k != second.k and first.meets(second) and not {first.name, second.name} <= set(self.precedence):
                yield Note.of("flaw/unordered", one=first.name, one_k=first.k, other=second.name, other_k=second.k)
        for clause in self.clauses:
            if (clause.box["age"] != (0, ENDLESS)) != bool(clause.age_counted):
                yield Note.of("flaw/age", clause=clause.name)
            for axis, (low, high) in clause.box.items():
                if low >= high:
                    yield Note.of("flaw/empty-clause", clause=clause.name, axis=axis, low=low, high=high)
        if self.counted == "game-by-game" and self.read != "replaced-list":
            yield Note.of("flaw/game-by-game", read=self.read)
        if cell := _uncovered([clause.box for clause in self.clauses]):
            yield Note.of("flaw/uncovered", **cell)
        elif cell := _uncovered([clause.box for clause in self.clauses if clause.box["age"] == (0, ENDLESS)]):
            without_age = {axis: value for axis, value in cell.items() if axis != "age"}
            yield Note.of("flaw/uncovered-birth", **without_age)


def _uncovered(boxes: Sequence[Mapping[str, Range]]) -> dict[str, int]:
    """A player whom none of the boxes covers: one corner of each cell between the bounds suffices. The cells are looked
    through axis by axis, among the boxes that still cover the player; the same question is answered once."""
    answered = set[tuple[int, int, tuple[int, ...]]]()

    def search(corner: tuple[int, ...], left: tuple[int, ...]) -> dict[str, int]:
        axis = len(corner)
        if axis == len(AXES):
            return {} if left else dict(zip(AXES, corner, strict=True))
        rating = corner[-1] if AXES[axis] == "highest" else 0  # nobody's rating is above their highest
        if (axis, rating, left) in answered:
            return {}
        answered.add((axis, rating, left))
        edges = sorted({0, *(edge for at in left for edge in boxes[at][AXES[axis]])} - {ENDLESS})
        for low in dict.fromkeys(max(edge, rating) for edge in edges):
            still = tuple(at for at in left if boxes[at][AXES[axis]][0] <= low < boxes[at][AXES[axis]][1])
            if player := search((*corner, low), still):
                return player
        return {}

    return search((), tuple(range(len(boxes))))
