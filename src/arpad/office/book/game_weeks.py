"""An index of pairs of players by week, to find reports that may share a game without reading them.

Each pair of a report is in the index with the week of its game. A game without a day is in all weeks of its report. A
search takes the pairs of a report in its weeks and one week before and after. `overlaps` then compares the games.
"""

from __future__ import annotations

from datetime import date
from functools import cache

import numpy as np
from sqlalchemy import Connection, Select, select

from arpad.columns import I32
from arpad.days import Day
from arpad.frozen import dataclass
from arpad.office.book.fingerprint import Marks
from arpad.office.store.bulk import among, insert_rows, is_sqlite, many
from arpad.office.store.schema import game_week

DAYS = 7
COLUMNS = ("week", "pair", "report")


@dataclass(frozen=True)
class Span:
    """The played games of a report, and its first and last day."""

    marks: Marks
    first: date
    last: date

    def days(self) -> tuple[I32, I32]:
        """The first and last day on which each game may have been played, as day numbers."""
        days, place = np.unique(self.marks.day, return_inverse=True)
        dates = [Day(day).date if day else None for day in days.tolist()]
        first, last = (
            np.array([(day or other).toordinal() for day in dates], np.int32)[place.reshape(-1)]
            for other in (self.first, self.last)
        )
        return first, last


def weeks_of(report: int, span: Span) -> list[tuple[int, int, int]]:
    """The rows of a report in the index: week, pair, report."""
    first, last = (days // DAYS for days in span.days())
    weeks = range(int(first.min()), int(last.max()) + 1) if len(first) else ()
    pairs = {week: np.unique(span.marks.pair[(first <= week) & (week <= last)]).tolist() for week in weeks}
    return [(week, pair, report) for week, met in pairs.items() for pair in met]


def enter(connection: Connection, report: int, span: Span) -> None:
    """Add the games of a report to the index."""
    for _ in insert_rows(connection, game_week.name, COLUMNS, weeks_of(report, span)):
        pass


def met_again(connection: Connection, span: Span) -> tuple[int, ...]:
    """The reports that have one of these pairs in the weeks of the report or in the week before or after."""
    if not len(span.marks):
        return ()
    first, last = span.days()
    weeks = range(int(first.min()) // DAYS - 1, int(last.max()) // DAYS + 2)
    asked = {"weeks": many(connection, weeks), "pairs": many(connection, span.marks.pair.tolist())}
    return tuple(sorted(set(connection.execute(_met(is_sqlite(connection)), asked).scalars())))


@cache
def _met(sqlite: bool) -> Select[int]:
    """The query for reports by weeks and pairs, for one kind of database."""
    week, pair = among(sqlite, game_week.c.week, "weeks"), among(sqlite, game_week.c.pair, "pairs")
    return select(game_week.c.report).where(week, pair)
