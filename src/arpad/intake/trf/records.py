"""Sort the lines of a report into records: decide which lines are one, and which.

In: the lines. Out: the lines with their tabs as blanks, the name of each one's record, and findings. A line is a record
when its first three characters are a known number or name and the fourth is blank. A line that is nearly one, a blank
before its number or a letter O in it, is not read as one: a player lost that way refuses the report.
"""

from __future__ import annotations

import re
from itertools import repeat
from operator import itemgetter

from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Text
from arpad.intake.trf.layout import KNOWN
from arpad.model import ReportLines

NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{3}[0-9 ]( |$)")
HEADS = {f"{din} ": din for din in KNOWN}  # the first four characters of a record
head_of = itemgetter(slice(4))
IN_FRONT = " \xa0\u200b\ufeff\"'"  # what slips in before a record unseen, or with a table's quotes


def sort_lines(text: Text, notes: Notes) -> ReportLines:
    """The lines, and which record each of them is.

    The name is empty for a comment, a ruler, a blank line and whatever else is no record.
    """
    dins = tuple(map(HEADS.get, map(head_of, text.lines), repeat("")))
    return ReportLines(text.lines, dins) if all(dins) and not text.tabs else _sort_oddities(list(dins), text, notes)


def _sort_oddities(dins: list[str], text: Text, notes: Notes) -> ReportLines:
    """The same where some lines are not known by their first four letters, or have tabs."""
    lines = list(text.lines)
    unknown: dict[str, list[int]] = {}
    unmarked: list[int] = []
    tabs: list[tuple[int, int]] = []
    for row in [row for row, din in enumerate(dins) if not din or (text.tabs and "\t" in lines[row])]:
        number, line = row + 1, lines[row]
        if "\t" in line:
            tabs.append((number, line.index("\t") + 1))
            line = lines[row] = line.replace("\t", " ")
        din = line[:3]
        if NATIONAL.match(line) or (din in KNOWN and line[3:4] in ("", " ")):
            pass
        elif line[:1] == "#" or not line.strip():
            din = ""
        elif len(din) == 3 and din.isascii() and din.isdigit() and line[3:4] in ("", " "):
            unknown.setdefault(din, []).append(number)
        else:
            if near := _nearly(line):
                _tell_nearly(near, line, number, notes)
            else:
                unmarked.append(number)
            din = ""
        dins[row] = din
    for din, rows in unknown.items():
        notes.find_once("unknown-record", len(rows), rows[0], 1, din=din)
    if unmarked and "001" in dins:
        quoted = shown(text.lines[unmarked[0] - 1].strip(), 30)
        notes.find_once("unmarked-line", len(unmarked), unmarked[0], 1, text=quoted)
    if tabs:
        notes.find_once("tab", len(tabs), *tabs[0])
    return ReportLines(tuple(lines), tuple(dins))


def _nearly(line: str) -> str:
    """The record that a line was meant to be, or nothing.

    Something stands before its number, a letter O in it, or no blank behind it. A ruler (0123456789) has no letters.
    """
    bare = line.lstrip(IN_FRONT)
    din, rest = bare[:3].upper().replace("O", "0"), bare[3:]
    meant = din in KNOWN and (rest[:1] in ("", " ") or any(map(str.isalpha, rest)))
    return din if meant else ""


def _tell_nearly(din: str, line: str, number: int, notes: Notes) -> None:
    code = "nearly-a-player" if din == "001" else "nearly-a-record"
    if not notes.full(code):
        notes.find(code, number, 1, text=shown(line.rstrip(), 30), din=din)
