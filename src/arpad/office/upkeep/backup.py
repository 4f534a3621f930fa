"""Write everything an office holds into one file, which gets its name only when it is complete."""

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
    """A file that has no name yet."""

    file: BinaryIO
    path: Path  # where it is
    name: Path  # where it is to be

    def keep(self) -> None:
        """What was written is on disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def give_name(self) -> None:
        """Let it have its name; where that cannot be made to last, it has none."""
        refuse_existing(self.name)
        os.rename(self.path, self.name)
        try:
            _sync_directory(self.name.parent)
        except BaseException:
            os.unlink(self.name)
            raise


@contextmanager
def open_part(name: Path) -> Iterator[PartFile]:
    """The part of a file, for as long as somebody writes it; without a name it goes."""
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
    """Refuse to write where something is."""
    if os.path.lexists(name):
        raise UserError("backup-there", Remedy.to("give-another-name"), file=str(name))


def _remove_stale_parts(name: Path) -> None:
    for path in name.parent.iterdir():
        if path.name.startswith(f".{name.name}.") and path.name.endswith(PART_SUFFIX):
            with suppress(OSError), path.open("rb") as left:
                _lock_part(left)
                os.unlink(path)


def _lock_part(file: BinaryIO) -> None:
    """Hold a part until it is closed, or until its writer dies; one that somebody holds is an OSError."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_directory(directory: Path) -> None:
    """A new name is safe only when its directory is on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


ROWS_PER_BLOCK, BYTES_PER_READ = 2000, 16  # fetched at a time; parts are large
TAR_TIME = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes, whenever it is written
ACTION_TAKEN, ACTION_LOST = (
    "backup",
    "backup lost",
)  # what the log calls a file that was taken away, and one that never had its name


def take_backup(
    desk: Desk, path: Path, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> ArchiveManifest:
    """Write the backup, and who took it into the log."""
    if desk.dry:
        raise UserError("dry-backup")
    with _backup_problem(path), open_part(path) as part:
        manifest, seal = write_archive(desk.store, part, watch, lock)
        entry = 0
        try:
            with desk.writing(ACTION_TAKEN, path.name, detail={"rows": manifest.rows, "seal": seal}) as writing:
                entry = writing.seq
            part.give_name()
        except BaseException:
            _log_lost_backup(desk, path.name, entry)
            raise
    return manifest


def _log_lost_backup(desk: Desk, name: str, entry: int) -> None:
    """Say in the log that an entry speaks of a file that never had its name, if it was made."""
    mine = select(1).where(log.c.seq == entry, log.c.action == ACTION_TAKEN, log.c.subject == name)
    with suppress(Exception), desk.writing(ACTION_LOST, name, detail={"entry": entry}) as writing:
        if writing.connection.execute(mine).first():
            _ = writing.seq


@contextmanager
def _backup_problem(path: Path) -> Iterator[None]:
    """Why there is no backup, as one problem."""
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
    """Write the file, keep it and read it back. Gives what stands in it, and its seal."""
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
    """Passes on what is written and hashes it; the last letters, which the archive leaves for it, are the seal."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.hash, self.held, self.seal = file, hashlib.sha256(), b"", ""

    def writable(self) -> bool:
        return True

    def write(self, block: Any) -> int:
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
        with archive.open(_tar_info(MANIFEST), "w") as out:
            out.write(manifest.packed())
        archive.comment = SEAL_MARK + b"0" * SHA256_HEX
    return manifest


def _table_members(
    connection: Connection, table: Table, advance: Callable[[int], None]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The members of a table: its rows as lines, then each column of bytes, in the same order."""
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
    """By primary key, and texts by their bytes, whatever the database's language is."""
    exact = connection.dialect.name != "sqlite"
    return chosen.order_by(
        *(key.collate("C") if exact and isinstance(key.type, Text) else key for key in table.primary_key.columns)
    )


def _fetch_rows(connection: Connection, chosen: Select[Any], at_once: int) -> Iterator[Any]:
    """Rows as they come, never all of them in memory."""
    with connection.execute(chosen.execution_options(yield_per=at_once)) as rows:
        yield from rows


def _tar_info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, TAR_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o600 << 16
    return info


def _member_of(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> ArchiveMember:
    whole, size = hashlib.sha256(), 0
    with archive.open(_tar_info(name), "w", force_zip64=True) as out:
        for part in parts:
            whole.update(part)
            size += len(part)
            for first in range(0, len(part), HASH_BLOCK):
                out.write(part[first : first + HASH_BLOCK])
    return ArchiveMember(name, size, whole.hexdigest())
