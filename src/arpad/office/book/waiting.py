"""What newcomers wait with after a list: the rows of a few players, each with the one whose they are by merges now.

A whole pool is read when a list is made; an examination or an explanation needs the rows of its own players only, and
reads the parts that have them.
"""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, Pool
from arpad.office.book.merged import merged_pool
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

MANY = 500  # values in one question: both databases take so many


def pool_of(connection: Connection, series: str, list_: int, keys: I32, alias: I32) -> Pool:
    """What these players wait with, as a list left it and as merges leave it; `alias` says who counts as whom."""
    if not len(keys):
        return Pool.room(0)
    merge = schema.merge
    merged = np.flatnonzero(alias != np.arange(len(alias), dtype=np.int32))
    his = {*keys.tolist(), *merged[np.isin(alias[merged], keys)].tolist()}
    parted = select(merge.c.kept, merge.c.gone).where(merge.c.undoes.is_not(None))
    related = {row.kept for row in connection.execute(parted) if row.gone in his}  # what came in may stand there
    wanted = np.array(sorted(his | related), np.int32)
    part, chunks = schema.period_part, np.unique(wanted // CHUNK).tolist()
    tables = [Pool.room(0)]
    for first in range(0, len(chunks), MANY):
        rows = select(part.c.packed).where(
            part.c.series == series, part.c.list == list_, part.c.name == "pool",
            part.c.chunk.in_(chunks[first : first + MANY]),
        )  # fmt: skip
        tables += [unpack(Pool, row.packed) for row in connection.execute(rows.order_by(part.c.chunk))]
    pool = Pool.join(tables)
    pool = merged_pool(connection, alias, pool.take(np.isin(pool.player, wanted)))
    return pool.take(np.isin(pool.player, keys))
