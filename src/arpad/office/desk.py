"""An open office: its database, the person who acts, and its day.

Every change goes through `Desk.writing`: one transaction and one log entry with who, when, what and why. The entry is
made with the first row that needs it, so that a call without changes writes nothing. Many changes of one kind go
through `Desk.group`: each has its own log entry and is done wholly or not at all; all are committed together. A face
opens an office with `open_office` and knows nothing of databases.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import field
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law, set_law, use_law
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.clock import Clock
from arpad.office.store import links
from arpad.office.store.cache import IN_ONE_READING, CallCache, StateCache, forget_cached_events
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.migrate import require_newest_schema
from arpad.office.store.schema import log, setting
from arpad.plaintext import NAME, TEXT, is_name, is_text

INSERT_LOG_ENTRY = insert(log).returning(log.c.seq)
GROUP_SIZE = 64  # changes that are committed together, where there are many
MAX_REHEARSAL_DAYS = 366  # days by which a rehearsal may go forward at once
REHEARSAL, HOME, ZONE = "rehearsal", "home", "timezone"

ProgressReporter = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Shows the progress of long work: takes its name and size, gives a function that advances it."""


def no_progress(_: str, __: int | None) -> AbstractContextManager[Callable[[int], None]]:
    """Show no progress."""
    return nullcontext(lambda _: None)


@dataclass
class WriteTransaction:
    """A transaction that writes, and its log entry."""

    connection: Connection
    action: str
    who: str
    at: int
    day: int
    subject: str = ""
    why: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    _seq: int = 0

    def __post_init__(self) -> None:
        if not is_name(self.who):
            raise UserError("log-text/who", most=NAME)
        if not is_text(self.why):
            raise UserError("log-text/why", most=TEXT)

    @property
    def seq(self) -> int:
        """The number of the log entry; the entry is inserted when it is first asked for."""
        if not self._seq:
            detail = json.dumps(dict(self.detail), ensure_ascii=False, sort_keys=True) if self.detail else ""
            entry = {"at": self.at, "day": self.day, "who": self.who, "action": self.action, "subject": self.subject}
            self._seq = int(
                self.connection.execute(INSERT_LOG_ENTRY, {**entry, "why": self.why, "detail": detail}).scalar_one()
            )
        return self._seq

    def close(self) -> None:
        """Bind the written rows to the log entry, and the entry to the one before it."""
        if self._seq:
            links.close(self.connection, self._seq)


@dataclass(frozen=True)
class Desk:
    """An open office, and the person who acts in it."""

    store: Store
    who: str
    clock: Clock
    rehearsal: bool = False
    home: str = ""  # the federation that keeps the lists
    dry: bool = False  # a dry run: everything is done and rolled back
    drafts: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False, compare=False)  # lists previewed here

    def today(self) -> date:
        """The office's civil day."""
        return self.clock.today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that only reads: it sees one state of the office, and remembers what it has read of it."""
        with self.store.reading() as connection, StateCache(IN_ONE_READING).beside(connection):
            set_law(read_law_of_office(connection))
            yield connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[WriteTransaction]:
        """A transaction that writes, alone in the office: wholly done or not at all."""
        with self._alone() as connection, self.entered(connection, action, subject, why, detail) as writing:
            yield writing

    @contextmanager
    def writing_on_any_day(self, action: str, subject: str, why: str) -> Iterator[WriteTransaction]:
        """The same, also where the log has an entry of a later day (when the day of a rehearsal is set back)."""
        with self._alone(on_any_day=True) as connection, self.entered(connection, action, subject, why) as writing:
            yield writing

    @contextmanager
    def group(self, memory: CallCache) -> Iterator[GroupTransaction]:
        """A transaction for many changes, each of them wholly done or not at all."""
        with self._alone() as connection, memory.beside(connection):
            yield GroupTransaction(self, connection)

    @contextmanager
    def _alone(self, on_any_day: bool = False) -> Iterator[Connection]:
        """A transaction that writes alone, with the office's law in use; refused where the clock is not plausible."""
        day = Day.of(self.today())
        with self.store.writing() as connection:
            set_law(read_law_of_office(connection))
            last = last_log_day(connection)
            if day < last and not on_any_day:
                remedy = Remedy.to("later-day" if self.rehearsal else "set-clock")
                raise UserError("clock-behind-log", remedy, today=day, last=last)
            if self.rehearsal and last and (self.today() - last.date).days > MAX_REHEARSAL_DAYS:
                raise UserError("rehearsal-leaps", Remedy.to("smaller-steps"), today=day, last=last)
            yield connection
            if self.dry:
                connection.rollback()

    @contextmanager
    def entered(
        self,
        connection: Connection,
        action: str,
        subject: str = "",
        why: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> Iterator[WriteTransaction]:
        """A log entry of its own within an open transaction."""
        day = int(Day.of(self.today()))
        links.begin(connection)
        writing = WriteTransaction(connection, action, self.who, self.clock.instant(), day, subject, why, detail or {})
        yield writing
        writing.close()


def last_log_day(connection: Connection) -> Day:
    """The day of the newest log entry: days never go back."""
    return Day(connection.execute(select(log.c.day).order_by(log.c.seq.desc()).limit(1)).scalar() or 0)


@dataclass(frozen=True)
class GroupTransaction:
    """A transaction with many changes, each under its own savepoint and log entry."""

    desk: Desk
    connection: Connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[WriteTransaction]:
        """One change: wholly done or not at all. A lost connection is raised as such and ends the whole group."""
        try:
            with (
                self.desk.store.told(),
                self.connection.begin_nested(),
                self.desk.entered(self.connection, action, subject, why, detail) as writing,
            ):
                yield writing
        except BaseException as error:
            forget_cached_events(self.connection)  # remembered rows may be those that are rolled back
            if self.connection.invalidated and isinstance(error.__cause__, DBAPIError):
                raise error.__cause__ from None  # reported where the transaction ends
            raise


@contextmanager
def open_office(address: str, who: str, now: date | None = None, dry: bool = False) -> Iterator[Desk]:
    """Open the office at an address, and close it at the end."""
    if not who.strip():
        raise UserError("nobody-acts", Remedy.to("say-who"))
    store = connect_store(address, keep=True)
    try:
        with use_law(current_law()):
            yield open_desk(store, who.strip(), now, dry)
    finally:
        store.close()


def open_desk(store: Store, who: str, now: date | None = None, dry: bool = False) -> Desk:
    """Open the office in a database, with its law in use. Only a rehearsal takes its day from the caller."""
    require_newest_schema(store)
    with store.reading() as connection:
        settings = {row.name: row.value for row in connection.execute(select(setting))}
        last = last_log_day(connection)
        set_law(read_law_of_office(connection))
    rehearsal = settings.get(REHEARSAL) == "1"
    if now is not None and not rehearsal:
        raise UserError("no-rehearsal", Remedy.to("found-rehearsal"))
    if rehearsal and now is None and last:
        now = last.date  # a rehearsal has the day of its newest log entry
    return Desk(store, who, Clock(settings.get(ZONE, "UTC"), now), rehearsal, settings.get(HOME, ""), dry)
