"""What one call has read already, so that a group of reports asks the database once.

A call that works on many events keeps a `Memory` and lays it beside each of its transactions. What is remembered of
people and lists holds as long as the log has no entry about them; of events as long as nobody else has written about
any, and what the transaction itself writes about an event is forgotten at once. Without a memory every question goes to
the database, and the answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select, union_all

from arpad.office.store import schema

T = TypeVar("T")
PLACE = "arpad-memory"


class Subject(StrEnum):
    """What something is about, and so how long it may be remembered."""

    PEOPLE = "people"  # the registry as a whole: players' numbers, merges, arbiters, federations
    PERSONS = "persons"  # single players: met in one group, and seldom again
    LISTS = "lists"
    EVENTS = "events"
    STATE = "state"  # anything that is small: only who reads one state of the office may remember it


REMEMBERED = {  # things of a subject that readers keep: the merges of a state are a column as long as the registry
    Subject.PEOPLE: 32,
    Subject.LISTS: 32,
    Subject.STATE: 2048,
}
IN_ONE_READING = {**REMEMBERED, Subject.EVENTS: 1024}  # within one transaction that only reads

OF_PEOPLE = (
    schema.player, schema.player_change, schema.merge, schema.arbiter, schema.licence, schema.federation,
    schema.membership, schema.rating_officer,
)  # fmt: skip
OF_LISTS = (schema.rating_list, schema.taken_back)


def people_stamp(connection: Connection) -> int:
    """The newest entry of the log about anybody in the registry."""
    return recall(connection, Subject.PEOPLE, "stamp", lambda: _newest_log(connection, *OF_PEOPLE))


def lists_stamp(connection: Connection) -> int:
    """The newest entry of the log about any list."""
    return recall(connection, Subject.LISTS, "stamp", lambda: _newest_log(connection, *OF_LISTS))


def _newest_log(connection: Connection, *tables: Any) -> int:
    newest = union_all(*(select(func.max(table.c.log).label("log")) for table in tables)).subquery()
    return connection.execute(select(func.max(newest.c.log))).scalar() or 0


def _events_stamp(connection: Connection) -> tuple[int, ...]:
    """Everything that happens to an event is a decision; facts and lists are asked about beside."""
    newest = (func.max(column) for column in (schema.decision.c.seq, schema.event_facts.c.seq, schema.report.c.seq))
    return tuple(connection.execute(select(*(select(each).scalar_subquery() for each in newest))).one())


@contextmanager
def _laid(memory: Memory, connection: Connection) -> Iterator[None]:
    """A memory beside a connection, in the place of one that lies there already."""
    before = connection.info.get(PLACE)
    connection.info[PLACE] = memory
    try:
        yield
    finally:
        if not connection.invalidated:  # a connection that was lost, or broken off in a statement, has no place
            connection.info[PLACE] = before


class Memory:
    """What a call remembers, by subject."""

    def __init__(self) -> None:
        self._known: dict[Subject, dict[Hashable, Any]] = {subject: {} for subject in Subject}
        self._stamps: tuple[Any, ...] = ()
        self._events: tuple[Any, ...] = ()

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Remember during a transaction; what others have written about since is forgotten first."""
        people, lists = _newest_log(connection, *OF_PEOPLE), _newest_log(connection, *OF_LISTS)
        if (people, lists) != self._stamps:
            self._known[Subject.PEOPLE], self._known[Subject.LISTS] = {"stamp": people}, {"stamp": lists}
        if (people, lists, _events_stamp(connection)) != self._events:
            self._known[Subject.EVENTS] = {}
        self._known[Subject.PERSONS] = {}
        self._stamps, self._events = (people, lists), ()
        with _laid(self, connection):
            yield
            self._events = (people, lists, _events_stamp(connection))

    def of(self, subject: Subject) -> dict[Hashable, Any]:
        return {} if subject is Subject.STATE else self._known[subject]


class StateMemory(Memory):
    """What the readers of one state of the office remember together: of the office as a whole, and not much."""

    def __init__(self, most: Mapping[Subject, int] = MappingProxyType(REMEMBERED)) -> None:
        super().__init__()
        self._most = most  # of each subject; of the others nothing is remembered

    @contextmanager
    def beside(self, connection: Connection) -> Iterator[None]:
        """Remember while somebody reads; whoever keeps this memory puts another in its place when the state changes."""
        with _laid(self, connection):
            yield

    def of(self, subject: Subject) -> dict[Hashable, Any]:
        if subject not in self._most:
            return {}
        known = self._known[subject]
        if len(known) > self._most[subject]:
            known = self._known[subject] = {}
        return known


def recall(connection: Connection, subject: Subject, about: Hashable, look: Callable[[], T]) -> T:
    """What is remembered; otherwise what a look says."""
    memory: Memory | None = connection.info.get(PLACE)
    if memory is None:
        return look()
    known = memory.of(subject)
    if about not in known:
        known[about] = look()
    answer: T = known[about]
    return answer


def recall_each(
    connection: Connection, subject: Subject, about: list[Any], look: Callable[[list[Any]], dict[Any, T]]
) -> dict[Any, T]:
    """What is remembered of each of these; of the others what one look at all of them says."""
    memory: Memory | None = connection.info.get(PLACE)
    if memory is None:
        return look(about)
    known = memory.of(subject)
    unknown = [each for each in about if each not in known]
    if unknown:
        known |= look(unknown)
    return {each: known[each] for each in about if each in known}


def forget_events(connection: Connection, *about: Hashable) -> None:
    """Something was written about events: of these, or of all where none is named, nothing is remembered."""
    memory: Memory | None = None if connection.invalidated else connection.info.get(PLACE)
    if memory is None:
        return
    if not about:
        memory.of(Subject.EVENTS).clear()
    for each in about:
        memory.of(Subject.EVENTS).pop(each, None)
