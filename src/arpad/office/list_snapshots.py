"""Snapshots of rolls: every twelfth list stores all rows of a range of players, so that reading a roll starts there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, func, select, text

from arpad.columns import Roll
from arpad.office.store import schema
from arpad.office.store.bulk import is_sqlite, store_rows
from arpad.packed import CHUNK, pack

LISTS_PER_SNAPSHOT = 12  # lists from one snapshot of a chunk to the next

_SNAPSHOT_QUERY = """
    WITH wanted (chunk) AS (VALUES {chunks}),
    base (chunk, list) AS (
        SELECT chunk, coalesce((SELECT max(b.list) FROM roll_base b
                                WHERE b.series = :series AND b.chunk = wanted.chunk AND b.list <= :first), 0)
        FROM wanted
    )
    """
_AFTER_SNAPSHOT, _AT_SNAPSHOT = "part.list > base.list AND part.list <= :last", "part.list = base.list"


def _sql_of_chunk_rows(connection: Connection, table: str, lists: str) -> str:
    """Return SQL for the rows of a table that belong to the snapshot of their chunk; `lists` is the condition on them.

    The rows are found by key, never by a scan. SQLite reads the tables in the order of a cross join; PostgreSQL keeps a
    subquery with an OFFSET separate.
    """
    rows = f"{table} part WHERE part.series = :series AND part.chunk = base.chunk AND {lists}"
    return rows if is_sqlite(connection) else f"LATERAL (SELECT * FROM {rows} OFFSET 0) part"


def read_parts_since_snapshots(
    connection: Connection, series: str, first: int, last: int, chunks: Sequence[int]
) -> list[Any]:
    """Return the stored chunks from which the rolls of these chunks of players are built, up to the list `last`. They
    begin with the last snapshot up to the list `first`. Rows have list, chunk, is_base (snapshot) and packed, by
    list."""
    parts, bases = (
        f"SELECT part.list, part.chunk, {is_base} AS is_base, part.packed FROM base CROSS JOIN {rows}"
        for is_base, rows in (
            (0, _sql_of_chunk_rows(connection, "roll_part", _AFTER_SNAPSHOT)),
            (1, _sql_of_chunk_rows(connection, "roll_base", _AT_SNAPSHOT)),
        )
    )
    question = f"{parts} UNION ALL {bases}"
    rows = _query_chunks(connection, question, chunks, {"series": series, "first": first, "last": last})
    return sorted(rows, key=lambda part: (part.list, part.is_base))


def store_due_snapshots(connection: Connection, series: str, list_: int, roll: Roll) -> None:
    """Store the snapshots that are due with a list, chunk by chunk; `roll` has all rows of the list. Its changed rows
    must be stored already. Chunks without a due snapshot are left alone."""
    head = schema.rating_list
    heads = select(func.count()).where(head.c.series == series, head.c.list <= list_)
    lists = connection.execute(heads).scalar_one()
    chunks = range(-(-len(roll) // CHUNK))
    rows = _sql_of_chunk_rows(connection, "roll_part", _AFTER_SNAPSHOT)
    question = f"SELECT part.chunk, count(*) FROM base CROSS JOIN {rows} GROUP BY part.chunk"
    counts = _query_chunks(connection, question, chunks, {"series": series, "first": list_, "last": list_})
    due = (chunk for chunk, parts in counts if is_snapshot_due(lists, parts, chunk))
    store_rows(
        connection, schema.roll_base, ((series, chunk, list_, pack(_rows_of_chunk(roll, chunk))) for chunk in due)
    )


def is_snapshot_due(lists: int, parts: int, chunk: int = 0) -> bool:
    """Whether a snapshot of a chunk of players is due. `lists`: how many lists the series has; `parts`: how many lists
    changed the chunk since its last snapshot. Never without a change."""
    return parts >= LISTS_PER_SNAPSHOT or (parts > 0 and (lists + chunk) % LISTS_PER_SNAPSHOT == 0)


def _rows_of_chunk(roll: Roll, chunk: int) -> Roll:
    """The rows of one chunk of players from a roll."""
    return roll.cut(slice(chunk * CHUNK, (chunk + 1) * CHUNK))


def _query_chunks(
    connection: Connection, question: str, chunks: Sequence[int], fields: dict[str, Any]
) -> Sequence[Any]:
    """Run a query over chunks of players and their last snapshots up to the list `first`; return its rows."""
    if not chunks:
        return ()
    values = ", ".join(f"({chunk})" for chunk in chunks)  # computed numbers, never a user's text
    return connection.execute(text(_SNAPSHOT_QUERY.format(chunks=values) + question), fields).all()
