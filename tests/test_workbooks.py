"""Which sheet of a workbook is read, and what is said of the others."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from openpyxl import Workbook
from tables_made import CROSSTABLE, GAMES, PLAYERS, xlsx_of

from arpad.finding import Finding, Tier
from arpad.intake import Limits, read

ONE_GAME = [["round", "white", "black", "result"], ["6", "Invented, Ann", "Invented, Bo", "1-0"]]


def book_of(*sheets: tuple[str, list[list[str]]], hidden: str = "") -> bytes:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        sheet.sheet_state = "hidden" if name == hidden else "visible"
        for row in rows:
            sheet.append(row)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def with_dimension(data: bytes, said: str) -> bytes:
    """The workbook with another size written into its first sheet."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(held, "w") as new:
        for part in old.namelist():
            text = old.read(part)
            if part == "xl/worksheets/sheet1.xml":
                text, changed = re.subn(rb'<dimension ref="[^"]*"', f'<dimension ref="{said}"'.encode(), text)
                assert changed == 1
            new.writestr(part, text)
    return held.getvalue()


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(finding.code, finding.sentence) for finding in findings if finding.code != "missing-id"]


@pytest.mark.parametrize("other", [ONE_GAME, PLAYERS, CROSSTABLE])
@pytest.mark.parametrize("hidden", ["", "More"])
def test_two_sheets_that_are_tables_refuse_and_both_are_named(other: list[list[str]], hidden: str) -> None:
    report, findings = read(book_of(("Games", GAMES), ("More", other), hidden=hidden))
    names = "“Games”, “More”" + (" (hidden)" if hidden else "")
    assert told(findings) == [("several-sheets", f"More than one sheet of the workbook is a table: {names}.")]
    assert findings[0].tier is Tier.REFUSE
    assert report.players == ()


def test_the_sheet_that_is_a_table_is_read_wherever_it_stands_and_the_others_are_told() -> None:
    notes = [["Read me"], ["Name", "Invented Open"]]
    for sheets in ((("Notes", notes), ("Games", GAMES)), (("Games", GAMES), ("Notes", notes))):
        report, findings = read(book_of(*sheets))
        assert len(report.games()) == 4
        assert told(findings) == [("unknown-sheet", "The sheet “Notes” is not read, only “Games”.")]


def test_a_hidden_sheet_is_called_hidden() -> None:
    report, findings = read(book_of(("Old", [["old"]]), ("Games", GAMES), hidden="Old"))
    assert len(report.games()) == 4
    assert told(findings) == [("unknown-sheet", "The sheet “Old” (hidden) is not read, only “Games”.")]


def test_an_empty_sheet_is_passed_over_without_a_word() -> None:
    for data in (book_of(("Empty", []), ("Games", GAMES)), book_of(("Games", GAMES), ("Empty", []))):
        report, findings = read(data)
        assert (len(report.games()), findings) == (4, ())


def test_the_same_table_twice_loses_nothing_and_a_header_alone_neither() -> None:
    for other in (GAMES, ONE_GAME[:1]):
        report, findings = read(book_of(("Games", GAMES), ("Copy", other)))
        assert len(report.games()) == 4
        assert [code for code, _ in told(findings)] == ["unknown-sheet"]


def test_a_workbook_without_a_table_names_its_sheets() -> None:
    _, findings = read(book_of(("Notes", [["Read me"]]), ("More", [["and me"]])))
    assert [code for code, _ in told(findings)] == ["unknown-sheet", "missing-column"]
    _, findings = read(book_of(("Empty", [])))
    assert told(findings) == [("empty-file", "No sheet of the workbook holds anything.")]


@pytest.mark.parametrize("said", ["A1", "A1:F2", "A1:B9", "A1:XFD1048576"])
def test_the_size_that_a_sheet_says_it_has_is_not_believed(said: str) -> None:
    report, findings = read(with_dimension(xlsx_of(GAMES), said))
    assert (len(report.games()), findings) == (4, ())


def test_a_row_that_is_too_wide_is_told_as_such() -> None:
    book = Workbook()
    book.worksheets[0].append(["name", "rating"])
    book.worksheets[0].cell(2, 5000, "far away")
    held = io.BytesIO()
    book.save(held)
    _, findings = read(held.getvalue())
    assert told(findings) == [("line-too-long", "The row has 5,000 columns; the limit is 4,096.")]
    assert (findings[0].place.line, findings[0].remedy[:6]) == (2, "Remove")


def test_rows_and_cells_of_all_sheets_are_counted() -> None:
    many = book_of(("Games", GAMES), ("Notes", [["read"], ["me"]]))
    assert told(read(many, limits=Limits(lines=6))[1]) == [("too-many-lines", "The workbook has more than 6 rows.")]
    assert "too-many-lines" not in {finding.code for finding in read(many, limits=Limits(lines=7))[1]}
    found = told(read(many, limits=Limits(players=1, rounds=21))[1])
    assert found == [("too-large", "The workbook has 32 cells; 31 are the limit.")]
    assert "too-large" not in {finding.code for finding in read(many, limits=Limits(players=1, rounds=22))[1]}
