"""Read and store the rolls of lists: what each list of a series says of each player, of lists computed here and of
imported ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby

import numpy as np
from sqlalchemy import Connection, bindparam, func, select

from arpad.columns import I32, I64, Roll
from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.lists.sealed import RollRows
from arpad.office.imported_rows import RollPart, read_imported_parts
from arpad.office.list_snapshots import read_parts_since_snapshots
from arpad.office.office_profile import read_profile
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of, store_rows
from arpad.office.store.cache import CacheSubject, cached
from arpad.packed import CHUNK, row_of, unpack

COMPUTED, IMPORTED = "computed", "imported"
ROLL_COLUMNS = tuple(f.name for f in fields(Roll))


_list_table, _part_table = schema.rating_list, schema.roll_part
_LISTS_QUERY = (
    select(_list_table.c.list)
    .where(_list_table.c.series == bindparam("series"), _list_table.c.list <= bindparam("last"))
    .order_by(_list_table.c.list)
)
_PLAYER_ROWS_QUERY = (
    select(_part_table.c.list, _part_table.c.packed)
    .where(_part_table.c.series == bindparam("series"), _part_table.c.chunk == bindparam("chunk"))
    .order_by(_part_table.c.list)
)
_NEWEST_ROWS_QUERY = (
    select(_part_table.c.list, _part_table.c.packed)
    .where(
        _part_table.c.series == bindparam("series"),
        _part_table.c.chunk == bindparam("chunk"),
        _part_table.c.list <= bindparam("last"),
    )
    .order_by(_part_table.c.list.desc())
)


# --- reading ------------------------------------------------------------------------------------------------------


def series_kind(connection: Connection, series: str) -> str:
    """Return how the lists of a series are made: `computed` here or `imported`; empty if the office has no such series.
    Cached."""
    kinds = cached(
        connection, CacheSubject.LISTS, "kinds",
        lambda: dict(connection.execute(select(schema.series.c.name, schema.series.c.kind)).all()),
    )  # fmt: skip
    return str(kinds.get(series, ""))


def single_series(connection: Connection, kind: str = "") -> str:
    """Return the only series of the office; with `kind` (computed or imported) the only one of this kind. Among several
    it is the default series of the office. Refused if there is none, or several without the default."""
    rows = select(schema.series.c.name).order_by(schema.series.c.name)
    names = tuple(connection.execute(rows.filter_by(kind=kind) if kind else rows).scalars())
    if not names:
        raise UserError("no-series", Remedy.to("open-first-series"))
    if len(names) > 1:
        if (default := read_profile(connection).series) in names:
            return default
        raise UserError("which-series", names=names)
    return str(names[0])


def computed_series(connection: Connection) -> tuple[str, ...]:
    """Return the series that are computed here, by name."""
    rows = select(schema.series.c.name).where(schema.series.c.kind == COMPUTED).order_by(schema.series.c.name)
    return tuple(connection.execute(rows).scalars())


def newest_rows_of_player(connection: Connection, key: int) -> dict[tuple[str, int], dict[str, int]]:
    """Return the row of a player on the newest list of every series, computed or imported, by series and list; without
    the series on whose list the player is not."""
    rows = {}
    for series in connection.execute(select(schema.series.c.name).order_by(schema.series.c.name)).scalars():
        if list_ := newest_published_list(connection, series):
            roll = read_rows_of_players(connection, series, list_, np.array([key], np.int32))
            row = {name: int(column[0]) for name, column in roll.columns()}
            if row["state"]:
                rows[series, list_] = row
    return rows


def newest_published_list(connection: Connection, series: str) -> int:
    """Return the newest published list of a series as yyyymm, 0 if there is none. Cached."""
    pointer = schema.pointer
    lists = cached(
        connection, CacheSubject.LISTS, "newest",
        lambda: dict(connection.execute(select(pointer.c.series, pointer.c.list)).all()),
    )  # fmt: skip
    return int(lists.get(series, 0))


def published_lists(connection: Connection, series: str) -> tuple[int, ...]:
    """Return the published lists of a series as yyyymm, oldest first. Cached."""
    return cached(connection, CacheSubject.LISTS, ("lists", series), lambda: _query_published_lists(connection, series))


def _query_published_lists(connection: Connection, series: str) -> tuple[int, ...]:
    """Read the published lists of a series from the database, without the cache."""
    last = newest_published_list(connection, series)
    return tuple(connection.execute(_LISTS_QUERY, {"series": series, "last": last}).scalars())


def entry_that_published(connection: Connection, series: str, list_: int) -> int:
    """Return the log entry that published a list; 0 if it is not the newest list of the series."""
    head = schema.rating_list
    if list_ != newest_published_list(connection, series):
        return 0
    return connection.execute(select(head.c.log).where(head.c.series == series, head.c.list == list_)).scalar() or 0


def read_roll(connection: Connection, series: str, list_: int, fide_id: I64) -> Roll:
    """Return the roll of a published list: one row for each player key, empty if the player is not on it. `fide_id` has
    the FIDE number of each key. A list that was never published is refused."""
    return read_rolls(connection, series, (list_,), fide_id)[list_]


def read_rolls(connection: Connection, series: str, lists: Collection[int], fide_id: I64) -> dict[int, Roll]:
    """Return the rolls of several lists, read in one pass. A list that was never published is refused.

    `fide_id` has the FIDE number of each player, by key. Each roll has its length. Players of imported lists are found
    by these numbers.
    """
    ordered = _require_published(connection, series, lists)
    if not ordered:
        return {}
    if series_kind(connection, series) == IMPORTED:
        parts = read_imported_parts(connection, series, ordered, fide_id)
    else:
        parts = _read_roll_parts(connection, series, ordered, range(-(-len(fide_id) // CHUNK)))
    return _rolls_from_parts(parts, ordered, len(fide_id))


def read_rows_of_players(connection: Connection, series: str, list_: int, keys: I32) -> Roll:
    """Return the rows of some players on a published list, one for each key in their order; an empty row for key -1.
    Only the stored chunks of these players are read. A list that was never published is refused."""
    lists = _require_published(connection, series, (list_,))
    players = np.unique(keys[keys >= 0])
    if series_kind(connection, series) == IMPORTED:
        parts = read_imported_parts(connection, series, lists, _numbers_of_keys(connection, players))
        rows = _rolls_from_parts(parts, lists, len(players))[list_]
        return select_player_rows(rows, np.where(keys >= 0, np.searchsorted(players, keys), -1).astype(np.int32))
    chunks = np.unique(players // CHUNK)
    rows = _rolls_from_parts(_read_roll_parts(connection, series, lists, chunks.tolist()), lists, len(chunks) * CHUNK)[
        list_
    ]
    return select_player_rows(
        rows, np.where(keys >= 0, np.searchsorted(chunks, keys // CHUNK) * CHUNK + keys % CHUNK, -1).astype(np.int32)
    )


def _require_published(connection: Connection, series: str, lists: Collection[int]) -> list[int]:
    """Return these lists without repetition, oldest first; refuse them if one was never published."""
    published, ordered = published_lists(connection, series), sorted(set(lists))
    for list_ in ordered:
        if list_ not in published:
            raise missing_list_error(series, list_, published)
    return ordered


def _numbers_of_keys(connection: Connection, keys: I32) -> I64:
    """Return the number of each player in imported lists: the FIDE number, or else the office's own. `keys` must be
    sorted."""
    player, numbers = schema.player, np.zeros(len(keys), np.int64)
    rows = select(player.c.key, func.coalesce(player.c.fide_id, player.c.id))
    for key, number in connection.execute(rows.where(is_one_of(connection, player.c.key, keys.tolist()))):
        numbers[np.searchsorted(keys, key)] = number
    return numbers


def _rolls_from_parts(parts: Iterable[RollPart], lists: Sequence[int], rows: int) -> dict[int, Roll]:
    """Build the rolls of these lists, with `rows` rows each, from stored chunks in the order of lists."""
    roll, rolls, waiting = empty_roll(rows), {}, list(lists)
    for list_, at, columns in parts:
        while waiting[0] < list_:
            rolls[waiting.pop(0)] = _copy_roll(roll)
        for name, column in columns.items():
            getattr(roll, name)[at] = column
    last = waiting.pop()
    return rolls | {list_: _copy_roll(roll) for list_ in waiting} | {last: roll}


class RollCache:
    """A cache of rolls by series and list, for the duration of one call. Published lists do not change."""

    def __init__(self, fide_id: I64) -> None:
        self.fide_id = fide_id
        self._rolls: dict[tuple[str, int], Roll] = {}

    def roll(self, connection: Connection, series: str, list_: int) -> Roll:
        """Return the roll of a list; it is read only the first time. Callers must not change it."""
        if (series, list_) not in self._rolls:
            self._rolls[series, list_] = read_roll(connection, series, list_, self.fide_id)
        return self._rolls[series, list_]


def _read_roll_parts(
    connection: Connection, series: str, lists: Sequence[int], chunks: Sequence[int]
) -> Iterator[RollPart]:
    """Yield the stored chunks of some ranges of players as (list, positions in the roll, columns), from their snapshots
    on. In the roll these ranges follow each other without gaps."""
    begins = np.zeros(max(chunks, default=0) + 1, np.int32)
    begins[list(chunks)] = np.arange(0, len(chunks) * CHUNK, CHUNK)
    parts = read_parts_since_snapshots(connection, series, lists[0], lists[-1], chunks)
    for (list_, is_base), several in groupby(parts, lambda part: (part.list, part.is_base)):
        if is_base:
            for part in several:
                base, first = unpack(Roll, part.packed), int(begins[part.chunk])
                yield list_, slice(first, first + len(base)), dict(base.columns())
        else:
            changed = RollRows.join([unpack(RollRows, part.packed) for part in several])
            at = begins[changed.player // CHUNK] + changed.player % CHUNK
            yield list_, at, {name: getattr(changed, name) for name in ROLL_COLUMNS}


def _copy_roll(roll: Roll) -> Roll:
    """A roll with copies of all columns."""
    return replace(roll, **{name: column.copy() for name, column in roll.columns()})


def missing_list_error(series: str, list_: int = 0, published: Collection[int] = ()) -> UserError:
    """Build the error (it is not raised here) about list `list_`, which was never published; it names the first and
    the last of `published`, the lists of the series. Without `published` (then `list_` is not used) the error
    says that the series has no lists."""
    if not published:
        return UserError("no-lists", Remedy.to("begin-series"), series=series)
    first, last = Month(min(published)), Month(max(published))
    return UserError("no-such-list", series=series, list=Month(list_), first=first, last=last)


def empty_roll(players: int) -> Roll:
    """A roll with an empty row for each player."""
    return Roll.of(rating=np.zeros(players, np.int16))


def select_player_rows(roll: Roll, keys: I32) -> Roll:
    """Return the rows of some players from a roll, in the order of `keys`; an empty row for key -1, or if the roll is
    empty."""
    if not len(roll):
        return empty_roll(len(keys))
    taken = roll.take(np.maximum(keys, 0))
    return Roll(**{name: np.where(keys >= 0, column, 0).astype(column.dtype) for name, column in taken.columns()})


def player_history(connection: Connection, series: str, key: int) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield (list, row) for each list of a series computed here on which the row of one player changed, oldest first.
    Nothing for an imported series."""
    for list_, packed in connection.execute(_PLAYER_ROWS_QUERY, {"series": series, "chunk": key // CHUNK}).all():
        row = row_of(RollRows, packed, key)
        if row is not None:
            del row["player"]
            yield list_, row


def last_player_rows(connection: Connection, series: str, key: int, list_: int) -> dict[int, dict[str, int]]:
    """Return rows of one player, by list: the row on this list, if it changed there, and the newest changed row before
    it. Only for series computed here."""
    rows: dict[int, dict[str, int]] = {}
    with connection.execute(_NEWEST_ROWS_QUERY, {"series": series, "chunk": key // CHUNK, "last": list_}) as parts:
        for at, packed in parts:
            row = row_of(RollRows, packed, key)
            if row is not None:
                del row["player"]
                rows[at] = row
                if at < list_:
                    break
    return rows


# --- writing ------------------------------------------------------------------------------------------------------


def store_roll_parts(connection: Connection, series: str, list_: int, parts: list[tuple[int, bytes]]) -> None:
    """Store the changed rows of a list: packed bytes for each range of players (chunk number, bytes)."""
    store_rows(connection, schema.roll_part, ((series, chunk, list_, packed) for chunk, packed in parts))
