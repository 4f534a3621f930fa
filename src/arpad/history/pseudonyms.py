"""Players and events under other numbers: drawn anew for each export and kept nowhere.

A player's key becomes another place among as many; an event's key, which comes from its content, another number. The
events stay in their order, because a text may choose the first of two events of one day by it. What stood by player
stands by player again.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from arpad.columns import I32, I64, Table
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.history.list_data import Chapter

OF_PLAYERS, OF_EVENTS = ("player", "kept", "board"), ("key", "whole")
BY_PLAYER = (
    "players", "list", "merged", "corrections", "worksheets", "firsts", "adjustments", "unlisted", "conclusions",
    "k_changes",
)  # fmt: skip
POOLS = ("pool", "waiting")
HIGHEST = 1 << 62  # of an event's number
SALT = 128  # bits


@dataclass(frozen=True)
class Pseudonyms:
    """New numbers for players and events, drawn anew for each export."""

    players: I32  # by key
    events: I64  # the keys that there are, in order
    numbers: I64  # of each of them the new one

    @classmethod
    def drawn(cls, players: int, events: I64) -> Pseudonyms:
        """New numbers for so many players, and for these events."""
        lots = np.random.default_rng(secrets.randbits(SALT))
        event_keys = np.unique(events)
        numbers = np.zeros(0, np.int64)
        while len(numbers) < len(event_keys):
            more = lots.integers(1, HIGHEST, 2 * len(event_keys), np.int64)
            numbers = np.unique(np.concatenate([numbers, more]))
        new_keys = np.sort(lots.choice(numbers, len(event_keys), replace=False))
        return cls(lots.permutation(players).astype(np.int32), event_keys, new_keys)

    @classmethod
    def none(cls, players: int, events: I64) -> Pseudonyms:
        """Everybody under his own number."""
        event_keys = np.unique(events)
        return cls(np.arange(players, dtype=np.int32), event_keys, event_keys)

    def chapter(self, chapter: Chapter) -> Chapter:
        """A chapter under the new numbers."""
        head = replace(
            chapter.head,
            players=len(self.players),
            mistaken=tuple(sorted(self.players[list(chapter.head.mistaken)].tolist())),
        )
        return Chapter(head, {name: self.table(name, table) for name, table in chapter.tables.items()})

    def table(self, name: str, table: Table) -> Table:
        """A table under the new numbers, in the order in which it is kept."""
        columns: dict[str, Any] = {}
        for column, old in table.columns():
            if column in OF_PLAYERS:
                columns[column] = self.players[old]
            elif column in OF_EVENTS:
                columns[column] = self._events(old)
        other = replace(table, **columns)
        order = _order(name, dict(other.columns()))
        return other if order is None else other.take(order)

    def _events(self, keys: I64) -> I64:
        at = np.searchsorted(self.events, keys)
        at[at == len(self.events)] = 0
        if len(keys) and not (len(self.events) and (self.events[at] == keys).all()):
            raise Problem("history/unknown-event")
        return self.numbers[at] if len(keys) else keys


def _order(name: str, columns: Mapping[str, Any]) -> Any:
    """The order of a table's rows; None if they are identified by position."""
    if name in BY_PLAYER:
        return np.argsort(columns["player"], kind="stable")
    if name == "beside":
        return np.lexsort(tuple(columns[each] for each in ("player", "list", "series", "which")))
    if name in POOLS:
        rated = ("list",) if name == "pool" else ()
        return np.lexsort((columns["key"], columns["end"], columns["start"], *(columns[each] for each in rated),
                           columns["player"]))  # fmt: skip
    return None
