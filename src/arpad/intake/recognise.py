"""Recognise what kind of file was sent, and read it.

In: bytes or a path. Out: a report and its findings, whatever the bytes are. The content decides, not the name; the name
is asked only where the content says nothing. The forms that are read and those that are only named stand in `forms`. A
rating list is not a report and is told so. A file that cannot be opened is a finding too, so that it does not stop the
others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from arpad.finding import Finding, Remedy
from arpad.intake.codes import REMEDIES, Notes, remedies_in
from arpad.intake.decode import LIMITS, MARKS, Limits
from arpad.intake.forms import FORM, LIST, NAMED, WORKBOOKS, loaded
from arpad.intake.frl.layout import by_header, is_header
from arpad.intake.signatures import SAMPLE, by_ending, marked_up, signature
from arpad.intake.trf.reader import nothing, read_trf
from arpad.model import Report

REPORT_LINES = frozenset(
    {b"001", *(b"%d%d2" % (tens, ones) for tens in (0, 1) for ones in range(10 - 6 * tens))}
    | {b"XX" + bytes([letter]) for letter in b"RCSAPZ"}
)
"""What the lines of a report begin with: before a blank, or alone in the line."""
REPORT_LETTERS = tuple(sorted({line[0] for line in REPORT_LINES}))
REPORT_STARTS = (b"012 ", b"001 ")  # nothing else starts so: most reports begin with the name of the event
BAR, BARRED_PLAYER = b"|", re.compile(rb"(?:^|[\r\n])001 [^\r\n|]{0,20}\|")
PGN_TAG = re.compile(rb'(?:^|[\r\n])[^\S\r\n]*\[[A-Za-z]{1,40} "')
LF, CR = b"\n\r"
VEGA_GAME = re.compile(rb'\[PlyCount "0"\]\s*(?:\[[A-Za-z]{1,40} "[^"\r\n]*"\]\s*){0,9}\*\s*(?:\[|\Z)')
"""The end of the tags of a game without moves, and what Vega writes below them whatever the result is."""
SEPARATOR_LINES = ("sep=", '"sep=')  # names the delimiter to Excel
PARTING = ";\t,|"  # what parts the cells of a table; a list parts its columns by blanks
WIDE_MARKS = {mark: name for mark, name in MARKS.items() if name.startswith("utf-16")}
CODE_PAGES = ("utf-8", "cp1250", "cp1251", "cp1252", "cp1257")  # in which a header is looked for


def read(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = ""
) -> tuple[Report, tuple[Finding, ...]]:
    """The report in these bytes, of whatever form, and all findings about it."""
    kind = kind_of(data, file)
    if kind == "trf" or len(data) > limits.bytes:
        return read_trf(data, file, limits, encoding)
    form = FORM.get(kind)
    if form is None:
        return _named(kind, Notes(file, limits.findings, _what_to_do(kind)), file)
    notes = Notes(file, limits.findings, remedies_in(form.remedies))
    report: Report = loaded(form.reader)(data, notes, file, limits, encoding)
    return report, notes.findings()


def _named(kind: str, notes: Notes, file: str) -> tuple[Report, tuple[Finding, ...]]:
    """No report, and the finding that says what the file is."""
    if kind == LIST:
        notes.find("rating-list-sent", 1)
    elif kind in WORKBOOKS:
        notes.find(f"unreadable-workbook/{kind}")
    else:
        notes.find(f"foreign-file/{kind}")
    return nothing(file), notes.findings()


def _what_to_do(kind: str) -> Mapping[str, Remedy]:
    """What helps against each code where a form is only named."""
    return {**REMEDIES, "foreign-file": Remedy(f"foreign-file/{NAMED[kind]}")} if kind in NAMED else REMEDIES


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


def kind_of(data: bytes, file: str = "") -> str:
    """The name of the form of a file, read or only named. What nobody knows is read as a report, which tells why."""
    if data.startswith(REPORT_STARTS):
        return _kind_of_records(data)
    if data.startswith(tuple(WIDE_MARKS)):
        mark = data[:2]
        return kind_of(data[len(mark) : 2 * SAMPLE].decode(WIDE_MARKS[mark], "ignore").encode(), file)
    return signature(data) or _kind_of_text(data) or by_ending(file) or "trf"


def _kind_of_text(data: bytes) -> str:
    """The form of a text, by its lines; nothing where none of them tells."""
    sample = data[:SAMPLE].lstrip(b"\xef\xbb\xbf \t\r\n")
    if kind := marked_up(sample):
        return kind
    first = sample.replace(b"\r", b"\n").split(b"\n", 1)[0].decode("latin-1")  # some reports end their lines with CR
    if by_header(first) or (is_header(first) and not any(sign in first for sign in PARTING)):
        return LIST
    if first.lower().startswith(SEPARATOR_LINES):
        return "csv"
    if _has_report_line(data[:SAMPLE]):
        return _kind_of_records(data)
    if b"\x00" in sample[:4096]:
        return ""
    if b"[" in sample and PGN_TAG.search(sample):
        by_vega = b'[PlyCount "0"]' in sample and b"[WhiteFideId " in sample and VEGA_GAME.search(sample)
        return "vega-pgn" if by_vega else "pgn"
    if any(first.count(sign) > 1 for sign in PARTING) or any(
        line.count(sign) > 1 for line in sample[:4096].decode("latin-1").splitlines()[1:15] for sign in ";\t"
    ):
        return "csv"
    pages = CODE_PAGES[:1] if sample[:4096].isascii() else CODE_PAGES
    return "csv" if any(_names_players(sample[:4096].decode(page, "ignore")) for page in pages) else ""


def _has_report_line(sample: bytes) -> bool:
    """Whether a line is a record of a report. The starts of the lines are looked at at once: there may be thousands."""
    letters = np.frombuffer(sample + b"\n", np.uint8)
    starts = np.flatnonzero((letters[:-1] == LF) | (letters[:-1] == CR)) + 1
    first = letters[starts]
    mine = np.isin(first, REPORT_LETTERS) if len(starts) else np.zeros(0, np.bool_)
    return any(
        sample[at : at + 3] in REPORT_LINES and sample[at + 3 : at + 4] in (b" ", b"\n", b"\r", b"")
        for at in (0, *starts[mine].tolist())
    )


def _kind_of_records(data: bytes) -> str:
    """Which form a file of numbered records is: Vega parts the fields of its own by bars."""
    return "tdf" if BAR in data[:SAMPLE] and BARRED_PLAYER.search(data[:SAMPLE]) else "trf"


def _names_players(text: str) -> bool:
    """Whether the first line is the header of a short table, `name` or `name;rating`; or a later line names both, or
    the columns of games."""
    from arpad.intake.tables.reader import DELIMITERS, NOTHING, columns_of

    for number, line in enumerate(text.splitlines()[:15]):
        parting = [sign for sign in DELIMITERS if sign in line]
        for sign in (*parting, NOTHING)[: len(DELIMITERS)]:  # of those that part nothing one is enough
            columns = columns_of(tuple(cell.strip(' "') for cell in line.split(sign)))
            if ("name" in columns and (number == 0 or len(columns) > 1)) or {"white", "black", "result"} <= set(
                columns
            ):
                return True
    return False
