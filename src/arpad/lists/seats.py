"""Seat the players of a period's events: what each is there, with which rating, and with which K.

The list in force on an event's first day decides, for both players and for every game. Four things do not fit that
sentence: a standard rating may stand in for a missing one, players of other federations may be met with a rating of
another series, a player may have been rated only since, and one rated then may have been delisted since.
Where lists were put right since (`Lists.revised`), everybody is still met with the rating that the list of the time
gave at the board, and has it himself; only whether he is rated at all, K and the rating a change is added to are those
of the lists as they should be. Whose person was mistaken for another's, or who was rated on the one and not on the
other, has for himself the rating that he should have had.
In: who plays where, and the lists. Out: the entries of the period. Whether a game may count is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U8, U16, Bools, Entries, Events, Players, Role, Roll, Source, State
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import DAY, book_of_day, day_of_list_by
from arpad.law.rules.rating import COEFFICIENT, FOREIGN_PLAYERS, STAND_IN_RATING
from arpad.rating.change import listed
from arpad.rating.coefficient import decide

Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Lists:
    """The rolls a period can ask for, by list (yyyymm)."""

    own: Mapping[int, Roll]  # of the series that is rated
    other: Mapping[int, Roll]  # of the series whose rating stands in or meets guests, by its own lists; may be empty
    replaced: int  # the list that the period's list replaces
    new: int  # the list that is made
    home: tuple[int, ...]  # the federations whose players are no guests, among those of the players
    revised: Mapping[int, Roll] = field(default_factory=dict)  # lists as they should have been, where they were not
    mistaken: tuple[int, ...] = ()  # who had been taken for another, or another for him

    @property
    def base(self) -> Roll:
        """The list being replaced, as it should have been."""
        return self.revised.get(self.replaced, self.own[self.replaced])

    def at(self, month: int, beside: int) -> _AtStart:
        """The list of one month and that of the other series, beside the one being replaced."""
        start = self.own[month]
        return _AtStart(start, self.revised.get(month, start), self.other.get(beside), self.base, self.mistaken)


@dataclass(frozen=True)
class Unseated:
    """Who plays where, before anybody sits down: a row per event and player."""

    list_: I32  # of each event: the list that gives the ratings
    event: I32
    player: I32
    status: U8 | None = None  # why a player's own result may not count, or 0
    federation: U16 | None = None  # on the event's first day; None: as it is among the players
    board: I32 | None = None  # as whom each sat down; None: as himself
    beside: I32 | None = None  # of each event: the list of the other series; None: of the same month

    @property
    def list_beside(self) -> I32:
        """Of each event: the list of the other series."""
        return self.list_ if self.beside is None else self.beside


def seat(books: tuple[Rulebook, ...], players: Players, lists: Lists, events: Events, there: Unseated) -> Entries:
    """Return the entries in the order of the rows; the last of the books is the period's own."""
    event, at_start = there.event, there.list_
    federation = players.federation[there.player] if there.federation is None else there.federation
    foreign = ~np.isin(federation, lists.home)
    seats = _Seats.empty(event, there.player, there.player if there.board is None else there.board)
    by_list = zip(events.edition.tolist(), at_start.tolist(), there.list_beside.tolist(), strict=True)
    for edition, month, beside in sorted(set(by_list)):
        of_event = (events.edition == edition) & (at_start == month) & (there.list_beside == beside)
        here = np.flatnonzero(of_event[event])
        _fill(seats, here, books[edition], lists.at(month, beside), foreign[here])
    return seats.entries(books, events.edition[event], lists, players, at_start[event])


@dataclass(frozen=True)
class _AtStart:
    """The lists that the events of one month are seated by."""

    start: Roll  # that gave the ratings at the board
    right: Roll  # the same list as it should have been
    other: Roll | None
    replaced: Roll
    mistaken: tuple[int, ...]


@dataclass(frozen=True)
class _Seats:
    """Entries being filled."""

    event: I32
    player: I32
    board: I32
    role: U8
    own: I16
    shown: I16
    source: U8
    k: U8  # as on the list at the start
    k_reason: U8

    @classmethod
    def empty(cls, event: I32, player: I32, board: I32) -> _Seats:
        size = len(event)
        role, source = np.full(size, Role.NEWCOMER, np.uint8), np.full(size, Source.NONE, np.uint8)
        own, shown = np.zeros((2, size), np.int16)
        k, k_reason = np.zeros((2, size), np.uint8)
        return cls(event, player, board, role, own, shown, source, k, k_reason)

    def entries(
        self, books: tuple[Rulebook, ...], edition: U8, lists: Lists, players: Players, at_start: I32
    ) -> Entries:
        """With K: as on the list at the start or on the list being replaced, as the edition of the event reads it.
        Where the list at the start was made by an earlier text with another K, by the text of the event (R124)."""
        who, replaced = self.player, lists.base
        rated = self.role == Role.RATED
        by_start = np.array([book.rule(COEFFICIENT).read == "event-start" for book in books], bool)[edition]
        now = rated & (replaced.k[who] > 0)
        now &= ~by_start | (self.k == 0)  # rated only since: no list at the start shows their K
        k, reason = np.where(now, replaced.k[who], self.k), np.where(now, replaced.k_reason[who], self.k_reason)
        missing = rated & (k == 0)  # a rating stands in, and no list of this series shows a K: as that list would
        read_on = np.where(by_start, at_start, np.int32(lists.replaced))
        for place, list_ in sorted(set(zip(edition[missing].tolist(), read_on[missing].tolist(), strict=True))):
            new = np.flatnonzero(missing & (edition == place) & (read_on == list_))
            at, none = who[new], np.zeros(len(new), np.int16)
            k[new], reason[new] = decide(
                books[place], list_, replaced.games[at], players.born[at], replaced.highest[at], none
            )
        shown = rated & by_start & (self.k > 0)
        for place, list_ in sorted(set(zip(edition[shown].tolist(), at_start[shown].tolist(), strict=True))):
            if (before := _text_before(books[place], list_)) is not None:
                rows = np.flatnonzero(shown & (edition == place) & (at_start == list_))
                at, roll = who[rows], lists.revised.get(list_, lists.own[list_])
                facts = roll.games[at], players.born[at], roll.highest[at], roll.rating[at]
                (old, _), (now_k, why) = decide(before, list_, *facts), decide(books[place], list_, *facts)
                moved = old != now_k
                k[rows[moved]], reason[rows[moved]] = now_k[moved], why[moved]
        status = np.zeros(len(who), np.uint8)
        return Entries(self.event, who, self.role, self.own, self.shown, self.source, k, reason, status)


def _text_before(book: Rulebook, list_: int) -> Rulebook | None:
    """The edition that made the list of a month, where it is another one than this of the same series."""
    series = book.series or book.head.series[0]
    try:
        made_by = book_of_day(series, day_of_list_by(book, list_) - DAY)
    except LawError:
        return None
    return made_by if made_by.id != book.id else None


def _fill(seats: _Seats, rows: Rows, book: Rulebook, lists: _AtStart, foreign: Bools) -> None:
    """Seat the players of the events that follow one edition and began under one list."""
    who, board = seats.player[rows], seats.board[rows]
    start, right, other, replaced = lists.start, lists.right, lists.other, lists.replaced
    elsewhere = np.zeros(len(who), bool) if other is None else listed(other.state[who])
    elsewhere_rating = np.zeros(len(who), np.int16) if other is None else other.rating[who]

    guest = foreign & book.has(FOREIGN_PLAYERS)
    at_board, rightly = listed(start.state[board]) & ~guest, listed(right.state[who]) & ~guest
    anew = np.isin(who, np.array(lists.mistaken, np.int32)) | (at_board != rightly)
    on_list = np.where(anew, rightly, at_board)
    may_stand_in = elsewhere & book.has(STAND_IN_RATING) & ~guest
    stood_in = may_stand_in & ~on_list
    late = listed(replaced.state[who]) & ~on_list & ~stood_in & ~guest

    seats.role[rows] = np.select((guest, on_list | stood_in | late), (Role.GUEST, Role.RATED), Role.NEWCOMER)
    met_elsewhere = (may_stand_in & ~at_board) | (guest & elsewhere)
    seats.shown[rows] = np.select((at_board, met_elsewhere), (start.rating[board], elsewhere_rating), 0)
    sat = np.where(anew, right.rating[who], start.rating[board])
    seats.own[rows] = np.select((late, on_list, stood_in), (replaced.rating[who], sat, elsewhere_rating), 0)
    inactive = np.where(anew, right.state[who], start.state[board]) == State.INACTIVE
    seats.source[rows] = np.select(
        (on_list & inactive, on_list, stood_in, late, guest & elsewhere),
        (Source.INACTIVE, Source.LIST, Source.STANDARD, Source.LATE, Source.FIDE),
        Source.NONE,
    )
    seats.k[rows] = np.where(on_list, right.k[who], 0)
    seats.k_reason[rows] = np.where(on_list, right.k_reason[who], 0)
