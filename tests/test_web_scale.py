"""The page of the scale and its numbers for programs: what `arpad scale` says, measured once for a list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from html_read import PageRead
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient
from typed import typed

from arpad.monitor.scale import Scale, measure_scale
from arpad.office.reading import Reader

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as opened:
        yield opened


def test_the_api_says_what_the_command_line_says(demo: Site) -> None:
    client, reader = demo
    whole = json.loads(typed("scale", "--db", demo_office(), "--json").out)
    assert client.get(f"/api/v1/scale/{SERIES}/newest").json() == whole
    for head in desk_heads(reader)[1:3]:
        earlier = json.loads(typed("scale", "--db", demo_office(), "--list", head, "--json").out)
        assert client.get(f"/api/v1/scale/{SERIES}/{head}").json() == earlier  # with what is known of the lists


def desk_heads(reader: Reader) -> list[str]:
    return [str(head.list_) for head in reader.heads(SERIES)]


def test_the_page_has_a_chart_and_the_numbers_of_each_measure(demo: Site) -> None:
    client, _ = demo
    whole = client.get(f"/api/v1/scale/{SERIES}/newest").json()
    text = client.get("/scale").text
    page = PageRead(text)
    assert {"calibration", "cohorts", "over-time", "inflow", "islands", "activity"} <= set(page.ids)
    assert text.count('role="img"') >= 5
    for band in whole["calibration"]["bands"]:
        if band["games"]:
            assert f'<td class="n">{band["games"]}</td><td class="n">{band["counted"]:.3f}</td>' in text
    assert f"/api/v1/scale/{SERIES}/{whole['list']}" in page.links
    assert ("noise" in text) == any(
        band["beyond"]["n"] >= 30 and not band["verdict"] for band in whole["calibration"]["bands"]
    )


def test_it_is_linked_from_every_page_and_from_its_list(demo: Site) -> None:
    client, reader = demo
    assert "/scale" in PageRead(client.get("/").text).links
    newest = desk_heads(reader)[0]
    assert f"/scale/{SERIES}/{newest}" in PageRead(client.get(f"/lists/{SERIES}").text).links


def test_what_is_not_there_is_not_found(demo: Site) -> None:
    client, _ = demo
    for address in (
        "/scale/chess960",
        f"/scale/{SERIES}/1999-01",
        f"/scale/{SERIES}/soon",
        "/api/v1/scale/chess960/newest",
    ):
        assert client.get(address).status_code == 404, address
    assert client.get(f"/scale?series={SERIES}&month=soon").status_code == 404
    chosen = client.get(f"/scale?series={SERIES}&month=2024-05")
    assert (chosen.status_code, chosen.headers["location"]) == (303, f"/scale/{SERIES}/2024-05")


def test_a_list_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def counting(*given: Any, **named: Any) -> Scale:
        measured.append(1)
        return measure_scale(*given, **named)

    monkeypatch.setattr("arpad.office.scale.measured", counting)
    with site(demo_office()) as (client, reader):
        for address in ("/scale", f"/scale/{SERIES}", f"/api/v1/scale/{SERIES}/newest", "/scale?x=1"):
            assert client.get(address).status_code == 200
        assert len(measured) == 1
        earlier = desk_heads(reader)[2]
        for address in (f"/scale/{SERIES}/{earlier}", f"/api/v1/scale/{SERIES}/{earlier}"):
            assert client.get(address).status_code == 200
        assert len(measured) == 2
