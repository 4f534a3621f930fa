"""Find what is odd about a part among the others of its event: a round that stands in two parts, parts that come in
another order than they were played, and a report of the whole event beside parts of it.

Games that two parts share on the same days are found by `overlaps`. Here the parts follow each other: a round with
other games is advice (late games, or rounds numbered anew), a round with the same games is a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection

from arpad.finding import Finding
from arpad.model import Kind, Report
from arpad.office.book.course import DECIDED, GONE, PartCome, parts_of_event
from arpad.office.book.findings import office_finding
from arpad.office.book.lookup import event_parts

if TYPE_CHECKING:
    from arpad.admission.other_parts import OtherPart, OtherParts
    from arpad.office.book.examination import Matter

Meeting = tuple[int, int, int, int]  # the round, the two players, and the half points of the first


def order_of_parts(
    connection: Connection, matter: Matter, report: Report, others: OtherParts | None
) -> Iterator[Finding]:
    """The findings about this report beside the other parts of its event."""
    yield from _beside(connection, matter, report)
    event = parts_of_event(connection, matter.event.key) if matter.part and others is not None else None
    if event is None or others is None:
        return
    days = report.days_played()
    by_name = {part.name: part for part in event.parts if part.standing in DECIDED}
    for part in others.parts:
        come = by_name[part.name]
        if days is not None and come.first > days[1]:
            yield _later(report, come)
        if days is None or come.last < days[0] or come.first > days[1]:
            yield from _shared_rounds(report, part)


def _beside(connection: Connection, matter: Matter, report: Report) -> Iterator[Finding]:
    """A finding where a part is reported beside the whole event, or the whole event beside parts."""
    reported = [part for part in event_parts(connection, keys=[matter.event.key]) if part.report]
    stands = [part for part in reported if part.life.rated or part.life.under not in GONE]
    names = tuple(part.name for part in stands if bool(part.part) != bool(matter.part))
    if names and not matter.draft:
        message = "part-beside-whole/part" if matter.part else "part-beside-whole/whole"
        yield office_finding(message, report.file, other=", ".join(names))


def _later(report: Report, come: PartCome) -> Finding:
    """Advice that a part that was played later is admitted or rated already."""
    if come.list_ is None:
        return office_finding("later-part-before/admitted", report.file, other=come.name)
    return office_finding("later-part-before/rated", report.file, other=come.name, list=come.list_)


def _shared_rounds(report: Report, part: OtherPart) -> Iterator[Finding]:
    """A finding where a round of the report stands in another part, too: with the same games, or with others."""
    games, rows = report.games(), report.rows()
    played = games.kind == Kind.PLAYED
    columns = (games.round, rows[games.white], rows[games.black], games.white_half_points, games.black_half_points)
    mine = _meetings(*(column[played] for column in columns))
    other = part.games.take(part.played)
    people = part.people[other.white], part.people[other.black]
    theirs = _meetings(other.round, *people, other.white_half_points, other.black_half_points)
    rounds = tuple(sorted({meeting[0] for meeting in mine} & {meeting[0] for meeting in theirs}))
    same_games = len(mine & theirs)
    if same_games:
        yield office_finding("round-in-two-parts/games", report.file, rounds=rounds, games=same_games, other=part.name)
    elif rounds:
        yield office_finding("round-shared-by-parts", report.file, rounds=rounds, other=part.name)


def _meetings(*columns: np.ndarray[tuple[int], np.dtype[np.integer]]) -> set[Meeting]:
    """The games of some columns, the same whoever had White."""
    games = zip(*(column.tolist() for column in columns), strict=True)
    return {
        (turn, white, black, mine) if white < black else (turn, black, white, his)
        for turn, white, black, mine, his in games
    }
