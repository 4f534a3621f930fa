"""A memory of the lists that a call has read: the reports of a month need the same few rolls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sqlalchemy import Connection

from arpad.columns import I32, I64, Pool, Roll
from arpad.office.book.merged import StoredRoll, merged_roll
from arpad.office.book.waiting import pool_of
from arpad.office.registry.merging import aliases
from arpad.office.registry.roster import roster, size
from arpad.office.rolls import COMPUTED, kind_of, published_with, roll_of
from arpad.office.store.memory import Memory, Subject, recall


class Records(Memory):
    """What one call has read, with functions that read rolls and pools of lists once."""

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        """The roll of a list as it was published."""
        about = ("roll", series, list_)
        return recall(
            connection, Subject.LISTS, about, lambda: roll_of(connection, series, list_, _numbers(connection, series))
        )

    def merged(self, connection: Connection, series: str, list_: int) -> Roll:
        """The roll of a list with player merges applied."""

        def look() -> Roll:
            since = published_with(connection, series, list_)
            stored = StoredRoll(series, list_, self.roll(connection, series, list_), since)
            return merged_roll(connection, stored, aliases(connection))

        return recall(connection, Subject.LISTS, ("merged", series, list_), look)

    def waiting(self, connection: Connection, series: str, list_: int, keys: I32) -> Pool:
        """The pool of a list for these players; a player is a position in `keys`."""
        pool = pool_of(connection, series, list_, keys[keys >= 0], aliases(connection))
        order = np.argsort(keys, kind="stable")
        return replace(pool, player=order[np.searchsorted(keys[order], pool.player)].astype(np.int32))

    def counted_as(self, connection: Connection, keys: I32) -> I32:
        """The key under which each player is rated: of a merged player that of the remaining one; -1 stays -1."""
        alias = aliases(connection)
        return np.where(keys >= 0, alias[np.maximum(keys, 0)] if len(alias) else keys, -1).astype(np.int32)


def _numbers(connection: Connection, series: str) -> I64:
    """FIDE numbers by key, which rolls of imported series need; zeros for a series that the office computes."""
    if kind_of(connection, series) == COMPUTED:
        return np.zeros(size(connection), np.int64)
    return recall(connection, Subject.LISTS, "numbers", lambda: roster(connection).listed_as)
