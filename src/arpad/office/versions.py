"""Short versions of what is displayed before a decision: equal versions mean that nothing about it has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, func, or_, select

from arpad.office.store.schema import (
    correction,
    decision,
    event_facts,
    merge,
    player_change,
    pointer,
    rated,
    rating_list,
)

VERSION_LENGTH = 12  # letters of a hash


def version_of(*values: Any) -> str:
    """Return the version of some values."""
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:VERSION_LENGTH]


def event_version(connection: Connection, event: int) -> str:
    """Return the version of an event, by its key. It changes with new facts, a report, a decision, and a list."""
    newest = (
        connection.execute(select(func.max(table.c.seq)).where(table.c.event == event)).scalar()
        for table in (event_facts, decision)
    )
    lists = connection.execute(select(rated.c.part, rated.c.list).where(rated.c.event == event).order_by(rated.c.part))
    return version_of(event, *newest, [list(row) for row in lists])


def players_version(connection: Connection, keys: Collection[int]) -> str:
    """Return the version of players, by their keys. It changes with their facts and merges."""
    keys = sorted(keys)
    changed = select(func.max(player_change.c.seq)).where(player_change.c.player.in_(keys))
    merged = select(func.max(merge.c.seq)).where(or_(merge.c.kept.in_(keys), merge.c.gone.in_(keys)))
    return version_of(keys, connection.execute(changed).scalar(), connection.execute(merged).scalar())


def series_version(connection: Connection, series: str) -> str:
    """Return the version of a series. It changes with a new list, one that is taken back, and a correction."""
    newest = select(rating_list.c.list, rating_list.c.sha256).join(
        pointer, (pointer.c.series == rating_list.c.series) & (pointer.c.list == rating_list.c.list)
    )
    head = connection.execute(newest.where(rating_list.c.series == series)).first()
    corrected = select(func.max(correction.c.seq)).where(correction.c.series == series)
    return version_of(series, list(head or ()), connection.execute(corrected).scalar())
