"""Read the pool of a list (results of players who are still unrated) for some players, with merges applied."""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, Pool
from arpad.office.book.merged import merged_pool
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

MANY = 500  # values in one question: both databases take so many


def pool_of(connection: Connection, series: str, list_: int, keys: I32, alias: I32) -> Pool:
    """The rows of these players in the pool of a list, with merges applied; `alias` maps a key to the remaining key."""
    if not len(keys):
        return Pool.room(0)
    merge = schema.merge
    merged = np.flatnonzero(alias != np.arange(len(alias), dtype=np.int32))
    own = {*keys.tolist(), *merged[np.isin(alias[merged], keys)].tolist()}
    undone = select(merge.c.kept, merge.c.gone).where(merge.c.undoes.is_not(None))
    related = {row.kept for row in connection.execute(undone) if row.gone in own}  # may hold rows of the time merged
    players = np.array(sorted(own | related), np.int32)
    part, chunks = schema.period_part, np.unique(players // CHUNK).tolist()
    tables = [Pool.room(0)]
    for first in range(0, len(chunks), MANY):
        rows = select(part.c.packed).where(
            part.c.series == series, part.c.list == list_, part.c.name == "pool",
            part.c.chunk.in_(chunks[first : first + MANY]),
        )  # fmt: skip
        tables += [unpack(Pool, row.packed) for row in connection.execute(rows.order_by(part.c.chunk))]
    pool = Pool.join(tables)
    pool = merged_pool(connection, alias, pool.take(np.isin(pool.player, players)))
    return pool.take(np.isin(pool.player, keys))
