"""The effects of a log entry: the rows that it inserted, changed and removed, recorded as they are written.

An effect is one line of JSON, by table, in the order of writing:

    ["+", value, ...]         a row was inserted; its values in the order of the columns
    ["~", [key, ...], {...}]  a row was changed; its primary key, and the new values by column
    ["-", [key, ...]]         a row was removed

Bytes stand as {"sha256": ...}: the table itself holds them. What is recorded is what the office sent, never what it
read back, so a row that something else changed on the way differs from its effect. `fold` makes the rows from the
lines.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import BindParameter, Column, Connection, Engine, Table, event, select

from arpad.frozen import dataclass
from arpad.office.store.numbering import forget_numbers, last_number, numbered_column
from arpad.office.store.schema import OPERATIONAL, PRIVATE, attachment, effect, journal, link, log, metadata

RECORDER = "arpad-effects"  # on a connection: the recorder of the open entry
UNRECORDED = "arpad-unrecorded"  # on a connection: writes need no recorder
ENCODE = json.JSONEncoder(separators=(",", ":")).encode
INSERTED, CHANGED, REMOVED = "+", "~", "-"
WRITING_WORDS = ("INSERT", "UPDATE", "DELETE", "REPLACE", "COPY", "MERGE", "TRUNCATE")
LONGEST_WORD = max(map(len, WRITING_WORDS))
LINES_IN_MEMORY = 20_000  # of a table, before they are compressed
COMPRESSION = 1  # fast; lines of one table repeat much


JOURNAL = (log, journal, effect, attachment, link)


def is_journaled(table: Table) -> bool:
    """Return whether rows of a table are effects in the journal. The journal itself, operational and private tables
    are not."""
    return table not in JOURNAL and not (table.info.get(OPERATIONAL) or table.info.get(PRIVATE))


def journaled_tables() -> tuple[Table, ...]:
    """Return the tables whose rows are effects in the journal. A table follows those it refers to."""
    return tuple(table for table in metadata.sorted_tables if is_journaled(table))


class UnrecordedWriteError(RuntimeError):
    """A statement would have changed data outside an act. It is an error of the program, and nothing was written."""


@dataclass(frozen=True)
class TableEffects:
    """What one entry did to one table: the hash of the lines, and the lines, compressed."""

    place: str
    sha256: str
    packed: bytes


class _Lines:
    """The lines of one table. Many lines are compressed as they come."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.count = 0
        self._hash = hashlib.sha256()
        self._compressed = zlib.compressobj(COMPRESSION)
        self._packed: list[bytes] = []

    def add(self, line: str) -> None:
        self.waiting.append(line)
        self.count += 1
        if len(self.waiting) >= LINES_IN_MEMORY:
            self._flush()

    def cut(self, count: int) -> None:
        """Drop the lines after the first `count`. They must not be compressed yet."""
        surplus = self.count - count
        if surplus > len(self.waiting):
            raise UnrecordedWriteError("too many effects to take back")
        if surplus:
            del self.waiting[-surplus:]
            self.count = count

    def _flush(self) -> None:
        if self.waiting:
            text = ("\n".join(self.waiting) + "\n").encode()
            self._hash.update(text)
            self._packed.append(self._compressed.compress(text))
            self.waiting.clear()

    def close(self, place: str) -> TableEffects:
        self._flush()
        self._packed.append(self._compressed.flush())
        return TableEffects(place, self._hash.hexdigest(), b"".join(self._packed))


class Recorder:
    """Records the effects of one entry. `blobs` has the SHA-256 of all bytes that it wrote."""

    def __init__(self) -> None:
        self._lines: dict[str, _Lines] = {}
        self.blobs: set[str] = set()

    def insert(self, table: Table, rows: Iterable[Sequence[Any]]) -> None:
        """Record inserted rows: a value for every column, in the order of the table."""
        add = self._lines_of(table).add
        for row in rows:
            try:
                line = ENCODE([INSERTED, *row])
            except TypeError:  # bytes, or numbers of NumPy
                line = ""
            if not line or "true" in line or "false" in line:
                line = ENCODE([INSERTED, *map(self._plain, row)])
            add(line)

    def change(self, table: Table, key: Sequence[Any], values: Mapping[str, Any]) -> None:
        """Record that a row has new values."""
        plain = {name: self._plain(values[name]) for name in sorted(values)}
        self._lines_of(table).add(ENCODE([CHANGED, list(key), plain]))

    def remove(self, table: Table, key: Sequence[Any]) -> None:
        """Record that a row was removed."""
        self._lines_of(table).add(ENCODE([REMOVED, list(key)]))

    def close(self) -> list[TableEffects]:
        """Return the effects by table, sorted by its name. Tables without effects are left out."""
        return [lines.close(place) for place, lines in sorted(self._lines.items()) if lines.count]

    def counts(self) -> dict[str, int]:
        """Return how many lines each table has."""
        return {place: lines.count for place, lines in self._lines.items()}

    def cut(self, counts: Mapping[str, int]) -> None:
        """Drop all lines after these counts."""
        for place, lines in self._lines.items():
            lines.cut(counts.get(place, 0))

    def _lines_of(self, table: Table) -> _Lines:
        if table.name not in self._lines:
            self._lines[table.name] = _Lines()
        return self._lines[table.name]

    def _plain(self, value: Any) -> Any:
        plain = plain_value(value)
        if isinstance(plain, dict):
            self.blobs.add(plain["sha256"])
        return plain


def plain_value(value: Any) -> Any:
    """Return a value of a row as it stands in a line: bytes by their SHA-256, a member of an enum by its value."""
    if isinstance(value, bytes | bytearray | memoryview):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        return str.__str__(value) if type(value) is not str else value
    return value if value is None else int(value)


# --- recording ----------------------------------------------------------------------------------------------------


def watch(engine: Engine) -> None:
    """Record every row that is written through an engine, and refuse writes while no entry is open."""

    @event.listens_for(engine, "before_cursor_execute")
    def guarded(connection: Connection, _: Any, statement: str, *about: Any) -> None:
        if statement.lstrip()[:LONGEST_WORD].upper().startswith(WRITING_WORDS):
            info = connection.info
            if info.get(RECORDER) is None and not info.get(UNRECORDED) and not _is_operational(about[1]):
                raise UnrecordedWriteError(f"written outside an act: {statement[:60]}")

    @event.listens_for(engine, "before_execute")
    def changing(connection: Connection, statement: Any, several: Any, single: Any, _: Any) -> None:
        if getattr(statement, "is_insert", False) and isinstance(statement.table, Table):
            if statement.select is not None and _recorder_for(connection, statement.table) is not None:
                raise UnrecordedWriteError("INSERT FROM SELECT cannot be recorded: read the rows, then insert them")
            numbered = numbered_column(statement.table)
            if numbered is not None:  # read here, where an error of the database is raised as what it is
                last_number(connection, numbered)
        if getattr(statement, "is_update", False) or getattr(statement, "is_delete", False):
            recorder = _recorder_for(connection, statement.table)
            if recorder is not None:
                if several or single:
                    raise UnrecordedWriteError("a change with parameters cannot be recorded: use .values()")
                _record_change(connection, recorder, statement)

    @event.listens_for(engine, "after_execute")
    def inserted(connection: Connection, statement: Any, *about: Any) -> None:
        if getattr(statement, "is_insert", False):
            recorder = _recorder_for(connection, statement.table)
            if recorder is not None:
                columns = list(statement.table.columns)
                rows = about[-1].context.compiled_parameters
                recorder.insert(
                    statement.table,
                    ([row.get(column.name, default_of(column)) for column in columns] for row in rows),
                )


def _is_operational(context: Any) -> bool:
    """Return whether a statement writes an operational table, and no other."""
    statement = getattr(getattr(context, "compiled", None), "statement", None)
    table = getattr(statement, "table", None)
    return isinstance(table, Table) and bool(table.info.get(OPERATIONAL))


def _recorder_for(connection: Connection, table: Any) -> Recorder | None:
    recorder: Recorder | None = connection.info.get(RECORDER)
    return recorder if recorder is not None and isinstance(table, Table) and is_journaled(table) else None


def _record_change(connection: Connection, recorder: Recorder, statement: Any) -> None:
    """Record an UPDATE or DELETE: for each row that it concerns the key and, of an update, the new values."""
    table: Table = statement.table
    rows = select(*table.primary_key.columns)
    if statement.whereclause is not None:
        rows = rows.where(statement.whereclause)
    keys = [tuple(row) for row in connection.execute(rows)]
    if statement.is_delete:
        for key in keys:
            recorder.remove(table, key)
        return
    values = {getattr(column, "name", column): _literal(value) for column, value in statement._values.items()}
    if values.keys() & {column.name for column in table.primary_key.columns}:
        raise UnrecordedWriteError("a primary key is never changed")
    for key in keys:
        recorder.change(table, key, values)


def _literal(value: Any) -> Any:
    if not isinstance(value, BindParameter):
        raise UnrecordedWriteError("a change to an SQL expression cannot be recorded: give the value")
    return value.effective_value


def default_of(column: Column[Any]) -> Any:
    """Return what a column has when an inserted row does not name it."""
    return getattr(column.default, "arg", None)


def record_rows(connection: Connection, table: Table, rows: Iterable[Sequence[Any]]) -> None:
    """Record rows that are inserted without the engine's statements: a value for every column of the table."""
    recorder = _recorder_for(connection, table)
    if recorder is not None:
        recorder.insert(table, rows)


def recorded(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield such rows one by one, and record each."""
    recorder = _recorder_for(connection, table)
    for row in rows:
        if recorder is not None:
            recorder.insert(table, (row,))
        yield row


def begin(connection: Connection) -> Recorder:
    """Begin to record the effects of an entry."""
    recorder = Recorder()
    connection.info[RECORDER] = recorder
    return recorder


def end(connection: Connection) -> None:
    """Stop recording, also after an error."""
    if not connection.invalidated:  # a connection that was lost has no place for it
        connection.info.pop(RECORDER, None)


@contextmanager
def taken_back(connection: Connection) -> Iterator[None]:
    """Roll back what the block writes, and drop its effects."""
    recorder: Recorder = connection.info[RECORDER]
    counts = recorder.counts()
    with connection.begin_nested() as savepoint:
        yield
        savepoint.rollback()
    recorder.cut(counts)
    forget_numbers(connection)


@contextmanager
def unrecorded(connection: Connection) -> Iterator[None]:
    """Allow writes without an entry: to migrate or restore an office, and to repair what no act can."""
    before = connection.info.get(UNRECORDED)
    connection.info[UNRECORDED] = True
    try:
        yield
    finally:
        if not connection.invalidated:
            connection.info[UNRECORDED] = before


# --- reading ------------------------------------------------------------------------------------------------------


def stored_bytes(value: bytes | str) -> bytes:
    """Return a stored value as bytes: in a damaged file of SQLite a text may stand where only bytes can be."""
    return value.encode(errors="surrogateescape") if isinstance(value, str) else bytes(value)


def lines_of(packed: bytes) -> list[str]:
    """Return the lines of packed effects. Raises ValueError where they are damaged."""
    if not packed:
        return []
    try:
        text = zlib.decompress(packed).decode("ascii")
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from error
    return text.splitlines()


def hash_of_lines(packed: bytes) -> str:
    """Return the SHA-256 of packed effects as it stands beside them. Raises ValueError where they are damaged."""
    try:
        return hashlib.sha256(zlib.decompress(packed)).hexdigest()
    except zlib.error as error:
        raise ValueError(str(error)) from error


def line_of_row(row: Iterable[Any]) -> str:
    """Return the line of a row that stands in a table: what it would be if it were inserted now."""
    return ENCODE([INSERTED, *map(plain_value, row)])


@dataclass(frozen=True, slots=True)
class FoldedRow:
    """A row as the journal has it: its line as if inserted, and the entry that wrote it last."""

    line: str
    entry: int


class FoldedTable:
    """The rows of one table, made from its effects in the order of the journal."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows: dict[Any, FoldedRow] = {}
        names = [column.name for column in table.columns]
        self._names = names
        self._key = [names.index(column.name) for column in table.primary_key.columns]

    def key_of(self, row: Sequence[Any]) -> Any:
        """Return the primary key of a row: a value, or a tuple of several."""
        key = tuple(row[at] for at in self._key)
        return key if len(key) > 1 else key[0]

    def apply(self, line: str, entry: int) -> str:
        """Apply one line. Returns what is wrong with it, empty if nothing: `twice` or `not-there`."""
        kind, *rest = json.loads(line)
        if kind == INSERTED:
            key = self.key_of(rest)
            wrong = "twice" if key in self.rows else ""
            self.rows[key] = FoldedRow(line, entry)
            return wrong
        (parts, *values) = rest
        key = tuple(parts) if len(parts) > 1 else parts[0]
        before = self.rows.get(key)
        if before is None:
            return "not-there"
        if kind == REMOVED:
            del self.rows[key]
            return ""
        row = json.loads(before.line)
        for name, value in values[0].items():
            row[self._names.index(name) + 1] = value
        self.rows[key] = FoldedRow(ENCODE(row), entry)
        return ""
