"""A table as a file: lines of whole numbers between commas, or Parquet with the columns `series`, `list` and `row`.

A line file has one valid form: what is read is written again and must give the same bytes. In Parquet, a column whose
name is taken gets the prefix `own_`.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from arpad.columns import Table, dtypes
from arpad.finding import Problem, UserError
from arpad.history.list_data import Head
from arpad.textcells import blocks, rows, signed

if TYPE_CHECKING:
    import polars


TextTable = TypeVar("TextTable", bound=Table)

END, COMMA = b"\n", b","


def table_as_lines(table: Table) -> bytes:
    """Return the bytes of a table's file."""
    names, columns = zip(*table.columns(), strict=True)
    parts = [",".join(names).encode() + END]
    for block in blocks(len(table)):
        cells: list[npt.NDArray[np.uint8] | bytes] = []
        for column in columns:
            cells += [signed(column[block]), COMMA]
        parts.append(rows(*cells[:-1], END))
    return b"".join(parts)


def read_table_lines(kind: type[TextTable], text: bytes, file: str) -> TextTable:
    """Return the table in a file; a file in any other form is refused."""
    names = list(dtypes(kind))
    head, _, body = text.partition(END)
    if head.decode("utf-8", "replace").split(",") != names:
        raise Problem("history/columns", file=file, columns=names)
    numbers = _whole_numbers_in(body.replace(END, COMMA).rstrip(COMMA), file)
    if len(numbers) % len(names):
        raise Problem("history/no-table", file=file)
    by_row = numbers.reshape(-1, len(names))
    try:
        table = kind.of(**{name: by_row[:, at] for at, name in enumerate(names)})
    except ValueError:
        raise Problem("history/no-table", file=file) from None
    if table_as_lines(table) != text:
        raise Problem("history/no-table", file=file)
    return table


def _whole_numbers_in(text: bytes, file: str) -> npt.NDArray[np.int64]:
    """The whole numbers in a file; anything else is refused."""
    if not text:
        return np.zeros(0, np.int64)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return np.fromstring(text.decode("ascii"), np.int64, sep=",")
    except (DeprecationWarning, ValueError, OverflowError):
        raise Problem("history/no-table", file=file) from None


T = TypeVar("T", bound=Table)

CHAPTER_COLUMNS = ("series", "list", "row")
POINTED_AT = ("events", "seats", "games", "entries", "rated_events", "rated_games")


def column_name(name: str) -> str:
    """What a column of a table is called in its file."""
    return f"own_{name}" if name in CHAPTER_COLUMNS else name


def table_as_parquet(table: Table, head: Head, name: str) -> bytes:
    """Return the bytes of a table's Parquet file."""
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


def read_parquet_table(kind: type[T], text: bytes, file: str) -> T:
    """Return the table in a Parquet file."""
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
    """The number of rows and the hash of a file, as the table of contents has them."""
    return f"{rows} {hashlib.sha256(text).hexdigest()}"


def refuse_other_hash(text: bytes, beside: str, file: str) -> None:
    """Refuse a file that does not have the hash of the table of contents."""
    if hashlib.sha256(text).hexdigest() != beside.partition(" ")[2]:
        raise UserError("history/file-changed", file=file)
