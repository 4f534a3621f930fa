"""Rolls and pools of lists with player merges applied, read once per call: `ListMemory` remembers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I32, I64, Pool, Roll, State
from arpad.frozen import dataclass
from arpad.office.book.admitted_content import unpack_content
from arpad.office.registry.player_facts import count_players, read_roster
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.rolls import COMPUTED, entry_that_published, player_history, read_roll, series_kind
from arpad.office.store import schema
from arpad.office.store.cache import CacheSubject, CallCache, cached
from arpad.packed import CHUNK, unpack

NOT_LISTED = State.NONE.value


@dataclass(frozen=True)
class StoredRoll:
    """The roll of a list as it was stored, before merges are applied."""

    series: str
    list_: int
    roll: Roll
    since: int = 0  # the log entry that published it; 0 where a newer list exists
    known_at: int | None = None  # merges up to this log entry; None: all


def apply_merges_to_roll(connection: Connection, stored: StoredRoll, alias: I32) -> Roll:
    """Return the roll of a list with merges and undone merges applied. The stored roll does not change.

    `alias` maps each key to the key that remains. A remaining player who is not listed takes the row of the merged
    one."""
    columns = {name: column.copy() for name, column in stored.roll.columns()}
    _undo_merges(connection, stored, alias, columns)
    for key in np.flatnonzero(alias != np.arange(len(alias), dtype=np.int32)).tolist():
        into = int(alias[key])
        if columns["state"][into] == NOT_LISTED and columns["state"][key] != NOT_LISTED:
            _put_row(columns, into, {name: column[key] for name, column in columns.items()})
        _put_row(columns, key, dict.fromkeys(columns, 0))
    return Roll(**columns)


def _undo_merges(
    connection: Connection, stored: StoredRoll, alias: I32, columns: Mapping[str, npt.NDArray[np.integer]]
) -> None:
    """Give players whose merge was undone their last own row, in `columns` of a roll, in place.

    The other player loses a row that came only by that merge, if the merge was undone after the list was published."""
    series, since = stored.series, stored.since
    for key, remaining, undone in _find_undone_merges(connection, stored.known_at):
        if alias[key] != key:
            continue
        rows = [(at, row) for at, row in player_history(connection, series, key) if at <= stored.list_]
        last = [row for _, row in rows if row["state"] != NOT_LISTED]
        if last and columns["state"][key] == NOT_LISTED:
            _put_row(columns, key, last[-1])
        if since and undone > since and _row_came_by_merge(connection, series, remaining, rows):
            _put_row(columns, remaining, dict.fromkeys(columns, 0))


def apply_merges_to_pool(connection: Connection, alias: I32, pool: Pool, known_at: int | None = None) -> Pool:
    """Return the pool with each row under the player to whom it belongs now, sorted by player and day.

    `alias` maps each key to the key that remains. After an undone merge a row returns to whoever played in its event;
    merges undone after log entry `known_at` are not considered (None: all are)."""
    player = pool.player.copy()
    for key, remaining, _ in _find_undone_merges(connection, known_at):
        if alias[key] != key:
            continue
        merged = np.flatnonzero(alias == key).astype(np.int32)  # the player, and all merged into this player
        for row in np.flatnonzero(player == remaining).tolist():
            if _played_in_event(connection, int(pool.key[row]), merged):
                player[row] = key
    now = alias[player]
    several = np.isin(now, now[now != pool.player])  # their rows come from more than one number, and have no order yet
    ties = np.where(several, pool.key, np.arange(len(pool)))
    pool = Pool(**{**dict(pool.columns()), "player": now})
    return pool.take(np.lexsort((ties, pool.end, pool.start, pool.player)))


def _put_row(columns: Mapping[str, npt.NDArray[np.integer]], key: int, row: Mapping[str, int]) -> None:
    """Write a row into the columns of a roll, in place; `key` is its position."""
    for name, column in columns.items():
        column[key] = row[name]


def _row_came_by_merge(
    connection: Connection, series: str, remaining: int, rows: list[tuple[int, dict[str, int]]]
) -> bool:
    """Return whether the remaining player had no own row before the list that took the merged player's row away.

    `rows` is the history of the merged player: (list, row)."""
    removed_at = [list_ for list_, row in rows if row["state"] == NOT_LISTED]
    if not removed_at:
        return False
    before = [row for list_, row in player_history(connection, series, remaining) if list_ < max(removed_at)]
    return not before or before[-1]["state"] == NOT_LISTED


def _find_undone_merges(connection: Connection, known_at: int | None) -> list[tuple[int, int, int]]:
    """Return undone merges: the merged key, the remaining key, and the log entry that undid the merge last.

    `known_at`: only up to this log entry (None: all). Those of a revision are left out: it makes the lists again as if
    there had been no merge."""
    table, step = schema.merge, schema.revision_step
    revised = select(step.c.log).where(step.c.log == table.c.log).exists()
    rows = select(table.c.gone, table.c.kept, table.c.log).where(table.c.undoes.is_not(None), ~revised)
    rows = rows.where(table.c.log <= known_at) if known_at is not None else rows
    rows = rows.order_by(table.c.seq)
    last = {(row.gone, row.kept): row.log for row in connection.execute(rows)}
    return sorted((*pair, log) for pair, log in last.items())


def _played_in_event(connection: Connection, event_key: int, players: I32) -> bool:
    """Return whether one of these players is in an admission of the event.

    `event_key` comes from a report's fingerprint."""
    content = schema.content
    rows = connection.execute(select(content.c.packed).where(content.c.event_key == event_key))
    return any(bool(np.isin(unpack_content(row.packed).sitting.player, players).any()) for row in rows)


MAX_SQL_VALUES = 500  # values in one question: both databases take so many


def read_pool_of_players(connection: Connection, series: str, list_: int, keys: I32, alias: I32) -> Pool:
    """Return the rows of these players in the pool of a list, with merges applied. Only their stored chunks are read.

    `alias` maps each key to the key that remains; `keys` are remaining keys."""
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
    for first in range(0, len(chunks), MAX_SQL_VALUES):
        rows = select(part.c.packed).where(
            part.c.series == series, part.c.list == list_, part.c.name == "pool",
            part.c.chunk.in_(chunks[first : first + MAX_SQL_VALUES]),
        )  # fmt: skip
        tables += [unpack(Pool, row.packed) for row in connection.execute(rows.order_by(part.c.chunk))]
    pool = Pool.join(tables)
    pool = apply_merges_to_pool(connection, alias, pool.take(np.isin(pool.player, players)))
    return pool.take(np.isin(pool.player, keys))


class ListMemory(CallCache):
    """What one call has read, with functions that read rolls and pools of lists once."""

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        """Return the roll of a list as it was published, without later merges. Cached."""
        about = ("roll", series, list_)
        return cached(
            connection,
            CacheSubject.LISTS,
            about,
            lambda: read_roll(connection, series, list_, _numbers_on_lists(connection, series)),
        )

    def merged(self, connection: Connection, series: str, list_: int) -> Roll:
        """Return the roll of a list with player merges of today applied. Cached."""

        def look() -> Roll:
            since = entry_that_published(connection, series, list_)
            stored = StoredRoll(series, list_, self.roll(connection, series, list_), since)
            return apply_merges_to_roll(connection, stored, merge_aliases(connection))

        return cached(connection, CacheSubject.LISTS, ("merged", series, list_), look)

    def waiting(self, connection: Connection, series: str, list_: int, keys: I32) -> Pool:
        """Return the pool of a list (results that wait for a rating) for these players, with merges applied.

        In its column `player` is the position in `keys`, not a key. Negative keys are ignored. Not cached."""
        pool = read_pool_of_players(connection, series, list_, keys[keys >= 0], merge_aliases(connection))
        order = np.argsort(keys, kind="stable")
        return replace(pool, player=order[np.searchsorted(keys[order], pool.player)].astype(np.int32))

    def counted_as(self, connection: Connection, keys: I32) -> I32:
        """The key under which each player is rated: of a merged player that of the remaining one; -1 stays -1."""
        alias = merge_aliases(connection)
        return np.where(keys >= 0, alias[np.maximum(keys, 0)] if len(alias) else keys, -1).astype(np.int32)


def _numbers_on_lists(connection: Connection, series: str) -> I64:
    """Return FIDE numbers by registry key, which rolls of imported series need; zeros for a series computed here."""
    if series_kind(connection, series) == COMPUTED:
        return np.zeros(count_players(connection), np.int64)
    return cached(connection, CacheSubject.LISTS, "numbers", lambda: read_roster(connection).listed_as)
