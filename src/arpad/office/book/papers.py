"""Parse reports: submitted or stored bytes, for a part of an event cut to its rounds."""

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
    """The first and last round of a part."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 0 < self.first <= self.last:
            raise Misuse("rounds-expected", first=self.first, last=self.last)


@dataclass(frozen=True)
class Paper:
    """A parsed report, and the findings of parsing it."""

    report: Report
    findings: tuple[Finding, ...]


def paper(data: bytes, file: str, rounds: Rounds | None = None) -> Paper:
    """Parse a report out of its bytes; with `rounds` only these are left."""
    report, findings = read(data, file)
    return cut(Paper(report, discreet(findings)), rounds)


def must_be_readable(parsed: Paper) -> None:
    """Refuse a report without players; the error has the finding that says why."""
    if parsed.report.players:
        return
    refusal = next((finding for finding in parsed.findings if finding.tier == Tier.REFUSE), None)
    raise Misuse("report-unreadable", finding=refusal) if refusal else Misuse("report-without-players")


def kept(connection: Connection, seq: int, detail: Mapping[str, Any]) -> Paper:
    """Parse a stored report; `detail` of the decision that it came has its rounds."""
    row = connection.execute(select(schema.report.c.body, schema.report.c.file).where(schema.report.c.seq == seq)).one()
    rounds: Sequence[int] = detail.get("rounds") or ()
    return paper(bytes(row.body), row.file, Rounds(*rounds) if rounds else None)


def cut(whole: Paper, rounds: Rounds | None) -> Paper:
    """A report with these rounds only: later ones are removed, earlier ones are blank, so that numbers stay."""
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
    findings = tuple(each for each in whole.findings if each.round is None or first <= each.round <= last)
    return Paper(shorter, findings)
