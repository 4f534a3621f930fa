"""Each federation names a rating officer: dated, shown, and missed where a report comes and there is none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import at, codes, event, fresh, registered, sent
from test_cli_report import Office

from arpad.days import Day
from arpad.finding import UserError
from arpad.office import people, reports
from arpad.office.desk import Desk


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


def test_9_3_a_federation_without_a_rating_officer_is_told_and_one_that_is_not_kept_is_not(desk: Desk) -> None:
    """2024 9.3 (2009 and rapid/blitz the same): on the day of the report, the first and the last day included."""
    made = event("open-1")
    registered(desk, made)
    days = [date(2025, 11, 9), date(2025, 11, 10), date(2025, 11, 11)]

    def told(day: date) -> list[str]:
        """What the report is told that comes on a day; it is not kept."""
        return codes(sent(at(desk, day, dry=True), made, terms=reports.SubmissionTerms("open-1")).findings)

    assert told(days[0]) == []  # the office keeps no federations
    people.add_federation(desk, people.NewFederation("ukr", "Ukraine"))
    assert told(days[0]) == ["rating-officer"]
    people.name_rating_officer(desk, people.NewOfficer("ukr", "O. Officer", Day(20251110), Day(20251110)))
    assert [told(day) for day in days] == [["rating-officer"], [], ["rating-officer"]]


def test_an_officer_takes_the_place_of_another_and_may_be_taken_back(desk: Desk) -> None:
    """9.3: who it is when; nobody from a day on; a federation that is not kept has none."""
    people.add_federation(desk, people.NewFederation("UKR", "Ukraine"))
    first = people.NewOfficer("UKR", "O. Officer", Day(20240101))
    assert [people.name_rating_officer(desk, first).entered for _ in range(2)] == [1, 0]
    people.name_rating_officer(desk, people.NewOfficer("UKR", "N. Next", Day(20250301)))
    people.name_rating_officer(desk, people.NewOfficer("UKR", "", Day(20250701), why="resigned"))
    (ukraine,) = people.list_federations(desk, people.FederationQuery("UKR"))
    assert [(each.name, each.since, each.until) for each in ukraine.officers] == [
        ("O. Officer", 20240101, 20250228),
        ("N. Next", 20250301, 20250630),
    ]
    (then,) = people.list_federations(desk, people.FederationQuery("UKR", Day(20250228)))
    assert [each.name for each in then.officers] == ["O. Officer"]
    with pytest.raises(UserError, match="AAA"):
        people.name_rating_officer(desk, people.NewOfficer("AAA", "O. Officer"))
    with pytest.raises(UserError):
        people.name_rating_officer(desk, people.NewOfficer("UKR", "O. Officer", Day(20250301), Day(20250201)))


def test_officers_on_the_command_line(tmp_path: Path) -> None:
    """9.3 through `federation officer` and `federation show`."""
    office = Office("sqlite", tmp_path)
    office("federation", "add", "UKR", "--name", "Ukraine")
    assert "none is named" in office("federation", "show", "UKR")
    office("federation", "officer", "UKR", "--name", "O. Officer", "--since", "2024-03-01")
    assert "O. Officer" in office("federation", "show", "UKR")
    (shown,) = office.json("federation", "show", "UKR")
    assert shown["officers"] == [{"name": "O. Officer", "since": "2024-03-01", "until": None}]
