"""What was done to lists and waiting results between two lists, done to those of a replay.

An office that merged two players, or put a list right, read the list before otherwise than it was published. The same
is done here: where the replayed row is the published one, it becomes the very row that the office read; otherwise a row
that was taken away goes, one that was another player's is his in the replay, and a rating that was put right moves by
as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import Bools, Pool, Roll, State
from arpad.history.chapter import Head, MergedRows
from arpad.history.library import Library
from arpad.history.remaking import WAITING
from arpad.lists.sealed import changed_rows
from arpad.monitor.source import keys_in
from arpad.rating.pool import ordered

NONE = State.NONE.value
MOVED = ("rating", "games", "highest")  # by as much as it was moved


def put_right(mine: Roll, published: Roll, read: Roll, merged: MergedRows) -> Roll:
    """A list of the replay, changed as the published one was until the office read it."""
    rows = changed_rows(published, read).player
    mine = _only_here(keys_in(mine, len(read)), published, read, merged)
    if not len(rows):
        return mine
    columns = {name: column.copy() for name, column in mine.columns()}
    same = np.ones(len(rows), bool)
    for name, column in columns.items():
        same &= column[rows] == getattr(published, name)[rows]
    gone_into = {
        kept: player
        for player, kept in zip(merged.player.tolist(), merged.kept.tolist(), strict=True)
        if published.state[player] != NONE
    }
    for player, as_published in zip(rows.tolist(), same.tolist(), strict=True):
        if published.state[player] == NONE:
            whose = gone_into.get(player)
            if mine.state[player] == NONE:
                _copy(columns, player, read if whose is None else mine, player if whose is None else whose)
        elif as_published or read.state[player] == NONE:
            _copy(columns, player, read, player)
        elif mine.state[player] != NONE:
            for name in MOVED:
                moved = int(getattr(read, name)[player]) - int(getattr(published, name)[player])
                columns[name][player] = max(int(columns[name][player]) + moved, 0)
    return Roll(**columns)


def _copy(columns: Mapping[str, npt.NDArray[Any]], player: int, source: Roll, at: int) -> None:
    """A row of another roll in the place of a player's."""
    for name, column in columns.items():
        column[player] = getattr(source, name)[at]


def _only_here(mine: Roll, published: Roll, read: Roll, merged: MergedRows) -> Roll:
    """Whoever was merged into another and is rated in the replay alone has no row of his own there either."""
    gone = merged.take(
        (mine.state[merged.player] != NONE)
        & (published.state[merged.player] == NONE)
        & (read.state[merged.player] == NONE)
    )
    if not len(gone):
        return mine
    columns = {name: column.copy() for name, column in mine.columns()}
    for player, kept in zip(gone.player.tolist(), gone.kept.tolist(), strict=True):
        if columns["state"][kept] == NONE:
            _copy(columns, kept, mine, player)
        for column in columns.values():
            column[player] = 0
    return Roll(**columns)


def waiting(library: Library, head: Head, pool: Pool) -> Pool:
    """What newcomers wait with: as the replay left it, changed as the office had changed it."""
    if not library.file_of(head, WAITING):
        return pool
    before = library.head(head.series, head.replaced)
    assert before is not None
    then: Pool = library.table(before, "pool")
    now: Pool = library.table(head, WAITING)
    if pool.equals(then) if len(pool) == len(then) else False:
        return now
    merged = library.table(head, "merged")
    alias = np.arange(head.players, dtype=np.int32)
    alias[merged.player] = merged.kept
    gone, come = then.take(~_in(then, now)), now.take(~_in(now, then))
    moved = replace(pool.take(~_in(pool, gone)), player=alias[pool.take(~_in(pool, gone)).player])
    added = come.take(~_in(come, replace(then, player=alias[then.player])))
    return ordered(Pool.join([moved, added]))


def _in(rows: Pool, others: Pool) -> Bools:
    """Of each row whether the others have one of the same player and event."""
    there = set(zip(others.player.tolist(), others.key.tolist(), strict=True))
    return np.fromiter(
        (each in there for each in zip(rows.player.tolist(), rows.key.tolist(), strict=True)), bool, len(rows)
    )
