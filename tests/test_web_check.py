"""The checker: what a report is answered on the site, beside its lines; facts are asked for, and nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape

import pytest
from site_made import demo_office, site
from starlette.testclient import TestClient

from arpad.checking import Request, check_content
from arpad.intake import fix_trf
from arpad.office.reading import Reader

Site = tuple[TestClient, Reader]
FACTS = "registered = 2024-03-01\nhybrid = false\nlaws = true\nofficial = false\nnotation = true\n"


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


@pytest.fixture(scope="module")
def report() -> bytes:
    """A sound report of the federation's last month."""
    season = demo_office().parent / "season"
    month = sorted(path for path in season.iterdir() if path.is_dir())[-1]
    return sorted(month.glob("*swiss.trf"))[0].read_bytes()


def posted(client: TestClient, content: bytes, **fields: str) -> str:
    answer = client.post("/check", files={"file": ("open.trf", content)}, data=fields)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return unescape(answer.text)


def test_a_report_is_answered_as_the_library_answers_it(demo: Site, report: bytes) -> None:
    client, reader = demo
    html = posted(client, report, series="fide-standard", facts=FACTS)
    request = Request(reader.today(), {"series": "fide-standard", "registered": date(2024, 3, 1), "hybrid": False})
    library = check_content(report, "open.trf", request).checked()
    assert f"/law/{library.edition}" in html
    program = client.post("/api/v1/check?series=fide-standard&name=open.trf", content=report).json()
    assert program["edition"] == library.edition
    assert program["ratings"] == "list"
    assert {finding["code"] for finding in program["findings"]} >= {"laws-of-chess", "registered-event"}


def test_a_finding_stands_beside_its_line(demo: Site, report: bytes) -> None:
    lines = report.decode().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("001"))
    lines[at] = lines[at].replace(" m ", " q ", 1) if " m " in lines[at] else lines[at].replace(" w ", " q ", 1)
    html = posted(demo[0], "\n".join(lines).encode(), series="fide-standard")
    shown = re.findall(r'<pre><span class="quiet">(\d+)</span>', html)
    assert str(at + 1) in shown


def test_a_question_is_answered_without_choosing_the_file_again(demo: Site, report: bytes) -> None:
    client, _ = demo
    first = posted(client, report, series="fide-standard")
    assert 'name="fact.hybrid"' in first
    kept = re.search(r'name="kept" value="([^"]+)"', first)
    assert kept
    answers = {"kept": kept[1], "name": "open.trf", "series": "fide-standard", "fact.hybrid": "no", "fact.laws": "yes"}
    answer = client.post("/check", data=answers)
    again = unescape(answer.text)
    assert answer.status_code == 200
    assert "whether the event was hybrid" not in again
    assert "whether the Laws of Chess" not in again


def test_a_corrected_file_is_offered(demo: Site, report: bytes) -> None:
    lenient = report.replace(b"\n", b"\r\n", 5)
    html = posted(demo[0], lenient, series="fide-standard")
    _, changes, _ = fix_trf(lenient, "open.trf")
    assert bool(changes) == ("Download the corrected file" in html)
    assert changes


@pytest.mark.parametrize("content", [b"", b"   \n"])
def test_nothing_to_check_is_said(demo: Site, content: bytes) -> None:
    answer = demo[0].post("/check", files={"file": ("open.trf", content)})
    assert answer.status_code == 422
    assert 'id="wrong-file"' in answer.text


@pytest.mark.parametrize("content", [b"rubbish", b"\x00\xff" * 1000, b"PK\x03\x04 no workbook", b"001 1"])
def test_whatever_is_sent_gets_an_answer(demo: Site, content: bytes) -> None:
    assert 'id="verdict"' in posted(demo[0], content)


def test_wrong_facts_are_told_beside_their_field(demo: Site, report: bytes) -> None:
    answer = demo[0].post("/check", files={"file": ("open.trf", report)}, data={"facts": "colour = 'red'"})
    assert answer.status_code == 422
    assert 'id="wrong-facts"' in answer.text
    assert demo[0].post("/api/v1/check?facts=%5B", content=report).status_code == 422
