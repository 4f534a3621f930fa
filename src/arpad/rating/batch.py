"""A batch: whole events of one edition, the unit in which a period can be surveyed and scored.

Batches are cut out of the period's tables without copying; positions in a batch's entries start at `first_entry`.
They may be worked on by threads, processes or other machines, and come out the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, Bools, Entries, Events, Games, Role, System
from arpad.law import Rulebook
from arpad.law.rules.rating import UNRATED_OPPONENT, EventRating

GAMES_IN_A_BATCH = 1 << 15  # so many that a batch's columns stay in the cache


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

    def sides(self, games: npt.NDArray[np.integer[Any]] | slice) -> tuple[I32, I32, npt.NDArray[np.int8]]:
        """Entry, opponent (both counted from 0 in the batch) and half points of both sides of the games named."""
        white, black = self.games.white[games] - self.first_entry, self.games.black[games] - self.first_entry
        entry = np.empty(2 * len(white), np.int32)
        opponent = np.empty_like(entry)
        half_points = np.empty(len(entry), np.int8)
        entry[0::2], entry[1::2] = white, black
        opponent[0::2], opponent[1::2] = black, white
        half_points[0::2], half_points[1::2] = self.games.white_half_points[games], self.games.black_half_points[games]
        return entry, opponent, half_points

    @property
    def event(self) -> I32:
        """The event of each entry, counted from 0 in the batch."""
        return self.entries.event - np.int32(self.first_event)

    def tabled(self) -> Bools:
        """Of each event: whether it is a round robin in which unrated players get a rating that others meet."""
        if not isinstance(self.book.rule(UNRATED_OPPONENT), EventRating):
            return np.zeros(len(self.events), bool)
        robin = np.isin(self.events.system, (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN))
        shown = self.entries.shown > 0
        some_rated, some_unrated = np.zeros((2, len(self.events)), bool)
        some_rated[self.event[shown]] = True
        some_unrated[self.event[~shown]] = True
        tabled: Bools = robin & some_rated & some_unrated
        return tabled

    def newcomers(self) -> Bools:
        """The entries of newcomers whose result may count."""
        newcomer: Bools = (self.entries.role == Role.NEWCOMER) & (self.entries.status == 0)
        return newcomer


def batches(
    books: tuple[Rulebook, ...], events: Events, entries: Entries, games: Games, size: int = GAMES_IN_A_BATCH
) -> Iterator[Batch]:
    """Cut a period into batches of about `size` games: runs of whole events that follow one edition."""
    entry_starts = np.searchsorted(entries.event, np.arange(len(events) + 1))
    game_event = entries.event[games.white]
    game_starts = np.searchsorted(game_event, np.arange(len(events) + 1))
    cuts = np.flatnonzero(np.diff(events.edition)) + 1
    filled = np.flatnonzero(np.diff(game_starts[1:] // size)) + 1
    edges = np.unique(np.concatenate(([0], cuts, filled, [len(events)])))
    for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        at = slice(*entry_starts[[first, last]].tolist())
        played = slice(*game_starts[[first, last]].tolist())
        edition = int(events.edition[first])
        yield Batch(
            books[edition],
            edition,
            events.cut(slice(first, last)),
            entries.cut(at),
            games.cut(played),
            first,
            at.start,
            played.start,
        )
