"""The reader: an office opened for the public, and what is kept in memory of what it says.

Kept are the catalogues of lists by their seal, the newest ones always and a few others, and the name index of a state
of the registry. `refresh` looks whether the office has changed: what is new is laid out first, and only then the new
stamp is shown, so that nobody waits for a catalogue of a newest list, and nobody sees half of a change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.law.carried import CarriedLaw, lay_open
from arpad.office.adopted import law_of_office
from arpad.office.clock import Clock
from arpad.office.desk import HOME, REHEARSAL, ZONE
from arpad.office.publication.stored_list import Registry
from arpad.office.reading_room.catalogue import Catalogue, catalogue_of
from arpad.office.reading_room.names import NameIndex, name_index
from arpad.office.reading_room.stamps import ListHead, Stamp, heads, stamp
from arpad.office.registry.players import key_with
from arpad.office.rolls import missing
from arpad.office.store.engine import Store
from arpad.office.store.memory import StateMemory
from arpad.office.store.pooled import connect_readers, file_mark, take_time
from arpad.office.store.schema import setting
from arpad.office.store.version import at_head

MOST_WORKED_OUT = 12
OLDER = 3  # catalogues of other than the newest lists that are kept

T = TypeVar("T")
Where = tuple[str, int, str]  # series, list, seal


class Reader:
    """An office opened for many readers. `refresh` notices changes; all answers are values."""

    def __init__(self, address: str) -> None:
        self._store: Store = connect_readers(address)
        at_head(self._store)
        self._file = file_mark(self._store)
        self._catalogues: OrderedDict[Where, Catalogue] = OrderedDict()
        self._worked_out: dict[tuple[str, str, int, str], Any] = {}
        self._making, self._refreshing = Lock(), Lock()
        self._memory = StateMemory()
        self._heads: dict[str, tuple[ListHead, ...]] = {}
        with self._store.reading() as connection:
            settings = {row.name: row.value for row in connection.execute(select(setting))}
            self.law: CarriedLaw = law_of_office(connection)
            lay_open(self.law)
            self.stamp: Stamp = stamp(connection)
            take_time(connection)
            self.index: NameIndex = name_index(connection)
            registry = Registry(self.index.people, self.stamp.people)
            for head in self.stamp.newest:
                self._keep(catalogue_of(connection, head, registry))
        self.rehearsal, self.home = settings.get(REHEARSAL) == "1", settings.get(HOME, "")
        self._zone = settings.get(ZONE, "UTC")

    def today(self) -> date:
        """The office's day; a rehearsal keeps the day of its last entry."""
        return self.stamp.day if self.rehearsal else Clock(self._zone).today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for a request; what it asks of the office as a whole is remembered until the office
        changes."""
        lay_open(self.law)
        with self._store.reading() as connection, self._memory.beside(connection):
            yield connection

    def refresh(self) -> bool:
        """Check whether anything was written; if so, build everything new first, show it, and return True."""
        with self._refreshing:
            file = file_mark(self._store)
            if file != self._file:
                self._store.close()  # another file stands in its place; what is open still reads the old one
                self._file = file
            with self._store.reading() as connection:
                now = stamp(connection)
                if now == self.stamp:
                    return False
                take_time(connection)
                law = law_of_office(connection)
                lay_open(law)
                index = self.index if now.people == self.stamp.people else name_index(connection)
                registry = Registry(index.people, now.people)
                for head in now.newest:
                    if _where(head) not in self._catalogues:
                        self._keep(catalogue_of(connection, head, registry))
            self.index, self.stamp, self.law = index, now, law
            self._memory, self._heads = StateMemory(), {}
            return True

    def heads(self, series: str) -> tuple[ListHead, ...]:
        """Return the lists of a series, newest first."""
        self.stamp.head(series)
        cached = self._heads
        if series not in cached:
            with self.reading() as connection:
                cached[series] = heads(connection, series)
        return cached[series]

    def head(self, series: str, list_: Month | None = None) -> ListHead:
        """Return a published list; the newest if none is named."""
        newest = self.stamp.head(series)
        if list_ is None or list_ == newest.list_:
            return newest
        by_list = {head.list_: head for head in self.heads(series)}
        if list_ not in by_list:
            raise missing(series, list_, by_list)
        return by_list[list_]

    def key(self, number: int) -> int:
        """The key for a number; if nobody has it, raise an error that names similar numbers."""
        key = self.index.key_with(number)
        if key is not None:
            return key
        with self.reading() as connection:
            return key_with(connection, number)

    def catalogue(self, head: ListHead) -> Catalogue:
        """Return the catalogue of a list; one that is not in memory is built by the first request."""
        catalogue = self._catalogues.get(_where(head))
        if catalogue is not None:
            return catalogue
        with self._making:
            catalogue = self._catalogues.get(_where(head))
            if catalogue is None:
                with self.reading() as connection:
                    take_time(connection)
                    catalogue = catalogue_of(connection, head)
                self._keep(catalogue)
        return catalogue

    def once(self, name: str, head: ListHead, make: Callable[[Connection, ListHead], T]) -> T:
        """Return something computed once per list and kept for the newest lists asked about."""
        key = (name, *_where(head))
        if key not in self._worked_out:
            with self.reading() as connection:
                take_time(connection)
                self._worked_out[key] = make(connection, head)
            for old in list(self._worked_out)[:-MOST_WORKED_OUT]:
                self._worked_out.pop(old, None)
        result: T = self._worked_out[key]
        return result

    def close(self) -> None:
        """Close the connections."""
        self._store.close()

    def _keep(self, catalogue: Catalogue) -> None:
        """Keep a catalogue; of older lists only the last few stay."""
        catalogue.lay_out()
        self._catalogues[_where(catalogue.head)] = catalogue
        newest = {_where(head) for head in self.stamp.newest} | {_where(catalogue.head)}
        older = [where for where in self._catalogues if where not in newest]
        for where in older[: max(len(older) - OLDER, 0)]:
            del self._catalogues[where]


def _where(head: ListHead) -> Where:
    """The place of a catalogue in memory: series, list, seal."""
    return head.series, head.list_, head.seal
