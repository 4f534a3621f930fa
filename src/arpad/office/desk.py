"""The officer's desk: an open office, who sits there, and which day it is.

Whatever changes an office goes through `Desk.writing`: one transaction, one entry in the log with who, when, what and
why. The entry is made with the first row that needs it, so that a call that changes nothing leaves nothing behind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, func, insert, select

from arpad.finding import Misuse
from arpad.law.calendar import day_number
from arpad.office.clock import Clock
from arpad.office.store.engine import Store
from arpad.office.store.migrate import at_head
from arpad.office.store.schema import log, setting

LEAP = 366  # days a rehearsal may go forward at once
REHEARSAL, HOME, ZONE = "rehearsal", "home", "timezone"


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

    @property
    def seq(self) -> int:
        if not self._seq:
            said = json.dumps(dict(self.detail), ensure_ascii=False, sort_keys=True) if self.detail else ""
            entry = {"at": self.at, "day": self.day, "who": self.who, "action": self.action}
            made = self.connection.execute(
                insert(log).values(**entry, subject=self.subject, why=self.why, detail=said).returning(log.c.seq)
            )
            self._seq = int(made.scalar_one())
        return self._seq


@dataclass(frozen=True)
class Desk:
    """An open office."""

    store: Store
    who: str
    clock: Clock
    rehearsal: bool = False
    home: str = ""  # the federation that keeps the lists
    dry: bool = False  # everything is done and nothing is kept

    def today(self) -> date:
        return self.clock.today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.store.reading() as connection:
            yield connection

    @contextmanager
    def writing(
        self, action: str, subject: str = "", why: str = "", detail: Mapping[str, Any] | None = None
    ) -> Iterator[Writing]:
        """One transaction: all of it or nothing."""
        day = day_number(self.today())
        with self.store.writing() as connection:
            last = connection.execute(select(func.max(log.c.day))).scalar() or 0
            if day < last:
                later = f"{last // 10_000}-{last // 100 % 100:02d}-{last % 100:02d}"
                raise Misuse(
                    f"the clock says {self.today()}, but the log has an entry of a later day ({later}); "
                    + ("give --now a later day" if self.rehearsal else "set the machine's clock")
                )
            if self.rehearsal and last and (self.today() - _date(last)).days > LEAP:
                raise Misuse(
                    f"--now {self.today()} is more than a year after the last entry of the log ({_date(last)}), and a "
                    "rehearsal never goes back; if it is meant, go there in steps of a year"
                )
            yield Writing(connection, action, self.who, self.clock.instant(), day, subject, why, detail or {})
            if self.dry:
                connection.rollback()


def _date(number: int) -> date:
    return date(number // 10_000, number // 100 % 100, number % 100)


def open_desk(store: Store, who: str, now: date | None = None, dry: bool = False) -> Desk:
    """Sit down at an office that is there. Only a rehearsal takes its day from the officer."""
    at_head(store)
    with store.reading() as connection:
        settings = {row.name: row.value for row in connection.execute(select(setting))}
        last = connection.execute(select(func.max(log.c.day))).scalar() or 0
    rehearsal = settings.get(REHEARSAL) == "1"
    if now is not None and not rehearsal:
        raise Misuse("--now is for a rehearsal (`arpad init --rehearsal`); this office's day is the machine's")
    if rehearsal and now is None and last:
        now = _date(last)  # a rehearsal stands where it was left
    return Desk(store, who, Clock(settings.get(ZONE, "UTC"), now), rehearsal, settings.get(HOME, ""), dry)
