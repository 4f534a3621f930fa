"""What a list stored of one player: his rows in the tables of its period, as published or as they should have been;
and what he came with from the list that opened the series."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from sqlalchemy import Connection, bindparam, select

from arpad.columns import Adjustments, Firsts, KChanges, Table, Worksheets
from arpad.days import Month
from arpad.explain.opening import OpeningRow, opening_row
from arpad.frozen import dataclass
from arpad.lists.listing import UnlistedPlayers
from arpad.lists.sealed import K_CHANGES, UNLISTED, ConclusionRows, PlayerLines
from arpad.office.publication.revised import Layer, revised_parts
from arpad.office.publication.storing import OPENING
from arpad.office.rolls import last_rows
from arpad.office.store import schema
from arpad.packed import CHUNK, row_of, unpack

_part = schema.period_part
_OF_CHUNK = select(_part.c.name, _part.c.packed).where(
    _part.c.series == bindparam("series"), _part.c.list == bindparam("list_"), _part.c.chunk == bindparam("chunk")
)

_OPENED = select(_part.c.list, _part.c.packed).where(
    _part.c.series == bindparam("series"), _part.c.chunk == bindparam("chunk"), _part.c.name == OPENING
)

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class PlayerParts:
    """The stored rows of one player in the tables of a period."""

    key: int
    lines: PlayerLines
    worksheets: Worksheets
    firsts: Firsts
    adjustments: Adjustments
    unlisted: UnlistedPlayers
    k_changes: KChanges

    @classmethod
    def read(cls, connection: Connection, layer: Layer, key: int) -> PlayerParts:
        """Read them as published, or as a revision layer has them."""
        where = {"series": layer[0], "list_": layer[1], "chunk": key // CHUNK}
        packed = revised_parts(connection, layer, key) if layer[2] else None
        if packed is None:
            packed = {row.name: row.packed for row in connection.execute(_OF_CHUNK, where)}

        def of(name: str, kind: type[T]) -> T:
            table = unpack(kind, packed.get(name, b""))
            return table.take(np.flatnonzero(table.player == key))  # type: ignore[attr-defined]

        return cls(
            key,
            of("lines", PlayerLines),
            of("worksheets", Worksheets),
            of("firsts", Firsts),
            of("adjustments", Adjustments),
            of(UNLISTED, UnlistedPlayers),
            of(K_CHANGES, KChanges),
        )


def k_changes(connection: Connection, series: str, list_: int) -> KChanges:
    """Return where K changes inside a period, for all players; empty unless an edition counts game by game."""
    rows = select(_part.c.packed).filter_by(series=series, list=list_, name=K_CHANGES).order_by(_part.c.chunk)
    return KChanges.join([KChanges.room(0), *(unpack(KChanges, each) for each in connection.execute(rows).scalars())])


def opening_of(connection: Connection, series: str, key: int) -> OpeningRow | None:
    """Return what the opening list says of a player and where each fact comes from; None if the player is not on it."""
    stored = connection.execute(_OPENED, {"series": series, "chunk": key // CHUNK}).one_or_none()
    conclusions = row_of(ConclusionRows, stored.packed, key) if stored is not None else None
    if stored is None or conclusions is None:
        return None
    return opening_row(Month(stored.list), last_rows(connection, series, key, stored.list)[stored.list], conclusions)
