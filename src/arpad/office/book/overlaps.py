"""Find games that were sent twice: in two events, or in two parts of one.

A game is its two players, its day and its result, within one series. The same pair with the same result at most three
days apart is taken for the same game: days are often written wrong by one. Within one event a game that stands in two
parts refuses both; between events an officer is asked, because two people may well meet again with the same result.
One such meeting, and on another day, is only advice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.finding import Finding
from arpad.law.calendar import day_number
from arpad.office.book.fingerprint import Marks
from arpad.office.book.life import Standing
from arpad.office.book.remarks import remark
from arpad.office.book.stands import Stand, day_of, named, stands
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


def overlaps(connection: Connection, series: str, key: int, part: int, mine: Span, file: str) -> Iterator[Finding]:
    """What this report shares with others that stand in the book, the gravest first."""
    rows = select(
        report.c.seq, report.c.event, report.c.part, report.c.games, report.c.first_day, report.c.last_day, event.c.code
    ).join(event, event.c.key == report.c.event)
    rows = rows.where(
        event.c.series == series,
        report.c.draft == 0,
        report.c.first_day <= day_number(mine.last + NEAR),
        report.c.last_day >= day_number(mine.first - NEAR),
    )
    found = [
        row
        for row in connection.execute(rows.order_by(event.c.code, report.c.part))
        if (row.event, row.part) != (key, part)
    ]
    standing = _standing(connection, sorted({row.event for row in found}))
    games = len(mine.marks)
    for row in found:
        stand = standing[row.event, row.part]
        if stand.report != row.seq or (stand.life.under in GONE and not stand.life.rated):
            continue  # a later report took its place, or it is not going to be rated
        theirs = Span(unpack(Marks, row.games), day_of(row.first_day), day_of(row.last_day))
        shared, same_day = shared_games(mine, theirs)
        if not shared:
            continue
        code = "overlapping-parts" if row.event == key else "overlap" if shared > 1 or same_day else "overlap-chance"
        yield remark(code, file, shared=shared, games=games, other=named(row.code, row.part))


def _standing(connection: Connection, keys: list[int]) -> dict[tuple[int, int], Stand]:
    return {(stand.event, stand.part): stand for stand in stands(connection, keys=keys)} if keys else {}


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
    days = {day: day_of(day).toordinal() if day else -1 for day in np.unique(span.marks.day).tolist()}
    return np.array([days[day] for day in span.marks.day.tolist()], np.int32)


def _distances(day: int, others: I32, mine: Span, theirs: Span) -> npt.NDArray[np.int32]:
    """How far apart games are; one without a day may be on any day of its report."""
    low, high = (day, day) if day > 0 else (mine.first.toordinal(), mine.last.toordinal())
    first = np.where(others > 0, others, theirs.first.toordinal())
    last = np.where(others > 0, others, theirs.last.toordinal())
    apart: npt.NDArray[np.int32] = np.maximum(np.maximum(first - high, low - last), 0).astype(np.int32)
    return apart
