"""What differs between a list as it was published and as it should have been: who is moved, by how much, through what.

Only players of whom anything differs are looked at one by one; what is the same byte for byte is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, Adjustments, Firsts, KChanges, Pool, Roll, State, Table, Worksheets, dtypes
from arpad.frozen import dataclass
from arpad.lists.listing import UnlistedPlayers
from arpad.lists.sealed import K_CHANGES, UNLISTED, PlayerLines, RollRows
from arpad.office.publication.publish import by_event, by_player
from arpad.office.publication.revised import MOVES, ROWS, Cause, Moves, RevisedList
from arpad.office.revising.chain import MadeAgain, Rewriting
from arpad.office.rolls import ROLL, roll_of
from arpad.office.store import schema
from arpad.packed import CHUNK, pack_by_chunk, unpack

KINDS: Mapping[str, type[Table]] = {
    "lines": PlayerLines, "worksheets": Worksheets, "firsts": Firsts, "pool": Pool, "adjustments": Adjustments,
    UNLISTED: UnlistedPlayers, K_CHANGES: KChanges,
}  # fmt: skip
NONE, DELISTED = State.NONE.value, State.DELISTED.value
AT = {name: place for place, name in enumerate(dtypes(PlayerLines))}  # of a column in a row
WORTH = ("games", "half_points", "met", "sum")
Parts = Mapping[tuple[str, int], bytes]  # by table and range of players


@dataclass(frozen=True, eq=False)
class Differences:
    """The differences of one list."""

    series: str
    again: MadeAgain
    moves: Moves
    after: Parts  # what the list should have given each player

    @property
    def list_(self) -> int:
        return self.again.list_

    def revised(self, connection: Connection) -> RevisedList:
        """The revised rows as they are stored."""
        tables = list(_tables(self.again, self.moves, self.after))
        return RevisedList(self.list_, tables, _ledgers(connection, self.again, self.series))


def differences(connection: Connection, rewriting: Rewriting, again: MadeAgain) -> Differences:
    """Compare a list that was made again with what was published."""
    series, list_ = rewriting.series, again.list_
    published = roll_of(connection, series, list_, np.zeros(len(again.roll), np.int64))
    before, after = _published(connection, again, series), _made(again)
    moved = _rolls_apart(published, again.roll)
    for name, chunk in before.keys() | after.keys():
        old, new = before.get((name, chunk), b""), after.get((name, chunk), b"")
        if old != new:
            moved |= _apart(KINDS[name], old, new)
    who = np.array(sorted(moved), np.int32)
    causes = _Causes(rewriting, again, published, _of(before, who), _of(after, who))
    moves = Moves(
        who,
        published.rating[who],
        again.roll.rating[who],
        published.state[who],
        again.roll.state[who],
        (again.roll.games[who].astype(np.int32) - published.games[who]).astype(np.int16),
        np.array([causes.of(key) for key in who.tolist()], np.uint16),
    )
    return Differences(series, again, moves, after)


def _published(connection: Connection, again: MadeAgain, series: str) -> Parts:
    """The published tables of the list, packed."""
    if again.draft is None:
        return {}
    part = schema.period_part
    rows = select(part.c.name, part.c.chunk, part.c.packed).filter_by(series=series, list=again.list_)
    return {(row.name, row.chunk): bytes(row.packed) for row in connection.execute(rows)}


def _made(again: MadeAgain) -> Parts:
    """The tables of the list as made again, packed."""
    return {} if again.draft is None else {(name, chunk): packed for name, chunk, packed in by_player(again.draft)}


def _rolls_apart(published: Roll, revised: Roll) -> set[int]:
    """The players whose rows differ between two rolls."""
    other = np.zeros(len(revised), bool)
    for name, column in revised.columns():
        other |= column != getattr(published, name)
    return set(np.flatnonzero(other).tolist())


def _apart(kind: type[Table], old: bytes, new: bytes) -> set[int]:
    """The players whose rows differ between two packed tables."""
    return {row[0] for row in _rows(unpack(kind, old)) ^ _rows(unpack(kind, new))}


def _rows(table: Table) -> set[tuple[int, ...]]:
    """The rows of a table as tuples."""
    return set(zip(*(column.tolist() for _, column in table.columns()), strict=True))


def _of(parts: Parts, who: I32) -> Mapping[str, Mapping[int, set[tuple[int, ...]]]]:
    """The rows of some players, by table and player."""
    chosen: dict[str, dict[int, set[tuple[int, ...]]]] = {name: {} for name in KINDS}
    ranges = set((who // CHUNK).tolist())
    for (name, chunk), packed in parts.items():
        if chunk not in ranges:
            continue
        table = unpack(KINDS[name], packed)
        mine = table.take(np.isin(next(table.columns())[1], who))
        for row in _rows(mine):
            chosen[name].setdefault(row[0], set()).add(row)
    return chosen


@dataclass(frozen=True)
class _Causes:
    """Everything that says why a player moves."""

    rewriting: Rewriting
    again: MadeAgain
    published: Roll
    before: Mapping[str, Mapping[int, set[tuple[int, ...]]]]
    after: Mapping[str, Mapping[int, set[tuple[int, ...]]]]

    def of(self, key: int) -> Cause:
        """All causes that apply to a player."""
        again, people = self.again, self.rewriting.people
        if again.draft is None:
            return Cause.OPENING if key in self.rewriting.opening else Cause.PERSON
        causes = Cause(0)
        if key in people.mistaken:
            causes |= Cause.PERSON
        if key in people.anew:
            causes |= Cause.FACT
        base, published = again.base, again.sat_with
        if base is not None and published is not None and base.rating[key] != published.rating[key]:
            causes |= Cause.BASE
        causes |= self._lines(key) | self._states(key)
        if self._rows(K_CHANGES, key):
            causes |= Cause.K
        if self._rows("pool", key) or self._rows("firsts", key):
            causes |= Cause.POOL
        return causes

    def _states(self, key: int) -> Cause:
        """Whether a first rating appears or goes, or the floor was crossed."""
        was, now = int(self.published.state[key]), int(self.again.roll.state[key])
        if was == now:
            return Cause(0)
        if NONE in (was, now):
            return Cause.FIRST_APPEARS if was == NONE else Cause.FIRST_GOES
        return Cause.FLOOR if DELISTED in (was, now) else Cause(0)

    def _rows(self, name: str, key: int) -> bool:
        """Whether a table has other rows of a player."""
        return self.before[name].get(key) != self.after[name].get(key)

    def _lines(self, key: int) -> Cause:
        """The causes visible in a player's events: the event itself, K, or an opponent."""
        old, new = self.before["lines"].get(key, set()), self.after["lines"].get(key, set())
        causes = Cause(0)
        for event in {row[AT["key"]] for row in old ^ new}:
            if event in self.rewriting.events:
                causes |= Cause.EVENT
                continue
            both = [row for row in (*old, *new) if row[AT["key"]] == event]
            if len({row[AT["k"]] for row in both}) > 1:
                causes |= Cause.K
            if len({tuple(row[AT[name]] for name in WORTH) for row in both}) > 1:
                causes |= Cause.OPPONENT
        return causes


def _tables(again: MadeAgain, moves: Moves, after: Parts) -> Iterator[tuple[str, int, bytes]]:
    """Yield the rows of those who move, packed by table and range of players."""
    for chunk, packed in pack_by_chunk(moves):
        yield MOVES, chunk, packed
    rows = RollRows(moves.player, **{name: getattr(again.roll, name)[moves.player] for name in ROLL})
    for chunk, packed in pack_by_chunk(rows):
        yield ROWS, chunk, packed
    ranges = set((moves.player // CHUNK).tolist())
    for (name, chunk), packed in sorted(after.items()):
        if chunk not in ranges:
            continue
        table = unpack(KINDS[name], packed)
        mine = table.take(np.isin(next(table.columns())[1], moves.player))
        if len(mine):
            yield name, chunk, pack_by_chunk(mine)[0][1]


def _ledgers(connection: Connection, again: MadeAgain, series: str) -> list[tuple[int, bytes]]:
    """Return the ledgers that differ from the published ones."""
    if again.draft is None:
        return []
    part = schema.ledger_part
    rows = select(part.c.decision, part.c.packed).filter_by(series=series, list=again.list_)
    stored = {row.decision: bytes(row.packed) for row in connection.execute(rows)}
    return [(decision, packed) for decision, packed in by_event(again.draft) if stored.get(decision) != packed]
