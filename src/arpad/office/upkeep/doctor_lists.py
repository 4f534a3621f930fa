"""Whether what is stored beside the published lists fits them: the bases from which they are read, revised rows, and
the parts of what was taken back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import select

from arpad.columns import Roll
from arpad.days import Month
from arpad.finding import Problem
from arpad.lists.sealed import RollRows, digest
from arpad.office.imported_rows import ImportedRows, patches_by_list, rows_on_last_list, unpack_imported
from arpad.office.publishing.list_storage import IMPORTED_PART, stream_rows
from arpad.office.publishing.revised_rows import MOVES_TABLE, ROLL_TABLE, Moves, read_revised_table, revision_layers
from arpad.office.registry.player_facts import count_players
from arpad.office.rolls import empty_roll, read_rows_of_players
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def bases(visit: CheckInput) -> Iterator[Problem]:
    yield from _bases_of_rolls(visit)
    yield from _bases_of_imported_lists(visit)


def _bases_of_rolls(visit: CheckInput) -> Iterator[Problem]:
    base, part = schema.roll_base, schema.roll_part
    rows = stream_rows(visit.connection, select(base).order_by(base.c.series, base.c.chunk, base.c.list))
    for (series, chunk), several in groupby(rows, lambda row: (row.series, row.chunk)):
        roll, since = empty_roll(CHUNK), 0
        parts = select(part.c.packed).where(part.c.series == series, part.c.chunk == chunk)
        for row in several:
            between = parts.where(part.c.list > since, part.c.list <= row.list).order_by(part.c.list)
            for packed in visit.connection.execute(between).scalars():
                changed = unpack(RollRows, packed)
                for name, column in roll.columns():
                    column[changed.player - chunk * CHUNK] = getattr(changed, name)
            kept, since = unpack(Roll, row.packed), row.list
            rest = roll.cut(slice(len(kept), None))
            if not kept.equals(roll.cut(slice(len(kept)))) or not rest.equals(empty_roll(len(rest))):
                yield _problem(row)


def _bases_of_imported_lists(visit: CheckInput) -> Iterator[Problem]:
    base, part = schema.imported_base, schema.imported_part
    rows = stream_rows(visit.connection, select(base).order_by(base.c.series, base.c.list))
    for series, several in groupby(rows, lambda row: row.series):
        there, since = ImportedRows.room(0), 0
        parts = select(part.c.list, part.c.packed).where(part.c.series == series)
        for row in several:
            between = parts.where(part.c.list > since, part.c.list <= row.list).order_by(part.c.list)
            patches = patches_by_list(visit.connection, series, since, row.list - 1)
            packed = [*patches.get(since, ())]
            for list_, body in visit.connection.execute(between):
                packed += [body, *patches.get(list_, ())]
            there, since = rows_on_last_list((there, *map(unpack_imported, packed))), row.list
            kept = unpack_imported(row.packed)
            if not kept.equals(there):
                yield _problem(row)


def _problem(row: Any) -> Problem:
    return Problem("base-not-of-list", series=row.series, list=Month(row.list))


def revisions(visit: CheckInput) -> Iterator[Problem]:
    connection, sent, case = visit.connection, schema.revision_file, schema.revision
    rows = select(case.c.code, sent.c.sha256, sent.c.body).join(sent, sent.c.revision == case.c.seq)
    for row in connection.execute(rows.order_by(case.c.seq)):
        if hashlib.sha256(row.body).hexdigest() != row.sha256:
            yield Problem("case-not-as-sent", code=row.code)
    players = count_players(connection)
    for series in connection.execute(select(schema.revised_part.c.series).distinct()).scalars().all():
        for list_, layer in revision_layers(connection, series).items():
            if not _is_sound_layer(visit, (series, list_, layer), players):
                yield Problem("revised-beside-nothing", series=series, list=Month(list_))


def _is_sound_layer(visit: CheckInput, layer: tuple[str, int, int], players: int) -> bool:
    """Whether a layer says what its list says, where it says what that was, and its rows fit together."""
    try:
        moves = read_revised_table(visit.connection, layer, MOVES_TABLE, Moves)
        rows = read_revised_table(visit.connection, layer, ROLL_TABLE, RollRows)
    except ValueError:
        return False
    if len(moves) and not (moves.player.min() >= 0 and moves.player.max() < players):
        return False
    published = read_rows_of_players(visit.connection, layer[0], layer[1], moves.player)
    pairs = (
        (moves.player, rows.player),
        (moves.after, rows.rating),
        (moves.state_after, rows.state),
        (moves.before, published.rating),
        (moves.state_before, published.state),
    )
    return all(np.array_equal(one_side, other) for one_side, other in pairs)


def taken_back(visit: CheckInput) -> Iterator[Problem]:
    of, part = schema.taken_back, schema.taken_back_part
    for row in visit.connection.execute(select(of).order_by(of.c.seq)).all():
        parts = visit.connection.execute(select(part).where(part.c.taken_back == row.seq)).all()
        rolls = [(each.chunk, each.packed) for each in parts if each.place == schema.roll_part.name]
        tables = [(each.name, each.chunk, each.packed) for each in parts if each.place == schema.period_part.name]
        tables += [(IMPORTED_PART, 0, each.packed) for each in parts if each.place == schema.imported_part.name]
        if digest(json.loads(row.head)["list"]["inputs_sha256"], rolls, tables) != row.sha256:
            yield Problem("taken-back-otherwise", series=row.series, list=Month(row.list))
