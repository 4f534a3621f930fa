"""Values that one call has read already, valid until the log has a newer entry about their subject."""

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
    """What something is about, and so how long it may be remembered."""

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
    """The newest entry of the log about anybody in the registry."""
    return cached(connection, CacheSubject.PEOPLE, "stamp", lambda: _newest_log_entry(connection, *PEOPLE_ACTIONS))


def lists_stamp(connection: Connection) -> int:
    """The newest entry of the log about any list."""
    return cached(connection, CacheSubject.LISTS, "stamp", lambda: _newest_log_entry(connection, *LIST_ACTIONS))


def _newest_log_entry(connection: Connection, *tables: Any) -> int:
    newest = union_all(*(select(func.max(table.c.log).label("log")) for table in tables)).subquery()
    return connection.execute(select(func.max(newest.c.log))).scalar() or 0


def _events_stamp(connection: Connection) -> tuple[int, ...]:
    """Everything that happens to an event is a decision; facts and lists are asked about beside."""
    newest = (func.max(column) for column in (schema.decision.c.seq, schema.event_facts.c.seq, schema.report.c.seq))
    return tuple(connection.execute(select(*(select(each).scalar_subquery() for each in newest))).one())


@contextmanager
def _attach_cache(memory: CallCache, connection: Connection) -> Iterator[None]:
    """A memory beside a connection, in the place of one that lies there already."""
    before = connection.info.get(CACHE_KEY)
    connection.info[CACHE_KEY] = memory
    try:
        yield
    finally:
        if not connection.invalidated:  # a connection that was lost, or broken off in a statement, has no place
            connection.info[CACHE_KEY] = before


class CallCache:
    """What a call remembers, by subject."""

    def __init__(self) -> None:
        self._known: dict[CacheSubject, dict[Hashable, Any]] = {subject: {} for subject in CacheSubject}
        self._stamps: tuple[Any, ...] = ()
        self._events: tuple[Any, ...] = ()

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Remember during a transaction; what others have written about since is forgotten first."""
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
        return {} if subject is CacheSubject.STATE else self._known[subject]


class StateCache(CallCache):
    """What the readers of one state of the office remember together: of the office as a whole, and not much."""

    def __init__(self, most: Mapping[CacheSubject, int] = MappingProxyType(SUBJECTS_KEPT)) -> None:
        super().__init__()
        self._most = most  # of each subject; of the others nothing is remembered

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Remember while somebody reads; whoever keeps this memory puts another in its place when the state changes."""
        with _attach_cache(self, connection):
            yield

    def of(self, subject: CacheSubject) -> dict[Hashable, Any]:
        if subject not in self._most:
            return {}
        remembered = self._known[subject]
        if len(remembered) > self._most[subject]:
            remembered = self._known[subject] = {}
        return remembered


def cached(connection: Connection, subject: CacheSubject, about: Hashable, look: Callable[[], Value]) -> Value:
    """What is remembered; otherwise what a look says."""
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
    """What is remembered of each of these; of the others what one look at all of them says."""
    memory: CallCache | None = connection.info.get(CACHE_KEY)
    if memory is None:
        return look(about)
    remembered = memory.of(subject)
    unknown = [each for each in about if each not in remembered]
    if unknown:
        remembered |= look(unknown)
    return {each: remembered[each] for each in about if each in remembered}


def forget_cached_events(connection: Connection, *about: Hashable) -> None:
    """Something was written about events: of these, or of all where none is named, nothing is remembered."""
    memory: CallCache | None = None if connection.invalidated else connection.info.get(CACHE_KEY)
    if memory is None:
        return
    if not about:
        memory.of(CacheSubject.EVENTS).clear()
    for event in about:
        memory.of(CacheSubject.EVENTS).pop(event, None)
