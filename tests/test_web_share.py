"""The picture that a link shows where it is shared: of its list, drawn once, named only by a site that has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from site_made import OPEN, SERIES, demo_office
from site_pages import newest
from starlette.testclient import TestClient

from arpad.office.reading import Reader, list_heads, open_reading
from arpad.web import share_card
from arpad.web.app import create_app
from arpad.web.operation import OperationSettings
from arpad.web.share_card import ShareCard, draw_share_card

NAME = "ratings.example.org"
CARD = ShareCard("Federation", "Standard", (("1", "Крук, Ян", "2500"),), "12 players", "")
Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def named() -> Iterator[Site]:
    """A site with a host name of its own."""
    with open_reading(str(demo_office())) as reader:
        app = create_app(reader, OPEN, OperationSettings(names=(NAME,)))
        with TestClient(app, base_url=f"https://{NAME}", raise_server_exceptions=False) as client:
            yield client, reader


def picture(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content), formats=("PNG",))


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page))


def test_the_pages_of_a_list_name_its_picture_under_the_name_of_the_site(named: Site) -> None:
    client, reader = named
    for head in list_heads(reader, SERIES)[:2]:
        page = client.get(f"/lists/{SERIES}/{head.list_}", headers={"x-forwarded-host": "evil.example"}).text
        address = f"https://{NAME}/lists/{SERIES}/{head.list_}/card.png?seal={head.seal[:10]}"
        assert tags(page)["og:image"] == address
        answer = client.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert picture(answer.content).size == (1200, 630)
        assert len(answer.content) < 150_000


def test_a_site_without_a_name_names_no_picture() -> None:
    with open_reading(str(demo_office())) as reader, TestClient(create_app(reader, OPEN)) as client:
        page = client.get("/", headers={"host": "evil.example"}).text
    assert tags(page) == {}
    assert "evil" not in page


def test_a_picture_is_drawn_once_whatever_its_query_says(named: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = named
    address = f"/lists/{SERIES}/{newest()}/card.png"
    first = client.get(address)
    assert first.status_code == 200
    drawn: list[ShareCard] = []
    monkeypatch.setattr(share_card, "draw_share_card", drawn.append)
    for query in ("", "?seal=other", "?x=1"):
        again = client.get(address + query)
        assert (again.content, again.headers["etag"]) == (first.content, first.headers["etag"])
    assert drawn == []
    assert client.get(f"/lists/{SERIES}/1999-01/card.png").status_code == 404


def test_another_rating_makes_another_picture_and_a_long_name_ends_before_it() -> None:
    long = ShareCard("Federation", "Standard", (("1", "Invented, " * 30, "2500"),), "12 players", "")
    higher = ShareCard("Federation", "Standard", (("1", "Крук, Ян", "2501"),), "12 players", "")
    first = picture(draw_share_card(CARD)).convert("RGB")
    assert first.tobytes() == picture(draw_share_card(CARD)).convert("RGB").tobytes()
    assert first.tobytes() != picture(draw_share_card(higher)).convert("RGB").tobytes()
    rating = (share_card.WIDTH - share_card.MARGIN - 120, share_card.TOP + 130, share_card.WIDTH, share_card.TOP + 180)
    assert first.crop(rating).tobytes() == picture(draw_share_card(long)).convert("RGB").crop(rating).tobytes()


def test_without_the_fonts_of_the_site_names_are_in_latin_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_card, "FONT_FILES", {})
    share_card._font.cache_clear()
    letters = share_card.Letters("inter", 400, 20)
    written = "".join(run for _, run in share_card._runs("Крук, Łucja", letters))
    assert written.isascii()
    assert picture(draw_share_card(CARD)).size == (1200, 630)
    share_card._font.cache_clear()
    assert [share_card._subset_of(letter) for letter in "aŁК−"] == ["latin", "latin-ext", "cyrillic", "latin"]
