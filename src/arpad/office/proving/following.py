"""Whether what only repeats other rows says what they say: indexes, the games by week, and the bases of lists; and
whether the tables are those of an office, with nothing in their place."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Problem
from arpad.office.book.duplicate_reports import GameMarks, ReportGames, week_index_rows
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_storage import stream_rows
from arpad.office.store import schema
from arpad.office.store.engine import Store
from arpad.office.upkeep.doctor import CheckInput
from arpad.office.upkeep.doctor_bases import bases
from arpad.office.upkeep.doctor_books import no_strays, pointer, rated
from arpad.office.upkeep.doctor_keys import signing_keys
from arpad.office.upkeep.doctor_schema import structure
from arpad.office.upkeep.doctor_store import integrity, references, schema_at_head, triggers
from arpad.packed import unpack

UNREADABLE = (ValueError, IndexError, KeyError, TypeError, OverflowError)


def not_following(store: Store, connection: Connection) -> Iterator[Problem]:
    """What does not repeat what it should."""
    visit = CheckInput(connection, store)
    of_database = (schema_at_head, structure, triggers, references, *((integrity,) if store.is_sqlite else ()))
    for look in (*of_database, bases, no_strays, rated, pointer, signing_keys):
        try:
            yield from look(visit)
        except UNREADABLE as error:
            yield Problem("unreadable-store", reason=str(error))
    yield from _weeks(connection)


def _weeks(connection: Connection) -> Iterator[Problem]:
    of, week, owners = schema.report, schema.game_week, RowOwners(connection)
    there: dict[int, set[tuple[int, int, int]]] = {}
    for row in connection.execute(select(week.c.week, week.c.pair, week.c.report)):
        there.setdefault(row.report, set()).add(tuple(row))
    sent = select(of.c.seq, of.c.event, of.c.games, of.c.first_day, of.c.last_day).where(of.c.draft == 0)
    for row in stream_rows(connection, sent):
        try:
            span = ReportGames(unpack(GameMarks, row.games), Day(row.first_day).date, Day(row.last_day).date)
            expected = set(week_index_rows(row.seq, span))
        except UNREADABLE as error:
            owner = owners.of("report", {"event": row.event})
            yield Problem("report-not-read", owner=owner, report=row.seq, reason=str(error))
            continue
        if there.pop(row.seq, set()) != expected:
            yield Problem("weeks-not-of-report", owner=owners.of("report", {"event": row.event}), report=row.seq)
    for report in there:
        yield Problem("weeks-not-of-report", owner=owners.of("game_week", {"report": report}), report=report)
