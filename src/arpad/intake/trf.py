"""Read a tournament report of FIDE's format in any of its versions: TRF06, TRF16 and TRF26 in one pass.

In: bytes. Out: a report and its findings; whatever the bytes are, nothing else. A line is a record when its first
three characters are a known number or name and the fourth is blank; every other line is kept and told. The order of
records is free. What pairing programs and federations add is carried for the way back and not understood.

The steps: decode, sort the lines into records, read players and cells, read the event and its teams, check.
"""

from __future__ import annotations

import re

from arpad.finding import Finding
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import LIMITS, Limits, Text, decode
from arpad.intake.quick import quick
from arpad.intake.structure import check, phantoms
from arpad.intake.trf_event import read_event, read_teams
from arpad.intake.trf_layout import FREE_TEXT, KNOWN, PAIRING_EXTENSIONS, TRF26_ONLY
from arpad.intake.trf_players import read_players
from arpad.model import Cells, EventFacts, Record, Report

NO_LETTERS = bytes(code for code in range(256) if chr(code) not in "HFUZWDL")
NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{3}[0-9 ]( |$)")
made, made_report = quick(Record), quick(Report)
HEADS = {f"{din} ": din for din in KNOWN}  # the first four characters of a record
LIST_HEADS = re.compile(r"\s*(ID ?number|ID_NUMBER|<playerslist|<\?xml)", re.IGNORECASE)


def read_trf(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = ""
) -> tuple[Report, tuple[Finding, ...]]:
    """The report in these bytes and every structural finding about it; an empty report where there is none."""
    notes = Notes(file, limits.findings)
    text = decode(data, notes, limits, encoding)
    report = _report(text, notes, limits, file) if text else nothing(file)
    return report, notes.findings()


def nothing(file: str) -> Report:
    """The report of a file that holds none."""
    return Report(EventFacts(), (), Cells.empty(0, 0), file=file)


def sort_lines(text: Text, notes: Notes) -> list[Record]:
    """Every line as a record; the name is empty for a comment, a ruler, a blank line and whatever else is no record."""
    lines = list(text.lines)
    dins: list[str | None] = [HEADS.get(line[:4]) for line in lines]
    unknown: dict[str, tuple[int, int]] = {}
    unmarked: list[int] = []
    tabs: list[tuple[int, int]] = []
    odd = [row for row, din in enumerate(dins) if din is None or "\t" in lines[row]]
    for row in odd:
        number, line = row + 1, lines[row]
        if "\t" in line:
            tabs.append((number, line.index("\t") + 1))
            line = lines[row] = line.replace("\t", " ")
        din = line[:3]
        if din in KNOWN and line[3:4] in ("", " "):
            pass
        elif line[:1] == "#" or not line.strip():
            din = ""
        elif len(din) == 3 and din.isascii() and din.isdigit() and line[3:4] in ("", " "):
            first, count = unknown.get(din, (number, 0))
            unknown[din] = first, count + 1
        elif not NATIONAL.match(line):
            unmarked.append(number)
            din = ""
        dins[row] = din
    for din, (first, count) in unknown.items():
        more = f" ({count} times in the file)" if count > 1 else ""
        notes.add("unknown-record", f"The format knows no record {din}; the line is kept and not read{more}.", first, 1)
    if unmarked and "001" in dins:
        line = text.lines[unmarked[0] - 1]
        more = f" ({len(unmarked)} such lines)" if len(unmarked) > 1 else ""
        sentence = (
            f"“{shown(line.strip(), 30)}” is no record and not marked as a comment; it is kept and not read{more}."
        )
        notes.add("unmarked-line", sentence, unmarked[0], 1)
    if tabs:
        more = f" ({len(tabs)} lines have one)" if len(tabs) > 1 else ""
        notes.add("tab", f"A tab is read as one blank{more}.", *tabs[0])
    return list(map(made, dins, lines, range(1, len(lines) + 1)))


def _report(text: Text, notes: Notes, limits: Limits, file: str) -> Report:
    records = sort_lines(text, notes)
    lines = [record for record in records if record.din == "001"]
    if not lines:
        _not_a_report(text, notes)
        return nothing(file)
    players, cells = read_players(lines, notes, limits)
    rest = [record for record in records if record.din != "001"]
    event = read_event(rest, notes, limits)
    teams = read_teams(rest, notes)
    report = made_report(
        facts=event.facts,
        players=players,
        cells=cells,
        teams=teams,
        printed=event.printed,
        round_dates=event.round_dates,
        rounds_announced=event.rounds_announced,
        initial_colour=event.initial_colour,
        kept=tuple([normal(record) for record in rest if record.line not in event.understood]),
        phantoms=phantoms(players),
        form=version(rest, cells, notes.has("old-bye")),
        file=file,
        encoding=text.encoding,
        newline=text.newline,
        records=tuple(records),
    )
    if not (notes.has("too-many-players") or notes.has("too-many-rounds")):  # what was cut off cannot agree
        check(report, notes)
    return report


def normal(record: Record) -> str:
    """A line as it is written: no blanks at its end, and around free text one in front."""
    if record.din in FREE_TEXT:
        return f"{record.din} {record.text[4:].strip()}".rstrip()
    return record.text.rstrip(" ")  # other blanks are content: without them the line might become a record


def _not_a_report(text: Text, notes: Notes) -> None:
    head = next((line for line in text.lines if line.strip()), "")
    if LIST_HEADS.match(head):
        notes.add("rating-list-sent", "The file is a rating list, not a report.", 1)
        return
    notes.add("not-a-report", "The file has no player record (001).", 1)


def version(records: list[Record], cells: Cells, old_byes: bool) -> str:
    """The version a report is written in, by what it uses."""
    for din in {record.din for record in records}:
        if din in TRF26_ONLY or (len(din) == 3 and din.isalpha() and din not in PAIRING_EXTENSIONS):
            return "trf26"
    if any(record.text.startswith("###") for record in records if not record.din):
        return "trf26"
    letters = not old_byes and bool(cells.result.tobytes().translate(None, NO_LETTERS))
    return "trf16" if letters or not cells.rounds else "trf06"
