"""The format of a backup file: its manifest and the names of its members. It is the same for SQLite and PostgreSQL.

A zip archive. Each table is a member with a JSON array per row. Where a column holds bytes, the row has their number,
and the bytes of all rows follow one another in a member of their own. The manifest comes last and has the schema, the
rows of each table and the SHA-256 of each member. The archive's comment has the SHA-256 of all bytes before it, so that
every changed bit is noticed. None of this proves who wrote the file. `backup` writes it, `archive_read` reads it.
"""

from __future__ import annotations

import hashlib
import json
from typing import IO, Any

from sqlalchemy import Column, LargeBinary, Table

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.store.migrate import newest_schema, tables_at
from arpad.office.store.schema import OPERATIONAL

FORMAT, VERSION, MANIFEST = "arpad-backup", 1, "manifest.json"
SEAL_MARK = b"arpad-backup sha256 "
SHA256_HEX = 64
HASH_BLOCK = 1 << 20  # bytes on their way


def archived_tables(schema: str) -> tuple[Table, ...]:
    """Return the tables of a known schema that a backup has: all but the operational ones. A table follows those that
    it refers to."""
    return tuple(table for table in tables_at(schema) if not table.info.get(OPERATIONAL))


ARCHIVED_TABLES = archived_tables(newest_schema())


class UnusableBackup(UserError):
    """Why a backup file cannot be used. `open_archive` raises it again as a problem that names the file."""


@dataclass(frozen=True)
class ArchiveMember:
    """A member of the zip archive: its name, its unpacked size in bytes and the SHA-256 of its content."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class ArchivedTable:
    """A table in the archive: the number of rows; the member of its rows, then one per column of bytes."""

    name: str
    rows: int
    members: tuple[ArchiveMember, ...]


@dataclass(frozen=True)
class ArchiveManifest:
    """What a backup contains: the versions, the last log entry and the tables."""

    arpad: str  # the version that wrote it
    schema: str
    last: int  # the last entry of the log
    day: int  # and its day
    tables: tuple[ArchivedTable, ...]

    @property
    def rows(self) -> int:
        """Return the number of rows of all tables."""
        return sum(table.rows for table in self.tables)

    @property
    def size(self) -> int:
        """Return the unpacked size of all members in bytes, without the manifest."""
        return sum(member.size for table in self.tables for member in table.members)

    def packed(self) -> bytes:
        """Return the manifest as JSON bytes, as it is stored in the archive."""
        tables = [
            {"name": t.name, "rows": t.rows, "members": [[m.name, m.size, m.sha256] for m in t.members]}
            for t in self.tables
        ]
        head = {"format": FORMAT, "version": VERSION, "arpad": self.arpad, "schema": self.schema}
        return json.dumps({**head, "last": self.last, "day": self.day, "tables": tables}, indent=1).encode()


def read_manifest_json(packed: bytes) -> ArchiveManifest:
    """Parse the JSON of a manifest. Refuses another format or version; the content is not compared with anything."""
    fields_read = json.loads(packed)
    if fields_read["format"] != FORMAT or fields_read["version"] != VERSION:
        form, expected = (fields_read["format"], fields_read["version"]), (FORMAT, VERSION)
        raise UnusableBackup(
            "backup/form", form=str(form[0]), version=str(form[1]), known=expected[0], known_version=expected[1]
        )
    tables = tuple(
        ArchivedTable(
            str(t["name"]),
            int(t["rows"]),
            tuple(ArchiveMember(str(n), int(size), str(h)) for n, size, h in t["members"]),
        )
        for t in fields_read["tables"]
    )
    return ArchiveManifest(
        str(fields_read["arpad"]), str(fields_read["schema"]), int(fields_read["last"]), int(fields_read["day"]), tables
    )


def byte_columns(table: Table) -> list[Column[Any]]:
    """Return the columns that hold bytes. Their values are stored in members of their own."""
    return [column for column in table.columns if isinstance(column.type, LargeBinary)]


def table_members(table: Table) -> list[str]:
    """Return the names of a table's members: `TABLE.jsonl` for its rows, then `TABLE.COLUMN` per column of bytes."""
    return [f"{table.name}.jsonl", *(f"{table.name}.{column.name}" for column in byte_columns(table))]


def file_hash(file: IO[bytes], size: int, watch: ProgressReporter = no_progress) -> str:
    """Return the SHA-256 (hex) of the first `size` bytes of a file, read from its beginning."""
    whole = hashlib.sha256()
    file.seek(0)
    with watch("reading", size) as advance:
        while size and (block := file.read(min(size, HASH_BLOCK))):
            whole.update(block)
            size -= len(block)
            advance(len(block))
    return whole.hexdigest()
