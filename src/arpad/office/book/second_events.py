"""Say nothing of a first event that may be a second one: look for a newcomer's other events of the same list.

An examination knows the lists and what newcomers wait with, not the events that the next list will also take in. Where
it would disregard a result because nothing came before, and an admitted event of the player does come before, which of
them is the first and whether this one counts is decided when the list is made, and that is what is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.days import Day
from arpad.finding import Finding, Tier
from arpad.model import Report
from arpad.office.book.content import unpacked
from arpad.office.book.life import Standing
from arpad.office.book.lookup import event_parts
from arpad.office.store import schema

if TYPE_CHECKING:
    from arpad.office.book.examination import Matter

OF_A_FIRST = (
    "first-event/very-first",
    "first-event/until-one-counts",
    "minimum-event-games/until-one-counts",
    "first-result/until-one-counts",
)


def with_earlier_events(
    connection: Connection, matter: Matter, report: Report, counted: I32, findings: Iterable[Finding]
) -> Iterator[Finding]:
    """The findings, those about a first event as they are true beside the other events of the list."""
    row_of = report.rows()
    earlier: dict[int, str] | None = None  # by player
    for finding in findings:
        if finding.message not in OF_A_FIRST or not finding.player:
            yield finding
            continue
        if earlier is None:
            earlier = _admitted_before(connection, matter)
        code = earlier.get(int(counted[row_of[finding.player]]), "")
        if not code:
            yield finding
            continue
        fields = (*finding.fields, ("event", code))
        yield finding._replace(message=f"{finding.message}-after", fields=fields, tier=Tier.ADVICE)


def _admitted_before(connection: Connection, matter: Matter) -> dict[int, str]:
    """Who played in an event that comes before on the same list, so far as it is known: the code of one of them."""
    event = matter.event
    ours = Day.of(event.start), Day.of(event.end)
    content, rated, alike = schema.content, schema.rated, schema.event
    found: dict[int, str] = {}
    rows = select(content.c.decision, content.c.start, content.c.end, content.c.packed).join(
        schema.decision, schema.decision.c.seq == content.c.decision
    )
    rows = rows.join(alike, alike.c.key == schema.decision.c.event).where(alike.c.series == event.series)
    on_list = select(rated.c.list).where(rated.c.decision == content.c.decision).scalar_subquery()
    rows = rows.where(on_list == int(matter.rated) if matter.rated else on_list.is_(None), alike.c.key != event.key)
    before = {row.decision: row.packed for row in connection.execute(rows) if (row.start, row.end) < ours}
    if not before:
        return found
    for part in event_parts(connection, event.series):
        if part.life.where in (Standing.ADMITTED, Standing.RATED) and part.admitted in before:
            for key in np.unique(unpacked(before[part.admitted]).sitting.player).tolist():
                found.setdefault(int(key), part.name)
    return found
