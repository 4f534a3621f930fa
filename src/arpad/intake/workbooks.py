"""Turn the sheets of a workbook into rows of cells that know where they stand; needs the extra `xlsx`.

In: bytes. Out: every sheet that holds something, in the order of the workbook, hidden ones too. Which of them is read
is decided where tables are. The size that a sheet says it has is not believed: programs store it wrongly.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable
from dataclasses import replace

from arpad.intake.codes import Notes, counted
from arpad.intake.decode import LIMITS, Limits
from arpad.intake.tables import Sheet, composed

UNPACKED = 4  # times the limit: a workbook's parts are XML and shrink well
BESIDE_ROUNDS = 10  # columns: a workbook may have a cell for every player and round, and these
CELL_STARTS = (b"<c ", b":c ", b"<c>", b":c>")


def read_xlsx(data: bytes, notes: Notes, limits: Limits = LIMITS) -> tuple[Sheet, ...] | None:
    """The sheets of a workbook as text, without the empty ones; None with the finding that says why."""
    if len(data) > limits.bytes:
        notes.add("too-large", f"The file has more than {limits.bytes:,} bytes, which is the limit.")
        return None
    try:
        from openpyxl import load_workbook
    except ImportError:
        notes.add("needs-extra", "Workbooks are read by openpyxl: pip install 'arpad[xlsx]'.")
        return None
    try:
        if _too_large(data, notes, limits):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of openpyxl, about styles
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            sheets, left = [], limits.lines
            for each in book.worksheets:
                each.reset_dimensions()
                sheet = _sheet(each.iter_rows(values_only=True), left, notes, limits)
                if sheet is None:
                    return None
                if sheet.rows:
                    sheets.append(replace(sheet, name=each.title, hidden=each.sheet_state != "visible"))
                    left -= sheet.lines[-1]
            book.close()
    except Exception as error:  # openpyxl raises whatever its XML makes it stumble over
        notes.add("unreadable-workbook", f"The workbook cannot be read ({type(error).__name__}).")
        return None
    return tuple(sheets)


def _too_large(data: bytes, notes: Notes, limits: Limits) -> bool:
    """Whether the workbook unpacks to more than it may, or has more cells: that is seen before it is read."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        size = sum(part.file_size for part in packed.infolist())
        if size > UNPACKED * limits.bytes:
            sentence = f"The workbook unpacks to {size:,} bytes; {UNPACKED * limits.bytes:,} are the limit."
            notes.add("too-large", sentence)
            return True
        cells = 0
        for part in packed.namelist():
            if "worksheets/" in part and part.endswith(".xml"):
                text = packed.read(part)
                cells += sum(text.count(start) for start in CELL_STARTS)
    most = limits.players * (limits.rounds + BESIDE_ROUNDS)
    if cells > most:
        notes.add("too-large", f"The workbook has {cells:,} cells; {most:,} are the limit.")
    return cells > most


def _sheet(values: Iterable[tuple[object, ...]], most: int, notes: Notes, limits: Limits) -> Sheet | None:
    """The rows that hold something; None with the finding that says why there are too many, or too long ones."""
    rows, lines = [], []
    for number, row in enumerate(values, 1):
        if number > most:
            notes.add("too-many-lines", f"The workbook has more than {limits.lines:,} rows.", number)
            return None
        cells = tuple([_as_text(value) for value in row])
        if not any(cells):
            continue
        if len(cells) > limits.line:
            width = max(index for index, cell in enumerate(cells, 1) if cell)
            if width > limits.line:
                sentence = f"The row has {counted(width, 'column')}; the limit is {limits.line:,}."
                notes.add("line-too-long", sentence, number)
                return None
            cells = cells[:width]
        rows.append(cells)
        lines.append(number)
    return Sheet(tuple(rows), tuple(lines))


def _as_text(value: object) -> str:
    """A cell as it would be written: whole numbers without a point, days as YYYY-MM-DD."""
    if value is None:
        return ""
    if type(value) is int:
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if hasattr(value, "strftime"):
        return str(value)[:10]
    text = str(value).strip()
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in composed(text))
