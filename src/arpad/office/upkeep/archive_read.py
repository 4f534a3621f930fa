"""Read the file of a backup, and believe nothing of it: names, sizes, counts, kinds of values and hashes are held
against the schema and against each other. What is wrong is one problem.

Rows come one by one; no member is ever in memory as a whole, however large it says it is.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import BigInteger, Table, Text

from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.office.desk import Watch, quiet
from arpad.office.store.migrate import tables_at
from arpad.office.store.version import head, revisions
from arpad.office.upkeep.archive import (
    BLOCK,
    HEX,
    MANIFEST,
    MARK,
    Manifest,
    Member,
    Unusable,
    bytes_of,
    hash_of,
    members_of,
    unpacked,
)
from arpad.office.upkeep.locked import Lock, Unlocking, kind_of

MOST = 1 << 36  # bytes of all members together, unpacked
AMPLE = 1 << 30  # from here on a member must not be far larger than what it is packed into
RATIO = 250
LONGEST_LINE = 1 << 24
LARGEST_VALUE = 1 << 28
LONGEST_MANIFEST = 1 << 20


@dataclass(frozen=True)
class Archive:
    path: Path
    manifest: Manifest
    _zip: zipfile.ZipFile

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the schema that was backed up."""
        return tables_at(self.manifest.schema)

    def rows(self, table: Table, advance: Callable[[int], None] | None = None) -> Iterator[tuple[Any, ...]]:
        """The rows of a table as the schema has them, checked; the hashes are compared after the last."""
        with _refusing(self.path):
            yield from self._rows(table, advance)

    def _rows(self, table: Table, advance: Callable[[int], None] | None) -> Iterator[tuple[Any, ...]]:
        kept = next(each for each in self.manifest.tables if each.name == table.name)
        streams = [_Stream(self._zip, member, advance) for member in kept.members]
        lines, apart = streams[0], dict(zip((c.name for c in bytes_of(table)), streams[1:], strict=True))
        check = _checks(table)
        places = [place for place, column in enumerate(table.columns) if column.name in apart]
        for number in range(1, kept.rows + 1):
            row = check(lines.line(), number)
            for place, stream in zip(places, streams[1:], strict=True):
                row[place] = stream.value(row[place])
            yield tuple(row)
        for stream in streams:
            stream.end()

    def verify(self, watch: Watch = quiet) -> None:
        """Read every row once; whatever is not as it was written is a Misuse."""
        with watch("verifying", self.manifest.size) as advance:
            for table in self.tables:
                for _ in self.rows(table, advance):
                    pass


class _Stream:
    """A member while it is read: never more than is allowed, and hashed on the way."""

    def __init__(self, archive: zipfile.ZipFile, member: Member, advance: Callable[[int], None] | None) -> None:
        self.member, self.advance = member, advance or (lambda _: None)
        self.hash, self.since = hashlib.sha256(), 0
        raw: Any = archive.open(member.name)
        self.stream = io.BufferedReader(raw, BLOCK)

    def line(self) -> bytes:
        line = self.stream.readline(LONGEST_LINE)
        if not line.endswith(b"\n"):
            raise Unusable("backup/line", member=self.member.name)
        return self._took(line)

    def value(self, size: int) -> bytes:
        if not 0 <= size <= min(LARGEST_VALUE, self.member.size):
            raise Unusable("backup/value", member=self.member.name, size=size)
        taken = self.stream.read(size)
        if len(taken) != size:
            raise Unusable("backup/early-end", member=self.member.name)
        return self._took(taken)

    def _took(self, taken: bytes) -> bytes:
        self.hash.update(taken)
        self.since += len(taken)
        if self.since > BLOCK:
            self.advance(self.since)
            self.since = 0
        return taken

    def end(self) -> None:
        if self.stream.read(1):
            raise Unusable("backup/more-than-rows", member=self.member.name)
        self.advance(self.since)
        if self.hash.hexdigest() != self.member.sha256:
            raise Unusable("backup/sha256", member=self.member.name)
        self.stream.close()


def _checks(table: Table) -> Callable[[bytes, int], list[Any]]:
    """Turn a line into a row, or refuse it: as many values as columns, each of its column's kind and size."""
    kinds = [
        {str if isinstance(column.type, Text) else int, *([type(None)] if column.nullable else [])}
        for column in table.columns
    ]
    limits = [
        (place, 1 << (63 if isinstance(column.type, BigInteger) else 31))
        for place, column in enumerate(table.columns)
        if not isinstance(column.type, Text)
    ]
    loads, fitting = json.loads, set()

    def check(line: bytes, number: int) -> list[Any]:
        row = loads(line)
        types = tuple(map(type, row)) if type(row) is list else ()
        if types not in fitting:  # few combinations occur, so that most rows are looked up only
            if len(types) != len(kinds) or any(t not in kind for t, kind in zip(types, kinds, strict=True)):
                raise Unusable("backup/row", row=number, table=table.name)
            fitting.add(types)
        for place, limit in limits:
            value = row[place]
            if value is not None and not -limit <= value < limit:
                raise Unusable("backup/number", row=number, table=table.name)
        if b"\\u" in line:
            _check_letters(row)
        return row  # type: ignore[no-any-return]

    return check


def _check_letters(row: Sequence[Any]) -> None:
    """Half of a letter, which JSON can write, is no letter: a `ValueError`."""
    for value in row:
        if type(value) is str:
            value.encode()


@contextmanager
def opened(path: Path, watch: Watch = quiet, lock: Lock | None = None) -> Iterator[Archive]:
    """A backup whose seal, manifest and members are in order. Its rows are not looked at yet: see `verify`."""
    with ExitStack() as stack:
        with _refusing(path):
            file: BinaryIO = stack.enter_context(path.open("rb"))
            if kind_of(file):
                file = stack.enter_context(io.BufferedReader(Unlocking(file, lock), BLOCK))
            _sealed(file, watch)
            archive = stack.enter_context(zipfile.ZipFile(file))
            manifest = _manifest(archive)
        yield Archive(path, manifest, archive)


BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError, TypeError,
    OverflowError,
)  # fmt: skip
"""What a file that somebody else wrote can make the zip and JSON readers say; RuntimeError has RecursionError in it."""


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Whatever is found wrong with the file is one problem that names it."""
    try:
        yield
    except Unusable as found:
        raise Misuse("unusable-backup", file=str(path), reason=found) from None
    except OSError as error:
        raise Misuse("unreadable-file/reason", file=str(path), reason=error.strerror or str(error)) from error
    except BROKEN as error:
        raise Misuse("unusable-backup", file=str(path), reason=Unusable("backup/broken", error=str(error))) from error


def _sealed(file: BinaryIO, watch: Watch) -> None:
    size = file.seek(0, os.SEEK_END)
    tail = len(MARK) + HEX
    file.seek(0)
    if file.read(4) != b"PK\x03\x04":
        raise Unusable("backup/no-zip")
    file.seek(max(0, size - tail))
    end = file.read()
    if not end.startswith(MARK):
        raise Unusable("backup/cut-off")
    if hash_of(file, size - HEX, watch) != end[len(MARK) :].decode("ascii", "replace"):
        raise Unusable("backup/damaged")


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """The manifest, held against what is really there and against its schema, which this version must know."""
    infos = {info.filename: info for info in archive.infolist()}
    if MANIFEST not in infos or infos[MANIFEST].file_size > LONGEST_MANIFEST:
        raise Unusable("backup/no-manifest")
    manifest = unpacked(archive.read(MANIFEST))
    if manifest.schema not in revisions():
        raise Unusable("backup/schema", schema=manifest.schema, head=head(), version=manifest.arpad)
    expected = [(table.name, members_of(table)) for table in tables_at(manifest.schema)]
    if [(kept.name, [member.name for member in kept.members]) for kept in manifest.tables] != expected:
        raise Unusable("backup/tables")
    if archive.namelist() != [*(name for _, names in expected for name in names), MANIFEST]:
        raise Unusable("backup/members")
    if sum(info.file_size for info in infos.values()) > MOST:
        raise Unusable("backup/too-large", most=MOST >> 30)
    for kept in manifest.tables:
        for member in kept.members:
            _check_packing(infos[member.name], member)
        if not 0 <= kept.rows <= kept.members[0].size:
            raise Unusable("backup/rows", table=kept.name, rows=kept.rows)
    return manifest


def _check_packing(info: zipfile.ZipInfo, member: Member) -> None:
    """Refuse a member that is packed otherwise than a backup is, or unpacks to another size or to far too much."""
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unusable("backup/packing", member=member.name)
    if info.file_size != member.size:
        raise Unusable("backup/size", member=member.name, size=info.file_size, written=member.size)
    if info.file_size > AMPLE and info.file_size > RATIO * info.compress_size:
        sizes: dict[str, Any] = {"size": info.file_size, "packed": info.compress_size}
        raise Unusable("backup/bomb", member=member.name, **sizes)
