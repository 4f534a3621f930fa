"""Read a tournament report of FIDE's format in any of its versions: TRF06, TRF16 and TRF26 in one pass.

In: bytes. Out: a report and its findings; whatever the bytes are, nothing else. A line is a record when its first
three characters are a known number or name and the fourth is blank; every other line is kept and told. The order of
records is free. What pairing programs and federations add is carried for the way back and not understood.

The steps: decode, sort the lines into records, read players and cells, read the event and its teams, check.
"""

from __future__ import annotations

import re
from itertools import compress
from operator import itemgetter

from arpad.finding import Finding
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import LIMITS, Limits, Text, decode
from arpad.intake.quick import quick
from arpad.intake.structure import check, phantoms
from arpad.intake.trf_event import read_event, read_teams
from arpad.intake.trf_layout import FREE_TEXT, KNOWN, TRF26_ONLY
from arpad.intake.trf_players import read_players
from arpad.model import Cells, EventFacts, Lines, Report

NO_LETTERS = bytes(code for code in range(256) if chr(code) not in "HFUZWDL")
NATIONAL = re.compile(r"[A-Z]{3} [ 0-9]{3}[0-9 ]( |$)")
made, made_report = quick(Lines), quick(Report)
HEADS = {f"{din} ": din for din in KNOWN}  # the first four characters of a record
head_of = itemgetter(slice(4))
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


def sort_lines(text: Text, notes: Notes) -> Lines:
    """The lines, with their tabs as blanks, and which record each of them is.

    The name is empty for a comment, a ruler, a blank line and whatever else is no record.
    """
    dins = tuple(map(HEADS.get, map(head_of, text.lines)))
    return made(text.lines, dins) if all(dins) and not text.tabs else _sort_oddities(list(dins), text, notes)


def _sort_oddities(dins: list[str | None], text: Text, notes: Notes) -> Lines:
    """The same where some lines are not known by their first four letters, or have tabs."""
    lines = list(text.lines)
    unknown: dict[str, tuple[int, int]] = {}
    unmarked: list[int] = []
    unseparated: list[int] = []
    tabs: list[tuple[int, int]] = []
    for row in [row for row, din in enumerate(dins) if din is None or (text.tabs and "\t" in lines[row])]:
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
            joined = din in KNOWN and (line[3].isalpha() or din.isalpha())  # a ruler starts with 0123
            (unseparated if joined else unmarked).append(number)
            din = ""
        dins[row] = din
    for din, (first, count) in unknown.items():
        more = f" ({count} times in the file)" if count > 1 else ""
        notes.add("unknown-record", f"The format knows no record {din}; the line is kept and not read{more}.", first, 1)
    for code, rows, what in (
        ("unseparated-record", unseparated, "starts like a record, but its name is not set apart"),
        ("unmarked-line", unmarked, "is no record and not marked as a comment"),
    ):
        if rows and "001" in dins:
            quoted = shown(text.lines[rows[0] - 1].strip(), 30)
            more = f" ({len(rows)} such lines)" if len(rows) > 1 else ""
            notes.add(code, f"“{quoted}” {what}; it is kept and not read{more}.", rows[0], 1)
    if tabs:
        more = f" ({len(tabs)} lines have one)" if len(tabs) > 1 else ""
        notes.add("tab", f"A tab is read as one blank{more}.", *tabs[0])
    return Lines(tuple(lines), tuple([din or "" for din in dins]))


def _report(text: Text, notes: Notes, limits: Limits, file: str) -> Report:
    sent = sort_lines(text, notes)
    if "001" not in sent.dins:
        _not_a_report(text, notes)
        return nothing(file)
    is_player = [din == "001" for din in sent.dins]
    numbers = list(compress(range(1, len(sent.dins) + 1), is_player))
    players, cells = read_players(numbers, list(compress(sent.texts, is_player)), notes, limits)
    others = [(din, sent.texts[row], row + 1) for row, din in enumerate(sent.dins) if din != "001"]
    event = read_event(others, notes, limits)
    report = made_report(
        facts=event.facts,
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
        notes.add("rating-list-sent", "The file is a rating list, not a report.", 1)
        return
    notes.add("not-a-report", "The file has no player record (001).", 1)


def version(sent: Lines, cells: Cells, old_byes: bool) -> str:
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
