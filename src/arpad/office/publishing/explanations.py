"""Explain a player's number on a list, or a rated event, from what was stored with the list.

The stored tables of the player's period are loaded with the player's events only and handed to `explain`. Nothing is
computed again; articles come from the law stored with the list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

import numpy as np
from sqlalchemy import Connection, bindparam, select

from arpad.columns import (
    I32,
    AdjustmentKind,
    Adjustments,
    Entries,
    Events,
    Firsts,
    Games,
    KChanges,
    Ledger,
    Lines,
    Pool,
    Roll,
    Table,
    Worksheets,
    label,
)
from arpad.days import Day, Month
from arpad.explain.calculation import (
    Adjusted,
    Calculation,
    Corrected,
    OpeningRow,
    PlayerTables,
    Revision,
    StoredRow,
    TitledName,
    calculation,
    opening_row,
)
from arpad.explain.calculation import (
    ListRow as ShownRow,
)
from arpad.explain.event_sheet import EventSheet, event_sheet
from arpad.explain.first_rating import EventName
from arpad.explain.list_reasons import Ended
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.listing import UnlistedPlayers
from arpad.lists.marks import BY_CHOICE, other_k
from arpad.lists.sealed import K_CHANGES, UNLISTED, ConclusionRows, PlayerLines
from arpad.office.book.admitted_content import AdmittedContent, AdmittedHead, unpack_content
from arpad.office.book.event_lookup import EventPart, find_single_part, one_with
from arpad.office.book.merged_rolls import read_pool_of_players
from arpad.office.publishing.list_law import ListLaw, law_of_list, open_with_law
from arpad.office.publishing.list_storage import COMPUTED, OPENING, ListRow, require_list
from arpad.office.publishing.revised_rows import (
    NO_LAYERS,
    Layer,
    Layers,
    revised_rows_of_player,
    revised_tables_of_player,
    revision_layers,
    revision_of_row,
)
from arpad.office.publishing.whole_events import TABLES_OF_A_PART
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import ROLL_COLUMNS, last_player_rows, published_lists
from arpad.office.store import schema
from arpad.packed import CHUNK, row_of, split, unpack
from arpad.rating import Period

_period_part = schema.period_part
_TABLES_OF_CHUNK_QUERY = select(_period_part.c.name, _period_part.c.packed).where(
    _period_part.c.series == bindparam("series"),
    _period_part.c.list == bindparam("list_"),
    _period_part.c.chunk == bindparam("chunk"),
)

_OPENING_TABLE_QUERY = (
    select(_period_part.c.list, _period_part.c.packed)
    .where(
        _period_part.c.series == bindparam("series"),
        _period_part.c.chunk == bindparam("chunk"),
        _period_part.c.name == OPENING,
    )
    .order_by(_period_part.c.list.desc())
)

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class PlayerPeriodRows:
    """The stored rows of one player in the tables of the period of a list."""

    key: int
    lines: PlayerLines
    worksheets: Worksheets
    firsts: Firsts
    adjustments: Adjustments
    unlisted: UnlistedPlayers
    k_changes: KChanges

    @classmethod
    def read(cls, connection: Connection, layer: Layer, key: int) -> PlayerPeriodRows:
        """Read the rows as published. If `layer` (series, list, log entry of the revision or 0) names a revision in
        which the player's row differs, read them as revised."""
        where = {"series": layer[0], "list_": layer[1], "chunk": key // CHUNK}
        packed = revised_tables_of_player(connection, layer, key) if layer[2] else None
        if packed is None:
            packed = {row.name: row.packed for row in connection.execute(_TABLES_OF_CHUNK_QUERY, where)}

        def of(name: str, kind: type[T]) -> T:
            table = unpack(kind, packed.get(name, b""))
            return table.take(np.flatnonzero(table.player == key))  # type: ignore[attr-defined]

        return cls(
            key,
            of("lines", PlayerLines),
            of("worksheets", Worksheets),
            of("firsts", Firsts),
            of("adjustments", Adjustments),
            of(UNLISTED, UnlistedPlayers),
            of(K_CHANGES, KChanges),
        )


def k_changes_of_list(connection: Connection, series: str, list_: int) -> KChanges:
    """Return the stored K changes within the period of a list, for all players; empty unless an edition counts game
    by game."""
    rows = (
        select(_period_part.c.packed)
        .filter_by(series=series, list=list_, name=K_CHANGES)
        .order_by(_period_part.c.chunk)
    )
    return KChanges.join([KChanges.room(0), *(unpack(KChanges, each) for each in connection.execute(rows).scalars())])


def opening_row_of_player(connection: Connection, series: str, key: int) -> OpeningRow | None:
    """Return what the opening list of a series says of a player, and where each fact comes from. None if the series
    was not opened with a list, or the player is not on it."""
    stored = connection.execute(_OPENING_TABLE_QUERY, {"series": series, "chunk": key // CHUNK}).first()
    conclusions = row_of(ConclusionRows, stored.packed, key) if stored is not None else None
    if stored is None or conclusions is None:
        return None
    rows = last_player_rows(connection, series, key, stored.list)
    return opening_row(Month(stored.list), rows[max(rows)], conclusions)


# These statements are built once, at import: to build one takes longer than to answer it.
_content, _rated, _ledger, _part = schema.content, schema.rated, schema.ledger_part, schema.period_part
_event, _facts, _log = schema.event, schema.event_facts, schema.log
_with_keys = _content.c.event_key.in_(bindparam("keys", expanding=True))
_of_series = _rated.c.series.concat("") == bindparam(
    "series"
)  # so that the few keys are looked up, not all of a series
NOBODY_WAITED = Pool.room(0)
PROVED_BY = ("rating", "games", "highest")  # what K follows from, beside the age
_facts_now = select(_facts.c.facts).where(_facts.c.event == _event.c.key).order_by(_facts.c.seq.desc()).limit(1)
_RATED_EVENTS_QUERY = (
    select(_content.c.event_key, _content.c.packed, _ledger.c.packed.label("ledger"), schema.decision.c.event)
    .join(_ledger, _ledger.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .where(_ledger.c.series == bindparam("series"), _ledger.c.list == bindparam("list_"))
    .where(_ledger.c.decision.in_(select(_content.c.decision).where(_with_keys)))
)
_revised = schema.revised_ledger
_REVISED_EVENTS_QUERY = (
    select(_content.c.event_key, _content.c.packed, _revised.c.packed.label("ledger"), schema.decision.c.event)
    .join(_revised, _revised.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .where(_revised.c.series == bindparam("series"), _revised.c.list == bindparam("list_"))
    .where(_revised.c.layer == bindparam("layer"), _with_keys)
)
_EVENT_NAMES_QUERY = (
    select(_content.c.event_key, _event.c.code, _facts_now.scalar_subquery().label("facts"))
    .join(_rated, _rated.c.decision == _content.c.decision)
    .join(_event, _event.c.key == _rated.c.event)
    .where(_of_series, _with_keys)
)
_REPORT_DAYS_QUERY = (
    select(_content.c.event_key, _log.c.day)
    .join(_rated, _rated.c.decision == _content.c.decision)
    .join(schema.decision, schema.decision.c.seq == _content.c.decision)
    .join(schema.report, schema.report.c.seq == schema.decision.c.report)
    .join(_log, _log.c.seq == schema.report.c.log)
    .where(_of_series, _rated.c.part == 0, _with_keys)
)


@dataclass(frozen=True)
class RatedEvent:
    """An event of a list with its stored content and ledger (the packed tables of what the list gave each game)."""

    key: int
    start: Day
    edition: Rulebook
    content: AdmittedContent
    ledger: bytes
    registered: int  # its number among the registrations
    seated: Month | None  # the list that gave the ratings; None where parts were rated together

    @property
    def head(self) -> AdmittedHead | Events:
        """Its days and system. An event that was rated together with earlier parts has those of the joined event."""
        joined = list(split(self.ledger))[TABLES_OF_A_PART + 1 :]
        return unpack(Events, joined[0]) if joined else self.content.head


def explain_player_on_list(
    connection: Connection, series: str, list_: int, key: int, revised: bool = False
) -> Calculation:
    """Return the stored calculation of a player's row on a list; nothing is computed again. `revised`: from the
    corrected tables, if an approved case changed the row; a correction is named in either case. Refuses imported
    and unknown lists, and a player who has no row and no event there."""
    head = _require_list_made_here(connection, series, list_)
    layers = revision_layers(connection, series) if revised else {}
    parts = PlayerPeriodRows.read(connection, (series, list_, layers.get(list_, 0)), key)
    known_at = max(head.log, layers.get(list_, 0))
    law, put_right = law_of_list(connection, series, list_), revision_of_row(connection, series, list_, key)
    shown = open_with_law(
        law, lambda by: calculation(_stored_tables_of_player(connection, by, known_at, parts, layers))
    )
    shown = replace(shown, opening=opening_row_of_player(connection, series, key))
    book = open_with_law(law, lambda by: by.book)
    shown = _with_assumed_values(connection, shown, key, book)
    if AdjustmentKind.REVISION in (each.kind for each in shown.adjustments):
        shown = replace(shown, adjustments=tuple(_adjustments_with_cases(connection, shown, key)))
    if put_right is None:
        return shown
    fields = put_right.original, put_right.revised, put_right.causes, put_right.cases
    return replace(shown, revision=Revision(*fields, shown=revised))


def _with_assumed_values(connection: Connection, shown: Calculation, key: int, book: Rulebook) -> Calculation:
    """Return a calculation whose rows name the values that were concluded by choice when the series was opened, and K
    where it follows from them."""
    codes = {label(each): each for each in BY_CHOICE}
    facts = {} if shown.opening is None else {fact.fact: fact.conclusion for fact in shown.opening.facts}
    chosen = tuple(name for name in ("games", "highest") if facts.get(name) in codes)
    if shown.opening is None or not chosen or shown.list < shown.opening.list:
        return shown
    born = np.array([facts_of_players(connection, [key])[key].born], np.int32)
    games, highest = (np.array([codes.get(facts[name], 0)], np.uint8) for name in ("games", "highest"))

    def marked(row: ShownRow | None) -> ShownRow | None:
        if row is None or not row.rating:
            return row
        roll = Roll.of(**{name: [getattr(row, name) if name in PROVED_BY else 0] for name in ROLL_COLUMNS})
        other = book.has(COEFFICIENT) and other_k(book, shown.list, roll, born, games, highest).any()
        return replace(row, assumed=(*(("k",) if other else ()), *chosen))

    return replace(shown, before=marked(shown.before), after=marked(shown.after))


def _adjustments_with_cases(connection: Connection, shown: Calculation, key: int) -> Iterator[Adjusted]:
    """Yield the adjustments of a calculation; where a revised rating was carried over, with the codes of the cases
    as source."""
    before = max(at for at in published_lists(connection, shown.series) if at < shown.list)
    right = revision_of_row(connection, shown.series, before, key)
    for each in shown.adjustments:
        named = each.kind is AdjustmentKind.REVISION and right is not None
        yield replace(each, source=", ".join(right.cases)) if named and right is not None else each


def explain_rated_event(connection: Connection, name: str) -> EventSheet:
    """Return the sheet of a rated event: what it gave each player, as the list stored it; nothing is computed again.
    `name` is CODE or CODE/2. Refuses an unrated event, and a code without a part if the event has several."""
    part, rated = find_single_part(connection, name), schema.rated
    chosen = select(rated.c.decision).where(rated.c.event == part.event, rated.c.part == part.part)
    decision = connection.execute(chosen).scalar()
    if decision is None:
        raise UserError("event-not-rated", event=part.name)
    series, list_ = part.series, int(part.life.rated)
    key = _event_key_on_list(connection, list_, part, decision)
    return open_with_law(
        law_of_list(connection, series, list_), lambda by: _sheet_of_event(connection, by, part.name, key)
    )


def _sheet_of_event(connection: Connection, law: ListLaw, name: str, key: int) -> EventSheet:
    """Build the sheet of one event of a list from its stored tables. `name` is the name shown, `key` the key of the
    event on the list. Players are named as known when the list was published."""
    head, events = (
        _require_list_made_here(connection, law.series, law.list_),
        _rated_events_of_list(connection, law, [key]),
    )
    period = _period_of_rated_events(law, events, Worksheets.room(0), Firsts.room(0))
    period = replace(period, k_changes=k_changes_of_list(connection, law.series, law.list_))
    people = _names_of_players(connection, period.entries.player.tolist(), head.log)
    called = _names_of_events(connection, law.series, [events[0].key])[events[0].key]
    reported = _report_days(connection, law.series, [events[0].key]).get(events[0].key)
    ended = Ended(law.series, Day(int(period.events.end[0])).date, reported)
    return replace(event_sheet(period, ended, replace(called, code=name), people, events[0].seated), law=law.used)


def _event_key_on_list(connection: Connection, list_: int, part: EventPart, decision: int) -> int:
    """Return the key under which a list stored a part that it rated (admission `decision`). If it was rated together
    with other parts or stages, that is the key of the part or stage that the joined tables are stored with."""
    content, ledger, rated = schema.content, schema.ledger_part, schema.rated
    rows = select(content.c.decision, content.c.event_key).join(ledger, ledger.c.decision == content.c.decision)
    whole = one_with(connection, part.event)
    rows = rows.join(rated, rated.c.decision == content.c.decision).where(rated.c.event.in_(whole))
    rows = rows.where(ledger.c.series == part.series, ledger.c.list == list_)
    keys = {row.decision: row.event_key for row in connection.execute(rows)}
    return int(keys.get(decision) or next(iter(keys.values())))


def _stored_tables_of_player(
    connection: Connection, law: ListLaw, known_at: int, parts: PlayerPeriodRows, layers: Layers
) -> PlayerTables:
    """Load the stored tables that explain a player's row: the period with only their events, rows before and after,
    waiting results, adjustments, names as known at log entry `known_at`. `layers` (list to revision) makes rows
    and events revised ones. Refuses a player who has no row, event or first rating there."""
    series, list_, book, key = law.series, law.list_, law.book, parts.key
    rows = last_player_rows(connection, series, key, list_) | revised_rows_of_player(connection, series, key, layers)
    before = max((at for at in rows if at < list_), default=0)
    alias = merge_aliases(connection, known_at) if len(parts.firsts) else np.zeros(0, np.int32)
    waited = _results_waiting_before(connection, law, key, alias, layers) if len(parts.firsts) else Pool.room(0)
    events = _rated_events_of_list(connection, law, parts.lines.key.tolist(), layers)
    period = _period_of_rated_events(law, events, parts.worksheets, parts.firsts, waited)
    period = replace(period, k_changes=parts.k_changes)
    if not (rows.keys() & {before, list_} or len(period.entries) or len(period.firsts)):
        raise UserError(
            "not-on-list", Remedy.to("try-another-list"), number=office_number(key), series=series, list=Month(list_)
        )
    earlier = _earlier_periods(connection, series, waited, layers)
    seated = {event.key: event.seated for event in events if event.seated}
    players = {key, *(player for each in (period, *earlier) for player in each.entries.player.tolist())}
    keys = [*period.events.key.tolist(), *waited.key.tolist()]
    return PlayerTables(
        series,
        period,
        key,
        StoredRow(rows[before], _edition_of_list(connection, series, before)) if before else None,
        StoredRow(rows[at], book) if (at := list_ if list_ in rows else before) else None,
        waited,
        parts.adjustments,
        _last_correction_of_player(connection, series, list_, key) if len(parts.adjustments) else None,
        _names_of_players(connection, sorted(players), known_at),
        _names_of_events(connection, series, keys),
        law.used,
        _report_days(connection, series, keys),
        earlier,
        frozenset(np.flatnonzero(alias == key).tolist()),
        int(parts.unlisted.reason[0]) if len(parts.unlisted) else 0,
        seated,
    )


def _names_of_players(connection: Connection, keys: Sequence[int], known_at: int) -> dict[int, TitledName]:
    """Return number, name, title and federation of players by key, as known at log entry `known_at`."""
    people = facts_of_players(connection, keys, known_at=known_at)
    return {
        key: TitledName(office_number(key), person.name, person.title, person.federation)
        for key, person in people.items()
    }


def _earlier_periods(connection: Connection, series: str, waited: Pool, layers: Layers) -> tuple[Period, ...]:
    """Load, one period for each earlier list, the events that gave the results with which a newcomer waited.
    `layers` (list to revision) makes them revised ones."""
    counting = waited.take(waited.games > 0)
    lists = np.unique(counting.list).tolist()
    keys = {list_: counting.key[counting.list == list_].tolist() for list_ in lists}
    return tuple(
        _period_of_some_events(connection, law_of_list(connection, series, list_), keys[list_], layers)
        for list_ in lists
    )


def _period_of_some_events(connection: Connection, law: ListLaw, keys: list[int], layers: Layers) -> Period:
    """Load the events of a list with these keys as a period, with the law stored with the list; without first
    ratings."""
    none = Worksheets.room(0), Firsts.room(0)
    return open_with_law(
        law, lambda by: _period_of_rated_events(by, _rated_events_of_list(connection, by, keys, layers), *none)
    )


def _report_days(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, date]:
    """Return by event key the day on which the rated report was stored. Events in parts are left out, because they
    have several."""
    rows = connection.execute(_REPORT_DAYS_QUERY, {"series": series, "keys": sorted(set(keys))})
    return {row.event_key: Day(row.day).date for row in rows}


def _edition_of_list(connection: Connection, series: str, list_: int) -> Rulebook:
    """Return the edition of the rules of a list, whose clauses decide K."""
    return open_with_law(law_of_list(connection, series, list_), lambda law: law.book)


def _require_list_made_here(connection: Connection, series: str, list_: int) -> ListRow:
    """Return the record of a list that was opened or computed here; refuse any other."""
    row = require_list(connection, series, list_)
    if row.kind not in (COMPUTED, OPENING):
        raise UserError("list-not-computed", series=series, list=Month(list_))
    return row


def _results_waiting_before(connection: Connection, law: ListLaw, key: int, alias: I32, layers: Layers) -> Pool:
    """Return the results with which a player waited for a first rating after the list before, with those that came
    by merges (`alias`). If `layers` has a revision of that list in which the player's row differs, the revised
    ones."""
    series, list_ = law.series, law.list_
    previous = max((at for at in published_lists(connection, series) if at < list_), default=0)
    parts = (
        revised_tables_of_player(connection, (series, previous, layers[previous]), key) if previous in layers else None
    )
    if parts is not None:
        pool = unpack(Pool, parts.get("pool", b""))
        return pool.take(np.flatnonzero(pool.player == key))
    return read_pool_of_players(connection, series, previous, np.array([key], np.int32), alias)


def _names_of_events(connection: Connection, series: str, keys: Iterable[int]) -> dict[int, EventName]:
    """Return code, name and federation of the rated events of a series by event key, with the facts entered last."""
    rows = connection.execute(_EVENT_NAMES_QUERY, {"series": series, "keys": sorted(set(keys))})
    named = {row.event_key: (row.code, json.loads(row.facts or "{}")) for row in rows}
    return {
        key: EventName(code, facts.get("name", ""), facts.get("federation", "")) for key, (code, facts) in named.items()
    }


def _rated_events_of_list(
    connection: Connection, law: ListLaw, keys: Iterable[int], layers: Layers = NO_LAYERS
) -> list[RatedEvent]:
    """Load the events of a list with these event keys, in the order of the list; keys that it does not have are left
    out. If `layers` has a revision of the list, its ledgers replace the published ones."""
    parameters = {"series": law.series, "list_": law.list_, "keys": sorted(keys)}
    rows = {row.event_key: row for row in connection.execute(_RATED_EVENTS_QUERY, parameters)}
    if law.list_ in layers:
        rows |= {
            row.event_key: row
            for row in connection.execute(_REVISED_EVENTS_QUERY, {**parameters, "layer": layers[law.list_]})
        }
    events, registered = [_unpack_rated_event(law, *row) for row in rows.values()], law.by_registration
    return sorted(events, key=lambda e: (e.start, int(e.head.end[0]), e.registered if registered else 0, e.key))


def _unpack_rated_event(law: ListLaw, key: int, packed: bytes, ledger: bytes, registered: int) -> RatedEvent:
    """Unpack a stored event and add the edition in force on its first day. `registered` is its number among the
    registrations."""
    content = unpack_content(packed)
    start = Day(int(content.head.start[0]))
    joined = len(list(split(ledger))) > TABLES_OF_A_PART
    seated = None if joined else Month(int(content.head.seated_by[0]))
    return RatedEvent(key, start, law.of_event(start.date), content, ledger, registered, seated)


def _period_of_rated_events(
    law: ListLaw, events: list[RatedEvent], worksheets: Worksheets, firsts: Firsts, waited: Pool = NOBODY_WAITED
) -> Period:
    """Build the tables of a period from stored events (nothing is rated), with the list's own edition as the last
    book. The editions of the results with which a newcomer waited (`waited`) are among the books; the pool is
    empty."""
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


def _last_correction_of_player(connection: Connection, series: str, list_: int, key: int) -> Corrected | None:
    """Return the last correction of a player entered for this list: rating, officer and reason. None if there is
    none."""
    table, log = schema.correction, schema.log
    rows = select(table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_, table.c.player == key)
    entry = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).one_or_none()
    return None if entry is None else Corrected(entry.rating, entry.who, entry.why)
