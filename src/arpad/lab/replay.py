"""Rate a history again from its opening list, each list from the one before as it now comes out.

What was reported, who may count and what an officer decided stay as they were; ratings, K, states and what newcomers
wait with come from the replay. Under the editions that made it, the history comes out row for row. Of a birth only the
year is known: where a K asks the birthday, one is taken that gives the K of the lists as they were published.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from arpad.columns import I16, U8, Entries, Events, Players, Pool, Roll, Status
from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.history.birthdays import Birthdays, asks_birthday
from arpad.history.chapter import ADJUSTING, OWN, REVISED, SEATING, BesideRows, EventRows, Head, PlayerRows, SeatRows
from arpad.history.library import Library, as_born
from arpad.history.remaking import OFFICE, patched
from arpad.lab.carried_over import put_right, waiting
from arpad.lab.variant import Variant
from arpad.law import Rulebook
from arpad.law.cited import choose
from arpad.lists.adjust import Correction
from arpad.lists.beside import adjusting_series, at_home, home_federation, seating_series
from arpad.lists.seats import Lists, Unseated
from arpad.lists.wholes import Parts
from arpad.making import MadeList, PeriodInputs, make_list, seated
from arpad.monitor.source import keys_in
from arpad.rating import Spread
from arpad.rating.batch import Earlier
from arpad.rating.change import listed

SIDES = 2  # ledger rows of a game


@dataclass(frozen=True)
class Replayed:
    """One list as it comes out."""

    head: Head
    roll: Roll
    entries: Entries | None = None  # everybody seated, by the rows of the seats; None where it was taken as published
    published: I16 | None = None  # of each of them, the rating that the published list had; 0 where it had none
    inputs: PeriodInputs | None = None
    outcome: MadeList | None = None


def series_of(library: Library, asked: str = "") -> str:
    """The series that is replayed: the one that is asked for, or the only one."""
    names = tuple(dict.fromkeys(head.series for head in library.contents.chapters))
    if asked and asked not in names:
        raise Misuse("history/no-series", choose(asked, names), series=asked)
    if not asked and len(names) > 1:
        raise Misuse("which-series", names=names)
    if not names:
        raise Misuse("history/nothing")
    return asked or names[0]


def replay(library: Library, series: str, variant: Variant, spread: Spread | None = None) -> Iterator[Replayed]:
    """Every list of a series in order, the first as it was opened; `spread` has batches of events rated by others."""
    return _Replay(library, series, variant, spread).lists()


class _Replay:
    """Where a replay stands."""

    def __init__(self, library: Library, series: str, variant: Variant, spread: Spread | None) -> None:
        self.library, self.series, self.variant, self.spread = library, series, variant, spread
        self.players, self.birthdays = PlayerRows.of(), Birthdays()
        self.rolls: dict[int, Roll] = {}
        self.books: dict[tuple[object, ...], tuple[tuple[Rulebook, ...], Rulebook]] = {}
        self.pool = Pool.room(0)
        self.parts: dict[int, U8] = {}  # of an event in parts: what became of its ledger rows
        self.last_use = self._last_uses()

    def lists(self) -> Iterator[Replayed]:
        for at, head in enumerate(self.library.contents.chapters):
            self.players = self.library.players(head, self.players)
            if head.series != self.series:
                continue
            yield self._made(head) if head.remakable else self._taken(head)
            self.rolls = {list_: roll for list_, roll in self.rolls.items() if self.last_use.get(list_, -1) > at}

    def _last_uses(self) -> dict[int, int]:
        """Of each list the last chapter that reads it."""
        found: dict[int, int] = {}
        for at, head in enumerate(self.library.contents.chapters):
            if head.series == self.series and head.remakable:
                read = {*self.library.table(head, "events").list.tolist(), head.replaced}
                found |= dict.fromkeys(read, at)
        return found

    def _taken(self, head: Head) -> Replayed:
        """A list that is taken as published: it was opened, or nobody knows what it was made from."""
        roll = self.library.roll(head.series, head.list_, head.players)
        assert roll is not None
        self.rolls[head.list_], self.pool = roll, self.library.table(head, "pool")
        return Replayed(head, roll)

    def _made(self, head: Head) -> Replayed:
        inputs, in_parts = self._inputs(head)
        entries = seated(inputs)
        outcome = make_list(replace(inputs, players_there=entries), self.spread)
        self.rolls[head.list_], self.pool = outcome.roll, outcome.period.pool
        self._remember(outcome, in_parts)
        return Replayed(head, outcome.roll, entries, self._published_ratings(head, inputs), inputs, outcome)

    def _published_ratings(self, head: Head, inputs: PeriodInputs) -> I16:
        """Of each seat the rating of the player on the published list that was in force, 0 where it had none."""
        there = inputs.players_there
        assert isinstance(there, Unseated)
        assert there.board is not None
        found = np.zeros(len(there.player), np.int16)
        several = np.unique(there.list_).tolist()
        for list_ in several:
            state, rating = self.library.standing(head.series, list_, head.players)
            rating[~listed(state)] = 0
            if len(several) == 1:
                return rating[there.board]
            here = np.flatnonzero(there.list_[there.event] == list_)
            found[here] = rating[there.board[here]]
        return found

    def _inputs(self, head: Head) -> tuple[PeriodInputs, set[int]]:
        """Everything that decides the list, and which of its events came in parts."""
        library = self.library
        books, _ = self._books(head)
        events: EventRows = library.table(head, "events")
        seats: SeatRows = library.table(head, "seats")
        lists, others = self._lists(head, books, {*events.list.tolist(), head.replaced})
        in_parts = {*events.whole[events.in_parts].tolist(), *events.key[events.in_parts].tolist()}
        inputs = PeriodInputs(
            books,
            self._people(head, books),
            lists,
            Events(**{name: getattr(events, name) for name, _ in Events.of().columns()}),
            Unseated(events.list, seats.event, seats.player, seats.status, seats.federation, seats.board),
            library.table(head, "games"),
            waiting(library, head, self.pool),
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
        people = as_born(self.players)
        _, made_by = self._books(head)
        if not asks_birthday(made_by) and not asks_birthday(books[-1]):
            return people
        roll = self.library.roll(head.series, head.list_, head.players)
        assert roll is not None
        return replace(people, born=self.birthdays.asked(made_by, head, self.players, roll))

    def _lists(self, head: Head, books: tuple[Rulebook, ...], months: set[int]) -> tuple[Lists, dict[str, Roll]]:
        beside: BesideRows = self.library.table(head, "beside")
        merged = self.library.table(head, "merged")
        own, revised = {}, {}
        put_right_since = set(beside.list[beside.which == REVISED].tolist())
        for list_ in sorted(months):
            if not len(merged) and not (beside.list == list_).any():
                own[list_] = keys_in(self.rolls[list_], head.players)
                continue
            published = self._published(head.series, list_, head)
            then = patched(published, head, beside, (OWN, 0, list_))
            own[list_] = put_right(self.rolls[list_], published, then, merged)
            if list_ in put_right_since:
                right = patched(then, head, beside, (REVISED, 0, list_))
                revised[list_] = put_right(own[list_], then, right, merged)
        series, home = seating_series(*books), home_federation(*books)
        same = series == head.seating
        other = {
            list_: patched(
                self._published(series, list_, head), head, beside if same else BesideRows.of(), (SEATING, 0, list_)
            )
            for list_ in (sorted(months) if series else ())
        }
        others = {}
        for name in adjusting_series(books[-1], Month(head.list_).first):
            rows = beside if name in head.adjusting else BesideRows.of()
            at = head.adjusting.index(name) if name in head.adjusting else 0
            others[name] = patched(self._published(name, head.list_, head), head, rows, (ADJUSTING, at, head.list_))
        here = tuple(place for place, code in enumerate(head.codes) if at_home(code, home))
        return Lists(own, other, head.replaced, head.list_, here, revised, head.mistaken), others

    def _published(self, series: str, list_: int, head: Head) -> Roll:
        found = self.library.roll(series, list_, head.players)
        return Roll.of(rating=np.zeros(head.players, np.int16)) if found is None else found

    def _corrections(self, head: Head, base: Roll) -> tuple[Correction, ...]:
        """What an officer said, of those who are rated in the replay, too."""
        rows = self.library.table(head, "corrections")
        there = listed(base.state)[rows.player] if len(rows) else np.zeros(0, bool)
        rows = rows.take(there)
        return tuple(
            Correction(player, rating, OFFICE, OFFICE)
            for player, rating in zip(rows.player.tolist(), rows.rating.tolist(), strict=True)
        )

    # --- events in parts ------------------------------------------------------------------------------------------

    def _parts(self, head: Head, events: EventRows, seats: SeatRows) -> Parts | None:
        """Which parts belong together, and what the lists of this replay did with the earlier ones."""
        if not events.in_parts.any():
            return None
        games = self.library.table(head, "games")
        edges = np.searchsorted(seats.event[games.white], np.arange(len(events) + 1)) * SIDES
        stored = self.library.table(head, "earlier").earlier
        earlier = stored.copy()
        for whole in np.unique(events.whole[events.in_parts]).tolist():
            rows = np.flatnonzero(events.whole == whole)
            rows = rows[np.argsort(events.turn[rows], kind="stable")]
            ledger = np.concatenate([np.arange(edges[row], edges[row + 1]) for row in rows])
            known = self.parts.get(whole, np.zeros(0, np.uint8))
            past = int((stored[ledger] != Earlier.NEW.value).sum())
            if len(known) == past:
                earlier[ledger[:past]] = known
                continue
            for row in rows:  # judged each by itself
                at = slice(edges[row], edges[row + 1])
                alone = self.parts.get(int(events.key[row]))
                if alone is not None and len(alone) == edges[row + 1] - edges[row] and stored[at].any():
                    earlier[at] = alone
        return Parts(events.whole, events.turn, events.declared, events.scheduled, events.goes_on, earlier)

    def _remember(self, outcome: MadeList, in_parts: set[int]) -> None:
        """What became of the games of events in parts."""
        period = outcome.period
        for row, key in enumerate(period.events.key.tolist()):
            if key in in_parts:
                first, last = np.searchsorted(period.entries.event, (row, row + 1))
                of_event = (period.ledger.entry >= first) & (period.ledger.entry < last)
                left_open = period.ledger.status[of_event] == Status.LATER_PART.value
                self.parts[key] = np.where(left_open, Earlier.LEFT_OPEN, Earlier.DECIDED).astype(np.uint8)
