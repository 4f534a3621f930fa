"""Whether what was put right is what it was: the file of each case, and beside which published rows it stands."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import select

from arpad.days import Month
from arpad.finding import Problem
from arpad.lists.sealed import RollRows
from arpad.office.publishing.revised_rows import MOVES_TABLE, ROLL_TABLE, Moves, read_revised_table, revision_layers
from arpad.office.registry.player_facts import count_players
from arpad.office.rolls import read_rows_of_players
from arpad.office.store import schema

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def revisions(visit: CheckInput) -> Iterator[Problem]:
    connection, sent, case = visit.connection, schema.revision_file, schema.revision
    rows = select(case.c.code, sent.c.sha256, sent.c.body).join(sent, sent.c.revision == case.c.seq)
    for row in connection.execute(rows.order_by(case.c.seq)):
        if hashlib.sha256(row.body).hexdigest() != row.sha256:
            yield Problem("case-not-as-sent", code=row.code)
    players = count_players(connection)
    for series in connection.execute(select(schema.revised_part.c.series).distinct()).scalars().all():
        for list_, layer in revision_layers(connection, series).items():
            if not _stands(visit, (series, list_, layer), players):
                yield Problem("revised-beside-nothing", series=series, list=Month(list_))


def _stands(visit: CheckInput, layer: tuple[str, int, int], players: int) -> bool:
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
