"""Perform every act of the journal again, in lock-step with its stored effects, in a copy of the office.

The copy is a temporary SQLite database. It has the rows that the journal says the office had before an entry. The act
of the entry is performed on it, with its request, its day and its law. If it writes other rows than the entry stored,
that is reported, and the copy takes the stored effects. So one different act is named once, and not every act after.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, delete, event, insert, select, update

from arpad.days import Day
from arpad.finding import Problem, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet, use_law
from arpad.office.access.account_records import identity_of
from arpad.office.access.approval import APPROVED, Approval
from arpad.office.access.permissions import handle_of_actor
from arpad.office.acts import all_acts, build_digest, law_from_attachment
from arpad.office.clock import FixedClock
from arpad.office.desk import HOME, REHEARSAL, ZONE, Desk
from arpad.office.proving.fold import Entry, RowDifference, value_text
from arpad.office.proving.recomputed_lists import PACKED, packed_differences
from arpad.office.proving.row_owners import RowOwners
from arpad.office.store.access_tables import held_answer
from arpad.office.store.conversion import CONVERT_ACT
from arpad.office.store.effects import (
    CHANGED,
    INSERTED,
    REMOVED,
    FoldedTable,
    journaled_tables,
    lines_of,
    stored_bytes,
    unrecorded,
)
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.journal import log_row_values, read_attachment
from arpad.office.store.migrate import build_schema
from arpad.office.store.numbering import forget_numbers
from arpad.office.store.schema import effect, journal, log, metadata, setting
from arpad.office.store.triggers import drop_trigger, present_triggers
from arpad.office.wire import MissingBytesError, decode

SHA256 = "sha256"
LAWS_IN_MEMORY = 4
NUMBERS_SHOWN = 20  # of one act
FAST = ("synchronous = OFF", "journal_mode = MEMORY", "foreign_keys = OFF")


@dataclass(frozen=True)
class NotPerformed:
    """An act that was not performed again: its file was too large to be stored."""

    entry: int


@dataclass(frozen=True)
class OtherOutcome:
    """An act that writes other rows now than its entry stored."""

    entry: int
    same_build: bool  # it was performed by this very program
    problems: tuple[Problem, ...]


class Bytes:
    """The bytes of an office by their SHA-256: in attachments and in the rows of its tables."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._places: dict[str, tuple[Table, str, tuple[Any, ...]]] | None = None

    def read(self, sha256: str) -> bytes | None:
        """Return the bytes with this hash, or None if the office does not have them."""
        attached = read_attachment(self._connection, sha256)
        if attached is not None:
            return attached
        if self._places is None:
            self._places = dict(self._index())
        if sha256 not in self._places:
            return None
        table, column, key = self._places[sha256]
        same = (part == value for part, value in zip(table.primary_key.columns, key, strict=True))
        return stored_bytes(self._connection.execute(select(table.c[column]).where(*same)).scalar_one())

    def _index(self) -> Iterator[tuple[str, tuple[Table, str, tuple[Any, ...]]]]:
        for table in journaled_tables():
            for column in (each for each in table.columns if isinstance(each.type, LargeBinary)):
                rows = select(column, *table.primary_key.columns).execution_options(yield_per=100)
                for row in self._connection.execute(rows):
                    if row[0] is not None:
                        yield hashlib.sha256(stored_bytes(row[0])).hexdigest(), (table, column.name, tuple(row[1:]))


class OneTransactionStore(Store):
    """A store whose readers and writers share one connection, so that everything can be rolled back."""

    connection: Connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        yield self.connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        try:
            with self.connection.begin_nested():
                yield self.connection
        except BaseException:
            forget_numbers(self.connection)
            raise

    def discard(self, connection: Connection) -> None:
        """Roll back what was written since the innermost savepoint."""
        savepoint = connection.get_nested_transaction()
        if savepoint is not None:
            savepoint.rollback()
        forget_numbers(connection)


class OfficeCopy:
    """A copy of an office in a temporary database, which is made from the effects of its journal."""

    def __init__(self, store: OneTransactionStore, bodies: Bytes) -> None:
        self.store, self.connection, self._bodies = store, store.connection, bodies
        self._laws: dict[str, LawSet] = {}
        self.at = 0  # the entry that is performed or applied
        self.incomplete = ""  # the hash of bytes that the office does not have any more

    def apply(self, log_row: Any, request: Any, effects: list[tuple[str, list[str]]]) -> None:
        """Write an entry of the log, its request and its effects, without performing its act."""
        with unrecorded(self.connection):
            self.connection.execute(insert(log), dict(log_row._mapping))
            if request is not None:
                self.connection.execute(insert(journal), dict(request._mapping))
            for place, lines in effects:
                if place in metadata.tables:
                    self._apply_lines(metadata.tables[place], lines)
        forget_numbers(self.connection)

    def _apply_lines(self, table: Table, lines: list[str]) -> None:
        names, keys = table.columns.keys(), list(table.primary_key.columns)
        waiting: list[dict[str, Any]] = []

        def flush() -> None:
            if waiting:
                self.connection.execute(insert(table), waiting)
                waiting.clear()

        for line in lines:
            kind, *values = json.loads(line)
            if kind == INSERTED:
                waiting.append(dict(zip(names, map(self._value, values), strict=True)))
                continue
            flush()
            same = [column == value for column, value in zip(keys, values[0], strict=True)]
            if kind == REMOVED:
                self.connection.execute(delete(table).where(*same))
            elif kind == CHANGED:
                new = {name: self._value(value) for name, value in values[1].items()}
                self.connection.execute(update(table).where(*same).values(**new))
        flush()

    def _value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        body = self._bodies.read(value[SHA256])
        if body is None:
            self.incomplete = value[SHA256]
        return body or b""

    def desk(self, log_row: Any, request: Any) -> Desk:
        """Return a desk in the copy for the person, day, instant and law of an entry."""
        with self.store.reading() as connection:
            settings = {row.name: row.value for row in connection.execute(select(setting))}
        day = Day(log_row.day).date
        rehearsal = settings.get(REHEARSAL) == "1"
        clock = FixedClock(settings.get(ZONE, "UTC"), day if rehearsal else None, day, log_row.at)
        home, law, channel = settings.get(HOME, ""), self._law(request.law), request.channel
        desk = Desk(self.store, log_row.who, clock, rehearsal, home, channel=channel, seen=request.seen, law=law)
        handle = handle_of_actor(request.actor)
        if not handle:
            return desk
        identity = identity_of(self.connection, handle)
        if identity is None:
            raise UserError("account/closed", handle=handle)
        return replace(desk, identity=identity)

    def _law(self, digest: str) -> LawSet:
        if digest not in self._laws:
            if len(self._laws) >= LAWS_IN_MEMORY:
                self._laws.clear()
            body = self._bodies.read(digest)
            if body is None:
                raise MissingBytesError(digest)
            self._laws[digest] = law_from_attachment(body)
        return self._laws[digest]

    def perform(self, log_row: Any, request: Any, approval: Approval | None = None) -> None:
        """Perform the act of an entry, with the approval of a second person that it stored. It may write several
        entries, if it performs other acts."""
        declared = all_acts()[request.act]
        decoded = decode(json.loads(request.request), declared.request, self._bodies.read)
        desk = replace(self.desk(log_row, request), approval=approval)
        with use_law(self._law(request.law)):
            declared.function(desk, decoded)

    def entries_after(self, seq: int) -> list[Any]:
        """Return the entries of the log that were written after a number."""
        return list(self.connection.execute(select(log).where(log.c.seq > seq).order_by(log.c.seq)))


def _stored_approval(connection: Connection, entry: int, act: str) -> Approval | None:
    """Return the approval of a second person that an act stored with its rows."""
    packed = select(effect.c.packed).where(effect.c.log == entry, effect.c.place == held_answer.name)
    body = connection.execute(packed).scalar()
    for line in lines_of(stored_bytes(body)) if body else ():
        row = dict(zip(held_answer.columns.keys(), json.loads(line)[1:], strict=True))
        if row["kind"] == APPROVED:
            return Approval(row["held"], act, row["actor"])
    return None


@contextmanager
def office_copy(source: Connection) -> Iterator[OfficeCopy]:
    """Open an empty copy of the office of a connection. It is deleted at the end."""
    with TemporaryDirectory() as directory:
        store = connect_store(str(Path(directory) / "copy.arpad"), create=True)

        @event.listens_for(store.engine, "connect")
        def fast(connection: Any, _: Any) -> None:
            for pragma in FAST:
                connection.execute(f"PRAGMA {pragma}")

        try:
            with store.writing() as connection:
                build_schema(connection)
                for table, name in present_triggers(connection).triggers:
                    drop_trigger(connection, table, name)
                copy = OneTransactionStore(store.engine, store.address)
                object.__setattr__(copy, "connection", connection)
                yield OfficeCopy(copy, Bytes(source))
                connection.rollback()
        finally:
            store.close()


def effects_of(connection: Connection, entry: int) -> list[tuple[str, list[str]]]:
    """Return the effects of an entry: (table, lines). A table follows those it refers to."""
    rows = connection.execute(select(effect.c.place, effect.c.packed).where(effect.c.log == entry)).all()
    order = {table.name: at for at, table in enumerate(metadata.sorted_tables)}
    effects = []
    for row in sorted(rows, key=lambda row: order.get(row.place, -1)):
        with suppress(ValueError):  # damaged effects are named where the chain is checked
            effects.append((row.place, lines_of(stored_bytes(row.packed))))
    return effects


def _note_problem(connection: Connection, row: Any, request: Any, first: int) -> Problem | None:
    """Return what is wrong with an entry whose act is not performed again: an act that this version does not know, or
    rows that a note may not write."""
    about: dict[str, Any] = Entry(row, row.seq).fields() | {"act": request.act}
    if request.act == CONVERT_ACT:
        return None if row.seq == first or not effects_of(connection, row.seq) else Problem("act-unknown", **about)
    declared = all_acts().get(request.act)
    if declared is None:
        return Problem("act-unknown", **about)
    if not declared.note:
        return None
    places = select(effect.c.place).where(effect.c.log == row.seq, effect.c.place.not_in(declared.writes))
    other = sorted(connection.execute(places).scalars())
    return Problem("note-writes", **about, tables=other) if other else None


def recompute(
    connection: Connection, copy: OfficeCopy, since: int, advance: Any
) -> Iterator[OtherOutcome | NotPerformed | int]:
    """Perform the acts of the journal again. Yields each that has another outcome or cannot be performed, and the
    number of each entry that has the same.

    Acts up to the entry `since` are not performed; neither are notes, and acts whose files are not stored. It ends
    early where the office does not have the bytes of an entry any more (`copy.incomplete`)."""
    requests = {row.log: row for row in connection.execute(select(journal))}
    rows = list(connection.execute(select(log).order_by(log.c.seq)))
    at = 0
    while at < len(rows):
        row = rows[at]
        request, copy.at = requests.get(row.seq), row.seq
        performed = 0
        if request is not None and not request.inputs and row.seq > since:
            problem = _note_problem(connection, row, request, min(requests))
            if problem is not None:
                yield OtherOutcome(row.seq, True, (problem,))
            elif request.act != CONVERT_ACT and not all_acts()[request.act].note:
                yield NotPerformed(row.seq)
        elif request is not None and row.seq > since and request.act not in all_acts():
            about: dict[str, Any] = Entry(row, row.seq).fields() | {"act": request.act}
            yield OtherOutcome(row.seq, True, (Problem("act-unknown", **about),))
        elif request is not None and row.seq > since:
            problems, performed = _compared(connection, copy, rows, at, requests[row.seq])
            if performed:
                yield from (each.seq for each in rows[at : at + performed])
            elif problems:
                yield OtherOutcome(row.seq, request.build == build_digest(), problems)
        elif request is None and requests and row.seq > min(requests):
            yield OtherOutcome(row.seq, True, (Problem("request-gone", **Entry(row, row.seq).fields()),))
        if not performed:
            copy.apply(row, request, effects_of(connection, row.seq))
            performed = 1
        at += performed
        advance(performed)
        if copy.incomplete:
            return


def _compared(
    connection: Connection, copy: OfficeCopy, rows: list[Any], at: int, request: Any
) -> tuple[tuple[Problem, ...], int]:
    """Perform the act of the entry at a place of the log. Returns what is different, and how many entries it wrote: 0
    where everything was rolled back."""
    row = rows[at]
    about: dict[str, Any] = Entry(row, row.seq).fields() | {"act": request.act}
    with copy.connection.begin_nested() as savepoint:
        try:
            copy.perform(row, request, _stored_approval(connection, row.seq, request.act))
            entries = copy.entries_after(row.seq - 1)
            problem = _difference(connection, copy, entries, rows[at : at + len(entries)], about)
            written = len(entries)
        except MissingBytesError as missing:  # the row or the attachment that had them is named where it is compared
            savepoint.rollback()
            copy.incomplete = str(missing)
            return (), 0
        except Exception as error:  # whatever an act raises on altered data is a finding, not the end
            if connection.invalidated:  # a lost connection is no finding about the office
                raise
            reason = str(error) or type(error).__name__
            problem, written = Problem("act-refused-again", **about, reason=reason), 0
        if problem is not None:
            more = _number_differences(connection, copy, row.seq)
            savepoint.rollback()
            forget_numbers(copy.connection)
            return (problem, *more), 0
    return (), written


def _number_differences(connection: Connection, copy: OfficeCopy, entry: int) -> list[Problem]:
    """Return the numbers of lists that an entry stored otherwise than its act gives them, player by player."""
    lines = dict(effects_of(connection, entry))
    owners, differences = RowOwners(connection), list[Problem]()
    for place, table in PACKED.items():
        folded = FoldedTable(table)
        for line in lines.get(place, ()):
            kind, *values = json.loads(line)
            if kind == INSERTED:
                difference = RowDifference(table, folded.key_of(values), entry, None, None, "packed")
                differences += packed_differences(connection, copy.connection, difference, owners)
    return differences[:NUMBERS_SHOWN]


def _difference(
    connection: Connection, copy: OfficeCopy, written: list[Any], rows: list[Any], about: dict[str, Any]
) -> Problem | None:
    """Compare the entries that an act wrote with those that are stored. Return the first difference."""
    if not written:
        return Problem("act-writes-nothing", **about)
    for mine, stored in zip(written, rows, strict=False):
        for column, new, old in zip(log.columns, log_row_values(mine), log_row_values(stored), strict=True):
            if new != old:
                shown: dict[str, Any] = {"field": column.name, "stored": value_text(old), "right": value_text(new)}
                return Problem("act-log-otherwise", **about, **shown)
        problem = _effect_difference(effects_of(connection, stored.seq), effects_of(copy.connection, mine.seq), about)
        if problem is not None:
            return problem
    if len(written) > len(rows):
        return Problem("act-log-otherwise", **about, field="seq", stored="", right=str(written[-1].seq))
    return None


def _effect_difference(
    stored: list[tuple[str, list[str]]], right: list[tuple[str, list[str]]], about: dict[str, Any]
) -> Problem | None:
    """Return the first row that differs between effects, and how many rows differ; None if there is none."""
    if stored == right:
        return None
    first: dict[str, Any] = {}
    count = 0
    mine, other = dict(stored), dict(right)
    for place in sorted(mine.keys() | other.keys()):
        was, now = set(mine.get(place, ())), set(other.get(place, ()))
        different = sorted(was ^ now)
        count += max(len(was - now), len(now - was))
        if different and not first:
            first = {"table": place, "stored": min(was - now, default=""), "right": min(now - was, default="")}
    if not first:
        return Problem("act-otherwise/order", **about)
    return Problem("act-otherwise", **about, rows=count, **first)
