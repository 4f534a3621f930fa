"""Keep what a preview showed: the rows that differ from the list being replaced, and what it was made from.

So it can be told after publication what has changed since. A preview before the closing day is provisional: it is kept
like any other, and a list is never published by it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.columns import I16, I32, U8, Roll, Table
from arpad.frozen import dataclass
from arpad.law.carried import todays_law
from arpad.office.publication.inputs import Inputs
from arpad.office.publication.periods import Made
from arpad.office.store.schema import log, preview, preview_part
from arpad.packed import pack

COMPARED = ("rating", "state")


@dataclass(frozen=True, eq=False)
class PreviewRows(Table):
    """The rows of a previewed list that differ from the list before."""

    player: I32
    rating: I16
    state: U8


def keep(connection: Connection, seq: int, draft: Made) -> None:
    """Store a preview with the rows that differ and its inputs."""
    inputs = json.dumps(_inputs(draft.inputs), ensure_ascii=False, separators=(",", ":"))
    row = {"preview": seq, "provisional": int(draft.inputs.provisional), "inputs": inputs}
    connection.execute(insert(preview_part).values(**row, packed=pack(rows_between(draft.stored, draft.roll))))


def rows_between(replaced: Roll, roll: Roll) -> PreviewRows:
    """Return the rows in which a rating or a state differs between two rolls."""
    other, size = np.zeros(len(roll), bool), len(replaced)
    for name in COMPARED:
        column = getattr(roll, name)
        other[:size] |= column[:size] != getattr(replaced, name)
        other[size:] |= column[size:] != 0
    keys = np.flatnonzero(other).astype(np.int32)
    return PreviewRows(keys, roll.rating[keys], roll.state[keys])


def _inputs(inputs: Inputs) -> dict[str, Any]:
    """The inputs of a preview, as they are stored in JSON."""
    events = [(each.event, each.part, each.code, each.decision, each.content_sha256) for each in inputs.events]
    return {
        "events": events,
        "corrections": [(each.player, each.rating) for each in inputs.corrections],
        "beside": inputs.beside,
        "law": [inputs.book.id, todays_law().sha256(inputs.book.id)],
    }


def kept_previews(connection: Connection, series: str, list_: int) -> Sequence[Any]:
    """Return the stored previews of a list, oldest first, each with its log entry."""
    rows = select(preview, preview_part.c.provisional, preview_part.c.inputs, preview_part.c.packed)
    rows = rows.add_columns(log.c.day, log.c.who).join(preview_part, preview_part.c.preview == preview.c.seq)
    rows = rows.join(log, log.c.seq == preview.c.log)
    return connection.execute(
        rows.where(preview.c.series == series, preview.c.list == int(list_)).order_by(preview.c.seq)
    ).all()
