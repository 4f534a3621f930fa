"""Write a list laid out as a table as one HTML page to read and to print; it needs nothing from elsewhere.

In: a `ListTable` and an open file. Out: bytes. Everything that comes from data is escaped. The table's head stands on
every printed page, and in a rehearsal the mark stands in it.
"""

from __future__ import annotations

from html import escape
from typing import BinaryIO

from arpad.lists.export_tables import cells_of
from arpad.lists.list_table import ListTable
from arpad.textcells import Cells, rows

STYLE = """
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
MARK = "REHEARSAL – not a published list"


def write_html(table: ListTable, out: BinaryIO) -> None:
    """The page. That it is a rehearsal stands over the table, on every printed page, and not in every row."""
    table = table.without_mark()
    kinds = ["number" if column.number else "" for column in table.columns]
    title = f"{MARK}: {table.title}" if table.rehearsal else table.title
    out.write(
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(table.series)}, list of {escape(table.list_day)}</h1>\n"
        f"<p>{len(table)} players. Edition {escape(table.edition)}; its fields by article "
        f"{escape(', '.join(table.articles))}.</p>\n<table>\n<thead>\n".encode()
    )
    if table.rehearsal:
        out.write(f'<tr><th class="mark" colspan="{len(kinds)}">{escape(MARK)}</th></tr>\n'.encode())
    headings = "".join(
        f'<th scope="col"{_class(kind)}>{escape(column.heading)}</th>'
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    out.write(f"<tr>{headings}</tr>\n</thead>\n<tbody>\n".encode())
    opened = [f"<td{_class(kind)}>".encode() for kind in kinds]
    for block in table.blocks():
        cells: list[Cells | bytes] = [b"<tr>"]
        for tag, column in zip(opened, cells_of(table, block, escape, b""), strict=True):
            cells += [tag, column, b"</td>"]
        out.write(rows(*cells, b"</tr>\n"))
    out.write(b"</tbody>\n</table>\n</body>\n</html>\n")


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
