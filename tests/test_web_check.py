"""The checker in public: what is dropped is answered and forgotten, and nobody learns a birthday by guessing."""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from browser import PHONE, WIDE, looking, photograph
from playwright.sync_api import expect
from site_made import demo_office, site
from sqlalchemy import select
from starlette.testclient import TestClient
from test_web_care import HEAD, raw, running

from arpad.days import Day
from arpad.office.desk import open_office
from arpad.office.store import schema
from arpad.web.limits import LimitSettings

WRONG = b"1901/02/03"
BIRTH = re.compile(rb"(?<!\d)((19|20)\d\d[/.-]\d\d[/.-]\d\d|\d\d[/.-]\d\d[/.-](19|20)\d\d|(19|20)\d{6})(?!\d)")
DAY_OF_EVENT = re.compile(rb"(?m)^(042|052) (\d{4})/(\d\d)/(\d\d)")


def sent_reports() -> list[Path]:
    """The reports of the demo federation, as arbiters sent them."""
    return sorted((demo_office().parent / "season").glob("*/*.trf"))


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with site(demo_office()) as (made, _):
        yield made


def checked(client: TestClient, body: bytes, name: str = "open.trf") -> str:
    answer = client.post("/check", files={"file": (name, body)})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def with_wrong_births(body: bytes) -> bytes:
    """Every player with a birth date that is nobody's, however the report writes it."""
    lines = body.split(b"\n")
    return b"\n".join(BIRTH.sub(WRONG, line) if line.startswith(b"001 ") else line for line in lines)


def test_a_day_that_no_edition_covers_is_answered_with_what_was_read(client: TestClient) -> None:
    body = DAY_OF_EVENT.sub(rb"\1 1999/\3/\4", sent_reports()[0].read_bytes())
    text = checked(client, body)
    assert "no edition of" in text
    assert "covers 1999-" in text


def test_no_birthday_of_the_registry_is_drawn_out_by_a_wrong_one(client: TestClient) -> None:
    with open_office(str(demo_office()), "test") as desk, desk.reading() as connection:
        born = [Day(day) for day in connection.execute(select(schema.birth.c.born)).scalars() if Day(day).whole]
    days = {str(day) for day in born} | {str(day).replace("-", "/") for day in born} | {f"{day:d}" for day in born}
    wanted = re.compile("|".join(sorted(days)))
    tried = 0
    for path in sent_reports()[:12]:
        asked = with_wrong_births(path.read_bytes())
        if wanted.search(asked.decode("utf-8", "replace")):
            continue  # whoever asks knows it already
        page, api = checked(client, asked, path.name), client.post("/api/v1/check", content=asked)
        assert not wanted.search(page), path.name
        assert not wanted.search(api.text), path.name
        tried += WRONG.decode() in asked.decode("utf-8", "replace")
    assert tried >= 5


def test_nothing_of_what_was_checked_is_stored(client: TestClient) -> None:
    office = demo_office()
    before = hashlib.sha256(office.read_bytes()).hexdigest()
    for path in sent_reports()[:5]:
        checked(client, path.read_bytes(), path.name)
    assert hashlib.sha256(office.read_bytes()).hexdigest() == before


@pytest.mark.parametrize(
    "body", [b"", b"\x00" * 500, b"001", b"\xff\xfe", b"PK\x03\x04broken", b"[Event \"<script>\"]\n\n1. e4 *\n" * 3,
             b"001    1 m    <script>alert(1)</script>           2000 ITA"],
    ids=["empty", "zeros", "short", "mark", "zip", "pgn", "markup"],
)  # fmt: skip
def test_nonsense_is_answered(client: TestClient, body: bytes) -> None:
    answer = client.post("/check", files={"file": ("<b>x</b>.trf", body)})
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.text
    assert "<b>x</b>" not in answer.text
    assert client.post("/api/v1/check", content=body).status_code in (200, 422)


def test_a_report_that_is_too_large_or_too_slow_is_refused() -> None:
    head = HEAD.replace(b"/players", b"/api/v1/check")
    with running(LimitSettings(body=50_000, slowest_body=0.5)) as port:
        assert raw(port, head + b"content-length: 999999999\r\n\r\n").startswith(b"HTTP/1.1 413")
        piece = b"fa0\r\n" + b"x" * 4000 + b"\r\n"
        assert raw(port, head + b"transfer-encoding: chunked\r\n\r\n", *[piece] * 20).startswith(b"HTTP/1.1 413")
        slow = raw(port, head + b"content-length: 100\r\n\r\n", b"x", b"x", b"x", pause=0.4)
        assert slow.startswith(b"HTTP/1.1 408")


def swiss_report() -> bytes:
    return next(path for path in sent_reports() if "swiss" in path.name).read_bytes()


def plain(page: str) -> str:
    return re.sub(r"<[^>]+>", "", page)


def corrected(page: str) -> tuple[bytes, list[str]]:
    """The corrected file of a page, and the changes that it lists."""
    file = re.search(r"base64,([^\"]+)", page)
    assert file is not None
    return b64decode(file[1]), [unescape(each) for each in re.findall(r"<li><code>(.*?)</code>", page)]


def test_the_verdict_stands_on_top_and_every_question_once(client: TestClient) -> None:
    page = checked(client, b"\n".join(line for line in swiss_report().split(b"\n") if not line.startswith(b"122")))
    assert page.index('id="verdict"') < page.index('<form class="check"')
    questions = re.findall(r'<label for="fact\.[a-z_]+">(.*?)</label>', page)
    assert "The time control is not known." in questions
    before_letter = page[: page.index('class="letter"')]
    assert [question for question in questions if before_letter.count(question) != 1] == []


def test_the_cell_is_marked_in_its_line(client: TestClient) -> None:
    body = swiss_report().decode()
    line = next(line for line in body.splitlines() if line.startswith("001") and line[91:95].strip().isdigit())
    page = checked(client, body.replace(line, f"{line[:91]}  99{line[95:]}").encode())
    (marked,) = [each for each in re.findall(r"<pre>(.*?)</pre>", page) if "<mark>99</mark>" in each]
    assert unescape(plain(marked)).split(" ", 1)[1].strip() == f"{line[:91]}  99{line[95:]}".strip()
    assert "<mark>001" not in page


def test_a_file_that_was_cut_off_says_so_first(client: TestClient) -> None:
    body = swiss_report()
    cut = body[: body.index(b"001   12 ")]
    page = checked(client, cut)
    whole = plain(page[page.index("About the report as a whole") :])
    assert whole.index("So a part of the file is missing, perhaps behind its last line") < 200
    assert "not there" not in plain(checked(client, body))


def test_the_corrected_file_answers_what_the_officer_would_ask(client: TestClient) -> None:
    lines = [line for line in swiss_report().split(b"\r\n") if not line.startswith(b"122")]
    at = next(at for at, line in enumerate(lines) if line.startswith(b"001    3"))
    right = lines[at]
    lines[at] = right[:57] + b" " * 11 + right[68:]
    body = b"\r\n".join(lines)
    answer = client.post("/check", files={"file": ("a.trf", body)}, data={"fact.time_control": "90+30"})
    file, changes = corrected(answer.text)
    wanted = [*lines[:at], right, *lines[at + 1 :]]
    first = next(place for place, line in enumerate(lines) if line.startswith(b"001"))
    assert file.split(b"\r\n") == [*wanted[:first], b"122 90+30", *wanted[first:]]
    assert changes == [
        f"{at + 1}:58 missing-id: “” -> “{right[57:68].decode().strip()}”",
        f"{first + 1}:5 122: “” -> “90+30”",
    ]
    again = client.post("/check", files={"file": ("a.trf", file)})
    assert "has no FIDE number" not in again.text
    assert "base64" not in again.text


@pytest.mark.parametrize(("place", "text"), [((69, 73), b"1902"), ((14, 24), b"Nobodyhere"), ((69, 79), b" " * 10)])
def test_a_number_is_written_in_only_where_one_player_has_name_and_year(
    client: TestClient, place: tuple[int, int], text: bytes
) -> None:
    lines = swiss_report().split(b"\r\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(b"001    3"))
    lines[at] = lines[at][:57] + b" " * 11 + lines[at][68:]
    lines[at] = lines[at][: place[0]] + text + lines[at][place[1] :]
    page = checked(client, b"\r\n".join(lines))
    assert "missing-id:" not in page
    assert "has no FIDE number" in page


@pytest.mark.browser
@pytest.mark.parametrize("way", ["script", "no-script", "phone"])
def test_an_arbiter_checks_a_report_and_mends_it(way: str, tmp_path: Path) -> None:
    """Dates are written another way: what was found stands beside its line, and the mended file is the right one."""
    size, script = (PHONE if way == "phone" else WIDE), way != "no-script"
    source = next(path for path in sent_reports() if "swiss" in path.name and DAY_OF_EVENT.search(path.read_bytes()))
    odd, again = tmp_path / source.name, tmp_path / "mended.trf"
    odd.write_bytes(DAY_OF_EVENT.sub(rb"\1 \4.\3.\2", source.read_bytes()))
    with looking(size, script=script, accept_downloads=True) as (page, wrong):
        page.goto("/check")
        page.locator("input[type=file]").set_input_files(odd)
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator("#verdict")).to_be_visible()
        expect(page.locator("ol.lines")).to_contain_text(".2024")
        photograph(page, f"journey-check-{way}")
        mended = page.locator("a.download")
        assert mended.count() == 1, "there is something to mend"
        with page.expect_download() as waiting:
            mended.click()
        again.write_bytes(waiting.value.path().read_bytes())
        assert again.read_bytes() == source.read_bytes()
        page.goto("/check")
        page.locator("input[type=file]").set_input_files(again)
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.locator("#verdict")).to_be_visible()
        assert page.locator("a.download").count() == 0, "nothing is left to mend"
        assert wrong == []
