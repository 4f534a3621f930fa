"""Read a kept report again: the bytes as they came, and of a long event the rounds of one part only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Finding, Misuse, Tier
from arpad.frozen import dataclass
from arpad.intake import read
from arpad.model import NO_COLOUR, NO_RESULT, Cells, Report
from arpad.office.book.findings import discreet
from arpad.office.store import schema


@dataclass(frozen=True)
class Rounds:
    """The rounds of a part of a long event."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.last:
            raise Misuse("rounds-expected", first=self.first, last=self.last)


@dataclass(frozen=True)
class Paper:
    """A report as it is examined, read once, and what its reading found."""

    report: Report
    findings: tuple[Finding, ...]


def paper(data: bytes, file: str, rounds: Rounds | None = None) -> Paper:
    """A report out of its bytes."""
    report, findings = read(data, file)
    return cut(Paper(report, discreet(findings)), rounds)


def must_be_readable(sent: Paper) -> None:
    """Refuse what holds no players, and say why."""
    if sent.report.players:
        return
    refusal = next((finding for finding in sent.findings if finding.tier == Tier.REFUSE), None)
    raise Misuse("report-unreadable", finding=refusal) if refusal else Misuse("report-without-players")


def kept(connection: Connection, seq: int, detail: Mapping[str, Any]) -> Paper:
    """A report of the book; `detail` is what was decided when it came."""
    row = connection.execute(select(schema.report.c.body, schema.report.c.file).where(schema.report.c.seq == seq)).one()
    rounds: Sequence[int] = detail.get("rounds") or ()
    return paper(bytes(row.body), row.file, Rounds(*rounds) if rounds else None)


def cut(whole: Paper, rounds: Rounds | None) -> Paper:
    """The rounds of one part: later ones are gone, earlier ones are blank, so that each keeps its number."""
    if rounds is None:
        return whole
    first, last, cells = rounds.first, rounds.last, whole.report.cells
    if last > cells.rounds:
        raise Misuse("rounds-not-there", file=whole.report.file, rounds=cells.rounds, last=last)
    columns = {
        name: getattr(cells, name)[:, :last].copy() for name in ("opponent", "colour", "result", "line", "column")
    }
    for name, blank in (("opponent", 0), ("colour", NO_COLOUR), ("result", NO_RESULT)):
        columns[name][:, : first - 1] = blank
    shorter = replace(whole.report, cells=Cells(**columns), round_dates=whole.report.round_dates[:last])
    inside = tuple(each for each in whole.findings if each.round is None or first <= each.round <= last)
    return Paper(shorter, inside)
