"""Read the claims that were filed: about a row of a list, of a player, or all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, select

from arpad.days import Day, Month
from arpad.explain.claims import ClaimAnswer, Claimed, ClaimRole, ClaimState
from arpad.office.registry.identity import own_id
from arpad.office.registry.person import Person
from arpad.office.registry.players import facts
from arpad.office.store.schema import claim, claim_answer, event, log


def claims_about(connection: Connection, series: str, list_: int, key: int) -> tuple[Claimed, ...]:
    """Return the claims about what a list says of a player."""
    return claims_where(connection, claim.c.series == series, claim.c.list == int(list_), claim.c.player == key)


def claims_of(connection: Connection, key: int) -> tuple[Claimed, ...]:
    """Return the claims about a player's numbers and games."""
    return claims_where(connection, claim.c.player == key)


class ClaimRow(NamedTuple):
    """A stored claim, with the day and words of its log entry and the code of its event."""

    seq: int
    code: str
    series: str
    list: int
    player: int
    event: int | None
    round: int
    opponent: int | None
    claimant: str
    role: str
    until: int
    article: str
    log: int
    day: int
    why: str
    event_code: str | None


class AnswerRow(NamedTuple):
    """A stored answer to a claim, with its log entry."""

    claim: int
    kind: str
    revision: str
    day: int
    who: str
    why: str


def claims_where(connection: Connection, *conditions: ColumnElement[bool]) -> tuple[Claimed, ...]:
    """Return the claims that match all conditions, in the order in which they were filed."""
    rows = (
        select(claim, log.c.day, log.c.why, event.c.code.label("event_code"))
        .join(log, log.c.seq == claim.c.log)
        .outerjoin(event, event.c.key == claim.c.event)
        .where(*conditions)
        .order_by(claim.c.seq)
    )
    claim_rows = [ClaimRow(**row._mapping) for row in connection.execute(rows)]
    if not claim_rows:
        return ()
    keys = {key for row in claim_rows for key in (row.player, row.opponent) if key is not None}
    people = facts(connection, sorted(keys))
    answers = _answers(connection, [row.seq for row in claim_rows])
    return tuple(_claimed(row, people, answers.get(row.seq)) for row in claim_rows)


def _answers(connection: Connection, claims: Sequence[int]) -> dict[int, AnswerRow]:
    """The answers to some claims, by claim."""
    columns = claim_answer.c.claim, claim_answer.c.kind, claim_answer.c.revision, log.c.day, log.c.who, log.c.why
    rows = select(*columns).join(log, log.c.seq == claim_answer.c.log).order_by(claim_answer.c.seq)
    wanted = set(claims)
    return {row.claim: AnswerRow(*row) for row in connection.execute(rows) if row.claim in wanted}


def _claimed(row: ClaimRow, people: Mapping[int, Person], answer: AnswerRow | None) -> Claimed:
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
