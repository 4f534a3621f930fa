"""Gather the other parts of an event, for the examination of one: those that are admitted or rated, as they are stored.

A part that is rated already is seen with those that were on the same list or on earlier ones. Whether the event goes on
with this part is asked as if it were admitted: nothing else waits, its last day is there, and no round is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.other_parts import OtherPart, OtherParts
from arpad.columns import I32, Bools
from arpad.lists.beside import seating_series
from arpad.office.book.content import Content, unpacked
from arpad.office.book.course import DECIDED, GONE, EventInParts, PartCome, parts_of_event
from arpad.office.registry.players import facts as people_of
from arpad.office.rolls import lists_of
from arpad.office.store.schema import content

if TYPE_CHECKING:
    from arpad.law import Rulebook
    from arpad.model import Report
    from arpad.office.book.examination import Matter, Records


@dataclass(frozen=True)
class SeenPart:
    """The part that is examined, and as whom its players are rated."""

    matter: Matter
    report: Report
    keys: I32
    book: Rulebook


@dataclass(frozen=True)
class StoredPart:
    """Another part, as it was admitted."""

    come: PartCome
    content: Content
    keys: I32  # as whom each of its players is rated


def other_parts(connection: Connection, records: Records, seen: SeenPart) -> OtherParts | None:
    """The other parts; None where the event is not in parts."""
    matter = seen.matter
    if not matter.part:
        return None
    event = parts_of_event(connection, matter.event.key)
    come = [part for part in event.parts if _counts(part, matter)] if event is not None else []
    stored = [_stored(connection, records, part) for part in come]
    place = {key: row for row, key in enumerate(seen.keys.tolist()) if key >= 0}
    behind = list(dict.fromkeys(key for part in stored for key in part.keys.tolist() if key not in place))
    place |= {key: len(seen.keys) + at for at, key in enumerate(behind)}
    parts = [
        OtherPart(each.come.name, each.come.last, np.array([place[key] for key in each.keys.tolist()], np.int32),
                  each.content.games)
        for each in stored
    ]  # fmt: skip
    known = people_of(connection, behind)
    published, stands_in = _shown(connection, records, seen, stored, behind)
    names, goes_on = tuple(known[key].name for key in behind), _goes_on(seen, event, come)
    return OtherParts(tuple(parts), names, published | stands_in, published, goes_on)


def _counts(part: PartCome, matter: Matter) -> bool:
    if part.part == matter.part or part.standing not in DECIDED:
        return False
    return not matter.rated or (part.list_ is not None and part.list_ <= matter.rated)


def _stored(connection: Connection, records: Records, part: PartCome) -> StoredPart:
    packed = connection.execute(select(content.c.packed).where(content.c.decision == part.admitted)).scalar_one()
    tables = unpacked(packed)
    return StoredPart(part, tables, records.counted_as(connection, tables.sitting.player))


def _shown(
    connection: Connection, records: Records, seen: SeenPart, stored: Sequence[StoredPart], behind: Sequence[int]
) -> tuple[Bools, Bools]:
    """Of those who stand only in other parts: who sat down there with a rating of the series, or of the one beside."""
    series, beside = seen.matter.event.series, seating_series(seen.book)
    place = {key: at for at, key in enumerate(behind)}
    shown: dict[str, Bools] = {name: np.zeros(len(behind), bool) for name in (series, beside or "-")}
    for part in stored:
        list_ = int(part.content.head.seated_by[0])
        rows = [(key, place[key]) for key in part.keys.tolist() if key in place]
        for name in filter(None, (series, beside)):
            if rows and list_ in lists_of(connection, name):
                ratings = records.merged(connection, name, list_).rating
                shown[name][[at for _, at in rows]] |= ratings[[key for key, _ in rows]] > 0
    return shown[series], shown[beside or "-"]


def _goes_on(seen: SeenPart, event: EventInParts | None, come: Sequence[PartCome]) -> bool:
    matter = seen.matter
    if event is not None and event.ended is not None:
        return False
    days = seen.report.days_played() or (matter.event.start, matter.event.start)
    waiting = [
        part
        for part in (event.parts if event is not None else ())
        if part.part != matter.part and part.standing not in (*GONE, *DECIDED)
    ]
    rounds = {*np.unique(seen.report.games().round).tolist(), *(turn for part in come for turn in part.rounds)}
    missing = set(range(1, max(rounds, default=0))) - rounds
    return bool(waiting or missing or max(days[1], *(part.last for part in come), days[1]) < matter.event.end)
