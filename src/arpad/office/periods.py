"""Make the period of a list out of what the office holds: the admitted events, the lists, the pool, the registry.

`gather` says what goes in and what stays out, with a hash over all of it; `make` rates it and makes the list. Nothing
is written here. The same inputs give the same bytes, on every database and in whatever order they came: events are
sorted by their days and content, players stand by their key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.resources import files
from typing import Any

import numpy as np
from sqlalchemy import Connection, func, select

from arpad.columns import I32, U8, Adjustments, Entries, Events, Games, Pool, Roll, State
from arpad.finding import Misuse
from arpad.law import Rulebook, in_force
from arpad.law.calendar import closing_day, list_number, next_list
from arpad.law.calendar import period as period_of
from arpad.law.rules.rating import FOREIGN_PLAYERS, STAND_IN_RATING
from arpad.lists.adjust import Correction, make_list, needed
from arpad.lists.standing import Lists, seat
from arpad.office.content import Content, unpacked
from arpad.office.docket import Docketed, docket, rows_of
from arpad.office.merging import aliases
from arpad.office.rolls import COMPUTED, history, kind_of, missing, month, newest, rolls_of
from arpad.office.roster import Roster, roster
from arpad.office.store import schema
from arpad.office.store.packed import unpack
from arpad.rating import Period, Rolls, rate

READINGS = "readings.toml"


@dataclass(frozen=True)
class Inputs:
    """What a period is made of, and what is left out."""

    series: str
    day: date  # of the list
    replaced: int
    previous_sha256: str
    book: Rulebook  # of the period
    events: tuple[Docketed, ...]  # that go in, by day and content
    left_out: tuple[Docketed, ...]
    corrections: tuple[Correction, ...]
    roster: Roster = field(repr=False)
    alias: I32 = field(repr=False)
    log: int  # the last entry of the log that was there
    sha256: str = ""

    @property
    def list_(self) -> int:
        return list_number(self.day)


@dataclass(frozen=True)
class Made:
    """A period and the list that closes it."""

    inputs: Inputs
    period: Period
    stored: Roll  # the list being replaced, as it stands in the book
    roll: Roll
    adjustments: Adjustments


def day_of(list_: int) -> date:
    """The day of a list."""
    return date(list_ // 100, list_ % 100, 1)


def gather(connection: Connection, series: str, list_: int, today: date) -> Inputs:
    """Everything that decides the list; refused where it is not the next one, or too early."""
    replaced = newest(connection, series)
    if not replaced or kind_of(connection, series) != COMPUTED:
        raise Misuse(missing(series, list_, ()) if not replaced else f"{series} is imported, not computed here")
    day = next_list(series, day_of(replaced))
    if list_ != list_number(day):
        raise Misuse(f"the list after {month(replaced)} of {series} is {month(list_number(day))}, not {month(list_)}")
    closing = closing_day(series, day)
    if today <= closing:
        raise Misuse(f"the list {month(list_)} of {series} closes on {closing}; today is {today}")
    book = in_force(series, period_of(series, day)[1])
    previous = _list(connection, series, replaced)
    inside, outside = docket(connection, series, list_, previous.log)
    known = roster(connection)
    inputs = Inputs(
        series,
        day,
        replaced,
        previous.sha256,
        book,
        tuple(sorted(inside, key=lambda event: (event.start, event.end, event.key))),
        tuple(sorted(outside, key=lambda event: (event.start, event.code, event.part))),
        _corrections(connection, series, list_),
        known,
        aliases(connection),
        last_entry(connection),
    )
    return Inputs(**{**inputs.__dict__, "sha256": _digest(inputs)})


def last_entry(connection: Connection) -> int:
    """The newest entry of the log: as long as there is no newer one, nothing has changed."""
    return connection.execute(select(func.max(schema.log.c.seq))).scalar() or 0


def make(connection: Connection, inputs: Inputs) -> Made:
    """Rate the period and make the list."""
    series, numbers = inputs.series, inputs.roster.fide_id
    contents = _contents(connection, inputs.events)
    books = _books(inputs)
    players = inputs.roster.players()
    starts = np.array([int(content.head.seated_by[0]) for content in contents], np.int32)
    own = rolls_of(connection, series, {*starts.tolist(), inputs.replaced}, numbers)
    stored = own[inputs.replaced]
    own[inputs.replaced] = replaced = _merged(connection, inputs, stored)
    beside = _beside(books)
    other = rolls_of(connection, beside, {*starts.tolist(), inputs.replaced}, numbers) if beside else {}
    events, event, player, games, status = _tables(inputs, contents, books)
    home = next((book.rule(FOREIGN_PLAYERS).home for book in books if book.has(FOREIGN_PLAYERS)), "")
    codes = inputs.roster.codes
    at_home = codes.index(home) if home in codes else len(codes)
    lists = Lists(own, other, inputs.replaced)
    entries = seat(books, inputs.list_, players, at_home, lists, events, starts, event, player)
    entries = Entries(**{**dict(entries.columns()), "status": status})
    stand_in = other.get(inputs.replaced) if any(book.has(STAND_IN_RATING) for book in books) else None
    pool = _pool(connection, inputs)
    period = rate(inputs.list_, books, players, Rolls(replaced, stand_in), events, entries, games, pool)
    others = {
        name: rolls_of(connection, name, {inputs.list_}, numbers)[inputs.list_]
        for name in needed(inputs.book, inputs.day)
    }
    roll, adjustments = make_list(inputs.book, inputs.day, players, replaced, period, others, inputs.corrections)
    return Made(inputs, period, stored, roll, adjustments)


# --- what goes in -------------------------------------------------------------------------------------------------


def _list(connection: Connection, series: str, list_: int) -> Any:
    of = schema.rating_list
    return connection.execute(select(of.c.sha256, of.c.log).where(of.c.series == series, of.c.list == list_)).one()


def _corrections(connection: Connection, series: str, list_: int) -> tuple[Correction, ...]:
    """The corrections that first show on this list; of two for one player the later holds."""
    table, log = schema.correction, schema.log
    rows = select(table.c.player, table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_).order_by(table.c.seq)
    found = {row.player: Correction(row.player, row.rating, row.who, row.why) for row in connection.execute(rows)}
    return tuple(found[player] for player in sorted(found))


def _digest(inputs: Inputs) -> str:
    """The hash of all inputs, the same wherever and in whatever order they were entered."""
    law = hashlib.sha256()
    for name in sorted({book.id for book in (inputs.book, *_editions(inputs).values())}):
        law.update(edition_sha256(name).encode())
    known = hashlib.sha256()
    codes = " ".join(inputs.roster.codes)
    known.update(codes.encode())
    for column in (*(column for _, column in inputs.roster.players().columns()), inputs.alias):
        known.update(column.tobytes())
    said = {
        "series": inputs.series,
        "list": inputs.list_,
        "previous": inputs.previous_sha256,
        "law": law.hexdigest(),
        "registry": known.hexdigest(),
        "events": [(event.key, event.content_sha256) for event in inputs.events],
        "corrections": [(one.player, one.rating) for one in inputs.corrections],
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def edition_sha256(name: str) -> str:
    """The hash of an edition's file and of the readings it is applied with."""
    law = files("arpad.law")
    parts = (law.joinpath(file).read_bytes() for file in (f"{name}.toml", READINGS))
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


# --- the tables ---------------------------------------------------------------------------------------------------


def _contents(connection: Connection, events: Sequence[Docketed]) -> list[Content]:
    columns = (schema.content.c.decision, schema.content.c.packed)
    found = {row.decision: row.packed for row in rows_of(connection, [event.decision for event in events], columns)}
    return [unpacked(found[event.decision]) for event in events]


def _editions(inputs: Inputs) -> dict[int, Rulebook]:
    """The edition of each first day on which an event began."""
    return {
        event.start: in_force(inputs.series, event.started) for event in {e.start: e for e in inputs.events}.values()
    }


def _books(inputs: Inputs) -> tuple[Rulebook, ...]:
    """The editions of the events, the period's own last."""
    books = {book.id: book for book in _editions(inputs).values()}
    return (*(book for name, book in books.items() if name != inputs.book.id), inputs.book)


def _tables(
    inputs: Inputs, contents: Sequence[Content], books: tuple[Rulebook, ...]
) -> tuple[Events, I32, I32, Games, U8]:
    """The events, who plays where, the games, and whose own result may not count."""
    places = {book.id: place for place, book in enumerate(books)}
    editions = {start: places[book.id] for start, book in _editions(inputs).items()}
    heads = [content.head for content in contents]
    events = Events.of(
        key=np.array([event.key for event in inputs.events], np.int64),
        start=np.array([int(head.start[0]) for head in heads], np.int32),
        end=np.array([int(head.end[0]) for head in heads], np.int32),
        edition=np.array([editions[event.start] for event in inputs.events], np.uint8),
        system=np.array([int(head.system[0]) for head in heads], np.uint8),
        championship=np.array([bool(head.championship[0]) for head in heads], bool),
    )
    sizes = np.array([len(content.sitting) for content in contents], np.int32)
    event = np.repeat(np.arange(len(contents), dtype=np.int32), sizes)
    none = np.zeros(0, np.int32)
    player = inputs.alias[np.concatenate([none, *(content.sitting.player for content in contents)])]
    status = np.concatenate([none.astype(np.uint8), *(content.sitting.status for content in contents)])
    offsets = np.concatenate(([0], np.cumsum(sizes)))[:-1].astype(np.int32) if len(contents) else none
    parts = [content.games for content in contents]
    games = Games.join(parts)
    shift = np.repeat(offsets, [len(part) for part in parts]).astype(np.int32) if parts else none
    games = Games(**{**dict(games.columns()), "white": games.white + shift, "black": games.black + shift})
    _once(inputs, event, player)
    return events, event, player, games, status


def _once(inputs: Inputs, event: I32, player: I32) -> None:
    """Two numbers that were merged into one player cannot both have played in one event."""
    both = event.astype(np.int64) * len(inputs.alias) + player
    values, counts = np.unique(both, return_counts=True)
    twice = values[counts > 1]
    if len(twice):
        which = inputs.events[int(twice[0]) // len(inputs.alias)].code
        person = int(inputs.roster.id[int(twice[0]) % len(inputs.alias)])
        raise Misuse(f"{person} stands twice in {which}: two players who played there were merged; unmerge them")


def _beside(books: tuple[Rulebook, ...]) -> str:
    """The other series that the entries read."""
    for book in books:
        if book.has(STAND_IN_RATING):
            return book.rule(STAND_IN_RATING).series
        if book.has(FOREIGN_PLAYERS):
            return book.rule(FOREIGN_PLAYERS).series
    return ""


def _pool(connection: Connection, inputs: Inputs) -> Pool:
    """What newcomers wait with, as the list before left it; merged players' results are those of the one kept."""
    part = schema.period_part
    rows = select(part.c.packed).where(
        part.c.series == inputs.series, part.c.list == inputs.replaced, part.c.name == "pool"
    )
    pool = Pool.join(
        [Pool.room(0), *(unpack(Pool, row.packed) for row in connection.execute(rows.order_by(part.c.chunk)))]
    )
    player = pool.player.copy()
    for key, kept in _parted(connection):  # what came in while they were one goes back to whose it was
        for row in np.flatnonzero((player == kept) & (inputs.alias[key] == key)).tolist():
            if _played(connection, int(pool.key[row]), key):
                player[row] = key
    pool = Pool(**{**dict(pool.columns()), "player": inputs.alias[player]})
    return pool.take(np.lexsort((pool.key, pool.end, pool.start, pool.player)))


def _merged(connection: Connection, inputs: Inputs, stored: Roll) -> Roll:
    """The roll being replaced as merges leave it: whoever was merged into another has no row of his own, and whoever
    was parted again has the one he had."""
    columns = {name: column.copy() for name, column in stored.columns()}
    gone = np.flatnonzero(inputs.alias != np.arange(len(inputs.alias), dtype=np.int32))
    for column in columns.values():
        column[gone] = 0
    for key, _ in _parted(connection):
        rows = [row for _, row in history(connection, inputs.series, key) if row["state"] != State.NONE.value]
        if rows and stored.state[key] == State.NONE.value and inputs.alias[key] == key:
            for name, column in columns.items():
                column[key] = rows[-1][name]
    return Roll(**columns)


def _parted(connection: Connection) -> list[tuple[int, int]]:
    """Players who were merged once and parted again, each with the one he had been merged into."""
    table = schema.merge
    rows = select(table.c.gone, table.c.kept).where(table.c.undoes.is_not(None)).distinct()
    return sorted((row.gone, row.kept) for row in connection.execute(rows))


def _played(connection: Connection, event_key: int, player: int) -> bool:
    content = schema.content
    rows = connection.execute(select(content.c.packed).where(content.c.event_key == event_key))
    return any(bool((unpacked(row.packed).sitting.player == player).any()) for row in rows)
