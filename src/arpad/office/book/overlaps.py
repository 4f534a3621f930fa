"""Find games that were sent twice: in two events, or in two parts of one.

A game is its two players, its day and its result, within one series. The same pair with the same result at most three
days apart is taken for the same game: days are often written wrong by one. Within one event a game that stands in two
parts refuses both, unless one part was over before the other began; between events an officer is asked, because two
people may well meet again with the same result. One such meeting, and on another day, is only advice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import numpy as np
from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.office.book.findings import office_finding
from arpad.office.book.fingerprint import Marks
from arpad.office.book.game_weeks import Span
from arpad.office.book.life import Standing
from arpad.office.book.lookup import BookedEvent, EventPart, event_parts, part_name
from arpad.office.store.bulk import one_of
from arpad.office.store.schema import event, report
from arpad.packed import unpack

NEAR = timedelta(days=3)
GONE = (Standing.WITHDRAWN, Standing.REFUSED, Standing.REGISTERED)
"""Standings under which a report is not going to be rated."""


@dataclass(frozen=True)
class Sent:
    """A report among others: of which event and part, its games, and in which reports its pairs met again."""

    event: BookedEvent
    part: int
    span: Span
    met: tuple[int, ...]


def overlaps(connection: Connection, mine: Sent, file: str) -> Iterator[Finding]:
    """What this report shares with others that stand in the book, the gravest first."""
    span = mine.span
    if not mine.met:
        return
    rows = select(
        report.c.seq, report.c.event, report.c.part, report.c.games, report.c.first_day, report.c.last_day, event.c.code
    ).join(event, event.c.key == report.c.event)
    rows = rows.where(event.c.series == mine.event.series, one_of(connection, report.c.seq, mine.met))
    others = [
        row
        for row in connection.execute(rows.order_by(event.c.code, report.c.part))
        if (row.event, row.part) != (mine.event.key, mine.part)
    ]
    parts = _parts(connection, sorted({row.event for row in others}))
    for row in others:
        other = parts[row.event, row.part]
        if other.report != row.seq or not stands(other):
            continue  # a later report took its place, or it is not going to be rated
        theirs = Span(unpack(Marks, row.games), Day(row.first_day).date, Day(row.last_day).date)
        same_event = row.event == mine.event.key
        if same_event and (span.last < theirs.first or theirs.last < span.first):
            continue  # two parts, one after the other: whoever meets again there plays another game
        shared, same_day = shared_games(span, theirs)
        if not shared:
            continue
        code = "overlapping-parts" if same_event else "overlap" if shared > 1 or same_day else "overlap-chance"
        yield office_finding(code, file, shared=shared, games=len(span.marks), other=part_name(row.code, row.part))


def stands(part: EventPart) -> bool:
    """Whether the report of a part is rated or going to be."""
    return bool(part.life.rated) or part.life.under not in GONE


def _parts(connection: Connection, keys: list[int]) -> dict[tuple[int, int], EventPart]:
    return {(each.event, each.part): each for each in event_parts(connection, keys=keys)} if keys else {}


def shared_games(mine: Span, theirs: Span) -> tuple[int, int]:
    """How many of my games stand in the other report, too, and how many of these on the very day."""
    near = exact = 0
    ours, other = np.stack(mine.days()), np.stack(theirs.days())
    pairs = np.isin(mine.marks.pair, theirs.marks.pair)
    for at in np.flatnonzero(pairs).tolist():
        same = (theirs.marks.pair == mine.marks.pair[at]) & (theirs.marks.result == mine.marks.result[at])
        (low, high), (first, last) = ours[:, at], other[:, same]
        apart = np.maximum(np.maximum(first - high, low - last), 0)  # one without a day may be on any of its report
        near += bool((apart <= NEAR.days).any())
        exact += bool((apart == 0).any())
    return near, exact
