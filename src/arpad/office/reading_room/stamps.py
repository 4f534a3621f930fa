"""Say which state of the office somebody sees: the newest list and its seal per series, and the last entry of the log.

A stamp is the key of everything that is kept of what was read: with another stamp another answer may be due, with the
same one it cannot be.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from functools import cached_property

from sqlalchemy import Connection, func, select

from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.rolls import missing_list_error
from arpad.office.store import schema
from arpad.office.store.cache import people_stamp

STAMP_LETTERS = 16  # letters of a stamp's name
WORK_ON_LISTS_TO_COME = ("register event", "submit report", "admit", "refuse", "preview")
"""Actions of the log that change nothing of what is said of a published list."""


@dataclass(frozen=True)
class ListHead:
    """A published list as a whole."""

    series: str
    list_: Month
    kind: str  # opening, computed or imported
    edition: str | None
    seal: str
    previous_seal: str | None
    rehearsal: bool
    published: date  # the office's day


@dataclass(frozen=True)
class Stamp:
    """The state of an office: newest lists, last log entry, last entry about a player. Cached answers are valid for
    one stamp."""

    newest: tuple[ListHead, ...]  # by series
    log: int
    people: int
    decided: int  # the last entry that is no work on a list to come
    day: date  # the office's day of the last entry
    at: datetime  # its instant
    downloads: int = 0  # the last entry that brought an official list, or more of one that is stored

    @cached_property
    def name(self) -> str:
        """The stamp as a short word: a hash of the newest lists and the last log entry."""
        seals = "".join(f"{head.series} {head.list_} {head.seal}\n" for head in self.newest)
        return hashlib.sha256(f"{seals}{self.log}".encode()).hexdigest()[:STAMP_LETTERS]

    def head(self, series: str) -> ListHead:
        """Return the newest list of a series; an unknown series is refused."""
        for head in self.newest:
            if head.series == series:
                return head
        raise unknown_series_error(series, tuple(head.series for head in self.newest))


def unknown_series_error(series: str, known: tuple[str, ...]) -> UserError:
    """Return, not raise, the error that a series has no list here; it names the series that have."""
    return UserError("no-series-here", series=series, known=known)


def read_stamp(connection: Connection) -> Stamp:
    """Return the state of the office that a connection sees; an office without log entries has a stamp of zeros."""
    log = schema.log
    last = connection.execute(select(log.c.seq, log.c.day, log.c.at).order_by(log.c.seq.desc()).limit(1)).one_or_none()
    seq, day, at = (last.seq, last.day, last.at) if last is not None else (0, 0, 0)
    newest = tuple(
        read_list_heads(connection, series, only=list_)[0]
        for series, list_ in connection.execute(
            select(schema.pointer.c.series, schema.pointer.c.list).order_by(schema.pointer.c.series)
        ).all()
        if list_
    )
    of_lists_to_come = log.c.action.in_(WORK_ON_LISTS_TO_COME)
    decided = connection.execute(select(func.max(log.c.seq)).where(~of_lists_to_come)).scalar() or 0
    instant = datetime.fromtimestamp(at // 1_000_000, UTC)
    downloads = connection.execute(select(func.max(schema.official_list.c.log))).scalar() or 0
    of_day = Day(day).date if day else date.min
    return Stamp(newest, seq, people_stamp(connection), decided, of_day, instant, downloads)


def read_list_heads(connection: Connection, series: str, only: int = 0) -> tuple[ListHead, ...]:
    """Return the published lists of a series, newest first; with `only`, just this list. Refused if there is none."""
    rating_list, log, pointer = schema.rating_list, schema.log, schema.pointer
    rows = (
        select(rating_list, log.c.day)
        .join(log, log.c.seq == rating_list.c.log)
        .join(pointer, pointer.c.series == rating_list.c.series)
        .where(rating_list.c.series == series, rating_list.c.list <= pointer.c.list)
        .order_by(rating_list.c.list.desc())
    )
    rows_found = connection.execute(rows.where(rating_list.c.list == only) if only else rows).all()
    if not rows_found:
        first, last = connection.execute(
            select(func.min(rating_list.c.list), func.max(rating_list.c.list)).where(rating_list.c.series == series)
        ).one()
        raise missing_list_error(series, only, (first, last) if first else ())
    return tuple(
        ListHead(
            row.series, Month(row.list), row.kind, row.edition or None, row.sha256, row.previous_sha256 or None,
            bool(row.rehearsal), Day(row.day).date,
        )
        for row in rows_found
    )  # fmt: skip
