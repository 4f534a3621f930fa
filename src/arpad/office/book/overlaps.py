"""Find games that were sent twice: in two events, or in two parts of one.

A game is its two players, its day and its result, within one series. The same pair with the same result at most three
days apart is taken for the same game: days are often written wrong by one. Within one event a game that stands in two
parts refuses both, unless one part was over before the other began; between events an officer is asked, because two
people may well meet again with the same result. One such meeting, and on another day, is only advice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.days import Day
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.office.book.findings import office_finding
from arpad.office.book.fingerprint import Marks
from arpad.office.book.life import Standing
from arpad.office.book.lookup import BookedEvent, EventPart, event_parts, part_name
from arpad.office.store.packed import unpack
from arpad.office.store.schema import event, report

NEAR = timedelta(days=3)
GONE = (Standing.WITHDRAWN, Standing.REFUSED, Standing.REGISTERED)
"""Standings under which a report is not going to be rated."""


@dataclass(frozen=True)
class Span:
    """The games of one report, for comparison."""

    marks: Marks
    first: date
    last: date


def overlaps(connection: Connection, mine: BookedEvent, part: int, span: Span, file: str) -> Iterator[Finding]:
    """What this report shares with others that stand in the book, the gravest first."""
    rows = select(
        report.c.seq, report.c.event, report.c.part, report.c.games, report.c.first_day, report.c.last_day, event.c.code
    ).join(event, event.c.key == report.c.event)
    rows = rows.where(
        event.c.series == mine.series,
        report.c.draft == 0,
        report.c.first_day <= Day.of(span.last + NEAR),
        report.c.last_day >= Day.of(span.first - NEAR),
    )
    others = [
        row
        for row in connection.execute(rows.order_by(event.c.code, report.c.part))
        if (row.event, row.part) != (mine.key, part)
    ]
    parts = _parts(connection, sorted({row.event for row in others}))
    for row in others:
        other = parts[row.event, row.part]
        if other.report != row.seq or (other.life.under in GONE and not other.life.rated):
            continue  # a later report took its place, or it is not going to be rated
        theirs = Span(unpack(Marks, row.games), Day(row.first_day).date, Day(row.last_day).date)
        same_event = row.event == mine.key
        if same_event and (span.last < theirs.first or theirs.last < span.first):
            continue  # two parts, one after the other: whoever meets again there plays another game
        shared, same_day = shared_games(span, theirs)
        if not shared:
            continue
        code = "overlapping-parts" if same_event else "overlap" if shared > 1 or same_day else "overlap-chance"
        yield office_finding(code, file, shared=shared, games=len(span.marks), other=part_name(row.code, row.part))


def _parts(connection: Connection, keys: list[int]) -> dict[tuple[int, int], EventPart]:
    return {(each.event, each.part): each for each in event_parts(connection, keys=keys)} if keys else {}


def shared_games(mine: Span, theirs: Span) -> tuple[int, int]:
    """How many of my games stand in the other report, too, and how many of these on the very day."""
    near = exact = 0
    ours, other = _ordinals(mine), _ordinals(theirs)
    pairs = np.isin(mine.marks.pair, theirs.marks.pair)
    for at in np.flatnonzero(pairs).tolist():
        same = (theirs.marks.pair == mine.marks.pair[at]) & (theirs.marks.result == mine.marks.result[at])
        distance = _distances(ours[at], other[same], mine, theirs)
        near += bool((distance <= NEAR.days).any())
        exact += bool((distance == 0).any())
    return near, exact


def _ordinals(span: Span) -> I32:
    """Days that can be subtracted; -1 where a round has none."""
    days = {day: Day(day).date.toordinal() if day else -1 for day in np.unique(span.marks.day).tolist()}
    return np.array([days[day] for day in span.marks.day.tolist()], np.int32)


def _distances(day: int, others: I32, mine: Span, theirs: Span) -> npt.NDArray[np.int32]:
    """How far apart games are; one without a day may be on any day of its report."""
    low, high = (day, day) if day > 0 else (mine.first.toordinal(), mine.last.toordinal())
    first = np.where(others > 0, others, theirs.first.toordinal())
    last = np.where(others > 0, others, theirs.last.toordinal())
    apart: npt.NDArray[np.int32] = np.maximum(np.maximum(first - high, low - last), 0).astype(np.int32)
    return apart
