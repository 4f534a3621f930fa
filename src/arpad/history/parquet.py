"""A table as a Parquet file, for statisticians: the columns of the table, and before them of which list each row is.

`series` and `list` name the chapter, `row` the place in a table to which others point by position. A column of the
table itself that is called like one of these has `own_` before its name. Read back, only these are there.
"""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from arpad.columns import Table, dtypes
from arpad.finding import Misuse, Problem
from arpad.history.chapter import Head

if TYPE_CHECKING:
    import polars

T = TypeVar("T", bound=Table)

ABOUT = ("series", "list", "row")
POINTED_AT = ("events", "seats", "games", "entries", "rated_events", "rated_games")


def column_name(name: str) -> str:
    """What a column of a table is called in its file."""
    return f"own_{name}" if name in ABOUT else name


def written(table: Table, head: Head, name: str) -> bytes:
    """The file of a table of a chapter."""
    import polars as pl

    columns = {column_name(own): pl.Series(column) for own, column in table.columns()}
    count = len(table)
    about = {
        "series": pl.repeat(head.series, count, eager=True, dtype=pl.String),
        "list": pl.repeat(head.list_, count, eager=True, dtype=pl.Int32),
    }
    if name in POINTED_AT:
        about["row"] = pl.Series(np.arange(count, dtype=np.int32))
    return frame_bytes(pl.DataFrame({**about, **columns}))


def frame_bytes(frame: polars.DataFrame) -> bytes:
    """A frame as the bytes of a file."""
    out = io.BytesIO()
    frame.write_parquet(out, compression="zstd", compression_level=3)
    return out.getvalue()


def read(kind: type[T], text: bytes, file: str) -> T:
    """The table in a file."""
    names = {name: column_name(name) for name in dtypes(kind)}
    frame = frame_of(text, file, list(names.values()))
    try:
        return kind(**{name: frame[field].to_numpy() for name, field in names.items()})
    except (TypeError, ValueError):
        raise Problem("history/columns", file=file, columns=list(names.values())) from None


def frame_of(text: bytes, file: str, columns: list[str] | None = None) -> polars.DataFrame:
    """A frame out of the bytes of a file."""
    import polars as pl

    try:
        return pl.read_parquet(io.BytesIO(text), columns=columns)
    except pl.exceptions.ColumnNotFoundError:
        raise Problem("history/columns", file=file, columns=columns or []) from None
    except (pl.exceptions.PolarsError, OSError):
        raise Problem("history/no-table", file=file) from None


def rows_and_hash(text: bytes, rows: int) -> str:
    """What stands beside the name of a file."""
    return f"{rows} {hashlib.sha256(text).hexdigest()}"


def must_be(text: bytes, beside: str, file: str) -> None:
    """Refuse a file that is not what the table of contents says."""
    if hashlib.sha256(text).hexdigest() != beside.partition(" ")[2]:
        raise Misuse("history/file-changed", file=file)
