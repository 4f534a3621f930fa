"""Whether a published list comes out again: made from what was admitted, what was known then, and its own law.

Where it does not, each number that differs is named: the player, the field, what is stored and what is right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from sqlalchemy import Connection, func, select

from arpad.columns import Table
from arpad.days import Month
from arpad.finding import Problem
from arpad.lists.sealed import RollRows
from arpad.office.cases.list_differences import COMPARED_TABLES
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_draft import make_draft
from arpad.office.publishing.list_inputs import gather_inputs_again
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import COMPUTED, DAMAGE_ERRORS, IMPORTED, OPENING
from arpad.office.publishing.publish import pack_list
from arpad.office.publishing.revised_rows import MOVES_TABLE, Moves
from arpad.office.store import schema
from arpad.packed import unpack

Parts = Mapping[tuple[str, int], bytes]
ROLL = "roll"
OF_PLACE: Mapping[str, type[Table]] = {**COMPARED_TABLES, ROLL: RollRows, MOVES_TABLE: Moves}
ENTERED_BY = {COMPUTED: "publish", OPENING: "open", IMPORTED: "import"}  # what an entry does with which a list comes


def recomputable(connection: Connection, head: Any) -> bool:
    """Whether a list was computed here and carries its law."""
    return bool(head.kind == COMPUTED and law_stored_with_list(connection, head.series, head.list) is not None)


def lawless(connection: Connection, head: Any) -> Iterator[Problem]:
    """A list that was computed since the log is a chain carries its law: without it somebody took it away."""
    first = connection.execute(select(func.min(schema.link.c.log))).scalar()
    if head.kind == COMPUTED and first is not None and head.log > first:
        yield Problem("list-lawless", series=head.series, list=Month(head.list))


def heads(connection: Connection) -> list[Any]:
    """The heads of all lists, each series by month."""
    of = schema.rating_list
    return list(connection.execute(select(of).order_by(of.c.series, of.c.list)).all())


def not_as_entered(head: Any, entry: Any) -> Iterator[Problem]:
    """Whether the entry of a list is the one that published it, and says the seal and the inputs that its head has."""
    named = {"series": head.series, "list": Month(head.list), "entry": head.log}
    by = (entry.action, entry.subject) if entry is not None else ()
    if by != (ENTERED_BY.get(head.kind), f"{head.series} {head.list}"):
        yield Problem("head-not-entered", **named)
        return
    try:
        detail = json.loads(entry.detail or "{}")
    except (ValueError, RecursionError):
        detail = None
    known = {"sha256": head.sha256, "inputs": head.inputs_sha256}
    if not isinstance(detail, dict) or any(name in detail and detail[name] != known[name] for name in known):
        yield Problem("head-not-as-entered", **named)


def not_remade(connection: Connection, head: Any) -> Iterator[Problem]:
    """What differs between a list and the same list made again."""
    named = {"series": head.series, "list": Month(head.list)}
    try:
        inputs = gather_inputs_again(connection, head.series, head.list)
        packed = pack_list(make_draft(connection, inputs))
    except DAMAGE_ERRORS as error:
        yield Problem("list-not-remade", **named, reason=str(error) or type(error).__name__)
        return
    if inputs.sha256 == head.inputs_sha256 and packed.seal(inputs.sha256) == head.sha256:
        return
    right = {(ROLL, chunk): part for chunk, part in packed.parts}
    right |= {(name, chunk): part for name, chunk, part in packed.tables}
    found = list(parts_apart(RowOwners(connection), _stored(connection, head), right, named))
    found += events_apart(RowOwners(connection), _ledgers(connection, head), dict(packed.ledgers), named)
    yield from found or [Problem("list-inputs-other", **named)]


def _stored(connection: Connection, head: Any) -> Parts:
    roll, period = schema.roll_part, schema.period_part
    of = {"series": head.series, "list": head.list}
    parts = {(ROLL, row.chunk): row.packed for row in connection.execute(select(roll).filter_by(**of))}
    return parts | {(row.name, row.chunk): row.packed for row in connection.execute(select(period).filter_by(**of))}


def _ledgers(connection: Connection, head: Any) -> dict[int, bytes]:
    of = schema.ledger_part
    rows = select(of.c.decision, of.c.packed).where(of.c.series == head.series, of.c.list == head.list)
    return {row.decision: bytes(row.packed) for row in connection.execute(rows)}


def events_apart(
    owners: RowOwners, stored: Mapping[int, bytes], right: Mapping[int, bytes], named: Mapping[str, Any]
) -> Iterator[Problem]:
    """Each event of which the games were given other things."""
    for decision in sorted(stored.keys() | right.keys()):
        if stored.get(decision) != right.get(decision):
            yield Problem("event-not-right", **named, owner=owners.of("ledger_part", {"decision": decision}))


def parts_apart(owners: RowOwners, stored: Parts, right: Parts, named: Mapping[str, Any]) -> Iterator[Problem]:
    """Each number that differs in parts by table and range of players."""
    for place in sorted(stored.keys() | right.keys()):
        kept, wanted = stored.get(place, b""), right.get(place, b"")
        if bytes(kept) == bytes(wanted):
            continue
        kind = OF_PLACE[place[0]]
        try:
            there = unpack(kind, kept)
        except DAMAGE_ERRORS as error:
            yield Problem("list-unreadable", **named, reason=str(error))
            continue
        yield from _rows_apart(owners, place[0], there, unpack(kind, wanted), named)


def _rows_apart(
    owners: RowOwners, name: str, stored: Table, right: Table, named: Mapping[str, Any]
) -> Iterator[Problem]:
    """Each field of each player that differs; a row that the other side has not is named by its player."""
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
