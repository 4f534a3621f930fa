"""Recognise what kind of file was sent, and read it.

In: bytes or a path. Out: a report and its findings, whatever the bytes are. The content decides, not the name: a
tournament report, a workbook, a PGN file, a table. A rating list is not a report and is told so. A file that cannot be
opened is a finding too, so that it does not stop the others.
"""

from __future__ import annotations

import re
from pathlib import Path

from arpad.finding import Finding
from arpad.intake.codes import Notes, remedies_in
from arpad.intake.decode import LIMITS, MARKS, Limits
from arpad.intake.frl.layout import by_header, is_header
from arpad.intake.trf.reader import nothing, read_trf
from arpad.model import Report

SAMPLE = 65536
OTHER_WORKBOOKS = {
    "xls": re.compile(rb"\xd0\xcf\x11\xe0"),  # so starts one that a password protects, too
    "ods": re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis", re.DOTALL),
    "spreadsheet-xml": re.compile(rb"\s*<\?xml.{0,999}?microsoft-com:office:spreadsheet", re.DOTALL),
    "html": re.compile(rb"\s*<(?:!doctype )?html", re.IGNORECASE),
}
"""What is sent in the place of a workbook, by its start."""
REPORT_LINE = re.compile(rb"(?:^|[\r\n])(?:0[0-9]2|1[0-3]2|001|XX[RCSAPZ])(?:[ \r\n]|$)")
REPORT_STARTS = (b"012 ", b"001 ")  # nothing else starts so: most reports begin with the name of the event
PGN_TAG = re.compile(rb'(?:^|[\r\n])[^\S\r\n]*\[[A-Za-z]{1,40} "')
SEPARATOR_LINES = ("sep=", '"sep=')  # names the delimiter to Excel
PARTING = ";\t,|"  # what parts the cells of a table; a list parts its columns by blanks
WIDE_MARKS = {mark: name for mark, name in MARKS.items() if name.startswith("utf-16")}
CODE_PAGES = ("utf-8", "cp1250", "cp1251", "cp1252", "cp1257")  # in which a header is looked for
SUFFIXES = (".trf", ".trfx", ".tab", ".txt", ".csv", ".xlsx", ".xlsm", ".pgn", ".rtg")
"""The names under which a directory is searched for reports."""


def read(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = ""
) -> tuple[Report, tuple[Finding, ...]]:
    """The report in these bytes, of whatever form, and all findings about it."""
    kind = kind_of(data)
    if kind == "trf" or len(data) > limits.bytes:
        return read_trf(data, file, limits, encoding)
    notes = Notes(file, limits.findings)
    if kind in OTHER_WORKBOOKS:
        notes.find(f"unreadable-workbook/{kind}")
        return nothing(file), notes.findings()
    if kind == "list":
        notes.find("rating-list-sent", 1)
        return nothing(file), notes.findings()
    if kind == "pgn":
        from arpad.intake.pgn.reader import read_pgn

        notes = Notes(file, limits.findings, remedies_in("pgn"))
        return read_pgn(data, notes, file, limits, encoding), notes.findings()
    from arpad.intake.tables.games import read_table, the_table

    notes = Notes(file, limits.findings, remedies_in("table"))
    if kind == "xlsx":
        from arpad.intake.tables.workbooks import read_xlsx

        sheets = read_xlsx(data, notes, limits)
        sheet = None if sheets is None else the_table(sheets, notes)
    else:
        from arpad.intake.tables.reader import read_csv

        sheet = read_csv(data, notes, limits, encoding)
    if sheet is None:
        return nothing(file), notes.findings()
    return read_table(sheet, notes, limits, file, kind), notes.findings()


def read_file(
    path: Path | str, limits: Limits = LIMITS, encoding: str = "", name: str = ""
) -> tuple[Report, tuple[Finding, ...]]:  # fmt: skip
    """The report in a file, called `name` in its findings; a file that cannot be opened is a refusal."""
    name = name or str(path)
    try:
        with open(path, "rb") as stream:
            data = stream.read(limits.bytes + 1)
    except OSError as error:
        notes = Notes(name)
        notes.find("unreadable-file", reason=error.strerror or type(error).__name__)
        return nothing(name), notes.findings()
    return read(data, name, limits, encoding)


def kind_of(data: bytes) -> str:
    """trf, list, pgn, xlsx or csv, or one of `OTHER_WORKBOOKS`. What is none is read as a report, which tells why."""
    if data.startswith(REPORT_STARTS):
        return "trf"
    if data.startswith(tuple(WIDE_MARKS)):
        mark = data[:2]
        return kind_of(data[len(mark) : 2 * SAMPLE].decode(WIDE_MARKS[mark], "ignore").encode())
    for other, start in OTHER_WORKBOOKS.items():
        if start.match(data):
            return other
    if data.startswith(b"PK\x03\x04"):
        return "xlsx" if b"xl/" in data or b"[Content_Types]" in data else "trf"
    sample = data[:SAMPLE].lstrip(b"\xef\xbb\xbf \t\r\n")
    if sample.startswith((b"<playerslist", b"<?xml")):
        return "list"
    first = sample.replace(b"\r", b"\n").split(b"\n", 1)[0].decode("latin-1")  # some reports end their lines with CR
    if by_header(first) or (is_header(first) and not any(sign in first for sign in PARTING)):
        return "list"
    if first.lower().startswith(SEPARATOR_LINES):
        return "csv"
    if REPORT_LINE.search(data[:SAMPLE]) or b"\x00" in sample[:4096]:
        return "trf"
    if PGN_TAG.search(sample):
        return "pgn"
    if any(first.count(sign) > 1 for sign in PARTING) or any(
        line.count(sign) > 1 for line in sample[:4096].decode("latin-1").splitlines()[1:15] for sign in ";\t"
    ):
        return "csv"
    return "csv" if any(_names_players(sample[:4096].decode(page, "ignore")) for page in CODE_PAGES) else "trf"


def _names_players(text: str) -> bool:
    """Whether the first line is the header of a short table, `name` or `name;rating`; or a later line names both, or
    the columns of games."""
    from arpad.intake.tables.reader import DELIMITERS, columns_of

    for number, line in enumerate(text.splitlines()[:15]):
        for sign in DELIMITERS:
            columns = columns_of(tuple(cell.strip(' "') for cell in line.split(sign)))
            if ("name" in columns and (number == 0 or len(columns) > 1)) or {"white", "black", "result"} <= set(
                columns
            ):
                return True
    return False
