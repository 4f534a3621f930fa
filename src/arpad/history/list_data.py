"""One list as tables and a head: everything it was made from and everything it gave.

Players are named by their key, the position in the tables; `people.csv` says who that is. Of a birth only the year is
here. *Made from* is what was reported and known. *Gave* follows from it, from earlier lists and the law; anybody can
compute it again. A list that was opened, or that does not store its law, has no *made from* and is taken as published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

import numpy as np

from arpad.columns import (
    I16,
    I32,
    I64,
    U8,
    U16,
    Adjustments,
    Bools,
    Entries,
    Events,
    Firsts,
    Games,
    KChanges,
    Ledger,
    Lines,
    Pool,
    Roll,
    Table,
    Worksheets,
)
from arpad.days import years_of
from arpad.frozen import dataclass
from arpad.lists.listing import UnlistedPlayers
from arpad.lists.sealed import K_CHANGES, UNLISTED, ConclusionRows, RollRows, changed_rows
from arpad.lists.seats import Unseated
from arpad.making import PeriodInputs
from arpad.rating import Period

CONCLUSIONS = "conclusions"  # of an opening list
OWN, REVISED, SEATING, ADJUSTING = range(4)  # which list a row beside is of


@dataclass(frozen=True, eq=False)
class PlayerRows(Table):
    """Who is new or otherwise known than in the chapter before."""

    player: I32
    born: U16  # the year; 0 unknown
    member: U8


@dataclass(frozen=True, eq=False)
class EventRows(Table):
    """The events as they were sent, a row for each part of one."""

    key: I64
    start: I32
    end: I32
    edition: U8  # the place among the head's books
    system: U8
    championship: Bools
    list: I32  # that gave the ratings
    beside: I32  # the list of the other series
    in_parts: Bools
    whole: I64  # the event it is a part of; itself where it came whole
    turn: I32
    declared: U8
    scheduled: U16
    goes_on: Bools


@dataclass(frozen=True, eq=False)
class SeatRows(Table):
    """Who played where."""

    event: I32  # row of the events
    player: I32
    status: U8  # why his own result may not count, or 0
    federation: U16  # on the event's first day: the place among the head's codes
    board: I32  # as whom he sat down


@dataclass(frozen=True, eq=False)
class EarlierRows(Table):
    """Of each game's two sides: what an earlier list did with it, where an event came in parts."""

    earlier: U8


@dataclass(frozen=True, eq=False)
class BesideRows(Table):
    """Where a list that the chapter read was not as it was published: merged or put right since, or kept elsewhere."""

    which: U8
    series: U8  # the place among the head's adjusting series
    list: I32
    player: I32
    rating: I16
    state: U8
    k: U8
    k_reason: U8
    games: U16
    highest: I16
    last: I32


@dataclass(frozen=True, eq=False)
class MergedRows(Table):
    """Who had been merged into whom."""

    player: I32
    kept: I32


@dataclass(frozen=True, eq=False)
class CorrectionRows(Table):
    """What the list before should have said, by an officer's word."""

    player: I32
    rating: I16


MADE_FROM: Mapping[str, type[Table]] = {
    "players": PlayerRows, "events": EventRows, "seats": SeatRows, "games": Games, "earlier": EarlierRows,
    "beside": BesideRows, "waiting": Pool, "merged": MergedRows, "corrections": CorrectionRows,
}  # fmt: skip
GAVE: Mapping[str, type[Table]] = {
    "list": RollRows, "entries": Entries, "ledger": Ledger, "lines": Lines, "worksheets": Worksheets,
    "firsts": Firsts, "pool": Pool, "adjustments": Adjustments, UNLISTED: UnlistedPlayers, K_CHANGES: KChanges,
    "rated_events": Events, "rated_games": Games, CONCLUSIONS: ConclusionRows,
}  # fmt: skip
KINDS: Mapping[str, type[Table]] = {**MADE_FROM, **GAVE}


@dataclass(frozen=True)
class Head:
    """What the data is about: a list, with everything that identifies it."""

    series: str
    list_: int
    kind: str  # computed here, or opened
    edition: str
    seal: str
    inputs: str  # the hash of what the office made it from
    entry: int  # of the log, with which it was published
    players: int  # how many keys there were
    remakable: bool  # it can be made again from here
    replaced: int = 0
    books: tuple[str, ...] = ()  # the editions of its events; the last is the period's own
    law: Mapping[str, str] = field(default_factory=dict)  # the files it carries, by name: their SHA-256
    codes: tuple[str, ...] = ()  # of federations
    home: tuple[int, ...] = ()  # those whose players are no guests
    mistaken: tuple[int, ...] = ()  # players who had been taken for others
    seating: str = ""  # the other series that gives ratings
    adjusting: tuple[str, ...] = ()  # the other series by which the list is adjusted

    @property
    def place(self) -> str:
        """The directory of the chapter."""
        year, month = divmod(self.list_, 100)
        return f"{self.series}/{year:04}-{month:02}"


@dataclass(frozen=True)
class Chapter:
    """A list with its tables, by name."""

    head: Head
    tables: Mapping[str, Table]


Published = Callable[[str, int], Roll | None]  # a list as another chapter has it; None where none does


def tables_made_from(
    inputs: PeriodInputs, head: Head, published: Published, merged: I32, in_parts: Bools
) -> dict[str, Table]:
    """The tables of what a list was made from, except players, who are described by what changed."""
    there, gone = inputs.players_there, np.flatnonzero(merged != np.arange(len(merged))).astype(np.int32)
    assert isinstance(there, Unseated)
    assert there.status is not None
    assert there.federation is not None
    assert there.board is not None
    corrected = sorted((each.player, each.rating) for each in inputs.corrections)
    return {
        "events": _event_rows(inputs, there, in_parts),
        "seats": SeatRows(there.event, there.player, there.status, there.federation, there.board),
        "games": inputs.games,
        "earlier": EarlierRows(np.zeros(0, np.uint8) if inputs.parts is None else inputs.parts.earlier),
        "beside": BesideRows.join(list(_rows_beside(inputs, head, published))),
        "waiting": inputs.pool,
        "merged": MergedRows(gone, merged[gone]),
        "corrections": CorrectionRows.of(
            player=[player for player, _ in corrected], rating=[rating for _, rating in corrected]
        ),
    }


def tables_given(period: Period, roll: Roll, adjustments: Adjustments, unlisted: UnlistedPlayers) -> dict[str, Table]:
    """The tables of what a list gave."""
    return {
        "list": roll_rows(roll),
        "entries": period.entries,
        "ledger": period.ledger,
        "lines": period.lines,
        "worksheets": period.worksheets,
        "firsts": period.firsts,
        "pool": period.pool,
        "adjustments": adjustments,
        UNLISTED: unlisted,
        K_CHANGES: period.k_changes,
        "rated_events": period.events,
        "rated_games": period.games,
    }


def roll_rows(roll: Roll) -> RollRows:
    """The rows of a roll that say anything."""
    return changed_rows(Roll.of(rating=np.zeros(0, np.int16)), roll)


def known_players(before: PlayerRows, born: I32, member: U8) -> tuple[PlayerRows, PlayerRows]:
    """Return everybody as this list describes them, and the players who are new or changed since the one before."""
    now = PlayerRows(np.arange(len(born), dtype=np.int32), years_of(born).astype(np.uint16), member)
    other = np.ones(len(now), bool)
    old = min(len(before), len(now))
    other[:old] = (now.born[:old] != before.born[:old]) | (now.member[:old] != before.member[:old])
    return now, now.take(other)


def _event_rows(inputs: PeriodInputs, there: Unseated, in_parts: Bools) -> EventRows:
    """The events as they were sent, one row for each part."""
    events, parts = inputs.events, inputs.parts
    none = np.zeros(len(events), np.int32)
    return EventRows(
        events.key, events.start, events.end, events.edition, events.system, events.championship, there.list_,
        there.list_beside, in_parts,
        events.key if parts is None else parts.whole,
        none if parts is None else parts.turn,
        none.astype(np.uint8) if parts is None else parts.declared,
        none.astype(np.uint16) if parts is None else parts.scheduled,
        none.astype(bool) if parts is None else parts.goes_on,
    )  # fmt: skip


def _rows_beside(inputs: PeriodInputs, head: Head, published: Published) -> Iterator[BesideRows]:
    """Yield the rows in which lists that were read are not as published."""
    lists, none = inputs.lists, Roll.of(rating=np.zeros(0, np.int16))
    assert isinstance(inputs.players_there, Unseated)
    asked = np.zeros(len(inputs.players), bool)  # of whom a list that nobody here publishes is told
    asked[inputs.players_there.player] = True
    asked |= inputs.replaced.state > 0
    for list_, roll in lists.own.items():
        yield _rows_of_list(OWN, 0, list_, changed_rows(published(head.series, list_) or none, roll))
    for list_, roll in lists.revised.items():
        yield _rows_of_list(REVISED, 0, list_, changed_rows(lists.own[list_], roll))
    for list_, roll in lists.other.items():
        there = published(head.seating, list_)
        rows = changed_rows(there or none, roll)
        yield _rows_of_list(SEATING, 0, list_, rows if there else rows.take(asked[rows.player]))
    for at, series in enumerate(head.adjusting):
        there = published(series, head.list_)
        rows = changed_rows(there or none, inputs.others[series])
        yield _rows_of_list(ADJUSTING, at, head.list_, rows if there else rows.take(asked[rows.player]))


def _rows_of_list(which: int, series: int, list_: int, rows: RollRows) -> BesideRows:
    """Rows of a roll, with series and list."""
    return BesideRows.of(which=which, series=series, list=list_, **dict(rows.columns()))
