"""Tell what an officer looks at before publishing: the tables of the list that was made, and how people are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from arpad.days import Month
from arpad.explain.calculation import PersonName
from arpad.explain.summary import LeftOut, ListHead, ListSummary, ListTables, list_summary
from arpad.office.publication.periods import Made
from arpad.office.registry.players import facts


def summary(connection: Connection, draft: Made) -> ListSummary:
    """Summarise a list for the officer: what enters, what stays out, who moves, who is new or gone."""
    inputs = draft.inputs
    left_out = tuple(LeftOut(event.code, event.part, event.why) for event in inputs.left_out)
    tables = ListTables(
        draft.stored,
        draft.period,
        draft.roll,
        len(draft.adjustments),
        tuple(inputs.corrections),
        left_out,
        draft.no_federation,
        draft.unlisted,
    )

    def named(players: Sequence[int]) -> Mapping[int, PersonName]:
        people = facts(connection, players)
        return {player: PersonName(int(inputs.roster.id[player]), people[player].name) for player in players}

    return list_summary(ListHead(inputs.series, Month(inputs.replaced), inputs.sha256), tables, named)
