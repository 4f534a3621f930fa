"""Store a list: begin its series, enter its head, store its parts, move the pointer.

Whoever makes a list (published here, opened with, imported) stores it through here, inside his own transaction; the
pointer moves last, so that whoever reads sees the list before or this one, whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, insert, literal, select, update

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.office.desk import Desk, Writing
from arpad.office.rolls import newest
from arpad.office.store import schema
from arpad.office.store.bulk import one_of, store_rows

OPENING, COMPUTED, IMPORTED = "opening", "computed", "imported"  # how a list came here


@dataclass(frozen=True)
class ListHead:
    """The record of a list as a whole."""

    series: str
    list: int
    kind: str
    sha256: str  # its seal
    players: int = 0  # keys that the registry had
    edition: str = ""
    edition_sha256: str = ""
    previous_sha256: str = ""
    inputs_sha256: str = ""


def begin_series(writing: Writing, series: str, kind: str) -> None:
    """Insert a series that has no list yet."""
    writing.connection.execute(insert(schema.series).values(name=series, kind=kind, log=writing.seq))
    writing.connection.execute(insert(schema.pointer).values(series=series, list=0))


def enter_head(writing: Writing, desk: Desk, head: ListHead) -> None:
    """Insert the record of a list."""
    row = {**asdict(head), "rehearsal": int(desk.rehearsal), "log": writing.seq}
    writing.connection.execute(insert(schema.rating_list).values(**row))


def store_tables(connection: Connection, head: ListHead, tables: Iterable[tuple[str, int, bytes]]) -> None:
    """Store what the period gave each player, packed: table, range of players, bytes."""
    rows = ((head.series, chunk, head.list, name, packed) for name, chunk, packed in tables)
    store_rows(connection, schema.period_part, rows)


def enter_rated(connection: Connection, head: ListHead, decisions: Sequence[int]) -> None:
    """Store that these admissions brought their events and parts into a list."""
    decision = schema.decision
    values = (decision.c.event, decision.c.part, literal(head.series), literal(head.list), decision.c.seq)
    rows = select(*values).where(one_of(connection, decision.c.seq, decisions))
    connection.execute(insert(schema.rated).from_select(("event", "part", "series", "list", "decision"), rows))


def point_to(connection: Connection, head: ListHead) -> None:
    """Make this the newest list of its series."""
    pointer = schema.pointer
    connection.execute(update(pointer).where(pointer.c.series == head.series).values(list=head.list))


def seal_of(connection: Connection, series: str, list_: int) -> str:
    """The seal of a published list; empty if it is not published."""
    rating_list = schema.rating_list
    if list_ > newest(connection, series):
        return ""
    return (
        connection.execute(
            select(rating_list.c.sha256).where(rating_list.c.series == series, rating_list.c.list == list_)
        ).scalar()
        or ""
    )


def kind_of_list(connection: Connection, series: str, list_: Month) -> str:
    """How a list came here (opening, computed, imported); empty if it does not exist."""
    rating_list = schema.rating_list
    return (
        connection.execute(
            select(rating_list.c.kind).where(rating_list.c.series == series, rating_list.c.list == list_)
        ).scalar()
        or ""
    )
