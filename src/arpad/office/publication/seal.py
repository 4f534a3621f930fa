"""The seal of a list that is stored: out of what the database holds, part by part (`lists/sealed.py` says of what)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Select, select

from arpad.lists.sealed import ROLL, ledger_line, line_of, seal_of_lines
from arpad.office.store import schema

IMPORTED = "imported"
AT_ONCE = 32  # parts on their way


def stored(connection: Connection, series: str, list_: int, inputs: str) -> str:
    """The seal that the parts in the database give. Few parts at a time are in memory."""
    of = {"series": series, "list": list_}
    roll, period, other, ledger = schema.roll_part, schema.period_part, schema.imported_part, schema.ledger_part
    content = schema.content
    rolls = [
        (chunk, line_of(f"{ROLL} {chunk}", packed))
        for chunk, packed in few(connection, select(roll.c.chunk, roll.c.packed).filter_by(**of))
    ]
    tables = [
        ((name, chunk), line_of(f"{name} {chunk}", packed))
        for name, chunk, packed in few(
            connection, select(period.c.name, period.c.chunk, period.c.packed).filter_by(**of)
        )
    ]
    tables += [
        ((IMPORTED, 0), line_of(f"{IMPORTED} 0", packed))
        for (packed,) in few(connection, select(other.c.packed).filter_by(**of))
    ]
    ledgers = select(content.c.start, content.c.end, content.c.event_key, ledger.c.packed)
    ledgers = ledgers.join_from(ledger, content, content.c.decision == ledger.c.decision, isouter=True)
    events = []
    for start, end, key, packed in few(connection, ledgers.where(ledger.c.series == series, ledger.c.list == list_)):
        if key is None:
            raise ValueError("what was admitted of a rated event is not there")
        events.append(((start, end, key), ledger_line(packed)))
    return seal_of_lines(inputs, rolls, tables, [line for _, line in sorted(events)])


def few(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    """Large rows as they come, never all of them in memory."""
    with connection.execute(chosen.execution_options(yield_per=AT_ONCE)) as rows:
        yield from rows
