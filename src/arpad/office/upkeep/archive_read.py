"""Read a backup file without trusting it: names, sizes, counts, types of values and hashes are checked against the
schema and against each other. Whatever is wrong is raised as one problem.

Rows are read one by one; no member is ever in memory as a whole, however large it says it is.
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
from typing import IO, Any

from sqlalchemy import BigInteger, Table, Text

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.store.migrate import known_schemas, newest_schema
from arpad.office.upkeep.archive import (
    HASH_BLOCK,
    MANIFEST,
    SEAL_MARK,
    SHA256_HEX,
    ArchiveManifest,
    ArchiveMember,
    UnusableBackup,
    archived_tables,
    byte_columns,
    file_hash,
    read_manifest_json,
    table_members,
)
from arpad.office.upkeep.encryption import BackupLock, lock_kind, open_decrypted

MAX_MEMBERS = 1 << 36  # bytes of all members together, unpacked
SMALL_FILE = 1 << 30  # from here on a member must not be far larger than what it is packed into
MAX_RATIO = 250
MAX_LINE = 1 << 24
MAX_VALUE = 1 << 28
MAX_MANIFEST = 1 << 20


@dataclass(frozen=True)
class ReadableArchive:
    """An open backup whose seal and manifest were checked. Its rows are checked while they are read."""

    path: Path
    manifest: ArchiveManifest
    _zip: zipfile.ZipFile

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return the tables of the schema that was backed up, which may be older than this version's."""
        return archived_tables(self.manifest.schema)

    def rows(self, table: Table, advance: Callable[[int], None] | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table, each checked against the schema. `advance` gets numbers of bytes read.

        Raises `UserError` on the first wrong row. The SHA-256 of the members is compared only after the last row.
        """
        with _as_unusable(self.path):
            yield from self._rows(table, advance)

    def _rows(self, table: Table, advance: Callable[[int], None] | None) -> Iterator[tuple[Any, ...]]:
        """Yield the checked rows of a table. Problems do not name the file yet, see `_as_unusable`."""
        archived = next(each for each in self.manifest.tables if each.name == table.name)
        streams = [_MemberStream(self._zip, member, advance) for member in archived.members]
        lines, apart = streams[0], dict(zip((c.name for c in byte_columns(table)), streams[1:], strict=True))
        check = _row_checks(table)
        places = [place for place, column in enumerate(table.columns) if column.name in apart]
        for number in range(1, archived.rows + 1):
            row = check(lines.line(), number)
            for place, stream in zip(places, streams[1:], strict=True):
                row[place] = stream.value(row[place])
            yield tuple(row)
        for stream in streams:
            stream.end()

    def verify(self, watch: ProgressReporter = no_progress) -> None:
        """Read every row of every table once. Raises `UserError` if anything differs from what was written."""
        with watch("verifying", self.manifest.size) as advance:
            for table in self.tables:
                for _ in self.rows(table, advance):
                    pass


class _MemberStream:
    """A member that is read piece by piece with limits. Everything read is hashed and reported to `advance`."""

    def __init__(self, archive: zipfile.ZipFile, member: ArchiveMember, advance: Callable[[int], None] | None) -> None:
        self.member, self.advance = member, advance or (lambda _: None)
        self.hash, self.since = hashlib.sha256(), 0
        raw: Any = archive.open(member.name)
        self.stream = io.BufferedReader(raw, HASH_BLOCK)

    def line(self) -> bytes:
        """Return the next line with its line end; it must be there. Refuses the end of the member, a last line
        without line end, and a line above `MAX_LINE`."""
        line = self.stream.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            raise UnusableBackup("backup/line", member=self.member.name)
        return self._hash_and_count(line)

    def value(self, size: int) -> bytes:
        """Return the next `size` bytes. Refuses a negative or too large size, and a member that ends early."""
        if not 0 <= size <= min(MAX_VALUE, self.member.size):
            raise UnusableBackup("backup/value", member=self.member.name, size=size)
        taken = self.stream.read(size)
        if len(taken) != size:
            raise UnusableBackup("backup/early-end", member=self.member.name)
        return self._hash_and_count(taken)

    def _hash_and_count(self, taken: bytes) -> bytes:
        """Add bytes to the hash, report progress, and return them."""
        self.hash.update(taken)
        self.since += len(taken)
        if self.since > HASH_BLOCK:
            self.advance(self.since)
            self.since = 0
        return taken

    def end(self) -> None:
        """Close the member. Refuses one with more bytes than its rows need, or with another SHA-256."""
        if self.stream.read(1):
            raise UnusableBackup("backup/more-than-rows", member=self.member.name)
        self.advance(self.since)
        if self.hash.hexdigest() != self.member.sha256:
            raise UnusableBackup("backup/sha256", member=self.member.name)
        self.stream.close()


def _row_checks(table: Table) -> Callable[[bytes, int], list[Any]]:
    """Return a function that parses a line (bytes, row number) into a list of values, or refuses it.

    A row must have one value per column, of the column's type, and integers that fit (32 or 64 bits). A column of
    bytes has the number of bytes here.
    """
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
                raise UnusableBackup("backup/row", row=number, table=table.name)
            fitting.add(types)
        for place, limit in limits:
            value = row[place]
            if value is not None and not -limit <= value < limit:
                raise UnusableBackup("backup/number", row=number, table=table.name)
        if b"\\u" in line:
            _refuse_half_letters(row)
        return row  # type: ignore[no-any-return]

    return check


def _refuse_half_letters(row: Sequence[Any]) -> None:
    """Raise `ValueError` if a text has half of a surrogate pair, which JSON can write and UTF-8 cannot."""
    for value in row:
        if type(value) is str:
            value.encode()


@contextmanager
def open_archive(
    path: Path, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> Iterator[ReadableArchive]:
    """Open a backup after its seal, manifest and list of members were checked. Rows are not read yet: see `verify`.

    `lock` decrypts an encrypted file and is ignored for another. Raises `UserError`, which names the file.
    """
    with ExitStack() as stack:
        with _as_unusable(path):
            stored = stack.enter_context(path.open("rb"))
            file = stack.enter_context(open_decrypted(stored, lock)) if lock_kind(stored) else stored
            _check_seal(file, watch)
            archive = stack.enter_context(zipfile.ZipFile(file))
            manifest = _checked_manifest(archive)
        yield ReadableArchive(path, manifest, archive)


BROKEN_FILE_ERRORS = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError, TypeError,
    OverflowError,
)  # fmt: skip
"""What a file that somebody else wrote can make the zip and JSON readers say; RuntimeError has RecursionError in it."""


@contextmanager
def _as_unusable(path: Path) -> Iterator[None]:
    """Raise any problem with the file inside the block as one `UserError` that names the file."""
    try:
        yield
    except UnusableBackup as found:
        raise UserError("unusable-backup", file=str(path), reason=found) from None
    except OSError as error:
        raise UserError("unreadable-file/reason", file=str(path), reason=error.strerror or str(error)) from error
    except BROKEN_FILE_ERRORS as error:
        raise UserError(
            "unusable-backup", file=str(path), reason=UnusableBackup("backup/broken", error=str(error))
        ) from error


def _check_seal(file: IO[bytes], watch: ProgressReporter) -> None:
    """Refuse a file that is no zip archive, was cut off, or has another SHA-256 than its last 64 characters say."""
    size = file.seek(0, os.SEEK_END)
    tail = len(SEAL_MARK) + SHA256_HEX
    file.seek(0)
    if file.read(4) != b"PK\x03\x04":
        raise UnusableBackup("backup/no-zip")
    file.seek(max(0, size - tail))
    end = file.read()
    if not end.startswith(SEAL_MARK):
        raise UnusableBackup("backup/cut-off")
    if file_hash(file, size - SHA256_HEX, watch) != end[len(SEAL_MARK) :].decode("ascii", "replace"):
        raise UnusableBackup("backup/damaged")


def _checked_manifest(archive: zipfile.ZipFile) -> ArchiveManifest:
    """Return the manifest after it was compared with the archive and with its schema.

    Refuses a schema that this version does not know, missing, additional or reordered members, and impossible sizes.
    """
    infos = {info.filename: info for info in archive.infolist()}
    if MANIFEST not in infos or infos[MANIFEST].file_size > MAX_MANIFEST:
        raise UnusableBackup("backup/no-manifest")
    manifest = read_manifest_json(archive.read(MANIFEST))
    if manifest.schema not in known_schemas():
        raise UnusableBackup("backup/schema", schema=manifest.schema, head=newest_schema(), version=manifest.arpad)
    expected = [(table.name, table_members(table)) for table in archived_tables(manifest.schema)]
    if [(kept.name, [member.name for member in kept.members]) for kept in manifest.tables] != expected:
        raise UnusableBackup("backup/tables")
    if archive.namelist() != [*(name for _, names in expected for name in names), MANIFEST]:
        raise UnusableBackup("backup/members")
    if sum(info.file_size for info in infos.values()) > MAX_MEMBERS:
        raise UnusableBackup("backup/too-large", most=MAX_MEMBERS >> 30)
    for archived in manifest.tables:
        for member in archived.members:
            _check_packing(infos[member.name], member)
        if not 0 <= archived.rows <= archived.members[0].size:
            raise UnusableBackup("backup/rows", table=archived.name, rows=archived.rows)
    return manifest


def _check_packing(info: zipfile.ZipInfo, member: ArchiveMember) -> None:
    """Refuse a member that is packed otherwise than a backup is, or unpacks to another size or to far too much."""
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UnusableBackup("backup/packing", member=member.name)
    if info.file_size != member.size:
        raise UnusableBackup("backup/size", member=member.name, size=info.file_size, written=member.size)
    if info.file_size > SMALL_FILE and info.file_size > MAX_RATIO * info.compress_size:
        sizes: dict[str, Any] = {"size": info.file_size, "packed": info.compress_size}
        raise UnusableBackup("backup/bomb", member=member.name, **sizes)
