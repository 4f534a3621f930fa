"""Store a list in the database, and compute the seal of a stored list.

Publishing, opening and importing all store through this module, inside their own transaction. The pointer to the
newest list moves last. `lists/sealed.py` says what the seal covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import NoResultFound

from arpad.days import Month
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.lists.marks import OpenedWith
from arpad.lists.sealed import ROLL, TABLES, ConclusionRows, ledger_line, line_of, seal_of_lines
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.rolls import missing_list_error, newest_published_list, published_lists
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of, store_rows
from arpad.packed import unpack

OPENING, COMPUTED, IMPORTED = "opening", "computed", "imported"  # how a list came here


@dataclass(frozen=True)
class ListRecord:
    """The record of a list as a whole."""

    series: str
    list: int
    kind: str  # opening, computed, imported
    sha256: str  # its seal
    players: int = 0  # keys that the registry had
    edition: str = ""
    edition_sha256: str = ""
    previous_sha256: str = ""
    inputs_sha256: str = ""


class ListRow(NamedTuple):
    """A row of the table of lists: what `ListRecord` has, whether it is a rehearsal (0 or 1), and the log entry."""

    series: str
    list: int
    kind: str
    edition: str
    edition_sha256: str
    previous_sha256: str
    inputs_sha256: str
    sha256: str
    players: int
    rehearsal: int
    log: int


_LIST_ROW = select(schema.rating_list).where(  # built once: to build a statement takes longer than to answer it
    schema.rating_list.c.series == bindparam("series"), schema.rating_list.c.list == bindparam("list_")
)


def insert_series(writing: WriteTransaction, series: str, kind: str) -> None:
    """Insert a series that has no list yet. `kind` is computed or imported."""
    writing.connection.execute(insert(schema.series).values(name=series, kind=kind, log=writing.seq))
    writing.connection.execute(insert(schema.pointer).values(series=series, list=0))


def insert_list_record(writing: WriteTransaction, desk: Desk, head: ListRecord) -> None:
    """Insert the record of a list in this transaction; it becomes visible to readers only by `set_newest_list`."""
    row = {**asdict(head), "rehearsal": int(desk.rehearsal), "log": writing.seq}
    writing.connection.execute(insert(schema.rating_list).values(**row))


def store_period_tables(connection: Connection, head: ListRecord, tables: Iterable[tuple[str, int, bytes]]) -> None:
    """Store what the period gave each player, packed; `tables` has table name, chunk (range of players) and bytes."""
    rows = ((head.series, chunk, head.list, name, packed) for name, chunk, packed in tables)
    store_rows(connection, schema.period_part, rows)


def insert_rated_events(connection: Connection, head: ListRecord, decisions: Sequence[int]) -> None:
    """Store that the events and parts of these admissions (keys of `decision`) are rated on this list."""
    decision = schema.decision
    admitted = select(decision.c.event, decision.c.part, decision.c.seq)
    admitted = admitted.where(is_one_of(connection, decision.c.seq, decisions)).order_by(decision.c.seq)
    rows = [
        {"event": row.event, "part": row.part, "series": head.series, "list": head.list, "decision": row.seq}
        for row in connection.execute(admitted)
    ]
    if rows:
        connection.execute(insert(schema.rated), rows)


def set_newest_list(connection: Connection, head: ListRecord) -> None:
    """Make this the newest list of its series: from the end of the transaction on, readers see it."""
    pointer = schema.pointer
    connection.execute(update(pointer).where(pointer.c.series == head.series).values(list=head.list))


def list_row(connection: Connection, series: str, list_: int) -> ListRow | None:
    """Return the stored record of a list, published or not; None if there is no such list."""
    row = connection.execute(_LIST_ROW, {"series": series, "list_": int(list_)}).one_or_none()
    return None if row is None else ListRow(**row._mapping)


def require_list(connection: Connection, series: str, list_: int) -> ListRow:
    """Return the stored record of a list; refuse one that does not exist, with the first and last list of the
    series."""
    row = list_row(connection, series, list_)
    if row is None:
        raise missing_list_error(series, list_, published_lists(connection, series))
    return row


def seal_of_published_list(connection: Connection, series: str, list_: int) -> str:
    """Return the seal (hash) of a published list as its record has it; empty if it is not published. The stored data
    is not checked."""
    row = list_row(connection, series, list_) if list_ <= newest_published_list(connection, series) else None
    return "" if row is None else row.sha256


def kind_of_list(connection: Connection, series: str, list_: Month) -> str:
    """Return how a list came here (opening, computed, imported); empty if it does not exist."""
    row = list_row(connection, series, list_)
    return "" if row is None else row.kind


IMPORTED_PART = "imported"
PARTS_AT_ONCE = 32  # rows that are fetched together
DAMAGE_ERRORS = (
    UserError, ValueError, KeyError, IndexError, TypeError, OverflowError, RuntimeError, AttributeError, NoResultFound
)  # fmt: skip
SEAL_LETTERS_SHOWN = 12  # letters of a seal that are shown
TABLES_BY_KIND = {COMPUTED: TABLES, OPENING: (OPENING,)}
"""The tables by player that a list may have, by how it came here. The seal tells stored chunks apart by name; another
name might be that of a roll or of an imported list, which are stored elsewhere."""


def seal_problems(connection: Connection, head: Any) -> Iterator[Problem]:
    """Yield a problem if the stored data of a list cannot be read, does not give the seal of its record (`head`), or
    has tables that a list of this kind (opening, computed, imported) has not. Damage is reported, not raised."""
    named, period_part = {"series": head.series, "list": Month(head.list)}, schema.period_part
    foreign = select(period_part.c.name).where(period_part.c.series == head.series, period_part.c.list == head.list)
    foreign = (
        foreign.where(period_part.c.name.not_in(TABLES_BY_KIND.get(head.kind, ())))
        .distinct()
        .order_by(period_part.c.name)
    )
    for name in connection.execute(foreign).scalars():
        yield Problem("part-of-no-list", **named, table=period_part.name, name=name)
    try:
        seal = seal_of_stored_parts(connection, head.series, head.list, head.inputs_sha256)
    except DAMAGE_ERRORS as error:
        yield Problem("list-unreadable", **named, reason=str(error))
        return
    if seal != head.sha256:
        yield Problem(
            "list-not-as-published", **named, seal=head.sha256[:SEAL_LETTERS_SHOWN], parts=seal[:SEAL_LETTERS_SHOWN]
        )


def seal_of_stored_parts(connection: Connection, series: str, list_: int, inputs: str) -> str:
    """Compute the seal of a list from its stored chunks and ledgers, read a few at a time. `inputs` is the hash of
    its inputs. Raises if something stored is missing or damaged; nothing is compared."""
    place = {"series": series, "list": list_}
    roll, period, other, ledger = schema.roll_part, schema.period_part, schema.imported_part, schema.ledger_part
    content = schema.content
    rolls = [
        (chunk, line_of(f"{ROLL} {chunk}", packed))
        for chunk, packed in stream_rows(connection, select(roll.c.chunk, roll.c.packed).filter_by(**place))
    ]
    tables = [
        ((name, chunk), line_of(f"{name} {chunk}", packed))
        for name, chunk, packed in stream_rows(
            connection, select(period.c.name, period.c.chunk, period.c.packed).filter_by(**place)
        )
    ]
    tables += [
        ((IMPORTED_PART, 0), line_of(f"{IMPORTED_PART} 0", packed))
        for (packed,) in stream_rows(connection, select(other.c.packed).filter_by(**place))
    ]
    ledgers = select(content.c.start, content.c.end, content.c.event_key, ledger.c.packed)
    ledgers = ledgers.join_from(ledger, content, content.c.decision == ledger.c.decision, isouter=True)
    events = []
    for start, end, key, packed in stream_rows(
        connection, ledgers.where(ledger.c.series == series, ledger.c.list == list_)
    ):
        if key is None:
            raise ValueError("what was admitted of a rated event is not there")
        events.append(((start, end, key), ledger_line(packed)))
    return seal_of_lines(inputs, rolls, tables, [line for _, line in sorted(events)])


def stream_rows(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    """Yield the rows of a query with large values a few at a time, so that they are never all in memory."""
    with connection.execute(chosen.execution_options(yield_per=PARTS_AT_ONCE)) as rows:
        yield from rows


def conclusions_of_opening(connection: Connection, series: str, list_: int) -> OpenedWith | None:
    """Return where the facts of the newest list up to a month come from that opened a series; None if there is none."""
    part = schema.period_part
    of_series = (part.c.series == series, part.c.name == OPENING)
    opened = connection.execute(select(func.max(part.c.list)).where(*of_series, part.c.list <= list_)).scalar()
    if opened is None:
        return None
    packed = select(part.c.packed).where(*of_series, part.c.list == opened).order_by(part.c.chunk)
    rows = [unpack(ConclusionRows, each) for each in connection.execute(packed).scalars()]
    return OpenedWith(opened, ConclusionRows.join(rows))
