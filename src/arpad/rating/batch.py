"""A batch: whole events of one edition, the unit in which a period can be surveyed and scored.

Batches are cut out of the period's tables without copying; positions in a batch's entries start at `first_entry`.
They may be worked on by threads, processes or other machines, and come out the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from enum import IntEnum, auto
from functools import cached_property
from itertools import pairwise
from typing import assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I8, I32, U8, Bools, Entries, Events, Games, Role
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.admission import MATCH_WITH_UNRATED
from arpad.law.rules.rating import UNRATED_OPPONENT, EventRating, Excluded
from arpad.rating.roundrobin import round_robins

Rows = npt.NDArray[np.intp]

PLAYERS_OF_A_MATCH = 2
GAMES_IN_A_BATCH = 262_144  # few enough to stay in the cache, enough to make the calls themselves cheap


class Earlier(IntEnum):
    """What an earlier list did with a ledger row of an event in parts."""

    NEW = 0
    DECIDED = auto()
    LEFT_OPEN = auto()
    SPENT = auto()  # it was pooled, and is lost


@dataclass(frozen=True)
class Unfinished:
    """What a period must know of events in parts: which go on, and what earlier lists did with their games."""

    goes_on: Bools  # by event
    earlier: U8  # by ledger row, white's and then black's

    def cut(self, events: slice, games: slice) -> Unfinished:
        return Unfinished(self.goes_on[events], self.earlier[2 * games.start : 2 * games.stop])


@dataclass(frozen=True)
class Batch:
    """Events, their entries and games, and the edition they follow."""

    book: Rulebook
    edition: int  # position among the books
    events: Events
    entries: Entries
    games: Games
    first_event: int
    first_entry: int
    first_game: int
    unfinished: Unfinished | None = None  # None: every event is whole

    @property
    def seats(self) -> slice:
        """Where its entries stand in those of the period."""
        return slice(self.first_entry, self.first_entry + len(self.entries))

    @property
    def rows(self) -> slice:
        """Where its rows stand in the ledger of the period."""
        return slice(2 * self.first_game, 2 * (self.first_game + len(self.games)))

    def sides(self) -> Rows:
        """The entry of each ledger row, white's and then black's, counted from 0 in the batch."""
        entry = np.empty(2 * len(self.games), np.intp)
        np.subtract(self.games.white, self.first_entry, out=entry[0::2])
        np.subtract(self.games.black, self.first_entry, out=entry[1::2])
        return entry

    @cached_property
    def unrated(self) -> Rows:
        """The ledger rows of players whom others meet without a rating, in any order."""
        return self._rows_of(self.entries.shown == 0)

    @property
    def without_rating(self) -> Rows:
        """The same, and those of newcomers whom others meet with a rating: a list had one that he should not have."""
        shown = self.newcomers() & (self.entries.shown > 0)
        return np.concatenate((self.unrated, self._rows_of(shown))) if shown.any() else self.unrated

    def _rows_of(self, chosen: Bools) -> Rows:
        """The ledger rows of some entries."""
        white, black = (chosen.take(seat - self.first_entry) for seat in (self.games.white, self.games.black))
        games = np.flatnonzero(white | black)
        return np.concatenate((2 * games[white[games]], 2 * games[black[games]] + 1))

    def entry_of(self, rows: Rows) -> I32:
        """The entries of some ledger rows; that of the opponent is in the row beside."""
        game = rows >> 1
        entry: I32 = np.where(rows & 1, self.games.black[game], self.games.white[game])
        return entry - np.int32(self.first_entry)

    def half_points_of(self, rows: Rows) -> I8:
        """The half points of some ledger rows."""
        game = rows >> 1
        scored: I8 = np.where(rows & 1, self.games.black_half_points[game], self.games.white_half_points[game])
        return scored

    @property
    def event(self) -> I32:
        """The event of each entry, counted from 0 in the batch."""
        return self.entries.event - np.int32(self.first_event)

    @cached_property
    def tabled(self) -> Bools:
        """Of each entry: whether it is in a round robin in which unrated players get a rating that others meet."""
        whole = round_robins(self.events.system)
        if self.unfinished is not None:
            whole &= ~self.unfinished.goes_on
        return self._tabled(whole)

    @cached_property
    def awaits_table(self) -> Bools:
        """Of each entry: whether it is in such a round robin that still goes on, so that nobody has a rating yet."""
        if self.unfinished is None or not self.unfinished.goes_on.any():
            return np.zeros(len(self.entries), bool)
        return self._tabled(round_robins(self.events.system) & self.unfinished.goes_on)

    @cached_property
    def perhaps_match(self) -> Bools:
        """Of each entry: whether its event goes on with two players so far, and may turn out a match that is not rated.

        In a match with an unrated player nothing counts, so that what he scored is left open until it is over.
        """
        goes_on = self.goes_on
        if not goes_on.any() or not self.book.has(MATCH_WITH_UNRATED):
            return np.zeros(len(self.entries), bool)
        seats = np.unique(self.sides())
        played = np.unique(np.stack((self.event[seats], self.entries.player[seats])), axis=1)
        two: Bools = np.bincount(played[0], minlength=len(self.events)) == PLAYERS_OF_A_MATCH
        return goes_on & two.take(self.event)

    def _tabled(self, robins: Bools) -> Bools:
        if not rated_by_the_event(self.book):
            return np.zeros(len(self.entries), bool)
        tabled, event = np.zeros(len(self.entries), bool), self.event
        rows = np.flatnonzero(robins.take(event))
        event, rated = event[rows], self.entries.shown[rows] > 0
        some_rated, some_unrated = np.zeros((2, len(self.events)), bool)
        some_rated[event[rated]] = True
        some_unrated[event[~rated]] = True
        tabled[rows] = (some_rated & some_unrated)[event]
        return tabled

    @cached_property
    def tabled_games(self) -> Rows:
        """The games of those round robins."""
        if not self.tabled.any():
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.tabled.take(self.games.white - self.first_entry))

    @property
    def goes_on(self) -> Bools:
        """Of each entry: whether its event goes on."""
        if self.unfinished is None:
            return np.zeros(len(self.entries), bool)
        return self.unfinished.goes_on.take(self.event)

    def newcomers(self) -> Bools:
        """The entries of newcomers whose result may count."""
        newcomer: Bools = (self.entries.role == Role.NEWCOMER.value) & (self.entries.status == 0)
        return newcomer


def rated_by_the_event(book: Rulebook) -> bool:
    """Whether unrated players of a round robin are met with the rating that it gives them."""
    rule = book.rule(UNRATED_OPPONENT)
    match rule:
        case EventRating():
            return True
        case Excluded():
            return False
        case _:
            assert_never(rule)


def rows_of(games: Rows) -> Rows:
    """The ledger rows of games, white's and then black's."""
    return (2 * games[:, None] + np.arange(2)).reshape(-1)


def batches(
    books: tuple[Rulebook, ...],
    events: Events,
    entries: Entries,
    games: Games,
    size: int = GAMES_IN_A_BATCH,
    unfinished: Unfinished | None = None,
) -> Iterator[Batch]:
    """Cut a period into batches of about `size` games: runs of whole events that follow one edition."""
    changes = np.flatnonzero(np.diff(events.edition)) + 1
    filled = entries.event[games.white[size::size]]
    edges = np.array(sorted({0, *changes.tolist(), *filled.tolist(), len(events)}))
    entry_edges = np.searchsorted(entries.event, edges)
    every_game = range(len(games))  # a search looks at few of them; to note the event of each would take longer
    game_edges = [bisect_left(every_game, e, key=lambda game: entries.event[games.white[game]]) for e in edges.tolist()]
    runs = zip(*(pairwise(of) for of in (edges.tolist(), entry_edges.tolist(), game_edges)), strict=True)
    for (first, last), (entry, last_entry), (game, last_game) in runs:
        edition = int(events.edition[first])
        yield Batch(
            books[edition],
            edition,
            events.cut(slice(first, last)),
            entries.cut(slice(entry, last_entry)),
            games.cut(slice(game, last_game)),
            first,
            entry,
            game,
            None if unfinished is None else unfinished.cut(slice(first, last), slice(game, last_game)),
        )
