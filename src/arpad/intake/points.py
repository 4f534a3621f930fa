"""Decide whether the printed points follow from the results.

Points are standings, not ratings: a difference refuses nothing. But it is the arbiter's cheapest proof that no line was
mangled, so it is told, with what would explain it: rounds without a code were half-point byes in older reports, and a
record of abnormal points says of itself that the sum is not the points.

The event's own scoring is used where the report gives it (records 162, XXS, BB?). Points are tenths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from arpad.intake.codes import Notes, shown
from arpad.intake.crosstable import NO_DOUBTS, Doubts
from arpad.intake.trf.fields import tenths
from arpad.intake.trf.layout import LINKS
from arpad.intake.trf.links import linked
from arpad.model import NO_RESULT, UNREADABLE, Report, ReportLine

DEFAULT = {"W": 10, "D": 5, "L": 0, "A": 0, "P": 10, "X": 5}
USES = {  # which value of the scoring each result code takes
    "1": "W", "=": "D", "0": "L", "+": "FW", "-": "FL", "W": "W", "D": "D", "L": "L", "F": "FPB", "H": "HPB", "U": "P",
    "Z": "A", " ": "A",
}  # fmt: skip
SYMBOLS = {symbol: symbol for symbol in DEFAULT} | {"Z": "A"}  # Z was written for A by pairing programs
AS = {"P": "W", "FW": "W", "FL": "A", "FPB": "W", "HPB": "D"}  # what is worth as much, where nothing else is said
BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "FL", "BBU": "P"}
JAVAFO = {
    "W": "W", "D": "D", "WW": "W", "BW": "W", "WD": "D", "BD": "D", "WL": "L", "BL": "L", "PAB": "P", "ZPB": "A",
    "FW": "FW", "FL": "FL", "FPB": "FPB", "HPB": "HPB",
}  # fmt: skip


TELLING = frozenset({"162", "XXS", "299", *BBP})  # the records that say what points are


def scoring(records: Iterable[ReportLine]) -> Mapping[str, int]:
    """The value of a win, a draw ... in this event, in tenths."""
    given: dict[str, int] = {}
    for record in records:
        if record.din == "162":
            for first in range(5, len(record.text), 9):
                symbol, value = record.text[first : first + 1], tenths(record.text[first + 1 : first + 5].strip())
                if value is not None and symbol in SYMBOLS:
                    given[SYMBOLS[symbol]] = value
        elif record.din == "XXS":
            for word in record.text[4:].split():
                name, _, text = word.partition("=")
                value = tenths(text)
                if name in JAVAFO and value is not None:
                    given[JAVAFO[name]] = value
        elif record.din in BBP:
            value = tenths(record.text[4:].strip())
            if value is not None:
                given[BBP[record.din]] = value
    return valued(given)


def valued(given: Mapping[str, int]) -> Mapping[str, int]:
    """The value of everything that counts points, by the values that an event gives."""
    values = DEFAULT | dict(given)
    return values | {name: values[other] for name, other in AS.items() if name not in given}


def worth(values: Mapping[str, int]) -> npt.NDArray[np.int32]:
    """For each result code its value in a scoring."""
    table = np.zeros(256, np.int32)
    for code, use in USES.items():
        table[ord(code)] = values[use]
    return table


USUAL = scoring(())
USUALLY = worth(USUAL)


def check_points(report: Report, notes: Notes, doubts: Doubts = NO_DOUBTS) -> None:
    """Compare each player's points with the sum of his results, where the results themselves are not in doubt."""
    records = [] if TELLING.isdisjoint(report.sent.dins) else report.sent.of(TELLING)
    values = scoring(records) if records else USUAL
    table = worth(values) if records else USUALLY
    sums = np.add.reduce(table.take(report.cells.result), axis=1).tolist()
    uneven = _uneven(report, doubts, sums, values, notes) if doubts.uneven else set()
    if sums == [player.points for player in report.players]:
        return
    blank = ((report.cells.result == NO_RESULT) & (report.cells.opponent == 0)).sum(axis=1)
    excused = {number for record in records if record.din == "299" for number in linked(record.text, LINKS["299"])[0]}
    if report.teams and excused:
        excused |= {member for team in report.teams if team.number in excused for member in team.members}
    slipped = notes.lines("misaligned-columns")
    unreadable = UNREADABLE in report.cells.result.tobytes()
    for row, player in [(row, player) for row, player in enumerate(report.players) if player.points != sums[row]]:
        if player.points is None or player.number in excused or row in doubts.rows or row in uneven:
            continue
        if player.line in slipped or (unreadable and (report.cells.result[row] == UNREADABLE).any()):  # told already
            continue
        more = player.points - sums[row]
        who = f"{player.number} {shown(player.name)}".rstrip()
        points, summed = (f"{value // 10}.{value % 10}" for value in (player.points, sums[row]))
        place = player.line, player.column("points"), player.number
        rounds = int(blank[row])
        byes, rest = divmod(more, values["D"]) if values["D"] else (0, 1)
        if more > 0 and not rest and 0 < byes <= 2 * rounds:
            notes.find("unprinted-bye", *place, who=who, points=points, summed=summed, rounds=rounds)
        else:
            notes.find("points", *place, who=who, points=points, summed=summed)


def _uneven(report: Report, doubts: Doubts, sums: list[int], values: Mapping[str, int], notes: Notes) -> set[int]:
    """Ask about each half point against a loss, with what the printed points say. The rows whose points are told."""
    with_finding: set[int] = set()
    players = report.players
    for half, lost, turn in doubts.uneven:
        more = {row: _beyond(players[row].points, sums[row]) for row in (half, lost)}
        readings = {"drawn": (0, values["D"] - values["L"]), "won": (values["W"] - values["D"], 0)}
        fits = [which for which, beyond in readings.items() if (more[half], more[lost]) == beyond]
        with_finding |= {row for row in (half, lost) if more[row]}
        number, cells = turn + 1, report.cells
        place = int(cells.line[half, turn]), int(cells.column[half, turn]), players[half].number, number
        who, other = (f"{players[row].number} {shown(players[row].name)}".rstrip() for row in (half, lost))
        which = (
            f"uneven-result/{fits[0]}" if fits else "uneven-result/points" if any(more.values()) else "uneven-result"
        )
        notes.find(which, *place, who=who, other=other, other_line=players[lost].line, turn=number)
    return with_finding


def _beyond(points: int | None, sum_: int) -> int:
    """What the printed points have beyond the sum of the results; nothing where none are printed."""
    return 0 if points is None else points - sum_
