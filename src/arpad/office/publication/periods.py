"""Make the period of a list out of its inputs: seat the players, rate the events, adjust, and make the list.

Nothing is written here. The same inputs give the same bytes, on every database and in whatever order they came: events
are sorted by their days and content, players stand by their key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, U8, Adjustments, Entries, Events, Games, Pool, Roll
from arpad.finding import Misuse
from arpad.law import Rulebook
from arpad.law.rules.rating import FOREIGN_PLAYERS, STAND_IN_RATING
from arpad.lists.adjust import make_list, needed
from arpad.lists.standing import Lists, seat
from arpad.office.book.content import Content, unpacked
from arpad.office.publication.candidates import Candidate, rows_of
from arpad.office.publication.inputs import Inputs, beside_of, books_of, editions_of
from arpad.office.publication.merged import merged_pool, merged_roll
from arpad.office.rolls import rolls_of
from arpad.office.store import schema
from arpad.office.store.packed import unpack
from arpad.rating import Period, Rolls, rate


@dataclass(frozen=True)
class Made:
    """A period and the list that closes it."""

    inputs: Inputs
    period: Period
    stored: Roll  # the list being replaced, as it stands in the book
    roll: Roll
    adjustments: Adjustments


def make(connection: Connection, inputs: Inputs) -> Made:
    """Rate the period and make the list."""
    series, numbers = inputs.series, inputs.roster.fide_id
    contents = _contents(connection, inputs.events)
    books = books_of(inputs)
    players = inputs.roster.players()
    starts = np.array([int(content.head.seated_by[0]) for content in contents], np.int32)
    own = rolls_of(connection, series, {*starts.tolist(), inputs.replaced}, numbers)
    stored = own[inputs.replaced]
    for list_, roll in own.items():
        since = inputs.published if list_ == inputs.replaced else 0
        own[list_] = merged_roll(connection, series, list_, inputs.alias, roll, since)
    replaced = own[inputs.replaced]
    beside = beside_of(books)
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
    try:
        roll, adjustments = make_list(inputs.book, inputs.day, players, replaced, period, others, inputs.corrections)
    except Misuse as problem:  # the rooms know positions; an officer knows numbers
        said = re.sub(r"the player at (\d+)", lambda at: str(inputs.roster.id[int(at[1])]), str(problem))
        raise Misuse(said) from None
    return Made(inputs, period, stored, roll, adjustments)


# --- the tables ---------------------------------------------------------------------------------------------------


def _contents(connection: Connection, events: Sequence[Candidate]) -> list[Content]:
    columns = (schema.content.c.decision, schema.content.c.packed)
    found = {row.decision: row.packed for row in rows_of(connection, [event.decision for event in events], columns)}
    return [unpacked(found[event.decision]) for event in events]


def _tables(
    inputs: Inputs, contents: Sequence[Content], books: tuple[Rulebook, ...]
) -> tuple[Events, I32, I32, Games, U8]:
    """The events, who plays where, the games, and whose own result may not count."""
    places = {book.id: place for place, book in enumerate(books)}
    editions = {start: places[book.id] for start, book in editions_of(inputs).items()}
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


def _pool(connection: Connection, inputs: Inputs) -> Pool:
    """What newcomers wait with, as the list before left it; merged players' results are those of the one kept."""
    part = schema.period_part
    rows = select(part.c.packed).where(
        part.c.series == inputs.series, part.c.list == inputs.replaced, part.c.name == "pool"
    )
    pool = Pool.join(
        [Pool.room(0), *(unpack(Pool, row.packed) for row in connection.execute(rows.order_by(part.c.chunk)))]
    )
    return merged_pool(connection, inputs.alias, pool)
