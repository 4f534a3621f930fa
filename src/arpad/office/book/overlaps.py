"""Find games that were reported twice: in two events, or in two parts of one event.

The same pair of players with the same result at most three days apart, in the same series, is taken as the same game,
because reports often have a wrong day. In two parts of one event it refuses the report, unless one part ended before
the other began. In two events it is a question, because two players can meet again; a single meeting on another day is
only advice.
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
"""Statuses with which a report is not going to be rated."""


@dataclass(frozen=True)
class Sent:
    """A report to compare with others: its event and part, its games, and the reports that have pairs of it."""

    event: BookedEvent
    part: int
    span: Span
    met: tuple[int, ...]


def overlaps(connection: Connection, mine: Sent, file: str) -> Iterator[Finding]:
    """A finding for each stored report that has games of this report, too, by event and part."""
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
            continue  # a later report replaced it, or it is not going to be rated
        theirs = Span(unpack(Marks, row.games), Day(row.first_day).date, Day(row.last_day).date)
        same_event = row.event == mine.event.key
        if same_event and (span.last < theirs.first or theirs.last < span.first):
            continue  # two parts, one after the other: the same pair plays another game there
        shared, same_day = shared_games(span, theirs)
        if not shared:
            continue
        code = "overlapping-parts" if same_event else "overlap" if shared > 1 or same_day else "overlap-chance"
        yield office_finding(code, file, shared=shared, games=len(span.marks), other=part_name(row.code, row.part))


def stands(part: EventPart) -> bool:
    """Whether the report of a part is rated or may be rated."""
    return bool(part.life.rated) or part.life.under not in GONE


def _parts(connection: Connection, keys: list[int]) -> dict[tuple[int, int], EventPart]:
    """The parts of these events, by event and part number."""
    return {(each.event, each.part): each for each in event_parts(connection, keys=keys)} if keys else {}


def shared_games(mine: Span, theirs: Span) -> tuple[int, int]:
    """How many games of the first report are in the other one, too, and how many of these on the same day."""
    near = exact = 0
    ours, other = np.stack(mine.days()), np.stack(theirs.days())
    pairs = np.isin(mine.marks.pair, theirs.marks.pair)
    for at in np.flatnonzero(pairs).tolist():
        candidates = (theirs.marks.pair == mine.marks.pair[at]) & (theirs.marks.result == mine.marks.result[at])
        (low, high), (first, last) = ours[:, at], other[:, candidates]
        apart = np.maximum(np.maximum(first - high, low - last), 0)  # a game without a day: any day of its report
        near += bool((apart <= NEAR.days).any())
        exact += bool((apart == 0).any())
    return near, exact
