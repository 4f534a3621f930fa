"""An open office: its database, the person who acts, and its day.

Every change is an act (see `acts`) and goes through `Desk.writing`: one transaction and one log entry with who, when,
what and why, its request and its effects. The entry is made with the first row that needs it, so that a call without
changes writes nothing. Many acts of one kind go through `Desk.group`: each has its own log entry and is done wholly or
not at all; all are committed together. A face opens an office with `open_office` and knows nothing of databases.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import field, replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet, current_law, set_law, use_law
from arpad.office.access.approval import (
    ALSO_WITH_SECOND_PERSON,
    APPROVED,
    ActToApprove,
    Approval,
    require_second_person,
    store_answer,
)
from arpad.office.access.authority import current_identity, require_scope
from arpad.office.access.permissions import LOCAL_ACTOR, Identity
from arpad.office.acts import Call, Performance
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.clock import Clock
from arpad.office.store import effects
from arpad.office.store.cache import IN_ONE_READING, CallCache, StateCache, forget_cached_events, forget_cached_people
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.journal import close_entry
from arpad.office.store.migrate import require_newest_schema
from arpad.office.store.numbering import forget_numbers
from arpad.office.store.schema import log, setting
from arpad.plaintext import NAME, TEXT, is_name, is_text

INSERT_LOG_ENTRY = insert(log).returning(log.c.seq)
GROUP_SIZE = 64  # changes that are committed together, where there are many
MAX_REHEARSAL_DAYS = 366  # days by which a rehearsal may go forward at once
REHEARSAL, HOME, ZONE = "rehearsal", "home", "timezone"

ProgressReporter = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Shows the progress of long work: takes its name and size, gives a function that advances it."""


def no_progress(_: str, __: int | None) -> AbstractContextManager[Callable[[int], None]]:
    """A progress reporter that shows nothing."""
    return nullcontext(lambda _: None)


@dataclass
class WriteTransaction:
    """An open writing transaction and its one log entry. Refuses a person's name or a reason that cannot be stored."""

    connection: Connection
    action: str
    who: str
    at: int
    day: int
    performance: Performance
    recorder: effects.Recorder
    subject: str = ""
    why: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)
    _seq: int = 0
    _row: tuple[Any, ...] = ()  # of the log, as it was sent

    def __post_init__(self) -> None:
        if not is_name(self.who):
            raise UserError("log-text/who", most=NAME)
        if not is_text(self.why):
            raise UserError("log-text/why", most=TEXT)

    @property
    def recorded(self) -> bool:
        """Whether there is a log entry yet."""
        return bool(self._seq)

    @property
    def seq(self) -> int:
        """The number of the log entry. The first call inserts the entry; without a call there is none."""
        if not self._seq:
            detail = json.dumps(dict(self.detail), ensure_ascii=False, sort_keys=True) if self.detail else ""
            entry = {"at": self.at, "day": self.day, "who": self.who, "action": self.action, "subject": self.subject}
            entry |= {"why": self.why, "detail": detail}
            self._seq = int(self.connection.execute(INSERT_LOG_ENTRY, entry).scalar_one())
            self._row = (self._seq, *entry.values())
        return self._seq

    def refer_to_stored_bytes(self, sha256: str) -> None:
        """Note that a table has these bytes of the request since an earlier entry: they are not attached once more."""
        self.recorder.blobs.add(sha256)

    def close(self) -> None:
        """Store request and effects of the log entry, and link the entry to the one before. Does nothing if there is no
        entry. This is not the commit."""
        if self._seq:
            request, attachments = self.performance.journal_request(self._seq)
            close_entry(self.connection, self._row, request, self.recorder, attachments)


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
    channel: str = "library"  # by which the actor came
    seen: str = ""  # the version of the subject that was displayed to the actor
    idempotency: str = ""  # a key of the caller's, under which a request is performed once
    identity: Identity | None = None  # the account that acts; without one, somebody with direct access to the database
    approval: Approval | None = None  # of a second person, for the act under way
    law: LawSet | None = None  # the law of the act under way, where it is not that of today
    call: Call = field(default_factory=Call, repr=False, compare=False)
    performance: Performance | None = field(default=None, repr=False, compare=False)  # of the act under way

    @property
    def actor(self) -> str:
        """The authenticated user: an account, or somebody with direct access to the database, who may do everything."""
        return f"{LOCAL_ACTOR}{self.who}" if self.identity is None else self.identity.actor

    def today(self) -> date:
        """The office's civil day; in a rehearsal, its own day."""
        return self.clock.today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads one state of the office. It sets the office's law as the current law, and
        caches what is read until it ends."""
        with self.store.reading() as connection, StateCache(IN_ONE_READING).beside(connection):
            set_law(self.law or read_law_of_office(connection))
            yield connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[WriteTransaction]:
        """Open a transaction that writes, with one log entry; no other writer runs meanwhile. It is committed at the
        end; after an error, or in a dry run, everything is rolled back. Refused if the day is before the newest log
        entry."""
        with self._alone() as connection, self.entered(connection, action, subject, why, detail) as writing:
            yield writing

    @contextmanager
    def writing_on_any_day(self, action: str, subject: str, why: str) -> Iterator[WriteTransaction]:
        """As `writing`, but not refused if the log has an entry of a later day: for setting back the day of a
        rehearsal."""
        with self._alone(on_any_day=True) as connection, self.entered(connection, action, subject, why) as writing:
            yield writing

    @contextmanager
    def group(self, memory: CallCache) -> Iterator[GroupTransaction]:
        """Open one transaction for many changes, each with its own log entry, wholly done or not at all. All are
        committed together at the end; in a dry run all are rolled back. `memory` is the cache used meanwhile."""
        with self._alone() as connection, memory.beside(connection):
            yield GroupTransaction(self, connection)

    @contextmanager
    def _alone(self, on_any_day: bool = False) -> Iterator[Connection]:
        """Open the only writing transaction, with the office's law as the current law; a dry run is rolled back at the
        end. Refused if the clock is behind the log (unless `on_any_day`), or a rehearsal goes too far ahead."""
        day = Day.of(self.today())
        with self.store.writing() as connection:
            set_law(self.law or read_law_of_office(connection))
            last = last_log_day(connection)
            if day < last and not on_any_day:
                remedy = Remedy.to("later-day" if self.rehearsal else "set-clock")
                raise UserError("clock-behind-log", remedy, today=day, last=last)
            if self.rehearsal and last and (self.today() - last.date).days > MAX_REHEARSAL_DAYS:
                raise UserError("rehearsal-leaps", Remedy.to("smaller-steps"), today=day, last=last)
            yield connection
            if self.dry:
                self.store.discard(connection)

    @contextmanager
    def entered(
        self,
        connection: Connection,
        action: str,
        subject: str = "",
        why: str = "",
        detail: Mapping[str, Any] | None = None,
    ) -> Iterator[WriteTransaction]:
        """Open a log entry of its own within a transaction that is already open; at the end its request and effects are
        stored. It neither commits nor rolls back. Only an act has an entry."""
        if self.performance is None:
            raise effects.UnrecordedWriteError(f"{action}: an entry outside an act")
        performance = replace(self.performance, call=Call()) if self.dry else self.performance
        self._require_authority(connection, performance, subject)
        performance.refuse_repetition(connection)
        when = self.clock.instant(), int(Day.of(self.today()))
        recorder = effects.begin(connection)
        try:
            writing = WriteTransaction(
                connection, action, self.who, *when, performance, recorder, subject, why, detail or {}
            )
            yield writing
            if writing.recorded:
                self._require_authority(connection, performance, writing.subject, writing.seq)
                if performance.approval is not None:
                    store_answer(connection, performance.approval, APPROVED, writing.seq)
            writing.close()
        finally:
            effects.end(connection)

    def _require_authority(
        self, connection: Connection, performance: Performance, subject: str, entry: int = 0
    ) -> None:
        """Refuse an act that the account may not perform now, or that needs a second person. Asked before an entry
        writes and, with its number, when it has written; somebody with direct access to the database may do all."""
        act = performance.act
        if self.identity is not None:
            identity = current_identity(connection, self.identity)
            require_scope(connection, identity, act.permission, (act.about, subject), entry)
        if not (entry or self.dry) and (act.second_person or act.name in ALSO_WITH_SECOND_PERSON):
            asked = ActToApprove(act.name, act.permission, act.second_person, performance.actor, subject)
            require_second_person(connection, asked, performance.approval)


def last_log_day(connection: Connection) -> Day:
    """Return the day of the newest log entry, 0 if the log is empty."""
    return Day(connection.execute(select(log.c.day).order_by(log.c.seq.desc()).limit(1)).scalar() or 0)


@dataclass(frozen=True)
class GroupTransaction:
    """A transaction with many changes, each under its own savepoint and log entry."""

    desk: Desk
    connection: Connection

    def performed_by(self, desk: Desk) -> GroupTransaction:
        """Return the same transaction for an act: `desk` is what `perform_item` yields."""
        return GroupTransaction(desk, self.connection)

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[WriteTransaction]:
        """Make one change of the group under its own savepoint and log entry. After an error only this change is rolled
        back, and the error is raised. A lost connection is raised as such and ends the whole group."""
        try:
            with (
                self.desk.store.errors_for_users(),
                self.connection.begin_nested(),
                self.desk.entered(self.connection, action, subject, why, detail) as writing,
            ):
                yield writing
        except BaseException as error:
            forget_cached_events(self.connection)  # remembered rows may be those that are rolled back
            forget_cached_people(self.connection)
            if not self.connection.invalidated:
                forget_numbers(self.connection)
            if self.connection.invalidated and isinstance(error.__cause__, DBAPIError):
                raise error.__cause__ from None  # reported where the transaction ends
            raise


@contextmanager
def open_office(address: str, who: str, now: date | None = None, dry: bool = False) -> Iterator[Desk]:
    """Open the office at an address, and close it at the end. Refused without a name in `who`. `now` is only for a
    rehearsal; with `dry` every write is rolled back. The current law is restored afterwards."""
    if not who.strip():
        raise UserError("nobody-acts", Remedy.to("say-who"))
    store = connect_store(address, keep=True)
    try:
        with use_law(current_law()):
            yield open_desk(store, who.strip(), now, dry)
    finally:
        store.close()


def open_desk(store: Store, who: str, now: date | None = None, dry: bool = False) -> Desk:
    """Open the office in a database and set its law as the law of this context (`set_law`), not of the process.

    `now` is refused unless the office is a rehearsal: a database for practice. Without `now`, a rehearsal uses the
    day of its newest log entry. `dry` is independent of this: every write is rolled back."""
    require_newest_schema(store)
    with store.reading() as connection:
        return desk_of_office(store, connection, who, now, dry)


def desk_of_office(store: Store, connection: Connection, who: str, now: date | None = None, dry: bool = False) -> Desk:
    """Return the desk of the office that an open transaction sees, and set its law, as `open_desk` does."""
    settings = {row.name: row.value for row in connection.execute(select(setting))}
    last = last_log_day(connection)
    set_law(read_law_of_office(connection))
    rehearsal = settings.get(REHEARSAL) == "1"
    if now is not None and not rehearsal:
        raise UserError("no-rehearsal", Remedy.to("found-rehearsal"))
    if rehearsal and now is None and last:
        now = last.date  # a rehearsal has the day of its newest log entry
    return Desk(store, who, Clock(settings.get(ZONE, "UTC"), now), rehearsal, settings.get(HOME, ""), dry)
