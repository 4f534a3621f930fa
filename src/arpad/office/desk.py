"""The officer's desk: an open office, who sits there, and which day it is.

Whatever changes an office goes through `Desk.writing`: one transaction, one entry in the log with who, when, what and
why. The entry is made with the first row that needs it, so that a call that changes nothing leaves nothing behind.
Many things of one kind go through `Desk.group`: each with its own entry and wholly done or not at all, and all that are
done on disk together.
A face sits down with `open_office` and needs to know nothing of databases.
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
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.carried import laid_open, lay_open, todays_law
from arpad.office.adopted import law_of_office
from arpad.office.clock import Clock
from arpad.office.store import links
from arpad.office.store.engine import Store, connect
from arpad.office.store.memory import IN_ONE_READING, Memory, StateMemory, forget_events
from arpad.office.store.schema import log, setting
from arpad.office.store.version import at_head
from arpad.plaintext import NAME, TEXT, is_name, is_text

ENTRY = insert(log).returning(log.c.seq)
GROUP = 64  # things that go on disk together, where there are many
LEAP = 366  # days a rehearsal may go forward at once
REHEARSAL, HOME, ZONE = "rehearsal", "home", "timezone"

Watch = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Shows how far a long work is: what is done and its size; the function advances it."""


def quiet(_: str, __: int | None) -> AbstractContextManager[Callable[[int], None]]:
    """Watch nothing."""
    return nullcontext(lambda _: None)


@dataclass
class Writing:
    """A transaction that writes. `seq` is its entry in the log."""

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
            raise Misuse("log-text/who", most=NAME)
        if not is_text(self.why):
            raise Misuse("log-text/why", most=TEXT)

    @property
    def seq(self) -> int:
        if not self._seq:
            detail = json.dumps(dict(self.detail), ensure_ascii=False, sort_keys=True) if self.detail else ""
            entry = {"at": self.at, "day": self.day, "who": self.who, "action": self.action, "subject": self.subject}
            self._seq = int(self.connection.execute(ENTRY, {**entry, "why": self.why, "detail": detail}).scalar_one())
        return self._seq

    def close(self) -> None:
        """Bind what was written to the entry, and the entry to the one before it."""
        if self._seq:
            links.close(self.connection, self._seq)


@dataclass(frozen=True)
class Desk:
    """An open office."""

    store: Store
    who: str
    clock: Clock
    rehearsal: bool = False
    home: str = ""  # the federation that keeps the lists
    dry: bool = False  # everything is done and nothing is kept
    drafts: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False, compare=False)  # lists previewed here

    def today(self) -> date:
        return self.clock.today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that only reads: it sees one state of the office, and remembers what it has read of it."""
        with self.store.reading() as connection, StateMemory(IN_ONE_READING).beside(connection):
            lay_open(law_of_office(connection))
            yield connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[Writing]:
        """One transaction: all of it or nothing."""
        with self._alone() as connection, self.entered(connection, action, subject, why, detail) as writing:
            yield writing

    @contextmanager
    def writing_on_any_day(self, action: str, subject: str, why: str) -> Iterator[Writing]:
        """One transaction also where the log has an entry of a later day: from its entry on days are counted anew."""
        with self._alone(on_any_day=True) as connection, self.entered(connection, action, subject, why) as writing:
            yield writing

    @contextmanager
    def group(self, memory: Memory) -> Iterator[Group]:
        """One transaction for many things, each of them all or nothing."""
        with self._alone() as connection, memory.beside(connection):
            yield Group(self, connection)

    @contextmanager
    def _alone(self, on_any_day: bool = False) -> Iterator[Connection]:
        day = Day.of(self.today())
        with self.store.writing() as connection:
            lay_open(law_of_office(connection))
            last = last_day(connection)
            if day < last and not on_any_day:
                remedy = Remedy.to("later-day" if self.rehearsal else "set-clock")
                raise Misuse("clock-behind-log", remedy, today=day, last=last)
            if self.rehearsal and last and (self.today() - last.date).days > LEAP:
                raise Misuse("rehearsal-leaps", Remedy.to("smaller-steps"), today=day, last=last)
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
    ) -> Iterator[Writing]:
        """What is written in a transaction that is open already, under an entry of its own."""
        day = int(Day.of(self.today()))
        links.begin(connection)
        writing = Writing(connection, action, self.who, self.clock.instant(), day, subject, why, detail or {})
        yield writing
        writing.close()


def last_day(connection: Connection) -> Day:
    """The day of the newest entry of the log: days never go back."""
    return Day(connection.execute(select(log.c.day).order_by(log.c.seq.desc()).limit(1)).scalar() or 0)


@dataclass(frozen=True)
class Group:
    """A transaction in which many things are done, each by itself."""

    desk: Desk
    connection: Connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[Writing]:
        """One of them: all of it or nothing, whatever becomes of the others; a line that breaks is no affair of one."""
        try:
            with (
                self.desk.store.told(),
                self.connection.begin_nested(),
                self.desk.entered(self.connection, action, subject, why, detail) as writing,
            ):
                yield writing
        except BaseException as error:
            forget_events(self.connection)  # what was read may have been written by what is taken back
            if self.connection.invalidated and isinstance(error.__cause__, DBAPIError):
                raise error.__cause__ from None  # told where the transaction ends
            raise


@contextmanager
def open_office(address: str, who: str, now: date | None = None, dry: bool = False) -> Iterator[Desk]:
    """The desk of the office at an address, for as long as somebody sits there."""
    if not who.strip():
        raise Misuse("nobody-acts", Remedy.to("say-who"))
    store = connect(address, keep=True)
    try:
        with laid_open(todays_law()):
            yield open_desk(store, who.strip(), now, dry)
    finally:
        store.close()


def open_desk(store: Store, who: str, now: date | None = None, dry: bool = False) -> Desk:
    """Sit down at an office that is there, with its law laid open. Only a rehearsal takes its day from the officer."""
    at_head(store)
    with store.reading() as connection:
        settings = {row.name: row.value for row in connection.execute(select(setting))}
        last = last_day(connection)
        lay_open(law_of_office(connection))
    rehearsal = settings.get(REHEARSAL) == "1"
    if now is not None and not rehearsal:
        raise Misuse("no-rehearsal", Remedy.to("found-rehearsal"))
    if rehearsal and now is None and last:
        now = last.date  # a rehearsal stands where it was left
    return Desk(store, who, Clock(settings.get(ZONE, "UTC"), now), rehearsal, settings.get(HOME, ""), dry)
