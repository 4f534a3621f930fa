"""A report whose dates have two meanings: the registered first day of the event settles them in an office."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from databases import KINDS
from office_made import admitted, at, event, fresh, registered

from arpad.office import reports
from arpad.office.proofs import VerifyRequest, verify_office
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
    """And the office proves what it stored of such a report as it does of one whose dates have one meaning."""
    made = event("cup")
    odd = replace(made, text=day_first(made.text))
    assert "042 03/11/2025" in odd.text
    problems = []
    for at_place, sent in (("plain", made), ("odd", odd)):
        (tmp_path / at_place).mkdir()
        desk = fresh(kind, tmp_path / at_place)
        registered(desk, made)
        later = at(desk, made.today)
        (receipt,) = reports.submit_reports(
            later, [ReportPackage("cup.trf", sent.text.encode())], SubmissionTerms("cup")
        )
        assert (receipt.status, receipt.verdict) == ("accepted", "ratable"), receipt
        assert "ambiguous-date" not in {finding.code for finding in receipt.findings}
        assert admitted(later, "cup").status == "admitted"
        problems.append(sorted(problem.message for problem in verify_office(later, VerifyRequest()).found))
    assert problems[0] == problems[1]  # of the lists that the fixture writes as rows
