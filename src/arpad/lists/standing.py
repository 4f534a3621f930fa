"""Seat the players of a period's events: what each is there, with which rating, and with which K.

The list in force on an event's first day decides, for both players and for every game. Four things do not fit that
sentence: a standard rating may stand in for a missing one, players of other federations may be met with a rating of
another series, a player may have been rated only since, and one rated then may have been delisted since.
In: who plays where, and the lists. Out: the entries of the period. Whether a game may count is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from arpad.columns import I16, I32, U8, Bools, Entries, Events, Players, Role, Roll, Source, State
from arpad.law import Rulebook
from arpad.law.calendar import list_on
from arpad.law.rules.rating import COEFFICIENT, FOREIGN_PLAYERS, STAND_IN_RATING
from arpad.rating.coefficient import decide

LISTED = (State.ACTIVE, State.INACTIVE)
YEAR, MONTH = 10_000, 100  # in a day written yyyymmdd


@dataclass(frozen=True)
class Lists:
    """The rolls a period can ask for, by list (yyyymm)."""

    own: Mapping[int, Roll]  # of the series that is rated
    other: Mapping[int, Roll]  # of the series whose rating stands in or meets guests; empty where there is none
    replaced: int  # the list that the period's list replaces


def list_at_start(series: str, events: Events) -> I32:
    """The list in force on each event's first day."""
    found = {}
    for day in sorted(set(events.start.tolist())):
        list_ = list_on(series, date(day // YEAR, day // MONTH % MONTH, day % MONTH))
        found[day] = list_.year * MONTH + list_.month
    return np.array([found[day] for day in events.start.tolist()], np.int32)


def seat(
    books: tuple[Rulebook, ...],
    list_: int,
    players: Players,
    home: int,
    lists: Lists,
    events: Events,
    at_start: I32,
    event: I32,
    player: I32,
) -> Entries:
    """The entries. `at_start` is the list of each event; `event` and `player` say who plays where; `home` is the
    federation that keeps the list."""
    seats = _Seats.empty(event, player)
    replaced = lists.own[lists.replaced]
    for edition, book in enumerate(books):
        for month in sorted(set(at_start[events.edition == edition].tolist())):
            here = np.flatnonzero((events.edition[event] == edition) & (at_start[event] == month))
            _fill(seats, here, book, lists, month, players.federation[player[here]] != home)
    return seats.entries(books[-1], list_, players, replaced)


@dataclass(frozen=True)
class _Seats:
    """Entries being filled."""

    event: I32
    player: I32
    role: U8
    own: I16
    shown: I16
    source: U8
    k: U8  # as on the list at the start
    k_reason: U8

    @classmethod
    def empty(cls, event: I32, player: I32) -> _Seats:
        size = len(event)
        role, source = np.full(size, Role.NEWCOMER, np.uint8), np.full(size, Source.NONE, np.uint8)
        own, shown = np.zeros((2, size), np.int16)
        k, k_reason = np.zeros((2, size), np.uint8)
        return cls(event, player, role, own, shown, source, k, k_reason)

    def entries(self, book: Rulebook, list_: int, players: Players, replaced: Roll) -> Entries:
        """With K: as on the list at the start or on the list being replaced, as the period's edition reads it."""
        who = self.player
        rated = self.role == Role.RATED
        now = rated & (replaced.k[who] > 0)
        if book.rule(COEFFICIENT).read == "event-start":
            now &= self.k == 0  # rated only since: no list at the start shows his K
        k, reason = np.where(now, replaced.k[who], self.k), np.where(now, replaced.k_reason[who], self.k_reason)
        new = np.flatnonzero(rated & (k == 0))  # a rating stands in, and no list of this series shows a K
        at = who[new]
        k[new], reason[new] = decide(
            book, list_, replaced.games[at], players.born[at], replaced.highest[at], np.zeros(len(at), np.int16)
        )
        none = np.zeros(len(who), np.uint8)
        return Entries(self.event, who, self.role, self.own, self.shown, self.source, k, reason, none)


def _fill(seats: _Seats, rows: np.ndarray[tuple[int], np.dtype[np.intp]], book: Rulebook, lists: Lists, month: int,
          foreign: Bools) -> None:  # fmt: skip
    """Seat the players of the events that follow one edition and began under one list."""
    who = seats.player[rows]
    start, replaced = lists.own[month], lists.own[lists.replaced]
    other = lists.other.get(month)
    elsewhere = np.zeros(len(who), bool) if other is None else np.isin(other.state[who], LISTED)
    elsewhere_rating = np.zeros(len(who), np.int16) if other is None else other.rating[who]

    guest = foreign & book.has(FOREIGN_PLAYERS)
    listed = np.isin(start.state[who], LISTED) & ~guest
    stood_in = elsewhere & book.has(STAND_IN_RATING) & ~listed & ~guest
    late = np.isin(replaced.state[who], LISTED) & ~listed & ~stood_in & ~guest

    seats.role[rows] = np.select((guest, listed | stood_in | late), (Role.GUEST, Role.RATED), Role.NEWCOMER)
    met = np.select((listed, stood_in | (guest & elsewhere)), (start.rating[who], elsewhere_rating), 0)
    seats.shown[rows] = met
    seats.own[rows] = np.select((guest, late), (0, replaced.rating[who]), met)
    inactive = start.state[who] == State.INACTIVE
    seats.source[rows] = np.select(
        (listed & inactive, listed, stood_in, late, guest & elsewhere),
        (Source.INACTIVE, Source.LIST, Source.STANDARD, Source.LATE, Source.FIDE),
        Source.NONE,
    )
    seats.k[rows] = np.where(listed, start.k[who], 0)
    seats.k_reason[rows] = np.where(listed, start.k_reason[who], 0)
