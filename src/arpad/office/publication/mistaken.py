"""Who had been taken for another, or another for him, until a case put that right; and as whom each sat down.

A case that makes one person of two, or two of one, says what always was so. But whoever played before it was approved
was met at the board as the lists of the time had him: with the number under which he sat.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, select

from arpad.columns import I32
from arpad.office.registry.merging import aliases_by
from arpad.office.store.schema import merge, rating_list, revision_step

_by_case: ColumnElement[bool] = select(revision_step.c.log).where(revision_step.c.log == merge.c.log).exists()


def mistaken_persons(connection: Connection, known_at: int | None = None) -> tuple[int, ...]:
    """Return the players whom cases merged or separated, as known at an entry of the log."""
    rows = select(merge.c.kept, merge.c.gone).where(_by_case)
    rows = rows.where(merge.c.log <= known_at) if known_at is not None else rows
    return tuple(sorted({key for row in connection.execute(rows) for key in row}))


def sat_as(connection: Connection, series: str, list_: int, known_at: int | None, players: int) -> I32:
    """Return for each key the key under which the player sat in events of a list. Merges that a case made count only
    if it was approved before the list."""
    published = select(rating_list.c.log).where(rating_list.c.series == series, rating_list.c.list == list_)
    entry = connection.execute(published).scalar_one()
    rows = select(merge.c.seq, merge.c.kept, merge.c.gone, merge.c.undoes).where(~_by_case | (merge.c.log <= entry))
    rows = rows.where(merge.c.log <= known_at) if known_at is not None else rows
    held: dict[int, tuple[int, int, int]] = {}
    for seq, kept, gone, undoes in connection.execute(rows.order_by(merge.c.seq)):
        if undoes is None:
            held[seq] = seq, kept, gone
        else:
            held.pop(undoes, None)
    return aliases_by(held.values(), players)
