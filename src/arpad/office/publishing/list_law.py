"""The law stored with a list, byte for byte, and how a list is opened with it.

Each file is stored once, by its hash. A list that stores no law, or law that this version cannot read, is opened with
today's law, and `LawUsed` says so.
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
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import book_of_day, list_day
from arpad.law.law_set import LawSet, current_law
from arpad.office.desk import WriteTransaction
from arpad.office.publishing.list_storage import ListRecord
from arpad.office.store import schema
from arpad.office.store.cache import CacheSubject, cached
from arpad.rating.pool import newest_starts

Opened = TypeVar("Opened")
LAWS_OF_CONNECTION = (
    "arpad-carried-law"  # where a connection caches the laws that it has read, by the hashes of their files
)


def refuse_altered_law() -> None:
    """Refuse to make a list by a rulebook of the package that was changed after it was installed."""
    altered = current_law().altered
    if altered:
        raise UserError("law-altered", Remedy.to("install-again"), files=altered)


@dataclass(frozen=True)
class ListLaw:
    """The law with which a list is opened: the edition of its period, those of its events, and whether it is the
    stored law (`used`)."""

    series: str
    list_: int
    edition: str  # of the period; empty where the list was made elsewhere
    law: LawSet
    used: LawUsed

    @property
    def book(self) -> Rulebook:
        """The edition of the period; for a list made elsewhere, today's edition for its day."""
        if not self.edition:
            return book_of_day(self.series, list_day(self.series, Month(self.list_)))
        return self.law.rulebook(self.edition, self.series)

    @property
    def by_registration(self) -> bool:
        """Whether the order of registration decides between events of the same days. Not if the list is opened with
        today's law in place of its own: it was made before that rule."""
        return self.used in (LawUsed.SAME, LawUsed.CARRIED) and self.book.by_registration

    def of_event(self, start: date) -> Rulebook:
        """The edition for an event that began on this day; a LawError if the law has none."""
        return self.law.in_force(self.series, start)

    def of_results(self, pool: Pool) -> Iterator[Rulebook]:
        """The editions of the newest results with which newcomers wait; those that the law does not have are left
        out."""
        for day in newest_starts(pool):
            with suppress(LawError):
                yield self.of_event(Day(day).date)


def store_law_of_list(writing: WriteTransaction, head: ListRecord, editions: Collection[str]) -> None:
    """Store today's law files of these editions with a new list, in this transaction. A file whose hash is stored
    already is only referred to."""
    text, carried = schema.law_text, current_law(editions).files
    hashes = {file: hashlib.sha256(body).hexdigest() for file, body in carried.items()}
    rows = select(text.c.sha256).where(text.c.sha256.in_(hashes.values()))
    stored = set(writing.connection.execute(rows).scalars())
    new = {hashes[file]: body for file, body in carried.items() if hashes[file] not in stored}
    if new:
        bodies = [{"sha256": sha256, "body": body, "log": writing.seq} for sha256, body in new.items()]
        writing.connection.execute(insert(text), bodies)
    named = [{"series": head.series, "list": head.list, "file": file, "sha256": hashes[file]} for file in carried]
    writing.connection.execute(insert(schema.list_law), named)


def law_stored_with_list(connection: Connection, series: str, list_: int) -> LawSet | None:
    """Return the law stored with a list; None if the list stores none (or does not exist). Today's law is never
    used."""
    law = schema.list_law
    rows = select(law.c.file, law.c.sha256).where(law.c.series == series, law.c.list == list_).order_by(law.c.file)
    named = tuple((row.file, row.sha256) for row in connection.execute(rows))
    return _law_with_hashes(connection, named) if named else None


def _law_with_hashes(connection: Connection, named: tuple[tuple[str, str], ...]) -> LawSet:
    """Return a law set of the stored files with these (file name, SHA-256) pairs; files that are not stored are left
    out. It is cached with the connection."""
    laws: dict[tuple[tuple[str, str], ...], LawSet] = connection.info.setdefault(LAWS_OF_CONNECTION, {})
    if named not in laws:
        text = schema.law_text
        rows = select(text.c.sha256, text.c.body).where(text.c.sha256.in_(sha256 for _, sha256 in named))
        bodies = {row.sha256: bytes(row.body) for row in connection.execute(rows)}
        laws[named] = LawSet({file: bodies[sha256] for file, sha256 in named if sha256 in bodies})
    return laws[named]


_rating_list_table, _list_law_table = schema.rating_list, schema.list_law
_LAW_OF_LIST_QUERY = (
    select(
        _rating_list_table.c.edition,
        _rating_list_table.c.edition_sha256,
        _list_law_table.c.file,
        _list_law_table.c.sha256,
    )
    .join(
        _list_law_table,
        (_list_law_table.c.series == _rating_list_table.c.series)
        & (_list_law_table.c.list == _rating_list_table.c.list),
        isouter=True,
    )
    .where(_rating_list_table.c.series == bindparam("series"), _rating_list_table.c.list == bindparam("list_"))
    .order_by(_list_law_table.c.file)
)


def law_of_list(connection: Connection, series: str, list_: int) -> ListLaw:
    """Return the law with which a list is opened: the stored one, or today's if it stores none (`used` says which).
    Cached while the same state of the office is read. The list must exist."""
    return cached(
        connection, CacheSubject.STATE, ("law", series, list_), lambda: _read_law_of_list(connection, series, list_)
    )


def _read_law_of_list(connection: Connection, series: str, list_: int) -> ListLaw:
    """Read the law of a list from the database: the stored one, or today's if it stores none. `used` says whether it
    equals today's."""
    rows = connection.execute(_LAW_OF_LIST_QUERY, {"series": series, "list_": list_}).all()
    edition, sha256, today = rows[0].edition, rows[0].edition_sha256, current_law()
    named = tuple((row.file, row.sha256) for row in rows if row.file is not None)
    if named:
        carried = _law_with_hashes(connection, named)
        same = all(today.files.get(file) == body for file, body in carried.files.items())
        return ListLaw(series, list_, edition, carried, LawUsed.SAME if same else LawUsed.CARRIED)
    same = not edition or (edition in today.ids and today.sha256(edition) == sha256)
    return ListLaw(series, list_, edition, today, LawUsed.SAME if same else LawUsed.TODAYS)


def open_with_law(law: ListLaw, opened: Callable[[ListLaw], Opened]) -> Opened:
    """Call `opened` with the law of a list and return its result. On a LawError of a stored law, call it again with
    today's law, marked as UNREADABLE unless both were the same. A LawError of today's law is raised."""
    try:
        return opened(law)
    except LawError:
        if law.used is LawUsed.TODAYS:
            raise
        used = LawUsed.UNREADABLE if law.used is LawUsed.CARRIED else law.used
        return opened(replace(law, law=current_law(), used=used))
