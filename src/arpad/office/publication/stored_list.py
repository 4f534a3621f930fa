"""Lay out a list as it was published: what it said of everybody, with the names and titles that were known that day.

A published list never changes. So people are read as of the entry of the log with which it was published, not as of
today; whoever was registered later is not on it. Its fields and headings are those of the edition that it carries.
What was put right since stands beside it, and is shown where somebody asks for the revised list.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I16, I64, U16, FirstOutcome, Firsts, Roll, Worksheets
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists.beside import adjusting_series
from arpad.lists.provisional import show_provisional
from arpad.lists.published import People, Published
from arpad.lists.ratinglist import fell
from arpad.office.publication.listlaw import law_of, opened_with
from arpad.office.publication.revised import MOVES, Layer, Moves, layers_of, revised_roll, revised_table
from arpad.office.publication.unlisted import reasons
from arpad.office.registry.public import people
from arpad.office.rolls import lists_of, missing, roll_of, rolls_of
from arpad.office.store import schema
from arpad.packed import unpack

BESIDE = "fide-rating"  # the field that shows another series' rating


@dataclass(frozen=True, eq=False)
class Registry:
    """Everybody as known today, and the newest log entry that concerns a player."""

    people: People
    since: int


def published_list(connection: Connection, series: str, list_: int, registry: Registry | None = None) -> Published:
    """Return the list as it was published. `registry` is used if nothing about players changed since."""
    head = _head(connection, series, list_)
    lent = registry is not None and registry.since <= head.log
    known_then = registry.people if registry is not None and lent else people(connection, head.log)
    return _as_shown(connection, head, known_then)


def revised_list(connection: Connection, series: str, list_: int) -> Published:
    """Return the list as it should have been, with what was published beside it."""
    head, layer = _head(connection, series, list_), layers_of(connection, series).get(list_, 0)
    published = _as_shown(connection, head, people(connection, max(head.log, layer)))
    if not layer:
        return replace(published, original=published.roll)
    roll = revised_roll(connection, series, list_, published.people.listed_as)
    assert roll is not None
    games, waiting = _revised(connection, (series, list_, layer), published)
    return replace(published, roll=roll, games=games, original=published.roll, provisional=waiting)


def _head(connection: Connection, series: str, list_: int) -> Any:
    """The stored record of a list; one that is not published is refused."""
    rating_list, lists = schema.rating_list, lists_of(connection, series)
    head = connection.execute(
        select(rating_list).where(rating_list.c.series == series, rating_list.c.list == list_)
    ).one_or_none()
    if head is None or list_ not in lists:
        raise missing(series, list_, lists)
    return head


def _as_shown(connection: Connection, head: Any, known_then: People) -> Published:
    """Build the list as published, with people as known then."""
    series, list_, lists = head.series, head.list, lists_of(connection, head.series)
    book = opened_with(law_of(connection, series, list_), lambda law: law.book)
    numbers = known_then.listed_as
    before = max((each for each in lists if each < list_), default=list_)
    rolls = rolls_of(connection, series, {list_, before}, numbers)
    roll = rolls[list_]
    games, provisional = _entered(connection, series, list_, book, len(roll))
    return Published(
        series,
        Month(list_).first,
        book.id,
        bool(head.rehearsal),
        known_then,
        roll,
        games,
        fell(rolls[before], roll) if before != list_ else np.zeros(len(roll), bool),
        book,
        _beside(connection, book, list_, numbers),
        reasons(connection, series, list_, len(roll)),
        provisional=provisional,
    )


def _revised(connection: Connection, layer: Layer, published: Published) -> tuple[U16, I16]:
    """The games that entered the list and the provisional ratings, as they should have been."""
    right, waiting = published.games.copy(), published.provisional.copy()
    moved = revised_table(connection, layer, MOVES, Moves).player
    right[moved], waiting[moved] = 0, 0
    sheets = revised_table(connection, layer, "worksheets", Worksheets)
    firsts = revised_table(connection, layer, "firsts", Firsts)
    published_firsts = firsts.take(firsts.outcome == FirstOutcome.PUBLISHED.value)
    right[sheets.player] += sheets.games
    right[published_firsts.player] += published_firsts.games
    show_provisional(published.book, firsts, waiting)
    return right, waiting


def _entered(connection: Connection, series: str, list_: int, book: Rulebook, players: int) -> tuple[U16, I16]:
    """The games that entered the list, by player, and the ratings shown as provisional."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).where(
        part.c.series == series, part.c.list == list_, part.c.name.in_(("worksheets", "firsts"))
    )
    games, waiting = np.zeros(players, np.uint16), np.zeros(players, np.int16)
    for name, packed in connection.execute(rows):
        if name == "worksheets":
            sheets = unpack(Worksheets, packed)
            games[sheets.player] += sheets.games
        else:
            firsts = unpack(Firsts, packed)
            published_firsts = firsts.take(firsts.outcome == FirstOutcome.PUBLISHED.value)
            games[published_firsts.player] += published_firsts.games
            show_provisional(book, firsts, waiting)
    return games, waiting


def _beside(connection: Connection, book: Rulebook, list_: int, numbers: I64) -> Roll | None:
    """The list of another series on the same day, if the edition shows it beside its own ratings."""
    if BESIDE not in book.rule(LIST_FIELDS).fields:
        return None
    for series in adjusting_series(book, Month(list_).first):
        if list_ in lists_of(connection, series):
            return roll_of(connection, series, list_, numbers)
    return None
