"""Read the days of a report anew where somebody says which is the first: it settles what its dates leave open.

In: a report whose dates may be read in two ways, its findings, and the first day. Out: both without what is settled. A
first day that the report cannot mean settles nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from arpad.finding import Finding
from arpad.intake.dates import candidates
from arpad.intake.trf.layout import CELL_WIDTH, FIRST_CELL
from arpad.model import Printed, Report

AMBIGUOUS = "ambiguous-date"


def settled_by_start(
    report: Report, findings: Sequence[Finding], first: date | None
) -> tuple[Report, tuple[Finding, ...]]:
    """The report with its last day and the days of its rounds as the first day lets them be read, and what is left."""
    start = report.as_printed("start")
    if first is None or start is None or not any(finding.code == AMBIGUOUS for finding in findings):
        return report, tuple(findings)
    styles = {style for style, day in candidates(start.text).items() if day == first}
    if not styles:
        return report, tuple(findings)
    settled = {(start.line, start.column)}
    end, last = report.as_printed("end"), report.facts.end
    if end is not None and last is None:
        last = _only({day for style, day in candidates(end.text).items() if style in styles})
        settled |= {(end.line, end.column)} if last else set()
    days = list(report.round_dates)
    for turn, printed in _rounds(report):
        if turn < len(days) and days[turn] is None:
            days[turn] = _only({day for day in candidates(printed.text).values() if first <= day <= (last or first)})
            settled |= {(printed.line, printed.column)} if days[turn] else set()
    left = [
        finding for finding in findings
        if finding.code != AMBIGUOUS or (finding.place.line, finding.place.column) not in settled
    ]  # fmt: skip
    facts = replace(report.facts, start=first, end=last)
    return replace(report, facts=facts, round_dates=tuple(days)), tuple(left)


def _rounds(report: Report) -> list[tuple[int, Printed]]:
    """The dates of the rounds as printed, each with its round, counted from 0."""
    dates = [printed for printed in report.printed if printed.name == "round date"]
    return [((printed.column - FIRST_CELL) // CELL_WIDTH, printed) for printed in dates]


def _only(days: set[date]) -> date | None:
    """The one day that is left; None where there is none or several are."""
    return days.pop() if len(days) == 1 else None
