"""Recompute published lists from what the office stores, and name each number that differs.

This holds also for lists that were published before the office had a journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import Table
from arpad.days import Month
from arpad.finding import Problem
from arpad.law.law_set import set_law
from arpad.lists.sealed import RollRows
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.cases.list_differences import COMPARED_TABLES
from arpad.office.proving.fold import RowDifference
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_draft import make_draft
from arpad.office.publishing.list_inputs import gather_inputs_again
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import COMPUTED, DAMAGE_ERRORS, seal_problems
from arpad.office.publishing.publish import pack_list
from arpad.office.publishing.revised_rows import MOVES_TABLE, Moves
from arpad.office.store import schema
from arpad.office.store.conversion import BEFORE, old_findings
from arpad.office.store.effects import stored_bytes
from arpad.office.store.engine import Store
from arpad.office.store.migrate import schema_in
from arpad.packed import unpack

Parts = Mapping[tuple[str, int], bytes]
ROLL = "roll"
TABLE_OF: Mapping[str, type[Table]] = {**COMPARED_TABLES, ROLL: RollRows, MOVES_TABLE: Moves}
PACKED = {"roll_part": schema.roll_part, "period_part": schema.period_part, "revised_part": schema.revised_part}


def packed_differences(
    stored: Connection, right: Connection, difference: RowDifference, owners: RowOwners
) -> list[Problem]:
    """Return the numbers that differ in one packed part of a list, if the row has one and `right` has the right bytes.

    `right` is the copy of the office in which its acts were performed again."""
    table = PACKED.get(difference.table.name)
    if table is None or difference.column != "packed":
        return []
    same = [column == value for column, value in zip(table.primary_key.columns, difference.key, strict=True)]
    rows = [connection.execute(select(table).where(*same)).one_or_none() for connection in (stored, right)]
    if rows[0] is None or rows[1] is None:
        return []
    named = {"series": rows[0].series, "list": Month(rows[0].list)}
    place = (ROLL if table is schema.roll_part else rows[0].name, rows[0].chunk)
    if place[0] not in TABLE_OF:
        return []
    return list(part_differences(owners, {place: rows[0].packed}, {place: rows[1].packed}, named))


def list_heads(connection: Connection) -> list[Any]:
    """Return the rows of all published lists, each series by month."""
    of = schema.rating_list
    return list(connection.execute(select(of).order_by(of.c.series, of.c.list)).all())


def is_recomputable(connection: Connection, head: Any) -> bool:
    """Return whether a list was computed here and has its law stored."""
    return bool(head.kind == COMPUTED and law_stored_with_list(connection, head.series, head.list) is not None)


def recomputed_list_problems(connection: Connection) -> Iterator[Problem]:
    """Yield each list whose rows do not have its seal, and what differs between each computed list and the same list
    computed again by the law that it carries."""
    for head in list_heads(connection):
        yield from seal_problems(connection, head)
        if is_recomputable(connection, head):
            yield from _list_problems(connection, head)


def findings_before_upgrade(store: Store) -> list[Problem]:
    """Return what is not as the old log of an office says, and the numbers of lists that come out otherwise. None for
    an office of this version's schema."""
    with store.reading() as connection:
        if schema_in(connection) != BEFORE:
            return []
        set_law(read_law_of_office(connection))
        return [*old_findings(connection), *recomputed_list_problems(connection)]


def _list_problems(connection: Connection, head: Any) -> Iterator[Problem]:
    """Yield what differs between a list and the same list computed again."""
    named = {"series": head.series, "list": Month(head.list)}
    try:
        inputs = gather_inputs_again(connection, head.series, head.list)
        packed = pack_list(make_draft(connection, inputs))
    except DAMAGE_ERRORS as error:
        yield Problem("list-not-remade", **named, reason=str(error) or type(error).__name__)
        return
    same_seal = inputs.sha256 == head.inputs_sha256 and packed.seal(inputs.sha256) == head.sha256
    right = {(ROLL, chunk): part for chunk, part in packed.parts}
    right |= {(name, chunk): part for name, chunk, part in packed.tables}
    owners = RowOwners(connection)
    problems = list(part_differences(owners, _stored_parts(connection, head), right, named))
    problems += _event_differences(owners, _stored_ledgers(connection, head), dict(packed.ledgers), named)
    yield from problems or ([] if same_seal else [Problem("list-inputs-other", **named)])


def _stored_parts(connection: Connection, head: Any) -> Parts:
    roll, period = schema.roll_part, schema.period_part
    of = {"series": head.series, "list": head.list}
    parts = {(ROLL, row.chunk): stored_bytes(row.packed) for row in connection.execute(select(roll).filter_by(**of))}
    return parts | {
        (row.name, row.chunk): stored_bytes(row.packed) for row in connection.execute(select(period).filter_by(**of))
    }


def _stored_ledgers(connection: Connection, head: Any) -> dict[int, bytes]:
    of = schema.ledger_part
    rows = select(of.c.decision, of.c.packed).where(of.c.series == head.series, of.c.list == head.list)
    return {row.decision: stored_bytes(row.packed) for row in connection.execute(rows)}


def _event_differences(
    owners: RowOwners, stored: Mapping[int, bytes], right: Mapping[int, bytes], named: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield each event whose games have other results of the calculation."""
    for decision in sorted(stored.keys() | right.keys()):
        if stored.get(decision) != right.get(decision):
            yield Problem("event-not-right", **named, owner=owners.of("ledger_part", {"decision": decision}))


MOST_NAMED = 2
"""Differences of one stored part that are named one by one: a shifted row makes every row after it another one."""


def part_differences(owners: RowOwners, stored: Parts, right: Parts, named: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield each number that differs between parts, by table and range of players; of many in one part the first, and
    how many more there are."""
    for place in sorted(stored.keys() | right.keys()):
        mine, other = stored.get(place, b""), right.get(place, b"")
        if bytes(mine) == bytes(other):
            continue
        kind = TABLE_OF[place[0]]
        try:
            rows = unpack(kind, mine)
        except DAMAGE_ERRORS as error:
            yield Problem("list-unreadable", **named, reason=str(error))
            continue
        differences = list(_row_differences(owners, place[0], rows, unpack(kind, other), named))
        if len(differences) <= MOST_NAMED:
            yield from differences
        else:
            yield differences[0]
            yield Problem("more-values-not-right", **named, table=place[0], more=len(differences) - 1)


def _row_differences(
    owners: RowOwners, name: str, stored: Table, right: Table, named: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield each field of each player that differs; of a player with more or fewer rows, only that."""
    of_player: tuple[Any, Any] = stored.player, right.player  # type: ignore[attr-defined]
    for key in np.unique(np.concatenate(of_player)).tolist():
        mine, wanted = (
            table.take(np.flatnonzero(keys == key)) for table, keys in zip((stored, right), of_player, strict=True)
        )
        about = {**named, "owner": owners.of("player", {"key": key}), "table": name}
        if len(mine) != len(wanted):
            yield Problem("player-rows-other", **about, stored=len(mine), right=len(wanted))
            continue
        for field, column in mine.columns():
            other = getattr(wanted, field)
            for at in np.flatnonzero(column != other).tolist():
                yield Problem("value-not-right", **about, field=field, stored=int(column[at]), right=int(other[at]))
