"""Pages in several languages: the address chooses, links stay in the language, `/` alone asks the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from site_made import demo_office, site
from starlette.testclient import TestClient
from test_languages import catalogues, forget

import arpad.messages as words
from arpad.web import languages as web
from arpad.web import render

ENGLISH_WORD = re.compile(r">[^<>]*\b(?:the|of|rating|list|player)\b[^<>]*<", re.IGNORECASE)
PAGES = ("/lists", "/players", "/events", "/check", "/calc", "/docket")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A site with a language in which every letter is marked."""
    folder = tmp_path_factory.mktemp("po")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "TRANSLATIONS", folder)
        forget()
        catalogues.write_pseudo()
        with site(demo_office()) as (made, _):
            yield made
    forget()
    render.templates.cache_clear()


def test_a_page_has_the_language_of_its_address_and_its_links_stay_in_it(client: TestClient) -> None:
    answer = client.get("/qps/lists")
    assert answer.status_code == 200
    assert answer.headers["content-language"] == "qps"
    assert "accept-language" not in answer.headers["vary"]
    assert '<html lang="qps">' in answer.text
    links = re.findall(r'<a [^>]*href="(/[^"]*)"', answer.text)
    assert links
    assert [link for link in links if not link.startswith(("/qps", "/en/", "/api/"))] == []
    assert '<link rel="alternate" hreflang="en" href="/en/lists">' in answer.text
    assert "/static/" in answer.text
    assert "/qps/static/" not in answer.text


def test_each_language_has_answers_of_its_own_in_the_cache(client: TestClient) -> None:
    for _ in range(2):
        assert client.get("/lists").headers["content-language"] == "en"
        assert client.get("/qps/lists").headers["content-language"] == "qps"
        assert client.get("/en/lists").headers["content-language"] == "en"
    assert 'href="/en/players"' in client.get("/en/lists").text
    assert 'href="/players"' in client.get("/lists").text


def test_a_query_goes_with_the_language(client: TestClient) -> None:
    found = client.get("/qps/players?q=zzzz&unknown=1")
    assert found.status_code == 200
    assert "zzzz" in found.text
    assert 'hreflang="en" href="/en/players?q=zzzz"' in found.text


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("qps, en;q=0.5", "qps"), ("en, qps;q=0.9", "en"), ("de-CH, qps-XX;q=0.2", "qps"), ("q;=,", "en")],
)
def test_the_first_page_asks_the_browser(client: TestClient, accepted: str, language: str) -> None:
    answer = client.get("/", headers={"accept-language": accepted})
    assert answer.headers["content-language"] == language
    assert "accept-language" in answer.headers["vary"]
    assert client.get("/lists", headers={"accept-language": accepted}).headers["content-language"] == "en"


def test_what_programs_read_has_no_language(client: TestClient) -> None:
    assert client.get("/qps/api/v1/lists").status_code == 404
    assert client.get("/xx/lists").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_no_english_is_left_on_a_page(client: TestClient, path: str) -> None:
    text = re.sub(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', "", client.get(f"/qps{path}").text, flags=re.DOTALL)
    main = text[text.index("<body") :]
    assert ENGLISH_WORD.findall(main) == []


def test_addresses_of_files_and_of_other_languages_stay() -> None:
    page = (
        '<a href="/lists">x</a><a href="/en/lists">x</a><a href="/lists/a/b.csv?x=1">x</a><link href="/static/a.css">'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "offered", lambda: {"en": "English", "pl": "polski"})
        assert web.with_prefix(page, "/pl") == page.replace('"/lists"', '"/pl/lists"')
