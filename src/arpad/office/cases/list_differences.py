"""Compare a list as published with the list as it should have been: who moves, by how much, and why.

Only players with any difference are examined one by one. Where a series only notes differences, the difference of a
newly published list is stored as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, I64, Adjustments, Firsts, KChanges, Pool, Roll, State, Table, Worksheets, dtypes
from arpad.frozen import dataclass
from arpad.lists.listing import UnlistedPlayers
from arpad.lists.sealed import K_CHANGES, UNLISTED, PlayerLines, RollRows
from arpad.office.cases.remade_lists import RemadeList, SeriesRevision, revision_of_series
from arpad.office.desk import WriteTransaction
from arpad.office.publishing.list_draft import ListDraft, make_draft
from arpad.office.publishing.list_inputs import gather_inputs_again
from arpad.office.publishing.publish import packed_ledgers_by_event, packed_tables_by_player
from arpad.office.publishing.revised_rows import (
    MOVES_TABLE,
    ROLL_TABLE,
    MoveCause,
    Moves,
    RevisedListRows,
    revised_inputs_after,
    revision_layers,
    store_revision_layer,
)
from arpad.office.publishing.series_rules import NOTE, REVISED, rules_of_series
from arpad.office.rolls import ROLL_COLUMNS, read_roll
from arpad.office.store import schema
from arpad.packed import CHUNK, pack_by_chunk, unpack

COMPARED_TABLES: Mapping[str, type[Table]] = {
    "lines": PlayerLines, "worksheets": Worksheets, "firsts": Firsts, "pool": Pool, "adjustments": Adjustments,
    UNLISTED: UnlistedPlayers, K_CHANGES: KChanges,
}  # fmt: skip
UNRATED, DELISTED = State.NONE.value, State.DELISTED.value
LINE_COLUMN_PLACE = {name: place for place, name in enumerate(dtypes(PlayerLines))}  # of a column in a row
MET_COLUMNS = ("games", "half_points", "met")
WORTH_COLUMNS = (*MET_COLUMNS, "sum", "status")
K_CHANGE_KEY = [*dtypes(KChanges)].index("key")
RowsByPlayer = Mapping[str, Mapping[int, set[tuple[int, ...]]]]  # by table and player
PackedTables = Mapping[tuple[str, int], bytes]  # by table and range of players


@dataclass(frozen=True, eq=False)
class ListDifferences:
    """The differences of one list."""

    series: str
    again: RemadeList
    moves: Moves
    after: PackedTables  # what the list should have given each player

    @property
    def list_(self) -> int:
        """The list as a number, yyyymm."""
        return self.again.list_

    def tables(self) -> list[tuple[str, int, bytes]]:
        """Return the rows of the players who move, as (table, range of players, packed)."""
        return list(_packed_rows_of_moved(self.again, self.moves, self.after))

    def revised(self, connection: Connection) -> RevisedListRows:
        """Return the revised rows as they are stored: of the players who move, and the changed results of events."""
        return RevisedListRows(self.list_, self.tables(), _changed_ledgers(connection, self.again, self.series))


def differences_of_list(connection: Connection, rewriting: SeriesRevision, again: RemadeList) -> ListDifferences:
    """Compare a list that was made again with what was published: who moves, and by which causes. A player moves if any
    row about them differs, not only the rating. Writes nothing."""
    series, list_ = rewriting.series, again.list_
    published = read_roll(connection, series, list_, np.zeros(len(again.roll), np.int64))
    before = {} if again.draft is None else published_tables(connection, series, list_)
    after = _remade_tables(again)
    moved = _players_with_other_roll_rows(published, again.roll)
    for name, chunk in before.keys() | after.keys():
        old, new = before.get((name, chunk), b""), after.get((name, chunk), b"")
        if old != new:
            moved |= _players_with_other_rows(COMPARED_TABLES[name], old, new)
    who = np.array(sorted(moved), np.int32)
    causes = _CauseFinder(
        rewriting, again, published, rows_by_table_and_player(before, who), rows_by_table_and_player(after, who)
    )
    moves = Moves(
        who,
        published.rating[who],
        again.roll.rating[who],
        published.state[who],
        again.roll.state[who],
        (again.roll.games[who].astype(np.int32) - published.games[who]).astype(np.int16),
        np.array([causes.of(key) for key in who.tolist()], np.uint16),
    )
    return ListDifferences(series, again, moves, after)


def published_tables(connection: Connection, series: str, list_: int) -> PackedTables:
    """Return the published tables of a list, packed, by table and range of players; empty for an opening list."""
    part = schema.period_part
    rows = select(part.c.name, part.c.chunk, part.c.packed).filter_by(series=series, list=list_)
    return {(row.name, row.chunk): bytes(row.packed) for row in connection.execute(rows)}


def _remade_tables(again: RemadeList) -> PackedTables:
    """Return the tables of the list as made again, packed, by table and range of players; empty for an opening list."""
    return (
        {}
        if again.draft is None
        else {(name, chunk): packed for name, chunk, packed in packed_tables_by_player(again.draft)}
    )


def _players_with_other_roll_rows(published: Roll, revised: Roll) -> set[int]:
    """Return the keys of the players of whom any column differs between two rolls."""
    other = np.zeros(len(revised), bool)
    for name, column in revised.columns():
        other |= column != getattr(published, name)
    return set(np.flatnonzero(other).tolist())


def _players_with_other_rows(kind: type[Table], old: bytes, new: bytes) -> set[int]:
    """Return the keys of the players whose rows differ between two packed tables; `kind` is the class of the table."""
    return {row[0] for row in _rows_of_table(unpack(kind, old)) ^ _rows_of_table(unpack(kind, new))}


def _rows_of_table(table: Table) -> set[tuple[int, ...]]:
    """The rows of a table as tuples."""
    return set(zip(*(column.tolist() for _, column in table.columns()), strict=True))


def rows_by_table_and_player(parts: PackedTables, who: I32) -> RowsByPlayer:
    """Unpack the rows of the players `who`, by table and player; `parts` are stored chunks of tables."""
    chosen: dict[str, dict[int, set[tuple[int, ...]]]] = {name: {} for name in COMPARED_TABLES}
    ranges = set((who // CHUNK).tolist())
    for (name, chunk), packed in parts.items():
        if chunk not in ranges or name not in COMPARED_TABLES:
            continue
        table = unpack(COMPARED_TABLES[name], packed)
        mine = table.take(np.isin(next(table.columns())[1], who))
        for row in _rows_of_table(mine):
            chosen[name].setdefault(row[0], set()).add(row)
    return chosen


@dataclass(frozen=True)
class _CauseFinder:
    """What was published and what the list should have given, to find why a player moves."""

    rewriting: SeriesRevision
    again: RemadeList
    published: Roll
    before: RowsByPlayer
    after: RowsByPlayer

    def of(self, key: int) -> MoveCause:
        """Return all causes that apply to a player; for the opening list only one, a corrected row or a merge."""
        again, people = self.again, self.rewriting.people
        if again.draft is None:
            return MoveCause.OPENING if key in self.rewriting.opening else MoveCause.PERSON
        causes = MoveCause(0)
        if key in people.mistaken:
            causes |= MoveCause.PERSON
        if key in people.anew:
            causes |= MoveCause.FACT
        base, published = again.base, again.sat_with
        if base is not None and published is not None and base.rating[key] != published.rating[key]:
            causes |= MoveCause.BASE
        if base is not None and published is not None and base.games[key] != published.games[key]:
            causes |= MoveCause.GAMES_BEFORE
        causes |= cause_of_states(int(self.published.state[key]), int(again.roll.state[key]))
        return causes | causes_of_rows(self.before, self.after, key, self.rewriting)


def cause_of_states(was: int, now: int) -> MoveCause:
    """Return the cause visible in a state: a first rating appears or goes, or the floor was crossed; else no cause."""
    if was == now:
        return MoveCause(0)
    if UNRATED in (was, now):
        return MoveCause.FIRST_APPEARS if was == UNRATED else MoveCause.FIRST_GOES
    return MoveCause.FLOOR if DELISTED in (was, now) else MoveCause(0)


def causes_of_rows(before: RowsByPlayer, after: RowsByPlayer, key: int, put_right: SeriesRevision) -> MoveCause:
    """Return the causes visible in the rows of a player: an event that was put right, K, an opponent, what waits.

    The rows of two states of a list are compared, and `put_right` is what was put right from one to the other."""
    causes = MoveCause(0)
    old, new = before["lines"].get(key, set()), after["lines"].get(key, set())
    for event in {row[LINE_COLUMN_PLACE["key"]] for row in old ^ new}:
        both = [row for row in (*old, *new) if row[LINE_COLUMN_PLACE["key"]] == event]
        if _values(both, ("k",)) > 1:
            causes |= MoveCause.K
        if event in put_right.events:
            causes |= MoveCause.EVENT if len(both) == 1 or _values(both, WORTH_COLUMNS) > 1 else MoveCause(0)
        elif _values(both, MET_COLUMNS) > 1:
            causes |= MoveCause.OPPONENT
        elif _values(both, ("sum",)) > 1:  # against the same opponents
            causes |= MoveCause.BASE if put_right.at_board else MoveCause.OPPONENT
    changes = before[K_CHANGES].get(key, set()) ^ after[K_CHANGES].get(key, set())
    if any(row[K_CHANGE_KEY] not in put_right.events for row in changes):
        causes |= MoveCause.K
    if any(before[name].get(key) != after[name].get(key) for name in ("pool", "firsts")):
        causes |= MoveCause.POOL
    return causes


def _values(rows: Collection[tuple[int, ...]], columns: tuple[str, ...]) -> int:
    """Return how many different values these columns have in the lines of an event."""
    return len({tuple(row[LINE_COLUMN_PLACE[name]] for name in columns) for row in rows})


def _packed_rows_of_moved(again: RemadeList, moves: Moves, after: PackedTables) -> Iterator[tuple[str, int, bytes]]:
    """Yield (table, range of players, packed rows) of those who move: the moves, their roll rows, and all tables of
    `after`."""
    for chunk, packed in pack_by_chunk(moves):
        yield MOVES_TABLE, chunk, packed
    rows = RollRows(moves.player, **{name: getattr(again.roll, name)[moves.player] for name in ROLL_COLUMNS})
    for chunk, packed in pack_by_chunk(rows):
        yield ROLL_TABLE, chunk, packed
    ranges = set((moves.player // CHUNK).tolist())
    for (name, chunk), packed in sorted(after.items()):
        if chunk not in ranges:
            continue
        table = unpack(COMPARED_TABLES[name], packed)
        mine = table.take(np.isin(next(table.columns())[1], moves.player))
        if len(mine):
            yield name, chunk, pack_by_chunk(mine)[0][1]


def _changed_ledgers(connection: Connection, again: RemadeList, series: str) -> list[tuple[int, bytes]]:
    """Return the results of games that differ from the published ones, as (admission, packed); empty for an opening
    list."""
    if again.draft is None:
        return []
    part = schema.ledger_part
    rows = select(part.c.decision, part.c.packed).filter_by(series=series, list=again.list_)
    stored = {row.decision: bytes(row.packed) for row in connection.execute(rows)}
    return [
        (decision, packed)
        for decision, packed in packed_ledgers_by_event(again.draft)
        if stored.get(decision) != packed
    ]


def store_noted_differences(writing: WriteTransaction, draft: ListDraft) -> None:
    """Store the differences of a list that is being published, if its series only notes them; otherwise nothing."""
    inputs = draft.inputs
    noted = noted_differences(
        writing.connection, inputs.series, inputs.list_, inputs.replaced, lambda: inputs.roster.listed_as
    )
    store_revision_layer(writing.connection, inputs.series, writing.seq, noted)


def noted_differences(
    connection: Connection, series: str, list_: int, replaced: int, numbers: Callable[[], I64]
) -> list[RevisedListRows]:
    """Return the differences of a list that was just published. Empty if its series carries them over, or if the list
    before (`replaced`) has no revised rows. `numbers` returns for each player the number to find them on imported
    lists."""
    rules = rules_of_series(connection, series)
    if rules.difference != NOTE or replaced not in revision_layers(connection, series):
        return []
    rewriting = revision_of_series(connection, series)
    if rewriting is None:
        return []
    footing = revised_inputs_after(connection, series, replaced, numbers(), None)
    footing = replace(footing, by_revised=rules.board == REVISED)
    inputs = gather_inputs_again(connection, series, list_, rewriting.people)
    right = make_draft(connection, replace(inputs, footing=footing))
    again = RemadeList(list_, right, footing.roll(replaced), right.roll, right.stored)
    return [differences_of_list(connection, rewriting, again).revised(connection)]
