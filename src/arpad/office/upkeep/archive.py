"""The file of a backup: what stands in it, and whether it is whole. The same file for every kind of database.

A zip archive. Each table is a member with a JSON array per row; where a column holds bytes, the row has their number
and the bytes stand one after the other in a member of their own. The manifest comes last and has the schema, the rows
of each table and the SHA-256 of each member. The archive's comment has the SHA-256 of all bytes before it, so that no
bit of the file can change unseen. Who wrote the file is not proved by any of this. It is written by `backup`, and read
by `archive_read`.
"""

from __future__ import annotations

import hashlib
import json
from typing import IO, Any

from sqlalchemy import Column, LargeBinary, Table

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.store.schema import metadata

FORMAT, VERSION, MANIFEST = "arpad-backup", 1, "manifest.json"
SEAL_MARK = b"arpad-backup sha256 "
SHA256_HEX = 64
ARCHIVED_TABLES = tuple(metadata.sorted_tables)  # whoever is pointed to comes first

HASH_BLOCK = 1 << 20  # bytes on their way


class UnusableBackup(UserError):
    """Why a file is no good backup, told of the file."""


@dataclass(frozen=True)
class ArchiveMember:
    """A file in the archive."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class ArchivedTable:
    """A table in the archive: its rows, then the bytes of each column that has any."""

    name: str
    rows: int
    members: tuple[ArchiveMember, ...]


@dataclass(frozen=True)
class ArchiveManifest:
    arpad: str  # the version that wrote it
    schema: str
    last: int  # the last entry of the log
    day: int  # and its day
    tables: tuple[ArchivedTable, ...]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def size(self) -> int:
        return sum(member.size for table in self.tables for member in table.members)

    def packed(self) -> bytes:
        tables = [
            {"name": t.name, "rows": t.rows, "members": [[m.name, m.size, m.sha256] for m in t.members]}
            for t in self.tables
        ]
        head = {"format": FORMAT, "version": VERSION, "arpad": self.arpad, "schema": self.schema}
        return json.dumps({**head, "last": self.last, "day": self.day, "tables": tables}, indent=1).encode()


def read_manifest_json(packed: bytes) -> ArchiveManifest:
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
    """The columns whose bytes stand apart."""
    return [column for column in table.columns if isinstance(column.type, LargeBinary)]


def table_members(table: Table) -> list[str]:
    return [f"{table.name}.jsonl", *(f"{table.name}.{column.name}" for column in byte_columns(table))]


def file_hash(file: IO[bytes], size: int, watch: ProgressReporter = no_progress) -> str:
    """The SHA-256 of the first bytes of a file."""
    whole = hashlib.sha256()
    file.seek(0)
    with watch("reading", size) as advance:
        while size and (block := file.read(min(size, HASH_BLOCK))):
            whole.update(block)
            size -= len(block)
            advance(len(block))
    return whole.hexdigest()
