"""Tables and charts of the scale as files: a Parquet file for each table, an SVG for each chart, all of it as JSON.

The directory appears whole or not at all.
"""

from __future__ import annotations

import json
import os
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any

from arpad.asjson import to_json
from arpad.finding import Misuse, Remedy
from arpad.monitor.charts import charts
from arpad.monitor.drawing import as_file
from arpad.monitor.scale import Scale
from arpad.monitor.tables import PlainTable, tables

WHOLE = "scale.json"
PART = ".part"  # behind the name of a directory that is not whole yet


def refuse_if_there(directory: Path) -> None:
    """Nothing is written over; asked before anything is measured."""
    if directory.exists():
        raise Misuse("scale/there", directory=str(directory))


def write(scale: Scale, directory: Path) -> tuple[str, ...]:
    """Write everything; gives the names of the files."""
    refuse_if_there(directory)
    files = {WHOLE: (json.dumps(to_json(scale), indent=1) + "\n").encode()}
    files |= {f"{table.name}.parquet": parquet(table) for table in tables(scale)}
    files |= {f"{name}.svg": as_file(svg).encode() for name, svg in charts(scale).items()}
    part = directory.parent / (directory.name + PART)
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, body in files.items():
            (part / name).write_bytes(body)
        os.rename(part, directory)
    except OSError as error:
        raise Misuse("scale/unwritten", directory=str(directory), reason=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tuple(files)


def parquet(table: PlainTable) -> bytes:
    """A table with typed columns: texts, whole numbers, or fractions where any cell is one."""
    try:
        import polars
    except ImportError:
        raise Misuse("export/parquet", Remedy.to("install-extra", extra="office")) from None
    columns: list[Any] = []
    for at, column in enumerate(table.columns):
        cells = [row[at] for row in table.rows]
        fractions = column.digits or any(isinstance(cell, float) for cell in cells)
        text = any(isinstance(cell, str) for cell in cells)
        kind = polars.String if text else polars.Float64 if fractions else polars.Int64
        columns.append(polars.Series(column.name, cells, kind))
    whole = BytesIO()
    polars.DataFrame(columns).write_parquet(whole, compression="zstd")
    return whole.getvalue()
