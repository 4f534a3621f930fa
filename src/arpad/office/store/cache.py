"""A cache of what one call has read. A value is valid until the log has a newer entry about its subject."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select, union_all

from arpad.office.store import schema

Value = TypeVar("Value")
CACHE_KEY = "arpad-memory"


class CacheSubject(StrEnum):
    """What a cached value is about. It decides when the value is dropped."""

    PEOPLE = "people"  # the registry as a whole: players' numbers, merges, arbiters, federations
    PERSONS = "persons"  # single players: met in one group, and seldom again
    LISTS = "lists"
    EVENTS = "events"
    STATE = "state"  # anything that is small: only who reads one state of the office may remember it


SUBJECTS_KEPT = {  # things of a subject that readers keep: the merges of a state are a column as long as the registry
    CacheSubject.PEOPLE: 32,
    CacheSubject.LISTS: 32,
    CacheSubject.STATE: 2048,
}
IN_ONE_READING = {**SUBJECTS_KEPT, CacheSubject.EVENTS: 1024}  # within one transaction that only reads

PEOPLE_ACTIONS = (
    schema.player, schema.player_change, schema.merge, schema.arbiter, schema.licence, schema.federation,
    schema.membership, schema.rating_officer,
)  # fmt: skip
LIST_ACTIONS = (schema.rating_list, schema.taken_back)


def people_stamp(connection: Connection) -> int:
    """Return the number of the newest log entry about anybody in the registry, 0 if none. Cached.

    An equal stamp means that nobody in the registry has changed.
    """
    return cached(connection, CacheSubject.PEOPLE, "stamp", lambda: _newest_log_entry(connection, *PEOPLE_ACTIONS))


def lists_stamp(connection: Connection) -> int:
    """Return the number of the newest log entry that made a list or took one back, 0 if none. Cached."""
    return cached(connection, CacheSubject.LISTS, "stamp", lambda: _newest_log_entry(connection, *LIST_ACTIONS))


def _newest_log_entry(connection: Connection, *tables: Any) -> int:
    """Return the highest log number in the rows of these tables, 0 if there are none."""
    newest = union_all(*(select(func.max(table.c.log).label("log")) for table in tables)).subquery()
    return connection.execute(select(func.max(newest.c.log))).scalar() or 0


def _events_stamp(connection: Connection) -> tuple[int, ...]:
    """Return the newest decision, event facts and report. They change with everything that happens to an event.

    Lists have a stamp of their own.
    """
    newest = (func.max(column) for column in (schema.decision.c.seq, schema.event_facts.c.seq, schema.report.c.seq))
    return tuple(connection.execute(select(*(select(each).scalar_subquery() for each in newest))).one())


@contextmanager
def _attach_cache(memory: CallCache, connection: Connection) -> Iterator[None]:
    """Use a cache for everything read through a connection inside the block; then the one before is used again."""
    before = connection.info.get(CACHE_KEY)
    connection.info[CACHE_KEY] = memory
    try:
        yield
    finally:
        if not connection.invalidated:  # a connection that was lost, or broken off in a statement, has no place
            connection.info[CACHE_KEY] = before


class CallCache:
    """The cache of one writer, by subject. It can be used for several transactions, one after the other."""

    def __init__(self) -> None:
        self._known: dict[CacheSubject, dict[Hashable, Any]] = {subject: {} for subject in CacheSubject}
        self._stamps: tuple[Any, ...] = ()
        self._events: tuple[Any, ...] = ()

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Use this cache during a transaction. First drop what other writers have made out of date since the last one.

        Single players (`PERSONS`) are always dropped.
        """
        people, lists = _newest_log_entry(connection, *PEOPLE_ACTIONS), _newest_log_entry(connection, *LIST_ACTIONS)
        if (people, lists) != self._stamps:
            self._known[CacheSubject.PEOPLE], self._known[CacheSubject.LISTS] = {"stamp": people}, {"stamp": lists}
        if (people, lists, _events_stamp(connection)) != self._events:
            self._known[CacheSubject.EVENTS] = {}
        self._known[CacheSubject.PERSONS] = {}
        self._stamps, self._events = (people, lists), ()
        with _attach_cache(self, connection):
            yield
            self._events = (people, lists, _events_stamp(connection))

    def of(self, subject: CacheSubject) -> dict[Hashable, Any]:
        """Return the cached values of a subject, to be read and filled. Those of `STATE` are never kept."""
        return {} if subject is CacheSubject.STATE else self._known[subject]


class StateCache(CallCache):
    """A cache for readers of one state of the office, of limited size. It never looks whether the state has changed.

    Its owner replaces it then.
    """

    def __init__(self, most: Mapping[CacheSubject, int] = MappingProxyType(SUBJECTS_KEPT)) -> None:
        super().__init__()
        self._most = most  # of each subject; of the others nothing is remembered

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Use this cache while somebody reads. Nothing is dropped here."""
        with _attach_cache(self, connection):
            yield

    def of(self, subject: CacheSubject) -> dict[Hashable, Any]:
        """Return the cached values of a subject, to be read and filled. Above its limit all are dropped first.

        A subject without a limit is never kept.
        """
        if subject not in self._most:
            return {}
        remembered = self._known[subject]
        if len(remembered) > self._most[subject]:
            remembered = self._known[subject] = {}
        return remembered


def cached(connection: Connection, subject: CacheSubject, about: Hashable, look: Callable[[], Value]) -> Value:
    """Return the cached value of a subject for the key `about`; if there is none, call `look` and cache its result.

    Without a cache on the connection, `look` is called every time.
    """
    memory: CallCache | None = connection.info.get(CACHE_KEY)
    if memory is None:
        return look()
    remembered = memory.of(subject)
    if about not in remembered:
        remembered[about] = look()
    answer: Value = remembered[about]
    return answer


def cached_each(
    connection: Connection, subject: CacheSubject, about: list[Any], look: Callable[[list[Any]], dict[Any, Value]]
) -> dict[Any, Value]:
    """Return key -> cached value for the keys `about`. One call of `look` reads the others, which are then cached.

    A key for which `look` returns nothing is left out, and is read again next time.
    """
    memory: CallCache | None = connection.info.get(CACHE_KEY)
    if memory is None:
        return look(about)
    remembered = memory.of(subject)
    unknown = [each for each in about if each not in remembered]
    if unknown:
        remembered |= look(unknown)
    return {each: remembered[each] for each in about if each in remembered}


def forget_cached_events(connection: Connection, *about: Hashable) -> None:
    """Drop cached values about events: those with these keys, or all if no key is given. To be called after a write."""
    memory: CallCache | None = None if connection.invalidated else connection.info.get(CACHE_KEY)
    if memory is None:
        return
    if not about:
        memory.of(CacheSubject.EVENTS).clear()
    for event in about:
        memory.of(CacheSubject.EVENTS).pop(event, None)


def forget_cached_people(connection: Connection) -> None:
    """Drop cached values about the registry, and lists, whose rows are by its keys. To be called after a player was
    registered in a transaction that goes on."""
    memory: CallCache | None = None if connection.invalidated else connection.info.get(CACHE_KEY)
    if memory is not None:
        for subject in (CacheSubject.PEOPLE, CacheSubject.PERSONS, CacheSubject.LISTS):
            memory.of(subject).clear()
