"""Read and write corrected rows of published lists, stored beside what was published.

A **layer** holds everything known to be wrong in a series at one approval: for each list from the first one concerned,
the players whose rows differ and all their rows. The other players are as published. For each list the newest layer
counts; layers are never changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntFlag
from typing import TypeVar

import numpy as np
from sqlalchemy import Connection, func, select

from arpad.columns import I16, I32, I64, U8, U16, Pool, Roll, Table
from arpad.frozen import dataclass
from arpad.lists.sealed import RollRows
from arpad.office.publishing.revised_inputs import (
    LedgersByAdmission,
    RevisedInputs,
    keys_used_at_the_board,
    persons_mistaken_before_cases,
)
from arpad.office.rolls import ROLL_COLUMNS, read_roll
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows
from arpad.office.store.cache import CacheSubject, cached
from arpad.packed import CHUNK, row_of, unpack

REMADE_MARK, MOVES_TABLE, ROLL_TABLE, POOL_TABLE = "made", "moves", "roll", "pool"
NO_RANGE = -1  # the range of the mark that a list was made again

T = TypeVar("T", bound=Table)
Layers = Mapping[int, int]  # of each revised list the layer that counts
NO_LAYERS: Layers = {}
Layer = tuple[str, int, int]  # series, list, and the log entry of the revision


class MoveCause(IntFlag):
    """Why a player's row differs from what was published, as bits."""

    EVENT = 1  # a game of an event that was revised
    BASE = 2  # the rating that the change is added to
    K = 4
    FIRST_APPEARS = 8
    FIRST_GOES = 16
    FLOOR = 32
    POOL = 64  # the results with which they wait for a first rating
    PERSON = 128  # they had been taken for another person, or another for them
    OPENING = 256  # their row of the opening list
    OPPONENT = 512  # the rating of an opponent, at the game or after it
    FACT = 1024  # a fact about them
    GAMES_BEFORE = 2048  # the games that were counted up to the list before


def cause_names(bits: int) -> tuple[str, ...]:
    """Return the names of the causes (MoveCause) that are set."""
    return tuple(str(cause.name).lower().replace("_", "-") for cause in MoveCause if bits & cause)


@dataclass(frozen=True, eq=False)
class Moves(Table):
    """One row for each player whose row on a list should have been different, with the causes as bits of
    `MoveCause`."""

    player: I32
    before: I16
    after: I16
    state_before: U8
    state_after: U8
    games: I16  # more or fewer
    causes: U16


@dataclass(frozen=True)
class RevisedListRows:
    """The revised rows of one list, packed: table name, chunk (range of players), bytes; and ledgers by admission."""

    list_: int
    tables: Sequence[tuple[str, int, bytes]]
    ledgers: Sequence[tuple[int, bytes]]


def store_revision_layer(connection: Connection, series: str, layer: int, lists: Iterable[RevisedListRows]) -> None:
    """Store the revised rows of these lists as a layer; `layer` is the log entry that stores it: an approval, or a
    publication that only notes differences. A list without rows is marked as revised, too. Published data stays
    as it is."""
    for revised_list in lists:
        tables = [(REMADE_MARK, NO_RANGE, b""), *revised_list.tables]
        rows = ((series, revised_list.list_, layer, name, chunk, packed) for name, chunk, packed in tables)
        store_rows(connection, schema.revised_part, rows)
        ledgers = ((series, revised_list.list_, layer, decision, packed) for decision, packed in revised_list.ledgers)
        store_rows(connection, schema.revised_ledger, ledgers)


def revision_layers(connection: Connection, series: str, known_at: int | None = None) -> dict[int, int]:
    """Return for each revised list of a series the log entry of the layer that counts, oldest list first. With
    `known_at`, layers after that log entry are ignored. Cached while one state of the office is read."""

    def look() -> dict[int, int]:
        part = schema.revised_part
        rows = select(part.c.list, func.max(part.c.layer)).where(part.c.series == series, part.c.name == REMADE_MARK)
        rows = rows.where(part.c.layer <= known_at) if known_at is not None else rows
        return dict(sorted(tuple(row) for row in connection.execute(rows.group_by(part.c.list))))

    return cached(connection, CacheSubject.STATE, ("layers", series, known_at), look)


def read_revised_table(connection: Connection, layer: Layer, name: str, kind: type[T]) -> T:
    """Return the rows of one table (`name`, of class `kind`) in a revision layer. It has only players whose rows
    differ; an empty table if the layer has none."""
    part, (series, list_, entry) = schema.revised_part, layer
    rows = select(part.c.packed).filter_by(series=series, list=list_, layer=entry, name=name).order_by(part.c.chunk)
    return kind.join([kind.room(0), *(unpack(kind, packed) for packed in connection.execute(rows).scalars())])


def revised_tables(connection: Connection, layer: Layer) -> dict[tuple[str, int], bytes]:
    """Return all tables of a layer, packed, by name and range of players."""
    part, (series, list_, entry) = schema.revised_part, layer
    rows = select(part.c.name, part.c.chunk, part.c.packed).filter_by(series=series, list=list_, layer=entry)
    return {(row.name, row.chunk): bytes(row.packed) for row in connection.execute(rows)}


def revised_tables_of_player(connection: Connection, layer: Layer, key: int) -> dict[str, bytes] | None:
    """Return the tables of a layer by name, packed, for the chunk (range of players) with this player. None if the
    player's row does not differ: then the published rows count."""
    part, (series, list_, entry) = schema.revised_part, layer
    rows = select(part.c.name, part.c.packed).filter_by(series=series, list=list_, layer=entry, chunk=key // CHUNK)
    tables = {row.name: bytes(row.packed) for row in connection.execute(rows)}
    return tables if MOVES_TABLE in tables and key in unpack(Moves, tables[MOVES_TABLE]).player else None


def revised_rows_of_player(connection: Connection, series: str, key: int, layers: Layers) -> dict[int, dict[str, int]]:
    """Return the revised rows of a player's roll: list to column to value. Only lists whose layer in `layers`
    changed the row are in it; without layers it is empty."""
    if not layers:
        return {}
    rows_by_list, part = {}, schema.revised_part
    rows = select(part.c.list, part.c.layer, part.c.packed).filter_by(
        series=series, name=ROLL_TABLE, chunk=key // CHUNK
    )
    for list_, layer, packed in connection.execute(rows.order_by(part.c.list)):
        row = row_of(RollRows, packed, key) if layers.get(list_) == layer else None
        if row is not None:
            rows_by_list[list_] = {name: row[name] for name in ROLL_COLUMNS}
    return rows_by_list


@dataclass(frozen=True)
class RevisedRow:
    """The published and the revised rating of a player on a list (0: unrated), with causes and codes of cases."""

    original: int
    revised: int
    causes: tuple[str, ...]
    cases: tuple[str, ...]


def revision_of_row(connection: Connection, series: str, list_: int, key: int) -> RevisedRow | None:
    """Return what was revised of a player's row on a list, with every case that changed it. None if the row is, in
    the end, as published."""
    if list_ not in revision_layers(connection, series):
        return None
    part, cases, last, row = schema.revised_part, [], None, None
    rows = select(part.c.layer, part.c.packed).filter_by(
        series=series, list=list_, name=MOVES_TABLE, chunk=key // CHUNK
    )
    moves = {row.layer: row.packed for row in connection.execute(rows)}
    layers = select(part.c.layer).filter_by(series=series, list=list_, name=REMADE_MARK).order_by(part.c.layer)
    for entry in connection.execute(layers).scalars():
        row = row_of(Moves, moves[entry], key) if entry in moves else None
        if row != last:
            cases.append(entry)
        last = row
    if row is None:
        return None
    step, case = schema.revision_step, schema.revision
    codes = select(case.c.code).join(step, step.c.revision == case.c.seq).where(step.c.log.in_(cases))
    codes = codes.order_by(case.c.seq)
    return RevisedRow(
        row["before"], row["after"], cause_names(row["causes"]), tuple(connection.execute(codes).scalars())
    )


def read_revised_roll(
    connection: Connection, series: str, list_: int, numbers: I64, known_at: int | None = None
) -> Roll | None:
    """Return the roll of a list as it should have been; None if the list was never revised. `numbers` has for each
    key the number on lists (of FIDE, else of the office). With `known_at`, revisions after that log entry are
    ignored."""
    layer = revision_layers(connection, series, known_at).get(list_)
    if layer is None:
        return None
    roll = read_roll(connection, series, list_, numbers)
    rows = read_revised_table(connection, (series, list_, layer), ROLL_TABLE, RollRows)
    columns = {name: getattr(roll, name).copy() for name in ROLL_COLUMNS}
    for name, column in columns.items():
        column[rows.player] = getattr(rows, name)
    return Roll(**columns)


def read_revised_pool(connection: Connection, layer: Layer, published: Pool) -> Pool:
    """Return the results with which newcomers wait after a list, as they should be: the published pool, with the
    rows of players who differ replaced."""
    moved = read_revised_table(connection, layer, MOVES_TABLE, Moves).player
    rest = published.take(~np.isin(published.player, moved))
    pool = Pool.join([rest, read_revised_table(connection, layer, POOL_TABLE, Pool)])
    return pool.take(np.lexsort((pool.key, pool.end, pool.start, pool.player)))


def read_published_pool(connection: Connection, series: str, list_: int) -> Pool:
    """Return the results with which newcomers wait for a first rating, as a list published them."""
    part = schema.period_part
    rows = select(part.c.packed).filter_by(series=series, list=list_, name=POOL_TABLE).order_by(part.c.chunk)
    return Pool.join([Pool.room(0), *(unpack(Pool, packed) for packed in connection.execute(rows).scalars())])


def revised_inputs_after(
    connection: Connection, series: str, replaced: int, numbers: I64, known_at: int | None
) -> RevisedInputs:
    """Return the revised data that the list after `replaced` reads, with its hash; empty if the series has no
    revision. Lists made after a revision need it, too, because events may have begun earlier. `numbers` has for
    each key the number on lists. With `known_at`, revisions after that log entry are ignored."""
    layers, pool = revision_layers(connection, series, known_at), None
    if not layers:
        return RevisedInputs()
    if replaced in layers:
        newest = series, replaced, layers[replaced]
        pool = read_revised_pool(connection, newest, read_published_pool(connection, series, replaced))
    return RevisedInputs(
        lambda list_: read_revised_roll(connection, series, list_, numbers, known_at),
        pool,
        min(layers),
        lambda decisions: _ledgers_as_revised(connection, series, layers, decisions),
        lambda list_: keys_used_at_the_board(connection, series, list_, known_at, len(numbers)),
        persons_mistaken_before_cases(connection, known_at),
        sha256=_hash_of_layers(connection, series, layers),
    )


def _ledgers_as_revised(
    connection: Connection, series: str, layers: dict[int, int], decisions: Collection[int]
) -> LedgersByAdmission:
    """Return by (list, admission) the packed ledgers of these admissions, from the first revised list on: as revised
    by these layers, else as published."""
    published, revised = schema.ledger_part, schema.revised_ledger
    ledgers = {}
    rows = select(published.c.list, published.c.decision, published.c.packed)
    rows = rows.where(published.c.series == series, published.c.decision.in_(list(decisions)))
    for row in connection.execute(rows.where(published.c.list >= min(layers))):
        ledgers[row.list, row.decision] = row.packed
    mine = select(revised).where(revised.c.series == series, revised.c.decision.in_(list(decisions)))
    for row in connection.execute(mine):
        if layers.get(row.list) == row.layer:
            ledgers[row.list, row.decision] = row.packed
    return ledgers


def _hash_of_layers(connection: Connection, series: str, layers: dict[int, int]) -> str:
    """Return the SHA-256 of all tables of these layers in hex; the order of entry does not matter. Ledgers are not
    hashed."""
    part, whole = schema.revised_part, hashlib.sha256()
    for list_, layer in layers.items():
        rows = select(part.c.name, part.c.chunk, part.c.packed).filter_by(series=series, list=list_, layer=layer)
        for name, chunk, packed in sorted(tuple(row) for row in connection.execute(rows)):
            whole.update(f"{list_} {name} {chunk}".encode() + hashlib.sha256(packed).digest())
    return whole.hexdigest()
