"""Write everything an office holds into one file, as it stood at one moment.

The file is read back and verified, then the log says who takes it away, and only then it gets its name. So there is no
file that the log does not know, and no name that stands for half a file. Where the name cannot be given after the entry
was made, a second entry says that there is none. The file holds birth dates: only its owner may read it. How it looks
is said in `archive`, how it is encrypted where somebody wants that in `locked`.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from sqlalchemy import Connection, Select, Table, Text, func, select

from arpad import __version__
from arpad.finding import Misuse, Remedy
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.store.engine import Store
from arpad.office.store.schema import log
from arpad.office.store.version import at_head, head
from arpad.office.upkeep.archive import BLOCK, HEX, MANIFEST, MARK, TABLES, Kept, Manifest, Member, bytes_of, members_of
from arpad.office.upkeep.archive_read import opened
from arpad.office.upkeep.locked import IN_MEMORY, Lock, encrypt
from arpad.office.upkeep.partfile import Part, must_be_free, part_of

ROWS, PARTS = 2000, 16  # fetched at a time; parts are large
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes, whenever it is written
TAKEN, LOST = "backup", "backup lost"  # what the log calls a file that was taken away, and one that never had its name


def backup(desk: Desk, path: Path, watch: Watch = quiet, lock: Lock | None = None) -> Manifest:
    """Write the backup, and who took it into the log."""
    if desk.dry:
        raise Misuse("dry-backup")
    with _said(path), part_of(path) as part:
        manifest, seal = write_archive(desk.store, part, watch, lock)
        entry = 0
        try:
            with desk.writing(TAKEN, path.name, detail={"rows": manifest.rows, "seal": seal}) as writing:
                entry = writing.seq
            part.give_name()
        except BaseException:
            _not_taken(desk, path.name, entry)
            raise
    return manifest


def _not_taken(desk: Desk, name: str, entry: int) -> None:
    """Say in the log that an entry speaks of a file that never had its name, if it was made."""
    mine = select(1).where(log.c.seq == entry, log.c.action == TAKEN, log.c.subject == name)
    with suppress(Exception), desk.writing(LOST, name, detail={"entry": entry}) as writing:
        if writing.connection.execute(mine).first():
            _ = writing.seq


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Why there is no backup, as one problem."""
    if not path.parent.is_dir():
        raise Misuse("no-directory/backup", Remedy.to("make-directory"), directory=str(path.parent))
    must_be_free(path)
    try:
        yield
    except OSError as error:
        raise Misuse("no-backup/disk", file=str(path), reason=error.strerror or str(error)) from error
    except Misuse as misuse:
        raise Misuse("no-backup", reason=misuse) from misuse


def write_archive(store: Store, part: Part, watch: Watch = quiet, lock: Lock | None = None) -> tuple[Manifest, str]:
    """Write the file, keep it and read it back. Gives what stands in it, and its seal."""
    at_head(store)
    with SpooledTemporaryFile(IN_MEMORY) if lock else nullcontext(part.file) as plain:
        sealing = Sealing(plain)
        with store.reading() as connection, io.BufferedWriter(sealing, BLOCK) as stream:
            manifest = _write(connection, stream, watch)
        if lock:
            plain.seek(0)
            encrypt(plain, part.file, lock)
    part.keep()
    with opened(part.path, watch, lock) as archive:
        archive.verify(watch)
    return manifest, sealing.seal


class Sealing(io.RawIOBase):
    """Passes on what is written and hashes it; the last letters, which the archive leaves for it, are the seal."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.hash, self.held, self.seal = file, hashlib.sha256(), b"", ""

    def writable(self) -> bool:
        return True

    def write(self, block: Any) -> int:
        whole = self.held + bytes(block)
        passed, self.held = whole[:-HEX], whole[-HEX:]
        self.hash.update(passed)
        self.file.write(passed)
        return len(block)

    def close(self) -> None:
        if not self.closed and not self.seal:
            self.seal = self.hash.hexdigest()
            self.file.write(self.seal.encode())
        super().close()


def _write(connection: Connection, stream: BinaryIO, watch: Watch) -> Manifest:
    counts = {t.name: connection.execute(select(func.count()).select_from(t)).scalar_one() for t in TABLES}
    last = connection.execute(select(log.c.seq, log.c.day).order_by(log.c.seq.desc()).limit(1)).first()
    tables = []
    with zipfile.ZipFile(stream, "w") as archive, watch("rows", sum(counts.values())) as advance:
        for table in TABLES:
            members = [_member(archive, name, rows) for name, rows in _columns(connection, table, advance)]
            tables.append(Kept(table.name, counts[table.name], tuple(members)))
        manifest = Manifest(__version__, head(), last.seq if last else 0, last.day if last else 0, tuple(tables))
        with archive.open(_info(MANIFEST), "w") as out:
            out.write(manifest.packed())
        archive.comment = MARK + b"0" * HEX
    return manifest


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
