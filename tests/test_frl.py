"""Rating lists: one file of each layout since 2001, made from the printed columns, and the XML beside it."""

from __future__ import annotations

import io
import random
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_made import HEADS, MORE_TAGS, PLACES, TAGS, WIDTHS, list_text, list_xml, person, row_of

from arpad.finding import Tier
from arpad.intake import RatingList, read_list, write_txt, write_xml
from arpad.intake.frl_layout import file_name, period_of
from arpad.intake.frl_text import BLOCK
from arpad.intake.frl_zip import unpacked

MODERN = ("single", "combined", "combined-legacy", "single-2012")


def people(count: int, seed: int = 1) -> list[dict[str, str]]:
    rng = random.Random(seed)
    return [person(rng, number) for number in range(1, count + 1)]


def load(data: bytes, file: str = "list.txt") -> tuple[RatingList, list[str]]:
    ratings, findings = read_list(io.BytesIO(data), file)
    return ratings, [finding.code for finding in findings]


@pytest.mark.parametrize("layout", WIDTHS)
@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_each_layout_is_recognised_and_read_in_full(layout: str, newline: str) -> None:
    crowd = people(80)
    ratings, codes = load(list_text(crowd, layout, newline))
    assert ratings.layout == layout
    assert codes == ([] if HEADS[layout] else ["missing-header"])
    assert len(ratings) == 80
    places = PLACES[layout]
    series = "standard" if layout.startswith("combined") else "list"
    for index, who in enumerate(crowd):
        row = ratings.row(index)
        assert (row["id"], row["name"], row["federation"]) == (int(who["id"]), who["name"], who["fed"])
        assert row["title"] == who["title"]
        assert row[series]["rating"] == int(who["rating"])
        assert row[series]["games"] == int(who["games"])
        assert row["flag"] == who["flag"]
        day, month, year = who["long"].split(".")
        born = int(year) * 10000 + (int(month) * 100 + int(day) if {"short", "long"} & set(places) else 0)
        assert row["born"] == (born if {"short", "long", "year"} & set(places) else 0)
        if "k" in places:
            assert row[series]["k"] == int(who["k"])
            assert (row["sex"], row["o_title"], row["w_title"]) == (who["sex"], who["otitle"], who["wtitle"])
        if "rapid" in places:
            assert (row["rapid"]["rating"], row["blitz"]["games"]) == (int(who["rapid"]), int(who["bgames"]))


@pytest.mark.parametrize("layout", ["2005", "2003", "oct02", *MODERN])
def test_a_list_without_a_header_is_known_by_its_columns(layout: str) -> None:
    data = b"\r\n" + list_text(people(50), layout).split(b"\r\n", 1)[1]
    ratings, codes = load(data)
    assert (ratings.layout, codes, len(ratings)) == (layout, ["missing-header"], 50)


def rows(ratings: RatingList) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "foa"} for row in ratings.rows()]


@pytest.mark.parametrize("layout", MODERN)
def test_text_and_xml_give_the_same_rows(layout: str) -> None:
    crowd = people(60)
    text, _ = load(list_text(crowd, layout))
    xml, codes = load(list_xml(crowd, combined=layout.startswith("combined")))
    assert codes == []
    assert rows(text) == rows(xml)


def test_an_xml_list_whose_batches_differ_is_still_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first players have a standard rating only, the later ones all three."""
    monkeypatch.setattr("arpad.intake.frl_xml.BATCH", 1)
    monkeypatch.setattr("arpad.intake.frl.BLOCK", 700)
    monkeypatch.setattr("arpad.intake.frl_xml.BLOCK", 700)
    crowd = people(12)
    one, two = list_xml(crowd[:6], combined=False), list_xml(crowd[6:])
    ratings, codes = load(one.replace(b"</playerslist>", b"") + two.replace(b"<playerslist>", b""))
    assert codes == []
    assert [row["rapid"]["rating"] for row in ratings.rows()] == [0] * 6 + [int(who["rapid"]) for who in crowd[6:]]
    assert [row["standard"]["rating"] for row in ratings.rows()] == [int(who["rating"]) for who in crowd]


def test_a_wrong_figure_in_the_xml_is_a_different_row() -> None:
    """The negative control of the test above."""
    crowd = people(3)
    text, _ = load(list_text(crowd, "combined"))
    crowd[1]["rapid"] = str(int(crowd[1]["rapid"]) + 1)
    assert rows(text) != rows(load(list_xml(crowd))[0])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 9999), count=st.integers(1, 40), form=st.sampled_from(["single", "combined"]), xml=st.booleans()
)
def test_what_is_written_reads_back_as_the_same_rows(seed: int, count: int, form: str, xml: bool) -> None:
    ratings, _ = load(list_text(people(count, seed), form))
    out = io.BytesIO()
    (write_xml if xml else write_txt)(ratings, out, form)
    again, codes = load(out.getvalue())
    assert codes == []
    assert list(again.rows()) == list(ratings.rows())


@pytest.mark.parametrize("form", ["single", "combined"])
def test_the_text_that_is_written_is_the_text_that_was_read(form: str) -> None:
    data = list_text(people(30), form)
    ratings, _ = load(data)
    out = io.BytesIO()
    write_txt(ratings, out, form)
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [line.rstrip() for line in data.splitlines()]


def test_other_titles_that_overflow_push_the_row_and_are_read_in_full() -> None:
    crowd = people(3)
    row = row_of(crowd[1], "combined")
    titles = "LSI,FI,SI,SLI,NA"
    long = row[:94] + titles + "AFM " + row[113:]
    data = "\r\n".join([HEADS["combined"], row_of(crowd[0], "combined"), long, row_of(crowd[2], "combined")]).encode()
    ratings, codes = load(data)
    assert codes == ["title-overflow"]
    assert ratings.row(1)["o_title"] == titles
    assert ratings.row(1)["foa"] == "AFM"
    assert ratings.row(1)["blitz"]["rating"] == int(crowd[1]["blitz"])
    out = io.BytesIO()
    write_txt(ratings, out)
    assert list(load(out.getvalue())[0].rows()) == list(ratings.rows())


def test_an_end_mark_blank_lines_nameless_rows_and_latin_letters_do_not_stop_a_list() -> None:
    crowd = people(3)
    crowd[0]["name"] = ""
    crowd[2]["name"] = "M?ller, Test"
    data = list_text(crowd, "2003").replace(b"M?ller", "Müller".encode("latin-1")) + b"\r\n\x1a"
    ratings, codes = load(b"\r\n" + data)
    assert sorted(codes) == ["end-mark", "nameless-row"]
    assert [ratings.name(index) for index in range(3)] == ["", crowd[1]["name"], "Müller, Test"]


def test_rows_that_cannot_be_read_or_stand_twice_are_excluded_and_told() -> None:
    crowd = people(5)
    crowd[1]["id"] = "99O001"
    crowd[3] = crowd[2]
    ratings, findings = read_list(io.BytesIO(list_text(crowd, "combined")), "x")
    assert [(finding.code, finding.tier, finding.place.line) for finding in findings] == [
        ("unreadable-row", Tier.EXCLUDE, 3),
        ("duplicate-row", Tier.EXCLUDE, 5),
    ]
    assert [ratings.name(index) for index in range(len(ratings))] == [
        crowd[0]["name"],
        crowd[2]["name"],
        crowd[4]["name"],
    ]


def test_a_list_longer_than_a_block_is_read_as_one() -> None:
    crowd = people(200)
    many = [who | {"id": str(1000 + number)} for number, who in enumerate(crowd * 150)]
    data = list_text(many, "combined")
    assert len(data) > BLOCK
    done: list[int] = []
    ratings, findings = read_list(io.BytesIO(data), "x", progress=done.append)
    assert findings == ()
    assert len(ratings) == 30_000
    assert sum(done) == len(data)
    assert ratings.row(29_999)["name"] == many[-1]["name"]
    assert ratings.row(ratings.find(1000 + 27_001))["standard"]["rating"] == int(many[27_001]["rating"])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"001    1 m    Invented, Ann\r\n", "report-sent"),
        (b"nothing\r\nof the kind\r\n", "not-a-list"),
        (b"<html><body/></html>", "not-a-list"),
        (b"<playerslist></playerslist>", "not-a-list"),
        (b"<playerslist><player>", "broken-xml"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist/>', "document-type"),
        (b"<playerslist><player>" + b"<name>a&b;c</name></player></playerslist>", "broken-xml"),
        (b"\x00\x01\x02", "not-a-list"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(data: bytes, code: str) -> None:
    ratings, codes = load(data)
    assert code in codes
    assert len(ratings) == 0


def test_the_five_entities_of_every_document_are_read() -> None:
    data = b"<playerslist><player><fideid>990001</fideid><name>O&apos;Test &amp; Co, Ann</name></player></playerslist>"
    assert load(data)[0].name(0) == "O'Test & Co, Ann"


def test_the_old_registry_file_has_the_number_as_an_attribute_and_the_full_birthday() -> None:
    data = b'<playerslist><player FIDEID="990001"><name>Invented, Ann</name><birthday>1990/02/03</birthday></player>'
    data += b"</playerslist>"
    row = load(data)[0].row(0)
    assert (row["id"], row["name"], row["born"]) == (990001, "Invented, Ann", 19900203)


@pytest.mark.parametrize(
    ("tag", "value"),
    [("fideid", "9" * 25), ("fideid", "-5"), ("fideid", "٩٩"), ("k", "300"), ("rating", "10000"), ("games", "1e3")],
)
def test_a_number_that_does_not_fit_excludes_the_row_and_is_never_cut(tag: str, value: str) -> None:
    crowd = people(2)
    data = list_xml(crowd)
    first = data.split(b"</player>")[0].decode()
    old = first[first.index(f"<{tag}>") : first.index(f"</{tag}>")]
    ratings, codes = load(data.decode().replace(old, f"<{tag}>{value}", 1).encode())
    assert codes == ["unreadable-row"]
    assert [row["name"] for row in ratings.rows()] == [crowd[1]["name"]]


def test_a_text_that_is_too_long_for_a_list_is_told() -> None:
    data = list_xml(people(1)).replace(b"<o_title>", b"<o_title>" + b"IA," * 20, 1)
    assert load(data)[1] == ["cut-field"]


def test_a_zip_is_looked_through_and_a_broken_one_is_no_list() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("players_list_foa.txt", list_text(people(20), "combined"))
    with unpacked(io.BytesIO(held.getvalue())) as (stream, _):
        assert len(read_list(stream, "x")[0]) == 20
    for broken in (held.getvalue()[:200], held.getvalue()[:40] + b"x" * 30 + held.getvalue()[70:]):
        with unpacked(io.BytesIO(broken)) as (stream, _):
            assert len(read_list(stream, "x")[0]) == 0


def test_lists_are_written_under_the_names_fide_gives_them() -> None:
    assert file_name("combined") == "players_list_foa.txt"
    assert file_name("combined", xml=True) == "players_list_xml_foa.xml"
    assert file_name("single", "rapid") == "rapid_rating_list.txt"
    assert file_name("single", "standard", "2026-09") == "standard_sep26frl.txt"
    assert [period_of(text) for text in ("standard_sep26frl.txt", "FOA SEP25 Gms", "May", "mayor2512", "Mar11")] == [
        "2026-09", "2025-09", "", "", "2011-03",
    ]  # fmt: skip


def test_the_tests_own_layouts_cover_every_tag_of_the_xml() -> None:
    assert {key for _, key in (*TAGS, *MORE_TAGS)} <= set(person(random.Random(0), 1))
