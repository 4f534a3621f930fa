"""Gather the other parts of an event, for the examination of one: those that are admitted or rated, as they are stored.

Stages that are joined are gathered in the same way, for the examination of one of them.
A part that is rated already is seen with those that were on the same list or on earlier ones. Whether the event goes on
with this part is asked as if it were admitted: nothing else waits, its last day is there, and no round is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.other_parts import OtherPart, OtherParts
from arpad.columns import I16, I32, Bools, Events, Games
from arpad.days import Month
from arpad.examining.whole import PartsBefore
from arpad.frozen import dataclass
from arpad.lists.beside import at_home, home_federation, seating_series
from arpad.lists.seats import Unseated
from arpad.office.book.content import Content, unpacked
from arpad.office.book.course import DECIDED, EventInParts, PartCome, event_around
from arpad.office.book.lookup import part_name
from arpad.office.registry.players import facts as people_of
from arpad.office.rolls import lists_of, rows_of
from arpad.office.store.schema import content
from arpad.rating.change import listed

if TYPE_CHECKING:
    from arpad.law import Rulebook
    from arpad.model import Report
    from arpad.office.book.examination import Matter
    from arpad.office.book.records import Records


NO_LIST_YET, DAY_ONE = Month(999912), date.min


@dataclass(frozen=True)
class SeenPart:
    """The part that is examined, and as whom its players are rated."""

    matter: Matter
    report: Report
    keys: I32
    book: Rulebook
    lists: tuple[int, ...]  # those that seat it, and that its list replaces


@dataclass(frozen=True)
class StoredPart:
    """Another part, as it was admitted."""

    come: PartCome
    content: Content
    keys: I32  # as whom each of its players is rated
    key: int  # in the tables of a period


@dataclass(frozen=True)
class Gathered:
    """The other parts, as admission and as a period looks at them; nothing where the event is not in parts."""

    others: OtherParts | None = None
    before: PartsBefore | None = None


def other_parts(connection: Connection, records: Records, seen: SeenPart) -> Gathered:
    """The other parts or stages that are admitted or rated, in the order in which they were rated or played."""
    matter = seen.matter
    if not matter.part and matter.joined is None:
        return Gathered()
    event = event_around(connection, matter.event.key)
    come = [part for part in event.parts if _counts(part, matter)] if event is not None else []
    come.sort(key=lambda part: (part.list_ or NO_LIST_YET, part.last if part.list_ is None else DAY_ONE))
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
    shown, published = _shown(connection, records, seen, stored, behind)
    names, goes_on = tuple(known[key].name for key in behind), _goes_on(seen, event, come)
    others = OtherParts(tuple(parts), names, shown, published, goes_on)
    federations = tuple(known[key].federation for key in behind)
    return Gathered(others, _before(connection, records, seen, _Laid(stored, parts, behind, federations)))


@dataclass(frozen=True)
class _Laid:
    """The other parts, who sits there, and who stands only there."""

    stored: Sequence[StoredPart]
    parts: Sequence[OtherPart]
    behind: Sequence[int]
    federations: Sequence[str]


def _before(connection: Connection, records: Records, seen: SeenPart, laid: _Laid) -> PartsBefore | None:
    """The other parts as a period takes them; None where there is none, or a list that seated one is gone."""
    contents = [part.content for part in laid.stored]
    if not contents:
        return None
    series, beside, home = seen.matter.event.series, seating_series(seen.book), home_federation(seen.book)
    keys = np.concatenate([seen.keys, np.array(laid.behind, np.int32)]).astype(np.int32)
    wanted = {*seen.lists, *(int(tables.head.seated_by[0]) for tables in contents)}
    have = wanted.intersection(lists_of(connection, series))
    own = {list_: rows_of(records.merged(connection, series, list_), keys) for list_ in have}
    have = wanted.intersection(lists_of(connection, beside)) if beside else set()
    other = {list_: rows_of(records.roll(connection, beside, list_), keys) for list_ in have}
    if any(int(tables.head.seated_by[0]) not in own for tables in contents):
        return None
    heads = [tables.head for tables in contents]
    events = Events.of(
        key=np.array([part.key for part in laid.stored], np.int64),
        start=np.concatenate([head.start for head in heads]),
        end=np.concatenate([head.end for head in heads]),
        edition=np.zeros(len(heads), np.uint8),
        system=np.concatenate([head.system for head in heads]),
        championship=np.concatenate([head.championship for head in heads]),
    )
    sizes = [len(tables.sitting) for tables in contents]
    offsets = np.cumsum([0, *sizes])[:-1]
    games = Games.join(
        [
            replace(tables.games, white=tables.games.white + at, black=tables.games.black + at)
            for tables, at in zip(contents, offsets.astype(np.int32), strict=True)
        ]
    )
    there = Unseated(
        np.concatenate([head.seated_by for head in heads]),
        np.repeat(np.arange(len(heads), dtype=np.int32), sizes),
        np.concatenate([part.people for part in laid.parts]),
        np.concatenate([tables.sitting.status for tables in contents]),
    )
    heads_of_parts = [tables.part for tables in contents]
    return PartsBefore(
        events,
        there,
        games,
        np.array([int(head.declared[0]) if head is not None else 0 for head in heads_of_parts], np.uint8),
        np.array([int(head.scheduled[0]) if head is not None else 0 for head in heads_of_parts], np.uint16),
        np.array([part.come.list_ is not None for part in laid.stored], bool),
        own,
        other,
        np.array([at_home(federation, home) for federation in laid.federations], bool),
    )


def _counts(part: PartCome, matter: Matter) -> bool:
    if part.name == part_name(matter.event.code, matter.part) or part.standing not in DECIDED:
        return False
    return not matter.rated or (part.list_ is not None and part.list_ <= matter.rated)


def _stored(connection: Connection, records: Records, part: PartCome) -> StoredPart:
    rows = select(content.c.packed, content.c.event_key).where(content.c.decision == part.admitted)
    row = connection.execute(rows).one()
    tables = unpacked(row.packed)
    return StoredPart(part, tables, records.counted_as(connection, tables.sitting.player), row.event_key)


def _shown(
    connection: Connection, records: Records, seen: SeenPart, stored: Sequence[StoredPart], behind: Sequence[int]
) -> tuple[I16, Bools]:
    """Of those who stand only in other parts: the highest rating with which they sat down there, or 0, and whether it
    is one of the series and none that stood in."""
    series, beside = seen.matter.event.series, seating_series(seen.book)
    place = {key: at for at, key in enumerate(behind)}
    shown: dict[str, I16] = {name: np.zeros(len(behind), np.int16) for name in (series, beside or "-")}
    for part in stored:
        list_ = int(part.content.head.seated_by[0])
        rows = [(key, place[key]) for key in part.keys.tolist() if key in place]
        for name in filter(None, (series, beside)):
            if rows and list_ in lists_of(connection, name):
                roll = rows_of(records.merged(connection, name, list_), np.array([key for key, _ in rows], np.int32))
                at = [at for _, at in rows]
                shown[name][at] = np.maximum(shown[name][at], np.where(listed(roll.state), roll.rating, 0))
    published = shown[series] > 0
    return np.where(published, shown[series], shown[beside or "-"]).astype(np.int16), published


def _goes_on(seen: SeenPart, event: EventInParts | None, come: Sequence[PartCome]) -> bool:
    matter = seen.matter
    if event is not None and event.ended is not None:
        return False
    days = seen.report.days_played() or (matter.event.start, matter.event.start)
    name, end = part_name(matter.event.code, matter.part), matter.event.end if event is None else event.end
    waiting = [part for part in (event.parts if event is not None else ()) if part.name != name and part.awaited]
    rounds = {*np.unique(seen.report.games().round).tolist(), *(turn for part in come for turn in part.rounds)}
    missing = set(range(1, max(rounds, default=0))) - rounds
    return bool(waiting or missing or max(days[1], *(part.last for part in come), days[1]) < end)
