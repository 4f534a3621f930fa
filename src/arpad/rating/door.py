"""Refuse tables that do not fit together, before anything is computed from them: a wrong position is one clear line.

In: what `rate` was given. Out: nothing, or a `Misuse` that names the column, the row and what was expected. Only what
would end in an obscure error or in a wrong number is looked at; whether ratings make sense is for others to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import Bools, Entries, Events, Games, Players, Pool, Role, System
from arpad.exact import HALF_POINTS
from arpad.finding import Misuse
from arpad.law import Rulebook
from arpad.rating.change import Rolls

MONTH = 100  # in a list written yyyymm
FIRST_YEAR = 1900


def at_the_door(
    list_: int,
    books: Sequence[Rulebook],
    players: Players,
    rolls: Rolls,
    events: Events,
    entries: Entries,
    games: Games,
    pool: Pool,
) -> None:
    """Refuse what does not fit."""
    try:
        named = date(list_ // MONTH, list_ % MONTH, 1).year >= FIRST_YEAR
    except ValueError:
        named = False
    if not named:
        raise Misuse(f"list {list_}: expected a list written yyyymm, as in 202511")
    if not books:
        raise Misuse("books: expected the rulebooks that events point to, the period's own last")
    for name, roll in (("replaced", rolls.replaced), ("standard", rolls.standard)):
        if roll is not None and len(roll) != len(players):
            raise Misuse(f"rolls.{name} has {len(roll)} rows; expected one for each of the {len(players)} players")
    _points("events.edition", events.edition, len(books), "books")
    _points("events.system", events.system, len(System), "systems")
    _points("entries.event", entries.event, len(events), "events")
    _points("entries.player", entries.player, len(players), "players")
    _points("entries.role", entries.role, len(Role), "roles")
    _points("games.white", games.white, len(entries), "entries")
    _points("games.black", games.black, len(entries), "entries")
    _points("pool.player", pool.player, len(players), "players")
    _rising("entries.event", entries.event, "entries stand by event")
    event = entries.event.take(games.white)
    _rising("games.white", event, "games stand by event")
    _none("games", event != entries.event.take(games.black), "a game is played within one event")
    _none("games", games.white == games.black, "a game has two players")
    for side in (games.white_half_points, games.black_half_points):
        if len(side) and not (side.min() >= 0 and side.max() <= HALF_POINTS):
            _none("games", (side < 0) | (side > HALF_POINTS), f"a score is 0 to {HALF_POINTS} half points")


def _points(name: str, column: npt.NDArray[Any], size: int, what: str) -> None:
    """Every value is a position among so many."""
    if len(column) and not (column.min() >= 0 and column.max() < size):
        row = int(np.flatnonzero((column < 0) | (column >= size))[0])
        raise Misuse(f"{name}[{row}] is {column[row]}; there are {size} {what}")


def _rising(name: str, column: npt.NDArray[Any], order: str) -> None:
    if len(column) > 1:
        _none(name, column[1:] < column[:-1], order, 1)


def _none(name: str, wrong: Bools, expected: str, first: int = 0) -> None:
    if wrong.any():
        raise Misuse(f"{name}[{int(np.argmax(wrong)) + first}]: {expected}")
