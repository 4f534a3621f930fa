"""What is sealed never changes: files of lists by their seal, and nothing is old that a write did not touch."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import care, claims, events, people, reading
from arpad.office.book.event_facts import NamedFacts
from arpad.office.cases.claims import NewClaim
from arpad.office.desk import open_office
from arpad.office.reading import PageRequest, Reader
from arpad.web import validity
from arpad.web.negotiation import part_of
from arpad.web.validity import Dependence, States

FORMS = ("csv", "json", "txt", "xml", "parquet")
Site = tuple[TestClient, Reader, Path]


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Site]:
    """A site whose office may be written to."""
    office = tmp_path / "office.db"
    shutil.copy(demo_office(), office)
    with site(office) as (client, reader):
        yield client, reader, office


def enter_something(office: Path) -> None:
    """An entry of the log that is about no player and no list."""
    with open_office(str(office), "test") as desk:
        settings = care.show_settings(desk)
        zone = "Europe/Kyiv" if settings.zone == "UTC" else "UTC"
        assert care.change_settings(desk, care.OfficeChange("a test", None, zone, None)).changed


def rename(office: Path, number: int) -> None:
    with open_office(str(office), "test") as desk:
        people.change_player(desk, people.PlayerChange(number, people.PlayerFacts(name="Renamed, Ann"), why="a test"))


def at_hand(client: Any) -> int:
    text = client.app.metrics.text()
    return int(re.search(r'arpad_cache_total\{answer="at hand"\} (\d+)', text)[1])  # type: ignore[index]


def test_a_file_with_the_seal_of_its_list_never_changes(copy: Site) -> None:
    client, reader, office = copy
    heads, player = reader.heads(SERIES), reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    addresses = [f"/lists/{SERIES}/{head.list_}.{form}?seal={head.seal}" for head in heads[:3] for form in FORMS]
    before = {address: client.get(address) for address in addresses}
    for answer in before.values():
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    rename(office, player.id)
    reader.refresh()  # unless the site has looked meanwhile
    asked = at_hand(client)
    for address, answer in before.items():
        assert client.get(address).content == answer.content
    assert at_hand(client) == asked + len(addresses)
    with site(office) as (anew, _):  # not only because it was at hand
        for address, answer in before.items():
            assert anew.get(address).content == answer.content
            assert anew.get(address).headers["etag"] == answer.headers["etag"]


def test_the_pages_lead_to_the_files_by_their_seal(copy: Site) -> None:
    client, reader, _ = copy
    head = reader.stamp.head(SERIES)
    links = re.findall(r'href="([^"]+\?seal=[^"]+)"', client.get(f"/lists/{SERIES}").text)
    assert f"/lists/{SERIES}/{head.list_}.csv?seal={head.seal}" in links
    assert {client.get(link).headers["cache-control"] for link in links} == {"public, max-age=31536000, immutable"}


def test_only_a_whole_list_under_its_own_seal_is_immutable(copy: Site) -> None:
    client, reader, _ = copy
    head, older = reader.heads(SERIES)[:2]
    address = f"/lists/{SERIES}/{head.list_}.csv"
    for query in ("", "?q=a", f"?q=a&seal={head.seal}"):
        answer = client.get(f"{address}{query}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=60"), query
    for seal in (older.seal, "x", head.seal.upper()):
        refused = client.get(f"{address}?seal={seal}")
        assert (refused.status_code, refused.headers["cache-control"]) == (404, "no-store"), seal
        assert head.seal in refused.json()["detail"]


def test_a_write_makes_nothing_old_that_it_did_not_touch(copy: Site) -> None:
    """Lists and searches stay at hand; a calculation and an event are worked out again and are the same bytes."""
    client, reader, office = copy
    row = next(row for row in reading.read_list_page(reader, PageRequest(SERIES)).rows if row.games)
    month = reader.stamp.head(SERIES).list_
    calculation = f"/players/{row.id}/{SERIES}/{month}"
    event = re.search(r'href="(/events/[^"/?#]+)', client.get(calculation).text)
    assert event is not None
    untouched = ["/", "/lists", f"/lists/{SERIES}", f"/lists/{SERIES}?q=a", f"/lists/{SERIES}.csv"]
    same = ["/players?q=a", calculation, f"{calculation}.json", event[1], f"{event[1]}.csv", f"/players/{row.id}"]
    etags = {path: client.get(path).headers["etag"] for path in (*untouched, *same)}
    enter_something(office)
    reader.refresh()  # unless the site has looked meanwhile
    asked = at_hand(client)
    for path, etag in etags.items():
        assert client.get(path, headers={"if-none-match": etag}).status_code == 304, path
    assert at_hand(client) == asked + len(untouched)
    state = client.get("/api/v1/state")
    rename(office, row.id)
    reader.refresh()  # unless the site has looked meanwhile
    assert "Renamed, Ann" in client.get("/players?q=Renamed").text
    for path in (f"/players/{row.id}", "/players?q=a" if "a" in row.name.lower() else f"/players/{row.id}"):
        assert client.get(path, headers={"if-none-match": etags[path]}).status_code == 200, path
    assert client.get("/api/v1/state").headers["etag"] != state.headers["etag"]


def test_a_report_on_its_way_makes_no_calculation_old(copy: Site) -> None:
    """Who registers an event, sends or admits a report works on a list to come; a claim is about a published one."""
    client, reader, office = copy
    row = next(row for row in reading.read_list_page(reader, PageRequest(SERIES)).rows if row.games)
    month = reader.stamp.head(SERIES).list_
    calculation = f"/players/{row.id}/{SERIES}/{month}"
    api = f"/api/v1/players/{row.id}"
    event = re.search(r'href="(/events/[^"/?#]+)', client.get(calculation).text)
    assert event is not None
    same = [calculation, f"{calculation}.json", f"{api}/history", f"{api}/events", f"{api}/games", event[1]]
    before = {path: client.get(path).content for path in same}
    docket = client.get("/docket").text
    with open_office(str(office), "test") as desk:
        days = {"start": date(2024, 10, 5), "end": date(2024, 10, 6)}
        facts = {"name": "A new event", "federation": "NOR", "series": SERIES, **days}
        events.register_event(desk, events.RegistrationRequest(NamedFacts.of(facts)))
    reader.refresh()  # unless the site has looked meanwhile
    asked = at_hand(client)
    for path, content in before.items():
        assert client.get(path).content == content, path
    assert at_hand(client) == asked + len(same)
    assert client.get("/docket").text != docket
    with open_office(str(office), "test") as desk:
        claims.file_claim(desk, NewClaim(row.id, "a test", "Somebody", series=SERIES))
    reader.refresh()  # unless the site has looked meanwhile
    assert "CLM-1" in client.get(calculation).text


def test_a_deadline_that_is_over_at_midnight_makes_a_page_old(monkeypatch: pytest.MonkeyPatch) -> None:
    days = iter((date(2026, 1, 1), date(2026, 1, 2)))
    stamp = SimpleNamespace(name="now", newest=(), people=0, decided=0)
    profile = SimpleNamespace(version="as founded")
    law = SimpleNamespace(files={})
    reader: Any = SimpleNamespace(stamp=stamp, law=law, profile=profile, today=lambda: next(days))
    monkeypatch.setattr(validity, "DAY_READ_EVERY", -1.0)
    states = States(reader)
    assert states[Dependence.OFFICE] == "now 2026-01-02"


# --- ranges -----------------------------------------------------------------------------------------------------------


def test_a_download_goes_on_where_it_stopped(copy: Site) -> None:
    client, reader, _ = copy
    head = reader.stamp.head(SERIES)
    address, plain = f"/lists/{SERIES}/{head.list_}.csv?seal={head.seal}", {"accept-encoding": "identity"}
    whole = client.get(address, headers=plain)
    assert whole.headers["accept-ranges"] == "bytes"
    rest = client.get(address, headers={**plain, "range": "bytes=100-", "if-range": whole.headers["etag"]})
    assert (rest.status_code, rest.content) == (206, whole.content[100:])
    assert rest.headers["content-range"] == f"bytes 100-{len(whole.content) - 1}/{len(whole.content)}"
    assert rest.headers["content-length"] == str(len(whole.content) - 100)
    other = client.get(address, headers={**plain, "range": "bytes=100-", "if-range": '"other"'})
    assert (other.status_code, other.content) == (200, whole.content)
    same = client.get(address, headers={**plain, "range": "bytes=0-", "if-none-match": whole.headers["etag"]})
    assert same.status_code == 304
    beyond = client.get(address, headers={**plain, "range": "bytes=99999999-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(whole.content)}")
    assert client.head(address, headers={**plain, "range": "bytes=0-9"}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "body"),
    [
        ("bytes=0-0", 206, b"0"), ("bytes=2-4", 206, b"234"), ("bytes=8-99", 206, b"89"), ("bytes=-3", 206, b"789"),
        ("bytes=-99", 206, b"0123456789"), ("bytes=-0", 416, b""), ("bytes=10-", 416, b""), ("bytes=4-2", 0, b""),
        ("bytes=-", 0, b""), ("bytes=0-1,3-4", 0, b""), ("lines=0-1", 0, b""), ("bytes=a-b", 0, b""),
    ],
)  # fmt: skip
def test_a_range_is_read_as_the_standard_says(asked: str, status: int, body: bytes) -> None:
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"10")]}
    part = part_of(start, b"0123456789", b'"e"', [(b"range", asked.encode())])
    assert (part[0]["status"], part[1]) == (status, body) if part else status == 0
