"""Where reading a roll begins: everything that a list says of a range of players, kept beside the rows that changed.

The rows that changed are what a list is, and what its seal is made of. A base repeats what they come to, so that a
roll is read from the last base on, however many lists there are. Every twelfth list has a base of a range, each time
of another twelfth of the ranges; so no list writes many, and a roll costs the same to read after every list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select, text

from arpad.columns import Roll
from arpad.office.store import schema
from arpad.office.store.bulk import is_sqlite, store_rows
from arpad.packed import CHUNK, pack

EVERY = 12  # lists from one base of a range to the next

_BASES = """
    WITH wanted (chunk) AS (VALUES {chunks}),
    base (chunk, list) AS (
        SELECT chunk, coalesce((SELECT max(b.list) FROM roll_base b
                                WHERE b.series = :series AND b.chunk = wanted.chunk AND b.list <= :first), 0)
        FROM wanted
    )
    """
_SINCE, _BASE = "part.list > base.list AND part.list <= :last", "part.list = base.list"


def _beside_bases(connection: Connection, table: str, lists: str) -> str:
    """The rows of a table beside the base of their range: found range by range, by the key, and never by a scan.

    SQLite takes the tables in the order in which a cross join names them; PostgreSQL keeps what has an OFFSET apart.
    """
    rows = f"{table} part WHERE part.series = :series AND part.chunk = base.chunk AND {lists}"
    return rows if is_sqlite(connection) else f"LATERAL (SELECT * FROM {rows} OFFSET 0) part"


def parts_from_bases(connection: Connection, series: str, first: int, last: int, chunks: Sequence[int]) -> list[Any]:
    """What these ranges need for the lists from the first to the last: list, chunk, is_base, packed, by list."""
    parts, bases = (
        f"SELECT part.list, part.chunk, {is_base} AS is_base, part.packed FROM base CROSS JOIN {rows}"
        for is_base, rows in (
            (0, _beside_bases(connection, "roll_part", _SINCE)),
            (1, _beside_bases(connection, "roll_base", _BASE)),
        )
    )
    question = f"{parts} UNION ALL {bases}"
    rows = _asked(connection, question, chunks, {"series": series, "first": first, "last": last})
    return sorted(rows, key=lambda part: (part.list, part.is_base))


def store_bases(connection: Connection, series: str, list_: int, roll: Roll) -> None:
    """The bases that are due with a list whose changed rows are stored; `roll` is everything that it says."""
    of = schema.rating_list
    lists = connection.execute(select(func.count()).where(of.c.series == series, of.c.list <= list_)).scalar_one()
    chunks = range(-(-len(roll) // CHUNK))
    rows = _beside_bases(connection, "roll_part", _SINCE)
    question = f"SELECT part.chunk, count(*) FROM base CROSS JOIN {rows} GROUP BY part.chunk"
    counts = _asked(connection, question, chunks, {"series": series, "first": list_, "last": list_})
    due = (chunk for chunk, parts in counts if is_due(lists, parts, chunk))
    store_rows(connection, schema.roll_base, ((series, chunk, list_, pack(_range(roll, chunk))) for chunk in due))


def is_due(lists: int, parts: int, chunk: int = 0) -> bool:
    """Whether a base is due: with so many lists in all, and so many parts since the base before."""
    return parts >= EVERY or (parts > 0 and (lists + chunk) % EVERY == 0)


def _range(roll: Roll, chunk: int) -> Roll:
    return roll.cut(slice(chunk * CHUNK, (chunk + 1) * CHUNK))


def _asked(connection: Connection, question: str, chunks: Sequence[int], given: dict[str, Any]) -> Sequence[Any]:
    if not chunks:
        return ()
    values = ", ".join(f"({chunk})" for chunk in chunks)  # numbers of ours, not of anybody who asks
    return connection.execute(text(_BASES.format(chunks=values) + question), given).all()
