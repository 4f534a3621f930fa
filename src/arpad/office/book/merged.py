"""Apply player merges to a roll and to the pool of unrated players.

A player who was merged into another has no row; where only the merged one was rated, the other takes the row. After a
merge is undone, each player has the row of before, and games of the meantime go back to their player. Nothing is
written here: the next list has these rows, published lists stay.
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
    """The roll of a list as it was stored, before merges are applied."""

    series: str
    list_: int
    roll: Roll
    since: int = 0  # the log entry that published it; 0 where a newer list exists
    known_at: int | None = None  # merges up to this log entry; None: all


def merged_roll(connection: Connection, stored: StoredRoll, alias: I32) -> Roll:
    """The roll of a list with merges and undone merges applied."""
    columns = {name: column.copy() for name, column in stored.roll.columns()}
    _undo_merges(connection, stored, alias, columns)
    for key in np.flatnonzero(alias != np.arange(len(alias), dtype=np.int32)).tolist():
        into = int(alias[key])
        if columns["state"][into] == NONE and columns["state"][key] != NONE:
            _put(columns, into, {name: column[key] for name, column in columns.items()})
        _put(columns, key, dict.fromkeys(columns, 0))
    return Roll(**columns)


def _undo_merges(
    connection: Connection, stored: StoredRoll, alias: I32, columns: Mapping[str, npt.NDArray[np.integer]]
) -> None:
    """Give players whose merge was undone the rows of before, in the columns of a roll."""
    series, since = stored.series, stored.since
    for key, remaining, undone in _parted(connection, stored.known_at):
        if alias[key] != key:
            continue
        rows = [(at, row) for at, row in history(connection, series, key) if at <= stored.list_]
        last = [row for _, row in rows if row["state"] != NONE]
        if last and columns["state"][key] == NONE:
            _put(columns, key, last[-1])
        if since and undone > since and _inherited(connection, series, remaining, rows):
            _put(columns, remaining, dict.fromkeys(columns, 0))


def merged_pool(connection: Connection, alias: I32, pool: Pool, known_at: int | None = None) -> Pool:
    """The pool with each row under the player whose it is now, by the merges up to a log entry."""
    player = pool.player.copy()
    for key, remaining, _ in _parted(connection, known_at):
        if alias[key] != key:
            continue
        merged = np.flatnonzero(alias == key).astype(np.int32)  # the player, and all merged into this player
        for row in np.flatnonzero(player == remaining).tolist():
            if _played(connection, int(pool.key[row]), merged):
                player[row] = key
    now = alias[player]
    several = np.isin(now, now[now != pool.player])  # their rows come from more than one number, and have no order yet
    ties = np.where(several, pool.key, np.arange(len(pool)))
    pool = Pool(**{**dict(pool.columns()), "player": now})
    return pool.take(np.lexsort((ties, pool.end, pool.start, pool.player)))


def _put(columns: Mapping[str, npt.NDArray[np.integer]], key: int, row: Mapping[str, int]) -> None:
    """Write a row into the columns of a roll."""
    for name, column in columns.items():
        column[key] = row[name]


def _inherited(connection: Connection, series: str, remaining: int, rows: list[tuple[int, dict[str, int]]]) -> bool:
    """Whether the remaining player had no own row before the list that took the merged player's row away."""
    removed_at = [list_ for list_, row in rows if row["state"] == NONE]
    if not removed_at:
        return False
    before = [row for list_, row in history(connection, series, remaining) if list_ < max(removed_at)]
    return not before or before[-1]["state"] == NONE


def _parted(connection: Connection, known_at: int | None) -> list[tuple[int, int, int]]:
    """Undone merges: the merged player, the remaining one, and the log entry that undid the merge last.

    Those of a revision are left out: it makes the lists again as if there had been no merge.
    """
    table, step = schema.merge, schema.revision_step
    revised = select(step.c.log).where(step.c.log == table.c.log).exists()
    rows = select(table.c.gone, table.c.kept, table.c.log).where(table.c.undoes.is_not(None), ~revised)
    rows = rows.where(table.c.log <= known_at) if known_at is not None else rows
    rows = rows.order_by(table.c.seq)
    last = {(row.gone, row.kept): row.log for row in connection.execute(rows)}
    return sorted((*pair, log) for pair, log in last.items())


def _played(connection: Connection, event_key: int, players: I32) -> bool:
    """Whether one of these players is in an admitted event."""
    content = schema.content
    rows = connection.execute(select(content.c.packed).where(content.c.event_key == event_key))
    return any(bool(np.isin(unpacked(row.packed).sitting.player, players).any()) for row in rows)
