"""Lay out a roll and the pool as merges leave them.

Whoever was merged into another has no row of his own; where only he was rated, his row is the other's. Whoever was
parted again has the row he had, and what came in while they were one goes back to whose it was. Nothing is written
here: the next list has these rows, and the lists that are published keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I32, Pool, Roll, State
from arpad.frozen import dataclass
from arpad.office.book.content import unpacked
from arpad.office.rolls import history
from arpad.office.store import schema

NONE = State.NONE.value


@dataclass(frozen=True)
class StoredRoll:
    """The roll of a list as it stands in the book."""

    series: str
    list_: int
    roll: Roll
    since: int = 0  # the entry of the log with which it was published, where it is the one being replaced
    known_at: int | None = None  # the entry of the log as of which merges are known


def merged_roll(connection: Connection, stored: StoredRoll, alias: I32) -> Roll:
    """The roll of a list, its rows joined and parted."""
    columns = {name: column.copy() for name, column in stored.roll.columns()}
    series, since = stored.series, stored.since
    for key, kept, undone in _parted(connection, stored.known_at):
        if alias[key] != key:
            continue
        rows = [(at, row) for at, row in history(connection, series, key) if at <= stored.list_]
        last = [row for _, row in rows if row["state"] != NONE]
        if last and columns["state"][key] == NONE:
            _put(columns, key, last[-1])
        if since and undone > since and _inherited(connection, series, kept, rows):
            _put(columns, kept, dict.fromkeys(columns, 0))
    for key in np.flatnonzero(alias != np.arange(len(alias), dtype=np.int32)).tolist():
        into = int(alias[key])
        if columns["state"][into] == NONE and columns["state"][key] != NONE:
            for column in columns.values():
                column[into] = column[key]
        for column in columns.values():
            column[key] = 0
    return Roll(**columns)


def merged_pool(connection: Connection, alias: I32, pool: Pool, known_at: int | None = None) -> Pool:
    """What newcomers wait with, each row with the one whose it is now, as known at an entry of the log."""
    player = pool.player.copy()
    for key, kept, _ in _parted(connection, known_at):
        if alias[key] != key:
            continue
        his = np.flatnonzero(alias == key).astype(np.int32)  # himself, and whoever was merged into him
        for row in np.flatnonzero(player == kept).tolist():
            if _played(connection, int(pool.key[row]), his):
                player[row] = key
    now = alias[player]
    several = np.isin(now, now[now != pool.player])  # their rows come from more than one number, and have no order yet
    ties = np.where(several, pool.key, np.arange(len(pool)))
    pool = Pool(**{**dict(pool.columns()), "player": now})
    return pool.take(np.lexsort((ties, pool.end, pool.start, pool.player)))


def _put(columns: Mapping[str, npt.NDArray[np.integer]], key: int, row: Mapping[str, int]) -> None:
    for name, column in columns.items():
        column[key] = row[name]


def _inherited(connection: Connection, series: str, kept: int, rows: list[tuple[int, dict[str, int]]]) -> bool:
    """Whether the one kept had no row of his own before the list on which the other's was taken away."""
    taken = [at for at, row in rows if row["state"] == NONE]
    before = [row for at, row in history(connection, series, kept) if at < max(taken)] if taken else []
    return bool(taken) and (not before or before[-1]["state"] == NONE)


def _parted(connection: Connection, known_at: int | None) -> list[tuple[int, int, int]]:
    """Players who were merged once and parted again, each with the one he had been merged into, and when last.

    Not those of a revision: it makes the lists anew as if they had never been merged.
    """
    table, step = schema.merge, schema.revision_step
    revised = select(step.c.log).where(step.c.log == table.c.log).exists()
    rows = select(table.c.gone, table.c.kept, table.c.log).where(table.c.undoes.is_not(None), ~revised)
    rows = rows.where(table.c.log <= known_at) if known_at is not None else rows
    rows = rows.order_by(table.c.seq)
    last = {(row.gone, row.kept): row.log for row in connection.execute(rows)}
    return sorted((*pair, log) for pair, log in last.items())


def _played(connection: Connection, event_key: int, players: I32) -> bool:
    content = schema.content
    rows = connection.execute(select(content.c.packed).where(content.c.event_key == event_key))
    return any(bool(np.isin(unpacked(row.packed).sitting.player, players).any()) for row in rows)
