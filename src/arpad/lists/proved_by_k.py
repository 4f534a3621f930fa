"""Decide what a K on a list proves of games and highest rating, by the clauses of the edition that gave it.

Clauses are boxes, so a player stands in one cell between their bounds. Every cell is tried; those that would give
another K fall away. What is left of an axis proves a number, or does not matter because no later list can give another
K for it, or must be asked. Nothing is assumed: an unknown birth may have been a junior's to whoever gave the K. Other
lists at hand show that numbers are at least so large; that proves more, or that the K cannot be.

In: rating, K, how old he may be, what is stated and shown. Out: for each axis what is proved, and the least value that
fits; and what an officer may let be concluded where nothing is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import product

from arpad.frozen import dataclass
from arpad.law.rules.coefficient import Clause, Coefficient
from arpad.law.rules.ranges import ENDLESS


class Conclusion(IntEnum):
    """Where a fact of an opening list comes from. Append only."""

    STATED = 0  # the file says it
    FROM_K = 1  # the K of the file proves as much as K needs
    ENTERED = 2  # by an officer
    SETTLED = 3  # open, but no later K can depend on it
    ASKED = 4  # nothing proves it: a question
    FROM_MARK = 5  # the latest list that the mark for activity allows
    FROM_LISTS = 6  # lists given beside it show as much
    FEWEST = 7  # by choice: the fewest games that K allows and the lists show
    NOT_NEW = 8  # by choice: the age explains K, or there is none, so that nobody need be new: so many as K asks for
    AT_HAND = 9  # by choice: the highest that K proves and the lists at hand show


Young = frozenset[str]  # the clauses with an age under which somebody falls


@dataclass(frozen=True)
class PlayerKind:
    """A kind of player: all whose numbers lie in the same cells are proved alike."""

    k: int  # 0 unknown
    rating: int  # a rating of this kind
    young: Young  # surely
    perhaps_young: Young
    games: int | None = None  # as stated
    highest: int | None = None
    shown_games: int = 0  # at least so many, by other lists
    shown_highest: int = 0


@dataclass(frozen=True)
class Proof:
    """What is proved of the two numbers that no list prints; `possible` is whether the K can be at all."""

    possible: bool
    games: Conclusion = Conclusion.ASKED
    least_games: int = 0
    highest: Conclusion = Conclusion.ASKED
    least_highest: int = 0
    likely_games: int = 0  # what may be concluded: as many as somebody needs who is not new, where age explains K
    likely_highest: int = 0  # the least that goes with them


def edges(rule: Coefficient, axis: str) -> list[int]:
    """The lower bounds of the cells on an axis."""
    bounds = {0} | {edge for clause in rule.clauses for edge in clause.box[axis] if edge < ENDLESS}
    return sorted(bounds)


def prove(rule: Coefficient, kind: PlayerKind) -> Proof:
    """What the K of such a player proves."""
    clauses = rule.in_order()
    open_games = [kind.games] if kind.games is not None else _from(kind.shown_games, edges(rule, "games"))
    least = max(kind.rating, kind.shown_highest)
    top = [edge for edge in edges(rule, "highest") if edge > least]
    all_highest = [max(kind.highest, kind.rating)] if kind.highest is not None else [least, *top]
    cells = [
        (games, highest, young)
        for games, highest, young in product(open_games, all_highest, _ages(kind))
        if not kind.k or k_of(clauses, games, kind.rating, highest, young) == kind.k
    ]
    if not cells:
        return Proof(possible=False)
    games, highest = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
    later, fewer = _later_ages(rule, kind), len(highest) < len(all_highest)
    established = [cell[0] for cell in cells if cell[0] == open_games[-1] and (cell[2] == kind.young or not kind.k)]
    likely = established[0] if established else games[0]
    return Proof(
        True,
        Conclusion.STATED if kind.games is not None else _about_games(rule, kind.shown_games, games, highest[0], later),
        games[0],
        Conclusion.STATED if kind.highest is not None else _about_highest(rule, highest, fewer, games[0], later),
        highest[0],
        likely,
        min(cell[1] for cell in cells if cell[0] == likely),
    )


def _from(least: int, bounds: list[int]) -> list[int]:
    """The least value in each cell that numbers from `least` on can lie in."""
    return [least, *(edge for edge in bounds if edge > least)]


def k_of(clauses: Iterable[Clause], games: int, rating: int, highest: int, young: Young) -> int:
    """K by the first clause that fits."""
    for clause in clauses:
        box = clause.box
        fits = _in(games, box["games"]) and _in(rating, box["rating"]) and _in(max(highest, rating), box["highest"])
        if fits and (not clause.age_counted or clause.name in young):
            return clause.k
    return 0


def _in(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value < bounds[1]


def _ages(kind: PlayerKind) -> Iterator[Young]:
    """Every way in which he may be young."""
    for subset in product(*([frozenset({name}), frozenset()] for name in sorted(kind.perhaps_young))):
        yield kind.young.union(*subset)


def _later_ages(rule: Coefficient, kind: PlayerKind) -> list[Young]:
    """The clauses of an age that may hold on later lists: nobody grows younger, and an unknown birth gives nobody the K
    of an age; a clause that begins at an age may come to hold."""
    names = sorted(kind.young.union(clause.name for clause in rule.clauses if clause.age_from > 0))
    return [frozenset().union(*ages) for ages in product(*([frozenset({n}), frozenset[str]()] for n in names))]


def _about_games(rule: Coefficient, shown: int, games: list[int], highest: int, ages: list[Young]) -> Conclusion:
    cells = edges(rule, "games")
    if games[0] >= cells[-1] and len(cells) > 1:  # above the last bound more games change nothing
        return Conclusion.FROM_LISTS if shown >= cells[-1] else Conclusion.FROM_K
    heights = [highest, *(edge for edge in edges(rule, "highest") if edge > highest)]
    for top, young in product(heights, ages):
        for rating in _ratings(rule, top):
            if len({k_of(rule.in_order(), n, rating, top, young) for n in _from(games[0], cells)}) > 1:
                return Conclusion.ASKED
    return Conclusion.SETTLED


def _about_highest(rule: Coefficient, highest: list[int], fewer: bool, games: int, ages: list[Young]) -> Conclusion:
    later = [games, *(edge for edge in edges(rule, "games") if edge > games)]
    for n, young in product(later, ages):
        for rating in _ratings(rule, highest[0]):
            if len({k_of(rule.in_order(), n, rating, top, young) for top in highest}) > 1:
                return Conclusion.ASKED
    return Conclusion.FROM_K if fewer else Conclusion.SETTLED


def _ratings(rule: Coefficient, top: int) -> list[int]:
    """A rating of each cell that somebody whose highest is `top` can have."""
    return [*(edge for edge in edges(rule, "rating") if edge < top), top]
