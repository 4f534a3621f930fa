"""The forms of a published list: read back, told apart, harmless, the same bytes every time, and no day of birth."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from lists_made import ON, ROWS, published
from python_calamine import CalamineWorkbook

from arpad.columns import Roll, State
from arpad.finding import UserError
from arpad.intake import read_list
from arpad.lists.export import EXPORTS, export, export_name
from arpad.lists.published import People, Published, Words, texts, years_of
from arpad.lists.selection import Selection

SHEETS = ("csv", "xlsx", "json", "parquet", "html")
FIDE_COLUMNS = ["id", "fide_id", "name", "title", "sex", "federation", "rating", "games", "k", "birth_year", "state"]


def written(made: Published, form: str, wanted: Selection | None = None) -> bytes:
    out = io.BytesIO()
    export(made, form, out, wanted or Selection())
    return out.getvalue()


def csv_rows(made: Published, wanted: Selection | None = None) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written(made, "csv", wanted).decode())))


def ukraine(**more: Any) -> Published:
    other = Roll.of(rating=[2320, 0, 2611, 0, 0, 0, 0, 0], state=[ON, 0, ON, 0, 0, 0, 0, 0])
    rows = tuple((*row[:-1], row[-1] and 202009) for row in ROWS)
    return published("ukraine-2018", "ukraine", date(2020, 10, 1), rows=rows, other=other, **more)


# --- the fields the articles name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "series"),
    [("fide-standard-2009", "fide-standard"), ("fide-standard-2024", "fide-standard"), ("fide-rapid-blitz-2018",
     "fide-rapid"), ("fide-rapid-blitz-2024-12", "fide-blitz")],
)  # fmt: skip
def test_a_fide_list_has_title_federation_rating_number_games_birth_sex_and_k(edition: str, series: str) -> None:
    """7.12, 7.1.2, 6.1.2."""
    rows = csv_rows(published(edition, series))
    assert list(rows[0]) == FIDE_COLUMNS
    zoe = {row["id"]: row for row in rows}["11"]
    assert list(zoe.values()) == [
        "11", "9000011", "Zander, Zoe", "WGM", "F", "UTO", "2310", "5", "20", "1991", "active",
    ]  # fmt: skip


def test_ukraine_3_a_national_list_has_codes_both_titles_both_ratings_the_year_region_and_activity() -> None:
    """R24: the text asks for the date of birth; the year is printed."""
    ada, zoe = (next(row for row in csv_rows(ukraine()) if row["id"] == number) for number in ("12", "11"))
    assert list(ada) == [
        "id", "fide_id", "name", "title", "national_title", "region", "rating", "fide_rating", "birth_year",
        "active_until", "state",
    ]  # fmt: skip
    assert list(ada.values()) == [
        "12", "9000012", "Adler, Ada", "", "CM", "South", "1804", "", "2010", "2023-08", "active",
    ]  # fmt: skip
    assert (zoe["rating"], zoe["fide_rating"]) == ("2310", "2320")


def test_who_is_not_listed_has_a_state_and_no_rating() -> None:
    made = published("fide-standard-2009")
    (fallen,) = csv_rows(made, Selection("delisted"))
    assert (fallen["name"], fallen["rating"], fallen["k"], fallen["state"]) == ("Lund, Liv", "", "", "delisted")
    (titled,) = csv_rows(made, Selection("titled-unrated"))
    assert (titled["name"], titled["rating"], titled["state"]) == ("Moe, Mia", "", "unrated")


def sheet_rows(book: CalamineWorkbook, index: int) -> list[list[Any]]:
    return book.get_sheet_by_index(index).to_python(skip_empty_area=False)


def test_the_sheets_of_all_forms_say_the_same() -> None:
    made = published()
    told = csv_rows(made)
    data = json.loads(written(made, "json"))
    frame = polars.read_parquet(io.BytesIO(written(made, "parquet")))
    book = CalamineWorkbook.from_filelike(io.BytesIO(written(made, "xlsx")))
    page = [[str(int(cell)) if isinstance(cell, float) else cell for cell in row] for row in sheet_rows(book, 0)]
    assert len(book.sheet_names) == 1
    html = re.findall(r"<td[^>]*>(.*?)</td>", written(made, "html").decode())
    flat = [list(row.values()) for row in told]

    def plain(rows: Any) -> list[list[str]]:
        return [["" if cell is None else str(cell) for cell in row] for row in rows]

    assert plain(player.values() for player in data["players"]) == flat
    assert plain(frame.rows()) == flat
    assert page[1:] == flat
    assert html == [cell for row in flat for cell in row]
    assert {name: data[name] for name in ("series", "list", "edition", "rehearsal", "articles")} == {
        "series": "fide-standard", "list": "2026-06-01", "edition": "fide-standard-2025", "rehearsal": False,
        "articles": ["7.1.2"],
    }  # fmt: skip
    assert frame.schema["rating"] == polars.Int64


def test_an_empty_selection_is_an_empty_list_in_every_form() -> None:
    nobody = Selection(federation="XXX")
    assert csv_rows(published(), nobody) == []
    assert json.loads(written(published(), "json", nobody))["players"] == []
    assert polars.read_parquet(io.BytesIO(written(published(), "parquet", nobody))).height == 0
    assert written(published(), "xml", nobody) == b"<playerslist>\n</playerslist>\n"
    for form in ("txt", "xlsx", "html"):
        assert written(published(), form, nobody)


# --- FIDE's forms, read back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rehearsal", [False, True])
@pytest.mark.parametrize("form", ["txt", "xml"])
def test_fides_forms_are_read_back_as_they_were_written(form: str, rehearsal: bool) -> None:
    made = published(rehearsal=rehearsal)
    name = export_name(made, form)
    read, findings = read_list(io.BytesIO(written(made, form)), name)
    assert findings == ()
    assert read.month == 202606
    standing = read.standings["standard"]
    assert read.id.tolist() == [9000012, 9000014, 9000013, 9000015, 9000011]
    assert [read.name(row) for row in range(len(read))] == [
        "Adler, Ada", "Adler, Ada", "Berg, Bo", "Quist, Quentin", "Zander, Zoe",
    ]  # fmt: skip
    assert standing.rating.tolist() == [1804, 1804, 2604, 2650, 2310]
    assert standing.games.tolist() == [0, 1, 3, 0, 5]
    assert standing.k.tolist() == [40, 20, 10, 10, 20]
    assert read.born.tolist() == [20100000, 19550000, 19600000, 19700000, 19910000]
    assert read.flag.tolist() == [b"w", b"w", b"", b"i", b"w"]
    assert read.title.tolist() == [b"", b"", b"GM", b"IM", b"WGM"]
    assert read.w_title.tolist() == [b"", b"", b"", b"", b"WGM"]
    assert read.federation.tolist() == [b"UTO", b"UTO", b"ARC", b"UTO", b"UTO"]
    assert read.sex.tolist() == [b"F", b"F", b"M", b"M", b"F"]


@pytest.mark.parametrize("form", ["txt", "xml"])
def test_the_number_means_the_same_on_every_list_fides_where_there_is_one_and_that_is_told(form: str) -> None:
    """One player without a FIDE number changes only his own cell, and every series writes it alike."""
    whole = published()
    assert "own-number" not in [finding.code for finding in export(whole, form, io.BytesIO())]
    one_without = replace(whole.people, fide_id=np.where(whole.people.id == 12, 0, whole.people.fide_id))
    out = io.BytesIO()
    findings = export(replace(whole, people=one_without), form, out)
    read, _ = read_list(io.BytesIO(out.getvalue()), f"standard_jun26frl.{form}")
    assert read.id.tolist() == [12, 9000014, 9000013, 9000015, 9000011]
    assert findings[0].code == "own-number"
    assert findings[0].sentence == (
        "Of 5 players, 1 has no FIDE number and stands with the office's own, of ten digits."
    )
    national = ukraine()
    read, _ = read_list(io.BytesIO(written(national, form)), f"x.{form}")
    fide = dict(zip(national.people.id.tolist(), national.people.fide_id.tolist(), strict=True))
    assert set(read.id.tolist()) <= {number or own for own, number in fide.items()}


def test_fides_forms_have_latin_names_and_their_order() -> None:
    """Гончар stands under G in its own letters here, and under H as FIDE's file writes him."""
    whole = published()
    names = {11: "Гончар, Іван", 12: "Їжак, Яна"}
    latin_names = {11: "Honchar, Ivan", 12: "Yizhak, Yana"}
    ids = whole.people.id.tolist()
    people = replace(
        whole.people,
        name=texts([names.get(n, name) for n, name in zip(ids, whole.people.name.tolist(), strict=True)]),
        latin_name=texts([latin_names.get(n, "") for n in ids]),
    )
    for form in ("txt", "xml"):
        out = io.BytesIO()
        findings = export(replace(whole, people=people), form, out)
        assert [finding.sentence for finding in findings] == [
            "2 names are written in Latin letters, as entered or by the official transliteration."
        ]
        read, _ = read_list(io.BytesIO(out.getvalue()), f"x.{form}")
        assert [read.name(row) for row in range(len(read))] == [
            "Adler, Ada", "Berg, Bo", "Honchar, Ivan", "Quist, Quentin", "Yizhak, Yana",
        ]  # fmt: skip
    assert "Гончар, Іван" in written(replace(whole, people=people), "csv").decode()


def strange(*names: str) -> Published:
    rows = tuple((n, 0, name, "UTO", "", "M", "", "", 1990, 1800, ON, 20, 0, 202605) for n, name in enumerate(names, 1))
    return published(rows=rows)


def test_names_in_other_letters_are_transcribed_in_text_and_whole_in_xml_and_both_is_told() -> None:
    made = strange("Їжакевич, Ївга", "Łąka, Żaneta", "line\nbreak\x01")
    out = io.BytesIO()
    findings = export(made, "txt", out)
    read, told = read_list(io.BytesIO(out.getvalue()))
    assert told == ()
    names = {int(read.id[row]): read.name(row) for row in range(3)}
    assert all(name.isascii() and "?" not in name for name in names.values())
    assert names[2] == "Laka, Zaneta"
    assert [finding.code for finding in findings] == ["own-number", *["cut-field"] * 3]
    out = io.BytesIO()
    findings = export(made, "xml", out)
    read, told = read_list(io.BytesIO(out.getvalue()), "x.xml")
    assert told == ()
    assert {read.name(row) for row in range(3)} == {"Їжакевич, Ївга", "Łąka, Żaneta", "line break"}
    assert [finding.code for finding in findings] == ["own-number", "cut-field"]


def test_a_federation_or_title_too_long_for_the_form_is_cut_and_told() -> None:
    made = published()
    people = replace(made.people, federation=Words.of(["UTOPIA"] * len(made.people)))
    out = io.BytesIO()
    findings = export(replace(made, people=people), "txt", out)
    assert len(findings) == 5
    assert "The federation “UTOPIA” of 9000012 is written as “UTOP”." in findings[0].sentence


@pytest.mark.parametrize(("form", "module"), [("xlsx", "xlsxwriter"), ("parquet", "polars"), ("txt", "anyascii")])
def test_a_form_that_needs_the_office_says_how_to_get_it(
    form: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UserError, match=r"needs more than the library; pip install 'arpad\[office\]'"):
        written(strange("Łąka, Żaneta"), form)
    assert written(published(), "txt")  # plain names need nothing


# --- names of files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "series", "form", "name"),
    [
        ("fide-standard-2025", "fide-standard", "txt", "standard_jun26frl.txt"),
        ("fide-rapid-blitz-2024-12", "fide-rapid", "xml", "rapid_jun26frl_xml.xml"),
        ("fide-rapid-blitz-2024-12", "fide-blitz", "txt", "blitz_jun26frl.txt"),
        ("ukraine-2018", "ukraine", "txt", "ukraine_jun26frl.txt"),
        ("fide-standard-2025", "fide-standard", "csv", "fide-standard_2026-06.csv"),
    ],
)
def test_files_are_named_as_fide_names_them(edition: str, series: str, form: str, name: str) -> None:
    assert export_name(published(edition, series), form) == name
    assert export_name(published(edition, series, rehearsal=True), form) == f"rehearsal_{name}"


def test_a_selection_is_in_the_name_and_nothing_in_it_leads_elsewhere() -> None:
    wanted = Selection("active", women=True, age_up_to=20, federation="../UTO", region="a/b", top=100)
    assert export_name(published(), "csv", wanted) == "fide-standard_2026-06_active_women_to-20_---UTO_a-b_top-100.csv"


@pytest.mark.parametrize("form", ["pdf", "", "TXT"])
def test_an_unknown_form_is_refused_with_those_there_are(form: str) -> None:
    forms = "txt, xml, csv, xlsx, json, parquet, html, swiss-manager, vega"
    with pytest.raises(UserError, match=f"a list is written as {forms}, not as"):
        export(published(), form, io.BytesIO())
    with pytest.raises(UserError, match="a list is written as txt, xml"):
        export_name(published(), form)


# --- a rehearsal ------------------------------------------------------------------------------------------------------


def opened(data: bytes, form: str) -> str:
    """Everything a file says, out of its container."""
    if form == "xlsx":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(archive.read(name).decode() for name in archive.namelist())
    if form == "parquet":
        return polars.read_parquet(io.BytesIO(data)).write_csv() + data.decode("latin-1")
    return data.decode()


@pytest.mark.parametrize("form", EXPORTS)
def test_a_rehearsal_says_so_inside_every_form_and_a_real_list_does_not(form: str) -> None:
    assert "REHEARSAL" in opened(written(published(rehearsal=True), form), form)
    assert "REHEARSAL" not in opened(written(published(), form), form)


def test_a_rehearsal_says_so_on_every_row_and_every_page() -> None:
    made = published(rehearsal=True)
    assert {row["rehearsal"] for row in csv_rows(made)} == {"REHEARSAL"}
    assert {player["rehearsal"] for player in json.loads(written(made, "json"))["players"]} == {"REHEARSAL"}
    html = written(made, "html").decode()
    assert "REHEARSAL" in html[html.index("<thead>") : html.index("</thead>")]  # printed on top of every page
    assert "thead { display: table-header-group; }" in html
    page = opened(written(made, "xlsx"), "xlsx")
    assert re.search(r"<oddHeader>[^<]*REHEARSAL", page)
    assert re.search(r"<oddFooter>[^<]*REHEARSAL", page)


# --- harmless ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹦", " =", "\u200b=", "\t=", "\u3000＝"]
)
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe_in_csv(start: str) -> None:
    name = f"{start}HYPERLINK(1)"
    (row,) = csv_rows(strange(name))
    assert row["name"] == f"'{name}"
    assert json.loads(written(strange(name), "json"))["players"][0]["name"] == name  # no spreadsheet reads it


def test_an_ordinary_cell_is_left_alone_and_numbers_stay_numbers() -> None:
    (row,) = csv_rows(strange("O'Hara, Jo-Ann + Co"))
    assert (row["name"], row["rating"]) == ("O'Hara, Jo-Ann + Co", "1800")


def test_in_a_workbook_a_formula_is_a_text() -> None:
    data = written(strange("=1+1", "https://example.invalid"), "xlsx")
    rows = sheet_rows(CalamineWorkbook.from_filelike(io.BytesIO(data)), 0)
    assert [row[2] for row in rows[1:3]] == ["=1+1", "https://example.invalid"]
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        page = packed.read("xl/worksheets/sheet1.xml").decode()
    assert len(re.findall('<c r="C[23]"[^>]* t="inlineStr"', page)) == 2
    assert "<f>" not in page
    assert "hyperlink" not in page


def test_html_and_xml_escape_what_comes_from_people() -> None:
    made = strange("<script>alert('x')</script> & Co")
    html, xml = written(made, "html").decode(), written(made, "xml").decode()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<script" not in xml
    assert read_list(io.BytesIO(xml.encode()), "x.xml")[0].name(0) == "<script>alert('x')</script> & Co"


# --- no day of birth --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", EXPORTS)
@pytest.mark.parametrize("make", [published, ukraine])
def test_a_birth_date_never_comes_out(form: str, make: Any) -> None:
    """The canary is 17 November 1991, in its spellings: the office knows the day, the list has room for the year."""
    made = make(rehearsal=True)
    born = np.full(len(made.people), 19911117, np.int32)
    text = opened(written(replace(made, people=replace(made.people, birth_year=years_of(born))), form), form)
    assert "1991" in text
    for canary in ("19911117", "1991-11-17", "17.11.1991", "1991/11/17", "11-17", "17.11", "1991-11", "11/17"):
        assert canary not in text


def test_the_canary_would_sing() -> None:
    """The same search on a list that carries the day in a name."""
    made = published()
    people = replace(made.people, name=texts([f"{name} 1991-11-17" for name in made.people.name.tolist()]))
    for form in EXPORTS:
        assert "1991-11-17" in opened(written(replace(made, people=people), form), form)


# --- the same bytes ---------------------------------------------------------------------------------------------------

SCRIPT = """
import hashlib, io, sys
sys.path.insert(0, sys.argv[1])
from lists_made import published
from arpad.lists.export import EXPORTS, export
for rehearsal in (False, True):
    for form in EXPORTS:
        out = io.BytesIO()
        export(published(rehearsal=rehearsal), form, out)
        print(form, hashlib.sha256(out.getvalue()).hexdigest())
"""


def test_the_same_values_give_the_same_bytes_in_another_place_time_zone_and_hash_seed() -> None:
    tests = str(Path(__file__).parent)
    told = set()
    for seed, zone, locale in (("1", "UTC", "C"), ("77", "Pacific/Kiritimati", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", SCRIPT, tests]
        told.add(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 2 * len(EXPORTS)


@pytest.mark.parametrize("form", EXPORTS)
def test_the_order_of_players_in_the_office_does_not_matter(form: str) -> None:
    assert written(published(rows=ROWS[::-1]), form) == written(published(), form)


def test_a_workbook_is_dated_by_its_list() -> None:
    with zipfile.ZipFile(io.BytesIO(written(published(), "xlsx"))) as packed:
        said = packed.read("docProps/core.xml").decode()
    assert re.findall(">([0-9-]+)T[0-9:]+Z</dcterms:(created|modified)>", said) == [
        ("2026-06-01", "created"), ("2026-06-01", "modified"),
    ]  # fmt: skip


def test_a_list_longer_than_a_worksheet_goes_on_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.lists.export_tables.SHEET_ROWS", 2)
    book = CalamineWorkbook.from_filelike(io.BytesIO(written(published(), "xlsx")))
    assert book.sheet_names == ["2026-06-01", "2026-06-01 2", "2026-06-01 3"]
    assert [len(sheet_rows(book, index)) for index in range(3)] == [3, 3, 2]


def test_an_unknown_birth_and_an_unknown_number_are_empty() -> None:
    row = (1, 0, "A", "UTO", "", "M", "", "", 0, 1800, State.ACTIVE, 20, 0, 202605)
    (told,) = csv_rows(published(rows=(row,)))
    assert (told["birth_year"], told["fide_id"]) == ("", "")
    assert len(People.of(id=[1])) == 1
