"""Make the list of one period: seat -> join parts -> rate -> adjust -> list. The second half of the arrow, pure.

In: the lists, the registry's columns, who played where, and the games as admitted. Out: the rated period, the new roll
and what was adjusted. Office and simulator fill the inputs; a calculator seats one player by hand and asks for the
period only. Nothing is read from a file or a database here, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from arpad.columns import Adjustments, Entries, Events, Games, Players, Pool, Roll
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.lists.adjust import Adjusting, Correction, adjust
from arpad.lists.ratinglist import carry
from arpad.lists.seats import Lists, Unseated, seat
from arpad.lists.wholes import Parts, join
from arpad.rating import Period, Rolls, Spread, rate


@dataclass(frozen=True)
class PeriodInputs:
    """Everything that decides the list of one period."""

    books: tuple[Rulebook, ...]  # the editions of the events; the last is the period's own
    players: Players
    lists: Lists
    events: Events
    players_there: Unseated | Entries  # who plays where; seated already where somebody knows the ratings
    games: Games
    pool: Pool = field(default_factory=lambda: Pool.room(0))
    others: Mapping[str, Roll] = field(default_factory=dict)  # lists of other series, of the day of the new one
    corrections: tuple[Correction, ...] = ()
    parts: Parts | None = None  # None: every event is whole

    @property
    def replaced(self) -> Roll:
        """The list that the new one replaces, as it should have been."""
        return self.lists.base


@dataclass(frozen=True)
class MadeList:
    """A period, and the list that closes it."""

    period: Period
    roll: Roll
    adjustments: Adjustments


def make_list(inputs: PeriodInputs, spread: Spread | None = None) -> MadeList:
    """The whole way from admitted games to the roll of a list; `spread` has batches of events worked on by others."""
    period, book = rate_period(inputs, spread), inputs.books[-1]
    carried = carry(book, inputs.lists.new, inputs.replaced, period)
    adjusting = Adjusting(book, inputs.lists.new, inputs.players, inputs.replaced, inputs.others, inputs.corrections)
    roll, adjustments = adjust(adjusting, carried)
    return MadeList(period, roll, adjustments)


def rate_period(inputs: PeriodInputs, spread: Spread | None = None) -> Period:
    """As far as the games alone decide: everybody seated, everything rated, and no list made yet."""
    rolls, list_, books, entries = Rolls(inputs.replaced), inputs.lists.new, inputs.books, seated(inputs)
    if inputs.parts is None:
        played = inputs.events, entries, inputs.games
        return rate(list_, books, inputs.players, rolls, *played, inputs.pool, spread=spread)
    joined = join(books, inputs.events, entries, inputs.games, inputs.parts)
    played = joined.events, joined.entries, joined.games
    return rate(list_, books, inputs.players, rolls, *played, inputs.pool, unfinished=joined.unfinished, spread=spread)


def seated(inputs: PeriodInputs) -> Entries:
    """The entries of the period: as they are, or by the lists; whose own result may not count stays so."""
    there = inputs.players_there
    if isinstance(there, Entries):
        return there
    entries = seat(inputs.books, inputs.players, inputs.lists, inputs.events, there)
    return entries if there.status is None else replace(entries, status=there.status)
