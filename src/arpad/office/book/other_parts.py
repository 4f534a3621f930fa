"""Gather the other parts of an event, for the examination of one: those that are admitted or rated, as they are stored.

A part that is rated already is examined with those that were on the same list or on earlier ones. Whether the event
goes on is answered as if this part were admitted: no part waits, the last day is there, and no round is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.other_parts import OtherPart, OtherParts
from arpad.columns import I32, Bools, Events, Games
from arpad.days import Month
from arpad.examining.whole import PartsBefore
from arpad.frozen import dataclass
from arpad.lists.beside import at_home, home_federation, seating_series
from arpad.lists.seats import Unseated
from arpad.office.book.content import Content, unpacked
from arpad.office.book.course import DECIDED, GONE, EventInParts, PartCome, parts_of_event
from arpad.office.registry.players import facts as people_of
from arpad.office.rolls import lists_of, rows_of
from arpad.office.store.schema import content

if TYPE_CHECKING:
    from arpad.law import Rulebook
    from arpad.model import Report
    from arpad.office.book.examination import Matter
    from arpad.office.book.records import Records


NO_LIST_YET, DAY_ONE = Month(999912), date.min


@dataclass(frozen=True)
class SeenPart:
    """The part that is examined, its rulebook, and the registry keys under which its players are rated."""

    matter: Matter
    report: Report
    keys: I32
    book: Rulebook
    lists: tuple[int, ...]  # the list that seats it, and the one that its list replaces


@dataclass(frozen=True)
class StoredPart:
    """Another part of the event, with the tables of its admission."""

    come: PartCome
    content: Content
    keys: I32  # the registry key under which each of its players is rated
    key: int  # of the event in the tables of a period


@dataclass(frozen=True)
class Gathered:
    """The other parts, in the form for admission and in the form for a rating period; None where there are none."""

    others: OtherParts | None = None
    before: PartsBefore | None = None


def other_parts(connection: Connection, records: Records, seen: SeenPart) -> Gathered:
    """The other parts that are admitted or rated, in the order in which they were rated or played."""
    matter = seen.matter
    if not matter.part:
        return Gathered()
    event = parts_of_event(connection, matter.event.key)
    come = [part for part in event.parts if _counts(part, matter)] if event is not None else []
    come.sort(key=lambda part: (part.list_ or NO_LIST_YET, part.last if part.list_ is None else DAY_ONE, part.part))
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
    others = OtherParts(tuple(parts), names, published | stands_in, published, goes_on)
    federations = tuple(known[key].federation for key in behind)
    return Gathered(others, _before(connection, records, seen, _Laid(stored, parts, behind, federations)))


@dataclass(frozen=True)
class _Laid:
    """The other parts as tables, and the players who sat only there."""

    stored: Sequence[StoredPart]
    parts: Sequence[OtherPart]
    behind: Sequence[int]  # keys of the players who stand behind those of the report
    federations: Sequence[str]  # of these players

    @property
    def contents(self) -> list[Content]:
        return [part.content for part in self.stored]


def _before(connection: Connection, records: Records, seen: SeenPart, laid: _Laid) -> PartsBefore | None:
    """The other parts as a rating period takes them; None where there is none, or a list that seated one is gone."""
    contents = laid.contents
    if not contents:
        return None
    series, beside, home = seen.matter.event.series, seating_series(seen.book), home_federation(seen.book)
    keys = np.concatenate([seen.keys, np.array(laid.behind, np.int32)]).astype(np.int32)
    seated_by = [int(tables.head.seated_by[0]) for tables in contents]
    months = {*seen.lists, *seated_by}
    own = {
        list_: rows_of(records.merged(connection, series, list_), keys)
        for list_ in months.intersection(lists_of(connection, series))
    }
    if not own.keys() >= set(seated_by):
        return None
    other = {
        list_: rows_of(records.roll(connection, beside, list_), keys)
        for list_ in months.intersection(lists_of(connection, beside) if beside else ())
    }
    heads = [tables.part for tables in contents]
    return PartsBefore(
        _events_of_parts(laid),
        _players_of_parts(laid),
        _games_of_parts(contents),
        np.array([int(head.declared[0]) if head is not None else 0 for head in heads], np.uint8),
        np.array([int(head.scheduled[0]) if head is not None else 0 for head in heads], np.uint16),
        np.array([part.come.list_ is not None for part in laid.stored], bool),
        own,
        other,
        np.array([at_home(federation, home) for federation in laid.federations], bool),
    )


def _events_of_parts(laid: _Laid) -> Events:
    """A row of events for each part."""
    heads = [tables.head for tables in laid.contents]
    return Events.of(
        key=np.array([part.key for part in laid.stored], np.int64),
        start=np.concatenate([head.start for head in heads]),
        end=np.concatenate([head.end for head in heads]),
        edition=np.zeros(len(heads), np.uint8),
        system=np.concatenate([head.system for head in heads]),
        championship=np.concatenate([head.championship for head in heads]),
    )


def _players_of_parts(laid: _Laid) -> Unseated:
    """Who plays in each part, and by which list each part was seated."""
    contents = laid.contents
    sizes = [len(tables.sitting) for tables in contents]
    return Unseated(
        np.concatenate([tables.head.seated_by for tables in contents]),
        np.repeat(np.arange(len(contents), dtype=np.int32), sizes),
        np.concatenate([part.people for part in laid.parts]),
        np.concatenate([tables.sitting.status for tables in contents]),
    )


def _games_of_parts(contents: Sequence[Content]) -> Games:
    """The games of all parts; white and black are rows of the players of all parts."""
    offsets = np.cumsum([0, *(len(tables.sitting) for tables in contents)])[:-1]
    return Games.join(
        [
            replace(tables.games, white=tables.games.white + at, black=tables.games.black + at)
            for tables, at in zip(contents, offsets.astype(np.int32), strict=True)
        ]
    )


def _counts(part: PartCome, matter: Matter) -> bool:
    """Whether a part is looked at: another one, admitted or rated, not on a later list than the examined part."""
    if part.part == matter.part or part.standing not in DECIDED:
        return False
    return not matter.rated or (part.list_ is not None and part.list_ <= matter.rated)


def _stored(connection: Connection, records: Records, part: PartCome) -> StoredPart:
    """A part with the tables of its last admission."""
    rows = select(content.c.packed, content.c.event_key).where(content.c.decision == part.admitted)
    row = connection.execute(rows).one()
    tables = unpacked(row.packed)
    return StoredPart(part, tables, records.counted_as(connection, tables.sitting.player), row.event_key)


def _shown(
    connection: Connection, records: Records, seen: SeenPart, stored: Sequence[StoredPart], behind: Sequence[int]
) -> tuple[Bools, Bools]:
    """For each player who sat only in other parts: whether the lists that seated those had a rating of the series, and
    whether they had one of the series beside it."""
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
    """Whether more of the event is to come once the examined part is admitted."""
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
