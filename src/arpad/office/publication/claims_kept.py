"""Read the claims that were filed: about a row of a list, of a player, or all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from arpad.days import Day, Month
from arpad.explain.claims import ClaimAnswer, Claimed, ClaimRole, ClaimState
from arpad.office.registry.identity import own_id
from arpad.office.registry.players import facts
from arpad.office.store.schema import claim, claim_answer, event, log


def claims_about(connection: Connection, series: str, list_: int, key: int) -> tuple[Claimed, ...]:
    """Return the claims about what a list says of a player."""
    return claims_where(connection, claim.c.series == series, claim.c.list == int(list_), claim.c.player == key)


def claims_of(connection: Connection, key: int) -> tuple[Claimed, ...]:
    """Return the claims about a player's numbers and games."""
    return claims_where(connection, claim.c.player == key)


def claims_where(connection: Connection, *conditions: ColumnElement[bool]) -> tuple[Claimed, ...]:
    """Return the claims that match all conditions, in the order in which they were filed."""
    rows = (
        select(claim, log.c.day, log.c.why, event.c.code.label("event_code"))
        .join(log, log.c.seq == claim.c.log)
        .outerjoin(event, event.c.key == claim.c.event)
        .where(*conditions)
        .order_by(claim.c.seq)
    )
    claim_rows = connection.execute(rows).all()
    if not claim_rows:
        return ()
    people = facts(
        connection, sorted({key for row in claim_rows for key in (row.player, row.opponent) if key is not None})
    )
    answers = _answers(connection, [row.seq for row in claim_rows])
    return tuple(_claimed(row, people, answers.get(row.seq)) for row in claim_rows)


def _answers(connection: Connection, claims: Sequence[int]) -> dict[int, Any]:
    """The answers to some claims, by claim."""
    rows = select(claim_answer, log.c.day, log.c.who, log.c.why).join(log, log.c.seq == claim_answer.c.log)
    answer_rows: Iterable[Any] = connection.execute(rows.order_by(claim_answer.c.seq))
    asked = set(claims)
    return {row.claim: row for row in answer_rows if row.claim in asked}


def _claimed(row: Any, people: dict[int, Any], answer: Any) -> Claimed:
    """Build a claim from its row, the players it names and its answer."""
    filed, until = Day(row.day).date, Day(row.until).date if row.until else None
    opponent = None if row.opponent is None else (own_id(row.opponent), people[row.opponent].name)
    return Claimed(
        row.code,
        own_id(row.player),
        people[row.player].name,
        row.series,
        Month(row.list),
        row.event_code,
        row.round or None,
        opponent[0] if opponent else None,
        opponent[1] if opponent else None,
        row.claimant,
        ClaimRole(row.role),
        row.why,
        filed,
        until,
        until is not None and filed > until,
        row.article or None,
        ClaimState(answer.kind) if answer else ClaimState.OPEN,
        ClaimAnswer(Day(answer.day).date, answer.who, answer.why, answer.revision or None) if answer else None,
    )
