"""Say what a player waits for: which results count towards a first rating, how many are missing, and until when."""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import FirstOutcome, Firsts
from arpad.days import Month
from arpad.explain.firstrating import PooledEvent
from arpad.explain.numbers import Step
from arpad.frozen import dataclass
from arpad.office.publication.explaining import explain
from arpad.office.reading_room.stamps import ListHead
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack


@dataclass(frozen=True)
class Waits:
    """Why a player's first rating is not published yet, and the results that wait."""

    series: str
    list_: Month
    edition: str
    games: int
    missing: int
    until: Month | None  # the last list on which all of them count
    outcome: FirstOutcome
    step: Step  # the decision with its articles
    events: tuple[PooledEvent, ...]


def waits(connection: Connection, head: ListHead, key: int) -> Waits | None:
    """Return the results that wait for a player after a list; None if the player is rated or has none."""
    part = schema.period_part
    rows = select(part.c.packed).where(
        part.c.series == head.series, part.c.list == head.list_, part.c.chunk == key // CHUNK, part.c.name == "firsts"
    )
    packed = connection.execute(rows).scalar()
    table = unpack(Firsts, packed or b"")
    places = np.flatnonzero(table.player == key).tolist()
    if not places or int(table.outcome[places[0]]) == FirstOutcome.PUBLISHED.value:
        return None
    row = places[0]
    opened = explain(connection, head.series, head.list_, key)
    until = int(table.until[row])
    return Waits(
        head.series,
        head.list_,
        opened.edition,
        int(table.games[row]),
        int(table.missing[row]),
        Month(until) if until else None,
        FirstOutcome(int(table.outcome[row])),
        opened.steps[-1],
        opened.pooled,
    )
