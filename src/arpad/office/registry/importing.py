"""Decide what becomes of the people in a file: who is new, who is known, who changed, and who must wait for an officer.

Known is whoever's number is registered, or who has the same name and birth. A row that looks like somebody else who is
registered, or like an earlier row, is held back: a second number would be a second rating. A file that was imported
changes nothing when it is imported again. Nothing is written before all of it has been decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32
from arpad.finding import Misuse
from arpad.office.desk import Writing
from arpad.office.registry.changes import change_many
from arpad.office.registry.duplicates import Candidate, find
from arpad.office.registry.history import TOGETHER, Change
from arpad.office.registry.person import FIELDS, Person, day_text
from arpad.office.registry.playerfile import Said
from arpad.office.registry.players import enter, facts, resolve
from arpad.office.store.schema import birth, player

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Plan:
    """What an import will do."""

    new: list[Said]
    held: list[tuple[Said, tuple[Candidate, ...]]]
    differing: list[tuple[int, dict[str, Any], Said]]  # a key, what the row says otherwise, and the row
    same: int


@dataclass(frozen=True)
class Done:
    """What an import did."""

    keys: I32  # of the new players
    changes: list[Change]


def plan(
    connection: Connection, said: Sequence[Said], accept: bool = False, progress: Progress = lambda _: None
) -> Plan:
    """Sort the rows of a file, or of several."""
    keys = _known(connection, said)
    here = facts(connection, [key for key in keys if key >= 0])
    new, differing, same = [], [], 0
    for row, key in zip(said, keys, strict=True):
        if key < 0:
            new.append(row)
        elif values := _otherwise(here[key], row.person):
            differing.append((key, values, row))
        else:
            same += 1
    found = {} if accept else find(connection, [row.person for row in new], progress)
    held = [(new[at], some) for at, some in found.items()]
    return Plan([row for at, row in enumerate(new) if at not in found], held, differing, same)


def carry_out(writing: Writing, wanted: Plan, update: bool, progress: Progress = lambda _: None) -> Done:
    """Enter the new players and, where that is wanted, the changes."""
    for row in (*wanted.new, *(row for _, _, row in wanted.differing)):
        if row.dated and row.since > writing.day:
            raise Misuse(f"{row.file}:{row.line} since {day_text(row.since)} is after today, {day_text(writing.day)}")
    changes: list[Change] = []
    if update:
        days = [min(row.since, writing.day) for _, _, row in wanted.differing]  # a list may be ahead of a rehearsal
        wanted_changes = zip(wanted.differing, days, strict=True)
        changes = change_many(writing, [(key, values, day) for (key, values, _), day in wanted_changes])
    since = [row.since if row.dated else 0 for row in wanted.new]
    return Done(enter(writing, [row.person for row in wanted.new], since, progress), changes)


def _known(connection: Connection, said: Sequence[Said]) -> list[int]:
    """The key of each row's player, -1 where he is new."""
    numbers = [row.id or row.person.fide_id for row in said]
    keys = resolve(connection, numbers)
    for row, key in zip(said, keys.tolist(), strict=True):
        if row.id and key < 0:
            raise Misuse(f"{row.file}:{row.line} id {row.id}: nobody has this number; leave it empty for a new player")
    bare = [at for at in np.flatnonzero(keys < 0).tolist() if not said[at].person.fide_id]
    for first in range(0, len(bare), TOGETHER):
        some = bare[first : first + TOGETHER]
        wanted = (
            select(player.c.key, player.c.name, birth.c.born)
            .join(birth, birth.c.player == player.c.key, isouter=True)
            .where(player.c.name.in_({said[at].person.name for at in some}))
        )
        there = {(row.name, row.born or 0): row.key for row in connection.execute(wanted)}
        same = {at: there.get((said[at].person.name, said[at].person.born), -1) for at in some}
        unborn = facts(connection, [key for at, key in same.items() if not said[at].person.born])
        for at, key in same.items():
            if key in unborn and _otherwise(unborn[key], said[at].person):
                continue  # a name alone is nobody's
            keys[at] = key
    return [int(key) for key in keys]


def _otherwise(here: Person, said: Person) -> dict[str, Any]:
    """What a row says otherwise than the registry does today; what it does not say it does not deny."""
    values = {field: value for field in FIELDS if (value := getattr(said, field)) and value != getattr(here, field)}
    for field in ("born", "died"):
        if field in values and _poorer(values[field], getattr(here, field)):
            del values[field]
    if "former_names" in values:
        names = (*here.former_names, *(name for name in said.former_names if name not in here.former_names))
        values["former_names"] = names
        if names == here.former_names:
            del values["former_names"]
    return values


def _poorer(said: int, here: int) -> bool:
    """Whether a day says less than the one that is known: only its year, or its month."""
    return (not said % 10_000 and said // 10_000 == here // 10_000) or (not said % 100 and said // 100 == here // 100)
