"""What the public may know of claims and of what was put right: which row, when, by which article, what became of it.

Who claims, and in which words, stays with the officers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.explain.claims import Claimed, ClaimState
from arpad.frozen import dataclass
from arpad.office.publication.claims_kept import claims_where
from arpad.office.publication.revised import layers_of
from arpad.office.store import schema
from arpad.office.store.memory import Subject, recall


@dataclass(frozen=True)
class PublicClaim:
    """A claim as the public sees it: no claimant and no wording."""

    code: str
    series: str
    list_: Month
    player: int  # the office's number
    event: str | None  # where a game is disputed, or what an event gave
    round: int | None
    filed: date
    until: date | None  # the last day that the law gives
    article: str | None  # that sets it
    state: ClaimState
    answered: date | None
    case: str | None  # that puts it right


def claims_on_player(connection: Connection, key: int) -> tuple[PublicClaim, ...]:
    """Return the claims about a player's rows and games, without withdrawn ones."""
    if key not in _disputed(connection, "player"):
        return ()
    return _public(claims_where(connection, schema.claim.c.player == key))


def claims_on_event(connection: Connection, key: int) -> tuple[PublicClaim, ...]:
    """Return the claims about the games of an event, without withdrawn ones."""
    if key not in _disputed(connection, "event"):
        return ()
    return _public(claims_where(connection, schema.claim.c.event == key))


def _disputed(connection: Connection, about: str) -> frozenset[int]:
    """The keys of all players or events that any claim is about."""
    rows = select(schema.claim.c[about]).distinct()
    return recall(connection, Subject.STATE, ("disputed", about), lambda: frozenset(connection.execute(rows).scalars()))


def _public(claims: Iterable[Claimed]) -> tuple[PublicClaim, ...]:
    """The claims as the public sees them, without withdrawn ones."""
    return tuple(
        PublicClaim(
            each.code, each.series, each.list, each.player, each.event, each.round, each.filed, each.until,
            each.article, each.state, each.answer.day if each.answer else None,
            each.answer.revision if each.answer else None,
        )
        for each in claims
        if each.state is not ClaimState.WITHDRAWN
    )  # fmt: skip


def cases_of_event(connection: Connection, key: int, series: str, list_: int) -> tuple[str, ...]:
    """Return the codes of the cases that revised what a list gave for the games of an event."""
    layer = layers_of(connection, series).get(list_)
    if layer is None:
        return ()
    ledger, decided, step, revision = schema.revised_ledger, schema.decision, schema.revision_step, schema.revision
    revised_rows = select(ledger.c.decision).filter_by(series=series, list=list_, layer=layer)
    revised_rows = revised_rows.where(ledger.c.decision.in_(select(decided.c.seq).where(decided.c.event == key)))
    if connection.execute(revised_rows.limit(1)).scalar() is None:
        return ()
    codes = (
        select(revision.c.code)
        .join(step, step.c.revision == revision.c.seq)
        .where(step.c.log == layer)
        .order_by(revision.c.seq)
    )
    return tuple(connection.execute(codes).scalars())
