"""Turn the sheets of a workbook into rows of cells that know where they stand.

In: bytes. Out: every sheet that holds something, in the order of the workbook, hidden ones too. Which of them is read
is decided where tables are. Nothing is believed of what a workbook says about its sizes: no part is unpacked beyond
the limit, and cells, rows and columns are counted.

No library keeps to both rules of this room, a second at most and nothing lost: openpyxl takes some times as long, and
the fastest one, calamine, reads an error and a formula without a value as an empty cell. docs/intake.md has the figures
of a trial; the tests compare with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from arpad.intake.codes import Notes
from arpad.intake.decode import LIMITS, Limits, tell_forbidden
from arpad.intake.tables.reader import Grid
from arpad.intake.tables.sheet_cells import CellReader, most_cells
from arpad.intake.tables.workbook_parts import FEW, Package, TooMuch

TAGS_EACH = 6  # of a cell: so many tags a part may have
UNPACKED = 3  # times the limit: a workbook's parts are XML and shrink well
MOST_SHEETS = 1000


def read_xlsx(data: bytes, notes: Notes, limits: Limits = LIMITS) -> tuple[Grid, ...] | None:
    """The sheets of a workbook as text, without the empty ones; None with the finding that says why."""
    try:
        return tuple(_sheets(data, notes, limits))
    except TooMuch as limit:
        notes.find(limit.message, limit.line, limit.column, **dict(limit.fields))
    except Exception as error:  # zipfile, expat and the codecs raise whatever they stumble over
        notes.find("unreadable-workbook/broken", error=type(error).__name__)
    return None


def _sheets(data: bytes, notes: Notes, limits: Limits) -> Iterator[Grid]:
    if len(data) > limits.bytes:
        raise TooMuch("too-large/workbook", limit=limits.bytes)
    package = Package(data, UNPACKED * limits.bytes, max(FEW, TAGS_EACH * most_cells(limits)))
    tabs = package.tabs()
    if len(tabs) > MOST_SHEETS:
        raise TooMuch("too-large/sheets", sheets=len(tabs), limit=MOST_SHEETS)
    reader = CellReader(package.texts(), package.formats(), limits)
    for tab in tabs:
        if rows := reader.rows(package.part(tab.part) or b""):
            odd = {text for text in {text for _, cells in rows for text in cells} if not text.isprintable()}
            for line, cells in rows if odd else ():
                for column, text in enumerate(cells, 1):
                    if text in odd:
                        tell_forbidden(text, notes, line, column)
            lines, texts = zip(*rows, strict=True)
            yield Grid(texts, lines, name=tab.name, hidden=tab.hidden, unsaved=tuple(reader.unsaved))
