"""Write a list laid out as a table: CSV, JSON, XLSX and Parquet. The same table gives the same bytes.

In: a `ListTable` and an open file. Out: bytes. Nothing takes the time of day or the machine: a workbook is dated by
its list. CSV is read by spreadsheets, which run what looks like a formula: such a cell gets an apostrophe in front. In
a workbook cells have types, and a text is only a text.
"""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from itertools import islice
from typing import BinaryIO

from arpad.finding import Misuse, Remedy
from arpad.lists.list_table import REHEARSAL, Cell, ListTable

FORMULA = ("=", "+", "-", "@", "\t", "\r")
SHEET_ROWS = 1_048_575  # of data, under one header: what a worksheet holds
NAME_WIDTH, WIDTH = 34, 13  # in letters
BATCH = 50_000
EXTRA = Remedy.to("install-extra", extra="office")


def write_csv(table: ListTable, out: BinaryIO) -> None:
    """Comma-separated UTF-8 with a header; nothing but the header where no row was chosen."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([column.key for column in table.columns])
    rows = iter(table.rows())
    while batch := list(islice(rows, BATCH)):
        writer.writerows([[_harmless(cell) for cell in row] for row in batch])
        out.write(buffer.getvalue().encode())
        buffer.seek(0)
        buffer.truncate()
    out.write(buffer.getvalue().encode())


def _harmless(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def head(table: ListTable) -> dict[str, str | bool | list[str]]:
    """What stands over a list in every form that has a place for it."""
    return {
        "series": table.series,
        "list": table.list_day,
        "edition": table.edition,
        "rehearsal": table.rehearsal,
        "articles": list(table.articles),
    }


def write_json(table: ListTable, out: BinaryIO) -> None:
    """One object with the head of the list and `players`, a line each."""
    keys = [column.key for column in table.columns]
    out.write(json.dumps(head(table), ensure_ascii=False)[:-1].encode() + b', "players": [')
    between = "\n"
    for row in table.rows():
        out.write(f"{between}{json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=False)}".encode())
        between = ",\n"
    out.write(b"\n]}\n")


def write_xlsx(table: ListTable, out: BinaryIO) -> None:
    """A workbook; a list that is too long for one worksheet goes on in the next."""
    try:
        import xlsxwriter
    except ImportError:
        raise Misuse("export/xlsx", EXTRA) from None
    texts_only = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(out, {"constant_memory": True, **texts_only})
    day = datetime.fromisoformat(table.list_day)
    mark = f"{REHEARSAL} " if table.rehearsal else ""
    book.set_properties({"title": f"{mark}{table.title}", "author": "", "company": "", "created": day})
    bold = book.add_format({"bold": True})
    rows = iter(table.rows())
    for number in range(max(1, -(-len(table) // SHEET_ROWS))):
        page = book.add_worksheet(f"{mark}{table.list_day}{f' {number + 1}' if number else ''}")
        page.set_header(f"&L{mark}{table.title}&R{table.edition}")
        page.set_footer(f"&L{mark}&R&P / &N")
        page.repeat_rows(0)
        page.set_landscape()
        page.freeze_panes(1, 0)
        for at, column in enumerate(table.columns):
            page.set_column(at, at, NAME_WIDTH if column.key == "name" else WIDTH)
            page.write_string(0, at, column.heading, bold)
        for line, row in enumerate(islice(rows, SHEET_ROWS), 1):
            for at, cell in enumerate(row):
                if isinstance(cell, int):
                    page.write_number(line, at, cell)
                elif cell:
                    page.write_string(line, at, cell)
    book.close()


def write_parquet(table: ListTable, out: BinaryIO) -> None:
    """Typed columns; the head of the list is in the file's metadata."""
    try:
        import polars
    except ImportError:
        raise Misuse("export/parquet", EXTRA) from None
    frame = polars.DataFrame(
        {column.key: column.values for column in table.columns},
        schema={column.key: polars.Int64 if column.number else polars.String for column in table.columns},
    )
    about = {name: value if isinstance(value, str) else json.dumps(value) for name, value in head(table).items()}
    frame.write_parquet(out, compression="zstd", metadata=about)
