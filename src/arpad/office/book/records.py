"""What a call has read of the office's lists, beside what it remembers of people and events.

The rolls that reports are examined with are the same for a whole month of them: each is read and laid out once.
"""

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
    """A memory that knows how lists are looked up."""

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        """The roll of a list."""
        about = ("roll", series, list_)
        return recall(
            connection, Subject.LISTS, about, lambda: roll_of(connection, series, list_, _numbers(connection, series))
        )

    def merged(self, connection: Connection, series: str, list_: int) -> Roll:
        """The roll of a list as merges leave it."""

        def look() -> Roll:
            since = published_with(connection, series, list_)
            stored = StoredRoll(series, list_, self.roll(connection, series, list_), since)
            return merged_roll(connection, stored, aliases(connection))

        return recall(connection, Subject.LISTS, ("merged", series, list_), look)

    def waiting(self, connection: Connection, series: str, list_: int, keys: I32) -> Pool:
        """What some players wait with after a list; players are their places among the keys."""
        pool = pool_of(connection, series, list_, keys[keys >= 0], aliases(connection))
        order = np.argsort(keys, kind="stable")
        return replace(pool, player=order[np.searchsorted(keys[order], pool.player)].astype(np.int32))

    def counted_as(self, connection: Connection, keys: I32) -> I32:
        """As whom each player is rated: merged players as the one kept; -1 stays."""
        alias = aliases(connection)
        return np.where(keys >= 0, alias[np.maximum(keys, 0)] if len(alias) else keys, -1).astype(np.int32)


def _numbers(connection: Connection, series: str) -> I64:
    """The numbers by which a list finds its players: an imported one by FIDE's, one of the office by none."""
    if kind_of(connection, series) == COMPUTED:
        return np.zeros(size(connection), np.int64)
    return recall(connection, Subject.LISTS, "numbers", lambda: roster(connection).listed_as)
