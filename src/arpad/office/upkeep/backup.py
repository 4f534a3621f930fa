"""Write the whole office into one file, which gets its final name only when it is complete and verified."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from sqlalchemy import Connection, Select, Table, Text, func, select

from arpad import __version__
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.store.engine import Store
from arpad.office.store.migrate import newest_schema, require_newest_schema
from arpad.office.store.schema import log
from arpad.office.upkeep.archive import (
    ARCHIVED_TABLES,
    HASH_BLOCK,
    MANIFEST,
    SEAL_MARK,
    SHA256_HEX,
    ArchivedTable,
    ArchiveManifest,
    ArchiveMember,
    byte_columns,
    table_members,
)
from arpad.office.upkeep.archive_read import open_archive
from arpad.office.upkeep.encryption import MAX_IN_MEMORY, BackupLock, encrypt

PART_SUFFIX = ".part"


@dataclass(frozen=True)
class PartFile:
    """An unfinished backup file under a temporary name."""

    file: BinaryIO
    path: Path  # the temporary one
    name: Path  # the final path

    def keep(self) -> None:
        """Flush what was written to the disk (fsync)."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def give_name(self) -> None:
        """Rename the file to its final name. Refuses a name that exists.

        If the directory cannot be flushed to the disk, the file is deleted.
        """
        refuse_existing(self.name)
        os.rename(self.path, self.name)
        try:
            _sync_directory(self.name.parent)
        except BaseException:
            os.unlink(self.name)
            raise


@contextmanager
def open_part(name: Path) -> Iterator[PartFile]:
    """Open an unfinished file with a temporary name (mode 0600) beside the final `name`, which must not exist.

    It is locked while it is open, and deleted at the end unless it was renamed. Unfinished files that writers of the
    same name left behind are deleted first.
    """
    refuse_existing(name)
    _remove_stale_parts(name)
    handle, path = tempfile.mkstemp(prefix=f".{name.name}.", suffix=PART_SUFFIX, dir=name.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w+b") as file:
            with suppress(OSError):  # where files cannot be held, nobody takes them away either
                _lock_part(file)
            yield PartFile(file, Path(path), name)
    finally:
        if os.path.lexists(path):
            with suppress(OSError):  # why there is no file is told, and the next one takes it away
                os.unlink(path)


def refuse_existing(name: Path) -> None:
    """Refuse a path where there is a file, a directory or a link already."""
    if os.path.lexists(name):
        raise UserError("backup-there", Remedy.to("give-another-name"), file=str(name))


def _remove_stale_parts(name: Path) -> None:
    """Delete unfinished files for this name whose writer has ended. One that is still locked stays."""
    for path in name.parent.iterdir():
        if path.name.startswith(f".{name.name}.") and path.name.endswith(PART_SUFFIX):
            with suppress(OSError), path.open("rb") as left:
                _lock_part(left)
                os.unlink(path)


def _lock_part(file: BinaryIO) -> None:
    """Lock a file until it is closed or its process ends. Raises `OSError` if another process has locked it."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_directory(directory: Path) -> None:
    """Flush a directory to the disk; only then does a new name in it survive a crash."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


ROWS_PER_BLOCK, BYTES_PER_READ = 2000, 16  # fetched at a time; values of bytes are large
TAR_TIME = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes, whenever it is written
ACTION_TAKEN, ACTION_LOST = (
    "backup",
    "backup lost",
)  # what the log calls a file that was taken away, and one that never had its name


def take_backup(
    desk: Desk, path: Path, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> ArchiveManifest:
    """Write a backup of the whole office to `path`, verify it, and enter it in the log (rows and seal).

    Refuses a dry run, an existing file and a database that has not this version's schema. The file gets its name only
    after the log entry is stored; if that fails, a second entry says that there is no file. `lock` encrypts the file.
    """
    if desk.dry:
        raise UserError("dry-backup")
    with _backup_problem(path), open_part(path) as part:
        manifest, seal = write_archive(desk.store, part, watch, lock)
        try:
            note_backup(desk, BackupNote(path.name, manifest.rows, seal))
            part.give_name()
        except BaseException:
            with suppress(Exception):
                note_lost_backup(desk, LostBackupNote(path.name, seal))
            raise
    return manifest


@dataclass(frozen=True)
class BackupNote:
    """That a backup was written: the name of its file, its number of rows, and its seal."""

    name: str
    rows: int
    seal: str


@dataclass(frozen=True)
class LostBackupNote:
    """That a backup has no file, although the log may have the entry that it was written."""

    name: str
    seal: str


@act("note-backup", about=Subject.OFFICE, permission=Permission.ADMINISTER, note=True)
def note_backup(desk: Desk, note: BackupNote) -> None:
    """Store in the log that a backup was written."""
    with desk.writing(ACTION_TAKEN, note.name, detail={"rows": note.rows, "seal": note.seal}) as writing:
        _ = writing.seq


@act("note-lost-backup", about=Subject.OFFICE, permission=Permission.ADMINISTER, note=True)
def note_lost_backup(desk: Desk, note: LostBackupNote) -> None:
    """Store a log entry that a backup has no file, if the log has the entry of that backup."""
    same_name = select(log.c.seq, log.c.detail).where(log.c.action == ACTION_TAKEN, log.c.subject == note.name)
    with desk.writing(ACTION_LOST, note.name) as writing:
        for row in writing.connection.execute(same_name):
            if json.loads(row.detail).get("seal") == note.seal:
                writing.detail = {"entry": row.seq}
                _ = writing.seq


@contextmanager
def _backup_problem(path: Path) -> Iterator[None]:
    """Refuse a missing directory or an existing file, and raise errors inside the block as one problem."""
    if not path.parent.is_dir():
        raise UserError("no-directory/backup", Remedy.to("make-directory"), directory=str(path.parent))
    refuse_existing(path)
    try:
        yield
    except OSError as error:
        raise UserError("no-backup/disk", file=str(path), reason=error.strerror or str(error)) from error
    except UserError as misuse:
        raise UserError("no-backup", reason=misuse) from misuse


def write_archive(
    store: Store, part: PartFile, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> tuple[ArchiveManifest, str]:
    """Write all tables into an unfinished file, flush it to the disk, then open it again and verify every row.

    Returns the manifest and the seal (SHA-256 of the unencrypted archive). The file keeps its temporary name, and
    nothing goes into the log. With a `lock`, the archive is made in a temporary file and then encrypted.
    """
    require_newest_schema(store)
    with SpooledTemporaryFile(MAX_IN_MEMORY) if lock else nullcontext(part.file) as plain:
        sealing = HashingWriter(plain)
        with store.reading() as connection, io.BufferedWriter(sealing, HASH_BLOCK) as stream:
            manifest = _write_members(connection, stream, watch)
        if lock:
            plain.seek(0)
            encrypt(plain, part.file, lock)
    part.keep()
    with open_archive(part.path, watch, lock) as archive:
        archive.verify(watch)
    return manifest, sealing.seal


class HashingWriter(io.RawIOBase):
    """Writes through to a file and hashes it, but holds back the last 64 bytes.

    On closing, the hash (`seal`) is written in their place: there the archive has left room for it.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.hash, self.held, self.seal = file, hashlib.sha256(), b"", ""

    def writable(self) -> bool:
        return True

    def write(self, block: Any) -> int:
        """Take a block and return its length. What was held back and the block are hashed and written, except the
        last 64 bytes: these are held back instead."""
        whole = self.held + bytes(block)
        passed, self.held = whole[:-SHA256_HEX], whole[-SHA256_HEX:]
        self.hash.update(passed)
        self.file.write(passed)
        return len(block)

    def close(self) -> None:
        if not self.closed and not self.seal:
            self.seal = self.hash.hexdigest()
            self.file.write(self.seal.encode())
        super().close()


def _write_members(connection: Connection, stream: BinaryIO, watch: ProgressReporter) -> ArchiveManifest:
    """Write all tables, the manifest and the room for the seal as a zip archive. Returns the manifest."""
    counts = {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in ARCHIVED_TABLES}
    last = connection.execute(select(log.c.seq, log.c.day).order_by(log.c.seq.desc()).limit(1)).first()
    tables = []
    with zipfile.ZipFile(stream, "w") as archive, watch("rows", sum(counts.values())) as advance:
        for table in ARCHIVED_TABLES:
            members = [_member_of(archive, name, rows) for name, rows in _table_members(connection, table, advance)]
            tables.append(ArchivedTable(table.name, counts[table.name], tuple(members)))
        manifest = ArchiveManifest(
            __version__, newest_schema(), last.seq if last else 0, last.day if last else 0, tuple(tables)
        )
        with archive.open(_zip_info(MANIFEST), "w") as out:
            out.write(manifest.packed())
        archive.comment = SEAL_MARK + b"0" * SHA256_HEX
    return manifest


def _table_members(
    connection: Connection, table: Table, advance: Callable[[int], None]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield (member name, blocks of bytes) for a table: its rows as JSON lines, then each column of bytes.

    All members have the rows in the same order.
    """
    rows, *parts = table_members(table)
    apart = byte_columns(table)
    yield rows, _row_lines(connection, table, advance)
    for name, column in zip(parts, apart, strict=True):
        yield (
            name,
            (
                row[0]
                for row in _fetch_rows(connection, _ordered_rows(connection, table, select(column)), BYTES_PER_READ)
            ),
        )


def _row_lines(connection: Connection, table: Table, advance: Callable[[int], None]) -> Iterator[bytes]:
    """Yield blocks of JSON lines, an array per row. A column of bytes has the number of bytes here."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
    apart = byte_columns(table)
    chosen = select(*(func.length(column) if column in apart else column for column in table.columns))
    block: list[str] = []
    for row in _fetch_rows(connection, _ordered_rows(connection, table, chosen), ROWS_PER_BLOCK):
        block.append(encode(tuple(row)))
        if len(block) == ROWS_PER_BLOCK:
            yield ("\n".join(block) + "\n").encode()
            advance(len(block))
            block.clear()
    if block:
        yield ("\n".join(block) + "\n").encode()
        advance(len(block))


def _ordered_rows(connection: Connection, table: Table, chosen: Select[Any]) -> Select[Any]:
    """Sort a query by primary key, texts by their bytes: the order does not depend on the database's language."""
    exact = connection.dialect.name != "sqlite"
    return chosen.order_by(
        *(key.collate("C") if exact and isinstance(key.type, Text) else key for key in table.primary_key.columns)
    )


def _fetch_rows(connection: Connection, chosen: Select[Any], at_once: int) -> Iterator[Any]:
    """Yield the rows of a query, `at_once` of them fetched at a time."""
    with connection.execute(chosen.execution_options(yield_per=at_once)) as rows:
        yield from rows


def _zip_info(name: str) -> zipfile.ZipInfo:
    """Return the head of an archive member with fixed time and mode: the same content gives the same bytes."""
    info = zipfile.ZipInfo(name, TAR_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o600 << 16
    return info


def _member_of(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> ArchiveMember:
    """Write blocks of bytes as a member of the archive. Returns its name, size and SHA-256."""
    whole, size = hashlib.sha256(), 0
    with archive.open(_zip_info(name), "w", force_zip64=True) as out:
        for part in parts:
            whole.update(part)
            size += len(part)
            for first in range(0, len(part), HASH_BLOCK):
                out.write(part[first : first + HASH_BLOCK])
    return ArchiveMember(name, size, whole.hexdigest())
