"""Refuse tables that do not fit together, before anything is computed from them: a wrong position is one clear line.

In: the tables of a period. Out: nothing, or a `UserError` that names the column, the row and what was expected. Only
what would end in an obscure error or in a wrong number is looked at; whether ratings make sense is for others to say.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import MOST_CYCLES, Bools, Entries, Events, Games, Players, Pool, Role, System
from arpad.days import Month
from arpad.exact import HALF_POINTS
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.rating.change import Rolls

YEARS = range(1900, 10_000)  # of a list
MONTHS = range(1, 13)


@dataclass(frozen=True)
class PeriodTables:
    """What a period is made from. `books` are the editions that events point to; the last is the period's own."""

    list_: int
    books: tuple[Rulebook, ...]
    players: Players
    rolls: Rolls
    events: Events
    entries: Entries
    games: Games
    pool: Pool


def must_fit(tables: PeriodTables) -> None:
    """Refuse what does not fit."""
    list_, books, players, rolls = Month(tables.list_), tables.books, tables.players, tables.rolls
    events, entries, games, pool = tables.events, tables.entries, tables.games, tables.pool
    if list_.year not in YEARS or list_.in_year not in MONTHS:
        raise UserError("unfit/list", list=int(list_))
    if not books:
        raise UserError("unfit/books")
    if len(rolls.replaced) != len(players):
        raise UserError("unfit/roll", roll="replaced", rows=len(rolls.replaced), players=len(players))
    _points("events.edition", events.edition, len(books), "books")
    _points("events.system", events.system, System.ROUND_ROBIN.value + MOST_CYCLES, "systems")
    _points("entries.event", entries.event, len(events), "events")
    _points("entries.player", entries.player, len(players), "players")
    _points("entries.role", entries.role, len(Role), "roles")
    _points("games.white", games.white, len(entries), "entries")
    _points("games.black", games.black, len(entries), "entries")
    _points("pool.player", pool.player, len(players), "players")
    _rising("entries.event", entries.event, "entries-by-event")
    event = entries.event.take(games.white)
    _rising("games.white", event, "games-by-event")
    _none("games", event != entries.event.take(games.black), "one-event")
    _none("games", games.white == games.black, "two-players")
    for side in (games.white_half_points, games.black_half_points):
        if len(side) and not (side.min() >= 0 and side.max() <= HALF_POINTS):
            _none("games", (side < 0) | (side > HALF_POINTS), "score")


def _points(name: str, column: npt.NDArray[Any], size: int, what: str) -> None:
    """Every value is a position among so many."""
    if len(column) and not (column.min() >= 0 and column.max() < size):
        row = int(np.flatnonzero((column < 0) | (column >= size))[0])
        raise UserError("unfit/position", column=name, row=row, value=int(column[row]), size=size, what=what)


def _rising(name: str, column: npt.NDArray[Any], order: str) -> None:
    if len(column) > 1:
        _none(name, column[1:] < column[:-1], order, 1)


def _none(name: str, wrong: Bools, expected: str, first: int = 0) -> None:
    if wrong.any():
        raise UserError(f"unfit/{expected}", column=name, row=int(np.argmax(wrong)) + first)
