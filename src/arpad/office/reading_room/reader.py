"""The reader: an office opened for the public, and what is kept in memory of what it says.

Kept are the catalogues of lists by their seal, the newest ones always and a few others, and the name index of a state
of the registry. `refresh` looks whether the office has changed: what is new is built first, and only then the new
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
from arpad.law.law_set import LawSet, set_law
from arpad.office.access.approval import publishes_alone
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.clock import Clock
from arpad.office.desk import HOME, REHEARSAL, ZONE
from arpad.office.office_profile import OfficeProfile, read_profile
from arpad.office.publishing.published_lists import RegistryToday
from arpad.office.reading_room.catalogue import Catalogue, build_catalogue
from arpad.office.reading_room.name_index import NameIndex, build_name_index
from arpad.office.reading_room.public_findings import ExaminationCache
from arpad.office.reading_room.stamps import ListHead, Stamp, read_list_heads, read_stamp
from arpad.office.registry.player_facts import require_player_key
from arpad.office.rolls import IMPORTED, missing_list_error
from arpad.office.store.cache import StateCache
from arpad.office.store.engine import Store, connect_readers, file_identity, without_deadline
from arpad.office.store.migrate import require_newest_schema
from arpad.office.store.schema import setting

RESULTS_KEPT = 12
OLDER_CATALOGUES_KEPT = 3  # catalogues of other than the newest lists that are kept

T = TypeVar("T")
ListPlace = tuple[str, int, str]  # series, list, seal


class Reader:
    """An office opened for many readers. `refresh` notices changes; all answers are values."""

    def __init__(self, address: str) -> None:
        self._store: Store = connect_readers(address)
        require_newest_schema(self._store)
        self._file = file_identity(self._store)
        self._catalogues: OrderedDict[ListPlace, Catalogue] = OrderedDict()
        self._worked_out: dict[tuple[str, str, int, str], Any] = {}
        self._making, self._refreshing = Lock(), Lock()
        self._memory = StateCache()
        self.examinations = ExaminationCache()
        self._heads: dict[str, tuple[ListHead, ...]] = {}
        with self._store.reading() as connection:
            settings = {row.name: row.value for row in connection.execute(select(setting))}
            self.law: LawSet = read_law_of_office(connection)
            set_law(self.law)
            self.stamp: Stamp = read_stamp(connection)
            self.profile: OfficeProfile = read_profile(connection)
            self.publishes_alone = publishes_alone(connection)
            without_deadline(connection)
            self.index: NameIndex = build_name_index(connection)
            registry = RegistryToday(self.index.people, self.stamp.people)
            for head in self.stamp.newest:
                self._keep(build_catalogue(connection, head, registry))
        self.rehearsal, self.home = settings.get(REHEARSAL) == "1", settings.get(HOME, "")
        self._zone = settings.get(ZONE, "UTC")

    @property
    def language(self) -> str:
        """The language of the office, in which its site is shown where none is asked for."""
        return self.profile.language

    def today(self) -> date:
        """The office's day: in a rehearsal the day of the last log entry, otherwise the current day in the office's
        time zone."""
        return self.stamp.day if self.rehearsal else Clock(self._zone).today()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for a request and use the office's law. Facts about the whole office are cached until the
        next `refresh` that finds a change."""
        set_law(self.law)
        with self._store.reading() as connection, self._memory.beside(connection):
            yield connection

    def refresh(self) -> bool:
        """Check whether anything was written. If so, read the law and build the index and newest catalogues first, then
        show the new state, and return True; else return False."""
        with self._refreshing:
            file = file_identity(self._store)
            if file != self._file:
                self._store.close()  # the file was replaced; open connections still read the old one
                self._file = file
            with self._store.reading() as connection:
                now = read_stamp(connection)
                if now == self.stamp:
                    return False
                without_deadline(connection)
                law, profile = read_law_of_office(connection), read_profile(connection)
                alone = publishes_alone(connection)
                set_law(law)
                index = self.index if now.people == self.stamp.people else build_name_index(connection)
                registry = RegistryToday(index.people, now.people)
                if now.downloads != self.stamp.downloads:
                    self._forget_imported_lists()  # what they say of activity may be more, under the same seal
                for head in now.newest:
                    if _place_of_list(head) not in self._catalogues:
                        self._keep(build_catalogue(connection, head, registry))
            self.index, self.stamp, self.law, self.profile = index, now, law, profile
            self.publishes_alone = alone
            self._memory, self._heads = StateCache(), {}
            return True

    def heads(self, series: str) -> tuple[ListHead, ...]:
        """Return the published lists of a series, newest first; cached. A series without lists is refused."""
        self.stamp.head(series)
        cached = self._heads
        if series not in cached:
            with self.reading() as connection:
                cached[series] = read_list_heads(connection, series)
        return cached[series]

    def head(self, series: str, list_: Month | None = None) -> ListHead:
        """Return a published list; the newest if none is named. A series or list that does not exist is refused."""
        newest = self.stamp.head(series)
        if list_ is None or list_ == newest.list_:
            return newest
        by_list = {head.list_: head for head in self.heads(series)}
        if list_ not in by_list:
            raise missing_list_error(series, list_, by_list)
        return by_list[list_]

    def key(self, number: int) -> int:
        """Return the key for a FIDE or office number; if nobody has it, raise an error that names similar numbers."""
        key = self.index.key_with(number)
        if key is not None:
            return key
        with self.reading() as connection:
            return require_player_key(connection, number)

    def catalogue(self, head: ListHead) -> Catalogue:
        """Return the catalogue of a list; one that is not in memory is built now and kept for a while."""
        catalogue = self._catalogues.get(_place_of_list(head))
        if catalogue is not None:
            return catalogue
        with self._making:
            catalogue = self._catalogues.get(_place_of_list(head))
            if catalogue is None:
                with self.reading() as connection:
                    without_deadline(connection)
                    catalogue = build_catalogue(connection, head)
                self._keep(catalogue)
        return catalogue

    def once(self, name: str, head: ListHead, make: Callable[[Connection, ListHead], T]) -> T:
        """Return what `make` computes for a list, cached under `name` and the list. Only the last twelve results are
        kept."""
        key = (name, *_place_of_list(head))
        if key not in self._worked_out:
            with self.reading() as connection:
                without_deadline(connection)
                self._worked_out[key] = make(connection, head)
            for old in list(self._worked_out)[:-RESULTS_KEPT]:
                self._worked_out.pop(old, None)
        result: T = self._worked_out[key]
        return result

    def _forget_imported_lists(self) -> None:
        """Forget the catalogues of imported lists."""
        for place, catalogue in list(self._catalogues.items()):
            if catalogue.head.kind == IMPORTED:
                del self._catalogues[place]

    def close(self) -> None:
        """Close the connections."""
        self._store.close()

    def _keep(self, catalogue: Catalogue) -> None:
        """Keep a catalogue in memory, with everything computed in advance; of older lists only the last few stay."""
        catalogue.lay_out()
        self._catalogues[_place_of_list(catalogue.head)] = catalogue
        newest = {_place_of_list(head) for head in self.stamp.newest} | {_place_of_list(catalogue.head)}
        older = [where for where in self._catalogues if where not in newest]
        for where in older[: max(len(older) - OLDER_CATALOGUES_KEPT, 0)]:
            del self._catalogues[where]


def _place_of_list(head: ListHead) -> ListPlace:
    """Return the key of a list in the caches: series, list, hash of the list."""
    return head.series, head.list_, head.seal
