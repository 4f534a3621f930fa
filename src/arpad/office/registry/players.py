"""Know the players: enter them, find them by number, and say what was known of them on a day.

Keys are dense and given inside the transaction that enters; within one call they follow the content, so that the order
of rows in a file does not matter. Whoever cannot be is not entered. A number is FIDE's or the office's own. Merged
players are found as themselves: whose results count as whose is `merging`'s business. Changes of people who are there
are made in `changes`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from sqlalchemy import Connection, Select, select

from arpad.admission.case import KnownPlayer
from arpad.columns import I32
from arpad.days import Day
from arpad.finding import Misuse, Problem, Remedy
from arpad.lists.rollcall import slips
from arpad.model.spelling import official
from arpad.office.desk import Writing
from arpad.office.registry.history import LATIN_NAME, TOGETHER, Change, changes_of, settled
from arpad.office.registry.identity import LAST, is_own, key_of, own_ids
from arpad.office.registry.names import latin, name_sort
from arpad.office.registry.person import (
    COLUMNS as STORED,
)
from arpad.office.registry.person import (
    FIELDS,
    LONGEST_FIDE,
    Person,
    as_text,
    faults,
    from_text,
    is_day,
    is_usual,
    refuse,
    untimely,
)
from arpad.office.registry.roster import size
from arpad.office.store.bulk import among, insert_rows, is_sqlite, key_columns, many, one_of
from arpad.office.store.memory import Subject, recall_each
from arpad.office.store.schema import birth, player

COLUMNS = (
    "key", "id", "fide_id", "name", "name_sort", "former_names", "sex", "federation", "region", "title",
    "national_title", "member", "died", "log",
)  # fmt: skip
REGISTERED = "registered"  # the field of the history that says since when somebody is in the book
NEAREST = 3  # neighbours of a mistyped number that are named
FIDE = "fide"
MANY = 20_000  # numbers from which the whole column is read at once


def enter(
    writing: Writing,
    persons: Sequence[Person],
    since: int | Sequence[int] = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> I32:
    """Register new players and return their keys, in the order given. Impossible facts are refused.

    Keys follow the order of content, so the order of rows in a file does not matter. `since` is the day from which
    the registration holds, for all or for each; 0 if unknown.
    """
    days = [since] * len(persons) if isinstance(since, int) else since
    for person, day in zip(persons, days, strict=True):
        _must_be_possible(person, day, writing.day)
    _free(writing.connection, [person.fide_id for person in persons if person.fide_id])
    if not persons:
        return np.zeros(0, np.int32)
    sorts = [name_sort(person.name) for person in persons]
    order = _in_order(persons, sorts)
    first, log = size(writing.connection), writing.seq
    keys = np.empty(len(persons), np.int32)
    keys[order] = np.arange(first, first + len(persons), dtype=np.int32)
    numbers = own_ids(np.arange(first, first + len(persons))).tolist()
    entering = [(key, persons[at], sorts[at], int(days[at])) for key, at in enumerate(order, first)]

    def rows() -> Iterator[tuple[Any, ...]]:
        for number, (key, p, sort, _) in zip(numbers, entering, strict=True):
            former = as_text("former_names", p.former_names)
            yield (
                key, number, p.fide_id or None, p.name, sort, former, p.sex, p.federation, p.region, p.title,
                p.national_title, p.member, int(p.died), log,
            )  # fmt: skip

    for done in insert_rows(writing.connection, "player", COLUMNS, rows()):
        progress(done)
    births = ((key, int(person.born)) for key, person, _, _ in entering if person.born)
    registered = ((key, REGISTERED, "", day, log) for key, _, _, day in entering if day)
    latin_names = ((key, LATIN_NAME, person.latin_name, 0, log) for key, person, _, _ in entering if person.latin_name)
    change = ("player", "field", "new", "since", "log")
    for table, columns, some in (
        ("birth", ("player", "born"), births),
        ("player_change", change, registered),
        ("player_change", change, latin_names),
    ):
        deque(insert_rows(writing.connection, table, columns, some), maxlen=0)
    return keys


def _must_be_possible(person: Person, since: int, today: int) -> None:
    """Refuse a new player with an impossible fact, or with a registration day that is no day or has not come."""
    if not (is_usual(person) and person.born <= today):
        refuse(faults(person))
        refuse(untimely(person, today))
    if since > today:
        raise Misuse("not-yet", day=Day(since), today=Day(today))
    if since and not is_day(since):
        raise Misuse("wrong-fact", field="since", expected=Problem("expected/day-or-nothing"))


def _in_order(persons: Sequence[Person], sorts: Sequence[str]) -> list[int]:
    """Return positions sorted by content: first by FIDE number, then those without one by name and birth."""
    fide_id = np.array([person.fide_id for person in persons], np.int64)
    with_number = np.flatnonzero(fide_id)
    without: list[int] = np.flatnonzero(fide_id == 0).tolist()
    without.sort(key=lambda at: (sorts[at], persons[at].born, persons[at].name))
    return [*with_number[np.argsort(fide_id[with_number], kind="stable")].tolist(), *without]


def _free(connection: Connection, numbers: list[int]) -> None:
    """Refuse FIDE numbers that occur twice or are taken."""
    different, times = np.unique(np.array(numbers, np.int64), return_counts=True)
    if (times > 1).any():
        raise Misuse("fide-number-twice", Remedy.to("find-out-whose"), number=int(different[times > 1][0]))
    taken = np.flatnonzero(resolve(connection, numbers) >= 0)
    if len(taken):
        number = int(numbers[taken[0]])
        raise Misuse("fide-number-taken", Remedy.to("show-player", number=number), number=number)


def resolve(connection: Connection, numbers: Sequence[int]) -> I32:
    """Return the key for each number, FIDE's or the office's own; -1 if nobody has it."""
    checked = np.array([number if 0 < number <= LAST else 0 for number in numbers], np.int64)
    keys = np.full(len(checked), -1, np.int32)
    registered = size(connection)
    for at in np.flatnonzero(checked > LONGEST_FIDE).tolist():
        key = key_of(int(checked[at]))
        keys[at] = key if key is not None and key < registered else -1
    rest = np.flatnonzero((checked > 0) & (checked <= LONGEST_FIDE))
    if len(rest) > MANY:
        (column,) = key_columns(connection, "player", ("COALESCE(player.fide_id, 0)",))
        order, asked_numbers = np.argsort(column, kind="stable"), checked[rest]
        if len(order):
            place = order[np.minimum(np.searchsorted(column, asked_numbers, sorter=order), len(order) - 1)]
            keys[rest] = np.where(column[place] == asked_numbers, place, -1)
        return keys

    def look(asked_numbers: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
        keys_by_number = dict.fromkeys(asked_numbers, -1)
        for first in range(0, len(asked_numbers), TOGETHER):
            some = [number for _, number in asked_numbers[first : first + TOGETHER]]
            chosen = select(player.c.fide_id, player.c.key).where(one_of(connection, player.c.fide_id, some))
            keys_by_number |= {(FIDE, number): key for number, key in connection.execute(chosen).all()}
        return keys_by_number

    asked = [(FIDE, int(number)) for number in checked[rest].tolist()]
    there_is = recall_each(connection, Subject.PERSONS, asked, look)
    keys[rest] = [there_is[each] for each in asked]
    return keys


def key_with(connection: Connection, number: int) -> int:
    """Return the key for a number; if nobody has it, raise an error that names similar numbers."""
    key = int(resolve(connection, [number])[0])
    if key >= 0:
        return key
    message = "number-mistyped" if is_own(number) and key_of(number) is None else "number-unknown"
    near = tuple(Problem("neighbour-is", number=other, name=name) for other, name in neighbours(connection, number))
    if near:
        raise Misuse(f"{message}/near", number=number, near=near[:NEAREST])
    raise Misuse(message, Remedy.to("find-player"), number=number)


def neighbours(connection: Connection, number: int) -> tuple[tuple[int, str], ...]:
    """Return the registered numbers that are one typing error away, with names."""
    near = slips(number)
    number_by_key = {key: near[at] for at, key in enumerate(resolve(connection, near).tolist()) if key >= 0}
    names = select(player.c.key, player.c.name).where(player.c.key.in_(list(number_by_key)))
    return tuple(sorted((number_by_key[row.key], row.name) for row in connection.execute(names)))


def facts(
    connection: Connection, keys: Sequence[int], day: int | None = None, known_at: int | None = None
) -> dict[int, Person]:
    """Return the facts of some players by key: of today, of a day, or as known at an entry of the log. Players
    registered later are left out."""
    wanted_keys = sorted({int(key) for key in keys if key >= 0})
    stored = recall_each(connection, Subject.PERSONS, wanted_keys, lambda some: _stored(connection, some))
    people: dict[int, Person] = {}
    for key, (row, changes) in stored.items():
        if known_at is not None and row["log"] > known_at:
            continue
        values = {field: row[field] for field in STORED}
        if day is None and known_at is None:
            changes = [change for change in changes if change.field == LATIN_NAME]
        for (_, field), text in settled(changes, day, known_at).items() if changes else ():
            if field in FIELDS:
                values[field] = text if field == "former_names" else from_text(field, text)
        values["former_names"] = from_text("former_names", values["former_names"])
        values["born"], values["fide_id"] = values["born"] or 0, values["fide_id"] or 0
        people[key] = Person(**values)
    return people


def _stored(connection: Connection, keys: list[int]) -> dict[int, tuple[Mapping[str, Any], list[Change]]]:
    """Read the rows of some players, each with all changes in the order of entry."""
    by_key: dict[int, tuple[Mapping[str, Any], list[Change]]] = {}
    for first in range(0, len(keys), TOGETHER):
        some = keys[first : first + TOGETHER]
        result = connection.execute(_persons(is_sqlite(connection)), {"keys": many(connection, some)})
        names = tuple(result.keys())
        for row in result.all():
            by_key[row.key] = dict(zip(names, row, strict=True)), []
    for change in changes_of(connection, keys):
        if change.player in by_key:
            by_key[change.player][1].append(change)
    return by_key


@cache
def _persons(sqlite: bool) -> Select[Any]:
    """The query for the rows of some players with their births."""
    rows = select(player, birth.c.born).join(birth, birth.c.player == player.c.key, isouter=True)
    return rows.where(among(sqlite, player.c.key, "keys"))


def meet(connection: Connection, numbers: Sequence[int]) -> None:
    """Load all players with these numbers into memory at once, so that later questions need no query."""
    keys = [int(key) for key in np.unique(resolve(connection, numbers)).tolist() if key >= 0]
    recall_each(connection, Subject.PERSONS, keys, lambda some: _stored(connection, some))


def known(
    connection: Connection, keys: Sequence[int], day: int, ratings: Sequence[int]
) -> tuple[KnownPlayer | None, ...]:
    """Return what admission asks of each player: name, birth, death, federation on a day, and the given rating; None
    if unknown."""
    people = facts(connection, keys, day)
    return tuple(
        KnownPlayer(p.name, p.born, int(rating), p.died, p.federation, _also(p), p.sex, p.member)
        if (p := people.get(int(key)))
        else None
        for key, rating in zip(keys, ratings, strict=True)
    )


def _also(person: Person) -> tuple[str, ...]:
    """Return other correct spellings of a person's name."""
    names = (person.name, *person.former_names)
    by_table = (official(name, person.federation) for name in names)
    ways = (person.latin_name, *person.former_names, *by_table, *map(latin, names))
    return tuple(way for way in dict.fromkeys(ways) if way and way != person.name)
