"""Files of pairing programs on their way: submitted to an office, checked on the site, with what is shown of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chess_results_made import upload
from office_made import at as on
from office_made import event, fresh, registered, sent
from site_made import demo_office, site
from starlette.testclient import TestClient
from swiss_manager_made import BYE, UNPAIRED, Event, Person, round_robin

from arpad.intake import read
from arpad.model import Report
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk

RESULTS = {"10": 1, "==": 2, "01": 3, "+-": 4, "-+": 5, "--": 6}
ALONE = {"U": (BYE, 9), "H": (UNPAIRED, 2), "F": (UNPAIRED, 1), "Z": (UNPAIRED, 3), " ": (UNPAIRED, 3)}


def as_saved(report: Report) -> Event:
    """The event of a report as a pairing program would have it."""
    people = [
        Person(*player.name.partition(", ")[::2], player.title, player.federation, player.id, player.rating, 0,
               player.born, int(player.sex == "w"))
        for player in report.players
    ]  # fmt: skip
    rounds = []
    for turn in range(report.cells.rounds):
        rows = []
        for row, player in enumerate(report.players):
            opponent, colour, result = (
                int(each[row, turn]) for each in (report.cells.opponent, report.cells.colour, report.cells.result)
            )
            if opponent and chr(colour) == "w":
                reply = chr(report.cells.result[opponent - 1, turn])
                rows.append((player.number, opponent, RESULTS[chr(result) + reply]))
            elif not opponent:
                rows.append((player.number, *ALONE[chr(result)]))
        rounds.append(rows)
    start, end = (day.year * 10000 + day.month * 100 + day.day for day in (report.facts.start, report.facts.end) if day)
    days = [day.year * 10000 + day.month * 100 + day.day for day in report.round_dates if day]
    made = Event(people, rounds, first_day=start, last_day=end, days=days)
    made.texts |= {0: report.facts.name, 14: report.facts.time_control, 20: report.facts.federation}
    return made


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return fresh("sqlite", tmp_path)


@pytest.mark.parametrize("form", ["TUNX", "xml"])
def test_a_file_of_a_program_is_submitted_like_a_report(desk: Desk, form: str) -> None:
    made = event("open-1")
    registered(desk, made)
    later = on(desk, max(desk.today(), made.today))
    saved = as_saved(read(made.text.encode())[0])
    data = saved.data() if form == "TUNX" else upload(saved).data()
    receipt = sent(later, data, f"open.{form}", SubmissionTerms("open-1"))
    assert receipt.status == "accepted"
    again = sent(later, made, "open.trf", SubmissionTerms("open-1"))
    assert (again.status, again.report) == ("exists", receipt.report)  # the same event in another dress


def test_a_damaged_file_is_refused_at_the_door(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    receipt = sent(desk, round_robin(4).data()[:3000], "open.TUNX", SubmissionTerms("open-1"))
    assert receipt.status == "refused"
    assert "The end mark is missing at byte 3,000" in str(receipt.problem)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with site(demo_office()) as (made, _):
        yield made


def test_the_site_checks_a_binary_file_and_shows_its_cross_table(client: TestClient) -> None:
    answer = client.post("/check", files={"file": ("open.TUNX", round_robin(5).data())})
    assert answer.status_code == 200
    assert "5 players, 5 rounds, 10 games" in answer.text
    assert "Compare this cross table" in answer.text
    assert "<td>5w1</td>" in answer.text
    assert "\x93" not in answer.text
    assert ".tunx" in answer.text  # what the page lets choose


def test_the_site_names_what_it_does_not_read_and_where_a_file_is_damaged(client: TestClient) -> None:
    for name, body, words in (
        ("open.papi", b"\x00\x01\x00\x00Standard Jet DB\x00", "a Papi database"),
        ("open.TUNX", round_robin(5).data()[:-30], "The end mark is missing at byte"),
        ("open.xml", b"<chessresults><x></chessresults>", "The XML ends here"),
    ):
        answer = client.post("/check", files={"file": (name, body)})
        assert answer.status_code == 200
        assert words in answer.text


def test_the_site_points_at_the_line_of_an_upload_file(client: TestClient) -> None:
    made = upload(round_robin(4))
    made.players[0]["title"] = "NM"
    answer = client.post("/check", files={"file": ("open.xml", made.data())})
    assert "has the title" in answer.text or "NM" in answer.text
    assert "&lt;player" in answer.text
