"""Which SQLite an office is opened with: Python's own, or a newer one that is installed beside it.

The library that comes with Python is often older than the version in which the WAL-reset bug was mended, and then the
office keeps the rollback journal. The package `pysqlite3` (extra `wal`) carries a newer library behind the same calls;
where it is installed and newer it is used, and the office has a write-ahead log: readers do not wait for a writer.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from typing import Any


@cache
def sqlite_library() -> Any:
    """The module to open SQLite files with."""
    try:
        from pysqlite3 import dbapi2 as newer
    except ImportError:
        return sqlite3
    return newer if newer.sqlite_version_info > sqlite3.sqlite_version_info else sqlite3
