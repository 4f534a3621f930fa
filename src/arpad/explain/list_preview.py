"""What a list would change, for the officer; and what changed between a preview and the published list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum

import numpy as np

from arpad.columns import I32, U8, Bools, FirstOutcome, Roll, State, Status
from arpad.days import Month
from arpad.explain.calculation import PersonName
from arpad.explain.list_reasons import NotListed, why_not_listed
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.lists.adjust import Correction
from arpad.lists.listing import UnlistedPlayers, hidden, shown_state
from arpad.rating import Period
from arpad.rating.change import listed

PLAYERS_SHOWN = 10  # movers
BAND = 100  # rating points in a column of the histogram

NamePlayers = Callable[[Sequence[int]], Mapping[int, PersonName]]


@dataclass(frozen=True)
class LeftOut:
    """An event, or a part of it, that does not go into the list, and why."""

    event: str
    part: int
    reason: Problem | None


@dataclass(frozen=True)
class ListTables:
    """A list that was made: the one it replaces, the period, and itself."""

    replaced: Roll
    period: Period
    roll: Roll
    adjusted: int  # ratings that were moved besides their games
    corrections: tuple[Correction, ...]
    left_out: tuple[LeftOut, ...]
    no_federation: I32  # who played, and nobody knows for which federation
    unlisted: UnlistedPlayers


@dataclass(frozen=True)
class PlayerMove:
    """What the list changes for a player; `before` is null where he was not listed."""

    id: int
    name: str
    before: int | None
    after: int
    state: State


@dataclass(frozen=True)
class Newcomers:
    """First ratings: how many are published, how many players wait, and the highest."""

    published: int
    waiting: int
    top: tuple[PlayerMove, ...]


@dataclass(frozen=True)
class DelistedPlayers:
    """Who falls below the floor: how many, and some of them."""

    players: int
    some: tuple[PlayerMove, ...]


@dataclass(frozen=True)
class AskedPlayers:
    """Of whom something is still to be asked: how many, and some of them."""

    players: int
    some: tuple[PersonName, ...]


@dataclass(frozen=True)
class PlayerLeftOut(PersonName):
    """A rated player whom the printed list does not show, or not as active."""

    why: NotListed


@dataclass(frozen=True)
class PlayersLeftOut:
    """Whom the printed list does not show, or not as active, though they are rated: how many, and some of them."""

    players: int
    some: tuple[PlayerLeftOut, ...]


@dataclass(frozen=True)
class CorrectedBase:
    """An officer's correction that the list carries."""

    id: int
    name: str
    stood: int
    rating: int
    who: str
    why: str


@dataclass(frozen=True)
class Band:
    """How many players are rated from a number on, up to the next band."""

    from_: int
    players: int


@dataclass(frozen=True)
class ListSummary:
    """What a list would be. `counted` are the games that count for somebody."""

    series: str
    list: Month
    replaces: Month
    edition: str
    inputs: str  # the hash of what it was made from
    events: int
    games: int
    counted: int
    left_out: tuple[LeftOut, ...]
    rated_players: int
    newcomers: Newcomers
    movers: tuple[PlayerMove, ...]
    delisted: DelistedPlayers
    inactive: int
    active_again: int
    adjusted: int
    corrections: tuple[CorrectedBase, ...]
    listed: int
    active: int
    histogram: tuple[Band, ...]
    no_federation: AskedPlayers  # who played, and nobody knows for which federation
    not_listed: PlayersLeftOut
    provisional: bool = False  # its period is not over: nothing is published by it


@dataclass(frozen=True)
class ListHead:
    """Which list it is, and what it was made from."""

    series: str
    replaces: Month
    inputs: str


def list_summary(head: ListHead, tables: ListTables, named: NamePlayers) -> ListSummary:
    """What a list would be, in numbers and a few names."""
    period, old, new = tables.period, tables.replaced.state, tables.roll.state
    before, after = listed(old), listed(new)
    worth = period.ledger.status <= Status.POOLED.value
    first = period.firsts.outcome == FirstOutcome.PUBLISHED.value
    published = period.firsts.player[first]
    top = published[np.argsort(-tables.roll.rating[published], kind="stable")][:PLAYERS_SHOWN]
    moved, gone = _largest_movers(tables, before & after), np.flatnonzero(before & (new == State.DELISTED.value))
    unknown = tables.no_federation[:PLAYERS_SHOWN].tolist()
    some = tables.unlisted.take(np.arange(min(PLAYERS_SHOWN, len(tables.unlisted))))
    reason = np.zeros(len(new), np.uint8)
    reason[tables.unlisted.player] = tables.unlisted.reason
    shown = [
        *unknown,
        *some.player.tolist(),
        *moved.tolist(),
        *top.tolist(),
        *gone[:PLAYERS_SHOWN].tolist(),
        *(each.player for each in tables.corrections),
    ]
    names = named(shown)
    return ListSummary(
        head.series,
        Month(period.list_),
        head.replaces,
        period.books[-1].id,
        head.inputs,
        len(period.events),
        len(period.games),
        int(np.count_nonzero(worth[::2] | worth[1::2])),
        tables.left_out,
        len(period.worksheets),
        Newcomers(len(published), int(np.count_nonzero(~first)), _player_moves(tables, top, names)),
        _player_moves(tables, moved, names),
        DelistedPlayers(len(gone), _player_moves(tables, gone[:PLAYERS_SHOWN].astype(np.int32), names)),
        _count_in_state(old, State.ACTIVE, new, State.INACTIVE),
        _count_in_state(old, State.INACTIVE, new, State.ACTIVE),
        tables.adjusted,
        tuple(_corrected_base(tables, each, names[each.player]) for each in tables.corrections),
        int(np.count_nonzero(after & ~hidden(reason))),
        int(np.count_nonzero((shown_state(new, reason) == State.ACTIVE.value) & ~hidden(reason))),
        _rating_bands(tables.roll),
        AskedPlayers(len(tables.no_federation), tuple(names[player] for player in unknown)),
        PlayersLeftOut(len(tables.unlisted), tuple(_players_left_out(period.books[-1], some, names))),
    )


def _players_left_out(
    book: Rulebook, some: UnlistedPlayers, names: Mapping[int, PersonName]
) -> Iterator[PlayerLeftOut]:
    for player, reason in zip(some.player.tolist(), some.reason.tolist(), strict=True):
        why = why_not_listed(book, reason)
        if why is not None:
            yield PlayerLeftOut(names[player].id, names[player].name, why)


def _count_in_state(old: U8, was: State, new: U8, becomes: State) -> int:
    return int(np.count_nonzero((old == was.value) & (new == becomes.value)))


def _largest_movers(tables: ListTables, both: Bools) -> I32:
    """The players with the largest changes, by points and then by key."""
    change = np.where(both, tables.roll.rating.astype(np.int32) - tables.replaced.rating, 0)
    moved = np.flatnonzero(change)
    return moved[np.argsort(-np.abs(change[moved]), kind="stable")][:PLAYERS_SHOWN].astype(np.int32)


def _player_moves(tables: ListTables, players: I32, names: Mapping[int, PersonName]) -> tuple[PlayerMove, ...]:
    was = listed(tables.replaced.state)
    return tuple(
        PlayerMove(
            names[player].id,
            names[player].name,
            int(tables.replaced.rating[player]) if was[player] else None,
            int(tables.roll.rating[player]),
            State(int(tables.roll.state[player])),
        )
        for player in players.tolist()
    )


def _corrected_base(tables: ListTables, correction: Correction, person: PersonName) -> CorrectedBase:
    stood = int(tables.replaced.rating[correction.player])
    return CorrectedBase(person.id, person.name, stood, correction.rating, correction.who, correction.why)


def _rating_bands(roll: Roll) -> tuple[Band, ...]:
    ratings = roll.rating[listed(roll.state)]
    bands, counts = np.unique(ratings // BAND * BAND, return_counts=True)
    return tuple(Band(int(band), int(count)) for band, count in zip(bands, counts, strict=True))


class SinceKind(StrEnum):
    """Through what a list is another than its preview was."""

    EVENT_CAME = "event-came"
    EVENT_GONE = "event-gone"  # withdrawn, held, refused, or to be admitted anew
    EVENT_CHANGED = "event-changed"  # another report, or games excluded or included
    CORRECTION = "correction"
    FACTS = "facts"  # of players
    MERGE = "merge"
    CASE = "case"  # approved: what earlier lists said is put right on this one
    LIST_BESIDE = "list-beside"  # of another series, which this one reads
    LAW = "law"


@dataclass(frozen=True)
class SinceCause:
    """Something that happened since: to what, when, by whom and why."""

    kind: SinceKind
    subject: str  # an event, a player's number, the facts, a case, a series and its list, an edition
    day: date | None
    who: str | None
    why: str | None


@dataclass(frozen=True)
class SinceMove:
    """A player of whom the list says something else than the preview did; 0 is unrated."""

    id: int
    name: str
    previewed: int
    published: int
    by: tuple[str, ...]  # the subjects of the causes that are about him


@dataclass(frozen=True)
class SincePreview:
    """What has changed since a preview."""

    series: str
    list: Month
    previewed: date
    who: str
    provisional: bool
    causes: tuple[SinceCause, ...]
    players: int  # of whom the list says something else
    moved: tuple[SinceMove, ...]  # the largest of these changes
