"""Pair the players of an event: Swiss by score groups and colours, Berger tables, boards of teams.

A pairing is a list of (white, black) by place in the field. The Swiss pairing follows the idea of the Dutch system,
upper half against lower half of a score group and nobody twice; it is no implementation of it.
"""

from __future__ import annotations

from collections.abc import Sequence

Pairs = list[tuple[int, int]]


class Swiss:
    """What the pairing of the next round must know: points, colours, and who has met whom."""

    def __init__(self, size: int) -> None:
        self.half_points = [0] * size
        self.balance = [0] * size  # whites less blacks
        self.last = [0] * size  # 1 white, -1 black
        self.met: list[list[int]] = [[] for _ in range(size)]
        self.had_bye = [False] * size

    def pair(self, playing: Sequence[int]) -> tuple[Pairs, int | None]:
        """The pairs of a round and who has the bye, from the players that are there, in the order of their numbers."""
        order = sorted(playing, key=lambda row: (-self.half_points[row], row))
        bye = None
        if len(order) % 2:
            bye = next((row for row in reversed(order) if not self.had_bye[row]), order[-1])
            order.remove(bye)
            self.had_bye[bye] = True
        pairs = [self._coloured(upper, lower) for upper, lower in self._halves(order)]
        for white, black in pairs:
            self.met[white].append(black)
            self.met[black].append(white)
            self._colour(white, 1)
            self._colour(black, -1)
        return pairs, bye

    def _colour(self, row: int, colour: int) -> None:
        self.balance[row] += colour
        self.last[row] = colour

    def _coloured(self, upper: int, lower: int) -> tuple[int, int]:
        """Who has more blacks behind him, or had black last, has white; else the better placed alternates."""
        for mine, other in ((self.balance[upper], self.balance[lower]), (self.last[upper], self.last[lower])):
            if mine != other:
                return (upper, lower) if mine < other else (lower, upper)
        return (upper, lower) if (upper + lower) % 2 else (lower, upper)

    def _halves(self, order: list[int]) -> Pairs:
        pairs: Pairs = []
        left = list(order)
        while left:
            first = left.pop(0)
            group = sum(1 for row in left if self.half_points[row] == self.half_points[first]) + 1
            wish = max(group // 2 - 1, 0)  # the first of the lower half, now that the player himself is gone
            places = sorted(range(len(left)), key=lambda at: (abs(at - wish), at))
            at = next((at for at in places if left[at] not in self.met[first]), None)
            if at is None:
                self._exchange(pairs, first, left)
            else:
                pairs.append((first, left.pop(at)))
        return pairs

    def _exchange(self, pairs: Pairs, first: int, left: list[int]) -> None:
        """Everybody left has been met: open the last pair that lets two new ones be made, else they meet again."""
        for index in range(len(pairs) - 1, -1, -1):
            for upper, lower in (pairs[index], pairs[index][::-1]):
                for at, other in enumerate(left):
                    if upper not in self.met[first] and lower not in self.met[other]:
                        pairs[index] = (first, upper)
                        pairs.append((lower, left.pop(at)))
                        return
        pairs.append((first, left.pop(0)))


def berger(size: int, twice: bool = False) -> list[Pairs]:
    """The rounds of a round robin; where the number is odd one rests. Twice: once more with other colours."""
    places = list(range(size + size % 2))
    rounds: list[Pairs] = []
    for turn in range(len(places) - 1):
        half = len(places) // 2
        pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
        pairs = [pair if (at + turn) % 2 == 0 else (pair[1], pair[0]) for at, pair in enumerate(pairs)]
        rounds.append([pair for pair in pairs if max(pair) < size])
        places = [places[0], places[-1], *places[1:-1]]
    return rounds + [[(black, white) for white, black in pairs] for pairs in rounds] if twice else rounds


def boards(home: Sequence[int], away: Sequence[int]) -> Pairs:
    """The games of a team match: the home team has black on the first board, then colours change."""
    return [pair if at % 2 else (pair[1], pair[0]) for at, pair in enumerate(zip(home, away, strict=True))]
