"""The law that a list carries: stored with it byte for byte, each file once, and read again whenever it is opened.

A list of a schema that kept no law is opened with today's edition. Where that is byte for byte the edition that made
the list, nothing is lost; where it is not, or where this version cannot read what a list carries, whoever opens the
list is told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TypeVar

from sqlalchemy import Connection, bindparam, insert, select

from arpad.columns import Pool
from arpad.days import Day, Month
from arpad.explain.calculation import LawUsed
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import book_of_day
from arpad.law.carried import CarriedLaw, todays_law
from arpad.office.desk import Writing
from arpad.office.publication.storing import ListHead
from arpad.office.store import schema
from arpad.office.store.memory import Subject, recall
from arpad.rating.pool import newest_starts

Opened = TypeVar("Opened")
KEPT = "arpad-carried-law"  # where a connection keeps the laws that it has read, by the hashes of their files


@dataclass(frozen=True)
class ListLaw:
    """The law with which a list is opened: the edition of its period, those of its events, and whether it is the
    stored law."""

    series: str
    list_: int
    edition: str  # of the period; empty where the list was made elsewhere
    law: CarriedLaw
    used: LawUsed

    @property
    def book(self) -> Rulebook:
        """The edition of the period."""
        if not self.edition:
            return book_of_day(self.series, Month(self.list_).first)
        return self.law.rulebook(self.edition, self.series)

    @property
    def by_registration(self) -> bool:
        """Whether the list has events of the same days in the order of their registration: not one of whose readings
        nothing is known, which was made before registration decided."""
        return self.used in (LawUsed.SAME, LawUsed.CARRIED) and self.book.by_registration

    def of_event(self, start: date) -> Rulebook:
        """The edition for an event that began on a day."""
        return self.law.in_force(self.series, start)

    def of_results(self, pool: Pool) -> Iterator[Rulebook]:
        """The editions of the newest results with which newcomers wait, those that are carried."""
        for day in newest_starts(pool):
            with suppress(LawError):
                yield self.of_event(Day(day).date)


def carry(writing: Writing, head: ListHead, editions: Collection[str]) -> None:
    """Store today's law with a list that was made by it; files that are stored already are not stored again."""
    text, carried = schema.law_text, todays_law(editions).files
    hashes = {file: hashlib.sha256(body).hexdigest() for file, body in carried.items()}
    rows = select(text.c.sha256).where(text.c.sha256.in_(hashes.values()))
    stored = set(writing.connection.execute(rows).scalars())
    new = {hashes[file]: body for file, body in carried.items() if hashes[file] not in stored}
    if new:
        bodies = [{"sha256": sha256, "body": body, "log": writing.seq} for sha256, body in new.items()]
        writing.connection.execute(insert(text), bodies)
    named = [{"series": head.series, "list": head.list, "file": file, "sha256": hashes[file]} for file in carried]
    writing.connection.execute(insert(schema.list_law), named)


def carried_by(connection: Connection, series: str, list_: int) -> CarriedLaw | None:
    """Return the law stored with a list; None if there is none."""
    law = schema.list_law
    rows = select(law.c.file, law.c.sha256).where(law.c.series == series, law.c.list == list_).order_by(law.c.file)
    named = tuple((row.file, row.sha256) for row in connection.execute(rows))
    return _carried(connection, named) if named else None


def _carried(connection: Connection, named: tuple[tuple[str, str], ...]) -> CarriedLaw:
    """Return the law files with these hashes; an open connection keeps the ones it has read."""
    laws: dict[tuple[tuple[str, str], ...], CarriedLaw] = connection.info.setdefault(KEPT, {})
    if named not in laws:
        text = schema.law_text
        rows = select(text.c.sha256, text.c.body).where(text.c.sha256.in_(sha256 for _, sha256 in named))
        bodies = {row.sha256: bytes(row.body) for row in connection.execute(rows)}
        laws[named] = CarriedLaw({file: bodies[sha256] for file, sha256 in named if sha256 in bodies})
    return laws[named]


_of, _law = schema.rating_list, schema.list_law
_OF_LIST = (
    select(_of.c.edition, _of.c.edition_sha256, _law.c.file, _law.c.sha256)
    .join(_law, (_law.c.series == _of.c.series) & (_law.c.list == _of.c.list), isouter=True)
    .where(_of.c.series == bindparam("series"), _of.c.list == bindparam("list_"))
    .order_by(_law.c.file)
)


def law_of(connection: Connection, series: str, list_: int) -> ListLaw:
    """Return the law with which a list is opened; remembered while the office does not change."""
    return recall(connection, Subject.STATE, ("law", series, list_), lambda: _law_of(connection, series, list_))


def _law_of(connection: Connection, series: str, list_: int) -> ListLaw:
    """Read the law of a list from the database."""
    rows = connection.execute(_OF_LIST, {"series": series, "list_": list_}).all()
    edition, sha256, today = rows[0].edition, rows[0].edition_sha256, todays_law()
    named = tuple((row.file, row.sha256) for row in rows if row.file is not None)
    if named:
        carried = _carried(connection, named)
        same = all(today.files.get(file) == body for file, body in carried.files.items())
        return ListLaw(series, list_, edition, carried, LawUsed.SAME if same else LawUsed.CARRIED)
    same = not edition or (edition in today.ids and today.sha256(edition) == sha256)
    return ListLaw(series, list_, edition, today, LawUsed.SAME if same else LawUsed.TODAYS)


def opened_with(law: ListLaw, opened: Callable[[ListLaw], Opened]) -> Opened:
    """Call `opened` with the law of a list; with today's law if this version does not understand the stored one."""
    try:
        return opened(law)
    except LawError:
        if law.used is LawUsed.TODAYS:
            raise
        used = LawUsed.UNREADABLE if law.used is LawUsed.CARRIED else law.used
        return opened(replace(law, law=todays_law(), used=used))
