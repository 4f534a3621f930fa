"""Write a report anew with its leniencies mended, and list every change.

Only what loses nothing is changed: the encoding, the line ends, tabs, the style of dates, title and sex letters, the
colour letters, the decimal comma, the old half-point bye. Each change touches one field and leaves the rest of the line
as it stands; a line that says more than its fields hold is not touched at all, and a file with a letter that cannot be
read is not, either. A sound file comes back byte for byte. What the report says is the same before and after, and what
is truly wrong in it is still wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from arpad.finding import Finding
from arpad.intake.codes import shown
from arpad.intake.decode import LIMITS, Limits
from arpad.intake.trf import read_trf
from arpad.intake.trf_days import whole_row
from arpad.intake.trf_layout import CELL_WIDTH, FIRST_CELL, PLAYER_COLUMN
from arpad.intake.trf_write import _fit, field_text
from arpad.model import Report

FIELD_OF = {"sex-letter": "sex", "title-letters": "title", "birth-style": "born", "decimal-comma": "points"}
WHOLE_FILE = {
    "encoding": "written as UTF-8",
    "byte-order-mark": "the byte order mark is gone",
    "mixed-line-ends": "every line ends alike",
    "end-mark": "the end mark is gone",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was written otherwise: where, why (the code of the finding), before and after."""

    line: int
    column: int
    code: str
    before: str
    after: str

    def __str__(self) -> str:
        if not self.line:
            return f"{self.code}: {self.after}"
        return f"{self.line}:{self.column} {self.code}: “{shown(self.before)}” -> “{shown(self.after)}”"


def fix_trf(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = ""
) -> tuple[bytes, tuple[Change, ...], tuple[Finding, ...]]:
    """The mended file, the list of changes, and the findings of the file as it was."""
    report, findings = read_trf(data, file, limits, encoding)
    codes = {finding.code for finding in findings}
    if not report.sent.texts or codes & {"control-character", "undecodable-byte"}:
        return data, (), findings
    lines = dict(enumerate(report.sent.texts, 1))
    if report.encoding != "utf-8":
        codes = codes | {"encoding"}  # also where it was named and not guessed
    changes = [Change(0, 0, code, "", after) for code, after in WHOLE_FILE.items() if code in codes]
    if "tab" in codes:
        changes.append(Change(0, 0, "tab", "", "tabs are blanks"))
    for change in _fields(report, lines, codes):
        lines[change.line] = _patched(lines[change.line], change)
        changes.append(change)
    if not changes:
        return data, (), findings
    text = report.newline.join(lines[number] for number in sorted(lines))
    ended = data.rstrip(b"\x1a").endswith((b"\n", b"\r", b"\n\x00", b"\r\x00"))
    return (text + (report.newline if ended else "")).encode(), tuple(changes), findings


def _patched(line: str, change: Change) -> str:
    first = change.column - 1
    return line[:first].ljust(first) + change.after + line[first + len(change.before) :]


def _fields(report: Report, lines: dict[int, str], codes: set[str]) -> list[Change]:
    """The changes inside lines."""
    changes = []
    if "date-style" in codes:
        changes += _dates(report, lines)
    if any(player.verbatim for player in report.players):
        codes = codes - {"colour-dialect"}  # all lines speak one language, and those are not touched
    wanted = [(code, PLAYER_COLUMN[name]) for code, name in FIELD_OF.items() if code in codes]
    for row, player in enumerate(report.players):
        if player.verbatim:
            continue
        line = lines[player.line]
        for code, column in wanted:
            before = column.cut(line)
            text = field_text(player, column.name)
            if (
                not text
                or not before.strip()
                or before.strip() == text
                or (code == "decimal-comma" and "," not in before)
            ):
                continue
            changes.append(
                Change(player.line, column.first, code, before, _fit(text, column)[: max(len(before), len(text))])
            )
        if codes & {"colour-dialect", "old-bye"}:
            changes += _cells(report, row, line, codes)
    return changes


def _cells(report: Report, row: int, line: str, codes: set[str]) -> list[Change]:
    changes = []
    for turn in range(report.cells.rounds):
        first = FIRST_CELL + turn * CELL_WIDTH
        colour, result = line[first + 4 : first + 5], line[first + 6 : first + 7]
        now = chr(report.cells.colour[row, turn])
        if "colour-dialect" in codes and colour.strip() and colour.lower() != now:
            changes.append(Change(report.players[row].line, first + 5, "colour-dialect", colour, now))
        if "old-bye" in codes and result == "=" and report.cells.result[row, turn] == ord("H"):
            changes.append(Change(report.players[row].line, first + 7, "old-bye", result, "H"))
    return changes


def _dates(report: Report, lines: dict[int, str]) -> list[Change]:
    changes = []
    for name, day in (("start", report.facts.start), ("end", report.facts.end)):
        printed = report.as_printed(name)
        if printed and day and printed.text != f"{day:%Y/%m/%d}":
            changes.append(Change(printed.line, printed.column, "date-style", printed.text, f"{day:%Y/%m/%d}"))
    rows = report.sent.of({"132"})
    whole = len(rows) == 1 and whole_row(rows[0], report.round_dates)  # other rows are kept as they stand
    for printed in [printed for printed in report.printed if printed.name == "round date" and whole]:
        day = report.round_dates[(printed.column - FIRST_CELL) // CELL_WIDTH]
        before = lines[printed.line][printed.column - 1 : printed.column - 1 + CELL_WIDTH]
        if day and before.strip() != f"{day:%y/%m/%d}":
            after = f"{day:%y/%m/%d}".ljust(len(before))
            changes.append(Change(printed.line, printed.column, "date-style", before, after))
    return changes
