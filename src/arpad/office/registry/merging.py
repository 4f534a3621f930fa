"""Decide which players are one person, and take it back where they are not.

A merge is a row that says whose results count as whose; nothing of either player is changed or lost, so an unmerge is a
second row and all is as it was. Whoever has been merged away can be neither kept nor merged again: no circle can arise.
"""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.columns import I32
from arpad.finding import Misuse
from arpad.office.desk import Writing
from arpad.office.registry.identity import own_id
from arpad.office.registry.roster import size
from arpad.office.store.schema import log, merge


def aliases(connection: Connection, known_at: int | None = None) -> I32:
    """For each key the key it counts as, as known at an entry of the log."""
    alias = np.arange(size(connection, known_at), dtype=np.int32)
    for _, kept, gone in standing(connection, known_at):
        alias[gone] = kept
    while not np.array_equal(further := alias[alias], alias):  # A into B, later B into C
        alias = further
    return alias


def standing(connection: Connection, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """The merges that hold: their row, who is kept and who is gone."""
    wanted = select(merge.c.seq, merge.c.kept, merge.c.gone, merge.c.undoes).order_by(merge.c.seq)
    if known_at is not None:
        wanted = wanted.where(merge.c.log <= known_at)
    held: dict[int, tuple[int, int, int]] = {}
    for seq, kept, gone, undoes in connection.execute(wanted):
        if undoes is None:
            held[seq] = (seq, kept, gone)
        else:
            del held[undoes]
    return list(held.values())


def since_when(connection: Connection, key: int, known_at: int | None = None) -> list[tuple[int, int, int]]:
    """The merges of a player that hold: who is kept, who is gone, and the day on which it was entered."""
    days = dict(connection.execute(select(merge.c.seq, log.c.day).join(log, log.c.seq == merge.c.log)).all())
    held = standing(connection, known_at)
    return [(kept, gone, days[seq]) for seq, kept, gone in held if key in (kept, gone)]


def may_join(connection: Connection, kept: int, gone: int) -> None:
    """Refuse a merge that would make a circle."""
    if kept == gone:
        raise Misuse(f"{own_id(kept)} cannot be merged with itself; name two players")
    away = {there: into for _, into, there in standing(connection)}
    for key in (kept, gone):
        if key in away:
            raise Misuse(f"{own_id(key)} has been merged into {own_id(away[key])} already; unmerge it first")


def join(writing: Writing, kept: int, gone: int) -> None:
    """From now on, what `gone` did counts as done by `kept`."""
    may_join(writing.connection, kept, gone)
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, log=writing.seq))


def part(writing: Writing, gone: int) -> int:
    """Take a merge back; gives the player from whom `gone` is parted."""
    held = {there: (seq, into) for seq, into, there in standing(writing.connection)}
    if gone not in held:
        raise Misuse(f"{own_id(gone)} has not been merged into anybody; `arpad player show` tells who has")
    seq, kept = held[gone]
    writing.connection.execute(insert(merge).values(kept=kept, gone=gone, undoes=seq, log=writing.seq))
    return kept
