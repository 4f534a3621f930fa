"""Rate a history again from its opening list, each list from the one before as it now comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, U8, Bools, Entries, Events, Players, Pool, Roll, State, Status
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.history.birthdays import Birthdays, asks_birthday
from arpad.history.bundle import Library, players_with_birth_year
from arpad.history.list_data import (
    ADJUSTING,
    OWN,
    REVISED,
    SEATING,
    BesideRows,
    EventRows,
    Head,
    MergedRows,
    PlayerRows,
    SeatRows,
)
from arpad.history.recompute import OFFICE, WAITING, with_rows_beside
from arpad.lab.variant import Variant
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.cited import choose
from arpad.lists.adjust import Correction
from arpad.lists.other_series import adjusting_series, at_home, home_federation, seating_series
from arpad.lists.sealed import changed_rows
from arpad.lists.seats import Lists, Unseated
from arpad.lists.whole_events import PartColumns
from arpad.making import ComputedList, PeriodInputs, make_list, seat_entries
from arpad.monitor.sources import roll_for_keys
from arpad.rating import Spread
from arpad.rating.batch import Earlier
from arpad.rating.change import listed
from arpad.rating.pool import ordered

NO_KEY = State.NONE.value
MOVED_COLUMNS = ("rating", "games", "highest")  # by as much as it was moved


def apply_list_changes(mine: Roll, published: Roll, read: Roll, merged: MergedRows) -> Roll:
    """A list of the replay, changed as the published one was until the office read it."""
    rows = changed_rows(published, read).player
    mine = _drop_merged(roll_for_keys(mine, len(read)), published, read, merged)
    if not len(rows):
        return mine
    columns = {name: column.copy() for name, column in mine.columns()}
    same = np.ones(len(rows), bool)
    for name, column in columns.items():
        same &= column[rows] == getattr(published, name)[rows]
    gone_into = {
        kept: player
        for player, kept in zip(merged.player.tolist(), merged.kept.tolist(), strict=True)
        if published.state[player] != NO_KEY
    }
    for player, as_published in zip(rows.tolist(), same.tolist(), strict=True):
        if published.state[player] == NO_KEY:
            whose = gone_into.get(player)
            if mine.state[player] == NO_KEY:
                _copy_row(columns, player, read if whose is None else mine, player if whose is None else whose)
        elif as_published or read.state[player] == NO_KEY:
            _copy_row(columns, player, read, player)
        elif mine.state[player] != NO_KEY:
            for name in MOVED_COLUMNS:
                moved = int(getattr(read, name)[player]) - int(getattr(published, name)[player])
                columns[name][player] = max(int(columns[name][player]) + moved, 0)
    return Roll(**columns)


def _copy_row(columns: Mapping[str, npt.NDArray[Any]], player: int, source: Roll, at: int) -> None:
    """A row of another roll in the place of a player's."""
    for name, column in columns.items():
        column[player] = getattr(source, name)[at]


def _drop_merged(mine: Roll, published: Roll, read: Roll, merged: MergedRows) -> Roll:
    """Whoever was merged into another and is rated in the replay alone has no row of his own there either."""
    gone = merged.take(
        (mine.state[merged.player] != NO_KEY)
        & (published.state[merged.player] == NO_KEY)
        & (read.state[merged.player] == NO_KEY)
    )
    if not len(gone):
        return mine
    columns = {name: column.copy() for name, column in mine.columns()}
    for player, keeper in zip(gone.player.tolist(), gone.kept.tolist(), strict=True):
        if columns["state"][keeper] == NO_KEY:
            _copy_row(columns, keeper, mine, player)
        for column in columns.values():
            column[player] = 0
    return Roll(**columns)


def carry_waiting_results(library: Library, head: Head, pool: Pool) -> Pool:
    """What newcomers wait with: as the replay left it, changed as the office had changed it."""
    if not library.file_of(head, WAITING):
        return pool
    before = library.head(head.series, head.replaced)
    assert before is not None
    then: Pool = library.table(before, "pool")
    now: Pool = library.table(head, WAITING)
    if pool.equals(then) if len(pool) == len(then) else False:
        return now
    merged = library.table(head, "merged")
    alias = np.arange(head.players, dtype=np.int32)
    alias[merged.player] = merged.kept
    gone, come = then.take(~_rows_in(then, now)), now.take(~_rows_in(now, then))
    moved = replace(pool.take(~_rows_in(pool, gone)), player=alias[pool.take(~_rows_in(pool, gone)).player])
    added = come.take(~_rows_in(come, replace(then, player=alias[then.player])))
    return ordered(library.law(head).rulebook(head.books[-1], head.series), Pool.join([moved, added]))


def _rows_in(rows: Pool, others: Pool) -> Bools:
    """Of each row whether the others have one of the same player and event."""
    keys = set(zip(others.player.tolist(), others.key.tolist(), strict=True))
    return np.fromiter(
        (each in keys for each in zip(rows.player.tolist(), rows.key.tolist(), strict=True)), bool, len(rows)
    )


SIDE_COUNT = 2  # ledger rows of a game


@dataclass(frozen=True)
class ReplayedList:
    """One list as it comes out."""

    head: Head
    roll: Roll
    entries: Entries | None = None  # everybody seated, by the rows of the seats; None where it was taken as published
    published: I16 | None = None  # of each of them, the rating that the published list had; 0 where it had none
    inputs: PeriodInputs | None = None
    outcome: ComputedList | None = None


def replay_series(library: Library, asked: str = "") -> str:
    """The series that is replayed: the one that is asked for, or the only one."""
    names = tuple(dict.fromkeys(head.series for head in library.contents.chapters))
    if asked and asked not in names:
        raise UserError("history/no-series", choose(asked, names), series=asked)
    if not asked and len(names) > 1:
        raise UserError("which-series", names=names)
    if not names:
        raise UserError("history/nothing")
    return asked or names[0]


def replay_lists(
    library: Library, series: str, variant: Variant, spread: Spread | None = None
) -> Iterator[ReplayedList]:
    """Every list of a series in order, the first as it was opened; `spread` has batches of events rated by others."""
    return _ReplayState(library, series, variant, spread).lists()


class _ReplayState:
    """Where a replay stands."""

    def __init__(self, library: Library, series: str, variant: Variant, spread: Spread | None) -> None:
        self.library, self.series, self.variant, self.spread = library, series, variant, spread
        self.players, self.birthdays = PlayerRows.of(), Birthdays()
        self.rolls: dict[int, Roll] = {}
        self.books: dict[tuple[object, ...], tuple[tuple[Rulebook, ...], Rulebook]] = {}
        self.pool = Pool.room(0)
        self.parts: dict[int, U8] = {}  # of an event in parts: what became of its ledger rows
        self.last_use = self._last_uses()

    def lists(self) -> Iterator[ReplayedList]:
        for at, head in enumerate(self.library.contents.chapters):
            self.players = self.library.players(head, self.players)
            if head.series != self.series:
                continue
            yield self._made(head) if head.remakable else self._taken(head)
            self.rolls = {list_: roll for list_, roll in self.rolls.items() if self.last_use.get(list_, -1) > at}

    def _last_uses(self) -> dict[int, int]:
        """Of each list the last chapter that reads it."""
        last_uses: dict[int, int] = {}
        for at, head in enumerate(self.library.contents.chapters):
            if head.series == self.series and head.remakable:
                read = {*self.library.table(head, "events").list.tolist(), head.replaced}
                last_uses |= dict.fromkeys(read, at)
        return last_uses

    def _taken(self, head: Head) -> ReplayedList:
        """A list that is taken over as published: an opening list, or one whose inputs are not in the history."""
        roll = self.library.roll(head.series, head.list_, head.players)
        assert roll is not None
        self.rolls[head.list_], self.pool = roll, self.library.table(head, "pool")
        return ReplayedList(head, roll)

    def _made(self, head: Head) -> ReplayedList:
        inputs, in_parts = self._inputs(head)
        entries = seat_entries(inputs)
        outcome = make_list(replace(inputs, players_there=entries), self.spread)
        self.rolls[head.list_], self.pool = outcome.roll, outcome.period.pool
        self._remember(outcome, in_parts)
        return ReplayedList(head, outcome.roll, entries, self._published_ratings(head, inputs), inputs, outcome)

    def _published_ratings(self, head: Head, inputs: PeriodInputs) -> I16:
        """Of each seat the rating of the player on the published list that was in force, 0 where it had none."""
        seats = inputs.players_there
        assert isinstance(seats, Unseated)
        assert seats.board is not None
        ratings = np.zeros(len(seats.player), np.int16)
        several = np.unique(seats.list_).tolist()
        for list_ in several:
            state, rating = self.library.standing(head.series, list_, head.players)
            rating[~listed(state)] = 0
            if len(several) == 1:
                return rating[seats.board]
            here = np.flatnonzero(seats.list_[seats.event] == list_)
            ratings[here] = rating[seats.board[here]]
        return ratings

    def _inputs(self, head: Head) -> tuple[PeriodInputs, set[int]]:
        """Everything that decides the list, and which of its events came in parts."""
        library = self.library
        books, _ = self._books(head)
        events: EventRows = library.table(head, "events")
        seats: SeatRows = library.table(head, "seats")
        lists, others = self._lists(head, books, {*events.list.tolist(), head.replaced}, {*events.beside.tolist()})
        in_parts = {*events.whole[events.in_parts].tolist(), *events.key[events.in_parts].tolist()}
        inputs = PeriodInputs(
            books,
            self._people(head, books),
            lists,
            Events(**{name: getattr(events, name) for name, _ in Events.of().columns()}),
            Unseated(
                events.list, seats.event, seats.player, seats.status, seats.federation, seats.board, events.beside
            ),
            library.table(head, "games"),
            carry_waiting_results(library, head, self.pool),
            others,
            self._corrections(head, lists.base),
            self._parts(head, events, seats),
        )
        return inputs, in_parts

    def _books(self, head: Head) -> tuple[tuple[Rulebook, ...], Rulebook]:
        """The editions of a chapter under the variant, and the one that its list was made by."""
        place = (head.books, tuple(sorted(head.law.items())))
        if place not in self.books:
            law = self.library.law(head)
            self.books[place] = self.variant.books(head, law), law.rulebook(head.books[-1], head.series)
        return self.books[place]

    def _people(self, head: Head, books: tuple[Rulebook, ...]) -> Players:
        people = players_with_birth_year(self.players)
        _, made_by = self._books(head)
        if not asks_birthday(made_by) and not asks_birthday(books[-1]):
            return people
        roll = self.library.roll(head.series, head.list_, head.players)
        assert roll is not None
        return replace(people, born=self.birthdays.asked(made_by, head, self.players, roll))

    def _lists(
        self, head: Head, books: tuple[Rulebook, ...], months: set[int], besides: set[int]
    ) -> tuple[Lists, dict[str, Roll]]:
        beside: BesideRows = self.library.table(head, "beside")
        merged = self.library.table(head, "merged")
        own, revised = {}, {}
        put_right_since = set(beside.list[beside.which == REVISED].tolist())
        for list_ in sorted(months):
            if not len(merged) and not (beside.list == list_).any():
                own[list_] = roll_for_keys(self.rolls[list_], head.players)
                continue
            published = self._published(head.series, list_, head)
            then = with_rows_beside(published, head, beside, (OWN, 0, list_))
            own[list_] = apply_list_changes(self.rolls[list_], published, then, merged)
            if list_ in put_right_since:
                right = with_rows_beside(then, head, beside, (REVISED, 0, list_))
                revised[list_] = apply_list_changes(own[list_], then, right, merged)
        series, home = seating_series(*books), home_federation(*books)
        same = series == head.seating
        other = {
            list_: with_rows_beside(
                self._published(series, list_, head), head, beside if same else BesideRows.of(), (SEATING, 0, list_)
            )
            for list_ in (sorted(besides) if series else ())
        }
        others = {}
        for name in adjusting_series(books[-1], day_of_list_by(books[-1], head.list_)):
            rows = beside if name in head.adjusting else BesideRows.of()
            at = head.adjusting.index(name) if name in head.adjusting else 0
            others[name] = with_rows_beside(
                self._published(name, head.list_, head), head, rows, (ADJUSTING, at, head.list_)
            )
        here = tuple(place for place, code in enumerate(head.codes) if at_home(code, home))
        return Lists(own, other, head.replaced, head.list_, here, revised, head.mistaken), others

    def _published(self, series: str, list_: int, head: Head) -> Roll:
        roll = self.library.roll(series, list_, head.players)
        return Roll.of(rating=np.zeros(head.players, np.int16)) if roll is None else roll

    def _corrections(self, head: Head, base: Roll) -> tuple[Correction, ...]:
        """What an officer said, of those who are rated in the replay, too."""
        rows = self.library.table(head, "corrections")
        on_list = listed(base.state)[rows.player] if len(rows) else np.zeros(0, bool)
        rows = rows.take(on_list)
        return tuple(
            Correction(player, rating, OFFICE, OFFICE)
            for player, rating in zip(rows.player.tolist(), rows.rating.tolist(), strict=True)
        )

    # --- events in parts ------------------------------------------------------------------------------------------

    def _parts(self, head: Head, events: EventRows, seats: SeatRows) -> PartColumns | None:
        """Which parts belong together, and what the lists of this replay did with the earlier ones."""
        if not events.in_parts.any():
            return None
        games = self.library.table(head, "games")
        edges = np.searchsorted(seats.event[games.white], np.arange(len(events) + 1)) * SIDE_COUNT
        stored = self.library.table(head, "earlier").earlier
        earlier = stored.copy()
        for whole in np.unique(events.whole[events.in_parts]).tolist():
            rows = np.flatnonzero(events.whole == whole)
            rows = rows[np.argsort(events.turn[rows], kind="stable")]
            ledger = np.concatenate([np.arange(edges[row], edges[row + 1]) for row in rows])
            earlier_parts = self.parts.get(whole, np.zeros(0, np.uint8))
            past = int((stored[ledger] != Earlier.NEW.value).sum())
            if len(earlier_parts) == past:
                earlier[ledger[:past]] = earlier_parts
                continue
            for row in rows:  # judged each by itself
                at = slice(edges[row], edges[row + 1])
                alone = self.parts.get(int(events.key[row]))
                if alone is not None and len(alone) == edges[row + 1] - edges[row] and stored[at].any():
                    earlier[at] = alone
        return PartColumns(events.whole, events.turn, events.declared, events.scheduled, events.goes_on, earlier)

    def _remember(self, outcome: ComputedList, in_parts: set[int]) -> None:
        """What became of the games of events in parts."""
        period = outcome.period
        for row, key in enumerate(period.events.key.tolist()):
            if key in in_parts:
                first, last = np.searchsorted(period.entries.event, (row, row + 1))
                of_event = (period.ledger.entry >= first) & (period.ledger.entry < last)
                left_open = period.ledger.status[of_event] == Status.LATER_PART.value
                self.parts[key] = np.where(left_open, Earlier.LEFT_OPEN, Earlier.DECIDED).astype(np.uint8)
