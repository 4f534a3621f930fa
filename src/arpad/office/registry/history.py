"""Read a fact of a player as it was: on a day, and as far as the office knew at an entry of its log.

A player's row holds the facts of today; every change is a row beside it with the old value, the new one, the day from
which the new one holds and the entry of the log. A fact on a day is the newest value that holds by then; a correction
entered later for the same day wins. What was never changed is as it stands. Nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, select

from arpad.frozen import dataclass
from arpad.office.store.bulk import among, is_sqlite, many
from arpad.office.store.schema import log, player_change

TOGETHER = 5_000  # keys in one question
LATIN_NAME = "latin_name"  # a fact without a column: every value of it is a change


class Change(NamedTuple):
    """One stored change of one fact of a player."""

    seq: int
    player: int
    field: str
    old: str
    new: str
    since: int
    log: int


def changes_of(connection: Connection, keys: Sequence[int], fields: Sequence[str] = ()) -> Iterator[Change]:
    """Yield all changes of some players (of some fields, or of all), in the order in which they were entered."""
    query = _of_players(is_sqlite(connection))
    for first in range(0, len(keys), TOGETHER):
        for row in connection.execute(query, {"keys": many(connection, keys[first : first + TOGETHER])}).all():
            if not fields or row.field in fields:
                yield Change(*row)


@cache
def _of_players(sqlite: bool) -> Select[Any]:
    """The query for the changes of some players."""
    rows = select(*(player_change.c[name] for name in Change._fields))
    return rows.where(among(sqlite, player_change.c.player, "keys")).order_by(player_change.c.seq)


def changed_since(connection: Connection, known_at: int, fields: Sequence[str]) -> Iterator[Change]:
    """Yield all changes of these fields, for the players who have one entered after an entry of the log."""
    later = select(player_change.c.player).where(player_change.c.log > known_at, player_change.c.field.in_(fields))
    yield from _read(connection, player_change.c.player.in_(later), fields)


def changed_after(connection: Connection, day: int, field: str) -> Iterator[Change]:
    """Yield all changes of a field, for the players who have a value that holds only after a day."""
    later = select(player_change.c.player).where(player_change.c.since > day, player_change.c.field == field)
    yield from _read(connection, player_change.c.player.in_(later), (field,))


def _read(connection: Connection, chosen: ColumnElement[bool], fields: Sequence[str]) -> Iterator[Change]:
    """Yield the changes that match a condition, in the order in which they were entered."""
    query = select(*(player_change.c[name] for name in Change._fields)).where(chosen).order_by(player_change.c.seq)
    if fields:
        query = query.where(player_change.c.field.in_(fields))
    for row in connection.execute(query).all():
        yield Change(*row)


def settled(
    changes: Iterable[Change], day: int | None = None, known_at: int | None = None
) -> dict[tuple[int, str], str]:
    """Return for each player and field that ever changed the value on a day, as known at an entry of the log.
    `changes` must be complete and in order: the first old value is the original one."""
    values: dict[tuple[int, str], str] = {}
    holds: dict[tuple[int, str], int] = {}
    for change in changes:
        place = (change.player, change.field)
        values.setdefault(place, change.old)
        if (day is not None and change.since > day) or (known_at is not None and change.log > known_at):
            continue
        if change.since >= holds.get(place, 0):
            values[place], holds[place] = change.new, change.since
    return values


@dataclass(frozen=True)
class Known:
    """As of which log entry facts are read (`at`; None: now), and which players are read as known now in any case
    (`anew`)."""

    at: int | None = None
    anew: frozenset[int] = frozenset()

    def settled(self, changes: Iterable[Change], day: int | None = None) -> dict[tuple[int, str], str]:
        """Return for each player and field that ever changed the value on a day, as far as it was known."""
        rows = list(changes)
        values = settled(rows, day, self.at)
        now = [change for change in rows if change.player in self.anew]
        return values | settled(now, day) if now else values


NOW = Known()


def latin_names(connection: Connection, known_at: int | None = None, day: int | None = None) -> dict[int, str]:
    """Return the Latin names that were entered and hold, by player; they are stored in the history only."""
    rows = _read(connection, player_change.c.field == LATIN_NAME, ())
    return {key: name for (key, _), name in settled(rows, day, known_at).items() if name}


@dataclass(frozen=True, slots=True)
class Entered:
    """A change of a player with its entry of the log: what, from when, who, on which day, and why."""

    field: str
    old: str
    new: str
    since: int
    log: int
    day: int
    who: str
    why: str
    action: str


def entered(connection: Connection, key: int, known_at: int | None = None) -> list[Entered]:
    """Return the history of one player, as known at an entry of the log."""
    query = (
        select(player_change, log.c.day, log.c.who, log.c.why, log.c.action)
        .join(log, log.c.seq == player_change.c.log)
        .where(player_change.c.player == key)
        .order_by(player_change.c.seq)
    )
    if known_at is not None:
        query = query.where(player_change.c.log <= known_at)
    names = tuple(Entered.__dataclass_fields__)
    return [Entered(*(getattr(row, name) for name in names)) for row in connection.execute(query)]
