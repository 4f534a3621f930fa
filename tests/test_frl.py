"""Rating lists: one file of each layout since 2001, made from the printed columns, and the XML beside it."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from properties import examples
from tables_made import HEADS, MORE_TAGS, PLACES, TAGS, WIDTHS, list_text, list_xml, person, row_of
from typed import Runner

from arpad.cli import app
from arpad.days import Month
from arpad.finding import Tier, UserError
from arpad.intake import RatingList, read_list, write_txt, write_xml
from arpad.intake.frl.layout import file_name, month_in
from arpad.intake.frl.listed import ListedPlayer
from arpad.intake.frl.text import BLOCK, births
from arpad.intake.frl.zip import unpacked

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
        row = ratings.player(index)
        assert (row.id, row.name, row.federation) == (int(who["id"]), who["name"], who["fed"])
        assert row.title == who["title"]
        assert row.standings[series].rating == int(who["rating"])
        assert row.standings[series].games == int(who["games"])
        assert row.flag == who["flag"]
        day, month, year = who["long"].split(".")
        born = int(year) * 10000 + (int(month) * 100 + int(day) if {"short", "long"} & set(places) else 0)
        assert row.born == (born if {"short", "long", "year"} & set(places) else 0)
        if "k" in places:
            assert row.standings[series].k == int(who["k"])
            assert (row.sex, row.o_title, row.w_title) == (who["sex"], who["otitle"], who["wtitle"])
        if "rapid" in places:
            assert (row.standings["rapid"].rating, row.standings["blitz"].games) == (
                int(who["rapid"]),
                int(who["bgames"]),
            )


@pytest.mark.parametrize("layout", ["2005", "2003", "oct02", *MODERN])
def test_a_list_without_a_header_is_known_by_its_columns(layout: str) -> None:
    data = b"\r\n" + list_text(people(50), layout).split(b"\r\n", 1)[1]
    ratings, codes = load(data)
    assert (ratings.layout, codes, len(ratings)) == (layout, ["missing-header"], 50)


def unknown(layout: str, written: str) -> dict[str, str]:
    """An unknown birthday: blanks, zeros, or in the old layouts the dots alone."""
    dotted = {"dots": ("  .  .  ", "  .  .    "), "zeros": ("00.00.00", "00.00.0000")}.get(written, ("", ""))
    return {"year": {"0": "0", "zeros": "0000"}.get(written, ""), "short": dotted[0], "long": dotted[1]}


FLAGS: dict[str, Callable[[int, str], str]] = {  # which flag the n-th player has
    "none": lambda number, flag: "",
    "few": lambda number, flag: "wi" if number == 7 else "",
    "one letter": lambda number, flag: "i" if number == 7 else "",
    "many": lambda number, flag: flag,
    "all": lambda number, flag: flag or "i",
}
BIRTHDAYS = ("known", "blank", "dots", "0", "zeros")


def crowd_with(layout: str, flags: str, births: str, count: int, seed: int = 3) -> list[dict[str, str]]:
    """Players of whom a third has an unknown birthday, written in the one way."""
    crowd = [who | {"flag": FLAGS[flags](number, who["flag"])} for number, who in enumerate(people(count, seed), 1)]
    return [
        who | unknown(layout, births) if births != "known" and number % 3 == 0 else who
        for number, who in enumerate(crowd)
    ]


@pytest.mark.parametrize("layout", WIDTHS)
@pytest.mark.parametrize("births", BIRTHDAYS)
@pytest.mark.parametrize("stripped", [False, True])
def test_each_layout_is_itself_whatever_flags_and_birthdays_its_rows_have(
    layout: str, births: str, stripped: bool
) -> None:
    for flags in FLAGS:
        for count in (1, 2, 10, 60):
            crowd = crowd_with(layout, flags, births, count)
            lines = [row_of(who, layout) for who in crowd]
            data = "\r\n".join(line.rstrip() if stripped else line for line in lines).encode()
            ratings, codes = load(data)
            told = (layout, flags, births, count)
            assert codes == ["missing-header"], told
            assert [row.flag for row in rows(ratings)] == [who["flag"] for who in crowd], told
            if "sex" in PLACES[layout]:
                assert [row.sex for row in rows(ratings)] == [who["sex"] for who in crowd], told
            series = next(iter(ratings.standings))
            assert [row.standings[series].rating for row in rows(ratings)] == [int(who["rating"]) for who in crowd], (
                told
            )
            if "year" in PLACES[layout]:
                assert [row.born for row in rows(ratings)] == [int(who["year"] or 0) * 10000 for who in crowd], told
            bare = stripped and (flags == "none" or count < 7)  # then two layouts may say the same of the rows
            assert ratings.layout == layout or bare, told


@pytest.mark.parametrize("births", ["blank", "0", "zeros"])
@pytest.mark.parametrize("layout", ["2005", *MODERN])
def test_a_list_in_which_no_birthday_is_known_is_still_a_list(layout: str, births: str) -> None:
    crowd = [who | unknown(layout, births) for who in people(10)]
    ratings, codes = load("\r\n".join(row_of(who, layout) for who in crowd).encode())
    assert (ratings.layout, codes, len(ratings)) == (layout, ["missing-header"], 10)


@pytest.mark.parametrize("nothing", ["", "0"])
@pytest.mark.parametrize("layout", MODERN)
def test_players_without_ratings_do_not_hide_the_layout(layout: str, nothing: str) -> None:
    """A list of 2018 leaves blank what a list of today writes as 0."""
    for series in (("rating", "games", "k"), ("rapid", "rgames", "rk", "blitz", "bgames", "bk")):
        crowd = [who | (dict.fromkeys(series, nothing) if number % 4 else {}) for number, who in enumerate(people(12))]
        crowd = [who | (unknown(layout, "0") if number % 3 else {}) for number, who in enumerate(crowd)]
        ratings, codes = load("\r\n".join(row_of(who, layout).rstrip() for who in crowd).encode())
        assert (ratings.layout, codes, len(ratings)) == (layout, ["missing-header"], 12)


def test_what_is_no_birthday_still_does_not_fit() -> None:
    """The negative control: three birthdays of ten that are none make no list."""
    crowd = [who | ({"short": "ab.cd.ef"} if number < 3 else {}) for number, who in enumerate(people(10))]
    assert load("\r\n".join(row_of(who, "jan02") for who in crowd).encode())[1] == ["not-a-list"]


def test_a_flag_that_comes_late_still_tells_two_layouts_apart() -> None:
    """A flag of October 2002 stands where later lists have a gap; read by their columns it would be lost."""
    crowd = crowd_with("oct02", "none", "known", 1500)
    crowd[1400] |= {"flag": "w"}
    ratings, _ = load("\r\n".join(row_of(who, "oct02").rstrip() for who in crowd).encode() + b"\r\n")
    assert (ratings.layout, ratings.player(1400).flag) == ("oct02", "w")


@pytest.mark.parametrize("flags", FLAGS)
def test_a_header_that_names_the_sex_decides(flags: str) -> None:
    head = "   ID_NUMBER NAME TITLE COUNTRY RATING GAMES BIRTHDAY SEX FLAG"
    crowd = crowd_with("apr02", flags, "dots", 50)
    ratings, codes = load("\r\n".join([head, *(row_of(who, "apr02") for who in crowd)]).encode())
    assert (ratings.layout, codes) == ("apr02", [])
    assert [row.sex for row in rows(ratings)] == [who["sex"] for who in crowd]
    other = [row_of(who | {"flag": "w"}, "apr01") for who in crowd]
    assert load("\r\n".join([head, *other]).encode())[1] == ["not-a-list"]


@pytest.mark.parametrize(
    ("month", "layout"), [("OCT02", "oct02"), ("JAN03", "2003"), ("Mar11", "2005"), ("JAN01", "jan01")]
)
def test_where_rows_say_nothing_the_month_chooses(month: str, layout: str) -> None:
    crowd = [who | {"flag": "", **unknown(layout, "blank")} for who in people(5)]
    data = "\r\n".join([f"ID number Name {month} Flag", *(row_of(who, layout).rstrip() for who in crowd)]).encode()
    assert load(data)[0].layout == layout


@pytest.mark.parametrize("layout", ["single", "2005", "apr02"])
def test_a_byte_order_mark_is_passed_over_and_told(layout: str) -> None:
    crowd, done = people(20), list[int]()
    data = b"\xef\xbb\xbf" + list_text(crowd, layout)
    ratings, findings = read_list(io.BytesIO(data), "x", progress=done.append)
    assert {finding.code for finding in findings} == {"byte-order-mark", *([] if HEADS[layout] else ["missing-header"])}
    assert (ratings.layout, ratings.player(0).id, len(ratings)) == (layout, int(crowd[0]["id"]), 20)
    assert sum(done) == len(data)
    assert load(b"\xef\xbb\xbf" + list_xml(crowd))[1] == []  # in XML the mark is allowed


def rows(ratings: RatingList) -> list[ListedPlayer]:
    return [ratings.player(row) for row in range(len(ratings))]


def without_foa(ratings: RatingList) -> list[ListedPlayer]:
    return [replace(row, foa="") for row in rows(ratings)]


@pytest.mark.parametrize("layout", MODERN)
def test_text_and_xml_give_the_same_rows(layout: str) -> None:
    crowd = people(60)
    text, _ = load(list_text(crowd, layout))
    xml, codes = load(list_xml(crowd, combined=layout.startswith("combined")))
    assert codes == []
    assert without_foa(text) == without_foa(xml)


def test_an_xml_list_whose_batches_differ_is_still_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first players have a standard rating only, the later ones all three."""
    monkeypatch.setattr("arpad.intake.frl.xml.BATCH", 1)
    monkeypatch.setattr("arpad.intake.frl.reader.BLOCK", 700)
    monkeypatch.setattr("arpad.intake.frl.xml.BLOCK", 700)
    crowd = people(12)
    one, two = list_xml(crowd[:6], combined=False), list_xml(crowd[6:])
    ratings, codes = load(one.replace(b"</playerslist>", b"") + two.replace(b"<playerslist>", b""))
    assert codes == []
    assert [row.standings["rapid"].rating for row in rows(ratings)] == [0] * 6 + [
        int(who["rapid"]) for who in crowd[6:]
    ]
    assert [row.standings["standard"].rating for row in rows(ratings)] == [int(who["rating"]) for who in crowd]


def test_a_wrong_figure_in_the_xml_is_a_different_row() -> None:
    """The negative control of the test above."""
    crowd = people(3)
    text, _ = load(list_text(crowd, "combined"))
    crowd[1]["rapid"] = str(int(crowd[1]["rapid"]) + 1)
    assert without_foa(text) != without_foa(load(list_xml(crowd))[0])


@settings(max_examples=examples(15), deadline=None)
@given(
    seed=st.integers(0, 9999), count=st.integers(1, 40), form=st.sampled_from(["single", "combined"]), xml=st.booleans()
)
def test_what_is_written_reads_back_as_the_same_rows(seed: int, count: int, form: str, xml: bool) -> None:
    ratings, _ = load(list_text(people(count, seed), form))
    out = io.BytesIO()
    (write_xml if xml else write_txt)(ratings, out, form)
    again, codes = load(out.getvalue())
    assert codes == []
    assert rows(again) == rows(ratings)


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
    assert ratings.player(1).o_title == titles
    assert ratings.player(1).foa == "AFM"
    assert ratings.player(1).standings["blitz"].rating == int(crowd[1]["blitz"])
    out = io.BytesIO()
    write_txt(ratings, out)
    assert rows(load(out.getvalue())[0]) == rows(ratings)


def test_an_end_mark_blank_lines_nameless_rows_and_latin_letters_do_not_stop_a_list() -> None:
    crowd = people(3)
    crowd[0]["name"] = ""
    crowd[2]["name"] = "M?ller, Test"
    data = list_text(crowd, "2003").replace(b"M?ller", "Müller".encode("latin-1")) + b"\r\n\x1a"
    ratings, codes = load(b"\r\n" + data)
    assert sorted(codes) == ["end-mark", "nameless-row"]
    assert [ratings.name(index) for index in range(3)] == ["", crowd[1]["name"], "Müller, Test"]


WIDE = {0: "Müller, Ann", 2: "Їжак, Євген", 3: "Zmyślona, Łucja", 5: "王小明"}


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("layout", WIDTHS)
@pytest.mark.parametrize("stripped", [False, True])
def test_a_list_saved_again_as_utf8_counts_its_columns_in_characters(layout: str, stripped: bool, header: bool) -> None:
    """Cut by bytes the sex of the first is lost, and the rest stands in other columns."""
    crowd = [who | ({"name": WIDE[number]} if number in WIDE else {}) for number, who in enumerate(people(12))]
    lines = list_text(crowd, layout).decode().splitlines()
    lines = [line.rstrip() if stripped else line for line in (lines if header else lines[bool(HEADS[layout]) :])]
    ratings, findings = read_list(io.BytesIO("\r\n".join(lines).encode()), "x")
    told = [(one.code, one.tier, one.place.line) for one in findings if one.code != "missing-header"]
    assert told == [("wide-letters", Tier.ADVICE, 1 + bool(header and HEADS[layout]))]
    plain, _ = load(list_text([who | {"name": "Nobody"} for who in crowd], layout))
    assert [ratings.name(index) for index in range(12)] == [who["name"] for who in crowd]
    assert [replace(row, name="Nobody") for row in rows(ratings)] == rows(plain)


@pytest.mark.parametrize("layout", ["combined", "2003"])
def test_utf8_that_stands_in_its_columns_by_bytes_is_left_there(layout: str) -> None:
    """The negative control: a row is cut by characters only where its bytes are not in their columns."""
    crowd = people(4)
    crowd[1]["name"] = "M??ller, Ann"
    data = list_text(crowd, layout).replace(b"M??ller", "Müller".encode())
    ratings, codes = load(data)
    assert codes == []
    assert ratings.name(1) == "Müller, Ann"
    assert ratings.player(1).flag == crowd[1]["flag"]


def test_a_row_whose_letters_fit_in_neither_way_is_left_out_and_told() -> None:
    crowd = people(4)
    crowd[1]["name"] = "Müller, Ann"
    lines = list_text(crowd, "combined").decode().splitlines()
    lines[2] = lines[2].replace("Ann    ", "Ann  ")
    ratings, findings = read_list(io.BytesIO("\r\n".join(lines).encode()), "x")
    assert [(one.code, one.tier, one.place.line) for one in findings] == [("unreadable-row", Tier.EXCLUDE, 3)]
    assert findings[0].sentence.endswith("is not in its columns; it is left out.")
    assert len(ratings) == 3


def test_titles_that_overflow_in_a_row_counted_in_characters_are_read_in_full() -> None:
    who = people(1)[0] | {"name": "Müller, Ann"}
    row = row_of(who, "combined")
    data = "\r\n".join([HEADS["combined"], row[:94] + "LSI,FI,SI,SLI,NA" + "AFM " + row[113:]]).encode()
    ratings, codes = load(data)
    assert sorted(codes) == ["title-overflow", "wide-letters"]
    assert (ratings.name(0), ratings.player(0).o_title, ratings.player(0).foa) == (
        "Müller, Ann", "LSI,FI,SI,SLI,NA", "AFM",
    )  # fmt: skip


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
    assert ratings.player(29_999).name == many[-1]["name"]
    assert ratings.player(ratings.find(1000 + 27_001)).standings["standard"].rating == int(many[27_001]["rating"])


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
    row = load(data)[0].player(0)
    assert (row.id, row.name, row.born) == (990001, "Invented, Ann", 19900203)


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
    assert [row.name for row in rows(ratings)] == [crowd[1]["name"]]


@pytest.mark.parametrize("year", ["19", "1", "190", "2999"])
@pytest.mark.parametrize("layout", MODERN)
def test_a_birth_that_is_no_year_is_told_and_unknown_in_text_and_xml_alike(layout: str, year: str) -> None:
    crowd = people(3)
    crowd[1] |= {"year": year}
    ratings, findings = read_list(io.BytesIO(list_text(crowd, layout)), "list.txt")
    assert [str(finding) for finding in findings] == [
        f"list.txt:3 unreadable-birth (advice): The birth “{year}” of the player {crowd[1]['id']} is no year; it is "
        "read as unknown. Write YYYY/MM/DD, or YYYY/00/00 where only the year is known."
    ]
    assert [row.born for row in rows(ratings)] == [int(crowd[0]["year"]) * 10000, 0, int(crowd[2]["year"]) * 10000]
    by_xml, codes = load(list_xml(crowd))
    assert codes == ["unreadable-birth"]
    assert [row.born for row in rows(by_xml)] == [row.born for row in rows(ratings)]
    out = io.BytesIO()
    write_xml(ratings, out, "combined" if "combined" in layout else "single")
    assert load(out.getvalue())[1] == []
    assert rows(load(out.getvalue())[0]) == rows(ratings)


@pytest.mark.parametrize(
    ("birthday", "born", "told"),
    [
        ("1978-05-00", 19780000, True), ("03/05/1978", 19780000, True), ("5/3/1978", 19780000, True),
        ("31.02.1978", 19780000, True), ("19", 0, True), ("soon", 0, True), ("0190-01-01", 0, True),
        ("1978-05-03", 19780503, False), ("1978-00-00", 19780000, False), ("0000-00-00", 0, False), ("", 0, False),
    ],
)  # fmt: skip
def test_an_odd_birthday_in_the_registry_file_costs_nobody_his_row(birthday: str, born: int, told: bool) -> None:
    data = f'<playerslist><player FIDEID="990001"><name>Invented, Ann</name><birthday>{birthday}</birthday></player>'
    ratings, findings = read_list(io.BytesIO(f"{data}</playerslist>".encode()), "players.xml")
    assert [(row.id, row.born) for row in rows(ratings)] == [(990001, born)]
    assert [(finding.code, finding.tier) for finding in findings] == [("unreadable-birth", Tier.ADVICE)] * told
    if told:
        assert ("only the year 1978 is read" if born else "it is read as unknown") in findings[0].sentence


@pytest.mark.parametrize(("text", "born"), [("31.13.78", 19780000), ("45.01.78", 19780000)])
def test_an_odd_birthday_of_an_old_list_leaves_its_year(text: str, born: int) -> None:
    crowd = people(20)
    crowd[1] |= {"short": text}
    ratings, codes = load(list_text(crowd, "2003"))
    assert codes == ["unreadable-birth"]
    assert ratings.player(1).born == born


@pytest.mark.parametrize("form", ["single", "combined"])
def test_a_name_that_fills_its_columns_is_read_and_written_in_full(form: str) -> None:
    crowd = people(3)
    crowd[1] |= {"name": "Invented, " + "N" * 51}
    data = list_text(crowd, form)
    ratings, codes = load(data)
    out = io.BytesIO()
    assert (codes, write_txt(ratings, out, form)) == ([], ())
    assert ratings.player(1).name == crowd[1]["name"]
    assert rows(load(out.getvalue())[0]) == rows(ratings)


def test_a_name_that_is_longer_than_its_columns_is_cut_and_told() -> None:
    data = list_xml(people(1)).replace(b"<name>", b"<name>" + b"N" * 61, 1)
    out = io.BytesIO()
    findings = write_txt(load(data)[0], out, "combined")
    assert [finding.code for finding in findings] == ["cut-field"]
    assert load(out.getvalue())[0].player(0).name == "N" * 61


def test_a_text_that_is_too_long_for_a_list_is_told() -> None:
    data = list_xml(people(1)).replace(b"<o_title>", b"<o_title>" + b"IA," * 20, 1)
    assert load(data)[1] == ["cut-field"]


def test_a_zip_is_looked_through_and_a_broken_one_is_no_list() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("players_list_foa.txt", list_text(people(20), "combined"))
    with unpacked(io.BytesIO(held.getvalue())) as (stream, _):
        assert len(read_list(stream, "x")[0]) == 20
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w", zipfile.ZIP_BZIP2) as packed:  # which may unpack to gigabytes at once
        packed.writestr("players_list_foa.txt", list_text(people(20), "combined"))
    cut, spoilt = held.getvalue()[:200], held.getvalue()[:40] + b"x" * 30 + held.getvalue()[70:]
    for broken in (cut, spoilt, other.getvalue()):
        with unpacked(io.BytesIO(broken)) as (stream, _):
            assert len(read_list(stream, "x")[0]) == 0


def zipped(name: str, data: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        packed.writestr("readme.txt", b"see below")
        packed.writestr(name, data)
    return held.getvalue()


@pytest.mark.parametrize(
    ("zip_name", "inside", "series", "period"),
    [
        ("download.zip", "rapid_oct24frl.txt", "rapid", "2024-10"),
        ("standard_sep26frl.zip", "lists/blitz_oct24frl.txt", "blitz", "2024-10"),
        ("blitz_oct24frl.zip", "list.txt", "blitz", "2024-10"),
        ("rapid/list.zip", "rapid/list.txt", "list", ""),
    ],
)
def test_the_name_inside_a_zip_says_series_and_month_and_else_the_name_of_the_zip(
    zip_name: str, inside: str, series: str, period: str
) -> None:
    rows_only = list_text(people(9), "single").split(b"\r\n", 1)[1]
    for data in (rows_only, list_xml(people(9), combined=False)):
        with unpacked(io.BytesIO(zipped(inside, data))) as (stream, _):
            ratings, _ = read_list(stream, zip_name)
        assert (list(ratings.standings), str(ratings.month)) == ([series], period)
    with unpacked(io.BytesIO(zipped(inside, rows_only))) as (stream, _):
        assert list(read_list(stream, zip_name, "standard")[0].standings) == ["standard"]  # the caller knows best


def convert(*arguments: str | Path) -> tuple[int, str, str]:
    result = Runner().invoke(app, ["frl", "convert", *map(str, arguments)])
    if isinstance(result.exception, UserError):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_a_target_that_ends_with_a_slash_is_made(tmp_path: Path) -> None:
    given = tmp_path / "standard_sep25frl.txt"
    given.write_bytes(list_text(people(5), "single"))
    target = tmp_path / "made" / "converted"
    code, out, err = convert(given, "--to", "xml", "-o", f"{target}/")
    assert (code, out, err) == (0, f"{target / 'standard_sep25frl_xml.xml'}: 5 rows\n", "")
    assert len(load((target / "standard_sep25frl_xml.xml").read_bytes())[0]) == 5
    with pytest.raises(UserError, match="cannot make the directory"):
        convert(given, "-o", f"{given}/")
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"nothing")
    assert convert(broken, "-o", f"{tmp_path}/never/")[0] == 1
    assert not (tmp_path / "never").exists()


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ((), "mar11frl.txt"),
        (("--to", "xml"), "mar11frl_xml.xml"),
        (("--series", "standard"), "standard_mar11frl.txt"),
        (("--series", "blitz", "--form", "single"), "blitz_mar11frl.txt"),
    ],
)
def test_a_series_that_nobody_says_is_not_made_up_in_the_name(more: tuple[str, ...], name: str, tmp_path: Path) -> None:
    given = tmp_path / "given.txt"
    given.write_bytes(list_text(people(5), "2005"))
    code, out, err = convert(given, *more, "-o", f"{tmp_path}/there/")
    assert (code, out) == (0, f"{tmp_path / 'there' / name}: 5 rows\n")
    assert ("says the series" in err and name in err) == ("--series" not in more)


def test_a_series_that_fide_does_not_have_is_a_misuse(tmp_path: Path) -> None:
    given = tmp_path / "given.txt"
    given.write_bytes(list_text(people(5), "single"))
    with pytest.raises(UserError, match="standard, rapid or blitz"):
        convert(given, "--series", "bullet", "-o", tmp_path)


@pytest.mark.parametrize("xml", [False, True])
def test_days_and_months_of_birth_that_are_lost_are_counted_in_one_finding(xml: bool) -> None:
    crowd = [who | (unknown("apr01", "dots") if number < 4 else {}) for number, who in enumerate(people(20))]
    ratings, _ = load(list_text(crowd, "apr01"), "standard.txt")
    for form in ("single", "combined"):
        findings = (write_xml if xml else write_txt)(ratings, io.BytesIO(), form)
        assert [(finding.code, finding.tier) for finding in findings] == [("left-out", Tier.ADVICE)]
        assert "16 players" in findings[0].sentence
    years_only, _ = load(list_text(crowd, "2005"), "standard.txt")
    assert (write_xml if xml else write_txt)(years_only, io.BytesIO(), "single") == ()


def test_lists_are_written_under_the_names_fide_gives_them() -> None:
    assert file_name("combined") == "players_list_foa.txt"
    assert file_name("combined", xml=True) == "players_list_xml_foa.xml"
    assert file_name("single", "rapid") == "rapid_rating_list.txt"
    assert file_name("single", "list", Month(202609), xml=True) == "sep26frl_xml.xml"
    assert file_name("single", "list") == "rating_list.txt"
    assert file_name("single", "standard", Month(202609)) == "standard_sep26frl.txt"
    texts = ("standard_sep26frl.txt", "FOA SEP25 Gms", "May", "mayor2512", "Mar11")
    assert [str(month_in(text)) for text in texts] == ["2026-09", "2025-09", "", "", "2011-03"]


def test_the_tests_own_layouts_cover_every_tag_of_the_xml() -> None:
    assert {key for _, key in (*TAGS, *MORE_TAGS)} <= set(person(random.Random(0), 1))


@pytest.mark.parametrize("write", [write_txt, write_xml])
def test_a_single_list_of_a_combined_one_tells_which_series_it_leaves_out(write: Callable[..., Any]) -> None:
    ratings, _ = load(list_text(people(3), "combined"))
    told = [finding.sentence for finding in write(ratings, io.BytesIO(), "single") if "series" in finding.sentence]
    assert told == ["A single list has one series: standard is written, rapid and blitz left out."]
    assert not [finding for finding in write(ratings, io.BytesIO(), "single", "rapid") if "series" in finding.sentence]


@pytest.mark.parametrize(("figures", "year"), [(0, 2000), (9, 2009), (10, 1910), (99, 1999)])
def test_a_year_of_two_figures_is_of_the_century_in_which_somebody_may_play(figures: int, year: int) -> None:
    letters = np.frombuffer(f"31.12.{figures:02d}".encode(), np.uint8).reshape(1, -1)
    assert [column.tolist() for column in births(letters, "DD.MM.YY")] == [[10000 * year + 1231], [False]]


def test_a_single_list_out_of_a_combined_one_tells_whose_flags_it_has(tmp_path: Path) -> None:
    given = tmp_path / "players_list.txt"
    head = f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}FOA "
    rated = f"{2000:<6}{0:<4}{20:<3}" * 3
    row = f"{7:<15}{'Kask, Ann':<61}{'LTU':<4}{'F':<4}{'':<29}{rated}{1990:<6}wi  "
    given.write_text(f"{head}SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag".ljust(162) + f"\r\n{row}\r\n")
    for series, told in (("rapid", True), ("standard", False)):
        code, _, err = convert(given, "--form", "single", "--series", series, "-o", tmp_path / f"{series}.txt")
        assert code == 0
        assert ("The flags of a combined list are those of standard." in err) is told
