"""Count what each concept of the law did on a list: games by what became of them, limits, changes, first ratings.

Read are the ledgers and worksheets stored with the list; every count has a few players in whose calculation it can be
seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import Entries, FirstOutcome, Firsts, Ledger, Status, WorkOutcome, Worksheets, concept_of
from arpad.frozen import dataclass
from arpad.office.reading_room.stamps import ListHead
from arpad.office.registry.identity import own_id
from arpad.office.store import schema
from arpad.packed import split, unpack

EXAMPLES = 3
OUTCOMES = {
    FirstOutcome.PUBLISHED: ("minimum-games",),
    FirstOutcome.PENDING: ("minimum-games", "pooling-window"),
    FirstOutcome.BELOW_FLOOR: ("floor",),
    FirstOutcome.RESTARTED: ("below-floor",),
}


@dataclass(frozen=True)
class MovedBy:
    """What a concept of the law did on a list: how often, to what, and a few players as examples."""

    concept: str
    what: str  # games, players or newcomers
    times: int
    players: tuple[int, ...]


Seen = tuple[str, str, npt.NDArray[Any]]  # concept, of what, and the keys of the players, one for each time


def moved_by(connection: Connection, head: ListHead) -> tuple[MovedBy, ...]:
    """Return every concept that had an effect on a list."""
    uses: dict[tuple[str, str], list[npt.NDArray[Any]]] = {}
    for concept, what, keys in (*_games(connection, head), *_players(connection, head)):
        if len(keys):
            uses.setdefault((concept, what), []).append(keys)
    return tuple(
        MovedBy(concept, what, sum(map(len, parts)), tuple(own_id(int(key)) for key in _few(parts)))
        for (concept, what), parts in sorted(uses.items())
    )


def _few(parts: list[npt.NDArray[Any]]) -> list[int]:
    """A few example players, from different events if possible."""
    first = dict.fromkeys(int(part[0]) for part in parts)
    more = dict.fromkeys(int(key) for key in parts[0][: EXAMPLES * EXAMPLES])
    return list({**first, **more})[:EXAMPLES]


def _games(connection: Connection, head: ListHead) -> Iterator[Seen]:
    """Yield the concepts that decided what became of each game, from each player's side."""
    part = schema.ledger_part
    rows = select(part.c.packed).where(part.c.series == head.series, part.c.list == head.list_)
    for (packed,) in connection.execute(rows.order_by(part.c.decision)):
        first, _, third, *_ = split(packed)
        players, ledger = unpack(Entries, first).player, unpack(Ledger, third)
        whose = players[ledger.entry]
        counted = ledger.status == Status.COUNTED.value
        for concept in ("rating-difference", "rating-change", "expectation-table"):
            yield concept, "games", whose[counted]
        yield "difference-limit", "games", whose[counted & (ledger.counted != ledger.difference)]
        yield "pooled-result", "games", whose[ledger.status == Status.POOLED.value]
        for status in np.unique(ledger.status).tolist():
            if status > Status.POOLED.value:
                yield concept_of(Status(status)), "games", whose[ledger.status == status]


def _players(connection: Connection, head: ListHead) -> Iterator[Seen]:
    """Yield the concepts behind each player's sums."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).where(part.c.series == head.series, part.c.list == head.list_)
    for name, packed in connection.execute(
        rows.where(part.c.name.in_(("worksheets", "firsts"))).order_by(part.c.chunk)
    ):
        if name == "worksheets":
            sheets = unpack(Worksheets, packed)
            for concept in ("coefficient", "change-rounding"):
                yield concept, "players", sheets.player
            yield "delisting", "players", sheets.player[sheets.outcome == WorkOutcome.DELISTED.value]
        else:
            firsts = unpack(Firsts, packed)
            for outcome, concepts in OUTCOMES.items():
                for concept in concepts:
                    yield concept, "newcomers", firsts.player[firsts.outcome == outcome.value]
            rated = firsts.player[firsts.rating > 0]
            for concept in ("opponents-average", "percentage"):
                yield concept, "newcomers", rated
