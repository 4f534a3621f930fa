"""The seal of a list that is stored: out of what the database holds, part by part (`lists/sealed.py` says of what)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Select, select
from sqlalchemy.exc import NoResultFound

from arpad.days import Month
from arpad.finding import Misuse, Problem
from arpad.lists.sealed import ROLL, TABLES, ledger_line, line_of, seal_of_lines
from arpad.office.publication.storing import COMPUTED, OPENING
from arpad.office.store import schema

IMPORTED = "imported"
AT_ONCE = 32  # parts on their way
DAMAGED = (
    Misuse, ValueError, KeyError, IndexError, TypeError, OverflowError, RuntimeError, AttributeError, NoResultFound
)  # fmt: skip
SHOWN = 12  # letters of a seal that are shown
TABLES_OF = {COMPUTED: TABLES, OPENING: (OPENING,)}
"""What a period gives players, by how a list came here. The seal tells a part by its name, and a name that is no
table's might be that of a roll or of an imported list, which stand elsewhere."""


def not_as_sealed(connection: Connection, head: Any) -> Iterator[Problem]:
    """Yield a problem if the stored parts of a list do not give the seal of its head, or lie in a foreign table."""
    named, period_part = {"series": head.series, "list": Month(head.list)}, schema.period_part
    foreign = select(period_part.c.name).where(period_part.c.series == head.series, period_part.c.list == head.list)
    foreign = (
        foreign.where(period_part.c.name.not_in(TABLES_OF.get(head.kind, ()))).distinct().order_by(period_part.c.name)
    )
    for name in connection.execute(foreign).scalars():
        yield Problem("part-of-no-list", **named, table=period_part.name, name=name)
    try:
        seal = stored(connection, head.series, head.list, head.inputs_sha256)
    except DAMAGED as error:
        yield Problem("list-unreadable", **named, reason=str(error))
        return
    if seal != head.sha256:
        yield Problem("list-not-as-published", **named, seal=head.sha256[:SHOWN], parts=seal[:SHOWN])


def stored(connection: Connection, series: str, list_: int, inputs: str) -> str:
    """Compute the seal of a list from its stored parts, a few at a time."""
    place = {"series": series, "list": list_}
    roll, period, other, ledger = schema.roll_part, schema.period_part, schema.imported_part, schema.ledger_part
    content = schema.content
    rolls = [
        (chunk, line_of(f"{ROLL} {chunk}", packed))
        for chunk, packed in few(connection, select(roll.c.chunk, roll.c.packed).filter_by(**place))
    ]
    tables = [
        ((name, chunk), line_of(f"{name} {chunk}", packed))
        for name, chunk, packed in few(
            connection, select(period.c.name, period.c.chunk, period.c.packed).filter_by(**place)
        )
    ]
    tables += [
        ((IMPORTED, 0), line_of(f"{IMPORTED} 0", packed))
        for (packed,) in few(connection, select(other.c.packed).filter_by(**place))
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
    """Yield large rows a few at a time, so that they are never all in memory."""
    with connection.execute(chosen.execution_options(yield_per=AT_ONCE)) as rows:
        yield from rows
