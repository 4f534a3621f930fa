"""The site: pages of lists and players say what the office says, in front of them the cache and the care."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from publication_made import DUE, before_list, copied, on
from site_made import SERIES, demo_office, site
from starlette.testclient import TestClient

from arpad.office import reading
from arpad.office.desk import open_office
from arpad.office.lists import ListQuery, Selection, show_list
from arpad.office.periods import ListChoice, PublishRequest, preview_list, publish_list
from arpad.office.reading import PageRequest, PublicSearch, Reader, RowFilter, RowOrder
from arpad.web.limits import LimitSettings

Site = tuple[TestClient, Reader]


@pytest.fixture(scope="module")
def demo() -> Iterator[Site]:
    with site(demo_office()) as made:
        yield made


def names_in(html: str) -> list[str]:
    return re.findall(r'<td class="name"><a href="/players/(\d+)"', html)


# --- lists --------------------------------------------------------------------------------------------------------


def test_a_page_has_the_rows_of_the_published_list(demo: Site) -> None:
    client, reader = demo
    with open_office(str(demo_office()), "test") as desk:
        listed = show_list(desk, ListQuery(selection=Selection("active"))).players
    best = sorted(listed, key=lambda row: -int(row["rating"] or 0))
    found = reading.read_list_page(reader, PageRequest(SERIES, limit=1000))
    assert found.total == len(listed)
    assert {row.id for row in found.rows} == {row["id"] for row in listed}
    assert [row.rating for row in found.rows] == [row["rating"] for row in best]
    shown = names_in(client.get(f"/lists/{SERIES}").text)
    assert [int(number) for number in shown] == [row.id for row in found.rows[:100]]


def test_equal_ratings_share_a_rank_everywhere(demo: Site) -> None:
    _, reader = demo
    rows = reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows
    for row in rows:
        assert row.rank == 1 + sum((other.rating or 0) > (row.rating or 0) for other in rows)
        at_home = [other for other in rows if other.federation == row.federation]
        assert row.rank_in_federation == 1 + sum((other.rating or 0) > (row.rating or 0) for other in at_home)


@pytest.mark.parametrize("by", reading.SORTS)
@pytest.mark.parametrize("reverse", [False, True])
def test_every_order_has_everybody_once(demo: Site, by: str, reverse: bool) -> None:
    _, reader = demo
    usual = reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows
    rows = reading.read_list_page(reader, PageRequest(SERIES, order=RowOrder(by, reverse), limit=1000)).rows
    assert sorted(row.id for row in rows) == sorted(row.id for row in usual)
    if by == "rating":
        ratings = [row.rating or 0 for row in rows]
        assert ratings == sorted(ratings, reverse=not reverse)


def test_filters_leave_whom_they_name(demo: Site) -> None:
    _, reader = demo
    everybody = reading.read_list_page(reader, PageRequest(SERIES, limit=1000))
    federation = everybody.rows[0].federation or ""
    year = everybody.head.list_.year
    for choice, holds in (
        (RowFilter(federation=federation), lambda row: row.federation == federation),
        (RowFilter(sex="w"), lambda row: row.sex == "F"),
        (RowFilter(age_up_to=20), lambda row: row.birth_year and year - row.birth_year <= 20),
        (RowFilter(rating_from=1800, rating_up_to=2000), lambda row: 1800 <= row.rating <= 2000),
        (RowFilter(title="CM,FM"), lambda row: row.title in ("CM", "FM")),
    ):
        found = reading.read_list_page(reader, PageRequest(SERIES, choice=choice, limit=1000))
        assert {row.id for row in found.rows} == {row.id for row in everybody.rows if holds(row)}, choice


def test_the_change_is_that_since_the_list_before(demo: Site) -> None:
    _, reader = demo
    newest, before = (head.list_ for head in reading.list_heads(reader, SERIES)[:2])
    earlier = {
        row.id: row.rating for row in reading.read_list_page(reader, PageRequest(SERIES, before, limit=1000)).rows
    }
    rows = reading.read_list_page(reader, PageRequest(SERIES, newest, limit=1000)).rows
    compared = [row for row in rows if earlier.get(row.id)]
    assert len(compared) > 50
    assert all(row.change == (row.rating or 0) - (earlier[row.id] or 0) for row in compared)


def test_an_error_stands_beside_its_field_and_the_rest_still_counts(demo: Site) -> None:
    client, reader = demo
    answer = client.get(f"/lists/{SERIES}?age_to=old&sex=w")
    assert answer.status_code == 422
    assert 'aria-describedby="wrong-age_to"' in answer.text
    women = reading.read_list_page(reader, PageRequest(SERIES, choice=RowFilter(sex="w"), limit=1000))
    assert len(names_in(answer.text)) == women.total


def test_empty_fields_of_a_form_say_nothing(demo: Site) -> None:
    client, _ = demo
    fields = "q=&show=&fed=&sex=&title=&region=&age_from=&age_to=&rating_from=&rating_to="
    assert names_in(client.get(f"/lists/{SERIES}?{fields}").text) == names_in(client.get(f"/lists/{SERIES}").text)


@pytest.mark.parametrize("form", ["csv", "json", "txt", "xml", "xlsx", "parquet"])
def test_a_file_is_the_exported_list(demo: Site, form: str, tmp_path: Path) -> None:
    client, reader = demo
    answer = client.get(f"/lists/{SERIES}/{reader.stamp.head(SERIES).list_}.{form}")
    assert answer.status_code == 200
    out = tmp_path / "list"
    with out.open("wb") as stream:
        name, _ = reading.write_list(reader, reading.ListDownload(SERIES, form), stream)
    if form != "xlsx":  # a workbook carries the second in which it was packed
        assert answer.content == out.read_bytes()
    assert name in answer.headers["content-disposition"]


# --- players ------------------------------------------------------------------------------------------------------


def test_everybody_is_found_by_his_name_and_numbers(demo: Site) -> None:
    _, reader = demo
    for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows:
        for text in (row.name, row.name.split(",")[0].upper(), str(row.id), str(row.fide_id)):
            assert row.id in {
                player.id for player in reading.search_players(reader, PublicSearch(text, 1000)).players
            }, text


def test_a_misspelt_name_is_found_and_marked(demo: Site) -> None:
    client, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    surname = row.name.split(",")[0]
    wrong = surname[:2] + surname[3] + surname[2] + surname[4:]
    found = reading.search_players(reader, PublicSearch(wrong, 100))
    assert found.near
    assert row.id in {player.id for player in found.players}
    assert row.name in client.get("/players", params={"q": wrong}).text


def test_a_player_page_has_every_list_and_event(demo: Site) -> None:
    client, reader = demo
    for row in reading.read_list_page(reader, PageRequest(SERIES, limit=1000)).rows[:25]:
        page = client.get(f"/players/{row.id}")
        assert page.status_code == 200
        career = reading.player_page(reader, row.id).careers[0]
        assert career.standing.rating == row.rating
        assert career.lists[-1].original_rating == row.rating
        assert all(event.name.split("(")[0].strip() in page.text for event in career.events if "'" not in event.name)
        assert career.lists[-1].games == row.games


def test_everybody_who_is_registered_has_a_page(demo: Site) -> None:
    """Also who has a rating and no event, an event and no rating, or neither."""
    client, reader = demo
    numbers = reader.index.people.id.tolist()
    pages = {number: client.get(f"/players/{number}").status_code for number in numbers}
    assert {number: status for number, status in pages.items() if status not in (200, 308)} == {}
    careers = [reading.player_page(reader, number).careers for number in numbers]
    assert any(career.standing.rating and not career.events for each in careers for career in each)


def test_a_fide_number_leads_to_the_player(demo: Site) -> None:
    client, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    answer = client.get(f"/players/{row.fide_id}")
    assert (answer.status_code, answer.headers["location"]) == (308, f"/players/{row.id}")


# --- what is not there --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/players/1",
        "/players/nobody",
        "/lists/chess960",
        f"/lists/{SERIES}/1999-01",
        f"/lists/{SERIES}/May",
        "/nowhere",
    ],
)
def test_what_is_not_there_is_a_404_that_helps(demo: Site, path: str) -> None:
    client, _ = demo
    answer = client.get(path)
    assert answer.status_code == 404
    assert f"/lists/{SERIES}" in answer.text
    assert 'name="q"' in answer.text


def test_a_mistyped_number_names_its_neighbours(demo: Site) -> None:
    client, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    wrong = int(str(row.fide_id)[:-2] + str(row.fide_id)[-1] + str(row.fide_id)[-2])
    if wrong != row.fide_id:
        assert row.name in client.get(f"/players/{wrong}").text


# --- in front -----------------------------------------------------------------------------------------------------


def test_an_answer_is_kept_until_the_office_changes(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path)
    with site(desk.store.address) as (client, reader):
        first = client.get(f"/lists/{SERIES}")
        again = client.get(f"/lists/{SERIES}", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        preview_list(on(desk, DUE), ListChoice())
        publish_list(on(desk, DUE), PublishRequest(confirmed=True))
        assert reader.refresh()
        after = client.get(f"/lists/{SERIES}", headers={"if-none-match": first.headers["etag"]})
        assert after.status_code == 200
        assert after.headers["etag"] != first.headers["etag"]
        assert str(reader.stamp.head(SERIES).list_) == "2025-12"
        assert not reader.refresh()


def test_an_answer_is_kept_for_its_own_question(tmp_path: Path) -> None:
    with site(copied(before_list("sqlite"), tmp_path).store.address) as (client, _):
        for name, other in (("Invented1, Ann", "Invented2, Ann"), ("Invented2, Ann", "Invented1, Ann")):
            answer = client.get(f"/lists/{SERIES}", params={"q": name}).text
            assert answer.count(name) > answer.count(other)


def test_an_answer_is_packed_only_for_whoever_can_unpack_it(tmp_path: Path) -> None:
    """Whoever asked first."""
    with site(copied(before_list("sqlite"), tmp_path).store.address) as (client, _):
        for path, order in ((f"/lists/{SERIES}", ("gzip", "identity")), ("/law", ("identity", "gzip"))):
            for encoding in (*order, *order):
                answer = client.get(path, headers={"accept-encoding": encoding})
                assert answer.headers.get("content-encoding", "identity") == encoding
                assert "</html>" in answer.text


def test_every_answer_is_careful(demo: Site) -> None:
    client, _ = demo
    for path in ("/", "/nowhere", "/api/v1/players?q=a", f"/lists/{SERIES}.csv"):
        headers = client.get(path).headers
        policy = dict(each.strip().split(" ", 1) for each in headers["content-security-policy"].split(";"))
        assert {policy[name] for name in ("default-src", "base-uri", "frame-ancestors")} == {"'none'"}
        assert {policy[name] for name in ("script-src", "style-src", "form-action")} == {"'self'"}
        assert "unsafe" not in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
    assert client.get("/api/v1/players?q=a").headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in client.get("/").headers


def test_no_page_has_a_script_or_a_style_of_its_own(demo: Site) -> None:
    client, reader = demo
    row = reading.read_list_page(reader, PageRequest(SERIES)).rows[0]
    for path in ("/", "/lists", f"/lists/{SERIES}", f"/players/{row.id}", "/players?q=a", "/nowhere"):
        html = client.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=\"", html), path


def test_a_database_that_is_away_is_a_503_with_the_last_stamp(tmp_path: Path) -> None:
    copy = tmp_path / "office.db"
    shutil.copy(demo_office(), copy)
    with site(copy) as (client, reader):
        known = client.get(f"/lists/{SERIES}")
        copy.rename(tmp_path / "elsewhere.db")
        reader._store.close()
        page = client.get("/players/1000000014")
        assert page.status_code == 503
        assert reader.stamp.name in page.text
        assert str(tmp_path) not in page.text
        assert client.get(f"/lists/{SERIES}").content == known.content
        problem = client.get(f"/api/v1/players?q={'x' * 300}")
        assert problem.headers["content-type"] == "application/problem+json"


def test_too_much_is_refused() -> None:
    with site(demo_office(), LimitSettings(body=1000, rate=0.001, burst=5)) as (client, _):
        assert client.post("/players", content=b"x" * 2000).status_code == 413
        assert [client.get(f"/players?q={n}").status_code for n in range(5)][-1] == 429
