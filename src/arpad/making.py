"""Make the list of one rating period: seat players, join parts, rate, carry over, adjust. Pure functions.

Input: published lists, columns of the registry, players of each event, and admitted games. Output: the rated period,
the new roll and the adjustments. Office and simulator fill the inputs; a calculator seats one player by hand and asks
for the period only.
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
from arpad.lists.whole_events import PartColumns, join_parts
from arpad.rating import Period, Rolls, Spread, rate


@dataclass(frozen=True)
class PeriodInputs:
    """Everything that decides the list of one period."""

    books: tuple[Rulebook, ...]  # the editions of the events; the last is the period's own
    players: Players
    lists: Lists
    events: Events
    players_there: Unseated | Entries  # the players of each event, seated or not
    games: Games
    pool: Pool = field(default_factory=lambda: Pool.room(0))
    others: Mapping[str, Roll] = field(default_factory=dict)  # lists of other series, of the day of the new one
    corrections: tuple[Correction, ...] = ()
    parts: PartColumns | None = None  # None: every event is whole

    @property
    def replaced(self) -> Roll:
        """The roll that the new list replaces, with approved revisions."""
        return self.lists.base


@dataclass(frozen=True)
class ComputedList:
    """A rated period, and the roll of the list that closes it."""

    period: Period
    roll: Roll
    adjustments: Adjustments


def make_list(inputs: PeriodInputs, spread: Spread | None = None) -> ComputedList:
    """Compute the roll of a list from admitted games; `spread` distributes batches of events to other processes."""
    period, book = rate_period(inputs, spread), inputs.books[-1]
    carried = carry(book, inputs.lists.new, inputs.replaced, period)
    adjusting = Adjusting(book, inputs.lists.new, inputs.players, inputs.replaced, inputs.others, inputs.corrections)
    roll, adjustments = adjust(adjusting, carried)
    return ComputedList(period, roll, adjustments)


def rate_period(inputs: PeriodInputs, spread: Spread | None = None) -> Period:
    """Seat all players and rate all games of a period, without making its list."""
    rolls, list_, books, entries = Rolls(inputs.replaced), inputs.lists.new, inputs.books, seat_entries(inputs)
    if inputs.parts is None:
        played = inputs.events, entries, inputs.games
        return rate(list_, books, inputs.players, rolls, *played, inputs.pool, spread=spread)
    joined = join_parts(books, inputs.events, entries, inputs.games, inputs.parts)
    played = joined.events, joined.entries, joined.games
    return rate(list_, books, inputs.players, rolls, *played, inputs.pool, unfinished=joined.unfinished, spread=spread)


def seat_entries(inputs: PeriodInputs) -> Entries:
    """The entries of the period: seated by the lists, unless they are seated already. Their statuses stay."""
    players = inputs.players_there
    if isinstance(players, Entries):
        return players
    entries = seat(inputs.books, inputs.players, inputs.lists, inputs.events, players)
    return entries if players.status is None else replace(entries, status=players.status)
