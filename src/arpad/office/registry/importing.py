"""Decide what becomes of the people in a file: who is new, who is known, who changed, and who must wait for an officer.

Known is whoever's number is registered, or who has the same name and birth. A row that looks like somebody else who is
registered, or like an earlier row, is held back: a second number would be a second rating. A file that was imported
changes nothing when it is imported again. A row that cannot be true at this office (born tomorrow) is a problem of the
file. Nothing is written before all of it has been decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.days import Day
from arpad.finding import Finding, Place, Problem
from arpad.frozen import dataclass
from arpad.office.desk import Writing
from arpad.office.registry.changes import change_many
from arpad.office.registry.csv_rows import refusal
from arpad.office.registry.duplicates import NEEDED, Candidate, differ, find
from arpad.office.registry.federations import named
from arpad.office.registry.history import TOGETHER, Change
from arpad.office.registry.identity import own_id
from arpad.office.registry.names import in_latin, likeness, name_sort, sounds, spellings
from arpad.office.registry.person import FIELDS, Fault, Person, unknown_federation, untimely
from arpad.office.registry.playerfile import Line
from arpad.office.registry.players import enter, facts, resolve
from arpad.office.store.schema import birth, player

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Plan:
    """What an import will do with each row."""

    new: list[Line]
    held: list[tuple[Line, tuple[Candidate, ...]]]
    differing: list[tuple[int, dict[str, Any], Line]]  # a key, what the row says otherwise, and the row
    same: int
    known: list[tuple[Line, int]]  # rows of CSV files whose player is there, and his key


@dataclass(frozen=True)
class Done:
    """The keys of the new players and the stored changes of an import."""

    keys: I32  # of the new players
    changes: list[Change]


def possible(writing: Writing, lines: Sequence[Line]) -> tuple[list[Line], list[Finding]]:
    """Return the rows that can be true here, and the problems of the others. A FIDE list may name any federation."""
    connection = writing.connection
    codes = named(connection)
    by_id, by_fide = (resolve(connection, numbers).tolist() for numbers in _numbers(lines))
    good, problems = [], []
    for row, his, other in zip(lines, by_id, by_fide, strict=True):
        faults: list[Fault] = list(untimely(row.person, writing.day))
        if row.dated:
            faults += [*unknown_federation(row.person, codes), *_misplaced(row, his, other, writing.day)]
        for field, expected in faults:
            if field not in row.wrong:
                problems.append(_wrong_cell(row, field, expected))
        if not faults and not row.wrong:
            good.append(row)
    return good, problems


def _numbers(lines: Sequence[Line]) -> tuple[list[int], list[int]]:
    """The office numbers and the FIDE numbers of the rows of CSV files; 0 for rows of rating lists."""
    return [row.id * row.dated for row in lines], [row.person.fide_id * row.dated for row in lines]


def _misplaced(row: Line, his: int, other: int, today: int) -> Iterator[Fault]:
    """Yield a problem for a number that nobody has, for two numbers of two players, and for a day to come."""
    if row.id and his < 0:
        yield "id", Problem("expected/number-of-somebody")
    if his >= 0 and other >= 0 and his != other:
        yield "fide_id", Problem("expected/number-of-one", owner=own_id(other))
    if row.since > today:
        yield "since", Problem("expected/not-after-today", today=Day(today))


def _wrong_cell(row: Line, field: str, expected: Problem) -> Finding:
    """Build the finding for a cell that is not what was expected."""
    values = {"id": row.id, "since": row.since}
    value = values[field] if field in values else getattr(row.person, field)
    text = value if isinstance(value, str) else str(value) if field in ("id", "fide_id") else str(Day(value))
    place = Place(row.file, row.line, row.columns.get(field, 0))
    return refusal(place, "wrong-cell", expected.remedy, column=field, value=text, expected=expected)


def plan(
    connection: Connection, lines: Sequence[Line], accept: bool = False, progress: Progress = lambda _: None
) -> Plan:
    """Decide for each row whether it is new, known, different from the registry, or held back as a possible
    duplicate."""
    keys = _known(connection, lines)
    new = [row for row, key in zip(lines, keys, strict=True) if key < 0]
    known_rows = [(row, key) for row, key in zip(lines, keys, strict=True) if key >= 0]
    differing = []
    for first in range(0, len(known_rows), TOGETHER):
        some = known_rows[first : first + TOGETHER]
        here = facts(connection, [key for _, key in some])
        differing += [(key, values, row) for row, key in some if (values := _otherwise(here[key], row.person))]
    similar = {} if accept else find(connection, [row.person for row in new], progress)
    held = [(new[at], some) for at, some in similar.items()]
    numbered = [(row, key) for row, key in known_rows if row.dated]
    same = len(known_rows) - len(differing)
    return Plan([row for at, row in enumerate(new) if at not in similar], held, differing, same, numbered)


def carry_out(writing: Writing, decided: Plan, update: bool, progress: Progress = lambda _: None) -> Done:
    """Store the new players and, if `update`, the changes of known players."""
    changes: list[Change] = []
    if update:
        days = [min(row.since, writing.day) for _, _, row in decided.differing]  # a list may be ahead of a rehearsal
        wanted_changes = zip(decided.differing, days, strict=True)
        changes = change_many(writing, [(key, values, day) for (key, values, _), day in wanted_changes])
    since = [row.since if row.dated else 0 for row in decided.new]
    return Done(enter(writing, [row.person for row in decided.new], since, progress), changes)


def _known(connection: Connection, lines: Sequence[Line]) -> list[int]:
    """Return the key of each row's player, by number or else by name and birth; -1 where the player is new."""
    keys = resolve(connection, [row.id or row.person.fide_id for row in lines])
    foreign = [at for at, row in enumerate(lines) if row.id and not row.dated]  # a list may be another office's
    meant = known_here(connection, [lines[at].id for at in foreign], [lines[at].person for at in foreign])
    for at, person in zip(foreign, meant, strict=True):
        if person is None:
            keys[at] = -1
    unnumbered = [at for at in np.flatnonzero(keys < 0).tolist() if not lines[at].person.fide_id]
    for first in range(0, len(unnumbered), TOGETHER):
        some = unnumbered[first : first + TOGETHER]
        keys[some] = _keys_by_name_and_birth(connection, [lines[at].person for at in some])
    return [int(key) for key in keys]


def _keys_by_name_and_birth(connection: Connection, persons: Sequence[Person]) -> list[int]:
    """Return the key of each person who is registered with this name and birth, -1 where nobody is.

    A person without a birth is somebody only if nothing else that is said of them differs.
    """
    names = {person.name for person in persons}
    rows = select(player.c.key, player.c.name, birth.c.born).where(player.c.name.in_(names))
    rows = rows.join(birth, birth.c.player == player.c.key, isouter=True)
    registered = {(row.name, row.born or 0): row.key for row in connection.execute(rows)}
    keys = [registered.get((person.name, person.born), -1) for person in persons]
    unborn = facts(connection, [key for key, person in zip(keys, persons, strict=True) if not person.born])
    return [
        -1 if key in unborn and _otherwise(unborn[key], person) else key
        for key, person in zip(keys, persons, strict=True)
    ]


def known_here(connection: Connection, numbers: Sequence[int], persons: Sequence[Person]) -> list[Person | None]:
    """Return the players with these office numbers who are also alike; None where the number must come from another
    office."""
    keys = resolve(connection, numbers).tolist()
    people = facts(connection, [key for key in keys if key >= 0])
    return [
        people[key] if key >= 0 and not differ(person, people[key]) else None
        for key, person in zip(keys, persons, strict=True)
    ]


def _otherwise(here: Person, row: Person) -> dict[str, Any]:
    """Return the facts in which a row differs from the registry; unknown facts of the row do not count."""
    if here == row:
        return {}
    values = {field: value for field in FIELDS if (value := getattr(row, field)) and value != getattr(here, field)}
    if "name" in values and row.name.isascii() and not here.name.isascii() and _one_name(here, row.name):
        del values["name"]  # the same name in Latin letters, which may be spelt otherwise than the table does
        if row.name not in (in_latin(here.name, here.federation, here.latin_name), *here.former_names):
            values["latin_name"] = row.name
    if values.get("latin_name") == in_latin(here.name, here.federation, here.latin_name):
        del values["latin_name"]  # the table says the same
    for field in ("born", "died"):
        if field in values and _poorer(values[field], getattr(here, field)):
            del values[field]
    if "former_names" in values:
        names = (*here.former_names, *(name for name in row.former_names if name not in here.former_names))
        values["former_names"] = names
        if names == here.former_names:
            del values["former_names"]
    return values


def _one_name(here: Person, latin_name: str) -> bool:
    """Whether a name in Latin letters is another spelling of the registered name."""
    heard = sounds(name_sort(latin_name))
    ways = spellings(here.name, here.federation, here.latin_name)
    return max(likeness(heard, sounds(way)) for way in ways) >= NEEDED["same"]


def _poorer(day: int, registered_day: int) -> bool:
    """Whether a day is the registered day with less detail: only its year, or its month."""
    return not Day(day).whole and str(Day(registered_day)).startswith(str(Day(day)))
