"""Read the log: who did what, when and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.clock import MICROSECONDS_PER_SECOND
from arpad.office.store import schema
from arpad.office.store.effects import lines_of
from arpad.office.store.schema import log

LIST_ACTIONS = ("open", "import", "take back", "preview", "publish")  # actions whose subject is a series and its list
MONTH_DIGITS = len("yyyymm")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class LogEntry:
    """A log entry."""

    seq: int
    at: datetime  # the instant, UTC
    day: Day  # the office's civil day
    who: str
    action: str
    subject: str  # a list by its month, as people read it
    series: str | None  # where the subject is a list: of which series
    list_: Month | None  # and which
    why: str
    detail: Any


def _list_in_subject(action: str, subject: str) -> tuple[str, Month] | None:
    """Return series and month of the list that an entry is about (`fide-standard 202405`); None if it is about
    something else."""
    series, _, number = subject.rpartition(" ")
    if action in LIST_ACTIONS and len(number) == MONTH_DIGITS and number.isdigit():
        return series, Month(number)
    return None


def _make_log_entry(row: Any) -> LogEntry:
    """Build a log entry from its row: time as a UTC datetime, detail parsed, and a list in the subject as series and
    month."""
    at = EPOCH + timedelta(seconds=row.at // MICROSECONDS_PER_SECOND, microseconds=row.at % MICROSECONDS_PER_SECOND)
    series, list_ = _list_in_subject(row.action, row.subject) or (None, None)
    subject = f"{series} {list_}" if list_ else row.subject
    who = row.who, row.action
    return LogEntry(row.seq, at, Day(row.day), *who, subject, series, list_, row.why, _parse_detail(row.detail))


def read_log_entries(
    connection: Connection, since: date | None = None, who: str = "", action: str = "", last: int = 0
) -> Iterator[LogEntry]:
    """Yield the log entries that meet all conditions, oldest first: from a day on, of one person, of one action. With
    `last`, only that many of the newest. An action that the log does not have is refused."""
    rows = select(log)
    if since is not None:
        rows = rows.where(log.c.day >= int(Day.of(since)))
    if who:
        rows = rows.where(log.c.who == who)
    if action:
        _require_known_action(connection, action)
        rows = rows.where(log.c.action == action)
    if last:
        newest = rows.with_only_columns(log.c.seq).order_by(log.c.seq.desc()).limit(last)
        first = select(func.min(newest.subquery().c.seq)).scalar_subquery()
        rows = rows.where(log.c.seq >= first)
    for row in connection.execute(rows.order_by(log.c.seq)):
        yield _make_log_entry(row)


def _require_known_action(connection: Connection, action: str) -> None:
    """Refuse an action that no log entry has; most often it is misspelt."""
    actions = tuple(sorted(connection.execute(select(log.c.action).distinct()).scalars()))
    if action not in actions:
        raise UserError("no-such-action" if actions else "log-empty", action=action, known=actions)


def _parse_detail(text: str) -> Any:
    """Return the detail of an entry, parsed from JSON; None if it is empty, and the text itself if it is no JSON."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


@dataclass(frozen=True)
class TableChange:
    """What an entry did to one table: its effects, in the order of writing."""

    table: str
    rows: int
    effects: tuple[Any, ...]  # ["+", value, ...], ["~", key, {column: value}] or ["-", key]; bytes by their SHA-256


@dataclass(frozen=True)
class JournalEntry:
    """An entry of the log with all that the journal has of it."""

    entry: LogEntry
    act: str  # empty for an entry from before the journal
    actor: str
    channel: str
    call: int  # the first entry of the call that it belongs to
    seen: str
    request: Any
    law: str
    build: str
    link: str
    changes: tuple[TableChange, ...]


def read_journal_entry(connection: Connection, seq: int) -> JournalEntry:
    """Return an entry of the log with its request and effects. An unknown number is refused."""
    row = connection.execute(select(log).where(log.c.seq == seq)).one_or_none()
    if row is None:
        newest = connection.execute(select(func.max(log.c.seq))).scalar() or 0
        raise UserError("no-log-entry", entry=seq, newest=newest)
    link = connection.execute(select(schema.link.c.sha256).where(schema.link.c.log == seq)).scalar() or ""
    stored = connection.execute(select(schema.journal).where(schema.journal.c.log == seq)).one_or_none()
    effects = select(schema.effect).where(schema.effect.c.log == seq).order_by(schema.effect.c.place)
    changes = tuple(
        TableChange(each.place, len(lines), tuple(map(json.loads, lines)))
        for each in connection.execute(effects)
        for lines in [lines_of(bytes(each.packed))]
    )
    entry = _make_log_entry(row)
    if stored is None:
        return JournalEntry(entry, "", "", "", 0, "", None, "", "", link, changes)
    return JournalEntry(
        entry, stored.act, stored.actor, stored.channel, stored.call, stored.seen, _parse_detail(stored.request),
        stored.law, stored.build, link, changes,
    )  # fmt: skip
