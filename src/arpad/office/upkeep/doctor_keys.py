"""Whether the keys with which an office signs follow each other: each read, named and signed as its entry says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.history.checkpoints import KEY_ENTRY, LoggedKey, key_problems, logged_key
from arpad.office.store.schema import log

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def logged_keys(connection: Connection) -> Iterator[LoggedKey | Problem]:
    """The keys that the log tells of, in its order; where an entry tells of none that can be read, that."""
    for row in connection.execute(select(log.c.seq, log.c.detail).where(log.c.action == KEY_ENTRY).order_by(log.c.seq)):
        try:
            key = logged_key(row.seq, json.loads(row.detail))
        except (ValueError, AttributeError, RecursionError):
            key = LoggedKey(row.seq, "", "")
        yield key if key.name and key.public else Problem("key/entry-unread", entry=row.seq)


def signing_keys(visit: CheckInput) -> Iterator[Problem]:
    """Each entry of a key that is not as it must be."""
    there = list(logged_keys(visit.connection))
    yield from (each for each in there if isinstance(each, Problem))
    yield from key_problems([each for each in there if isinstance(each, LoggedKey)])
