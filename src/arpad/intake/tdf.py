"""Read Vega's tournament file (`.tdf`): numbered records as in a TRF, with the fields of a player parted by bars.

A line of a player is `001 number | sex | title | name | FIDE rating | federation | FIDE number | national rating |
national number | birth | points | rank | round 1 | round 2 ...`. A round is opponent, colour and result: `12 w 1`. A
draw is `2`; `+`, `-` and `=` are not rated; opponent 0 is a bye; an empty field is a round without a pairing. The
records from 142 on mean other things than in TRF26: 142 is what a win and a draw count.

National ratings and numbers become records of the report. Tie-breaks and acceleration are not read: no rating needs
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import candidates
from arpad.intake.decode import LIMITS, Limits, Text, decode
from arpad.intake.digits import integer
from arpad.intake.national import National, national_records
from arpad.intake.persons import NUMBER_WIDTH, Places, person
from arpad.intake.points import valued, worth
from arpad.intake.structure import check, phantoms
from arpad.intake.trf.event import arbiter_in
from arpad.intake.trf.fields import tenths
from arpad.intake.trf.reader import nothing
from arpad.model import NO_COLOUR, NO_RESULT, UNREADABLE, Cells, EventFacts, Player, Printed, Report

FORM = "tdf"
RECORDS: Mapping[str, str] = {
    "012": "name", "022": "city", "032": "federation", "042": "start", "052": "end", "062": "players", "072": "rated",
    "082": "teams", "092": "type", "102": "chief arbiter", "112": "deputy arbiter", "122": "time control",
    "132": "days of rounds", "142": "points of results", "162": "rounds",
}  # fmt: skip
UNUSED = frozenset({"152", "172", "182", "192"})  # current round, tie-breaks, acceleration, program
FIELDS = (
    "number",
    "sex",
    "title",
    "name",
    "rating",
    "federation",
    "id",
    "national rating",
    "national number",
    "born",
    "points",
    "rank",
)
ARBITERS = ("chief arbiter", "deputy arbiter")
COUNTED = ("players", "rated")  # of which the checks compare the number that is printed
NOBODY = Printed("", "")
DAY, ROUND_DAY = "DD/MM/YYYY", "YYYY/MM/DD"
CELL = re.compile(r"(\d{1,4})\s+([wb-])(?:\s+(\S))?", re.ASCII | re.IGNORECASE)
GAMES = {"1": "1", "0": "0", "2": "=", "+": "+", "-": "-", "=": "D"}  # a result against an opponent
BYES = {"+": "F", "=": "H", "-": "Z"}  # a result against nobody
EMPTY = (0, NO_COLOUR, NO_RESULT)
UNREAD = (-1, NO_COLOUR, UNREADABLE)
USUAL = (10, 5)  # a win and a draw, in tenths


def read_tdf(data: bytes, notes: Notes, file: str, limits: Limits = LIMITS, encoding: str = "") -> Report:
    """The report that a tournament file of Vega holds."""
    text = decode(data, notes, limits, encoding)
    return nothing(file) if text is None else _report(text, notes, file, limits)


def _report(text: Text, notes: Notes, file: str, limits: Limits) -> Report:
    printed: list[Printed] = []
    rows: list[tuple[int, list[tuple[str, int]]]] = []
    for number, line in enumerate(text.lines, 1):
        din, value = line[:3], line[4:].strip()
        if din == "001":
            rows.append((number, _fields(line)))
        elif din in RECORDS:
            printed.append(Printed(RECORDS[din], value, number, len(line) - len(line[4:].lstrip()) + 1))
        elif line.strip() and din not in UNUSED and not notes.has("unknown-record"):
            notes.find("unmarked-line", number, 1, text=shown(line.strip()))
    if len(rows) > limits.players:
        notes.find("too-many-players", rows[limits.players][0], players=len(rows), limit=limits.players)
        rows = rows[: limits.players]
    players = tuple([_player(number, fields, notes) for number, fields in rows])
    cells = _cells(rows, players, notes, limits)
    facts, days = _event(printed, notes)
    win, draw = _points_of_results(printed, notes)
    announced = _first(printed, "rounds")
    report = Report(
        facts, players, cells, printed=tuple(printed), round_dates=days, rounds_announced=integer(announced.text),
        phantoms=phantoms(players), form=FORM, file=file,
        encoding=text.encoding,
        kept=national_records(facts.federation, players, [_national(fields) for _, fields in rows], notes),
    )  # fmt: skip
    if notes.has("too-many-players") or notes.has("too-many-rounds"):  # what was cut off cannot agree
        return report
    if (win, draw) == USUAL:
        check(report, notes)
        return report
    check(replace(report, players=tuple([player._replace(points=None) for player in players])), notes)
    _check_points(report, win, draw, notes)
    return report


def _fields(line: str) -> list[tuple[str, int]]:
    """The fields of a player's line, each with its column."""
    fields, column = [], 5
    for part in line[4:].split("|"):
        fields.append((part.strip(), column + len(part) - len(part.lstrip())))
        column += len(part) + 1
    return fields


def _player(line: int, fields: list[tuple[str, int]], notes: Notes) -> Player:
    if len(fields) < len(FIELDS):
        notes.find("misaligned-columns/bars", line, 1, fields=len(fields), needed=len(FIELDS))
    texts = {name: text for name, (text, _) in zip(FIELDS, fields, strict=False) if name}
    columns = {name: column for name, (_, column) in zip(FIELDS, fields, strict=False) if name}
    number = texts.get("number", "")
    if not integer(number) or len(number) > NUMBER_WIDTH:
        notes.find("unreadable-start-number", line, columns["number"], text=shown(number))
        texts["number"] = ""
    return person(texts, Places(line, columns), notes)


def _national(fields: list[tuple[str, int]]) -> National:
    """The national rating and number of a player's line."""
    texts = {name: text for name, (text, _) in zip(FIELDS, fields, strict=False)}
    return texts.get("national rating", ""), texts.get("national number", "")


def _cells(
    rows: list[tuple[int, list[tuple[str, int]]]], players: Sequence[Player], notes: Notes, limits: Limits
) -> Cells:
    """The rounds of every player."""
    rounds = max((len(fields) - len(FIELDS) for _, fields in rows), default=0)
    while rounds > 0 and not any(text for _, fields in rows for text, _ in fields[len(FIELDS) + rounds - 1 :]):
        rounds -= 1  # a bar at the end of each line
    if rounds > limits.rounds:
        line = next(line for line, fields in rows if len(fields) - len(FIELDS) > limits.rounds)
        notes.find("too-many-rounds", line, rounds=rounds, limit=limits.rounds)
        rounds = limits.rounds
    cells = Cells.empty(len(rows), max(rounds, 0))
    for row, (line, fields) in enumerate(rows):
        for turn, (text, column) in enumerate(fields[len(FIELDS) : len(FIELDS) + rounds]):
            cell = _cell(text)
            if cell is None:
                number = players[row].number
                if not notes.full("unreadable-result"):
                    notes.find(
                        "unreadable-result", line, column, number, turn + 1, printed=number, text=shown(text),
                        turn=turn + 1,
                    )  # fmt: skip
                cell = UNREAD
            cells.opponent[row, turn], cells.colour[row, turn], cells.result[row, turn] = cell
            cells.line[row, turn], cells.column[row, turn] = line, column
    return cells


def _cell(text: str) -> tuple[int, int, int] | None:
    """Opponent, colour and result of a round, as codes; None where it is none of them."""
    if not text:
        return EMPTY
    match = CELL.fullmatch(text)
    if match is None:
        return None
    opponent, colour, result = int(match[1]), match[2].lower(), match[3] or ""
    if result and result not in (GAMES if opponent else BYES):
        return None
    code = (GAMES if opponent else BYES).get(result, " ")
    return opponent, ord(colour if opponent else "-"), ord(code)


def _first(printed: Sequence[Printed], name: str) -> Printed:
    return next((value for value in printed if value.name == name and value.text), NOBODY)


def _event(printed: Sequence[Printed], notes: Notes) -> tuple[EventFacts, tuple[date | None, ...]]:
    """The facts of the event, and the days of its rounds."""
    turns = _first(printed, "days of rounds")
    texts = [text.strip() for text in turns.text.split(";")] if turns.text else []
    while texts and not texts[-1]:
        texts.pop()
    days = tuple([_day(turns._replace(text=text), ROUND_DAY, notes) for text in texts])
    facts = EventFacts(
        name=_first(printed, "name").text,
        federation=_first(printed, "federation").text,
        start=_day(_first(printed, "start"), DAY, notes),
        end=_day(_first(printed, "end"), DAY, notes),
        system=_first(printed, "type").text,
        time_control=_first(printed, "time control").text,
        arbiters=tuple([arbiter_in(value.text) for value in printed if value.name in ARBITERS and value.text]),
    )
    return facts, days


def _day(printed: Printed, style: str, notes: Notes) -> date | None:
    """The day in the style of the form; a text that is written otherwise is told."""
    if not printed.text:
        return None
    read = candidates(printed.text)
    day = read.get(style) or next(iter(read.values()) if len(set(read.values())) == 1 else iter(()), None)
    if day is None:
        notes.find("unreadable-date", printed.line, printed.column, text=shown(printed.text))
    return day


def _points_of_results(printed: Sequence[Printed], notes: Notes) -> tuple[int, int]:
    """What a win and a draw count, in tenths."""
    record = _first(printed, "points of results")
    values = [tenths(word) for word in record.text.split()[:2]]
    if not record.text:
        return USUAL
    if len(values) < 2 or None in values:
        notes.find("unreadable-number/record", record.line, record.column, din="142", text=shown(record.text))
        return USUAL
    return values[0] or 0, values[1] or 0


def _check_points(report: Report, win: int, draw: int, notes: Notes) -> None:
    """Compare each player's points with the sum of the results, as the event counts them."""
    table = worth(valued({"W": win, "D": draw, "P": win, "X": draw}))
    sums = np.add.reduce(table.take(report.cells.result), axis=1).tolist()
    for player, total in zip(report.players, sums, strict=True):
        if player.points not in (None, total):
            points, summed = (f"{value // 10}.{value % 10}" for value in (player.points or 0, total))
            place = player.line, player.column("points"), player.number
            notes.find("points", *place, who=f"{player.number} {shown(player.name)}", points=points, summed=summed)
