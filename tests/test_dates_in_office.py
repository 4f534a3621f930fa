"""A report whose dates have two meanings: the registered first day of the event settles them in an office."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from databases import KINDS
from office_made import admitted, at, event, fresh, registered

from arpad.office import reports
from arpad.office.reports import ReportPackage, SubmissionTerms


def day_first(text: str) -> str:
    """The report of a scene with the day before the month: 3 November is written as 11 March would be."""
    lines = []
    for line in text.split("\r\n"):
        if line.startswith(("042 ", "052 ")):
            year, month, day = line[4:].split("/")
            line = f"{line[:4]}{day}/{month}/{year}"
        elif line.startswith("132"):
            days = [line[first : first + 8] for first in range(91, len(line), 10)]
            line = "132".ljust(91) + "  ".join("/".join(reversed(day.split("/"))) for day in days)
        lines.append(line)
    return "\r\n".join(lines)


@pytest.mark.parametrize("kind", KINDS)
def test_the_registered_first_day_settles_the_dates_of_a_report(kind: str, tmp_path: Path) -> None:
    """The report is taken in and admitted like the one whose dates have one meaning."""
    made = event("cup")
    odd = replace(made, text=day_first(made.text))
    assert "042 03/11/2025" in odd.text
    answers = []
    for place, sent in (("plain", made), ("odd", odd)):
        (tmp_path / place).mkdir()
        desk = fresh(kind, tmp_path / place)
        registered(desk, made)
        later = at(desk, made.today)
        package = ReportPackage("cup.trf", sent.text.encode())
        (receipt,) = reports.submit_reports(later, [package], SubmissionTerms("cup"))
        outcome = admitted(later, "cup")
        codes = {finding.code for finding in outcome.findings} - {"date-style"}
        answers.append((receipt.status, receipt.verdict, receipt.list_, outcome.status, outcome.excluded, codes))
    assert answers[0] == answers[1]
    assert answers[0][:2] == ("accepted", "ratable")
    assert answers[0][3] == "admitted"
