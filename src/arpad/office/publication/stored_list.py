"""Lay out a list as it was published: what it said of everybody, with the names and titles that were known that day.

A published list never changes. So people are read as of the entry of the log with which it was published, not as of
today; whoever was registered later is not on it. Its fields and headings are those of the edition that it carries.
"""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I64, U16, FirstOutcome, Firsts, Roll, Worksheets
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists.beside import adjusting_series
from arpad.lists.published import People, Published
from arpad.lists.ratinglist import fell
from arpad.office.publication.listlaw import law_of, opened_with
from arpad.office.publication.unlisted import reasons
from arpad.office.registry.public import people
from arpad.office.rolls import lists_of, missing, roll_of, rolls_of
from arpad.office.store import schema
from arpad.office.store.packed import unpack

BESIDE = "fide-rating"  # the field that shows another series' rating


@dataclass(frozen=True, eq=False)
class Registry:
    """Everybody as known today, and the newest entry of the log about anybody: since then they are the same."""

    people: People
    since: int


def published_list(connection: Connection, series: str, list_: int, registry: Registry | None = None) -> Published:
    """The list as it was published; whoever has read the registry already may lend it."""
    of = schema.rating_list
    head = connection.execute(select(of).where(of.c.series == series, of.c.list == list_)).one_or_none()
    known = lists_of(connection, series)
    if head is None or list_ not in known:
        raise missing(series, list_, known)
    day = Month(list_).first
    book = opened_with(law_of(connection, series, list_), lambda law: law.book)
    lent = registry is not None and registry.since <= head.log
    known_then = registry.people if registry is not None and lent else people(connection, head.log)
    numbers = known_then.listed_as
    before = max((each for each in known if each < list_), default=list_)
    rolls = rolls_of(connection, series, {list_, before}, numbers)
    roll = rolls[list_]
    return Published(
        series,
        day,
        book.id,
        bool(head.rehearsal),
        known_then,
        roll,
        _games(connection, series, list_, len(roll)),
        fell(rolls[before], roll) if before != list_ else np.zeros(len(roll), bool),
        book,
        _beside(connection, book, list_, numbers),
        reasons(connection, series, list_, len(roll)),
    )


def _games(connection: Connection, series: str, list_: int, players: int) -> U16:
    """The games that entered the list, by player: by a change, or by a first rating."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).where(
        part.c.series == series, part.c.list == list_, part.c.name.in_(("worksheets", "firsts"))
    )
    games = np.zeros(players, np.uint16)
    for name, packed in connection.execute(rows):
        if name == "worksheets":
            sheets = unpack(Worksheets, packed)
            games[sheets.player] += sheets.games
        else:
            firsts = unpack(Firsts, packed)
            there = firsts.take(firsts.outcome == FirstOutcome.PUBLISHED.value)
            games[there.player] += there.games
    return games


def _beside(connection: Connection, book: Rulebook, list_: int, numbers: I64) -> Roll | None:
    """The other series' list of the same day, where the edition shows it beside its own ratings."""
    if BESIDE not in book.rule(LIST_FIELDS).fields:
        return None
    for series in adjusting_series(book, Month(list_).first):
        if list_ in lists_of(connection, series):
            return roll_of(connection, series, list_, numbers)
    return None
