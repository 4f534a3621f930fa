"""Read a tournament report of FIDE's format in any of its versions: TRF06, TRF16 and TRF26 in one pass.

In: bytes. Out: a report and its findings; whatever the bytes are, nothing else. A line is a record when its first
three characters are a known number or name and the fourth is blank; every other line is kept and told. The order of
records is free. What pairing programs and federations add is carried for the way back and not understood.

The steps: decode, sort the lines into records, read players and cells, read the event and its teams, check.
"""

from __future__ import annotations

import re

from arpad.finding import Finding
from arpad.intake.codes import Notes
from arpad.intake.decode import LIMITS, Limits, Text, decode
from arpad.intake.structure import check, phantoms
from arpad.intake.trf.event import read_event, read_teams
from arpad.intake.trf.layout import FREE_TEXT, KNOWN, TRF26_ONLY
from arpad.intake.trf.lichess import cells_of_lichess, facts_of_lichess, is_lichess
from arpad.intake.trf.players import read_players
from arpad.intake.trf.records import sort_lines
from arpad.model import Cells, EventFacts, Report, ReportLines

NO_LETTERS = bytes(code for code in range(256) if chr(code) not in "HFUZWDL")
LIST_HEADS = re.compile(r"\s*(ID ?number|ID_NUMBER|<playerslist|<\?xml)", re.IGNORECASE)


def read_trf(
    data: bytes, file: str = "-", limits: Limits = LIMITS, encoding: str = ""
) -> tuple[Report, tuple[Finding, ...]]:
    """The report in these bytes and every structural finding about it; an empty report where there is none."""
    notes = Notes(file, limits.findings)
    report = read_lines(data, notes, file, limits, encoding)
    return report, notes.findings()


def read_lines(data: bytes, notes: Notes, file: str, limits: Limits, encoding: str = "") -> Report:
    """The report in these bytes; its findings are noted."""
    text = decode(data, notes, limits, encoding)
    return _report(text, notes, limits, file) if text else nothing(file)


def nothing(file: str) -> Report:
    """The report of a file that holds none."""
    return Report(EventFacts(), (), Cells.empty(0, 0), file=file)


def _report(text: Text, notes: Notes, limits: Limits, file: str) -> Report:
    sent = sort_lines(text, notes)
    if "001" not in sent.dins:
        _not_a_report(text, notes)
        return nothing(file)
    numbers, lines, others = [], [], []
    for number, (din, line) in enumerate(zip(sent.dins, sent.texts, strict=True), 1):
        if din == "001":
            numbers.append(number)
            lines.append(line)
        else:
            others.append((din, line, number))
    players, cells = read_players(numbers, lines, notes, limits)
    event = read_event(others, notes, limits)
    facts = event.facts
    if is_lichess(facts, event.printed):
        facts, cells = facts_of_lichess(facts, event.printed, notes), cells_of_lichess(cells, notes)
    report = Report(
        facts=facts,
        players=players,
        cells=cells,
        teams=read_teams(others, notes),
        printed=event.printed,
        round_dates=event.round_dates,
        rounds_announced=event.rounds_announced,
        initial_colour=event.initial_colour,
        kept=tuple([normal(din, text) for din, text, line in others if line not in event.understood]),
        phantoms=phantoms(players),
        form=version(sent, cells, notes.has("old-bye")),
        file=file,
        encoding=text.encoding,
        newline=text.newline,
        sent=sent,
    )
    if not (notes.has("too-many-players") or notes.has("too-many-rounds")):  # what was cut off cannot agree
        check(report, notes)
    return report


def normal(din: str, text: str) -> str:
    """A line as it is written: no blanks at its end, and around free text one in front."""
    if din in FREE_TEXT:
        return f"{din} {text[4:].strip()}".rstrip()
    return text.rstrip(" ")  # other blanks are content: without them the line might become a record


def _not_a_report(text: Text, notes: Notes) -> None:
    head = next((line for line in text.lines if line.strip()), "")
    if LIST_HEADS.match(head):
        notes.find("rating-list-sent", 1)
        return
    notes.find("not-a-report", 1)


def version(sent: ReportLines, cells: Cells, old_byes: bool) -> str:
    """The version a report is written in, by what it uses."""
    used = set(sent.dins)
    if not TRF26_ONLY.isdisjoint(used):
        return "trf26"
    for din in used - KNOWN:
        if din.isalpha():  # a federation's own
            return "trf26"
        if not din and any(record.text.startswith("###") for record in sent.of({""})):
            return "trf26"
    letters = not old_byes and bool(cells.result.tobytes().translate(None, NO_LETTERS))
    return "trf16" if letters or not cells.rounds else "trf06"
