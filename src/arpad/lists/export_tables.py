"""Write a list as a table: CSV, JSON, XLSX, Parquet and one printable HTML page. Same table, same bytes.

Nothing takes the time of day or the machine: a workbook is dated by its list. A CSV cell that a spreadsheet would run
as a formula gets an apostrophe in front. Everything that comes from data is escaped in HTML.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from html import escape
from itertools import islice
from typing import Any, BinaryIO

import numpy.typing as npt

from arpad.finding import Remedy, UserError
from arpad.lists.list_table import REHEARSAL, ListTable
from arpad.lists.published import Words
from arpad.textcells import NONE, Cells, harmless, numbers, rows, texts

PARTING = re.compile('[,"\r\n]')
SHEET_ROWS = 1_048_575  # of data, under one header: what a worksheet holds
NAME_WIDTH, WIDTH = 34, 13  # in letters
EXTRA = Remedy.to("install-extra", extra="office")


def write_csv(table: ListTable, out: BinaryIO) -> None:
    """Comma-separated UTF-8 with a header; nothing but the header where no row was chosen."""
    out.write(",".join(column.key for column in table.columns).encode() + b"\r\n")
    for block in table.blocks():
        cells = cells_of(table, block, _in_csv, b"")
        out.write(rows(*between(cells, b","), b"\r\n"))


def _in_csv(text: str) -> str:
    """A text as a cell: harmless, and between quotes where it holds a sign that parts cells or rows."""
    plain = harmless(text)
    return '"' + plain.replace('"', '""') + '"' if PARTING.search(plain) else plain


def cells_of(
    table: ListTable, block: Sequence[npt.NDArray[Any] | Words], spelt: Callable[[str], str], none: bytes
) -> Iterator[Cells]:
    """The cells of a block: how a text is spelt, and what stands for a number that is not there, the form says."""
    for column, values in zip(table.columns, block, strict=True):
        if isinstance(values, Words):
            yield texts(values.different, spelt)[values.place]
        else:
            yield numbers(values, none) if column.number else texts(values.tolist(), spelt)


def between(cells: Iterable[Cells], sign: bytes) -> Iterator[Cells | bytes]:
    """Cells with a sign between two of them."""
    for at, column in enumerate(cells):
        if at:
            yield sign
        yield column


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
    out.write(_json(head(table))[:-1].encode() + b', "players": [')
    keys = [f"{_json(column.key)}: ".encode() for column in table.columns]
    first = True
    for block in table.blocks():
        cells: list[Cells | bytes] = [b",\n{"]
        for at, column in enumerate(cells_of(table, block, _json, b"null")):
            cells += [b", " if at else b"", keys[at], column]
        text = rows(*cells, b"}")
        out.write(text[1:] if first else text)
        first = False
    out.write(b"\n]}\n")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_xlsx(table: ListTable, out: BinaryIO) -> None:
    """A workbook; a list that is too long for one worksheet goes on in the next."""
    try:
        import xlsxwriter
    except ImportError:
        raise UserError("export/xlsx", EXTRA) from None
    texts_only = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    whole = io.BytesIO()  # a workbook that cannot be finished must not be closed onto a full disk
    book = xlsxwriter.Workbook(whole, {"constant_memory": True, **texts_only})
    day = datetime.fromisoformat(table.list_day)
    mark = f"{REHEARSAL} " if table.rehearsal else ""
    book.set_properties({"title": f"{mark}{table.title}", "author": "", "company": "", "created": day})
    bold = book.add_format({"bold": True})
    lines = iter(table.rows())
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
        for line, row in enumerate(islice(lines, SHEET_ROWS), 1):
            for at, cell in enumerate(row):
                if isinstance(cell, int):
                    page.write_number(line, at, cell)
                elif cell:
                    page.write_string(line, at, cell)
    try:
        book.close()
    except xlsxwriter.exceptions.FileCreateError as error:
        raise OSError(str(error)) from None
    out.write(whole.getbuffer())


def write_parquet(table: ListTable, out: BinaryIO) -> None:
    """Typed columns; the head of the list is in the file's metadata."""
    try:
        import polars
    except ImportError:
        raise UserError("export/parquet", EXTRA) from None
    frames = []
    for block in table.blocks():
        series = []
        for column, values in zip(table.columns, block, strict=True):
            if isinstance(values, Words):
                words = polars.Series(column.key, values.different, polars.String)
                series.append(words.gather(values.place))
            elif column.number:
                series.append(polars.Series(column.key, values, polars.Int64).replace(NONE, None))
            else:
                series.append(polars.Series(column.key, values.tolist(), polars.String))
        frames.append(polars.DataFrame(series))
    types = {column.key: polars.Int64 if column.number else polars.String for column in table.columns}
    frame = polars.concat([polars.DataFrame(schema=types), *frames], rechunk=True)
    about = {name: value if isinstance(value, str) else json.dumps(value) for name, value in head(table).items()}
    whole = io.BytesIO()  # what becomes of the disk is not for polars to say
    frame.write_parquet(whole, compression="zstd", metadata=about)
    out.write(whole.getbuffer())


PAGE_STYLE = """
body { font: 10pt/1.35 "Noto Sans", "DejaVu Sans", sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #bbb; padding: .15em .5em; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.mark { background: #7a0019; color: #fff; font-weight: bold; letter-spacing: .1em; padding: .3em .5em; }
@media print {
  @page { size: A4; margin: 14mm 12mm; }
  body { margin: 0; max-width: none; padding: 0; font-size: 8.5pt; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  .mark { background: none; color: #000; border: 1px solid #000; }
}
"""
REHEARSAL_MARK = "REHEARSAL – not a published list"


def write_html(table: ListTable, out: BinaryIO) -> None:
    """The page. That it is a rehearsal stands over the table, on every printed page, and not in every row."""
    table = table.without_mark()
    kinds = ["number" if column.number else "" for column in table.columns]
    title = f"{REHEARSAL_MARK}: {table.title}" if table.rehearsal else table.title
    out.write(
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{PAGE_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(table.series)}, list of {escape(table.list_day)}</h1>\n"
        f"<p>{len(table)} players. Edition {escape(table.edition)}; its fields by article "
        f"{escape(', '.join(table.articles))}.</p>\n<table>\n<thead>\n".encode()
    )
    if table.rehearsal:
        out.write(f'<tr><th class="mark" colspan="{len(kinds)}">{escape(REHEARSAL_MARK)}</th></tr>\n'.encode())
    headings = "".join(
        f'<th scope="col"{_css_class_of(kind)}>{escape(column.heading)}</th>'
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    out.write(f"<tr>{headings}</tr>\n</thead>\n<tbody>\n".encode())
    opened = [f"<td{_css_class_of(kind)}>".encode() for kind in kinds]
    for block in table.blocks():
        cells: list[Cells | bytes] = [b"<tr>"]
        for tag, column in zip(opened, cells_of(table, block, escape, b""), strict=True):
            cells += [tag, column, b"</td>"]
        out.write(rows(*cells, b"</tr>\n"))
    out.write(b"</tbody>\n</table>\n</body>\n</html>\n")


def _css_class_of(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
