"""Say nothing of a first event that may be a second one: look for a newcomer's other events of the same list.

An examination knows the lists and what newcomers wait with, not the events that the next list will also take in. Where
it would disregard a result because nothing came before, and an admitted event of the player does come before, which of
them is the first and whether this one counts is decided when the list is made, and that is what is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Finding, Tier
from arpad.frozen import dataclass
from arpad.office.book.content import unpacked
from arpad.office.book.life import Standing
from arpad.office.book.lookup import event_parts, events_on, one_with
from arpad.office.store import schema
from arpad.office.store.bulk import one_of
from arpad.office.store.memory import Subject, recall_each

if TYPE_CHECKING:
    from arpad.office.book.examination import Matter

SITTING = "sitting"
OF_A_FIRST = (
    "first-event/very-first",
    "first-event/until-one-counts",
    "minimum-event-games/until-one-counts",
    "first-result/until-one-counts",
)


def with_earlier_events(
    connection: Connection, matter: Matter, counted: Mapping[int, int], findings: Iterable[Finding]
) -> Iterator[Finding]:
    """The findings, those about a first event as they are true beside the other events of the list.

    `counted` says as whom the player with a start number is rated.
    """
    earlier: dict[int, str] | None = None  # by player
    for finding in findings:
        if finding.message not in OF_A_FIRST or not finding.player:
            yield finding
            continue
        if earlier is None:
            earlier = _admitted_before(connection, matter)
        code = earlier.get(counted[finding.player], "")
        if not code:
            yield finding
            continue
        fields = (*finding.fields, ("event", code))
        yield finding._replace(message=f"{finding.message}-after", fields=fields, tier=Tier.ADVICE)


def _admitted_before(connection: Connection, matter: Matter) -> dict[int, str]:
    """Who played in an event that comes before on the same list, so far as it is known: the code of one of them."""
    event, ours = matter.event, (matter.event.start, matter.event.end)
    keys = events_on(connection, event.series, int(matter.rated))
    same = one_with(connection, event.key)  # stages of one event come not before each other
    parts = [part for part in event_parts(connection, keys=keys) if part.event not in same]
    before = [part for part in parts if part.life.where in (Standing.ADMITTED, Standing.RATED)]
    there = _sitting(connection, [part.admitted for part in before])
    found: dict[int, str] = {}
    for part in before:
        days = there[SITTING, part.admitted].days
        if (*days, part.event) < (*map(Day.of, ours), event.key):  # of the same days the earlier registered
            for key in there[SITTING, part.admitted].players:
                found.setdefault(key, part.name)
    return found


@dataclass(frozen=True)
class _There:
    """The days of an admitted event, and who sat there."""

    days: tuple[int, int]
    players: tuple[int, ...]


def _sitting(connection: Connection, decisions: list[int]) -> dict[Any, _There]:
    """Who sat in admitted events; what was admitted never changes."""
    content = schema.content

    def look(some: list[Any]) -> dict[Any, _There]:
        columns = (content.c.decision, content.c.start, content.c.end, content.c.packed)
        rows = select(*columns).where(one_of(connection, content.c.decision, [seq for _, seq in some]))
        return {
            (SITTING, row.decision): _There(
                (row.start, row.end), tuple(np.unique(unpacked(row.packed).sitting.player).tolist())
            )
            for row in connection.execute(rows).all()
        }

    return recall_each(connection, Subject.EVENTS, [(SITTING, seq) for seq in decisions], look)
