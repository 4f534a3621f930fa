"""What an officer looks at before publishing: what goes in, what stays out, who moves, who is new, who is gone."""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.columns import I32, Bools, FirstOutcome, State, Status, label
from arpad.office.publication.periods import Made
from arpad.office.registry.players import facts
from arpad.office.rolls import month
from arpad.rating.change import listed

SHOWN = 10  # movers
BAND = 100  # rating points in a column of the histogram


def summary(connection: Connection, made: Made) -> dict[str, Any]:
    """The preview as plain data."""
    inputs, period = made.inputs, made.period
    before, after = listed(made.stored.state), listed(made.roll.state)
    worth = period.ledger.status <= Status.POOLED.value
    counted = int(np.count_nonzero(worth[::2] | worth[1::2]))
    new = period.firsts.player[period.firsts.outcome == FirstOutcome.PUBLISHED.value]
    waiting = int(np.count_nonzero(period.firsts.outcome != FirstOutcome.PUBLISHED.value))
    moved = _movers(made, before & after)
    gone = np.flatnonzero(before & (made.roll.state == State.DELISTED.value))
    asleep = np.flatnonzero((made.stored.state == State.ACTIVE.value) & (made.roll.state == State.INACTIVE.value))
    back = np.flatnonzero((made.stored.state == State.INACTIVE.value) & (made.roll.state == State.ACTIVE.value))
    top = new[np.argsort(-made.roll.rating[new], kind="stable")][:SHOWN]
    corrected = [one.player for one in inputs.corrections]
    who = facts(connection, [*moved.tolist(), *top.tolist(), *gone[:SHOWN].tolist(), *corrected])
    return {
        "series": inputs.series,
        "list": month(inputs.list_),
        "replaces": month(inputs.replaced),
        "edition": inputs.book.id,
        "inputs": inputs.sha256,
        "events": len(inputs.events),
        "games": len(period.games),
        "counted": counted,
        "left_out": [{"event": e.code, "part": e.part, "reason": e.reason} for e in inputs.left_out],
        "rated_players": len(period.worksheets),
        "newcomers": {"published": len(new), "waiting": waiting, "top": _rows(made, top, who)},
        "movers": _rows(made, moved, who),
        "delisted": {"players": len(gone), "some": _rows(made, gone[:SHOWN].astype(np.int32), who)},
        "inactive": len(asleep),
        "active_again": len(back),
        "adjusted": len(made.adjustments),
        "corrections": [
            {
                "id": int(inputs.roster.id[one.player]),
                "name": who[one.player].name,
                "stood": int(made.stored.rating[one.player]),
                "rating": one.rating,
                "who": one.who,
                "why": one.why,
            }
            for one in inputs.corrections
        ],
        "listed": int(np.count_nonzero(after)),
        "active": int(np.count_nonzero(made.roll.state == State.ACTIVE.value)),
        "histogram": _histogram(made),
    }


def _movers(made: Made, both: Bools) -> I32:
    """Who moves most, by points and then by key."""
    change = np.where(both, made.roll.rating.astype(np.int32) - made.stored.rating, 0)
    moved = np.flatnonzero(change)
    return moved[np.argsort(-np.abs(change[moved]), kind="stable")][:SHOWN].astype(np.int32)


def _rows(made: Made, keys: I32, who: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": int(made.inputs.roster.id[key]),
            "name": who[key].name,
            "before": int(made.stored.rating[key]) if listed(made.stored.state[key : key + 1])[0] else None,
            "after": int(made.roll.rating[key]),
            "state": label(State(int(made.roll.state[key]))),
        }
        for key in keys.tolist()
    ]


def _histogram(made: Made) -> list[dict[str, int]]:
    ratings = made.roll.rating[listed(made.roll.state)]
    bands, counts = np.unique(ratings // BAND * BAND, return_counts=True)
    return [{"from": int(band), "players": int(count)} for band, count in zip(bands, counts, strict=True)]
