"""Verify an office: the log as a chain, every row against the entry that wrote it, and every list made again.

Rows and links are always looked at, all of them. Making lists again is the long part: it goes on from the last entry
that says an office was verified, unless the whole is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, func, select

from arpad.days import Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.proving.admissions import not_as_examined
from arpad.office.proving.chained import broken, entries, links, written_by
from arpad.office.proving.enacted import not_as_proposed
from arpad.office.proving.entered import not_as_said
from arpad.office.proving.following import not_following
from arpad.office.proving.lawful import never_adopted
from arpad.office.proving.layers import not_as_put_right
from arpad.office.proving.permits import VERIFIED, not_decided, not_permitted
from arpad.office.proving.raw import not_as_reported
from arpad.office.proving.remade import heads, lawless, not_as_entered, not_remade, recomputable
from arpad.office.proving.rows import Counted, bound_again, not_as_written, of_another_entry
from arpad.office.proving.taken import not_as_chosen
from arpad.office.publishing.list_storage import DAMAGE_ERRORS, seal_problems
from arpad.office.store import schema
from arpad.office.store.engine import Store


@dataclass(frozen=True)
class ListAsPublished:
    """A list that cannot be made again, and is taken as it was published."""

    series: str
    list_: Month


@dataclass(frozen=True)
class Verified:
    """What was looked at, and what was found."""

    entries: int  # of the log
    rows: int  # compared with what their entry wrote
    remade: int  # lists that were made again
    before: int  # lists that an earlier verification made again
    as_published: tuple[ListAsPublished, ...]  # not recomputable: opened, imported, or from before the law was kept
    root: str  # the newest link
    found: tuple[Problem, ...]


def verified(
    store: Store, connection: Connection, whole: bool = False, watch: ProgressReporter = no_progress
) -> Verified:
    """Look at everything, and make again the lists that nobody has made again yet, or all."""
    written, log_rows = written_by(connection), entries(connection)
    found = [*broken(connection, written)]
    rows = 0
    for each in not_as_written(connection, written, log_rows):
        if isinstance(each, Counted):
            rows += each.rows
        else:
            found.append(each)
    found += _looked(bound_again(connection, written, log_rows))
    found += _looked(of_another_entry(connection, written, log_rows))
    found += _looked(not_permitted(connection, written, log_rows))
    found += _looked(not_decided(connection, written, log_rows))
    found += _looked(not_as_said(connection, written, log_rows))
    found += _looked(not_as_proposed(connection, written, log_rows))
    found += _looked(never_adopted(connection))
    found += _looked(not_following(store, connection))
    found += _looked(not_as_reported(connection))
    since = 0 if whole else _last_verified(connection)
    found += _looked(not_as_examined(connection, since, watch))
    found += _looked(not_as_chosen(connection, since))
    found += _looked(not_as_put_right(connection, since, watch))
    there, taken = heads(connection), []
    remade = before = 0
    with watch("lists", len(there)) as advance:
        for head in there:
            found += seal_problems(connection, head)
            found += _looked(not_as_entered(head, log_rows.get(head.log)))
            if not recomputable(connection, head):
                found += lawless(connection, head)
                taken.append(ListAsPublished(head.series, Month(head.list)))
            elif head.log <= since:
                before += 1
            else:
                found += not_remade(connection, head)
                remade += 1
            advance(1)
    chain = links(connection)
    root = chain[max(chain)].sha256 if chain else ""
    return Verified(len(log_rows), rows, remade, before, tuple(taken), root, tuple(once(found)))


def _looked(found: Iterable[Problem]) -> Iterator[Problem]:
    """What a look finds; where rows are so damaged that it cannot go on, that is a finding beside those of the rows."""
    try:
        yield from found
    except Problem as problem:
        yield problem
    except DAMAGE_ERRORS as error:
        yield Problem("office-damaged", reason=str(error) or type(error).__name__)


def refused(error: Exception) -> Problem:
    """A database that does not answer is itself a finding."""
    reason = str(getattr(error, "orig", error)).strip()
    return Problem("database-refuses", answer=reason.splitlines()[0] if reason else type(error).__name__)


def _last_verified(connection: Connection) -> int:
    """The newest entry that says the office was found good."""
    of = schema.log
    return connection.execute(select(func.max(of.c.seq)).where(of.c.action == VERIFIED)).scalar() or 0


def once(found: list[Problem]) -> Iterator[Problem]:
    """Each finding once, in the order in which they came."""
    seen = set()
    for each in found:
        if str(each) not in seen:
            seen.add(str(each))
            yield each
