"""Open a published number: find what was stored of a player's period, and hand it to the explanation.

What was stored of the player's events is laid out again as the tables of a period, with those events only; of the list
before, what he waited with. Nothing is computed anew, and the articles are those of the law that the list carries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
from sqlalchemy import Connection, bindparam, select

from arpad.columns import I32, AdjustmentKind, Entries, Events, Firsts, Games, Ledger, Lines, Pool, Worksheets
from arpad.days import Day, Month
from arpad.explain.calculation import (
    Adjusted,
    Calculation,
    Corrected,
    PlayerTables,
    Revision,
    StoredRow,
    TitledName,
    calculation,
)
from arpad.explain.eventsheet import EventSheet, event_sheet
from arpad.explain.firstrating import EventName
from arpad.explain.later import Ended
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.office.book.content import Content, Head, unpacked
from arpad.office.book.lookup import EventPart, one_with, the_part
from arpad.office.book.waiting import pool_of
from arpad.office.publication.listlaw import ListLaw, law_of, opened_with
from arpad.office.publication.player_parts import PlayerParts, k_changes, opening_of
from arpad.office.publication.revised import NO_LAYERS, Layers, layers_of, revised_history, revised_parts, revision_of
from arpad.office.publication.storing import COMPUTED, OPENING, ListRow, require_list
from arpad.office.publication.wholes import OF_A_PART
from arpad.office.registry.identity import own_id
from arpad.office.registry.merging import aliases
from arpad.office.registry.players import facts
from arpad.office.rolls import last_rows, lists_of
from arpad.office.store import schema
from arpad.packed import split, unpack
from arpad.rating import Period

# What is asked for each number is written once: to make a statement takes longer than to answer it.
_content, _rated, _ledger, _part = schema.content, schema.rated, schema.ledger_part, schema.period_part
_event, _facts, _log = schema.event, schema.event_facts, schema.log
_with_keys = _content.c.event_key.in_(bindparam("keys", expanding=True))
_of_series = _rated.c.series.concat("") == bindparam(
    "series"
)  # so that the few keys are looked up, not all of a series
NOBODY_WAITED = Pool.room(0)
_facts_now = select(_facts.c.facts).where(_facts.c.event == _event.c.key).order_by(_facts.c.seq.desc()).limit(1)
_RATED = (
    select(_content.c.event_key, _content.c.packed, _ledger.c.packed.label("ledger"), schema.decision.c.event)
    .join(_ledger, _ledger.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .where(_ledger.c.series == bindparam("series"), _ledger.c.list == bindparam("list_"))
    .where(_ledger.c.decision.in_(select(_content.c.decision).where(_with_keys)))
)
_revised = schema.revised_ledger
_REVISED = (
    select(_content.c.event_key, _content.c.packed, _revised.c.packed.label("ledger"), schema.decision.c.event)
    .join(_revised, _revised.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .where(_revised.c.series == bindparam("series"), _revised.c.list == bindparam("list_"))
    .where(_revised.c.layer == bindparam("layer"), _with_keys)
)
_CALLED = (
    select(_content.c.event_key, _event.c.code, _facts_now.scalar_subquery().label("facts"))
    .join(_rated, _rated.c.decision == _content.c.decision)
    .join(_event, _event.c.key == _rated.c.event)
    .where(_of_series, _with_keys)
)
_REPORTED = (
    select(_content.c.event_key, _log.c.day)
    .join(_rated, _rated.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .join(schema.report, schema.report.c.seq == schema.decision.c.report)
    .join(_log, _log.c.seq == schema.report.c.log)
    .where(_of_series, _rated.c.part == 0, _with_keys)
)


@dataclass(frozen=True)
class RatedEvent:
    """An event of a list with its stored content and ledger."""

    key: int
    start: Day
    edition: Rulebook
    content: Content
    ledger: bytes
    registered: int  # its number among the registrations

    @property
    def head(self) -> Head | Events:
        """Its days and system; of an event in parts as it was rated together with the parts that had come."""
        joined = list(split(self.ledger))[OF_A_PART + 1 :]
        return unpack(Events, joined[0]) if joined else self.content.head


def explain(connection: Connection, series: str, list_: int, key: int, revised: bool = False) -> Calculation:
    """Return everything a list did to a player. `revised`: what it should have done, if it was revised since."""
    head = _head(connection, series, list_)
    layers = layers_of(connection, series) if revised else {}
    parts = PlayerParts.read(connection, (series, list_, layers.get(list_, 0)), key)
    known_at = max(head.log, layers.get(list_, 0))
    law, put_right = law_of(connection, series, list_), revision_of(connection, series, list_, key)
    shown = opened_with(law, lambda by: calculation(_stored(connection, by, known_at, parts, layers)))
    shown = replace(shown, opening=opening_of(connection, series, key))
    if AdjustmentKind.REVISION in (each.kind for each in shown.adjustments):
        shown = replace(shown, adjustments=tuple(_by_cases(connection, shown, key)))
    if put_right is None:
        return shown
    fields = put_right.original, put_right.revised, put_right.causes, put_right.cases
    return replace(shown, revision=Revision(*fields, shown=revised))


def _by_cases(connection: Connection, shown: Calculation, key: int) -> Iterator[Adjusted]:
    """Yield the adjustments; a revised base gets the codes of the cases that revised it."""
    before = max(at for at in lists_of(connection, shown.series) if at < shown.list)
    right = revision_of(connection, shown.series, before, key)
    for each in shown.adjustments:
        named = each.kind is AdjustmentKind.REVISION and right is not None
        yield replace(each, source=", ".join(right.cases)) if named and right is not None else each


def explain_event(connection: Connection, name: str) -> EventSheet:
    """Return what an event, or a part of it, was worth to everybody who played there."""
    part, rated = the_part(connection, name), schema.rated
    chosen = select(rated.c.decision).where(rated.c.event == part.event, rated.c.part == part.part)
    decision = connection.execute(chosen).scalar()
    if decision is None:
        raise Misuse("event-not-rated", event=part.name)
    series, list_ = part.series, int(part.life.rated)
    key = _key_on(connection, list_, part, decision)
    return opened_with(law_of(connection, series, list_), lambda by: _sheet(connection, by, part.name, key))


def _sheet(connection: Connection, law: ListLaw, name: str, key: int) -> EventSheet:
    """The event sheet of one event of a list."""
    head, events = _head(connection, law.series, law.list_), _events(connection, law, [key])
    period = _laid_out(law, events, Worksheets.room(0), Firsts.room(0))
    period = replace(period, k_changes=k_changes(connection, law.series, law.list_))
    people = _people(connection, period.entries.player.tolist(), head.log)
    called = _names(connection, law.series, [events[0].key])[events[0].key]
    reported = _reported(connection, law.series, [events[0].key]).get(events[0].key)
    ended = Ended(law.series, Day(int(period.events.end[0])).date, reported)
    return replace(event_sheet(period, ended, replace(called, code=name), people), law=law.used)


def _key_on(connection: Connection, list_: int, part: EventPart, decision: int) -> int:
    """The key under which a list has an event: its own, or that of the part or stage by which the whole is known."""
    content, ledger, rated = schema.content, schema.ledger_part, schema.rated
    rows = select(content.c.decision, content.c.event_key).join(ledger, ledger.c.decision == content.c.decision)
    whole = one_with(connection, part.event)
    rows = rows.join(rated, rated.c.decision == content.c.decision).where(rated.c.event.in_(whole))
    rows = rows.where(ledger.c.series == part.series, ledger.c.list == list_)
    keys = {row.decision: row.event_key for row in connection.execute(rows)}
    return int(keys.get(decision) or next(iter(keys.values())))


def _stored(connection: Connection, law: ListLaw, known_at: int, parts: PlayerParts, layers: Layers) -> PlayerTables:
    """Load the stored tables of a player's period, with names as known at an entry of the log; with layers, as
    revised."""
    series, list_, book, key = law.series, law.list_, law.book, parts.key
    rows = last_rows(connection, series, key, list_) | revised_history(connection, series, key, layers)
    before = max((at for at in rows if at < list_), default=0)
    alias = aliases(connection, known_at) if len(parts.firsts) else np.zeros(0, np.int32)
    waited = _waited(connection, law, key, alias, layers) if len(parts.firsts) else Pool.room(0)
    events = _events(connection, law, parts.lines.key.tolist(), layers)
    period = _laid_out(law, events, parts.worksheets, parts.firsts, waited)
    period = replace(period, k_changes=parts.k_changes)
    if not (rows.keys() & {before, list_} or len(period.entries) or len(period.firsts)):
        raise Misuse("not-on-list", Remedy.to("try-another-list"), number=own_id(key), series=series, list=Month(list_))
    earlier = _earlier(connection, series, waited, layers)
    players = {key, *(player for each in (period, *earlier) for player in each.entries.player.tolist())}
    keys = [*period.events.key.tolist(), *waited.key.tolist()]
    return PlayerTables(
        series,
        period,
        key,
        StoredRow(rows[before], _made_by(connection, series, before)) if before else None,
        StoredRow(rows[at], book) if (at := list_ if list_ in rows else before) else None,
        waited,
        parts.adjustments,
        _corrected(connection, series, list_, key) if len(parts.adjustments) else None,
        _people(connection, sorted(players), known_at),
        _names(connection, series, keys),
        law.used,
        _reported(connection, series, keys),
        earlier,
        frozenset(np.flatnonzero(alias == key).tolist()),
        int(parts.unlisted.reason[0]) if len(parts.unlisted) else 0,
    )


def _people(connection: Connection, keys: Sequence[int], known_at: int) -> dict[int, TitledName]:
    """Return how players are called, as known at an entry of the log."""
    people = facts(connection, keys, known_at=known_at)
    return {
        key: TitledName(own_id(key), person.name, person.title, person.federation) for key, person in people.items()
    }


def _earlier(connection: Connection, series: str, waited: Pool, layers: Layers) -> tuple[Period, ...]:
    """Load the events whose results waited for a player, as the lists that rated them have them."""
    counting = waited.take(waited.games > 0)
    lists = np.unique(counting.list).tolist()
    keys = {list_: counting.key[counting.list == list_].tolist() for list_ in lists}
    return tuple(_rated_on(connection, law_of(connection, series, list_), keys[list_], layers) for list_ in lists)


def _rated_on(connection: Connection, law: ListLaw, keys: list[int], layers: Layers) -> Period:
    """Load some events of a list as a period, opened with the law stored with the list."""
    none = Worksheets.room(0), Firsts.room(0)
    return opened_with(law, lambda by: _laid_out(by, _events(connection, by, keys, layers), *none))


def _reported(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, date]:
    """Return the day on which the report of each event came; events in parts have several and are left out."""
    rows = connection.execute(_REPORTED, {"series": series, "keys": sorted(set(keys))})
    return {row.event_key: Day(row.day).date for row in rows}


def _made_by(connection: Connection, series: str, list_: int) -> Rulebook:
    """The edition whose clauses decide K on a list."""
    return opened_with(law_of(connection, series, list_), lambda law: law.book)


def _head(connection: Connection, series: str, list_: int) -> ListRow:
    """The record of a list that was opened or computed here; any other is refused."""
    row = require_list(connection, series, list_)
    if row.kind not in (COMPUTED, OPENING):
        raise Misuse("list-not-computed", series=series, list=Month(list_))
    return row


def _waited(connection: Connection, law: ListLaw, key: int, alias: I32, layers: Layers) -> Pool:
    """The results that waited for a player after the list before, including those that came by merges."""
    series, list_ = law.series, law.list_
    previous = max((at for at in lists_of(connection, series) if at < list_), default=0)
    parts = revised_parts(connection, (series, previous, layers[previous]), key) if previous in layers else None
    if parts is not None:
        pool = unpack(Pool, parts.get("pool", b""))
        return pool.take(np.flatnonzero(pool.player == key))
    return pool_of(connection, series, previous, np.array([key], np.int32), alias)


def _names(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, EventName]:
    """Return how the rated events of a series are called, by key."""
    rows = connection.execute(_CALLED, {"series": series, "keys": sorted(set(keys))})
    named = {row.event_key: (row.code, json.loads(row.facts or "{}")) for row in rows}
    return {
        key: EventName(code, facts.get("name", ""), facts.get("federation", "")) for key, (code, facts) in named.items()
    }


def _events(connection: Connection, law: ListLaw, keys: Iterable[int], layers: Layers = NO_LAYERS) -> list[RatedEvent]:
    """Load the events of a list with these keys, in the order of the list."""
    parameters = {"series": law.series, "list_": law.list_, "keys": sorted(keys)}
    rows = {row.event_key: row for row in connection.execute(_RATED, parameters)}
    if law.list_ in layers:
        rows |= {row.event_key: row for row in connection.execute(_REVISED, {**parameters, "layer": layers[law.list_]})}
    events, registered = [_rated_event(law, *row) for row in rows.values()], law.by_registration
    return sorted(events, key=lambda e: (e.start, int(e.head.end[0]), e.registered if registered else 0, e.key))


def _rated_event(law: ListLaw, key: int, packed: bytes, ledger: bytes, registered: int) -> RatedEvent:
    """Unpack a stored event."""
    content = unpacked(packed)
    start = Day(int(content.head.start[0]))
    return RatedEvent(key, start, law.of_event(start.date), content, ledger, registered)


def _laid_out(
    law: ListLaw, events: list[RatedEvent], worksheets: Worksheets, firsts: Firsts, waited: Pool = NOBODY_WAITED
) -> Period:
    """Build the tables of a period from stored events, with the list's own edition as the last book.

    The editions of the results with which a newcomer waited are among the books.
    """
    list_, book = law.list_, law.book
    editions = [*(event.edition for event in events), *law.of_results(waited)]
    others = {edition.id: edition for edition in editions if edition.id != book.id}
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
    """The last correction of a player that shows on this list."""
    table, log = schema.correction, schema.log
    rows = select(table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_, table.c.player == key)
    entry = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).one_or_none()
    return None if entry is None else Corrected(entry.rating, entry.who, entry.why)
