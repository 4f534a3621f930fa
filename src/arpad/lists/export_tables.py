"""Write a list laid out as a sheet: CSV, JSON, XLSX and Parquet. The same sheet gives the same bytes.

In: a `Sheet` and an open file. Out: bytes. Nothing takes the time of day or the machine: a workbook is dated by its
list. CSV is read by spreadsheets, which run what looks like a formula: such a cell gets an apostrophe in front. In a
workbook cells have types, and a text is only a text.
"""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from itertools import islice
from typing import BinaryIO

from arpad.finding import Misuse
from arpad.lists.sheet import REHEARSAL, Cell, Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")
SHEET_ROWS = 1_048_575  # of data, under one header: what a worksheet holds
NAME_WIDTH, WIDTH = 34, 13  # in letters
BATCH = 50_000
EXTRA = "pip install 'arpad[office]'"


def write_csv(sheet: Sheet, out: BinaryIO) -> None:
    """Comma-separated UTF-8 with a header; nothing but the header where no row was chosen."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([column.key for column in sheet.columns])
    rows = iter(sheet.rows())
    while batch := list(islice(rows, BATCH)):
        writer.writerows([[_harmless(cell) for cell in row] for row in batch])
        out.write(buffer.getvalue().encode())
        buffer.seek(0)
        buffer.truncate()
    out.write(buffer.getvalue().encode())


def _harmless(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def head(sheet: Sheet) -> dict[str, str | bool | list[str]]:
    """What stands over a list in every form that has a place for it."""
    return {
        "series": sheet.series,
        "list": sheet.list_day,
        "edition": sheet.edition,
        "rehearsal": sheet.rehearsal,
        "articles": list(sheet.articles),
    }


def write_json(sheet: Sheet, out: BinaryIO) -> None:
    """One object with the head of the list and `players`, a line each."""
    keys = [column.key for column in sheet.columns]
    out.write(json.dumps(head(sheet), ensure_ascii=False)[:-1].encode() + b', "players": [')
    between = "\n"
    for row in sheet.rows():
        out.write(f"{between}{json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=False)}".encode())
        between = ",\n"
    out.write(b"\n]}\n")


def write_xlsx(sheet: Sheet, out: BinaryIO) -> None:
    """A workbook; a list that is too long for one worksheet goes on in the next."""
    try:
        import xlsxwriter
    except ImportError:
        raise Misuse(f"a workbook needs more than the library: {EXTRA}") from None
    texts_only = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(out, {"constant_memory": True, **texts_only})
    day = datetime.fromisoformat(sheet.list_day)
    mark = f"{REHEARSAL} " if sheet.rehearsal else ""
    book.set_properties({"title": f"{mark}{sheet.title}", "author": "", "company": "", "created": day})
    bold = book.add_format({"bold": True})
    rows = iter(sheet.rows())
    for number in range(max(1, -(-len(sheet) // SHEET_ROWS))):
        page = book.add_worksheet(f"{mark}{sheet.list_day}{f' {number + 1}' if number else ''}")
        page.set_header(f"&L{mark}{sheet.title}&R{sheet.edition}")
        page.set_footer(f"&L{mark}&R&P / &N")
        page.repeat_rows(0)
        page.set_landscape()
        page.freeze_panes(1, 0)
        for at, column in enumerate(sheet.columns):
            page.set_column(at, at, NAME_WIDTH if column.key == "name" else WIDTH)
            page.write_string(0, at, column.heading, bold)
        for line, row in enumerate(islice(rows, SHEET_ROWS), 1):
            for at, cell in enumerate(row):
                if isinstance(cell, int):
                    page.write_number(line, at, cell)
                elif cell:
                    page.write_string(line, at, cell)
    book.close()


def write_parquet(sheet: Sheet, out: BinaryIO) -> None:
    """Typed columns; the head of the list is in the file's metadata."""
    try:
        import polars
    except ImportError:
        raise Misuse(f"Parquet needs more than the library: {EXTRA}") from None
    frame = polars.DataFrame(
        {column.key: column.values for column in sheet.columns},
        schema={column.key: polars.Int64 if column.number else polars.String for column in sheet.columns},
    )
    about = {name: value if isinstance(value, str) else json.dumps(value) for name, value in head(sheet).items()}
    frame.write_parquet(out, compression="zstd", metadata=about)
