"""Write a report anew with its leniencies mended, and list the changes.

Only what loses nothing is changed: the encoding, the line ends, tabs, the style of dates, title and sex letters, the
colour letters, the decimal comma, the old half-point bye. Each change touches one field and leaves the rest of the line
as it stands; a line that says more than its fields hold is not touched at all, and a file with a letter that cannot be
read is not, either. A sound file comes back byte for byte. What the report says is the same before and after, and what
is truly wrong in it is still wrong. Of one code as many changes are listed as findings may be; the rest is counted.

With answers, what the report leaves open is written in, too: numbers of players without one, and records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.intake.decode import LIMITS, Limits
from arpad.intake.trf.cells import OLD_BYES
from arpad.intake.trf.days import whole_row
from arpad.intake.trf.layout import CELL_WIDTH, FIRST_CELL, PLAYER_COLUMN
from arpad.intake.trf.reader import read_trf
from arpad.intake.trf.write import _fit, field_text
from arpad.messages import say
from arpad.model import Report

FIELD_OF = {"sex-letter": "sex", "title-letters": "title", "birth-style": "born", "decimal-comma": "points"}
WHOLE_FILE = ("encoding", "byte-order-mark", "mixed-line-ends", "end-mark", "tab")
PRINTED_BYES = {code: chr(printed) for printed, code, _ in OLD_BYES}  # of each bye that was written otherwise


@dataclass(frozen=True)
class Answers:
    """What a report leaves open, and somebody knows."""

    numbers: Mapping[int, int] = field(default_factory=dict)  # FIDE's, by start number
    records: Mapping[str, str] = field(default_factory=dict)  # the text of a record, by its number


NO_ANSWERS = Answers()
FIRST_PLAYER, TEXT_COLUMN = "001", 5


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was written otherwise: where, why (the code of the finding), before and after.

    Without a line it is of the whole file, or it is how many of a code are not listed.
    """

    line: int
    column: int
    code: str
    before: str
    after: str
    times: int = 1  # how many it stands for: those of a code that are not listed stand in one

    def __str__(self) -> str:
        if not self.line:
            which = self.code if self.code in WHOLE_FILE else "unlisted"
            return f"{self.code}: {say(f'mended/{which}', (('count', self.times),))}"
        return f"{self.line}:{self.column} {self.code}: “{shown(self.before)}” -> “{shown(self.after)}”"


@dataclass(slots=True)
class _Changes:
    """The changes of one file while it is mended."""

    most: int  # of one code
    _listed: list[Change] = field(default_factory=list)
    _count: dict[str, int] = field(default_factory=dict)

    def add(self, line: int, column: int, code: str, before: str, after: str) -> None:
        self._count[code] = self._count.get(code, 0) + 1
        if self._count[code] <= self.most:
            self._listed.append(Change(line, column, code, before, after))

    def listed(self) -> tuple[Change, ...]:
        """Those that are listed, and how many of each code are not."""
        rest = {code: count - self.most for code, count in self._count.items() if count > self.most}
        return (*self._listed, *(Change(0, 0, code, "", "", count) for code, count in rest.items()))


def fix_trf(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = "", answers: Answers = NO_ANSWERS
) -> tuple[bytes, tuple[Change, ...], tuple[Finding, ...]]:
    """The mended file, the list of changes, and the findings of the file as it was."""
    report, findings = read_trf(data, file, limits, encoding)
    codes = {finding.code for finding in findings}
    if not report.sent.texts or codes & {"control-character", "undecodable-byte"}:
        return data, (), findings
    lines = list(report.sent.texts)
    if report.encoding != "utf-8":
        codes = codes | {"encoding"}  # also where it was named and not guessed
    changes = _Changes(limits.findings)
    for code in WHOLE_FILE:
        if code in codes:
            changes.add(0, 0, code, "", "")
    if "date-style" in codes:
        _mend_dates(report, lines, changes)
    _mend_players(report, lines, codes, changes)
    _write_answers(report, lines, answers, changes)
    listed = changes.listed()
    if not listed:
        return data, (), findings
    text = report.newline.join(lines)
    ended = data.rstrip(b"\x1a").endswith((b"\n", b"\r", b"\n\x00", b"\r\x00"))
    return (text + (report.newline if ended else "")).encode(), listed, findings


def _write_answers(report: Report, lines: list[str], answers: Answers, changes: _Changes) -> None:
    """What was left open: the numbers of players, then the records, each in its line or before the first player."""
    column = PLAYER_COLUMN["id"]
    for player in report.players:
        number = answers.numbers.get(player.number)
        line = lines[player.line - 1]
        if number and not player.id and not player.verbatim and not column.cut(line).strip():
            after = _fit(str(number), column)
            lines[player.line - 1] = _patched(line, column.first, " " * len(after), after)
            changes.add(player.line, column.first, "missing-id", "", str(number))
    for din, text in answers.records.items():
        at = next((at for at, each in enumerate(report.sent.dins) if each == din), None)
        if at is not None:
            before = lines[at][TEXT_COLUMN - 1 :]
            lines[at] = f"{din} {text}"
        else:
            before = ""
            at = next((at for at, line in enumerate(lines) if line.startswith(FIRST_PLAYER)), len(lines))
            lines.insert(at, f"{din} {text}")
        if before.strip() != text:
            changes.add(at + 1, TEXT_COLUMN, din, before.strip(), text)


def _patched(line: str, column: int, before: str, after: str) -> str:
    first = column - 1
    return line[:first].ljust(first) + after + line[first + len(before) :]


def _mend_players(report: Report, lines: list[str], codes: set[str], changes: _Changes) -> None:
    """The fields and the cells of the players; a line that says more than they hold stays as it is."""
    if any(player.verbatim for player in report.players):
        codes = codes - {"colour-dialect"}  # all lines speak one language, and those are not touched
    wanted = [(code, PLAYER_COLUMN[name]) for code, name in FIELD_OF.items() if code in codes]
    for row, player in enumerate(report.players):
        if player.verbatim:
            continue
        sent = mended = lines[player.line - 1]
        for code, column in wanted:
            before = column.cut(sent)
            text = field_text(player, column.name)
            if (
                not text
                or not before.strip()
                or before.strip() == text
                or (code == "decimal-comma" and "," not in before)
            ):
                continue
            after = _fit(text, column)[: max(len(before), len(text))]
            mended = _patched(mended, column.first, before, after)
            changes.add(player.line, column.first, code, before, after)
        if codes & {"colour-dialect", "old-bye"}:
            mended = _with_cells(report, row, mended, codes, changes)
        lines[player.line - 1] = mended


def _with_cells(report: Report, row: int, line: str, codes: set[str], changes: _Changes) -> str:
    """A player's line with the letters of today in its cells."""
    letters, number = list(line), report.players[row].line
    dialect, old_bye = "colour-dialect" in codes, "old-bye" in codes
    cells = zip(report.cells.colour[row].tolist(), report.cells.result[row].tolist(), strict=True)
    for first, (colour, result) in zip(range(FIRST_CELL, len(line), CELL_WIDTH), cells, strict=False):
        printed, now = line[first + 4 : first + 5], chr(colour)
        if dialect and printed.strip() and printed.lower() != now:
            letters[first + 4] = now
            changes.add(number, first + 5, "colour-dialect", printed, now)
        printed = line[first + 6 : first + 7]
        if old_bye and PRINTED_BYES.get(result) == printed:
            letters[first + 6] = now = chr(result)
            changes.add(number, first + 7, "old-bye", printed, now)
    return "".join(letters)


def _mend_dates(report: Report, lines: list[str], changes: _Changes) -> None:
    """The days of the event and of its rounds."""

    def mend(line: int, column: int, before: str, after: str) -> None:
        lines[line - 1] = _patched(lines[line - 1], column, before, after)
        changes.add(line, column, "date-style", before, after)

    for name, day in (("start", report.facts.start), ("end", report.facts.end)):
        printed = report.as_printed(name)
        if printed and day and printed.text != f"{day:%Y/%m/%d}":
            mend(printed.line, printed.column, printed.text, f"{day:%Y/%m/%d}")
    rows = report.sent.of({"132"})
    whole = len(rows) == 1 and whole_row(rows[0], report.round_dates)  # other rows are kept as they stand
    for printed in [printed for printed in report.printed if printed.name == "round date" and whole]:
        day = report.round_dates[(printed.column - FIRST_CELL) // CELL_WIDTH]
        before = report.sent.texts[printed.line - 1][printed.column - 1 : printed.column - 1 + CELL_WIDTH]
        if day and before.strip() != f"{day:%y/%m/%d}":
            mend(printed.line, printed.column, before, f"{day:%y/%m/%d}".ljust(len(before)))
