"""Read a kept report again: the bytes as they came, and of a long event the rounds of one part only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Finding, Misuse
from arpad.intake import read
from arpad.model import NO_COLOUR, NO_RESULT, Cells, Report
from arpad.office.book.remarks import discreet
from arpad.office.store.schema import report

Rounds = tuple[int, int]
ROUNDS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


@dataclass(frozen=True)
class Paper:
    """A report as it is examined, and what its reading found."""

    report: Report
    findings: tuple[Finding, ...]


def rounds_of(text: str) -> Rounds | None:
    """Rounds as people write them: 4-6, or 4."""
    if not text:
        return None
    match = ROUNDS.fullmatch(text.strip())
    if not match or not 0 < int(match[1]) <= int(match[2] or match[1]):
        raise Misuse(f"--rounds {text}: expected the rounds of the part, as in 4-6")
    return int(match[1]), int(match[2] or match[1])


def paper(data: bytes, file: str, rounds: Rounds | None = None) -> Paper:
    """A report out of its bytes."""
    found, findings = read(data, file)
    return cut(Paper(found, discreet(findings)), rounds)


def kept(connection: Connection, seq: int, detail: Mapping[str, Any]) -> Paper:
    """A report of the book; `detail` is what was decided when it came."""
    row = connection.execute(select(report.c.body, report.c.file).where(report.c.seq == seq)).one()
    rounds: Sequence[int] = detail.get("rounds") or ()
    return paper(bytes(row.body), row.file, (rounds[0], rounds[1]) if rounds else None)


def cut(whole: Paper, rounds: Rounds | None) -> Paper:
    """The rounds of one part: later ones are gone, earlier ones are blank, so that each keeps its number."""
    if rounds is None:
        return whole
    first, last = rounds
    cells = whole.report.cells
    if last > cells.rounds:
        raise Misuse(f"{whole.report.file} has {cells.rounds} rounds; the part is said to have those up to {last}")
    columns = {
        name: getattr(cells, name)[:, :last].copy() for name in ("opponent", "colour", "result", "line", "column")
    }
    for name, blank in (("opponent", 0), ("colour", NO_COLOUR), ("result", NO_RESULT)):
        columns[name][:, : first - 1] = blank
    shorter = replace(whole.report, cells=Cells(**columns), round_dates=whole.report.round_dates[:last])
    inside = tuple(found for found in whole.findings if found.round is None or first <= found.round <= last)
    return Paper(shorter, inside)
