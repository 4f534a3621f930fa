"""The seal of a list: one hash over its inputs and everything that is stored of it.

`digest` makes it out of what is about to be stored, `stored` out of what the database holds. Both hash the same parts
in the same order: the rows of the list by range of players, what the period gave each player by table and range, what
it gave each event by the event's days and content. Numbers that one office gives and another would not, such as those
of decisions, are not in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, Select, select

from arpad.office.store import schema

ROLL, LEDGER, IMPORTED = "roll", "ledger", "imported"
AT_ONCE = 32  # parts on their way


def digest(
    inputs: str,
    parts: Iterable[tuple[int, bytes]],
    tables: Iterable[tuple[str, int, bytes]] = (),
    ledgers: Iterable[bytes] = (),
) -> str:
    """The seal of a list: its roll by chunk, tables by name and chunk, ledgers in the order of their events.

    An imported list is one table, `imported`, chunk 0.
    """
    return _whole(
        inputs,
        ((chunk, _line(f"{ROLL} {chunk}", packed)) for chunk, packed in parts),
        (((name, chunk), _line(f"{name} {chunk}", packed)) for name, chunk, packed in tables),
        (LEDGER.encode() + hashlib.sha256(packed).digest() for packed in ledgers),
    )


def stored(connection: Connection, series: str, list_: int, inputs: str) -> str:
    """The seal that the parts in the database give. Few parts at a time are in memory."""
    of = {"series": series, "list": list_}
    roll, period, other, ledger = schema.roll_part, schema.period_part, schema.imported_part, schema.ledger_part
    content = schema.content
    rolls = [
        (chunk, _line(f"{ROLL} {chunk}", packed))
        for chunk, packed in few(connection, select(roll.c.chunk, roll.c.packed).filter_by(**of))
    ]
    tables = [
        ((name, chunk), _line(f"{name} {chunk}", packed))
        for name, chunk, packed in few(
            connection, select(period.c.name, period.c.chunk, period.c.packed).filter_by(**of)
        )
    ]
    tables += [
        ((IMPORTED, 0), _line(f"{IMPORTED} 0", packed))
        for (packed,) in few(connection, select(other.c.packed).filter_by(**of))
    ]
    ledgers = select(content.c.start, content.c.end, content.c.event_key, ledger.c.packed)
    ledgers = ledgers.join_from(ledger, content, content.c.decision == ledger.c.decision, isouter=True)
    events = []
    for start, end, key, packed in few(connection, ledgers.where(ledger.c.series == series, ledger.c.list == list_)):
        if key is None:
            raise ValueError("what was admitted of a rated event is not there")
        events.append(((start, end, key), LEDGER.encode() + hashlib.sha256(packed).digest()))
    return _whole(inputs, rolls, tables, [line for _, line in sorted(events)])


def few(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    """Large rows as they come, never all of them in memory."""
    with connection.execute(chosen.execution_options(yield_per=AT_ONCE)) as rows:
        yield from rows


def _line(named: str, packed: bytes) -> bytes:
    return f"{named} {len(packed)}".encode() + hashlib.sha256(packed).digest()


def _whole(
    inputs: str,
    parts: Iterable[tuple[int, bytes]],
    tables: Iterable[tuple[tuple[str, int], bytes]],
    ledgers: Iterable[bytes],
) -> str:
    whole = hashlib.sha256(inputs.encode())
    for _, line in sorted(parts):
        whole.update(line)
    for _, line in sorted(tables):
        whole.update(line)
    for line in ledgers:
        whole.update(line)
    return whole.hexdigest()
