"""Open a published number: find what was stored of a player's period, and hand it to the explanation.

What was stored of the player's events is laid out again as the tables of a period, with those events only; of the list
before, what he waited with. Nothing is computed anew, and the articles are those of the law that the list carries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import Adjustments, Entries, Events, Firsts, Games, Ledger, Lines, Pool, Table, Worksheets
from arpad.days import Day, Month
from arpad.explain.calculation import Calculation, Corrected, PlayerTables, StoredRow, TitledName, calculation
from arpad.explain.eventsheet import EventSheet, event_sheet
from arpad.explain.firstrating import EventName
from arpad.explain.later import Ended
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.office.book.content import Content, Head, unpacked
from arpad.office.book.lookup import EventPart, the_part
from arpad.office.book.waiting import pool_of
from arpad.office.publication.listlaw import ListLaw, law_of, opened_with
from arpad.office.publication.publish import PlayerLines
from arpad.office.publication.unlisted import reason_of
from arpad.office.publication.wholes import OF_A_PART
from arpad.office.registry.identity import own_id
from arpad.office.registry.merging import aliases
from arpad.office.registry.players import facts
from arpad.office.rolls import history, lists_of, missing
from arpad.office.store import schema
from arpad.office.store.packed import CHUNK, split, unpack
from arpad.rating import Period


@dataclass(frozen=True)
class RatedEvent:
    """An event of a list, as it was rated."""

    key: int
    start: Day
    edition: Rulebook
    content: Content
    ledger: bytes

    @property
    def head(self) -> Head | Events:
        """Its days and system: of an event in parts as it was rated, with the parts that had come."""
        joined = list(split(self.ledger))[OF_A_PART + 1 :]
        return unpack(Events, joined[0]) if joined else self.content.head


def explain(connection: Connection, series: str, list_: int, key: int) -> Calculation:
    """Everything a list did to a player."""
    _head(connection, series, list_)
    law = law_of(connection, series, list_)
    return opened_with(law, lambda by: calculation(_stored(connection, by, key)))


def explain_event(connection: Connection, name: str) -> EventSheet:
    """What an event, or a part of it, was worth to everybody who played there."""
    part, rated = the_part(connection, name), schema.rated
    chosen = select(rated.c.decision).where(rated.c.event == part.event, rated.c.part == part.part)
    decision = connection.execute(chosen).scalar()
    if decision is None:
        raise Misuse("event-not-rated", event=part.name)
    series, list_ = part.series, int(part.life.rated)
    key = _key_on(connection, list_, part, decision)
    return opened_with(law_of(connection, series, list_), lambda by: _sheet(connection, by, part.name, key))


def _sheet(connection: Connection, law: ListLaw, name: str, key: int) -> EventSheet:
    head, events = _head(connection, law.series, law.list_), _events(connection, law, [key])
    period = _laid_out(law, events, Worksheets.room(0), Firsts.room(0))
    people = _people(connection, period.entries.player.tolist(), head.log)
    called = _names(connection, law.series, [events[0].key])[events[0].key]
    reported = _reported(connection, law.series, [events[0].key]).get(events[0].key)
    ended = Ended(law.series, Day(int(period.events.end[0])).date, reported)
    return replace(event_sheet(period, ended, replace(called, code=name), people), law=law.used)


def _key_on(connection: Connection, list_: int, part: EventPart, decision: int) -> int:
    """The key under which a list has an event: its own, or that of the part by which an event in parts is known."""
    content, ledger, rated = schema.content, schema.ledger_part, schema.rated
    rows = select(content.c.decision, content.c.event_key).join(ledger, ledger.c.decision == content.c.decision)
    rows = rows.join(rated, rated.c.decision == content.c.decision).where(rated.c.event == part.event)
    rows = rows.where(ledger.c.series == part.series, ledger.c.list == list_)
    keys = {row.decision: row.event_key for row in connection.execute(rows)}
    return int(keys.get(decision) or next(iter(keys.values())))


def _stored(connection: Connection, law: ListLaw, key: int) -> PlayerTables:
    """What is stored of a player's period."""
    series, list_, book = law.series, law.list_, law.book
    head = _head(connection, series, list_)
    rows = dict(history(connection, series, key))
    before = max((at for at in rows if at < list_), default=0)
    period = _period(connection, law, key)
    if not (rows.keys() & {before, list_} or len(period.entries) or len(period.firsts)):
        raise Misuse("not-on-list", Remedy.to("try-another-list"), number=own_id(key), series=series, list=Month(list_))
    waited = _waited(connection, series, list_, key, head.log) if len(period.firsts) else Pool.room(0)
    earlier = _earlier(connection, series, waited)
    players = {key, *(player for each in (period, *earlier) for player in each.entries.player.tolist())}
    keys = [*period.events.key.tolist(), *waited.key.tolist()]
    alias = aliases(connection, head.log)
    return PlayerTables(
        series,
        period,
        key,
        StoredRow(rows[before], _made_by(connection, series, before)) if before else None,
        StoredRow(rows[at], book) if (at := list_ if list_ in rows else before) else None,
        waited,
        _part(connection, (series, list_, key), "adjustments", Adjustments),
        _corrected(connection, series, list_, key),
        _people(connection, sorted(players), head.log),
        _names(connection, series, keys),
        law.used,
        _reported(connection, series, keys),
        earlier,
        frozenset(np.flatnonzero(alias == key).tolist()),
        reason_of(connection, series, list_, key),
    )


def _people(connection: Connection, keys: Sequence[int], known_at: int) -> dict[int, TitledName]:
    """How people call these players, as known at an entry of the log."""
    known = facts(connection, keys, known_at=known_at)
    return {key: TitledName(own_id(key), person.name, person.title, person.federation) for key, person in known.items()}


def _earlier(connection: Connection, series: str, waited: Pool) -> tuple[Period, ...]:
    """The events that a player waited with, as the lists that rated them have them."""
    counting = waited.take(waited.games > 0)
    lists = np.unique(counting.list).tolist()
    return tuple(_rated_on(connection, series, list_, counting.key[counting.list == list_].tolist()) for list_ in lists)


def _rated_on(connection: Connection, series: str, list_: int, keys: list[int]) -> Period:
    """Some events of a list, with the law that the list carries."""
    none = Worksheets.room(0), Firsts.room(0)
    law = law_of(connection, series, list_)
    return opened_with(law, lambda by: _laid_out(by, _events(connection, by, keys), *none))


def _reported(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, date]:
    """On which day the report came by which each of these events was rated; of those in parts there are several."""
    content, rated, decision, report, log = (
        schema.content, schema.rated, schema.decision, schema.report, schema.log
    )  # fmt: skip
    rows = (
        select(content.c.event_key, log.c.day)
        .join(rated, rated.c.decision == content.c.decision)
        .join(decision, decision.c.seq == content.c.decision)
        .join(report, report.c.seq == decision.c.report)
        .join(log, log.c.seq == report.c.log)
        .where(rated.c.series == series, rated.c.part == 0, content.c.event_key.in_(sorted(set(keys))))
    )
    return {row.event_key: Day(row.day).date for row in connection.execute(rows)}


def _made_by(connection: Connection, series: str, list_: int) -> Rulebook:
    """The edition by whose clauses a list shows K."""
    return opened_with(law_of(connection, series, list_), lambda law: law.book)


def _head(connection: Connection, series: str, list_: int) -> Any:
    of = schema.rating_list
    row = connection.execute(select(of).where(of.c.series == series, of.c.list == list_)).one_or_none()
    if row is None:
        raise missing(series, list_, lists_of(connection, series))
    if row.kind != "computed":
        raise Misuse("list-not-computed", series=series, list=Month(list_))
    return row


Where = tuple[str, int, int]  # series, list, player
T = TypeVar("T", bound=Table)


def _part(connection: Connection, where: Where, name: str, kind: type[T]) -> T:
    """The rows of one player in a table of the period."""
    series, list_, key = where
    part = schema.period_part
    chosen = select(part.c.packed).where(
        part.c.series == series, part.c.list == list_, part.c.chunk == key // CHUNK, part.c.name == name
    )
    packed = connection.execute(chosen).scalar()
    table = unpack(kind, packed or b"")
    return table.take(np.flatnonzero(table.player == key))  # type: ignore[attr-defined]


def _waited(connection: Connection, series: str, list_: int, key: int, known_at: int) -> Pool:
    """What the list before left waiting, with what came to the player by merges."""
    previous = max((at for at in lists_of(connection, series) if at < list_), default=0)
    return pool_of(connection, series, previous, np.array([key], np.int32), aliases(connection, known_at))


def _names(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, EventName]:
    """How the rated events of a series are called, by the keys of their content."""
    content, rated, event, facts = schema.content, schema.rated, schema.event, schema.event_facts
    newest_facts = select(facts.c.facts).where(facts.c.event == event.c.key).order_by(facts.c.seq.desc()).limit(1)
    rows = (
        select(content.c.event_key, event.c.code, newest_facts.scalar_subquery().label("facts"))
        .join(rated, rated.c.decision == content.c.decision)
        .join(event, event.c.key == rated.c.event)
        .where(rated.c.series == series, content.c.event_key.in_(sorted(set(keys))))
    )
    given = {row.event_key: (row.code, json.loads(row.facts or "{}")) for row in connection.execute(rows)}
    return {
        key: EventName(code, facts.get("name", ""), facts.get("federation", "")) for key, (code, facts) in given.items()
    }


def _events(connection: Connection, law: ListLaw, keys: Iterable[int]) -> list[RatedEvent]:
    """The events of a list with these keys, by day and content."""
    content, ledger = schema.content, schema.ledger_part
    rows = (
        select(content.c.event_key, content.c.packed, ledger.c.packed.label("ledger"))
        .join(ledger, ledger.c.decision == content.c.decision)
        .where(ledger.c.series == law.series, ledger.c.list == law.list_, content.c.event_key.in_(sorted(keys)))
    )
    events = [_rated_event(law, *row) for row in connection.execute(rows)]
    return sorted(events, key=lambda event: (event.start, event.key))


def _rated_event(law: ListLaw, key: int, packed: bytes, ledger: bytes) -> RatedEvent:
    content = unpacked(packed)
    start = Day(int(content.head.start[0]))
    return RatedEvent(key, start, law.of_event(start.date), content, ledger)


def _period(connection: Connection, law: ListLaw, key: int) -> Period:
    """The tables of a period with a player's events only."""
    where = law.series, law.list_, key
    events = _events(connection, law, _part(connection, where, "lines", PlayerLines).key.tolist())
    worksheets = _part(connection, where, "worksheets", Worksheets)
    return _laid_out(law, events, worksheets, _part(connection, where, "firsts", Firsts))


def _laid_out(law: ListLaw, events: list[RatedEvent], worksheets: Worksheets, firsts: Firsts) -> Period:
    """Events as the tables of a period, by the book of the period."""
    list_, book = law.list_, law.book
    others = {event.edition.id: event.edition for event in events if event.edition.id != book.id}
    books = (*others.values(), book)
    places = {each.id: place for place, each in enumerate(books)}
    heads = [event.head for event in events]
    entries, lines, ledgers, games = [], [], [], []
    seats = count = 0
    for at, event in enumerate(events):
        first, second, third, *joined = split(event.ledger)
        entry, line, ledger = unpack(Entries, first), unpack(Lines, second), unpack(Ledger, third)
        game = unpack(Games, joined[0]) if joined else event.content.games
        entries.append(replace(entry, event=np.full(len(entry), at, np.int32)))
        lines.append(line)
        mine, theirs = ledger.entry + np.int32(seats), ledger.opponent + np.int32(seats)
        ledgers.append(replace(ledger, game=ledger.game + np.int32(count), entry=mine, opponent=theirs))
        games.append(replace(game, white=game.white + np.int32(seats), black=game.black + np.int32(seats)))
        seats, count = seats + len(entry), count + len(game)
    one_each = {name: np.array([int(getattr(head, name)[0]) for head in heads]) for name in ("start", "end", "system")}
    table = Events.of(
        key=np.array([event.key for event in events], np.int64),
        edition=np.array([places[event.edition.id] for event in events], np.uint8),
        championship=np.array([bool(head.championship[0]) for head in heads], bool),
        **one_each,
    )
    return Period(
        list_,
        books,
        table,
        Entries.join(entries),
        Games.join(games),
        Ledger.join(ledgers),
        Lines.join(lines),
        worksheets,
        firsts,
        Pool.room(0),
    )


def _corrected(connection: Connection, series: str, list_: int, key: int) -> Corrected | None:
    """The last entry of an officer that corrects the rating for this list."""
    table, log = schema.correction, schema.log
    rows = select(table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_, table.c.player == key)
    entry = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).one_or_none()
    return None if entry is None else Corrected(entry.rating, entry.who, entry.why)
