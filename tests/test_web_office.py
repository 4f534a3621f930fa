"""The site belongs to a federation: acts of the office set its name, contact, texts, colour and logo.

They stand on every page, and what is missing is told to the officer alone.
"""

from __future__ import annotations

import json
import shutil
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient
from typed import typed

from arpad.finding import UserError
from arpad.office import care
from arpad.office.care import OfficeChange, ProfileChange
from arpad.office.desk import open_office
from arpad.office.reading import Reader
from arpad.office.site_look import DARK_PAPER, LEAST_CONTRAST, colour_in_the_dark, contrast_of

COLOUR = "#1f4e79"
Site = tuple[TestClient, Reader, Path]


def png(side: int = 2) -> bytes:
    """A PNG picture of one colour."""
    rows = (b"\0" + b"\x1f\x4e\x79" * side) * side
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    parts = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Site]:
    office = tmp_path / "office.db"
    shutil.copy(demo_office(), office)
    with site(office) as (client, reader):
        yield client, reader, office


def change(office: Path, **values: Any) -> None:
    with open_office(str(office), "test") as desk:
        assert care.change_settings(desk, OfficeChange("for the site", profile=ProfileChange(**values))).changed


def test_every_page_names_the_office_in_title_header_and_footer_also_after_a_change(copy: Site) -> None:
    client, reader, office = copy
    for address in ("/", f"/lists/{SERIES}", "/docket", "/law", "/nowhere"):
        page = client.get(address).text
        assert "· Invented Chess Federation</title>" in page
        assert page.count("Invented Chess Federation") >= 3, address
        assert "ratings@example.org" in page
    change(office, name="Another Federation", short_name="AF")
    assert reader.refresh()
    page = client.get(f"/lists/{SERIES}").text
    assert "· AF</title>" in page
    assert "Another Federation · ratings@example.org" in page
    assert client.get("/api/v1/state").json()["office"] == "Another Federation"


def test_imprint_privacy_colour_and_logo_come_from_files_by_office_change(copy: Site, tmp_path: Path) -> None:
    client, reader, office = copy
    assert client.get("/office/logo.png").status_code == client.get("/office/colour.css").status_code == 404
    (tmp_path / "imprint.txt").write_text("A. Person\nThe Street\n\n<b>no markup</b>", encoding="utf-8")
    (tmp_path / "logo.png").write_bytes(png())
    files = ("--imprint", tmp_path / "imprint.txt", "--logo", tmp_path / "logo.png", "--colour", COLOUR)
    done = typed("office", "change", *files, "--why", "for the site", "--yes", "--db", office)
    assert done.code == 0, done.err
    shown = typed("office", "show", "--db", office).out
    assert "A. Person" in shown
    assert "does not say: privacy." in shown
    assert reader.refresh()
    page = client.get("/about").text
    assert "<p>A. Person<br>The Street</p><p>&lt;b&gt;no markup&lt;/b&gt;</p>" in page
    assert "privacy" not in page
    version = reader.profile.version
    for address, content in ((f"/office/logo.png?v={version}", png()), (f"/office/colour.css?v={version}", None)):
        assert address in page
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert content in (None, answer.content)
    assert COLOUR in client.get(f"/office/colour.css?v={version}").text
    typed("office", "change", "--logo", "", "--why", "no logo", "--yes", "--db", office)
    assert reader.refresh()
    assert client.get(f"/office/logo.png?v={version}").status_code == 404


def test_the_officer_is_told_what_the_site_lacks_and_the_public_is_not(copy: Site) -> None:
    client, _, office = copy
    assert "does not say: imprint, privacy." in typed("office", "show", "--db", office).out
    assert json.loads(typed("office", "show", "--json", "--db", office).out)["profile"]["imprint"] == ""
    assert "Imprint" not in client.get("/about").text


@pytest.mark.parametrize(("first", "second", "contrast"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48)])
def test_contrast_is_that_of_the_guidelines(first: str, second: str, contrast: float) -> None:
    assert contrast_of(first, second) == pytest.approx(contrast, abs=0.005)


@pytest.mark.parametrize("colour", ["#000000", COLOUR, "#8a3324", "#0000ff", "#006600"])
def test_a_colour_is_lightened_for_dark_screens_until_it_can_be_read(colour: str) -> None:
    ProfileChange(colour=colour)
    assert contrast_of(colour_in_the_dark(colour), DARK_PAPER) >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"colour": "blue"}, "office-change/colour"),
        ({"colour": "#ffcc00"}, "office-change/contrast"),
        ({"colour": "#777777"}, "office-change/contrast"),
        ({"logo": "PHN2Zz4="}, "office-change/logo"),
        ({"logo": "no base64"}, "office-change/logo"),
        ({"imprint": "x" * 4001}, "office-change/text"),
        ({"privacy": "turned \u202e round"}, "office-change/text"),
    ],
)
def test_what_cannot_be_shown_well_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as problem:
        ProfileChange(**values)
    assert problem.value.message == message
    assert problem.value.sentence
