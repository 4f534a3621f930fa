"""Write everything an office holds into one file, as it stood at one moment.

The file is read back and verified before it gets its name; until then the name does not exist. It is either there and
good, or not there and the caller hears why. It holds birth dates: only its owner may read it, and it is not encrypted;
and the log says who took it away, or there is no file. How the file looks is said in `archive`.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Connection, Select, Table, Text, func, select

from arpad import __version__
from arpad.finding import Misuse, Remedy
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.store.engine import Store
from arpad.office.store.schema import log
from arpad.office.store.version import at_head, head
from arpad.office.upkeep.archive import (
    BLOCK,
    HEX,
    MANIFEST,
    MARK,
    TABLES,
    Kept,
    Manifest,
    Member,
    bytes_of,
    hash_of,
    members_of,
)
from arpad.office.upkeep.archive_read import opened

ROWS, PARTS = 2000, 16  # fetched at a time; parts are large
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes, whenever it is written


def backup(desk: Desk, path: Path, watch: Watch = quiet) -> Manifest:
    """Write the backup, and who took it into the log; a file that nobody answers for does not stay."""
    if desk.dry:
        raise Misuse("dry-backup")
    manifest = write_archive(desk.store, path, watch)
    try:
        with desk.writing("backup", path.name, detail={"rows": manifest.rows}) as writing:
            _ = writing.seq
    except BaseException:
        path.unlink()
        raise
    return manifest


def write_archive(store: Store, path: Path, watch: Watch = quiet) -> Manifest:
    """Write the file, verify it, and only then let it have its name."""
    at_head(store)
    if os.path.lexists(path):
        raise Misuse("backup-there", Remedy.to("give-another-name"), file=str(path))
    if not path.parent.is_dir():
        raise Misuse("no-directory/backup", Remedy.to("make-directory"), directory=str(path.parent))
    part = ""
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)  # mode 0600
        with os.fdopen(handle, "w+b") as file:
            with store.reading() as connection:
                manifest = _write(connection, file, watch)
            _seal(file, watch)
            file.flush()
            os.fsync(file.fileno())
        with opened(Path(part), watch) as archive:
            archive.verify(watch)
        os.rename(part, path)
        _sync_directory(path.parent)
    except OSError as error:
        raise Misuse("no-backup/disk", file=str(path), reason=error.strerror or str(error)) from error
    except Misuse as misuse:
        raise Misuse("no-backup", reason=misuse) from misuse
    finally:
        if part:
            with suppress(FileNotFoundError):
                os.unlink(part)
    return manifest


def _sync_directory(directory: Path) -> None:
    """A new name is safe only when its directory is on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(connection: Connection, file: BinaryIO, watch: Watch) -> Manifest:
    counts = {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in TABLES}
    last = connection.execute(select(log.c.seq, log.c.day).order_by(log.c.seq.desc()).limit(1)).first()
    tables = []
    with zipfile.ZipFile(file, "w") as archive, watch("rows", sum(counts.values())) as advance:
        for table in TABLES:
            members = [_member(archive, name, rows) for name, rows in _columns(connection, table, advance)]
            tables.append(Kept(table.name, counts[table.name], tuple(members)))
        manifest = Manifest(__version__, head(), last.seq if last else 0, last.day if last else 0, tuple(tables))
        with archive.open(_info(MANIFEST), "w") as out:
            out.write(manifest.packed())
        archive.comment = MARK + b"0" * HEX
    return manifest


def _seal(file: BinaryIO, watch: Watch) -> None:
    """Put the hash of all that stands before it at the end."""
    size = file.seek(0, os.SEEK_END) - HEX
    sha256 = hash_of(file, size, watch)
    file.seek(size)
    file.write(sha256.encode())


def _columns(
    connection: Connection, table: Table, advance: Callable[[int], None]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The members of a table: its rows as lines, then each column of bytes, in the same order."""
    rows, *parts = members_of(table)
    apart = bytes_of(table)
    yield rows, _lines(connection, table, advance)
    for name, column in zip(parts, apart, strict=True):
        yield name, (row[0] for row in _fetched(connection, _sorted(connection, table, select(column)), PARTS))


def _lines(connection: Connection, table: Table, advance: Callable[[int], None]) -> Iterator[bytes]:
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
    apart = bytes_of(table)
    chosen = select(*(func.length(column) if column in apart else column for column in table.columns))
    block: list[str] = []
    for row in _fetched(connection, _sorted(connection, table, chosen), ROWS):
        block.append(encode(tuple(row)))
        if len(block) == ROWS:
            yield ("\n".join(block) + "\n").encode()
            advance(len(block))
            block.clear()
    if block:
        yield ("\n".join(block) + "\n").encode()
        advance(len(block))


def _sorted(connection: Connection, table: Table, chosen: Select[Any]) -> Select[Any]:
    """By primary key, and texts by their bytes, whatever the database's language is."""
    exact = connection.dialect.name != "sqlite"
    return chosen.order_by(
        *(key.collate("C") if exact and isinstance(key.type, Text) else key for key in table.primary_key.columns)
    )


def _fetched(connection: Connection, chosen: Select[Any], at_once: int) -> Iterator[Any]:
    """Rows as they come, never all of them in memory."""
    with connection.execute(chosen.execution_options(yield_per=at_once)) as rows:
        yield from rows


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o600 << 16
    return info


def _member(archive: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> Member:
    whole, size = hashlib.sha256(), 0
    with archive.open(_info(name), "w", force_zip64=True) as out:
        for part in parts:
            whole.update(part)
            size += len(part)
            for first in range(0, len(part), BLOCK):
                out.write(part[first : first + BLOCK])
    return Member(name, size, whole.hexdigest())
