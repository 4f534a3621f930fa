"""Correct findings about a newcomer's first event where another admitted event of the same list comes before it.

An examination knows the published lists and the pool, not the other events that the next list will take in. Where it
would disregard a result as the very first one, and an admitted event of the player comes before, the list decides
later which of them counts. The finding then says so.
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
from arpad.office.book.lookup import event_parts, events_on
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
    """The findings; those about a first event become advice where an admitted event of the same list comes before.

    `counted` maps a start number to the registry key under which the player is rated.
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
    """For each player of an admitted or rated event that comes before on the same list: the name of such an event."""
    event, ours = matter.event, (matter.event.start, matter.event.end)
    keys = events_on(connection, event.series, int(matter.rated))
    parts = [part for part in event_parts(connection, keys=keys) if part.event != event.key]
    before = [part for part in parts if part.life.where in (Standing.ADMITTED, Standing.RATED)]
    admitted = _sitting(connection, [part.admitted for part in before])
    names: dict[int, str] = {}
    for part in before:
        if admitted[SITTING, part.admitted].days < tuple(map(Day.of, ours)):
            for key in admitted[SITTING, part.admitted].players:
                names.setdefault(key, part.name)
    return names


@dataclass(frozen=True)
class _There:
    """First and last day of an admitted event, and the keys of its players."""

    days: tuple[int, int]
    players: tuple[int, ...]


def _sitting(connection: Connection, decisions: list[int]) -> dict[Any, _There]:
    """Days and players of admitted events, by their admissions; remembered, because an admission never changes."""
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
