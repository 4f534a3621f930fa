"""Which sheet of a workbook is read, and what is said of the others."""

from __future__ import annotations

import io
import re
import struct
import tracemalloc
import zipfile
from datetime import date, datetime, time

import pytest
from python_calamine import CalamineWorkbook
from tables_made import CROSSTABLE, GAMES, PAIRINGS, PLAYERS, book_of, csv_of, packed, parts_of, xlsx_of
from xlsxwriter import Workbook

from arpad.finding import Finding, Tier
from arpad.intake import Limits, read
from arpad.intake.codes import Notes
from arpad.intake.tables.workbooks import read_xlsx

ONE_GAME = [["round", "white", "black", "result"], ["6", "Invented, Ann", "Invented, Bo", "1-0"]]


def edited(data: bytes, **changes: tuple[str, str]) -> bytes:
    """The workbook with a text replaced in a part: `sheet1=(before, after)`."""
    parts = parts_of(data)
    for name, (before, after) in changes.items():
        path = f"xl/worksheets/{name}.xml" if name.startswith("sheet") else f"xl/{name}.xml"
        text, changed = re.subn(before, after, parts[path].decode())
        assert changed, (name, before)
        parts[path] = text.encode()
    return packed(parts)


def cells_of(*rows: str, texts: str = "", formats: str = "", book: str = "") -> list[tuple[str, ...]]:
    """The rows of a sheet with this XML, as they are read; the workbook around it is one that Excel would open."""
    styles = f"<styleSheet><numFmts>{formats}</numFmts><cellXfs><xf numFmtId='0'/>"
    styles += "".join(f'<xf numFmtId="{number}"/>' for number in re.findall('numFmtId="([0-9]+)"', formats))
    parts = parts_of(xlsx_of(GAMES)) | {
        "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{''.join(rows)}</sheetData></worksheet>".encode(),
        "xl/sharedStrings.xml": f"<sst>{texts}</sst>".encode(),
        "xl/styles.xml": f"{styles}</cellXfs></styleSheet>".encode(),
    }
    parts["xl/workbook.xml"] = re.sub(rb"<workbookPr[^>]*/>", f"<workbookPr{book}/>".encode(), parts["xl/workbook.xml"])
    notes = Notes("x.xlsx")
    sheets = read_xlsx(packed(parts), notes)
    assert sheets is not None, notes.findings()
    return [row for sheet in sheets for row in sheet.rows]


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
    report, findings = read(edited(xlsx_of(GAMES), sheet1=('<dimension ref="[^"]*"', f'<dimension ref="{said}"')))
    assert (len(report.games()), findings) == (4, ())


def test_a_row_that_is_too_wide_is_told_as_such() -> None:
    far = '<row r="2"><c r="GJH2" t="str"><v>far away</v></c><c r="GJI2" s="0"/></row></sheetData>'
    _, findings = read(edited(xlsx_of([["name", "rating"]]), sheet1=("</sheetData>", far)))
    assert told(findings) == [("line-too-long", "The row has 5,000 columns; the limit is 4,096.")]
    assert (findings[0].place.line, findings[0].help[:6]) == (2, "Remove")


def test_rows_and_cells_of_all_sheets_are_counted() -> None:
    many = book_of(("Games", GAMES), ("Notes", [["read"], ["me"]]))
    assert told(read(many, limits=Limits(lines=6))[1]) == [("too-many-lines", "The workbook has more than 6 rows.")]
    assert "too-many-lines" not in {finding.code for finding in read(many, limits=Limits(lines=7))[1]}
    most = [["x"] * 20, *GAMES]
    assert told(read(book_of(("Games", most), ("Notes", [["read"]])), limits=Limits(players=1))[1]) == [
        ("too-large", "The workbook has more than 20 cells, which is the limit.")
    ]
    few = read(book_of(("Games", GAMES), ("Notes", [["x"] * 9])), limits=Limits(players=2))[1]
    assert "too-large" not in {finding.code for finding in few}


# --- what stands far away ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("empty", ['<c r="XFD1048576" s="0"/>', '<c r="XFD1048576"><v></v></c>'])
def test_a_cell_far_away_that_holds_nothing_harms_nothing(empty: str) -> None:
    stray = f'<row r="1048576">{empty}</row></sheetData>'
    report, findings = read(edited(xlsx_of(GAMES), sheet1=("</sheetData>", stray)))
    assert (len(report.games()), findings) == (4, ())


def test_a_value_far_below_is_told_with_its_row() -> None:
    stray = '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'
    _, findings = read(edited(xlsx_of(GAMES), sheet1=("</sheetData>", stray)))
    assert told(findings) == [("too-many-lines", "The workbook has more than 100,000 rows.")]
    assert findings[0].place.line == 1_048_576


def test_cells_that_stand_far_apart_are_refused_before_there_is_memory_for_them() -> None:
    """A hundred thousand rows with a value in column 4,000 would be four hundred million places."""
    rows = "".join(f'<row r="{n}"><c r="EWV{n}"><v>1</v></c></row>' for n in range(7, 99_000))
    _, findings = read(edited(xlsx_of(GAMES), sheet1=("</sheetData>", f"{rows}</sheetData>")))
    assert told(findings) == [("too-large", "The cells stand too far apart: the last of this row is in column 4,000.")]


def test_a_note_beside_the_table_is_no_far_cell() -> None:
    report, findings = read(
        edited(xlsx_of(GAMES), sheet1=("</row></sheetData>", '<c r="ZZ5"><v>1</v></c></row></sheetData>'))
    )
    assert (len(report.games()), findings) == (4, ())


# --- zips that lie ----------------------------------------------------------------------------------------------------


def test_a_part_is_not_unpacked_beyond_what_it_says_it_has() -> None:
    """A header says 1,000 bytes of a sheet that unpacks to 50 million."""
    parts = parts_of(xlsx_of(GAMES))
    parts["xl/worksheets/sheet1.xml"] = b"<worksheet>" + b" " * 50_000_000
    lying = bytearray(packed(parts))
    assert len(lying) < 100_000
    size = struct.pack("<I", len(parts["xl/worksheets/sheet1.xml"]))
    for at in [found.start() for found in re.finditer(re.escape(size), bytes(lying))]:
        lying[at : at + 4] = struct.pack("<I", 1000)
    tracemalloc.start()
    _, findings = read(bytes(lying))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert told(findings) == [("unreadable-workbook", "The workbook cannot be read (BadZipFile).")]
    assert peak < 2_000_000
    _, findings = read(packed(parts))
    assert [code for code, _ in told(findings)] == ["too-large"]


def test_a_part_that_is_packed_as_no_spreadsheet_packs_is_not_unpacked() -> None:
    """Bzip2 and LZMA cannot be unpacked up to a limit: a few bytes may become gigabytes at once."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_BZIP2) as book:
        for name, part in parts_of(xlsx_of(GAMES)).items():
            book.writestr(name, part)
    _, findings = read(held.getvalue())
    assert told(findings) == [("unreadable-workbook", "The workbook cannot be read (ValueError).")]


def test_an_encrypted_part_cannot_be_read() -> None:
    data = bytearray(xlsx_of(GAMES))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for found in re.finditer(re.escape(signature), bytes(data)):
            data[found.start() + flags] |= 1
    _, findings = read(bytes(data))
    assert told(findings) == [("unreadable-workbook", "The workbook cannot be read (RuntimeError).")]


def test_names_of_parts_are_read_however_they_are_spelt() -> None:
    data = xlsx_of(GAMES)
    for spelt in (str.upper, lambda name: name.replace("/", "\\"), lambda name: f"/{name}"):
        spelt_so = packed({spelt(name): part for name, part in parts_of(data).items()})
        assert read_xlsx(spelt_so, Notes("")) == read_xlsx(data, Notes(""))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (
            "xl/worksheets/sheet1.xml",
            b'<worksheet><sheetData><row r="1"><c r="A1"><v>1</c></row></sheetData></worksheet>',
        ),
        (
            "xl/worksheets/sheet1.xml",
            b'<worksheet><sheetData><row r="1"><c r="??"><v>1</v></c></row></sheetData></worksheet>',
        ),
        (
            "xl/worksheets/sheet1.xml",
            b'<worksheet><sheetData><row><c t="s"><v>99</v></c></row></sheetData></worksheet>',
        ),
        ("xl/worksheets/sheet1.xml", b'<worksheet><sheetData><row><c t="q"><v>9</v></c></row></sheetData></worksheet>'),
        (
            "xl/worksheets/sheet1.xml",
            b'<worksheet><sheetData><row><c r="A1"><v>9</v></c><c r="A1"><v>8</v></c></row></sheetData></worksheet>',
        ),
        ("xl/sharedStrings.xml", b'<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>'),
        ("xl/worksheets/sheet1.xml", b"<worksheet/>"),
        ("xl/workbook.xml", b"<document/>"),
        ("_rels/.rels", b""),
    ],
)
def test_what_is_no_workbook_is_refused_and_nothing_of_it_read(part: str, text: bytes) -> None:
    report, findings = read(packed(parts_of(xlsx_of(GAMES)) | {part: text}))
    assert [code for code, _ in told(findings)] == ["unreadable-workbook"]
    assert report.players == ()


# --- what cells hold --------------------------------------------------------------------------------------------------


def test_values_are_read_as_they_would_be_written() -> None:
    given = {
        "<c><v>2450</v></c>": "2450",
        "<c><v>2450.0</v></c>": "2450",
        "<c><v>1e3</v></c>": "1000",
        "<c><v>0.5</v></c>": "0.5",
        "<c t='n'><v>-1.5E-3</v></c>": "-0.0015",
        "<c><v>not a number</v></c>": "not a number",
        "<c t='b'><v>1</v></c>": "True",
        "<c t='e'><v>#N/A</v></c>": "#N/A",
        "<c t='str'><v> a &amp; b </v></c>": "a & b",
        "<c t='d'><v>2025-09-05T16:00:00</v></c>": "2025-09-05",
        "<c><f>1+1</f><v>2</v></c>": "2",
        "<c><f>NOW()</f></c>": "",
        "<c t='e'><f>A1#</f><v>#SPILL!</v></c>": "#SPILL!",
    }
    assert cells_of(f"<row>{''.join(given)}</row>") == [tuple(given.values())]


def test_texts_are_read_whole_without_how_they_are_said_and_with_what_xml_cannot_hold() -> None:
    texts = (
        "<si><t>plain</t></si><si/><si><r><rPr><b/></rPr><t>bo</t></r><r><t xml:space='preserve'>ld </t></r></si>"
        "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si><si><t>two_x000D_&#10;lines</t></si>"
        "<si><t>e\u0301</t></si>"
    )
    row = "".join(f'<c t="s"><v>{number}</v></c>' for number in range(6))
    row += "<c t='inlineStr'><is><r><t>in</t></r><r><t>line</t></r></is></c>"
    row += "<c t='inlineStr'><is><t><![CDATA[<&>]]></t></is></c>"
    assert cells_of(f"<row>{row}</row>", texts=texts) == [
        ("plain", "", "bold", "東京", "two lines", "é", "inline", "<&>")
    ]


def test_cells_and_rows_that_do_not_say_where_they_stand_follow_the_one_before() -> None:
    rows = cells_of(
        "<row><c><v>1</v></c><c/><c><v>3</v></c></row>",
        "<row r='4'><c s='0' r='B4'><v>4</v></c><c><v>5</v></c></row>",
        '<row><c r="A5"><v>6</v></c></row>',
    )
    assert rows == [("1", "", "3"), ("", "4", "5"), ("6",)]


def test_a_row_of_blanks_is_none() -> None:
    assert cells_of('<row><c t="s"><v>0</v></c><c t="str"><v> </v></c></row>', texts="<si><t> </t></si>") == []


def test_rows_out_of_order_are_put_in_order_and_none_is_lost() -> None:
    assert cells_of('<row r="3"><c><v>3</v></c></row>', '<row r="1"><c><v>1</v></c></row>') == [("1",), ("3",)]


def test_days_are_read_by_the_format_of_their_cells() -> None:
    given = {
        "yyyy\\-mm\\-dd": "2025-09-05",
        "[$-409]d\\ mmm\\ yy;@": "2025-09-05",
        "h:mm AM/PM": "2025-09-05",
        "[h]:mm": "45905 days, 18:00:00",
        "&quot;days&quot; 0": "45905.75",
        "[Red]0.00": "45905.75",
        "0.00E+00": "45905.75",
        "General": "45905.75",
    }
    formats = "".join(f'<numFmt numFmtId="{164 + n}" formatCode="{code}"/>' for n, code in enumerate(given))
    row = "".join(f'<c s="{style}"><v>45905.75</v></c>' for style in range(1, len(given) + 1))
    assert cells_of(f"<row>{row}</row>", formats=formats) == [tuple(given.values())]
    row = "".join(f'<c s="1"><v>{value}</v></c>' for value in ("1", "59", "61", "0.5", "9e9"))
    assert cells_of(f"<row>{row}</row>", formats=formats) == [
        ("1900-01-01", "1900-02-28", "1900-03-01", "12:00:00", "9000000000")
    ]
    assert cells_of('<row><c s="1"><v>44443</v></c></row>', formats=formats, book=' date1904="1"') == [("2025-09-05",)]


def test_a_workbook_with_prefixes_and_comments_and_in_utf_16_says_the_same() -> None:
    data = xlsx_of(GAMES)
    plain = read_xlsx(data, Notes(""))
    parts = parts_of(data)
    for name in ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
        text = parts[name].decode().replace(' encoding="UTF-8"', "")
        root = re.search(r"<([A-Za-z]+) xmlns=", text)
        assert root
        prefixed = re.sub(r"(</?)(?=[A-Za-z])", r"\1x:", text).replace("xmlns=", "xmlns:x=", 1)
        commented = text.replace(f"</{root[1]}>", f"<!-- <c r='XFD1'><v>1</v></c> --><?pi ?></{root[1]}>")
        for other in (prefixed.encode(), commented.encode(), text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode()):
            assert read_xlsx(packed(parts | {name: other}), Notes("")) == plain


def test_strict_workbooks_and_chart_sheets_are_read() -> None:
    data = xlsx_of(GAMES)
    parts = {
        name: part.replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006", b"http://purl.oclc.org/ooxml/officeDocument"
        )
        for name, part in parts_of(data).items()
    }
    assert read_xlsx(packed(parts), Notes("")) == read_xlsx(data, Notes(""))
    held = io.BytesIO()
    with Workbook(held) as book:
        chart = book.add_chart({"type": "line"})
        book.add_worksheet("Games").write_row(0, 0, ["a", "b"])
        chart.add_series({"values": "=Games!$A$1:$B$1"})
        book.add_chartsheet("Chart").set_chart(chart)
    sheets = read_xlsx(held.getvalue(), Notes(""))
    assert sheets is not None
    assert [(sheet.name, sheet.rows) for sheet in sheets] == [("Games", (("a", "b"),))]


@pytest.mark.parametrize("rows", [GAMES, PLAYERS, CROSSTABLE, PAIRINGS])
def test_another_reader_reads_the_same(rows: list[list[str]]) -> None:
    """calamine, written by others in another language, agrees on all that it keeps; it leaves out what is an error."""
    held = io.BytesIO()
    with Workbook(held, {"remove_timezone": True}) as book:
        sheet, day = book.add_worksheet("Rows"), book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
        for line, row in enumerate(rows):
            for column, cell in enumerate(row):
                sheet.write(line + 2, column + 1, int(cell) if cell.isdigit() else cell)
        for column, value in enumerate(
            (date(1899, 12, 31), date(1900, 3, 1), datetime(2025, 9, 5, 16), time(16, 30), True, 0.1)
        ):
            sheet.write(0, column, value, *([] if isinstance(value, bool | float) else [day]))
        sheet.write_rich_string(1, 3, "rich ", book.add_format({"bold": True}), "text")
        sheet.write_formula(1, 4, "=1+1", None, 2)
    theirs = (
        CalamineWorkbook.from_filelike(io.BytesIO(held.getvalue()))
        .get_sheet_by_index(0)
        .to_python(skip_empty_area=False)
    )
    ours = read_xlsx(held.getvalue(), Notes(""))
    assert ours is not None

    def written(cell: object) -> str:
        if isinstance(cell, float) and cell.is_integer():
            return str(int(cell))
        return str(cell)[:10] if isinstance(cell, date) else str(cell).strip()

    found = {line: [written(cell) for cell in row] for line, row in enumerate(theirs, 1)}
    width = len(theirs[0])
    assert dict(zip(ours[0].lines, ([*row, *[""] * (width - len(row))] for row in ours[0].rows), strict=True)) == {
        line: row for line, row in found.items() if any(row)
    }


# --- how it is written ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        "<row><c t='inlineStr'><is><r><rPr><color rgb='FF0000'/><charset val='1'/></rPr><t>x</t></r></is></c></row>",
        "<row><c\n t='str'  ><v>x</v ></c ></row >",
        "<row><c t='str'><v>x</v><extLst><ext><cfRule/></ext></extLst></c><extLst><c/></extLst></row>",
        "<row><c t='str'><v><![CDATA[x]]></v></c></row>",
        "<row><c t='str'><v>&#120;</v></c></row>",
        "<row><c r='a1' t='str'><v>x</v></c></row>",
        "<m:row xmlns:m='other'><m:c t='str'><m:v>x</m:v></m:c></m:row>",
        "<row><c t='s'><v> 0\n</v></c></row>",
    ],
)
def test_xml_is_read_however_it_is_written(row: str) -> None:
    assert cells_of(row, texts="<si>\n<t>x</t>\n</si>") == [("x",)]


def test_formats_of_something_else_than_cells_are_not_those_of_cells() -> None:
    """A conditional format may number its own as a cell's is numbered."""
    plain = book_of(
        ("Games", [["round", "white", "white rating", "black", "result"], ["1", "Ann", "1850", "Bo", "1-0"]])
    )
    day = '<dxfs count="1"><dxf><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></dxf></dxfs>'
    styled = edited(plain, styles=("<dxfs[^>]*/>", day), sheet1=("<c r=", '<c s="0" r='))
    numbered = edited(styled, styles=('<xf numFmtId="0"', '<xf numFmtId="164"'))
    assert [player.rating for player in read(numbered)[0].players] == [1850, 0]


def test_two_rows_in_one_place_refuse() -> None:
    twice = edited(xlsx_of(ONE_GAME), sheet1=('<row r="2"', '<row r="1"'))
    assert told(read(twice)[1]) == [("unreadable-workbook", "The workbook cannot be read (ValueError).")]


def test_characters_that_no_text_may_have_are_told_with_their_cell_as_in_a_table() -> None:
    rows = [ONE_GAME[0], ["1", "Invented\u202e, Ann", "soft\u00adhyphen", "1-0"]]
    for data, places in ((xlsx_of(rows), [(2, 2)]), (csv_of(rows), [(2, 11)])):
        report, findings = read(data)
        assert [(one.place.line, one.place.column) for one in findings if one.code == "control-character"] == places
        assert report.players[1].name == "soft\u00adhyphen"


def test_a_formula_without_a_value_is_told_and_not_taken_for_nothing() -> None:
    empty = edited(xlsx_of(ONE_GAME), sheet1=('<c r="D2" t="s"><v>[0-9]+</v></c>', '<c r="D2"><f>A1</f></c>'))
    (found, *_) = [finding for finding in read(empty)[1] if finding.code == "unreadable-cell"]
    assert (found.place.line, found.place.column) == (2, 4)
    assert found.sentence.startswith("The formula has no value saved with it")


def test_sheets_that_say_the_same_of_two_rounds_refuse() -> None:
    unnumbered = [row[1:] for row in ONE_GAME]
    assert "several-sheets" in {one.code for one in read(book_of(("Round 1", unnumbered), ("Round 2", unnumbered)))[1]}
    assert "several-sheets" not in {one.code for one in read(book_of(("Games", unnumbered), ("Copy", unnumbered)))[1]}


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "the old format of Excel"),
        (b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "OpenDocument"),
        (
            b"<?xml version='1.0'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'/>",
            "the old XML of Excel",
        ),
        (b"<html><table><tr><td>Name</td></tr></table></html>", "a page for a browser"),
    ],
)
def test_other_workbooks_are_called_what_they_are(data: bytes, what: str) -> None:
    ((code, sentence),) = told(read(data)[1])
    assert code == "unreadable-workbook"
    assert what in sentence
    table = csv_of([[data[:5].decode("latin-1")], *ONE_GAME])  # the same below a heading is none
    assert "unreadable-workbook" not in {one.code for one in read(b"Open\n" + table)[1]}


def test_a_cell_is_limited_as_a_line_is_and_only_where_it_is_used() -> None:
    rows = [ONE_GAME[0], ["1", "Invented, " + "A" * 60, "Invented, Bo", "1-0"]]
    (found,) = read(xlsx_of(rows), limits=Limits(line=64))[1]
    assert (found.code, found.place.line, found.place.column) == ("line-too-long", 2, 2)
    assert found.sentence == "A cell has 70 characters; the limit is 64."
    unused = edited(xlsx_of(ONE_GAME), sharedStrings=("</sst>", f"<si><t>{'x' * 70}</t></si></sst>"))
    assert read(unused, limits=Limits(line=64))[0] == read(xlsx_of(ONE_GAME))[0]


def test_one_part_under_two_spellings_is_not_two_sheets() -> None:
    two = book_of(("One", ONE_GAME), ("Two", [["read me"]]))
    parts = parts_of(two)
    rels = parts["xl/_rels/workbook.xml.rels"].replace(b"sheet2.xml", b"SHEET1.xml")
    assert told(read(packed(parts | {"xl/_rels/workbook.xml.rels": rels}))[1]) == [
        ("unreadable-workbook", "The workbook cannot be read (ValueError).")
    ]


def test_a_number_is_written_in_figures() -> None:
    assert cells_of("<row><c><v>2000</v></c><c><v>2e3</v></c><c><v>2_000</v></c></row>") == [("2000", "2000", "2_000")]
