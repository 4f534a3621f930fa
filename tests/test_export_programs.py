"""Lists for pairing programs: columns as the programs name them, two numbers, two ratings, and nothing to run."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

import pytest
from lists_made import ON, ROWS, published

from arpad.columns import Roll
from arpad.lists.export import export, export_name
from arpad.lists.published import Published
from arpad.lists.selection import Selection

HEADINGS = [
    "ID_No",
    "Name",
    "Sex",
    "Fed",
    "Clubnumber",
    "ClubName",
    "Birthday",
    "Rtg_Nat",
    "Fide_No",
    "Rtg_Int",
    "Title",
]


def written(made: Published, form: str, wanted: Selection | None = None) -> tuple[str, list[str]]:
    out = io.BytesIO()
    remarks = export(made, form, out, wanted or Selection())
    return out.getvalue().decode("ascii"), [remark.code for remark in remarks]


def swiss_manager(made: Published, wanted: Selection | None = None) -> list[list[str]]:
    return list(csv.reader(io.StringIO(written(made, "swiss-manager", wanted)[0]), delimiter=";", strict=True))


def vega(made: Published) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(";")] for line in written(made, "vega")[0].splitlines()]


def national(**more: Any) -> Published:
    other = Roll.of(rating=[2320, 0, 2611, 0, 0, 0, 0, 0], state=[ON, 0, ON, 0, 0, 0, 0, 0])
    rows = tuple((*row[:-1], row[-1] and 202009) for row in ROWS)
    return published("ukraine-2018", "ukraine", date(2020, 10, 1), rows=rows, other=other, **more)


def one(
    name: str = "Berg, Bo", sex: str = "M", born: int = 1960, fide_id: int = 9000013, fed: str = "ARC"
) -> Published:
    row = (13, fide_id, name, fed, "", sex, "GM", "", born, *ROWS[2][9:])
    return published(rows=(row,))


def test_swiss_manager_has_its_headings_and_the_rating_of_a_fide_series_is_international() -> None:
    heading, *rows = swiss_manager(published())
    assert heading == [*HEADINGS, ""]
    assert rows == [
        ["12", "Adler, Ada", "w", "UTO", "", "", "2010", "", "9000012", "1804", "", ""],
        ["14", "Adler, Ada", "w", "UTO", "", "", "1955", "", "9000014", "1804", "", ""],
        ["13", "Berg, Bo", "m", "ARC", "", "", "1960", "", "9000013", "2604", "GM", ""],
        ["15", "Quist, Quentin", "m", "UTO", "", "", "1970", "", "9000015", "2650", "IM", ""],
        ["11", "Zander, Zoe", "w", "UTO", "", "", "1991", "", "9000011", "2310", "WGM", ""],
    ]


def test_a_national_series_has_its_rating_as_the_national_one_and_fides_beside_it() -> None:
    by_number = {row[0]: row for row in swiss_manager(national())[1:]}
    assert (by_number["13"][7], by_number["13"][9]) == ("2604", "2611")
    assert (by_number["12"][7], by_number["12"][9]) == ("1804", "")
    of_vega = {row[8]: row for row in vega(national())}
    assert (of_vega["13"][9], of_vega["13"][6]) == ("2604", "2611")
    assert (of_vega["12"][9], of_vega["12"][6]) == ("1804", "0")


def test_vega_has_fields_of_fixed_width() -> None:
    lines = written(published(), "vega")[0].splitlines()
    assert lines[2] == "Berg, Bo                         ;ARC;00001960;m;GM ;9000013    ;2604;;13         ;0   ;;;"
    assert {len(line) for line in lines} == {len(lines[0])}
    assert [row[0] for row in vega(published())] == [
        "Adler, Ada", "Adler, Ada", "Berg, Bo", "Quist, Quentin", "Zander, Zoe",
    ]  # fmt: skip


def test_what_is_not_known_is_blank() -> None:
    (row,) = swiss_manager(one(sex="", born=0, fide_id=0))[1:]
    assert (row[2], row[6], row[8]) == ("", "", "")
    (row,) = vega(one(sex="", born=0, fide_id=0))
    assert (row[2], row[3], row[5]) == ("", "", "0")


@pytest.mark.parametrize("name", ['O"Hara; Bo', "=1+1, Bo", "+Bo", "-Bo", "@Bo", "Bo\r\n;x;", 'Bo";"9'])
def test_no_name_parts_a_row_or_is_run(name: str) -> None:
    rows = swiss_manager(one(name))
    assert [len(row) for row in rows] == [len(HEADINGS) + 1] * 2
    assert rows[1][1][:1] not in "=+-@"
    text, _ = written(one(name), "vega")
    assert (text.count("\r\n"), text.count("\n"), text.count(";")) == (1, 1, 12)
    assert text[:1] not in "=+-@"


def test_letters_with_accents_are_written_plain_and_told() -> None:
    text, told = written(one("Łąka, Żaneta"), "swiss-manager")
    assert '"Laka, Zaneta"' in text
    assert told == ["cut-field"]


def test_a_selection_a_rehearsal_and_nobody() -> None:
    women = Selection(women=True)
    assert [row[0] for row in swiss_manager(published(), women)[1:]] == ["12", "14", "11"]
    assert {row[11] for row in swiss_manager(published(rehearsal=True))[1:]} == {"REHEARSAL"}
    assert {row[11] for row in vega(published(rehearsal=True))} == {"REHEARSAL"}
    assert swiss_manager(published(), Selection(federation="NON")) == [[*HEADINGS, ""]]
    assert written(published(), "vega", Selection(federation="NON")) == ("", [])


def test_the_file_has_the_name_of_the_program_and_ends_as_a_table_does() -> None:
    assert export_name(published(), "swiss-manager") == "fide-standard_2026-06_swiss-manager.csv"
    assert export_name(national(rehearsal=True), "vega") == "rehearsal_ukraine_2020-10_vega.csv"
    assert export_name(published(), "vega", Selection(women=True)) == "fide-standard_2026-06_women_vega.csv"
    assert export_name(published(), "csv") == "fide-standard_2026-06.csv"
