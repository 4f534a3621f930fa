"""What must hold of an office as such: it was founded wholly, its files are its owner's, its clock and law right."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, select, text

from arpad.days import Day, Month
from arpad.finding import Problem, Remedy
from arpad.law import LawError
from arpad.law.law_set import package_law
from arpad.law.lawfiles import SUFFIX
from arpad.law.ownfiles import must_be_whole
from arpad.office.adopted_rulebooks import read_adopted_rulebooks
from arpad.office.clock import MICROSECONDS_PER_SECOND
from arpad.office.desk import HOME, REHEARSAL, ZONE, last_log_day
from arpad.office.store import schema
from arpad.office.upkeep.doctor import OfficeCheck
from arpad.office.upkeep.doctor_keys import OTHERS, key_place, signing_keys
from arpad.office.upkeep.doctor_store import FROM_BACKUP

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput

BESIDE = ("", "-journal", "-wal", "-shm", ".key")  # SQLite's files of one office, and its key
REPAIR, CLOCK = "repair", "clock"  # the entry by which an office goes on after a clock that was ahead


def founding(visit: CheckInput) -> Iterator[Problem]:
    there = set(visit.connection.execute(select(schema.setting.c.name)).scalars())
    for name in (HOME, REHEARSAL, ZONE):
        if name not in there:
            yield Problem("setting-gone", name=name)
    if visit.connection.execute(select(schema.log.c.seq).limit(1)).first() is None:
        yield Problem("never-founded")
    if visit.store.is_sqlite and visit.connection.execute(text("PRAGMA application_id")).scalar() == 0:
        yield Problem("file-unmarked")


def open_files(address: str) -> dict[str, int]:
    """The files of a SQLite office that others may read or write, with their modes."""
    there = (address + end for end in BESIDE if os.path.exists(address + end))
    modes = {file: stat.S_IMODE(os.stat(file).st_mode) for file in there} if os.name == "posix" else {}
    return {file: mode for file, mode in modes.items() if mode & OTHERS}


def modes(visit: CheckInput) -> Iterator[Problem]:
    for file, mode in open_files(visit.store.address).items():
        yield Problem("file-open", Remedy.to("close-file", file=file), file=file, mode=f"{mode:o}")


def clock(visit: CheckInput) -> Iterator[Problem]:
    """Entries from a later day or moment than now, if nobody has said yet that the office goes on all the same."""
    today, last = Day.of(visit.at.today()), last_log_day(visit.connection)
    if today < last:
        yield Problem("today-behind-log", today=today, last=last)
    ahead = newest_ahead(visit.connection, visit.at.clock.instant())
    if ahead is not None:
        later = datetime.fromtimestamp(ahead.at // MICROSECONDS_PER_SECOND, UTC)
        yield Problem("machine-behind-log", last=later, entry=ahead.seq)


def newest_ahead(connection: Connection, now: int) -> Row[Any, Any] | None:
    """The entry that lies furthest ahead of now, among those since the clock was last put right."""
    log = schema.log
    repaired = select(func.coalesce(func.max(log.c.seq), 0)).where(log.c.action == REPAIR, log.c.subject == CLOCK)
    rows = select(log.c.seq, log.c.at).where(log.c.seq > repaired.scalar_subquery(), log.c.at > now)
    return connection.execute(rows.order_by(log.c.at.desc()).limit(1)).first()


def editions(visit: CheckInput) -> Iterator[Problem]:
    """Files of the law as lists carry them, where this version has a file of that name and says something else.

    A rulebook of the office's own is of no version: whether it is what was adopted is asked by `verify`.
    """
    today = {file: hashlib.sha256(body).hexdigest() for file, body in package_law().files.items()}
    for kept in read_adopted_rulebooks(visit.connection):
        today.pop(kept.id + SUFFIX, None)
    of = schema.list_law
    rows = select(of.c.file, of.c.sha256, func.max(of.c.list).label("list"), func.count().label("lists"))
    for row in visit.connection.execute(rows.group_by(of.c.file, of.c.sha256).order_by(of.c.file, of.c.sha256)):
        if row.file in today and today[row.file] != row.sha256:
            yield Problem("law-of-another-version", file=row.file, lists=row.lists, list=Month(row.list))


def rulebooks(visit: CheckInput) -> Iterator[Problem]:
    """Rulebooks that were adopted, and that this version does not read any more, or not under the id of then."""
    for kept in read_adopted_rulebooks(visit.connection):
        file = kept.id + SUFFIX
        try:
            head = must_be_whole(kept.body, file)
        except LawError as error:
            yield Problem("rulebook-unread", id=kept.id, day=kept.day, problem=error)
            continue
        if head.id != kept.id:
            yield Problem("rulebook-of-other-id", id=kept.id, other=head.id)


OFFICE = (
    OfficeCheck("founding", Remedy.to("repair-founding"), founding),
    OfficeCheck("modes", Remedy.to("repair-modes"), modes, only="sqlite"),
    OfficeCheck("clock", Remedy.to("mend-clock"), clock),
    OfficeCheck("signing-keys", Remedy.to("new-key-by-word"), signing_keys),
    OfficeCheck("key-place", Remedy.to("move-key"), key_place, advice=True),
    OfficeCheck("rulebooks", FROM_BACKUP, rulebooks),
    OfficeCheck("editions", Remedy.to("compare-law"), editions, advice=True),
)
