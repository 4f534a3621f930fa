"""How the header of a table is found: its delimiter, its names in six languages, and what is below it."""

from __future__ import annotations

import pytest
from tables_made import GAMES, csv_of, xlsx_of

from arpad.finding import Finding, Tier
from arpad.intake import Limits, kind_of, read
from arpad.intake.tables.reader import composed


def codes_of(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.code for finding in findings if finding.code != "missing-id"}


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
@pytest.mark.parametrize(
    "title", ["Open, Nowhere, 2026", "Open, Nowhere, Utopia, 2026, A, B", "No, Date, Nowhere, 2026"]
)
def test_commas_in_the_heading_part_nothing_where_the_header_has_another_delimiter(title: str, delimiter: str) -> None:
    tables = (
        [["Name", "Rtg"], ["Invented, Ann", "2000"], ["Invented, Bo", "1900"]],
        [["Nr", "Name", "Pkt"], ["1", "Invented, Ann", "7,5"], ["2", "Invented, Bo", "6,5"]],
        [["Round", "White", "Black", "Result"], ["1", "Invented, Ann", "Invented, Bo", "0,5-0,5"]],
    )
    for rows in tables:
        report, findings = read(csv_of([[title], *rows], delimiter))
        assert [player.name for player in report.players] == ["Invented, Ann", "Invented, Bo"]
        assert report.facts.name == title
        assert codes_of(findings) <= {"round-count"}


def test_a_comma_table_below_a_heading_is_read_with_commas() -> None:
    rows = [[f'"{cell}"' for cell in row] for row in GAMES]
    report, findings = read(b"Invented Open\r\n" + csv_of(rows, ","))
    assert (len(report.games()), report.facts.name, findings) == (4, "Invented Open", ())


@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"', "sep=,", "sep=\t"])
def test_the_line_that_names_the_delimiter_is_nothing_else(first: str) -> None:
    sign = first.strip('"')[-1]
    data = csv_of([[first], *([cell.replace(", ", " ") for cell in row] for row in GAMES)], sign)
    assert kind_of(data) == "csv"
    report, findings = read(data)
    assert (report.facts.name, len(report.games()), findings) == ("", 4, ())
    assert report.cells.line[0, 0] == 3


def test_a_line_break_in_a_quoted_name_with_a_comma_is_ordinary_in_a_comma_table() -> None:
    data = (
        b'round,white,black,result\n1,"Invented,\nAnn","Invented, Bo",1-0\n1,"Semi;colon\nC, D","Invented, Ewa",0-1\n'
    )
    report, findings = read(data)
    assert codes_of(findings) == set()
    assert [player.name for player in report.players][::2] == ["Invented, Ann", "Semi;colon C, D"]
    stray = b'round,white,black,result\n1,"Invented,B,1-0\n1,C",D,0-1\n'
    assert codes_of(read(stray)[1]) == {"unreadable-cell"}


@pytest.mark.parametrize(
    "header",
    [
        ["Full name"], ["Surname"], ["Last name"], ["Nazwisko i imię"], ["Imię i nazwisko"], ["Nazwisko"],
        ["Прізвище та ім'я"], ["Прізвище, ім’я"], ["ПІБ"], ["Ім'я"], ["Cognome"], ["Cognome e nome"], ["Nominativo"],
        ["Nome"], ["Perekonnanimi"], ["Nimi"], ["Név"], ["Teljes név"],
    ],
)  # fmt: skip
def test_a_name_is_called_so_in_every_language(header: list[str]) -> None:
    report, findings = read(csv_of([[*header, "Rating"], ["Invented, Ann", "2000"]]))
    assert [player.name for player in report.players] == ["Invented, Ann"]
    assert codes_of(findings) == set()


FEDERATIONS = "Kraj, Країна, Ország, Nazione, Paese, Federacja, Федерація, Szövetség, Föderatsioon, Country"


@pytest.mark.parametrize("header", FEDERATIONS.split(", "))
def test_a_federation_is_called_so_in_every_language(header: str) -> None:
    report, findings = read(csv_of([["Name", header], ["Invented, Ann", "UKR"]]))
    assert [(player.name, player.federation) for player in report.players] == [("Invented, Ann", "UKR")]
    assert codes_of(findings) == set()


SPLIT = [
    ("Surname", "First name"), ("Last name", "Given name"), ("Nazwisko", "Imię"), ("Прізвище", "Ім'я"),
    ("Прізвище", "Ім’я"), ("Cognome", "Nome"), ("Perekonnanimi", "Eesnimi"), ("Vezetéknév", "Keresztnév"),
    ("Surname", "Name"), ("Name", "Vorname"), ("Nom", "Prénom"),
]  # fmt: skip


@pytest.mark.parametrize(("surname", "first"), SPLIT)
def test_surname_and_first_name_in_two_columns_are_one_name(surname: str, first: str) -> None:
    rows = [[surname, first, "Rating"], ["Invented", "Ann", "2000"], ["Invented", "", "1900"]]
    for data in (csv_of(rows), csv_of(rows, ","), csv_of([[row[1], row[0], row[2]] for row in rows]), xlsx_of(rows)):
        report, findings = read(data)
        assert [player.name for player in report.players] == ["Invented, Ann", "Invented"]
        assert codes_of(findings) == set()


def test_a_whole_name_beside_its_parts_is_the_name() -> None:
    for whole in ("Full name", "Name"):
        report, findings = read(csv_of([[whole, "Surname", "First name"], ["Ann Invented", "Invented", "Ann"]]))
        assert [player.name for player in report.players] == ["Ann Invented"]
        assert codes_of(findings) == {"unknown-column"}


def test_both_sides_of_a_list_of_pairings_and_a_crosstable_may_have_two_columns_of_names() -> None:
    header = ["No.", "Surname", "First name", "Result", "Surname", "First name", "No."]
    row = ["1", "Invented", "Ann", "1-0", "Invented", "Bo", "2"]
    report, findings = read(csv_of([["Round 1"], header, row]))
    assert [player.name for player in report.players] == ["Invented, Ann", "Invented, Bo"]
    assert codes_of(findings) == set()
    report, findings = read(
        csv_of([["No", "Imię", "Nazwisko", "1.Rd"], ["1", "Ann", "A", "2w1"], ["2", "Bo", "B", "1b0"]])
    )
    assert ([player.name for player in report.players], len(report.games())) == (["A, Ann", "B, Bo"], 1)
    assert codes_of(findings) == set()


@pytest.mark.parametrize("header", [GAMES[0], ["No", "Name", "Rtg"], ["No", "Name", "1.Rd", "2.Rd"], ["Name"]])
def test_a_header_without_rows_is_refused(header: list[str]) -> None:
    for data in (
        csv_of([header]),
        csv_of([["Invented Open"], header]) if len(header) > 1 else b"name",
        xlsx_of([header]),
    ):
        _, findings = read(data)
        assert [(finding.code, finding.tier) for finding in findings] == [("empty-file", Tier.REFUSE)]
        assert (findings[0].sentence, findings[0].help) == (
            "The table has a header, and no game and no player below it.",
            "Send the table with its rows.",
        )


def test_rows_that_hold_nobody_are_told_as_what_they_are() -> None:
    _, findings = read(b"name;rating\n;2100\n")
    assert [finding.code for finding in findings] == ["empty-file", "missing-name"]
    assert findings[0].sentence == "The table has rows below its header, and none of them is a game or a player."


def test_a_row_or_a_table_of_too_many_cells_is_refused() -> None:
    """Quotes let a row run on over many lines: the limit of a line would not hold it."""
    long = read(b"name;x;y;z\n" + b'a;"\n";' * 5 + b"\n", limits=Limits(line=10))[1]
    assert [(finding.code, finding.place.line) for finding in long] == [("line-too-long", 2)]
    wide = read(b"name;x;y;z;u;v;w;p;q;r;s\n" + b"a;;;;;;;;;;\n" * 4, limits=Limits(lines=5))[1]
    assert [(finding.code, finding.sentence) for finding in wide] == [
        ("too-large", "The table has more than 50 cells, which is the limit.")
    ]


def test_rows_that_are_no_players_count_against_the_limit_of_players() -> None:
    """Otherwise a hundred thousand rows of one player would be read."""
    rows = [["name", "number"], *[["Invented, Ann", "1"]] * 4]
    assert {finding.code for finding in read(csv_of(rows))[1]} == {"duplicate-start-number"}
    assert "too-many-players" in {finding.code for finding in read(csv_of(rows), limits=Limits(players=3))[1]}


def test_a_pile_of_marks_is_kept_and_the_rest_is_composed() -> None:
    pile = "\u0323\u0301" * 40
    assert composed("e\u0301" + "x") == "\xe9x"
    assert composed(f"e\u0301 {'x'}{pile} e\u0301") == f"\xe9 x{pile} \xe9"
