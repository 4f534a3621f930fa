"""Write a report as a strict TRF16 or TRF26 file.

In: a report. Out: bytes, and a finding for each thing that the form has no room for. Reading what was written gives the
same report; a file that was strict already comes back byte for byte. Lines the reader did not understand are written as
they stood, in their place; a player's line that says more than its fields hold is too. The number of rounds and the
initial colour have a record of their own in TRF26 and stand in the pairing programs' records in TRF16.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arpad.finding import Finding, UserError
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import print_birth, print_day
from arpad.intake.decode import suspect
from arpad.intake.digits import BLANK
from arpad.intake.persons import HIGHEST_NUMBER, is_federation
from arpad.intake.trf.days import whole_row
from arpad.intake.trf.event import PURE_COLOURS
from arpad.intake.trf.layout import (
    BODY_RECORDS,
    CELL_WIDTH,
    EVENT_RECORDS,
    FIRST_CELL,
    PLAYER_COLUMNS,
    TRF26_ONLY,
    Column,
)
from arpad.intake.trf.reader import normal
from arpad.model import NO_COLOUR, NO_RESULT, Cells, Player, Report, ReportLine, ReportLines
from arpad.plaintext import FORBIDDEN

FORMS = ("trf16", "trf26")
COMMENT = "###"
READ_OTHERWISE = frozenset({
    "duplicate-record", "missing-round", "phantom-player", "player-facts-differ", "unfinished-game-code",
})  # fmt: skip
"""What was read otherwise than it stood there, besides what `fix` changes and what the form has no room for."""
TRF16 = (BODY_RECORDS | EVENT_RECORDS.keys()) - TRF26_ONLY
ROUNDS = {"trf16": "XXR", "trf26": "142"}
COLOUR = {"trf16": "XXC", "trf26": "152"}


def write_trf(report: Report, form: str = "trf26", extensions: bool = True) -> tuple[bytes, tuple[Finding, ...]]:
    """The report as a file. Without `extensions` a TRF16 file leaves out the records that TRF16 does not know."""
    if form not in FORMS:
        raise UserError("trf/form", forms=FORMS, form=form)
    notes = Notes(report.file)
    lines = []
    players = zip(report.players, cells_texts(report.cells), strict=True)
    sent = report.sent if report.sent.texts else _drawn_up(report, notes)
    count = Counter(sent.dins)
    seen: set[str] = set()
    for number, (din, text) in enumerate(zip(sent.dins, sent.texts, strict=True), 1):
        if din == "001":
            player, cells = next(players, (None, ""))
            if player is not None:
                lines.append(player_line(player, cells, notes))
            continue
        record = ReportLine(din, text, number if report.sent.texts else 0)
        if form == "trf16" and not extensions and _foreign(record):
            if not notes.full("left-out"):
                notes.find("left-out/line", record.line, text=shown(record.text, 30))
        else:
            lines.append(_line(report, record, din not in seen, count, form))
        seen.add(din)
    text = report.newline.join(lines) + report.newline
    data = text.encode("utf-8", "replace")
    if suspect(data, "utf-8", len(report.newline) * len(lines)):
        data = FORBIDDEN.sub(" ", text).encode("utf-8", "replace")
    return data, notes.findings()


def with_corrections(data: bytes, newline: str, corrections: Sequence[str]) -> bytes:
    """A written TRF26 file with a comment behind its records for each thing that was corrected."""
    texts = [f"{COMMENT} Corrected: {seen(text)}{newline}" for text in corrections]
    return data + "".join(texts).encode("utf-8", "replace")


def _foreign(record: ReportLine) -> bool:
    """Whether TRF16 does not know a record; a line that is no record has no number."""
    return (record.din != "" and record.din not in TRF16) or record.text.startswith("#")


def player_line(player: Player, cells: str, notes: Notes) -> str:
    """One player's record, every field in its columns."""
    if player.verbatim:
        return player.verbatim
    return ((_fitting_head(player) or _head(player, notes)) + cells).rstrip()


def _fitting_head(player: Player) -> str:
    """The ten fields of a player at once; nothing where one of them needs a closer look, or more than its columns."""
    points = player.points
    head = (
        f"001 {player.number or '':>4} {player.sex:1}{player.title:>3} {player.name:33} {player.rating or '':>4} "
        f"{player.federation:3} {player.id or '':>11} {print_birth(player.born):10} "
        f"{'' if points is None else f'{points // 10}.{points % 10}':>4} {player.rank or '':>4}  "
    )
    fits = len(head) == FIRST_CELL - 1 and head.isprintable()
    return head if fits and (not player.federation or is_federation(player.federation)) else ""


def _head(player: Player, notes: Notes) -> str:
    """The ten fields of a player one by one; a name that does not fit is cut, others are left out; it is told."""
    line = [" "] * (FIRST_CELL - 1)
    line[0:3] = "001"
    for column in PLAYER_COLUMNS:
        text, place = field_text(player, column.name), (player.line, column.first, player.number)
        if not text.isprintable():
            notes.find("replaced-character", *place, field=column.name, text=shown(text), codes=unseen(text))
            text = seen(text)
        if column.name == "federation" and text and not is_federation(text):  # AUS is not Austria
            notes.find("left-out/federation", *place, text=shown(text))
            text = ""
        if len(text) > column.width:
            cut = column.name == "name"  # the front of a number is another number
            which, quoted, room = "cut-field" if cut else "left-out/field", shown(text), column.width
            notes.find(which, *place, field=column.name, text=quoted, letters=len(text), room=room)
            text = text if cut else ""
        line[column.first - 1 : column.last] = _fit(text, column)
    return "".join(line)


def field_text(player: Player, name: str) -> str:
    """A field as the form writes it; what is unknown is blank."""
    value = getattr(player, name)
    if name == "points":
        return (
            "" if value is None else f"{value // 10}.{value % 10}" if value < 1000 or value % 10 else f"{value // 10}"
        )
    if name == "born":
        return print_birth(value)
    return str(value) if value else ""


def unseen(text: str) -> tuple[str, ...]:
    """The characters of a text that nobody sees, such as a tab or a no-break space, by their names."""
    return tuple(f"U+{ord(letter):04X}" for letter in sorted({letter for letter in text if not letter.isprintable()}))


def seen(text: str) -> str:
    """A text with a blank for each character that nobody sees."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _fit(text: str, column: Column) -> str:
    cut = text[: column.width]
    return cut.rjust(column.width) if column.right else cut.ljust(column.width)


def cells_texts(cells: Cells) -> list[str]:
    """The rounds of each player, ten columns each."""
    players, rounds = cells.opponent.shape
    block = np.full((players, rounds, CELL_WIDTH), BLANK, np.uint8)
    numerals = _numerals(max(HIGHEST_NUMBER, int(cells.opponent.max(initial=0))))
    block[:, :, :4] = numerals.take(cells.opponent).view(np.uint8).reshape(players, rounds, 4)
    block[:, :, 5], block[:, :, 7] = cells.colour, cells.result
    block[(cells.opponent == 0) & (cells.result == NO_RESULT) & (cells.colour == NO_COLOUR)] = BLANK
    text, width = block.tobytes().decode("latin-1"), rounds * CELL_WIDTH
    return [text[row * width : (row + 1) * width] for row in range(players)]


@lru_cache(1)
def _numerals(highest: int) -> npt.NDArray[np.uint32]:
    """The numbers from 0 up as opponents are written, four characters each, and -1 at the end; 0 is nobody."""
    numerals = ["0000", *(f"{number:4}"[:4] for number in range(1, highest + 1)), "  -1"]
    return np.frombuffer("".join(numerals).encode(), np.uint32)


def _line(report: Report, record: ReportLine, first: bool, count: Counter[str], form: str) -> str:
    """Any other record: normal form where the reader understood it, otherwise as it stood."""
    din, text = record.din, normal(record.din, record.text)
    if din in ("042", "052") and first:
        day = report.facts.start if din == "042" else report.facts.end
        return f"{din} {print_day(day)}" if day else text
    if din == "132" and count[din] == 1:
        return _round_dates(report, record)
    if din in ROUNDS.values() and count["142"] + count["XXR"] == 1:
        return text if report.rounds_announced is None else f"{ROUNDS[form]} {report.rounds_announced}"
    pure = text[4:].strip() in PURE_COLOURS
    if din in COLOUR.values() and pure and count["152"] + count["XXC"] == 1:
        white = report.initial_colour == "w"
        return f"{COLOUR[form]} " + (("W" if white else "B") if form == "trf26" else "white1" if white else "black1")
    return text


def _round_dates(report: Report, record: ReportLine) -> str:
    """The row of round dates, where all of them were read."""
    if not whole_row(record, report.round_dates):
        return normal(record.din, record.text)
    head = record.text[: FIRST_CELL - 1].rstrip().ljust(FIRST_CELL - 1)
    return (head + _row_of(report.round_dates)).rstrip()


def _row_of(days: tuple[date | None, ...]) -> str:
    return "".join([(print_day(day)[2:] if day else "").ljust(CELL_WIDTH) for day in days])


def _drawn_up(report: Report, notes: Notes) -> ReportLines:
    """The records of a report that did not come as one: what is known, in the order of the format."""
    facts = report.facts
    city = report.as_printed("city")
    known: list[tuple[str, str]] = [
        ("012", facts.name),
        ("022", city.text if city else ""),
        ("032", facts.federation),
        ("042", print_day(facts.start) if facts.start else ""),
        ("052", print_day(facts.end) if facts.end else ""),
        ("062", str(len(report.players))),
        ("072", str(sum(1 for player in report.players if player.rating))),
        ("082", str(len(report.teams)) if report.teams else ""),
        ("092", facts.system),
        *(
            ("102" if index == 0 else "112", f"{arbiter.name} {arbiter.id or ''}".strip())
            for index, arbiter in enumerate(facts.arbiters)
        ),
        ("122", facts.time_control),
        ("142", str(report.rounds_announced) if report.rounds_announced else ""),
    ]
    for din, text in known:
        if not text.isprintable():
            notes.find("replaced-character/record", din=din, text=shown(text), codes=unseen(text))
    texts = [f"{din} {seen(text)}" for din, text in known if text]
    if any(report.round_dates):
        texts.append(f"{'132':<{FIRST_CELL - 1}}{_row_of(report.round_dates)}")
    texts += ["001"] * len(report.players)
    for team in report.teams:
        members = " ".join(f"{member:>4}" for member in team.members)
        texts.append(f"013 {team.name[:32]:<32}{members}")
    texts += report.kept
    return ReportLines(tuple(texts), tuple([text[:3] for text in texts]))
