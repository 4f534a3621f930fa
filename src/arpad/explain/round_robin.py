"""How a round robin rates its unrated players: the field, the first pass, moves to the limit, the second pass.

A period stores only the two results. The steps between are computed again from the stored table and shown only if they
give what was stored.
"""

from __future__ import annotations

import numpy as np

from arpad.exact import HUNDREDTHS, Hundredths, half_up
from arpad.explain.numbers import articles
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import ROUND_ROBIN_AVERAGE, ROUND_ROBIN_ITERATION
from arpad.law.rules.rating import DIFFERENCE_LIMIT
from arpad.rating import Period
from arpad.rating.batch import rated_by_the_event
from arpad.rating.expected import percentage
from arpad.rating.roundrobin import CrossTable, cross_table, round_robins


@dataclass(frozen=True)
class RoundRobinField:
    """What every unrated player of a round robin has in common: Rar and d(pa) of the rated players, n, and Ra."""

    rar: Hundredths
    rated: int  # players
    dpa: Hundredths
    n: int
    ra: int
    articles: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """An opponent further away than the limit, and the rating he counts with."""

    opponent: str  # his name, where it is known
    rating: int
    counted_as: int


@dataclass(frozen=True)
class Passes:
    """The two passes by which a round robin rates an unrated player; without a field where they cannot be retraced."""

    field: RoundRobinField | None
    percent: int | None
    first_pass: int
    moves: tuple[Move, ...]
    rc_new: int | None  # the average met in the second pass
    second_pass: int
    articles: tuple[str, ...]


def passes_of(period: Period, entry: int) -> Passes | None:
    """Both passes, where the round robin gave the player a rating; opponents without their names."""
    first, second = int(period.lines.ru_first[entry]), int(period.lines.ru[entry])
    if not first and not second:
        return None
    again = Retraced.of(period, int(period.entries.event[entry]))
    cited = articles(again.book, (ROUND_ROBIN_ITERATION.name,))
    at = int(np.searchsorted(again.members, entry))
    table = again.table
    if table is None or (int(table.first[at]), int(table.second[at])) != (first, second):
        return Passes(None, None, first, (), None, second, cited)
    percent = int(percentage(again.book, table.half_points[[at]], table.games[[at]])[0])
    moves = tuple(Move("", rating, counted) for _, rating, counted in again.moves(at))
    return Passes(again.field, percent, first, moves, int(table.rc_new[at]), second, cited)


def moved_opponents(period: Period, entry: int) -> list[int]:
    """The entries of the opponents who are moved to the limit for a player, in the order of his moves."""
    again = Retraced.of(period, int(period.entries.event[entry]))
    at = int(np.searchsorted(again.members, entry))
    return [int(again.members[place]) for place, _, _ in again.moves(at)]


@dataclass(frozen=True)
class Retraced:
    """The cross table of one event of a period, made again."""

    book: Rulebook
    members: np.ndarray[tuple[int], np.dtype[np.intp]]  # the entries in it
    sides: np.ndarray[tuple[int, int], np.dtype[np.int64]]  # of all its games: a side, its opponent, as places
    shown: np.ndarray[tuple[int], np.dtype[np.int64]]
    table: CrossTable | None  # None: the event is none

    @classmethod
    def of(cls, period: Period, event: int) -> Retraced:
        entries, lines, ledger = period.entries, period.lines, period.ledger
        book = period.books[int(period.events.edition[event])]
        here = entries.event == event
        left = (entries.shown == 0) & (lines.ru_first == 0) & (lines.ru == 0)
        members = np.flatnonzero(here & ~left)
        place = np.full(len(entries), -1, np.int64)
        place[members] = np.arange(len(members))
        counts = period.games.status[ledger.game] == 0
        sides = np.stack((place[ledger.entry], place[ledger.opponent]), 1)
        counted = counts & (sides >= 0).all(1)
        sides, half_points = sides[counted], ledger.half_points[counted]
        shown = entries.shown[members].astype(np.int64)
        table = None
        if rated_by_the_event(book) and round_robins(period.events.system[[event]])[0] and len(sides):
            none = np.zeros(len(members), np.int64)
            table = cross_table(book, none, shown, sides[:, 0], sides[:, 1], half_points)
        return cls(book, members, sides, shown, table)

    @property
    def field(self) -> RoundRobinField | None:
        """What the unrated players have in common; None where nobody is unrated."""
        table = self.table
        if table is None or not int(table.rated[0]) or (self.shown > 0).all():
            return None
        rated = int(table.rated[0])
        return RoundRobinField(
            half_up(int(table.rar_sum[0]) * HUNDREDTHS, rated),
            rated,
            half_up(int(table.dpa_sum[0]) * HUNDREDTHS, rated),
            int(table.opponents[0]),
            int(table.ra[0]),
            articles(self.book, (ROUND_ROBIN_AVERAGE.name,)),
        )

    def moves(self, at: int) -> list[tuple[int, int, int]]:
        """The opponents moved for the player at a place: their places, ratings, and what they count as; once a game."""
        if self.table is None:
            return []
        opponents = self.sides[self.sides[:, 0] == at, 1]
        first, limit = int(self.table.first[at]), self.book.rule(DIFFERENCE_LIMIT).limit
        ratings = np.where(self.shown > 0, self.shown, self.table.first)[opponents]
        counted = np.clip(ratings, first - limit, first + limit)
        rows = zip(opponents.tolist(), ratings.tolist(), counted.tolist(), strict=True)
        return [(place, rating, moved) for place, rating, moved in rows if rating != moved]


def event_field(period: Period, event: int) -> RoundRobinField | None:
    """What the unrated players of an event have in common, where it is a round robin that rates them."""
    return Retraced.of(period, event).field
